//! Writes proofs of safety down, in the format that [`crate::proofcheck::safety`] reads.
//!
//! The pairs stand in the file as they are. Where a search has found more, its regions are searched again, position by
//! position, for the owner's answers. What windows keep beside these comes last, without those that pairs of points
//! keep: the checker has no rule for them.

use std::collections::HashMap;
use std::io::{self, Write};

use super::no_safety_proof::{MOST_NODES, NoSafetyProof};
use super::region_board::{Hold, RegionBoard, RegionPosition};
use super::safety_by_search::{Defense, Extent, FoundSafety, SafetyGoal, SafetyStep, find_safety};
use super::windows::{Kept, WindowLines, WindowMemory, WindowSafety, used_points};
use super::written::{WrittenBoard, written_side};
use crate::base::Budget;
use crate::board::{Board, Color, Point, PointSet, Scoring};
use crate::proof::Memory;
use crate::proofcheck::format::NodeLine;
use crate::proofcheck::safety::format::{KIND, Keeps, RegionLine, SafetyHeader, StepLine, VERSION};
use crate::proofcheck::writing::{Answer, Strategy, write_defense};
use crate::safety::{Nakade, StaticSafety, closed_part, component, static_safety};

/// Nodes for the search of what is safe.
const SAFETY_NODES: u64 = 800_000;

/// Nodes of a question about a window for a proof of a score or of its bounds.
const CLOSED_WINDOW_NODES: u64 = 5_000;

/// Questions about windows that are paid for.
const WINDOW_QUESTIONS: u64 = 400;

/// With more nodes, regions are left out of a proof if windows keep the same without them: their answers take little
/// room. Regions whose strategies can't be written are left out in any case.
const MANY_NODES: usize = 100;

/// Nodes of one search for an answer: first, and where no answer is found by these.
const ANSWER_NODES: [u64; 2] = [2_000, 100_000];

/// Size of the table for these searches: 2 to this power entries.
const LOG2_ENTRIES: u32 = 17;

/// A region as lines.
type RegionLines = (RegionLine, Vec<NodeLine>);

/// A step as lines.
type StepLines = (StepLine, Vec<RegionLines>);

/// A proof of safety as lines.
#[derive(Clone, Debug)]
pub struct SafetyFile {
    header: SafetyHeader,
    steps: Vec<StepLines>,
    windows: Vec<WindowLines>,
}

impl SafetyFile {
    /// The proof of what is safe for a color under alternate play, the other color moving first: by pairs, by search of
    /// regions, or by windows, each question about which may take `window_nodes` nodes. What is found depends on a
    /// fixed number of nodes; the answers are written within the budget.
    ///
    /// # Errors
    /// If nothing is safe, or its proof can't be written.
    pub fn new(
        board: &Board,
        color: Color,
        window_nodes: u64,
        budget: &mut Budget,
    ) -> Result<Self, NoSafetyProof> {
        let parts = Parts::new(board, color, Extent::Anywhere, window_nodes, budget)?;
        let Parts {
            known,
            found,
            steps,
            windows,
            ..
        } = &parts;
        let stones = found.stones | windows.stones;
        let territory = found.territory | windows.territory;
        let windows = windows.written(window_nodes, budget)?;
        let names = |points: &PointSet| points.iter().map(|point| point.to_string()).collect();
        let heads = board.first_stones(color).into_iter();
        let heads = heads.filter(|&head| stones.contains(head));
        let written = WrittenBoard::new(board);
        let header = SafetyHeader {
            proof: KIND.to_owned(),
            version: VERSION,
            width: written.width,
            height: written.height,
            black: written.black,
            white: written.white,
            suicide: board.allows_suicide(),
            color: written_side(color),
            stones: heads.map(|head| head.to_string()).collect(),
            territory: names(&territory),
            pairs: pairs(known),
            steps: steps.len(),
            windows: windows.len(),
        };
        Ok(Self {
            header,
            steps: parts.steps,
            windows,
        })
    }

    /// The position and what is safe.
    #[must_use]
    pub const fn header(&self) -> &SafetyHeader {
        &self.header
    }

    /// Writes the lines.
    ///
    /// # Errors
    /// If writing fails.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let mut line = |value: Result<String, serde_json::Error>| writeln!(out, "{}", value?);
        line(serde_json::to_string(&self.header))?;
        write_steps(&self.steps, out)?;
        write_windows(&self.windows, out)
    }
}

/// What a proof of safety consists of.
struct Parts<'a> {
    known: StaticSafety,
    found: FoundSafety,
    /// The steps of `found`.
    steps: Vec<StepLines>,
    windows: WindowSafety<'a>,
}

