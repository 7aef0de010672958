//! A line of input: a query, or an action that is done at once.

use serde_json::Value;

use super::fields::{self, FieldError, Object};
use super::query::{Parsed, Query};
use crate::katago::KataParams;

/// A line that was understood.
#[derive(Clone, Debug)]
pub(super) enum Request {
    /// Positions to analyze.
    Query(Box<Parsed>),
    /// Something to do at once; the answer repeats the request.
    Action(Action, Object),
}

/// What to do at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Action {
    /// Report the version.
    QueryVersion,
    /// Report the networks.
    QueryModels,
    /// Clear all results of searches and proofs.
    ClearCache,
    /// End the analysis of positions.
    Terminate {
        /// Only those of this query; of all queries if missing.
        id: Option<String>,
        /// Only these turns; all if missing.
        turns: Option<Vec<i64>>,
    },
}

/// A line that was not understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum RequestError {
    /// It belongs to no query.
    General(String),
    /// A field of a query with an id is wrong.
    OfQuery(String, FieldError),
}

const TERMINATE_TURNS: &str =
    "If provided, must be an array of integers indicating turns to terminate";

impl Request {
    /// The request in a line.
    ///
    /// # Errors
    /// If it is none.
    pub(super) fn parse(line: &str, usual: &KataParams) -> Result<Self, RequestError> {
        let value: Value = serde_json::from_str(line).map_err(|error| {
            RequestError::General(format!(
                "{error} - could not parse input line as json request"
            ))
        })?;
        let Value::Object(object) = value else {
            let message = "Request line was valid json but was not an object, ignoring";
            return Err(RequestError::General(message.to_owned()));
        };
        let Some(id) = object.get("id").and_then(Value::as_str).map(str::to_owned) else {
            let message = "Request must have a string \"id\" field";
            return Err(RequestError::General(message.to_owned()));
        };
        let of_query = |error| RequestError::OfQuery(id.clone(), error);
        if object.contains_key("action") {
            let action = action(&object, &id)?;
            return Ok(Self::Action(action, object));
        }
        let parsed = Query::parse(&object, &id, usual).map_err(of_query)?;
        Ok(Self::Query(Box::new(parsed)))
    }
}

fn action(object: &Object, id: &str) -> Result<Action, RequestError> {
    let of_query = |error| RequestError::OfQuery(id.to_owned(), error);
    let turns = || fields::integers(object, "turnNumbers", TERMINATE_TURNS).map_err(of_query);
    match object.get("action").and_then(Value::as_str) {
        Some("query_version") => Ok(Action::QueryVersion),
        Some("query_models") => Ok(Action::QueryModels),
        Some("clear_cache") => Ok(Action::ClearCache),
        Some("terminate_all") => Ok(Action::Terminate {
            id: None,
            turns: turns()?,
        }),
        Some("terminate") => match object.get("terminateId").and_then(Value::as_str) {
            Some(id) => Ok(Action::Terminate {
                id: Some(id.to_owned()),
                turns: turns()?,
            }),
            None => Err(of_query(FieldError::new(
                "terminateId",
                "Requests for a terminate action must have a string \"terminateId\" field",
            ))),
        },
        Some(_) | None => Err(RequestError::General(
            "'action' field must be 'query_version' or 'query_models' or 'clear_cache' or 'terminate' or \
             'terminate_all'"
                .to_owned(),
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<Request, RequestError> {
        Request::parse(line, &KataParams::default())
    }

    #[test]
    fn actions() {
        let action = |line: &str| match parse(line).unwrap() {
            Request::Action(action, object) => {
                assert_eq!(object["id"], "x");
                action
            }
            Request::Query(_) => panic!("{line}"),
        };
        assert_eq!(
            action(r#"{"id":"x","action":"query_version"}"#),
            Action::QueryVersion
        );
        assert_eq!(
            action(r#"{"id":"x","action":"terminate","terminateId":"foo","turnNumbers":[1,2]}"#),
            Action::Terminate {
                id: Some("foo".to_owned()),
                turns: Some(vec![1, 2])
            }
        );
        assert_eq!(
            action(r#"{"id":"x","action":"terminate_all"}"#),
            Action::Terminate {
                id: None,
                turns: None
            }
        );
    }

    #[test]
    fn lines_that_are_no_requests() {
        for (line, part) in [
            ("{", "could not parse input line as json request"),
            ("[1]", "not an object"),
            (r#"{"action":"query_version"}"#, "string \"id\" field"),
            (r#"{"id":7}"#, "string \"id\" field"),
            (r#"{"id":"x","action":"dance"}"#, "'action' field must be"),
        ] {
            let RequestError::General(message) = parse(line).unwrap_err() else {
                panic!("{line}");
            };
            assert!(message.contains(part), "{message}");
        }
        let error = parse(r#"{"id":"x","action":"terminate"}"#).unwrap_err();
        assert!(
            matches!(error, RequestError::OfQuery(id, error) if id == "x" && error.field == "terminateId")
        );
    }
}
