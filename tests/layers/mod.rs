//! Imports go one way: a module imports from floors below or from its own folder, and the files of a folder do not
//! import each other in a circle.
//!
//! The floors are the ones of `src/lib.rs`. Modules that share a floor do not import each other.

mod imports;
mod names;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use imports::Modules;

/// Each top-level module with its floor. A module missing here fails the test.
pub(crate) const FLOORS: &[(&str, u8)] = &[
    ("base", 0),
    ("proofcheck", 0),
    ("calibration", 1),
    ("cgt", 1),
    ("files", 1),
    ("logic", 1),
    ("network", 1),
    ("proof", 1),
    ("board", 2),
    ("sgf", 3),
    ("safety", 3),
    ("region", 4),
    ("tactics", 4),
    ("exact", 4),
    ("intuition", 5),
    ("tsumego", 6),
    ("goals", 7),
    ("endgame", 8),
    ("mcts", 8),
    ("referee", 9),
    ("engine", 10),
    ("learn", 10),
    ("config", 11),
    ("draw", 11),
    ("katago", 11),
    ("analysis", 12),
    ("compose", 12),
    ("gtp", 12),
    ("web", 12),
    ("archive", 13),
    ("batch", 13),
    ("bench", 13),
    ("contest", 13),
    ("cli", 14),
    ("dev", 15),
    ("main", 15),
];

/// Crates that several modules share. Each of the other crates is one module.
const SHARED_CRATES: &[&str] = &["engine", "solvers"];

/// Files that may import each other in a circle, with the reason.
const ALLOWED_CYCLES: &[(&str, &str)] = &[];

fn floor(module: &str) -> Option<u8> {
    FLOORS
        .iter()
        .find(|(name, _)| *name == module)
        .map(|&(_, floor)| floor)
}

/// All imports that go up or sideways, as text.
fn breaches(modules: &Modules) -> Vec<String> {
    let mut wrong = Vec::new();
    for (path, imports) in modules.top_level() {
        let Some(module) = path.first() else {
            continue;
        };
        let Some(own) = floor(module) else {
            wrong.push(format!("module {module} has no floor: add it to FLOORS"));
            continue;
        };
        for import in imports.into_iter().filter(|import| import != module) {
            if let Some(theirs) = floor(import).filter(|&theirs| theirs >= own) {
                let path = path.join("::");
                wrong.push(format!(
                    "{path} (floor {own}) imports {import} (floor {theirs})"
                ));
            }
        }
    }
    wrong
}

fn program() -> Modules {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut modules = Modules::read(&root.join("src"));
    for folder in fs::read_dir(root.join("crates")).unwrap() {
        let folder = folder.unwrap().path();
        let name = folder.file_name().unwrap().to_str().unwrap();
        let src = folder.join("src");
        if SHARED_CRATES.contains(&name) {
            modules.read_shared_crate(&src, SHARED_CRATES);
        } else {
            modules.read_crate(&src, name, SHARED_CRATES);
        }
    }
    modules.without_tests()
}

fn modules(sources: &[(&str, &str)]) -> Modules {
    let mut modules = Modules::default();
    for (path, text) in sources {
        let names: Vec<String> = path.split("::").map(str::to_owned).collect();
        modules.add(&names, text);
    }
    modules
}

#[test]
fn imports_never_go_up() {
    let wrong = breaches(&program());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_sources_of_every_module_are_read() {
    let program = program();
    let found: BTreeSet<&str> = program
        .top_level()
        .filter_map(|(path, _)| path.first().map(String::as_str))
        .collect();
    let expected: BTreeSet<&str> = FLOORS.iter().map(|&(name, _)| name).collect();
    assert_eq!(found, expected);
}

#[test]
fn files_do_not_import_each_other_in_a_circle() {
    let found = program().cycles();
    let is_allowed = |cycle: &String| ALLOWED_CYCLES.iter().any(|(allowed, _)| allowed == cycle);
    let wrong: Vec<&String> = found.iter().filter(|cycle| !is_allowed(cycle)).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    for (allowed, _) in ALLOWED_CYCLES {
        assert!(
            found.iter().any(|cycle| cycle == allowed),
            "{allowed} is no circle any more"
        );
    }
}

#[test]
fn a_planted_breach_is_caught() {
    let n_breaches = |module, text| breaches(&modules(&[(module, text)])).len();
    assert_eq!(n_breaches("base", "use crate::board::Board;"), 1);
    // The checker of proofs shares nothing, not even with its own floor.
    for text in [
        "use crate::board::Color;",
        "use crate::board::Board;",
        "use crate::proof::solver;",
        "use crate::safety::eye_shape;",
        "use crate::tactics::zone;",
        "use crate::tsumego::fight::Fight;",
    ] {
        assert_eq!(n_breaches("proofcheck", text), 1, "{text}");
    }
    assert_eq!(n_breaches("mcts", "use crate::endgame::split;"), 1);
    assert_eq!(n_breaches("gtp", "use crate::{board, cli};"), 1);
    assert_eq!(
        n_breaches(
            "gtp",
            "use crate::{\n    board::Board,\n    cli::{\n        run,\n    },\n};"
        ),
        1
    );
    assert_eq!(n_breaches("board", "fn f() { crate::gtp::serve(); }"), 1);
    assert_eq!(n_breaches("nonsense", ""), 1);
    assert_eq!(
        n_breaches("board", "use crate::board::Color; // crate::gtp is above"),
        0
    );
    assert_eq!(
        n_breaches("board", "#[cfg(test)] mod tests { use crate::gtp::Reply; }"),
        0
    );
}

#[test]
fn a_planted_circle_is_caught() {
    let room = "mod a; mod b; pub use a::A;";
    let circle = [
        ("room", room),
        ("room::a", "use super::b::B; pub struct A;"),
        ("room::b", "use super::{A}; pub struct B;"),
    ];
    assert_eq!(modules(&circle).cycles(), ["room::a, room::b"]);
    let parent = [
        ("room", "mod a; use a::A; pub struct R;"),
        ("room::a", "use super::R; pub struct A;"),
    ];
    assert_eq!(modules(&parent).cycles(), ["room, room::a"]);
    let line = [
        ("room", room),
        ("room::a", "use super::b::B;"),
        ("room::b", "pub struct B;"),
    ];
    assert!(modules(&line).cycles().is_empty());
}
