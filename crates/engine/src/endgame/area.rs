//! One region by itself: its points, the loose stones on them, and the points that touch stones that nothing can
//! capture.
//!
//! A [`LocalArea`] is a set of bits over the points of a [`PointGraph`]. Stones leave it when they become connected
//! with uncapturable ones, or when they get two eyes of their own inside the area. What is left falls into parts that
//! do not affect each other. A part that can only end one way is finished and counts as an integer.
//!
//! *Finished* (all to one color c): no point touches an uncapturable enemy stone, there is no loose stone of c, and
//! at most one point does not touch an uncapturable stone of c. Then c can fill all points but one whatever happens.
//! So no enemy stone can live there, and there is no seki. The enemy stones are dead.
//!
//! *Uncapturable inside*: the set of blocks that Benson's algorithm leaves, where an eye must be a finished region in
//! this sense. The owner never plays in a finished region and, by Benson's theorem, needs no answer there. So the
//! eyes last whatever is played elsewhere.
//! Source: Benson, "Life in the Game of Go" (1976), theorem 1.

use crate::board::{Color, PerColor};

/// Most points of an area that is searched.
pub(super) const MOST_POINTS: usize = 64;

/// The points of a region, and which of them are neighbors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PointGraph {
    /// Column and row of each point, from 0.
    cells: Vec<(u8, u8)>,
    /// The neighbors of each point, as bits.
    neighbors: Vec<u64>,
}

/// Stones and contacts of one region or of a part of it, as bits over the points of a [`PointGraph`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct LocalArea {
    /// All points: empty ones and loose stones.
    pub points: u64,
    /// The loose stones of each color.
    pub stones: PerColor<u64>,
    /// The points that touch an uncapturable stone of each color.
    pub contact: PerColor<u64>,
}

/// An area taken apart: an integer for the finished parts, and the open parts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AreaParts {
    /// Points for Black less points for White, prisoners included.
    pub score: i32,
    /// The parts that are not finished, in order of their first points.
    pub open: Vec<LocalArea>,
    /// The points of the finished parts, dead stones included.
    pub territory: PerColor<u64>,
}

/// A play inside an area, and its result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AreaPlay {
    /// Number of enemy stones captured.
    pub n_captured: u32,
    /// The area after the play. The score includes the prisoners of this play.
    pub after: AreaParts,
}

impl PointGraph {
    /// The graph of these points; two points are neighbors if they touch on the board.
    ///
    /// # Panics
    /// In debug builds, if there are more than `MOST_POINTS`.
    #[must_use]
    pub fn new(cells: Vec<(u8, u8)>) -> Self {
        debug_assert!(cells.len() <= MOST_POINTS);
        let beside = |a: (u8, u8), b: (u8, u8)| a.0.abs_diff(b.0) + a.1.abs_diff(b.1) == 1;
        let neighbors = cells
            .iter()
            .map(|&cell| bits_where(&cells, |other| beside(cell, other)))
            .collect();
        Self { cells, neighbors }
    }

    /// Number of points.
    #[must_use]
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Whether it has no points.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// Column and row of a point, from 0.
    #[must_use]
    pub fn cell(&self, index: usize) -> (u8, u8) {
        self.cells[index]
    }

    /// The neighbors of a set of points. The result may contain points of the set.
    pub(super) fn beside(&self, set: u64) -> u64 {
        ones(set).fold(0, |near, index| near | self.neighbors[index])
    }

    /// The points of `within` that are connected with `seed`.
    fn flood(&self, seed: u64, within: u64) -> u64 {
        let mut found = seed & within;
        let mut fresh = found;
        while fresh != 0 {
            fresh = self.beside(fresh) & within & !found;
            found |= fresh;
        }
        found
    }

    /// The connected parts of a set, in order of their first points.
    fn parts(&self, mut set: u64) -> impl Iterator<Item = u64> + '_ {
        std::iter::from_fn(move || {
            let part = self.flood(set & set.wrapping_neg(), set);
            set &= !part;
            (part != 0).then_some(part)
        })
    }
}

