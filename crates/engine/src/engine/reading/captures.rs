//! Questions about the capture of blocks with few liberties.
//!
//! Reading of few liberties looks at likely moves only, so that its answers are estimates. What is proved about the
//! life of the block bounds them: a block that can't be killed can't be captured, and one that can be made to live can
//! be saved.

use super::best_move::BestMove;
use super::error::ReadingError;
use super::position::PositionReading;
use crate::board::{Color, Point};
use crate::tactics::capture::{Capture, LadderStatus};
use crate::tactics::double_threat::DoubleThreat;
use crate::tactics::ko::Success;
use crate::tsumego::{Goal, Reading};

/// Liberties of a block up to which it may be captured for want of eyes, as GNU Go's reading of few liberties sees it.
const FEW_LIBERTIES: u16 = 4;

/// All searches about one capture may cost so many times as much as a single one: two seconds at most. With fewer,
/// moves that capture were no longer found.
const CAPTURE_SEARCHES: u64 = 24;

impl PositionReading<'_> {
    /// Whether the attacker, moving first, captures a block, by few liberties or for want of eyes.
    ///
    /// # Errors
    /// If the point is empty.
    pub fn attack(&mut self, target: Point) -> Result<BestMove, ReadingError> {
        let kill = self.question(target, Goal::Kill)?;
        if self.life.memory.bounds(self.board, &kill).most == Success::None {
            return Ok(BestMove::FAILURE);
        }
        let nodes = self.depth.scale(self.budgets.capture);
        let found = BestMove::from(self.capture(target)?.attack(nodes));
        if found.success == Success::None {
            let reading = self.want_of_eyes(target, Goal::Kill)?;
            let proof = reading.filter(Reading::is_proven);
            return Ok(proof.map_or(found, |proof| BestMove::of_reading(&proof)));
        }
        let most = self.life.bounds(self.board, &kill).most;
        if most == Success::None {
            return Ok(BestMove::FAILURE);
        }
        Ok(BestMove {
            success: found.success.min(most),
            ..found
        })
    }

    /// Whether the defender, moving first, saves a block from capture.
    ///
    /// # Errors
    /// If the point is empty.
    pub fn defend(&mut self, target: Point) -> Result<BestMove, ReadingError> {
        let kill = self.question(target, Goal::Kill)?;
        if self.life.memory.bounds(self.board, &kill).most == Success::None {
            return Ok(BestMove::NOTHING_NEEDED);
        }
        let nodes = self.depth.scale(self.budgets.capture);
        let found = BestMove::from(self.capture(target)?.defend(nodes));
        if found == BestMove::NOTHING_NEEDED
            && let Some(attack) = self.want_of_eyes(target, Goal::Kill)?
            && attack.is_proven()
            && attack.judgement().success() != Success::None
            && let Some(reading) = self.want_of_eyes(target, Goal::Live)?
            && reading.judgement().success() != Success::None
        {
            return Ok(BestMove::of_reading(&reading));
        }
        if found.success == Success::Clean {
            return Ok(found);
        }
        let live = self.question(target, Goal::Live)?;
        let least = self.life.bounds(self.board, &live).least;
        if found.success >= least {
            return Ok(found);
        }
        let proof = self.life.memory.recall(self.board, &live);
        Ok(BestMove {
            success: least,
            mv: proof.and_then(Reading::first),
            is_unknown: false,
        })
    }

    /// How well a move of the attacker captures a block; not at all if it is illegal.
    ///
    /// # Errors
    /// If the point of the block is empty.
    pub fn attack_by(&mut self, mv: Point, target: Point) -> Result<Success, ReadingError> {
        let attacker = self.owner(target)?.opponent();
        if self.is_banned(attacker, mv) {
            return Ok(Success::None);
        }
        let nodes = self.depth.scale(self.budgets.capture);
        let found = self.capture(target)?.does_attack(mv, nodes);
        let kill = self.question(target, Goal::Kill)?;
        Ok(found.min(self.life.memory.bounds(self.board, &kill).most))
    }

    /// How well a move of the defender saves a block from capture; not at all if it is illegal.
    ///
    /// # Errors
    /// If the point of the block is empty.
    pub fn defend_by(&mut self, mv: Point, target: Point) -> Result<Success, ReadingError> {
        if self.is_banned(self.owner(target)?, mv) {
            return Ok(Success::None);
        }
        let nodes = self.depth.scale(self.budgets.capture);
        Ok(self.capture(target)?.does_defend(mv, nodes))
    }

    /// What becomes of a block if the attacker does nothing but give atari.
    ///
    /// # Errors
    /// If the point is empty.
    pub fn ladder(&mut self, target: Point) -> Result<LadderStatus, ReadingError> {
        Ok(self.capture(target)?.ladder(self.budgets.ladder))
    }

    /// How well the attacker captures one of two blocks of one color, perhaps by a move that threatens both.
    ///
    /// # Errors
    /// If a point is empty, or the blocks are of two colors.
    pub fn attack_either(&mut self, first: Point, second: Point) -> Result<Success, ReadingError> {
        self.of_one_color(first, second)?;
        let best = self.double_threat().attack_either(first, second);
        Ok(best.map_or(Success::None, |(success, _)| success))
    }

    /// How well the defender saves two blocks of one color together.
    ///
    /// # Errors
    /// If a point is empty, or the blocks are of two colors.
    pub fn defend_both(&mut self, first: Point, second: Point) -> Result<Success, ReadingError> {
        self.of_one_color(first, second)?;
        let best = self.double_threat().defend_both(first, second);
        Ok(best.map_or(Success::None, |(success, _)| success))
    }

    /// A move of `color` that threatens two blocks neither of which it captures by itself.
    #[must_use]
    pub fn double_attack(&mut self, color: Color) -> Option<Point> {
        self.double_threat().attack_of(color)
    }

    /// The moves of `color` that answer such a threat of the other side.
    #[must_use]
    pub fn double_defenses(&mut self, color: Color) -> Vec<Point> {
        self.double_threat().defenses_of(color)
    }

    fn capture(&self, target: Point) -> Result<Capture, ReadingError> {
        let capture = Capture::new(self.board, target).ok_or(ReadingError::NoStone)?;
        let most = CAPTURE_SEARCHES.saturating_mul(self.depth.scale(self.budgets.capture));
        Ok(capture.at_most(most).within(&self.limits))
    }

    fn double_threat(&self) -> DoubleThreat<'_> {
        let nodes = self.depth.scale(self.budgets.double_threat);
        DoubleThreat::new(self.board, nodes).within(&self.limits)
    }

    /// The reading of life and death of a block with few liberties; `None` if it has many.
    fn want_of_eyes(&mut self, target: Point, goal: Goal) -> Result<Option<Reading>, ReadingError> {
        let block = self.board.block_at(target);
        if block.is_none_or(|block| block.n_liberties() > FEW_LIBERTIES) {
            return Ok(None);
        }
        let question = self.question(target, goal)?;
        let mut budget = self.limits.part(self.budgets.want_of_eyes);
        self.life_within(question, &mut budget).map(Some)
    }
}
