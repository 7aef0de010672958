//! The form of a service.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::base::CancelToken;
use crate::web::message::{AnswerJson, Fault, Fields};
use crate::web::tab::{Caller, Tab};

/// The handler of one kind of request.
#[derive(Debug)]
pub(crate) struct Service {
    /// The word for it in requests.
    pub(crate) name: &'static str,
    /// What is done.
    pub(crate) work: Handling,
}

/// Answers a request.
type Handler = fn(&mut Tab, Fields, &Caller) -> Result<AnswerJson, Fault>;

/// Begins background work.
type Begin = fn(&mut Tab, Fields) -> Result<Box<dyn Background>, Fault>;

/// How a request is answered.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Handling {
    /// At once, before anything else of the tab.
    AtOnce(Handler),
    /// Whenever nothing else of the tab waits.
    InBackground(Begin),
}

/// Work that goes on whenever nothing else waits.
pub(crate) trait Background: Send {
    /// Goes on until it is done, or until `stop` is set.
    ///
    /// # Errors
    /// If it can't go on.
    fn go_on(&mut self, tab: &mut Tab, caller: &Caller, stop: &CancelToken) -> Result<Step, Fault>;
}

/// How far background work has come.
#[derive(Debug)]
pub(crate) enum Step {
    /// It is done; this is the answer.
    Done(AnswerJson),
    /// It was stopped and can go on.
    Paused,
}

/// The typed form of the fields.
pub(super) fn read<T: DeserializeOwned>(fields: Fields) -> Result<T, Fault> {
    fields.read()
}

/// The JSON of an answer.
pub(super) fn answer<T: Serialize>(answer: &T) -> Result<AnswerJson, Fault> {
    AnswerJson::of(answer)
}
