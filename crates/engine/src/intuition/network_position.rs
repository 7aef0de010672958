//! A position with the part of its history that a network is shown.

use crate::board::{Block, Board, Color, Game, KoRule, Move, Point, PointSet, Rules};

/// Number of moves that a network is shown.
pub const N_RECENT: usize = 5;

/// A position, and what came before it, borrowed from a game or from a search.
#[derive(Clone, Copy, Debug)]
pub struct NetworkPosition<'a> {
    /// The position.
    pub board: &'a Board,
    /// The positions one and two moves ago; the earliest that is known where there was none.
    pub earlier: [&'a Board; 2],
    /// The last moves, the latest first; `None` where there was none.
    pub recent: [Option<(Color, Move)>; N_RECENT],
    /// The player to move.
    pub to_move: Color,
    /// The rules, with komi.
    pub rules: &'a Rules,
    /// Number of handicap stones.
    pub n_handicap: usize,
    /// Empty points where superko forbids the player to move to play, apart from the simple ko, which the board holds.
    pub banned: PointSet,
    /// Whether a pass of the player to move would end the game.
    pub pass_ends_game: bool,
}

/// The positions one and two moves ago, made from a game, for a [`NetworkPosition`] to borrow.
#[derive(Clone, Debug)]
pub struct History {
    earlier: [Board; 2],
}

impl History {
    /// The earlier positions of a game; the starting position where there was none. Two copies of the board.
    #[must_use]
    pub fn of_game(game: &Game) -> Self {
        let mut board = game.board().clone();
        let n_moves = game.moves().len();
        let earlier = [1, 2].map(|age| {
            if n_moves >= age {
                board.undo();
            }
            board.clone()
        });
        Self { earlier }
    }
}

impl<'a> NetworkPosition<'a> {
    /// A position by itself: nothing is known of what came before.
    #[must_use]
    pub const fn alone(board: &'a Board, to_move: Color, rules: &'a Rules) -> Self {
        Self {
            board,
            earlier: [board; 2],
            recent: [None; N_RECENT],
            to_move,
            rules,
            n_handicap: 0,
            banned: PointSet::EMPTY,
            pass_ends_game: false,
        }
    }

    /// The position of a game, with `to_move` to move, whichever side is to move in the game. `history` is that of the
    /// same game.
    ///
    /// Out of turn the evaluation gets no recent moves: networks were only trained with players who take turns.
    #[must_use]
    pub fn of_game(game: &'a Game, history: &'a History, to_move: Color) -> Self {
        let mut recent = [None; N_RECENT];
        for (shown, &mv) in recent.iter_mut().zip(game.moves().iter().rev()) {
            *shown = Some(mv);
        }
        let is_in_turn = to_move == game.to_move();
        let ends_by_repetition = game.rules().ko == KoRule::Simple && game.has_passed_here(to_move);
        Self {
            board: game.board(),
            earlier: history.earlier.each_ref(),
            recent,
            to_move,
            rules: game.rules(),
            n_handicap: n_handicap(game),
            banned: game.banned_by_superko(to_move),
            pass_ends_game: is_in_turn && game.n_consecutive_passes() > 0 || ends_by_repetition,
        }
    }
}

/// The handicap stones for the inputs of a network: those of the game. Where White's first moves were passes, also the
/// black stones played before White's first play, as KataGo counts them for its networks. If White moved twice in a row
/// then, a position was set up, and there is no handicap.
fn n_handicap(game: &Game) -> usize {
    if game.start().n_handicap > 0 || !game.start().stones.is_empty() {
        return game.n_handicap();
    }
    let mut n_leading = 0;
    for (n, &(color, mv)) in game.moves().iter().enumerate() {
        let next = game.moves().get(n + 1);
        match (color, mv) {
            (Color::Black, _) => n_leading += usize::from(mv.point().is_some()),
            (Color::White, _) if next.is_some_and(|next| next.0 == Color::White) => return 0,
            (Color::White, Move::Pass) => {}
            (Color::White, Move::Play(_) | Move::Resign) => break,
        }
    }
    if n_leading > 1 { n_leading } else { 0 }
}

impl NetworkPosition<'_> {
    /// Whether the player to move may play on a point, as networks define it. Suicide of a single stone leaves the
    /// position as it is: for networks it is illegal, whatever the rules.
    #[must_use]
    pub fn is_legal(&self, point: Point) -> bool {
        self.board.is_legal(self.to_move, point)
            && !self.banned.contains(point)
            && !self.is_lone_suicide(point)
    }

    /// Whether a stone on an empty point would be taken off alone.
    pub(super) fn is_lone_suicide(&self, point: Point) -> bool {
        let board = self.board;
        !point.neighbors().into_iter().any(|near| {
            let is_useful = |color| {
                color == self.to_move || board.block_at(near).and_then(Block::atari).is_some()
            };
            board
                .color(near)
                .map_or_else(|| board.is_empty(near), is_useful)
        })
    }
}
