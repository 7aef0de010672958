//! Checks a proof of safety: the pairs, then the regions step by step, then the windows.

use std::io::BufRead;

use super::format::{
    AnswersLine, HELD, Keeps, PASS, PairedLine, RegionLine, SafetyHeader, StepLine, VERSION,
    WindowLine,
};
use super::pairs::Ground;
use super::part::{Part, RegionState};
use super::walk::{Hold, Pages, StrategyWalk};
use super::windows::paired::Paired;
use super::windows::place::{Place, WindowStones};
use super::windows::plan::{Plan, Walls};
use super::windows::walk::{Given, walk};
use crate::board::{board, points, set};
use crate::fault::{CheckError, Fault, StepError, WindowError, Wrong};
use crate::format::{Next, NodeLine, Side, Start};
use crate::grid::Grid;
use crate::lines::Lines;
use crate::set::Set;

/// Memory that the line of a window takes for each byte of its text: a set of points for each name at most.
const WINDOW_BYTES_OF_BYTE: u64 = 50;

/// Memory that each answer in a window takes, in bytes: positions in the tables of the walk.
const ANSWER_BYTES: u64 = 1_000;

/// The shortest answer with the space after it, in bytes.
const ANSWER_LENGTH: u64 = 2;

/// What a valid proof of safety shows.
#[derive(Clone, Debug)]
pub struct Safe {
    /// The position, and what is safe.
    pub header: SafetyHeader,
    /// Nodes of all strategies.
    pub n_nodes: usize,
    /// Positions of all windows that need answers.
    pub n_positions: usize,
}

/// What is known to be safe so far.
#[derive(Clone, Debug)]
pub(crate) struct SafeSoFar {
    ground: Ground,
    /// Stones that are never taken.
    pub(crate) stones: Set,
    /// Points in which the other color gets no two eyes.
    pub(crate) territory: Set,
    /// Regions that something rests on.
    pub(crate) used: Set,
    /// Points of them on which it rests.
    rests_on: Set,
}

/// A region of a step.
struct StepRegion {
    part: Part,
    state: RegionState,
    keeps: Option<Keeps>,
}

impl StepRegion {
    /// The walls for which the region is an eye.
    fn serves(&self, grid: &Grid, wall: Set) -> bool {
        let is_eye = || self.part.empty(&self.state).is_within(grid.spread(wall));
        wall.meets(grid.spread(self.part.region)) && (self.keeps.is_some() || is_eye())
    }
}

/// Checks a proof whose lines were not read yet.
pub(crate) fn check_safety(lines: &mut Lines<impl BufRead>) -> Result<Safe, CheckError> {
    let header: SafetyHeader = lines.expect()?;
    if header.version != VERSION {
        return Err(CheckError::Version(header.version));
    }
    let (grid, black, white) = board(header.width, header.height, &header.black, &header.white)?;
    let stones = match header.color {
        Side::Black => (black, white),
        Side::White => (white, black),
    };
    let mut known = if header.suicide {
        SafeSoFar::nothing(grid, stones, &header)?
    } else {
        SafeSoFar::by_pairs(grid, stones, &header.pairs, &header.apart)?
    };
    let n_nodes = known.steps(header.steps, lines)?;
    let (said, territory) = (set(&grid, &header.stones)?, set(&grid, &header.territory)?);
    let n_positions = if header.windows > 0 {
        known.windows(header.windows, said, header.suicide, lines)?
    } else {
        0
    };
    lines.end()?;
    let missing = (said - known.stones) | (territory - known.territory);
    if let Some(point) = missing.first() {
        return Err(CheckError::NotSafe(grid.name(point)));
    }
    Ok(Safe {
        header,
        n_nodes,
        n_positions,
    })
}

