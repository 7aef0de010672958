//! Rules read from text.

use super::cursor::Cursor;
use super::draft::Draft;
use super::error::{RuleError, RuleFault};
use super::parse_where;
use super::rule::{Content, GoalKind, Map, Mark, Purpose, Recommendation, Rule, Source};
use super::verify;

/// Reads all rules of a text, each with the place of its name.
pub(super) fn rules<'a>(
    file: &'a str,
    text: &'a str,
) -> Result<Vec<(Cursor<'a>, Rule)>, RuleError> {
    let mut rules = Vec::new();
    let mut draft: Option<Draft<'a>> = None;
    let mut last = Cursor::new(file, 1, "");
    for (number, line) in (1..).zip(text.lines()) {
        let mut cursor = Cursor::new(file, number, line);
        if cursor.is_at_end() {
            continue;
        }
        last = cursor;
        match &mut draft {
            None => draft = Some(begin(&mut cursor)?),
            Some(open) if cursor.peek_word() != "end" => open.line(&mut cursor)?,
            Some(_) => {
                cursor.word();
                cursor.end()?;
                if let Some(full) = draft.take() {
                    let start = full.start;
                    rules.push((start, verify::rule(full, &last)?));
                }
            }
        }
    }
    match draft {
        None => Ok(rules),
        Some(_) => Err(last.error(RuleFault::Missing("end"))),
    }
}

/// Reads the line that begins a rule.
fn begin<'a>(cursor: &mut Cursor<'a>) -> Result<Draft<'a>, RuleError> {
    if cursor.peek_word() != "rule" {
        return Err(cursor.expected("`rule` and a name"));
    }
    cursor.word();
    let start = *cursor;
    let is_name = |word: &&str| {
        word.chars()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
    };
    let name = cursor.word().filter(is_name);
    let name =
        name.ok_or_else(|| start.expected("a name of lower-case letters, digits and `-`"))?;
    cursor.end()?;
    Ok(Draft {
        start,
        name: name.to_owned(),
        purpose: None,
        goal: None,
        recommendation: None,
        note: None,
        source: None,
        maps: Vec::new(),
        marks: Vec::new(),
        constraints: Vec::new(),
    })
}

/// The value with the word that stands here.
fn choice<T: Copy>(
    cursor: &mut Cursor<'_>,
    values: &[T],
    word: fn(T) -> &'static str,
) -> Result<T, RuleError> {
    let found = values
        .iter()
        .find(|&&value| word(value) == cursor.peek_word());
    let Some(&value) = found else {
        let words: Vec<&str> = values.iter().map(|&value| word(value)).collect();
        return Err(cursor.expected(format!("one of {}", words.join(", "))));
    };
    cursor.word();
    Ok(value)
}

/// Sets a value that a rule has once.
fn once<T>(
    slot: &mut Option<T>,
    value: T,
    keyword: &'static str,
    place: &Cursor<'_>,
) -> Result<(), RuleError> {
    match slot.replace(value) {
        None => Ok(()),
        Some(_) => Err(place.error(RuleFault::Repeated(keyword))),
    }
}

impl<'a> Draft<'a> {
    /// Reads a line inside the rule.
    fn line(&mut self, cursor: &mut Cursor<'a>) -> Result<(), RuleError> {
        let start = *cursor;
        // In a map, a line whose first word has one character is a row: no keyword is that short.
        if !self.maps.is_empty() && cursor.peek_word().chars().count() == 1 {
            return self.row(cursor);
        }
        match cursor.word().unwrap_or("") {
            "purpose" => {
                let purpose = choice(cursor, &Purpose::ALL, Purpose::word)?;
                once(&mut self.purpose, purpose, "purpose", &start)?;
            }
            "goal" => {
                let kind = choice(cursor, &GoalKind::ALL, GoalKind::word)?;
                let place = *cursor;
                let objects = objects(cursor)?;
                once(&mut self.goal, (place, kind, objects), "goal", &start)?;
            }
            "play" => {
                let play = choice(cursor, &Recommendation::ALL, Recommendation::word)?;
                once(&mut self.recommendation, play, "play", &start)?;
            }
            "note" => {
                let note = cursor.quoted().filter(|note| !note.trim().is_empty());
                let note = note.ok_or_else(|| cursor.expected("a sentence in double quotes"))?;
                once(&mut self.note, note, "note", &start)?;
            }
            "source" => once(&mut self.source, source(cursor)?, "source", &start)?,
            "map" => self.maps.push((Vec::new(), Map { rows: Vec::new() })),
            "mark" => self.marks.push((start, mark(cursor)?)),
            "where" => {
                let place = *cursor;
                self.constraints
                    .push((place, parse_where::constraint(cursor)?));
            }
            _ => {
                return Err(start.expected(
                    "`purpose`, `goal`, `play`, `note`, `source`, `map`, a row of a map, `mark`, `where` or `end`",
                ));
            }
        }
        cursor.end()
    }

