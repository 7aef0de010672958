//! Kos that depend on threats: mean and temperature by thermograph, for each possible komaster.
//!
//! The positions of a region that can return to each other become a graph of `cgt::ko`. Positions outside this cycle
//! are games that are already known. That works for simple kos with one unsettled part at a time; other regions have
//! no worth as a ko. The komaster is judged by counting threats on the rest of the board. So the worth chosen is an
//! estimate, unlike the bounds of [`super::ko`], which hold whatever threats there are.
//! Source: Berlekamp, "The Economist's View of Combinatorial Games" (1996); Mueller, Berlekamp and Spight, "Generalized
//! Thermography" (1996); McMillen (2010), section 4.1.

use std::collections::HashMap;

use super::area::{LocalArea, PointGraph};
use super::expansion::Edge;
use super::region_report::RegionReport;
use super::shape_store::{ShapeId, ShapeStore};
use super::value::{AreaValue, player};
use crate::board::{Color, PerColor};
use crate::cgt::{Dyadic, GameError, Player, Rational};
use crate::cgt::{KoGraph, KoMaster, KoNode};

/// Most positions in the graph of a ko.
const MOST_POSITIONS: usize = 4000;

/// Mean and temperature of a ko.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KoWorth {
    /// Mean in points, from Black's view.
    pub mean: Rational,
    /// Temperature in points per move.
    pub temperature: Rational,
}

/// What a region with a ko is worth, for each possible komaster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KoWorths {
    /// Neither color is komaster.
    pub neutral: KoWorth,
    /// This color is komaster: it has more threats.
    pub master: PerColor<KoWorth>,
}

impl KoWorths {
    /// The worth for these numbers of threats: the color with more threats is komaster.
    #[must_use]
    pub fn for_threats(&self, threats: PerColor<usize>) -> KoWorth {
        match threats[Color::Black].cmp(&threats[Color::White]) {
            std::cmp::Ordering::Greater => self.master[Color::Black],
            std::cmp::Ordering::Less => self.master[Color::White],
            std::cmp::Ordering::Equal => self.neutral,
        }
    }
}

/// The worth of an open area without an exact value; `None` if the area is not a simple ko.
///
/// # Errors
/// If a limit of the table of games is reached.
pub(super) fn ko_worths(
    store: &mut ShapeStore,
    graph: &PointGraph,
    area: &LocalArea,
) -> Result<Option<KoWorths>, GameError> {
    let root = KoPosition {
        score: 0,
        part: store.id(graph, area),
    };
    let Some(nodes) = Builder::new(store).build(root)? else {
        return Ok(None);
    };
    let Ok(ko) = KoGraph::new(nodes) else {
        return Ok(None);
    };
    let mut read = |master: KoMaster| {
        let thermograph = ko.thermograph(&mut store.games, 0, master).ok()?;
        Some(KoWorth {
            mean: thermograph.mean,
            temperature: thermograph.temperature,
        })
    };
    let found = [KoMaster::Neutral, KoMaster::Left, KoMaster::Right].map(&mut read);
    Ok(match found {
        [Some(neutral), Some(black), Some(white)] => Some(KoWorths {
            neutral,
            master: PerColor([black, white]),
        }),
        _ => None,
    })
}

/// For each color, the number of regions other than `number` that hold a threat: a play that leaves a region hotter
/// than `limit`.
///
/// # Errors
/// If a limit of the table of games is reached.
pub(super) fn threats(
    regions: &[RegionReport],
    number: usize,
    store: &mut ShapeStore,
    limit: Rational,
) -> Result<PerColor<usize>, GameError> {
    let mut found = PerColor::default();
    for (other, report) in regions.iter().enumerate() {
        for color in Color::BOTH {
            let mut is_threat = false;
            for mv in report.moves[color].iter().filter(|_| other != number) {
                if let Some(after) = mv.after.exact() {
                    let heat = store.games.temperature(after)?;
                    is_threat |= Rational::new(heat.numerator(), 1 << heat.exponent())? > limit;
                }
            }
            found[color] += usize::from(is_threat);
        }
    }
    Ok(found)
}

/// One part that is not settled, and the score of all other points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct KoPosition {
    score: i32,
    part: ShapeId,
}

