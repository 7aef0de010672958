//! All commands, and the commands about commands.

use super::args::Args;
use super::command::{Arity, Command, CommandTheme};
use super::commands;
use super::error::CommandError;
use super::response::{CommandResult, Reply};
use super::session::Session;

/// The commands about commands. They stand here because they read the tables of all others.
const DIRECTORY: CommandTheme = CommandTheme {
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
            // Never fails, whatever the arguments are.
            arity: Arity::at_least(0),
            usage: "[NAME...]",
            help: "Whether a command exists",
            analyze: None,
            run: |session, args| {
                let is_known = match args.rest() {
                    [name] => offered(session).any(|command| command.name == *name),
                    // No command has such a name.
                    _ => false,
                };
                Ok(Reply::text(is_known))
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
pub fn themes() -> impl Iterator<Item = &'static CommandTheme> {
    commands::THEMES.iter().chain([&DIRECTORY])
}

/// All commands, theme by theme.
pub fn all() -> impl Iterator<Item = &'static Command> {
    themes().flat_map(|theme| theme.commands)
}

/// Whether a session offers a command.
type Condition = fn(&Session) -> bool;

/// Commands that are offered only by a setting: some clients crash when they find them.
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

    /// Commands that take any number of words, and why. All others refuse what is too much before they run.
    #[test]
    fn only_lists_and_free_text_have_no_bound() {
        let lists = [
            "tedomari-read",
            "tedomari-read_moves",
            "tedomari-read_gfx",
            "tedomari-region_value",
            "restricted_genmove",
            "gogui-play_sequence",
            "gogui-setup",
            "set_position",
            "set_free_handicap",
            "break_in",
            "block_off",
            "kata-analyze",
            "lz-analyze",
            "kata-genmove_analyze",
            "lz-genmove_analyze",
            "kata-search_analyze",
            "kata-search_analyze_cancellable",
            "kgs-time_settings",
            "kata-time_settings",
        ];
        let texts = [
            "echo",
            "echo_err",
            "kgs-chat",
            "cgos-gameover",
            "cgos-opponent_name",
            "cgos-opponent_rating",
            "gogui-version",
            "kata-set-rules",
            "kata-set-params",
            "tedomari-cgt",
            "tedomari-logic",
            "known_command",
        ];
        // The servers reserve more words for the future.
        let growing = ["kgs-rules", "kgs-game_over"];
        let expected: BTreeSet<&str> = lists
            .iter()
            .chain(&texts)
            .chain(&growing)
            .copied()
            .collect();
        let open = all().filter(|command| command.arity.max == usize::MAX);
        assert_eq!(
            open.map(|command| command.name).collect::<BTreeSet<_>>(),
            expected
        );
    }

    #[test]
    fn every_command_with_a_bound_refuses_a_word_too_many() {
        let mut session = Session::for_tests();
        let mut n_checked = 0;
        for command in all().filter(|command| command.arity.max < usize::MAX) {
            let error = command.execute(&mut session, &"x ".repeat(command.arity.max + 1));
            let told = error.unwrap_err().to_string();
            let usage = format!("syntax error: usage: {}", command.name);
            assert!(told.starts_with(&usage), "{}: {told}", command.name);
            n_checked += 1;
        }
        assert!(n_checked > 120, "{n_checked}");
    }

    #[test]
    fn words_that_a_command_does_not_read_are_refused() {
        let mut session = Session::for_tests();
        session.respond("boardsize 5");
        session.respond("play b C3");
        for line in [
            "tedomari-read kill C3 0.1 0.2",
            "tedomari-read status C3 0.1 explain",
            "tedomari-read connect C3 C4 C5 C2",
            "tedomari-read_moves kill C3 0.1 x",
            "tedomari-goals C3 foo bar",
            "tedomari-goals_gfx C3 foo",
            "tedomari-likely_owners b w",
            "final_score foo",
            "kgs-time_settings none 5",
            "kgs-time_settings absolute 300 5",
            "kgs-time_settings byoyomi 300 5 3 7",
            "kata-time_settings fischer 30 5 7",
            "gogui-play_sequence b A1 w",
            "kata-raw-nn 0 0.5 7",
            "tedomari-search_moves b w",
        ] {
            let reply = session.respond(line).unwrap().to_string();
            assert!(reply.starts_with("? syntax error: "), "{line}: {reply}");
        }
        let moves = session.respond("move_history").unwrap().to_string();
        assert_eq!(moves, "= black C3\n\n");
    }

    #[test]
    fn a_wrong_number_of_arguments_shows_the_usage() {
        let mut session = Session::for_tests();
        let command = find("play").unwrap();
        let error = command.execute(&mut session, "b").unwrap_err();
        assert_eq!(error.to_string(), "syntax error: usage: play COLOR VERTEX");
    }
}