    /// Reads a row of the last map.
    fn row(&mut self, cursor: &mut Cursor<'a>) -> Result<(), RuleError> {
        let start = *cursor;
        let mut row = Vec::new();
        while !cursor.is_at_end() {
            let place = *cursor;
            let mut characters = cursor.word().unwrap_or("").chars();
            match (characters.next(), characters.next()) {
                (Some(character), None) => row.push(character),
                _ => {
                    return Err(place.expected("one character for each point, with blanks between"));
                }
            }
        }
        if let Some((places, map)) = self.maps.last_mut() {
            let wanted = map.rows.first().map_or(row.len(), Vec::len);
            if row.len() != wanted {
                let found = row.len();
                return Err(start.error(RuleFault::Ragged { found, wanted }));
            }
            places.push(start);
            map.rows.push(row);
        }
        Ok(())
    }
}

/// Reads the objects of a goal.
fn objects(cursor: &mut Cursor<'_>) -> Result<Vec<char>, RuleError> {
    let mut objects = Vec::new();
    while !cursor.is_at_end() {
        let place = *cursor;
        let letter = match cursor.word() {
            Some("A" | "B" | "C" | "a" | "b" | "c") => place.peek(),
            _ => None,
        };
        let wrong = || place.expected("a letter from A to C for an own block, a to c for another");
        objects.push(letter.ok_or_else(wrong)?);
    }
    Ok(objects)
}

/// Reads where a rule comes from.
fn source(cursor: &mut Cursor<'_>) -> Result<Source, RuleError> {
    let start = *cursor;
    match cursor.word() {
        Some("hand") => Ok(Source::Hand),
        Some("mined") => {
            let mut count = |word: &str| {
                let place = *cursor;
                let is_word = cursor.word() == Some(word);
                let number = cursor.number::<u32>().filter(|_| is_word);
                number.ok_or_else(|| place.expected(format!("`{word}` and a number")))
            };
            let support = count("support")?;
            let right = count("right")?;
            if right > support {
                return Err(start.expected("no more right matches than matches"));
            }
            Ok(Source::Mined { support, right })
        }
        _ => Err(start.expected("`hand`, or `mined support N right M`")),
    }
}

/// Reads the meaning of a letter.
fn mark(cursor: &mut Cursor<'_>) -> Result<Mark, RuleError> {
    let place = *cursor;
    let is_letter = |word: &&str| {
        *word == "*" || word.len() == 1 && word.chars().all(|c| c.is_ascii_alphabetic())
    };
    let letter = cursor.word().filter(is_letter).and_then(|_| place.peek());
    let letter = letter.ok_or_else(|| place.expected("a letter or `*`"))?;
    let place = *cursor;
    let content = cursor.word().filter(|word| word.chars().count() == 1);
    let content = content.and_then(|_| place.peek());
    let content = content.filter(|&character| Content::of(character).is_some());
    let content =
        content.ok_or_else(|| place.expected("one of X O . x o % _ ? and the edges - | +"))?;
    let mut mark = Mark {
        letter,
        content,
        is_border: false,
        is_center: false,
    };
    while !cursor.is_at_end() {
        match cursor.peek_word() {
            "border" => mark.is_border = true,
            "center" => mark.is_center = true,
            _ => return Err(cursor.expected("`border`, `center` or the end of the line")),
        }
        cursor.word();
    }
    Ok(mark)
}
