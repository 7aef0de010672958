//! What rules are worth before they are kept: where they match in problems, whether their moves are right, and what the
//! solver gains and loses by them.

mod outcome;
mod positions;
mod problem;
mod sums;

pub use outcome::{Judgement, Outcome, ProblemTrial, RuleMatch, TrialVerdict};
pub use positions::positions;
pub use problem::Problem;
pub use sums::TrialSums;

use std::collections::{BTreeMap, BTreeSet};

use super::rules::{Assertion, GoalKind, RuleBase, RuleId, dominant};
use super::solver::{Solution, Solver, Task, Verdict};
use super::state::Costs;
use tedomari_base::{Budget, CancelToken};
use tedomari_board::{Board, Color, Point, PointSet};
use tedomari_solvers::tsumego::reader::ReadLife;
use tedomari_solvers::tsumego::reader::first_moves::after_move;
use tedomari_solvers::tsumego::{Goal, Verdict as Read};

/// What a trial may cost for each problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrialLimits {
    /// Nodes of the reader for each move that it judges.
    pub move_nodes: u64,
    /// Nodes of the solver, each time.
    pub solver_nodes: u64,
}

impl Default for TrialLimits {
    fn default() -> Self {
        Self {
            move_nodes: 5_000,
            solver_nodes: 50_000,
        }
    }
}

/// Tries rules: those of `after` that are not in `before`, by their ids in `after`.
#[derive(Debug)]
pub struct RuleTrial<'r> {
    before: &'r RuleBase,
    after: &'r RuleBase,
    tried: Vec<RuleId>,
    effort: TrialLimits,
}

impl<'r> RuleTrial<'r> {
    /// A trial of all rules of the second base whose names the first base has not.
    #[must_use]
    pub fn new(before: &'r RuleBase, after: &'r RuleBase, effort: TrialLimits) -> Self {
        let known: BTreeSet<&str> = before.rules().map(|(_, rule)| rule.name()).collect();
        let tried = after
            .rules()
            .filter(|(_, rule)| !known.contains(rule.name()));
        let tried = tried.map(|(id, _)| id).collect();
        Self {
            before,
            after,
            tried,
            effort,
        }
    }

    /// The rules that are tried.
    #[must_use]
    pub fn tried(&self) -> &[RuleId] {
        &self.tried
    }

    /// The matches of the tried rules on a board, for both players, each with whether no more special rule overrides
    /// it; and whether some are left out, because there are too many.
    #[must_use]
    pub fn matches(&self, board: &Board) -> (Vec<(Assertion, bool)>, bool) {
        let mut all = Vec::new();
        let mut is_cut = false;
        for player in Color::BOTH {
            let everywhere = PointSet::board(board.size());
            let cut = self
                .after
                .matches_near(board, &everywhere, player, &mut all);
            is_cut |= cut.iter().any(|rule| self.tried.contains(rule));
        }
        (self.with_dominance(board, &all), is_cut)
    }

    /// Tries the rules on a problem. `None` if there is no block in question, or the token ended the work.
    pub fn problem(
        &self,
        problem: &Problem,
        reader: &mut dyn ReadLife,
        cancel: &CancelToken,
    ) -> Option<ProblemTrial> {
        let Problem {
            board, question, ..
        } = problem;
        let owner = question.owner(board)?;
        let player = question.goal.player(owner);
        let mut judged = Judged {
            reader,
            problem,
            nodes: self.effort.move_nodes,
            cancel,
            known: BTreeMap::new(),
        };
        let kind = match question.goal {
            Goal::Kill => GoalKind::Capture,
            Goal::Live => GoalKind::Save,
        };
        let mut all = Vec::new();
        for target in question.blocks(board).iter() {
            self.after.matches_at(board, target, player, &mut all);
        }
        all.retain(|found| found.goal == kind);
        let found = self.with_dominance(board, &all);
        let mut seen = BTreeSet::new();
        let matches = found
            .into_iter()
            .filter(|(it, _)| it.prescribed.is_none() || seen.insert((it.rule, it.prescribed)))
            .map(|(assertion, is_dominant)| RuleMatch {
                judgement: assertion
                    .prescribed
                    .map(|point| judged.find(Some(point)).judgement),
                assertion,
                is_overridden: !is_dominant,
            })
            .collect();
        let before = self.outcome(self.before, &mut judged)?;
        let after = self.outcome(self.after, &mut judged)?;
        if cancel.is_cancelled() {
            return None;
        }
        Some(ProblemTrial {
            matches,
            before,
            after,
        })
    }

