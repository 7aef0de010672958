//! From a game to the text of a record.

use sgf_parse::go::Prop;
use sgf_parse::{SgfNode, SimpleText, Text};

use super::RecordInfo;
use tedomari_board::{Color, Game, Point, Rules, Size};

/// Moves on one line of the text.
const MOVES_PER_LINE: usize = 10;

/// The record of a game, with setup and moves. [`load`](super::load) reads it back.
///
/// No line is empty, not even in a comment, so that the text can be the answer to a GTP command. Rules without a name
/// are not written. Prisoners from before the start are not part of a record.
#[must_use]
pub fn to_sgf(game: &Game, info: &RecordInfo) -> String {
    let size = game.start().size;
    let mut text = format!("({}", node(root(game, info)));
    for (n_before, &(color, mv)) in game.moves().iter().enumerate() {
        if n_before % MOVES_PER_LINE == 0 {
            text.push('\n');
        }
        let identifier = format!("{color:#}");
        let value = mv
            .point()
            .map_or_else(String::new, |point| point_name(point, size));
        text.push_str(&node(vec![property(&identifier, vec![value])]));
    }
    text.push_str(")\n");
    text
}

/// The text of one node.
fn node(properties: Vec<Prop>) -> String {
    SgfNode::new(properties, Vec::new(), false).to_string()
}

/// A property whose values need no escaping.
fn property(identifier: &str, values: Vec<String>) -> Prop {
    Prop::Unknown(identifier.to_owned(), values)
}

fn root(game: &Game, info: &RecordInfo) -> Vec<Prop> {
    let start = game.start();
    let size = size_text(start.size);
    let mut root = vec![
        Prop::FF(4),
        property("CA", vec!["UTF-8".to_owned()]),
        Prop::GM(1),
        property("SZ", vec![size]),
        Prop::KM(game.rules().komi.points()),
    ];
    root.extend(rules_name(game.rules()).map(|name| Prop::RU(simple(name))));
    if start.n_handicap >= 2 {
        root.push(property("HA", vec![start.n_handicap.to_string()]));
    }
    root.extend(info_properties(info));
    for color in Color::BOTH {
        let mut points: Vec<Point> = start
            .stones
            .iter()
            .filter(|(of, _)| *of == color)
            .map(|&(_, point)| point)
            .collect();
        points.sort_unstable();
        points.dedup();
        if !points.is_empty() {
            let names = points.iter().map(|&point| point_name(point, start.size));
            root.push(property(&format!("A{color:#}"), names.collect()));
        }
    }
    // If no turn is named, readers take it from a handicap of at least two stones or from the first move.
    let first = start.first_to_move();
    let read_as = match game.moves().first() {
        _ if start.n_handicap >= 2 => Color::White,
        Some(&(color, _)) => color,
        None => Color::Black,
    };
    if start.to_move.is_some() || first != read_as {
        root.push(property("PL", vec![format!("{first:#}")]));
    }
    root
}

/// The value of a board size.
pub(super) fn size_text(size: Size) -> String {
    if size.is_square() {
        size.width().to_string()
    } else {
        format!("{}:{}", size.width(), size.height())
    }
}

pub(super) fn info_properties(info: &RecordInfo) -> Vec<Prop> {
    let mut properties = Vec::new();
    let mut add = |value: &Option<String>, make: fn(SimpleText) -> Prop| {
        properties.extend(value.as_deref().map(|text| make(simple(text))));
    };
    add(&info.black, Prop::PB);
    add(&info.white, Prop::PW);
    add(&info.result, Prop::RE);
    add(&info.date, Prop::DT);
    add(&info.event, Prop::EV);
    if let Some(application) = &info.application {
        let texts = (simple(&application.name), simple(&application.version));
        properties.push(Prop::AP(texts));
    }
    if let Some(comment) = &info.comment {
        properties.push(Prop::GC(Text {
            text: full_lines(comment),
        }));
    }
    properties
}

/// Text on one line.
fn simple(text: &str) -> SimpleText {
    SimpleText {
        text: text.split_whitespace().collect::<Vec<_>>().join(" "),
    }
}

/// Lines without the empty ones. White space is blanks, as readers make it.
fn full_lines(text: &str) -> String {
    let lines: Vec<String> = text
        .split(['\n', '\r'])
        .map(|line| line.trim_end().replace(char::is_whitespace, " "))
        .filter(|line| !line.is_empty())
        .collect();
    lines.join("\n")
}

/// The name of the rules: the name in the standard, if it has one.
pub(super) fn rules_name(rules: &Rules) -> Option<&'static str> {
    Some(match rules.name()? {
        "japanese" => "Japanese",
        "chinese" => "Chinese",
        "aga" => "AGA",
        "ing" => "GOE",
        "new_zealand" => "NZ",
        other => other,
    })
}

/// Column and row as letters, the row counted from the top.
pub(super) fn point_name(point: Point, size: Size) -> String {
    let letter = |n: u8| char::from(b'a' + n);
    let row = size.height() - 1 - point.y();
    format!("{}{}", letter(point.x()), letter(row))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_has_no_empty_line_and_no_white_space_but_blanks() {
        assert_eq!(full_lines("a\tb\u{a0}c \r\n\n\rd\n \n"), "a b c\nd");
    }
}
