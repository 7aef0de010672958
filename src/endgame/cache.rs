//! What is known about areas, by shape: kept from move to move and from game to game, within bounds.
//!
//! A value belongs to a shape up to symmetry and exchanged colors. When one of the limits is reached, everything is
//! forgotten at the start of the next question, which costs time only.

use std::collections::HashMap;
use std::sync::Arc;

use super::area::{Area, Frame};
use super::local::Value;
use super::shape::{Shape, area_of, shape_of};
use crate::cgt::{GameError, GameId, Games, GamesConfig};

/// Limits of a [`Store`].
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

/// A shape in the store, with its colors as stored or exchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ShapeId {
    pub(super) node: u32,
    pub(super) is_swapped: bool,
}

/// Values of areas by shape, and the table of games that they live in.
#[derive(Debug)]
pub struct Store {
    config: StoreConfig,
    pub(super) games: Games,
    index: HashMap<Arc<[u16]>, u32>,
    shapes: Vec<Arc<[u16]>>,
    values: Vec<Option<Value>>,
    n_cleared: u32,
}

impl Default for Store {
    fn default() -> Self {
        Self::new(StoreConfig::default())
    }
}

impl Store {
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

    /// The table of games in which all values are.
    pub const fn games(&mut self) -> &mut Games {
        &mut self.games
    }

    /// Number of shapes known.
    #[must_use]
    pub fn len(&self) -> usize {
        self.shapes.len()
    }

    /// Whether nothing is known.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.shapes.is_empty()
    }

    /// Forgets everything if the store is fuller than half of a limit. To be called between questions: values of
    /// earlier ones must not be used afterwards if the answer is true.
    pub fn make_room(&mut self) -> bool {
        let in_use = self.games.in_use();
        let is_full = self.shapes.len() > self.config.max_shapes / 2
            || in_use.forms > self.config.games.max_forms / 2;
        if is_full {
            let n_cleared = self.n_cleared + 1;
            *self = Self {
                n_cleared,
                ..Self::new(self.config)
            };
        }
        is_full
    }

    /// Whether no more shapes should be added.
    pub(super) fn is_full(&self) -> bool {
        self.shapes.len() >= self.config.max_shapes
    }

    /// The id of the shape of an area.
    pub(super) fn id(&mut self, frame: &Frame, area: &Area) -> ShapeId {
        let oriented = shape_of(frame, area);
        ShapeId {
            node: self.node(oriented.shape),
            is_swapped: oriented.is_swapped,
        }
    }

    #[expect(clippy::cast_possible_truncation, reason = "the limit is far below")]
    fn node(&mut self, shape: Shape) -> u32 {
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

    /// The frame and area of a shape as stored.
    pub(super) fn area(&self, node: u32) -> (Frame, Area) {
        area_of(&self.shapes[node as usize])
    }

    pub(super) fn node_value(&self, node: u32) -> Option<Value> {
        self.values[node as usize]
    }

    pub(super) fn set_node_value(&mut self, node: u32, value: Value) {
        self.values[node as usize] = Some(value);
    }

    /// The value of a shape, if it is known.
    pub(super) fn value(&mut self, id: ShapeId) -> Result<Option<Value>, GameError> {
        let Some(value) = self.node_value(id.node) else {
            return Ok(None);
        };
        if !id.is_swapped {
            return Ok(Some(value));
        }
        Ok(Some(Value {
            lower: self.games.negative(value.upper)?,
            upper: self.games.negative(value.lower)?,
            ..value
        }))
    }

    /// The integer `points` as a game.
    pub(super) fn integer(points: i32) -> GameId {
        GameId::from_number(points.into())
    }
}
