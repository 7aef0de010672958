//! Connection of two blocks, or of a block with an area, and how it is cut.
//!
//! One side joins, the other cuts. The joiner has succeeded once there is one block, or once it is his turn and a safe
//! move makes one; he has failed once a block is taken or more than four moves are missing. Both look at the points that lie on
//! shortest ways, and at those that take or save blocks along them. Within these moves the search is complete; its
//! answers are estimates.

use std::collections::VecDeque;

use super::capture::Success;
use super::fight::KoRights;
use super::trial::{Claim, GRADES, Trial, grades_against};
use crate::base::{Color, N_INDICES, Point, PointSet};
use crate::board::Board;
use crate::proof::Verdict;

/// Moves that may be missing to a connection when the joiner is to move: few at first, since then he has to threaten to
/// join with each move and the search is short.
const STEPS: [u8; 3] = [2, 3, 4];

/// The most moves that may be missing.
const MOST_STEPS: u8 = STEPS[STEPS.len() - 1];

/// How much longer than the shortest a way may be that is looked at.
const DETOUR: u8 = 1;

/// A block of the cutter with so many liberties may be taken on the way.
const WEAK_LIBERTIES: u16 = 2;

/// What a weak block of the cutter in the way costs in moves.
const COST_OF_WEAK: u8 = 2;

/// What a block is to be connected with.
#[derive(Clone, Debug)]
pub enum Goal {
    /// The block on a point.
    Block(Point),
    /// Any of some points.
    Area(PointSet),
}

/// A question about a connection.
#[derive(Debug)]
pub struct Connection {
    trial: Trial,
    from: Point,
    goal: Goal,
    joiner: Color,
    /// Moves that may be missing when the joiner is to move.
    most_steps: u8,
}

impl Connection {
    /// `None` if there is no stone on `from`, or if the stone to be connected with has another color.
    #[must_use]
    pub fn new(board: &Board, from: Point, goal: Goal) -> Option<Self> {
        let joiner = board.color(from)?;
        if let Goal::Block(point) = goal
            && board.color(point) != Some(joiner)
        {
            return None;
        }
        Some(Self {
            trial: Trial::new(board, joiner),
            from,
            goal,
            joiner,
            most_steps: MOST_STEPS,
        })
    }

    /// How well the connection is made if its side moves first, and with which move; none is needed if there is none to
    /// name. Each of the searches may cost `nodes`.
    pub fn join(&mut self, nodes: u64) -> (Success, Option<Point>) {
        for (ko, success) in GRADES {
            if self.is_joined() || self.is_connected(self.joiner.opponent(), ko, nodes) {
                return (success, None);
            }
            if !self.is_connected(self.joiner, ko, nodes) {
                continue;
            }
            for point in self.candidates() {
                let works = self.after(self.joiner, point, |after| {
                    after.is_joined() || after.is_connected(after.joiner.opponent(), ko, nodes)
                });
                if works {
                    return (success, Some(point));
                }
            }
        }
        (Success::None, None)
    }

    /// How well the other side keeps the two apart if it moves first, and with which move; none is needed if there is
    /// none to name.
    pub fn cut(&mut self, nodes: u64) -> (Success, Option<Point>) {
        let cutter = self.joiner.opponent();
        for (ko, success) in grades_against() {
            if self.is_joined() {
                return (Success::None, None);
            }
            if self.is_apart(self.joiner, ko, nodes) {
                return (success, None);
            }
            for point in self.candidates() {
                let is_cut = self.after(cutter, point, |after| {
                    after.is_apart(after.joiner, ko, nodes)
                });
                if is_cut {
                    return (success, Some(point));
                }
            }
        }
        (Success::None, None)
    }

    /// What searches of growing width say about the connection with `to_move` to move, among the moves looked at. Each may
    /// cost `nodes`.
    fn verdicts(
        &mut self,
        to_move: Color,
        ko: KoRights,
        nodes: u64,
    ) -> impl Iterator<Item = Verdict> {
        STEPS.into_iter().map(move |steps| {
            self.most_steps = steps;
            self.verdict(to_move, ko, nodes)
        })
    }

