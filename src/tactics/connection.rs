//! Connection of two blocks, or of a block with an area, and how it is cut.
//!
//! One side joins, the other cuts. The joiner succeeds once there is one block, or once the joiner is to move and a
//! safe move makes one. The joiner fails once a block is taken or more than four moves are missing. Both look at the
//! points that lie on shortest ways, and at those that take or save blocks along them. Within these moves the search is
//! complete; its answers are estimates.

use std::cell::Cell;

use super::goal_search::{GoalSearch, SearchBoard};
use super::ko::{GRADES, Success, grades_against};
use crate::base::{Budget, Color, N_INDICES, Point, PointSet};
use crate::board::Board;
use crate::proof::{Memory, Numbers, Outcome};

/// Moves that may be missing to a connection when the joiner is to move. The first search allows few: each move of the
/// joiner has to threaten to join, so it is short.
const STEPS: [u8; 3] = [2, 3, 4];

/// The most moves that may be missing.
const MOST_STEPS: u8 = STEPS[STEPS.len() - 1];

/// How many moves longer than the shortest a way may be that is looked at.
const DETOUR: u8 = 1;

/// Most liberties of a block of the cutter that may be taken on the way.
const WEAK_LIBERTIES: u8 = 3;

/// The same when the cutter moves first. It is less, since each move of the cutter is tried against all of the joiner.
const WEAKEST_LIBERTIES: u8 = 2;

/// Fewest moves that a weak block of the cutter in the way costs.
const COST_OF_WEAK: u8 = 2;

/// The most moves on a way that is looked at.
const LONGEST: u8 = MOST_STEPS + DETOUR + 1;

/// Points for which room is made while ways are looked for.
const WAITING: usize = 48;

/// What a block is to be connected with.
#[derive(Clone, Debug)]
pub enum ConnectionTarget {
    /// The block on a point.
    Block(Point),
    /// Any of some points.
    Area(PointSet),
}

/// A question about a connection.
#[derive(Debug)]
pub struct Connection {
    search_board: SearchBoard,
    memory: Memory<()>,
    from: Point,
    goal: ConnectionTarget,
    joiner: Color,
    /// Moves that may be missing when the joiner is to move.
    most_steps: u8,
    /// What [`Self::missing_now`] last found.
    last_missing: Cell<Option<Missing>>,
}

/// The moves missing in a position, unless they are more than `most`.
#[derive(Clone, Copy, Debug)]
struct Missing {
    position: u64,
    most: u8,
    n_moves: Option<u8>,
}

impl Connection {
    /// `None` if there is no stone on `from`, or if the stone to be connected with has another color.
    #[must_use]
    pub fn new(board: &Board, from: Point, goal: ConnectionTarget) -> Option<Self> {
        let joiner = board.color(from)?;
        if let ConnectionTarget::Block(point) = goal
            && board.color(point) != Some(joiner)
        {
            return None;
        }
        Some(Self {
            search_board: SearchBoard::new(board, joiner),
            memory: Memory::default(),
            from,
            goal,
            joiner,
            most_steps: MOST_STEPS,
            last_missing: Cell::new(None),
        })
    }

    /// The same question, given up when a budget's time is over or its token is cancelled; its nodes are not touched.
    #[must_use]
    pub fn within(mut self, budget: &Budget) -> Self {
        self.search_board.stop_with(budget);
        self
    }

    /// How well the joiner joins by moving first, and with which move. No move is named if none is needed. Each of the
    /// searches may cost `nodes`.
    pub fn join(&mut self, nodes: u64) -> (Success, Option<Point>) {
        for (threats, success) in GRADES {
            self.search_board.begin(threats);
            if self.is_joined() || self.is_connected(self.joiner.opponent(), nodes) {
                return (success, None);
            }
            if !self.is_connected(self.joiner, nodes) {
                continue;
            }
            for point in self.joining_first() {
                let works = self.after(self.joiner, point, |after| {
                    after.is_joined() || after.is_connected(after.joiner.opponent(), nodes)
                });
                if works {
                    return (success, Some(point));
                }
            }
        }
        (Success::None, None)
    }

    /// How well the cutter keeps the two apart by moving first, and with which move. No move is named if none is
    /// needed.
    pub fn cut(&mut self, nodes: u64) -> (Success, Option<Point>) {
        let cutter = self.joiner.opponent();
        for (threats, success) in grades_against() {
            self.search_board.begin(threats);
            if self.is_joined() {
                return (Success::None, None);
            }
            if self.is_apart(self.joiner, nodes) {
                return (success, None);
            }
            self.search_board.to_move = cutter;
            for point in self.candidates() {
                let is_cut = self.after(cutter, point, |after| after.is_apart(after.joiner, nodes));
                if is_cut {
                    return (success, Some(point));
                }
            }
        }
        (Success::None, None)
    }

