//! Playouts: games played to the end by a fast policy, each move with its reason.
//!
//! The tactical policy looks at the neighborhood of the last move before it plays at random, as MoGo did (Gelly et
//! al., "Modification of UCT with patterns in Monte-Carlo Go", 2006). No policy fills an own eye, plays suicide or
//! takes a ko back at once. Longer repetitions are possible; a limit on the length ends them.

use arrayvec::ArrayVec;

use super::{pattern, tactics};
use crate::base::Rng;
use crate::board::{Board, Cell, Color, MAX_SIDE, Point};

/// How a playout chooses its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// Each legal move that fills no eye of its own color is equally likely.
    Uniform,
    /// First tactical replies to the last moves, then random moves.
    Tactical(Tactics),
}

/// How often the tactical policy plays each kind of reply when there is one, in percent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tactics {
    /// Capture the block of the last move when it is in atari.
    pub capture: u32,
    /// Rescue an own block that the last move put into atari.
    pub save: u32,
    /// Reply to the last move with a pattern.
    pub pattern: u32,
    /// Continue one's own previous move with a pattern.
    pub pattern_own: u32,
}

impl Default for Tactics {
    fn default() -> Self {
        Self {
            capture: 90,
            save: 90,
            pattern: 90,
            pattern_own: 50,
        }
    }
}

impl Default for Policy {
    fn default() -> Self {
        Self::Tactical(Tactics::default())
    }
}

/// Why a playout plays a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PlayoutReason {
    /// It captures the block of the last move.
    Capture,
    /// It rescues a block in atari: the block captures its way out or extends.
    Save,
    /// It makes a shape next to the last move, or next to the player's own previous move.
    Pattern,
    /// For no special reason.
    Random,
}

/// Where a playout starts: everything except the stones on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayoutTurn {
    /// The player to move.
    pub to_move: Color,
    /// Point of the last move, if it was a play.
    pub last: Option<Point>,
    /// Point of the move before the last one, if it was a play.
    pub before_last: Option<Point>,
    /// Whether the last move was a pass, so that another one ends the game.
    pub has_passed: bool,
}

impl PlayoutTurn {
    /// The turn of a player when there was no earlier move.
    #[must_use]
    pub const fn first(to_move: Color) -> Self {
        Self {
            to_move,
            last: None,
            before_last: None,
            has_passed: false,
        }
    }

    /// The turn after a move of the player to move; `None` is a pass.
    #[inline]
    #[must_use]
    pub const fn after(self, point: Option<Point>) -> Self {
        Self {
            to_move: self.to_move.opponent(),
            last: point,
            before_last: self.last,
            has_passed: point.is_none(),
        }
    }
}

/// The length of the longest playout on a board, in moves, passes included.
#[must_use]
pub const fn max_length(board: &Board) -> usize {
    3 * board.size().n_points() + 20
}

/// Plays the game to its end on `board`, which must have no history to undo. Calls `record` before each play.
///
/// The end is two passes in a row, or [`max_length`] moves. A player passes when only own eyes and illegal moves are
/// left; the tactical policy does not play self-ataris of two or more stones either. Returns whether passes ended the
/// game.
pub fn play_out(
    board: &mut Board,
    mut turn: PlayoutTurn,
    policy: Policy,
    rng: &mut Rng,
    mut record: impl FnMut(&Board, Color, Point, PlayoutReason),
) -> bool {
    let mut replies = Replies::default();
    for _ in 0..max_length(board) {
        let choice = match policy {
            Policy::Uniform => random(board, turn.to_move, rng, |_| true)
                .map(|point| (point, PlayoutReason::Random)),
            Policy::Tactical(tactics) => replies.choose(board, turn, tactics, rng),
        };
        match choice {
            Some((point, reason)) => {
                record(board, turn.to_move, point, reason);
                board.play_unlogged(turn.to_move, point);
            }
            None if turn.has_passed => return true,
            None => board.pass_unlogged(),
        }
        turn = turn.after(choice.map(|(point, _)| point));
    }
    false
}

/// Random draws from all empty points before drawn points are put aside.
const N_BLIND_DRAWS: usize = 4;

