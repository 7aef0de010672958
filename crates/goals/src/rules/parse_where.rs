//! Constraints read from text.
//!
//! `or` binds least, then `and`, then `not`, then comparisons; parentheses group.

use super::constraint::{Constraint, Occupancy, Relation, Term};
use super::cursor::Cursor;
use super::error::{RuleError, RuleFault};

/// Most parentheses and `not` within each other.
const MAX_DEPTH: usize = 16;

/// Reads a constraint up to the end of the line.
pub(super) fn constraint(cursor: &mut Cursor<'_>) -> Result<Constraint, RuleError> {
    let constraint = alternatives(cursor, 0)?;
    cursor.end()?;
    Ok(constraint)
}

/// Takes a word if it stands here and ends here.
fn keyword(cursor: &mut Cursor<'_>, word: &str) -> bool {
    let before = *cursor;
    if cursor.name() == Some(word) {
        return true;
    }
    *cursor = before;
    false
}

fn alternatives(cursor: &mut Cursor<'_>, depth: usize) -> Result<Constraint, RuleError> {
    let mut parts = vec![conjunction(cursor, depth)?];
    while keyword(cursor, "or") {
        parts.push(conjunction(cursor, depth)?);
    }
    Ok(single(parts, Constraint::Or))
}

fn conjunction(cursor: &mut Cursor<'_>, depth: usize) -> Result<Constraint, RuleError> {
    let mut parts = vec![part(cursor, depth)?];
    while keyword(cursor, "and") {
        parts.push(part(cursor, depth)?);
    }
    Ok(single(parts, Constraint::And))
}

/// The only part, or a list of parts.
fn single(mut parts: Vec<Constraint>, list: fn(Vec<Constraint>) -> Constraint) -> Constraint {
    match parts.pop() {
        Some(only) if parts.is_empty() => only,
        last => {
            parts.extend(last);
            list(parts)
        }
    }
}

fn part(cursor: &mut Cursor<'_>, depth: usize) -> Result<Constraint, RuleError> {
    if depth > MAX_DEPTH {
        return Err(cursor.error(RuleFault::Depth));
    }
    if keyword(cursor, "not") {
        return Ok(Constraint::Not(Box::new(part(cursor, depth + 1)?)));
    }
    if cursor.take("(") {
        let inner = alternatives(cursor, depth + 1)?;
        if !cursor.take(")") {
            return Err(cursor.expected("`)`, `and` or `or`"));
        }
        return Ok(inner);
    }
    comparison(cursor)
}

fn comparison(cursor: &mut Cursor<'_>) -> Result<Constraint, RuleError> {
    if keyword(cursor, "block") {
        return one_block(cursor);
    }
    let start = *cursor;
    let left = term(cursor)?;
    let relation = Relation::ALL
        .into_iter()
        .find(|relation| cursor.take(relation.sign()))
        .ok_or_else(|| cursor.expected("one of `<`, `<=`, `=`, `>=`, `>`"))?;
    let right = term(cursor)?;
    let is_like = left.is_occupancy() == right.is_occupancy()
        && (relation == Relation::Equal || !left.is_occupancy());
    if is_like {
        Ok(Constraint::Compare(left, relation, right))
    } else {
        Err(start.error(RuleFault::Unlike))
    }
}

/// Reads that two objects are one block, after the first word.
fn one_block(cursor: &mut Cursor<'_>) -> Result<Constraint, RuleError> {
    let one = letter(cursor)?;
    if !cursor.take("=") {
        return Err(cursor.expected("`=`, the only comparison of blocks"));
    }
    if !keyword(cursor, "block") {
        return Err(cursor.expected("`block(P)`"));
    }
    Ok(Constraint::OneBlock(one, letter(cursor)?))
}

/// Reads a letter in parentheses.
fn letter(cursor: &mut Cursor<'_>) -> Result<char, RuleError> {
    if !cursor.take("(") {
        return Err(cursor.expected("`(`"));
    }
    let place = *cursor;
    let letter = cursor.character().filter(char::is_ascii_alphabetic);
    let letter = letter.ok_or_else(|| place.expected("a letter of the maps in parentheses"))?;
    if !cursor.take(")") {
        return Err(cursor.expected("`)`"));
    }
    Ok(letter)
}

fn term(cursor: &mut Cursor<'_>) -> Result<Term, RuleError> {
    let start = *cursor;
    let wrong = || {
        start.expected(
            "`libs(P)`, `occ(P)`, `block(P)`, a number up to 65535, `own`, `other`, `empty` or `edge`",
        )
    };
    if let Some(number) = cursor.number() {
        return Ok(Term::Number(number));
    }
    let name = cursor.name().ok_or_else(wrong)?;
    let mut words = Occupancy::ALL.into_iter();
    if let Some(word) = words.find(|occupancy| occupancy.word() == name) {
        return Ok(Term::Word(word));
    }
    let make = match name {
        "libs" => Term::Liberties,
        "occ" => Term::Occupancy,
        _ => return Err(wrong()),
    };
    Ok(make(letter(cursor)?))
}
