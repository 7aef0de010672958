//! A position in the search, with the history that an evaluator is shown.

use super::graph::Step;
use super::node::Place;
use crate::board::game::superko_key;
use crate::board::{Board, Color, Game, KoRule, Move, PointSet, Rules, zobrist};
use crate::intuition::{N_RECENT, NetworkPosition};

/// What does not change during a search.
#[derive(Clone, Debug)]
pub(super) struct Setting {
    pub(super) rules: Rules,
    pub(super) n_handicap: usize,
    /// Keys of the positions of the game that superko forbids to repeat, sorted.
    memory: Vec<u64>,
}

impl Setting {
    pub(super) fn new(game: &Game) -> Self {
        let mut memory = game.superko_memory();
        memory.sort_unstable();
        Self {
            rules: *game.rules(),
            n_handicap: game.n_handicap(),
            memory,
        }
    }

    /// Whether superko forbids a position with `to_move` to move: it stood in the game, or has one of some keys.
    fn repeats(&self, hash: u64, to_move: Color, keys: &[u64]) -> bool {
        let key = superko_key(self.rules.ko, hash, to_move);
        self.memory.binary_search(&key).is_ok() || keys.contains(&key)
    }
}

/// A position with its recent history.
#[derive(Clone, Debug)]
pub(super) struct Standing {
    /// The position, and the ones one and two moves ago; the earliest that is known where there was none.
    boards: [Board; 3],
    recent: [Option<(Color, Move)>; N_RECENT],
    pub(super) to_move: Color,
    /// Passes in a row before the next move.
    n_passes: usize,
    /// Keys of the positions since the root of the search, as superko compares them.
    keys: Vec<u64>,
}

impl Standing {
    /// The position of a game, with `color` to move. If the game goes on after two passes, it does as if there had been
    /// none.
    pub(super) fn of_game(game: &Game, color: Color) -> Self {
        let mut earlier = game.clone();
        let mut board = || {
            let mut board = earlier.board().clone();
            board.forget_history();
            earlier.undo();
            board
        };
        let mut moves = game.moves().iter().rev().copied();
        Self {
            boards: [board(), board(), board()],
            recent: std::array::from_fn(|_| moves.next()),
            to_move: color,
            n_passes: match game.n_consecutive_passes() {
                1 => 1,
                _ => 0,
            },
            keys: Vec::new(),
        }
    }

    /// The position now.
    pub(super) const fn board(&self) -> &Board {
        &self.boards[0]
    }

    /// Whether two passes have ended the game.
    pub(super) const fn is_over(&self) -> bool {
        self.n_passes >= 2
    }

    /// Becomes the position after the moves of a path from `root`.
    pub(super) fn follow(&mut self, root: &Self, path: &[Step], ko: KoRule) {
        let [now, before, earliest] = &mut self.boards;
        now.copy_position(root.board());
        if path.len() < 2 {
            earliest.copy_position(&root.boards[2 - path.len()]);
        }
        if path.is_empty() {
            before.copy_position(&root.boards[1]);
        }
        self.recent = root.recent;
        self.to_move = root.to_move;
        self.n_passes = root.n_passes;
        self.keys.clear();
        for (n_before, step) in path.iter().enumerate() {
            let [now, before, earliest] = &mut self.boards;
            match path.len() - n_before {
                2 => earliest.copy_position(now),
                1 => before.copy_position(now),
                _ => (),
            }
            match step.mv.point() {
                Some(point) => {
                    now.play_unlogged(self.to_move, point);
                    self.n_passes = 0;
                }
                None => {
                    now.pass_unlogged();
                    self.n_passes += 1;
                }
            }
            let hash = now.hash();
            self.recent.rotate_right(1);
            self.recent[0] = Some((self.to_move, step.mv));
            self.to_move = self.to_move.opponent();
            self.keys.push(superko_key(ko, hash, self.to_move));
        }
    }

    /// The points where superko alone forbids the player to move to play.
    pub(super) fn banned(&self, setting: &Setting) -> PointSet {
        if setting.rules.ko == KoRule::Simple {
            return PointSet::EMPTY;
        }
        let (board, color) = (self.board(), self.to_move);
        let empty = board.empty_points().iter().copied();
        empty
            .filter(|&point| {
                let hash = board.hash_after(color, point);
                setting.repeats(hash, color.opponent(), &self.keys) && board.is_legal(color, point)
            })
            .collect()
    }

