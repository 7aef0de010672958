//! One game of a match.

use std::fmt;
use std::time::Duration;

use super::player::{EnginePlayer, TimedMove};
use super::process::EngineError;
use super::settings::MatchSettings;
use crate::base::counted;
use crate::board::{Color, Game, Move, PerColor, Score};
use crate::engine::clock::PlayerClock;

/// The mistake by which an engine lost a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EngineFault {
    /// It made an illegal move.
    IllegalMove,
    /// It overstepped its time.
    Time,
    /// It refused a legal move, or the preparation of a game.
    Refusal,
    /// It died, hung, or gave an answer that makes no sense.
    Crash,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum GameEnding {
    /// By counting. The score is the referee's if there is one, else the one that both engines agree on, else
    /// unknown.
    Counted(Option<Score>),
    /// A player resigned.
    Resigned(Color),
    /// A player lost by a mistake of its engine.
    Forfeit {
        /// The player who lost.
        loser: Color,
        /// The mistake.
        fault: EngineFault,
        /// The mistake in words.
        story: String,
    },
}

impl GameEnding {
    /// The winner, if there is one.
    #[must_use]
    pub(super) fn winner(&self) -> Option<Color> {
        match self {
            Self::Counted(score) => score.and_then(Score::winner),
            Self::Resigned(loser) | Self::Forfeit { loser, .. } => Some(loser.opponent()),
        }
    }

    /// The result in SGF form; `?` if it is unknown.
    #[must_use]
    pub(super) fn sgf_result(&self) -> String {
        match self {
            Self::Counted(None) => "?".to_owned(),
            Self::Counted(Some(score)) => format!("{score:#}"),
            Self::Resigned(loser) => format!("{:#}+R", loser.opponent()),
            Self::Forfeit {
                loser,
                fault: EngineFault::Time,
                ..
            } => format!("{:#}+T", loser.opponent()),
            Self::Forfeit { loser, .. } => format!("{:#}+F", loser.opponent()),
        }
    }
}

/// Thinking time of one player in one game.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Thinking {
    /// Number of moves.
    pub n_moves: u32,
    /// Time for all moves.
    pub total: Duration,
    /// Time for the slowest move.
    pub longest: Duration,
}

/// A finished game.
#[derive(Clone, Debug)]
pub(super) struct FinishedGame {
    /// The moves.
    pub game: Game,
    /// The names of the engines.
    pub names: PerColor<String>,
    /// How it ended.
    pub ending: GameEnding,
    /// The score as each engine counts it, if the game was counted.
    pub counts: PerColor<Option<Score>>,
    /// Whether the match has a referee.
    pub is_refereed: bool,
    /// The score as the referee counts it.
    pub referee: Option<Score>,
    /// Time used.
    pub thinking: PerColor<Thinking>,
}

impl fmt::Display for FinishedGame {
    /// Players, result, length, and the scores of all who counted.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} (black), {} (white): {}, {}",
            self.names[Color::Black],
            self.names[Color::White],
            self.ending.sgf_result(),
            counted(self.game.moves().len(), "move")
        )?;
        let told =
            |score: Option<Score>| score.map_or("?".to_owned(), |score| format!("{score:#}"));
        match &self.ending {
            GameEnding::Counted(_) => {
                let [black, white] = Color::BOTH.map(|color| told(self.counts[color]));
                write!(f, "; black counts {black}, white {white}")?;
                if self.is_refereed {
                    write!(f, ", the referee {}", told(self.referee))?;
                }
                Ok(())
            }
            GameEnding::Resigned(_) => Ok(()),
            GameEnding::Forfeit { loser, story, .. } => write!(f, "; {loser}: {story}"),
        }
    }
}

/// Plays a game.
///
/// # Errors
/// If a program can't be started. Then no game of the match can be played.
pub(super) fn play(
    settings: &MatchSettings,
    players: PerColor<&mut EnginePlayer>,
    referee: Option<&mut EnginePlayer>,
) -> Result<FinishedGame, EngineError> {
    let mut table = GameInPlay {
        settings,
        players,
        referee,
        game: settings.new_game(),
        clocks: PerColor::from_fn(|_| PlayerClock::new(settings.time)),
        thinking: PerColor::default(),
    };
    let ending = match table.sit_down()? {
        Some(forfeit) => forfeit,
        None => table.play_on(),
    };
    Ok(table.leave(ending))
}