    fn is_connected(&mut self, to_move: Color, ko: KoRights, nodes: u64) -> bool {
        let mut verdicts = self.verdicts(to_move, ko, nodes);
        verdicts.any(|verdict| verdict == Verdict::Proved)
    }

    fn is_apart(&mut self, to_move: Color, ko: KoRights, nodes: u64) -> bool {
        let mut verdicts = self.verdicts(to_move, ko, nodes);
        verdicts.all(|verdict| verdict == Verdict::NotProved)
    }

    fn head(&self, point: Point) -> Option<Point> {
        if self.trial.board.color(point) != Some(self.joiner) {
            return None;
        }
        Some(self.trial.board.block_at(point)?.head())
    }

    fn is_joined(&self) -> bool {
        let Some(head) = self.head(self.from) else {
            return false;
        };
        match &self.goal {
            Goal::Block(point) => self.head(*point) == Some(head),
            Goal::Area(area) => area.iter().any(|point| self.head(point) == Some(head)),
        }
    }

    fn is_lost(&self) -> bool {
        let is_taken = |point: Point| self.head(point).is_none();
        is_taken(self.from) || matches!(self.goal, Goal::Block(point) if is_taken(point))
    }

    /// Points from which the distance to the goal is counted.
    fn goal_points(&self) -> Vec<Point> {
        match &self.goal {
            Goal::Block(point) => self.trial.board.stones(*point).collect(),
            Goal::Area(area) => area
                .iter()
                .filter(|&point| self.trial.board.color(point) != Some(self.joiner.opponent()))
                .collect(),
        }
    }

    /// Moves that the joiner needs from some points to each other one.
    fn distance(&self, sources: &[Point]) -> [u8; N_INDICES] {
        let mut distance = [u8::MAX; N_INDICES];
        let mut queue = VecDeque::new();
        for &source in sources {
            let own = self.trial.board.color(source) == Some(self.joiner);
            distance[source.index()] = u8::from(!own);
            queue.push_back(source);
        }
        while let Some(point) = queue.pop_front() {
            let here = distance[point.index()];
            for neighbor in point.neighbors() {
                let step = match self.trial.board.block_at(neighbor) {
                    Some(block) if block.color() == self.joiner => 0,
                    Some(block) if block.n_liberties() <= WEAK_LIBERTIES => COST_OF_WEAK,
                    Some(_) => continue,
                    None if self.trial.board.is_empty(neighbor) => 1,
                    None => continue,
                };
                let total = here.saturating_add(step);
                if total <= MOST_STEPS + DETOUR + 1 && total < distance[neighbor.index()] {
                    distance[neighbor.index()] = total;
                    if step == 0 {
                        queue.push_front(neighbor);
                    } else {
                        queue.push_back(neighbor);
                    }
                }
            }
        }
        distance
    }

    /// Moves missing to the connection, and the points on ways that are not much longer, the shortest first.
    fn ways(&self, detour: u8) -> (u8, Vec<Point>) {
        let from: Vec<Point> = self.trial.board.stones(self.from).collect();
        let there = self.distance(&from);
        let back = self.distance(&self.goal_points());
        let mut on_way: Vec<(u8, Point)> = Vec::with_capacity(32);
        for point in self.trial.board.size().points() {
            // A point counts itself on both ways, a stone of the joiner on none.
            let own = u8::from(self.trial.board.color(point) != Some(self.joiner));
            let total = there[point.index()]
                .saturating_add(back[point.index()])
                .saturating_sub(own);
            if total <= MOST_STEPS + DETOUR + 1 {
                on_way.push((total, point));
            }
        }
        let least = on_way
            .iter()
            .map(|&(total, _)| total)
            .min()
            .unwrap_or(u8::MAX);
        on_way.retain(|&(total, _)| total <= least.saturating_add(detour));
        on_way.sort();
        (least, on_way.into_iter().map(|(_, point)| point).collect())
    }

