//! Questions about connections and eyes.

use super::answer::Answer;
use super::error::ReadingError;
use super::position::PositionReading;
use crate::base::{Point, PointSet};
use crate::tactics::connection::{Connection, ConnectionTarget, Link, Open};
use crate::tactics::eyes::{EyeValue, eye_value};
use crate::tactics::ko::Success;

/// By which factor the nodes of a search grow from round to round.
const GROWTH: u64 = 4;

impl PositionReading<'_> {
    /// Whether the owner, moving first, connects two blocks.
    ///
    /// # Errors
    /// If a point is empty, or the blocks are of two colors.
    pub fn connect(&mut self, first: Point, second: Point) -> Result<Answer, ReadingError> {
        self.of_one_color(first, second)?;
        self.join(first, ConnectionTarget::Block(second))
    }

    /// Whether the other side, moving first, keeps two blocks apart.
    ///
    /// # Errors
    /// If a point is empty, or the blocks are of two colors.
    pub fn disconnect(&mut self, first: Point, second: Point) -> Result<Answer, ReadingError> {
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
    pub fn break_in(&mut self, from: Point, area: PointSet) -> Result<Answer, ReadingError> {
        self.join(from, ConnectionTarget::Area(area))
    }

    /// Whether the other side, moving first, keeps a block apart from all of some points.
    ///
    /// # Errors
    /// If the point of the block is empty.
    pub fn block_off(&mut self, from: Point, area: PointSet) -> Result<Answer, ReadingError> {
        self.cut(from, ConnectionTarget::Area(area))
    }

    /// How many eyes a small space gives; `None` if the point is in no small space of one color.
    #[must_use]
    pub fn eyes_at(&self, point: Point) -> Option<EyeValue> {
        eye_value(self.board, point, self.budgets.eye_space)
    }

    fn join(&self, from: Point, target: ConnectionTarget) -> Result<Answer, ReadingError> {
        let link = self.deepened(from, target, Connection::join)?;
        Ok(match link.open {
            // After the move the cutter had its say and showed no way to cut.
            Some(Open {
                success,
                mv: Some(mv),
            }) if link.success == Success::None => Answer::from((success, Some(mv))),
            open => Answer::of_link(&link, open.is_some()),
        })
    }

    fn cut(&self, from: Point, target: ConnectionTarget) -> Result<Answer, ReadingError> {
        let link = self.deepened(from, target, Connection::cut)?;
        Ok(Answer::of_link(
            &link,
            link.open.is_some_and(|open| open.mv.is_none()),
        ))
    }

    /// What searches say. If one ends early, rounds with ever more nodes follow, as far as the clock allows.
    fn deepened(
        &self,
        from: Point,
        target: ConnectionTarget,
        ask: impl Fn(&mut Connection, u64) -> Link,
    ) -> Result<Link, ReadingError> {
        let connection = Connection::new(self.board, from, target).ok_or(ReadingError::NoStone)?;
        let mut connection = connection.within(&self.limits);
        let mut nodes = self.depth.scale(self.budgets.connection);
        let mut link = ask(&mut connection, nodes);
        let Some(limits) = self.budgets.for_more(&self.limits) else {
            return Ok(link);
        };
        connection = connection.within(&limits);
        while link.open.is_some() && connection.n_nodes() < limits.remaining() {
            nodes = nodes.saturating_mul(GROWTH);
            let deeper = ask(&mut connection, nodes);
            if limits.check().is_err() {
                break;
            }
            link = deeper;
        }
        Ok(link)
    }
}
