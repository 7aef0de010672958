//! A whole game, analyzed: the query for all of its positions, and the course of the game in the answers.

use serde_json::{Value, json};

use crate::board::{Color, Game, Move};
use crate::draw::picture::{Corner, CurvePanel, Panel, Picture};
use crate::katago::{KataRules, Perspective};

/// How many of the most expensive moves a picture names.
const N_NAMED: usize = 5;

/// A move that loses less, in points, is not named as expensive.
const LEAST_LOSS: f64 = 1.0;

/// The query for every position of a game, from the first to the last, as one line of JSON without its end.
#[must_use]
pub fn query_of_game(game: &Game) -> String {
    let start = game.start();
    let size = start.size;
    let pair = |color: Color, place: String| json!([format!("{color:#}"), place]);
    let stones = start.stones.iter();
    let moves = game.moves();
    json!({
        "id": "game",
        "initialStones": stones.map(|&(color, point)| pair(color, point.to_string())).collect::<Vec<_>>(),
        "initialPlayer": format!("{:#}", start.first_to_move()),
        "moves": moves.iter().map(|&(color, mv)| pair(color, mv.to_string())).collect::<Vec<_>>(),
        "rules": KataRules::of(game.rules()),
        "komi": game.rules().komi.points(),
        "boardXSize": size.width(),
        "boardYSize": size.height(),
        "analyzeTurns": (0..=moves.len()).collect::<Vec<_>>(),
    })
    .to_string()
}

/// How a game stood after each move, by the answers to the query for all of its positions.
#[derive(Clone, Debug, Default)]
pub struct Course {
    /// By the number of the turn.
    standings: Vec<Standing>,
    moves: Vec<(Color, Move)>,
}

/// How a game stands at one turn, by the search.
#[derive(Clone, Copy, Debug)]
struct Standing {
    /// Moves before the position.
    turn: usize,
    /// Black's chance to win, from 0 to 1.
    win_rate: f64,
    /// Black's lead in points.
    lead: f64,
}

/// A move that lost points, by the search.
#[derive(Clone, Copy, Debug)]
struct Loss {
    /// Number of the move, from 1.
    number: usize,
    color: Color,
    mv: Move,
    /// What the player of the move lost by it, in points.
    points: f64,
}

impl Course {
    /// The course of `game` in the answers to its query: lines of JSON in any order, with values from the given
    /// perspective. Lines without an evaluation are left out.
    #[must_use]
    pub fn new(game: &Game, answers: &str, perspective: Perspective) -> Self {
        let answers = answers
            .lines()
            .filter_map(|line| serde_json::from_str(line).ok());
        let mut standings: Vec<Standing> = answers
            .filter_map(|answer| Standing::of(&answer, perspective))
            .collect();
        standings.sort_by_key(|standing| standing.turn);
        Self {
            standings,
            moves: game.moves().to_vec(),
        }
    }

    /// The course of `game` by values that are known: for each turn, the number of moves before it, Black's chance to
    /// win and Black's lead, in the order of the game.
    #[must_use]
    pub fn of_values(game: &Game, values: impl IntoIterator<Item = (usize, f64, f64)>) -> Self {
        let standings = values.into_iter().map(|(turn, win_rate, lead)| Standing {
            turn,
            win_rate,
            lead,
        });
        Self {
            standings: standings.collect(),
            moves: game.moves().to_vec(),
        }
    }

    /// The curves of Black's chances and of the lead, and the moves that lost most.
    #[must_use]
    pub fn picture(&self, title: String) -> Picture {
        let chances = CurvePanel {
            caption: "Black's chance to win".to_owned(),
            range: (0.0, 100.0),
            unit: " %".to_owned(),
            level: Some(50.0),
            ..self.panel(|standing| 100.0 * standing.win_rate)
        };
        let leads = self.standings.iter().map(|standing| standing.lead.abs());
        // A multiple of ten, so that the quarters of the axis are round numbers.
        let most = (leads.fold(0.0, f64::max) / 10.0).ceil().max(1.0) * 10.0;
        let leads = CurvePanel {
            caption: "Black's lead in points, below zero White's".to_owned(),
            range: (-most, most),
            level: Some(0.0),
            ..self.panel(|standing| standing.lead)
        };
        Picture {
            title,
            panels: vec![Panel::Curve(chances), Panel::Curve(leads)],
            lines: self.losses().iter().map(Loss::text).collect(),
        }
    }

