//! Whose area a point is, as networks are shown it: by unconditional life, and by what only one color touches.
//!
//! Source of the definition: KataGo, `cpp/game/board.cpp`; unconditional life by [`crate::safety::benson`].

use crate::board::{Board, Color, PerColor, PointSet, Rules, Scoring, Tax};
use crate::safety::benson::of_regions;
use crate::safety::{Regions, component};

/// The area of each color, as the rules count it now; `None` where the rules count no area before the stones are
/// cleared up.
///
/// Unconditional life is judged under the suicide rule of `board`, which may be another than the one of the rules: some
/// networks were trained so. Costs about 2 microseconds on 9x9 and 8 on 19x19.
pub(super) fn area(board: &Board, rules: &Rules) -> Option<PerColor<PointSet>> {
    match (rules.scoring, rules.tax) {
        (Scoring::Territory, Tax::None | Tax::Seki) => None,
        (Scoring::Area, Tax::None) => Some(full_area(board)),
        (Scoring::Area, Tax::Seki) => Some(without_seki(board, full_area(board))),
    }
}

/// The stones, what they enclose alone, and what the opponent has lost in unconditionally safe territory.
fn full_area(board: &Board) -> PerColor<PointSet> {
    let stones = PerColor::from_fn(|color| board.points_of(color).collect::<PointSet>());
    let claims = PerColor::from_fn(|color| Claims::of(board, color, &stones));
    let (black, white) = (&claims[Color::Black], &claims[Color::White]);
    let mut area = PerColor([black.safe, white.safe]);
    // Where both claim a point, White's claim counts: the claims of unconditional life exclude each other.
    area[Color::Black] -= white.safe;
    let safe = black.safe | white.safe;
    let black_alone = black.enclosed - safe;
    area[Color::Black] |= black_alone;
    area[Color::White] |= white.enclosed - safe - black_alone;
    let taken = area[Color::Black] | area[Color::White];
    for color in Color::BOTH {
        area[color] |= stones[color] - taken;
    }
    area
}

/// What one color claims.
struct Claims {
    /// Unconditionally alive stones, and the regions between them in which the opponent can't live.
    safe: PointSet,
    /// Empty regions that only this color touches.
    enclosed: PointSet,
}

impl Claims {
    fn of(board: &Board, color: Color, stones: &PerColor<PointSet>) -> Self {
        let own = stones[color];
        let mut claims = Self {
            safe: PointSet::EMPTY,
            enclosed: PointSet::EMPTY,
        };
        if own.is_empty() {
            return claims;
        }
        let regions = Regions::new(board, color);
        claims.safe = of_regions(board, &regions).stones;
        let (mortal, reach) = ((own - claims.safe).spread(), own.spread());
        for region in regions.iter() {
            let is_empty = !region.points.intersects(&stones[color.opponent()]);
            let is_safe = !region.points.intersects(&mortal);
            if is_safe && (is_empty || (region.points - reach).len() < 2) {
                claims.safe |= region.points;
            } else if is_empty {
                claims.enclosed |= region.points;
            }
        }
        claims
    }
}

/// An area without the points that blocks in seki enclose: those that are connected through the area of their color
/// with a neutral empty point, or with a stone in atari.
fn without_seki(board: &Board, mut area: PerColor<PointSet>) -> PerColor<PointSet> {
    let empty: PointSet = board.empty_set();
    let neutral = empty - area[Color::Black] - area[Color::White];
    for color in Color::BOTH {
        let own = area[color];
        let is_in_atari = |stone: &_| {
            let block = board.block_at(*stone);
            block.is_some_and(|block| block.color() == color && block.n_liberties() == 1)
        };
        let mut open = neutral.spread() & own;
        open.extend(own.iter().filter(is_in_atari));
        while let Some(start) = open.first() {
            let part = component(&own, start);
            open -= part;
            let is_enclosed = |&point: &_| board.color(point) != Some(color);
            area[color] -= part.iter().filter(is_enclosed).collect();
        }
    }
    area
}
