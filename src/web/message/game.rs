//! A position as a message names it: a start and the moves since.

use serde::{Deserialize, Serialize};

use super::fault::{Code, Fault};
use super::terms::{Hue, MoveText, PointText};
use crate::board::game::Start;
use crate::board::{Color, Game, Komi, Rules, Size};
use crate::sgf::MAX_LINE_NODES;

/// A start and the moves since.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct GameText {
    /// Width and height.
    pub(crate) size: (u8, u8),
    /// The name of the rules; those of the server if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) rules: Option<String>,
    /// Komi; that of the rules if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) komi: Option<f64>,
    /// Handicap stones among the setup stones.
    #[serde(default)]
    pub(crate) handicap: usize,
    /// Black setup stones.
    #[serde(default)]
    pub(crate) black: Vec<PointText>,
    /// White setup stones.
    #[serde(default)]
    pub(crate) white: Vec<PointText>,
    /// The side that moves first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) to_move: Option<Hue>,
    /// The moves since the setup.
    #[serde(default)]
    pub(crate) moves: Vec<(Hue, MoveText)>,
}

impl GameText {
    /// Plays the moves. As in records, superko is not held against them.
    ///
    /// # Errors
    /// If the board, the rules, the setup or a move is impossible.
    pub(crate) fn game(&self, default: &Rules) -> Result<Game, Fault> {
        let bad = |message: String| Fault::new(Code::BadGame, message);
        let (width, height) = self.size;
        let size = Size::new(width, height).ok_or_else(|| {
            bad(format!(
                "a board has 1 to 25 rows and columns, not {width}x{height}"
            ))
        })?;
        if self.moves.len() > MAX_LINE_NODES {
            return Err(Fault::new(
                Code::TooLarge,
                format!("more than {MAX_LINE_NODES} moves"),
            ));
        }
        let start = Start {
            size,
            stones: self.stones(size)?,
            n_handicap: self.handicap,
            to_move: self.to_move.map(|color| color.0),
        };
        let mut game = Game::from_start(start, self.rules(default)?)
            .map_err(|error| bad(format!("setup: {error}")))?;
        for (n_before, &(color, mv)) in self.moves.iter().enumerate() {
            let number = n_before + 1;
            let on_board = mv.0.point().is_none_or(|point| size.contains(point));
            let played = on_board.then(|| game.play_ignoring_superko(color.0, mv.0));
            let why = match played {
                Some(Ok(_)) => continue,
                Some(Err(error)) => error.to_string(),
                None => "the point is not on the board".to_owned(),
            };
            let (color, mv) = (color.0, mv.0);
            return Err(Fault {
                at: Some(number),
                ..bad(format!("move {number}, {color} {mv}, is illegal: {why}"))
            });
        }
        Ok(game)
    }

    /// The setup stones, each point once.
    fn stones(&self, size: Size) -> Result<Vec<(Color, crate::board::Point)>, Fault> {
        let black = self.black.iter().map(|stone| (Color::Black, stone.0));
        let white = self.white.iter().map(|stone| (Color::White, stone.0));
        let mut seen = crate::board::PointSet::EMPTY;
        let mut stones = Vec::new();
        for (color, point) in black.chain(white) {
            if !size.contains(point) || !seen.insert(point) {
                let message = format!("setup: {point} is not on the board, or there twice");
                return Err(Fault::new(Code::BadGame, message));
            }
            stones.push((color, point));
        }
        Ok(stones)
    }

    fn rules(&self, default: &Rules) -> Result<Rules, Fault> {
        let mut rules = match &self.rules {
            Some(name) => {
                Rules::named(name).map_err(|error| Fault::new(Code::BadGame, error.to_string()))?
            }
            None => *default,
        };
        if let Some(points) = self.komi {
            rules.komi = Komi::from_points(points)
                .ok_or_else(|| Fault::new(Code::BadGame, format!("komi {points} is impossible")))?;
        }
        Ok(rules)
    }

    /// The start of a game as a message, without its moves.
    #[must_use]
    pub(crate) fn of_start(game: &Game) -> Self {
        let start = game.start();
        let stones = |wanted: Color| {
            let of_color = start
                .stones
                .iter()
                .filter(move |(color, _)| *color == wanted);
            of_color.map(|&(_, point)| PointText(point)).collect()
        };
        Self {
            size: (start.size.width(), start.size.height()),
            rules: game.rules().name().map(str::to_owned),
            komi: Some(game.rules().komi.points()),
            handicap: start.n_handicap,
            black: stones(Color::Black),
            white: stones(Color::White),
            to_move: Some(Hue(start.first_to_move())),
            moves: Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(text: &str) -> Result<Game, Fault> {
        let text: GameText = serde_json::from_str(text).unwrap();
        text.game(&Rules::default())
    }

    #[test]
    fn a_position_is_set_up_and_played() {
        let game = game(
            r#"{"size": [5, 4], "rules": "japanese", "komi": 0.5, "black": ["A1"], "white": ["B1"], "to_move": "white",
                "moves": [["white", "A2"], ["black", "pass"]]}"#,
        )
        .unwrap();
        assert_eq!(game.board().n_prisoners(Color::Black), 1);
        assert_eq!(
            (game.to_move(), game.rules().komi.points()),
            (Color::White, 0.5)
        );
        let start = GameText::of_start(&game);
        assert_eq!(
            (start.size, start.black, start.white),
            (
                (5, 4),
                vec![PointText("A1".parse().unwrap())],
                vec![PointText("B1".parse().unwrap())]
            )
        );
    }

    #[test]
    fn what_is_impossible_is_named() {
        for (text, part) in [
            (r#"{"size": [26, 5]}"#, "26x5"),
            (r#"{"size": [0, 5]}"#, "0x5"),
            (r#"{"size": [5, 5], "black": ["F1"]}"#, "F1"),
            (
                r#"{"size": [5, 5], "black": ["A1"], "white": ["A1"]}"#,
                "twice",
            ),
            (
                r#"{"size": [2, 1], "black": ["A1"], "white": ["B1"]}"#,
                "liberty",
            ),
            (r#"{"size": [5, 5], "rules": "mine"}"#, "mine"),
            (r#"{"size": [5, 5], "komi": 1e9}"#, "komi"),
            (
                r#"{"size": [5, 5], "moves": [["black", "A1"], ["white", "A1"]]}"#,
                "move 2, white A1",
            ),
            (
                r#"{"size": [5, 5], "moves": [["black", "Z9"]]}"#,
                "not on the board",
            ),
            (
                r#"{"size": [5, 5], "moves": [["black", "resign"]]}"#,
                "resignation",
            ),
        ] {
            let fault = game(text).unwrap_err();
            assert!(fault.message.contains(part), "{text}: {}", fault.message);
            assert_eq!(fault.code, Code::BadGame);
        }
        assert!(serde_json::from_str::<GameText>(r#"{"size": [300, 5]}"#).is_err());
        assert!(serde_json::from_str::<GameText>(r#"{"size": [5, 5], "black": ["I9"]}"#).is_err());
    }
}
