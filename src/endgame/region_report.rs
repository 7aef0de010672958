//! One region of a board, with everything that was found out about it.

use super::estimate::{Estimate, estimate};
use super::guarded::GuardedSearch;
use super::shape_store::ShapeStore;
use super::split::EndgameRegion;
use super::value::{self, AreaValue, Unsolved};
use crate::base::Budget;
use crate::board::{Color, PerColor, Point};
use crate::cgt::GameId;

/// Most empty points of a region with windows that is searched: its positions are kept whole.
const MOST_GUARDED: u32 = 11;
/// A region with windows may use one part of this many of a region's credit: its plays cost more.
const GUARDED_SHARE: u64 = 10;

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
    /// The game that a value of this region stands for: the exact one, or the bound for the color whose walls need answers
    /// here, if only one color's do. A bound is no proof of what the play is worth: it believes each threat.
    pub(super) fn game(&self, value: AreaValue) -> Option<GameId> {
        let needs = |color: Color| !self.region.guards[color].is_empty();
        value.exact().or(match Color::BOTH.map(needs) {
            [true, false] => Some(value.lower),
            [false, true] => Some(value.upper),
            [true, true] | [false, false] => None,
        })
    }

    /// The games before and after a play, if they are known.
    pub(super) fn play(&self, color: Color, point: Point) -> Option<(GameId, GameId)> {
        let mut plays = self.moves[color].iter();
        let after = plays.find(|play| play.point == point)?.after;
        Some((self.game(self.value)?, self.game(after)?))
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
    if region.is_guarded() {
        report_guarded(&mut report, store, limits);
        return report;
    }
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

/// What is proved of a region with windows: the lower bound comes from Black's windows, the upper one from White's. A
/// color without windows is bounded by the value of the region as if all walls lived by themselves.
fn report_guarded(report: &mut RegionReport, store: &mut ShapeStore, limits: &Budget) {
    let region = report.region.clone();
    let (graph, area) = (&region.graph, &region.area);
    if area.empty().count_ones() > MOST_GUARDED {
        report.unsolved = Some(Unsolved::TooLarge);
        return;
    }
    let limits = &limits.part(limits.remaining() / GUARDED_SHARE);
    let mut budget = limits.clone();
    let plain = store.solve(graph, area, &mut budget);
    let plain_after = PerColor::from_fn(|color| {
        let after = |point: Point| {
            let played = region.play(color, point)?;
            let solved = store.solve_settled(graph, &played.after, &mut budget);
            solved.ok().map(|after| (point, after))
        };
        match plain {
            Ok(_) => region.empty_points().filter_map(after).collect(),
            Err(_) => Vec::new(),
        }
    });
    let mut sides = Vec::new();
    for owner in Color::BOTH {
        let side = if region.guards[owner].is_empty() {
            plain.map(|value| Side::plain(value, &plain_after, owner))
        } else {
            Side::guarded(&region, owner, store, limits)
        };
        match side {
            Ok(side) => sides.push(side),
            Err(error) => {
                report.unsolved = Some(error);
                return;
            }
        }
    }
    let [black, white] = &sides[..] else {
        return;
    };
    let fills_up = plain.is_ok_and(|value| value.fills_up);
    let between = |lower: GameId, upper: GameId| AreaValue {
        lower,
        upper,
        fills_up,
    };
    report.value = between(black.value, white.value);
    if let Some(game) = report.game(report.value) {
        let games = store.games();
        let worth = games
            .mean(game)
            .and_then(|mean| Ok((mean, games.temperature(game)?)));
        report.estimate = worth.ok().map(|(mean, temperature)| Estimate {
            mean,
            temperature,
            depth: 0,
        });
    }
    for color in Color::BOTH {
        for &(point, lower) in &black.after[color] {
            let found = white.after[color].iter().find(|(at, _)| *at == point);
            if let Some(&(_, upper)) = found {
                let after = between(lower, upper);
                report.moves[color].push(RegionMove { point, after });
            }
        }
    }
}

/// One bound of a region, and the same bound after each play.
struct Side {
    value: GameId,
    after: PerColor<Vec<(Point, GameId)>>,
}

impl Side {
    /// The bound for `owner` from the value without windows.
    fn plain(value: AreaValue, after: &PerColor<Vec<(Point, AreaValue)>>, owner: Color) -> Self {
        let bound = |value: AreaValue| match owner {
            Color::Black => value.lower,
            Color::White => value.upper,
        };
        Self {
            value: bound(value),
            after: PerColor::from_fn(|color| {
                let plays = after[color].iter();
                plays.map(|&(point, value)| (point, bound(value))).collect()
            }),
        }
    }

    /// The bound in which `owner` keeps all duties.
    fn guarded(
        region: &EndgameRegion,
        owner: Color,
        store: &mut ShapeStore,
        limits: &Budget,
    ) -> Result<Self, Unsolved> {
        let before = store.games().set_budget(limits.clone());
        let found = Self::search(GuardedSearch::new(region, owner, store, limits), region);
        store.games().set_budget(before);
        found
    }

    fn search(mut search: GuardedSearch<'_>, region: &EndgameRegion) -> Result<Self, Unsolved> {
        let mut side = Self {
            value: search.value()?,
            after: PerColor::default(),
        };
        for color in Color::BOTH {
            for point in region.empty_points() {
                if let Some(game) = search.value_after(color, point)? {
                    side.after[color].push((point, game));
                }
            }
        }
        Ok(side)
    }
}
