//! Windows with their duties on a board, and whether they keep all walls alive together.

use std::borrow::Borrow;
use std::collections::HashMap;

use super::super::names::names;
use super::duty::{Duties, End, Eye, Standing};
use super::effort::Effort;
use super::solver::{Found, Solver};
use super::window::{Placed, Stones, Window};
use crate::base::Budget;
use crate::board::{Board, Color, N_INDICES, Point, PointSet};

/// Number of no wall.
const NO_WALL: u16 = u16::MAX;

/// A liberty that a window keeps for some walls, by their numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PlannedEye {
    /// In ascending order.
    pub(super) walls: Vec<u16>,
    pub(super) is_double: bool,
}

/// A link of sets of walls, each of which is one by earlier links.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PlannedLink {
    /// Its place in the order of all links.
    pub(super) number: usize,
    /// In ascending order each.
    pub(super) ends: Vec<Vec<u16>>,
}

/// A window and what the owner keeps there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct PlannedWindow {
    pub(super) points: PointSet,
    pub(super) links: Vec<PlannedLink>,
    pub(super) eyes: Vec<PlannedEye>,
    pub(super) territory: PointSet,
}

/// The blocks of a color. Those that are not given up are walls.
#[derive(Clone, Debug)]
pub(super) struct Walls {
    pub(super) color: Color,
    /// A stone of each block, walls or not.
    pub(super) heads: Vec<Point>,
    /// Whether each is known to live.
    pub(super) is_immortal: Vec<bool>,
    number: Vec<u16>,
    /// The stones of the walls.
    pub(super) stones: PointSet,
}

impl PlannedWindow {
    /// The window and what the owner keeps there, in words. Walls are named by a stone.
    pub(super) fn reason(&self, walls: &Walls) -> String {
        let heads = |ids: &Vec<u16>| {
            let heads = ids
                .iter()
                .map(|&id| walls.heads[usize::from(id)].to_string());
            heads.collect::<Vec<_>>().join(" ")
        };
        let mut parts = Vec::new();
        for link in &self.links {
            let ends: Vec<String> = link.ends.iter().map(heads).collect();
            parts.push(format!(
                "link {} of {}",
                link.number + 1,
                ends.join(" and ")
            ));
        }
        for eye in &self.eyes {
            let kind = if eye.is_double { "two eyes" } else { "an eye" };
            parts.push(format!("{kind} for {}", heads(&eye.walls)));
        }
        if !self.territory.is_empty() {
            parts.push(format!(
                "no room for two eyes on {}",
                names(&self.territory)
            ));
        }
        format!("window {}: {}", names(&self.points), parts.join(", "))
    }
}

impl Walls {
    /// All blocks; those on `immortal` points live, those on `given_up` points are no walls.
    pub(super) fn new(
        board: &Board,
        color: Color,
        immortal: &PointSet,
        given_up: &PointSet,
    ) -> Self {
        let heads = board.first_stones(color);
        let mut walls = Self {
            color,
            is_immortal: heads.iter().map(|&head| immortal.contains(head)).collect(),
            heads,
            number: vec![NO_WALL; N_INDICES],
            stones: PointSet::EMPTY,
        };
        let numbered = walls.heads.iter().zip(0..);
        for (&head, number) in numbered.filter(|(head, _)| !given_up.contains(**head)) {
            for stone in board.stones(head) {
                walls.number[stone.index()] = number;
                walls.stones.insert(stone);
            }
        }
        walls
    }

    /// The number of the wall with a stone on a point.
    pub(super) fn at(&self, point: Point) -> Option<u16> {
        let number = self.number[point.index()];
        (number != NO_WALL).then_some(number)
    }

    /// The walls that touch some points, ascending.
    pub(super) fn around(&self, points: &PointSet) -> Vec<u16> {
        let mut found: Vec<u16> = (points.spread() & self.stones)
            .iter()
            .filter_map(|stone| self.at(stone))
            .collect();
        found.sort_unstable();
        found.dedup();
        found
    }
}

/// Answers to questions about windows, by shape: the same anywhere on any board. (Mirror images and rotations are too
/// seldom needed to pay for finding them.)
#[derive(Debug, Default)]
pub(super) struct Answers {
    known: HashMap<(Window, Stones, Duties), (Found, u64)>,
}

impl Answers {
    /// From now on a window with its duties counts as not kept.
    pub(super) fn refuse(&mut self, placed: &Placed, duties: &Duties) {
        let key = (placed.window.clone(), placed.start, duties.clone());
        self.known.insert(key, (Found::Attacked, u64::MAX));
    }

    /// Whether the owner keeps the duties, by a search of as many nodes as the effort allows.
    fn ask(
        &mut self,
        placed: &Placed,
        duties: &Duties,
        effort: Effort,
        budget: &mut Budget,
    ) -> Found {
        let nodes = effort.for_window(placed);
        let key = (placed.window.clone(), placed.start, duties.clone());
        if let Some(&(found, tried)) = self.known.get(&key)
            && (found != Found::Open || tried >= nodes)
        {
            return found;
        }
        let mut part = budget.part(nodes);
        let mut solver = Solver::new(&placed.window, duties).giving_up();
        let found = solver.solve(placed.start, &mut part);
        budget.charge(part.spent());
        if found != Found::Open || part.check().is_ok() && part.spent() >= nodes {
            self.known.insert(key, (found, nodes));
        }
        found
    }
}

