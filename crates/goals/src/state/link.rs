//! Whether two blocks are connected (Klinger, section 3.4).

use super::State;
use super::known::Link;
use crate::rules::{Assertion, GoalKind, Purpose, Recommendation};
use tedomari_board::{Color, Point, PointSet};
use tedomari_solvers::tactics::connection::{Connection, ConnectionTarget};
use tedomari_solvers::tactics::ko::Success;

/// Most steps between two blocks that are near each other.
pub(super) const NEAR: usize = 3;

impl State<'_> {
    /// The stones of either color within three steps of a block, on a way without stones of the other side before the
    /// last step.
    #[must_use]
    pub fn near(&self, stone: Point) -> PointSet {
        let Some(color) = self.board.color(stone) else {
            return PointSet::EMPTY;
        };
        let own: PointSet = self.board.points_of(color).collect();
        let others: PointSet = self.board.points_of(color.opponent()).collect();
        let free = PointSet::board(self.board.size()) - others;
        let mut way: PointSet = self.board.stones(stone).collect();
        for _ in 1..NEAR {
            way |= way.spread() & free;
        }
        let reached = way.spread();
        (reached & (own | others)) - self.board.stones(stone).collect::<PointSet>()
    }

    /// What is known about the connection of the blocks on two stones of one color; `None` if there are none.
    #[must_use]
    pub fn link(&self, one: Point, other: Point) -> Option<Link> {
        let names = (self.name(one)?, self.name(other)?);
        if self.board.color(one) != self.board.color(other) {
            return None;
        }
        if names.0 == names.1 {
            return Some(Link::Joined);
        }
        let pair = (names.0.min(names.1), names.0.max(names.1));
        if let Some(&known) = self.facts.links.borrow().get(&pair) {
            return Some(known);
        }
        let found = self.read_link(pair)?;
        self.facts.links.borrow_mut().insert(pair, found);
        Some(found)
    }

    /// Whether a rule recognizes a connection between two blocks: they are possibly connected.
    #[must_use]
    pub fn is_possible(&self, one: Point, other: Point) -> bool {
        self.about_pair(one, other)
            .any(|found| found.purpose == Purpose::Connection)
    }

    /// Matches of rules about connecting or severing the blocks on two stones.
    pub(crate) fn about_pair(&self, one: Point, other: Point) -> impl Iterator<Item = &Assertion> {
        let is_of = move |object: Option<Point>, stone: Point| {
            object.is_some_and(|object| {
                self.board.color(object).is_some()
                    && self.board.color(object) == self.board.color(stone)
                    && self.board.block_id(object) == self.board.block_id(stone)
            })
        };
        self.assertions().filter(move |found| {
            let [first, second, _] = found.objects;
            matches!(found.goal, GoalKind::Connect | GoalKind::Sever)
                && (is_of(first, one) && is_of(second, other)
                    || is_of(first, other) && is_of(second, one))
        })
    }

    /// Unassailable, if neither a rule nor a search has a move that severs; impossible, if neither has one that
    /// connects.
    fn read_link(&self, (one, other): (Point, Point)) -> Option<Link> {
        let connection = Connection::new(&self.board, one, ConnectionTarget::Block(other))?;
        let mut connection = connection.within(&self.limits);
        let nodes = self.costs.connection;
        let found = if connection.is_firm(nodes) {
            Link::Joined
        } else {
            let joining = connection.join(nodes);
            let join = joining.mv.or(joining.open.and_then(|open| open.mv));
            let is_impossible = joining.success == Success::None
                && joining.open.is_none()
                && !self.has_rule(one, other, GoalKind::Connect);
            if is_impossible {
                Link::Apart
            } else {
                let cutting = connection.cut(nodes);
                Link::Open {
                    join,
                    cut: cutting.mv.or(cutting.open.and_then(|open| open.mv)),
                }
            }
        };
        self.facts.count(connection.n_nodes());
        Some(found)
    }

    fn has_rule(&self, one: Point, other: Point, goal: GoalKind) -> bool {
        self.about_pair(one, other).any(|found| {
            found.goal == goal
                && found.prescribed.is_some()
                && found.recommendation != Recommendation::Bad
        })
    }

    /// The names of the blocks of a color near the block on a stone, in point order.
    #[must_use]
    pub fn names_near(&self, stone: Point, color: Color) -> Vec<Point> {
        self.names_of(color, &self.near(stone))
    }
}
