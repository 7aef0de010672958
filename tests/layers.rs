//! Dependencies point one way: a module imports from floors below or from inside its own folder.
//!
//! The floors are the ones of `src/lib.rs`. Modules that share a floor do not import each other.

use std::fs;
use std::path::{Path, PathBuf};

/// Each top-level module with its floor. A module missing here fails the test. Floors 5 and 7 are kept for rooms to come:
/// the intuition of a network, and the theory of goals.
const FLOORS: &[(&str, u8)] = &[
    ("base", 0),
    ("cgt", 1),
    ("logic", 1),
    ("proof", 1),
    ("board", 2),
    ("sgf", 3),
    ("safety", 3),
    ("region", 4),
    ("tactics", 4),
    ("exact", 4),
    ("tsumego", 6),
    ("endgame", 8),
    ("mcts", 8),
    ("referee", 9),
    ("learn", 9),
    ("engine", 10),
    ("config", 11),
    ("draw", 11),
    ("gtp", 12),
    ("bench", 13),
    ("contest", 13),
    ("cli", 14),
    ("main", 15),
];

fn floor(module: &str) -> Option<u8> {
    FLOORS
        .iter()
        .find(|(name, _)| *name == module)
        .map(|&(_, floor)| floor)
}

fn rust_files(dir: &Path, out: &mut Vec<PathBuf>) {
    let mut entries: Vec<_> = fs::read_dir(dir)
        .unwrap()
        .map(|e| e.unwrap().path())
        .collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            rust_files(&path, out);
        } else if path.extension().is_some_and(|ext| ext == "rs") {
            out.push(path);
        }
    }
}

/// The top-level module that a file of `src/` belongs to.
fn module_of(src: &Path, file: &Path) -> String {
    let first = file.strip_prefix(src).unwrap().components().next().unwrap();
    first
        .as_os_str()
        .to_str()
        .unwrap()
        .trim_end_matches(".rs")
        .to_owned()
}

/// Top-level modules named by `crate::NAME`, or `tedomari::NAME` in the binary, in a source text.
fn imports(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for line in text.lines() {
        let code = line.split("//").next().unwrap_or("");
        for marker in ["crate::", "tedomari::"] {
            for (at, _) in code.match_indices(marker) {
                let rest = &code[at + marker.len()..];
                if let Some(group) = rest.strip_prefix('{') {
                    let inner = group.split('}').next().unwrap_or("");
                    found.extend(inner.split(',').map(|item| leading_name(item.trim())));
                } else {
                    found.push(leading_name(rest));
                }
            }
        }
    }
    found.retain(|name| !name.is_empty());
    found
}

fn leading_name(text: &str) -> String {
    text.chars()
        .take_while(|c| c.is_ascii_alphanumeric() || *c == '_')
        .collect()
}

/// What is wrong with one file's imports, if anything.
fn breaches(module: &str, text: &str) -> Vec<String> {
    let mut wrong = Vec::new();
    let Some(own) = floor(module) else {
        return vec![format!("module {module} has no floor: add it to FLOORS")];
    };
    for import in imports(text) {
        let Some(theirs) = floor(&import) else {
            continue;
        };
        if import != module && theirs >= own {
            wrong.push(format!(
                "{module} (floor {own}) imports {import} (floor {theirs})"
            ));
        }
    }
    wrong
}

#[test]
fn imports_never_go_up() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    rust_files(&src, &mut files);
    let mut wrong = Vec::new();
    for file in files {
        let module = module_of(&src, &file);
        if module == "lib" {
            continue;
        }
        for breach in breaches(&module, &fs::read_to_string(&file).unwrap()) {
            wrong.push(format!("{}: {breach}", file.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_planted_breach_is_caught() {
    assert_eq!(breaches("base", "use crate::board::Board;").len(), 1);
    assert_eq!(breaches("mcts", "use crate::endgame::split;").len(), 1);
    assert_eq!(breaches("gtp", "use crate::{board, cli};").len(), 1);
    assert_eq!(breaches("nonsense", "").len(), 1);
    assert!(breaches("board", "use crate::base::Color; // crate::gtp is above").is_empty());
}
