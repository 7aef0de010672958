//! Goals on the command line.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use super::program;

/// Black's stone on C2 is in atari.
const ATARI: &str = "(;GM[1]FF[4]SZ[5]AB[cd]AW[bd][ce];W[dd])";

/// Runs `tedomari goals` about [`ATARI`]: whether it succeeded, and what it wrote to both outputs.
fn goals(name: &str, options: &[&str]) -> (bool, String, String) {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, ATARI).unwrap();
    let output = program().arg("goals").arg(&path).args(options).output();
    let output = output.unwrap();
    let [out, error] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    (output.status.success(), out, error)
}

#[test]
fn goals_come_as_json() {
    let (is_done, out, error) = goals("goals.sgf", &["--target", "C2", "--json"]);
    assert!(is_done, "{error}");
    let answer: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(answer["player"], "black");
    let root = usize::try_from(answer["root"].as_u64().unwrap()).unwrap();
    assert_eq!(answer["goals"][root]["goal"], "save C2");
    let moves = answer["moves"].as_array().unwrap();
    assert!(moves.iter().any(|mv| mv["move"] == "C3"), "{out}");
}

#[test]
fn the_side_and_the_move_may_be_others() {
    let (_, out, _) = goals("side.sgf", &["--target", "C2", "--goal", "kill"]);
    assert!(
        out.starts_with("player white\ngoal 0 root capture C2 "),
        "{out}"
    );
    // Before White's move there is no stone on D2.
    let (is_done, out, error) = goals("move.sgf", &["--target", "D2", "--move", "1"]);
    assert!(!is_done && out.is_empty());
    assert!(
        error.contains("move.sgf: there is no stone on D2"),
        "{error}"
    );
}

#[test]
fn rules_of_a_file_suggest_moves() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("own.rules");
    let rule = "rule own-run\npurpose escape\ngoal save A\nnote \"Run.\"\nsource hand\n\
                map\n. * .\n. . .\n. . .\nO A O\nend\n";
    fs::write(&path, rule).unwrap();
    let path = path.to_str().unwrap();
    let (is_done, out, error) = goals("own.sgf", &["--target", "C2", "--knowledge", path]);
    assert!(is_done, "{error}");
    assert!(out.contains(" by own-run for save C2"), "{out}");
}

#[test]
fn an_answer_has_one_form() {
    let options = ["--target", "C2", "--json", "--dot", "out.dot"];
    let (is_done, out, error) = goals("twice.sgf", &options);
    assert!(
        !is_done && out.is_empty() && error.contains("cannot be used with"),
        "{error}"
    );
    let (is_done, _, error) = goals("none.sgf", &[]);
    assert!(!is_done && error.contains("--target"), "{error}");
}

/// The folder of the session of docs/goals.md, where nothing but the rules of the session is in force.
fn session() -> Command {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/web/base_slide");
    let mut command = program();
    command
        .current_dir(folder)
        .args(["--set", "goals.builtin=false"]);
    command
}

#[test]
fn without_the_rule_the_goals_fail() {
    let moves = |options: &[&str]| {
        let output = session()
            .args(["goals", "slide.sgf", "--target", "D3"])
            .args(options)
            .output()
            .unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(!moves(&[]).contains("move "), "{}", moves(&[]));
    let with_rule = moves(&["--knowledge", "base_slide.rules"]);
    assert!(
        with_rule.contains("move E2 live by my-base-slide for save A2"),
        "{with_rule}"
    );
}
