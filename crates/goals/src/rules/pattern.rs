//! Maps turned and mirrored, ready to be laid on a grid.

use super::constraint::Constraint;
use super::grid::{Grid, Offset, Place, moved};
use super::rule::{Content, Map, PRESCRIBED, Rule};
use super::table::Shape;
use super::verify::{MAX_NAMES, objects_of};
use tedomari_board::{Point, PointSet};

/// The letters whose points a rule keeps: objects in the order A, B, C, then points in constraints.
#[derive(Clone, Debug)]
pub(super) struct Names(Vec<char>);

impl Names {
    /// The letters of a rule.
    pub(super) fn new(rule: &Rule) -> Self {
        let mut names: Vec<char> = rule.maps.iter().flat_map(objects_of).collect();
        names.extend(rule.constraints.iter().flat_map(Constraint::letters));
        let is_object = |letter: char| super::rule::content_of_name(letter).is_some();
        names.sort_unstable_by_key(|&letter| {
            (!is_object(letter), letter.to_ascii_uppercase(), letter)
        });
        names.dedup();
        names.truncate(MAX_NAMES);
        Self(names)
    }

    /// Number of letters.
    pub(super) const fn len(&self) -> usize {
        self.0.len()
    }

    /// Position of a letter.
    pub(super) fn position(&self, letter: char) -> Option<usize> {
        self.0.iter().position(|&name| name == letter)
    }

    /// Positions of the letters that a constraint reads.
    pub(super) fn read_by(&self, constraint: &Constraint) -> Vec<usize> {
        let letters = constraint.letters().into_iter();
        letters.filter_map(|letter| self.position(letter)).collect()
    }

    /// The letters with their positions.
    pub(super) fn iter(&self) -> impl Iterator<Item = (usize, char)> + '_ {
        self.0.iter().copied().enumerate()
    }
}

/// A map in one of its orientations. Offsets count from the lower left corner of what matters in the turned map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pattern {
    /// Points that the map constrains, with the bits of what they may hold.
    pub(super) cells: Vec<(Offset, u8)>,
    /// Offsets of the rule's names.
    pub(super) names: [Option<Offset>; MAX_NAMES],
    /// Offset of the prescribed point.
    pub(super) prescribed: Option<Offset>,
    /// Offsets of an eye's border.
    pub(super) border: Vec<Offset>,
    /// Offsets of an eye's center.
    pub(super) center: Vec<Offset>,
    /// The points of the cells from the lower left corner as if it had the index 0; `None` if some may lie off the
    /// board.
    on_board: Option<PointSet>,
}

impl Pattern {
    /// A map of a rule, turned in one of the eight ways: bit 0 mirrors left and right, bit 1 top and bottom, then bit
    /// 2 swaps columns and rows.
    pub(super) fn new(rule: &Rule, names: &Names, map: &Map, orientation: u8) -> Self {
        let height = i16::try_from(map.rows.len()).unwrap_or(0);
        let width = i16::try_from(map.rows.first().map_or(0, Vec::len)).unwrap_or(0);
        let turned = |x: i16, y: i16| {
            let x = if orientation & 1 == 0 {
                x
            } else {
                width - 1 - x
            };
            let y = if orientation & 2 == 0 {
                y
            } else {
                height - 1 - y
            };
            if orientation & 4 == 0 { (x, y) } else { (y, x) }
        };
        let mut pattern = Self {
            cells: Vec::new(),
            names: [None; MAX_NAMES],
            prescribed: None,
            border: Vec::new(),
            center: Vec::new(),
            on_board: None,
        };
        for (x, y, character) in map.cells() {
            let at = turned(x, y);
            let content = rule.content(character);
            if content != Content::ANYTHING {
                pattern.cells.push((at, content.bits()));
            }
            if let Some(name) = names.position(character) {
                pattern.names[name] = Some(at);
            }
            if character == PRESCRIBED {
                pattern.prescribed = Some(at);
            }
            if let Some(mark) = rule.mark(character) {
                pattern.border.extend(mark.is_border.then_some(at));
                pattern.center.extend(mark.is_center.then_some(at));
            }
        }
        pattern.align();
        pattern.on_board = pattern.points_from_zero();
        pattern
    }

