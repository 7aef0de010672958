//! All commands, and the commands that speak about them.

use super::args::Args;
use super::command::{Arity, Command, Theme};
use super::commands;
use super::error::CommandError;
use super::response::{CommandResult, Reply};
use super::session::Session;

/// The commands about commands. They stand here because they read the tables of all others.
const DIRECTORY: Theme = Theme {
    title: "The commands themselves",
    commands: &[
        Command {
            name: "list_commands",
            arity: Arity::NONE,
            usage: "",
            help: "The names of all commands, one per line",
            analyze: None,
            run: |session, _| Ok(Reply::lines(offered(session).map(|command| command.name))),
        },
        Command {
            name: "known_command",
            // Never fails, whatever is asked.
            arity: Arity::at_least(0),
            usage: "[NAME...]",
            help: "Whether a command exists",
            analyze: None,
            run: |session, args| {
                let asked = args.rest().first();
                Ok(Reply::text(asked.is_some_and(|name| {
                    offered(session).any(|command| command.name == *name)
                })))
            },
        },
        Command {
            name: "help",
            arity: Arity::between(0, 1),
            usage: "[NAME]",
            help: "What a command does, or the names of all commands",
            analyze: None,
            run: help,
        },
        Command {
            name: "gogui-analyze_commands",
            arity: Arity::NONE,
            usage: "",
            help: "Entries of GoGui's menu of analyze commands",
            analyze: None,
            run: analyze_commands,
        },
    ],
};

/// All themes, in the order of `list_commands`.
pub fn themes() -> impl Iterator<Item = &'static Theme> {
    commands::THEMES.iter().chain([&DIRECTORY])
}

/// All commands, theme by theme.
pub fn all() -> impl Iterator<Item = &'static Command> {
    themes().flat_map(|theme| theme.commands)
}

/// Whether a session offers a command.
type Condition = fn(&Session) -> bool;

/// Commands that are offered only if the settings say so: some clients crash when they find them.
const OPTIONAL: &[(&str, Condition)] = &[("kgs-chat", |session| session.settings.offers_kgs_chat)];

/// The commands that a session offers to its client.
pub fn offered(session: &Session) -> impl Iterator<Item = &'static Command> {
    all().filter(|command| {
        OPTIONAL
            .iter()
            .all(|(name, is_offered)| *name != command.name || is_offered(session))
    })
}

/// The command with a given name. Case matters.
#[must_use]
pub fn find(name: &str) -> Option<&'static Command> {
    all().find(|command| command.name == name)
}

fn help(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    if !args.has_more() {
        return Ok(Reply::lines(offered(session).map(|command| command.name)));
    }
    let command = find(args.word()?).ok_or(CommandError::UnknownCommand)?;
    let call = format!("{} {}", command.name, command.usage);
    Ok(Reply::text(format!(
        "{}\n{}",
        call.trim_end(),
        command.help
    )))
}

fn analyze_commands(_: &mut Session, _: &mut Args<'_>) -> CommandResult {
    let entries = all().filter_map(|command| {
        let analyze = command.analyze.as_ref()?;
        Some(analyze.line(command.name).to_string())
    });
    Ok(Reply::lines(entries))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::config::Settings;

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
        let session = Session::new(Settings::default());
        for name in [
            "analyze",
            "genmove_analyze",
            "gogui-rules_game_id",
            "kgs-chat",
            "gogui-sigint",
        ] {
            let is_offered = offered(&session).any(|command| command.name == name);
            assert!(!is_offered, "{name}");
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
