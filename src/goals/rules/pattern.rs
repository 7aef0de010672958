//! Maps turned and mirrored, ready to be laid on a grid.

use super::constraint::Term;
use super::grid::{Grid, Place, STRIDE, shifted};
use super::rule::{Content, Map, PRESCRIBED, Rule};
use super::verify::{MAX_NAMES, objects_of};

/// The letters whose points a rule keeps: objects in the order A, B, C, then points in constraints.
#[derive(Clone, Debug)]
pub(super) struct Names(Vec<char>);

impl Names {
    /// The letters of a rule.
    pub(super) fn new(rule: &Rule) -> Self {
        let mut terms = Vec::new();
        rule.constraints
            .iter()
            .for_each(|constraint| constraint.terms(&mut terms));
        let mut names: Vec<char> = rule.maps.iter().flat_map(objects_of).collect();
        names.extend(terms.into_iter().filter_map(Term::letter));
        let is_object = |letter: char| super::rule::content_of_name(letter).is_some();
        names.sort_unstable_by_key(|&letter| {
            (!is_object(letter), letter.to_ascii_uppercase(), letter)
        });
        names.dedup();
        names.truncate(MAX_NAMES);
        Self(names)
    }

    /// Position of a letter.
    pub(super) fn position(&self, letter: char) -> Option<usize> {
        self.0.iter().position(|&name| name == letter)
    }

    /// The letters with their positions.
    pub(super) fn iter(&self) -> impl Iterator<Item = (usize, char)> + '_ {
        self.0.iter().copied().enumerate()
    }
}

/// A point of a turned map: its offset from the map's lower left corner, as column and row.
pub(super) type Offset = (i16, i16);

/// A map in one of its orientations. Offsets count from the lower left corner of the turned map.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
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
        pattern.cells.sort_unstable();
        pattern.border.sort_unstable();
        pattern.center.sort_unstable();
        pattern
    }

    /// All orientations of a map, each once.
    pub(super) fn all(rule: &Rule, names: &Names, map: &Map) -> Vec<Self> {
        let mut patterns: Vec<Self> = (0..8)
            .map(|orientation| Self::new(rule, names, map, orientation))
            .collect();
        patterns.sort_unstable();
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

/// The place at an offset from a corner.
#[inline]
pub(super) fn moved(corner: Place, (x, y): Offset) -> Place {
    shifted(corner, flat(x, y))
}

/// The place that lies at an offset before another.
#[inline]
pub(super) fn moved_back(place: Place, (x, y): Offset) -> Place {
    shifted(place, -flat(x, y))
}

/// An offset as a difference of places.
#[expect(clippy::cast_possible_wrap, reason = "the stride is 45")]
pub(super) const fn flat(x: i16, y: i16) -> i16 {
    y * STRIDE as i16 + x
}
