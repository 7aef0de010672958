//! What is known about a position without a search of the whole board: layers of the page.
//!
//! Each layer is sent twice: first what is known at once, then what takes time. `is_final` marks the second.

mod groups;
mod regions;

use std::time::{Duration, Instant};

use super::service::{Handling, Service, answer, read};
use crate::base::Budget;
use crate::board::Game;
use crate::engine::SafetyKind;
use crate::safety::SafetyMap;
use crate::web::message::{
    BothColors, Code, Fault, Layers, LayersAsk, LayersDone, Ownership, SafePoints, Safety,
    ScoreMean, map_of_points, vertices,
};
use crate::web::tab::{Caller, Tab};

pub(super) const TABLE: &[Service] = &[
    Service {
        name: "layers",
        work: Handling::AtOnce(|tab, fields, caller| answer(&layers(tab, &read(fields)?, caller)?)),
    },
    Service {
        name: "move_worth",
        work: Handling::AtOnce(|tab, fields, caller| {
            answer(&regions::move_worth(tab, &read(fields)?, caller)?)
        }),
    },
];

/// Time for all layers, unless the page names another.
const USUAL: Duration = Duration::from_secs(2);

/// Each layer has at least so much time: less is useless.
const LEAST: Duration = Duration::from_millis(50);

/// A layer: its name, what is sent at once, and what is sent after some time.
struct Layer {
    name: &'static str,
    soon: fn(&mut Tab, &Game, &Budget, &Caller) -> Result<(), Fault>,
    later: fn(&mut Tab, &Game, &Budget, &Caller) -> Result<(), Fault>,
}

const LAYERS: &[Layer] = &[
    Layer {
        name: "safety",
        soon: |tab, game, _, caller| {
            // Two eyes are found in a millisecond, what else is safe by rules takes longer.
            let benson = tab.engine.safe_points_of(game, SafetyKind::Unconditional);
            caller.progress(&Layers::Safety(safety(&benson, &benson, None)));
            let by_rules = tab.engine.safe_points_of(game, SafetyKind::Static);
            caller.progress(&Layers::Safety(safety(&benson, &by_rules, None)));
            Ok(())
        },
        later: |tab, game, limits, caller| {
            let [benson, by_rules] = [SafetyKind::Unconditional, SafetyKind::Static]
                .map(|kind| tab.engine.safe_points_of(game, kind));
            let searched = tab.engine.safe_points_of_within(game, limits);
            caller.progress(&Layers::Safety(safety(&benson, &by_rules, Some(&searched))));
            Ok(())
        },
    },
    Layer {
        name: "groups",
        soon: |tab, game, _, caller| {
            groups::known(tab, game, caller);
            Ok(())
        },
        later: |tab, game, limits, caller| {
            groups::read_all(tab, game, limits, caller);
            Ok(())
        },
    },
    Layer {
        name: "regions",
        soon: |_, _, _, _| Ok(()),
        later: regions::send,
    },
    Layer {
        name: "ownership",
        soon: |_, _, _, _| Ok(()),
        later: |tab, game, limits, caller| {
            caller.progress(&Layers::Ownership(ownership(tab, game, limits)));
            Ok(())
        },
    },
];

fn layers(tab: &mut Tab, ask: &LayersAsk, caller: &Caller) -> Result<LayersDone, Fault> {
    let game = tab.game(&ask.game)?;
    let find = |name: &String| {
        let found = LAYERS.iter().find(|layer| layer.name == name);
        found.ok_or_else(|| Fault::new(Code::BadRequest, format!("there is no layer `{name}`")))
    };
    let wanted = ask.want.iter().map(find).collect::<Result<Vec<_>, _>>()?;
    let limits = caller.budget(ask.seconds, USUAL);
    for layer in &wanted {
        (layer.soon)(tab, &game, &limits, caller)?;
    }
    for (n, layer) in wanted.iter().enumerate() {
        if caller.cancel.is_cancelled() {
            return Err(Fault::cancelled());
        }
        // Time that one layer leaves is shared by the others.
        let n_left = u32::try_from(wanted.len() - n).unwrap_or(u32::MAX);
        let share = limits.time_left().unwrap_or_default() / n_left;
        let limits = Budget::unlimited()
            .until(Instant::now() + share.max(LEAST))
            .with_cancel(&caller.cancel);
        (layer.later)(tab, &game, &limits, caller)?;
    }
    Ok(LayersDone {
        layers: wanted.iter().map(|layer| layer.name).collect(),
    })
}

/// The settled points, each in the first list that proves it.
fn safety(benson: &SafetyMap, by_rules: &SafetyMap, searched: Option<&SafetyMap>) -> Safety {
    let points = BothColors::from_fn(|color| {
        let (first, second) = (benson.safe(color), by_rules.safe(color));
        let third = searched.map_or(second, |map| map.safe(color));
        SafePoints {
            benson: vertices(&first),
            by_rules: vertices(&(second - first)),
            search: vertices(&(third - (first | second))),
        }
    });
    Safety {
        black: points.black,
        white: points.white,
        dame: vertices(&searched.unwrap_or(by_rules).dame),
        is_final: searched.is_some(),
    }
}

fn ownership(tab: &Tab, game: &Game, limits: &Budget) -> Ownership {
    let owners = tab.engine.likely_owners(game, limits);
    let estimate = tab.engine.estimate_score(game, limits);
    Ownership {
        mean: map_of_points(game.board().size(), |point| owners.mean(point)),
        score: ScoreMean {
            mean: estimate.mean,
            error: estimate.error,
            spread: estimate.spread,
        },
        is_final: true,
    }
}
