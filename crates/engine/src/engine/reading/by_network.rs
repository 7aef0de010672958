//! Groups whose fate reading leaves open: an estimate from a search with a network and the running room.
//!
//! A frame is cut out of the board: whether a group gets away, connects to friends that live, or is shut in by walls
//! that die, lies outside of it. The network is learned from whole games, and the running room is how far a group can
//! still get. Both together are weighed as a logistic model, fitted to positions of games and of books
//! (`docs/measurements/calibration.md`). The answer is an estimate, unless its first move is then proved.

use super::effort::Effort;
use super::group_search::{GroupSearch, Outlook};
use super::position::PositionReading;
use super::readers;
use super::running_room::n_exits;
use super::standing::Standing;
use super::threat::Threat;
use crate::base::Budget;
use crate::board::{Board, Color, Point, PointSet, Rules};
use crate::intuition::History;
use crate::tsumego::reader::{Basis, Clearness, FrameKind, Support};
use crate::tsumego::{Goal, Question, Reader, Reading, Verdict};

/// How far the logarithm of the odds of a success grows with how far the group belongs to the side to move after its
/// best move, and with the square root of the number of ways out of the group.
#[derive(Clone, Copy, Debug)]
struct Weights {
    constant: f32,
    share: f32,
    exits: f32,
}

/// Written by `scripts/fit_groups.py`.
const KILL: Weights = Weights {
    constant: 2.94,
    share: 3.88,
    exits: -0.83,
};
const LIVE: Weights = Weights {
    constant: -0.92,
    share: 2.65,
    exits: 0.76,
};

/// A kill is unlikely if the group belongs less than this to the attacker after its best move, however few ways out it
/// has: of 33 such kills in middle games 20 were wrong and 8 right, of 68 others 2 were wrong and 54 right
/// (`docs/measurements/reading.md`).
const LEAST_SHARE: f32 = -0.35;

/// The logarithm of the odds of such a kill.
const UNLIKELY: f32 = -0.92;

/// A move of the search takes the place of the move of a kill that was read if the group belongs so much more to the
/// side to move after it.
const BETTER: f32 = 0.05;

/// A group that belongs no more to the defender than this after its best move is not looked at again.
const HOPELESS: f32 = -0.5;

/// Nodes for the attacker's kill after a move of the defender.
const CHECK: u64 = 25_000;

/// Nodes for the proof of a move that settles the fate of a group, as a multiple of those for a position of the search.
const PROOF: u64 = 100;

/// What a search with the network promises the side to move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prospect {
    pub(super) outlook: Outlook,
    /// The logarithm of the odds that it reaches its goal.
    pub(super) log_odds: f32,
}

