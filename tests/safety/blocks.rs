//! Blocks that are called proved alive or dead, compared with a search of all lines: a living block is never taken by
//! an opponent who moves first, a dead one never kept by an owner who moves first.

use std::collections::HashMap;

use tedomari::base::{Budget, Rng};
use tedomari::board::game::Start;
use tedomari::board::{Board, Color, Game, Point, PointSet, Rules};
use tedomari::engine::{Engine, EngineParams};
use tedomari::safety::gnugo::{PointStatus, UnconditionalStatus};

use super::oracle;
use super::search::is_kept;

/// Positions of one search of all lines, at most.
const LIMIT: usize = 2000;

/// Whether the owner of a block, moving first, is captured in every line in which the opponent plays well, under a
/// simple ko; both may pass. `None` if there are too many positions.
fn is_lost(board: &Board, block: &PointSet, owner: Color) -> Option<bool> {
    let mut positions = vec![start_of(board, owner)];
    let mut numbers = HashMap::from([(key(&positions[0]), 0)]);
    let mut next: Vec<Vec<usize>> = Vec::new();
    let is_taken = |board: &Board| block.iter().any(|stone| board.color(stone) != Some(owner));
    while next.len() < positions.len() {
        let (board, to_move) = positions[next.len()].clone();
        let mut after = Vec::new();
        if !is_taken(&board) {
            let plays = board.empty_points().iter().map(|&point| Some(point));
            for play in plays.chain([None]).collect::<Vec<_>>() {
                let mut board = board.clone();
                match play {
                    Some(point) if board.play(to_move, point).is_err() => continue,
                    Some(_) => {}
                    None => board.pass(),
                }
                let position = start_of(&board, to_move.opponent());
                let n = positions.len();
                let number = *numbers.entry(key(&position)).or_insert(n);
                if number == n {
                    positions.push(position);
                }
                after.push(number);
            }
        }
        next.push(after);
        if positions.len() > LIMIT {
            return None;
        }
    }
    let mut lost: Vec<bool> = positions.iter().map(|(board, _)| is_taken(board)).collect();
    loop {
        let mut changes = false;
        for n in (0..positions.len()).filter(|&n| !next[n].is_empty()) {
            let mut after = next[n].iter().map(|&next| lost[next]);
            let loses = if positions[n].1 == owner {
                after.all(|lost| lost)
            } else {
                after.any(|lost| lost)
            };
            changes |= loses && !std::mem::replace(&mut lost[n], true);
        }
        if !changes {
            return Some(lost[0]);
        }
    }
}

fn start_of(board: &Board, to_move: Color) -> (Board, Color) {
    let mut board = board.clone();
    board.forget_history();
    (board, to_move)
}

fn key((board, to_move): &(Board, Color)) -> (u64, Color, Option<(Color, Point)>) {
    (board.hash(), *to_move, board.ko())
}

/// What is checked, and how often a claim was found.
#[derive(Debug, Default)]
struct Count {
    n_alive: usize,
    n_dead: usize,
    /// Stones of the owner of a point that the opponent can take there.
    n_taken_on_own_points: usize,
}

impl Count {
    /// Compares what is called proved about one position with all lines.
    fn check(&mut self, engine: &mut Engine, board: &Board) {
        let game = Game::from_start(Start::from_board(board), Rules::default()).unwrap();
        let facts = engine.proved_facts(&game, Color::Black, &Budget::nodes(0));
        let status = UnconditionalStatus::new(board);
        for color in Color::BOTH {
            for head in board.first_stones(color) {
                let block: PointSet = board.stones(head).collect();
                let said = facts.blocks.iter().find(|block| block.stone == head);
                let unconditional = status.of(board, head);
                let is_alive =
                    said.is_some_and(|block| block.is_alive) || unconditional == PointStatus::Alive;
                let is_dead = said.is_some_and(|block| !block.is_alive);
                assert!(!(is_alive && is_dead), "{head}\n{board}");
                if !is_dead
                    && let Some(kept) = is_kept(board, color, (block, PointSet::EMPTY), LIMIT)
                {
                    assert!(kept || !is_alive, "{head} is called alive\n{board}");
                    self.n_alive += usize::from(is_alive);
                    let is_owned = facts.owned[color].contains(head);
                    self.n_taken_on_own_points += usize::from(!kept && is_owned);
                }
                if is_dead && let Some(lost) = is_lost(board, &block, color) {
                    assert!(lost, "{head} is called dead\n{board}");
                    self.n_dead += 1;
                }
            }
        }
    }
}

#[test]
fn blocks_called_alive_or_dead_are_so() {
    let mut rng = Rng::new(52, 0);
    let mut engine = Engine::new(EngineParams::default());
    let mut count = Count::default();
    for (width, height) in [(3, 3), (4, 3), (5, 3), (4, 4)] {
        for round in 0..200 {
            let owner = Color::BOTH[round % 2];
            let board = oracle::enclosed_board(&mut rng, width, height, owner);
            count.check(&mut engine, &board);
        }
    }
    assert!(
        count.n_alive > 200 && count.n_dead > 1 && count.n_taken_on_own_points > 1,
        "{count:?}"
    );
}

/// A black stone in the eye of its own wall, with two white stones beside it: White takes it, and dies there.
#[test]
fn a_stone_on_a_point_of_its_own_territory_need_not_live() {
    let board: Board = ". X . X . X\nX X X X X X\n. O X X . X\nX O X . X X"
        .parse()
        .unwrap();
    let stone: Point = "A1".parse().unwrap();
    let game = Game::from_start(Start::from_board(&board), Rules::default()).unwrap();
    let mut engine = Engine::new(EngineParams::default());
    let facts = engine.proved_facts(&game, Color::White, &Budget::nodes(0));
    assert!(facts.owned[Color::Black].contains(stone));
    assert!(
        facts.blocks.iter().all(|block| block.stone != stone),
        "{facts:?}"
    );
    let status = UnconditionalStatus::new(&board).of(&board, stone);
    assert_eq!(status, PointStatus::Territory(Color::Black));
}
