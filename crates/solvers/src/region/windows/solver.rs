//! The complete search of a window: the opponent moves first, the owner answers in the window or passes.
//!
//! Depth-first proof-number search on whole positions, so that no proof rests on a hash. Without suicide there is no
//! repetition: the owner's stones only become more, and between two of them the opponent's do. Every proof stays in the
//! table, so that the owner's answers can be read from it.
//!
//! Where suicide is allowed the opponent may come back to a position. That is no loss for the owner, so the search
//! takes a position of the line for kept. What it finds in this way is gone through at the end (`is_closed`): a set of
//! positions in which each play has an answer that leads back into the set is kept, whatever else is in the table.
//!
//! Where territory is at stake the opponent may also pass and thereby make the owner take its stones off.
//! Otherwise a seki would pass for territory.

use std::collections::{HashMap, HashSet};
use std::hash::BuildHasherDefault;

use super::super::region_board::{Mask, bits};
use super::attacks::Attacks;
use super::duty::{Duties, Lifelines};
use super::mixer::Mixer;
use super::pairs::AreaPairs;
use super::window::{Invasion, Stones, Window};
use super::zones::Zones;
use crate::base::Budget;

/// Steps of the search for pairs at the start, and at each position further on.
const START_STEPS: u32 = 60_000;
const STEPS: u32 = 600;
/// The proof number of an answer more than two points from the play, or of a pass, before it is looked into.
const FAR: u32 = 4;
/// One node in so many is for the search of attacks.
const ATTACK_SHARE: u64 = 8;
/// One node in so many is for the search of whole positions where zones are searched too and more points are empty than
/// such a search goes through. Where few are empty it gets half of the nodes.
const SMALL_SHARE: u64 = 8;
const FEW_EMPTY: u32 = 10;
/// How many of these steps count as a node.
const STEPS_PER_NODE: u32 = 8;

/// Whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Turn {
    Opponent,
    Owner,
    /// The opponent has passed: another pass ends it.
    OwnerAfterPass,
}

type Node = (Stones, Turn);

/// Proof and disproof number.
type Numbers = (u32, u32);

const INFINITE: u32 = u32::MAX / 2;
const PROVED: Numbers = (0, INFINITE);
const DISPROVED: Numbers = (INFINITE, 0);

/// The most positions with the opponent to move on a line where suicide is allowed: the stack is finite.
const LONGEST_LINE: usize = 400;

/// What a search found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    Kept,
    Broken,
    /// Hardly kept: an attack stands against all answers near it.
    Attacked,
    /// Not settled within the budget.
    Open,
}

/// The search of one window for one set of duties.
#[derive(Debug)]
pub(super) struct Solver<'a> {
    pub(super) window: &'a Window,
    pub(super) duties: &'a Duties,
    table: HashMap<Node, Numbers, BuildHasherDefault<Mixer>>,
    /// Whether pairs are looked for. Their theorems are for rules without suicide.
    uses_pairs: bool,
    /// Whether the search ends where an attack is found.
    gives_up: bool,
    /// The positions from which on pairs keep the duties, the opponent to move.
    pairs: HashMap<Stones, Vec<AreaPairs>, BuildHasherDefault<Mixer>>,
    /// The positions of the line with the opponent to move, where suicide is allowed.
    line: HashSet<Stones, BuildHasherDefault<Mixer>>,
    /// What the search by zones has found, where it is used.
    pub(super) zones: Zones,
    /// What the search of attacks has found.
    pub(super) attacks: Attacks,
}

impl<'a> Solver<'a> {
    pub(super) fn new(window: &'a Window, duties: &'a Duties) -> Self {
        Self {
            window,
            duties,
            table: HashMap::default(),
            uses_pairs: !window.allows_suicide(),
            gives_up: false,
            pairs: HashMap::default(),
            line: HashSet::default(),
            zones: Zones::default(),
            attacks: Attacks::default(),
        }
    }