/// The indices of the bits that are set, in ascending order.
pub(super) fn ones(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let index = set.trailing_zeros() as usize;
        set &= set - 1;
        Some(index)
    })
}

fn bits_where<T: Copy>(items: &[T], holds: impl Fn(T) -> bool) -> u64 {
    items
        .iter()
        .enumerate()
        .filter(|&(_, &item)| holds(item))
        .fold(0, |set, (index, _)| set | 1 << index)
}

#[expect(clippy::cast_possible_wrap, reason = "at most 64 bits")]
fn count(set: u64) -> i32 {
    set.count_ones() as i32
}

impl LocalArea {
    /// The empty points.
    #[must_use]
    pub fn empty(&self) -> u64 {
        self.points & !self.stones[Color::Black] & !self.stones[Color::White]
    }

    /// The most points that `color` can get here: all empty points, and all enemy stones as prisoners (two points
    /// each). This bounds every area: a play of `color` costs it a point, and no play of the enemy gains `color` more
    /// than one, captures included.
    #[must_use]
    pub fn most_for(&self, color: Color) -> i32 {
        count(self.empty()) + 2 * count(self.stones[color.opponent()])
    }

    /// Whether every connected set of empty points touches stones of both colors.
    #[must_use]
    pub(super) fn is_neutral(&self, graph: &PointGraph) -> bool {
        graph.parts(self.empty()).all(|part| {
            Color::BOTH.into_iter().all(|color| {
                graph.beside(part) & self.stones[color] != 0 || part & self.contact[color] != 0
            })
        })
    }

    /// The result of a play of `color` on the point with this index; `None` if the point is occupied or the play is
    /// suicide. Ko is ignored.
    #[must_use]
    pub fn play(&self, graph: &PointGraph, color: Color, index: usize) -> Option<AreaPlay> {
        let stone = 1 << index;
        let empty = self.empty();
        if empty & stone == 0 {
            return None;
        }
        let enemy = color.opponent();
        let mut after = *self;
        after.stones[color] |= stone;
        let empty = empty & !stone;
        let mut captured = 0;
        let mut touched = graph.neighbors[index] & self.stones[enemy];
        while touched != 0 {
            let block = graph.flood(touched & touched.wrapping_neg(), self.stones[enemy]);
            touched &= !block;
            if graph.beside(block) & empty == 0 {
                captured |= block;
            }
        }
        after.stones[enemy] &= !captured;
        let is_joined = self.contact[color] & stone != 0;
        if captured == 0 && !is_joined {
            let block = graph.flood(stone, after.stones[color]);
            if graph.beside(block) & empty == 0 {
                return None;
            }
        }
        let mut settled = after.settle(graph);
        settled.score += color.sign() * count(captured);
        Some(AreaPlay {
            n_captured: captured.count_ones(),
            after: settled,
        })
    }

    /// Takes out stones that can't be captured and parts that are finished, and separates the rest.
    #[must_use]
    pub fn settle(mut self, graph: &PointGraph) -> AreaParts {
        self.release(graph);
        let mut settled = AreaParts::default();
        for part in graph.parts(self.points) {
            let part = self.restricted(part);
            match part.finished() {
                Some(owner) => {
                    settled.score += owner.sign() * part.most_for(owner);
                    settled.territory[owner] |= part.points;
                }
                None => settled.open.push(part),
            }
        }
        settled
    }

    fn restricted(&self, points: u64) -> Self {
        Self {
            points,
            stones: PerColor::from_fn(|color| self.stones[color] & points),
            contact: PerColor::from_fn(|color| self.contact[color] & points),
        }
    }

    /// Takes out the stones that can't be captured.
    fn release(&mut self, graph: &PointGraph) {
        loop {
            let points_before = self.points;
            for color in Color::BOTH {
                let stones = self.stones[color];
                let joined = graph.flood(stones & self.contact[color], stones);
                self.take_out(graph, color, joined);
                if self.stones[color] != 0 {
                    let alive = self.alive_inside(graph, color);
                    self.take_out(graph, color, alive);
                }
            }
            if self.points == points_before {
                return;
            }
        }
    }

