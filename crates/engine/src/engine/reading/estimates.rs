//! Estimates by the clock are remembered: how far a clock lets a search come is chance, and repeated with no more
//! time the same question has the same answer. With more time it is read again, and the less sure answer gives way.
//!
//! Answers by nodes alone are no part of this. They do not depend on any question before.

use std::collections::VecDeque;
use std::time::Duration;

use crate::board::{Board, Color, PointSet, PositionKey};
use crate::tsumego::{Goal, Question, Reading};

/// Estimates that are remembered at most.
const MOST: usize = 256;

/// The question, with the first stone of each block.
type Asked = (PointSet, Goal, Color);

/// An unproved answer.
#[derive(Debug)]
struct Estimate {
    position: PositionKey,
    asked: Asked,
    /// The longest time in which nothing surer was found.
    time: Duration,
    reading: Reading,
}

impl Estimate {
    fn is_about(&self, position: &PositionKey, asked: &Asked) -> bool {
        self.asked == *asked && self.position == *position
    }
}

/// The surest unproved answers to the latest questions.
#[derive(Debug, Default)]
pub(super) struct Estimates {
    /// The latest one last.
    known: VecDeque<Estimate>,
    /// Distinguishes the games before the positions, where superko makes them count.
    past: u64,
}

impl Estimates {
    /// Begins with questions about a position after another past.
    pub(super) fn begin(&mut self, past: u64) {
        if self.past != past {
            *self = Self {
                past,
                ..Self::default()
            };
        }
    }

    /// The answer that so much time gave before.
    pub(super) fn recall(
        &self,
        board: &Board,
        question: &Question,
        time: Duration,
    ) -> Option<&Reading> {
        let (position, asked) = (PositionKey::new(board), asked(question));
        let mut known = self.known.iter().rev();
        let found = known.find(|estimate| estimate.is_about(&position, &asked))?;
        (found.time >= time).then_some(&found.reading)
    }

    /// The surer one of an answer that was found in so much time and the one that is known; it is remembered.
    pub(super) fn surer(
        &mut self,
        board: &Board,
        question: &Question,
        time: Duration,
        reading: Reading,
    ) -> Reading {
        let (position, asked) = (PositionKey::new(board), asked(question));
        let place = self
            .known
            .iter()
            .position(|estimate| estimate.is_about(&position, &asked));
        let known = place.and_then(|place| self.known.remove(place));
        let (time, reading) = match known {
            Some(known) if known.reading.confidence() >= reading.confidence() => (
                time.max(known.time),
                Reading {
                    n_nodes: reading.n_nodes,
                    elapsed: reading.elapsed,
                    ..known.reading
                },
            ),
            Some(_) | None => (time, reading),
        };
        if self.known.len() == MOST {
            self.known.pop_front();
        }
        self.known.push_back(Estimate {
            position,
            asked,
            time,
            reading: reading.clone(),
        });
        reading
    }
}

const fn asked(question: &Question) -> Asked {
    (question.targets, question.goal, question.to_move)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Point;
    use crate::tsumego::Verdict;
    use crate::tsumego::reader::{Basis, FrameKind, Gap};

    #[test]
    fn the_less_sure_answer_gives_way() {
        let board: Board = "X . O\nX . O\n. . .".parse().unwrap();
        let target: Point = "A2".parse().unwrap();
        let question = Question::new(target, Goal::Kill, Color::White);
        let second = Duration::from_secs;
        let weak = Reading::new(Verdict::Refuted, Basis::Ko(FrameKind::Pessimistic));
        let strong = Reading::new(Verdict::Achieved, Basis::Pessimistic(Gap::MoreKoThreats));
        assert!(weak.confidence() < strong.confidence());
        let mut known = Estimates::default();
        let found = known.surer(&board, &question, second(1), weak.clone());
        assert_eq!(found.verdict, Verdict::Refuted);
        assert!(known.recall(&board, &question, second(2)).is_none());
        assert!(known.recall(&board, &question, second(1)).is_some());
        let found = known.surer(&board, &question, second(2), strong);
        assert_eq!(found.verdict, Verdict::Achieved);
        let found = known.surer(&board, &question, second(3), weak);
        assert_eq!(found.verdict, Verdict::Achieved);
        let recalled = known.recall(&board, &question, second(3)).unwrap();
        assert_eq!(recalled.verdict, Verdict::Achieved);
        let live = question.of_the_other();
        assert!(known.recall(&board, &live, second(1)).is_none());
        known.begin(1);
        assert!(known.recall(&board, &question, second(1)).is_none());
    }
}