    /// The same without pairs, so that every answer of the owner is in the table.
    #[cfg(test)]
    pub(super) fn without_pairs(self) -> Self {
        Self {
            uses_pairs: false,
            ..self
        }
    }

    /// The same, but the search ends where an attack is found.
    pub(super) fn giving_up(self) -> Self {
        Self {
            gives_up: true,
            ..self
        }
    }

    /// Whether the owner keeps the duties from `start`, the opponent to move. A node of the budget is a position that
    /// is looked at.
    pub(super) fn solve(&mut self, start: Stones, budget: &mut Budget) -> Found {
        if !self.window.is_legal(start) || !self.duties.hold(self.window, start) {
            return Found::Broken;
        }
        if self.duties.are_settled(self.window, start) {
            return Found::Kept;
        }
        let mut part = budget.part(budget.remaining() / 2);
        let has_pairs = self.has_pairs(start, START_STEPS, &mut part);
        budget.charge(part.spent());
        if has_pairs == Some(true) {
            return Found::Kept;
        }
        if self.gives_up {
            let mut part = budget.part(budget.remaining() / ATTACK_SHARE);
            let is_attacked = self.is_attacked(start, &mut part);
            budget.charge(part.spent());
            if is_attacked {
                return Found::Attacked;
            }
        }
        if self.has_zones() {
            let rest = if self.window.empty(start).count_ones() > FEW_EMPTY {
                budget.remaining() / SMALL_SHARE
            } else {
                budget.remaining() / 2
            };
            let mut part = budget.part(budget.remaining() - rest);
            let found = self.keep_by_zones(start, &mut part);
            budget.charge(part.spent());
            if let Some(is_kept) = found {
                return if is_kept { Found::Kept } else { Found::Broken };
            }
        }
        let numbers = self.expand((start, Turn::Opponent), 0, (INFINITE, INFINITE), budget);
        self.line.clear();
        match numbers {
            Some((0, _)) if !self.window.allows_suicide() || self.is_closed(start) => Found::Kept,
            // A position of a line that is not broken by itself may be broken all the same, never the other way round.
            Some((_, 0)) => Found::Broken,
            Some(_) | None => Found::Open,
        }
    }

    /// Whether theorem 8 holds for the duties.
    const fn has_zones(&self) -> bool {
        !self.window.allows_suicide()
    }

    /// Whether pairs are found that keep the duties from a position on, the opponent to move; nothing when the budget
    /// is used up.
    fn has_pairs(&mut self, stones: Stones, limit: u32, budget: &mut Budget) -> Option<bool> {
        if !self.uses_pairs {
            return Some(false);
        }
        let most = budget.remaining().saturating_mul(u64::from(STEPS_PER_NODE));
        let limit = limit.min(u32::try_from(most).unwrap_or(u32::MAX));
        let mut steps = limit;
        let found = self.duties.pairs(self.window, stones, &mut steps);
        let n_nodes = u64::from((limit - steps) / STEPS_PER_NODE);
        let is_over = budget.spend(n_nodes).is_err();
        let is_found = found.is_some();
        if let Some(pairs) = found {
            self.pairs.insert(stones, pairs);
        }
        (is_found || !is_over).then_some(is_found)
    }

    /// Whether every play of the opponent from `start` has an answer in the table, and so on from the positions after
    /// these answers.
    fn is_closed(&self, start: Stones) -> bool {
        let mut seen: HashSet<Stones> = HashSet::from([start]);
        let mut open = vec![start];
        while let Some(stones) = open.pop() {
            if self.is_settled(stones) {
                continue;
            }
            let mut plays = Vec::new();
            if self.invasions(stones, &mut plays) == Some(DISPROVED) {
                return false;
            }
            for ((after, turn), _) in plays {
                let answer = self.answer(after, turn == Turn::Owner);
                let Some((next, _)) = answer else {
                    return false;
                };
                if seen.insert(next) {
                    open.push(next);
                }
            }
        }
        true
    }

