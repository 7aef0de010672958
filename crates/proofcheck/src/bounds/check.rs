//! Checks a proof of bounds: for each side what it holds, then the value of its free areas.

use std::io::BufRead;

use super::area::{Nodes, count};
use super::format::{BoundsHeader, HoldingLine, VERSION};
use super::sum::Sum;
use crate::board::{board, ko_of, set};
use crate::fault::{BoundError, CheckError};
use crate::format::Side;
use crate::grid::Grid;
use crate::lines::Lines;
use crate::safety::check::SafeSoFar;
use crate::safety::windows::place::{Place, WindowStones};
use crate::score::field::size;
use crate::score::format::Counting;
use crate::set::Set;

/// Memory that a position of an area takes, in bytes.
const POSITION_BYTES: u64 = 600;

/// Memory that a position of a sum takes, in bytes.
const SUM_BYTES: u64 = 300;

/// What a valid proof of bounds shows.
#[derive(Clone, Debug)]
pub struct BoundsReached {
    /// The position and the bounds.
    pub header: BoundsHeader,
    /// Free areas of both sides.
    pub n_areas: usize,
    /// Positions of these that can come about, and of their sums that were searched.
    pub n_positions: usize,
}

/// A board from the view of the owner of a bound.
struct View {
    grid: Grid,
    own: Set,
    other: Set,
    /// Where a ko forbids the owner, moving first, to play.
    ban: Option<usize>,
    counting: Counting,
    is_first: bool,
}

/// Checks a proof whose lines were not read yet.
pub(crate) fn check_bounds(lines: &mut Lines<impl BufRead>) -> Result<BoundsReached, CheckError> {
    let header: BoundsHeader = lines.expect()?;
    if header.version != VERSION {
        return Err(CheckError::Version(header.version));
    }
    let (mut n_areas, mut n_positions) = (0, 0);
    for (side, goal) in [
        (Side::Black, header.least),
        (Side::White, header.most.saturating_neg()),
    ] {
        let view = view(&header, side)?;
        let line: HoldingLine = lines.expect()?;
        let known = held(&view, &line, lines)?;
        n_areas += line.areas.len();
        let fault = |error| CheckError::Bound { side, error };
        let areas = areas(&view, &known, &line).map_err(fault)?;
        let room = lines.room();
        n_positions += reach(&view, &known, &line, &areas, goal, room).map_err(fault)?;
    }
    lines.end()?;
    Ok(BoundsReached {
        header,
        n_areas,
        n_positions,
    })
}

fn view(header: &BoundsHeader, side: Side) -> Result<View, CheckError> {
    let (grid, black, white) = board(header.width, header.height, &header.black, &header.white)?;
    let (own, other) = match side {
        Side::Black => (black, white),
        Side::White => (white, black),
    };
    let is_first = header.to_move == side;
    let (first, second) = if is_first { (own, other) } else { (other, own) };
    let ko = ko_of(&grid, header.ko.as_deref(), first, second)?;
    Ok(View {
        grid,
        own,
        other,
        ban: ko.filter(|_| is_first),
        counting: header.counting,
        is_first,
    })
}

/// What the owner holds by answers.
fn held(
    view: &View,
    line: &HoldingLine,
    lines: &mut Lines<impl BufRead>,
) -> Result<SafeSoFar, CheckError> {
    let stones = (view.own, view.other);
    let layers = (line.steps, line.windows);
    let (known, _) = SafeSoFar::held(view.grid, stones, &line.pairs, layers, &line.walls, lines)?;
    // Else stones might live in a seki, whose points count for neither side.
    if view.counting == Counting::Territory && !known.used.is_within(known.territory) {
        let wrong = "by territory, what is safe has to rest on territory";
        return Err(CheckError::Question(wrong));
    }
    Ok(known)
}

/// The free areas: disjoint, without walls of the owner, and beside all points on which it answers.
fn areas(view: &View, known: &SafeSoFar, line: &HoldingLine) -> Result<Vec<Set>, BoundError> {
    let mut taken = known.stones | known.answers() | view.ban.map_or(Set::EMPTY, Set::of);
    let mut areas = Vec::new();
    for names in &line.areas {
        let area = set(&view.grid, names).map_err(|_| BoundError::Points)?;
        if area.meets(taken) {
            return Err(BoundError::Points);
        }
        taken |= area;
        areas.push(area);
    }
    Ok(areas)
}

/// Makes sure that the owner is ahead by `goal` points; the number of positions that were looked at.
fn reach(
    view: &View,
    known: &SafeSoFar,
    line: &HoldingLine,
    areas: &[Set],
    goal: i32,
    room: u64,
) -> Result<usize, BoundError> {
    let walls = view.grid.parts(known.stones, known.stones);
    let mut nodes = Nodes::new(number(room / 2 / POSITION_BYTES));
    let mut starts = Vec::new();
    let mut rest = view.grid.all - known.stones - known.territory;
    let mut lead = 0;
    for &area in areas {
        let place = Place::new(view.grid, area, &walls, false);
        let start = WindowStones {
            own: view.own & area,
            other: view.other & area,
        };
        if !place.breathes(start) {
            return Err(BoundError::Points);
        }
        lead += count(&place, start, view.counting);
        let node = nodes.add_area(&place, start, view.counting);
        starts.push(node.ok_or(BoundError::TooLarge)?);
        rest = rest - area;
    }
    lead += settled_lead(view, known, line, rest);
    let n_grouped = line
        .groups
        .iter()
        .fold(0, |n: usize, size| n.saturating_add(*size));
    if n_grouped != starts.len() || line.groups.contains(&0) {
        return Err(BoundError::Groups);
    }
    let mut sum = Sum::new(&nodes, number(room / 2 / SUM_BYTES));
    let mut starts = starts.into_iter();
    for (number, &size) in line.groups.iter().enumerate() {
        let group = starts.by_ref().take(size).collect();
        let value = sum.value(group, view.is_first && number == 0);
        lead = lead.saturating_add(value.map_err(|super::sum::TooLarge| BoundError::TooLarge)?);
    }
    if lead < goal {
        return Err(BoundError::NotReached);
    }
    Ok(nodes.n_positions() + sum.n_positions())
}

/// How many points the owner is ahead outside its free areas: its stones and its territory, and of the `rest` of the
/// board one point of each pair beside its stones.
fn settled_lead(view: &View, known: &SafeSoFar, line: &HoldingLine, rest: Set) -> i32 {
    let (own, other) = (view.own, view.other);
    let shared = (rest & view.grid.spread(known.stones)) - own - other;
    let is_shared = |(p, q): &&(String, String)| {
        [p, q]
            .into_iter()
            .all(|name| view.grid.point(name).is_some_and(|point| shared.has(point)))
    };
    let n_shared = i32::try_from(line.pairs.iter().filter(is_shared).count()).unwrap_or(0);
    let held = match view.counting {
        Counting::Area => size(known.stones | known.territory) - size(rest),
        Counting::Territory => {
            let points = known.territory - known.stones;
            size(points - own) + size(points & other)
                - size(rest - own - other)
                - 2 * size(rest & own)
        }
    };
    held + 2 * n_shared
}

fn number(count: u64) -> usize {
    usize::try_from(count).unwrap_or(usize::MAX)
}
