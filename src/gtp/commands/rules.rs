//! Rule sets by name and by their parts.

use crate::board::{Rules, UnknownRules};
use crate::gtp::args::Args;
use crate::gtp::command::{Arity, Command};
use crate::gtp::error::CommandError;
use crate::gtp::response::{CommandResult, Reply};
use crate::gtp::session::Session;
use crate::katago::rules;

pub(super) const TABLE: &[Command] = &[
    Command {
        name: "kgs-rules",
        // The protocol of KGS reserves more words for the future.
        arity: Arity::at_least(1),
        usage: "NAME [WORD...]",
        help: "Sets the rules as KGS names and plays them: japanese, chinese (with superko), aga or new_zealand; komi \
            stays",
        analyze: None,
        run: |session, args| {
            let rules = Rules::of_kgs(args.word()?);
            args.rest();
            set_found(session, rules)
        },
    },
    Command {
        name: "kata-get-rules",
        arity: Arity::NONE,
        usage: "",
        help: "The rules in force as JSON, in KataGo's words",
        analyze: Some(crate::gtp::analyze::Analyze {
            kind: crate::gtp::analyze::AnalyzeKind::String,
            label: "Rules",
            args: "",
        }),
        run: get_rules,
    },
    Command {
        name: "kata-set-rules",
        arity: Arity::at_least(1),
        usage: "NAME [WORD...]",
        help: "Sets the rules by name or by a JSON object in KataGo's words; komi stays",
        analyze: None,
        run: set_rules,
    },
    Command {
        name: "kata-set-rule",
        arity: Arity::exactly(2),
        usage: "RULE VALUE",
        help: "Sets one rule in KataGo's words, such as `ko SIMPLE`; the others stay",
        analyze: None,
        run: set_rule,
    },
];

fn get_rules(session: &mut Session, _: &mut Args<'_>) -> CommandResult {
    Ok(Reply::text(rules::json(session.game.rules())))
}

fn set_rules(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let text = args.tail();
    match Rules::nearest(text) {
        Err(UnknownRules::Malformed(reason)) => Err(CommandError::Syntax(reason)),
        Ok(found) if found.komi.is_some() => {
            let message = "komi is no part of the rules here: the command komi sets it";
            Err(CommandError::Failed(message.to_owned()))
        }
        Ok(_) | Err(_) => set_found(session, Rules::named(text)),
    }
}

fn set_rule(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let (rule, word) = (args.word()?, args.word()?);
    let rules = rules::with_rule(session.game.rules(), rule, word);
    set_found(session, rules)
}

/// Sets rules that were looked up by their name; komi stays.
fn set_found(session: &mut Session, found: Result<Rules, impl std::fmt::Display>) -> CommandResult {
    let rules = found.map_err(|error| CommandError::Failed(error.to_string()))?;
    session.set_rules(rules.with_komi_of(session.game.rules()));
    Ok(Reply::none())
}