impl<'a> Parts<'a> {
    /// What pairs, regions and windows show. Where suicide is allowed, the format has windows alone.
    fn new(
        board: &'a Board,
        color: Color,
        extent: Extent,
        window_nodes: u64,
        budget: &mut Budget,
    ) -> Result<Self, NoSafetyProof> {
        let mut memory = WindowMemory::without_pairs();
        let credit = window_nodes.saturating_mul(WINDOW_QUESTIONS);
        if board.allows_suicide() {
            let mut search = budget.renewed(credit);
            let windows = WindowSafety::new(board, color, window_nodes, &mut memory, &mut search);
            if windows.stones.is_empty() {
                return Err(NoSafetyProof::Suicide);
            }
            return Ok(Self {
                known: StaticSafety::default(),
                found: FoundSafety::default(),
                steps: Vec::new(),
                windows,
            });
        }
        let mut known = without_nakade(board, static_safety(board, color));
        if extent == Extent::Territory {
            known = closed_part(board, color, &known);
        }
        let mut search = budget.renewed(SAFETY_NODES);
        let found = find_safety(board, color, &known, extent, &mut search);
        let mut beyond = |found: &FoundSafety| {
            let shown = (&known, found);
            let search = (&mut memory, &mut budget.renewed(credit));
            WindowSafety::beyond_regions(board, color, shown, extent, window_nodes, search)
        };
        let windows = beyond(&found);
        if (found.stones | windows.stones).is_empty() {
            return Err(NoSafetyProof::Nothing);
        }
        let by_pairs = FoundSafety {
            stones: known.stones,
            territory: known.territory,
            steps: Vec::new(),
        };
        let without = (!found.steps.is_empty()).then(|| beyond(&by_pairs));
        let steps = steps(board, color, &found, budget);
        let covers = |other: &WindowSafety<'_>| {
            let stones = by_pairs.stones | other.stones;
            let territory = by_pairs.territory | other.territory;
            (found.stones | windows.stones).is_subset(&stones)
                && (found.territory | windows.territory).is_subset(&territory)
        };
        let is_better = |other: &WindowSafety<'_>| match &steps {
            Ok(steps) => steps.iter().map(n_nodes).sum::<usize>() > MANY_NODES && covers(other),
            // Less in a file is more than no file.
            Err(NoSafetyProof::TooLarge | NoSafetyProof::Answers(_)) => {
                !(by_pairs.stones | other.stones).is_empty()
            }
            Err(_) => false,
        };
        if let Some(without) = without.filter(is_better) {
            return Ok(Self {
                known,
                found: by_pairs,
                steps: Vec::new(),
                windows: without,
            });
        }
        Ok(Self {
            known,
            found,
            steps: steps?,
            windows,
        })
    }
}

/// The nodes of a step.
fn n_nodes((_, regions): &StepLines) -> usize {
    regions.iter().map(|(_, nodes)| nodes.len()).sum()
}

/// Writes the lines of some windows: all windows, then all answers.
fn write_windows(windows: &[WindowLines], out: &mut impl Write) -> io::Result<()> {
    let mut line = |value: Result<String, serde_json::Error>| writeln!(out, "{}", value?);
    for (window, _) in windows {
        line(serde_json::to_string(window))?;
    }
    for (_, answers) in windows {
        line(serde_json::to_string(answers))?;
    }
    Ok(())
}

/// Writes the lines of some steps.
fn write_steps(steps: &[StepLines], out: &mut impl Write) -> io::Result<()> {
    let mut line = |value: Result<String, serde_json::Error>| writeln!(out, "{}", value?);
    for (step, regions) in steps {
        line(serde_json::to_string(step))?;
        for (region, nodes) in regions {
            line(serde_json::to_string(region))?;
            for node in nodes {
                line(serde_json::to_string(node))?;
            }
        }
    }
    Ok(())
}

/// What a color keeps by pairs, by search of regions and by windows, as lines for a proof of a score or of its
/// bounds.
#[derive(Clone, Debug, Default)]
pub struct WrittenKept {
    /// What is kept, and where the color answers.
    pub kept: Kept,
    /// The pairs.
    pub pairs: Vec<(String, String)>,
    /// A stone of each wall of the windows; none without windows.
    pub walls: Vec<String>,
    steps: Vec<StepLines>,
    windows: Vec<WindowLines>,
}