    /// The assertions of the tried rules, each with whether none of all assertions overrides it.
    fn with_dominance(&self, board: &Board, all: &[Assertion]) -> Vec<(Assertion, bool)> {
        let tried: BTreeSet<RuleId> = self.tried.iter().copied().collect();
        // They stand in the same order.
        let mut dominant = dominant(board, all).into_iter().peekable();
        all.iter()
            .map(|found| {
                (
                    found,
                    dominant.next_if(|&it| std::ptr::eq(it, found)).is_some(),
                )
            })
            .filter(|(found, _)| tried.contains(&found.rule))
            .map(|(found, is_dominant)| (found.clone(), is_dominant))
            .collect()
    }

    fn outcome(&self, rules: &RuleBase, judged: &mut Judged<'_>) -> Option<Outcome> {
        let mut budget = Budget::nodes(self.effort.solver_nodes).with_cancel(judged.cancel);
        let task = Task::Fate(judged.problem.question);
        let solver = Solver::new(rules, Costs::FEW);
        let solution: Solution = solver.solve(&judged.problem.board, &task, &mut budget)?;
        let first = solution.line.first().copied();
        let answer = if solution.verdict == Verdict::Achieved {
            judged.answer(first)
        } else {
            TrialVerdict::Unsolved
        };
        Some(Outcome {
            answer,
            first,
            n_positions: solution.n_positions,
        })
    }
}

/// The reader's judgement of a first move.
#[derive(Clone, Copy, Debug)]
struct Found {
    judgement: Judgement,
    /// Whether it reaches the goal, by proof or by estimate.
    is_reached: bool,
}

/// A problem whose first moves are judged, each once.
struct Judged<'p> {
    reader: &'p mut dyn ReadLife,
    problem: &'p Problem,
    nodes: u64,
    cancel: &'p CancelToken,
    known: BTreeMap<Option<Point>, Found>,
}

