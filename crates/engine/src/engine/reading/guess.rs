//! Which block a position is about, if no mark names it.
//!
//! A problem is about a group with little room: its stones, and the empty points that they reach before the other side
//! does, are few. The groups with the least room for their stones are looked at first, and in each of them the large
//! blocks. Each block is read briefly twice, with either side first. The block is found whose fate is proved to hang
//! on the move; a block whose fate is proved to be settled is left out. Where reading leaves it open, the room decides.

use std::cmp::Reverse;
use std::collections::VecDeque;
use std::fmt;
use std::time::Instant;

use super::readers;
use crate::base::Budget;
use crate::board::{Board, Color, N_INDICES, PerColor, Point, PointSet};
use crate::safety::unconditional_life;
use crate::tsumego::{Goal, Question, Reader, Reading, Verdict};

/// How many blocks are read in each round, and the nodes for each of the two questions about a block.
const ROUNDS: [(usize, u64); 3] = [(8, 400), (5, 4_000), (3, 24_000)];

/// Most blocks of one group that are read.
const BLOCKS_OF_GROUP: usize = 3;

/// The guess takes at most one part in so many of the nodes and of the time.
const SHARE: u32 = 3;

/// A stone makes up for so many points of room: a large group is more likely in question than a small one.
const ROOM_OF_STONE: i64 = 2;

/// A guess which block a position is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guess {
    /// The first stone of the block.
    pub block: Point,
    /// The goal of the side to move.
    pub goal: Goal,
    /// What the guess rests on.
    pub ground: GuessGround,
}

impl fmt::Display for Guess {
    /// Such as `kill D1: it has the least room`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} {}: {}",
            self.goal.verb(),
            self.block,
            self.ground.words()
        )
    }
}

/// What a guess rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GuessGround {
    /// It is proved that the fate of the block depends on the side that moves first.
    Critical,
    /// By reading, but not proved.
    LikelyCritical,
    /// Reading leaves its fate open; its group has the least room for its stones.
    LeastRoom,
}

impl GuessGround {
    /// Why the block is guessed, in words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Critical => "the next move decides its fate, proven",
            Self::LikelyCritical => "the next move seems to decide its fate",
            Self::LeastRoom => "it has the least room",
        }
    }
}

/// Guesses which block a position is about, and the goal of the side to move. `None` on an empty board.
///
/// Cost: two questions of reading for each of a few blocks, up to 200,000 nodes where all of them are hard, and no more
/// than a third of what the limits have.
#[must_use]
pub fn guess(board: &Board, to_move: Color, limits: &mut Budget) -> Option<Guess> {
    let mut part = limits.part(limits.remaining() / u64::from(SHARE));
    if let Some(left) = limits.time_left() {
        part = part.until(Instant::now() + left / SHARE);
    }
    let guess = guess_within(board, to_move, &mut part);
    limits.charge(part.spent());
    guess
}

fn guess_within(board: &Board, to_move: Color, limits: &mut Budget) -> Option<Guess> {
    let mut candidates = candidates(board, to_move);
    let mut reader = readers::for_guesses();
    for (n_blocks, nodes) in ROUNDS {
        let open = candidates
            .iter_mut()
            .filter(|it| it.prospect == Prospect::Open || it.prospect == Prospect::Likely);
        for candidate in open.take(n_blocks) {
            candidate.prospect = prospect(board, to_move, candidate, &mut reader, nodes, limits);
        }
        let first = candidates
            .iter()
            .find(|it| it.prospect != Prospect::Settled);
        if first.is_none_or(|it| it.prospect == Prospect::Critical) || limits.check().is_err() {
            break;
        }
    }
    let unsettled = candidates
        .iter()
        .position(|it| it.prospect != Prospect::Settled);
    let group = candidates.get(unsettled.unwrap_or(0))?.group;
    let of_group = candidates.iter().filter(|it| it.group == group);
    let best = of_group.rev().max_by_key(|it| it.prospect)?;
    Some(Guess {
        block: best.block,
        goal: best.goal,
        ground: match best.prospect {
            Prospect::Critical => GuessGround::Critical,
            Prospect::Likely => GuessGround::LikelyCritical,
            Prospect::Open | Prospect::Settled => GuessGround::LeastRoom,
        },
    })
}

