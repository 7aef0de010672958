//! The sum of free areas: both sides move in turn, each in the area of its choice, until both pass.

use std::collections::HashMap;

use super::area::{LOST, Nodes};

/// The most positions of a sum.
const MOST_POSITIONS: usize = 1_000_000;

/// The longest line of play.
const MOST_MOVES: usize = 1_000;

/// Whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Turn {
    is_owner: bool,
    /// Whether the last move was a pass.
    after_pass: bool,
}

/// A move: the areas and the turn after it, nothing where the game ends; and what the owner gains.
type Choice = (Option<(Vec<usize>, Turn)>, i32);

/// A search for what the owner gets in a sum.
#[derive(Debug)]
pub(super) struct Sum<'a> {
    nodes: &'a Nodes,
    /// For a position: the owner gets at least the first number, and less than the second.
    known: HashMap<(Vec<usize>, Turn), (i32, i32)>,
    limit: usize,
}

/// The sum has more positions than are searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct TooLarge;

impl<'a> Sum<'a> {
    /// A search of `limit` positions at most.
    pub(super) fn new(nodes: &'a Nodes, limit: usize) -> Self {
        Self {
            nodes,
            known: HashMap::new(),
            limit: limit.min(MOST_POSITIONS),
        }
    }

    /// Positions that were searched.
    pub(super) fn n_positions(&self) -> usize {
        self.known.len()
    }

    /// How many points more the owner gets in some areas.
    pub(super) fn value(&mut self, areas: Vec<usize>, is_owner: bool) -> Result<i32, TooLarge> {
        let total = |worth: &dyn Fn(usize) -> i32| -> i32 {
            areas
                .iter()
                .map(|&id| worth(id))
                .fold(0, i32::saturating_add)
        };
        let mut at_least = total(&|id| self.nodes.worth(id).answered);
        let mut at_most = total(&|id| self.nodes.worth(id).capped);
        let turn = Turn {
            is_owner,
            after_pass: false,
        };
        while at_least < at_most {
            let need = at_least + (at_most - at_least + 1) / 2;
            if self.search(areas.clone(), turn, need, MOST_MOVES)? {
                at_least = need;
            } else {
                at_most = need - 1;
            }
        }
        Ok(at_least)
    }

    fn search(
        &mut self,
        mut areas: Vec<usize>,
        turn: Turn,
        need: i32,
        n_moves: usize,
    ) -> Result<bool, TooLarge> {
        let nodes = self.nodes;
        let total = |worth: &dyn Fn(usize) -> i32| -> i32 {
            areas
                .iter()
                .map(|&id| worth(id))
                .fold(0, i32::saturating_add)
        };
        // The owner may pass, and answer each play where it is made.
        if total(&|id| nodes.worth(id).answered) >= need {
            return Ok(true);
        }
        // The other side may do the same.
        let is_lost = !turn.is_owner && areas.iter().any(|&id| nodes.node(id).is_lost);
        if is_lost || total(&|id| nodes.worth(id).capped) < need {
            return Ok(false);
        }
        areas.sort_unstable();
        let key = (areas, turn);
        if let Some(&(at_least, less_than)) = self.known.get(&key) {
            if need <= at_least {
                return Ok(true);
            }
            if need >= less_than {
                return Ok(false);
            }
        }
        let n_moves = n_moves.checked_sub(1).ok_or(TooLarge)?;
        if self.known.len() >= self.limit {
            return Err(TooLarge);
        }
        let mut reached = !turn.is_owner;
        for (after, gain) in self.moves(&key.0, turn) {
            let found = match after {
                None => need <= 0,
                Some((areas, turn)) => {
                    self.search(areas, turn, need.saturating_sub(gain), n_moves)?
                }
            };
            if found == turn.is_owner {
                reached = found;
                break;
            }
        }
        let known = self.known.entry(key).or_insert((LOST, i32::MAX));
        if reached {
            known.0 = known.0.max(need);
        } else {
            known.1 = known.1.min(need);
        }
        Ok(reached)
    }

    /// The moves of a side.
    fn moves(&self, areas: &[usize], turn: Turn) -> Vec<Choice> {
        let next = Turn {
            is_owner: !turn.is_owner,
            after_pass: false,
        };
        let mut moves = Vec::new();
        for (place, &id) in areas.iter().enumerate() {
            if place > 0 && areas[place - 1] == id {
                continue;
            }
            let node = self.nodes.node(id);
            let plays = if turn.is_owner {
                &node.own
            } else {
                &node.other
            };
            for &(to, gain) in plays {
                let mut after = areas.to_vec();
                after[place] = to;
                moves.push((Some((after, next)), gain));
            }
        }
        moves.sort_by_key(|&(_, gain)| if turn.is_owner { -gain } else { gain });
        let passed = Turn {
            after_pass: true,
            ..next
        };
        let pass = (!turn.after_pass).then(|| (areas.to_vec(), passed));
        moves.push((pass, 0));
        moves
    }
}