    /// Positions looked at so far.
    #[must_use]
    pub const fn n_nodes(&self) -> u64 {
        self.search_board.n_nodes
    }

    /// What searches of growing width say about the connection with `to_move` to move, among the moves looked at. Each
    /// may cost `nodes`.
    fn verdicts(&mut self, to_move: Color, nodes: u64) -> impl Iterator<Item = Outcome> {
        STEPS.into_iter().map(move |steps| {
            self.most_steps = steps;
            self.verdict(to_move, nodes)
        })
    }

    fn is_connected(&mut self, to_move: Color, nodes: u64) -> bool {
        let mut verdicts = self.verdicts(to_move, nodes);
        verdicts.any(|verdict| verdict == Outcome::Proved)
    }

    fn is_apart(&mut self, to_move: Color, nodes: u64) -> bool {
        let mut verdicts = self.verdicts(to_move, nodes);
        verdicts.all(|verdict| verdict == Outcome::Disproved)
    }

    fn head(&self, point: Point) -> Option<Point> {
        if self.search_board.board.color(point) != Some(self.joiner) {
            return None;
        }
        Some(self.search_board.board.block_at(point)?.head())
    }

    fn is_joined(&self) -> bool {
        let Some(head) = self.head(self.from) else {
            return false;
        };
        match &self.goal {
            ConnectionTarget::Block(point) => self.head(*point) == Some(head),
            ConnectionTarget::Area(area) => area.iter().any(|point| self.head(point) == Some(head)),
        }
    }

    fn is_lost(&self) -> bool {
        let is_taken = |point: Point| self.head(point).is_none();
        is_taken(self.from)
            || matches!(self.goal, ConnectionTarget::Block(point) if is_taken(point))
    }

    /// Points from which the distance to the goal is counted.
    fn goal_points(&self) -> Vec<Point> {
        match &self.goal {
            ConnectionTarget::Block(point) => self.search_board.board.stones(*point).collect(),
            ConnectionTarget::Area(area) => {
                let is_open = |&point: &Point| {
                    self.search_board.board.color(point) != Some(self.joiner.opponent())
                };
                area.iter().filter(is_open).collect()
            }
        }
    }

    fn is_goal(&self, point: Point) -> bool {
        match &self.goal {
            ConnectionTarget::Block(goal) => self
                .head(point)
                .is_some_and(|head| self.head(*goal) == Some(head)),
            ConnectionTarget::Area(area) => area.contains(point),
        }
    }

    /// What a way over a point costs in moves; none leads over stones of the cutter with more liberties than `weak`.
    fn cost(&self, point: Point, weak: u8) -> Option<u8> {
        match self.search_board.board.block_at(point) {
            Some(block) if block.color() == self.joiner => Some(0),
            Some(block) => {
                let n_liberties = u8::try_from(block.n_liberties()).ok();
                n_liberties
                    .filter(|&n| n <= weak)
                    .map(|n| n.max(COST_OF_WEAK))
            }
            None => self.search_board.board.is_empty(point).then_some(1),
        }
    }

    /// Walks over the points that can be reached from some with at most `most` moves, their own cost included, the
    /// nearest first, until `visit` ends it.
    fn walk(
        &self,
        sources: &[Point],
        (most, weak): (u8, u8),
        mut visit: impl FnMut(Point, u8) -> bool,
    ) {
        let mut seen = PointSet::EMPTY;
        // The points that are waiting, by what they cost more than the nearest of them.
        let mut waiting: [_; WEAK_LIBERTIES as usize + 1] =
            std::array::from_fn(|_| Vec::with_capacity(WAITING));
        for &source in sources {
            let is_own = self.search_board.board.color(source) == Some(self.joiner);
            waiting[usize::from(!is_own)].push(source);
        }
        for distance in 0..=most {
            while let Some(point) = waiting[0].pop() {
                if !seen.insert(point) {
                    continue;
                }
                if visit(point, distance) {
                    return;
                }
                for near in point.neighbors() {
                    if !seen.contains(near)
                        && let Some(cost) = self.cost(near, weak)
                    {
                        waiting[usize::from(cost)].push(near);
                    }
                }
            }
            waiting.rotate_left(1);
        }
    }