impl PositionReading<'_> {
    /// The answer about blocks by a search with the network, and by their running room. `None` if there is no network,
    /// no move, or no time left.
    ///
    /// Cost: the evaluations of the effort, with a short reading for each.
    pub(super) fn by_network(
        &mut self,
        question: &Question,
        threat: Option<Threat>,
        reading: &Reading,
        effort: &Effort,
    ) -> Option<Reading> {
        let limits = effort.limits();
        let attack = reading.first().filter(|_| question.goal == Goal::Kill);
        let attack = attack.map(|mv| (question.to_move, mv));
        let mut standing = self.standing(question.stones(self.board), attack, effort);
        if let Some(standing) = &mut standing
            && let Some(found) = standing.proved(self.board, *question, limits)
        {
            if found.is_proven() {
                self.life
                    .memory
                    .keep_conclusion(self.board, question, &found);
                return Some(found);
            }
            // That no move is needed is an estimate, so that the likeliest one is named.
            let is_idle = question.goal == Goal::Live && found.first().is_none();
            let outlook = if is_idle && found.verdict == Verdict::Achieved {
                self.outlook(question, reading, None, effort)
            } else {
                None
            };
            let named = outlook.and_then(|outlook| outlook.mv);
            let line = named.map_or_else(|| found.line.clone(), |mv| vec![Some(mv)]);
            return Some(Reading { line, ..found });
        }
        let threat = self.threat_to_answer(question, threat, standing.as_mut(), effort);
        let found = |verdict, mv: Option<Point>, clearness| Reading {
            line: mv.map(Some).into_iter().collect(),
            zone: reading.zone,
            ..Reading::new(verdict, Basis::Network(clearness))
        };
        if threat.is_some_and(|threat| threat.is_unanswered()) {
            return Some(found(Verdict::Refuted, None, Clearness::Clear));
        }
        let prospect = self.prospect(question, reading, threat, effort);
        let Prospect { outlook, log_odds } = prospect?;
        if let Some(proof) = outlook
            .mv
            .filter(|_| outlook.is_read && outlook.share > 0.0)
            && let Some(proved) = self.proved_by(question, proof, reading, limits)
        {
            return Some(proved);
        }
        let first = chosen(reading, &outlook);
        let others = outlook.best.into_iter().flatten();
        let moves = first
            .into_iter()
            .chain(others.filter(|&mv| Some(mv) != first));
        let is_clear = Clearness::of(log_odds) == Clearness::Clear;
        let standing = standing.filter(|_| !is_clear);
        let tried = standing.map_or(Tried::Undecided(first, None), |mut standing| {
            tried(&mut standing, (self.board, question), moves, limits)
        });
        match tried {
            Tried::Proved(proof) if proof.given.is_empty() => {
                let mv = proof.first()?;
                let proved = self.proved_by(question, mv, reading, limits);
                return proved.or_else(|| Some(found(proof.verdict, Some(mv), Clearness::Clear)));
            }
            Tried::Proved(found) => return Some(*found),
            Tried::Undecided(mv, Some(ko)) if log_odds > 0.0 => {
                return Some(found(ko, mv, Clearness::Faint));
            }
            Tried::Undecided(mv, None) if log_odds > 0.0 => {
                return Some(found(Verdict::Achieved, mv, Clearness::of(log_odds)));
            }
            Tried::Undecided(..) | Tried::Fail => {}
        }
        if let Some(saving) = outlook.mv.filter(|_| outlook.share > HOPELESS)
            && self.shows_no_kill(question, saving, limits)
        {
            return Some(found(Verdict::Achieved, Some(saving), Clearness::Faint));
        }
        let clearness = Clearness::of(log_odds.min(0.0));
        Some(found(Verdict::Refuted, None, clearness))
    }

    /// Whether the attacker is read after a move of the defender, and finds no kill, not even one in frames that give
    /// it all of the board outside. No answer if the group is too large for frames.
    ///
    /// Cost: `CHECK` nodes.
    fn shows_no_kill(&mut self, question: &Question, mv: Point, limits: &Budget) -> bool {
        if question.goal == Goal::Kill {
            return false;
        }
        let mut budget = limits.renewed(CHECK);
        let board = self.board;
        let found = self.life.first_move(board, question, mv, &mut budget);
        let is_read = budget.spent() >= CHECK / 2;
        is_read && found.is_some_and(|found| found.verdict == Verdict::Unknown)
    }

    /// The outlook of a search with the network, and the odds that the goal is reached. `None` as above; the cost is
    /// the same.
    pub(super) fn prospect(
        &self,
        question: &Question,
        reading: &Reading,
        threat: Option<Threat>,
        effort: &Effort,
    ) -> Option<Prospect> {
        let outlook = self.outlook(question, reading, threat, effort)?;
        let owner = question.owner(self.board)?;
        let exits = n_exits(self.board, owner, &question.stones(self.board));
        let log_odds = log_odds(question.goal, &outlook, exits);
        tracing::debug!(
            basis = reading.basis.name(),
            verdict = reading.verdict.name(),
            first = ?reading.first().map(|mv| mv.to_string()),
            mv = ?outlook.mv.map(|mv| mv.to_string()),
            share = outlook.share,
            passed = outlook.passed,
            suggested = ?outlook.suggested,
            exits,
            log_odds,
            "outlook"
        );
        Some(Prospect { outlook, log_odds })
    }

    /// The outlook of a search; the move that was read is tried beside the likely ones, and the point that a threat of
    /// the other side begins with.
    fn outlook(
        &self,
        question: &Question,
        reading: &Reading,
        threat: Option<Threat>,
        effort: &Effort,
    ) -> Option<Outlook> {
        let limits = effort.limits();
        let n_evaluations = effort.evaluations(&self.budgets);
        if n_evaluations == 0 {
            return None;
        }
        let network = self.network?.wait(limits).ok()??;
        let board = self.board;
        let (history, rules) = (self.game.map(History::of_game), Rules::default());
        let position = self.shown_to_network(question.to_move, &history, &rules);
        let points = board.size().points();
        let banned = points.filter(|&point| self.is_banned(question.to_move, point));
        let search = GroupSearch::new(&network, position, &question.targets, banned.collect())?;
        let search = search.against(threat);
        let owner = question.owner(board)?;
        let glance = self.budgets.glance;
        let mut reader = readers::for_guesses();
        reader.set_past(&self.life.past);
        let mut read = |board: &Board, to_move: Color| {
            let mut budget = limits.renewed(glance);
            lives_at_a_glance(
                &mut reader,
                board,
                (owner, to_move),
                &question.targets,
                &mut budget,
            )
        };
        search.outlook(reading.first(), n_evaluations, &mut read, limits)
    }

    /// The proof that a first move reaches the goal, if it is found.
    pub(super) fn proved_by(
        &mut self,
        question: &Question,
        mv: Point,
        reading: &Reading,
        limits: &Budget,
    ) -> Option<Reading> {
        let nodes = PROOF.saturating_mul(self.budgets.glance);
        let mut budget = limits.renewed(nodes);
        let board = self.board;
        let found = self.life.first_move(board, question, mv, &mut budget)?;
        let is_proved = found.is_proven && found.verdict == Verdict::Achieved;
        is_proved.then(|| Reading {
            n_nodes: reading.n_nodes + budget.spent(),
            ..Reading::proved(
                Verdict::Achieved,
                vec![Some(mv)],
                PointSet::board(board.size()),
            )
        })
    }
}

