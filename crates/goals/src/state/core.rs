//! Cores: blocks that can't be kept apart; groups: blocks that may be connected (Klinger, sections 3.5 and 3.6).

use std::rc::Rc;

use super::State;
use super::known::{Core, EyeCount, Link};
use tedomari_board::{Color, Point, PointSet};
use tedomari_solvers::safety::{static_safety, unconditional_life};

/// The most blocks of a core or a group.
const MOST_BLOCKS: usize = 24;

impl State<'_> {
    /// The core of the block on a stone; `None` if there is no stone.
    #[must_use]
    pub fn core(&self, stone: Point) -> Option<Rc<Core>> {
        let name = self.name(stone)?;
        if let Some(known) = self.facts.cores.borrow().get(&name) {
            return Some(Rc::clone(known));
        }
        let color = self.board.color(stone)?;
        let blocks = self.closure(name, |one, other| {
            self.link(one, other) == Some(Link::Joined)
        });
        let mut stones = PointSet::EMPTY;
        for &block in &blocks {
            stones.extend(self.board.stones(block));
        }
        let (eyes, settled) = self.eyes_of(color, &stones);
        let aura = self.aura_of(color, &stones, &settled);
        let n_eyes = EyeCount::of(&eyes, &aura);
        let core = Rc::new(Core {
            color,
            blocks,
            stones,
            eyes,
            aura,
            n_eyes,
        });
        self.facts.cores.borrow_mut().insert(name, Rc::clone(&core));
        Some(core)
    }

    /// The names of the blocks that may be connected with the one on a stone, itself first: those linked by connections
    /// that a rule recognizes and that are not known to be impossible.
    #[must_use]
    pub fn group(&self, stone: Point) -> Vec<Point> {
        let Some(name) = self.name(stone) else {
            return Vec::new();
        };
        self.closure(name, |one, other| {
            self.is_possible(one, other) && self.link(one, other) != Some(Link::Apart)
        })
    }

    /// The blocks that are linked with a block, itself first, over any number of links.
    fn closure(&self, name: Point, is_linked: impl Fn(Point, Point) -> bool) -> Vec<Point> {
        let Some(color) = self.board.color(name) else {
            return Vec::new();
        };
        let mut blocks = vec![name];
        let mut n_done = 0;
        while let Some(&from) = blocks.get(n_done) {
            n_done += 1;
            for other in self.names_near(from, color) {
                if blocks.len() < MOST_BLOCKS && !blocks.contains(&other) && is_linked(from, other)
                {
                    blocks.push(other);
                }
            }
        }
        blocks
    }

    /// The stones of a color that are proved to live without search, whichever side moves first. After a game, superko
    /// may forbid an answer, so that only stones count that need none.
    #[must_use]
    pub fn safe_stones(&self, color: Color) -> PointSet {
        *self.facts.safe[color].get_or_init(|| {
            if self.past.is_empty() {
                static_safety(&self.board, color).stones
            } else {
                unconditional_life(&self.board, color).stones
            }
        })
    }
}
