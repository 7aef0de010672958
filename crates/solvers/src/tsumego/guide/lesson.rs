//! Lessons for the order of moves and for the forecast: positions in which a search found the winning move, or the
//! winner.
//!
//! After a question is read, the solver's table still holds most of what was searched. A walk through all known
//! positions starts at the position of the question and collects those that took some work to settle.

use std::collections::HashSet;

use super::forecast::Forecast;
use super::move_order::Scene;
use super::proof_game::FightTable;
use crate::base::Rng;
use crate::proof::game::{LeafStatus, ProofGame};
use crate::proof::solver::Solver;
use crate::tsumego::fight::{Fight, Position};
use crate::tsumego::frame::cells::Cells;
use crate::tsumego::question::Goal;

/// The most positions that a walk visits for one claim.
const MOST_POSITIONS: usize = 1 << 18;

/// Candidates with features, of which a search found one to be right: the moves of a position, or its two outcomes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lesson {
    /// The features of each candidate.
    pub candidates: Vec<Vec<u64>>,
    /// The right candidate.
    pub winner: usize,
}

/// What lessons are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// Which move wins: one candidate for each move.
    Moves,
    /// Which side wins: the attacker, with the features of the position, or the defender, with none.
    Outcome,
}

/// Which positions make lessons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LessonOptions {
    /// What they are about.
    pub subject: Subject,
    /// The fewest nodes that a search spent below a position.
    pub least_work: u32,
    /// The most lessons of one question; they are chosen at random.
    pub most_lessons: usize,
    /// The seed of this random choice.
    pub seed: u64,
}

impl LessonOptions {
    /// The lessons of some claims, from the entries of a table for them.
    pub(crate) fn lessons<'f, const N: usize>(
        &self,
        claims: impl Iterator<Item = (Fight<'f, N>, Position<N>)>,
        table: &mut FightTable<N>,
    ) -> Vec<Lesson> {
        let mut rng = Rng::new(self.seed, 0);
        let mut chosen: Vec<Lesson> = Vec::new();
        let mut n_met = 0;
        for (fight, start) in claims {
            self.walk(&fight, table, start, |position, solver| {
                let Some(finding) = self.finding(&fight, position, solver) else {
                    return;
                };
                // Each lesson stays with the same probability.
                n_met += 1;
                let place = if chosen.len() < self.most_lessons {
                    chosen.len()
                } else {
                    rng.index(n_met)
                };
                if place < self.most_lessons
                    && let Some(lesson) = finding.lesson(&fight, position)
                {
                    if place < chosen.len() {
                        chosen[place] = lesson;
                    } else {
                        chosen.push(lesson);
                    }
                }
            });
        }
        chosen
    }

    /// The lesson that a position makes, if any.
    fn finding<'f, const N: usize>(
        &self,
        fight: &Fight<'f, N>,
        position: &Position<N>,
        solver: &Solver<'_, Fight<'f, N>>,
    ) -> Option<Finding> {
        match self.subject {
            Subject::Moves => Some(Finding::Wins(solver.winning_move(position)??)),
            Subject::Outcome => {
                let numbers = solver.entry(position)?.numbers;
                let is_killed = numbers.is_proved() == (fight.goal == Goal::Kill);
                (!numbers.is_open()).then_some(Finding::Ends { is_killed })
            }
        }
    }

    /// Calls `visit` with each known position below a start that is not settled without search.
    fn walk<'f, const N: usize>(
        &self,
        fight: &Fight<'f, N>,
        table: &mut FightTable<N>,
        start: Position<N>,
        mut visit: impl FnMut(&Position<N>, &Solver<'_, Fight<'f, N>>),
    ) {
        let solver = Solver::new(fight, table);
        let mut seen = HashSet::new();
        let mut waiting = vec![start];
        let mut successors = Vec::new();
        while let Some(position) = waiting.pop() {
            if !matches!(fight.evaluate(&position), LeafStatus::Open(_)) {
                continue;
            }
            visit(&position, &solver);
            successors.clear();
            fight.expand(&position, &mut successors);
            for successor in &successors {
                let known = solver.entry(&successor.position);
                let is_worth = known.map_or(0, |entry| entry.work) >= self.least_work;
                if is_worth
                    && seen.len() < MOST_POSITIONS
                    && seen.insert(fight.key(&successor.position))
                {
                    waiting.push(successor.position);
                }
            }
        }
    }
}

