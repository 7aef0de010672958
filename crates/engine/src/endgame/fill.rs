//! The last moves of a game: blocks that need protection, and neutral points that are worth a play.
//!
//! For boards on which everything is decided, when the caller has the dead stones and the neutral points. Under area
//! rules a neutral point is worth a point to either color, and a play in one's own territory costs nothing once the
//! neutral points are filled. Under territory rules neutral points count nothing, and a play in one's own territory
//! costs a point. Under all rules a block that would be lost has to be protected, on a neutral point if that helps.
//!
//! A threat is a play of the opponent that captures a block, or after which the block can neither extend nor capture
//! its way out. Deeper threats are not found: the search of a region (`local`) or reading has to find them.

use crate::board::{Board, Color, Game, Move, Point, PointSet, Scoring};

/// What is known about a finished board.
#[derive(Clone, Copy, Debug)]
pub struct FinishedBoard<'a> {
    /// The dead stones.
    pub dead: &'a PointSet,
    /// Empty points that belong to neither color and may be filled. Shared liberties of a seki are not among them.
    pub dame: &'a PointSet,
}

/// The play that `color` still has to make before it passes: one that protects what the opponent threatens, or one on
/// a neutral point where that counts. `None` if nothing is left to do.
///
/// Cost: a few plays on a board for each liberty of a block with few liberties, and for each neutral point.
#[must_use]
pub fn last_move(game: &Game, color: Color, finished: FinishedBoard<'_>) -> Option<Point> {
    let board = game.board();
    let is_legal = |point: &Point| game.is_legal(color, Move::Play(*point));
    if is_threatened(board, color, finished.dead) {
        let all: PointSet = board.empty_set();
        // Neutral points first: they cost nothing.
        let costly = all - *finished.dame;
        let candidates = finished.dame.iter().chain(&costly);
        let protects = |point: &Point| {
            after(board, color, *point)
                .is_some_and(|after| !is_threatened(&after, color, finished.dead))
        };
        let found = candidates.filter(is_legal).find(protects);
        if found.is_some() {
            return found;
        }
    }
    if game.rules().scoring == Scoring::Territory {
        return None;
    }
    let sound = |point: &Point| is_legal(point) && !is_self_atari(board, color, *point);
    let open: Vec<Point> = finished.dame.iter().filter(sound).collect();
    let keeps_safe = |&&point: &&Point| {
        after(board, color, point).is_some_and(|after| !is_threatened(&after, color, finished.dead))
    };
    open.iter().find(keeps_safe).or(open.first()).copied()
}

/// Whether a play leaves its own block with one liberty and captures nothing. An illegal play counts as one, too.
#[must_use]
pub fn is_self_atari(board: &Board, color: Color, point: Point) -> bool {
    let mut after = board.clone();
    let Ok(played) = after.play(color, point) else {
        return true;
    };
    played.n_captured == 0
        && after
            .block_at(point)
            .is_none_or(|block| block.n_liberties() == 1)
}

/// Whether a play of `color` on the last liberty of its block gives the block more liberties.
#[must_use]
pub fn saves(board: &Board, color: Color, liberty: Point) -> bool {
    after(board, color, liberty).is_some_and(|after| {
        after
            .block_at(liberty)
            .is_some_and(|block| block.n_liberties() > 1)
    })
}

/// Whether the opponent's play on `point` puts blocks of `color` into atari, and no single answer gets all of them out
/// of it, by an extension or a capture. Blocks in `dead` do not count, nor do those that are in atari without that
/// play.
#[must_use]
pub fn loses_a_block(board: &Board, color: Color, point: Point, dead: &PointSet) -> bool {
    let mut after = board.clone();
    let n_before = after.n_stones(color);
    if after.play(color.opponent(), point).is_err() || after.n_stones(color) < n_before {
        return false;
    }
    let was_short = |head: Point| {
        let block = board.block_at(head);
        block.is_some_and(|block| block.atari().is_some())
    };
    let short: Vec<(Point, Point)> = short_blocks(&after, color, dead)
        .filter(|&(head, _)| !was_short(head))
        .collect();
    let Some(&first) = short.first() else {
        return false;
    };
    let saves_all = |answer: Point| {
        let mut saved = after.clone();
        let is_legal = saved.play(color, answer).is_ok();
        is_legal && short.iter().all(|&(head, _)| is_out_of_atari(&saved, head))
    };
    !ways_out(&after, color, first).any(saves_all)
}

/// The plays that get a block in atari out of it, by an extension or a capture. `block` is a stone of it and its last
/// liberty.
pub fn rescues(
    board: &Board,
    color: Color,
    block: (Point, Point),
) -> impl Iterator<Item = Point> + '_ {
    let (head, _) = block;
    ways_out(board, color, block).filter(move |&answer| {
        after(board, color, answer).is_some_and(|saved| is_out_of_atari(&saved, head))
    })
}

/// The plays that may get a block in atari out of it.
fn ways_out(
    board: &Board,
    color: Color,
    (head, liberty): (Point, Point),
) -> impl Iterator<Item = Point> {
    let captures = last_liberties_around(board, head, color.opponent());
    std::iter::once(liberty).chain(captures)
}

