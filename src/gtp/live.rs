//! Lines that a command sends before it is done.
//!
//! A response with such lines begins with the status alone on its line; the lines follow, then what the command
//! answers at last, then the empty line that ends every response.

use tokio::sync::mpsc;

/// Events that the loop has not taken yet, at most.
const MOST_WAITING: usize = 64;

/// What a running command sends to the loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// The next line of input shall cancel the command.
    EndsOnInput,
    /// The response begins: what follows stands on lines of its own.
    Begin,
    /// A line of the response.
    Line(String),
    /// A line about the progress, which the next one of its kind replaces: it is lost if it is not read in time.
    Progress(String),
}

/// Where a running command sends its lines. Without a connection they are lost.
#[derive(Clone, Debug, Default)]
pub struct Live(Option<mpsc::Sender<Event>>);

impl Live {
    /// Lines that the receiver gets.
    #[must_use]
    pub fn connected() -> (Self, mpsc::Receiver<Event>) {
        let (sender, receiver) = mpsc::channel(MOST_WAITING);
        (Self(Some(sender)), receiver)
    }

    /// Reports that the command has no end of its own and goes on until the next line of input. False if no client is
    /// connected that could send one.
    #[must_use]
    pub fn ends_on_input(&self) -> bool {
        self.yields_to_input();
        self.send(Event::Begin)
    }

    /// Reports that the next line of input shall cancel the command, which would end without one, too.
    pub fn yields_to_input(&self) {
        self.send(Event::EndsOnInput);
    }

    /// Sends a line, without its end.
    pub fn line(&self, line: String) {
        self.send(Event::Line(line));
    }

    /// Sends a line about the progress, without its end. It never waits.
    pub fn progress(&self, line: String) {
        if let Some(sender) = &self.0 {
            // If the loop is late or has gone away, the line is not worth the wait.
            let _ = sender.try_send(Event::Progress(line));
        }
    }

    fn send(&self, event: Event) -> bool {
        // A loop that has gone away needs no lines.
        self.0
            .as_ref()
            .is_some_and(|sender| sender.blocking_send(event).is_ok())
    }
}