/// A block that may be in question.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    /// Its first stone.
    block: Point,
    /// The first stone of its group.
    group: Point,
    /// The goal of the side to move.
    goal: Goal,
    prospect: Prospect,
}

/// The outcome of reading a block; the later, the likelier it is in question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Prospect {
    /// Its fate is proved to be the same, whichever side moves first.
    Settled,
    Open,
    /// Both sides seem to reach their goal by moving first.
    Likely,
    /// That is proved.
    Critical,
}

/// The outcome of reading a block with so many nodes for each question.
fn prospect(
    board: &Board,
    to_move: Color,
    candidate: &Candidate,
    reader: &mut Reader,
    nodes: u64,
    limits: &mut Budget,
) -> Prospect {
    let mut read = |goal: Goal, first: Color| {
        let mut part = limits.part(nodes);
        let reading = reader.read(
            board,
            Question::new(candidate.block, goal, first),
            &mut part,
        );
        limits.charge(part.spent());
        reading
    };
    let Some(own) = read(candidate.goal, to_move) else {
        return Prospect::Open;
    };
    if own.is_proven() && own.verdict == Verdict::Refuted {
        return Prospect::Settled;
    }
    let Some(other) = read(candidate.goal.opposite(), to_move.opponent()) else {
        return Prospect::Open;
    };
    if other.is_proven() && other.verdict == Verdict::Refuted {
        return Prospect::Settled;
    }
    let succeeds =
        |reading: &Reading| !matches!(reading.judgement(), Verdict::Refuted | Verdict::Unknown);
    match succeeds(&own) && succeeds(&other) {
        true if own.is_proven() && other.is_proven() => Prospect::Critical,
        true => Prospect::Likely,
        false => Prospect::Open,
    }
}

/// The blocks that may be in question, the likeliest first: groups with the least room for their stones, in each group
/// the largest blocks. Blocks that are unconditionally alive come last.
fn candidates(board: &Board, to_move: Color) -> Vec<Candidate> {
    let distance = PerColor::from_fn(|color| distances(board, color));
    let mut found = Vec::new();
    for color in Color::BOTH {
        let alive = unconditional_life(board, color).stones;
        let goal = Goal::of(to_move, color);
        let mut seen = PointSet::EMPTY;
        for head in board.first_stones(color) {
            if seen.contains(head) {
                continue;
            }
            let group = group(board, color, head, &distance);
            let stones: PointSet = group.iter().filter(|&at| !board.is_empty(at)).collect();
            seen |= stones;
            let n_stones = i64::try_from(stones.len()).unwrap_or(i64::MAX);
            let n_room = i64::try_from((group - stones).len()).unwrap_or(i64::MAX);
            let lack = n_room.saturating_sub(n_stones.saturating_mul(ROOM_OF_STONE));
            let mut blocks = board.first_of_each_block(stones.iter());
            blocks.sort_by_key(|&block| (Reverse(board.stones(block).count()), block));
            for block in blocks.into_iter().take(BLOCKS_OF_GROUP) {
                let candidate = Candidate {
                    block,
                    group: head,
                    goal,
                    prospect: Prospect::Open,
                };
                found.push(((alive.contains(block), lack, goal), candidate));
            }
        }
    }
    found.sort_by_key(|&(key, _)| key);
    found.into_iter().map(|(_, candidate)| candidate).collect()
}

/// How many points the group of each stone in `heads`, all of one color, has: its stones and its room.
pub(super) fn group_sizes(board: &Board, color: Color, heads: &[Point]) -> Vec<usize> {
    let distance = PerColor::from_fn(|color| distances(board, color));
    let sizes = heads.iter();
    let sizes = sizes.map(|&head| group(board, color, head, &distance).len());
    sizes.collect()
}