impl WrittenKept {
    /// What a color keeps by what lies in its territory alone. Suicide has to be forbidden.
    ///
    /// # Errors
    /// If the proof can't be written.
    pub fn in_territory(
        board: &Board,
        color: Color,
        budget: &mut Budget,
    ) -> Result<Self, NoSafetyProof> {
        let known = without_nakade(board, static_safety(board, color));
        let known = closed_part(board, color, &known);
        let extent = Extent::Territory;
        let mut search = budget.renewed(SAFETY_NODES);
        let found = find_safety(board, color, &known, extent, &mut search);
        let mut search = budget.renewed(CLOSED_WINDOW_NODES.saturating_mul(WINDOW_QUESTIONS));
        let mut memory = WindowMemory::without_pairs();
        let credit = (&mut memory, &mut search);
        let nodes = CLOSED_WINDOW_NODES;
        let windows =
            WindowSafety::beyond_regions(board, color, (&known, &found), extent, nodes, credit);
        let steps = steps(board, color, &found, budget)?;
        let parts = Parts {
            known,
            found,
            steps,
            windows,
        };
        Self::of(board, color, parts, budget)
    }

    /// What a color keeps; nothing if that is not found, or would be too large to write. Suicide has to be forbidden.
    /// By territory all that it rests on lies in territory, so that nothing lives in a seki.
    ///
    /// # Errors
    /// If the budget ends.
    pub fn new(
        board: &Board,
        color: Color,
        scoring: Scoring,
        budget: &mut Budget,
    ) -> Result<Self, NoSafetyProof> {
        let extent = match scoring {
            Scoring::Area => Extent::Anywhere,
            Scoring::Territory => Extent::Territory,
        };
        let parts = Parts::new(board, color, extent, CLOSED_WINDOW_NODES, budget);
        let written = parts.and_then(|parts| Self::of(board, color, parts, budget));
        match written {
            Err(NoSafetyProof::Stopped(stop)) => Err(stop.into()),
            Err(_) => Ok(Self::default()),
            Ok(written) => Ok(written),
        }
    }

    fn of(
        board: &Board,
        color: Color,
        parts: Parts<'_>,
        budget: &mut Budget,
    ) -> Result<Self, NoSafetyProof> {
        let by_regions = Kept {
            stones: parts.found.stones,
            territory: parts.found.territory,
            answers: used_points(board, color, (&parts.known, &parts.found)),
            pairs: parts.known.pairs.clone(),
        };
        let windows = parts.windows.written(CLOSED_WINDOW_NODES, budget)?;
        let heads = board.first_stones(color).into_iter();
        let is_wall = |head: &Point| !windows.is_empty() && parts.windows.stones.contains(*head);
        Ok(Self {
            kept: by_regions.with_windows(&parts.windows),
            pairs: pairs(&parts.known),
            walls: heads.filter(is_wall).map(|head| head.to_string()).collect(),
            windows,
            steps: parts.steps,
        })
    }

    /// Number of windows.
    #[must_use]
    pub const fn n_windows(&self) -> usize {
        self.windows.len()
    }

    /// Number of steps.
    #[must_use]
    pub const fn n_steps(&self) -> usize {
        self.steps.len()
    }

    /// Writes the lines of the steps and of the windows.
    ///
    /// # Errors
    /// If writing fails.
    pub fn write_steps(&self, out: &mut impl Write) -> io::Result<()> {
        write_steps(&self.steps, out)?;
        write_windows(&self.windows, out)
    }
}

/// The names of the pairs.
fn pairs(known: &StaticSafety) -> Vec<(String, String)> {
    let pairs = known.pairs.iter();
    pairs.map(|[p, q]| (p.to_string(), q.to_string())).collect()
}

/// The lines of the steps that a search has found.
fn steps(
    board: &Board,
    color: Color,
    found: &FoundSafety,
    budget: &mut Budget,
) -> Result<Vec<StepLines>, NoSafetyProof> {
    budget.check()?;
    let mut writer = Writer {
        board,
        color,
        n_nodes: 0,
        budget,
    };
    found.steps.iter().map(|step| writer.step(step)).collect()
}

/// The same without the territory in which the owner keeps an eye space down. The format has no such reason; the search
/// looks for another one.
fn without_nakade(board: &Board, mut known: StaticSafety) -> StaticSafety {
    let rest = PointSet::board(board.size()) - known.stones;
    for space in known.nakade.iter().map(Nakade::points) {
        if let Some(point) = space.first() {
            known.territory -= component(&rest, point);
        }
    }
    known.nakade.clear();
    known
}

/// A proof that is written.
struct Writer<'a> {
    board: &'a Board,
    color: Color,
    n_nodes: usize,
    budget: &'a mut Budget,
}