impl SafeSoFar {
    /// What the pairs keep safe without the points of `apart`; `stones` are those of the owner and of the other color.
    pub(crate) fn by_pairs(
        grid: Grid,
        stones: (Set, Set),
        pairs: &[(String, String)],
        apart: &[String],
    ) -> Result<Self, CheckError> {
        let ground = Ground::new(grid, stones.0, stones.1);
        let pair = |(p, q): &(String, String)| Some([grid.point(p)?, grid.point(q)?]);
        let pairs: Option<Vec<[usize; 2]>> = pairs.iter().map(pair).collect();
        let apart = set(&grid, apart)?;
        let kept = pairs.and_then(|pairs| ground.kept(&pairs, apart));
        let kept = kept.ok_or(CheckError::Pairs)?;
        Ok(Self {
            ground,
            stones: kept.stones,
            territory: kept.territory,
            used: kept.used,
            rests_on: kept.rests_on,
        })
    }

    /// What a side holds in a proof of a score or of its bounds, by the pairs of its first line and the steps and
    /// windows that follow; and the number of their nodes. Suicide is forbidden.
    pub(crate) fn held(
        grid: Grid,
        stones: (Set, Set),
        pairs: &[(String, String)],
        (n_steps, n_windows): (usize, usize),
        walls: &[String],
        lines: &mut Lines<impl BufRead>,
    ) -> Result<(Self, usize), CheckError> {
        let mut known = Self::by_pairs(grid, stones, pairs, &[])?;
        let mut n_nodes = known.steps(n_steps, lines)?;
        let walls = set(&grid, walls)?;
        if n_windows > 0 {
            n_nodes += known.windows(n_windows, walls, false, lines)?;
        }
        Ok((known, n_nodes))
    }

    /// Nothing yet, where suicide is allowed: pairs and steps are for rules without it.
    fn nothing(grid: Grid, stones: (Set, Set), header: &SafetyHeader) -> Result<Self, CheckError> {
        if !header.pairs.is_empty() || !header.apart.is_empty() || header.steps > 0 {
            let wrong = "where suicide is allowed, only windows are known";
            return Err(CheckError::Question(wrong));
        }
        Ok(Self {
            ground: Ground::new(grid, stones.0, stones.1),
            stones: Set::EMPTY,
            territory: Set::EMPTY,
            used: Set::EMPTY,
            rests_on: Set::EMPTY,
        })
    }

    /// Checks so many steps, and adds what they make safe; the number of their nodes.
    pub(crate) fn steps(
        &mut self,
        n_steps: usize,
        lines: &mut Lines<impl BufRead>,
    ) -> Result<usize, CheckError> {
        (1..=n_steps).try_fold(0, |n_nodes, step| Ok(n_nodes + self.step(step, lines)?))
    }

    /// Checks a step, and adds what it makes safe; the number of its nodes.
    fn step(&mut self, step: usize, lines: &mut Lines<impl BufRead>) -> Result<usize, CheckError> {
        let line: StepLine = lines.expect()?;
        let fault = |error| CheckError::Step { step, error };
        if line.regions == 0 || (line.regions > 1) != line.together {
            return Err(fault(StepError::Number));
        }
        let mut regions = Vec::new();
        let mut n_nodes = 0;
        for number in 1..=line.regions {
            let region: RegionLine = lines.expect()?;
            n_nodes += region.nodes;
            // At most what the file holds is read, whatever the number is.
            let nodes: Vec<NodeLine> = lines.nodes(region.nodes).collect::<Result<_, _>>()?;
            let region = self.region(&region, nodes, line.together, number);
            regions.push(region.map_err(fault)?);
        }
        self.add(&regions, line.together).map_err(fault)?;
        Ok(n_nodes)
    }

