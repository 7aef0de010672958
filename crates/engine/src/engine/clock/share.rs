//! The share of the remaining time that one move gets.

use super::overruns::Overruns;
use super::remaining::Remaining;
use super::system::{ClockParams, GameProgress, TimeSystem};

/// Target and limit in seconds of the next move of a player, before they are cut to sane bounds. What moves have taken
/// beyond their limits so far counts as lost for each move to come, and the worst of it once more.
pub(super) fn seconds_for_move(
    system: TimeSystem,
    left: Remaining,
    progress: GameProgress,
    params: &ClockParams,
    overruns: &Overruns,
) -> (f64, f64) {
    let Remaining {
        seconds,
        in_overtime,
    } = left;
    let lag = params.lag_reserve;
    let stretch = params.max_time_factor;
    let (mean, worst) = (overruns.mean(), overruns.worst());
    let per_stone = |seconds, stones| per_stone(seconds, stones, lag) - worst;
    let usable = ((seconds - lag).max(seconds * 0.2) - worst).max(0.0);
    let even = usable / n_expected_moves(progress);
    let share = even * stage_factor(progress) - mean;
    // A single move of sudden death never takes more than a good part of what is left.
    let ceiling = usable * 0.25;
    match (system, in_overtime) {
        (TimeSystem::None, _) => (params.untimed_seconds, params.untimed_seconds),
        (TimeSystem::Absolute { .. }, _) => (share, (share * stretch).min(ceiling)),
        (
            TimeSystem::Fischer {
                increment,
                move_limit,
                ..
            },
            _,
        ) => {
            let each = share + (increment - lag).max(increment * 0.5);
            let most = (each * stretch)
                .min((usable * 0.5).max(each))
                .min(usable)
                .min(move_limit - lag - worst);
            (each, most)
        }
        (TimeSystem::Canadian { period, stones, .. }, None) => {
            let overtime = per_stone(period, stones);
            let each = share.max(overtime);
            // Main time may run out in the middle of a move: the period follows.
            (each, (each * stretch).min(usable + overtime * 0.5))
        }
        (TimeSystem::Byoyomi { period, .. }, None) => {
            let overtime = per_stone(period, 1);
            let each = share.max(overtime);
            (each, (each * stretch).min(usable + overtime * 0.5))
        }
        (TimeSystem::Canadian { .. }, Some(stones)) => {
            let each = per_stone(seconds, stones);
            // Whatever this stone takes beyond its share, the others keep at least half of theirs.
            let spare = each * 0.5 * f64::from(stones.saturating_sub(1));
            (each, (each * stretch).min(each + spare))
        }
        (TimeSystem::Byoyomi { .. }, Some(_)) => {
            let each = per_stone(seconds, 1);
            (each, each)
        }
    }
}

/// Seconds for each of `stones` stones to be played in `seconds`.
fn per_stone(seconds: f64, stones: u32, lag: f64) -> f64 {
    let each = seconds / f64::from(stones.max(1));
    (each - lag).max(each * 0.5)
}

/// Moves that the player still has to make, as a guess: seven tenths of the points are played on, and a game that
/// has gone on for longer will go on for some more.
#[expect(
    clippy::cast_precision_loss,
    reason = "board sizes and move numbers are small"
)]
fn n_expected_moves(progress: GameProgress) -> f64 {
    let n_points = progress.n_points as f64;
    let expected = (0.7 * n_points - progress.n_moves as f64) / 2.0;
    expected.max(0.08 * n_points).max(3.0)
}

/// How much more than its even share a move gets at this stage: less in the opening, most in the middle game.
#[expect(
    clippy::cast_precision_loss,
    reason = "board sizes and move numbers are small"
)]
fn stage_factor(progress: GameProgress) -> f64 {
    let stage = progress.n_moves as f64 / progress.n_points.max(1) as f64;
    match stage {
        stage if stage < 0.04 => 0.7,
        stage if stage < 0.5 => 1.4,
        _ => 1.0,
    }
}
