//! The real program: how it starts, and how it ends when its client ends.

mod archive;
mod goals;
mod hostile;
mod interrupts;
#[cfg(target_os = "linux")]
mod limits;
mod log;
mod proofs;
mod reading;
#[cfg(unix)]
mod signals;
mod start;
mod streams;
#[cfg(unix)]
mod terminal;

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

/// What is to happen at once has happened after this time, on a busy machine as well. The searches that are cut short
/// would take a minute or more.
const PATIENCE: Duration = Duration::from_secs(30);

/// An engine that has used so much processor time is in the middle of a search.
const THINKING: Duration = Duration::from_millis(150);

/// Waits until a process has used some more processor time, but not for ever. Where that is not known, the clock has to
/// do.
fn wait_for_work(child: &Child, work: Duration) {
    let begin = processor_time(child.id());
    let start = Instant::now();
    while start.elapsed() < PATIENCE {
        std::thread::sleep(Duration::from_millis(5));
        let done = match (begin, processor_time(child.id())) {
            (Some(begin), Some(now)) => now.saturating_sub(begin),
            (None, _) | (_, None) => start.elapsed(),
        };
        if done >= work {
            return;
        }
    }
}

/// The processor time that a process has used.
#[cfg(target_os = "linux")]
fn processor_time(process: u32) -> Option<Duration> {
    /// Linux counts in hundredths of a second.
    const TICK: Duration = Duration::from_millis(10);
    let text = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let fields = text.rsplit_once(')')?.1;
    let ticks = fields.split_whitespace().skip(11).take(2);
    let ticks: Option<u32> = ticks.map(|field| field.parse::<u32>().ok()).sum();
    Some(TICK * ticks?)
}

#[cfg(not(target_os = "linux"))]
fn processor_time(_: u32) -> Option<Duration> {
    None
}

/// The program under test.
fn program() -> Command {
    Command::new(env!("CARGO_BIN_EXE_tedomari"))
}

/// A running engine; its process ends with this value.
pub(crate) struct Engine {
    child: Child,
    stdin: Option<ChildStdin>,
    stdout: Option<BufReader<ChildStdout>>,
}

impl Engine {
    fn start(args: &[&str]) -> Self {
        Self::start_in(Path::new("."), args)
    }

    /// Starts the engine in a folder.
    pub(crate) fn start_in(folder: &Path, args: &[&str]) -> Self {
        Self::spawn(
            program()
                .current_dir(folder)
                .args(args)
                .stderr(Stdio::null()),
        )
    }

    /// Starts a command that is or becomes the engine, with pipes to and from it.
    fn spawn(command: &mut Command) -> Self {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let stdin = child.stdin.take();
        let stdout = child.stdout.take().map(BufReader::new);
        Self {
            child,
            stdin,
            stdout,
        }
    }

    /// An engine that searches for a minute at each move.
    fn thinking() -> Self {
        let mut engine = Self::start(&[
            "--set",
            "clock.untimed_seconds=60",
            "--set",
            "search.threads=2",
        ]);
        assert_eq!(engine.ask("boardsize 19"), "= \n");
        engine.send("genmove b");
        engine.wait_for_work(THINKING);
        engine
    }

    /// Waits until the engine has used some more processor time: it works on what was sent.
    fn wait_for_work(&self, work: Duration) {
        wait_for_work(&self.child, work);
    }

    fn send(&mut self, line: &str) {
        let stdin = self.stdin.as_mut().unwrap();
        writeln!(stdin, "{line}").unwrap();
        stdin.flush().unwrap();
    }

    /// The next response, without the empty line at its end.
    fn response(&mut self) -> String {
        let mut text = String::new();
        loop {
            let mut line = String::new();
            let n_bytes = self.stdout.as_mut().unwrap().read_line(&mut line).unwrap();
            if n_bytes == 0 || line == "\n" {
                return text;
            }
            text += &line;
        }
    }

    /// Sends a line, and waits for the response.
    pub(crate) fn ask(&mut self, line: &str) -> String {
        self.send(line);
        self.response()
    }

    /// Waits for the process to end by itself with exit code 0.
    fn assert_gone(mut self) {
        let start = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                assert!(status.success(), "{status}");
                return;
            }
            assert!(
                start.elapsed() < PATIENCE,
                "still alive after {:?}",
                start.elapsed()
            );
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // Fails only if the process has already ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Engine {
    fn end_input(&mut self) {
        self.stdin = None;
    }

    fn close_output(&mut self) {
        self.stdout = None;
    }
}

#[test]
fn quit_ends_the_process_while_its_input_stays_open() {
    let mut engine = Engine::start(&[]);
    assert_eq!(engine.ask("1 quit"), "=1 \n");
    engine.assert_gone();
}

#[test]
fn the_end_of_the_input_ends_the_process() {
    let mut engine = Engine::start(&["--mode", "gtp", "--quiet"]);
    assert_eq!(engine.ask("name"), "= Tedomari\n");
    engine.end_input();
    engine.assert_gone();
}

#[test]
fn quit_while_thinking_is_answered_at_once() {
    let mut engine = Engine::thinking();
    engine.send("quit");
    assert!(engine.response().starts_with("= "));
    assert_eq!(engine.response(), "= \n");
    engine.assert_gone();
}

#[test]
fn a_client_that_closes_the_input_while_we_think_ends_the_process() {
    let mut engine = Engine::thinking();
    engine.end_input();
    assert!(engine.response().starts_with("= "));
    engine.assert_gone();
}

#[test]
fn a_client_that_closes_the_output_while_we_think_ends_the_process() {
    let mut engine = Engine::thinking();
    engine.close_output();
    engine.assert_gone();
}

