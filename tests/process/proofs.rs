//! Proofs of safety and of scores: written by one run of the program, checked by another.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use super::program;

/// Both walls have two eyes; Black's corridor of four points is open to White at E2.
const ROWS: [&str; 4] = [".X.XXO.O", "XXXXXOOO", "X....OOO", "XXXXXO.O"];

/// Black's walls are linked at C5 and D5, and make eyes in open areas: no pair and no enclosed region shows that they
/// live.
const OPEN: [&str; 5] = ["....X..", ".OXX...", ".O.X...", "XX.XXXX", ".XO..X."];

/// The record of a position.
fn record(rows: &[&str], rules: &str) -> String {
    let stones = |wanted: char| {
        let points = rows.iter().zip('a'..).flat_map(|(row, y)| {
            let points = row.chars().zip('a'..);
            points
                .filter(move |(stone, _)| *stone == wanted)
                .map(move |(_, x)| format!("[{x}{y}]"))
        });
        points.collect::<String>()
    };
    let (black, white) = (stones('X'), stones('O'));
    let (width, height) = (rows[0].len(), rows.len());
    format!("(;GM[1]FF[4]SZ[{width}:{height}]RU[{rules}]KM[0]AB{black}AW{white}PL[B])")
}

/// A folder of its own with the record of the position.
fn folder(name: &str) -> (PathBuf, PathBuf) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&folder).unwrap();
    let game = folder.join("game.sgf");
    fs::write(&game, record(&ROWS, "Japanese")).unwrap();
    (game, folder.join("game.proof"))
}

fn run(args: &[&str], files: &[&Path]) -> Output {
    program().args(args).args(files).output().unwrap()
}

/// Checks a proof, and the same proof with a word replaced, which must not hold.
fn assert_checked(proof: &Path, said: &str, (word, other): (&str, &str)) {
    let output = run(&["check"], &[proof]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && text.contains(said), "{text}");
    let lines = fs::read_to_string(proof).unwrap();
    assert!(lines.contains(word), "{lines}");
    let changed = proof.with_extension("changed");
    fs::write(&changed, lines.replacen(word, other, 1)).unwrap();
    let output = run(&["check"], &[&changed]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(
        !output.status.success() && text.contains("does not hold"),
        "{text}"
    );
}

#[test]
fn a_proof_of_safety_is_written_and_checked() {
    let (game, proof) = folder("safe");
    let output = run(&["safe", "--color", "w", "--proof"], &[&proof, &game]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(
        output.status.success() && text.contains("proof in"),
        "{text}"
    );
    let said = "white answers, 1 block and";
    assert_checked(&proof, said, ("\"color\":\"white\"", "\"color\":\"black\""));
}

#[test]
fn windows_are_part_of_a_proof_of_safety() {
    let (game, proof) = folder("windows");
    for (rules, said) in [
        ("Japanese", "suicide forbidden: holds"),
        ("Tromp-Taylor", "suicide allowed: holds"),
    ] {
        fs::write(&game, record(&OPEN, rules)).unwrap();
        let output = run(&["safe", "--color", "b", "--proof"], &[&proof, &game]);
        assert!(output.status.success(), "{output:?}");
        let link = "\"links\":[{\"order\":0,";
        assert_checked(
            &proof,
            said,
            (link, "\"links\":[{\"order\":0,\"ends\":[]},{\"order\":0,"),
        );
        let text = fs::read_to_string(&proof).unwrap();
        let has_several = |line: &&str| line.starts_with("{\"answers\"") && line.contains(' ');
        let answers = text.lines().find(has_several).unwrap();
        let one_less = format!("{}\"}}", answers.rsplit_once(' ').unwrap().0);
        assert_checked(&proof, "never taken: the blocks of", (answers, &one_less));
    }
}

#[test]
fn a_proof_of_a_score_is_written_and_checked() {
    let (game, proof) = folder("score");
    let output = run(&["score", "--proof"], &[&proof, &game]);
    assert!(output.status.success(), "{output:?}");
    let judged = fs::read_to_string(&proof).unwrap();
    let output = run(&["endgame", "--proof"], &[&proof, &game]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(
        output.status.success() && text.contains("proof for black to move"),
        "{text}"
    );
    let lead = fs::read_to_string(&proof).unwrap();
    assert_eq!(judged, lead);
    let header: serde_json::Value = serde_json::from_str(lead.lines().next().unwrap()).unwrap();
    let lead = header["lead"].as_i64().unwrap();
    let said = format!("black first, black is ahead by {lead} points");
    let (word, other) = (format!("\"lead\":{lead}"), format!("\"lead\":{}", lead + 1));
    assert_checked(&proof, &said, (&word, &other));
}