/// A game, with the engines that take part in it.
struct GameInPlay<'a> {
    settings: &'a MatchSettings,
    players: PerColor<&'a mut EnginePlayer>,
    /// `None` as soon as it fails.
    referee: Option<&'a mut EnginePlayer>,
    game: Game,
    clocks: PerColor<PlayerClock>,
    thinking: PerColor<Thinking>,
}

impl GameInPlay<'_> {
    /// Prepares all engines. Returns a forfeit if a player can't play.
    fn sit_down(&mut self) -> Result<Option<GameEnding>, EngineError> {
        if let Some(referee) = &mut self.referee {
            match referee.start_game(self.settings) {
                Ok(()) => {}
                Err(error @ EngineError::Start { .. }) => return Err(error),
                Err(error) => self.dismiss_referee(&error),
            }
        }
        for color in Color::BOTH {
            match self.players[color].start_game(self.settings) {
                Ok(()) => {}
                Err(error @ EngineError::Start { .. }) => return Err(error),
                Err(error) => return Ok(Some(forfeit(color, &error))),
            }
        }
        Ok(None)
    }

    /// Plays to the end of the game.
    fn play_on(&mut self) -> GameEnding {
        while !self.game.is_over() && self.game.moves().len() < self.settings.max_moves {
            let color = self.game.to_move();
            if let Err(ending) = self.turn(color) {
                return ending;
            }
        }
        GameEnding::Counted(None)
    }

    /// Plays one move of `color`. The error is the ending, if this move ends the game.
    fn turn(&mut self, color: Color) -> Result<(), GameEnding> {
        let answer = self.players[color].genmove(color, &self.clocks[color], self.settings.grace);
        let TimedMove { mv, spent } = match answer {
            Ok(answer) => answer,
            Err(error @ EngineError::Hangs { .. }) if self.clocks[color].limit().is_some() => {
                return Err(lost(color, EngineFault::Time, error.to_string()));
            }
            Err(error) => return Err(forfeit(color, &error)),
        };
        let thinking = &mut self.thinking[color];
        thinking.n_moves += 1;
        thinking.total += spent;
        thinking.longest = thinking.longest.max(spent);
        if !self.clocks[color].spend(spent, self.settings.grace) {
            let story = format!(
                "move {} took {:.2} s",
                self.game.moves().len() + 1,
                spent.as_secs_f64()
            );
            return Err(lost(color, EngineFault::Time, story));
        }
        if mv == Move::Resign {
            return Err(GameEnding::Resigned(color));
        }
        self.game.play(color, mv).map_err(|error| {
            let story = format!(
                "move {}, {mv}, is illegal: {error}",
                self.game.moves().len() + 1
            );
            lost(color, EngineFault::IllegalMove, story)
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

    /// Counts the game if its ending requires it, and returns all that is known about it.
    fn leave(mut self, ending: GameEnding) -> FinishedGame {
        let mut counts = PerColor::default();
        let mut referee = None;
        let mut ending = ending;
        if ending == GameEnding::Counted(None) {
            counts = PerColor::from_fn(|color| self.players[color].final_score());
            referee = self
                .referee
                .as_mut()
                .and_then(|referee| referee.final_score());
            let agreed =
                counts[Color::Black].filter(|_| counts[Color::Black] == counts[Color::White]);
            ending = GameEnding::Counted(referee.or(agreed));
        }
        FinishedGame {
            names: PerColor::from_fn(|color| {
                self.players[color].name_against(self.players[color.opponent()])
            }),
            game: self.game,
            ending,
            counts,
            is_refereed: self.settings.referee.is_some(),
            referee,
            thinking: self.thinking,
        }
    }
}

fn lost(loser: Color, fault: EngineFault, story: String) -> GameEnding {
    GameEnding::Forfeit {
        loser,
        fault,
        story,
    }
}

/// The loss that follows from an engine's error.
fn forfeit(loser: Color, error: &EngineError) -> GameEnding {
    let fault = match error {
        EngineError::Refused { .. } => EngineFault::Refusal,
        EngineError::Start { .. }
        | EngineError::Died { .. }
        | EngineError::Hangs { .. }
        | EngineError::Nonsense { .. } => EngineFault::Crash,
    };
    lost(loser, fault, error.to_string())
}
