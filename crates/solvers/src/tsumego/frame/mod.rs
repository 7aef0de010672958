//! A part of the board, cut out for a local search and stored as bits.
//!
//! Both sides play in the *region*. A few sets of cells stand for everything outside: the cells where a stone of the
//! attacker is connected to something that can't be taken, and the cells where a stone of the defender escapes. A
//! [`Boundary`] defines how the outside is judged.

pub mod cells;
mod layout;
pub mod window;

use cells::Cells;
pub use layout::Layout;

use crate::board::{Board, Cell, Color, Point, PointSet, Size};

/// How the outside of the region is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Boundary {
    /// A pessimistic view for the attacker. Blocks of the attacker with at least this number of liberties outside are
    /// walls, which can't be taken. A defender who leaves the region is safe. What the attacker achieves here holds on
    /// the whole board, if the defender needs fewer moves outside than that.
    Open {
        /// At least 1.
        least_liberties: usize,
    },
    /// An optimistic view for the attacker, pessimistic for the defender. Everything outside helps the attacker,
    /// nothing helps the defender. What the defender achieves here holds on the whole board.
    Shut,
}

/// The most blocks in question.
const MOST_TARGETS: usize = 32;

/// A region with what surrounds it.
#[derive(Clone, Debug)]
pub struct Frame<const N: usize> {
    points: Vec<Option<Point>>,
    /// The places of the cells. Frames with the same layout have the same cells for the same points.
    pub layout: Layout,
    /// How the outside is judged.
    pub boundary: Boundary,
    /// Whether the rules allow suicide.
    pub allows_suicide: bool,
    /// The owner of the blocks in question.
    pub defender: Color,
    /// The cells of the region.
    pub cells: Cells<N>,
    /// One cell of each block in question. The cell names the block.
    pub targets: Cells<N>,
    /// Cells where a stone of the attacker is connected to something that can't be taken.
    pub anchored: Cells<N>,
    /// Those of them where only empty points outside keep a stone of the attacker from being taken.
    by_liberties: Cells<N>,
    /// Those of these where such a stone is assumed to stand, whatever is played outside.
    held: Cells<N>,
    /// Cells where a stone of the defender escapes, or is connected to one that can't be taken.
    pub exits: Cells<N>,
    /// Cells where the region ends at empty points or stones of the defender.
    pub rim: Cells<N>,
    /// Stones of the attacker in the region.
    pub attackers: Cells<N>,
    /// Stones of the defender in the region.
    pub defenders: Cells<N>,
    /// For each cell, how many moves outside the walls beside it can stand: one less than the fewest liberties they
    /// have there.
    spare: Vec<u32>,
    /// The distance of each cell from the nearer edges of the board: see [`Self::line`].
    lines: Vec<u8>,
    /// Which of the points around each cell lie outside: see [`Self::outside`].
    outside: Vec<u8>,
    /// The points of the region, and the stones of the walls.
    pub region: PointSet,
    /// The stones of the walls that touch the region.
    pub walls: PointSet,
}

/// See [`Frame::line`].
fn line_of(size: Size, point: Point) -> u8 {
    let x = point.x().min(size.width() - 1 - point.x()).min(3);
    let y = point.y().min(size.height() - 1 - point.y()).min(3);
    4 * x.min(y) + x.max(y)
}

