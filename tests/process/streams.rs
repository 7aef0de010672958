//! Input without end and output without readers: what waits stays within bounds, and no requested output is lost.

use std::io::{BufRead, Read, Write};
use std::time::Instant;

use super::{Engine, PATIENCE, THINKING};

/// Memory that the program may use at its peak, in MiB, whatever its streams do. At the start it uses some 20.
#[cfg(target_os = "linux")]
const MOST_MEMORY: u64 = 100;

/// The largest memory that the program has used so far, in MiB.
#[cfg(target_os = "linux")]
fn peak_memory(engine: &Engine) -> u64 {
    let path = format!("/proc/{}/status", engine.child.id());
    let status = std::fs::read_to_string(path).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let number = line.unwrap().trim().trim_end_matches(" kB");
    number.parse::<u64>().unwrap() / 1024
}

#[cfg(target_os = "linux")]
#[test]
fn a_line_without_end_is_refused_and_not_stored() {
    let mut engine = Engine::start(&[]);
    let piece = vec![b'x'; 1 << 20];
    let stdin = engine.stdin.as_mut().unwrap();
    stdin.write_all(b"17 play b ").unwrap();
    for _ in 0..200 {
        stdin.write_all(&piece).unwrap();
    }
    stdin.write_all(b"\n").unwrap();
    assert_eq!(engine.response(), "?17 line longer than 1000000 bytes\n");
    assert_eq!(engine.ask("name"), "= Tedomari\n");
    assert!(
        peak_memory(&engine) < MOST_MEMORY,
        "{}",
        peak_memory(&engine)
    );
}

#[test]
fn a_long_comment_behind_a_command_does_not_matter() {
    let mut engine = Engine::start(&[]);
    engine.send(&format!("3 play b D4 # {}", "x".repeat(3_000_000)));
    assert_eq!(engine.response(), "=3 \n");
    engine.send(&format!("# {}\n4 name", "x".repeat(3_000_000)));
    assert_eq!(engine.response(), "=4 Tedomari\n");
}

/// A client that sends commands for ever, and reads nothing during the engine's search.
#[cfg(target_os = "linux")]
#[test]
fn waiting_commands_stay_within_bounds_and_are_all_answered() {
    const N_LINES: usize = 1_000_000;
    let mut engine = Engine::thinking();
    let mut stdin = engine.stdin.take().unwrap();
    let writer = std::thread::spawn(move || {
        // Fails when the test has ended.
        let lines = "1 name\n".repeat(N_LINES);
        let _ = stdin.write_all(lines.as_bytes());
        stdin
    });
    std::thread::sleep(THINKING);
    assert!(
        peak_memory(&engine) < MOST_MEMORY + 100,
        "{}",
        peak_memory(&engine)
    );
    // The pipe and the queue are full: the writer waits.
    assert!(!writer.is_finished());
    engine.child.kill().unwrap();
}

#[test]
fn an_interrupt_behind_a_thousand_commands_is_seen() {
    let mut engine = Engine::thinking();
    engine.send(&"name\n".repeat(1_000));
    let asked = Instant::now();
    engine.send("# interrupt");
    assert!(engine.response().starts_with("= "));
    assert!(asked.elapsed() < PATIENCE);
    for _ in 0..1_000 {
        assert_eq!(engine.response(), "= Tedomari\n");
    }
}

#[test]
fn a_flood_of_comments_holds_no_answer_up() {
    let mut engine = Engine::start(&[]);
    let mut stdin = engine.stdin.take().unwrap();
    let writer = std::thread::spawn(move || {
        let _ = stdin.write_all(b"name\n");
        let comments = "#\n".repeat(1 << 16);
        // Ends when the engine does.
        while stdin.write_all(comments.as_bytes()).is_ok() {}
    });
    assert_eq!(engine.response(), "= Tedomari\n");
    engine.child.kill().unwrap();
    writer.join().unwrap();
}

/// Unread live lines are left out; the commands after them are answered.
#[cfg(target_os = "linux")]
#[test]
fn an_unread_analysis_does_not_grow() {
    for command in ["kata-analyze b 0 ownership true", "lz-analyze b 0"] {
        let mut engine = Engine::start(&["--set", "search.threads=1"]);
        engine.ask("boardsize 19");
        engine.send(command);
        engine.wait_for_work(5 * THINKING);
        engine.send("5 name");
        engine.send("6 name");
        // The memory of the search is not the point here: the lines unread are some 64 KiB and the pipe's.
        let mut text = String::new();
        let stdout = engine.stdout.as_mut().unwrap();
        while !text.ends_with("=6 Tedomari\n") {
            assert!(stdout.read_line(&mut text).unwrap() > 0, "{text}");
        }
        assert!(text.contains("\n\n=5 Tedomari\n\n"), "{text}");
        assert!(text.len() < 1_000_000, "{} bytes", text.len());
    }
}

/// Replies are never lost, however late they are read.
#[test]
fn replies_wait_for_a_slow_reader() {
    const N_LINES: usize = 3_000;
    let mut engine = Engine::start(&[]);
    let mut stdin = engine.stdin.take().unwrap();
    let writer = std::thread::spawn(move || {
        let lines = "list_commands\n".repeat(N_LINES);
        stdin.write_all(lines.as_bytes()).unwrap();
    });
    std::thread::sleep(THINKING);
    let mut text = String::new();
    engine
        .stdout
        .as_mut()
        .unwrap()
        .read_to_string(&mut text)
        .unwrap();
    writer.join().unwrap();
    assert_eq!(
        text.matches("= protocol_version").count() + text.matches("= name").count(),
        N_LINES
    );
    engine.assert_gone();
}

#[test]
fn an_empty_line_right_behind_an_analysis_ends_it() {
    for (lines, n_more) in [
        ("kata-analyze b 100\n", 0),
        ("genmove b\nlz-analyze b 100\n", 1),
    ] {
        let mut engine = Engine::start(&["--set", "search.max_playouts=1000"]);
        engine.ask("boardsize 9");
        // In one piece: the empty line comes before the command has begun.
        engine.send(lines);
        for _ in 0..n_more {
            engine.response();
        }
        let asked = Instant::now();
        assert!(engine.response().starts_with('='));
        assert!(asked.elapsed() < PATIENCE, "{lines}");
        assert_eq!(engine.ask("name"), "= Tedomari\n");
    }
}

/// The time of a command does not grow with the game: four times the moves take about four times as long.
#[test]
fn long_games_cost_no_more_for_each_command() {
    let seconds = |n_moves: usize| {
        let mut engine = Engine::start(&["--set", "rules.name=\"tromp-taylor\""]);
        engine.ask("boardsize 9");
        let start = Instant::now();
        let mut stdin = engine.stdin.take().unwrap();
        let writer = std::thread::spawn(move || {
            stdin
                .write_all("play b pass\nplay w pass\n".repeat(n_moves / 2).as_bytes())
                .unwrap();
            stdin
        });
        for _ in 0..n_moves {
            assert_eq!(engine.response(), "= \n");
        }
        writer.join().unwrap();
        start.elapsed().as_secs_f64()
    };
    let (few, many) = (seconds(10_000), seconds(40_000));
    assert!(many < 9.0 * few + 1.0, "{few} s, {many} s");
}