    /// The number of moves at the start of a line that superko allows. The moves of a line come from a graph, where a
    /// move of one path may repeat a position of another.
    pub(super) fn n_allowed(&self, setting: &Setting, line: &[Move]) -> usize {
        if setting.rules.ko == KoRule::Simple {
            return line.len();
        }
        let (mut board, mut color) = (self.board().clone(), self.to_move);
        let mut keys = self.keys.clone();
        for (n_before, mv) in line.iter().enumerate() {
            let rival = color.opponent();
            if let Some(point) = mv.point() {
                if setting.repeats(board.hash_after(color, point), rival, &keys) {
                    return n_before;
                }
                board.play_unlogged(color, point);
            } else {
                board.pass_unlogged();
            }
            keys.push(superko_key(setting.rules.ko, board.hash(), rival));
            color = rival;
        }
        line.len()
    }

    /// A key of the position with all that decides what is legal and how the game goes on.
    pub(super) fn key(&self, banned: &PointSet) -> u64 {
        let mut key = self.board().hash() ^ zobrist::to_move(self.to_move);
        if let Some((_, point)) = self.board().ko() {
            key ^= zobrist::ko(point);
        }
        for point in banned.iter() {
            key ^= zobrist::ko(point).rotate_left(21);
        }
        key ^ (self.n_passes as u64).wrapping_mul(0xD1B5_4A32_D192_ED03)
    }

    /// The place in a graph whose root stands after `n_moves` moves.
    pub(super) fn place(&self, banned: &PointSet, n_moves: u32) -> Place {
        let n_since = u32::try_from(self.keys.len()).unwrap_or(0);
        Place {
            key: self.key(banned),
            n_moves: n_moves + n_since,
            to_move: self.to_move,
        }
    }

    /// The question about the position.
    pub(super) fn position<'a>(
        &'a self,
        setting: &'a Setting,
        banned: PointSet,
    ) -> NetworkPosition<'a> {
        let [board, before, earliest] = &self.boards;
        NetworkPosition {
            board,
            earlier: [before, earliest],
            recent: self.recent,
            to_move: self.to_move,
            rules: &setting.rules,
            n_handicap: setting.n_handicap,
            banned,
            pass_ends_game: self.n_passes == 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Rng;
    use crate::board::Size;

    /// Random games: what a standing shows after some moves is what the game itself has.
    #[test]
    fn following_moves_is_playing_them() {
        let mut rng = Rng::new(3, 0);
        let rules = Rules::named("tromp-taylor").unwrap();
        for n_moves in 0..40 {
            let mut game = Game::new(Size::square(4), rules);
            let setting = Setting::new(&game);
            let root = Standing::of_game(&game, Color::Black);
            let mut path = Vec::new();
            while path.len() < n_moves && !game.is_over() {
                let color = game.to_move();
                let points = game.board().empty_points().iter().copied();
                let moves: Vec<Move> = points
                    .map(Move::Play)
                    .chain([Move::Pass])
                    .filter(|&mv| game.is_legal(color, mv))
                    .collect();
                let mv = moves[rng.index(moves.len())];
                game.play(color, mv).unwrap();
                path.push(Step {
                    node: 0,
                    edge: 0,
                    mv,
                });
            }
            let mut followed = Standing::of_game(&Game::new(Size::square(4), rules), Color::White);
            followed.follow(&root, &path, rules.ko);
            let played = Standing::of_game(&game, game.to_move());
            assert_eq!(followed.recent, played.recent);
            for (ours, theirs) in followed.boards.iter().zip(&played.boards) {
                assert_eq!(ours.to_string(), theirs.to_string());
                assert_eq!(ours.ko(), theirs.ko());
            }
            assert_eq!(followed.is_over(), game.is_over());
            let banned = followed.banned(&setting);
            assert_eq!(banned, played.banned(&Setting::new(&game)));
            for &point in game.board().empty_points() {
                let color = game.to_move();
                let is_legal = game.board().is_legal(color, point) && !banned.contains(point);
                assert_eq!(is_legal, game.is_legal(color, Move::Play(point)));
            }
        }
    }
}
