//! The results of a match.

use std::fmt;
use std::time::Duration;

use serde::Serialize;

use super::json::{by_color, seconds};
use super::play::{EngineFault, FinishedGame, GameEnding};
use super::settings::{MatchSettings, black_engine};
use crate::base::{counted, wilson_interval};
use crate::board::{Color, PerColor};

/// Standard deviations of a two-sided interval of 95 %.
pub(super) const Z: f64 = 1.959_964;

/// The results of one engine in a match.
#[derive(Clone, Debug, Default, Serialize)]
pub struct PlayerSummary {
    /// Name and version, as the engine reports them, and what sets its command apart if both report the same.
    pub name: String,
    /// The command that starts it.
    pub command: String,
    /// Games with each color.
    #[serde(serialize_with = "by_color")]
    pub n_games: PerColor<usize>,
    /// Games won with each color.
    #[serde(serialize_with = "by_color")]
    pub n_wins: PerColor<usize>,
    /// Games lost by an illegal move.
    pub n_illegal: usize,
    /// Games lost on time.
    pub n_time_losses: usize,
    /// Games lost by refusing a legal move or the setup.
    pub n_refusals: usize,
    /// Games lost because it died, hung, or gave an answer that makes no sense.
    pub n_crashes: usize,
    /// Number of its moves.
    pub n_moves: u32,
    /// Total time for its moves.
    #[serde(serialize_with = "seconds")]
    pub thinking: Duration,
    /// Time for its slowest move.
    #[serde(serialize_with = "seconds")]
    pub longest: Duration,
    /// Games that this engine and the referee both counted.
    pub n_refereed: usize,
    /// Number of these games that both counted alike.
    pub n_as_referee: usize,
}

/// One game of a match.
#[derive(Clone, Debug, Serialize)]
pub struct GameSummary {
    /// Its number, counted from 1.
    pub number: usize,
    /// The engine with Black.
    pub black: String,
    /// The engine with White.
    pub white: String,
    /// The result as in SGF; `?` if it is unknown.
    pub result: String,
    /// What the first engine of the match got: 1 for a win, a half for a draw; nothing if the result is unknown.
    pub points: Option<f64>,
    /// Number of moves.
    pub n_moves: usize,
}

/// The results of a match.
#[derive(Clone, Debug, Serialize)]
pub struct MatchSummary {
    /// Board size and rules.
    pub title: String,
    /// The two engines; the first had Black in the first game.
    pub players: [PlayerSummary; 2],
    /// Number of games.
    pub n_games: usize,
    /// Games that ended in a draw.
    pub n_draws: usize,
    /// Games without a known score: the engines did not agree, and the referee gave no score.
    pub n_unsettled: usize,
    /// Games that were counted.
    pub n_counted: usize,
    /// Number of these games that both engines counted alike.
    pub n_agreed: usize,
    /// Moves in all games.
    pub n_moves: usize,
    /// All games in order.
    pub games: Vec<GameSummary>,
}

impl MatchSummary {
    /// Adds up games, each with its index in the match.
    pub(super) fn new<'a>(
        settings: &MatchSettings,
        games: impl Iterator<Item = (&'a usize, &'a FinishedGame)>,
    ) -> Self {
        let mut summary = Self {
            title: format!("{} {}", settings.size, settings.rules),
            players: Default::default(),
            n_games: 0,
            n_draws: 0,
            n_unsettled: 0,
            n_counted: 0,
            n_agreed: 0,
            n_moves: 0,
            games: Vec::new(),
        };
        for (player, words) in summary.players.iter_mut().zip(&settings.commands) {
            player.command = words.join(" ");
        }
        for (&index, game) in games {
            summary.add(index, game);
        }
        summary
    }

    fn add(&mut self, index: usize, game: &FinishedGame) {
        self.games.push(GameSummary::new(index, game));
        self.n_games += 1;
        self.n_moves += game.game.moves().len();
        let winner = game.ending.winner();
        match game.ending {
            GameEnding::Counted(score) => {
                let counts = game.counts;
                self.n_counted += 1;
                self.n_unsettled += usize::from(score.is_none());
                self.n_draws += usize::from(score.is_some() && winner.is_none());
                let is_agreed =
                    counts[Color::Black].is_some() && counts[Color::Black] == counts[Color::White];
                self.n_agreed += usize::from(is_agreed);
            }
            GameEnding::Resigned(_) | GameEnding::Forfeit { .. } => {}
        }
        for color in Color::BOTH {
            let is_black = color == Color::Black;
            let engine = if is_black {
                black_engine(index)
            } else {
                1 - black_engine(index)
            };
            if let Some(player) = self.players.get_mut(engine) {
                player.add(color, game);
            }
        }
    }

    /// Share of games that the first engine won, in 0..=1, and the number of games in this share. Draws count half;
    /// games without a known score are left out.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "far fewer than 2^52 games")]
    pub fn score(&self) -> (f64, usize) {
        let n_settled = self.n_games - self.n_unsettled;
        let points = self.players[0].total_wins() as f64 + self.n_draws as f64 / 2.0;
        (points / n_settled.max(1) as f64, n_settled)
    }

    /// The score so far, for the progress bar.
    pub(super) fn short(&self) -> String {
        let [first, second] = &self.players;
        format!("{} : {}", first.total_wins(), second.total_wins())
    }
}