    fn panel(&self, value: impl Fn(&Standing) -> f64) -> CurvePanel {
        let corner = |standing: &Standing| Corner {
            // A game has far fewer moves than a u32 can count.
            x: f64::from(u32::try_from(standing.turn).unwrap_or(u32::MAX)),
            y: value(standing),
        };
        CurvePanel {
            x_name: "move".to_owned(),
            points: self.standings.iter().map(corner).collect(),
            ..CurvePanel::default()
        }
    }

    /// The moves that lost most, the most expensive one first.
    fn losses(&self) -> Vec<Loss> {
        let pairs = self.standings.windows(2).filter_map(|pair| match pair {
            [before, after] if before.turn + 1 == after.turn => {
                let &(color, mv) = self.moves.get(before.turn)?;
                Some(Loss {
                    number: after.turn,
                    color,
                    mv,
                    points: f64::from(color.sign()) * (before.lead - after.lead),
                })
            }
            _ => None,
        });
        let mut losses: Vec<Loss> = pairs.filter(|loss| loss.points >= LEAST_LOSS).collect();
        losses.sort_by(|a, b| b.points.total_cmp(&a.points));
        losses.truncate(N_NAMED);
        losses
    }
}

impl Standing {
    /// Turn, win rate and lead of an answer; `None` if it holds no evaluation of a position.
    fn of(answer: &Value, perspective: Perspective) -> Option<Self> {
        let root = answer.get("rootInfo")?;
        let to_move = root.get("currentPlayer")?.as_str()?.parse().ok()?;
        let win_rate = root.get("winrate")?.as_f64()?;
        let lead = root.get("scoreLead")?.as_f64()?;
        let is_black = perspective.viewer(to_move) == Color::Black;
        Some(Self {
            turn: usize::try_from(answer.get("turnNumber")?.as_u64()?).ok()?,
            win_rate: if is_black { win_rate } else { 1.0 - win_rate },
            lead: if is_black { lead } else { -lead },
        })
    }
}

impl Loss {
    fn text(&self) -> String {
        let Self {
            number,
            color,
            mv,
            points,
        } = self;
        format!("move {number}, {color} {mv}: {points:.1} points lost, by the search")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Rules, Size};

    /// A game of three moves.
    fn game() -> Game {
        let mut game = Game::new(Size::square(9), Rules::default());
        for (color, mv) in [
            (Color::Black, "E5"),
            (Color::White, "A1"),
            (Color::Black, "G5"),
        ] {
            game.play(color, Move::Play(mv.parse().unwrap())).unwrap();
        }
        game
    }

    /// Answers with values from White's view, out of order, with a line without an evaluation.
    const LINES: &str = r#"{"id":"game","turnNumber":2,"rootInfo":{"currentPlayer":"B","winrate":0.1,"scoreLead":-12.5}}
{"id":"game","turnNumber":0,"rootInfo":{"currentPlayer":"B","winrate":0.5,"scoreLead":0.5}}
{"warning":"odd"}
{"id":"game","turnNumber":3,"rootInfo":{"currentPlayer":"W","winrate":0.1,"scoreLead":-12.0}}
{"id":"game","turnNumber":1,"rootInfo":{"currentPlayer":"W","winrate":0.5,"scoreLead":1.0}}"#;

    #[test]
    fn answers_become_curves_from_black_s_view() {
        let course = Course::new(&game(), LINES, Perspective::Player(Color::White));
        let picture = course.picture("a game".to_owned());
        let [Panel::Curve(chances), Panel::Curve(leads)] = &picture.panels[..] else {
            panic!("{picture:?}");
        };
        let values = |panel: &CurvePanel| -> Vec<(f64, f64)> {
            panel.points.iter().map(|it| (it.x, it.y)).collect()
        };
        assert_eq!(
            values(chances),
            [(0.0, 50.0), (1.0, 50.0), (2.0, 90.0), (3.0, 90.0)]
        );
        assert_eq!(
            values(leads),
            [(0.0, -0.5), (1.0, -1.0), (2.0, 12.5), (3.0, 12.0)]
        );
        assert_eq!(leads.range, (-20.0, 20.0));
        assert_eq!(
            picture.lines,
            ["move 2, white A1: 13.5 points lost, by the search"]
        );
    }

    #[test]
    fn a_game_without_answers_is_an_empty_picture() {
        let picture = Course::new(&game(), "", Perspective::SideToMove).picture(String::new());
        assert_eq!(picture.panels.len(), 2);
        assert!(picture.lines.is_empty());
    }
}
