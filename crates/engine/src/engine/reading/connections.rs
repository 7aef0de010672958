//! Questions about connections and eyes.

use super::best_move::BestMove;
use super::error::ReadingError;
use super::links::{LinkGoal, LinkQuestion};
use super::position::PositionReading;
use crate::board::{Point, PointSet};
use crate::tactics::connection::ConnectionTarget;
use crate::tactics::eyes::{EyeValue, eye_value};
use crate::tactics::ko::Success;

impl PositionReading<'_> {
    /// Whether the owner, moving first, connects two blocks.
    ///
    /// # Errors
    /// If a point is empty, or the blocks are of two colors.
    pub fn connect(&mut self, first: Point, second: Point) -> Result<BestMove, ReadingError> {
        self.of_one_color(first, second)?;
        self.join(first, ConnectionTarget::Block(second))
    }

    /// Whether the other side, moving first, keeps two blocks apart.
    ///
    /// # Errors
    /// If a point is empty, or the blocks are of two colors.
    pub fn disconnect(&mut self, first: Point, second: Point) -> Result<BestMove, ReadingError> {
        self.of_one_color(first, second)?;
        self.cut(first, ConnectionTarget::Block(second))
    }

    /// Whether two blocks are of one color and can't be kept apart.
    ///
    /// # Errors
    /// If a point is empty.
    pub fn are_connected(&mut self, first: Point, second: Point) -> Result<bool, ReadingError> {
        match self.disconnect(first, second) {
            Ok(cut) => Ok(cut.success == Success::None),
            Err(ReadingError::TwoColors) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Whether the owner, moving first, connects a block with one of some points.
    ///
    /// # Errors
    /// If the point of the block is empty.
    pub fn break_in(&mut self, from: Point, area: PointSet) -> Result<BestMove, ReadingError> {
        self.join(from, ConnectionTarget::Area(area))
    }

    /// Whether the other side, moving first, keeps a block apart from all of some points.
    ///
    /// # Errors
    /// If the point of the block is empty.
    pub fn block_off(&mut self, from: Point, area: PointSet) -> Result<BestMove, ReadingError> {
        self.cut(from, ConnectionTarget::Area(area))
    }

    /// How many eyes a small space gives; `None` if the point is in no small space of one color.
    #[must_use]
    pub fn eyes_at(&self, point: Point) -> Option<EyeValue> {
        eye_value(self.board, point, self.budgets.eye_space)
    }

    fn join(&self, from: Point, target: ConnectionTarget) -> Result<BestMove, ReadingError> {
        self.usual_link(from, target, LinkGoal::Connect)
    }

    fn cut(&self, from: Point, target: ConnectionTarget) -> Result<BestMove, ReadingError> {
        self.usual_link(from, target, LinkGoal::Cut)
    }

    fn usual_link(
        &self,
        from: Point,
        target: ConnectionTarget,
        goal: LinkGoal,
    ) -> Result<BestMove, ReadingError> {
        let found = self.link_to(&LinkQuestion { from, target, goal }, &self.usual())?;
        Ok(BestMove::of(&found))
    }
}