impl Judged<'_> {
    /// What the claim is worth that a first move reaches the goal, or that it is reached anyway.
    fn answer(&mut self, first: Option<Point>) -> TrialVerdict {
        let found = self.find(first);
        match found.judgement {
            _ if found.is_reached => TrialVerdict::Solved,
            Judgement::Open => TrialVerdict::Unconfirmed,
            Judgement::Right | Judgement::Wrong => TrialVerdict::Unsolved,
        }
    }

    /// What becomes of the goal after a first move, or, without one, if the other side moves first.
    fn find(&mut self, first: Option<Point>) -> Found {
        if let Some(&known) = self.known.get(&first) {
            return known;
        }
        let mut budget = Budget::nodes(self.nodes).with_cancel(self.cancel);
        let Problem {
            board, question, ..
        } = self.problem;
        let read = match first {
            Some(point) => after_move(self.reader, board, question, point, &mut budget)
                .map(|read| (read.verdict, read.is_proven)),
            None => self
                .reader
                .read(board, question.of_the_other(), &mut budget)
                .map(|read| (read.judgement().for_the_other(), read.is_proven())),
        };
        let is_reached = read.is_some_and(|(verdict, _)| verdict == Read::Achieved);
        let judgement = match read {
            Some((_, false)) => Judgement::Open,
            Some(_) if is_reached => Judgement::Right,
            // Without an answer the move is illegal.
            Some(_) | None => Judgement::Wrong,
        };
        let found = Found {
            judgement,
            is_reached,
        };
        self.known.insert(first, found);
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tedomari_solvers::tsumego::{Question, Reader, ReaderParams};

    fn reader() -> Reader {
        Reader::new(ReaderParams {
            log2_entries: 12,
            ..ReaderParams::default()
        })
    }

    /// Every position of the base is a problem that can be solved, and most of them the solver solves.
    #[test]
    fn the_positions_of_the_base_have_proved_solutions() {
        let mut names = BTreeSet::new();
        for problem in positions() {
            let mut budget = Budget::nodes(200_000);
            let reading = reader().read(&problem.board, problem.question, &mut budget);
            let reading = reading.unwrap();
            assert!(reading.is_proven(), "{}", problem.name);
            assert_eq!(reading.verdict, Read::Achieved, "{}", problem.name);
            assert!(names.insert(problem.name));
        }
    }

    fn base(files: &[(&str, &str)]) -> RuleBase {
        RuleBase::read(files).unwrap()
    }

    const OLD: &str = "rule any-liberty\npurpose live\ngoal save A\nnote \"Text.\"\nsource hand\nmap\n A *\nend\n";
    const NEW: &str = "rule middle-of-three\npurpose live\ngoal save A\nnote \"Text.\"\nsource hand\nmap\n \
        A ? ? ?\n . * . X\n - - - -\nend\n";

    #[test]
    fn matches_are_judged_by_proofs() {
        let board: Board = ". . . . . . .\nO O O O O . .\nX X X X O . .\n. . . X O . ."
            .parse()
            .unwrap();
        let target: Point = "A2".parse().unwrap();
        let problem = Problem {
            name: "three".to_owned(),
            question: Question::new(target, Goal::Live, Color::Black),
            board,
        };
        let (before, after) = (base(&[]), base(&[("", NEW)]));
        let trial = RuleTrial::new(&before, &after, TrialLimits::default());
        let found = trial
            .problem(&problem, &mut reader(), &CancelToken::new())
            .unwrap();
        let [only] = &found.matches[..] else {
            panic!("{:?}", found.matches);
        };
        assert_eq!(only.assertion.prescribed, "B1".parse().ok());
        assert_eq!(
            (only.judgement, only.is_overridden),
            (Some(Judgement::Right), false)
        );
        assert_eq!(found.after.first, "B1".parse().ok());
        assert!(found.after.answer == TrialVerdict::Solved && !found.is_lost());

        let after = base(&[("", OLD)]);
        let trial = RuleTrial::new(&before, &after, TrialLimits::default());
        let found = trial
            .problem(&problem, &mut reader(), &CancelToken::new())
            .unwrap();
        let judgement =
            |it: &RuleMatch| (it.assertion.prescribed.unwrap().to_string(), it.judgement);
        let mut judgements: Vec<_> = found.matches.iter().map(judgement).collect();
        judgements.sort_by(|one, two| one.0.cmp(&two.0));
        let expected = [
            ("A1", Judgement::Wrong),
            ("B1", Judgement::Right),
            ("C1", Judgement::Wrong),
        ];
        assert_eq!(
            judgements,
            expected.map(|(point, it)| (point.to_owned(), Some(it)))
        );
    }

    #[test]
    fn matches_that_a_special_rule_overrides_are_told_apart() {
        let special = NEW
            .replace("middle-of-three", "special")
            .replace("purpose live", "purpose save");
        let (before, after) = (base(&[("", &special)]), base(&[("", &special), ("", OLD)]));
        let trial = RuleTrial::new(&before, &after, TrialLimits::default());
        assert_eq!(trial.tried().len(), 1);
        let board: Board = ". . . . . . .\nO O O O O . .\nX X X X O . .\n. . . X O . ."
            .parse()
            .unwrap();
        let (found, is_cut) = trial.matches(&board);
        assert!(!is_cut);
        let overridden: Vec<String> = found
            .iter()
            .filter(|(it, is_dominant)| !is_dominant && it.player == Color::Black)
            .map(|(it, _)| it.prescribed.unwrap().to_string())
            .collect();
        assert_eq!(overridden, ["B1"]);
    }
}