#[test]
fn a_killed_client_ends_the_process() {
    let mut engine = Engine::thinking();
    engine.close_output();
    engine.end_input();
    engine.assert_gone();
}

#[test]
fn an_interrupt_makes_a_move_come_soon_and_a_late_one_is_forgotten() {
    let mut engine = Engine::thinking();
    let start = Instant::now();
    engine.send("# interrupt");
    assert!(engine.response().starts_with("= "));
    assert!(start.elapsed() < PATIENCE);
    engine.send("# interrupt");
    assert_eq!(engine.ask("name"), "= Tedomari\n");
    engine.ask("quit");
    engine.assert_gone();
}

#[test]
fn pondering_ends_when_a_line_comes() {
    let args = [
        "search.ponder=true",
        "search.max_playouts=20",
        "clock.untimed_seconds=0.1",
    ];
    let args = args.map(|setting| ["--set", setting]).concat();
    let mut engine = Engine::start(&args);
    engine.ask("boardsize 9");
    for line in ["play w pass", "genmove w", "undo", "name"] {
        assert!(engine.ask("genmove b").starts_with("= "));
        engine.wait_for_work(THINKING);
        let asked = Instant::now();
        assert!(engine.ask(line).starts_with('='), "{line}");
        assert!(asked.elapsed() < PATIENCE);
    }
    assert!(engine.ask("genmove w").starts_with("= "));
    engine.end_input();
    engine.assert_gone();
}

#[test]
fn live_graphics_go_to_standard_error() {
    let mut child = program()
        .args([
            "--set",
            "search.live_graphics=0.01",
            "--set",
            "clock.untimed_seconds=0.5",
        ])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(b"boardsize 9\ngenmove b\n")
        .unwrap();
    let output = child.wait_with_output().unwrap();
    let [out, err] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    assert!(!out.contains("gfx"), "{out}");
    let lines: Vec<&str> = err.lines().collect();
    assert_eq!(lines[0], "gogui-gfx:", "{err}");
    assert!(lines[1].starts_with("VAR b "), "{err}");
    assert_eq!(lines.last(), Some(&"gogui-gfx: CLEAR"));
}

#[test]
fn a_script_piped_in_at_once_is_worked_through() {
    let mut engine = Engine::start(&["--set", "search.max_playouts=200"]);
    engine.send("1 boardsize 9\n2 genmove b\n3 genmove w\n4 quit");
    engine.end_input();
    let mut replies = String::new();
    engine
        .stdout
        .as_mut()
        .unwrap()
        .read_to_string(&mut replies)
        .unwrap();
    for id in 1..=4 {
        assert!(replies.contains(&format!("={id} ")), "{replies}");
    }
    engine.assert_gone();
}

/// Runs the program to its end. Returns standard output, standard error and the exit code.
fn run(args: &[&str]) -> (String, String, Option<i32>) {
    let output = program().args(args).stdin(Stdio::null()).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (
        text(output.stdout),
        text(output.stderr),
        output.status.code(),
    )
}

#[test]
fn wrong_settings_are_explained() {
    let (stdout, stderr, code) = run(&["--set", "search.threds=2"]);
    assert_eq!((stdout.as_str(), code), ("", Some(1)));
    assert!(
        stderr.contains("search.threds") && stderr.contains("search.threads"),
        "{stderr}"
    );
}

#[test]
fn the_effective_settings_can_be_read_back() {
    let (stdout, _, code) = run(&["config", "--set", "search.threads=3"]);
    assert_eq!(code, Some(0));
    assert!(stdout.contains("threads = 3"), "{stdout}");
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), &stdout).unwrap();
    let (again, _, code) = run(&["--config", file.path().to_str().unwrap(), "config"]);
    assert_eq!((again, code), (stdout, Some(0)));
}

#[test]
fn completions_and_help_are_printed() {
    let (stdout, _, code) = run(&["completions", "bash"]);
    assert_eq!(code, Some(0));
    assert!(stdout.contains("tedomari"));
    assert!(run(&["--help"]).0.contains("GTP"));
    assert!(run(&["--version"]).0.starts_with("tedomari "));
}

/// `head` closes its end of the pipe early.
#[cfg(unix)]
#[test]
fn completions_for_a_closed_pipe_end_quietly() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tedomari"))
        .args(["completions", "zsh"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), told.as_str()), (Some(0), ""));
}

/// A script that looks at the code alone must not take unreadable output for a success.
#[cfg(unix)]
#[test]
fn answers_for_a_closed_pipe_are_no_success() {
    let folder = tempfile::tempdir().unwrap();
    let jobs = folder.path().join("jobs");
    std::fs::write(&jobs, "{\"id\":1,\"kind\":\"score\",\"size\":2}\n").unwrap();
    let jobs = jobs.to_str().unwrap();
    for args in [["cgt", "1+1"], ["check", jobs], ["batch", jobs]] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let status = program()
            .args(args)
            .stdin(Stdio::null())
            .stdout(writer)
            .stderr(Stdio::null())
            .status();
        assert_eq!(status.unwrap().code(), Some(1), "{args:?}");
    }
}

/// Ctrl-C ends a long computation, which prints what was proved by then.
#[cfg(unix)]
#[test]
fn an_interrupt_prints_the_bounds_proved_so_far() {
    let child = program()
        .args(["exact", "5x5", "--memory", "16"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    wait_for_work(&child, Duration::from_secs(1));
    let kill = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(kill.unwrap().success());
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{text}");
    let mut lines = text.lines();
    assert!(
        lines.next().is_some_and(|line| line.contains(" to B+")),
        "{text}"
    );
    assert_eq!(lines.next(), Some("not finished: cancelled"), "{text}");
}