/// What trying some moves with certain stones taken for granted shows.
#[derive(Debug)]
enum Tried {
    /// One of them is proved to reach the goal, or to reach it by a ko, and the others are not.
    Proved(Box<Reading>),
    /// Nothing is proved of this one, the first such; `None` is a pass. The reader may have seen it end in a ko.
    Undecided(Option<Point>, Option<Verdict>),
    /// All of them are proved to fail.
    Fail,
}

/// Tries moves, the likeliest first, with certain stones taken for granted. Without a move, the pass is undecided.
///
/// Cost: a question of [`Standing`] for each.
fn tried(
    standing: &mut Standing,
    (board, question): (&Board, &Question),
    moves: impl Iterator<Item = Point>,
    limits: &Budget,
) -> Tried {
    let mut undecided = None;
    let mut ko: Option<Reading> = None;
    let mut n_tried = 0;
    for mv in moves {
        n_tried += 1;
        let found = standing.after(board, question, mv, limits);
        let verdict = found.as_ref().map(|found| found.verdict);
        let is_ko = matches!(verdict, Some(Verdict::Ko { .. }));
        match found.filter(|found| matches!(found.basis, Basis::Given(_))) {
            Some(found) if found.verdict == Verdict::Achieved => {
                return Tried::Proved(Box::new(found));
            }
            Some(found) if is_ko => {
                ko.get_or_insert(found);
            }
            Some(_) => {}
            None => {
                undecided.get_or_insert((mv, verdict.filter(|_| is_ko)));
            }
        }
    }
    match (undecided, ko) {
        (Some((mv, seen)), _) => Tried::Undecided(Some(mv), seen),
        (None, Some(ko)) => Tried::Proved(Box::new(ko)),
        (None, None) if n_tried == 0 => Tried::Undecided(None, None),
        (None, None) => Tried::Fail,
    }
}

/// Whether the blocks of a question live in another position, if a short search proves it.
fn lives_at_a_glance(
    reader: &mut Reader,
    board: &Board,
    (owner, to_move): (Color, Color),
    targets: &PointSet,
    budget: &mut Budget,
) -> Option<bool> {
    let is_left = |&point: &Point| board.color(point) == Some(owner);
    let targets: PointSet = targets.iter().filter(is_left).collect();
    let goal = Goal::of(to_move, owner);
    let found = reader.read(board, Question::new(targets, goal, to_move), budget)?;
    if !found.is_proven() {
        return None;
    }
    match found.verdict {
        Verdict::Achieved => Some(goal == Goal::Live),
        Verdict::Refuted => Some(goal == Goal::Kill),
        Verdict::Ko { .. } | Verdict::Unknown => None,
    }
}

