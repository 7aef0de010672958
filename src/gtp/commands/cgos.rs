//! Choosing a move, in the form that CGOS shows: one line of JSON, and then the move.

use serde::Serialize;

use super::analyze_options::SELDOM;
use crate::board::{Color, Size};
use crate::gtp::args::Args;
use crate::gtp::error::CommandError;
use crate::gtp::response::{CommandResult, Reply};
use crate::gtp::session::Session;
use crate::mcts::{Filter, Observer, Report};

/// Moves of a line that are shown.
const MAX_LINE: usize = 20;

/// What CGOS shows of a move; the values are those of the player to move.
#[derive(Debug, Serialize)]
struct CgosAnalysis {
    winrate: f64,
    score: f64,
    visits: u64,
    moves: Vec<CgosMove>,
    /// A character for each point, row by row from the top left.
    ownership: String,
}

/// A candidate in a [`CgosAnalysis`].
#[derive(Debug, Serialize)]
struct CgosMove {
    r#move: String,
    winrate: f64,
    score: f64,
    prior: f64,
    visits: u32,
    /// What follows the move.
    pv: String,
}

/// Chooses a move, reports what the choice rests on, and plays it.
pub(super) fn genmove_analyze(session: &mut Session, args: &mut Args<'_>) -> CommandResult {
    session.refuse_on_trial()?;
    let color = args.color()?;
    let decision = session.engine.genmove_observed(
        &session.game,
        color,
        &Filter::NONE,
        &session.cancel,
        Observer {
            interval: SELDOM,
            show: &mut |_| (),
            owners_by_move: false,
        },
    );
    if let Some(report) = &decision.report {
        let analysis = cgos_analysis(report, session.game.board().size(), color);
        let line = serde_json::to_string(&analysis)
            .map_err(|error| CommandError::Failed(error.to_string()))?;
        session.live.line(line);
    }
    super::play::make_move(session, color, &decision)?;
    Ok(Reply::text(format_args!("play {}", decision.mv)))
}

fn cgos_analysis(report: &Report, size: Size, color: Color) -> CgosAnalysis {
    /// Candidates that are worth sending.
    const MAX_MOVES: usize = 10;
    let sign = f64::from(color.sign());
    let round = |value: f64| (1e4 * value).round() / 1e4;
    CgosAnalysis {
        winrate: round(report.win_rate),
        score: round(sign * report.score_mean),
        visits: report.n_playouts + u64::from(report.n_reused),
        moves: report
            .candidates(0)
            .take(MAX_MOVES)
            .map(|entry| CgosMove {
                r#move: entry.mv.to_string(),
                winrate: round(entry.win_rate),
                score: round(sign * entry.score_mean),
                prior: round(entry.prior),
                visits: entry.visits,
                pv: Reply::words(entry.line.iter().skip(1).take(MAX_LINE))
                    .as_str()
                    .to_owned(),
            })
            .collect(),
        ownership: size
            .points_from_top()
            .map(|point| cgos_digit(sign * report.ownership.mean(point)))
            .collect(),
    }
}

/// A value from -1 to 1 as one of 63 characters.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "0 to 62"
)]
fn cgos_digit(value: f64) -> char {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let index = ((value.clamp(-1.0, 1.0) + 1.0) * 31.0).round() as usize;
    DIGITS.get(index).map_or('f', |&digit| char::from(digit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ownership_in_one_character() {
        let digits: String = [-1.0, -0.5, 0.0, 1.0, 7.0]
            .into_iter()
            .map(cgos_digit)
            .collect();
        assert_eq!(digits, "AQf++");
    }
}
