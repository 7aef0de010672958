//! The one shape of requests and replies.

use std::borrow::Cow;

use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Serialize};

use super::fault::{Code, Fault};

/// The version of the messages. A page of another version is refused.
pub const VERSION: u64 = 1;

/// A number that JavaScript holds exactly.
const MOST_ID: u64 = (1 << 53) - 1;

/// A request of a page.
#[derive(Clone, Debug)]
pub(crate) struct PageRequest {
    /// The number that the page has given it.
    pub(crate) id: u64,
    /// The service.
    pub(crate) ask: String,
    /// The other fields.
    pub(crate) fields: Fields,
}

/// The fields of a request, as they stand in its message: what JSON becomes takes up to a hundred times as much memory,
/// and is made only when the request runs.
#[derive(Clone, Debug)]
pub(crate) struct Fields(String);

impl Fields {
    /// Bytes of the message.
    #[must_use]
    pub(crate) const fn n_bytes(&self) -> usize {
        self.0.len()
    }

    /// The typed form. Fields that it has not are passed over.
    ///
    /// # Errors
    /// If a field is missing, or has another form.
    pub(crate) fn read<T: DeserializeOwned>(&self) -> Result<T, Fault> {
        serde_json::from_str(&self.0)
            .map_err(|error| Fault::new(Code::BadRequest, error.to_string()))
    }
}

impl PageRequest {
    /// Reads one message.
    ///
    /// # Errors
    /// If it is no JSON object with a number `id` and a word `ask`; the error comes with the number, if there is one.
    pub(crate) fn parse(text: &str) -> Result<Self, (Option<u64>, Fault)> {
        #[derive(Deserialize)]
        struct Numbered {
            id: u64,
        }
        #[derive(Deserialize)]
        struct Named<'t> {
            #[serde(borrow)]
            ask: Cow<'t, str>,
        }
        let bad = |message: &str| Fault::new(Code::BadRequest, message);
        serde_json::from_str::<IgnoredAny>(text)
            .map_err(|error| (None, bad(&format!("the message is not JSON: {error}"))))?;
        if !text.trim_start().starts_with('{') {
            return Err((None, bad("the message is not an object")));
        }
        let id = serde_json::from_str::<Numbered>(text).ok();
        let id = id.map(|numbered| numbered.id).filter(|&id| id <= MOST_ID);
        let id = id.ok_or_else(|| (None, bad("`id` is not a number from 0 to 2^53-1")))?;
        match serde_json::from_str::<Named<'_>>(text) {
            Ok(named) => Ok(Self {
                id,
                ask: named.ask.into_owned(),
                fields: Fields(text.to_owned()),
            }),
            Err(_) => Err((Some(id), bad("`ask` is not a word"))),
        }
    }
}

/// A reply of the server to a request.
#[derive(Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum PageReply<'a, T: Serialize> {
    /// A part of what is found, while the request goes on.
    Progress(&'a T),
    /// The end of a request that succeeded.
    Answer(&'a T),
    /// The end of one that did not.
    Error(&'a T),
}

/// An answer as text, which takes a tenth of the memory of a tree of values.
#[derive(Debug)]
pub(crate) struct AnswerJson(String);

impl AnswerJson {
    /// The text of an answer.
    ///
    /// # Errors
    /// If it has no form in JSON.
    pub(crate) fn of<T: Serialize>(answer: &T) -> Result<Self, Fault> {
        serde_json::to_string(answer)
            .map(Self)
            .map_err(|error| Fault::new(Code::Failed, error.to_string()))
    }

    /// The text of the message that ends a request.
    #[must_use]
    pub(crate) fn message(self, id: u64) -> String {
        let mut message = self.0;
        message.insert_str(0, &format!("{{\"id\":{id},\"answer\":"));
        message.push('}');
        message
    }
}

/// A reply with the number of its request.
#[derive(Serialize)]
struct Numbered<'a, T: Serialize> {
    id: Option<u64>,
    #[serde(flatten)]
    reply: &'a PageReply<'a, T>,
}

impl<T: Serialize> PageReply<'_, T> {
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

    #[derive(Debug, Deserialize)]
    struct Named {
        #[expect(dead_code, reason = "it is only looked for")]
        name: String,
    }

    #[test]
    fn a_request_has_a_number_and_a_service() {
        let request = PageRequest::parse(r#"{"id": 7, "ask": "hello", "version": 1}"#).unwrap();
        assert_eq!((request.id, request.ask.as_str()), (7, "hello"));
        #[derive(Deserialize)]
        struct Version {
            version: u64,
        }
        let version: Version = request.fields.read().unwrap();
        assert_eq!(version.version, 1);
        assert!(request.fields.read::<Named>().is_err());
        for (text, id, part) in [
            ("{", None, "not JSON"),
            ("[]", None, "not an object"),
            (r#"{"ask": "hello"}"#, None, "`id`"),
            (r#"{"id": -1, "ask": "hello"}"#, None, "`id`"),
            (r#"{"id": 9007199254740992, "ask": "hello"}"#, None, "`id`"),
            (r#"{"id": 3, "ask": 4}"#, Some(3), "`ask`"),
        ] {
            let (found, fault) = PageRequest::parse(text).unwrap_err();
            assert_eq!(found, id, "{text}");
            assert!(fault.message.contains(part), "{text}: {}", fault.message);
        }
        let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
        assert!(PageRequest::parse(&deep).is_err());
    }

    #[test]
    fn replies_name_their_request() {
        assert_eq!(
            PageReply::Answer(&[1, 2]).text(Some(3)),
            r#"{"id":3,"answer":[1,2]}"#
        );
        assert_eq!(
            PageReply::Progress(&"x").text(Some(3)),
            r#"{"id":3,"progress":"x"}"#
        );
        let answer = AnswerJson::of(&[1, 2]).unwrap();
        assert_eq!(answer.message(3), r#"{"id":3,"answer":[1,2]}"#);
        let fault = Fault::new(Code::Busy, "wait");
        assert_eq!(
            PageReply::Error(&fault).text(None),
            r#"{"id":null,"error":{"code":"busy","message":"wait"}}"#
        );
    }
}
