//! The state of a conversation: the game, the engine, and the effective settings.

use std::time::Instant;

use super::chat::Chat;
use super::error::CommandError;
use super::live::Live;
use crate::base::{Budget, CancelToken};
use crate::board::game::Start;
use crate::board::{Color, Game, Move, Rules, Size};
use crate::config::Settings;
use crate::engine::reading::PositionReading;
use crate::engine::{Engine, Level};
use crate::katago::Reporting;

/// The highest level that a client may set.
pub const MOST_LEVEL: u8 = 20;

/// One conversation with a client.
#[derive(Debug)]
pub struct Session {
    /// The game now.
    pub game: Game,
    /// The same as before the running command, in case that it panics.
    pub(super) game_before: Game,
    /// The engine.
    pub engine: Engine,
    /// Settings in force.
    pub settings: Settings,
    /// Set once the client has sent `quit`.
    pub has_quit: bool,
    /// Whether the last command was a move of our own, after which the engine may ponder.
    pub may_ponder: bool,
    /// Stops the running command; a new one for each.
    pub cancel: CancelToken,
    /// Takes lines of the running command before it is done; a new one for each.
    pub live: Live,
    /// The latest moves that are only on trial.
    pub n_tried: usize,
    /// How the findings of searches are reported.
    pub reporting: Reporting,
    /// When the running command began.
    pub began: Instant,
    /// What was sent to the chat of a server.
    pub chat: Chat,
}

impl Session {
    /// A session with an empty board.
    #[must_use]
    pub fn new(settings: Settings) -> Self {
        let game = Game::new(settings.board_size, settings.rules);
        let engine = Engine::new(settings.engine.clone());
        Self {
            game_before: game.clone(),
            game,
            engine,
            settings,
            has_quit: false,
            may_ponder: false,
            cancel: CancelToken::new(),
            live: Live::default(),
            n_tried: 0,
            reporting: Reporting::default(),
            began: Instant::now(),
            chat: Chat::default(),
        }
    }

    /// Questions about reading in the position, until the running command is interrupted.
    pub fn reading(&mut self) -> PositionReading<'_> {
        let limits = self.limits();
        self.engine.reading_of(&self.game, limits)
    }

    /// A session with built-in settings and searches of a few playouts only.
    #[cfg(test)]
    #[must_use]
    pub fn for_tests() -> Self {
        let overrides = [
            "search.max_playouts=50".to_owned(),
            "search.threads=1".to_owned(),
        ];
        Self::new(Settings::load(&[], &overrides).unwrap())
    }

    /// Credit without an end, until the running command is interrupted.
    #[must_use]
    pub fn limits(&self) -> Budget {
        Budget::unlimited().with_cancel(&self.cancel)
    }

    /// Whether to ponder until the next command comes: by the settings, after a move in a game that goes on.
    #[must_use]
    pub fn wants_to_ponder(&self) -> bool {
        self.may_ponder && self.settings.ponder && !self.game.is_over()
    }

    /// Sets a level on GNU Go's scale: how strong the engine plays, up to its full strength at 10, and the effort of
    /// reading captures and connections, which doubles with each level.
    pub fn set_level(&mut self, level: u8) {
        let level = level.min(MOST_LEVEL);
        let by = i32::from(level) - i32::from(Level::FULL.number());
        self.engine.set_reading_depth(by);
        let params = &mut self.settings.engine;
        params.policy.level = Level::new(level).unwrap_or(Level::FULL);
        self.engine.set_params(params);
    }

    /// Replaces the game by a new one from a starting position; rules and time settings stay.
    ///
    /// # Errors
    /// If a block has no liberty; the game is then unchanged.
    pub fn start_game(&mut self, start: Start) -> Result<(), CommandError> {
        let game = Game::from_start(start, *self.game.rules())?;
        self.replace_game(game);
        Ok(())
    }

    /// Replaces the game by a new one on an empty board.
    pub fn clear_board(&mut self, size: Size) {
        self.replace_game(Game::new(size, *self.game.rules()));
    }

    /// Replaces the game; the clocks are filled again.
    pub fn replace_game(&mut self, game: Game) {
        self.game = game;
        self.n_tried = 0;
        self.chat = Chat::default();
        self.engine.new_game();
    }

    /// Changes the rules, for this game and those to come.
    pub fn set_rules(&mut self, rules: Rules) {
        self.game.set_rules(rules);
        self.engine.forget();
    }

    /// Nothing, unless moves are on trial: the game goes on from what was really played.
    ///
    /// # Errors
    /// If moves are on trial.
    pub fn refuse_on_trial(&self) -> Result<(), CommandError> {
        if self.n_tried == 0 {
            return Ok(());
        }
        let message = "moves are on trial: popgo takes them back";
        Err(CommandError::Failed(message.to_owned()))
    }

    /// Makes a move that the engine did not choose. Superko is ignored if the settings are lenient.
    ///
    /// # Errors
    /// If the move is illegal, or moves are on trial; the game is then unchanged.
    pub fn play(&mut self, color: Color, mv: Move) -> Result<(), CommandError> {
        self.refuse_on_trial()?;
        if self.settings.lenient_superko {
            self.game.play_ignoring_superko(color, mv)?;
        } else {
            self.game.play(color, mv)?;
        }
        let now = Instant::now();
        self.engine.clock_mut().stop(color, now);
        self.engine.clock_mut().start(color.opponent(), now);
        Ok(())
    }

    /// Takes `n` moves back, all or none.
    ///
    /// # Errors
    /// If there are fewer moves, or moves are on trial.
    pub fn undo(&mut self, n: usize) -> Result<(), CommandError> {
        self.refuse_on_trial()?;
        if self.game.moves().len() < n {
            return Err(CommandError::CannotUndo);
        }
        for _ in 0..n {
            self.game.undo();
        }
        self.engine.clock_mut().undo();
        Ok(())
    }
}
