//! One game of a match.

use std::fmt;
use std::time::Duration;

use super::clock::PlayerClock;
use super::player::{Answer, Player};
use super::process::EngineError;
use super::{Setting, new_game};
use crate::base::{Color, Move, PerColor, Score};
use crate::board::Game;

/// What an engine did wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It made an illegal move.
    IllegalMove,
    /// It overstepped its time.
    Time,
    /// It would not take a legal move, or prepare for the game.
    Refusal,
    /// It died, hung or talked nonsense.
    Crash,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By counting: the score of the referee, else that on which both engines agree, else unknown.
    Counted(Option<Score>),
    /// A player gave up.
    Resigned(Color),
    /// A player lost by a fault.
    Forfeit {
        /// Who lost.
        loser: Color,
        /// By what.
        fault: Fault,
        /// What happened, in words.
        story: String,
    },
}

impl Ending {
    /// Who won, if anyone.
    #[must_use]
    pub fn winner(&self) -> Option<Color> {
        match self {
            Self::Counted(score) => score.and_then(Score::winner),
            Self::Resigned(loser) | Self::Forfeit { loser, .. } => Some(loser.opponent()),
        }
    }

    /// The result as SGF writes it; `?` where nobody knows.
    #[must_use]
    pub fn sgf_result(&self) -> String {
        match self {
            Self::Counted(None) => "?".to_owned(),
            Self::Counted(Some(score)) => format!("{score:#}"),
            Self::Resigned(loser) => format!("{:#}+R", loser.opponent()),
            Self::Forfeit {
                loser,
                fault: Fault::Time,
                ..
            } => format!("{:#}+T", loser.opponent()),
            Self::Forfeit { loser, .. } => format!("{:#}+F", loser.opponent()),
        }
    }
}

/// Thinking of one player in one game.
#[derive(Clone, Copy, Debug, Default)]
pub struct Thinking {
    /// Moves it was asked for.
    pub n_moves: u32,
    /// For all of them.
    pub total: Duration,
    /// For the one that took longest.
    pub longest: Duration,
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct Finished {
    /// The moves.
    pub game: Game,
    /// What the engines call themselves.
    pub names: PerColor<String>,
    /// How it ended.
    pub ending: Ending,
    /// The score as each engine counts, of games that were counted.
    pub counts: PerColor<Option<Score>>,
    /// The score as the referee counts.
    pub referee: Option<Score>,
    /// Time used.
    pub thinking: PerColor<Thinking>,
}

impl fmt::Display for Finished {
    /// Players, result, length, and the scores of those who counted.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} (black), {} (white): {}, {} moves",
            self.names[Color::Black],
            self.names[Color::White],
            self.ending.sgf_result(),
            self.game.moves().len()
        )?;
        let told =
            |score: Option<Score>| score.map_or("?".to_owned(), |score| format!("{score:#}"));
        match &self.ending {
            Ending::Counted(_) => write!(
                f,
                "; black counts {}, white {}, the referee {}",
                told(self.counts[Color::Black]),
                told(self.counts[Color::White]),
                told(self.referee)
            ),
            Ending::Resigned(_) => Ok(()),
            Ending::Forfeit { loser, story, .. } => write!(f, "; {loser}: {story}"),
        }
    }
}

/// Plays a game.
///
/// # Errors
/// If a program can't be started: no game of the match can then be played.
pub(super) fn play(
    setting: &Setting,
    players: PerColor<&mut Player>,
    referee: Option<&mut Player>,
) -> Result<Finished, EngineError> {
    let mut table = Table {
        setting,
        players,
        referee,
        game: new_game(setting),
        clocks: PerColor::from_fn(|_| PlayerClock::new(setting.time)),
        thinking: PerColor::default(),
    };
    let ending = match table.sit_down()? {
        Some(forfeit) => forfeit,
        None => table.play_on(),
    };
    Ok(table.leave(ending))
}

/// The game with all who take part in it.
struct Table<'a> {
    setting: &'a Setting,
    players: PerColor<&'a mut Player>,
    /// Gone as soon as it fails.
    referee: Option<&'a mut Player>,
    game: Game,
    clocks: PerColor<PlayerClock>,
    thinking: PerColor<Thinking>,
}

