//! All plays in an area: what each one scores at once, and the areas that it leaves.

use super::area::ones;
use super::shape_store::{ShapeId, ShapeStore};
use super::value::AreaValue;
use crate::board::PerColor;
use crate::cgt::GameError;

/// A play: the points that it makes at once, and the parts that it leaves.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Edge {
    pub(super) score: i32,
    pub(super) parts: Vec<ShapeId>,
    pub(super) n_captured: u32,
}

/// All plays in an area, each result once, and the most that either color can get.
#[derive(Clone, Debug)]
pub(super) struct Expansion {
    pub(super) plays: PerColor<Vec<Edge>>,
    pub(super) most: PerColor<i32>,
    /// As [`super::area::LocalArea::is_neutral`].
    pub(super) is_neutral: bool,
}

impl Expansion {
    /// Number of plays of both colors: the cost of an expansion.
    pub(super) fn n_plays(&self) -> u64 {
        self.plays.0.iter().map(|edges| edges.len() as u64).sum()
    }
}

impl ShapeStore {
    pub(super) fn expand(&mut self, node: u32) -> Expansion {
        let (graph, area) = self.area(node);
        let plays = PerColor::from_fn(|color| {
            let mut edges: Vec<Edge> = ones(area.empty())
                .filter_map(|index| area.play(&graph, color, index))
                .map(|played| {
                    let mut parts: Vec<ShapeId> = played
                        .after
                        .open
                        .iter()
                        .map(|part| self.id(&graph, part))
                        .collect();
                    parts.sort_unstable();
                    Edge {
                        score: played.after.score,
                        parts,
                        n_captured: played.n_captured,
                    }
                })
                .collect();
            edges.sort_unstable();
            edges.dedup();
            edges
        });
        Expansion {
            plays,
            most: PerColor::from_fn(|color| area.most_for(color)),
            is_neutral: area.is_neutral(&graph),
        }
    }

    /// The value after a play, if all parts that it leaves have a value.
    pub(super) fn edge_value(&mut self, edge: &Edge) -> Result<Option<AreaValue>, GameError> {
        let mut total = AreaValue::integer(edge.score);
        for &part in &edge.parts {
            let Some(value) = self.value(part)? else {
                return Ok(None);
            };
            total = self.add(total, value)?;
        }
        Ok(Some(total))
    }
}
