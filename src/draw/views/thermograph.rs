//! Thermographs of games.

use std::fmt::Display;

use crate::cgt::{Dyadic, Rational, Segment, Thermograph};
use crate::draw::picture::{Corner, ThermographPanel};

/// Numbers that can be drawn on an axis.
pub trait OnAxis: Copy + Display {
    /// The place on the axis, rounded to a float.
    fn place(self) -> f64;
}

impl OnAxis for Dyadic {
    fn place(self) -> f64 {
        self.to_f64()
    }
}

impl OnAxis for Rational {
    fn place(self) -> f64 {
        self.to_f64()
    }
}

/// The walls of a thermograph; `caption` is usually the name of the game.
#[must_use]
pub fn thermograph_of<S: OnAxis>(graph: &Thermograph<S>, caption: &str) -> ThermographPanel {
    let wall = |side: &[Segment<S>]| {
        let corner = |piece: &Segment<S>| Corner {
            x: piece.value.place(),
            y: piece.from.place(),
        };
        side.iter().map(corner).collect()
    };
    ThermographPanel {
        caption: caption.to_owned(),
        left: wall(&graph.left),
        right: wall(&graph.right),
        mast: Corner {
            x: graph.mean.place(),
            y: graph.temperature.place(),
        },
        note: format!("mean {}, temperature {}", graph.mean, graph.temperature),
    }
}
