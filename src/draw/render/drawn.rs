//! What a panel becomes.

use svg::node::element::Group;

/// A panel as elements, with its size in pixels.
#[derive(Debug)]
pub(super) struct Drawn {
    pub(super) group: Group,
    pub(super) width: f64,
    pub(super) height: f64,
}
