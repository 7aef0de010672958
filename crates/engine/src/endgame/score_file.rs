//! Writes proofs of exact scores down, in the format that [`crate::proofcheck::score`] reads.
//!
//! The analysis of the board as a sum of games gives the score. The strategies come from a search of their own: all
//! points that are not settled are played as one board, by the rules of the checker, until one side holds enough. That
//! is far more work than a sum of games, so it succeeds for small endgames only.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Write};

use thiserror::Error;

use super::analysis::Endgame;
use super::held::prisoners;
use super::shape_store::ShapeStore;
use crate::base::{Budget, Stop};
use crate::board::{Board, Color, Game, Point, PointSet, Score, Scoring};
use crate::cgt::GameError;
use crate::proof::{AndOrGraph, Memory, Numbers, Outcome, prove_with_zone};
use crate::proofcheck::format::{NodeLine, Side, Start};
use crate::proofcheck::score::format::{Counting, KIND, ScoreHeader, StrategyLine, VERSION};
use crate::proofcheck::writing::region::{Attacked, Field, Part, RegionState, Settled};
use crate::proofcheck::writing::{Answer, Grid, Set, Strategy, write_attack, write_defense};
use crate::region::{Kept, NoSafetyProof, WrittenBoard, WrittenKept, written_ko, written_side};

/// Size of the table of the search: 2 to this power entries.
const LOG2_ENTRIES: u32 = 20;

/// The most nodes of a strategy.
const MOST_NODES: usize = 1 << 18;

/// A proof of a score as lines.
#[derive(Clone, Debug)]
pub struct ScoreFile {
    header: ScoreHeader,
    /// For Black, and for White.
    strategies: Vec<(StrategyLine, WrittenKept, Vec<NodeLine>)>,
}

