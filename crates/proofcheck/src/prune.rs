//! Leaves out the nodes of a strategy that no line reaches: those written on the way to moves that were given up.

use std::collections::{HashMap, HashSet};

use super::format::{Next, NodeLine, ProverReply, Start};

/// The nodes that are reached from the start, in their order.
pub(crate) fn reached(start: &Start, nodes: Vec<NodeLine>) -> Vec<NodeLine> {
    let by_number: HashMap<u32, &NodeLine> = nodes.iter().map(|line| (line.node, line)).collect();
    let mut open: Vec<u32> = match start {
        Start::Refuter(Next::Node(node)) => vec![*node],
        Start::Prover(answer) => next(answer).into_iter().collect(),
        Start::Refuter(Next::End(_)) => Vec::new(),
    };
    let mut seen = HashSet::new();
    while let Some(node) = open.pop() {
        if let Some(line) = by_number.get(&node)
            && seen.insert(node)
        {
            let replies = line.replies.iter().map(|(_, answer)| answer);
            open.extend(line.pass.iter().chain(replies).filter_map(next));
        }
    }
    nodes
        .into_iter()
        .filter(|line| seen.contains(&line.node))
        .collect()
}

/// The node that an answer leads to.
const fn next(answer: &ProverReply) -> Option<u32> {
    match answer {
        ProverReply::Play(_, Next::Node(node)) => Some(*node),
        ProverReply::Play(_, Next::End(_)) | ProverReply::End(_) => None,
    }
}
