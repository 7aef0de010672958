//! The programs of `examples/`, run as their users run them.

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
