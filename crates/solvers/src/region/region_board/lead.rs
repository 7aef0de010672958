//! The score of a position by area.

use super::{Hold, Mask, RegionBoard, RegionPosition, lowest};
use crate::board::{Color, PerColor};

impl RegionBoard {
    /// By how many points Black is ahead by area: stones, and empty points that touch one color only.
    pub(in crate::region) fn lead(&self, position: &RegionPosition) -> i32 {
        self.lead_by(position, |_, _| true)
    }

    /// The same, but that points beside a block in seki count for neither color (`Tax::Seki`): one that touches an
    /// empty part which the other color touches too, and has no more than an eye outside.
    pub(in crate::region) fn lead_taxing_seki(&self, position: &RegionPosition) -> i32 {
        let neutral = self
            .parts(position)
            .filter(|&(_, sides)| sides[Color::Black] && sides[Color::White]);
        let neutral = neutral.fold(0, |neutral, (part, _)| neutral | part);
        if neutral == 0 {
            return self.lead(position);
        }
        let in_seki = PerColor::from_fn(|color| {
            let blocks = self.blocks(position, color).into_iter();
            let in_seki =
                blocks.filter(|(_, beside, hold)| beside & neutral != 0 && *hold != Hold::TwoEyes);
            in_seki.fold(0, |all, (_, beside, _)| all | beside)
        });
        self.lead_by(position, |color, part| part & in_seki[color] == 0)
    }

    /// The lead by area if only those empty parts of each color count.
    fn lead_by(&self, position: &RegionPosition, counts: impl Fn(Color, Mask) -> bool) -> i32 {
        let size = |mask: Mask| i32::try_from(mask.count_ones()).unwrap_or(0);
        let stones = size(position.stones[Color::Black]) - size(position.stones[Color::White]);
        let parts = self.parts(position).map(|(part, sides)| {
            let is_of =
                |color: Color| sides[color] && !sides[color.opponent()] && counts(color, part);
            size(part) * (i32::from(is_of(Color::Black)) - i32::from(is_of(Color::White)))
        });
        stones + parts.sum::<i32>()
    }

    /// The connected empty parts, with the colors that they touch.
    fn parts(&self, position: &RegionPosition) -> impl Iterator<Item = (Mask, PerColor<bool>)> {
        let empty = self.empty(position);
        let mut rest = empty;
        std::iter::from_fn(move || {
            if rest == 0 {
                return None;
            }
            let part = self.component(lowest(rest), empty);
            rest &= !part;
            let around = self.spread(part);
            let touches =
                |color: Color| (around & position.stones[color] | part & self.beside[color]) != 0;
            Some((part, PerColor::from_fn(touches)))
        })
    }
}