impl GameSummary {
    fn new(index: usize, game: &FinishedGame) -> Self {
        let first = if black_engine(index) == 0 {
            Color::Black
        } else {
            Color::White
        };
        let points = match (&game.ending, game.ending.winner()) {
            (_, Some(winner)) if winner == first => Some(1.0),
            (_, Some(_)) => Some(0.0),
            (GameEnding::Counted(None), None) => None,
            (_, None) => Some(0.5),
        };
        Self {
            number: index + 1,
            black: game.names[Color::Black].clone(),
            white: game.names[Color::White].clone(),
            result: game.ending.sgf_result(),
            points,
            n_moves: game.game.moves().len(),
        }
    }
}

impl PlayerSummary {
    /// Games won with either color.
    #[must_use]
    pub fn total_wins(&self) -> usize {
        Color::BOTH.iter().map(|&color| self.n_wins[color]).sum()
    }

    fn add(&mut self, color: Color, game: &FinishedGame) {
        self.name.clone_from(&game.names[color]);
        self.n_games[color] += 1;
        self.n_wins[color] += usize::from(game.ending.winner() == Some(color));
        match &game.ending {
            GameEnding::Forfeit { loser, fault, .. } if *loser == color => match fault {
                EngineFault::IllegalMove => self.n_illegal += 1,
                EngineFault::Time => self.n_time_losses += 1,
                EngineFault::Refusal => self.n_refusals += 1,
                EngineFault::Crash => self.n_crashes += 1,
            },
            GameEnding::Counted(_) => {
                if let (Some(own), Some(referee)) = (game.counts[color], game.referee) {
                    self.n_refereed += 1;
                    self.n_as_referee += usize::from(own == referee);
                }
            }
            GameEnding::Resigned(_) | GameEnding::Forfeit { .. } => {}
        }
        let thinking = game.thinking[color];
        self.n_moves += thinking.n_moves;
        self.thinking += thinking.total;
        self.longest = self.longest.max(thinking.longest);
    }
}

impl fmt::Display for MatchSummary {
    /// The table of results as text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let games = counted(self.n_games, "game");
        let moves = counted(self.n_moves, "move");
        writeln!(f, "{games}, {}, {moves} in all", self.title)?;
        let width = self
            .players
            .iter()
            .map(|p| p.name.chars().count())
            .max()
            .unwrap_or(0)
            .max(6);
        writeln!(
            f,
            "{:width$}  {:>4} {:>9} {:>9}  {:>7} {:>4} {:>7} {:>5}  {:>6} {:>8} {:>8}",
            "engine",
            "wins",
            "as black",
            "as white",
            "illegal",
            "time",
            "refused",
            "crash",
            "moves",
            "s/move",
            "longest"
        )?;
        for player in &self.players {
            let of = |color| format!("{}/{}", player.n_wins[color], player.n_games[color]);
            writeln!(
                f,
                "{:width$}  {:>4} {:>9} {:>9}  {:>7} {:>4} {:>7} {:>5}  {:>6} {:>8.3} {:>8.3}",
                player.name,
                player.total_wins(),
                of(Color::Black),
                of(Color::White),
                player.n_illegal,
                player.n_time_losses,
                player.n_refusals,
                player.n_crashes,
                player.n_moves,
                player.thinking.as_secs_f64() / f64::from(player.n_moves.max(1)),
                player.longest.as_secs_f64()
            )?;
        }
        let (score, n_settled) = self.score();
        #[expect(clippy::cast_precision_loss, reason = "far fewer than 2^52 games")]
        let (low, high) = wilson_interval(score, n_settled as f64, Z);
        writeln!(
            f,
            "{} scores {:.1} % of {}, 95 % interval {:.1} to {:.1} %; {} drawn, {} unsettled",
            self.players[0].name,
            100.0 * score,
            counted(n_settled, "settled game"),
            100.0 * low,
            100.0 * high,
            self.n_draws,
            self.n_unsettled
        )?;
        write!(
            f,
            "final scores: both engines agree in {} of {}",
            self.n_agreed,
            counted(self.n_counted, "counted game")
        )?;
        for player in &self.players {
            if player.n_refereed > 0 {
                write!(
                    f,
                    "; {} and the referee in {} of {}",
                    player.name, player.n_as_referee, player.n_refereed
                )?;
            }
        }
        writeln!(f)
    }
}
