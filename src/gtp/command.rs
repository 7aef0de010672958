//! What a command of the protocol is: its name, its arguments, its texts and its handler.

use super::analyze::Analyze;
use super::args::Args;
use super::error::CommandError;
use super::response::CommandResult;
use super::session::Session;

/// How many arguments a command takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arity {
    /// At least so many.
    pub min: usize,
    /// At most so many.
    pub max: usize,
}

impl Arity {
    /// No arguments.
    pub const NONE: Self = Self::exactly(0);

    /// Exactly `n` arguments.
    #[must_use]
    pub const fn exactly(n: usize) -> Self {
        Self { min: n, max: n }
    }

    /// `min` to `max` arguments.
    #[must_use]
    pub const fn between(min: usize, max: usize) -> Self {
        Self { min, max }
    }

    /// `min` arguments or more, without a bound: also for commands to which clients may add words.
    #[must_use]
    pub const fn at_least(min: usize) -> Self {
        Self {
            min,
            max: usize::MAX,
        }
    }
}

/// One command of the protocol.
#[derive(Clone, Copy, Debug)]
pub struct Command {
    /// Name as sent. Standard names keep their underscores, ours begin with `tedomari-`.
    pub name: &'static str,
    /// Number of arguments, checked before the handler runs.
    pub arity: Arity,
    /// The arguments for the reader; empty if there are none.
    pub usage: &'static str,
    /// What the command does, in one sentence.
    pub help: &'static str,
    /// Entry in GoGui's menu, if it has one.
    pub analyze: Option<Analyze>,
    /// The handler.
    pub run: fn(&mut Session, &mut Args<'_>) -> CommandResult,
}

impl Command {
    /// Runs the command on a session.
    ///
    /// # Errors
    /// What the handler reports, and a wrong number of arguments.
    pub fn execute(&self, session: &mut Session, tail: &str) -> CommandResult {
        let mut args = Args::new(tail);
        if args.len() < self.arity.min || args.len() > self.arity.max {
            let usage = format!("usage: {} {}", self.name, self.usage);
            return Err(CommandError::Syntax(usage.trim_end().to_owned()));
        }
        (self.run)(session, &mut args)
    }
}

/// The commands about one theme.
#[derive(Clone, Copy, Debug)]
pub struct Theme {
    /// Its name, for people.
    pub title: &'static str,
    /// Its commands.
    pub commands: &'static [Command],
}
