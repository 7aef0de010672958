//! The sum of free areas: the owner and the opponent move in turn, each in the area of its choice, until both pass.

use std::collections::HashMap;

use super::free_area::{LOST, NodeId, Nodes};
use crate::base::Budget;

/// Whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Turn {
    is_owner: bool,
    has_passed: bool,
}

/// What the side to move can do: the areas and the turn after it, nothing where the game ends; and what it gains.
type Choice = (Option<(Vec<NodeId>, Turn)>, i32);

/// Areas that are played together.
const GROUPS: [usize; 7] = [2, 3, 4, 6, 8, 12, 16];

/// What the owner gets in some areas.
#[derive(Clone, Debug)]
pub(super) struct SumGain {
    /// How many points it gets ahead more at least.
    pub(super) points: i32,
    /// The places of the areas in what was given, group by group.
    pub(super) order: Vec<usize>,
    /// How many areas each group has. A play of the opponent is answered in its group. If the owner moves first, it
    /// does so in the first group.
    pub(super) groups: Vec<usize>,
}

/// A search of sums, with what it has found so far.
#[derive(Debug)]
pub(super) struct FreeSum<'a> {
    nodes: &'a Nodes,
    /// Bounds of the value of a sum.
    table: HashMap<(Vec<NodeId>, Turn), (i32, i32)>,
}

impl<'a> FreeSum<'a> {
    pub(super) fn new(nodes: &'a Nodes) -> Self {
        Self {
            nodes,
            table: HashMap::new(),
        }
    }

    /// How many points the owner gets ahead more in these areas at least. Areas are put into groups of areas in which
    /// as much is at stake, smaller ones and larger ones in turn as far as the budget goes; a node is a position of a
    /// group.
    pub(super) fn gain(
        &mut self,
        areas: &[NodeId],
        is_owner: bool,
        budget: &mut Budget,
    ) -> SumGain {
        let nodes = self.nodes;
        let swing = |area: NodeId| nodes.local_first(area) - nodes.outlook(area).local;
        let mut order: Vec<usize> = (0..areas.len()).collect();
        order.sort_by_key(|&place| {
            let area = areas[place];
            (nodes.is_over(area), std::cmp::Reverse(swing(area)), area)
        });
        let sorted: Vec<NodeId> = order.iter().map(|&place| areas[place]).collect();
        let local = sorted.iter().map(|&area| nodes.outlook(area).local);
        let first = sorted.first().filter(|_| is_owner);
        let mut best = SumGain {
            points: local.sum::<i32>() + first.map_or(0, |&area| swing(area)),
            groups: vec![1; areas.len()],
            order,
        };
        for size in GROUPS.into_iter().take_while(|size| size / 2 < areas.len()) {
            let groups: Vec<&[NodeId]> = sorted.chunks(size).collect();
            let Some(points) = self.total(&groups, is_owner, budget) else {
                break;
            };
            if points > best.points {
                best.points = points;
                best.groups = groups.iter().map(|group| group.len()).collect();
            }
        }
        best
    }

    /// What the owner gets in some groups; nothing when the budget is used up.
    fn total(&mut self, groups: &[&[NodeId]], is_owner: bool, budget: &mut Budget) -> Option<i32> {
        let mut points = 0;
        for (number, group) in groups.iter().enumerate() {
            let turn = Turn {
                is_owner: is_owner && number == 0,
                has_passed: false,
            };
            points += self.value(group.to_vec(), turn, (LOST, -LOST), budget)?;
        }
        Some(points)
    }

    /// The value of a sum, exact between the limits, a bound of it beyond them; nothing when the budget is used up.
    fn value(
        &mut self,
        mut areas: Vec<NodeId>,
        turn: Turn,
        (mut low, mut high): (i32, i32),
        budget: &mut Budget,
    ) -> Option<i32> {
        let nodes = self.nodes;
        areas.retain(|&area| !nodes.is_over(area));
        if !turn.is_owner && areas.iter().any(|&area| nodes.node(area).is_lost) {
            return Some(LOST);
        }
        let most: i32 = areas.iter().map(|&area| nodes.outlook(area).capped).sum();
        let least: i32 = areas.iter().map(|&area| nodes.outlook(area).local).sum();
        if most <= low || areas.is_empty() {
            return Some(most);
        }
        if least >= high {
            return Some(least);
        }
        areas.sort_unstable();
        let key = (areas, turn);
        let (mut least, mut most) = (least.max(LOST), most);
        if let Some(&known) = self.table.get(&key) {
            (least, most) = known;
            if least == most || least >= high {
                return Some(least);
            }
            if most <= low {
                return Some(most);
            }
        }
        budget.spend(1).ok()?;
        let asked = (low, high);
        let mut best = if turn.is_owner { LOST } else { -LOST };
        for (next, gain) in self.options(&key.0, turn) {
            let value = match next {
                None => 0,
                Some((areas, turn)) => {
                    let limits = (low - gain, high - gain);
                    let value = self.value(areas, turn, limits, budget)?;
                    (value + gain).clamp(LOST, -LOST)
                }
            };
            if turn.is_owner {
                best = best.max(value);
                low = low.max(best);
            } else {
                best = best.min(value);
                high = high.min(best);
            }
            if low >= high {
                break;
            }
        }
        if best > asked.0 {
            least = least.max(best);
        }
        if best < asked.1 {
            most = most.min(best);
        }
        self.table.insert(key, (least, most));
        Some(best)
    }

    /// What the side to move can do.
    fn options(&self, areas: &[NodeId], turn: Turn) -> Vec<Choice> {
        let next = Turn {
            is_owner: !turn.is_owner,
            has_passed: false,
        };
        let mut options = Vec::new();
        for (n, &area) in areas.iter().enumerate() {
            if n > 0 && areas[n - 1] == area {
                continue;
            }
            let node = self.nodes.node(area);
            let plays = if turn.is_owner {
                &node.own
            } else {
                &node.other
            };
            for &(to, gain) in plays {
                let mut after = areas.to_vec();
                after[n] = to;
                options.push((Some((after, next)), gain));
            }
        }
        options.sort_by_key(|&(_, gain)| if turn.is_owner { -gain } else { gain });
        let has_passed = Turn {
            has_passed: true,
            ..next
        };
        let pass = (!turn.has_passed).then(|| (areas.to_vec(), has_passed));
        options.push((pass, 0));
        options
    }
}
