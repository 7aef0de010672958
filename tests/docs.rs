//! The pages for people: what they name exists, and what is written by the program is fresh.

use std::fs;
use std::path::{Path, PathBuf};

use tedomari::gtp::reference;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: impl AsRef<Path>) -> String {
    let path = root().join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn the_reference_of_commands_is_fresh() {
    assert!(
        read("docs/commands.md") == reference::markdown(),
        "stale: tedomari commands > docs/commands.md"
    );
}
