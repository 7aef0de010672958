//! The one shape of requests and replies.

use serde::Serialize;
use serde_json::{Map, Value};

use super::fault::{Code, Fault};

/// The version of the messages. A page of another version is refused.
pub const VERSION: u64 = 1;

/// A number that JavaScript holds exactly.
const MOST_ID: u64 = (1 << 53) - 1;

/// What a page asks for.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Request {
    /// The number that the page has given it.
    pub(crate) id: u64,
    /// The service.
    pub(crate) ask: String,
    /// The other fields.
    pub(crate) fields: Map<String, Value>,
}

impl Request {
    /// Reads one message.
    ///
    /// # Errors
    /// If it is no JSON object with a number `id` and a word `ask`; the error comes with the number, if there is one.
    pub(crate) fn parse(text: &str) -> Result<Self, (Option<u64>, Fault)> {
        let bad = |message: &str| Fault::new(Code::BadRequest, message);
        let value: Value = serde_json::from_str(text)
            .map_err(|error| (None, bad(&format!("the message is not JSON: {error}"))))?;
        let Value::Object(mut fields) = value else {
            return Err((None, bad("the message is no object")));
        };
        let id = fields.remove("id").and_then(|id| id.as_u64());
        let id = id.filter(|&id| id <= MOST_ID);
        let id = id.ok_or_else(|| (None, bad("`id` is no number from 0 to 2^53-1")))?;
        match fields.remove("ask") {
            Some(Value::String(ask)) => Ok(Self { id, ask, fields }),
            _ => Err((Some(id), bad("`ask` is no word"))),
        }
    }
}

/// What the server says about a request.
#[derive(Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Reply<'a, T: Serialize> {
    /// A part of what is found, while the request goes on.
    Progress(&'a T),
    /// The end of a request that succeeded.
    Answer(&'a T),
    /// The end of one that did not.
    Error(&'a T),
}

/// A reply with the number of its request.
#[derive(Serialize)]
struct Numbered<'a, T: Serialize> {
    id: Option<u64>,
    #[serde(flatten)]
    reply: &'a Reply<'a, T>,
}

impl<T: Serialize> Reply<'_, T> {
    /// The text of the message.
    #[must_use]
    pub(crate) fn text(&self, id: Option<u64>) -> String {
        serde_json::to_string(&Numbered { id, reply: self }).unwrap_or_else(|error| {
            tracing::error!(%error, "a message has no form");
            let fault = Fault::new(Code::Failed, "the answer has no form");
            serde_json::json!({"id": id, "error": fault}).to_string()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_has_a_number_and_a_service() {
        let request = Request::parse(r#"{"id": 7, "ask": "hello", "version": 1}"#).unwrap();
        assert_eq!((request.id, request.ask.as_str()), (7, "hello"));
        assert_eq!(request.fields["version"], 1);
        for (text, id, part) in [
            ("{", None, "not JSON"),
            ("[]", None, "no object"),
            (r#"{"ask": "hello"}"#, None, "`id`"),
            (r#"{"id": -1, "ask": "hello"}"#, None, "`id`"),
            (r#"{"id": 9007199254740992, "ask": "hello"}"#, None, "`id`"),
            (r#"{"id": 3, "ask": 4}"#, Some(3), "`ask`"),
        ] {
            let (found, fault) = Request::parse(text).unwrap_err();
            assert_eq!(found, id, "{text}");
            assert!(fault.message.contains(part), "{text}: {}", fault.message);
        }
        let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
        assert!(Request::parse(&deep).is_err());
    }

    #[test]
    fn replies_name_their_request() {
        assert_eq!(
            Reply::Answer(&[1, 2]).text(Some(3)),
            r#"{"id":3,"answer":[1,2]}"#
        );
        assert_eq!(
            Reply::Progress(&"x").text(Some(3)),
            r#"{"id":3,"progress":"x"}"#
        );
        let fault = Fault::new(Code::Busy, "wait");
        assert_eq!(
            Reply::Error(&fault).text(None),
            r#"{"id":null,"error":{"code":"busy","message":"wait"}}"#
        );
    }
}
