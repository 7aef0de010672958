//! The position that questions are about, and what all of them need.

use std::borrow::Cow;
use std::sync::Arc;

use super::budgets::Depth;
use super::budgets::ReadingBudgets;
use super::error::ReadingError;
use super::estimates::Estimates;
use super::finding::Finding;
use super::known_capture::KnownCapture;
use super::life::LifeReader;
use super::state::ReadingState;
use crate::base::Budget;
use crate::board::{Board, Color, Game, Move, PlayError, Point, PointSet, Rules};
use crate::engine::proof_cache::ProofCache;
use crate::intuition::{History, Loading, NetworkPosition};
use crate::tsumego::reader::Past;
use crate::tsumego::{Goal, Question, Reading, owner_of};

/// Answers questions about one position. All work ends when the limits that it was made with are reached; they bound
/// time, not nodes.
#[derive(Debug)]
pub struct PositionReading<'e> {
    pub(super) board: &'e Board,
    pub(super) life: LifeReader<'e>,
    pub(super) budgets: ReadingBudgets,
    pub(super) depth: Depth,
    /// The network that evaluates where reading leaves the fate of a block open.
    pub(super) network: Option<&'e Loading>,
    /// The game whose position it is, if it is one: a network is shown its last moves.
    pub(super) game: Option<&'e Game>,
    /// Estimates by the clock.
    pub(super) estimates: &'e mut Estimates,
    /// What reading of few liberties has found here.
    pub(super) captures: Vec<KnownCapture>,
    pub(super) limits: Budget,
}

impl<'e> PositionReading<'e> {
    /// Questions about a board, or about the position of a game if there is one: under superko its past counts.
    pub(in crate::engine) fn new(
        board: &'e Board,
        game: Option<&'e Game>,
        state: &'e mut ReadingState,
        proof_cache: &'e mut ProofCache,
        network: Option<&'e Loading>,
        limits: Budget,
    ) -> Self {
        let past = Arc::new(game.map(Past::of).unwrap_or_default());
        state.memory.begin(past.fingerprint());
        state.estimates.begin(past.fingerprint());
        state.position = game.and_then(position_with_ban);
        state.reader.begin();
        Self {
            board: state.position.as_ref().unwrap_or(board),
            budgets: state.budgets,
            depth: state.depth,
            network,
            game,
            estimates: &mut state.estimates,
            captures: Vec::new(),
            life: LifeReader {
                method: state.method,
                reader: &mut state.reader,
                memory: &mut state.memory,
                proof_cache,
                rules: state.knowledge.rules(),
                past,
            },
            limits,
        }
    }

    /// The answer to a question of life and death; `None` if there is no stone on the targets.
    pub(in crate::engine) fn read_life(
        &mut self,
        question: Question,
        budget: &mut Budget,
    ) -> Option<Reading> {
        self.life.answer(self.board, question, false, budget)
    }

    /// The board as it is read: with a ko ban where superko forbids one point.
    #[must_use]
    pub const fn board(&self) -> &Board {
        self.board
    }

    /// A finding whose line begins with a legal move, and ends before the first one that superko forbids: a line is
    /// read without the game, and lets the side that fails take back every ko. Where a ko decides, the line stays as it
    /// is.
    pub(in crate::engine) fn as_playable(&self, finding: Finding) -> Finding {
        let Some(mut game) = self
            .game
            .filter(|_| finding.needs_threats.is_none())
            .cloned()
        else {
            return finding;
        };
        let mut color = finding.to_move;
        let mut line = finding.line.clone();
        for (n, &mv) in finding.line.iter().enumerate() {
            match game.play(color, mv.map_or(Move::Pass, Move::Play)) {
                Ok(_) => color = color.opponent(),
                Err(PlayError::Illegal(_)) if n > 0 => break,
                Err(PlayError::Superko { .. } | PlayError::Illegal(_) | PlayError::Resignation) => {
                    line.truncate(n);
                    break;
                }
            }
        }
        Finding { line, ..finding }
    }

    /// The position as a network is shown it, with its game if there is one: `history` is that of the game.
    pub(super) fn shown_to_network<'a>(
        &'a self,
        to_move: Color,
        history: &'a Option<History>,
        rules: &'a Rules,
    ) -> NetworkPosition<'a> {
        match (self.game, history) {
            (Some(game), Some(history)) => NetworkPosition::of_game(game, history, to_move),
            _ => NetworkPosition::alone(self.board, to_move, rules),
        }
    }

    /// Whether superko forbids a move that is legal on the board as it is read. A single such move counts as a ko ban
    /// there instead.
    pub(super) fn is_banned(&self, color: Color, point: Point) -> bool {
        self.board.is_legal(color, point)
            && self
                .game
                .is_some_and(|game| !game.is_legal(color, Move::Play(point)))
    }

    /// The owner of the stone on a point.
    pub(super) fn owner(&self, target: Point) -> Result<Color, ReadingError> {
        self.board.color(target).ok_or(ReadingError::NoStone)
    }

    /// Makes sure that the stones on two points are of one color.
    pub(super) fn of_one_color(&self, first: Point, second: Point) -> Result<(), ReadingError> {
        if self.owner(first)? == self.owner(second)? {
            Ok(())
        } else {
            Err(ReadingError::TwoColors)
        }
    }

    /// Whether the side whose goal it is reaches it, moving first.
    ///
    /// # Errors
    /// If a point is empty, or the blocks are of two colors.
    pub fn question(
        &self,
        targets: impl Into<PointSet>,
        goal: Goal,
    ) -> Result<Question, ReadingError> {
        let targets = targets.into();
        if targets.iter().any(|target| self.board.is_empty(target)) {
            return Err(ReadingError::NoStone);
        }
        let owner = owner_of(self.board, &targets).ok_or(ReadingError::TwoColors)?;
        Ok(Question::new(targets, goal, goal.player(owner)))
    }
}

/// The position of a game as it is read.
pub(in crate::engine) fn board_as_read(game: &Game) -> Cow<'_, Board> {
    position_with_ban(game).map_or(Cow::Borrowed(game.board()), Cow::Owned)
}

/// The position of a game as it is read where superko forbids the side to move exactly one point: with a ko ban there.
/// `None` if there is no such point, or more than one, or a ban already.
fn position_with_ban(game: &Game) -> Option<Board> {
    let board = game.board();
    if board.ko().is_some() {
        return None;
    }
    let bans = Color::BOTH.map(|color| (color, game.banned_by_superko(color)));
    let single = bans.iter().filter(|(_, points)| points.len() == 1);
    let (color, points) = single.max_by_key(|&&(color, _)| color == game.to_move())?;
    let mut banned = board.clone();
    banned.set_ko(points.first().map(|point| (*color, point)));
    Some(banned)
}
