//! What has been found out about one position.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use super::known::{Core, Link, Standing};
use tedomari_board::{PerColor, Point, PointSet};

/// Answers about one position, each found once.
#[derive(Debug, Default)]
pub(super) struct Facts {
    /// By the names of the blocks.
    pub(super) standings: RefCell<BTreeMap<Point, Standing>>,
    /// By the names of the two blocks, the lesser one first.
    pub(super) links: RefCell<BTreeMap<(Point, Point), Link>>,
    /// By the name of each of their blocks.
    pub(super) cores: RefCell<BTreeMap<Point, Rc<Core>>>,
    pub(super) lost: OnceCell<PointSet>,
    /// Stones that are proved to live.
    pub(super) safe: PerColor<OnceCell<PointSet>>,
    /// Whether the first block takes the second, whichever side moves first; by their names.
    pub(super) races: RefCell<BTreeMap<(Point, Point), Option<bool>>>,
    /// Nodes of all searches.
    pub(super) n_nodes: Cell<u64>,
}

impl Facts {
    pub(super) fn count(&self, nodes: u64) {
        self.n_nodes.update(|n_nodes| n_nodes + nodes);
    }
}
