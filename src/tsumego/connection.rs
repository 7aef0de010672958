//! Connection of two blocks, or of a block with an area, and how it is cut.
//!
//! One side joins, the other cuts. The joiner has succeeded once there is one block, or once it is his turn and a safe
//! move makes one; he has failed once a block is taken or more than `MOST_STEPS` moves are missing. Both look at the points that lie on
//! shortest ways, and at those that take or save blocks along them. Within these moves the search is complete; its
//! answers are estimates.

use std::collections::VecDeque;

use super::capture::{GRADES, Success};
use super::fight::KoRights;
use crate::base::{Budget, Color, N_INDICES, Point, PointSet, zobrist};
use crate::board::Board;
use crate::proof::{AndOrGraph, Verdict, prove};

/// Moves that may be missing to a connection when the joiner is to move.
const MOST_STEPS: u8 = 3;

/// How much longer than the shortest a way may be that is looked at.
const DETOUR: u8 = 1;

/// A block of the cutter with so many liberties may be taken on the way.
const WEAK_LIBERTIES: u16 = 2;

/// What a weak block of the cutter in the way costs in moves.
const COST_OF_WEAK: u8 = 2;

/// Size of the table of a search: 2 to this power entries.
const LOG2_ENTRIES: u32 = 14;

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
    board: Board,
    from: Point,
    goal: Goal,
    joiner: Color,
    to_move: Color,
    ko: KoRights,
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
        let mut board = board.clone().with_suicide(false);
        board.forget_history();
        Some(Self {
            board,
            from,
            goal,
            joiner,
            to_move: joiner,
            ko: KoRights::Nobody,
        })
    }

    /// How well the connection is made if its side moves first, and with which move; none is needed if there is none to
    /// name. Each of the searches may cost `nodes`.
    pub fn join(&mut self, nodes: u64) -> (Success, Option<Point>) {
        for (ko, success) in GRADES {
            if self.is_joined() || self.holds(self.joiner.opponent(), ko, nodes) {
                return (success, None);
            }
            if !self.holds(self.joiner, ko, nodes) {
                continue;
            }
            for point in self.candidates() {
                let works = self.after(self.joiner, point, |after| {
                    after.is_joined() || after.holds(after.joiner.opponent(), ko, nodes)
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
        for ((_, success), (ko, _)) in GRADES.into_iter().zip(GRADES.into_iter().rev()) {
            if self.is_joined() {
                return (Success::None, None);
            }
            if !self.holds(self.joiner, ko, nodes) {
                return (success, None);
            }
            for point in self.candidates() {
                let is_cut =
                    self.after(cutter, point, |after| !after.holds(after.joiner, ko, nodes));
                if is_cut {
                    return (success, Some(point));
                }
            }
        }
        (Success::None, None)
    }

    /// The answer after a move; `false` if the move is illegal.
    fn after(&mut self, color: Color, point: Point, ask: impl FnOnce(&mut Self) -> bool) -> bool {
        if self.board.play(color, point).is_err() {
            return false;
        }
        let answer = ask(self);
        self.board.undo();
        answer
    }

    /// Whether the connection is proved with `to_move` to move, among the moves looked at.
    fn holds(&mut self, to_move: Color, ko: KoRights, nodes: u64) -> bool {
        self.to_move = to_move;
        self.ko = ko;
        let banned = self.board.ko();
        self.lift_ko();
        let verdict = prove(self, LOG2_ENTRIES, &mut Budget::nodes(nodes));
        self.board.set_ko(banned);
        verdict == Verdict::Proved
    }

    /// A ko ban does not hold for the one who may always take back.
    fn lift_ko(&mut self) {
        let is_free = self.board.ko().is_some_and(|(banned, _)| match self.ko {
            KoRights::Refuter => banned != self.joiner,
            KoRights::Nobody => false,
            KoRights::Prover => banned == self.joiner,
        });
        if is_free {
            self.board.set_ko(None);
        }
    }

    fn head(&self, point: Point) -> Option<Point> {
        if self.board.color(point) != Some(self.joiner) {
            return None;
        }
        Some(self.board.block_at(point)?.head())
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
            Goal::Block(point) => self.board.stones(*point).collect(),
            Goal::Area(area) => area
                .iter()
                .filter(|&point| self.board.color(point) != Some(self.joiner.opponent()))
                .collect(),
        }
    }

    /// Moves that the joiner needs from some points to each other one.
    fn distance(&self, sources: &[Point]) -> [u8; N_INDICES] {
        let mut distance = [u8::MAX; N_INDICES];
        let mut queue = VecDeque::new();
        for &source in sources {
            let own = self.board.color(source) == Some(self.joiner);
            distance[source.index()] = u8::from(!own);
            queue.push_back(source);
        }
        while let Some(point) = queue.pop_front() {
            let here = distance[point.index()];
            for neighbor in point.neighbors() {
                let step = match self.board.block_at(neighbor) {
                    Some(block) if block.color() == self.joiner => 0,
                    Some(block) if block.n_liberties() <= WEAK_LIBERTIES => COST_OF_WEAK,
                    Some(_) => continue,
                    None if self.board.is_empty(neighbor) => 1,
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
    fn ways(&self) -> (u8, Vec<Point>) {
        let from: Vec<Point> = self.board.stones(self.from).collect();
        let there = self.distance(&from);
        let back = self.distance(&self.goal_points());
        let mut on_way: Vec<(u8, Point)> = Vec::new();
        for point in self.board.size().points() {
            // A point counts itself on both ways, a stone of the joiner on none.
            let own = u8::from(self.board.color(point) != Some(self.joiner));
            let total = there[point.index()]
                .saturating_add(back[point.index()])
                .saturating_sub(own);
            on_way.push((total, point));
        }
        let least = on_way
            .iter()
            .map(|&(total, _)| total)
            .min()
            .unwrap_or(u8::MAX);
        on_way.retain(|&(total, _)| total <= least.saturating_add(DETOUR) && total < u8::MAX / 2);
        on_way.sort();
        (least, on_way.into_iter().map(|(_, point)| point).collect())
    }

    fn candidates(&self) -> Vec<Point> {
        let (_, ways) = self.ways();
        let mut points = Vec::new();
        let mut heads: Vec<Point> = Vec::new();
        for &point in &ways {
            if self.board.is_empty(point) {
                points.push(point);
            }
            let around = point.neighbors().into_iter().chain([point]);
            heads.extend(around.filter_map(|near| Some(self.board.block_at(near)?.head())));
        }
        heads.sort();
        heads.dedup();
        for head in heads {
            if let Some(block) = self.board.block_at(head)
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
        let (missing, ways) = self.ways();
        if missing > 1 {
            return None;
        }
        let joiner = self.joiner;
        ways.into_iter().find(|&point| {
            self.board.is_empty(point)
                && self.after(joiner, point, |after| {
                    let block = after.board.block_at(after.from);
                    after.is_joined() && block.is_some_and(|block| block.n_liberties() > 1)
                })
        })
    }
}

impl AndOrGraph for Connection {
    type Move = Option<Point>;

    fn key(&self) -> u64 {
        let ko = self.board.ko().map_or(0, |(color, point)| {
            zobrist::ko(point) ^ zobrist::to_move(color)
        });
        self.board.hash() ^ ko ^ zobrist::to_move(self.to_move).rotate_left(1)
    }

    fn is_prover_to_move(&self) -> bool {
        self.to_move == self.joiner
    }

    fn outcome(&self) -> Option<bool> {
        if self.is_joined() {
            let block = self.board.block_at(self.from);
            let is_safe = self.is_prover_to_move() || block.is_some_and(|b| b.n_liberties() > 1);
            return Some(is_safe);
        }
        if self.is_lost() {
            return Some(false);
        }
        let (missing, _) = self.ways();
        let most = MOST_STEPS - u8::from(!self.is_prover_to_move());
        (missing > most).then_some(false)
    }

    fn moves(&mut self) -> Vec<Option<Point>> {
        let color = self.to_move;
        if color == self.joiner
            && let Some(point) = self.joining_move()
        {
            return vec![Some(point)];
        }
        let points = self.candidates().into_iter();
        let legal = points.filter(|&point| self.board.is_legal(color, point));
        let mut moves: Vec<Option<Point>> = legal.map(Some).collect();
        if moves.is_empty() || color != self.joiner {
            moves.push(None);
        }
        moves
    }

    fn play(&mut self, mv: Option<Point>) {
        match mv {
            Some(point) => {
                let played = self.board.play(self.to_move, point);
                debug_assert!(played.is_ok(), "{point} is illegal");
            }
            None => self.board.pass(),
        }
        self.to_move = self.to_move.opponent();
        self.lift_ko();
    }

    fn undo(&mut self) {
        self.board.undo();
        self.to_move = self.to_move.opponent();
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
