//! An engine as a child process.
//!
//! Threads serve its three streams, so the match never blocks on an engine that writes nothing or reads nothing. An
//! engine that writes more than the match reads has to wait: a flood takes no memory, and the timeout ends it. The
//! response parser of the `gtp` crate needs a space after `=`, and it drops text after `#`. So it gets
//! whole responses only, with the space added and `#` replaced.

use std::io::{self, BufRead, BufReader, Read, Write};
#[cfg(unix)]
use std::os::unix::process::CommandExt as _;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError, TrySendError};
use std::thread;
use std::time::{Duration, Instant};

use gtp_controller::{Response, ResponseParser};
use thiserror::Error;

/// Longest response that is kept, in bytes. The rest is dropped.
const MAX_RESPONSE: usize = 1 << 20;

/// Longest line that is kept, in bytes. The rest of the line is dropped.
const MAX_LINE: usize = 1 << 16;

/// Most lines that wait to be read.
const MAX_WAITING: usize = 64;

/// Most commands that an engine leaves unread; more than one means that it answers without reading.
const MAX_UNREAD: usize = 16;

/// Replaces `#` while the parser has the text.
const NUMBER_SIGN: &str = "\u{e000}";

/// Why an engine gave no usable answer.
#[derive(Debug, Error)]
pub(super) enum EngineError {
    /// The program can't be started.
    #[error("cannot start `{program}`")]
    Start { program: String, source: io::Error },
    /// Its process has ended, or it has closed its standard output.
    #[error("it died on `{command}`")]
    Died { command: String },
    /// The answer took too long.
    #[error("no answer to `{command}` within {seconds:.1} s")]
    Hangs { command: String, seconds: f64 },
    /// It answered with an error.
    #[error("it answered `{command}` with an error: {message}")]
    Refused { command: String, message: String },
    /// The answer makes no sense.
    #[error("it answered `{command}` with `{answer}`")]
    Nonsense { command: String, answer: String },
}

/// A running engine. Dropping it kills the process, and on Unix what it has started: an engine behind a shell script is
/// the script's child.
#[derive(Debug)]
pub(super) struct EngineProcess {
    child: Child,
    requests: mpsc::SyncSender<Vec<u8>>,
    lines: mpsc::Receiver<String>,
    last_id: u32,
}

impl EngineProcess {
    /// Starts a program; `words` are its name and arguments.
    pub(super) fn start(words: &[String]) -> Result<Self, EngineError> {
        let (program, arguments) = words
            .split_first()
            .map_or(("", words), |(p, a)| (p.as_str(), a));
        let failed = |source| EngineError::Start {
            program: program.to_owned(),
            source,
        };
        let mut command = Command::new(program);
        #[cfg(unix)]
        command.process_group(0);
        let mut child = command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(failed)?;
        let closed = || failed(io::Error::other("no pipe to the process"));
        let stdin = child.stdin.take().ok_or_else(closed)?;
        let stdout = child.stdout.take().ok_or_else(closed)?;
        let stderr = child.stderr.take().ok_or_else(closed)?;
        let (requests, unread) = mpsc::sync_channel(MAX_UNREAD);
        let (sender, lines) = mpsc::sync_channel(MAX_WAITING);
        let name = program.to_owned();
        let threads: [Box<dyn FnOnce() + Send>; 3] = [
            Box::new(move || write_all(stdin, &unread)),
            Box::new(move || for_each_line(stdout, |line| sender.send(line).is_ok())),
            Box::new(move || {
                for_each_line(stderr, |line| {
                    tracing::debug!(engine = name, "{line}");
                    true
                });
            }),
        ];
        // From here on the process is killed with this value.
        let process = Self {
            child,
            requests,
            lines,
            last_id: 0,
        };
        for thread in threads {
            thread::Builder::new().spawn(thread).map_err(failed)?;
        }
        Ok(process)
    }

    /// Sends a command and waits for the answer. Returns its text without the blank line at the end.
    pub(super) fn ask(&mut self, command: &str, timeout: Duration) -> Result<String, EngineError> {
        let deadline = Instant::now() + timeout;
        self.last_id += 1;
        let mut request = gtp_controller::Command::new(command);
        request.set_id(self.last_id);
        let died = || EngineError::Died {
            command: command.to_owned(),
        };
        let hangs = || EngineError::Hangs {
            command: command.to_owned(),
            seconds: timeout.as_secs_f64(),
        };
        let sent = self.requests.try_send(request.to_bytes());
        sent.map_err(|error| match error {
            TrySendError::Full(_) => hangs(),
            TrySendError::Disconnected(_) => died(),
        })?;
        loop {
            let response = self.read_response(deadline).map_err(|error| match error {
                RecvTimeoutError::Disconnected => died(),
                RecvTimeoutError::Timeout => hangs(),
            })?;
            match response.map(|raw| (parse(&raw), raw)) {
                Some((Some(Response::Result((id, text))), _)) if self.is_current(id) => {
                    return Ok(restore(&text));
                }
                Some((Some(Response::Error((id, text))), _)) if self.is_current(id) => {
                    return Err(EngineError::Refused {
                        command: command.to_owned(),
                        message: restore(&text),
                    });
                }
                // This is the late answer to an earlier command.
                Some((Some(_), _)) => {}
                Some((None, raw)) => {
                    return Err(EngineError::Nonsense {
                        command: command.to_owned(),
                        answer: raw.trim().to_owned(),
                    });
                }
                None => {}
            }
        }
    }

