//! Attacks on a window: the opponent's plays that break the duties whatever the owner answers near them.
//!
//! A play is a threat if the opponent breaks the duties when the owner passes. Only answers on the points that the
//! threat uses, or that take stones of the attack, are looked at: so an attack is found long before all answers are.
//! Such an attack is no disproof, since an answer elsewhere may help after all; it is a sign for the choice of windows
//! that more search would hardly pay. Territory is not attacked.

use super::super::region_board::{Mask, bits};
use super::solver::Solver;
use super::window::{Invasion, Stones};
use crate::base::Budget;

/// Most plays of the opponent in a line.
const MOST_PLAYS: u8 = 8;
/// Liberties of a block of the attack that the owner may fill to take it.
const FEW_LIBERTIES: u32 = 3;

impl Solver<'_> {
    /// Whether an attack is found from `start`, the opponent to move, before the budget is used up.
    pub(super) fn is_attacked(&mut self, start: Stones, budget: &mut Budget) -> bool {
        for n_plays in 1..=MOST_PLAYS {
            match self.attack(start, n_plays, budget) {
                Some(Some(_)) => return true,
                Some(None) => {}
                None => return false,
            }
        }
        false
    }

    /// The points that an attack of at most so many plays uses, if there is one; nothing when the budget is used up.
    fn attack(&mut self, stones: Stones, n_plays: u8, budget: &mut Budget) -> Option<Option<Mask>> {
        let known = self.attacks.known.get(&stones).copied();
        let mut known = known.unwrap_or_default();
        if known.found.is_some() || known.failed >= n_plays {
            return Some(known.found);
        }
        known.found = if n_plays == 1 {
            self.last_play(stones, budget)?
        } else if self.is_settled(stones) {
            None
        } else {
            self.threaten(stones, n_plays, budget)?
        };
        if known.found.is_none() {
            known.failed = n_plays;
        }
        self.attacks.known.insert(stones, known);
        Some(known.found)
    }

    /// The points of an attack by a single play.
    fn last_play(&self, stones: Stones, budget: &mut Budget) -> Option<Option<Mask>> {
        let (empty, held) = (self.window.empty(stones), self.window.held(stones));
        budget.spend(u64::from(empty.count_ones()) + 1).ok()?;
        let fatal = self.fatal_plays(stones, held);
        let play = fatal & fatal.wrapping_neg();
        Some((play != 0).then(|| play | self.window.takes(stones, stones.other)))
    }

    /// The points of an attack whose first play threatens more.
    fn threaten(
        &mut self,
        stones: Stones,
        n_plays: u8,
        budget: &mut Budget,
    ) -> Option<Option<Mask>> {
        let window = self.window;
        let (empty, held) = (window.empty(stones), window.held(stones));
        for index in bits(empty) {
            let Invasion::Stands(after) = window.invade(stones, held, index) else {
                continue;
            };
            let threat = if self.duties.hold(window, after) {
                self.attack(after, n_plays - 1, budget)?
            } else {
                budget
                    .spend(u64::from(window.empty(after).count_ones()))
                    .ok()?;
                Some(self.saving_plays(after))
            };
            let Some(threat) = threat else {
                continue;
            };
            let mut used = threat | 1 << index | self.liberties_to_fill(after, 1 << index);
            let mut tried: Mask = 0;
            let is_found = loop {
                let rest = used & window.empty(after) & !tried;
                let Some(answer) = bits(rest).next() else {
                    break true;
                };
                tried |= 1 << answer;
                let next = window.answer(after, answer);
                let Some(next) = next.filter(|next| self.duties.hold(window, *next)) else {
                    continue;
                };
                let Some(more) = self.attack(next, n_plays - 1, budget)? else {
                    break false;
                };
                used |= more;
            };
            if is_found {
                return Some(Some(used));
            }
        }
        Some(None)
    }

    /// The plays of the owner after which the duties hold.
    fn saving_plays(&self, stones: Stones) -> Mask {
        let plays = self.choices(stones, false).into_iter();
        plays.fold(0, |all, (next, _)| all | next.own & !stones.own)
    }

    /// The liberties of the block of a stone of the opponent, if they are few and it can be taken.
    fn liberties_to_fill(&self, stones: Stones, stone: Mask) -> Mask {
        let window = self.window;
        let block = window.component(stone, stones.other);
        let liberties = window.spread(block) & window.empty(stones);
        let is_weak = block & window.open() == 0 && liberties.count_ones() <= FEW_LIBERTIES;
        if is_weak { liberties } else { 0 }
    }
}