/// Grows a window until it holds all defending blocks that it meets, each with a liberty, and all attacking blocks that
/// have too few liberties outside to be walls. Stops when there are more than `most` points.
fn region_of(
    board: &Board,
    defender: Color,
    window: &PointSet,
    safe: &PointSet,
    least_liberties: usize,
    most: u32,
) -> PointSet {
    let attacker = defender.opponent();
    let mut region: PointSet = window
        .iter()
        .filter(|&point| board.color(point) != Some(attacker) && board.cell(point) != Cell::Wall)
        .collect();
    region -= *safe;
    loop {
        let n_before = region.len();
        let mut seen = PointSet::EMPTY;
        let near = region.spread();
        for point in &near {
            if seen.contains(point) {
                continue;
            }
            let Some(block) = board.block_at(point) else {
                continue;
            };
            seen.extend(board.stones(point));
            if block.color() == attacker {
                let outside = *block.liberties() - region;
                if !safe.contains(point) && outside.len() < least_liberties {
                    region.extend(board.stones(point));
                    region |= outside;
                }
            } else if region.contains(point) {
                region.extend(board.stones(point));
                // In the fight a block has only its liberties in the region. Without one there it could not be taken.
                if !block.liberties().intersects(&region) {
                    region |= *block.liberties();
                }
            }
        }
        if region.len() == n_before || region.len() > most as usize {
            return region;
        }
    }
}

impl<const N: usize> Frame<N> {
    /// Cuts a window out of a board. The window grows until it holds all blocks that can be taken there. `targets` name
    /// blocks of one color; other stones in `safe`, of either color, can't be taken. `None` if the window gets too
    /// large, or if there is no stone on one of the targets.
    #[must_use]
    pub fn new(
        board: &Board,
        targets: impl Into<PointSet>,
        window: &PointSet,
        safe: &PointSet,
        boundary: Boundary,
    ) -> Option<Self> {
        Self::laid_out(board, targets, window, safe, boundary, None)
    }

    /// Does the same in a given layout, if this has a cell for each point.
    #[must_use]
    pub fn laid_out(
        board: &Board,
        targets: impl Into<PointSet>,
        window: &PointSet,
        safe: &PointSet,
        boundary: Boundary,
        layout: Option<Layout>,
    ) -> Option<Self> {
        let targets = targets.into();
        let defender = board.color(targets.first()?)?;
        let is_other = |target| board.color(target) != Some(defender);
        if targets.len() > MOST_TARGETS || targets.iter().any(is_other) {
            return None;
        }
        let window = *window | targets;
        let least_liberties = match boundary {
            Boundary::Open { least_liberties } => least_liberties,
            Boundary::Shut => 1,
        };
        let region = region_of(
            board,
            defender,
            &window,
            safe,
            least_liberties,
            Cells::<N>::MOST,
        );
        let layout = layout
            .filter(|layout| layout.holds(&region))
            .or_else(|| Layout::of(&region, Cells::<N>::MOST))?;
        let mut frame = Self {
            points: vec![None; Cells::<N>::MOST as usize],
            layout,
            boundary,
            allows_suicide: board.allows_suicide(),
            defender,
            cells: Cells::EMPTY,
            targets: targets.iter().fold(Cells::EMPTY, |cells, target| {
                cells | Cells::cell(layout.bit(target))
            }),
            anchored: Cells::EMPTY,
            by_liberties: Cells::EMPTY,
            held: Cells::EMPTY,
            exits: Cells::EMPTY,
            rim: Cells::EMPTY,
            attackers: Cells::EMPTY,
            defenders: Cells::EMPTY,
            spare: vec![u32::MAX; Cells::<N>::MOST as usize],
            lines: vec![0; Cells::<N>::MOST as usize],
            outside: vec![0; Cells::<N>::MOST as usize],
            region,
            walls: PointSet::EMPTY,
        };
        for point in &region {
            let bit = layout.bit(point);
            frame.points[bit as usize] = Some(point);
            frame.lines[bit as usize] = line_of(board.size(), point);
            let cell = Cells::cell(bit);
            frame.cells |= cell;
            match board.color(point) {
                Some(color) if color == defender => frame.defenders |= cell,
                Some(_) => frame.attackers |= cell,
                None => {}
            }
            frame.look_outside(board, point, cell, safe, boundary);
        }
        for cell in frame.cells.each() {
            frame.outside[cell.number() as usize] = !frame.cells.around(cell, layout.stride);
        }
        Some(frame)
    }

