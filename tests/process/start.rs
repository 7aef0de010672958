//! The program started in the words of GNU Go and KataGo, as scripts and frontends do it.

use std::fs;
use std::io::Write;
use std::process::{Output, Stdio};

use super::program;

/// The program with these arguments and these lines on its standard input.
fn converse(args: &[&str], lines: &str) -> Output {
    let mut child = program()
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    // The program may have ended already.
    let _ = stdin.write_all(lines.as_bytes());
    drop(stdin);
    child.wait_with_output().unwrap()
}

const QUESTIONS: &str = "query_boardsize\nget_komi\nkata-get-rules\nget_random_seed\n";

/// The answers to [`QUESTIONS`].
fn answers(args: &[&str]) -> Vec<String> {
    let output = converse(args, QUESTIONS);
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{args:?}: {said}");
    said.split("\n\n").map(str::to_owned).collect()
}

#[test]
fn a_script_for_gnu_go_starts_the_engine() {
    let args = "--mode gtp --quiet --level 8 --boardsize 9 --komi 5.5 --japanese-rules --seed 42";
    let args: Vec<&str> = args.split(' ').collect();
    for args in [args.clone(), [&["gtp"], args.as_slice()].concat()] {
        let found = answers(&args);
        assert_eq!(
            (&*found[0], &*found[1], &*found[3]),
            ("= 9", "= 5.5", "= 42")
        );
        assert!(
            found[2].contains(r#""scoring":"TERRITORY""#),
            "{}",
            found[2]
        );
    }
    let found = answers(&["--chinese-rules", "--positional-superko", "--allow-suicide"]);
    let rules = r#"= {"ko":"POSITIONAL","scoring":"AREA","tax":"NONE","suicide":true"#;
    assert!(found[2].starts_with(rules), "{}", found[2]);
}

#[test]
fn a_program_for_kata_go_starts_the_engine() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("gtp.cfg");
    fs::write(&file, "logDir = x\nrules = japanese\nmaxVisits = 20\n").unwrap();
    let file = file.to_str().unwrap();
    for args in [
        ["-model", "none", "-config", file],
        ["--model", "none", "--config", file],
    ] {
        let args = [&["gtp"], args.as_slice()].concat();
        let output = converse(&args, "kata-get-param maxVisits\nkata-get-rules\n");
        let said = String::from_utf8(output.stdout).unwrap();
        assert!(said.starts_with("= 20\n\n"), "{said}");
        assert!(said.contains("TERRITORY"), "{said}");
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(
            told.contains("used are rules, maxVisits; 1 more have no effect"),
            "{told}"
        );
    }
}

#[test]
fn a_record_is_loaded_or_scored_at_the_start() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.sgf");
    // Black has twelve points on the left, White eight on the right, and komi.
    let stones = "AB[ca][cb][cc][cd][bc][ac]AW[da][db][dc][dd][ec]";
    fs::write(
        &file,
        format!("(;SZ[5:4]KM[0.5]RU[Chinese]{stones};B[];W[])"),
    )
    .unwrap();
    let file = file.to_str().unwrap();
    let found = converse(&["-l", file, "--mode", "gtp"], "get_komi\nmove_history\n");
    let said = String::from_utf8(found.stdout).unwrap();
    assert_eq!(said, "= 0.5\n\n= white pass\nblack pass\n\n");
    let found = converse(&["--infile", file, "--until", "2"], "move_history\n");
    assert_eq!(String::from_utf8(found.stdout).unwrap(), "= black pass\n\n");
    let found = converse(&["--score", "aftermath", "-l", file, "--quiet"], "");
    assert_eq!(
        String::from_utf8(found.stdout).unwrap(),
        "Black wins by 3.5 points\n"
    );
}

#[test]
fn other_commands_do_not_take_these_options() {
    let output = converse(&["--komi", "5", "config"], "");
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(
        !output.status.success() && told.contains("GNU Go"),
        "{told}"
    );
    assert!(converse(&["--quiet", "config"], "").status.success());
}

/// The first move of a game without a clock takes little time; loading the network takes more, and is waited for.
#[test]
fn a_first_move_without_a_clock_has_the_network() {
    let args = ["--log", "info", "--set", "clock.untimed_seconds=0.01"];
    let output = converse(&args, "genmove b\n");
    let told = String::from_utf8(output.stderr).unwrap();
    let place = |word: &str| told.find(word).expect(word);
    assert!(place("ready after") < place("decided"), "{told}");
}
