//! The regions of the endgame, and what a move of it was worth.

use std::time::Duration;

use crate::base::Budget;
use crate::board::{Color, Game, Move, Point, PointSet};
use crate::endgame::describe::{RegionRow, rows};
use crate::endgame::verdict::{Loss, Points};
use crate::endgame::{Endgame, GrantedFact, ScoreRange, WorthBasis, shown_probability};
use crate::engine::ReviewBasis;
use crate::web::message::{
    BothColors, Code, Fact, Fault, Given, Hue, Layers, MoveText, MoveWorth, MoveWorthAsk,
    PointText, RegionPlayText, RegionText, Regions, Trust, vertices,
};
use crate::web::tab::{Caller, Tab};

/// Time for the worth of a move, unless the page names another.
const USUAL: Duration = Duration::from_secs(2);

/// Bounds of the score that are at least so many points apart are of no use to players.
const WIDEST: f64 = 20.0;

/// Sends the regions with what is taken for granted, and then with the proved bounds of the score as well.
pub(super) fn send(
    tab: &mut Tab,
    game: &Game,
    limits: &Budget,
    caller: &Caller,
) -> Result<(), Fault> {
    let (endgame, owners) = tab.engine.endgame_given(game, limits);
    let is_given = owners.is_some();
    let mut regions = regions(tab, game, &endgame, is_given, limits).map_err(failed)?;
    if !is_given {
        regions.is_final = true;
        caller.progress(&Layers::Regions(regions));
        return Ok(());
    }
    caller.progress(&Layers::Regions(regions.clone()));
    let proved = tab.engine.endgame(game, limits);
    let score = proved.score(tab.engine.endgame_store(), game.to_move());
    regions.score = near(score.map_err(failed)?);
    regions.is_final = true;
    caller.progress(&Layers::Regions(regions));
    Ok(())
}

fn failed(error: impl std::fmt::Display) -> Fault {
    Fault::new(Code::Failed, error.to_string())
}

/// A score as a pair of numbers, unless its ends are far apart.
fn near(range: ScoreRange) -> Option<(f64, f64)> {
    let (low, high) = (range.low.points(), range.high.points());
    (high - low < WIDEST).then_some((low, high))
}

/// An analysis as a message, from the view of the side to move.
fn regions(
    tab: &mut Tab,
    game: &Game,
    endgame: &Endgame,
    is_given: bool,
    limits: &Budget,
) -> Result<Regions, crate::cgt::GameError> {
    let store = tab.engine.endgame_store();
    let mut regions: Vec<RegionText> = rows(endgame, store)?
        .into_iter()
        .map(|row| region(row, &endgame.facts))
        .collect();
    let heat = |region: &RegionText| region.temperature.unwrap_or(f64::NEG_INFINITY);
    regions.sort_by(|one, other| heat(other).total_cmp(&heat(one)));
    let mut plays = BothColors::from_fn(|_| Vec::new());
    for color in Color::BOTH {
        let keeping = endgame.keeping_moves(store, color)?;
        let rows = endgame.plays(store, color, limits)?.into_iter();
        let rows = rows.map(|play| RegionPlayText {
            mv: PointText(play.point),
            region: endgame.regions[play.region].name.clone(),
            miai: play.worth.miai,
            worth: play.worth.words(color),
            keeps_score: (keeping.iter()).any(|it| it.mv() == Move::Play(play.point)),
        });
        *match color {
            Color::Black => &mut plays.black,
            Color::White => &mut plays.white,
        } = rows.collect();
    }
    let score = near(endgame.score(store, game.to_move())?);
    let given = is_given.then(|| Given {
        score,
        probability: least(&endgame.facts),
        facts: endgame.facts.iter().map(fact).collect(),
    });
    Ok(Regions {
        score: if is_given { None } else { score },
        is_exact: endgame.is_exact(),
        given,
        regions,
        plays,
        is_final: false,
    })
}

/// The probability of the least likely point that is taken for granted.
fn least<'a>(facts: impl IntoIterator<Item = &'a GrantedFact>) -> f64 {
    shown_probability(facts.into_iter().map(|fact| fact.probability))
}

fn fact(fact: &GrantedFact) -> Fact {
    Fact {
        color: Hue(fact.color),
        points: vertices(&(fact.stones | fact.territory)),
        probability: least([fact]),
        text: fact.to_string(),
    }
}

fn region(row: RegionRow, facts: &[GrantedFact]) -> RegionText {
    let points: PointSet = (row.points.iter())
        .filter_map(|name| name.parse::<Point>().ok())
        .collect();
    // The value of a region rests on the walls around it alone.
    let around = points.spread() | points;
    let mut beside = facts
        .iter()
        .filter(|fact| !((fact.stones | fact.territory) & around).is_empty())
        .peekable();
    let is_given = beside.peek().is_some();
    let trust = row.worth.map_or(Trust::Open, |worth| match worth.basis {
        WorthBasis::Proof => Trust::of(!is_given),
        WorthBasis::Threats | WorthBasis::Estimate => Trust::Estimated,
    });
    let number = |it: crate::cgt::Rational| Points(it.to_f64()).to_string();
    let text = match row.worth {
        Some(worth) => format!(
            "Region {}: {} points for Black on average; a move gains {}.",
            row.name,
            number(worth.mean),
            number(worth.temperature)
        ),
        None => format!("Region {}: {} points, not counted.", row.name, points.len()),
    };
    RegionText {
        points: vertices(&points),
        trust,
        probability: is_given.then(|| least(beside)),
        mean: row.worth.map(|worth| worth.mean.to_f64()),
        temperature: row.worth.map(|worth| worth.temperature.to_f64()),
        text,
        name: row.name,
        value: row.value,
    }
}

/// What the last move of a game was worth beside the best one.
pub(super) fn move_worth(
    tab: &mut Tab,
    ask: &MoveWorthAsk,
    caller: &Caller,
) -> Result<MoveWorth, Fault> {
    let game = tab.game(&ask.game)?;
    let limits = caller.budget(ask.seconds, USUAL);
    let reviewed = tab.engine.review(&game, 1, &limits).map_err(failed)?;
    if caller.cancel.is_cancelled() {
        return Err(Fault::cancelled());
    }
    let missing = || Fault::new(Code::BadRequest, "the game has no move".to_owned());
    let reviewed = reviewed.first().ok_or_else(missing)?;
    let verdict = &reviewed.verdict;
    let words = |worth: crate::endgame::verdict::PlayWorth| worth.words(reviewed.color);
    Ok(MoveWorth {
        worth: verdict.worth.map(words),
        best: verdict.best.map(|(mv, _)| MoveText(mv)),
        best_worth: verdict.best.and_then(|(_, worth)| worth).map(words),
        lost: match verdict.loss {
            Loss::Exact(points) => Some((points, points)),
            Loss::Between(low, high) => Some((low, high)),
            Loss::Unknown => None,
        },
        about: verdict.about,
        n_uncounted: verdict.n_uncounted,
        trust: Trust::of(reviewed.basis == ReviewBasis::Proved),
        probability: reviewed.probability(),
        text: reviewed.comparison(),
    })
}