/// A window cut out of the board, with its duties.
pub(super) fn place<W: Borrow<PlannedWindow>>(
    board: &Board,
    walls: &Walls,
    windows: &[W],
    number: usize,
) -> Option<(Placed, Duties)> {
    let planned = windows[number].borrow();
    let placed = Placed::new(board, walls.color, &planned.points, |point| walls.at(point))?;
    let mut duties = Duties {
        territory: placed.mask(&planned.territory),
        ..Duties::default()
    };
    for link in &planned.links {
        let end = |ids: &Vec<u16>| {
            let end = End {
                walls: placed.walls(ids),
                standing: standing(walls, windows, ids, number),
            };
            (end.walls != 0).then_some(end)
        };
        duties
            .links
            .push(link.ends.iter().map(end).collect::<Option<_>>()?);
    }
    for eye in &planned.eyes {
        let touching = placed.walls(&eye.walls);
        if touching == 0 {
            return None;
        }
        duties.eyes.push(Eye {
            walls: touching,
            is_double: eye.is_double,
        });
    }
    Some((placed, duties))
}

/// Whether the owner keeps what is planned for the window `number` among all windows.
pub(super) fn is_kept<W: Borrow<PlannedWindow>>(
    board: &Board,
    walls: &Walls,
    windows: &[W],
    number: usize,
    answers: &mut Answers,
    (effort, budget): (Effort, &mut Budget),
) -> bool {
    place(board, walls, windows, number).is_some_and(|(placed, duties)| {
        answers.ask(&placed, &duties, effort, budget) == Found::Kept
    })
}

/// What walls that are one have in other windows than `own`.
fn standing<W: Borrow<PlannedWindow>>(
    walls: &Walls,
    windows: &[W],
    ids: &[u16],
    own: usize,
) -> Standing {
    if is_alive(walls, windows, ids) {
        return Standing::Alive;
    }
    let mut others = windows
        .iter()
        .enumerate()
        .filter(|&(number, _)| number != own);
    if others.any(|(_, window)| n_eyes(window.borrow(), ids) > 0) {
        Standing::Anchored
    } else {
        Standing::Alone
    }
}

/// Whether walls that are one live: by two windows, or by one that gives two eyes.
pub(super) fn is_alive<W: Borrow<PlannedWindow>>(
    walls: &Walls,
    windows: &[W],
    ids: &[u16],
) -> bool {
    let is_immortal = |&id: &u16| walls.is_immortal[usize::from(id)];
    ids.iter().any(is_immortal)
        || windows
            .iter()
            .map(|window| n_eyes(window.borrow(), ids))
            .sum::<usize>()
            >= 2
}

/// How many eyes a window gives walls that are one.
pub(super) fn n_eyes(window: &PlannedWindow, ids: &[u16]) -> usize {
    let is_own = |eye: &&PlannedEye| eye.walls.iter().all(|id| ids.binary_search(id).is_ok());
    let eyes = window.eyes.iter().filter(is_own);
    eyes.map(|eye| 1 + usize::from(eye.is_double))
        .max()
        .unwrap_or(0)
}

/// The sets of walls that the links make one, each ascending. Nothing if the links are out of order: an end that the
/// links before it do not make one.
pub(super) fn classes(walls: &Walls, windows: &[PlannedWindow]) -> Option<Vec<Vec<u16>>> {
    let blocks = walls.heads.iter().zip(0..);
    let is_wall = |&(head, _): &(&Point, u16)| walls.stones.contains(*head);
    let mut classes: Vec<Vec<u16>> = blocks.filter(is_wall).map(|(_, id)| vec![id]).collect();
    let mut links: Vec<&PlannedLink> = windows.iter().flat_map(|window| &window.links).collect();
    links.sort_by_key(|link| link.number);
    for link in links {
        let mut joined = Vec::new();
        for end in &link.ends {
            let own = classes.iter().position(|class| class == end)?;
            joined.extend(classes.swap_remove(own));
        }
        joined.sort_unstable();
        classes.push(joined);
    }
    classes.sort_unstable();
    Some(classes)
}

/// Whether a plan proves that all walls live: disjoint windows beside the walls that keep their duties, and two eyes
/// for each class.
pub(super) fn is_proof(
    board: &Board,
    walls: &Walls,
    windows: &[PlannedWindow],
    answers: &mut Answers,
    (effort, budget): (Effort, &mut Budget),
) -> bool {
    let mut taken = walls.stones;
    for window in windows {
        if window.points.intersects(&taken) {
            return false;
        }
        taken |= window.points;
    }
    let all_live = classes(walls, windows).is_some_and(|classes| {
        let mut classes = classes.iter();
        classes.all(|class| is_alive(walls, windows, class))
    });
    all_live
        && (0..windows.len()).all(|number| {
            is_kept(
                board,
                walls,
                windows,
                number,
                answers,
                (effort, &mut *budget),
            )
        })
}
