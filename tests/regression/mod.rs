//! Regression: answers that hold by the rules of Go for positions of our own, put to the real program.
//!
//! Each file `NAME.tst` of this folder is a suite; `README.md` there describes the format. A test fails at an
//! unexpected failure and at an unexpected pass: when a known failure is mended, its mark has to go.

mod suite;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::process::Engine;
use suite::Report;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/regression")
}

/// The names, without extension, of the files in a folder that have this extension.
fn names(folder: &Path, extension: &str) -> BTreeSet<String> {
    let entries = fs::read_dir(folder).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let paths = paths.filter(|path| path.extension().is_some_and(|found| found == extension));
    let stems = paths.map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned());
    stems.collect()
}

/// Plays one suite to a new engine that is started in the folder of the suite, as gogui-regress does.
fn play(folder: &Path, name: &str) -> Result<Report, String> {
    let text = fs::read_to_string(folder.join(name).with_extension("tst")).unwrap();
    let steps = suite::parse(&text).map_err(|error| format!("{name}.tst, {error}"))?;
    let mut engine = Engine::start_in(folder, &["--set", "search.threads=1"]);
    Ok(suite::run(&steps, |line| engine.ask(line)))
}

fn check(name: &str) {
    let report = play(&folder(), name).unwrap();
    assert!(report.n_questions > 0, "{name}.tst asks nothing");
    let surprises: Vec<String> = report
        .surprises
        .iter()
        .map(|surprise| format!("{name}.tst:{surprise}"))
        .collect();
    assert!(
        surprises.is_empty(),
        "{} of {} answers are not as expected\n{}",
        surprises.len(),
        report.n_questions,
        surprises.join("\n")
    );
}

/// A test for each suite.
macro_rules! suites {
    ($($name:ident)*) => {
        const SUITES: &[&str] = &[$(stringify!($name)),*];
        $(#[test] fn $name() { check(stringify!($name)); })*
    };
}

suites!(cleanup connection endgame races reading scoring seki status);

#[test]
fn every_suite_has_a_test_and_every_record_a_question() {
    let suites: BTreeSet<String> = SUITES.iter().map(|&name| name.to_owned()).collect();
    assert_eq!(suites, names(&folder(), "tst"));
    let mut loaded = BTreeSet::new();
    for name in SUITES {
        let text = fs::read_to_string(folder().join(name).with_extension("tst")).unwrap();
        let steps = suite::parse(&text).unwrap();
        loaded.extend(suite::loaded_files(&steps).map(str::to_owned));
    }
    let records = names(&folder().join("sgf"), "sgf");
    let records: BTreeSet<String> = records
        .iter()
        .map(|name| format!("sgf/{name}.sgf"))
        .collect();
    assert_eq!(loaded, records);
}

/// A suite about a black stone with one liberty, C2, in a folder of its own.
fn planted(questions: &str) -> Result<Report, String> {
    let folder = tempfile::tempdir().unwrap();
    let record = "(;GM[1]FF[4]SZ[5]AB[cc]AW[bc][dc][cb])";
    fs::write(folder.path().join("atari.sgf"), record).unwrap();
    let text = format!("loadsgf atari.sgf\n{questions}");
    fs::write(folder.path().join("planted.tst"), text).unwrap();
    play(folder.path(), "planted")
}

#[test]
fn right_answers_and_known_failures_are_no_surprise() {
    let report = planted("1 attack C3\n#? [1 C2]\n2 attack C3\n#? [!0]\n3 countlib C3\n#? [7]*\n");
    let expected = Report {
        n_questions: 3,
        n_known_failures: 1,
        surprises: Vec::new(),
    };
    assert_eq!(report.unwrap(), expected);
}

#[test]
fn a_wrong_expectation_is_named() {
    let report = planted("7 attack C3\n#? [1 C1]\n").unwrap();
    let expected = "7 (line 2): attack C3\n  unexpected failure: expected [1 C1], got 1 C2";
    assert_eq!(report.surprises, [expected]);
    // A part of the answer is not enough.
    assert_eq!(planted("1 attack C3\n#? [1]\n").unwrap().surprises.len(), 1);
}

#[test]
fn an_unexpected_pass_is_named() {
    let report = planted("1 attack C3\n#? [1 C2]*\n2 attack C3\n#? [!0]*\n").unwrap();
    let expected = "1 (line 2): attack C3\n  unexpected pass: expected [1 C2]*, got 1 C2";
    assert_eq!(report.surprises[0], expected);
    assert_eq!(report.surprises.len(), 2);
}

#[test]
fn errors_are_never_right_answers() {
    let report =
        planted("loadsgf missing.sgf\n1 attack A1\n#? [!0]\n2 attack A1\n#? [.*]\n").unwrap();
    let [missing, ..] = &report.surprises[..] else {
        panic!("nothing found");
    };
    assert!(missing.starts_with("line 2: loadsgf missing.sgf\n  error: cannot load file"));
    assert_eq!(report.surprises.len(), 3);
}

#[test]
fn broken_suites_are_refused() {
    for (text, error) in [
        (
            "1 attack C3\n2 attack C3\n#? [0]\n",
            "line 2: question 1 has no answer",
        ),
        ("1 attack C3\n", "line 2: question 1 has no answer"),
        ("#? [0]\n", "line 2: no question before the answer"),
        (
            "2 attack C3\n#? [0]\n2 attack C3\n#? [0]\n",
            "line 4: 2 comes after 2",
        ),
        (
            "1 attack C3\n#? 0\n",
            "line 2: `0` is not `[PATTERN]` or `[PATTERN]*`",
        ),
    ] {
        assert_eq!(planted(text).unwrap_err(), format!("planted.tst, {error}"));
    }
    assert!(planted("1 attack C3\n#? [(]\n").is_err());
}
