//! The programs of `examples/`, run as their users run them.

#[path = "../crates/cgt/examples/canonical_form.rs"]
#[allow(dead_code, reason = "the program's `main` is not called")]
mod canonical_form;
#[path = "../crates/proofcheck/examples/check_proof.rs"]
#[allow(dead_code, reason = "the program's `main` is not called")]
mod check_proof;
#[path = "../examples/evaluate_position.rs"]
#[allow(dead_code, reason = "the program's `main` is not called")]
mod evaluate_position;
#[path = "../examples/read_problem.rs"]
#[allow(dead_code, reason = "the program's `main` is not called")]
mod read_problem;
#[path = "../examples/score_record.rs"]
#[allow(dead_code, reason = "the program's `main` is not called")]
mod score_record;

use std::fs;
use std::path::Path;

use tedomari::board::{Color, Game, Rules, Size};
use tedomari::proofcheck::format::{ClaimLine, Header};

/// Most lines of an example.
const MOST_LINES: usize = 40;

#[test]
fn examples_are_short() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut n_examples = 0;
    for folder in [
        "examples",
        "crates/cgt/examples",
        "crates/proofcheck/examples",
    ] {
        for file in fs::read_dir(root.join(folder)).unwrap() {
            let path = file.unwrap().path();
            let n_lines = fs::read_to_string(&path).unwrap().lines().count();
            assert!(n_lines < MOST_LINES, "{}: {n_lines} lines", path.display());
            n_examples += 1;
        }
    }
    assert_eq!(n_examples, 5);
}

#[test]
fn a_game_is_brought_into_canonical_form() {
    assert_eq!(
        canonical_form::describe("{4|1} + {2|0} + *").unwrap(),
        "canonical form: {{6*|4*}|{3*|1*}}\nmean: 7/2\ntemperature: 3/2\n"
    );
    assert!(canonical_form::describe("{4|").is_err());
}

#[test]
fn a_proof_is_checked() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("capture.proof");
    let name = path.to_str().unwrap();
    let header = r#"{"version":1,"width":3,"height":2,"black":["A1"],"white":["A2"],"to_move":"white","blocks":["A1"],"goal":"kill","verdict":"achieved","claims":1}"#;
    let claim = r#"{"goal":"kill","retakes":"refuter","region":["A1","B1","C1","A2","B2","C2"],"start":["B1","captured"],"nodes":0}"#;
    serde_json::from_str::<Header>(header).unwrap();
    serde_json::from_str::<ClaimLine>(claim).unwrap();
    fs::write(&path, format!("{header}\n{claim}\n")).unwrap();
    assert_eq!(
        check_proof::shown(name).unwrap(),
        "White first, Kill A1: Achieved"
    );
    fs::write(
        &path,
        format!("{header}\n{}\n", claim.replace("captured", "dead")),
    )
    .unwrap();
    assert!(check_proof::shown(name).is_err());
    assert!(check_proof::shown("there is no such file").is_err());
}

#[test]
fn a_network_evaluates_a_position() {
    let game = Game::new(Size::square(5), Rules::default());
    let text = evaluate_position::evaluation(&game, Color::Black, "embedded").unwrap();
    assert!(
        text.starts_with("black wins 0.") && text.contains("; C3 "),
        "{text}"
    );
    assert!(evaluate_position::evaluation(&game, Color::Black, "no such file").is_err());
}

#[test]
fn a_problem_is_read() {
    // Three points in a row in the corner: the middle one decides.
    let stones = "AB[da][ab][bb][cb][db]AW[ea][eb][ac][bc][cc][dc][ec]";
    let problem = |color| format!("(;SZ[6:5]MA[db]PL[{color}]{stones})");
    assert_eq!(
        read_problem::read(&problem("W")).unwrap(),
        "Kill: achieved, proven, first move B5"
    );
    assert_eq!(
        read_problem::read(&problem("B")).unwrap(),
        "Live: achieved, proven, first move B5"
    );
    assert!(read_problem::read("no record").is_err());
}

#[test]
fn a_record_is_scored() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.sgf");
    let stones = "AB[ba][bb][bc][bd][be]AW[da][db][dc][dd][de]";
    fs::write(&path, format!("(;SZ[5]RU[Chinese]KM[0]{stones};B[];W[])")).unwrap();
    let text = score_record::report(&path).unwrap();
    assert!(
        text.contains("D1 white, 5 stones: alive (safe by proof)"),
        "{text}"
    );
    assert!(score_record::report(Path::new("no such file")).is_err());
}
