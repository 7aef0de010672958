//! Windows as lines of a proof of safety, in the format that [`crate::proofcheck::safety`] reads.
//!
//! The checker's own walk through a window calls for the owner's answers, which come from the search of the window. It
//! ends at positions that pairs hold.

use std::collections::{HashMap, HashSet};

use super::super::region_board::bits;
use super::pairs::AreaPairs;
use super::plan::{PlannedLink, PlannedWindow, Walls, place};
use super::solver::{Found, Solver};
use super::window::{Placed, Stones};
use super::{WindowMemory, WindowSafety};
use crate::base::{Budget, Stop};
use crate::board::{Point, PointSet};
use crate::proofcheck::Wrong;
use crate::proofcheck::safety::format::{
    AnswersLine, EyeLine, HELD, LinkLine, PASS, PairedLine, WindowLine,
};
use crate::proofcheck::writing::window::{
    Given, Paired, Place, Plan, Walls as Blocks, WindowStones, walk,
};
use crate::proofcheck::writing::{Grid, Set};

/// Most answers in a window: a file has to be checked in a memory of a common size.
const MOST_ANSWERS: usize = 50_000;

/// Most bytes of the answers in a line, and of the paired areas: a line of a file has a largest length.
const MOST_BYTES: usize = 60_000;

/// A window and the answers in it as lines.
pub(in crate::region) type WindowLines = (WindowLine, Vec<AnswersLine>);

impl WindowSafety<'_> {
    /// The lines of all windows; nothing if one can't be written, which counts as not kept in the `memory` from then
    /// on. A question about a window may take as many nodes once more as it took.
    ///
    /// # Errors
    /// If the budget ends.
    pub(in crate::region) fn written(
        &self,
        memory: &mut WindowMemory,
        budget: &mut Budget,
    ) -> Result<Option<Vec<WindowLines>>, Stop> {
        let assembly = &self.assembly;
        let (board, walls) = (assembly.board, &assembly.walls);
        let size = board.size();
        let Some(grid) = Grid::new(size.width().into(), size.height().into()) else {
            return Ok(None);
        };
        let mut plan = Plan::new(blocks(grid, self), Set::EMPTY);
        let mut lines = Vec::new();
        for planned in &assembly.windows {
            let line = window_line(walls, planned);
            if plan.add(&line).is_err() {
                return Ok(None);
            }
            lines.push(line);
        }
        let mut written = Vec::new();
        for (number, mut line) in lines.into_iter().enumerate() {
            let Some((placed, duties)) = place(board, walls, &assembly.windows, number) else {
                return Ok(None);
            };
            let nodes = assembly.effort.for_window(&placed);
            let blocks = &plan.walls().blocks;
            let mut recorder = Recorder {
                places: Place::new(grid, plan.points(number), blocks, board.allows_suicide()),
                placed: &placed,
                solver: Solver::new(&placed.window, &duties),
                nodes,
                reached: HashSet::new(),
                words: Vec::new(),
                areas: Vec::new(),
                numbers: HashMap::new(),
            };
            let Some(answers) = recorder.record(&plan, number, budget)? else {
                memory.answers.refuse(&placed, &duties);
                return Ok(None);
            };
            line.lines = answers.len();
            written.push((line, answers));
        }
        Ok(Some(written))
    }
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
        lines: 1,
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
    words: Vec<String>,
    /// The paired areas, and the number of each.
    areas: Vec<PairedLine>,
    numbers: HashMap<AreaPairs, usize>,
}

