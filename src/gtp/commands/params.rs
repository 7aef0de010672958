//! Parameters of the search by KataGo's names.

use serde_json::{Map, Value};

use crate::gtp::command::{Arity, Command};
use crate::gtp::error::CommandError;
use crate::gtp::response::{CommandResult, Reply};
use crate::gtp::session::Session;
use crate::katago::{KataParams, ParamError};

pub(super) const TABLE: &[Command] = &[
    Command {
        name: "kata-list-params",
        arity: Arity::NONE,
        usage: "",
        help: "The names of all parameters that have KataGo's name and meaning",
        analyze: None,
        run: |_, _| Ok(Reply::words(KataParams::names())),
    },
    Command {
        name: "kata-get-param",
        arity: Arity::exactly(1),
        usage: "NAME",
        help: "The value of a parameter",
        analyze: None,
        run: |session, args| {
            let value = params(session).get(args.word()?)?;
            let word = value.as_str().map(Reply::text);
            Ok(word.unwrap_or_else(|| Reply::text(&value)))
        },
    },
    Command {
        name: "kata-get-params",
        arity: Arity::NONE,
        usage: "",
        help: "All parameters with their values, as JSON",
        analyze: None,
        run: |session, _| Ok(Reply::text(params(session).all())),
    },
    Command {
        name: "kata-set-param",
        arity: Arity::exactly(2),
        usage: "NAME VALUE",
        help: "Sets a parameter until the end of the conversation",
        analyze: None,
        run: |session, args| {
            let name = args.word()?.to_owned();
            let value = Value::String(args.word()?.to_owned());
            set(session, Map::from_iter([(name, value)]))
        },
    },
    Command {
        name: "kata-set-params",
        arity: Arity::at_least(1),
        usage: "OBJECT [WORD...]",
        help: "Sets parameters that a JSON object names, all or none",
        analyze: None,
        run: |session, args| {
            let object = serde_json::from_str(args.tail());
            set(
                session,
                object.map_err(|error| CommandError::Syntax(error.to_string()))?,
            )
        },
    },
];

impl From<ParamError> for CommandError {
    fn from(error: ParamError) -> Self {
        Self::Failed(error.to_string())
    }
}

/// The parameters in force.
fn params(session: &Session) -> KataParams {
    KataParams {
        engine: session.settings.engine.clone(),
        reporting: session.reporting,
    }
}

fn set(session: &mut Session, values: Map<String, Value>) -> CommandResult {
    let mut params = params(session);
    for (name, value) in values {
        params.set(&name, &value)?;
    }
    session.engine.set_params(&params.engine);
    session.settings.engine = params.engine;
    session.reporting = params.reporting;
    Ok(Reply::none())
}
