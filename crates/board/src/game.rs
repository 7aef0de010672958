//! A game: starting position, record of moves, rules, and the earlier positions that superko compares.

use thiserror::Error;

use super::past::{Past, PositionKey};
use super::{Board, ChokedBlock, IllegalMove, KoRule, Played, Rules};
use crate::{Color, Move, Point, PointSet, Size, zobrist};

/// Why a move can't be made in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PlayError {
    /// The position alone forbids the move.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// The move would recreate an earlier position of the game.
    #[error("superko: the position after move {since_move} would return")]
    Superko {
        /// Number of moves after which that position was on the board; 0 for the starting position.
        since_move: usize,
    },
    /// A resignation, which is not part of the record.
    #[error("a resignation is not a play")]
    Resignation,
}

/// The position that a record begins with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Start {
    /// Board size.
    pub size: Size,
    /// Stones on the board, handicap stones included.
    pub stones: Vec<(Color, Point)>,
    /// How many of the black stones are handicap stones, for White's compensation.
    pub n_handicap: usize,
    /// The player who moves first. `None`: White if there are handicap stones, else Black.
    pub to_move: Option<Color>,
}

impl Start {
    /// An empty board.
    #[must_use]
    pub const fn empty(size: Size) -> Self {
        Self {
            size,
            stones: Vec::new(),
            n_handicap: 0,
            to_move: None,
        }
    }

    /// A start with the stones of a board, none of them handicap stones.
    #[must_use]
    pub fn from_board(board: &Board) -> Self {
        let points = board.size().points();
        Self {
            stones: points
                .filter_map(|point| Some((board.color(point)?, point)))
                .collect(),
            ..Self::empty(board.size())
        }
    }

    /// The player who moves first.
    #[must_use]
    pub fn first_to_move(&self) -> Color {
        let by_handicap = if self.n_handicap > 0 {
            Color::White
        } else {
            Color::Black
        };
        self.to_move.unwrap_or(by_handicap)
    }
}

/// A game in progress.
///
/// # Example
///
/// ```
/// use tedomari_board::{Color, Move, Size};
/// use tedomari_board::{Game, Rules};
///
/// let mut game = Game::new(Size::square(9), Rules::default());
/// game.play(Color::Black, Move::Play("E5".parse()?))?;
/// assert_eq!(game.to_move(), Color::White);
/// game.play(Color::White, Move::Pass)?;
/// assert_eq!(game.undo(), Some((Color::White, Move::Pass)));
/// assert_eq!(game.moves().len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    start: Start,
    rules: Rules,
    board: Board,
    moves: Vec<(Color, Move)>,
    /// The positions that superko compares: one for the start and one after each move.
    past: Past,
    mark: Mark,
}

/// How much of a game is the same as when a copy of it was last made equal to it.
#[derive(Clone, Copy, Debug, Default)]
struct Mark {
    /// Number of that occasion, the same in the copy; 0 for none.
    serial: u64,
    /// The first so many moves are the same.
    n_same: usize,
}

impl Game {
    /// A game on an empty board.
    #[must_use]
    pub fn new(size: Size, rules: Rules) -> Self {
        Self::with_board(Start::empty(size), rules, Board::new(size))
    }

    /// A game from a given position.
    ///
    /// # Errors
    /// If a block has no liberty.
    pub fn from_start(start: Start, rules: Rules) -> Result<Self, ChokedBlock> {
        let board = Board::with_stones(start.size, start.stones.iter().copied())?;
        Ok(Self::with_board(start, rules, board))
    }

    fn with_board(start: Start, rules: Rules, board: Board) -> Self {
        let board = board.with_suicide(rules.allows_suicide);
        let key = PositionKey {
            hash: board.hash(),
            to_move: start.first_to_move(),
        };
        Self {
            start,
            rules,
            board,
            moves: Vec::new(),
            past: Past::new(key),
            mark: Mark::default(),
        }
    }

    /// The position now.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The rules in force.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Changes the rules for the moves to come. The moves of the record stay.
    pub fn set_rules(&mut self, rules: Rules) {
        self.rules = rules;
        self.board.set_suicide(rules.allows_suicide);
    }

    /// The starting position.
    #[must_use]
    pub const fn start(&self) -> &Start {
        &self.start
    }

