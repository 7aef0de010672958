//! What the promises of all windows make of the walls.
//!
//! Links come in an order. At first each wall is a class of its own; the ends of a link are classes at its time, and
//! one class from then on. A class lives if one of its walls does, or if it has eyes in two windows, or a double eye;
//! an eye for some walls of a class is one for the class. If all classes live, no wall is ever taken.

use super::duty::{Duties, Eye, LinkEnd, Standing};
use crate::board::set;
use crate::fault::WindowError;
use crate::grid::Grid;
use crate::safety::format::{EyeLine, LinkLine, WindowLine};
use crate::set::Set;

/// Eyes that a class needs.
const ENOUGH: usize = 2;

/// Most links and most eyes of a window.
pub(crate) const MOST_DUTIES: usize = 64;

/// The walls of the owner.
#[derive(Clone, Debug)]
pub struct Walls {
    /// The points of the board.
    pub grid: Grid,
    /// The blocks.
    pub blocks: Vec<Set>,
    /// Stones that live without windows.
    pub immortal: Set,
}

/// A link of walls, each end by its stones.
#[derive(Clone, Debug)]
struct Link {
    order: usize,
    ends: Vec<Set>,
}

/// A window with its promises.
#[derive(Clone, Debug)]
struct Window {
    points: Set,
    links: Vec<Link>,
    eyes: Vec<Eye>,
    territory: Set,
}

/// All windows, disjoint and beside the walls.
#[derive(Clone, Debug)]
pub struct Plan {
    walls: Walls,
    windows: Vec<Window>,
    /// The points that no further window may use.
    taken: Set,
}

impl Walls {
    fn all(&self) -> Set {
        self.blocks
            .iter()
            .fold(Set::EMPTY, |all, &block| all | block)
    }

    /// The stones of walls, each named by one of them.
    fn named(&self, names: &[String]) -> Result<Set, WindowError> {
        let mut walls = Set::EMPTY;
        for name in names {
            let point = self.grid.point(name);
            let mut blocks = self.blocks.iter();
            let block = point.and_then(|point| blocks.find(|block| block.has(point)));
            let block = block.filter(|block| !block.meets(walls));
            walls |= *block.ok_or_else(|| WindowError::Wall(name.clone()))?;
        }
        if walls.is_empty() {
            return Err(WindowError::NoWall);
        }
        Ok(walls)
    }

    fn link(&self, line: &LinkLine) -> Result<Link, WindowError> {
        let ends = line.ends.iter().map(|end| self.named(end));
        Ok(Link {
            order: line.order,
            ends: ends.collect::<Result<_, _>>()?,
        })
    }

    fn eye(&self, line: &EyeLine) -> Result<Eye, WindowError> {
        Ok(Eye {
            walls: self.named(&line.walls)?,
            is_double: line.double,
        })
    }
}

impl Window {
    /// How many eyes it gives a class.
    fn n_eyes(&self, class: Set) -> usize {
        let own = self.eyes.iter().filter(|eye| eye.walls.is_within(class));
        let counts = own.map(|eye| if eye.is_double { 2 } else { 1 });
        counts.max().unwrap_or(0)
    }
}

impl Plan {
    /// A plan without windows. No window may use a point of `used`.
    #[must_use]
    pub fn new(walls: Walls, used: Set) -> Self {
        Self {
            taken: used | walls.all(),
            walls,
            windows: Vec::new(),
        }
    }

    /// Adds a window.
    ///
    /// # Errors
    /// If its points serve something else, or a link or an eye names no walls.
    pub fn add(&mut self, line: &WindowLine) -> Result<(), WindowError> {
        let grid = &self.walls.grid;
        let points = set(grid, &line.window).map_err(|_| WindowError::Points)?;
        if points.is_empty() || points.meets(self.taken) {
            return Err(WindowError::Points);
        }
        if line.links.len().max(line.eyes.len()) > MOST_DUTIES {
            return Err(WindowError::TooMany);
        }
        let territory = set(grid, &line.territory).map_err(|_| WindowError::Territory)?;
        // Without walls nothing encloses a territory.
        let has_walls = !self.walls.blocks.is_empty();
        if !territory.is_within(points) || !(has_walls || territory.is_empty()) {
            return Err(WindowError::Territory);
        }
        let links = line.links.iter().map(|line| self.walls.link(line));
        let eyes = line.eyes.iter().map(|line| self.walls.eye(line));
        self.windows.push(Window {
            points,
            links: links.collect::<Result<_, _>>()?,
            eyes: eyes.collect::<Result<_, _>>()?,
            territory,
        });
        self.taken |= points;
        Ok(())
    }

    /// The walls.
    #[must_use]
    pub const fn walls(&self) -> &Walls {
        &self.walls
    }

    /// The points of a window, counted from zero in the order in which windows were added.
    ///
    /// # Panics
    /// If there is no such window.
    #[must_use]
    pub fn points(&self, number: usize) -> Set {
        self.windows[number].points
    }

    /// The points of all windows.
    pub(crate) fn all_points(&self) -> Set {
        let windows = self.windows.iter();
        windows.fold(Set::EMPTY, |all, window| all | window.points)
    }

    /// All points that windows keep as territory.
    pub(crate) fn territory(&self) -> Set {
        let windows = self.windows.iter();
        windows.fold(Set::EMPTY, |all, window| all | window.territory)
    }

    /// The promises of a window, counted in the same way.
    ///
    /// # Panics
    /// If there is no such window.
    #[must_use]
    pub fn duties(&self, number: usize) -> Duties {
        let window = &self.windows[number];
        let end = |&walls: &Set| LinkEnd {
            walls,
            standing: self.standing(walls, number),
        };
        let links = window.links.iter();
        Duties {
            links: links
                .map(|link| link.ends.iter().map(end).collect())
                .collect(),
            eyes: window.eyes.clone(),
            territory: window.territory,
        }
    }

    fn is_alive(&self, class: Set) -> bool {
        let counts = self.windows.iter().map(|window| window.n_eyes(class));
        class.meets(self.walls.immortal) || counts.sum::<usize>() >= ENOUGH
    }

    /// What a class has in other windows.
    fn standing(&self, class: Set, own: usize) -> Standing {
        if self.is_alive(class) {
            return Standing::Alive;
        }
        let mut windows = self.windows.iter().enumerate();
        if windows.any(|(number, window)| number != own && window.n_eyes(class) > 0) {
            Standing::Anchored
        } else {
            Standing::Alone
        }
    }

    /// Makes sure that the links are in order, and that all classes live.
    pub(crate) fn check_classes(&self) -> Result<(), WindowError> {
        let mut links: Vec<&Link> = self
            .windows
            .iter()
            .flat_map(|window| &window.links)
            .collect();
        links.sort_by_key(|link| link.order);
        let is_twice = |pair: &[&Link]| pair[0].order == pair[1].order;
        if let Some(pair) = links.windows(2).find(|pair| is_twice(pair)) {
            return Err(WindowError::Order(pair[0].order));
        }
        let mut classes = self.walls.blocks.clone();
        for link in links {
            let mut joined = Set::EMPTY;
            for end in &link.ends {
                let own = classes.iter().position(|class| class == end);
                let own = own.ok_or(WindowError::End(link.order))?;
                joined |= classes.swap_remove(own);
            }
            classes.push(joined);
        }
        let dying = classes.into_iter().find(|&class| !self.is_alive(class));
        let name = dying
            .and_then(Set::first)
            .map(|point| self.walls.grid.name(point));
        name.map_or(Ok(()), |name| Err(WindowError::TooFew(name)))
    }
}