    /// Checks a region of a step. The region counts as used from then on.
    fn region(
        &mut self,
        line: &RegionLine,
        nodes: Vec<NodeLine>,
        is_together: bool,
        number: usize,
    ) -> Result<StepRegion, StepError> {
        let grid = self.ground.grid;
        let region = points(&grid, &line.region).ok_or(StepError::Region)?;
        let region: Set = region.into_iter().collect();
        let stones = (self.ground.own, self.ground.other);
        let elsewhere = usize::from(is_together);
        let part = Part::new(grid, stones, region, self.stones, elsewhere);
        let (part, state) = part.ok_or(StepError::Region)?;
        // The whole of a board without own stones is enclosed by nothing.
        if part.walls().is_empty() {
            return Err(StepError::Region);
        }
        // What the pairs show about a territory holds only if the owner makes no other play there.
        if region.meets(self.used | self.territory) {
            return Err(StepError::Twice);
        }
        self.used |= region;
        self.rests_on |= region;
        let strategy = |fault| StepError::Strategy {
            region: number,
            fault,
        };
        let at_first = |wrong| Fault {
            line: Vec::new(),
            wrong,
        };
        if let Some(keeps) = line.keeps {
            let pages = Pages::new(&grid, nodes.into_iter());
            let pages = pages.map_err(|wrong| strategy(at_first(wrong)))?;
            let hold = Hold {
                part: part.clone(),
                and_region: keeps == Keeps::Territory,
            };
            let start = Start::Refuter(line.start.unwrap_or(Next::Node(0)));
            let walk = StrategyWalk::new(&hold, pages);
            walk.run(&start, &state).map_err(strategy)?;
        } else if !nodes.is_empty() {
            return Err(StepError::NoEye);
        }
        Ok(StepRegion {
            part,
            state,
            keeps: line.keeps,
        })
    }

    /// Adds what the regions of a step make safe.
    fn add(&mut self, regions: &[StepRegion], is_together: bool) -> Result<(), StepError> {
        let grid = self.ground.grid;
        let mut fresh = Set::EMPTY;
        for wall in regions.iter().flat_map(|region| region.part.walls()) {
            let serving = regions.iter().filter(|region| region.serves(&grid, wall));
            let n_serving = serving.count();
            let is_held = match (is_together, regions) {
                _ if wall.meets(self.stones) => true,
                (true, _) => n_serving >= 2,
                (false, [region]) => region.keeps.is_some(),
                (false, _) => false,
            };
            if !is_held {
                let name = wall.first().map(|point| grid.name(point));
                return Err(StepError::TooFew(name.unwrap_or_default()));
            }
            fresh |= wall;
        }
        self.stones |= fresh;
        for region in regions {
            let is_eye = || {
                region
                    .part
                    .walls()
                    .iter()
                    .any(|&wall| region.serves(&grid, wall))
            };
            match region.keeps {
                Some(Keeps::Territory) => self.territory |= region.part.region,
                Some(Keeps::Blocks) => {}
                None if is_eye() => self.territory |= region.part.region,
                None => return Err(StepError::NoEye),
            }
        }
        Ok(())
    }

    /// Checks so many windows whose walls are the blocks of `said`, and adds what they make safe; the number of
    /// positions that need answers.
    pub(crate) fn windows(
        &mut self,
        n_windows: usize,
        said: Set,
        suicide: bool,
        lines: &mut Lines<impl BufRead>,
    ) -> Result<usize, CheckError> {
        let mut plan = self.plan(said);
        lines.forget();
        let mut n_lines = Vec::new();
        for window in 1..=n_windows {
            let line: WindowLine = lines.charged(WINDOW_BYTES_OF_BYTE, 0)?;
            n_lines.push(line.lines);
            let added = plan.add(&line);
            added.map_err(|error| CheckError::Window { window, error })?;
        }
        plan.check_classes().map_err(CheckError::Windows)?;
        let mut n_positions = 0;
        for (window, n_lines) in (1..).zip(n_lines) {
            lines.forget();
            let (mut words, mut paired) = (String::new(), Vec::new());
            for _ in 0..n_lines {
                let line: AnswersLine = lines.charged(ANSWER_BYTES / ANSWER_LENGTH, 0)?;
                words.extend([&line.answers, " "]);
                paired.extend(line.paired);
            }
            let walked = self.window(&plan, window - 1, suicide, (&words, &paired));
            n_positions += walked.map_err(|fault| CheckError::Window {
                window,
                error: WindowError::Strategy(fault),
            })?;
        }
        let walls = plan.walls().blocks.iter();
        self.stones = walls.fold(self.stones, |all, &wall| all | wall);
        self.territory |= plan.territory();
        self.used |= plan.all_points();
        self.rests_on |= plan.all_points();
        Ok(n_positions)
    }

