//! Hints for a search: moves that kill or save a group, within a budget.
//!
//! Playouts kill and save groups at random, so a search needs many of them to distinguish a vital point from others.
//! Reading the group finds the point at once. Most readings of open positions are estimates: the surer they are, the
//! stronger is the hint. The reader minds the game before the position, where superko makes it count.

use std::sync::Arc;

use super::capture_hints::{HintTrust, add_hint, least_prior, open_blocks};
use super::reading::{board_as_read, readers};
use crate::base::Budget;
use crate::board::{Board, Color, Game, Move, Point, PointSet};
use crate::endgame::Settled;
use crate::mcts::Ownership;
use crate::tsumego::Goal;
use crate::tsumego::reader::{Past, Trust};
use crate::tsumego::{Question, Reader, Reading, Verdict};

/// Blocks with fewer stones are left to the reading of captures.
const LEAST_STONES: usize = 3;

/// Nodes for each of the two questions about a group.
const NODES: u64 = 5000;

/// A block to read.
struct Candidate {
    head: Point,
    n_stones: usize,
    /// Stones times the doubt of the playouts about them.
    stake: f64,
}

/// Adds to `hints` the points on which `color` kills or saves a group that hangs on the next move.
pub(super) fn add_group_hints(
    hints: &mut Vec<(Point, f32)>,
    game: &Game,
    color: Color,
    settled: &Settled,
    ownership: &Ownership,
    hint_trust: HintTrust,
    mut budget: Budget,
) {
    let board = &*board_as_read(game);
    let mut read: PointSet = PointSet::EMPTY;
    let mut reader = None;
    for candidate in candidates(board, settled, ownership) {
        let is_sure = candidate.stake < hint_trust.least_stake;
        if is_sure || budget.remaining() < 2 * NODES || budget.check().is_err() {
            break;
        }
        if read.contains(candidate.head) {
            continue;
        }
        let reader = reader.get_or_insert_with(|| readers::for_hints(&Arc::new(Past::of(game))));
        let Some((kill, rescue)) = read_group(game, board, candidate.head, reader, &mut budget)
        else {
            continue;
        };
        // What is read together hangs together: its other blocks need no reading of their own.
        let owner = board.color(candidate.head);
        read |= kill.zone & owner.map_or(PointSet::EMPTY, |owner| board.points_of(owner).collect());
        let trust = kill.basis.trust().min(rescue.basis.trust());
        let reading = if owner == Some(color) { rescue } else { kill };
        if let Some(point) = reading.first() {
            let most = match trust {
                Trust::Proved => hint_trust.most_proved,
                Trust::Doubtful | Trust::Likely | Trust::NearlySure => hint_trust.most,
            };
            let least = (weight(trust) * least_prior(candidate.n_stones)).min(most);
            tracing::debug!(group = %candidate.head, %point, proof = reading.proof(), least, "vital point");
            add_hint(hints, point, least);
        }
    }
}

/// The weight of a hint by the weaker of the two answers that it follows from.
const fn weight(trust: Trust) -> f32 {
    match trust {
        Trust::Doubtful => 0.35,
        Trust::Likely => 0.55,
        Trust::NearlySure => 0.85,
        Trust::Proved => 1.0,
    }
}

/// The blocks that are neither small nor settled by proof, those with most at stake first.
fn candidates(board: &Board, settled: &Settled, ownership: &Ownership) -> Vec<Candidate> {
    let mut candidates = Vec::new();
    for head in open_blocks(board, settled) {
        let n_stones = board.stones(head).count();
        if n_stones < LEAST_STONES {
            continue;
        }
        let doubt = |stone| 1.0 - ownership.mean(stone).abs();
        let stake = board.stones(head).map(doubt).sum();
        candidates.push(Candidate {
            head,
            n_stones,
            stake,
        });
    }
    // The sort is stable: ties stay in point order.
    candidates.sort_by(|a, b| b.stake.total_cmp(&a.stake));
    candidates
}

