//! Signals and closed or full streams: the process ends at once and says why, if it can.

use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Stdio};
use std::time::Instant;

use super::{Engine, PATIENCE, program};

/// Whether this process ignores a signal, as under `nohup`; the engines that it starts ignore it then, too.
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status
        .lines()
        .find_map(|line| line.strip_prefix("SigIgn:"))
        .and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}

/// Sends a signal to an engine that thinks, and returns the one that ended it.
fn ended_by(signal: &str) -> Option<i32> {
    let mut engine = Engine::thinking();
    let start = Instant::now();
    let id = engine.child.id().to_string();
    assert!(
        Command::new("kill")
            .args([signal, &id])
            .status()
            .unwrap()
            .success()
    );
    let status = engine.child.wait().unwrap();
    assert!(start.elapsed() < PATIENCE, "{signal}");
    status.signal()
}

#[test]
fn signals_end_an_engine_that_thinks() {
    for (name, number) in [("-TERM", 15), ("-INT", 2), ("-HUP", 1)] {
        if !is_ignored(number) {
            assert_eq!(ended_by(name), Some(number));
        }
    }
}

#[test]
fn a_client_that_stops_reading_in_the_middle_of_an_analysis_ends_the_process() {
    let mut engine = Engine::start(&[]);
    engine.ask("boardsize 9");
    engine.send("kata-analyze b 1");
    let mut line = String::new();
    std::io::BufRead::read_line(engine.stdout.as_mut().unwrap(), &mut line).unwrap();
    assert_eq!(line, "=\n");
    // The next line that the engine writes gets SIGPIPE or its error.
    engine.close_output();
    engine.assert_gone();
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_output_is_an_error_that_is_told() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full");
    let mut child = program()
        .stdin(Stdio::piped())
        .stdout(full.unwrap())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The input stays open: the engine ends by itself.
    let mut stdin = child.stdin.take().unwrap();
    std::io::Write::write_all(&mut stdin, b"name\n").unwrap();
    let output = child.wait_with_output().unwrap();
    let log = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{log}");
    assert!(log.contains("no storage space"), "{log}");
}