    /// Moves missing to the connection if there are at most `most`, over stones with at most `weak` liberties.
    fn missing(&self, most: u8, weak: u8) -> Option<u8> {
        let from: Vec<Point> = self.search_board.board.stones(self.from).collect();
        let mut missing = None;
        self.walk(&from, (most, weak), |point, distance| {
            if self.is_goal(point) {
                missing = Some(distance);
            }
            missing.is_some()
        });
        missing
    }

    /// Moves that may be missing now.
    fn most_missing(&self) -> u8 {
        self.most_steps - u8::from(self.search_board.to_move != self.joiner)
    }

    /// Moves missing now, unless they are too many.
    fn missing_now(&self) -> Option<u8> {
        let (position, most) = (self.search_board.board.hash(), self.most_missing());
        if let Some(last) = self.last_missing.get()
            && (last.position, last.most) == (position, most)
        {
            return last.n_moves;
        }
        let n_moves = self.missing(most, WEAK_LIBERTIES);
        self.last_missing.set(Some(Missing {
            position,
            most,
            n_moves,
        }));
        n_moves
    }

    /// The points on ways of at most `most` moves, each by the shortest way over it, those on the shortest ways first.
    fn ways(&self, most: u8, weak: u8) -> Vec<Point> {
        let mut there = [u8::MAX; N_INDICES];
        let from: Vec<Point> = self.search_board.board.stones(self.from).collect();
        self.walk(&from, (most, weak), |point, distance| {
            there[point.index()] = distance;
            false
        });
        let mut on_way: Vec<(u8, Point)> = Vec::with_capacity(32);
        self.walk(&self.goal_points(), (most, weak), |point, back| {
            // A point counts itself on both parts, a stone of the joiner on none.
            let own = u8::from(self.search_board.board.color(point) != Some(self.joiner));
            let total = there[point.index()]
                .saturating_add(back)
                .saturating_sub(own);
            if total <= most {
                on_way.push((total, point));
            }
            false
        });
        on_way.sort();
        on_way.into_iter().map(|(_, point)| point).collect()
    }

    /// Points to look at. A move that joins is threatened if none but one is missing: then only the shortest ways count
    /// for the cutter.
    fn candidates(&self) -> Vec<Point> {
        let is_cutter = self.search_board.to_move != self.joiner;
        let over = |weak: u8| Some((self.missing(LONGEST, weak)?, weak));
        let narrow = if is_cutter {
            over(WEAKEST_LIBERTIES)
        } else {
            None
        };
        let (missing, weak) = narrow
            .or_else(|| over(WEAK_LIBERTIES))
            .unwrap_or((LONGEST, WEAK_LIBERTIES));
        let detour = if is_cutter && missing <= 1 { 0 } else { DETOUR };
        let mut points = Vec::new();
        let mut heads: Vec<Point> = Vec::new();
        for point in self.ways(missing + detour, weak) {
            if self.search_board.board.is_empty(point) {
                points.push(point);
            }
            let around = point.neighbors().into_iter().chain([point]);
            heads.extend(
                around.filter_map(|near| Some(self.search_board.board.block_at(near)?.head())),
            );
        }
        heads.sort();
        heads.dedup();
        for head in heads {
            if let Some(block) = self.search_board.board.block_at(head)
                && block.n_liberties() <= WEAKEST_LIBERTIES.into()
            {
                points.extend(block.liberties());
            }
        }
        let mut seen = PointSet::EMPTY;
        points.retain(|&point| seen.insert(point));
        points
    }

    /// Moves of the joiner, those first after which least is missing.
    fn joining_first(&mut self) -> Vec<Point> {
        self.search_board.to_move = self.joiner;
        let mut points = self.candidates();
        points.sort_by_cached_key(|&point| {
            let missing = |after: &mut Self| after.missing(LONGEST, WEAK_LIBERTIES);
            self.after(self.joiner, point, missing).unwrap_or(u8::MAX)
        });
        points
    }

    /// A single safe move that joins.
    fn joining_move(&mut self) -> Option<Point> {
        let missing = self.missing(1, WEAK_LIBERTIES)?;
        let joiner = self.joiner;
        self.ways(missing, WEAK_LIBERTIES)
            .into_iter()
            .find(|&point| {
                self.search_board.board.is_empty(point)
                    && self.after(joiner, point, |after| {
                        let block = after.search_board.board.block_at(after.from);
                        after.is_joined() && block.is_some_and(|block| block.n_liberties() > 1)
                    })
            })
    }
}

impl GoalSearch for Connection {
    type Zone = ();