/// The logarithm of the odds that the goal is reached. Where no move is better than a pass, these are the odds that the
/// other side fails, which then moves. A kill after which the group is still the defender's is unlikely.
fn log_odds(goal: Goal, outlook: &Outlook, n_exits: usize) -> f32 {
    let exits = f32::from(u16::try_from(n_exits).unwrap_or(u16::MAX)).sqrt();
    let of = |weights: Weights, sign: f32| {
        weights.constant + weights.share * sign * outlook.share + weights.exits * exits
    };
    let (own, other) = match goal {
        Goal::Kill => (KILL, LIVE),
        Goal::Live => (LIVE, KILL),
    };
    if outlook.mv.is_none() {
        return -of(other, -1.0);
    }
    let odds = of(own, 1.0);
    if goal == Goal::Kill && outlook.share < LEAST_SHARE {
        odds.min(UNLIKELY)
    } else {
        odds
    }
}

/// The move that is named: that of a kill in an optimistic frame unless another one is much better.
fn chosen(reading: &Reading, outlook: &Outlook) -> Option<Point> {
    let is_kill = matches!(reading.basis, Basis::Optimistic(Support::KillInFew));
    match outlook.suggested {
        Some(share) if is_kill && share + BETTER >= outlook.share => reading.first(),
        Some(_) | None => outlook.mv,
    }
}

