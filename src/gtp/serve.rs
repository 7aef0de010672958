//! The loop: lines in, responses out, one command at a time.
//!
//! A plain thread reads standard input and never waits for thinking; the session runs on a blocking task and comes
//! back with each answer; the loop decides what a line that arrives meanwhile means. Closing the connection ends the
//! process soon, but input that was piped in together with its end, as a script is, is worked through first.

use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::time::{Duration, Instant};

use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use super::line::{Line, Request};
use super::live::{Event, Live};
use super::response::Response;
use super::session::Session;
use crate::base::CancelToken;

/// A line that comes within this time of the command before it was sent without waiting for an answer, as part of a
/// script: it must not cut that command short.
const SCRIPT_GAP: Duration = Duration::from_millis(50);

/// How often to look whether anybody still reads the output.
const OUTPUT_CHECK_INTERVAL: Duration = Duration::from_millis(200);

/// What the reader thread passes on.
#[derive(Debug)]
enum Input {
    Line(Line, Instant),
    End(Instant),
}

/// A command being run, or thinking between two commands.
struct Running {
    /// Ends with the response, if one is due.
    task: JoinHandle<Finished>,
    cancel: CancelToken,
    arrived: Instant,
    /// What the command tells before it is done.
    events: mpsc::UnboundedReceiver<Event>,
    id: Option<String>,
    ends_on_input: bool,
    /// Whether a line of its response has been sent.
    has_begun: bool,
}

/// The session back from a task, with the response if the task was a command.
type Finished = (Session, Option<Response>);

/// Whether the output still has a reader.
pub trait Output: Write {
    /// Whether nobody can read the output any more.
    fn is_closed(&self) -> bool;
}

impl Output for io::Stdout {
    #[cfg(unix)]
    fn is_closed(&self) -> bool {
        use rustix::event::{PollFd, PollFlags, Timespec, poll};
        let mut fds = [PollFd::new(self, PollFlags::empty())];
        let at_once = Timespec {
            tv_sec: 0,
            tv_nsec: 0,
        };
        poll(&mut fds, Some(&at_once)).is_ok_and(|n| n > 0)
            && fds
                .iter()
                .any(|fd| fd.revents().intersects(PollFlags::ERR | PollFlags::NVAL))
    }

    #[cfg(not(unix))]
    fn is_closed(&self) -> bool {
        false
    }
}

impl Output for Vec<u8> {
    fn is_closed(&self) -> bool {
        false
    }
}

/// Answers the lines of `input` on `output` until `quit`, the end of the input, or until nobody reads the output.
///
/// # Errors
/// If the runtime cannot be started, or writing fails for another reason than a closed pipe.
pub fn serve(
    session: Session,
    input: impl io::Read + Send + 'static,
    output: &mut impl Output,
) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()?;
    let (sender, receiver) = mpsc::unbounded_channel();
    // The thread may still be waiting for a line when the process ends: nobody joins it.
    std::thread::Builder::new()
        .name("stdin".to_owned())
        .spawn(move || read_lines(input, &sender))?;
    let result = runtime.block_on(Loop::new(session, output).run(receiver));
    runtime.shutdown_background();
    match result {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

fn read_lines(input: impl io::Read, sender: &mpsc::UnboundedSender<Input>) {
    let mut reader = io::BufReader::new(input);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match reader.read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => break,
            Ok(_) => {
                let line = Line::parse(&String::from_utf8_lossy(&bytes));
                if sender.send(Input::Line(line, Instant::now())).is_err() {
                    return;
                }
            }
        }
    }
    // Nobody listens only if the loop has ended already.
    let _ = sender.send(Input::End(Instant::now()));
}

struct Loop<'a, O> {
    /// Absent while a command runs.
    session: Option<Session>,
    running: Option<Running>,
    waiting: VecDeque<(Request, Instant)>,
    input_ended: bool,
    output: &'a mut O,
}

impl<'a, O: Output> Loop<'a, O> {
    const fn new(session: Session, output: &'a mut O) -> Self {
        let waiting = VecDeque::new();
        Self {
            session: Some(session),
            running: None,
            waiting,
            input_ended: false,
            output,
        }
    }

