//! Hints for a search: moves that capture or save a block, within a budget.
//!
//! Playouts and priors find a capture only a few moves ahead. Here ladders are read exactly, and other captures among
//! the likely moves. The hints name the moves that the search visits first; the search may still choose other moves.
//! A move that superko forbids is no hint.

use super::reading::board_as_read;
use crate::base::Budget;
use crate::board::{Board, Color, Game, Move, Point};
use crate::endgame::Settled;
use crate::tactics::capture::Capture;
use crate::tactics::ko::Success;

/// Blocks with more liberties are not read.
const MOST_LIBERTIES: u16 = 3;

/// Nodes for a search about one move. All searches about a block may cost up to forty times as much.
const NODES: u64 = 400;

/// The weight of hints in a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct HintTrust {
    /// The largest prior probability that a hint may demand.
    pub(super) most: f32,
    /// The same, if it is proved that a group hangs on the move.
    pub(super) most_proved: f32,
    /// The least number of stones in doubt for which a group is read.
    pub(super) least_stake: f64,
    /// Captures, and groups, are read in one of so many parts of the time at most, and the endgame is estimated in two.
    pub(super) n_parts: u32,
}

impl HintTrust {
    /// For a search by playouts, which finds captures and vital points late.
    pub(super) const OF_PLAYOUTS: Self = Self {
        most: 1.0,
        most_proved: 1.0,
        least_stake: 0.0,
        n_parts: 10,
    };

    /// For a search with a network. Its policy covers most captures, and ranks the smaller ones low: a hint makes sure
    /// that a move is visited, and no more, so that it may not cost many visits either. With the priors and the time of
    /// playouts, a search lost to one without any hint (`docs/measurements/network.md`).
    pub(super) const OF_A_NETWORK: Self = Self {
        most: 0.02,
        most_proved: 0.1,
        least_stake: 0.5,
        n_parts: 40,
    };
}

/// The points on which `color` captures or saves a block that hangs on the next move, the largest blocks first. Each
/// has the least prior probability that a search should give it.
pub(super) fn capture_hints(
    game: &Game,
    color: Color,
    settled: &Settled,
    trust: HintTrust,
    mut budget: Budget,
) -> Vec<(Point, f32)> {
    let board = &*board_as_read(game);
    let mut heads: Vec<Point> = open_blocks(board, settled)
        .filter(|&head| board.block(board.block_id(head)).n_liberties() <= MOST_LIBERTIES)
        .collect();
    // The sort is stable: ties stay in point order.
    heads.sort_by_key(|&head| std::cmp::Reverse(n_stones(board, head)));
    let mut hints: Vec<(Point, f32)> = Vec::new();
    for head in heads {
        if budget.remaining() < NODES || budget.check().is_err() {
            break;
        }
        let Some(point) = decisive_point(game, board, color, head, &mut budget) else {
            continue;
        };
        let least = least_prior(n_stones(board, head)).min(trust.most);
        add_hint(&mut hints, point, least);
    }
    hints
}

/// The first stones of the blocks whose fate is not settled by proof.
pub(super) fn open_blocks(board: &Board, settled: &Settled) -> impl Iterator<Item = Point> {
    let heads = Color::BOTH
        .into_iter()
        .flat_map(|color| board.first_stones(color));
    heads.filter(|&head| !settled.owned.0.iter().any(|owned| owned.contains(head)))
}

/// Adds a point with its least prior probability.
pub(super) fn add_hint(hints: &mut Vec<(Point, f32)>, point: Point, least: f32) {
    match hints.iter_mut().find(|(known, _)| *known == point) {
        // A point that decides about two blocks is worth both.
        Some((_, known)) => *known = (*known + least).min(0.5),
        None => hints.push((point, least)),
    }
}

fn n_stones(board: &Board, head: Point) -> usize {
    board
        .block_at(head)
        .map_or(0, |block| block.n_stones().into())
}

