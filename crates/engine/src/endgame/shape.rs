//! The shape of an area: the same for all eight symmetries, all places on the board, and exchanged colors.
//!
//! The shape does not hold whether an area lies at the edge. The edge and a point that a color owns for good are alike,
//! except for the contacts, which the area stores.

use super::area::{LocalArea, PointGraph};
use crate::board::{Color, PerColor};

/// Bits for one coordinate.
const COORDINATE_BITS: u32 = 6;
/// Bits for the content of a point.
const CONTENT_BITS: u32 = 4;

/// A shape: one word for each point, in ascending order. A word holds row, column, stone and contacts.
pub type AreaShape = Box<[u16]>;

/// A shape, and how it was made from an area.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct OrientedShape {
    /// The shape.
    pub shape: AreaShape,
    /// Whether black and white are exchanged in the shape.
    pub is_swapped: bool,
}

/// The shape of an area.
#[must_use]
pub fn shape_of(graph: &PointGraph, area: &LocalArea) -> OrientedShape {
    let cells: Vec<Cell> = super::area::ones(area.points)
        .map(|index| Cell::of(graph, area, index))
        .collect();
    let weigh = |color: Color| {
        let enemy = color.opponent();
        [
            area.contact[color],
            area.stones[color],
            area.contact[color] & area.stones[enemy],
        ]
        .map(u64::count_ones)
    };
    let order = weigh(Color::Black).cmp(&weigh(Color::White));
    let mut best: Option<OrientedShape> = None;
    let mut words = Vec::with_capacity(cells.len());
    for is_swapped in [false, true] {
        let is_out = match order {
            std::cmp::Ordering::Less => !is_swapped,
            std::cmp::Ordering::Greater => is_swapped,
            std::cmp::Ordering::Equal => false,
        };
        if is_out {
            continue;
        }
        for symmetry in 0..8 {
            fill(&cells, symmetry, is_swapped, &mut words);
            if best.as_ref().is_none_or(|best| words[..] < best.shape[..]) {
                best = Some(OrientedShape {
                    shape: words.clone().into_boxed_slice(),
                    is_swapped,
                });
            }
        }
    }
    best.unwrap_or(OrientedShape {
        shape: Box::default(),
        is_swapped: false,
    })
}

/// The graph and the area that a shape stands for.
#[must_use]
pub fn area_of(shape: &[u16]) -> (PointGraph, LocalArea) {
    let mask = (1 << COORDINATE_BITS) - 1;
    let mut area = LocalArea::default();
    let mut cells = Vec::with_capacity(shape.len());
    for (index, &word) in shape.iter().enumerate() {
        let [y, x] = [COORDINATE_BITS, 0].map(|shift| (word >> (CONTENT_BITS + shift)) & mask);
        cells.push((low_byte(x), low_byte(y)));
        let bit = 1 << index;
        area.points |= bit;
        for color in Color::BOTH {
            let holds = |flag: u16| word >> flag & 1 != 0;
            let number = u16::from(color == Color::White);
            area.stones[color] |= if holds(number) { bit } else { 0 };
            area.contact[color] |= if holds(2 + number) { bit } else { 0 };
        }
    }
    (PointGraph::new(cells), area)
}

#[expect(clippy::cast_possible_truncation, reason = "six bits")]
const fn low_byte(word: u16) -> u8 {
    word as u8
}

/// A point with the stone on it and its contacts.
#[derive(Clone, Copy, Debug)]
struct Cell {
    x: u8,
    y: u8,
    stones: PerColor<bool>,
    contact: PerColor<bool>,
}

impl Cell {
    fn of(graph: &PointGraph, area: &LocalArea, index: usize) -> Self {
        let (x, y) = graph.cell(index);
        Self {
            x,
            y,
            stones: PerColor::from_fn(|color| area.stones[color] >> index & 1 != 0),
            contact: PerColor::from_fn(|color| area.contact[color] >> index & 1 != 0),
        }
    }

    fn turned(&self, symmetry: u8) -> (i16, i16) {
        let (x, y) = (i16::from(self.x), i16::from(self.y));
        let (x, y) = if symmetry & 1 != 0 { (y, x) } else { (x, y) };
        let x = if symmetry & 2 != 0 { -x } else { x };
        (x, if symmetry & 4 != 0 { -y } else { y })
    }

