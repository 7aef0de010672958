//! The loop: lines in, responses out, one command at a time.
//!
//! A thread reads standard input, another one writes standard output; the session runs on a blocking task and comes
//! back with each answer; the loop never waits for any of them, and decides what a line that arrives meanwhile means.
//! Closing the connection ends the process soon, but input that was piped in together with its end, as a script is, is
//! worked through first.
//!
//! What waits is bounded. With [`MOST_WAITING_BYTES`] of commands waiting, no more are read, so an interrupt is read at
//! once unless the client has sent more than that before it. With [`MOST_UNREAD_BYTES`] of unread responses, no more
//! commands are run. Unread lines of a live analysis are left out; responses never are.

use std::collections::VecDeque;
use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::{Notify, mpsc};
use tokio::task::JoinHandle;

use super::input::{Input, lines_of};
use super::line::{Line, Request};
use super::live::{Event, Live};
use super::output::Output;
use super::response::Response;
use super::session::Session;
use crate::base::{Background, CancelToken};

/// A line that comes within this time of the command before it was sent without waiting for an answer, as part of a
/// script: it must not cut that command short.
const SCRIPT_GAP: Duration = Duration::from_millis(50);

/// How often to check whether the output still has a reader.
const OUTPUT_CHECK_INTERVAL: Duration = Duration::from_millis(200);

/// Bytes of waiting commands from which on no more are read: some ten thousand commands.
pub const MOST_WAITING_BYTES: usize = 4 << 20;

/// Bytes of unread responses from which on no more commands are run.
pub const MOST_UNREAD_BYTES: usize = 1 << 20;

/// Unread bytes from which on lines about the progress are left out.
const MOST_UNREAD_PROGRESS: usize = 1 << 16;

/// A command that waits for its turn.
struct Waiting {
    request: Request,
    arrived: Instant,
    /// Whether another line has come after it.
    is_followed: bool,
}

/// A command being run, or pondering between two commands.
struct Running {
    /// Ends with the response, if one is due.
    task: JoinHandle<Finished>,
    cancel: CancelToken,
    arrived: Instant,
    /// The events of the command before it is done.
    events: mpsc::Receiver<Event>,
    id: Option<String>,
    ends_on_input: bool,
    /// Whether another line has come after it.
    is_followed: bool,
    /// Whether a line of its response has been sent.
    has_begun: bool,
}

/// The session back from a task, with the response if the task was a command.
type Finished = (Session, Option<Response>);

/// Answers the lines of `input` on `output` until `quit`, the end of the input, or until the output has no reader.
/// Returns the output when all is written.
///
/// # Errors
/// If the runtime or a thread cannot be started, or writing fails for another reason than a closed pipe.
pub fn serve<O: Output>(
    session: Session,
    input: impl io::Read + Send + 'static,
    output: O,
) -> io::Result<O> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()?;
    let lines = lines_of(input)?;
    let is_closed = output.closed_check();
    let written = Arc::new(Notify::new());
    let notify = Arc::clone(&written);
    let (writer, thread) = Background::start(output, move || notify.notify_one())?;
    let main_loop = Loop::new(session, writer.clone(), is_closed);
    let result = runtime.block_on(main_loop.run(lines, &written));
    runtime.shutdown_background();
    writer.end();
    let output = thread
        .join()
        .map_err(|_| io::Error::other("the thread that writes has ended"))?;
    match result
        .err()
        .or_else(|| writer.failure().map(io::Error::from))
    {
        Some(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error),
        _ => Ok(output),
    }
}

struct Loop {
    /// Absent while a command runs.
    session: Option<Session>,
    running: Option<Running>,
    waiting: VecDeque<Waiting>,
    n_waiting_bytes: usize,
    input_ended: bool,
    output: Background,
    is_closed: Box<dyn Fn() -> bool>,
}

impl Loop {
    const fn new(session: Session, output: Background, is_closed: Box<dyn Fn() -> bool>) -> Self {
        Self {
            session: Some(session),
            running: None,
            waiting: VecDeque::new(),
            n_waiting_bytes: 0,
            input_ended: false,
            output,
            is_closed,
        }
    }

