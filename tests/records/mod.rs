//! Records as the program meets them: large, unfinished, in old encodings, on full disks, and what is no record.
#![cfg(unix)]

mod forms;

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// Runs the program in a folder through a shell that first runs `prepare`. Returns its standard output.
fn converse(folder: &Path, prepare: &str, lines: &str) -> String {
    let mut child = Command::new("sh")
        .args(["-c", &format!("{prepare}exec \"$0\"")])
        .arg(env!("CARGO_BIN_EXE_tedomari"))
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(lines.as_bytes()).unwrap();
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{:?}", output.status);
    String::from_utf8(output.stdout).unwrap()
}

/// A file that may not grow is as good as a full disk: writing fails half way.
#[test]
fn a_record_that_does_not_fit_leaves_the_old_one() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("a.sgf");
    fs::write(&file, "old").unwrap();
    let passes = "play b pass\n".repeat(400);
    let said = converse(
        dir.path(),
        "trap '' XFSZ; ulimit -f 1; ",
        &format!("{passes}printsgf a.sgf\nname\nprintsgf b.sgf\n"),
    );
    let replies: Vec<&str> = said.split("\n\n").skip(400).collect();
    let told = "? cannot save file: a.sgf: File too large";
    assert!(replies[0].starts_with(told), "{replies:?}");
    assert_eq!(replies[1], "= Tedomari");
    assert_eq!(fs::read_to_string(&file).unwrap(), "old");
    let left: Vec<_> = fs::read_dir(dir.path()).unwrap().collect();
    assert_eq!(left.len(), 1, "{left:?}");
}

/// A record of many short variations: more than 15 MB, of which the game is a few bytes.
fn many_variations() -> String {
    format!("(;GM[1]SZ[9];B[aa]{})", "(;W[bb];B[cc])".repeat(1_100_000))
}

#[test]
fn what_is_no_file_or_too_large_is_refused_at_once() {
    let dir = tempfile::tempdir().unwrap();
    let made = Command::new("mkfifo").arg(dir.path().join("pipe")).status();
    assert!(made.unwrap().success());
    fs::write(
        dir.path().join("large.sgf"),
        many_variations() + &" ".repeat(2 << 20),
    )
    .unwrap();
    let said = converse(
        dir.path(),
        "",
        "loadsgf pipe\nloadsgf /dev/zero\nloadsgf .\nloadsgf large.sgf\nprintsgf /dev/null\n",
    );
    let expected = [
        "? cannot load file: pipe: not a regular file",
        "? cannot load file: /dev/zero: not a regular file",
        "? cannot load file: .: not a regular file",
        "? cannot load file: large.sgf: larger than 16 MiB, the setting records.max_mib",
        "? cannot save file: /dev/null: not a regular file",
        "",
    ];
    assert_eq!(said.split("\n\n").collect::<Vec<_>>(), expected);
}

/// A tree of all variations took a hundred times the memory of the text. Here the text fits, a tree does not.
#[test]
fn variations_cost_no_memory() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("a.sgf"), many_variations()).unwrap();
    let said = converse(
        dir.path(),
        "ulimit -v 1000000; ",
        "loadsgf a.sgf\nmove_history\n",
    );
    assert_eq!(said, "= white\n\n= black C7\nwhite B8\nblack A9\n\n");
}

#[test]
fn standard_input_is_read_where_it_is_named() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tedomari"))
        .args(["score", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let game = "(;GM[1]SZ[3]KM[0]RU[Chinese]AB[ba][bb][bc];B[];W[])";
    child
        .stdin
        .take()
        .unwrap()
        .write_all(game.as_bytes())
        .unwrap();
    let said = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    assert!(said.contains("B+9"), "{said}");
}

/// The doubts about a record are part of the answer of `score`, each once, and not of the log as well.
#[test]
fn doubts_about_a_record_are_told_once() {
    let dir = tempfile::tempdir().unwrap();
    let game = b"(;GM[1]SZ[3]KM[abc]RU[foo]PB[\x83\x5c\x95\x5c]AB[ba][bb][bc];B[];W[])";
    fs::write(dir.path().join("a.sgf"), game).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_tedomari"))
        .args(["score", "a.sgf"])
        .current_dir(dir.path())
        .output()
        .unwrap();
    let told = [output.stdout, output.stderr].concat();
    let told = String::from_utf8(told).unwrap();
    for doubt in [
        "komi `abc` is not a number, ignored",
        "unknown rules `foo`",
        "names no encoding in `CA`: read as ",
    ] {
        assert_eq!(told.matches(doubt).count(), 1, "{told}");
    }
}