/// Why there is no proof of a score to write.
#[derive(Debug, Error)]
pub enum NoScoreProof {
    /// The analysis gives no exact score, or rests on what is assumed.
    #[error("neither the exact score nor a bound of it is proved")]
    NotExact,
    /// The rules allow suicide, which the format does not cover.
    #[error("proofs of scores are for rules without suicide")]
    Suicide,
    /// What is safe can't be written.
    #[error("what is safe for {0}: {1}")]
    Safety(Color, NoSafetyProof),
    /// The search found no strategy by the rules of the checker.
    #[error(
        "no strategy for {0} was found that holds so much: a seki, a ko, or plays that need no answer at the end"
    )]
    NoStrategy(Color),
    /// The search or the file would be too large.
    #[error("the strategy of {0} is too large")]
    TooLarge(Color),
    /// A limit of the table of games is reached.
    #[error(transparent)]
    Games(#[from] GameError),
    /// Out of time, or interrupted.
    #[error(transparent)]
    Stopped(#[from] Stop),
    /// It could not be written.
    #[error(transparent)]
    Written(#[from] io::Error),
}

impl Endgame {
    /// By how many points Black is ahead with best play when `color` moves first, komi and the prisoners so far left
    /// out; nothing if that is not proved.
    ///
    /// # Errors
    /// If a limit of the table of games is reached.
    pub fn lead(
        &self,
        game: &Game,
        store: &mut ShapeStore,
        color: Color,
    ) -> Result<Option<i32>, GameError> {
        if self.partition.is_assumed {
            return Ok(None);
        }
        let so_far = match self.scoring {
            Scoring::Area => 0,
            Scoring::Territory => prisoners(game.board()),
        };
        let constant = self.offset + Score::from_points(so_far);
        let exact = self.score(store, color)?.exact();
        Ok(exact.map(|score| (score.half_points() - constant.half_points()) / 2))
    }
}

impl ScoreFile {
    /// The proof that Black is ahead by `lead` points with best play by both sides, when `to_move` moves first. See
    /// [`Endgame::lead`]. The search for each strategy has at most the budget.
    ///
    /// # Errors
    /// If the proof is not found, or can't be written.
    pub fn new(
        game: &Game,
        to_move: Color,
        lead: i32,
        budget: &mut Budget,
    ) -> Result<Self, NoScoreProof> {
        let board = game.board();
        if board.allows_suicide() {
            return Err(NoScoreProof::Suicide);
        }
        let header = header(game, to_move, lead);
        let mut safe = Vec::new();
        for color in Color::BOTH {
            let written = WrittenKept::in_territory(board, color, budget);
            safe.push(written.map_err(|error| NoScoreProof::Safety(color, error))?);
        }
        let settled = safe.iter().fold(PointSet::EMPTY, |all, written| {
            all | written.kept.stones | written.kept.territory
        });
        let open = PointSet::board(board.size()) - settled;
        let mut strategies = Vec::new();
        for (color, written) in Color::BOTH.into_iter().zip(safe) {
            let mut part = budget.part(budget.remaining());
            let found = strategy(board, &header, color, &written.kept, &open, &mut part);
            let (start, nodes) = found?;
            let line = StrategyLine {
                pairs: written.pairs.clone(),
                steps: written.n_steps(),
                walls: written.walls.clone(),
                windows: written.n_windows(),
                region: open.iter().map(|point| point.to_string()).collect(),
                start,
                nodes: nodes.len(),
            };
            strategies.push((line, written, nodes));
        }
        Ok(Self { header, strategies })
    }

    /// The position and the score.
    #[must_use]
    pub const fn header(&self) -> &ScoreHeader {
        &self.header
    }

    /// Writes the lines.
    ///
    /// # Errors
    /// If writing fails.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{}", serde_json::to_string(&self.header)?)?;
        for (line, written, nodes) in &self.strategies {
            writeln!(out, "{}", serde_json::to_string(line)?)?;
            written.write_steps(out)?;
            for node in nodes {
                writeln!(out, "{}", serde_json::to_string(node)?)?;
            }
        }
        Ok(())
    }
}

/// What counts, for the header of a proof.
pub(super) const fn written_counting(scoring: Scoring) -> Counting {
    match scoring {
        Scoring::Area => Counting::Area,
        Scoring::Territory => Counting::Territory,
    }
}

/// The first line.
fn header(game: &Game, to_move: Color, lead: i32) -> ScoreHeader {
    let board = game.board();
    let written = WrittenBoard::new(board);
    ScoreHeader {
        proof: KIND.to_owned(),
        version: VERSION,
        width: written.width,
        height: written.height,
        black: written.black,
        white: written.white,
        counting: written_counting(game.rules().scoring),
        to_move: written_side(to_move),
        ko: written_ko(board, to_move),
        lead,
    }
}

/// The strategy of a side: how it begins, and its nodes.
fn strategy(
    board: &Board,
    header: &ScoreHeader,
    color: Color,
    kept: &Kept,
    open: &PointSet,
    budget: &mut Budget,
) -> Result<(Start, Vec<NodeLine>), NoScoreProof> {
    let too_large = || NoScoreProof::TooLarge(color);
    let size = board.size();
    let grid = Grid::new(size.width().into(), size.height().into()).ok_or_else(too_large)?;
    let set = |points: &PointSet| -> Set {
        points
            .iter()
            .filter_map(|point| place(&grid, point))
            .collect()
    };
    let [own, other] =
        [color, color.opponent()].map(|color| set(&board.points_of(color).collect::<PointSet>()));
    let settled = Settled {
        stones: set(&kept.stones),
        territory: set(&kept.territory),
    };
    let goal = color.sign() * header.lead;
    let stones = (own, other);
    let field = Field::new(grid, stones, settled, set(open), header.counting, goal);
    let (field, mut state) = field.ok_or_else(too_large)?;
    let is_first = (header.to_move == Side::Black) == (color == Color::Black);
    let ko = header.ko.as_deref().and_then(|name| grid.point(name));
    state.ban = ko.filter(|_| is_first);
    let mut writer = Writer {
        field: &field,
        color,
        memory: Memory::default(),
        budget,
    };
    writer.memory.reserve(LOG2_ENTRIES);
    writer.prove(state, is_first)?;
    let written = if is_first {
        let attack = write_attack(&mut writer, &state, MOST_NODES)?;
        attack.map(|(first, nodes)| (Start::Prover(first), nodes))
    } else {
        let defense = write_defense(&mut writer, &state, MOST_NODES)?;
        defense.map(|(next, nodes)| (Start::Refuter(next), nodes))
    };
    written.ok_or_else(too_large)
}

/// The number of a point for the checker.
fn place(grid: &Grid, point: Point) -> Option<usize> {
    grid.at(point.x().into(), point.y().into())
}

/// The points in play as a search for a strategy of the owner.
struct Play<'a> {
    field: &'a Field,
    /// The positions of the line, each with whether the owner is to move.
    path: Vec<(RegionState, bool)>,
}

