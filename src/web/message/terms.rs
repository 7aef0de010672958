//! Points, moves, colors and degrees of reliability in messages.

use std::fmt;
use std::str::FromStr;

use serde::de::{Error as _, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::board::{Color, Move, PerColor, Point, PointSet, Size};

/// A point, by its name in GTP.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PointText(pub Point);

/// A move: a point, `pass` or `resign`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MoveText(pub Move);

/// A color: `black` or `white`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Hue(pub Color);

/// How reliable a result is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Trust {
    /// It is proved.
    Proved,
    /// It is right about as often as its confidence.
    Estimated,
    /// Nothing is known.
    Open,
}

impl Trust {
    /// That of an answer which is proved or not.
    #[must_use]
    pub(crate) const fn of(is_proven: bool) -> Self {
        if is_proven {
            Self::Proved
        } else {
            Self::Estimated
        }
    }
}

/// Something for each color.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct BothColors<T> {
    /// For Black.
    pub(crate) black: T,
    /// For White.
    pub(crate) white: T,
}

impl<T> BothColors<T> {
    /// Makes both.
    pub(crate) fn from_fn(mut make: impl FnMut(Color) -> T) -> Self {
        Self {
            black: make(Color::Black),
            white: make(Color::White),
        }
    }
}

impl<T: Copy> From<PerColor<T>> for BothColors<T> {
    fn from(values: PerColor<T>) -> Self {
        Self::from_fn(|color| values[color])
    }
}

/// The points of a set, in point order.
#[must_use]
pub(crate) fn vertices(points: &PointSet) -> Vec<PointText> {
    points.iter().map(PointText).collect()
}

/// A number for each point of a board, row by row from the top left; three digits are kept.
pub(crate) fn map_of_points(size: Size, value: impl Fn(Point) -> f64) -> Vec<f64> {
    let rows = (0..size.height()).rev();
    let points = rows.flat_map(|y| (0..size.width()).map(move |x| Point::new(x, y)));
    points
        .map(|point| (1e3 * value(point)).round() / 1e3)
        .collect()
}

/// Reads a word with what `parse` makes of it.
struct Word<T> {
    expected: &'static str,
    parse: fn(&str) -> Option<T>,
}

impl<T> Visitor<'_> for Word<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.expected)
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<T, E> {
        (self.parse)(text)
            .ok_or_else(|| E::custom(format!("`{}` is not {}", start(text), self.expected)))
    }
}

/// The first letters of what a page sent, for a message.
fn start(text: &str) -> String {
    text.chars().take(20).collect()
}

impl<'de> Deserialize<'de> for PointText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(Word {
            expected: "a point such as D4",
            parse: |text| Point::from_str(text).ok().map(Self),
        })
    }
}

impl<'de> Deserialize<'de> for MoveText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(Word {
            expected: "a point, pass or resign",
            parse: |text| Move::from_str(text).ok().map(Self),
        })
    }
}

impl<'de> Deserialize<'de> for Hue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let word = String::deserialize(deserializer)?;
        match word.as_str() {
            "black" => Ok(Self(Color::Black)),
            "white" => Ok(Self(Color::White)),
            other => Err(D::Error::custom(format!(
                "`{}` is neither black nor white",
                start(other)
            ))),
        }
    }
}

impl Serialize for PointText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl Serialize for MoveText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl Serialize for Hue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}
