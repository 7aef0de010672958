//! Proved values of areas, by shape: kept from move to move and from game to game, within limits.
//!
//! Areas that differ only by symmetry or exchanged colors share one value. When a limit is reached, the store is
//! cleared at the start of the next question. That costs time only.

use std::collections::HashMap;
use std::sync::Arc;

use super::area::{LocalArea, PointGraph};
use super::shape::{AreaShape, area_of, shape_of};
use super::value::AreaValue;
use crate::cgt::{GameError, Games, GamesConfig};

/// Limits of a [`ShapeStore`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoreConfig {
    /// Most shapes.
    pub max_shapes: usize,
    /// Limits of the table of games.
    pub games: GamesConfig,
}

impl Default for StoreConfig {
    fn default() -> Self {
        Self {
            max_shapes: 1_000_000,
            games: GamesConfig::default(),
        }
    }
}

/// A shape in the store, and whether its colors are exchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct ShapeId {
    pub(super) node: u32,
    pub(super) is_swapped: bool,
}

/// Values of areas by shape, and the table of games that the values live in.
#[derive(Debug)]
pub struct ShapeStore {
    config: StoreConfig,
    pub(super) games: Games,
    index: HashMap<Arc<[u16]>, u32>,
    shapes: Vec<Arc<[u16]>>,
    values: Vec<Option<AreaValue>>,
    n_cleared: u32,
}

impl Default for ShapeStore {
    fn default() -> Self {
        Self::new(StoreConfig::default())
    }
}

impl ShapeStore {
    /// An empty store.
    #[must_use]
    pub fn new(config: StoreConfig) -> Self {
        Self {
            config,
            games: Games::new(config.games),
            index: HashMap::new(),
            shapes: Vec::new(),
            values: Vec::new(),
            n_cleared: 0,
        }
    }

    /// The table of games that holds all values.
    pub const fn games(&mut self) -> &mut Games {
        &mut self.games
    }

    /// Number of shapes in the store.
    #[must_use]
    pub fn len(&self) -> usize {
        self.shapes.len()
    }

    /// Whether the store holds no shapes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.shapes.is_empty()
    }

    /// Clears the store if it is more than half full, and returns whether it did. Call it between questions. After a
    /// clearing, values from earlier questions must not be used any more.
    pub fn make_room(&mut self) -> bool {
        let is_full = self.shapes.len() > self.config.max_shapes / 2
            || self.games.n_forms() > self.config.games.max_forms / 2;
        if is_full {
            let n_cleared = self.n_cleared + 1;
            *self = Self {
                n_cleared,
                ..Self::new(self.config)
            };
        }
        is_full
    }

    /// Whether no more shapes may be added.
    pub(super) fn is_full(&self) -> bool {
        self.shapes.len() >= self.config.max_shapes
    }

    /// The id of the shape of an area.
    pub(super) fn id(&mut self, graph: &PointGraph, area: &LocalArea) -> ShapeId {
        let oriented = shape_of(graph, area);
        ShapeId {
            node: self.node(oriented.shape),
            is_swapped: oriented.is_swapped,
        }
    }

    #[expect(clippy::cast_possible_truncation, reason = "the limit is far below")]
    fn node(&mut self, shape: AreaShape) -> u32 {
        if let Some(&node) = self.index.get(&shape[..]) {
            return node;
        }
        let node = self.shapes.len() as u32;
        let shape: Arc<[u16]> = shape.into();
        self.index.insert(Arc::clone(&shape), node);
        self.shapes.push(shape);
        self.values.push(None);
        node
    }

    /// The graph and the area of a shape as stored.
    pub(super) fn area(&self, node: u32) -> (PointGraph, LocalArea) {
        area_of(&self.shapes[node as usize])
    }

    pub(super) fn node_value(&self, node: u32) -> Option<AreaValue> {
        self.values[node as usize]
    }

    pub(super) fn set_node_value(&mut self, node: u32, value: AreaValue) {
        self.values[node as usize] = Some(value);
    }

    /// The value of a shape, if it is known.
    pub(super) fn value(&mut self, id: ShapeId) -> Result<Option<AreaValue>, GameError> {
        let Some(value) = self.node_value(id.node) else {
            return Ok(None);
        };
        if !id.is_swapped {
            return Ok(Some(value));
        }
        Ok(Some(AreaValue {
            lower: self.games.negative(value.upper)?,
            upper: self.games.negative(value.lower)?,
            ..value
        }))
    }

    /// The sum of two values.
    ///
    /// # Errors
    /// If a limit of the table of games is reached.
    pub fn add(&mut self, first: AreaValue, second: AreaValue) -> Result<AreaValue, GameError> {
        let lower = self.games.sum(first.lower, second.lower)?;
        let upper = if first.exact().is_some() && second.exact().is_some() {
            lower
        } else {
            self.games.sum(first.upper, second.upper)?
        };
        Ok(AreaValue {
            lower,
            upper,
            fills_up: first.fills_up && second.fills_up,
        })
    }
}
