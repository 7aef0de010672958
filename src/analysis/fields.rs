//! Fields of a query, read with KataGo's messages for what is wrong.

use serde_json::{Map, Value};

use crate::board::{Color, Move, Point, Size};

/// A field that is not what it has to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FieldError {
    /// Name of the field.
    pub(super) field: String,
    /// What is wrong with it.
    pub(super) message: String,
}

impl FieldError {
    pub(super) fn new(field: &str, message: impl Into<String>) -> Self {
        Self {
            field: field.to_owned(),
            message: message.into(),
        }
    }
}

/// What a query consists of.
pub(super) type Object = Map<String, Value>;

/// A whole number in a range, if the field is there.
pub(super) fn integer(
    object: &Object,
    field: &str,
    least: i64,
    most: i64,
    message: &str,
) -> Result<Option<i64>, FieldError> {
    optional(object, field, message, |value| {
        let number = value.as_i64().or_else(|| whole(value.as_f64()?));
        number.filter(|number| (least..=most).contains(number))
    })
}

/// A float that is a whole number, as some languages write integers.
#[expect(
    clippy::cast_possible_truncation,
    reason = "whole and far below the limit"
)]
fn whole(number: f64) -> Option<i64> {
    (number.fract() == 0.0 && number.abs() < 1e15).then_some(number as i64)
}

/// A number in a range, if the field is there.
pub(super) fn number(
    object: &Object,
    field: &str,
    least: f64,
    most: f64,
    message: &str,
) -> Result<Option<f64>, FieldError> {
    optional(object, field, message, |value| {
        value
            .as_f64()
            .filter(|number| (least..=most).contains(number))
    })
}

/// `true` or `false`; `usual` if the field is missing.
pub(super) fn flag(object: &Object, field: &str, usual: bool) -> Result<bool, FieldError> {
    let found = optional(object, field, "Must be a boolean", Value::as_bool)?;
    Ok(found.unwrap_or(usual))
}

/// A list of whole numbers, if the field is there.
pub(super) fn integers(
    object: &Object,
    field: &str,
    message: &str,
) -> Result<Option<Vec<i64>>, FieldError> {
    optional(object, field, message, |value| {
        value.as_array()?.iter().map(Value::as_i64).collect()
    })
}

/// A field that `read` parses, if it is there.
fn optional<'a, T>(
    object: &'a Object,
    field: &str,
    message: &str,
    read: impl FnOnce(&'a Value) -> Option<T>,
) -> Result<Option<T>, FieldError> {
    let Some(value) = object.get(field) else {
        return Ok(None);
    };
    match read(value) {
        Some(found) => Ok(Some(found)),
        None => Err(FieldError::new(field, message)),
    }
}

/// A player, if the field is there.
pub(super) fn player(object: &Object, field: &str) -> Result<Option<Color>, FieldError> {
    optional(object, field, "Must be \"b\" or \"w\"", |value| {
        value.as_str()?.parse().ok()
    })
}

/// Pairs of a player and a vertex.
pub(super) fn moves(
    value: &Value,
    field: &str,
    size: Size,
) -> Result<Vec<(Color, Move)>, FieldError> {
    let malformed = || {
        let message = "Must be an array of pairs of the form: [\"b\" or \"w\", GTP board vertex]";
        FieldError::new(field, message)
    };
    let pairs = value.as_array().ok_or_else(malformed)?;
    let read = |pair: &Value| {
        let words: Vec<&str> = pair
            .as_array()
            .and_then(|words| words.iter().map(Value::as_str).collect())
            .ok_or_else(malformed)?;
        let [player, place] = words.as_slice() else {
            return Err(malformed());
        };
        let color = player
            .parse()
            .map_err(|_| FieldError::new(field, format!("Could not parse player: {player}")))?;
        Ok((color, vertex(place, field, size)?))
    };
    pairs.iter().map(read).collect()
}

/// A list of vertices.
pub(super) fn vertices(value: &Value, field: &str, size: Size) -> Result<Vec<Move>, FieldError> {
    let malformed = || FieldError::new(field, "Must be an array of GTP board vertices");
    let words = value.as_array().ok_or_else(malformed)?;
    words
        .iter()
        .map(|word| vertex(word.as_str().ok_or_else(malformed)?, field, size))
        .collect()
}

/// A vertex of a board: `C4`, `pass`, or `(2,3)` by column and row from the top left.
fn vertex(text: &str, field: &str, size: Size) -> Result<Move, FieldError> {
    if text.eq_ignore_ascii_case("pass") {
        return Ok(Move::Pass);
    }
    let point = text.parse().ok().or_else(|| by_numbers(text, size));
    point
        .filter(|point| size.contains(*point))
        .map(Move::Play)
        .ok_or_else(|| FieldError::new(field, format!("Could not parse board location: {text}")))
}

/// A point written as `(X,Y)`, counted from 0 at the top left.
fn by_numbers(text: &str, size: Size) -> Option<Point> {
    let (x, y) = text.strip_prefix('(')?.strip_suffix(')')?.split_once(',')?;
    let (x, y): (u8, u8) = (x.trim().parse().ok()?, y.trim().parse().ok()?);
    let row = size.height().checked_sub(y)?.checked_sub(1)?;
    (x < size.width()).then(|| Point::new(x, row))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn vertices_in_three_forms() {
        let size = Size::square(19);
        let found = vertices(&json!(["Q16", "pass", "(0,0)", "(18,18)"]), "moves", size).unwrap();
        let names: Vec<String> = found.iter().map(ToString::to_string).collect();
        assert_eq!(names, ["Q16", "pass", "A19", "T1"]);
        for wrong in ["I5", "A20", "(19,0)", "(0,19)", "(-1,0)", ""] {
            let error = vertices(&json!([wrong]), "moves", size).unwrap_err();
            assert_eq!(
                error.message,
                format!("Could not parse board location: {wrong}")
            );
        }
        let pair = moves(&json!([["x", "A1"]]), "moves", size).unwrap_err();
        assert_eq!(pair.message, "Could not parse player: x");
        assert!(moves(&json!([["b"]]), "moves", size).is_err());
    }

    #[test]
    fn numbers_have_ranges() {
        let value = json!({"a": 5, "b": 2.5, "c": "x", "d": 7.0});
        let object = value.as_object().unwrap();
        assert_eq!(integer(object, "a", 1, 9, "m"), Ok(Some(5)));
        assert_eq!(integer(object, "d", 1, 9, "m"), Ok(Some(7)));
        assert_eq!(integer(object, "z", 1, 9, "m"), Ok(None));
        assert!(integer(object, "a", 6, 9, "m").is_err());
        assert!(integer(object, "b", 1, 9, "m").is_err());
        assert_eq!(number(object, "b", 0.0, 9.0, "m"), Ok(Some(2.5)));
        assert!(flag(object, "c", true).is_err());
    }
}
