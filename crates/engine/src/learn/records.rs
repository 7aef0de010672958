//! Games as lines of text. A line holds komi, result and moves, separated by tabs. Each move is a pair of letters;
//! Black moves first.

use thiserror::Error;

use crate::board::{Board, Color, Point, Size};
use crate::mcts::playout::PlayoutTurn;

/// Why a line is not a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum RecordError {
    /// The line has fewer than three fields.
    #[error("line {line}: expected three fields between tabs: komi, result, moves")]
    Fields {
        /// Line number, from 1.
        line: usize,
    },
    /// A move is not a pair of letters of the board.
    #[error("line {line}, move {number}: expected two letters from a to s")]
    Move {
        /// Line number, from 1.
        line: usize,
        /// Number of the move, from 1.
        number: usize,
    },
}

/// The moves of a game; `None` is a pass.
pub(super) type Moves = Vec<Option<Point>>;

/// Side of the boards, in points.
pub(super) const SIDE: u8 = 19;

/// Reads games on 19x19, one in each line.
///
/// # Errors
/// If a line is not a game.
pub fn parse_records(text: &str) -> Result<Vec<Moves>, RecordError> {
    text.lines()
        .enumerate()
        .map(|(index, line)| parse_line(line, index + 1))
        .collect()
}

pub(super) fn parse_line(text: &str, line: usize) -> Result<Moves, RecordError> {
    let moves = text
        .split('\t')
        .nth(2)
        .ok_or(RecordError::Fields { line })?;
    moves
        .as_bytes()
        .chunks(2)
        .enumerate()
        .map(|(index, pair)| {
            parse_move(pair).ok_or(RecordError::Move {
                line,
                number: index + 1,
            })
        })
        .collect()
}

/// A pair of SGF letters; `tt` is a pass.
#[expect(clippy::option_option, reason = "no move, or a pass")]
fn parse_move(pair: &[u8]) -> Option<Option<Point>> {
    let &[x, y] = pair else {
        return None;
    };
    if (x, y) == (b't', b't') {
        return Some(None);
    }
    let coordinate = |letter: u8| letter.checked_sub(b'a').filter(|&at| at < SIDE);
    Some(Some(Point::new(coordinate(x)?, SIDE - 1 - coordinate(y)?)))
}

/// Plays a game, and calls `show` with each position before a play and with the play. Ends at an illegal move.
pub(super) fn replay(moves: &[Option<Point>], mut show: impl FnMut(&Board, PlayoutTurn, Point)) {
    let mut board = Board::new(Size::square(SIDE));
    let mut turn = PlayoutTurn::first(Color::Black);
    for &mv in moves {
        match mv {
            Some(point) if board.is_legal(turn.to_move, point) => {
                show(&board, turn, point);
                board.play_unlogged(turn.to_move, point);
            }
            Some(_) => return,
            None => board.pass_unlogged(),
        }
        turn = turn.after(mv);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_games() {
        let games = parse_records("6.5\tB+R\tpdddtt\n0.5\tW+1.5\t").unwrap();
        assert_eq!(games.len(), 2);
        let names: Vec<_> = games[0]
            .iter()
            .map(|mv| mv.map_or("pass".to_owned(), |point| point.to_string()))
            .collect();
        assert_eq!(names, ["Q16", "D16", "pass"]);
        assert_eq!(parse_records("x"), Err(RecordError::Fields { line: 1 }));
        for moves in ["pdx", "pdzz", "pd!!"] {
            let text = format!("6.5\tB+R\tdd\n6.5\tB+R\t{moves}");
            let expected = RecordError::Move { line: 2, number: 2 };
            assert_eq!(parse_records(&text), Err(expected));
        }
    }

    #[test]
    fn replay_stops_at_an_illegal_move() {
        let games = parse_records("6.5\tB+R\tpdddpdqq").unwrap();
        let mut n_shown = 0;
        replay(&games[0], |_, _, _| n_shown += 1);
        assert_eq!(n_shown, 2);
    }
}
