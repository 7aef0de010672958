//! The first moves of a proof, as a tree: each move of the side that disputes the claim, with the answer to it.

use std::collections::{HashMap, VecDeque};

use crate::board::Color;
use crate::draw::picture::{GraphNode, GraphPanel};
use crate::proofcheck::format::{ClaimLine, End, Next, NodeLine, ProverReply, Start};

/// The most boxes of a tree: more would not fit a page.
const MOST_BOXES: usize = 48;

/// A tree that grows level by level.
struct Tree<'a> {
    nodes: HashMap<u32, &'a NodeLine>,
    boxes: Vec<GraphNode>,
    /// Boxes of the prover's moves, or the root, with what they lead to.
    waiting: VecDeque<(usize, Next)>,
    prover: Color,
}

impl Tree<'_> {
    fn add(&mut self, parent: usize, side: Color, label: &str) -> usize {
        let index = self.boxes.len();
        self.boxes.push(GraphNode {
            label: label.to_owned(),
            side: Some(side.into()),
            ..GraphNode::default()
        });
        self.boxes[parent].children.push(index);
        index
    }

    /// What the prover does below a box.
    fn answer(&mut self, parent: usize, answer: &ProverReply) {
        match answer {
            ProverReply::End(end) => self.boxes[parent].sign = Some(word(*end).to_owned()),
            ProverReply::Play(name, next) => {
                let at = self.add(parent, self.prover, name);
                self.waiting.push_back((at, *next));
            }
        }
    }

    /// Adds level after level, as long as there is room.
    fn grow(&mut self) {
        while let Some((at, next)) = self.waiting.pop_front() {
            let node = match next {
                Next::End(end) => {
                    self.boxes[at].sign = Some(word(end).to_owned());
                    self.boxes[at].is_proved = true;
                    continue;
                }
                Next::Node(number) => self.nodes.get(&number).copied(),
            };
            let Some(node) = node else { continue };
            let pass = node.pass.as_ref().map(|answer| ("pass", answer));
            let replies = node.replies.iter();
            let replies = replies.map(|(name, answer)| (name.as_str(), answer));
            let all: Vec<(&str, &ProverReply)> = replies.chain(pass).collect();
            if self.boxes.len() + 2 * all.len() > MOST_BOXES {
                self.boxes[at].is_cut_off = true;
                continue;
            }
            for (name, answer) in all {
                let reply = self.add(at, self.prover.opponent(), name);
                self.boxes[reply].is_proved = true;
                self.answer(reply, answer);
            }
        }
    }
}

const fn word(end: End) -> &'static str {
    match end {
        End::Captured => "captured",
        End::Dead => "dead",
        End::Alive => "alive",
        End::Joined => "joined",
    }
}

/// The tree of a claim that `prover` makes; `title` is the text of its root. Where the tree has no room, an ellipsis
/// stands below a move.
#[must_use]
pub fn proof_tree(claim: &ClaimLine, nodes: &[NodeLine], prover: Color, title: &str) -> GraphPanel {
    let root = GraphNode {
        label: title.to_owned(),
        is_proved: true,
        ..GraphNode::default()
    };
    let mut tree = Tree {
        nodes: nodes.iter().map(|line| (line.node, line)).collect(),
        boxes: vec![root],
        waiting: VecDeque::new(),
        prover,
    };
    match &claim.start {
        Start::Refuter(next) => tree.waiting.push_back((0, *next)),
        Start::Prover(answer) => tree.answer(0, answer),
    }
    tree.grow();
    GraphPanel {
        caption: format!("positions of the proof: {}", nodes.len()),
        nodes: tree.boxes,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn panel(lines: &[&str]) -> GraphPanel {
        let claim: ClaimLine = serde_json::from_str(lines[0]).unwrap();
        let nodes: Vec<NodeLine> = lines[1..]
            .iter()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        proof_tree(&claim, &nodes, Color::Black, "kill")
    }

    #[test]
    fn replies_and_answers_alternate() {
        let panel = panel(&[
            r#"{"goal":"kill","retakes":"refuter","region":["A1"],"start":["B1",0],"nodes":1}"#,
            r#"{"node":0,"pass":["C1","dead"],"replies":[["A1","captured"]]}"#,
        ]);
        let labels: Vec<&str> = panel.nodes.iter().map(|it| it.label.as_str()).collect();
        assert_eq!(labels, ["kill", "B1", "A1", "pass", "C1"]);
        assert_eq!(panel.nodes[0].children, [1]);
        assert_eq!(panel.nodes[1].children, [2, 3]);
        assert_eq!(panel.nodes[2].sign.as_deref(), Some("captured"));
        assert_eq!(panel.nodes[4].sign.as_deref(), Some("dead"));
    }
}