impl Play<'_> {
    fn last(&self) -> (RegionState, bool) {
        self.path[self.path.len() - 1]
    }

    /// The position after a move; `None` for one that is illegal.
    fn after(&self, mv: Option<usize>) -> Option<RegionState> {
        let (state, is_owner) = self.last();
        match mv {
            Some(point) if is_owner => self.field.part().answered(&state, point),
            Some(point) => match self.field.part().attacked(&state, point) {
                Attacked::Open(after) => Some(after),
                Attacked::Illegal | Attacked::Fallen => None,
            },
            None => (!is_owner).then(|| Part::passed(&state)),
        }
    }
}

impl AndOrGraph for Play<'_> {
    type Move = Option<usize>;
    type Key = u64;
    type Zone = ();

    fn key(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.last().hash(&mut hasher);
        hasher.finish() | 1
    }

    fn is_prover_to_move(&self) -> bool {
        self.last().1
    }

    fn outcome(&self) -> Option<bool> {
        let (state, is_owner) = self.last();
        if self.field.is_reached(&state) {
            return Some(true);
        }
        let mut empty = self.field.part().empty(&state).points();
        let is_stuck = is_owner && !empty.any(|point| self.after(Some(point)).is_some());
        is_stuck.then_some(false)
    }

    fn moves(&mut self) -> Vec<Option<usize>> {
        let empty = self.field.part().empty(&self.last().0).points().map(Some);
        let all = empty.chain([None]);
        all.filter(|&mv| self.after(mv).is_some()).collect()
    }

    fn play(&mut self, mv: Option<usize>) {
        let (state, is_owner) = self.last();
        let after = self.after(mv).unwrap_or(state);
        self.path.push((after, !is_owner));
    }

    fn undo(&mut self) {
        self.path.pop();
    }

    fn first_numbers(&self) -> Numbers {
        let missing = self.field.missing(&self.last().0);
        Numbers {
            proof: 1 + u32::try_from(missing).unwrap_or(0),
            ..Numbers::OPEN
        }
    }
}

/// A strategy that is written.
struct Writer<'a> {
    field: &'a Field,
    color: Color,
    memory: Memory<()>,
    budget: &'a mut Budget,
}

impl Writer<'_> {
    /// Makes sure that the owner reaches its goal from a position.
    fn prove(&mut self, state: RegionState, is_owner: bool) -> Result<(), NoScoreProof> {
        match self.search(state, is_owner) {
            Outcome::Proved => Ok(()),
            Outcome::Disproved => Err(NoScoreProof::NoStrategy(self.color)),
            Outcome::Unknown(Stop::Nodes) => Err(NoScoreProof::TooLarge(self.color)),
            Outcome::Unknown(stop) => Err(stop.into()),
        }
    }

    fn search(&mut self, state: RegionState, is_owner: bool) -> Outcome {
        let mut play = Play {
            field: self.field,
            path: vec![(state, is_owner)],
        };
        prove_with_zone(&mut play, &mut self.memory, self.budget).0
    }
}

impl Strategy for Writer<'_> {
    type Position = RegionState;
    type Error = NoScoreProof;

    fn is_reached(&self, state: &RegionState) -> bool {
        self.field.is_reached(state)
    }

    fn plays(&self, state: &RegionState) -> Vec<(String, RegionState)> {
        let part = self.field.part();
        let plays = part.empty(state).points();
        let played = plays.filter_map(|point| match part.attacked(state, point) {
            Attacked::Open(after) => Some((part.grid.name(point), after)),
            Attacked::Illegal | Attacked::Fallen => None,
        });
        played.collect()
    }

    fn passed(&self, state: &RegionState) -> RegionState {
        Part::passed(state)
    }

    fn answer(
        &mut self,
        state: &RegionState,
        from: usize,
    ) -> Result<Option<Answer<RegionState>>, NoScoreProof> {
        let part = self.field.part();
        let plays = part.empty(state).points();
        let mut plays: Vec<(i32, usize, RegionState)> = plays
            .filter_map(|point| {
                let after = part.answered(state, point)?;
                Some((self.field.missing(&after), point, after))
            })
            .collect();
        plays.sort_unstable_by_key(|&(missing, point, _)| (missing, point));
        for (number, (_, point, after)) in plays.into_iter().enumerate().skip(from) {
            match self.search(after, false) {
                Outcome::Proved => {}
                Outcome::Disproved => continue,
                Outcome::Unknown(Stop::Nodes) => return Err(self.too_large()),
                Outcome::Unknown(stop) => return Err(stop.into()),
            }
            let name = part.grid.name(point);
            return Ok(Some(Answer {
                number,
                name,
                after,
            }));
        }
        Ok(None)
    }

    fn too_large(&self) -> NoScoreProof {
        NoScoreProof::TooLarge(self.color)
    }
}