    /// Whether a response with this id answers the last command. Engines need not repeat ids.
    fn is_current(&self, id: Option<u32>) -> bool {
        id.is_none_or(|id| id == self.last_id)
    }

    /// The next response, up to its blank line; `None` for a blank or stray line between responses.
    fn read_response(&self, deadline: Instant) -> Result<Option<String>, RecvTimeoutError> {
        let mut raw = String::new();
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            // A line that waits already would be received even now.
            if left.is_zero() {
                return Err(RecvTimeoutError::Timeout);
            }
            let line = self.lines.recv_timeout(left)?;
            if raw.is_empty() && !line.starts_with(['=', '?']) {
                return Ok(None);
            }
            if line.is_empty() {
                return Ok(Some(raw));
            }
            if raw.len() < MAX_RESPONSE {
                raw.push_str(&line);
                raw.push('\n');
            }
        }
    }

    /// Sends `quit`, waits a little for the end of its output, and makes sure that the process has ended.
    pub(super) fn quit(mut self) {
        // The process may have ended already.
        let _ = self.ask("quit", Duration::from_secs(2));
        let deadline = Instant::now() + Duration::from_secs(1);
        // Its output ends with it. The process itself is waited for when it is dropped.
        while Instant::now() < deadline {
            let left = deadline.saturating_duration_since(Instant::now());
            if self.lines.recv_timeout(left).is_err() {
                return;
            }
        }
    }
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        // All fail only if the process has ended, and then nothing is left to do.
        #[cfg(unix)]
        kill_group(&self.child);
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Kills all processes of an engine. Its first one has not been waited for, so that the number of the group is still
/// its own.
#[cfg(unix)]
fn kill_group(leader: &Child) {
    use rustix::process::{Pid, Signal, kill_process_group};

    let group = i32::try_from(leader.id()).ok().and_then(Pid::from_raw);
    if let Some(group) = group {
        let _ = kill_process_group(group, Signal::KILL);
    }
}

/// Writes requests until there are no more, or the process does not take them.
fn write_all(mut stdin: ChildStdin, requests: &mpsc::Receiver<Vec<u8>>) {
    for request in requests {
        if stdin.write_all(&request).is_err() || stdin.flush().is_err() {
            return;
        }
    }
}

/// Calls `take` with each line until `take` returns false. Line ends are removed, long lines cut, and bytes that are
/// not UTF-8 replaced.
fn for_each_line(source: impl Read, mut take: impl FnMut(String) -> bool) {
    let mut reader = BufReader::new(source);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match (&mut reader)
            .take(MAX_LINE as u64)
            .read_until(b'\n', &mut bytes)
        {
            Ok(n_read) if n_read > 0 => {}
            Ok(_) | Err(_) => return,
        }
        if !bytes.ends_with(b"\n") && reader.skip_until(b'\n').is_err() {
            return;
        }
        let text = String::from_utf8_lossy(&bytes);
        if !take(text.trim_end_matches(['\n', '\r']).to_owned()) {
            return;
        }
    }
}

/// Parses a whole response with the parser of the `gtp` crate; `None` if it is not a response.
fn parse(raw: &str) -> Option<Response> {
    let raw = raw.replace('#', NUMBER_SIGN);
    let status_end = 1 + raw.get(1..)?.find(|c: char| !c.is_ascii_digit())?;
    let (status, rest) = raw.split_at_checked(status_end)?;
    let mut parser = ResponseParser::new();
    parser.feed(&format!("{status} {}\n\n", rest.trim()));
    parser.get_response().ok()
}

fn restore(text: &str) -> String {
    text.replace(NUMBER_SIGN, "#").trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn responses_are_read_past_the_parsers_traps() {
        let check = |raw: &str, id, text: &str| {
            let response = parse(raw).unwrap();
            assert_eq!(
                (response.id_0(), restore(&response.text())),
                (id, text.to_owned()),
                "{raw:?}"
            );
        };
        check("=\n", 0, "");
        check("=7\n", 7, "");
        check("= D4\n", 0, "D4");
        check("=12 D4\n", 12, "D4");
        check("= a\nb\n", 0, "a\nb");
        check("=3 #ff0000 D4\n", 3, "#ff0000 D4");
        check("?4 illegal move\n", 4, "illegal move");
        assert!(matches!(parse("? no\n"), Some(Response::Error(_))));
    }

    #[test]
    fn lines_are_cut_and_none_is_lost() {
        let mut lines = Vec::new();
        for_each_line(&b"= a\r\n\xff\n\nend"[..], |line| {
            lines.push(line);
            true
        });
        assert_eq!(lines, ["= a", "\u{fffd}", "", "end"]);
        let long = format!("{}\nshort", "x".repeat(3 * MAX_LINE));
        let mut lengths = Vec::new();
        for_each_line(long.as_bytes(), |line| {
            lengths.push(line.len());
            true
        });
        assert_eq!(lengths, [MAX_LINE, 5]);
    }
}