    /// Searches below a node, which `last` led to, until its numbers reach the limits; nothing when the budget is used
    /// up.
    fn expand(
        &mut self,
        node: Node,
        last: Mask,
        limits: Numbers,
        budget: &mut Budget,
    ) -> Option<Numbers> {
        let is_new = node.1 == Turn::Opponent && !self.table.contains_key(&node);
        if is_new && self.has_pairs(node.0, STEPS, budget)? {
            self.table.insert(node, PROVED);
            return Some(PROVED);
        }
        let mut children: Vec<(Node, Numbers)> = Vec::new();
        let is_decided = self.children(node, last, &mut children);
        if budget.spend(children.len() as u64 + 1).is_err() {
            return None;
        }
        if let Some(numbers) = is_decided {
            self.table.insert(node, numbers);
            return Some(numbers);
        }
        let is_owner = node.1 != Turn::Opponent;
        let is_on_line = !is_owner && self.window.allows_suicide();
        if is_on_line {
            if self.line.len() >= LONGEST_LINE {
                return None;
            }
            self.line.insert(node.0);
        }
        let numbers = self.best_first(node, is_owner, &mut children, limits, budget);
        if is_on_line {
            self.line.remove(&node.0);
        }
        numbers
    }

    /// Searches the most promising of the positions after a node again and again.
    fn best_first(
        &mut self,
        node: Node,
        is_owner: bool,
        children: &mut [(Node, Numbers)],
        limits: Numbers,
        budget: &mut Budget,
    ) -> Option<Numbers> {
        loop {
            for (child, numbers) in &mut *children {
                if let Some(&known) = self.table.get(child) {
                    *numbers = known;
                }
            }
            let (numbers, best, second) = combine(children, is_owner);
            if numbers.0 >= limits.0 || numbers.1 >= limits.1 || numbers.0 == 0 || numbers.1 == 0 {
                self.table.insert(node, numbers);
                return Some(numbers);
            }
            let (child, own) = children[best];
            let limits = if is_owner {
                (
                    limits.0.min(second.saturating_add(1)),
                    (limits.1 - numbers.1).saturating_add(own.1).min(INFINITE),
                )
            } else {
                (
                    (limits.0 - numbers.0).saturating_add(own.0).min(INFINITE),
                    limits.1.min(second.saturating_add(1)),
                )
            };
            let last = child.0.other & !node.0.other;
            self.expand(child, last, limits, budget)?;
        }
    }

    /// The positions after the moves from a node, or its numbers if these settle it at once.
    fn children(
        &self,
        node: Node,
        last: Mask,
        children: &mut Vec<(Node, Numbers)>,
    ) -> Option<Numbers> {
        match node.1 {
            Turn::Opponent => self.invasions(node.0, children),
            Turn::Owner | Turn::OwnerAfterPass => self.answers(node, last, children),
        }
    }

    fn invasions(&self, stones: Stones, children: &mut Vec<(Node, Numbers)>) -> Option<Numbers> {
        let held = self.window.held(stones);
        if self.fatal_plays(stones, held) != 0 {
            return Some(DISPROVED);
        }
        for index in bits(self.window.empty(stones)) {
            let after = match self.window.invade(stones, held, index) {
                Invasion::Captures => return Some(DISPROVED),
                Invasion::Stands(next) => Some(next),
                Invasion::Smothered { after, .. } => after,
            };
            children.extend(after.map(|next| ((next, Turn::Owner), (1, 1))));
        }
        if self.duties.territory != 0 {
            children.push(((stones, Turn::OwnerAfterPass), (1, 1)));
        }
        children.is_empty().then_some(PROVED)
    }