/// How the attacker kills a group, and how the defender saves it, each moving first. `None` if one of the two fails, or
/// may not begin so in the game.
fn read_group(
    game: &Game,
    board: &Board,
    target: Point,
    reader: &mut Reader,
    budget: &mut Budget,
) -> Option<(Reading, Reading)> {
    let owner = board.color(target)?;
    let mut ask = |goal, to_move| {
        let question = Question::new(target, goal, to_move);
        let mut part = budget.part(NODES);
        let reading = reader.read(board, question, &mut part);
        budget.charge(part.spent());
        let is_legal = |point: Point| game.is_legal(to_move, Move::Play(point));
        reading
            .filter(|reading| matches!(reading.judgement(), Verdict::Achieved | Verdict::Ko { .. }))
            .filter(|reading| reading.first().is_none_or(is_legal))
    };
    let kill = ask(Goal::Kill, owner.opponent())?;
    let rescue = ask(Goal::Live, owner)?;
    Some((kill, rescue))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Rng;
    use crate::board::game::Start;
    use crate::board::{KoRule, Rules};
    use crate::endgame::Partition;
    use crate::mcts::ownership;

    fn vital_points(diagram: &str, color: Color, nodes: u64) -> Vec<String> {
        let board: Board = diagram.parse().unwrap();
        let game = Game::from_start(Start::from_board(&board), Rules::default()).unwrap();
        vital_points_after(&game, color, nodes)
    }

    fn vital_points_after(game: &Game, color: Color, nodes: u64) -> Vec<String> {
        let board = game.board();
        let settled = Partition::new(board).settled(board);
        let mean = ownership(board, color, 50, &mut Rng::new(1, 0), &Budget::unlimited());
        let mut hints = Vec::new();
        let (trust, budget) = (HintTrust::OF_PLAYOUTS, Budget::nodes(nodes));
        add_group_hints(&mut hints, game, color, &settled, &mean, trust, budget);
        hints.iter().map(|(point, _)| point.to_string()).collect()
    }

    const THREE_IN_A_ROW: &str = "\
        . . . O X . .
        O O O O X . .
        X X X X X . .
        . . . . . . .
        . . . . . . .";

    #[test]
    fn the_vital_point_is_that_of_both() {
        for color in Color::BOTH {
            assert_eq!(
                vital_points(THREE_IN_A_ROW, color, 100_000),
                ["B5"],
                "{color}"
            );
        }
        assert_eq!(vital_points(THREE_IN_A_ROW, Color::Black, 0), [""; 0]);
    }

    /// Black takes four stones on A1, or White saves them by the capture on D1. Under superko Black may not: the first
    /// position would return.
    #[test]
    fn a_move_that_superko_forbids_kills_no_group() {
        let diagram = "\
            . X . X O O O
            X X X X O O O
            . . . X O O .
            X . X . O . O";
        let board: Board = diagram.parse().unwrap();
        for (ko, is_hint) in [
            (KoRule::Simple, true),
            (KoRule::PositionalSuperko, false),
            (KoRule::SituationalSuperko, false),
        ] {
            let start = Start {
                to_move: Some(Color::White),
                ..Start::from_board(&board)
            };
            let rules = Rules {
                ko,
                ..Rules::default()
            };
            let mut game = Game::from_start(start, rules).unwrap();
            for name in ["A2", "B1", "B2", "C2"] {
                let point = name.parse().unwrap();
                game.play(Color::White, Move::Play(point)).unwrap();
                if name != "C2" {
                    game.play(Color::Black, Move::Pass).unwrap();
                }
            }
            let found = vital_points_after(&game, Color::Black, 100_000);
            let names_capture = found.iter().any(|name| name == "A1");
            assert_eq!(names_capture, is_hint, "{ko:?} {found:?}");
        }
    }

    #[test]
    fn groups_that_live_or_are_lost_give_no_hint() {
        let four_in_a_row = "\
            . . . . O X .
            O O O O O X .
            X X X X X X .
            . . . . . . .
            . . . . . . .";
        let square_four = "\
            . . O X . . .
            . . O X . . .
            O O O X . . .
            X X X X . . .
            . . . . . . .";
        for diagram in [four_in_a_row, square_four] {
            for color in Color::BOTH {
                assert_eq!(
                    vital_points(diagram, color, 100_000),
                    [""; 0],
                    "{color}\n{diagram}"
                );
            }
        }
    }
}