    fn content(&self, is_swapped: bool) -> u16 {
        let flags = |pair: &PerColor<bool>| {
            let [black, white] = pair.0.map(u16::from);
            if is_swapped {
                white | black << 1
            } else {
                black | white << 1
            }
        };
        flags(&self.stones) | flags(&self.contact) << 2
    }
}

/// The words of the cells under one symmetry, in ascending order.
fn fill(cells: &[Cell], symmetry: u8, is_swapped: bool, words: &mut Vec<u16>) {
    let (mut least_x, mut least_y) = (i16::MAX, i16::MAX);
    for cell in cells {
        let (x, y) = cell.turned(symmetry);
        (least_x, least_y) = (least_x.min(x), least_y.min(y));
    }
    words.clear();
    words.extend(cells.iter().map(|cell| {
        let (x, y) = cell.turned(symmetry);
        let place =
            (y - least_y).cast_unsigned() << COORDINATE_BITS | (x - least_x).cast_unsigned();
        place << CONTENT_BITS | cell.content(is_swapped)
    }));
    words.sort_unstable();
}

/// An area from a picture. `X` and `O` are stones that nothing can capture, `x` and `o` are loose stones, `.` is an
/// empty point, `#` and blanks are no points. For tests, benchmarks and documentation.
///
/// # Panics
/// If there is any other character, or too many points.
#[must_use]
pub fn from_diagram(diagram: &str) -> (PointGraph, LocalArea) {
    let rows: Vec<&[u8]> = diagram
        .split(['\n', '/'])
        .map(|row| row.trim().as_bytes())
        .collect();
    let at = |x: usize, y: usize| {
        rows.get(y)
            .and_then(|row| row.get(x))
            .copied()
            .unwrap_or(b'#')
    };
    let mut cells = Vec::new();
    let mut words: Vec<(u8, PerColor<bool>)> = Vec::new();
    for (y, row) in rows.iter().enumerate() {
        for (x, &c) in row.iter().enumerate() {
            assert!(
                b"XOxo.# ".contains(&c),
                "`{}` stands for nothing",
                char::from(c)
            );
            if !b"xo.".contains(&c) {
                continue;
            }
            let around = [
                at(x.wrapping_sub(1), y),
                at(x + 1, y),
                at(x, y.wrapping_sub(1)),
                at(x, y + 1),
            ];
            let contact = PerColor([b'X', b'O'].map(|wall| around.contains(&wall)));
            let place = [x, y].map(|side| u8::try_from(side).expect("a picture is small"));
            cells.push((place[0], place[1]));
            words.push((c, contact));
        }
    }
    let mut area = LocalArea::default();
    for (index, (c, contact)) in words.iter().enumerate() {
        area.points |= 1 << index;
        area.stones[Color::Black] |= u64::from(*c == b'x') << index;
        area.stones[Color::White] |= u64::from(*c == b'o') << index;
        for color in Color::BOTH {
            area.contact[color] |= u64::from(contact[color]) << index;
        }
    }
    (PointGraph::new(cells), area)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symmetric_areas_have_one_shape() {
        let check = |diagram: &str, is_same: bool, is_swapped: bool| {
            let (graph, area) = from_diagram("XXXXX\nXo..O\n##X##");
            let first = shape_of(&graph, &area);
            let (graph, area) = from_diagram(diagram);
            let second = shape_of(&graph, &area);
            assert_eq!(first.shape == second.shape, is_same, "{diagram}");
            if is_same {
                assert_eq!(
                    first.is_swapped != second.is_swapped,
                    is_swapped,
                    "{diagram}"
                );
            }
        };
        check("XXXXX\nO..oX\n##X##", true, false);
        check("#X#\nXoX\nX.X\nX.X\n#O#", true, false);
        check("OOOOO\nOx..X\n##O##", true, true);
        check("XXXXX\nX.o.O\n##X##", false, false);
    }

    #[test]
    fn a_shape_stands_for_its_area() {
        for diagram in ["XXXX\nX..O", "Xo.O\n#.x#\n#O##", "X.O"] {
            let (graph, area) = from_diagram(diagram);
            let oriented = shape_of(&graph, &area);
            let (graph, area) = area_of(&oriented.shape);
            let again = shape_of(&graph, &area);
            assert_eq!((again.shape, again.is_swapped), (oriented.shape, false));
        }
    }
}
