//! The walk through a window: every play of the other color, and the owner's answers.
//!
//! The owner's stones only become more, and a set of positions in which every play has an answer that leads back into
//! the set is kept for ever, though it may be played through in circles. So each position is looked at once. Where
//! territory is promised the other color may pass as well, and the owner then has to play until all is settled. Where
//! pairs of points keep the promises the walk ends: no answer is looked at any more.

use std::collections::HashSet;

use super::duty::{Duties, WindowView};
use super::paired::Paired;
use super::place::{Invaded, Place, WindowStones};
use crate::fault::{Fault, Wrong};
use crate::set::Set;

/// A position that needs an answer of the owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Question {
    /// What stands in the window, the owner to move.
    pub stones: WindowStones,
    /// Whether the owner may pass.
    pub may_pass: bool,
}

/// The owner's answer to a question.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Given {
    /// The play; nothing for a pass.
    pub point: Option<usize>,
    /// The areas in which the owner answers by pairs from now on. If there are none, the walk goes on.
    pub paired: Vec<Paired>,
}

/// A position with the other color to move, and how it came about.
struct Visit {
    stones: WindowStones,
    /// The position before, the other color's play from there, if it was none, and the answer.
    before: Option<(usize, Option<usize>, Option<usize>)>,
}

/// A walk.
struct Walk<'a, F> {
    place: &'a Place,
    duties: &'a Duties,
    answer: F,
    visits: Vec<Visit>,
    seen: HashSet<WindowStones>,
    asked: HashSet<Question>,
}

/// Goes through all plays of the other color from a position, which pairs in some areas hold if there are any.
/// `answer` gives the owner's answer to each question, in the order in which they come up. The number of positions with
/// the other color to move.
///
/// # Errors
/// If an answer is illegal, a promise is broken, or pairs do not hold: what is wrong, and after which moves.
pub fn walk(
    place: &Place,
    duties: &Duties,
    (start, paired): (WindowStones, &[Paired]),
    answer: impl FnMut(Question) -> Result<Given, Wrong>,
) -> Result<usize, Fault> {
    let mut walk = Walk {
        place,
        duties,
        answer,
        visits: Vec::new(),
        seen: HashSet::new(),
        asked: HashSet::new(),
    };
    let at_first = |wrong| Fault {
        line: Vec::new(),
        wrong,
    };
    if !place.breathes(start) {
        return Err(at_first(Wrong::Taken));
    }
    walk.enter(start, paired, None).map_err(at_first)?;
    let mut number = 0;
    while number < walk.visits.len() {
        walk.expand(number)?;
        number += 1;
    }
    Ok(walk.visits.len())
}

impl<F: FnMut(Question) -> Result<Given, Wrong>> Walk<'_, F> {
    /// Takes note of a position with the other color to move, which pairs in some areas hold if there are any.
    fn enter(
        &mut self,
        stones: WindowStones,
        paired: &[Paired],
        before: Option<(usize, Option<usize>, Option<usize>)>,
    ) -> Result<(), Wrong> {
        if !self.seen.insert(stones) {
            return if paired.is_empty() {
                Ok(())
            } else {
                Err(Wrong::Held)
            };
        }
        let view = WindowView::new(self.place, stones);
        if !view.keeps(self.duties) {
            return Err(Wrong::Broken);
        }
        if !paired.is_empty() {
            let is_held = view.is_held(self.duties, paired);
            return is_held.then_some(()).ok_or(Wrong::Held);
        }
        if !view.is_settled(self.duties) {
            self.visits.push(Visit { stones, before });
        }
        Ok(())
    }

    /// Looks at all plays of the other color in a position.
    fn expand(&mut self, number: usize) -> Result<(), Fault> {
        let stones = self.visits[number].stones;
        let held = WindowView::new(self.place, stones).held();
        let plays: Vec<usize> = self.place.empty(stones).points().collect();
        for point in plays {
            let after = self.played(stones, held, point);
            let after = after.map_err(|wrong| self.fault(number, &[Some(point)], wrong))?;
            if let Some(after) = after {
                self.ask(number, Some(point), after, true)?;
            }
        }
        if !self.duties.territory.is_empty() {
            self.ask(number, None, stones, false)?;
        }
        Ok(())
    }

    /// The stones after a play of the other color; nothing if it changes nothing.
    fn played(
        &self,
        stones: WindowStones,
        held: Set,
        point: usize,
    ) -> Result<Option<WindowStones>, Wrong> {
        let (during, after) = match self.place.invaded(stones, held, point) {
            Invaded::Taken => return Err(Wrong::Taken),
            Invaded::Stands(after) => (after, Some(after)),
            Invaded::Choked { during, after } => (during, after),
        };
        if WindowView::new(self.place, during).withstands(self.duties) {
            Ok(after)
        } else {
            Err(Wrong::Broken)
        }
    }

    /// Follows the owner's answer.
    fn ask(
        &mut self,
        number: usize,
        reply: Option<usize>,
        stones: WindowStones,
        may_pass: bool,
    ) -> Result<(), Fault> {
        let question = Question { stones, may_pass };
        if !self.asked.insert(question) {
            return Ok(());
        }
        let given = (self.answer)(question).map_err(|wrong| self.fault(number, &[reply], wrong))?;
        let answer = given.point;
        let next = match answer {
            None => may_pass.then_some(stones),
            Some(point) => self.place.answered(stones, point),
        };
        let name = |mv: Option<usize>| self.name(mv);
        let next = next.ok_or_else(|| Wrong::Illegal(name(answer)));
        let before = Some((number, reply, answer));
        let entered = next.and_then(|next| self.enter(next, &given.paired, before));
        entered.map_err(|wrong| self.fault(number, &[reply, answer], wrong))
    }

    fn name(&self, mv: Option<usize>) -> String {
        mv.map_or_else(|| "pass".to_owned(), |point| self.place.grid.name(point))
    }

    /// What is wrong after some moves from a position.
    fn fault(&self, number: usize, moves: &[Option<usize>], wrong: Wrong) -> Fault {
        let mut line: Vec<Option<usize>> = moves.iter().rev().copied().collect();
        let mut visit = &self.visits[number];
        while let Some((before, reply, answer)) = visit.before {
            line.extend([answer, reply]);
            visit = &self.visits[before];
        }
        line.reverse();
        Fault {
            line: line.into_iter().map(|mv| self.name(mv)).collect(),
            wrong,
        }
    }
}