    /// Sets the player who moves first in the starting position.
    pub fn set_first_to_move(&mut self, color: Color) {
        self.start.to_move = Some(color);
        self.past.set_first_to_move(color);
        self.mark = Mark::default();
    }

    /// Number of handicap stones: those of the starting position. If it has none, the black stones played before
    /// White's first move, because some clients send handicap stones as moves.
    #[must_use]
    pub fn n_handicap(&self) -> usize {
        if self.start.n_handicap > 0 || !self.start.stones.is_empty() {
            return self.start.n_handicap;
        }
        let is_black_play =
            |(color, mv): &&(Color, Move)| *color == Color::Black && mv.point().is_some();
        let n_leading = self.moves.iter().take_while(is_black_play).count();
        if n_leading > 1 { n_leading } else { 0 }
    }

    /// All moves so far.
    #[must_use]
    pub fn moves(&self) -> &[(Color, Move)] {
        &self.moves
    }

    /// The last move, if there is one.
    #[must_use]
    pub fn last_move(&self) -> Option<(Color, Move)> {
        self.moves.last().copied()
    }

    /// The player to move: the opponent of the player who moved last, or the player who starts.
    #[must_use]
    pub fn to_move(&self) -> Color {
        self.past.keys()[self.moves.len()].to_move
    }

    /// Number of passes at the end of the record.
    #[must_use]
    pub fn n_consecutive_passes(&self) -> usize {
        self.moves
            .iter()
            .rev()
            .take_while(|(_, mv)| *mv == Move::Pass)
            .count()
    }

    /// Whether the last two moves were passes.
    #[must_use]
    pub fn is_over(&self) -> bool {
        matches!(
            self.moves.as_slice(),
            [.., (_, Move::Pass), (_, Move::Pass)]
        )
    }

    /// Whether a move is within the rules, with the reason if it is not. Costs a play on a copy of the position.
    ///
    /// # Errors
    /// The reason why the move is illegal.
    pub fn legality(&self, color: Color, mv: Move) -> Result<(), PlayError> {
        match mv {
            Move::Resign => Err(PlayError::Resignation),
            Move::Pass => Ok(()),
            Move::Play(point) => {
                self.board.legality(color, point)?;
                if self.rules.ko == KoRule::Simple {
                    return Ok(());
                }
                let mut board = Board::new(self.board.size());
                board.copy_position(&self.board);
                board.play_unlogged(color, point);
                self.superko(board.hash(), color)
            }
        }
    }

    /// Whether a move is within the rules.
    #[must_use]
    pub fn is_legal(&self, color: Color, mv: Move) -> bool {
        self.legality(color, mv).is_ok()
    }

    /// Makes a move. Either color may move at any time. Passes are always legal.
    ///
    /// # Errors
    /// If the move is against the rules; the game is then unchanged.
    pub fn play(&mut self, color: Color, mv: Move) -> Result<Played, PlayError> {
        self.play_checked(color, mv, true)
    }

    /// Makes a move even if superko forbids it, for example if another program made it under other rules.
    ///
    /// # Errors
    /// If the position alone forbids the move.
    pub fn play_ignoring_superko(&mut self, color: Color, mv: Move) -> Result<Played, PlayError> {
        self.play_checked(color, mv, false)
    }

    fn play_checked(
        &mut self,
        color: Color,
        mv: Move,
        minds_superko: bool,
    ) -> Result<Played, PlayError> {
        let played = match mv {
            Move::Resign => return Err(PlayError::Resignation),
            Move::Pass => {
                self.board.pass();
                Played {
                    n_captured: 0,
                    n_suicide: 0,
                }
            }
            Move::Play(point) => {
                let played = self.board.play(color, point)?;
                if minds_superko && let Err(error) = self.superko(self.board.hash(), color) {
                    self.board.undo();
                    return Err(error);
                }
                played
            }
        };
        self.moves.push((color, mv));
        self.past.push(PositionKey {
            hash: self.board.hash(),
            to_move: color.opponent(),
        });
        Ok(played)
    }

    /// Takes the last move back and returns it. `None` at the start.
    pub fn undo(&mut self) -> Option<(Color, Move)> {
        let last = self.moves.pop()?;
        self.past.pop();
        self.mark.n_same = self.mark.n_same.min(self.moves.len());
        self.board.undo();
        Some(last)
    }

