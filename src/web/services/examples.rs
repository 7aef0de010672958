//! Games that come with the program.

use super::service::{Handling, Service, answer};
use crate::web::message::{ExampleList, ExampleText};

pub(super) const TABLE: &[Service] = &[Service {
    name: "examples",
    work: Handling::AtOnce(|_, _, _| answer(&examples())),
}];

/// Games that the program played against itself, and an endgame.
const EXAMPLES: &[ExampleText] = &[
    ExampleText {
        name: "half_a_point.sgf",
        title: "9x9: decided by half a point",
        sgf: include_str!("../examples/half_a_point.sgf"),
    },
    ExampleText {
        name: "thirteen.sgf",
        title: "13x13: a whole game",
        sgf: include_str!("../examples/thirteen.sgf"),
    },
    ExampleText {
        name: "nineteen.sgf",
        title: "19x19: a whole game",
        sgf: include_str!("../examples/nineteen.sgf"),
    },
];

fn examples() -> ExampleList {
    ExampleList {
        examples: EXAMPLES.to_vec(),
    }
}
