//! The regions of the endgame.

use crate::base::Budget;
use crate::board::{Game, Point};
use crate::endgame::describe::{RegionRow, rows};
use crate::endgame::{Endgame, WorthBasis};
use crate::web::message::{BothColors, Code, Fault, Layers, RegionText, Regions, Trust, Vertex};
use crate::web::tab::{Caller, Tab};

/// Sends what is proved about each region.
pub(super) fn proved(
    tab: &mut Tab,
    game: &Game,
    limits: &Budget,
    caller: &Caller,
) -> Result<(), Fault> {
    let endgame = tab.engine.endgame(game, limits);
    send(tab, game, &endgame, false, caller)
}

/// Sends the same with an estimate of what is not proved.
pub(super) fn estimated(
    tab: &mut Tab,
    game: &Game,
    limits: &Budget,
    caller: &Caller,
) -> Result<(), Fault> {
    let endgame = tab
        .engine
        .endgame_with_worths(game, limits)
        .map_err(failed)?;
    send(tab, game, &endgame, true, caller)
}

fn failed(error: impl std::fmt::Display) -> Fault {
    Fault::new(Code::Failed, error.to_string())
}

fn send(
    tab: &mut Tab,
    game: &Game,
    endgame: &Endgame,
    is_final: bool,
    caller: &Caller,
) -> Result<(), Fault> {
    let store = tab.engine.endgame_store();
    let mut regions: Vec<RegionText> = rows(endgame, store)
        .map_err(failed)?
        .into_iter()
        .map(region)
        .collect();
    let heat = |region: &RegionText| region.temperature.unwrap_or(f64::NEG_INFINITY);
    regions.sort_by(|one, other| heat(other).total_cmp(&heat(one)));
    let range = endgame.score(store, game.to_move()).map_err(failed)?;
    caller.progress(&Layers::Regions(Regions {
        score: Some((range.low.points(), range.high.points())),
        is_exact: endgame.is_exact(),
        regions,
        is_final,
    }));
    Ok(())
}

fn region(row: RegionRow) -> RegionText {
    let point = |name: &String| name.parse::<Point>().ok().map(Vertex);
    let trust = row.worth.map_or(Trust::Open, |worth| match worth.basis {
        WorthBasis::Proof => Trust::Proved,
        WorthBasis::Threats | WorthBasis::Estimate => Trust::Estimated,
    });
    let is_known = row.worth.is_some();
    let text = if is_known {
        format!(
            "Region {}: worth {} for Black, a move gains {}; {}.",
            row.name, row.mean, row.temperature, row.initiative
        )
    } else {
        format!(
            "Region {}: not counted; its value lies in {}.",
            row.name, row.value
        )
    };
    RegionText {
        points: row.points.iter().filter_map(point).collect(),
        trust,
        mean: row.worth.map(|worth| worth.mean.to_f64()),
        temperature: row.worth.map(|worth| worth.temperature.to_f64()),
        sente: is_known.then_some(row.initiative),
        best: BothColors {
            black: point(&row.black),
            white: point(&row.white),
        },
        text,
        name: row.name,
        value: row.value,
    }
}