impl Recorder<'_> {
    /// The answers in the order in which the checker's walk needs them; nothing if they are not found again, or are too
    /// many.
    fn record(
        &mut self,
        plan: &Plan,
        number: usize,
        budget: &mut Budget,
    ) -> Result<Option<Vec<AnswersLine>>, Stop> {
        let place = self.places.clone();
        let first = self.placed.start;
        if self.solver.solve(first, &mut budget.renewed(self.nodes)) != Found::Kept {
            budget.check()?;
            return Ok(None);
        }
        let start = WindowStones {
            own: self.set(first.own),
            other: self.set(first.other),
        };
        let (held, at_start) = if self.solver.is_settled(first) {
            (String::new(), Vec::new())
        } else {
            self.held(first)
        };
        self.words.extend((!held.is_empty()).then_some(held));
        self.reached.insert(first);
        let walked = walk(
            &place,
            &plan.duties(number),
            (start, &at_start),
            |question| {
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
                if self.words.len() >= MOST_ANSWERS {
                    return Err(Wrong::TooLong);
                }
                let is_new = self.reached.insert(next) && !self.solver.is_settled(next);
                let (held, paired) = if is_new {
                    self.held(next)
                } else {
                    (String::new(), Vec::new())
                };
                let point = answer.map(|index| self.placed.points[usize::from(index)]);
                let name = point.map_or_else(|| PASS.to_owned(), |point| point.to_string());
                self.words.push(name + &held);
                Ok(Given {
                    point: point.and_then(|point| self::number(&place.grid, point)),
                    paired,
                })
            },
        );
        budget.check()?;
        let areas = std::mem::take(&mut self.areas);
        Ok(walked.is_ok().then(|| answer_lines(&self.words, areas)))
    }

    /// What holds a position by pairs: the end of a word, and the areas; nothing if no pairs do.
    fn held(&mut self, stones: Stones) -> (String, Vec<Paired>) {
        let areas = self.solver.pairs(stones).unwrap_or_default().to_vec();
        let mut numbers = Vec::new();
        for area in areas {
            let number = self.areas.len();
            let known = *self.numbers.entry(area.clone()).or_insert(number);
            if known == number {
                self.areas.push(self.area_line(&area));
            }
            numbers.push(known);
        }
        if numbers.is_empty() {
            return (String::new(), Vec::new());
        }
        let lines = numbers.iter().map(|&number| &self.areas[number]);
        let paired = lines.filter_map(|line| Paired::read(&self.places.grid, line));
        let texts: Vec<String> = numbers.iter().map(ToString::to_string).collect();
        (format!("{HELD}{}", texts.join(",")), paired.collect())
    }

    /// An area with pairs as a line has it.
    fn area_line(&self, area: &AreaPairs) -> PairedLine {
        let names = |mask: u64| -> Vec<String> {
            let points = bits(mask).map(|index| self.placed.points[usize::from(index)]);
            points.map(|point| point.to_string()).collect()
        };
        let pairs = area.pairs.iter().filter_map(|&pair| {
            let mut names = names(pair).into_iter();
            Some((names.next()?, names.next()?))
        });
        let has_territory = area.area & self.solver.duties.territory != 0;
        PairedLine {
            at: names(area.area & area.area.wrapping_neg()).concat(),
            pairs: pairs.collect(),
            count: area.n_eyes,
            spots: names(area.spots),
            granted: names(if has_territory { area.granted } else { 0 }),
        }
    }

    /// The owner's answer: one that settles the window, one that leads to a position that was reached before, one to a
    /// position that pairs hold, or any that is proved.
    fn answer(
        &mut self,
        stones: Stones,
        may_pass: bool,
        budget: &Budget,
    ) -> Option<(Stones, Option<u8>)> {
        let choices = self.solver.choices(stones, may_pass);
        let first = |is_good: &dyn Fn(Stones) -> bool| {
            choices.iter().find(|&&(next, _)| is_good(next)).copied()
        };
        let found = first(&|next| self.solver.is_settled(next))
            .or_else(|| first(&|next| self.reached.contains(&next)))
            .or_else(|| first(&|next| self.solver.pairs(next).is_some()))
            .or_else(|| first(&|next| self.solver.is_proved(next)));
        if found.is_some() {
            return found;
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

/// The lines of some answers and of the areas that they name.
fn answer_lines(words: &[String], areas: Vec<PairedLine>) -> Vec<AnswersLine> {
    let mut lines = vec![AnswersLine::default()];
    for word in words {
        if lines
            .last()
            .is_some_and(|line| line.answers.len() > MOST_BYTES)
        {
            lines.push(AnswersLine::default());
        }
        if let Some(line) = lines.last_mut() {
            let space = if line.answers.is_empty() { "" } else { " " };
            line.answers.extend([space, word]);
        }
    }
    let (mut at, mut n_bytes) = (0, 0);
    for area in areas {
        if n_bytes > MOST_BYTES {
            (at, n_bytes) = (at + 1, 0);
        }
        if at == lines.len() {
            lines.push(AnswersLine::default());
        }
        n_bytes += serde_json::to_string(&area).map_or(0, |text| text.len());
        lines[at].paired.push(area);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Color};

    #[test]
    fn a_window_that_is_not_written_is_not_chosen_again() {
        let diagram = ". . . . X\nX X X X X\nO O O O O\nO . O . O";
        let board: Board = diagram.parse().unwrap();
        let mut memory = WindowMemory::default();
        let choose = |memory: &mut WindowMemory| {
            let mut budget = Budget::nodes(1_000_000);
            WindowSafety::new(&board, Color::Black, 1_000, memory, &mut budget)
        };
        let first = choose(&mut memory);
        let mut budget = Budget::nodes(1_000_000);
        let lines = first.written(&mut memory, &mut budget).unwrap();
        assert!(lines.is_some_and(|lines| !lines.is_empty()));
        let assembly = &first.assembly;
        let (placed, duties) = place(&board, &assembly.walls, &assembly.windows, 0).unwrap();
        memory.answers.refuse(&placed, &duties);
        let second = choose(&mut memory);
        assert!(!second.assembly.windows.contains(&assembly.windows[0]));
    }

    #[test]
    fn long_answers_go_to_several_lines() {
        let words: Vec<String> = (0..MOST_BYTES).map(|n| format!("A{}", n % 9 + 1)).collect();
        let area = |n: usize| PairedLine {
            at: format!("B{n}"),
            pairs: vec![("A1".to_owned(), "A2".to_owned())],
            count: None,
            spots: Vec::new(),
            granted: Vec::new(),
        };
        let areas: Vec<PairedLine> = (0..5_000).map(area).collect();
        let lines = answer_lines(&words, areas);
        let bytes = |line: &AnswersLine| serde_json::to_string(line).map_or(0, |text| text.len());
        assert!(lines.len() >= 3 && lines.iter().all(|line| bytes(line) < 1 << 17));
        let texts: Vec<&str> = lines.iter().map(|line| line.answers.as_str()).collect();
        let together = texts.join(" ");
        assert!(together.split_whitespace().eq(&words));
        let paired = lines.iter().flat_map(|line| &line.paired);
        assert!(
            paired
                .map(|line| &line.at)
                .eq(&(0..5_000).map(|n| format!("B{n}")).collect::<Vec<_>>())
        );
    }
}
