//! The scripts that rate engines by games, `scripts/pool.py` and `scripts/ratings.py`.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::second_checker::{has_python, say_skipped};

/// The first Python whose standard library reads TOML.
const MINOR: u32 = 11;

/// Runs the script in a folder of its own.
fn pool(folder: &Path, args: &[&str]) -> Output {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/pool.py");
    let mut command = Command::new("python3");
    command.arg("-B").arg(script).args(args).current_dir(folder);
    command.output().unwrap()
}

/// What the script prints.
fn lines(folder: &Path, args: &[&str]) -> Vec<String> {
    let output = pool(folder, args);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(str::to_owned).collect()
}

/// A line of `OUT.jsonl`.
fn part(first: &str, second: &str, won: u32, lost: u32) -> String {
    format!(
        "{{\"size\": 9, \"players\": [\"{first}\", \"{second}\"], \"wins\": [{won}, {lost}], \"draws\": 0}}\n"
    )
}

/// The rating of a player and the radius of its interval.
fn rating(table: &[String], player: &str) -> (i32, i32) {
    let line = table
        .iter()
        .find(|line| line.starts_with(&format!("{player} ")) && line.contains("+-"))
        .unwrap();
    let words: Vec<&str> = line.split_whitespace().collect();
    (words[1].parse().unwrap(), words[3].parse().unwrap())
}

#[test]
fn ratings_explain_the_games() {
    if !has_python(MINOR) {
        return say_skipped();
    }
    let folder = tempfile::tempdir().unwrap();
    // Three of four points are 191 Elo, nine of ten twice as much. `far` has played none of them.
    let games = [
        part("weak", "middle", 100, 300),
        part("strong", "middle", 200, 100),
        part("middle", "strong", 0, 100),
        part("strong", "weak", 360, 40),
        part("far", "farther", 1, 1),
    ];
    fs::write(folder.path().join("games.jsonl"), games.concat()).unwrap();
    let table = lines(folder.path(), &["table", "games.jsonl", "--anchor", "weak"]);
    assert!(
        table.contains(&"middle against weak: 300 to 100".to_owned()),
        "{table:?}"
    );
    assert_eq!(rating(&table, "weak"), (0, 0));
    for (player, elo) in [("middle", 191), ("strong", 382)] {
        let (found, radius) = rating(&table, player);
        assert!((found - elo).abs() < 6, "{player}: {found}");
        assert!((20..50).contains(&radius), "{player}: {radius}");
    }
    assert!(
        !table
            .iter()
            .any(|line| line.starts_with("far ") && line.contains("+-"))
    );
    let other = pool(
        folder.path(),
        &["table", "games.jsonl", "--anchor", "nobody"],
    );
    assert!(!other.status.success());
}

#[test]
fn a_sequential_test_ends() {
    if !has_python(MINOR) {
        return say_skipped();
    }
    let folder = tempfile::tempdir().unwrap();
    for (won, lost, verdict) in [(130, 70, "accepted"), (300, 310, "refused"), (6, 4, "open")] {
        fs::write(folder.path().join("games.jsonl"), part("b", "a", won, lost)).unwrap();
        let found = lines(folder.path(), &["test", "games.jsonl", "b", "a"]);
        assert!(
            found[0].starts_with(&format!("{won} won, 0 drawn, {lost} lost:")),
            "{found:?}"
        );
        assert!(found[0].ends_with(verdict), "{found:?}");
    }
}

#[test]
fn a_pool_is_played_once() {
    if !has_python(MINOR) {
        return say_skipped();
    }
    let program = env!("CARGO_BIN_EXE_tedomari");
    let folder = tempfile::tempdir().unwrap();
    let command = |level: u32| {
        format!("{program} --log off --set search.seed={{seed}} --set policy.level={level}")
    };
    let file = format!(
        "match = \"--komi 3.5\"\n[players]\nzero = '{}'\none = '{}'\n",
        command(0),
        command(1)
    );
    fs::write(folder.path().join("pool.toml"), file).unwrap();
    let args = [
        "play",
        "pool.toml",
        "games.jsonl",
        "--referee",
        program,
        "--size",
        "5",
        "--games",
        "4",
    ];
    assert_eq!(lines(folder.path(), &args).len(), 2);
    assert!(lines(folder.path(), &args).is_empty());
    let table = lines(folder.path(), &["table", "games.jsonl", "--size", "5"]);
    assert_eq!(table.iter().filter(|line| line.contains("+-")).count(), 2);
    let empty = pool(folder.path(), &["table", "games.jsonl"]);
    assert!(String::from_utf8_lossy(&empty.stderr).contains("no games on 9x9"));
}