struct Builder<'a> {
    store: &'a mut ShapeStore,
    index: HashMap<KoPosition, usize>,
    nodes: Vec<Option<KoNode>>,
    open: Vec<KoPosition>,
}

impl<'a> Builder<'a> {
    fn new(store: &'a mut ShapeStore) -> Self {
        Self {
            store,
            index: HashMap::new(),
            nodes: Vec::new(),
            open: Vec::new(),
        }
    }

    /// The graph below a position; `None` if it is too large, or if several parts are unsettled at once.
    fn build(mut self, root: KoPosition) -> Result<Option<Vec<KoNode>>, GameError> {
        self.number(root);
        while let Some(position) = self.open.pop() {
            if self.nodes.len() > MOST_POSITIONS {
                return Ok(None);
            }
            let at = self.index[&position];
            let mut moves: [Vec<usize>; 2] = [Vec::new(), Vec::new()];
            let expansion = self.store.expand(position.part.node);
            for color in Color::BOTH {
                // In a shape with exchanged colors the players are exchanged as well.
                let mover = if position.part.is_swapped {
                    color.opponent()
                } else {
                    color
                };
                for edge in &expansion.plays[color] {
                    let Some(to) = self.follow(position, edge)? else {
                        return Ok(None);
                    };
                    if to != at {
                        let list = &mut moves[usize::from(player(mover) == Player::Right)];
                        if !list.contains(&to) {
                            list.push(to);
                        }
                    }
                }
            }
            let [left, right] = moves;
            self.nodes[at] = Some(KoNode::Open { left, right });
        }
        Ok(self.nodes.into_iter().collect())
    }

    fn number(&mut self, position: KoPosition) -> usize {
        if let Some(&known) = self.index.get(&position) {
            return known;
        }
        let number = self.nodes.len();
        self.index.insert(position, number);
        self.nodes.push(None);
        self.open.push(position);
        number
    }

    /// The node that a play leads to.
    fn follow(&mut self, from: KoPosition, edge: &Edge) -> Result<Option<usize>, GameError> {
        let is_swapped = from.part.is_swapped;
        let gain = if is_swapped { -edge.score } else { edge.score };
        let mut score = from.score + gain;
        let mut settled = AreaValue::integer(0);
        let mut unsettled = None;
        for &part in &edge.parts {
            let part = ShapeId {
                is_swapped: part.is_swapped != is_swapped,
                ..part
            };
            match self.store.value(part)? {
                Some(value) if value.exact().is_some() => {
                    settled = self.store.add(settled, value)?;
                }
                _ if unsettled.is_some() => return Ok(None),
                _ => unsettled = Some(part),
            }
        }
        let Some(part) = unsettled else {
            let total = self.store.add(settled, AreaValue::integer(score))?;
            self.nodes.push(Some(KoNode::Finite(total.lower)));
            return Ok(Some(self.nodes.len() - 1));
        };
        match settled
            .lower
            .as_number()
            .filter(|number| number.is_integer())
        {
            Some(number) => score += small(number),
            None => return Ok(None),
        }
        Ok(Some(self.number(KoPosition { score, part })))
    }
}

/// A number of points on a board.
fn small(number: Dyadic) -> i32 {
    i32::try_from(number.numerator()).unwrap_or(i32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Budget;
    use crate::endgame::shape::from_diagram;

    /// Checks mean and temperature without threats. Threats never harm the color that has them.
    fn check(diagram: &str, mean: &str, temperature: &str) {
        let (graph, area) = from_diagram(diagram);
        let mut store = ShapeStore::default();
        let value = store
            .solve(&graph, &area, &mut Budget::unlimited())
            .unwrap();
        assert!(value.exact().is_none(), "{diagram}");
        let found = ko_worths(&mut store, &graph, &area).unwrap().unwrap();
        assert_eq!(found.neutral.mean.to_string(), mean, "{diagram}");
        assert_eq!(found.neutral.temperature.to_string(), temperature);
        assert!(found.master[Color::Black].mean >= found.neutral.mean);
        assert!(found.master[Color::White].mean <= found.neutral.mean);
    }

    #[test]
    fn a_simple_ko_is_worth_thirds_without_threats() {
        // White connects; or Black captures one stone and connects.
        check("#XO#/Xo.O/#XO#", "1/3", "1/3");
    }
}