    async fn run(mut self, mut input: mpsc::Receiver<Input>, written: &Notify) -> io::Result<()> {
        let mut output_check = tokio::time::interval(OUTPUT_CHECK_INTERVAL);
        loop {
            self.start_next();
            if self.is_done() {
                return Ok(());
            }
            let takes_input = !self.input_ended && self.n_waiting_bytes < MOST_WAITING_BYTES;
            tokio::select! {
                // What is done goes out first: no flood of lines holds it up.
                biased;
                progress = progress(&mut self.running) => match progress {
                    Progress::Told(event) => self.pass_on(event),
                    Progress::Done(answer) => self.answer(answer)?,
                },
                event = input.recv(), if takes_input => self.take_in(event),
                () = written.notified() => {
                    if let Some(failure) = self.output.failure() {
                        self.cancel_running();
                        return Err(failure.into());
                    }
                }
                _ = output_check.tick() => {
                    if (self.is_closed)() {
                        self.cancel_running();
                        return Ok(());
                    }
                }
            }
        }
    }

    fn has_quit(&self) -> bool {
        self.session
            .as_ref()
            .is_some_and(|session| session.has_quit)
    }

    fn is_done(&self) -> bool {
        let nothing_waits = self.input_ended && self.waiting.is_empty();
        self.running.is_none() && (nothing_waits || self.has_quit())
    }

    /// Starts the next waiting command if none is running and the answers are being read.
    fn start_next(&mut self) {
        if self.has_quit() || self.output.n_waiting() > MOST_UNREAD_BYTES {
            return;
        }
        let Some(mut session) = self.session.take() else {
            return;
        };
        let Some(next) = self.waiting.pop_front() else {
            if session.wants_to_ponder() && !self.input_ended {
                self.running = Some(ponder(session));
            } else {
                self.session = Some(session);
            }
            return;
        };
        self.n_waiting_bytes -= next.request.n_bytes();
        let cancel = CancelToken::new();
        let token = cancel.clone();
        let (live, events) = Live::connected();
        session.live = live;
        let id = next.request.id.clone();
        let task = tokio::task::spawn_blocking(move || {
            let response = session.handle(&next.request, token);
            session.live = Live::default();
            (session, Some(response))
        });
        self.running = Some(Running {
            task,
            cancel,
            arrived: next.arrived,
            events,
            id,
            ends_on_input: false,
            is_followed: next.is_followed,
            has_begun: false,
        });
    }

    /// Handles an event of the running command.
    fn pass_on(&mut self, event: Event) {
        let Some(running) = &mut self.running else {
            return;
        };
        match event {
            Event::EndsOnInput => {
                running.ends_on_input = true;
                if running.is_followed || self.input_ended {
                    running.cancel.cancel();
                }
            }
            Event::Begin => begin(running, &self.output),
            Event::Line(line) => {
                begin(running, &self.output);
                self.output.send(format!("{line}\n").as_bytes());
            }
            Event::Progress(line) => {
                begin(running, &self.output);
                self.output
                    .offer(format!("{line}\n").as_bytes(), MOST_UNREAD_PROGRESS);
            }
        }
    }

    fn take_in(&mut self, event: Option<Input>) {
        self.note_followed();
        match event {
            Some(Input::Line(Line::Blank, _)) => {}
            Some(Input::Line(Line::Interrupt, _)) => self.cancel_running(),
            Some(Input::Line(Line::Request(request), arrived)) => {
                if request.name == "quit" {
                    self.cancel_if_left_alone(arrived);
                }
                self.n_waiting_bytes += request.n_bytes();
                self.waiting.push_back(Waiting {
                    request,
                    arrived,
                    is_followed: false,
                });
            }
            Some(Input::End(arrived)) => {
                self.cancel_if_left_alone(arrived);
                self.input_ended = true;
            }
            None => self.input_ended = true,
        }
    }

    /// Any line after a live analysis ends it, also one that came before the analysis has begun.
    fn note_followed(&mut self) {
        if let Some(last) = self.waiting.back_mut() {
            last.is_followed = true;
        } else if let Some(running) = &mut self.running {
            running.is_followed = true;
            if running.ends_on_input {
                running.cancel.cancel();
            }
        }
    }

    /// Cuts the running command short if the client leaves at `now` while waiting for its answer; not if the end was
    /// sent together with the command.
    fn cancel_if_left_alone(&self, now: Instant) {
        if let Some(running) = &self.running
            && self.waiting.is_empty()
            && now.saturating_duration_since(running.arrived) > SCRIPT_GAP
        {
            running.cancel.cancel();
        }
    }

    fn cancel_running(&self) {
        if let Some(running) = &self.running {
            running.cancel.cancel();
        }
    }

