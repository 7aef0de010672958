//! Games that come with the program.

use super::service::{Service, Work, answer};
use crate::web::message::{ExampleList, ExampleText};

pub(super) const TABLE: &[Service] = &[Service {
    name: "examples",
    work: Work::AtOnce(|_, _, _| answer(&examples())),
}];

const EXAMPLES: &[ExampleText] = &[];

fn examples() -> ExampleList {
    ExampleList {
        examples: EXAMPLES.to_vec(),
    }
}
