//! A game against the engine.

use std::time::{Duration, Instant};

use super::search::{of_black, rounded};
use super::service::{Handling, Service, answer, read};
use crate::board::{Size, handicap};
use crate::engine::clock::TimeSystem;
use crate::engine::{Level, MoveEffort, Reason};
use crate::web::message::{
    ClockText, Code, Fault, GenmoveAsk, GenmoveText, HandicapAsk, HandicapText, MoveText,
    PointText, SystemText, Trust,
};
use crate::web::tab::{Caller, Tab, seconds_within};

pub(super) const TABLE: &[Service] = &[
    Service {
        name: "genmove",
        work: Handling::AtOnce(|tab, fields, caller| {
            answer(&genmove(tab, &read(fields)?, caller)?)
        }),
    },
    Service {
        name: "handicap",
        work: Handling::AtOnce(|_, fields, _| answer(&handicap_points(&read(fields)?)?)),
    },
];

/// Time for a move without a clock.
const USUAL: Duration = Duration::from_secs(5);

/// Moves of a line that are sent.
const LONGEST_LINE: usize = 20;

fn genmove(tab: &mut Tab, ask: &GenmoveAsk, caller: &Caller) -> Result<GenmoveText, Fault> {
    let game = tab.game(&ask.game)?;
    let color = ask.color.0;
    let start = Instant::now();
    let effort = match &ask.clock {
        Some(clock) => {
            let system = time_system(clock)?;
            let own = tab.engine.clock_mut();
            own.set_system(system);
            own.set_time_left(color, clock.left, clock.left_periods);
            MoveEffort::Clock
        }
        None => MoveEffort::Limits {
            time: seconds_within(ask.seconds, USUAL, caller.longest),
            playouts: ask.visits,
        },
    };
    let level = match ask.level {
        Some(number) => Level::new(number).ok_or_else(|| {
            let message = format!("there is no level {number}");
            Fault::new(Code::BadRequest, message)
        })?,
        None => Level::FULL,
    };
    let may_resign = ask.may_resign.unwrap_or(true);
    let decision = tab
        .engine
        .genmove_with(&game, color, effort, level, may_resign, &caller.cancel);
    tab.engine.has_moved(color);
    let report = decision.report.as_ref();
    let line = report
        .and_then(|report| report.find(decision.mv))
        .map(|entry| entry.line.as_slice());
    Ok(GenmoveText {
        r#move: MoveText(decision.mv),
        reason: decision.reason.to_string(),
        trust: Trust::of(is_proof(decision.reason)),
        win_rate: report.map(|report| of_black(report.win_rate, color)),
        score: report.map(|report| rounded(report.score_mean)),
        visits: report.map_or(0, |report| report.n_playouts + u64::from(report.n_reused)),
        line: line
            .unwrap_or_default()
            .iter()
            .take(LONGEST_LINE)
            .copied()
            .map(MoveText)
            .collect(),
        seconds: start.elapsed().as_secs_f64(),
    })
}

/// Whether a move for this reason is proved to be a best one.
const fn is_proof(reason: Reason) -> bool {
    match reason {
        Reason::Exact | Reason::ExactEndgame | Reason::KeepsTerritory | Reason::ProvedBound => true,
        Reason::NothingToPlay
        | Reason::WinsAsItStands
        | Reason::Settled
        | Reason::RegionReading
        | Reason::EstimatedEndgame
        | Reason::LastPlay
        | Reason::Cleanup
        | Reason::Search
        | Reason::Level
        | Reason::Hopeless
        | Reason::OutOfTime => false,
    }
}

fn time_system(clock: &ClockText) -> Result<TimeSystem, Fault> {
    /// More than a year: clocks count on.
    const MOST: f64 = 1e8;
    let check = |seconds: &[f64]| {
        let is_good = seconds.iter().all(|seconds| (0.0..=MOST).contains(seconds));
        let message = "a time is not a number of seconds";
        is_good
            .then_some(())
            .ok_or_else(|| Fault::new(Code::BadRequest, message))
    };
    check(&[clock.left])?;
    Ok(match clock.system {
        SystemText::Absolute { main } => {
            check(&[main])?;
            TimeSystem::Absolute { main }
        }
        SystemText::Byoyomi {
            main,
            period,
            periods,
        } => {
            check(&[main, period])?;
            TimeSystem::Byoyomi {
                main,
                period,
                periods: periods.max(1),
            }
        }
        SystemText::Canadian {
            main,
            period,
            stones,
        } => {
            check(&[main, period])?;
            TimeSystem::Canadian {
                main,
                period,
                stones: stones.max(1),
            }
        }
        SystemText::Fischer { main, increment } => {
            check(&[main, increment])?;
            TimeSystem::Fischer {
                main,
                increment,
                main_limit: MOST,
                move_limit: MOST,
            }
        }
    })
}

fn handicap_points(ask: &HandicapAsk) -> Result<HandicapText, Fault> {
    let (width, height) = ask.size;
    let points = Size::new(width, height)
        .and_then(|size| handicap::fixed(size, ask.n).or_else(|| handicap::free(size, ask.n)));
    let points = points
        .ok_or_else(|| Fault::new(Code::BadGame, format!("no {} handicap stones here", ask.n)))?;
    Ok(HandicapText {
        points: points.into_iter().map(PointText).collect(),
    })
}