/// The group of a stone: the stones of its color and the empty points nearer to this color that hang together.
fn group(board: &Board, color: Color, head: Point, distance: &PerColor<Vec<u16>>) -> PointSet {
    let is_own = |point: Point| {
        let at = point.index();
        board.color(point) == Some(color)
            || board.size().contains(point)
                && board.is_empty(point)
                && distance[color][at] < distance[color.opponent()][at]
    };
    let mut group = PointSet::from(head);
    let mut queue = VecDeque::from([head]);
    while let Some(point) = queue.pop_front() {
        let fresh = point.neighbors().into_iter().filter(|&it| is_own(it));
        queue.extend(fresh.filter(|&it| group.insert(it)));
    }
    group
}

/// For each empty point, how many moves a color needs to reach it from its stones.
fn distances(board: &Board, color: Color) -> Vec<u16> {
    let mut distance = vec![u16::MAX; N_INDICES];
    let mut queue: VecDeque<Point> = board.points_of(color).collect();
    for stone in &queue {
        distance[stone.index()] = 0;
    }
    while let Some(point) = queue.pop_front() {
        let next = distance[point.index()].saturating_add(1);
        for neighbor in point.neighbors() {
            if board.is_empty(neighbor) && next < distance[neighbor.index()] {
                distance[neighbor.index()] = next;
                queue.push_back(neighbor);
            }
        }
    }
    distance
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Black's group in the corner has three points in a row. White's wall around it has room on the right.
    const CORNER: &str = "\
        . . . . . . . . .\n\
        . . . . . . . . .\n\
        . . . . . . X . .\n\
        . . . . . . . . .\n\
        O O O O O O . . .\n\
        . . . . . . . . .\n\
        O O O O O . O . .\n\
        X X X X O . . . .\n\
        . . . X O . . . .";

    fn check(diagram: &str, to_move: Color, nodes: u64, expected: &str) {
        let board: Board = diagram.parse().unwrap();
        let guess = guess(&board, to_move, &mut Budget::nodes(nodes)).unwrap();
        assert_eq!(guess.to_string(), expected, "{board}");
    }

    #[test]
    fn the_enclosed_group_is_in_question_for_either_side() {
        let proved = "the next move decides its fate, proven";
        check(CORNER, Color::White, 100_000, &format!("kill D1: {proved}"));
        check(
            CORNER,
            Color::Black,
            100_000,
            &format!("live with D1: {proved}"),
        );
        let swapped = CORNER.replace('X', "?").replace('O', "X").replace('?', "O");
        check(
            &swapped,
            Color::White,
            100_000,
            &format!("live with D1: {proved}"),
        );
        let least_room = "it has the least room";
        check(CORNER, Color::White, 0, &format!("kill D1: {least_room}"));
    }

    #[test]
    fn a_group_that_is_settled_is_not_in_question() {
        // The white group in the other corner lives anyway, and has less room.
        let board = CORNER.replace(
            ". . . . . . . . .\n. . . . . . . . .\n. . . . . . X . .",
            ". O . O X . . . .\nO O O O X . . . .\nX X X X X . . . .",
        );
        let proved = "the next move decides its fate, proven";
        check(&board, Color::White, 100_000, &format!("kill D1: {proved}"));
        check(
            &board,
            Color::Black,
            100_000,
            &format!("live with D1: {proved}"),
        );
    }

    #[test]
    fn the_group_with_the_least_room_comes_first() {
        let board: Board = CORNER.parse().unwrap();
        let first = candidates(&board, Color::White)[0];
        assert_eq!(
            (first.block.to_string(), first.goal),
            ("D1".to_owned(), Goal::Kill)
        );
        assert_eq!(candidates(&board, Color::Black)[0].block, first.block);
    }

    #[test]
    fn an_empty_board_has_nothing_to_guess() {
        let board: Board = ". .\n. .".parse().unwrap();
        assert_eq!(guess(&board, Color::Black, &mut Budget::unlimited()), None);
    }

    #[test]
    fn a_guess_takes_a_share_of_the_limits() {
        let board: Board = CORNER.replace("X X X X O", ". X X X O").parse().unwrap();
        let mut limits = Budget::nodes(3_000);
        let _ = guess(&board, Color::White, &mut limits);
        assert!(limits.spent() < 2_000, "{}", limits.spent());
    }
}