/// Where `color` captures or saves the block, if the block hangs on the next move: the attacker can capture it moving
/// first, and the defender can save it moving first.
fn decisive_point(
    game: &Game,
    board: &Board,
    color: Color,
    head: Point,
    budget: &mut Budget,
) -> Option<Point> {
    let owner = board.color(head)?;
    let mut question = Capture::new(board, head)?.within(budget);
    let (attack, capture) = question.attack(NODES);
    let (defense, rescue) = match attack {
        Success::None => (Success::None, None),
        Success::Clean | Success::KoTakingFirst | Success::KoNeedingThreat => {
            question.defend(NODES)
        }
    };
    budget.charge(question.n_nodes());
    if defense == Success::None {
        return None;
    }
    let hint = if owner == color { rescue } else { capture };
    hint.filter(|&point| game.is_legal(color, Move::Play(point)))
}

/// The prior probability of a move that decides about so many stones.
pub(super) const fn least_prior(n_stones: usize) -> f32 {
    match n_stones {
        0 | 1 => 0.04,
        2 => 0.08,
        3..=5 => 0.15,
        _ => 0.25,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::game::Start;
    use crate::board::{KoRule, Rules};
    use crate::endgame::Partition;

    fn game(diagram: &str) -> Game {
        let board: Board = diagram.parse().unwrap();
        Game::from_start(Start::from_board(&board), Rules::default()).unwrap()
    }

    fn check(diagram: &str, color: Color, expected: &[&str]) {
        let game = game(diagram);
        let settled = Partition::new(game.board()).settled(game.board());
        let trust = HintTrust::OF_PLAYOUTS;
        let hints = capture_hints(&game, color, &settled, trust, Budget::nodes(1_000_000));
        let names: Vec<String> = hints.iter().map(|(point, _)| point.to_string()).collect();
        assert_eq!(names, expected, "{color}\n{diagram}");
    }

    #[test]
    fn a_ladder_gives_both_sides_a_hint() {
        let diagram = "\
            . . . . . . .
            . . X . . . .
            . X O . . . .
            . X . . . . .
            . . . . . . .
            . . . . . . .
            . . . . . . .";
        check(diagram, Color::Black, &["D5"]);
        let game = game(diagram);
        let settled = Partition::new(game.board()).settled(game.board());
        let of_white = |trust, nodes| {
            capture_hints(&game, Color::White, &settled, trust, Budget::nodes(nodes))
        };
        let [(_, least)] = of_white(HintTrust::OF_PLAYOUTS, 1_000_000)[..] else {
            panic!("one hint");
        };
        let [(_, of_network)] = of_white(HintTrust::OF_A_NETWORK, 1_000_000)[..] else {
            panic!("one hint");
        };
        assert!(of_network < least);
        assert_eq!(of_white(HintTrust::OF_PLAYOUTS, 10), []);
    }

    /// White has taken a ko, and both sides have passed: to take it back is legal, but for superko.
    #[test]
    fn a_capture_that_superko_forbids_is_no_hint() {
        let board: Board = ". . . . .\n. X O . .\nX . X O .\n. X O . .\n. . . . ."
            .parse()
            .unwrap();
        let point = |name: &str| -> Point { name.parse().unwrap() };
        for (ko, is_hint) in [(KoRule::Simple, true), (KoRule::PositionalSuperko, false)] {
            let rules = Rules {
                ko,
                ..Rules::default()
            };
            let mut game = Game::from_start(Start::from_board(&board), rules).unwrap();
            for (color, mv) in [
                (Color::White, Move::Play(point("B3"))),
                (Color::Black, Move::Pass),
                (Color::White, Move::Pass),
            ] {
                game.play(color, mv).unwrap();
            }
            let settled = Partition::new(game.board()).settled(game.board());
            let (trust, budget) = (HintTrust::OF_PLAYOUTS, Budget::nodes(1_000_000));
            let hints = capture_hints(&game, Color::Black, &settled, trust, budget);
            let mut points = hints.iter().map(|&(hint, _)| hint);
            let found = points.any(|hint| hint == point("C3"));
            assert_eq!(found, is_hint, "{ko:?} {hints:?}");
        }
    }

    #[test]
    fn blocks_that_are_lost_or_out_of_reach_give_no_hint() {
        check(
            ". . . . .\n. . . . .\n. . O . .\n. . . . .\n. . . . .",
            Color::Black,
            &[],
        );
        check(". X O .\nO O O .\n. . . .\n. . . .", Color::Black, &[]);
    }
}
