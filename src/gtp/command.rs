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
    /// Whether the first one is the name of a file, which may be quoted.
    pub has_file: bool,
}

impl Arity {
    /// No arguments.
    pub const NONE: Self = Self::exactly(0);

    /// Exactly `n` arguments.
    #[must_use]
    pub const fn exactly(n: usize) -> Self {
        Self::between(n, n)
    }

    /// `min` to `max` arguments.
    #[must_use]
    pub const fn between(min: usize, max: usize) -> Self {
        Self {
            min,
            max,
            has_file: false,
        }
    }

    /// `min` arguments or more, without a bound: also for commands to which clients may add words.
    #[must_use]
    pub const fn at_least(min: usize) -> Self {
        Self::between(min, usize::MAX)
    }

    /// The same, with the name of a file as the first argument.
    #[must_use]
    pub const fn with_file(self) -> Self {
        Self {
            has_file: true,
            ..self
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
    /// What the handler reports, and a wrong number of arguments. A handler that changes anything refuses surplus
    /// words first ([`Args::end`]); here they are refused in any case.
    pub fn execute(&self, session: &mut Session, tail: &str) -> CommandResult {
        let mut args = if self.arity.has_file {
            Args::with_file(tail)?
        } else {
            Args::new(tail)
        };
        if args.len() < self.arity.min || args.len() > self.arity.max {
            return Err(CommandError::Syntax(self.usage_text()));
        }
        let reply = (self.run)(session, &mut args)?;
        args.end()?;
        Ok(reply)
    }

    fn usage_text(&self) -> String {
        let usage = format!("usage: {} {}", self.name, self.usage);
        let hint = if self.arity.has_file {
            "; a name with blanks stands in double quotes"
        } else {
            ""
        };
        format!("{}{hint}", usage.trim_end())
    }
}

/// The commands about one theme.
#[derive(Clone, Copy, Debug)]
pub struct CommandTheme {
    /// Its name, for people.
    pub title: &'static str,
    /// Its commands.
    pub commands: &'static [Command],
}