    fn memory(&mut self) -> &mut Memory<()> {
        &mut self.memory
    }

    fn variant(&self) -> u64 {
        self.most_steps.into()
    }

    fn search_board(&self) -> &SearchBoard {
        &self.search_board
    }

    fn search_board_mut(&mut self) -> &mut SearchBoard {
        &mut self.search_board
    }

    fn first_numbers(&self) -> Numbers {
        let most = self.most_missing();
        let missing = self.missing_now().unwrap_or(most);
        Numbers::new(missing.max(1).into(), (most + 1 - missing).into())
    }

    fn outcome(&self) -> Option<bool> {
        if self.is_joined() {
            let block = self.search_board.board.block_at(self.from);
            let is_safe = self.search_board.to_move == self.joiner
                || block.is_some_and(|b| b.n_liberties() > 1);
            return Some(is_safe);
        }
        if self.is_lost() {
            return Some(false);
        }
        self.missing_now().is_none().then_some(false)
    }

    fn moves(&mut self) -> Vec<Option<Point>> {
        let color = self.search_board.to_move;
        if color == self.joiner
            && let Some(point) = self.joining_move()
        {
            return vec![Some(point)];
        }
        let points = self.candidates().into_iter();
        let legal = points.filter(|&point| self.search_board.board.is_legal(color, point));
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
    use crate::base::{CancelToken, Rng, Size};
    use crate::tactics::all_moves::{AllMoves, random_board};
    use crate::tactics::ko::KoThreats;

    fn check(diagram: &str, pair: [&str; 2], join: (Success, &str), cut: (Success, &str)) {
        let board: Board = diagram.parse().unwrap();
        let [from, to] = pair.map(|name| name.parse().unwrap());
        let mut connection = Connection::new(&board, from, ConnectionTarget::Block(to)).unwrap();
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

    #[test]
    fn a_cancelled_search_knows_nothing() {
        let diagram = ". . . . . . .\n. O O . O O .\n. O X . X O .\n. O O . O O .\n. . . . . . .";
        let board: Board = diagram.parse().unwrap();
        let [from, to] = ["C3", "E3"].map(|name| name.parse().unwrap());
        let cancel = CancelToken::new();
        let limits = Budget::unlimited().with_cancel(&cancel);
        let ask = || {
            let connection = Connection::new(&board, from, ConnectionTarget::Block(to)).unwrap();
            connection.within(&limits).join(20_000).0
        };
        assert_eq!(ask(), Success::Clean);
        cancel.cancel();
        assert_eq!(ask(), Success::None);
    }

    /// Whether it is joined, or one of the blocks is taken, as a fact.
    fn outcome_of_joining(connection: &Connection) -> Option<bool> {
        if connection.is_joined() {
            return connection.outcome();
        }
        connection.is_lost().then_some(false)
    }

    /// Looking at a choice of moves instead of all changes the answer in one connection of five hundred.
    #[test]
    fn connections_are_those_of_all_moves() {
        let mut rng = Rng::new(43, 0);
        let size = Size::new(5, 4).unwrap();
        let (mut n_joined, mut n_apart, mut n_wrong) = (0, 0, 0);
        for _ in 0..500 {
            let board = random_board(&mut rng, size, 13);
            let heads = board.first_stones(Color::Black);
            if heads.len() < 2 {
                continue;
            }
            let to = 1 + rng.index(heads.len() - 1);
            let goal = ConnectionTarget::Block(heads[to]);
            for threats in [
                KoThreats::REFUTER_TWO,
                KoThreats::Nobody,
                KoThreats::ProverEndless,
            ] {
                for color in Color::BOTH {
                    let mut connection = Connection::new(&board, heads[0], goal.clone()).unwrap();
                    connection.search_board.begin(threats);
                    let is_joined = connection.is_connected(color, 20_000);
                    let is_apart = connection.is_apart(color, 20_000);
                    let mut all = AllMoves::new(&mut connection, outcome_of_joining);
                    let truth = all.verdict(color, 50_000);
                    n_joined += usize::from(is_joined);
                    n_apart += usize::from(is_apart);
                    n_wrong += usize::from(match truth {
                        Outcome::Proved => is_apart,
                        Outcome::Disproved => is_joined,
                        Outcome::Unknown(_) => false,
                    });
                }
            }
        }
        assert!(n_joined > 500 && n_apart > 500, "{n_joined} {n_apart}");
        assert!(n_wrong * 200 < n_joined + n_apart, "{n_wrong}");
    }
}
