//! The best move in a region, and whether it keeps the initiative.
//!
//! At the temperature of the region, a move is *sente* if it leaves the region hotter, so that the opponent has to
//! answer; otherwise it is *gote*. Source: McMillen (2010), section 3.1; Berlekamp, "The Economist's View of
//! Combinatorial Games" (1996).

use super::region_report::RegionReport;
use super::shape_store::ShapeStore;
use super::value::player;
use crate::board::{Color, Point};
use crate::cgt::{Dyadic, GameError};

/// The best move of one color in a region by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BestMove {
    /// The point.
    pub point: Point,
    /// Whether the opponent has to answer it.
    pub is_sente: bool,
}

/// The best move of `color` at the temperature of the region. Gote is preferred to sente that gains no more; then the
/// first point in point order. `None` if the region has no exact value, or if `color` has no move.
///
/// # Errors
/// If a limit of the table of games is reached.
pub(super) fn best_move(
    report: &RegionReport,
    store: &mut ShapeStore,
    color: Color,
) -> Result<Option<BestMove>, GameError> {
    let Some(game) = report.value.exact() else {
        return Ok(None);
    };
    let games = store.games();
    let temperature = games.temperature(game)?.max(Dyadic::ZERO);
    let mut best: Option<((Dyadic, bool), Point)> = None;
    for mv in &report.moves[color] {
        let Some(after) = mv.after.exact() else {
            continue;
        };
        let stop = games.cooled_stop(after, player(color.opponent()), temperature)?;
        let stop = if color == Color::Black { stop } else { -stop };
        let rating = (stop, games.temperature(after)? <= temperature);
        if best.is_none_or(|(old, _)| rating > old) {
            best = Some((rating, mv.point));
        }
    }
    Ok(best.map(|((_, is_gote), point)| BestMove {
        point,
        is_sente: !is_gote,
    }))
}

/// Which players can play in a region without losing the initiative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Initiative {
    /// Neither player: after a play in the region, the opponent may play elsewhere.
    Gote,
    /// One player.
    Sente(Color),
    /// Both players.
    DoubleSente,
    /// No play gains anything.
    Cold,
}

impl std::fmt::Display for Initiative {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Gote => f.write_str("gote"),
            Self::Sente(color) => write!(f, "{color}-sente"),
            Self::DoubleSente => f.write_str("double-sente"),
            Self::Cold => f.write_str("cold"),
        }
    }
}

/// Sente and gote of a region, from the best moves of Black and of White; `None` if the region has no exact value.
///
/// # Errors
/// If a limit of the table of games is reached.
pub(super) fn initiative(
    report: &RegionReport,
    store: &mut ShapeStore,
    best: [Option<BestMove>; 2],
) -> Result<Option<Initiative>, GameError> {
    let Some(game) = report.value.exact() else {
        return Ok(None);
    };
    if store.games().temperature(game)? <= Dyadic::ZERO {
        return Ok(Some(Initiative::Cold));
    }
    let is_sente = best.map(|mv| mv.is_some_and(|mv| mv.is_sente));
    Ok(Some(match is_sente {
        [true, true] => Initiative::DoubleSente,
        [true, false] => Initiative::Sente(Color::Black),
        [false, true] => Initiative::Sente(Color::White),
        [false, false] => Initiative::Gote,
    }))
}