/// Whether an answer rests on so little that the search with a network is right more often. Measured on positions of
/// games (`docs/measurements/reading.md`).
pub(super) const fn is_left_open(basis: Basis) -> bool {
    match basis {
        Basis::Nothing
        | Basis::Promising(Support::Life | Support::KillInFew)
        | Basis::Optimistic(Support::Life | Support::KillInFew)
        | Basis::Failure(FrameKind::Pessimistic) => true,
        Basis::Promising(Support::KillInMany)
        | Basis::Optimistic(Support::KillInMany)
        | Basis::Failure(FrameKind::Optimistic)
        | Basis::Pessimistic(_)
        | Basis::Ko(_)
        | Basis::SelectedMoves
        | Basis::FewLiberties(_)
        | Basis::Given(_)
        | Basis::Network(_)
        | Basis::Proof => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Engine;
    use crate::engine::reading::BestMove;
    use crate::engine::reading::group_search::tests::{THREE_IN_A_ROW, params_without_clock};
    use crate::intuition::NetworkSource;
    use crate::tactics::ko::Success;

    /// A chain that a few stones press from one side, with the open board on the other.
    const ON_THE_RUN: &str = "\
        . . . . . . . . . . . . .\n\
        . . . . . . . . . . . . .\n\
        . . . . . . . . . . . . .\n\
        . . O . . . . . . X . . .\n\
        . . . . . O . . . . . . .\n\
        . . . . . O X . . . . . .\n\
        . . . . . O X . . . . . .\n\
        . . . . . O X . . . . . .\n\
        . . . . O . . . . . . . .\n\
        . . . . . . . . . X . . .\n\
        . . . O . . . . . . . . .\n\
        . . . . . . . . . . . . .\n\
        . . . . . . . . . . . . .";

    fn engine(source: Option<NetworkSource>, nodes: u64) -> Engine {
        let mut params = params_without_clock(source);
        params.reading.budgets.life = nodes;
        Engine::new(params)
    }

    fn answers(source: Option<NetworkSource>) -> (BestMove, BestMove) {
        let mut engine = engine(source, 0);
        let board: Board = THREE_IN_A_ROW.parse().unwrap();
        let target: Point = "A8".parse().unwrap();
        let mut reading = engine.reading(&board, Budget::unlimited());
        (reading.kill(target).unwrap(), reading.save(target).unwrap())
    }

    #[test]
    fn the_network_names_the_vital_point_where_nothing_was_read() {
        let vital = BestMove::from((Success::Clean, Some("B9".parse().unwrap())));
        let found = answers(Some(NetworkSource::Embedded));
        assert_eq!(found, (vital, vital));
    }

    #[test]
    fn without_a_network_the_question_stays_open() {
        let (_, save) = answers(None);
        assert_eq!(save.success, Success::None);
    }

    #[test]
    fn a_group_that_walks_away_is_not_killed() {
        let board: Board = ON_THE_RUN.parse().unwrap();
        let target: Point = "G7".parse().unwrap();
        let kill = |source| {
            let mut engine = engine(source, 20_000);
            let mut reading = engine.reading(&board, Budget::unlimited());
            reading.kill(target).unwrap().success
        };
        // In optimistic frames all of the board outside is the attacker's, and the chain dies there.
        assert_eq!(kill(None), Success::None);
        assert_eq!(kill(Some(NetworkSource::Embedded)), Success::None);
    }

    #[test]
    fn a_kill_after_the_defenders_move_is_shown_or_not() {
        let shown = |diagram: &str, target: &str, mv: &str| {
            let board: Board = diagram.parse().unwrap();
            let target: Point = target.parse().unwrap();
            let mut engine = engine(None, 20_000);
            let mut reading = engine.reading(&board, Budget::unlimited());
            let question = reading.question(target, Goal::Live).unwrap();
            !reading.shows_no_kill(&question, mv.parse().unwrap(), &Budget::unlimited())
        };
        // The chain walks into the open.
        assert!(!shown(ON_THE_RUN, "G7", "J6"));
        // The vital point is left to the attacker.
        assert!(shown(THREE_IN_A_ROW, "A8", "E1"));
    }

    fn outlook(share: f32, mv: Option<Point>) -> Outlook {
        Outlook {
            share,
            mv,
            suggested: None,
            is_read: false,
            passed: 0.0,
            best: [mv, None, None],
        }
    }

    #[test]
    fn ways_out_help_the_defender() {
        let mv = Some("A1".parse().unwrap());
        let of = |goal, n_exits| log_odds(goal, &outlook(0.0, mv), n_exits);
        assert!(of(Goal::Kill, 9) < of(Goal::Kill, 1));
        assert!(of(Goal::Live, 9) > of(Goal::Live, 1));
    }

    #[test]
    fn a_group_that_is_still_the_defenders_after_the_best_move_is_not_killed() {
        let mv = Some("A1".parse().unwrap());
        let of = |goal, share| log_odds(goal, &outlook(share, mv), 0);
        assert!(of(Goal::Kill, LEAST_SHARE) > 0.0);
        assert!(of(Goal::Kill, LEAST_SHARE - 0.01) < 0.0);
        let weighed = LIVE.constant - LIVE.share;
        assert!((of(Goal::Live, -1.0) - weighed).abs() < 1e-5);
    }

    #[test]
    fn who_has_no_better_move_than_a_pass_succeeds_as_far_as_the_other_side_fails() {
        let mv = Some("A1".parse().unwrap());
        let pass = log_odds(Goal::Kill, &outlook(-0.2, None), 2);
        let other = log_odds(Goal::Live, &outlook(0.2, mv), 2);
        assert!((pass + other).abs() < 1e-5, "{pass} {other}");
        assert!(pass < log_odds(Goal::Kill, &outlook(-0.2, mv), 2));
    }

    #[test]
    fn a_kill_that_was_read_keeps_its_move_unless_another_is_much_better() {
        let [read, other]: [Point; 2] = ["A1", "B1"].map(|name| name.parse().unwrap());
        let of = |support, suggested| {
            let reading = Reading {
                line: vec![Some(read)],
                ..Reading::new(Verdict::Achieved, Basis::Optimistic(support))
            };
            let outlook = outlook(0.5, Some(other));
            let outlook = Outlook {
                suggested: Some(suggested),
                ..outlook
            };
            chosen(&reading, &outlook)
        };
        assert_eq!(of(Support::KillInFew, 0.47), Some(read));
        assert_eq!(of(Support::KillInFew, 0.3), Some(other));
        assert_eq!(of(Support::Life, 0.45), Some(other));
    }
}