    async fn run(mut self, mut input: mpsc::UnboundedReceiver<Input>) -> io::Result<()> {
        let mut output_check = tokio::time::interval(OUTPUT_CHECK_INTERVAL);
        loop {
            self.start_next();
            if self.running.is_none() && (self.input_ended || self.has_quit()) {
                return Ok(());
            }
            tokio::select! {
                biased;
                event = input.recv(), if !self.input_ended => self.take_in(event),
                progress = progress(&mut self.running) => match progress {
                    Progress::Told(event) => self.pass_on(event)?,
                    Progress::Done(answer) => self.answer(answer)?,
                },
                _ = output_check.tick() => {
                    if self.output.is_closed() {
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

    /// Starts the next waiting command if none is running.
    fn start_next(&mut self) {
        if self.has_quit() {
            return;
        }
        let Some(mut session) = self.session.take() else {
            return;
        };
        let Some((request, arrived)) = self.waiting.pop_front() else {
            if session.wants_to_ponder() && !self.input_ended {
                self.running = Some(ponder(session));
            } else {
                self.session = Some(session);
            }
            return;
        };
        let cancel = CancelToken::new();
        let token = cancel.clone();
        let (live, events) = Live::connected();
        session.live = live;
        let id = request.id.clone();
        let task = tokio::task::spawn_blocking(move || {
            let response = session.handle(&request, token);
            session.live = Live::default();
            (session, Some(response))
        });
        self.running = Some(Running {
            task,
            cancel,
            arrived,
            events,
            id,
            ends_on_input: false,
            has_begun: false,
        });
    }

    /// Takes what a running command tells.
    fn pass_on(&mut self, event: Event) -> io::Result<()> {
        let Some(running) = &mut self.running else {
            return Ok(());
        };
        match event {
            Event::EndsOnInput => {
                running.ends_on_input = true;
                if !self.waiting.is_empty() || self.input_ended {
                    running.cancel.cancel();
                }
                begin(running, self.output)?;
            }
            Event::Line(line) => {
                begin(running, self.output)?;
                writeln!(self.output, "{line}")?;
            }
        }
        self.output.flush()
    }

    fn take_in(&mut self, event: Option<Input>) {
        if let Some(running) = &self.running
            && running.ends_on_input
        {
            running.cancel.cancel();
        }
        match event {
            Some(Input::Line(Line::Blank, _)) => {}
            Some(Input::Line(Line::Interrupt, _)) => self.cancel_running(),
            Some(Input::Line(Line::Request(request), arrived)) => {
                if request.name == "quit" {
                    self.cancel_if_left_alone(arrived);
                }
                self.waiting.push_back((request, arrived));
            }
            Some(Input::End(arrived)) => {
                self.cancel_if_left_alone(arrived);
                self.input_ended = true;
            }
            None => self.input_ended = true,
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
            self.pass_on(event)?;
        }
        self.session = Some(session);
        let has_begun = self.running.take().is_some_and(|running| running.has_begun);
        let Some(response) = response else {
            return Ok(());
        };
        match response.result {
            Ok(reply) if has_begun && reply.as_str().is_empty() => writeln!(self.output)?,
            Ok(reply) if has_begun => writeln!(self.output, "{}\n", reply.as_str())?,
            // The status was sent as a success; all that is left is to end the response.
            Err(error) if has_begun => {
                tracing::error!(%error, "failed after the first line");
                writeln!(self.output)?;
            }
            Ok(_) | Err(_) => self.output.write_all(response.to_string().as_bytes())?,
        }
        self.output.flush()
    }
}

/// Lets the session think until a line comes.
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
        has_begun: false,
    }
}

/// Sends the status of a response whose lines follow, unless that was done.
fn begin(running: &mut Running, output: &mut impl Output) -> io::Result<()> {
    if running.has_begun {
        return Ok(());
    }
    running.has_begun = true;
    writeln!(output, "={}", running.id.as_deref().unwrap_or_default())
}

/// What a finished command has told and nobody has heard yet.
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
        let mut output = Vec::new();
        serve(
            Session::for_tests(),
            io::Cursor::new(text.to_owned()),
            &mut output,
        )
        .unwrap();
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
    fn the_end_of_the_input_lets_queued_commands_finish() {
        assert_eq!(
            serve_text("protocol_version\n2 known_command play"),
            "= 2\n\n=2 true\n\n"
        );
    }
}
