//! A free area as a finite game: all its positions, with what each play changes for the owner.
//!
//! Stones of the owner may not be taken here, so they only become more, and no position comes back. Positions from
//! which the same can happen are one *node*.

use std::collections::HashMap;

use crate::safety::windows::place::{Invaded, Place, WindowStones, joined_stones};
use crate::score::field::size;
use crate::score::format::Counting;
use crate::set::Set;

/// What the owner gets if a stone of it is taken: less than any score.
pub(super) const LOST: i32 = -1_000_000;

/// The most positions of all areas of a side.
const MOST_POSITIONS: usize = 400_000;

/// The longest line of play.
const MOST_MOVES: usize = 400;

/// A play: the node after it, and how many points more the owner is ahead.
type Play = (usize, i32);

/// A position by what can happen there.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Node {
    /// The owner's plays.
    pub(super) own: Vec<Play>,
    /// Plays of the other side.
    pub(super) other: Vec<Play>,
    /// Whether the other side, to move, takes a stone of the owner.
    pub(super) is_lost: bool,
}

/// What a node is worth by itself.
#[derive(Clone, Copy, Debug)]
pub(super) struct Worth {
    /// At least so much if the other side moves first, whatever happens elsewhere: the owner answers each play here, or
    /// does nothing.
    pub(super) answered: i32,
    /// At most so much if the owner moves first, whatever happens elsewhere: the other side answers each play here, or
    /// does nothing.
    pub(super) capped: i32,
}

/// The nodes of all areas of a side.
#[derive(Debug, Default)]
pub(super) struct Nodes {
    nodes: Vec<Node>,
    worths: Vec<Worth>,
    ids: HashMap<Node, usize>,
    n_positions: usize,
    limit: usize,
}

impl Nodes {
    /// No node yet; `limit` is the most positions of all areas.
    pub(super) fn new(limit: usize) -> Self {
        Self {
            limit: limit.min(MOST_POSITIONS),
            ..Self::default()
        }
    }

    /// Positions of the areas that were added.
    pub(super) const fn n_positions(&self) -> usize {
        self.n_positions
    }

    pub(super) fn node(&self, id: usize) -> &Node {
        &self.nodes[id]
    }

    pub(super) fn worth(&self, id: usize) -> Worth {
        self.worths[id]
    }

    /// Adds all positions that can come about in an area; the node of the start. `None` if there are too many.
    pub(super) fn add_area(
        &mut self,
        place: &Place,
        start: WindowStones,
        counting: Counting,
    ) -> Option<usize> {
        let mut known = HashMap::new();
        self.position(place, start, counting, &mut known, MOST_MOVES)
    }

    fn position(
        &mut self,
        place: &Place,
        stones: WindowStones,
        counting: Counting,
        known: &mut HashMap<WindowStones, usize>,
        n_moves: usize,
    ) -> Option<usize> {
        if let Some(&id) = known.get(&stones) {
            return Some(id);
        }
        let n_moves = n_moves.checked_sub(1)?;
        self.n_positions += 1;
        if self.n_positions > self.limit {
            return None;
        }
        let here = count(place, stones, counting);
        let held = joined_stones(&place.groups(stones));
        let (mut own, mut other, mut is_lost) = (Vec::new(), Vec::new(), false);
        for point in place.empty(stones).points() {
            if let Some(after) = place.answered(stones, point) {
                let taken = match counting {
                    Counting::Area => 0,
                    Counting::Territory => size(stones.other - after.other),
                };
                let gain = count(place, after, counting) - here + taken;
                let id = self.position(place, after, counting, known, n_moves)?;
                own.push((id, gain));
            }
            match place.invaded(stones, held, point) {
                Invaded::Taken => is_lost = true,
                Invaded::Stands(after) => {
                    let gain = count(place, after, counting) - here;
                    let id = self.position(place, after, counting, known, n_moves)?;
                    other.push((id, gain));
                }
                // A suicide, which is forbidden.
                Invaded::Choked { .. } => {}
            }
        }
        let id = self.add(Node {
            own,
            other,
            is_lost,
        });
        known.insert(stones, id);
        Some(id)
    }

    fn add(&mut self, mut node: Node) -> usize {
        node.own.sort_unstable();
        node.own.dedup();
        node.other.sort_unstable();
        node.other.dedup();
        if let Some(&id) = self.ids.get(&node) {
            return id;
        }
        let answers = node
            .other
            .iter()
            .map(|&(to, gain)| gain + self.best_answer(to));
        let plays = node.own.iter();
        let capped = plays.map(|&(to, gain)| gain + self.best_reply(to));
        let worth = Worth {
            answered: if node.is_lost {
                LOST
            } else {
                answers.min().unwrap_or(0).min(0)
            },
            capped: capped.max().unwrap_or(0).max(0),
        };
        let id = self.nodes.len();
        self.worths.push(worth);
        self.nodes.push(node.clone());
        self.ids.insert(node, id);
        id
    }

    /// What the owner is ahead more after one play here or none, the other side to move.
    fn best_answer(&self, id: usize) -> i32 {
        let plays = self.nodes[id].own.iter();
        let after = plays.map(|&(to, gain)| gain + self.worths[to].answered);
        after.fold(self.worths[id].answered, i32::max)
    }

    /// The same after one play of the other side here or none, the owner to move.
    fn best_reply(&self, id: usize) -> i32 {
        let node = &self.nodes[id];
        if node.is_lost {
            return LOST;
        }
        let replies = node.other.iter();
        let after = replies.map(|&(to, gain)| gain + self.worths[to].capped);
        after.fold(self.worths[id].capped, i32::min)
    }
}

/// How many points the owner is ahead on an area if the game ends. Stones taken before are not counted.
pub(super) fn count(place: &Place, stones: WindowStones, counting: Counting) -> i32 {
    let grid = &place.grid;
    let groups = place.groups(stones);
    let held = joined_stones(&groups);
    let beside = groups
        .iter()
        .fold(Set::EMPTY, |all, group| all | group.reach);
    let loose = stones.own - held;
    let empty = place.empty(stones);
    let mut lead = 0;
    for space in grid.parts(empty, empty) {
        let is_closed = !space.meets(place.open) && !grid.spread(space).meets(stones.other | loose);
        if is_closed {
            lead += size(space);
        } else if !space.meets(beside) {
            lead -= size(space);
        }
    }
    match counting {
        Counting::Area => lead + size(held) - size(loose) - size(stones.other),
        Counting::Territory => lead - 2 * size(loose),
    }
}
