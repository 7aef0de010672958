//! The lines of a proof as a tree of moves for people: the prover's answers to the moves that hold out longest.

use std::collections::HashMap;

use crate::board::{Color, Move, Point};
use crate::proofcheck::format::{ClaimLine, End, Next, NodeLine, ProverReply, Start};
use crate::sgf::TreeNode;

/// Moves of the other side that are shown at the first, the second and each later turn.
const BREADTH: [usize; 3] = [4, 2, 1];

/// A claim with its nodes by number.
pub(super) struct Strategy<'p> {
    start: &'p Start,
    nodes: HashMap<u32, &'p NodeLine>,
    depths: HashMap<u32, usize>,
}

impl<'p> Strategy<'p> {
    pub(super) fn new((claim, nodes): &'p (ClaimLine, Vec<NodeLine>)) -> Self {
        let mut strategy = Self {
            start: &claim.start,
            nodes: nodes.iter().map(|line| (line.node, line)).collect(),
            depths: HashMap::new(),
        };
        for line in nodes {
            strategy.measure(line.node);
        }
        strategy
    }

    /// Moves of the longest line of play, both sides counted.
    pub(super) fn depth(&self) -> usize {
        match self.start {
            Start::Prover(reply) => self.depth_of_reply(reply),
            Start::Refuter(next) => self.depth_of_next(*next),
        }
    }

    fn depth_of_next(&self, next: Next) -> usize {
        match next {
            Next::Node(node) => self.depths.get(&node).copied().unwrap_or(0),
            Next::End(_) => 0,
        }
    }

    fn depth_of_reply(&self, reply: &ProverReply) -> usize {
        match reply {
            ProverReply::Play(_, next) => 1 + self.depth_of_next(*next),
            ProverReply::End(_) => 0,
        }
    }

    /// The depth of a node and of all below it. A checked proof has no circle.
    fn measure(&mut self, node: u32) {
        let mut open = vec![node];
        while let Some(&node) = open.last() {
            if self.depths.contains_key(&node) {
                open.pop();
                continue;
            }
            let Some(line) = self.nodes.get(&node) else {
                self.depths.insert(node, 0);
                continue;
            };
            let below = replies(line).filter_map(|(_, reply)| match reply {
                ProverReply::Play(_, Next::Node(below)) => Some(*below),
                ProverReply::Play(_, Next::End(_)) | ProverReply::End(_) => None,
            });
            let missing: Vec<u32> = below
                .filter(|below| !self.depths.contains_key(below))
                .collect();
            if missing.is_empty() {
                let deepest = replies(line).map(|(_, reply)| 1 + self.depth_of_reply(reply));
                let depth = deepest.max().unwrap_or(0);
                self.depths.insert(node, depth);
            } else {
                open.extend(missing);
            }
        }
    }

    /// Adds the lines below a node of a record, and a remark at the end of each. `prover` moves first.
    pub(super) fn add(
        &self,
        nodes: &mut Vec<TreeNode>,
        parent: usize,
        prover: Color,
        remark: &str,
    ) {
        match self.start {
            Start::Prover(reply) => self.add_reply(nodes, parent, prover, reply, remark, 0),
            Start::Refuter(next) => self.add_next(nodes, parent, prover, *next, remark, 0),
        }
    }

    fn add_reply(
        &self,
        nodes: &mut Vec<TreeNode>,
        parent: usize,
        prover: Color,
        reply: &ProverReply,
        remark: &str,
        turn: usize,
    ) {
        match reply {
            ProverReply::End(end) => finish(nodes, parent, *end, remark),
            ProverReply::Play(name, next) => {
                let Some(node) = node(parent, prover, name) else {
                    return;
                };
                nodes.push(node);
                self.add_next(nodes, nodes.len() - 1, prover, *next, remark, turn);
            }
        }
    }

    fn add_next(
        &self,
        nodes: &mut Vec<TreeNode>,
        parent: usize,
        prover: Color,
        next: Next,
        remark: &str,
        turn: usize,
    ) {
        let number = match next {
            Next::End(end) => return finish(nodes, parent, end, remark),
            Next::Node(number) => number,
        };
        let Some(line) = self.nodes.get(&number) else {
            return;
        };
        let mut replies: Vec<(&str, &ProverReply)> = replies(line).collect();
        // A pass last among moves that hold out equally long.
        let hardness = |reply: &ProverReply| self.depth_of_reply(reply);
        replies.sort_by_key(|(name, reply)| (std::cmp::Reverse(hardness(reply)), *name == PASS));
        let breadth = BREADTH[turn.min(BREADTH.len() - 1)];
        let shown = replies.iter().take(breadth).filter(|(name, _)| {
            // Where other moves are shown, a pass shows nothing new.
            *name != PASS || replies.len() == 1
        });
        for (name, reply) in shown {
            let Some(node) = node(parent, prover.opponent(), name) else {
                continue;
            };
            nodes.push(node);
            self.add_reply(nodes, nodes.len() - 1, prover, reply, remark, turn + 1);
        }
    }
}

/// The name of a pass.
const PASS: &str = "pass";

/// All moves that a node answers.
fn replies(line: &NodeLine) -> impl Iterator<Item = (&str, &ProverReply)> {
    let pass = line.pass.as_ref().map(|reply| (PASS, reply));
    let plays = line.replies.iter();
    let plays = plays.map(|(name, reply)| (name.as_str(), reply));
    plays.chain(pass)
}

/// A node of a record with a move.
fn node(parent: usize, color: Color, name: &str) -> Option<TreeNode> {
    let mv = match name {
        PASS => Move::Pass,
        name => Move::Play(name.parse::<Point>().ok()?),
    };
    Some(TreeNode {
        parent: Some(parent),
        mv: Some((color, mv)),
        ..TreeNode::default()
    })
}

/// The remark at the end of a line.
fn finish(nodes: &mut [TreeNode], at: usize, end: End, remark: &str) {
    let reason = match end {
        End::Captured => "The group is taken.",
        End::Dead => "The group has no room for two eyes.",
        End::Alive => "The group is alive.",
        End::Joined => "The two are connected.",
    };
    if let Some(node) = nodes.get_mut(at) {
        node.add_comment(&format!("{remark}{reason}"));
    }
}
