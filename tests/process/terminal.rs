//! The program at a terminal: a pseudo-terminal, as a person's terminal program gives it.

use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::process::{Child, Command, ExitStatus};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

use super::program;

/// What is expected must be shown within this time, on a busy machine as well.
const PATIENCE: Duration = Duration::from_secs(60);

/// The key Ctrl-D, which ends the input at the start of a line.
const END_OF_INPUT: &str = "\x04";

/// A person's side of a terminal in which the program runs.
struct Terminal {
    child: Child,
    keys: File,
    screen: Receiver<Vec<u8>>,
    shown: String,
}

impl Terminal {
    /// Starts the program with all three streams at a terminal that has colors and Unicode.
    fn start(command: &mut Command) -> Self {
        let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&ours).unwrap();
        unlockpt(&ours).unwrap();
        let name = ptsname(&ours, Vec::new()).unwrap();
        let theirs = OpenOptions::new()
            .read(true)
            .write(true)
            .open(name.to_str().unwrap())
            .unwrap();
        let child = command
            .env_remove("NO_COLOR")
            .env_remove("LC_ALL")
            .env_remove("LC_CTYPE")
            .env("LANG", "C.UTF-8")
            .env("TERM", "xterm-256color")
            .stdin(theirs.try_clone().unwrap())
            .stdout(theirs.try_clone().unwrap())
            .stderr(theirs)
            .spawn()
            .unwrap();
        let keys = File::from(ours);
        let mut output = keys.try_clone().unwrap();
        let (sender, screen) = channel();
        thread::spawn(move || {
            let mut part = [0; 4096];
            // The end of the program is an error of the terminal on Linux, and the end of a file elsewhere.
            while let Ok(n @ 1..) = output.read(&mut part) {
                if sender.send(part[..n].to_vec()).is_err() {
                    break;
                }
            }
        });
        Self {
            child,
            keys,
            screen,
            shown: String::new(),
        }
    }

    fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
    }

    /// Waits until a text is shown; what was shown up to it since the last call.
    fn await_text(&mut self, text: &str) -> String {
        let deadline = Instant::now() + PATIENCE;
        loop {
            if let Some(at) = self.shown.find(text) {
                let rest = self.shown.split_off(at + text.len());
                return std::mem::replace(&mut self.shown, rest);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            let part = self.screen.recv_timeout(left);
            let part = part.unwrap_or_else(|_| panic!("no {text:?} in {:?}", self.shown));
            self.shown += &String::from_utf8_lossy(&part);
        }
    }

    /// How the program ends after the keys so far.
    fn end(mut self) -> ExitStatus {
        loop {
            match self.screen.recv_timeout(PATIENCE) {
                Ok(_) => {}
                Err(RecvTimeoutError::Disconnected) => return self.child.wait().unwrap(),
                Err(RecvTimeoutError::Timeout) => panic!("still there after {PATIENCE:?}"),
            }
        }
    }
}

#[test]
fn a_game_is_played_at_a_terminal() {
    let mut terminal = Terminal::start(program().args([
        "--set",
        "search.max_playouts=30",
        "play",
        "--size",
        "5",
        "--seconds",
        "0.1",
    ]));
    let empty = terminal.await_text("Black> ");
    assert!(empty.contains("\x1b[48;5;"), "no colors: {empty:?}");
    assert!(empty.contains('·') && !empty.contains('●'), "{empty:?}");
    terminal.press("c3\r");
    let answered = terminal.await_text("Black> ");
    assert!(
        answered.contains("White plays") && answered.contains('●'),
        "{answered:?}"
    );
    // The key of a terminal that takes a letter back works before the end of the line.
    terminal.press("undx\x7fo\r");
    terminal.await_text("Taken back");
    terminal.press(END_OF_INPUT);
    assert!(terminal.end().success());
}

#[test]
fn a_person_who_starts_the_engine_is_told_how_to_go_on() {
    let mut terminal = Terminal::start(&mut program());
    terminal.await_text("tedomari play");
    terminal.press("name\r");
    terminal.await_text("= Tedomari");
    terminal.press("quit\r");
    assert!(terminal.end().success());
}
