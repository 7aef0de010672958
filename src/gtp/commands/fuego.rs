//! Rules in Fuego's words, so that its suites and GoGui's dialog of parameters work as they are.

use crate::board::rules::{HandicapBonus, KoRule, Rules, Scoring, Tax};
use crate::gtp::analyze::{Analyze, AnalyzeKind};
use crate::gtp::args::Args;
use crate::gtp::command::{Arity, Command};
use crate::gtp::error::CommandError;
use crate::gtp::response::{CommandResult, Reply};
use crate::gtp::session::Session;

pub(super) const TABLE: &[Command] = &[
    Command {
        name: "go_rules",
        arity: Arity::exactly(1),
        usage: "NAME",
        help: "Sets the rules by the name that Fuego gives them: chinese, cgos, japanese or kgs; komi stays",
        analyze: None,
        run: |session, args| {
            let rules = named(args.word()?)?.with_komi_of(session.game.rules());
            session.set_rules(rules);
            Ok(Reply::none())
        },
    },
    Command {
        name: "go_param_rules",
        arity: Arity::between(0, 2),
        usage: "[NAME] [VALUE]",
        help: "The rules as Fuego's parameters, or sets one: allow_suicide, extra_handicap_komi, japanese_scoring (0 \
            or 1), ko_rule (simple, superko or pos_superko)",
        analyze: Some(Analyze {
            kind: AnalyzeKind::Parameters,
            label: "Parameters Rules",
            args: "",
        }),
        run: params,
    },
];

/// Fuego's rule sets.
fn named(name: &str) -> Result<Rules, CommandError> {
    let chinese = Rules {
        ko: KoRule::PositionalSuperko,
        handicap_bonus: HandicapBonus::EachStone,
        ..Rules::default()
    };
    Ok(match name {
        "chinese" => chinese,
        "kgs" => Rules {
            ko: KoRule::SituationalSuperko,
            ..chinese
        },
        "cgos" => Rules {
            handicap_bonus: HandicapBonus::None,
            ..chinese
        },
        "japanese" => Rules::named("japanese").unwrap_or_default(),
        other => {
            return Err(CommandError::Failed(format!(
                "Fuego has no rules `{other}`, only chinese, cgos, japanese, kgs"
            )));
        }
    })
}

const KO: &[(&str, KoRule)] = &[
    ("simple", KoRule::Simple),
    ("superko", KoRule::SituationalSuperko),
    ("pos_superko", KoRule::PositionalSuperko),
];

fn params(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    if !args.has_more() {
        return Ok(Reply::lines(lines(session.game.rules())));
    }
    let rules = changed(*session.game.rules(), args)?;
    session.set_rules(rules);
    Ok(Reply::none())
}

/// GoGui's form of parameters.
fn lines(rules: &Rules) -> [String; 4] {
    let ko = KO.iter().find(|(_, ko)| *ko == rules.ko);
    let flag = |name: &str, is_set: bool| format!("[bool] {name} {}", u8::from(is_set));
    [
        flag("allow_suicide", rules.allows_suicide),
        flag(
            "extra_handicap_komi",
            rules.handicap_bonus != HandicapBonus::None,
        ),
        flag("japanese_scoring", rules.scoring == Scoring::Territory),
        format!(
            "[list/simple/superko/pos_superko] ko_rule {}",
            ko.map_or("", |(word, _)| word)
        ),
    ]
}

fn changed(rules: Rules, args: &mut Args<'_>) -> Result<Rules, CommandError> {
    let name = args.word()?;
    if name == "ko_rule" {
        let word = args.word()?;
        let ko = KO.iter().find(|(theirs, _)| *theirs == word);
        let (_, ko) = ko.ok_or_else(|| {
            CommandError::Syntax(format!(
                "ko_rule is simple, superko or pos_superko, not `{word}`"
            ))
        })?;
        return Ok(Rules { ko: *ko, ..rules });
    }
    let is_set = args.int(0..=1);
    Ok(match name {
        "allow_suicide" => Rules {
            allows_suicide: is_set? == 1,
            ..rules
        },
        "extra_handicap_komi" => Rules {
            handicap_bonus: if is_set? == 1 {
                HandicapBonus::EachStone
            } else {
                HandicapBonus::None
            },
            ..rules
        },
        "japanese_scoring" if is_set.clone()? == 1 => Rules {
            scoring: Scoring::Territory,
            tax: Tax::Seki,
            ..rules
        },
        "japanese_scoring" => Rules {
            scoring: Scoring::Area,
            tax: Tax::None,
            ..rules
        },
        other => {
            return Err(CommandError::Failed(format!(
                "unknown parameter `{other}`, known are allow_suicide, extra_handicap_komi, japanese_scoring, ko_rule"
            )));
        }
    })
}
