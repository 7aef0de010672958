//! Sets of kept positions of a window: the owner has the same stones, the opponent none but on some points.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use super::super::region_board::{Mask, bits};
use super::mixer::Mixer;
use super::window::{MOST_POINTS, Stones};

/// Positions that are kept, the opponent to move. The owner has the same stones in all of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Zone {
    /// The opponent has stones on no other points.
    pub(super) other: Mask,
    /// Those that it has in any case: the proof takes them off, or they are in the opponent's way.
    pub(super) caught: Mask,
}

/// What the search by zones has found so far.
#[derive(Debug)]
pub(super) struct Zones {
    /// By the stones of the owner.
    pub(super) kept: HashMap<Mask, Vec<Zone>, BuildHasherDefault<Mixer>>,
    /// Stones of the opponent against which answers of such a cost were not enough, by the stones of the owner.
    failed: HashMap<Mask, Vec<(Mask, u16)>, BuildHasherDefault<Mixer>>,
    /// How often a play was the right answer to another one, or a right free play.
    n_right: HashMap<(Option<u8>, u8), u32, BuildHasherDefault<Mixer>>,
    /// How often there was no answer to a play of the opponent.
    pub(super) n_unanswered: [u32; MOST_POINTS],
}

impl Default for Zones {
    fn default() -> Self {
        Self {
            kept: HashMap::default(),
            failed: HashMap::default(),
            n_right: HashMap::default(),
            n_unanswered: [0; MOST_POINTS],
        }
    }
}

impl Zones {
    /// A set of kept positions with this one.
    pub(super) fn find(&self, stones: Stones) -> Option<Zone> {
        let mut zones = self.kept.get(&stones.own)?.iter();
        zones.find(|zone| zone.contains(stones)).copied()
    }

    /// How costly answers were not enough here, or against fewer stones: more of them hardly ever help the owner.
    pub(super) fn tried(&self, stones: Stones) -> Option<u16> {
        let failed = self.failed.get(&stones.own)?.iter();
        let fewer = failed.filter(|&&(other, _)| other & !stones.other == 0);
        fewer.map(|&(_, limit)| limit).max()
    }

    /// How often a play was the right answer to the play `last`, or a right free play where that is empty.
    pub(super) fn n_right(&self, last: Mask, play: u8) -> u32 {
        let number = self.n_right.get(&(bits(last).next(), play));
        number.copied().unwrap_or(0)
    }

    /// Counts a right answer, if it is no pass.
    pub(super) fn count_right(&mut self, last: Mask, play: Mask) {
        for index in bits(play) {
            *self.n_right.entry((bits(last).next(), index)).or_default() += 1;
        }
    }

    pub(super) fn fail(&mut self, stones: Stones, limit: u16) {
        let failed = self.failed.entry(stones.own).or_default();
        match failed.iter_mut().find(|(other, _)| *other == stones.other) {
            Some((_, tried)) => *tried = limit.max(*tried),
            None => failed.push((stones.other, limit)),
        }
    }
}

impl Zone {
    const fn contains(&self, stones: Stones) -> bool {
        stones.other & !self.other == 0 && self.other & !stones.other & self.caught == 0
    }
}