    fn answer(&mut self, answer: io::Result<Box<Finished>>) -> io::Result<()> {
        let (session, response) = *answer?;
        while let Some(event) = self.running.as_mut().and_then(last_event) {
            self.pass_on(event);
        }
        self.session = Some(session);
        let has_begun = self.running.take().is_some_and(|running| running.has_begun);
        let Some(response) = response else {
            return Ok(());
        };
        let text = match response.result {
            Ok(reply) if has_begun && reply.as_str().is_empty() => "\n".to_owned(),
            Ok(reply) if has_begun => format!("{}\n\n", reply.as_str()),
            // The status was sent as a success; all that is left is to end the response.
            Err(error) if has_begun => {
                tracing::error!(%error, "failed after the first line");
                "\n".to_owned()
            }
            Ok(_) | Err(_) => response.to_string(),
        };
        self.output.send(text.as_bytes());
        Ok(())
    }
}

/// Ponders until a line comes.
fn ponder(mut session: Session) -> Running {
    let cancel = CancelToken::new();
    let token = cancel.clone();
    let (_, events) = Live::connected();
    let task = tokio::task::spawn_blocking(move || {
        session.ponder(&token);
        (session, None)
    });
    Running {
        task,
        cancel,
        arrived: Instant::now(),
        events,
        id: None,
        ends_on_input: true,
        is_followed: false,
        has_begun: false,
    }
}

/// Sends the status of a response whose lines follow, unless that was done.
fn begin(running: &mut Running, output: &Background) {
    if running.has_begun {
        return;
    }
    running.has_begun = true;
    output.send(format!("={}\n", running.id.as_deref().unwrap_or_default()).as_bytes());
}

/// An event of a finished command that is still in the channel.
fn last_event(running: &mut Running) -> Option<Event> {
    running.events.try_recv().ok()
}

/// What a running command did last.
enum Progress {
    Told(Event),
    Done(io::Result<Box<Finished>>),
}

/// Waits for the running command; for ever if there is none.
async fn progress(running: &mut Option<Running>) -> Progress {
    let Some(running) = running else {
        return std::future::pending().await;
    };
    tokio::select! {
        biased;
        Some(event) = running.events.recv() => Progress::Told(event),
        answer = &mut running.task => Progress::Done(answer.map(Box::new).map_err(io::Error::other)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn serve_text(text: &str) -> String {
        let input = io::Cursor::new(text.to_owned());
        let output = serve(Session::for_tests(), input, Vec::new()).unwrap();
        String::from_utf8(output).unwrap()
    }

    #[test]
    fn queued_input_is_answered_in_order_before_the_end() {
        let text = "1 boardsize 9\r\n\n# comment\n2 genmove b\n3 nonsense\n4\nquit\n5 name\n";
        let replies = serve_text(text);
        let starts: Vec<&str> = replies
            .split("\n\n")
            .map(|reply| reply.split(' ').next().unwrap())
            .collect();
        assert_eq!(starts, ["=1", "=2", "?3", "?4", "=", ""]);
    }

    #[test]
    fn any_line_ends_an_analysis_and_the_final_report_comes_before_a_move() {
        let replies = serve_text("boardsize 9\n1 kata-analyze b 100000\n2 name\n");
        assert_eq!(replies, "= \n\n=1\n\n=2 Tedomari\n\n");
        let replies = serve_text("boardsize 9\n3 lz-genmove_analyze b 100000 maxmoves 1\n");
        let lines: Vec<&str> = replies.split('\n').collect();
        assert_eq!(lines[2], "=3");
        let words: Vec<&str> = lines[3].split(' ').collect();
        assert_eq!((words[0], words[1]), ("info", "move"));
        assert_eq!(lines[4], format!("play {}", words[2]));
        assert_eq!(lines[5..], ["", ""]);
    }

    #[test]
    fn any_line_cancels_a_search_that_may_be_cancelled() {
        let serve_timed = |text: &str| {
            // Without a limit of playouts a move takes five seconds.
            let session = Session::new(crate::config::Settings::default());
            let input = io::Cursor::new(format!("boardsize 9\n{text}\nname\n"));
            let output = serve(session, input, Vec::new()).unwrap();
            String::from_utf8(output).unwrap()
        };
        assert_eq!(
            serve_timed("1 kata-search_cancellable b"),
            "= \n\n=1 cancelled\n\n= Tedomari\n\n"
        );
        let analyzed = serve_timed("2 kata-search_analyze_cancellable b 100000");
        assert!(
            analyzed.ends_with("play cancelled\n\n= Tedomari\n\n"),
            "{analyzed}"
        );
    }

    #[test]
    fn the_end_of_the_input_lets_queued_commands_finish() {
        assert_eq!(
            serve_text("protocol_version\n2 known_command play"),
            "= 2\n\n=2 true\n\n"
        );
    }
}
