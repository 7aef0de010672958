//! Writes down a strategy of an owner who answers every play of the other side, for proofs of safety and of scores.
//!
//! Answers are taken in turn until one leads to the end: an answer may be right by itself and lead back to a position
//! above, which shows nothing. The claims of life and death have a recorder of their own ([`record`](super::record)),
//! because there zones decide which plays need an answer.

use std::collections::HashMap;
use std::hash::Hash;

use super::format::{End, Next, NodeLine, ProverReply, Start};
use super::prune::reached;

/// The longest line of answers that is written; the check follows somewhat longer ones.
const LONGEST_LINE: usize = 300;

/// An owner's goal, with the moves of both sides.
pub trait Strategy {
    /// A position; whose turn it is follows from where it is used.
    type Position: Clone + Eq + Hash;

    /// Why the moves can't be found.
    type Error;

    /// Whether the goal is reached though the owner always passes from now on.
    fn is_reached(&self, position: &Self::Position) -> bool;

    /// All legal plays of the other side, with the positions after them.
    fn plays(&self, position: &Self::Position) -> Vec<(String, Self::Position)>;

    /// The position after a pass of the other side.
    fn passed(&self, position: &Self::Position) -> Self::Position;

    /// The first of the owner's answers from number `from` on that is known to reach the goal, with its own number;
    /// `None` if there is no more.
    ///
    /// # Errors
    /// If the answers can't be found out.
    fn answer(
        &mut self,
        position: &Self::Position,
        from: usize,
    ) -> Result<Option<Answer<Self::Position>>, Self::Error>;

    /// The error for a strategy of too many nodes.
    fn too_large(&self) -> Self::Error;
}

/// An answer of the owner.
#[derive(Clone, Debug)]
pub struct Answer<P> {
    /// Its number among all moves of the owner.
    pub number: usize,
    /// A point, or `pass`.
    pub name: String,
    /// The position after it, the other side to move.
    pub after: P,
}

/// The lines that answer the other side, who moves first, and what the position is called; at most `most_nodes` lines.
/// `None` if all known answers come back to positions above.
///
/// # Errors
/// If answers can't be found out, or are too many.
pub fn write_defense<S: Strategy>(
    strategy: &mut S,
    position: &S::Position,
    most_nodes: usize,
) -> Result<Option<(Next, Vec<NodeLine>)>, S::Error> {
    let mut writer = Writer::new(strategy, most_nodes);
    let next = writer.next(position)?;
    Ok(next.map(|next| (next, reached(&Start::Refuter(next), writer.nodes))))
}

/// The same if the owner moves first: the first move, and the lines after it.
///
/// # Errors
/// If answers can't be found out, or are too many.
pub fn write_attack<S: Strategy>(
    strategy: &mut S,
    position: &S::Position,
    most_nodes: usize,
) -> Result<Option<(ProverReply, Vec<NodeLine>)>, S::Error> {
    let mut writer = Writer::new(strategy, most_nodes);
    let Some(first) = writer.answer(position)? else {
        return Ok(None);
    };
    let nodes = reached(&Start::Prover(first.clone()), writer.nodes);
    Ok(Some((first, nodes)))
}

/// A strategy that is written.
struct Writer<'a, S: Strategy> {
    strategy: &'a mut S,
    nodes: Vec<NodeLine>,
    /// The numbers of the positions that are written.
    numbers: HashMap<S::Position, u32>,
    /// The positions of the line, the other side to move.
    path: Vec<S::Position>,
    most_nodes: usize,
}

impl<'a, S: Strategy> Writer<'a, S> {
    fn new(strategy: &'a mut S, most_nodes: usize) -> Self {
        Self {
            strategy,
            nodes: Vec::new(),
            numbers: HashMap::new(),
            path: Vec::new(),
            most_nodes,
        }
    }