    /// Makes `copy` equal to this game. If this was done before with the same copy, it costs only as much as the moves
    /// since then, however long the game is.
    pub fn update_copy(&mut self, copy: &mut Self) {
        let is_same_game = self.mark.serial > 0 && self.mark.serial == copy.mark.serial;
        // Larger than all numbers that this copy has had, so that no older clone of the game is taken for this one.
        let serial = self.mark.serial.max(copy.mark.serial) + 1;
        if !is_same_game || self.repeat_on(copy).is_err() {
            *copy = self.clone();
        }
        let mark = Mark {
            serial,
            n_same: self.moves.len(),
        };
        self.mark = mark;
        copy.mark = mark;
    }

    /// Repeats on an earlier copy what has changed since.
    fn repeat_on(&self, copy: &mut Self) -> Result<(), PlayError> {
        while copy.moves.len() > self.mark.n_same {
            copy.undo();
        }
        if copy.rules != self.rules {
            copy.set_rules(self.rules);
        }
        for &(color, mv) in &self.moves[self.mark.n_same..] {
            copy.play_ignoring_superko(color, mv)?;
        }
        Ok(())
    }

    /// The empty points where superko alone forbids `color` to play. A few nanoseconds for each empty point.
    #[must_use]
    pub fn banned_by_superko(&self, color: Color) -> PointSet {
        if self.rules.ko == KoRule::Simple {
            return PointSet::EMPTY;
        }
        let empty = self.board.empty_points().iter().copied();
        let legal = empty.filter(|&point| self.board.is_legal(color, point));
        let returns = |point: &Point| {
            let hash = self.board.hash_after(color, *point);
            self.superko(hash, color).is_err()
        };
        legal.filter(returns).collect()
    }

    /// Whether `color` has passed in this position before. Linear in the length of the game.
    #[must_use]
    pub fn has_passed_here(&self, color: Color) -> bool {
        let hash = self.board.hash();
        let mut before = self.moves.iter().zip(self.past.keys());
        before.any(|(&mv, key)| mv == (color, Move::Pass) && key.hash == hash)
    }

    /// Whether superko allows the position with hash `hash` after a play of `color`.
    fn superko(&self, hash: u64, color: Color) -> Result<(), PlayError> {
        let new = PositionKey {
            hash,
            to_move: color.opponent(),
        };
        let since_move = self.past.first(self.rules.ko, new);
        since_move.map_or(Ok(()), |since_move| Err(PlayError::Superko { since_move }))
    }

    /// Keys of all positions so far, for a search that respects superko. A play is forbidden if [`superko_key`] of
    /// the resulting position is in the list. The list is empty under simple ko.
    #[must_use]
    pub fn superko_memory(&self) -> Vec<u64> {
        if self.rules.ko == KoRule::Simple {
            return Vec::new();
        }
        self.past
            .keys()
            .iter()
            .map(|key| superko_key(self.rules.ko, key.hash, key.to_move))
            .collect()
    }
}

