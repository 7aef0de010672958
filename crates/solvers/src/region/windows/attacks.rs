//! What is known of attacks on the positions of a window.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use super::super::region_board::Mask;
use super::mixer::Mixer;
use super::window::Stones;

/// What is known of attacks on a position.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Known {
    /// So many plays are not enough.
    pub(super) failed: u8,
    /// The points that an attack uses.
    pub(super) found: Option<Mask>,
}

/// What the search of attacks has found so far.
#[derive(Debug, Default)]
pub(super) struct Attacks {
    pub(super) known: HashMap<Stones, Known, BuildHasherDefault<Mixer>>,
}