fn is_out_of_atari(board: &Board, head: Point) -> bool {
    let block = board.block_at(head);
    block.is_some_and(|block| block.n_liberties() > 1)
}

/// The last liberties of the blocks of `color` in atari that touch a block.
fn last_liberties_around(board: &Board, head: Point, color: Color) -> Vec<Point> {
    let stones: PointSet = board.stones(head).collect();
    let beside = stones.spread();
    let others = beside
        .iter()
        .filter(|&point| board.color(point) == Some(color));
    others
        .filter_map(|stone| board.block_at(stone)?.atari())
        .collect()
}

/// The blocks of `color` in atari that are not dead, each with its last liberty.
fn short_blocks<'a>(
    board: &'a Board,
    color: Color,
    dead: &'a PointSet,
) -> impl Iterator<Item = (Point, Point)> + 'a {
    board
        .first_stones(color)
        .into_iter()
        .filter(|head| !dead.contains(*head))
        .filter_map(|head| Some((head, board.block_at(head)?.atari()?)))
}

/// Whether the opponent, to move, can capture a block of `color` that is not dead, or take away its last way out.
fn is_threatened(board: &Board, color: Color, dead: &PointSet) -> bool {
    let opponent = color.opponent();
    let falls = |(_, liberty)| board.is_legal(opponent, liberty);
    if short_blocks(board, color, dead).any(falls) {
        return true;
    }
    let near: PointSet = board
        .first_stones(color)
        .into_iter()
        .filter(|head| !dead.contains(*head))
        .filter_map(|head| board.block_at(head))
        .filter(|block| block.n_liberties() == 2)
        .fold(PointSet::EMPTY, |all, block| all | *block.liberties());
    // Stones that were thrown in count as well: they are captured only after the block has few liberties.
    near.iter()
        .any(|point| loses_a_block(board, color, point, dead))
}

/// The board after a play; `None` if it is illegal.
fn after(board: &Board, color: Color, point: Point) -> Option<Board> {
    let mut after = board.clone();
    after.play(color, point).ok()?;
    Some(after)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::game::Start;
    use crate::board::{Komi, Rules};

    /// Checks the last moves of both colors.
    fn check(diagram: &str, rules: &str, dame: &[&str], expected: [Option<&str>; 2]) {
        let board: Board = diagram.parse().unwrap();
        let rules = Rules {
            komi: Komi::default(),
            ..Rules::named(rules).unwrap()
        };
        let game = Game::from_start(Start::from_board(&board), rules).unwrap();
        let dame = dame.iter().map(|name| name.parse().unwrap()).collect();
        let finished = FinishedBoard {
            dead: &PointSet::EMPTY,
            dame: &dame,
        };
        let found = Color::BOTH.map(|color| last_move(&game, color, finished));
        let expected = expected.map(|name| name.map(|name| name.parse().unwrap()));
        assert_eq!(found, expected, "{rules}\n{diagram}");
    }

    #[test]
    fn neutral_points_count_by_area_only() {
        let diagram = ". X . X . O . O .\nX X X X . O O O O\n. . X X . O . . .";
        let dame = ["E1", "E2", "E3"];
        check(diagram, "chinese", &dame, [Some("E1"); 2]);
        check(diagram, "japanese", &dame, [None; 2]);
    }

    #[test]
    fn a_threatened_block_is_protected_under_all_rules() {
        // White has filled the dame: White can now cut off the two stones on the left with B1.
        let diagram = ". X X O O .\nX X O O . O\n. . X O O O";
        for rules in ["chinese", "japanese"] {
            check(diagram, rules, &[], [Some("B1"), None]);
        }
    }

    #[test]
    fn a_block_that_is_lost_anyway_makes_no_other_play_a_threat() {
        // White captures on A5 whatever Black answers; nothing else of Black has few liberties.
        let board: Board =
            ". X O . X X X\nO O O . X . X\n. . . O X X X\n. O . O X X .\nO O . O . . O"
                .parse()
                .unwrap();
        let loses = |name: &str| {
            let point = name.parse().unwrap();
            loses_a_block(&board, Color::Black, point, &PointSet::EMPTY)
        };
        assert!(!loses("F1"));
        assert!(!loses("D4"));
    }

    #[test]
    fn two_blocks_in_atari_at_once_need_two_answers() {
        // White on C2 leaves both black stones one liberty, on either side.
        let middle = "C2".parse().unwrap();
        let loses = |diagram: &str| {
            let board: Board = diagram.parse().unwrap();
            loses_a_block(&board, Color::Black, middle, &PointSet::EMPTY)
        };
        assert!(loses(". O . O .\n. X . X .\n. O . O ."));
        assert!(!loses(". O . O .\n. X . O .\n. O . O ."));
    }

    #[test]
    fn a_neutral_point_is_no_gain_in_atari() {
        let diagram = ". X X O O .\nX X O O . O\n. . X . O O";
        check(diagram, "japanese", &["D1"], [None, None]);
        check(diagram, "chinese", &["D1"], [None, Some("D1")]);
    }
}