    fn points_from_zero(&self) -> Option<PointSet> {
        let is_inside = |&(_, bits): &(Offset, u8)| bits & Content::EDGE.bits() == 0;
        if !self.cells.iter().all(is_inside) {
            return None;
        }
        let origin = Point::new(0, 0).index();
        let point = |&((x, y), _): &(Offset, u8)| {
            let at = Point::new(u8::try_from(x).ok()?, u8::try_from(y).ok()?);
            Some(Point::from_index(at.index() - origin))
        };
        self.cells.iter().map(point).collect()
    }

    /// Puts the pattern into the one form that all placements with the same meaning share: offsets count from the lower
    /// left corner of what matters, and are sorted.
    fn align(&mut self) {
        let mut offsets: Vec<&mut Offset> = self.cells.iter_mut().map(|(at, _)| at).collect();
        offsets.extend(self.names.iter_mut().flatten());
        offsets.extend(self.prescribed.iter_mut());
        offsets.extend(self.border.iter_mut().chain(&mut self.center));
        let least = |coordinate: fn(&Offset) -> i16| {
            offsets.iter().map(|at| coordinate(at)).min().unwrap_or(0)
        };
        let (x, y) = (least(|at| at.0), least(|at| at.1));
        for at in offsets {
            *at = (at.0 - x, at.1 - y);
        }
        self.cells.sort_unstable();
        self.border.sort_unstable();
        self.center.sort_unstable();
    }

    /// All orientations of a map, each once.
    pub(super) fn all(rule: &Rule, names: &Names, map: &Map) -> Vec<Self> {
        let mut patterns: Vec<Self> = (0..8)
            .map(|orientation| Self::new(rule, names, map, orientation))
            .collect();
        patterns.sort_by_cached_key(|it| {
            let eye = (it.border.clone(), it.center.clone());
            (it.cells.clone(), it.names, it.prescribed, eye)
        });
        patterns.dedup();
        patterns
    }

    /// Whether all constrained points fit, with the lower left corner on a place.
    pub(super) fn fits(&self, grid: &Grid, corner: Place) -> bool {
        self.cells
            .iter()
            .all(|&(at, bits)| grid.fits(moved(corner, at), bits))
    }
}

impl Pattern {
    /// What the point at an offset may hold.
    pub(super) fn bits(&self, at: Offset) -> u8 {
        let cell = self.cells.iter().find(|&&(cell, _)| cell == at);
        cell.map_or(Content::ANYTHING.bits(), |&(_, bits)| bits)
    }

    /// The cells relative to an anchor, without the anchor.
    pub(super) fn around(&self, (anchor_x, anchor_y): Offset) -> Shape {
        let cells = self.cells.iter();
        let moved = cells.map(|&((x, y), bits)| ((x - anchor_x, y - anchor_y), bits));
        Shape::new(moved.collect())
    }

    /// The points that the map reads with its corner on a place where it fits.
    pub(super) fn reads(&self, grid: &Grid, corner: Place) -> PointSet {
        match (&self.on_board, grid.point(corner)) {
            (Some(points), Some(corner)) => points.raised(corner.index()),
            _ => grid.points(self.cells.iter().map(|&(at, _)| moved(corner, at))),
        }
    }

    /// The first point of a set that the map reads with its corner on a place.
    pub(super) fn first_read(&self, grid: &Grid, corner: Place, set: &PointSet) -> Option<Point> {
        let places = self.cells.iter().map(|&(at, _)| moved(corner, at));
        let points = places.filter_map(|place| grid.point(place));
        points.filter(|&point| set.contains(point)).min()
    }
}
