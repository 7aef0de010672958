//! What `tedomari exact` prints.

use clap::Parser;

use super::options::ExactOptions;
use super::*;

#[derive(Parser)]
struct Line {
    #[command(flatten)]
    options: ExactOptions,
}

fn solve(line: &str) -> anyhow::Result<String> {
    let words = std::iter::once("exact").chain(line.split_whitespace());
    let options = Line::try_parse_from(words)?.options;
    crate::cli::printed(run, &options)
}

fn check(line: &str, expected: &[&str]) {
    let out = solve(&format!("{line} --memory 16")).unwrap();
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines.first(), expected.first(), "{line}: {out}");
    for wanted in expected {
        assert!(lines.contains(wanted), "{line}: {wanted} in {out}");
    }
}

#[test]
fn small_boards_have_their_known_values() {
    check("3x3", &["value B+9", "move B2 B+9", "move A1 W+9"]);
    check("1x3", &["value B+3", "line A2 pass pass"]);
    check(
        "2x2 --rules sei-kawashima",
        &["value draw 0", "move pass draw 0"],
    );
    check("3x3 --repetition loses --value-only", &["value B+9"]);
    check("2x3 --repetition wins", &["value B+6", "move A1 W+6"]);
    check("2x2 --repetition superko", &["value B+1", "move pass W+1"]);
    check("2x2 --repetition situational-superko", &["value B+1"]);
    check("1x6 --repetition captures", &["value B+1"]);
    check(
        "3x2 --ko no-ban --method retrograde",
        &["value 0", "move A1 0"],
    );
    check(
        "3x3 --rules sei-kawashima --territory all --method retrograde",
        &["value win B+5", "move B3 win B+2", "move A3 loss W+6"],
    );
}

/// Takes lines, and notes how many were flushed before the last one came.
#[derive(Default)]
struct Screen {
    text: String,
    flushed: Vec<usize>,
}

impl std::io::Write for Screen {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.text.push_str(std::str::from_utf8(bytes).unwrap());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.flushed.push(self.text.lines().count());
        Ok(())
    }
}

#[test]
fn the_value_comes_first_and_then_each_move() {
    let words = ["exact", "2x3", "--rules", "sei-kawashima", "--memory", "16"];
    let options = Line::try_parse_from(words).unwrap().options;
    let mut screen = Screen::default();
    run(
        &options,
        &Settings::default(),
        &CancelToken::new(),
        &mut screen,
    )
    .unwrap();
    let lines: Vec<&str> = screen.text.lines().collect();
    assert!(lines[0].starts_with("value "), "{lines:?}");
    let n_moves = lines
        .iter()
        .filter(|line| line.starts_with("move "))
        .count();
    assert_eq!(n_moves, 7);
    assert!((1..=7).all(|n| lines[n].starts_with("move ")), "{lines:?}");
    assert_eq!(screen.flushed[..8], [1, 2, 3, 4, 5, 6, 7, 8]);
    assert!(lines[8].starts_with("line "), "{lines:?}");
}

#[test]
fn an_interrupt_leaves_the_bounds() {
    let options = Line::try_parse_from(["exact", "3x4", "--memory", "16"])
        .unwrap()
        .options;
    let cancel = CancelToken::new();
    cancel.cancel();
    let mut screen = Screen::default();
    run(&options, &Settings::default(), &cancel, &mut screen).unwrap();
    assert!(
        screen.text.starts_with("value W+12 to B+12\n"),
        "{}",
        screen.text
    );
    assert!(screen.text.contains("not finished: "), "{}", screen.text);
}

#[test]
fn one_claim_gives_one_bound() {
    check("3x4 --at-least 4", &["value B+4 to B+12"]);
    check("3x4 --at-least 3 --threads 2", &["value B+3 to B+12"]);
    check("3x4 --at-least -12", &["value W+12 to B+12"]);
    check(
        "3x4 --at-least 5 --repetition loses",
        &["value W+12 to B+4"],
    );
}

#[test]
fn a_method_refuses_an_option_that_it_does_not_know() {
    for (line, expected) in [
        (
            "3x3 --method retrograde --nodes 10",
            "`--method retrograde` does not know `--nodes`",
        ),
        (
            "3x3 --repetition captures --nodes 10",
            "this rule of repetition does not know `--nodes`",
        ),
        (
            "3x3 --repetition superko --at-least 3",
            "this rule of repetition does not know `--at-least`",
        ),
        (
            "3x3 --method retrograde --threads 2",
            "`--method retrograde` does not know `--threads`",
        ),
    ] {
        assert_eq!(solve(line).unwrap_err().to_string(), expected, "{line}");
    }
}

#[test]
fn a_budget_too_small_leaves_bounds() {
    check(
        "4x4 --nodes 100",
        &["value W+16 to B+16", "not finished: out of nodes"],
    );
    check(
        "3x3 --nodes 100 --repetition superko",
        &["value W+9 to B+9"],
    );
}

#[test]
fn a_proof_is_written_and_holds() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("board.proof");
    for (board, bounds) in [
        ("3x3", (9, 9)),
        ("2x2", (0, 0)),
        ("4x2 --at-least 5", (5, 8)),
    ] {
        let out = solve(&format!("{board} --value-only --proof {}", path.display())).unwrap();
        assert!(out.contains("proof in "), "{out}");
        let text = std::fs::read(&path).unwrap();
        let shown = crate::proofcheck::check_file(text.as_slice(), u64::MAX).unwrap();
        let crate::proofcheck::CheckedFile::Whole(reached) = shown else {
            panic!("{shown:?}");
        };
        assert_eq!(reached.bounds(), bounds, "{board}");
    }
    for wrong in [
        "--repetition superko",
        "--method retrograde",
        "--ko no-ban",
        "--nodes 1",
    ] {
        let line = format!("3x3 {wrong} --proof {}", path.display());
        let error = format!("{:#}", solve(&line).unwrap_err());
        assert!(error.contains("proof"), "{error}");
    }
}

#[test]
fn nonsense_is_refused() {
    for line in [
        "",
        "3",
        "x",
        "axb",
        "0x3",
        "9x9",
        "5x5 --method retrograde",
        "4x4 --repetition superko",
        "3x3 --repetition captures --rules sei-kawashima",
        "3x3 --repetition captures --table nowhere",
    ] {
        assert!(solve(line).is_err(), "{line}");
    }
}

#[test]
fn a_table_is_kept_and_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("3x4.table");
    let table = format!("--memory 16 --value-only --table {}", path.display());
    let nodes = |out: String| -> u64 {
        let words = out.lines().find_map(|line| line.strip_prefix("nodes "));
        words.unwrap().parse().unwrap()
    };
    let first = nodes(solve(&format!("3x4 {table}")).unwrap());
    let second = nodes(solve(&format!("3x4 {table}")).unwrap());
    assert!(second * 10 < first, "{second} {first}");
    assert!(solve(&format!("4x3 {table}")).is_err());
}
