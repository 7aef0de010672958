//! What a player types.

use std::path::PathBuf;

use crate::board::{Move, Point, Size};

/// A line of the player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// A move, a pass or a resignation.
    Move(Move),
    /// Take back the own last move, with the answer to it.
    Undo,
    /// What would the engine play?
    Hint,
    /// How does the game stand?
    Score,
    /// Why did the engine play its last move?
    Why,
    /// Show the board.
    Board,
    /// Write the record to a file.
    Save(PathBuf),
    /// List the orders.
    Help,
    /// Leave.
    Quit,
}

/// The orders with their meaning.
pub(super) const HELP: &str = "\
  d4          play there (a letter without I, and a number)
  pass        pass; two passes end the game
  undo        take your last move back
  hint        what the engine would play
  score       how the game stands
  why         what made the engine play its last move
  board       show the board again
  save FILE   write the game to a file in SGF
  resign      give up
  quit        leave";

impl Order {
    /// The order in a line; `None` for an empty one.
    ///
    /// # Errors
    /// A sentence that names the fault.
    pub(super) fn parse(line: &str, size: Size) -> Result<Option<Self>, String> {
        let mut words = line.split_whitespace();
        let Some(first) = words.next() else {
            return Ok(None);
        };
        let rest: Vec<&str> = words.collect();
        let order = match first.to_ascii_lowercase().as_str() {
            "pass" | "p" => Self::Move(Move::Pass),
            "resign" => Self::Move(Move::Resign),
            "undo" | "u" => Self::Undo,
            "hint" | "h" => Self::Hint,
            "score" | "s" => Self::Score,
            "why" | "w" => Self::Why,
            "board" => Self::Board,
            "save" => {
                let name = line.trim().split_once(char::is_whitespace);
                let name =
                    name.ok_or("`save` needs the name of a file, such as `save game.sgf`")?;
                return Ok(Some(Self::Save(name.1.trim().into())));
            }
            "help" | "?" => Self::Help,
            "quit" | "exit" | "q" => Self::Quit,
            word => Self::Move(Move::Play(point(word, size)?)),
        };
        match rest.first() {
            None => Ok(Some(order)),
            Some(word) => Err(format!(
                "`{word}` is too much; `help` lists what you can type"
            )),
        }
    }
}

/// The point of the board with this name.
fn point(word: &str, size: Size) -> Result<Point, String> {
    let point = word.parse::<Point>().ok();
    match point.filter(|&point| size.contains(point)) {
        Some(point) => Ok(point),
        None if point.is_some() => Err(format!("{word} is not on a board of {size}")),
        None => Err(format!(
            "`{word}` is neither a point, such as d4, nor an order; `help` lists what you can type"
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_and_orders() {
        let parse = |line: &str| Order::parse(line, Size::square(9)).unwrap();
        let d4 = Order::Move(Move::Play("D4".parse().unwrap()));
        assert_eq!(parse("  d4 "), Some(d4));
        assert_eq!(parse("PASS"), Some(Order::Move(Move::Pass)));
        assert_eq!(parse(""), None);
        assert_eq!(
            parse("save my game.sgf"),
            Some(Order::Save("my game.sgf".into()))
        );
        for word in HELP
            .lines()
            .filter_map(|line| line.split_whitespace().next())
        {
            let line = if word == "save" { "save x" } else { word };
            assert!(
                Order::parse(line, Size::square(9)).unwrap().is_some(),
                "{word}"
            );
        }
    }

    #[test]
    fn nonsense_gets_help() {
        for line in ["i5", "z9", "d", "d10", "foo", "undo 3", "save"] {
            let error = Order::parse(line, Size::square(9)).unwrap_err();
            assert!(
                error.contains("help") || error.contains("9x9") || error.contains("file"),
                "{error}"
            );
        }
    }
}
