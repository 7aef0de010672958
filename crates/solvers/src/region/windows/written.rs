//! Windows as lines of a proof of safety, in the format that [`crate::proofcheck::safety`] reads.
//!
//! The checker's own walk through a window calls for the owner's answers, which come from the search of the window. So
//! what is written holds by the checker's rules, which have no pairs: the search goes on without them.

use std::collections::HashSet;

use super::WindowSafety;
use super::plan::{PlannedLink, PlannedWindow, Walls, place};
use super::solver::{Found, Solver};
use super::window::{Placed, Stones};
use crate::base::Budget;
use crate::board::{Point, PointSet};
use crate::proofcheck::Wrong;
use crate::proofcheck::safety::format::{AnswersLine, EyeLine, LinkLine, PASS, WindowLine};
use crate::proofcheck::writing::window::{Place, Plan, Walls as Blocks, WindowStones, walk};
use crate::proofcheck::writing::{Grid, Set};
use crate::region::NoSafetyProof;

/// Most answers in a window: a line of a file has a largest length.
const MOST_ANSWERS: usize = 30_000;

/// A window and the answers in it as lines.
pub(in crate::region) type WindowLines = (WindowLine, AnswersLine);

impl WindowSafety<'_> {
    /// The lines of all windows. A question about a window may take `nodes` nodes once more.
    ///
    /// # Errors
    /// If the answers of a window are not found again, or are too many.
    pub(in crate::region) fn written(
        &self,
        nodes: u64,
        budget: &mut Budget,
    ) -> Result<Vec<WindowLines>, NoSafetyProof> {
        let assembly = &self.assembly;
        let (board, walls) = (assembly.board, &assembly.walls);
        let size = board.size();
        let Some(grid) = Grid::new(size.width().into(), size.height().into()) else {
            return Ok(Vec::new());
        };
        let mut plan = Plan::new(blocks(grid, self), Set::EMPTY);
        let mut lines = Vec::new();
        for planned in &assembly.windows {
            let line = window_line(walls, planned);
            plan.add(&line).map_err(|_| missing(&planned.points))?;
            lines.push(line);
        }
        let mut written = Vec::new();
        for (number, line) in lines.into_iter().enumerate() {
            let planned = &assembly.windows[number];
            let placed = place(board, walls, &assembly.windows, number);
            let (placed, duties) = placed.ok_or_else(|| missing(&planned.points))?;
            let nodes = placed.nodes(nodes);
            let mut solver = Solver::new(&placed.window, &duties).without_pairs();
            if solver.solve(placed.start, &mut budget.renewed(nodes)) != Found::Kept {
                return Err(missing(&planned.points));
            }
            let blocks = &plan.walls().blocks;
            let recorder = Recorder {
                places: Place::new(grid, plan.points(number), blocks, board.allows_suicide()),
                placed: &placed,
                solver,
                nodes,
                reached: HashSet::new(),
                answers: Vec::new(),
            };
            let answers = recorder.record(&plan, number, budget)?;
            written.push((line, AnswersLine { answers }));
        }
        Ok(written)
    }
}

fn missing(points: &PointSet) -> NoSafetyProof {
    NoSafetyProof::Answers(points.first().unwrap_or(Point::new(0, 0)))
}

/// The number of a point for the checker.
fn number(grid: &Grid, point: Point) -> Option<usize> {
    grid.at(point.x().into(), point.y().into())
}

/// The walls for the checker.
fn blocks(grid: Grid, safety: &WindowSafety<'_>) -> Blocks {
    let (board, walls) = (safety.assembly.board, &safety.assembly.walls);
    let stones = |head: Point| -> Set {
        let stones = board.stones(head);
        stones.filter_map(|stone| number(&grid, stone)).collect()
    };
    let numbered = walls.heads.iter().zip(&walls.is_immortal);
    let kept = numbered.filter(|(head, _)| walls.stones.contains(**head));
    let kept: Vec<(Set, bool)> = kept.map(|(&head, &lives)| (stones(head), lives)).collect();
    let immortal = kept.iter().filter(|(_, lives)| *lives);
    Blocks {
        grid,
        immortal: immortal.fold(Set::EMPTY, |all, &(block, _)| all | block),
        blocks: kept.into_iter().map(|(block, _)| block).collect(),
    }
}

