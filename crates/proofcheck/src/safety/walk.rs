//! The walk through the owner's strategy in a region: every move of the other color, and one answer.
//!
//! The owner's goal is a [`Purpose`].

use std::collections::HashMap;

use super::part::{Attacked, Part, RegionState};
use crate::fault::{Fault, Wrong};
use crate::format::{End, Next, NodeLine, ProverReply, Start};
use crate::grid::Grid;

/// The most answers on one line: the stack is finite.
const LONGEST_LINE: usize = 400;

/// The owner's goal in a part of the board.
pub(crate) trait Purpose {
    /// Whether the owner may pass.
    const MAY_PASS: bool;

    /// The part.
    fn part(&self) -> &Part;

    /// Whether nothing is lost yet.
    fn is_open(&self, state: &RegionState) -> bool;

    /// Whether the purpose is reached though the owner always passes from now on.
    fn is_reached(&self, state: &RegionState) -> bool;
}

/// The purpose of a proof of safety.
#[derive(Debug)]
pub(crate) struct Hold {
    pub(crate) part: Part,
    /// Whether the other color may get no two eyes.
    pub(crate) and_region: bool,
}

impl Purpose for Hold {
    const MAY_PASS: bool = true;

    fn part(&self) -> &Part {
        &self.part
    }

    fn is_open(&self, state: &RegionState) -> bool {
        self.part.keeps_liberties(state)
    }

    fn is_reached(&self, state: &RegionState) -> bool {
        self.part.is_held(state, self.and_region)
    }
}

/// The answers at a node, by the move; `None` for a pass.
type Page = HashMap<Option<usize>, ProverReply>;

/// The nodes of a strategy.
pub(crate) struct Pages(HashMap<u32, Page>);

impl Pages {
    /// The nodes of some lines.
    pub(crate) fn new(grid: &Grid, lines: impl Iterator<Item = NodeLine>) -> Result<Self, Wrong> {
        let mut pages = HashMap::new();
        for line in lines {
            let node = line.node;
            let page = Self::page(grid, line).ok_or(Wrong::TwoNodes(node))?;
            if pages.insert(node, page).is_some() {
                return Err(Wrong::TwoNodes(node));
            }
        }
        Ok(Self(pages))
    }

    /// `None` if a move is no point of the board, or stands there twice.
    fn page(grid: &Grid, line: NodeLine) -> Option<Page> {
        let mut page: Page = line.pass.map(|answer| (None, answer)).into_iter().collect();
        for (name, answer) in line.replies {
            if page.insert(Some(grid.point(&name)?), answer).is_some() {
                return None;
            }
        }
        Some(page)
    }
}

/// A walk through a strategy.
pub(crate) struct StrategyWalk<'a, P> {
    grid: Grid,
    purpose: &'a P,
    pages: Pages,
    /// The position of each node, and whether its check is complete.
    seen: HashMap<u32, (RegionState, bool)>,
    /// The moves that lead to the current position.
    line: Vec<Option<usize>>,
    depth: usize,
}

impl<'a, P: Purpose> StrategyWalk<'a, P> {
    pub(crate) fn new(purpose: &'a P, pages: Pages) -> Self {
        Self {
            grid: purpose.part().grid,
            purpose,
            pages,
            seen: HashMap::new(),
            line: Vec::new(),
            depth: 0,
        }
    }

    /// Walks through the whole strategy.
    pub(crate) fn run(mut self, start: &Start, state: &RegionState) -> Result<(), Fault> {
        let n_nodes = self.pages.0.len();
        let shown = match start {
            Start::Refuter(next) => self.next(*next, state),
            Start::Prover(answer) => self.answered(answer, state),
        };
        let shown = shown.and_then(|()| match n_nodes - self.seen.len() {
            0 => Ok(()),
            n_unused => Err(Wrong::Unused(n_unused)),
        });
        shown.map_err(|wrong| Fault {
            line: self.line.iter().map(|&mv| self.name(mv)).collect(),
            wrong,
        })
    }

    fn name(&self, mv: Option<usize>) -> String {
        mv.map_or_else(|| "pass".to_owned(), |point| self.grid.name(point))
    }

    fn next(&mut self, next: Next, state: &RegionState) -> Result<(), Wrong> {
        match next {
            Next::End(end) => self.end(end, state),
            Next::Node(node) => self.node(node, state),
        }
    }

    fn end(&self, end: End, state: &RegionState) -> Result<(), Wrong> {
        if end == End::Alive && self.purpose.is_reached(state) {
            Ok(())
        } else {
            Err(Wrong::NotHeld)
        }
    }

    /// Walks through all moves of the other color at a node.
    fn node(&mut self, node: u32, state: &RegionState) -> Result<(), Wrong> {
        match self.seen.get(&node) {
            Some((other, _)) if other != state => return Err(Wrong::TwoPositions(node)),
            Some((_, true)) => return Ok(()),
            Some((_, false)) => return Err(Wrong::Circle(node)),
            None if self.depth >= LONGEST_LINE => return Err(Wrong::TooLong),
            None => {}
        }
        if !self.purpose.is_open(state) {
            return Err(Wrong::Taken);
        }
        let mut page = self.pages.0.remove(&node).ok_or(Wrong::NoNode(node))?;
        self.seen.insert(node, (*state, false));
        self.depth += 1;
        let moves: Vec<usize> = self.purpose.part().empty(state).points().collect();
        for reply in std::iter::once(None).chain(moves.into_iter().map(Some)) {
            let after = match reply {
                None => Attacked::Open(Part::passed(state)),
                Some(point) => self.purpose.part().attacked(state, point),
            };
            self.line.push(reply);
            match after {
                Attacked::Illegal => {}
                Attacked::Fallen => return Err(Wrong::Taken),
                Attacked::Open(after) => {
                    let answer = page.remove(&reply).ok_or_else(|| Wrong::Missing {
                        node,
                        reply: self.name(reply),
                    })?;
                    self.answered(&answer, &after)?;
                }
            }
            self.line.pop();
        }
        if let Some(&reply) = page.keys().next() {
            let reply = self.name(reply);
            return Err(Wrong::Unasked { node, reply });
        }
        self.depth -= 1;
        self.seen.insert(node, (*state, true));
        Ok(())
    }

    /// Follows the owner's answer.
    fn answered(&mut self, answer: &ProverReply, state: &RegionState) -> Result<(), Wrong> {
        if !self.purpose.is_open(state) {
            return Err(Wrong::Taken);
        }
        let (name, next) = match answer {
            ProverReply::End(end) => return self.end(*end, state),
            ProverReply::Play(name, next) => (name, *next),
        };
        let (mv, after) = if name == "pass" {
            (None, P::MAY_PASS.then(|| Part::passed(state)))
        } else {
            let point = self.grid.point(name);
            let after = point.and_then(|point| self.purpose.part().answered(state, point));
            (point, after)
        };
        let after = after.ok_or_else(|| Wrong::Illegal(name.clone()))?;
        self.line.push(mv);
        self.next(next, &after)?;
        self.line.pop();
        Ok(())
    }
}