/// The key by which a ko rule compares positions: the hash of the stones, mixed with the player to move if the rule
/// compares that too.
#[must_use]
pub const fn superko_key(rule: KoRule, hash: u64, to_move: Color) -> u64 {
    match rule {
        KoRule::Simple | KoRule::PositionalSuperko => hash,
        KoRule::SituationalSuperko => hash ^ zobrist::to_move(to_move),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tedomari_base::Rng;

    fn mv(name: &str) -> Move {
        Move::Play(name.parse().unwrap())
    }

    /// A ko that White can take at B3 and Black can take back at C3, with `to_move` to move first.
    fn ko_game(ko: KoRule, to_move: Color) -> Game {
        let board: Board = ". X O .\nX . X O\n. X O .\n. . . .".parse().unwrap();
        let stones = Color::BOTH
            .into_iter()
            .flat_map(|color| board.points_of(color).map(move |p| (color, p)));
        let start = Start {
            stones: stones.collect(),
            to_move: Some(to_move),
            ..Start::empty(Size::square(4))
        };
        Game::from_start(
            start,
            Rules {
                ko,
                ..Rules::default()
            },
        )
        .unwrap()
    }

    /// Whether Black may take the ko back after a pass of each player.
    fn check_retake(ko: KoRule, first_to_move: Color, expected: Result<(), PlayError>) {
        let mut game = ko_game(ko, first_to_move);
        game.play(Color::White, mv("B3")).unwrap();
        assert_eq!(
            game.legality(Color::Black, mv("C3")),
            Err(PlayError::Illegal(IllegalMove::Ko))
        );
        game.play(Color::Black, Move::Pass).unwrap();
        game.play(Color::White, Move::Pass).unwrap();
        let before = game.board().clone();
        assert_eq!(game.legality(Color::Black, mv("C3")), expected);
        assert_eq!(game.play(Color::Black, mv("C3")).map(|_| ()), expected);
        if expected.is_err() {
            assert_eq!((game.board(), game.moves().len()), (&before, 3));
            assert!(game.play_ignoring_superko(Color::Black, mv("C3")).is_ok());
        }
    }

    #[test]
    fn superko_forbids_what_simple_ko_allows() {
        let superko = Err(PlayError::Superko { since_move: 0 });
        for first_to_move in Color::BOTH {
            check_retake(KoRule::Simple, first_to_move, Ok(()));
            check_retake(KoRule::PositionalSuperko, first_to_move, superko);
        }
        // The retake leaves White to move: the same position only if White moved first.
        check_retake(KoRule::SituationalSuperko, Color::White, superko);
        check_retake(KoRule::SituationalSuperko, Color::Black, Ok(()));
    }

    #[test]
    fn a_copy_follows_the_game() {
        let mut rng = Rng::new(3, 0);
        let new_game = || Game::new(Size::square(5), Rules::default());
        let (mut game, mut copy) = (new_game(), new_game());
        let mut other = new_game();
        for n in 0..3_000 {
            for _ in 0..rng.below(4) {
                let points: Vec<Point> = game.board().size().points().collect();
                let point = points[rng.index(points.len())];
                match rng.below(12) {
                    0 => other = game.clone(),
                    1 => game = other.clone(),
                    2 => game.set_first_to_move(game.to_move()),
                    3 => game.set_rules(Rules {
                        allows_suicide: n % 2 == 0,
                        ..*game.rules()
                    }),
                    4 | 5 => drop(game.undo()),
                    6 => drop(game.play(game.to_move(), Move::Pass)),
                    _ => drop(game.play(game.to_move(), Move::Play(point))),
                }
            }
            game.update_copy(&mut copy);
            assert_eq!(game.board(), copy.board());
            assert_eq!(game.moves(), copy.moves());
            assert_eq!(game.start(), copy.start());
            assert_eq!(game.rules(), copy.rules());
            assert_eq!(game.past.keys(), copy.past.keys());
            let mut back = copy.clone();
            while back.undo().is_some() {}
            assert_eq!(back.board().hash(), back.past.keys()[0].hash);
        }
    }

    #[test]
    fn undo_returns_to_the_start() {
        let mut game = Game::new(Size::square(9), Rules::default());
        for mv in [mv("E5"), Move::Pass, mv("D4"), Move::Pass, Move::Pass] {
            game.play(game.to_move(), mv).unwrap();
        }
        assert!(game.is_over());
        for expected in [Move::Pass, Move::Pass, mv("D4"), Move::Pass, mv("E5")] {
            assert_eq!(game.undo().map(|(_, mv)| mv), Some(expected));
        }
        assert_eq!(game.undo(), None);
        assert_eq!(game.board(), &Board::new(Size::square(9)));
        assert_eq!(game.to_move(), Color::Black);
    }

    #[test]
    fn white_moves_first_after_handicap_stones() {
        let stones = vec![
            (Color::Black, "D4".parse().unwrap()),
            (Color::Black, "F6".parse().unwrap()),
        ];
        let start = Start {
            stones,
            n_handicap: 2,
            ..Start::empty(Size::square(9))
        };
        let mut game = Game::from_start(start, Rules::default()).unwrap();
        assert_eq!(game.to_move(), Color::White);
        game.set_first_to_move(Color::Black);
        assert_eq!(game.to_move(), Color::Black);
        assert_eq!(
            game.play(Color::White, Move::Resign),
            Err(PlayError::Resignation)
        );
    }
}
