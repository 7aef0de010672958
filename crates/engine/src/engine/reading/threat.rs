//! What the other side threatens: if it is proved that it reaches its goal against a pass, only moves in the zone of
//! that proof can prevent it.
//!
//! A proof holds whatever stands outside its zone, so that a move there is as bad as a pass. The point that the threat
//! begins with is often vital to both sides.

use super::effort::Effort;
use super::position::PositionReading;
use super::standing::Standing;
use crate::board::{Point, PointSet};
use crate::tsumego::{Question, Reading, Verdict};

/// Nodes for the proof of a threat.
const NODES: u64 = 20_000;

/// Nodes for the proof that a move does not prevent a threat.
const NODES_OF_MOVE: u64 = 600;

/// Most moves that are read so.
const MOST_MOVES: usize = 40;

/// What the other side reaches if the side to move passes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Threat {
    /// The move that it begins with.
    pub(super) first: Option<Point>,
    /// The points where a move may prevent it: those that its proof rests on.
    zone: PointSet,
}

impl Threat {
    /// What a proof about the other side's question threatens.
    fn of(found: &Reading) -> Option<Self> {
        (found.verdict == Verdict::Achieved).then(|| Self {
            first: found.first(),
            zone: found.zone,
        })
    }

    /// Whether no move prevents it.
    pub(super) fn is_unanswered(&self) -> bool {
        self.zone.is_empty()
    }

    /// The points of a region that may answer the threat.
    pub(super) fn answers(&self, region: &PointSet) -> PointSet {
        let near = self.zone & *region;
        if near.is_empty() { self.zone } else { near }
    }
}

impl PositionReading<'_> {
    /// What the other side threatens, if it is proved; `None`, too, where a ko ban makes a pass more than a pass.
    ///
    /// Cost: `NODES` nodes, fewer for a question that is one of many.
    pub(super) fn threat(&mut self, question: &Question, effort: &Effort) -> Option<Threat> {
        if self.board.ko().is_some() {
            return None;
        }
        let nodes = effort.for_given(NODES, &self.budgets);
        let mut budget = effort.limits().renewed(nodes);
        let other = question.of_the_other();
        let found = self.life.answer(self.board, other, false, &mut budget)?;
        found.is_proven().then(|| Threat::of(&found))?
    }

    /// A threat that is `proved`, or else shown with certain stones taken for granted, with the moves that may answer
    /// it.
    ///
    /// Cost: those of [`Self::threat_if_standing`] and [`Self::without_failures`].
    pub(super) fn threat_to_answer(
        &mut self,
        question: &Question,
        proved: Option<Threat>,
        standing: Option<&mut Standing>,
        effort: &Effort,
    ) -> Option<Threat> {
        let threat = proved.or_else(|| self.threat_if_standing(question, standing?, effort))?;
        Some(self.without_failures(question, threat, effort))
    }

    /// The same as [`Self::threat`] if it is proved with certain stones taken for granted.
    ///
    /// Cost: a question of [`Standing`].
    fn threat_if_standing(
        &self,
        question: &Question,
        standing: &mut Standing,
        effort: &Effort,
    ) -> Option<Threat> {
        if self.board.ko().is_some() {
            return None;
        }
        let other = question.of_the_other();
        let found = standing.proved(self.board, other, effort.limits())?;
        Threat::of(&found)
    }

    /// A threat with fewer answers: moves in its zone that are illegal or proved to fail are none.
    ///
    /// Cost: up to `NODES_OF_MOVE` nodes for each of up to `MOST_MOVES` moves, fewer for a question that is one of
    /// many.
    fn without_failures(&mut self, question: &Question, threat: Threat, effort: &Effort) -> Threat {
        let board = self.board;
        let nodes = effort.for_given(NODES_OF_MOVE, &self.budgets);
        let is_legal = |&point: &Point| board.is_legal(question.to_move, point);
        let legal: PointSet = threat.zone.iter().filter(is_legal).collect();
        let mut zone = legal;
        for point in legal.iter().take(MOST_MOVES) {
            let mut budget = effort.limits().renewed(nodes);
            let found = self.life.first_move(board, question, point, &mut budget);
            if found.is_some_and(|found| found.is_proven && found.verdict == Verdict::Refuted) {
                zone.remove(point);
            }
        }
        Threat { zone, ..threat }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Budget;
    use crate::board::Board;
    use crate::engine::Engine;
    use crate::engine::reading::group_search::tests::{THREE_IN_A_ROW, params_without_clock};
    use crate::tsumego::Goal;

    /// What is left of a threat against a block: its first move, and the moves that may answer it.
    fn left_of(diagram: &str, target: &str, goal: Goal) -> Option<(Option<Point>, Vec<String>)> {
        let board: Board = diagram.parse().unwrap();
        let mut engine = Engine::new(params_without_clock(None));
        let mut reading = engine.reading(&board, Budget::unlimited());
        let question = reading
            .question(target.parse::<Point>().unwrap(), goal)
            .unwrap();
        let effort = Effort::Usual(Budget::unlimited());
        let threat = reading.threat(&question, &effort)?;
        let left = reading.without_failures(&question, threat, &effort);
        let names = left.zone.iter().map(|point| point.to_string());
        Some((left.first, names.collect()))
    }

    #[test]
    fn the_vital_point_answers_a_threat() {
        let vital: Point = "B9".parse().unwrap();
        for goal in [Goal::Live, Goal::Kill] {
            let (first, answers) = left_of(THREE_IN_A_ROW, "A8", goal).unwrap();
            assert_eq!(first, Some(vital), "{goal:?}");
            assert!(answers.contains(&vital.to_string()), "{goal:?} {answers:?}");
            // Far away nothing helps.
            assert!(answers.len() <= 3, "{goal:?} {answers:?}");
        }
    }

    #[test]
    fn nothing_is_threatened_where_a_group_lives_or_no_move_saves_it() {
        let alive = "\
            . O . O X . . . .\n\
            O O O O X . . . .\n\
            X X X X X . . X .\n\
            . . . . . . . . .";
        assert!(left_of(alive, "A3", Goal::Live).is_none());
        let dead = "\
            . . O O X . . . .\n\
            O O O O X . . . .\n\
            X X X X X . . X .\n\
            . . . . . . . . .";
        let (_, answers) = left_of(dead, "A3", Goal::Live).unwrap();
        assert!(answers.is_empty(), "{answers:?}");
    }
}
