//! Signals and closed or full streams: the process ends at once and prints the reason, if it can.

use std::io::Write as _;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use super::{Engine, PATIENCE, THINKING, program, wait_for_work};

/// Whether this process ignores a signal, as under `nohup`; the engines that it starts ignore it then, too.
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status
        .lines()
        .find_map(|line| line.strip_prefix("SigIgn:"))
        .and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}

/// Sends a signal to an engine during a search, and returns the one that ended it.
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

/// A model file whose first layer has more weights than are read in a few seconds.
fn large_network(folder: &Path) -> PathBuf {
    let path = folder.join("large.bin.gz");
    let file = std::fs::File::create(&path).unwrap();
    let mut packed = flate2::write::GzEncoder::new(file, flate2::Compression::fast());
    let head = "large 8 22 19 trunk 1 8192 1 1 1 1 layer 19 19 22 8192 1 1 ";
    packed.write_all(head.as_bytes()).unwrap();
    let numbers = "0 ".repeat(1 << 19);
    for _ in 0..100 {
        packed.write_all(numbers.as_bytes()).unwrap();
    }
    packed.finish().unwrap();
    path
}

#[test]
fn signals_end_the_reading_of_a_large_network() {
    let folder = tempfile::tempdir().unwrap();
    let path = large_network(folder.path());
    let network = format!("search.network={}", path.display());
    let load: &[&str] = &["--set", &network];
    let tell: &[&str] = &["network", path.to_str().unwrap()];
    for (args, name, number) in [(load, "-TERM", 15), (tell, "-TERM", 15), (tell, "-INT", 2)] {
        if is_ignored(number) {
            continue;
        }
        let mut child = program()
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // It has begun to read, and listens to Ctrl-C.
        wait_for_work(&child, 2 * THINKING);
        let start = Instant::now();
        let id = child.id().to_string();
        let kill = Command::new("kill").args([name, &id]).status();
        assert!(kill.unwrap().success());
        let status = child.wait().unwrap();
        assert!(start.elapsed() < PATIENCE, "{args:?} {name}");
        if number == 2 {
            let mut told = String::new();
            let mut log = child.stderr.take().unwrap();
            std::io::Read::read_to_string(&mut log, &mut told).unwrap();
            assert_eq!(status.code(), Some(1), "{told}");
            assert!(told.contains("interrupted"), "{told}");
        } else {
            assert_eq!(status.signal(), Some(number), "{args:?}");
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
