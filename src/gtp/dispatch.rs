//! From a line to its answer: the command is looked up and run, and a panic in it does not end the conversation.

use std::time::Instant;

use super::command::Command;
use super::error::CommandError;
use super::line::{Line, Request};
use super::registry;
use super::response::{CommandResult, Response};
use super::session::Session;
use crate::base::{CancelToken, catch_panic};

impl Session {
    /// The response to one line, if one is due.
    pub fn respond(&mut self, raw: &str) -> Option<Response> {
        match Line::parse(raw) {
            Line::Blank | Line::Interrupt => None,
            Line::Request(request) => Some(self.handle(&request, CancelToken::new())),
        }
    }

    /// Runs one command. A panic in it becomes an error, and the game is what it was before.
    pub fn handle(&mut self, request: &Request, cancel: CancelToken) -> Response {
        let span = tracing::info_span!("gtp", command = %request.name, id = request.id.as_deref());
        let _entered = span.enter();
        self.cancel = cancel;
        self.began = Instant::now();
        self.may_ponder = false;
        let command = registry::offered(self).find(|command| command.name == request.name);
        let result = match command {
            _ if request.is_cut => Err(CommandError::LineTooLong),
            Some(command) => self.run_guarded(command, &request.tail),
            None => Err(CommandError::UnknownCommand),
        };
        match &result {
            Ok(reply) => tracing::debug!(reply = reply.as_str(), "done"),
            Err(error) => tracing::debug!(%error, "failed"),
        }
        Response {
            id: request.id.clone(),
            result,
        }
    }

    /// Searches in the opponent's time, until `cancel` is set.
    pub fn ponder(&mut self, cancel: &CancelToken) {
        self.may_ponder = false;
        let color = self.game.to_move();
        let Self { game, engine, .. } = self;
        if let Err(message) = catch_panic(|| engine.ponder(game, color, cancel)) {
            engine.forget();
            tracing::error!(message, "panic while pondering");
        }
    }

    fn run_guarded(&mut self, command: &Command, tail: &str) -> CommandResult {
        match catch_panic(|| command.execute(self, tail)) {
            Ok(result) => {
                self.game.update_copy(&mut self.game_before);
                result
            }
            Err(message) => {
                self.game = self.game_before.clone();
                self.engine.forget();
                tracing::error!(
                    message,
                    "panic in a command; the position before it is restored"
                );
                Err(CommandError::Internal(message))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Color, Move};
    use crate::gtp::command::Arity;
    use crate::gtp::response::Reply;

    #[test]
    fn a_panic_becomes_an_error_and_the_position_survives() {
        let command = Command {
            name: "boom",
            arity: Arity::NONE,
            usage: "",
            help: "Panics half way",
            analyze: None,
            run: |session, _| {
                session
                    .game
                    .play(Color::White, "E5".parse().map(Move::Play).unwrap())
                    .unwrap();
                panic!("half way")
            },
        };
        let mut session = Session::for_tests();
        session.respond("boardsize 9");
        session.respond("play b D4");
        let before = session.game.board().clone();
        let result = session.run_guarded(&command, "");
        assert_eq!(result, Err(CommandError::Internal("half way".to_owned())));
        assert_eq!(session.game.board(), &before);
        let reply = session.respond("undo").unwrap();
        assert_eq!(reply.result, Ok(Reply::none()));
        assert!(session.game.board().is_bare());
    }
}
