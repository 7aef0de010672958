//! All commands, from the tables of `commands/`.

use super::analyze::Analyze;
use super::args::Args;
use super::commands;
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

/// All themes, in the order of `list_commands`.
pub fn themes() -> impl Iterator<Item = &'static Theme> {
    commands::THEMES.iter()
}

/// All commands, theme by theme.
pub fn all() -> impl Iterator<Item = &'static Command> {
    themes().flat_map(|theme| theme.commands)
}

/// The command with a given name. Case matters.
#[must_use]
pub fn find(name: &str) -> Option<&'static Command> {
    all().find(|command| command.name == name)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn names_are_unique_and_well_formed() {
        let mut seen = BTreeSet::new();
        for Command { name, .. } in all() {
            assert!(seen.insert(name), "{name} is there twice");
            assert!(
                name.bytes()
                    .all(|b| b.is_ascii_lowercase() || b"_-".contains(&b)),
                "{name}"
            );
        }
    }

    #[test]
    fn names_that_mislead_clients_are_not_listed() {
        for name in [
            "analyze",
            "genmove_analyze",
            "gogui-rules_game_id",
            "kgs-chat",
            "gogui-sigint",
        ] {
            assert!(find(name).is_none(), "{name}");
        }
    }

    #[test]
    fn help_is_one_sentence_and_usage_matches_the_arity() {
        for command in all() {
            let Command {
                name,
                arity,
                usage,
                help,
                ..
            } = command;
            assert!(
                !help.is_empty() && !help.ends_with('.') && !help.contains('\n'),
                "{name}: {help}"
            );
            assert!(
                help.starts_with(|c: char| c.is_uppercase()),
                "{name}: {help}"
            );
            let required = usage
                .split_whitespace()
                .filter(|word| !word.starts_with('['))
                .count();
            assert_eq!(required, arity.min, "{name} {usage}");
            let is_open = usage.contains("...");
            let words = usage.split_whitespace().count();
            assert!(
                if is_open {
                    arity.max == usize::MAX
                } else {
                    arity.max == words
                },
                "{name} {usage}"
            );
        }
    }

    #[test]
    fn menu_entries_fit_gogui() {
        let mut labels = BTreeSet::new();
        for command in all() {
            let Some(analyze) = &command.analyze else {
                continue;
            };
            assert!(
                labels.insert(analyze.label),
                "label {} is there twice",
                analyze.label
            );
            assert!(
                !analyze.label.contains('/') && !analyze.args.contains('/'),
                "{}",
                command.name
            );
            let words: Vec<&str> = analyze.args.split_whitespace().collect();
            let fits = words.len() >= command.arity.min && words.len() <= command.arity.max;
            assert!(fits, "{} {}", command.name, analyze.args);
            for word in words.iter().filter(|word| word.starts_with('%')) {
                assert!(
                    ["%p", "%P", "%c", "%m", "%s", "%o", "%r", "%w", "%f"].contains(word),
                    "{word}"
                );
            }
        }
    }

    #[test]
    fn a_wrong_number_of_arguments_shows_the_usage() {
        let mut session = Session::for_tests();
        let command = find("play").unwrap();
        let error = command.execute(&mut session, "b").unwrap_err();
        assert_eq!(error.to_string(), "syntax error: usage: play COLOR VERTEX");
    }
}
