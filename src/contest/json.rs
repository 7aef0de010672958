//! Numbers of a match as JSON.

use std::time::Duration;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::board::{Color, PerColor};

/// A value for each color as an object with the keys `black` and `white`.
pub(super) fn by_color<T: Serialize, S: Serializer>(
    values: &PerColor<T>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(2))?;
    for color in Color::BOTH {
        map.serialize_entry(&color.to_string(), &values[color])?;
    }
    map.end()
}

/// A duration as a number of seconds.
pub(super) fn seconds<S: Serializer>(
    duration: &Duration,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(duration.as_secs_f64())
}