/// A window as a line.
fn window_line(walls: &Walls, planned: &PlannedWindow) -> WindowLine {
    let names = |points: &PointSet| points.iter().map(|point| point.to_string()).collect();
    let heads = |ids: &Vec<u16>| -> Vec<String> {
        let heads = ids.iter().map(|&id| walls.heads[usize::from(id)]);
        heads.map(|head| head.to_string()).collect()
    };
    let link = |link: &PlannedLink| LinkLine {
        order: link.number,
        ends: link.ends.iter().map(heads).collect(),
    };
    let eyes = planned.eyes.iter().map(|eye| EyeLine {
        walls: heads(&eye.walls),
        double: eye.is_double,
    });
    WindowLine {
        window: names(&planned.points),
        links: planned.links.iter().map(link).collect(),
        eyes: eyes.collect(),
        territory: names(&planned.territory),
    }
}

/// Finds the answers in a window.
struct Recorder<'a> {
    places: Place,
    placed: &'a Placed,
    solver: Solver<'a>,
    nodes: u64,
    /// Positions after answers that were given.
    reached: HashSet<Stones>,
    answers: Vec<String>,
}

impl Recorder<'_> {
    /// The answers in the order in which the checker's walk needs them.
    fn record(
        mut self,
        plan: &Plan,
        number: usize,
        budget: &mut Budget,
    ) -> Result<String, NoSafetyProof> {
        let place = self.places.clone();
        let start = WindowStones {
            own: self.set(self.placed.start.own),
            other: self.set(self.placed.start.other),
        };
        let walked = walk(&place, &plan.duties(number), start, |question| {
            if budget.check().is_err() {
                return Err(Wrong::OutOfTime);
            }
            let stones = Stones {
                own: self.mask(question.stones.own),
                other: self.mask(question.stones.other),
            };
            let (next, answer) = self
                .answer(stones, question.may_pass, budget)
                .ok_or(Wrong::Unknown)?;
            if self.answers.len() >= MOST_ANSWERS {
                return Err(Wrong::TooLong);
            }
            self.reached.insert(next);
            let point = answer.map(|index| self.placed.points[usize::from(index)]);
            let name = point.map_or_else(|| PASS.to_owned(), |point| point.to_string());
            self.answers.push(name);
            Ok(point.and_then(|point| self::number(&place.grid, point)))
        });
        match walked.map_err(|fault| fault.wrong) {
            Ok(_) => Ok(self.answers.join(" ")),
            Err(Wrong::TooLong) => Err(NoSafetyProof::TooLarge),
            Err(_) => {
                budget.check()?;
                Err(NoSafetyProof::Answers(self.placed.points[0]))
            }
        }
    }

    /// The owner's answer: one that settles the window, one that leads to a position that was reached before, or any
    /// that is proved.
    fn answer(
        &mut self,
        stones: Stones,
        may_pass: bool,
        budget: &Budget,
    ) -> Option<(Stones, Option<u8>)> {
        let choices = self.solver.choices(stones, may_pass);
        let mut found = choices
            .iter()
            .find(|(next, _)| self.solver.is_settled(*next));
        found = found.or_else(|| choices.iter().find(|(next, _)| self.reached.contains(next)));
        found = found.or_else(|| {
            choices
                .iter()
                .find(|(next, _)| self.solver.is_proved(*next))
        });
        if let Some(&found) = found {
            return Some(found);
        }
        choices.into_iter().find(|&(next, _)| {
            self.solver.solve(next, &mut budget.renewed(self.nodes)) == Found::Kept
        })
    }

    fn set(&self, mask: u64) -> Set {
        let points = (0..self.placed.points.len()).filter(|n| mask >> n & 1 != 0);
        let points = points.filter_map(|n| number(&self.places.grid, self.placed.points[n]));
        points.collect()
    }

    fn mask(&self, set: Set) -> u64 {
        let points = self.placed.points.iter().enumerate();
        let inside = points.filter(|(_, point)| {
            number(&self.places.grid, **point).is_some_and(|point| set.has(point))
        });
        inside.fold(0, |mask, (n, _)| mask | 1 << n)
    }
}
