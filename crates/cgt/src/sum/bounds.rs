//! Bounds on the stops of a sum from the thermographs of its components.
//!
//! For every `t >= 0`, with `L_t` and `R_t` the walls of the components and `W` the largest difference `L_t - R_t`:
//! `sum R_t + W <= LS <= sum L_t + t`, and `sum R_t - t <= RS <= sum L_t - W`. The inner bounds (which thermostrat
//! achieves) hold because `LS(A + B) >= LS(A) + RS(B)`, and because the left stop falls when a game is cooled. The
//! outer bounds hold because it falls by at most `t`. Source: *Winning Ways* (1982), chapter 6, "Thermostrat"; proofs
//! from Siegel (2013), II.5.

use crate::dyadic::{Dyadic, Overflow};
use crate::player::Player;
use crate::thermograph::Thermograph;

/// Largest number of temperatures that are tried, from the hottest component down.
const MOST_TEMPERATURES: usize = 6;

/// An interval that contains a value: `low <= value <= high`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The lower end.
    pub low: Dyadic,
    /// The upper end.
    pub high: Dyadic,
}

impl Bounds {
    /// The interval of one value.
    #[must_use]
    pub const fn exact(value: Dyadic) -> Self {
        Self {
            low: value,
            high: value,
        }
    }

    /// The value, if the interval has only one.
    #[must_use]
    pub fn value(&self) -> Option<Dyadic> {
        (self.low == self.high).then_some(self.low)
    }

    /// The intersection of both intervals.
    #[must_use]
    pub(super) fn meet(self, other: Self) -> Self {
        Self {
            low: self.low.max(other.low),
            high: self.high.min(other.high),
        }
    }

    /// The interval moved by a number.
    ///
    /// # Errors
    /// If a number does not fit.
    pub(super) fn translate(self, by: Dyadic) -> Result<Self, Overflow> {
        Ok(Self {
            low: self.low.plus(by)?,
            high: self.high.plus(by)?,
        })
    }
}

/// Temperatures worth trying for a sum: those of its hottest components, and 0.
pub(crate) fn temperatures(graphs: &[&Thermograph]) -> Vec<Dyadic> {
    let mut all: Vec<_> = graphs
        .iter()
        .map(|graph| graph.temperature.max(Dyadic::ZERO))
        .collect();
    all.sort_unstable_by(|a, b| b.cmp(a));
    all.dedup();
    all.truncate(MOST_TEMPERATURES);
    if all.last() != Some(&Dyadic::ZERO) {
        all.push(Dyadic::ZERO);
    }
    all
}

/// The walls of a sum at one temperature.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Compound {
    /// Sum of the left walls.
    pub(crate) left: Dyadic,
    /// Sum of the right walls.
    pub(crate) right: Dyadic,
    /// The largest difference of the walls of one component.
    pub(crate) width: Dyadic,
    /// A component with that difference.
    pub(crate) widest: usize,
}

/// The walls of a sum at temperature `t`.
pub(crate) fn compound(graphs: &[&Thermograph], t: Dyadic) -> Result<Compound, Overflow> {
    let mut compound = Compound {
        left: Dyadic::ZERO,
        right: Dyadic::ZERO,
        width: Dyadic::ZERO,
        widest: 0,
    };
    for (at, graph) in graphs.iter().enumerate() {
        if graph.temperature <= t {
            compound.left = compound.left.plus(graph.mean)?;
            compound.right = compound.right.plus(graph.mean)?;
            continue;
        }
        let left = graph.stop(Player::Left, t)?;
        let right = graph.stop(Player::Right, t)?;
        compound.left = compound.left.plus(left)?;
        compound.right = compound.right.plus(right)?;
        let width = left.minus(right)?;
        if width > compound.width {
            compound.width = width;
            compound.widest = at;
        }
    }
    Ok(compound)
}

/// Bounds on the stop of a sum when `player` starts.
pub(crate) fn stop_bounds(graphs: &[&Thermograph], player: Player) -> Result<Bounds, Overflow> {
    let mut bounds: Option<Bounds> = None;
    for t in temperatures(graphs) {
        let at_t = compound(graphs, t)?;
        let here = match player {
            Player::Left => Bounds {
                low: at_t.right.plus(at_t.width)?,
                high: at_t.left.plus(t)?,
            },
            Player::Right => Bounds {
                low: at_t.right.minus(t)?,
                high: at_t.left.minus(at_t.width)?,
            },
        };
        bounds = Some(bounds.map_or(here, |bounds| bounds.meet(here)));
    }
    bounds.ok_or(Overflow)
}