    /// Points to look at. A move that joins is threatened if none but one is missing: then only the shortest ways count for
    /// the cutter.
    fn candidates(&self) -> Vec<Point> {
        let (missing, mut ways) = self.ways(DETOUR);
        if missing <= 1 && self.trial.to_move != self.joiner {
            (_, ways) = self.ways(0);
        }
        let mut points = Vec::new();
        let mut heads: Vec<Point> = Vec::new();
        for &point in &ways {
            if self.trial.board.is_empty(point) {
                points.push(point);
            }
            let around = point.neighbors().into_iter().chain([point]);
            heads.extend(around.filter_map(|near| Some(self.trial.board.block_at(near)?.head())));
        }
        heads.sort();
        heads.dedup();
        for head in heads {
            if let Some(block) = self.trial.board.block_at(head)
                && block.n_liberties() <= WEAK_LIBERTIES
            {
                points.extend(block.liberties());
            }
        }
        let mut seen = PointSet::EMPTY;
        points.retain(|&point| seen.insert(point));
        points
    }

    /// A single safe move that joins.
    fn joining_move(&mut self) -> Option<Point> {
        let (missing, ways) = self.ways(0);
        if missing > 1 {
            return None;
        }
        let joiner = self.joiner;
        ways.into_iter().find(|&point| {
            self.trial.board.is_empty(point)
                && self.after(joiner, point, |after| {
                    let block = after.trial.board.block_at(after.from);
                    after.is_joined() && block.is_some_and(|block| block.n_liberties() > 1)
                })
        })
    }
}

impl Claim for Connection {
    type Zone = ();

    fn trial(&self) -> &Trial {
        &self.trial
    }

    fn trial_mut(&mut self) -> &mut Trial {
        &mut self.trial
    }

    fn outcome(&self) -> Option<bool> {
        if self.is_joined() {
            let block = self.trial.board.block_at(self.from);
            let is_safe =
                self.trial.to_move == self.joiner || block.is_some_and(|b| b.n_liberties() > 1);
            return Some(is_safe);
        }
        if self.is_lost() {
            return Some(false);
        }
        let (missing, _) = self.ways(0);
        let most = self.most_steps - u8::from(self.trial.to_move != self.joiner);
        (missing > most).then_some(false)
    }

    fn moves(&mut self) -> Vec<Option<Point>> {
        let color = self.trial.to_move;
        if color == self.joiner
            && let Some(point) = self.joining_move()
        {
            return vec![Some(point)];
        }
        let points = self.candidates().into_iter();
        let legal = points.filter(|&point| self.trial.board.is_legal(color, point));
        let mut moves: Vec<Option<Point>> = legal.map(Some).collect();
        if moves.is_empty() || color != self.joiner {
            moves.push(None);
        }
        moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(diagram: &str, pair: [&str; 2], join: (Success, &str), cut: (Success, &str)) {
        let board: Board = diagram.parse().unwrap();
        let [from, to] = pair.map(|name| name.parse().unwrap());
        let mut connection = Connection::new(&board, from, Goal::Block(to)).unwrap();
        let text = |mv: Option<Point>| mv.map_or(String::new(), |point| point.to_string());
        let (success, mv) = connection.join(20_000);
        assert_eq!((success, text(mv).as_str()), join, "{board}");
        let (success, mv) = connection.cut(20_000);
        assert_eq!((success, text(mv).as_str()), cut, "{board}");
    }

    #[test]
    fn a_bamboo_joint_holds_and_a_jump_beside_stones_is_cut() {
        let clean = |mv| (Success::Clean, mv);
        check(
            ". . . . . . .\n. . X . X . .\n. . X . X . .\n. . . . . . .\n. . . . . . .",
            ["C4", "E4"],
            clean(""),
            (Success::None, ""),
        );
        check(
            ". . . . . . .\n. O O . O O .\n. O X . X O .\n. O O . O O .\n. . . . . . .",
            ["C3", "E3"],
            clean("D3"),
            clean("D3"),
        );
    }
}