    /// Notes what the surroundings of a point of the region mean for both sides.
    fn look_outside(
        &mut self,
        board: &Board,
        point: Point,
        cell: Cells<N>,
        safe: &PointSet,
        boundary: Boundary,
    ) {
        let mut n_empty: u32 = 0;
        let mut spare = u32::MAX;
        for neighbor in point.neighbors() {
            if self.region.contains(neighbor) {
                continue;
            }
            match board.block_at(neighbor) {
                Some(block) if block.color() != self.defender => {
                    self.anchored |= cell;
                    self.walls.insert(neighbor);
                    if !safe.contains(neighbor) {
                        let outside = (*block.liberties() - self.region).len();
                        let outside = u32::try_from(outside).unwrap_or(u32::MAX);
                        spare = spare.min(outside.saturating_sub(1));
                    }
                }
                Some(_) if safe.contains(neighbor) => self.exits |= cell,
                Some(_) => self.touch_outside(cell, boundary),
                None if board.cell(neighbor) == Cell::Wall => {}
                None => {
                    n_empty += 1;
                    self.touch_outside(cell, boundary);
                }
            }
        }
        if let Boundary::Open { least_liberties } = boundary
            && n_empty as usize >= least_liberties
            && !self.anchored.intersects(cell)
        {
            self.anchored |= cell;
            self.by_liberties |= cell;
            spare = spare.min(n_empty.saturating_sub(1));
        }
        self.spare[cell.number() as usize] = spare;
    }

    fn touch_outside(&mut self, cell: Cells<N>, boundary: Boundary) {
        self.rim |= cell;
        match boundary {
            Boundary::Open { .. } => self.exits |= cell,
            Boundary::Shut => self.anchored |= cell,
        }
    }

    /// Assumes that a stone of the attacker stands on these points, where only empty points outside keep it from being
    /// taken.
    pub fn hold(&mut self, points: &PointSet) {
        let held = self.by_liberties.each();
        let held = held.filter(|&cell| points.contains(self.point(cell)));
        self.held = held.fold(Cells::EMPTY, |all, cell| all | cell);
    }

    /// The points among some cells where a stone of the attacker has to be assumed to stand, if the defender makes
    /// `n_elsewhere` moves outside.
    #[must_use]
    pub fn held_against(&self, cells: Cells<N>, n_elsewhere: u32) -> PointSet {
        let held = (cells & self.held).each();
        let weak = held.filter(|cell| self.spare[cell.number() as usize] < n_elsewhere);
        weak.map(|cell| self.point(cell)).collect()
    }

    /// How many moves outside all the walls beside some cells can stand.
    #[must_use]
    pub fn spare_on(&self, cells: Cells<N>) -> u32 {
        let spare = (0..).zip(&self.spare);
        let beside = spare.filter(|&(bit, _)| (cells & !self.held).has(bit));
        beside.map(|(_, &spare)| spare).min().unwrap_or(u32::MAX)
    }

    /// Numbers from one row to the next.
    pub(crate) fn stride(&self) -> u32 {
        self.layout.stride
    }

    /// On which lines of the board a cell lies, counted from its nearest edge and from the nearest edge across, as a
    /// number below 16. Lines from the fourth on count as the same.
    pub(crate) fn line(&self, cell: Cells<N>) -> u8 {
        self.lines[cell.number() as usize]
    }

    /// Eight bits, row by row: which of the points around a cell lie outside the region.
    pub(crate) fn outside(&self, cell: Cells<N>) -> u32 {
        u32::from(self.outside[cell.number() as usize])
    }

    /// The cells of a set and their neighbors.
    #[inline]
    #[must_use]
    pub fn spread(&self, set: Cells<N>) -> Cells<N> {
        (set | set << 1 | set >> 1 | set << self.layout.stride | set >> self.layout.stride)
            & self.cells
    }