impl Table<'_> {
    /// Prepares all engines; a forfeit if a player is not able to play.
    fn sit_down(&mut self) -> Result<Option<Ending>, EngineError> {
        if let Some(referee) = &mut self.referee {
            match referee.start_game(self.setting) {
                Ok(()) => {}
                Err(error @ EngineError::Start { .. }) => return Err(error),
                Err(error) => self.dismiss_referee(&error),
            }
        }
        for color in Color::BOTH {
            match self.players[color].start_game(self.setting) {
                Ok(()) => {}
                Err(error @ EngineError::Start { .. }) => return Err(error),
                Err(error) => return Ok(Some(forfeit(color, &error))),
            }
        }
        Ok(None)
    }

    /// Plays to the end.
    fn play_on(&mut self) -> Ending {
        while !self.game.is_over() && self.game.moves().len() < self.setting.max_moves {
            let color = self.game.to_move();
            if let Err(ending) = self.turn(color) {
                return ending;
            }
        }
        Ending::Counted(None)
    }

    /// One move of `color`; the ending if it ends the game by itself.
    fn turn(&mut self, color: Color) -> Result<(), Ending> {
        let answer = self.players[color].genmove(color, &self.clocks[color], self.setting.grace);
        let Answer { mv, spent } = match answer {
            Ok(answer) => answer,
            Err(error @ EngineError::Hangs { .. }) if self.clocks[color].limit().is_some() => {
                return Err(lost(color, Fault::Time, error.to_string()));
            }
            Err(error) => return Err(forfeit(color, &error)),
        };
        let thinking = &mut self.thinking[color];
        thinking.n_moves += 1;
        thinking.total += spent;
        thinking.longest = thinking.longest.max(spent);
        if !self.clocks[color].spend(spent, self.setting.grace) {
            let story = format!(
                "move {} took {:.2} s",
                self.game.moves().len() + 1,
                spent.as_secs_f64()
            );
            return Err(lost(color, Fault::Time, story));
        }
        if mv == Move::Resign {
            return Err(Ending::Resigned(color));
        }
        self.game.play(color, mv).map_err(|error| {
            let story = format!(
                "move {}, {mv}, is illegal: {error}",
                self.game.moves().len() + 1
            );
            lost(color, Fault::IllegalMove, story)
        })?;
        let opponent = color.opponent();
        if let Err(error) = self.players[opponent].play(color, mv) {
            return Err(forfeit(opponent, &error));
        }
        if let Some(referee) = &mut self.referee
            && let Err(error) = referee.play(color, mv)
        {
            self.dismiss_referee(&error);
        }
        Ok(())
    }

    fn dismiss_referee(&mut self, error: &EngineError) {
        tracing::warn!(%error, "the referee can't follow this game");
        self.referee = None;
    }

    /// Counts if the game is to be counted, and gathers what is known of it.
    fn leave(mut self, ending: Ending) -> Finished {
        let mut counts = PerColor::default();
        let mut referee = None;
        let mut ending = ending;
        if ending == Ending::Counted(None) {
            counts = PerColor::from_fn(|color| self.players[color].final_score());
            referee = self
                .referee
                .as_mut()
                .and_then(|referee| referee.final_score());
            let agreed =
                counts[Color::Black].filter(|_| counts[Color::Black] == counts[Color::White]);
            ending = Ending::Counted(referee.or(agreed));
        }
        Finished {
            names: PerColor::from_fn(|color| self.players[color].name().to_owned()),
            game: self.game,
            ending,
            counts,
            referee,
            thinking: self.thinking,
        }
    }
}

fn lost(loser: Color, fault: Fault, story: String) -> Ending {
    Ending::Forfeit {
        loser,
        fault,
        story,
    }
}

/// The loss that an engine's failure means.
fn forfeit(loser: Color, error: &EngineError) -> Ending {
    let fault = match error {
        EngineError::Refused { .. } => Fault::Refusal,
        EngineError::Start { .. }
        | EngineError::Died { .. }
        | EngineError::Hangs { .. }
        | EngineError::Nonsense { .. } => Fault::Crash,
    };
    lost(loser, fault, error.to_string())
}