    /// What a position with the other side to move is called; `None` if all known lines come back to a position above.
    fn next(&mut self, position: &S::Position) -> Result<Option<Next>, S::Error> {
        if self.strategy.is_reached(position) {
            return Ok(Some(Next::End(End::Alive)));
        }
        if let Some(&node) = self.numbers.get(position) {
            return Ok(Some(Next::Node(node)));
        }
        if self.path.contains(position) || self.path.len() >= LONGEST_LINE {
            return Ok(None);
        }
        self.path.push(position.clone());
        let line = self.node(position);
        self.path.pop();
        let Some(mut line) = line? else {
            return Ok(None);
        };
        let node = u32::try_from(self.nodes.len()).map_err(|_| self.strategy.too_large())?;
        if self.nodes.len() >= self.most_nodes {
            return Err(self.strategy.too_large());
        }
        line.node = node;
        self.nodes.push(line);
        self.numbers.insert(position.clone(), node);
        Ok(Some(Next::Node(node)))
    }

    /// The answers to all moves of the other side.
    fn node(&mut self, position: &S::Position) -> Result<Option<NodeLine>, S::Error> {
        let mut replies = Vec::new();
        for (name, after) in self.strategy.plays(position) {
            let Some(answer) = self.answer(&after)? else {
                return Ok(None);
            };
            replies.push((name, answer));
        }
        let pass = self.answer(&self.strategy.passed(position))?;
        let line = NodeLine {
            node: 0,
            pass,
            replies,
        };
        Ok(line.pass.is_some().then_some(line))
    }

    /// The owner's answer in a position.
    fn answer(&mut self, position: &S::Position) -> Result<Option<ProverReply>, S::Error> {
        if self.strategy.is_reached(position) {
            return Ok(Some(ProverReply::End(End::Alive)));
        }
        let mut from = 0;
        while let Some(answer) = self.strategy.answer(position, from)? {
            if let Some(next) = self.next(&answer.after)? {
                return Ok(Some(ProverReply::Play(answer.name, next)));
            }
            from = answer.number + 1;
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A walk on the points 0 to 4; point 4 is the goal. The other side moves down by one or stays, the owner goes to
    /// the points that `answers` lists.
    struct Steps {
        answers: [&'static [usize]; 5],
    }

    impl Strategy for Steps {
        type Position = usize;
        type Error = &'static str;

        fn is_reached(&self, position: &usize) -> bool {
            *position == 4
        }

        fn plays(&self, position: &usize) -> Vec<(String, usize)> {
            let below = position.checked_sub(1);
            below.map(|at| (at.to_string(), at)).into_iter().collect()
        }

        fn passed(&self, position: &usize) -> usize {
            *position
        }

        fn answer(
            &mut self,
            position: &usize,
            from: usize,
        ) -> Result<Option<Answer<usize>>, &'static str> {
            let after = self.answers[*position].get(from);
            Ok(after.map(|&after| Answer {
                number: from,
                name: after.to_string(),
                after,
            }))
        }

        fn too_large(&self) -> &'static str {
            "too large"
        }
    }

    #[test]
    fn an_answer_that_leads_back_is_passed_over() {
        let answers: [&[usize]; 5] = [&[1, 4], &[2, 4], &[1], &[], &[]];
        let mut steps = Steps { answers };
        let (next, nodes) = write_defense(&mut steps, &2, 10).unwrap().unwrap();
        let text: Vec<String> = nodes
            .iter()
            .map(|line| serde_json::to_string(line).unwrap())
            .collect();
        // From 1 the answer 2 leads back to the start.
        assert_eq!(
            text,
            [
                r#"{"node":0,"pass":["4","alive"],"replies":[["0",["4","alive"]]]}"#,
                r#"{"node":1,"pass":["1",0],"replies":[["1",["4","alive"]]]}"#,
            ]
            .map(|line| line.to_owned())
        );
        assert_eq!(next, Next::Node(1));
        assert_eq!(write_defense(&mut steps, &2, 1), Err("too large"));
    }

    #[test]
    fn no_strategy_without_progress() {
        let mut steps = Steps {
            answers: [&[1], &[0], &[1], &[2], &[]],
        };
        assert_eq!(write_defense(&mut steps, &1, 10), Ok(None));
        assert_eq!(write_attack(&mut steps, &1, 10), Ok(None));
    }
}
