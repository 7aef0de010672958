//! Sets of kept positions of a window: the owner has the same stones, the opponent none but on some points.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use super::super::region_board::Mask;
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
    /// Stones of the opponent against which so many answers were not enough, by the stones of the owner.
    failed: HashMap<Mask, Vec<(Mask, u8)>, BuildHasherDefault<Mixer>>,
    /// How often a play was a right answer, and how often there was none to it.
    pub(super) n_right: [u32; MOST_POINTS],
    pub(super) n_unanswered: [u32; MOST_POINTS],
}

impl Default for Zones {
    fn default() -> Self {
        Self {
            kept: HashMap::default(),
            failed: HashMap::default(),
            n_right: [0; MOST_POINTS],
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

    /// How many answers were not enough here, or against fewer stones: more of them hardly ever help the owner.
    pub(super) fn n_tried(&self, stones: Stones) -> Option<u8> {
        let failed = self.failed.get(&stones.own)?.iter();
        let fewer = failed.filter(|&&(other, _)| other & !stones.other == 0);
        fewer.map(|&(_, n_answers)| n_answers).max()
    }

    pub(super) fn fail(&mut self, stones: Stones, n_answers: u8) {
        let failed = self.failed.entry(stones.own).or_default();
        match failed.iter_mut().find(|(other, _)| *other == stones.other) {
            Some((_, tried)) => *tried = n_answers.max(*tried),
            None => failed.push((stones.other, n_answers)),
        }
    }
}

impl Zone {
    const fn contains(&self, stones: Stones) -> bool {
        stones.other & !self.other == 0 && self.other & !stones.other & self.caught == 0
    }
}
