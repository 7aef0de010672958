//! A free area: points beside windows on which the owner plays as it likes, as a finite game.
//!
//! It is played as a window is (`window`), but for points instead of duties: a stone of the owner is never given up, so
//! its stones only become more, no ko is ever taken back, and the game has no repetition. Positions from which the same
//! can happen are one node, wherever they are on the board.

use std::collections::HashMap;

use super::super::region_board::{Mask, bits};
use super::window::{Invasion, Stones, Window};
use crate::board::Scoring;

/// Number of a node.
pub(super) type NodeId = usize;

/// A play: the node after it, and how many points the owner is ahead more.
pub(super) type Play = (NodeId, i32);

/// Less than any count.
pub(super) const LOST: i32 = -10_000;

/// A position by what can happen there. The points that the owner has already are not part of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Node {
    /// Plays of the owner after which no stone of its own is lost.
    pub(super) own: Vec<Play>,
    /// Plays of the opponent.
    pub(super) other: Vec<Play>,
    /// Whether the opponent, to move, takes a stone of the owner: the owner has to play here before.
    pub(super) is_lost: bool,
}

/// Bounds of the value of a node by itself, without the other areas: points that the owner is ahead more.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outlook {
    /// If the opponent moves first, stops at will, and each of its plays is answered here or not at all.
    pub(super) local: i32,
    /// If the owner moves first, stops at will, and each of its plays is answered here or not at all.
    pub(super) capped: i32,
}

/// All nodes of some areas.
#[derive(Debug, Default)]
pub(super) struct Nodes {
    nodes: Vec<Node>,
    outlooks: Vec<Outlook>,
    ids: HashMap<Node, NodeId>,
}

impl Nodes {
    pub(super) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id]
    }

    pub(super) fn outlook(&self, id: NodeId) -> Outlook {
        self.outlooks[id]
    }

    /// Whether nothing can happen any more.
    pub(super) fn is_over(&self, id: NodeId) -> bool {
        let node = &self.nodes[id];
        node.own.is_empty() && node.other.is_empty() && !node.is_lost
    }

    /// The most that the owner is ahead by one play first, each further play of the opponent answered.
    pub(super) fn local_first(&self, id: NodeId) -> i32 {
        let after = |&(to, gain): &Play| gain + self.outlooks[to].local;
        let best = self.nodes[id].own.iter().map(after).max();
        best.unwrap_or(LOST).max(self.outlooks[id].local)
    }

    /// Adds a free area with the stones on it: its node, and the points that the owner is ahead there now. `None` if
    /// it has more than `limit` positions.
    pub(super) fn grow(
        &mut self,
        window: &Window,
        start: Stones,
        scoring: Scoring,
        limit: usize,
    ) -> Option<(NodeId, i32)> {
        let mut growth = Growth {
            nodes: self,
            window,
            scoring,
            known: HashMap::new(),
            limit,
        };
        let id = growth.grow(start)?;
        Some((id, lead(window, start, scoring)))
    }

    fn add(&mut self, mut node: Node) -> NodeId {
        // What opponents can do where the owner is lost, or where no play changes anything, does not matter.
        node.own.retain(|&(to, _)| !self.nodes[to].is_lost);
        let wins = |&(to, _): &Play| self.nodes[to].is_lost && self.nodes[to].own.is_empty();
        node.is_lost |= node.other.iter().any(wins);
        if node.is_lost {
            node.other.clear();
        }
        let is_idle = |&(to, gain): &Play| gain == 0 && self.is_over(to);
        if !node.is_lost && node.own.iter().chain(&node.other).all(is_idle) {
            node = Node::default();
        }
        node.own.sort_unstable_by_key(|&(to, gain)| (to, -gain));
        node.own.dedup_by_key(|&mut (to, _)| to);
        node.other.sort_unstable();
        node.other.dedup_by_key(|&mut (to, _)| to);
        if let Some(&id) = self.ids.get(&node) {
            return id;
        }
        let id = self.nodes.len();
        self.outlooks.push(self.weigh(&node));
        self.nodes.push(node.clone());
        self.ids.insert(node, id);
        id
    }

    fn weigh(&self, node: &Node) -> Outlook {
        let replies = node.other.iter();
        let local = replies.map(|&(to, gain)| gain + self.local_first(to)).min();
        let plays = node.own.iter();
        let capped = plays.map(|&(to, gain)| gain + self.capped_first(to)).max();
        Outlook {
            local: if node.is_lost {
                LOST
            } else {
                local.unwrap_or(0).min(0)
            },
            capped: capped.unwrap_or(0).max(0),
        }
    }

    /// The least that the owner is ahead by one play of the opponent first, each further play of the owner answered.
    fn capped_first(&self, id: NodeId) -> i32 {
        let after = |&(to, gain): &Play| gain + self.outlooks[to].capped;
        let best = self.nodes[id].other.iter().map(after).min();
        best.unwrap_or(-LOST).min(self.outlooks[id].capped)
    }
}

/// The search through all positions of one area.
struct Growth<'a> {
    nodes: &'a mut Nodes,
    window: &'a Window,
    scoring: Scoring,
    known: HashMap<Stones, NodeId>,
    limit: usize,
}

impl Growth<'_> {
    fn grow(&mut self, stones: Stones) -> Option<NodeId> {
        if let Some(&known) = self.known.get(&stones) {
            return Some(known);
        }
        self.limit = self.limit.checked_sub(1)?;
        let (window, held) = (self.window, self.window.held(stones));
        let here = lead(window, stones, self.scoring);
        let mut node = Node::default();
        for index in bits(window.empty(stones)) {
            if let Some(after) = window.answer(stones, index) {
                let taken = match self.scoring {
                    Scoring::Area => 0,
                    Scoring::Territory => count(stones.other & !after.other),
                };
                let gain = lead(window, after, self.scoring) - here + taken;
                node.own.push((self.grow(after)?, gain));
            }
            match window.invade(stones, held, index) {
                Invasion::Stands(after) => {
                    let gain = lead(window, after, self.scoring) - here;
                    node.other.push((self.grow(after)?, gain));
                }
                Invasion::Captures => node.is_lost = true,
                // Without suicide the play is illegal on the board as well.
                Invasion::Smothered { .. } => {}
            }
        }
        let id = self.nodes.add(node);
        self.known.insert(stones, id);
        Some(id)
    }
}

/// How many points the owner is ahead on an area at least, if the game ends. Prisoners taken before are not counted.
fn lead(window: &Window, stones: Stones, scoring: Scoring) -> i32 {
    let held = window.held(stones);
    let loose = stones.own & !held;
    let (mut surrounded, mut rest) = (0, 0);
    let mut empty = window.empty(stones);
    let beside = window.beside_held(held);
    while empty != 0 {
        let space = window.component(empty & empty.wrapping_neg(), window.empty(stones));
        empty &= !space;
        let is_closed =
            space & window.open() == 0 && window.spread(space) & (stones.other | loose) == 0;
        if is_closed {
            surrounded |= space;
        } else if space & beside == 0 {
            // It touches no stone of the owner that stays, so that it may be the opponent's.
            rest |= space;
        }
    }
    let ahead = count(surrounded) - count(rest);
    match scoring {
        Scoring::Area => ahead + count(held) - count(loose) - count(stones.other),
        Scoring::Territory => ahead - 2 * count(loose),
    }
}

fn count(mask: Mask) -> i32 {
    mask.count_ones().cast_signed()
}
