//! Small positions on which the base of rules is tried.

use super::problem::Problem;
use tedomari_board::{Board, Point};
use tedomari_solvers::tsumego::{Goal, Question};

/// Name, goal, a stone of the block in question, rows from the top.
type Drawn = (&'static str, Goal, &'static str, &'static str);

const THREE_IN_CORNER: &str = ". . . . . . .\nO O O O O . .\nX X X X O . .\n. . . X O . .";
const THREE_AT_EDGE: &str = ". . . . . . .\n. . O O O O O\n. . O X X X X\n. . O X . . .";
const THREE_INSIDE: &str =
    "O O O O O O O\nO X X X X X O\nO X . . . X O\nO X X X X X O\nO O O O O O O\n. . . . . . .";
const ROOM_TO_CLOSE: &str = "\
    . . . . . . . . .\n. . . . . . . . .\n. . . . . . . . .\n. . . . . . . . .\n. . . . . . . . .\n\
    . . . . . . . . .\nO O O O O O . . .\nX X X X X O . . .\n. . . X X O . . .";
const RACE: &str = "\
    . . . . . . . . .\n. . . . . . . . .\n. . . . . . . . .\n. . . . . . . . .\n. . . . . . . . .\n\
    . . . . . . . . .\nO O O O X X X X .\nO X X X O O O X .\nO X . . . . O X .";
const CUT_OFF: &str = "\
    . . . . . . . . .\n. . . . . . . . .\n. . . . . . . . .\n. . . . . . . . .\nO O O O O O O O .\n\
    X X X X O O O O .\n. . . X . X . O .\nX X X X O . . O .\nX . X X O O O O .";

const DRAWN: [Drawn; 11] = [
    (
        "kill three in the corner",
        Goal::Kill,
        "A2",
        THREE_IN_CORNER,
    ),
    (
        "live three in the corner",
        Goal::Live,
        "A2",
        THREE_IN_CORNER,
    ),
    ("kill three at the edge", Goal::Kill, "D2", THREE_AT_EDGE),
    ("live three at the edge", Goal::Live, "D2", THREE_AT_EDGE),
    ("kill three inside", Goal::Kill, "B5", THREE_INSIDE),
    ("live three inside", Goal::Live, "B5", THREE_INSIDE),
    ("kill room to close", Goal::Kill, "A2", ROOM_TO_CLOSE),
    ("live room to close", Goal::Live, "A2", ROOM_TO_CLOSE),
    ("kill a race", Goal::Kill, "B1", RACE),
    ("live a race", Goal::Live, "B1", RACE),
    ("live cut off", Goal::Live, "F3", CUT_OFF),
];

/// The positions on which the base is tried: shapes of our own, in each of which the side to move reaches the goal.
#[must_use]
pub fn positions() -> Vec<Problem> {
    DRAWN.iter().filter_map(problem).collect()
}

/// The problem of a drawing; a test makes sure that there is one for each.
fn problem(&(name, goal, stone, diagram): &Drawn) -> Option<Problem> {
    let board: Board = diagram.parse().ok()?;
    let stone: Point = stone.parse().ok()?;
    let owner = board.color(stone)?;
    Some(Problem {
        name: name.to_owned(),
        question: Question::new(stone, goal, goal.player(owner)),
        board,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_drawing_is_a_problem() {
        assert_eq!(positions().len(), DRAWN.len());
    }
}
