//! What an analysis takes for granted: areas that a color is assumed to hold.

use super::split::{Partition, flood};
use crate::base::counted;
use crate::board::{Color, PerColor, Point, PointSet};

/// The largest probability that is shown: certainty is for what is proved.
const MOST_LIKELY: f64 = 0.99;

/// The least of some probabilities, 0 to 1, as it is shown.
#[must_use]
pub fn shown_probability(probabilities: impl IntoIterator<Item = f64>) -> f64 {
    probabilities.into_iter().fold(MOST_LIKELY, f64::min)
}

/// An area that a color is assumed to hold: its stones there live, and the other color can't live there.
#[derive(Clone, Debug, PartialEq)]
pub struct GrantedFact {
    /// The color that holds it.
    pub color: Color,
    /// Its stones that are assumed to live.
    pub stones: PointSet,
    /// The points that are assumed to be its territory, dead stones included.
    pub territory: PointSet,
    /// How likely it is that each of the points ends up with this color: the least of them, 0 to 1.
    pub probability: f64,
}

impl GrantedFact {
    /// A point to name it by: its first stone, or else its first point.
    #[must_use]
    pub fn place(&self) -> Option<Point> {
        self.stones.first().or(self.territory.first())
    }

    /// Number of points and stones that it is about.
    #[must_use]
    pub fn len(&self) -> usize {
        (self.stones | self.territory).len()
    }

    /// Whether it is about nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl std::fmt::Display for GrantedFact {
    /// Such as `black holds 12 stones and 20 points at Q16 (0.98)`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} holds ", self.color)?;
        match (self.stones.len(), self.territory.len()) {
            (n, 0) => f.write_str(&counted(n, "stone"))?,
            (0, n) => f.write_str(&counted(n, "point"))?,
            (n, m) => write!(f, "{} and {}", counted(n, "stone"), counted(m, "point"))?,
        }
        if let Some(place) = self.place() {
            write!(f, " at {place}")?;
        }
        write!(f, " ({:.2})", shown_probability([self.probability]))
    }
}

impl Partition {
    /// What an analysis along these stones and territories assumes beyond this partition, which is proved: an area
    /// each, the smallest first. `share` is how likely a point ends up with a color, from 0 to 1.
    #[must_use]
    pub fn facts(
        &self,
        stones: &PerColor<PointSet>,
        territory: &PerColor<PointSet>,
        share: impl Fn(Color, Point) -> f64,
    ) -> Vec<GrantedFact> {
        let known = Color::BOTH.into_iter().fold(PointSet::EMPTY, |all, color| {
            all | self.walls[color] | self.territory[color]
        });
        let mut facts = Vec::new();
        for color in Color::BOTH {
            let mut rest = (stones[color] | territory[color]) - known;
            while let Some(first) = rest.first() {
                let area = flood(first, &rest);
                rest -= area;
                let shares = area.iter().map(|point| share(color, point));
                facts.push(GrantedFact {
                    color,
                    stones: area & stones[color],
                    territory: area & (territory[color] - stones[color]),
                    probability: shares.fold(1.0, f64::min),
                });
            }
        }
        facts.sort_by_key(|fact| (fact.len(), fact.place()));
        facts
    }
}