impl Writer<'_> {
    fn step(&mut self, step: &SafetyStep) -> Result<StepLines, NoSafetyProof> {
        let line = StepLine {
            regions: step.regions.len(),
            together: step.hold == Hold::Eye,
        };
        let regions = step.regions.iter();
        let regions = regions.map(|(points, kept)| self.region(step, points, *kept));
        Ok((line, regions.collect::<Result<_, _>>()?))
    }

    /// The lines of a region in which the owner keeps something, or that is an eye as it is.
    fn region(
        &mut self,
        step: &SafetyStep,
        points: &PointSet,
        kept: Option<SafetyGoal>,
    ) -> Result<RegionLines, NoSafetyProof> {
        let mut line = RegionLine {
            region: points.iter().map(|point| point.to_string()).collect(),
            keeps: None,
            start: None,
            nodes: 0,
        };
        let (Some(goal), Some(first)) = (kept, points.first()) else {
            return Ok((line, Vec::new()));
        };
        let missing = NoSafetyProof::Answers(first);
        let hold_of = |_: Color, stone: Point| {
            if step.safe.contains(stone) {
                Hold::TwoEyes
            } else {
                step.hold
            }
        };
        let region_board = RegionBoard::new(self.board, points, hold_of).ok_or(missing)?;
        let mut memory = Memory::default();
        memory.reserve(LOG2_ENTRIES);
        let mut strategy = RegionStrategy {
            region_board: &region_board,
            owner: self.color,
            goal,
            answers: HashMap::new(),
            memory,
            budget: self.budget,
        };
        let start = RegionBoard::pass(&region_board.position(self.board));
        let most_nodes = MOST_NODES - self.n_nodes;
        let (start, nodes) = write_defense(&mut strategy, &start, most_nodes)?.ok_or(missing)?;
        line.start = Some(start);
        self.n_nodes += nodes.len();
        line.nodes = nodes.len();
        line.keeps = Some(match goal {
            SafetyGoal::Blocks => Keeps::Blocks,
            SafetyGoal::BlocksAndRegion => Keeps::Territory,
        });
        Ok((line, nodes))
    }
}

/// The owner's strategy in a region as it is written.
struct RegionStrategy<'a> {
    region_board: &'a RegionBoard,
    owner: Color,
    goal: SafetyGoal,
    /// The answers found in a position, the best first.
    answers: HashMap<RegionPosition, Vec<Option<u8>>>,
    memory: Memory<()>,
    budget: &'a mut Budget,
}

impl RegionStrategy<'_> {
    /// The position after the owner's move. The opponent may take back at once.
    fn after(&self, position: &RegionPosition, mv: Option<u8>) -> RegionPosition {
        let played = mv.and_then(|index| self.region_board.play(position, self.owner, index));
        RegionBoard::pass(&played.unwrap_or(*position))
    }

    /// The moves of the owner that are proved to hold, the ones with the smallest search first.
    fn choices(&mut self, position: &RegionPosition) -> Result<Vec<Option<u8>>, NoSafetyProof> {
        if let Some(known) = self.answers.get(position) {
            return Ok(known.clone());
        }
        let plays = self.region_board.plays(position, self.owner).map(Some);
        let moves: Vec<Option<u8>> = plays.chain([None]).collect();
        let mut found: Vec<(u64, Option<u8>)> = Vec::new();
        for nodes in ANSWER_NODES {
            for &mv in &moves {
                let mut part = self.budget.part(nodes);
                let after = self.after(position, mv);
                let mut defense = Defense::new(self.region_board, after, self.owner, self.goal);
                if defense.holds(&mut self.memory, &mut part) {
                    found.push((part.spent(), mv));
                }
                self.budget.charge(part.spent());
                self.budget.check()?;
            }
            if !found.is_empty() {
                break;
            }
        }
        found.sort_unstable();
        let moves: Vec<Option<u8>> = found.into_iter().map(|(_, mv)| mv).collect();
        self.answers.insert(*position, moves.clone());
        Ok(moves)
    }
}

impl Strategy for RegionStrategy<'_> {
    type Position = RegionPosition;
    type Error = NoSafetyProof;

    fn is_reached(&self, position: &RegionPosition) -> bool {
        Defense::new(self.region_board, *position, self.owner, self.goal).is_held()
    }

    fn plays(&self, position: &RegionPosition) -> Vec<(String, RegionPosition)> {
        let opponent = self.owner.opponent();
        let plays = self.region_board.plays(position, opponent);
        let played = plays.filter_map(|index| {
            let after = self.region_board.play(position, opponent, index)?;
            Some((self.region_board.point(index).to_string(), after))
        });
        played.collect()
    }

    fn passed(&self, position: &RegionPosition) -> RegionPosition {
        RegionBoard::pass(position)
    }

    fn answer(
        &mut self,
        position: &RegionPosition,
        from: usize,
    ) -> Result<Option<Answer<RegionPosition>>, NoSafetyProof> {
        let mv = self.choices(position)?.get(from).copied();
        Ok(mv.map(|mv| Answer {
            number: from,
            name: mv.map_or("pass".to_owned(), |index| {
                self.region_board.point(index).to_string()
            }),
            after: self.after(position, mv),
        }))
    }

    fn too_large(&self) -> NoSafetyProof {
        NoSafetyProof::TooLarge
    }
}