    /// The cells of `within` that are connected to cells of `seed` inside `within`.
    #[inline]
    #[must_use]
    pub fn flood(&self, seed: Cells<N>, within: Cells<N>) -> Cells<N> {
        let mut set = seed & within;
        loop {
            let wider = self.spread(set) & within;
            if wider == set {
                return set;
            }
            set = wider;
        }
    }

    /// The connected parts of `within` that contain a cell of `seeds`.
    #[inline]
    pub fn parts(&self, seeds: Cells<N>, within: Cells<N>) -> impl Iterator<Item = Cells<N>> {
        let mut rest = seeds & within;
        std::iter::from_fn(move || {
            if rest.is_empty() {
                return None;
            }
            let part = self.flood(rest.first(), within);
            rest &= !part;
            Some(part)
        })
    }

    /// The point of a cell.
    ///
    /// # Panics
    /// If the set does not hold exactly one cell of the region.
    #[must_use]
    pub fn point(&self, cell: Cells<N>) -> Point {
        self.points[cell.number() as usize].expect("the cell is in the region")
    }

    /// The cell of a point; empty if the point lies outside the region.
    #[must_use]
    pub fn cell(&self, point: Point) -> Cells<N> {
        if !self.region.contains(point) {
            return Cells::EMPTY;
        }
        Cells::cell(self.layout.bit(point))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Rng;
    use crate::board::Size;

    /// The region has five points on the edge and ends where White's wall has ended: a white stone on E1 has two
    /// liberties outside.
    #[test]
    fn a_stone_that_blocks_the_way_out_withstands_one_move_unless_it_is_held() {
        let board: Board = "\
            . . . . . . .\n\
            O O O O . . .\n\
            X . . . . . ."
            .parse()
            .unwrap();
        let target: Point = "A1".parse().unwrap();
        let boundary = Boundary::Open { least_liberties: 2 };
        let points = board.size().points();
        let window = points
            .filter(|point| point.x() < 5 && point.y() == 0)
            .collect();
        let safe = board.points_of(Color::White).collect();
        let mut frame = Frame::<2>::new(&board, target, &window, &safe, boundary).unwrap();
        let end: Point = "E1".parse().unwrap();
        assert!(frame.anchored.intersects(frame.cell(end)));
        assert_eq!(frame.spare_on(frame.cells), 1);
        assert!(frame.held_against(frame.cells, 2).is_empty());
        frame.hold(&end.into());
        assert_eq!(frame.spare_on(frame.cells), u32::MAX);
        assert_eq!(frame.held_against(frame.cells, 2), end.into());
        assert!(frame.held_against(frame.cells, 1).is_empty());
    }

    /// A block without a liberty in the fight could not be taken there, although it can be taken on the board.
    #[test]
    fn every_block_of_the_defender_has_a_liberty_in_the_region() {
        let mut rng = Rng::new(8, 0);
        let size = Size::square(9);
        let mut n_frames = 0;
        for _ in 0..2000 {
            let stones = size.points().filter_map(|point| match rng.below(10) {
                0..4 => Some((Color::White, point)),
                4..7 => Some((Color::Black, point)),
                _ => None,
            });
            let Ok(board) = Board::with_stones(size, stones.collect::<Vec<_>>()) else {
                continue;
            };
            let heads = board.first_stones(Color::Black);
            let Some(&target) = heads.get(rng.index(heads.len().max(1))) else {
                continue;
            };
            let window: PointSet = board.stones(target).collect();
            let window = window.spread().spread();
            for boundary in [Boundary::Shut, Boundary::Open { least_liberties: 2 }] {
                let Some(frame) =
                    Frame::<2>::new(&board, target, &window, &PointSet::EMPTY, boundary)
                else {
                    continue;
                };
                n_frames += 1;
                for head in heads.iter().filter(|&&head| frame.region.contains(head)) {
                    let block = board.block(board.block_id(*head));
                    assert!(
                        block.liberties().intersects(&frame.region),
                        "{head}\n{board}"
                    );
                }
            }
        }
        assert!(n_frames > 100, "{n_frames}");
    }
}