    /// All points on which the owner answers: eyes, pairs, regions, windows and territory.
    pub(crate) fn answers(&self) -> Set {
        self.rests_on | self.territory
    }

    /// A plan for windows beside what is known, with the blocks of some stones as walls.
    pub(crate) fn plan(&self, said: Set) -> Plan {
        let blocks = self.ground.blocks.iter();
        let walls = Walls {
            grid: self.ground.grid,
            blocks: blocks.copied().filter(|block| block.meets(said)).collect(),
            immortal: self.stones,
        };
        Plan::new(walls, self.rests_on | self.territory)
    }

    /// Walks through a window with the owner's answers; the number of positions that need one.
    fn window(
        &self,
        plan: &Plan,
        number: usize,
        suicide: bool,
        (words, paired): (&str, &[PairedLine]),
    ) -> Result<usize, Fault> {
        let grid = self.ground.grid;
        let at_first = |wrong| Fault {
            line: Vec::new(),
            wrong,
        };
        let paired = paired.iter().map(|line| Paired::read(&grid, line));
        let paired: Option<Vec<Paired>> = paired.collect();
        let paired = paired.ok_or_else(|| at_first(Wrong::Held))?;
        let mut words = words.split_ascii_whitespace().peekable();
        let first = words.next_if(|word| word.starts_with(HELD));
        let at_start = first.map_or(Ok(Vec::new()), |word| held(&word[1..], &paired));
        let at_start = at_start.map_err(at_first)?;
        let (place, start) = self.place(plan, number, suicide);
        let duties = plan.duties(number);
        let positions = walk(&place, &duties, (start, &at_start), |_| {
            given(&grid, words.next().ok_or(Wrong::NoAnswer)?, &paired)
        })?;
        match words.count() {
            0 => Ok(positions),
            n_unused => Err(at_first(Wrong::UnusedAnswers(n_unused))),
        }
    }

    /// A window of a plan on the board, and what stands in it.
    pub(crate) fn place(&self, plan: &Plan, number: usize, suicide: bool) -> (Place, WindowStones) {
        let points = plan.points(number);
        let start = WindowStones {
            own: self.ground.own & points,
            other: self.ground.other & points,
        };
        let walls = &plan.walls().blocks;
        (Place::new(self.ground.grid, points, walls, suicide), start)
    }
}

/// The answer that a word gives.
fn given(grid: &Grid, word: &str, paired: &[Paired]) -> Result<Given, Wrong> {
    let (name, numbers) = match word.split_once(HELD) {
        Some((name, numbers)) => (name, Some(numbers)),
        None => (word, None),
    };
    let point = match name {
        PASS => None,
        name => Some(
            grid.point(name)
                .ok_or_else(|| Wrong::Illegal(name.to_owned()))?,
        ),
    };
    let paired = numbers.map_or(Ok(Vec::new()), |numbers| held(numbers, paired));
    Ok(Given {
        point,
        paired: paired?,
    })
}

/// The paired areas with some numbers.
fn held(numbers: &str, paired: &[Paired]) -> Result<Vec<Paired>, Wrong> {
    let area = |digits: &str| {
        let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
        let number = digits.parse::<usize>().ok().filter(|_| is_number);
        number.and_then(|number| paired.get(number)).cloned()
    };
    let areas = numbers.split(',').map(area);
    areas.collect::<Option<_>>().ok_or(Wrong::Held)
}