/// What a search found about a position.
enum Finding {
    /// The move on this cell wins.
    Wins(u8),
    /// Whether the block in question is killed.
    Ends { is_killed: bool },
}

impl Finding {
    /// The lesson of a position; `None` if there is nothing to choose from.
    fn lesson<const N: usize>(
        &self,
        fight: &Fight<'_, N>,
        position: &Position<N>,
    ) -> Option<Lesson> {
        match *self {
            Self::Wins(best) => choice_of_moves(fight, position, best),
            Self::Ends { is_killed } => {
                let target = fight.target(position);
                let space = fight.space(position, target);
                let mut features = Vec::new();
                Forecast::new(fight, position, space)
                    .visit_features(|feature| features.push(feature));
                Some(Lesson {
                    candidates: vec![features, Vec::new()],
                    winner: usize::from(!is_killed),
                })
            }
        }
    }
}

/// The moves of a position, of which one wins.
fn choice_of_moves<const N: usize>(
    fight: &Fight<'_, N>,
    position: &Position<N>,
    best: u8,
) -> Option<Lesson> {
    let scene = Scene::new(fight, position);
    let mut candidates = Vec::new();
    let mut winner = None;
    for cell in fight.empty(position).each() {
        let effect = scene.effect(cell);
        if fight.play_to(position, cell, &effect).is_none() {
            continue;
        }
        if cell == Cells::cell(best.into()) {
            winner = Some(candidates.len());
        }
        let mut features = Vec::new();
        scene.visit_features(cell, &effect, |feature| features.push(feature));
        candidates.push(features);
    }
    let winner = winner?;
    (candidates.len() > 1).then_some(Lesson { candidates, winner })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Budget;
    use crate::board::{Board, Color, Point, PointSet};
    use crate::proof::Outcome;
    use crate::proof::table::SolverTable;
    use crate::tsumego::frame::{Boundary, Frame};
    use crate::tsumego::question::Goal;

    /// Every winning move in a lesson wins when it is searched alone.
    #[test]
    fn lessons_are_right() {
        let board: Board = "\
            . . . X O .\n\
            . X . X O .\n\
            . . . X O .\n\
            X X X X O .\n\
            O O O O O .\n\
            . . . . . ."
            .parse()
            .unwrap();
        let target: Point = "A3".parse().unwrap();
        let walls: PointSet = board.points_of(Color::White).collect();
        let window: PointSet = ["A4", "B4", "C4", "A5", "C5", "A6", "B6", "C6"]
            .map(|name| name.parse().unwrap())
            .into_iter()
            .collect();
        let frame: Frame<2> = Frame::new(&board, target, &window, &walls, Boundary::Shut).unwrap();
        let mut n_met = 0;
        for (goal, is_attacker_to_move) in [(Goal::Kill, true), (Goal::Live, true)] {
            let fight = Fight::without_threats(&frame, goal);
            let mut table = SolverTable::new(14);
            let start = fight.start(is_attacker_to_move, Cells::EMPTY);
            Solver::new(&fight, &mut table).prove(&start, &mut Budget::nodes(50_000));
            let lesson_options = LessonOptions {
                subject: Subject::Moves,
                least_work: 2,
                most_lessons: 40,
                seed: 3,
            };
            lesson_options.walk(&fight, &mut table, start, |position, solver| {
                let Some(Some(best)) = solver.winning_move(position) else {
                    return;
                };
                let wanted = if fight.is_prover_to_move(position) {
                    Outcome::Proved
                } else {
                    Outcome::Disproved
                };
                let after = fight.play(position, Cells::cell(best.into())).unwrap();
                let mut fresh = SolverTable::new(14);
                let found =
                    Solver::new(&fight, &mut fresh).prove(&after, &mut Budget::nodes(50_000));
                assert_eq!(found, wanted, "{position:?} {best}");
                n_met += 1;
            });
            for subject in [Subject::Moves, Subject::Outcome] {
                let lesson_options = LessonOptions {
                    subject,
                    ..lesson_options.clone()
                };
                let lessons = lesson_options.lessons(std::iter::once((fight, start)), &mut table);
                assert!(!lessons.is_empty() && lessons.len() <= 40);
                assert!(
                    lessons
                        .iter()
                        .all(|lesson| lesson.winner < lesson.candidates.len())
                );
            }
        }
        assert!(n_met > 3, "{n_met}");
    }
}
