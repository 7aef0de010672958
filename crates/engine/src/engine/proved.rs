//! What is proved about a position: the one record for judgements, pictures, layers and reports beside a search.
//!
//! Two claims, two names. A *point* is owned by a color if it ends up as a point of that color whichever side moves
//! first. A *block* lives if its stones stay on the board whichever side moves first. The first does not entail the
//! second: a stone that can be taken inside safe territory of its own color stands on an owned point, as the stones
//! that take it die there. Nor does the death of a block entail who owns its points.

use super::reading::SettledBlocks;
use super::state::Engine;
use crate::base::Budget;
use crate::board::{Board, Color, Game, PerColor, Point, PointSet, Score};
use crate::endgame::ScoreRange;
use crate::safety::SafetyMap;
use crate::tsumego::reader::Past;

/// Bounds of the score that are so far apart are not worth showing.
const WIDEST: Score = Score::from_points(20);

/// A block whose fate is proved, whichever side moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProvedBlock {
    /// A stone of the block: the first one in point order.
    pub stone: Point,
    /// The color of its stones.
    pub color: Color,
    /// Whether it lives: its stones can't be captured while their owner answers. Otherwise it is dead: its owner can't
    /// keep them on the board.
    pub is_alive: bool,
}

/// What is proved about a position. Nothing in it is estimated; what is missing is open.
#[derive(Clone, Debug)]
pub struct ProvedFacts {
    /// The blocks whose fate is proved, in point order within each color, Black's first.
    pub blocks: Vec<ProvedBlock>,
    /// The points that each color owns for certain: living stones, and safe territory with all stones in it. A stone of
    /// the owner in it need not live.
    pub owned: PerColor<PointSet>,
    /// Bounds of the score from Black's view with best play of both, komi included: if the board has fallen apart into
    /// regions that are small enough to search, or if they are less than twenty points apart.
    pub score: Option<ScoreRange>,
}

impl Engine {
    /// What is proved about a position with `color` to move: by static rules and by what was read before; within
    /// `limits` by local search and, where the board is a sum of small regions, by their values, else by what each
    /// color holds by itself.
    pub fn proved_facts(&mut self, game: &Game, color: Color, limits: &Budget) -> ProvedFacts {
        let board = game.board();
        let facts = self.proved_points(game, limits);
        let score = if self.is_small_sum(board, limits) {
            let endgame = self.endgame(game, limits);
            endgame.score(&mut self.store, color).ok()
        } else if limits.remaining() > 0 {
            let held = self.held(game, &mut limits.clone());
            let range = held.range(game, color, limits);
            (range.high - range.low < WIDEST).then_some(range)
        } else {
            None
        };
        ProvedFacts { score, ..facts }
    }

    /// The same without bounds of the score: by static rules, by local search within `limits`, and by what was read
    /// before. Without nodes nothing is searched anew. Where a superko rule holds, the positions of the game count.
    pub fn proved_points(&mut self, game: &Game, limits: &Budget) -> ProvedFacts {
        let (board, past) = (game.board(), Past::of(game));
        let map = if limits.remaining() > 0 {
            self.safe_points_by_search(board, limits)
        } else {
            self.known_safe_points(board)
        };
        let map = past.leaves(map, board);
        let read = self.reading.settled(board, &past);
        ProvedFacts {
            blocks: blocks(board, &map, &read),
            owned: PerColor::from_fn(|color| map.safe(color) | read.alive[color]),
            score: None,
        }
    }
}

/// The blocks whose stones are safe, or that die whichever side moves first: by static rules, or by what was read.
fn blocks(board: &Board, map: &SafetyMap, read: &SettledBlocks) -> Vec<ProvedBlock> {
    let mut blocks = Vec::new();
    for color in Color::BOTH {
        let alive = map.stones[color] | read.alive[color];
        let dead = map.territory[color.opponent()] | read.dead[color];
        for stone in board.first_stones(color) {
            let is_alive = alive.contains(stone);
            if is_alive || dead.contains(stone) {
                blocks.push(ProvedBlock {
                    stone,
                    color,
                    is_alive,
                });
            }
        }
    }
    blocks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Rules, game::Start};
    use crate::engine::EngineParams;

    #[test]
    fn living_and_dead_blocks_and_an_exact_score() {
        let board: Board = ". X . X . O .\nX X X X O . O\n. X O X O O O\n. X . X O . O\nX X X X O O .\n. X . X O . O\n\
            . X . X O O ."
            .parse()
            .unwrap();
        let game = Game::from_start(Start::from_board(&board), Rules::default()).unwrap();
        let mut engine = Engine::new(EngineParams::default());
        let facts = engine.proved_facts(&game, Color::Black, &Budget::unlimited());
        let dead: Vec<&ProvedBlock> = facts
            .blocks
            .iter()
            .filter(|block| !block.is_alive)
            .collect();
        assert_eq!(dead.len(), 1, "{facts:?}");
        assert_eq!(dead[0].stone, "C5".parse().unwrap());
        assert!(facts.owned[Color::Black].contains("A1".parse().unwrap()));
        let score = facts.score.and_then(|range| range.exact());
        assert!(score.is_some(), "{:?}", facts.score);
    }
}
