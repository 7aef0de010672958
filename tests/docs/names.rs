//! Whether what a page names exists: files, modules, commands, settings, words of the code.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use tedomari::gtp::registry;

use super::pages::{files, read, root};

/// Programs and packages whose names look like those of commands.
const PROGRAMS: [&str; 12] = [
    "gogui-regress",
    "gogui-twogtp",
    "tedomari-base",
    "tedomari-board",
    "tedomari-cgt",
    "tedomari-engine",
    "tedomari-files",
    "tedomari-goals",
    "tedomari-network",
    "tedomari-proofcheck",
    "tedomari-sgf",
    "tedomari-solvers",
];

/// How the names of commands begin that are no standard ones.
const PREFIXES: [&str; 7] = [
    "tedomari-",
    "kata-",
    "lz-",
    "kgs-",
    "gogui-",
    "cgos-",
    "gg-",
];

/// Folders of the project that pages name.
const FOLDERS: [&str; 8] = [
    "src/",
    "crates/",
    "tests/",
    "scripts/",
    "docs/",
    "config/",
    "benches/",
    "verified/",
];

/// What exists.
pub(super) struct Names {
    /// Words of the sources, the scripts and the settings.
    words: BTreeSet<String>,
    /// Keys of the settings, `search.threads`.
    keys: BTreeSet<String>,
    /// Sections of the settings.
    sections: BTreeSet<String>,
    /// The help of calls of the program, as far as they were looked up; `None` if there is no such call.
    helps: BTreeMap<Vec<String>, Option<String>>,
}

fn is_identifier(text: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    !text.is_empty() && text.chars().all(is_part)
}

/// The folder of the files below a module of the first level, and its text: a module of the program or of a crate that
/// several modules share, or a crate of its own.
fn top_module(name: &str) -> Option<(PathBuf, String)> {
    for shared in ["src", "crates/solvers/src", "crates/engine/src"] {
        let src = root().join(shared);
        for file in [
            src.join(name).join("mod.rs"),
            src.join(format!("{name}.rs")),
        ] {
            if file.exists() {
                return Some((src.join(name), read(file)));
            }
        }
    }
    let src = root().join("crates").join(name).join("src");
    let library = src.join("lib.rs");
    library.exists().then(|| (src, read(library)))
}

fn words_of(text: &str) -> impl Iterator<Item = &str> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.split(move |c| !is_part(c))
        .filter(|word| !word.is_empty())
}

impl Names {
    /// What the project has.
    pub(super) fn new() -> Self {
        let mut words = BTreeSet::new();
        let sources = files(Path::new("src"), "rs");
        let crates = files(Path::new("crates"), "rs");
        let scripts = files(Path::new("scripts"), "py");
        let verified = files(Path::new("verified"), "v");
        let written = sources.iter().chain(&crates).chain(&scripts);
        for path in written.chain(&verified) {
            words.extend(words_of(&read(path)).map(str::to_owned));
        }
        let mut keys = BTreeSet::new();
        let mut sections = BTreeSet::new();
        let defaults: toml::Table = toml::from_str(&read("config/default.toml")).unwrap();
        for (section, values) in &defaults {
            let Some(values) = values.as_table() else {
                continue;
            };
            sections.insert(section.clone());
            keys.extend(values.keys().map(|key| format!("{section}.{key}")));
        }
        words.extend(keys.iter().flat_map(|key| words_of(key)).map(str::to_owned));
        Self {
            words,
            keys,
            sections,
            helps: BTreeMap::new(),
        }
    }

    /// What is wrong with a code span; `None` if everything that it names exists, as far as that can be checked.
    pub(super) fn fault(&mut self, span: &str) -> Option<String> {
        let first = span.split_whitespace().next()?;
        let missing = |kind: &str| Some(format!("no {kind} `{first}`"));
        if FOLDERS.iter().any(|folder| first.starts_with(folder)) {
            let path = first.trim_end_matches([',', ':']);
            let is_pattern = path.contains("THEME") || path.contains('*');
            return if is_pattern || root().join(path).exists() {
                None
            } else {
                missing("file")
            };
        }
        if first.contains("::") {
            return if self.has_path(first) {
                None
            } else {
                missing("module or item")
            };
        }
        if first == "tedomari" || first == "tedomari-dev" {
            return self.call_fault(span);
        }
        if PREFIXES.iter().any(|prefix| first.starts_with(prefix)) {
            let is_other = PROGRAMS.contains(&first) || PREFIXES.contains(&first);
            return if is_command(first) || is_other {
                None
            } else {
                missing("command")
            };
        }
        if first.ends_with("...") && first.contains('_') {
            return if is_command(first) {
                None
            } else {
                missing("command")
            };
        }
        if let Some((section, key)) = first.split_once('.') {
            let is_key = self.sections.contains(section) && is_identifier(key);
            let is_file = ["rs", "md", "toml", "sgf", "tst", "py", "sh"].contains(&key);
            if is_key && !is_file && !self.keys.contains(first) {
                return missing("setting");
            }
            return None;
        }
        let is_snake = first.contains('_') && first.chars().any(|c| c.is_ascii_lowercase());
        let mut letters = first.chars();
        let is_camel = letters.next().is_some_and(|c| c.is_ascii_uppercase())
            && letters.next().is_some_and(|c| c.is_ascii_lowercase());
        if is_identifier(span) && (is_snake || is_camel) && !self.words.contains(first) {
            return missing("word of the code");
        }
        None
    }

