//! The fuzz targets of the test suite, compiled for libFuzzer. `scripts/fuzz.sh` runs them.

#![allow(dead_code, reason = "some parts of the oracles are only for the tests")]

/// The targets.
#[path = "../tests/fuzz"]
mod fuzz {
    mod bytes;
    mod fights;
    mod games;
    mod positions;
    mod session;
    pub(crate) mod targets;
    mod texts;
}

/// Runs a target.
///
/// # Panics
/// If there is no target of this name, or the target finds something wrong.
pub fn run(name: &str, data: &[u8]) {
    let found = fuzz::targets::TARGETS
        .iter()
        .find(|target| target.0 == name);
    found.unwrap().1(data);
}

/// Games of the `cgt` crate, and random games.
#[path = "../tests/cgt"]
mod cgt {
    pub(crate) mod oracle;
    pub(crate) mod random;
}

/// Exhaustive search of enclosed blocks.
#[path = "../tests/reader"]
mod reader {
    pub(crate) mod oracle;
    pub(crate) mod verdict;
}

/// Look-ahead for life.
#[path = "../tests/safety"]
mod safety {
    pub(crate) mod oracle;
}
