//! Lines that a command sends before it is done.
//!
//! A response with such lines begins with the status alone on its line; the lines follow, then what the command
//! answers at last, then the empty line that ends every response.

use tokio::sync::mpsc;

/// What a running command tells the loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// The command has no end of its own: the next line of input shall cancel it.
    EndsOnInput,
    /// A line of the response.
    Line(String),
}

/// Where a running command sends its lines. Without a connection they are lost.
#[derive(Clone, Debug, Default)]
pub struct Live(Option<mpsc::UnboundedSender<Event>>);

impl Live {
    /// Lines that the receiver gets.
    #[must_use]
    pub fn connected() -> (Self, mpsc::UnboundedReceiver<Event>) {
        let (sender, receiver) = mpsc::unbounded_channel();
        (Self(Some(sender)), receiver)
    }

    /// Says that the command goes on until the next line of input. False if no client is connected that could send one.
    #[must_use]
    pub fn ends_on_input(&self) -> bool {
        self.send(Event::EndsOnInput)
    }

    /// Sends a line, without its end.
    pub fn line(&self, line: String) {
        self.send(Event::Line(line));
    }

    fn send(&self, event: Event) -> bool {
        // A loop that has gone away needs no lines.
        self.0
            .as_ref()
            .is_some_and(|sender| sender.send(event).is_ok())
    }
}