    /// The owner's answers; those far from the last play are looked at later.
    fn answers(
        &self,
        node: Node,
        last: Mask,
        children: &mut Vec<(Node, Numbers)>,
    ) -> Option<Numbers> {
        let near = self.window.spread(self.window.spread(last));
        let pass = (node.1 == Turn::Owner).then_some(node.0);
        let quiet = self.duties.lifelines(self.window, node.0, true);
        let plays = bits(self.window.empty(node.0));
        let plays = plays.filter_map(|index| self.lasting_answer(node.0, quiet, index));
        let pass = pass.filter(|_| quiet.are_whole);
        for next in pass.into_iter().chain(plays) {
            if self.duties.are_settled(self.window, next) || self.line.contains(&next) {
                return Some(PROVED);
            }
            let play = next.own & !node.0.own;
            let effort = if last == 0 || play & near != 0 {
                1
            } else {
                FAR
            };
            children.push(((next, Turn::Opponent), (effort, 1)));
        }
        children.is_empty().then_some(DISPROVED)
    }

    /// Whether the owner need not answer here any more.
    pub(super) fn is_settled(&self, stones: Stones) -> bool {
        self.duties.are_settled(self.window, stones)
    }

    /// The pairs by which the owner answers from a position on, if it needs no search any more.
    pub(super) fn pairs(&self, stones: Stones) -> Option<&[AreaPairs]> {
        self.pairs.get(&stones).map(Vec::as_slice)
    }

    /// Whether the search has proved that the duties are kept from `stones`, the opponent to move.
    pub(super) fn is_proved(&self, stones: Stones) -> bool {
        self.duties.hold(self.window, stones)
            && (self.duties.are_settled(self.window, stones)
                || self.zones.find(stones).is_some()
                || (self.table.get(&(stones, Turn::Opponent))).is_some_and(|known| known.0 == 0))
    }

    /// The answers of the owner that break no duty at once, with the stones after them; a pass comes first.
    pub(super) fn choices(&self, stones: Stones, may_pass: bool) -> Vec<(Stones, Option<u8>)> {
        let quiet = self.duties.lifelines(self.window, stones, true);
        let pass = (may_pass && quiet.are_whole).then_some((stones, None));
        let plays = bits(self.window.empty(stones)).filter_map(|index| {
            let next = self.lasting_answer(stones, quiet, index)?;
            Some((next, Some(index)))
        });
        pass.into_iter().chain(plays).collect()
    }

    /// The stones after an answer of the owner, if the duties hold for now. `quiet` is what they hang on without it: a
    /// stone of the owner can only take a last liberty away.
    fn lasting_answer(&self, stones: Stones, quiet: Lifelines, index: u8) -> Option<Stones> {
        let next = self.window.answer(stones, index)?;
        let is_sure = quiet.are_whole && quiet.last & 1 << index == 0;
        (is_sure || self.duties.hold(self.window, next)).then_some(next)
    }

    /// The owner's answer to a play of the opponent that led to `stones`, or to a pass if it may not pass itself, in a
    /// window that is kept: the stones after it, and where it is, unless it is a pass. Nothing from positions that the
    /// proof does not reach.
    pub(super) fn answer(&self, stones: Stones, may_pass: bool) -> Option<(Stones, Option<u8>)> {
        let mut choices = self.choices(stones, may_pass).into_iter();
        choices.find(|(next, _)| self.is_proved(*next))
    }
}

/// The numbers of a node, the number of the child to look at, and the best number of the others.
fn combine(children: &[(Node, Numbers)], is_owner: bool) -> (Numbers, usize, u32) {
    let (mut best, mut least, mut second, mut sum) = (0, INFINITE, INFINITE, 0u32);
    for (n, &(_, numbers)) in children.iter().enumerate() {
        let (own, other) = if is_owner {
            (numbers.0, numbers.1)
        } else {
            (numbers.1, numbers.0)
        };
        sum = sum.saturating_add(other).min(INFINITE);
        if own < least {
            second = least;
            (best, least) = (n, own);
        } else {
            second = second.min(own);
        }
    }
    let numbers = if is_owner { (least, sum) } else { (sum, least) };
    // A sum that only looks infinite is no proof.
    let numbers = match numbers {
        (0, _) => PROVED,
        (_, 0) => DISPROVED,
        (a, b) => (a.min(INFINITE - 1), b.min(INFINITE - 1)),
    };
    (numbers, best, second)
}