    fn take_out(&mut self, graph: &PointGraph, color: Color, stones: u64) {
        self.points &= !stones;
        self.stones[color] &= !stones;
        self.contact[color] = (self.contact[color] | graph.beside(stones)) & self.points;
        self.contact[color.opponent()] &= self.points;
    }

    /// The loose stones of `color` that live by eyes inside the area.
    fn alive_inside(&self, graph: &PointGraph, color: Color) -> u64 {
        let enemy = color.opponent();
        let own = self.stones[color];
        let eyes: Vec<u64> = graph
            .parts(self.points & !own)
            .filter(|&eye| eye & self.contact[enemy] == 0)
            .collect();
        if eyes.len() < 2 {
            return 0;
        }
        let mut blocks: Vec<u64> = graph.parts(own).collect();
        loop {
            let alive = blocks.iter().fold(0, |all, block| all | block);
            let near = graph.beside(alive) | self.contact[color];
            let is_eye = |&&eye: &&u64| {
                graph.beside(eye) & own & !alive == 0 && (eye & !near).count_ones() <= 1
            };
            let eyes: Vec<u64> = eyes.iter().filter(is_eye).copied().collect();
            let n_before = blocks.len();
            blocks.retain(|&block| {
                let near = graph.beside(block);
                let is_vital = |&&eye: &&u64| eye & !self.stones[enemy] & !near == 0;
                eyes.iter().filter(is_vital).count() >= 2
            });
            if blocks.len() == n_before || blocks.is_empty() {
                return blocks.iter().fold(0, |all, block| all | block);
            }
        }
    }

    /// The color that owns the whole area whatever is played, if there is one.
    #[must_use]
    pub fn finished(&self) -> Option<Color> {
        Color::BOTH.into_iter().find(|&color| {
            self.contact[color.opponent()] == 0
                && self.stones[color] == 0
                && (self.points & !self.contact[color]).count_ones() <= 1
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::endgame::shape::from_diagram;

    /// Score and number of the open parts after settling.
    fn check(diagram: &str, score: i32, n_open: usize) {
        let (graph, area) = from_diagram(diagram);
        let settled = area.settle(&graph);
        assert_eq!(
            (settled.score, settled.open.len()),
            (score, n_open),
            "{diagram}"
        );
    }

    #[test]
    fn rooms_with_one_inner_point_are_finished() {
        check("XXX\nX.X\nXXX", 1, 0);
        check("XXXXX\nX...X\nXXXXX", 3, 0);
        check("#XXX#\nX...X\nX...X\nX...X\n#XXX#", 9, 0);
        check("XXXXXX\nX....X\nX....X\nX....X\nXXXXXX", 0, 1);
    }

    #[test]
    fn dead_stones_count_twice_and_neutral_points_are_open() {
        check("XXXXX\nX.o.X\nXXXXX", 4, 0);
        check("X.O", 0, 1);
        check("XXXX\nX..O\nXXXX", 0, 1);
    }

    #[test]
    fn a_loose_block_lives_by_two_eyes_of_its_own() {
        check(
            "OOOOOOO\nO.....O\nO.xxx.O\nO.x.x.O\nO.xxx.O\nO..x..O\nOOOOOOO",
            0,
            1,
        );
        check(
            "OOOOOOO\nO.xxx.O\nO.x.x.O\nO.xxx.O\nO.x.x.O\nO.xxx.O\nOOOOOOO",
            2,
            2,
        );
    }

    #[test]
    fn plays_capture_and_suicide_is_refused() {
        let (graph, area) = from_diagram("XXXXX\nXo..O\nXXXXX");
        assert!(area.play(&graph, Color::Black, 0).is_none());
        let played = area.play(&graph, Color::Black, 1).unwrap();
        assert_eq!((played.n_captured, played.after.score), (1, 2));
        let (graph, area) = from_diagram("OOO\nOxO\nO.O\nOOO");
        assert!(area.play(&graph, Color::Black, 1).is_none());
    }
}