/// A random point for a play of `color` that `accepts` agrees to: no suicide, no own eye. Each such point is equally
/// likely.
#[inline]
fn random(
    board: &Board,
    color: Color,
    rng: &mut Rng,
    accepts: impl Fn(Point) -> bool,
) -> Option<Point> {
    let is_good = |point| is_sensible(board, color, point) && accepts(point);
    let empty = board.empty_points();
    if empty.is_empty() {
        return None;
    }
    // Most points are playable until late in the game.
    for _ in 0..N_BLIND_DRAWS {
        let point = empty[rng.index(empty.len())];
        if is_good(point) {
            return Some(point);
        }
    }
    // After that few are, and no point is tried twice.
    let mut rest: ArrayVec<Point, { MAX_SIDE as usize * MAX_SIDE as usize }> =
        empty.iter().copied().collect();
    while !rest.is_empty() {
        let point = rest.swap_remove(rng.index(rest.len()));
        if is_good(point) {
            return Some(point);
        }
    }
    None
}

/// Whether a play on an empty point is legal, no suicide, and fills no own eye. Looks at the neighbors only once.
#[inline]
fn is_sensible(board: &Board, color: Color, point: Point) -> bool {
    if board.ko() == Some((color, point)) {
        return false;
    }
    let neighbors = point.neighbors();
    // This loop has no branch for each neighbor: the processor can hardly predict what is on one.
    if neighbors
        .iter()
        .fold(false, |found, &neighbor| found | board.is_empty(neighbor))
    {
        return true;
    }
    let (mut connects, mut is_surrounded) = (false, true);
    for neighbor in neighbors {
        match board.cell(neighbor) {
            Cell::Empty | Cell::Wall => {}
            cell @ (Cell::Black | Cell::White) => {
                let is_in_atari = board.block(board.block_id(neighbor)).n_liberties() == 1;
                if cell == Cell::from(color) {
                    connects |= !is_in_atari;
                } else if is_in_atari {
                    return true;
                } else {
                    is_surrounded = false;
                }
            }
        }
    }
    connects && !(is_surrounded && tactics::holds_diagonals(board, color, point))
}

/// The tactical policy, with a buffer that is used again at each move.
#[derive(Debug, Default)]
struct Replies {
    points: Vec<Point>,
}

impl Replies {
    /// The next move; `None` is a pass.
    fn choose(
        &mut self,
        board: &Board,
        turn: PlayoutTurn,
        tactics: Tactics,
        rng: &mut Rng,
    ) -> Option<(Point, PlayoutReason)> {
        let color = turn.to_move;
        if let Some(last) = turn.last {
            if board.color(last) == Some(color.opponent())
                && let Some(point) = board.block(board.block_id(last)).atari()
                && rng.below(100) < tactics.capture
                && board.is_legal(color, point)
            {
                return Some((point, PlayoutReason::Capture));
            }
            if rng.below(100) < tactics.save {
                self.points.clear();
                for block in tactics::blocks_around(board, last, color) {
                    tactics::rescues(board, block, &mut self.points);
                }
                if let Some(point) = self.draw(rng) {
                    return Some((point, PlayoutReason::Save));
                }
            }
            if rng.below(100) < tactics.pattern
                && let Some(point) = self.pattern_around(board, color, last, rng)
            {
                return Some((point, PlayoutReason::Pattern));
            }
        }
        if let Some(own) = turn.before_last
            && rng.below(100) < tactics.pattern_own
            && let Some(point) = self.pattern_around(board, color, own, rng)
        {
            return Some((point, PlayoutReason::Pattern));
        }
        random(board, color, rng, |point| {
            !tactics::is_silly_self_atari(board, color, point)
        })
        .map(|point| (point, PlayoutReason::Random))
    }

    /// A random one of the points around `center` that match a pattern.
    fn pattern_around(
        &mut self,
        board: &Board,
        color: Color,
        center: Point,
        rng: &mut Rng,
    ) -> Option<Point> {
        self.points.clear();
        for point in center.around() {
            if board.is_empty(point)
                && pattern::matches(board, point)
                && is_sensible(board, color, point)
                && !tactics::is_silly_self_atari(board, color, point)
            {
                self.points.push(point);
            }
        }
        self.draw(rng)
    }

    fn draw(&self, rng: &mut Rng) -> Option<Point> {
        match self.points.len() {
            0 => None,
            n => Some(self.points[rng.index(n)]),
        }
    }
}
