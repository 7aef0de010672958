//! Rule sets by name and by their parts.

use serde::{Deserialize, Serialize};

use crate::board::rules::{HandicapBonus, KoRule, Rules, Scoring, Tax};
use crate::gtp::args::Args;
use crate::gtp::command::{Arity, Command};
use crate::gtp::error::CommandError;
use crate::gtp::response::{CommandResult, Reply};
use crate::gtp::session::Session;

pub(super) const TABLE: &[Command] = &[
    Command {
        name: "kgs-rules",
        // KGS promises more words in the future.
        arity: Arity::at_least(1),
        usage: "NAME [WORD...]",
        help: "Sets the rules as KGS names and plays them: japanese, chinese (with superko), aga or new_zealand; komi stays",
        analyze: None,
        run: |session, args| {
            let rules = Rules::of_kgs(args.word()?);
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
];

/// KataGo's description of a rule set.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct KataRules {
    ko: String,
    scoring: String,
    tax: String,
    suicide: bool,
    #[serde(rename = "hasButton", default)]
    has_button: bool,
    #[serde(rename = "whiteHandicapBonus", default = "no_bonus")]
    white_handicap_bonus: String,
    #[serde(rename = "friendlyPassOk", default = "passes_are_friendly")]
    friendly_pass_ok: bool,
}

fn no_bonus() -> String {
    "0".to_owned()
}

const fn passes_are_friendly() -> bool {
    true
}

fn get_rules(session: &mut Session, _: &mut Args<'_>) -> CommandResult {
    let rules = session.game.rules();
    let words = KataRules {
        ko: word(KO, rules.ko),
        scoring: word(SCORING, rules.scoring),
        tax: word(TAX, rules.tax),
        suicide: rules.allows_suicide,
        has_button: false,
        white_handicap_bonus: word(BONUS, rules.handicap_bonus),
        friendly_pass_ok: true,
    };
    serde_json::to_string(&words)
        .map(Reply::text)
        .map_err(|error| CommandError::Failed(error.to_string()))
}

fn set_rules(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let text = args.tail();
    if !text.starts_with('{') {
        return set_named(session, text);
    }
    let words: KataRules =
        serde_json::from_str(text).map_err(|error| CommandError::Syntax(error.to_string()))?;
    if words.has_button {
        return Err(CommandError::Failed(
            "button go is not supported".to_owned(),
        ));
    }
    let rules = Rules {
        scoring: value("scoring", SCORING, &words.scoring)?,
        ko: value("ko", KO, &words.ko)?,
        allows_suicide: words.suicide,
        tax: value("tax", TAX, &words.tax)?,
        handicap_bonus: value("whiteHandicapBonus", BONUS, &words.white_handicap_bonus)?,
        komi: session.game.rules().komi,
    };
    session.set_rules(rules);
    Ok(Reply::none())
}

fn set_named(session: &mut Session, name: &str) -> CommandResult {
    set_found(session, Rules::named(name))
}

/// Sets rules that were looked up by their name; komi stays.
fn set_found(session: &mut Session, found: Result<Rules, impl std::fmt::Display>) -> CommandResult {
    let rules = found.map_err(|error| CommandError::Failed(error.to_string()))?;
    session.set_rules(rules.with_komi_of(session.game.rules()));
    Ok(Reply::none())
}

const KO: &[(&str, KoRule)] = &[
    ("SIMPLE", KoRule::Simple),
    ("POSITIONAL", KoRule::PositionalSuperko),
    ("SITUATIONAL", KoRule::SituationalSuperko),
];
const SCORING: &[(&str, Scoring)] = &[("AREA", Scoring::Area), ("TERRITORY", Scoring::Territory)];
const TAX: &[(&str, Tax)] = &[("NONE", Tax::None), ("SEKI", Tax::Seki)];
const BONUS: &[(&str, HandicapBonus)] = &[
    ("0", HandicapBonus::None),
    ("N", HandicapBonus::EachStone),
    ("N-1", HandicapBonus::EachStoneButOne),
];

fn word<T: Copy + PartialEq>(table: &[(&str, T)], value: T) -> String {
    table
        .iter()
        .find(|(_, known)| *known == value)
        .map_or_else(String::new, |(word, _)| (*word).to_owned())
}

fn value<T: Copy>(key: &str, table: &[(&str, T)], word: &str) -> Result<T, CommandError> {
    table
        .iter()
        .find(|(known, _)| *known == word)
        .map(|&(_, value)| value)
        .ok_or_else(|| {
            let known: Vec<&str> = table.iter().map(|(known, _)| *known).collect();
            CommandError::Failed(format!(
                "{key} `{word}` is not supported, only {}",
                known.join(", ")
            ))
        })
}
