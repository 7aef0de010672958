//! One region of a board, with everything that was found out about it.

use super::estimate::{Estimate, estimate};
use super::shape_store::ShapeStore;
use super::split::EndgameRegion;
use super::value::{self, AreaValue, Unsolved};
use crate::base::Budget;
use crate::board::{Color, PerColor, Point};
use crate::cgt::GameId;

/// A play in a region, and the value of the region after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RegionMove {
    /// The point of the play.
    pub point: Point,
    /// The value after the play, prisoners included.
    pub after: AreaValue,
}

/// A region with everything that was found out about it.
#[derive(Clone, Debug)]
pub struct RegionReport {
    /// `A`, `B`, ... in order of the first points.
    pub name: String,
    /// The region.
    pub region: EndgameRegion,
    /// Its value; trivial bounds if the value was not found.
    pub value: AreaValue,
    /// Why the value was not found.
    pub unsolved: Option<Unsolved>,
    /// Estimated mean and temperature, if the value is not exact.
    pub estimate: Option<Estimate>,
    /// The plays of each color whose value is known, in point order.
    pub moves: PerColor<Vec<RegionMove>>,
}

impl RegionReport {
    /// The exact games before and after a play, if they are known.
    pub(super) fn play(&self, color: Color, point: Point) -> Option<(GameId, GameId)> {
        let mut plays = self.moves[color].iter();
        let after = plays.find(|play| play.point == point)?.after;
        Some((self.value.exact()?, after.exact()?))
    }
}

/// The name of the region with this number: `A` to `Z`, then `AA`.
pub(super) fn name(number: usize) -> String {
    let letter = |n: usize| char::from(b'A' + u8::try_from(n % 26).unwrap_or(0));
    match number / 26 {
        0 => letter(number).to_string(),
        more => format!("{}{}", name(more - 1), letter(number)),
    }
}

/// The value of a region and of all plays in it. If there is no exact value, an estimate is added.
pub(super) fn report(
    number: usize,
    region: &EndgameRegion,
    store: &mut ShapeStore,
    limits: &Budget,
) -> RegionReport {
    let most = PerColor::from_fn(|color| region.area.most_for(color));
    let mut report = RegionReport {
        name: name(number),
        region: region.clone(),
        value: AreaValue {
            lower: value::integer(-most[Color::White]),
            upper: value::integer(most[Color::Black]),
            fills_up: false,
        },
        unsolved: None,
        estimate: None,
        moves: PerColor::default(),
    };
    let mut budget = limits.clone();
    match store.solve(&region.graph, &region.area, &mut budget) {
        Ok(value) => report.value = value,
        Err(error) => {
            report.unsolved = Some(error);
            report.estimate = estimate(store, &region.graph, &region.area, limits);
            return report;
        }
    }
    for color in Color::BOTH {
        for point in region.empty_points() {
            let Some(played) = region.play(color, point) else {
                continue;
            };
            if let Ok(after) = store.solve_settled(&region.graph, &played.after, &mut budget) {
                report.moves[color].push(RegionMove { point, after });
            }
        }
    }
    if report.value.exact().is_none() {
        report.estimate = estimate(store, &region.graph, &region.area, limits);
    }
    report
}
