//! The list of the fuzz targets.

use super::{fights, games, positions, session, texts};

/// A target takes any bytes, and panics where something is wrong.
type Target = fn(&[u8]);

/// The fuzz targets by the names of their folders in the corpus.
pub(crate) const TARGETS: &[(&str, Target)] = &[
    ("session", session::session),
    ("sgf", texts::sgf),
    ("settings", texts::settings),
    ("notation", texts::notation),
    ("formula", texts::formula),
    ("board", positions::board),
    ("safety", positions::safety),
    ("canonical", games::canonical),
    ("reader", fights::reader),
];