    /// Whether a path such as `proof::solver` or `Reader::read` leads to something.
    fn has_path(&self, path: &str) -> bool {
        let path = path.trim_end_matches("()");
        let segments: Vec<&str> = path.split("::").collect();
        let Some((mut folder, mut text)) = top_module(segments[0]) else {
            return segments.iter().all(|&segment| self.words.contains(segment));
        };
        for (n, segment) in segments.iter().enumerate().skip(1) {
            let (file, inner) = (folder.join(format!("{segment}.rs")), folder.join(segment));
            if inner.join("mod.rs").exists() {
                text = read(inner.join("mod.rs"));
                folder = inner;
            } else if file.exists() {
                text = read(file);
                folder = inner;
            } else {
                // An item of the module that was reached, and perhaps an item of it.
                let words: BTreeSet<&str> = words_of(&text).collect();
                return segments[n..].iter().all(|segment| words.contains(segment));
            }
        }
        true
    }

    /// What is wrong with a call of the program: its subcommand or one of its options does not exist.
    pub(super) fn call_fault(&mut self, call: &str) -> Option<String> {
        let call = call.split(" #").next().unwrap_or(call);
        let words = unquoted_words(call);
        let is_name = |word: &&String| word.bytes().all(|b| b.is_ascii_lowercase() || b == b'-');
        let names: Vec<String> = words
            .iter()
            .take_while(|word| !word.starts_with('-'))
            .take_while(is_name)
            .filter(|word| *word != "help")
            .cloned()
            .collect();
        if call.starts_with("tedomari-dev") {
            return option_fault(call, help_of_development(&names).as_deref());
        }
        let help = self.helps.entry(names.clone()).or_insert_with(|| {
            let program = env!("CARGO_BIN_EXE_tedomari");
            let output = Command::new(program)
                .args(&names)
                .arg("--help")
                .output()
                .unwrap();
            let text = String::from_utf8(output.stdout).unwrap();
            output.status.success().then_some(text)
        });
        option_fault(call, help.as_deref())
    }
}

/// The words of a call that are not in quotes, the program left out: what stands in quotes is an argument, whatever it
/// looks like.
fn unquoted_words(call: &str) -> Vec<String> {
    let unquoted: String = call.split('\'').step_by(2).collect();
    let words = unquoted.split_whitespace().skip(1);
    words.map(str::to_owned).collect()
}

/// The help of a command of `tedomari-dev`, if there is such a command.
fn help_of_development(names: &[String]) -> Option<String> {
    let mut command = tedomari::cli::dev::arguments();
    command.build();
    for name in names {
        command = command.find_subcommand(name)?.clone();
    }
    Some(command.render_long_help().to_string())
}

/// What is wrong with the options of a call whose command has this help.
fn option_fault(call: &str, help: Option<&str>) -> Option<String> {
    let Some(help) = help else {
        return Some(format!("no such call: `{call}`"));
    };
    let words = unquoted_words(call);
    let options = words.iter().filter(|word| word.starts_with("--"));
    let mut options = options.map(|word| word.split('=').next().unwrap_or(word));
    let unknown = options.find(|option| {
        !help.contains(&format!("{option} ")) && !help.contains(&format!("{option}\n"))
    });
    unknown.map(|option| format!("no option {option}: `{call}`"))
}

/// Whether there is a command of this name, or one that begins so if the name ends with dots.
fn is_command(name: &str) -> bool {
    name.strip_suffix("...").map_or_else(
        || registry::find(name).is_some(),
        |start| registry::all().any(|command| command.name.starts_with(start)),
    )
}

#[test]
fn planted_faults_are_caught() {
    let mut names = Names::new();
    for span in [
        "src/nothing.rs",
        "proof::nothing",
        "engine::decide::Xyzzy",
        "Reader::xyzzy",
        "tedomari xyzzy",
        "tedomari read --xyzzy x.sgf",
        "tedomari-dev xyzzy",
        "tedomari-dev mine --xyzzy",
        "tedomari-xyzzy",
        "reader.xyzzy",
        "xyzzy_word_here...",
        "Xyzzy",
    ] {
        assert!(names.fault(span).is_some(), "{span}");
    }
    for span in [
        "src/lib.rs",
        "proof::solver",
        "Engine::genmove",
        "tedomari read x.sgf --seconds 5",
        "tedomari-dev mine --folds 5 x.proof",
        "tedomari-read kill A2",
        "tedomari-search_...",
        "owl_attack A2",
        "reader.threads",
        "problem.sgf",
    ] {
        assert_eq!(names.fault(span), None);
    }
}
