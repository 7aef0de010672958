//! Time settings and clocks.

use crate::engine::clock::TimeSystem;
use crate::gtp::args::Args;
use crate::gtp::command::{Arity, Command};
use crate::gtp::error::CommandError;
use crate::gtp::response::{CommandResult, Reply};
use crate::gtp::session::Session;

pub(super) const TABLE: &[Command] = &[
    Command {
        name: "time_settings",
        arity: Arity::exactly(3),
        usage: "MAIN PERIOD STONES",
        help: "Sets absolute or Canadian time, in seconds; a period without stones means no limit",
        analyze: None,
        run: time_settings,
    },
    Command {
        name: "kgs-time_settings",
        arity: Arity::at_least(1),
        usage: "SYSTEM [NUMBER...]",
        help: "Sets the time: `none`, `absolute MAIN`, `byoyomi MAIN PERIOD PERIODS` or `canadian MAIN PERIOD STONES`",
        analyze: None,
        run: named_system,
    },
    Command {
        name: "kata-time_settings",
        arity: Arity::at_least(1),
        usage: "SYSTEM [NUMBER...]",
        help: "Sets the time as kgs-time_settings does, or `fischer MAIN INCREMENT`, or \
               `fischer-capped MAIN INCREMENT MAIN_LIMIT MOVE_LIMIT` where a negative limit is none",
        analyze: None,
        run: named_system,
    },
    Command {
        name: "kata-list_time_settings",
        arity: Arity::NONE,
        usage: "",
        help: "Names of the time systems that kata-time_settings takes",
        analyze: None,
        run: |_, _| {
            Ok(Reply::text(
                "none absolute byoyomi canadian fischer fischer-capped",
            ))
        },
    },
    Command {
        name: "time_left",
        arity: Arity::exactly(3),
        usage: "COLOR SECONDS STONES",
        help: "Sets the time that a player has left: main time if STONES is 0, else the time for that many stones or \
            periods",
        analyze: None,
        run: time_left,
    },
];

/// Longest time taken at its word, in seconds; more than a year is no limit in practice.
const MAX_SECONDS: f64 = 1e8;

fn seconds(args: &mut Args<'_>) -> Result<f64, CommandError> {
    Ok(args.number()?.clamp(0.0, MAX_SECONDS))
}

fn count(args: &mut Args<'_>) -> Result<u32, CommandError> {
    let number = args.int(0..=i64::from(u32::MAX))?;
    Ok(u32::try_from(number).unwrap_or(u32::MAX))
}

fn time_settings(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let (main, period, stones) = (seconds(args)?, seconds(args)?, count(args)?);
    let system = match (period > 0.0, stones > 0) {
        (false, _) => TimeSystem::Absolute { main },
        (true, false) => TimeSystem::None,
        (true, true) => TimeSystem::Canadian {
            main,
            period,
            stones,
        },
    };
    session.engine.clock_mut().set_system(system);
    Ok(Reply::none())
}

fn named_system(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let word = args.word()?;
    let unlimited_if_negative = |limit: f64| if limit < 0.0 { f64::INFINITY } else { limit };
    let system = match word {
        "none" => TimeSystem::None,
        "absolute" => TimeSystem::Absolute {
            main: seconds(args)?,
        },
        "byoyomi" => TimeSystem::Byoyomi {
            main: seconds(args)?,
            period: seconds(args)?,
            periods: count(args)?.max(1),
        },
        "canadian" => TimeSystem::Canadian {
            main: seconds(args)?,
            period: seconds(args)?,
            stones: count(args)?.max(1),
        },
        "fischer" => TimeSystem::Fischer {
            main: seconds(args)?,
            increment: seconds(args)?,
            main_limit: f64::INFINITY,
            move_limit: f64::INFINITY,
        },
        "fischer-capped" => TimeSystem::Fischer {
            main: seconds(args)?,
            increment: seconds(args)?,
            main_limit: unlimited_if_negative(args.number()?),
            move_limit: unlimited_if_negative(args.number()?),
        },
        other => {
            return Err(CommandError::Syntax(format!(
                "`{other}` is not a time system"
            )));
        }
    };
    args.end()?;
    session.engine.clock_mut().set_system(system);
    Ok(Reply::none())
}

fn time_left(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    let (color, seconds, stones) = (args.color()?, seconds(args)?, count(args)?);
    session
        .engine
        .clock_mut()
        .set_time_left(color, seconds, stones);
    Ok(Reply::none())
}
