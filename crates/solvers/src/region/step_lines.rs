//! Steps of the search of regions as lines of a proof of safety: the regions are searched again, position by position,
//! for the owner's answers.

use std::collections::HashMap;
use std::io::{self, Write};

use super::no_safety_proof::NoSafetyProof;
use super::region_board::{Hold, RegionBoard, RegionPosition};
use super::safety_by_search::{Defense, SafetyGoal, SafetyStep};
use crate::base::Budget;
use crate::board::{Board, Color, Point, PointSet};
use crate::proof::Memory;
use crate::proofcheck::format::NodeLine;
use crate::proofcheck::safety::format::{Keeps, RegionLine, StepLine};
use crate::proofcheck::writing::{Answer, Strategy, write_defense};

/// Nodes of one search for an answer: first, and where no answer is found by these.
const ANSWER_NODES: [u64; 2] = [2_000, 100_000];

/// Size of the table for these searches: 2 to this power entries.
const LOG2_ENTRIES: u32 = 17;

/// A region as lines.
type RegionLines = (RegionLine, Vec<NodeLine>);

/// A step as lines.
pub(super) type StepLines = (StepLine, Vec<RegionLines>);

/// The lines of some steps, with at most `most_nodes` nodes.
///
/// # Errors
/// If the answers are not found, or are too many.
pub(super) fn step_lines(
    board: &Board,
    color: Color,
    steps: &[SafetyStep],
    most_nodes: usize,
    budget: &mut Budget,
) -> Result<Vec<StepLines>, NoSafetyProof> {
    budget.check()?;
    let mut writer = Writer {
        board,
        color,
        most_nodes,
        n_nodes: 0,
        budget,
    };
    steps.iter().map(|step| writer.step(step)).collect()
}

/// Writes the lines of some steps.
pub(super) fn write_steps(steps: &[StepLines], out: &mut impl Write) -> io::Result<()> {
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

/// A proof that is written.
struct Writer<'a> {
    board: &'a Board,
    color: Color,
    most_nodes: usize,
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
        let most_nodes = self.most_nodes - self.n_nodes;
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
