//! Records in other formats, rewritten as SGF: GIB, the format of Tygem, and NGF, that of WBaduk and Cyberoro.
//!
//! Neither has a published grammar. GIB begins with `\HS`; its head has lines such as `\[GAMEBLACKNAME=Kim (3D)\]`,
//! then come `INI` with the handicap, and `STO` with number, color and place of each move. In NGF the first twelve
//! lines are title, size, White, Black, site, handicap, an unused one, komi, date, an unused one, result and number of
//! moves; each move is a line `PM`, two letters that count, the color, and the place by two letters from `B` on. Both
//! count places from the upper left corner, as SGF does. What is not understood is left out.

use std::fmt::Write as _;

/// The usual size of a board, and the largest one.
const USUAL_SIZE: u8 = 19;
const LARGEST: u8 = 25;

/// Most handicap stones that have fixed places.
const MOST_HANDICAP: u8 = 9;

/// A record as SGF: a text in GIB or NGF is rewritten, any other one stays as it is.
#[must_use]
pub fn as_sgf(text: String) -> String {
    let start = text.trim_start_matches('\u{feff}').trim_start();
    let found = if start.starts_with("\\HS") {
        Some(Foreign::of_gib(start))
    } else {
        Foreign::of_ngf(start)
    };
    found.map_or(text, |record| record.to_sgf())
}

/// What is known of such a record.
#[derive(Debug, Default)]
struct Foreign {
    size: u8,
    black: (String, String),
    white: (String, String),
    komi: Option<f64>,
    result: Option<String>,
    date: Option<String>,
    event: Option<String>,
    handicap: Vec<(u8, u8)>,
    /// Whether Black moves, and the column and the row from the upper left corner; nothing is a pass.
    moves: Vec<(bool, Option<(u8, u8)>)>,
}

impl Foreign {
    fn of_gib(text: &str) -> Self {
        let mut record = Self {
            size: USUAL_SIZE,
            ..Self::default()
        };
        for line in text.lines().map(str::trim) {
            let field = line
                .strip_prefix("\\[")
                .and_then(|it| it.strip_suffix("\\]"));
            if let Some((name, value)) = field.and_then(|it| it.split_once('=')) {
                record.read_field(name, value);
            }
            let mut words = line.split_ascii_whitespace();
            match words.next() {
                Some("INI") => {
                    let stones = words.nth(2).and_then(|it| it.parse().ok()).unwrap_or(0);
                    // The third stone stands in the upper left corner.
                    record.handicap = handicap(record.size, stones, true);
                }
                Some("STO") => {
                    let [color, x, y] = [words.nth(2), words.next(), words.next()];
                    let number = |word: Option<&str>| word?.parse::<u8>().ok();
                    if let (Some(color @ (1 | 2)), Some(x), Some(y)) =
                        (number(color), number(x), number(y))
                    {
                        record.moves.push((color == 1, Some((x, y))));
                    }
                }
                Some("SKI") => {
                    let is_black = record
                        .moves
                        .last()
                        .map_or(record.handicap.is_empty(), |it| !it.0);
                    record.moves.push((is_black, None));
                }
                Some(_) | None => {}
            }
        }
        record
    }

    /// A field of the head of a GIB.
    fn read_field(&mut self, name: &str, value: &str) {
        match name {
            "GAMEBLACKNAME" => self.black = name_and_rank(value),
            "GAMEWHITENAME" => self.white = name_and_rank(value),
            "GAMENAME" => self.event = Some(value.to_owned()),
            "GAMEINFOMAIN" => {
                let entry = |name: &str| {
                    let mut entries = value.split(',').filter_map(|it| it.split_once(':'));
                    entries
                        .find(|(key, _)| *key == name)?
                        .1
                        .trim()
                        .parse::<u32>()
                        .ok()
                };
                if let Some(size) = entry("LINE").and_then(|it| u8::try_from(it).ok()) {
                    self.size = size.clamp(1, LARGEST);
                }
                self.komi = entry("GONGJE").map(tenths).or(self.komi);
                self.result = gib_result(entry("GRLT"), entry("ZIPSU")).or(self.result.take());
            }
            "GAMETAG" => {
                let entry = |letter: char| {
                    let mut entries = value.split(',').filter_map(|it| it.strip_prefix(letter));
                    entries.find(|it| it.starts_with(|first: char| first.is_ascii_digit()))
                };
                let number = |letter: char| entry(letter)?.parse::<u32>().ok();
                self.komi = self.komi.or(number('G').map(tenths));
                self.result = self.result.take().or(gib_result(number('W'), number('Z')));
                self.date = self.date.take().or(entry('C').and_then(date_of));
            }
            "GAMEDATE" => self.date = date_of(value).or(self.date.take()),
            _ => {}
        }
    }

    /// A record in NGF; `None` if the text is none.
    fn of_ngf(text: &str) -> Option<Self> {
        let mut lines = text.lines().map(str::trim);
        let title = lines.next()?;
        let size = lines.next()?.parse::<u8>().ok()?;
        if !(2..=LARGEST).contains(&size) || title.starts_with('(') {
            return None;
        }
        let mut head = || lines.next().unwrap_or_default();
        let (white, black, _, stones) = (head(), head(), head(), head());
        let (_, komi, date, _, result) = (head(), head(), head(), head(), head());
        let moves: Vec<_> = lines.filter_map(ngf_move).collect();
        if moves.is_empty() {
            return None;
        }
        let stones = stones.parse().unwrap_or(0);
        let komi = komi.parse::<f64>().ok().filter(|it| it.is_finite());
        Some(Self {
            size,
            black: first_and_rest(black),
            white: first_and_rest(white),
            // An even game is never drawn there: half a point is understood.
            komi: komi.map(|it| {
                if stones == 0 && it.fract() == 0.0 {
                    it + 0.5
                } else {
                    it
                }
            }),
            result: ngf_result(result),
            date: date_of(date),
            event: Some(title.to_owned()),
            handicap: handicap(size, stones, false),
            moves,
        })
    }

    fn to_sgf(&self) -> String {
        let mut text = format!("(;GM[1]FF[4]CA[UTF-8]SZ[{}]", self.size);
        let komi = self.komi.map(|it| it.to_string());
        let known = |value: &String| (!value.is_empty()).then(|| value.clone());
        for (name, value) in [
            ("PB", known(&self.black.0)),
            ("BR", known(&self.black.1)),
            ("PW", known(&self.white.0)),
            ("WR", known(&self.white.1)),
            ("KM", komi),
            ("RE", self.result.clone()),
            ("DT", self.date.clone()),
            ("EV", self.event.clone()),
        ] {
            if let Some(value) = value {
                let value = value.replace('\\', "\\\\").replace(']', "\\]");
                // Writing to a string does not fail.
                let _ = write!(text, "{name}[{value}]");
            }
        }
        if !self.handicap.is_empty() {
            let _ = write!(text, "HA[{}]AB", self.handicap.len());
            for &at in &self.handicap {
                let _ = write!(text, "[{}]", place(at));
            }
        }
        for &(is_black, at) in &self.moves {
            let color = if is_black { 'B' } else { 'W' };
            let _ = write!(text, ";{color}[{}]", at.map(place).unwrap_or_default());
        }
        text.push(')');
        text
    }
}

/// A place as SGF names it.
fn place((x, y): (u8, u8)) -> String {
    [x, y]
        .map(|at| char::from(b'a'.saturating_add(at)))
        .iter()
        .collect()
}

/// A line of NGF with a move.
fn ngf_move(line: &str) -> Option<(bool, Option<(u8, u8)>)> {
    let bytes = line.as_bytes();
    let &[b'P', b'M', _, _, color @ (b'B' | b'W'), x, y, ..] = bytes else {
        return None;
    };
    // `A` stands for no column and no row: a pass.
    let at = |letter: u8| letter.to_ascii_uppercase().checked_sub(b'B');
    Some((color == b'B', at(x).zip(at(y))))
}

/// The places of handicap stones; the third one in the upper left corner or in the lower right one.
fn handicap(size: u8, n_stones: u8, third_upper_left: bool) -> Vec<(u8, u8)> {
    let edge = if size < 13 { 2 } else { 3 };
    if n_stones < 2 || size < 2 * edge + 2 {
        return Vec::new();
    }
    let (low, high, middle) = (edge, size - 1 - edge, size / 2);
    let mut corners = vec![(high, low), (low, high), (high, high), (low, low)];
    if third_upper_left {
        corners.swap(2, 3);
    }
    let n_stones = n_stones.min(MOST_HANDICAP);
    let sides = [(low, middle), (high, middle), (middle, low), (middle, high)];
    let n_sides = match n_stones {
        0..=5 => 0,
        6 | 7 => 2,
        _ => 4,
    };
    let mut places: Vec<(u8, u8)> = corners.into_iter().take(usize::from(n_stones)).collect();
    places.extend(sides.into_iter().take(n_sides));
    if n_stones >= 5 && n_stones % 2 == 1 {
        places.push((middle, middle));
    }
    places
}

fn tenths(number: u32) -> f64 {
    f64::from(number) / 10.0
}

/// The result by its code, with the margin in tenths of points.
fn gib_result(code: Option<u32>, margin: Option<u32>) -> Option<String> {
    Some(match code? {
        0 => format!("B+{}", tenths(margin?)),
        1 => format!("W+{}", tenths(margin?)),
        3 => "B+R".to_owned(),
        4 => "W+R".to_owned(),
        7 => "B+T".to_owned(),
        8 => "W+T".to_owned(),
        _ => return None,
    })
}

/// The result in words, such as `White wins by 3.5!`.
fn ngf_result(words: &str) -> Option<String> {
    let lower = words.to_ascii_lowercase();
    let winner = match (lower.contains("white win"), lower.contains("black win")) {
        (true, false) => 'W',
        (false, true) => 'B',
        _ => return None,
    };
    let margin = lower
        .split(|it: char| !it.is_ascii_digit() && it != '.')
        .filter_map(|it| it.trim_end_matches('.').parse::<f64>().ok())
        .next();
    Some(match margin {
        _ if lower.contains("resign") => format!("{winner}+R"),
        _ if lower.contains("time") => format!("{winner}+T"),
        Some(points) => format!("{winner}+{points}"),
        None => format!("{winner}+"),
    })
}

/// A date as SGF writes it, from three numbers or from eight digits at its start.
fn date_of(text: &str) -> Option<String> {
    let mut numbers = text
        .split(|it: char| !it.is_ascii_digit())
        .filter(|it| !it.is_empty());
    let first = numbers.next()?;
    let (year, month, day) = match first.len() {
        8 => (first.get(..4)?, first.get(4..6)?, first.get(6..)?),
        4 => (first, numbers.next()?, numbers.next()?),
        _ => return None,
    };
    let (month, day) = (month.parse::<u8>().ok()?, day.parse::<u8>().ok()?);
    let is_date = (1..=12).contains(&month) && (1..=31).contains(&day);
    is_date.then(|| format!("{year}-{month:02}-{day:02}"))
}

/// A name, and the rank in brackets behind it.
fn name_and_rank(text: &str) -> (String, String) {
    match text
        .trim()
        .strip_suffix(')')
        .and_then(|it| it.rsplit_once('('))
    {
        Some((name, rank)) => (name.trim().to_owned(), rank.trim().to_owned()),
        None => (text.trim().to_owned(), String::new()),
    }
}

/// The first word, and the next one.
fn first_and_rest(text: &str) -> (String, String) {
    let mut words = text
        .split_whitespace()
        .map(|it| it.trim_end_matches('*').to_owned());
    (
        words.next().unwrap_or_default(),
        words.next().unwrap_or_default(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{LoadOptions, decode, load_bytes};

    const GIB: &str = "\\HS\r\n\\[GAMEBLACKNAME=Ki[m] (3D)\\]\r\n\\[GAMEWHITENAME=Lee (5D)\\]\r\n\
        \\[GAMEINFOMAIN=GBKIND:0,GRLT:1,ZIPSU:35,LINE:19,GONGJE:65\\]\r\n\
        \\[GAMETAG=S0,R3,W1,Z35,G65,C2016:03:26:18:13,I:foo\\]\r\n\\HE\r\n\\GS\r\n2 1 0\r\n5 0 &4\r\n\
        INI 0 1 0 &4\r\nSTO 0 2 1 15 3\r\nSTO 0 3 2 3 15\r\nSKI 0 4\r\nSTO 0 5 2 16 16\r\n\\GE\r\n";

    const NGF: &str = "A game\n19\nLee     5D*\nKim     3D \nsite\n0\n0\n6\n20140115 [00:05]\n60\n\
        White wins by 3.5!\n3\nPMABBQEEQ\nPMACWEQQE\nPMADBAAAA\n";

    #[test]
    fn a_gib_becomes_a_record() {
        let record = load_bytes(GIB.into(), &LoadOptions::default()).unwrap();
        let moves: Vec<String> = (record.game.moves().iter())
            .map(|(color, mv)| format!("{color} {mv}"))
            .collect();
        assert_eq!(moves, ["black Q16", "white D4", "black pass", "white R3"]);
        assert_eq!(record.info.black.as_deref(), Some("Ki[m]"));
        assert_eq!(record.info.result.as_deref(), Some("W+3.5"));
        assert_eq!(record.info.date.as_deref(), Some("2016-03-26"));
        assert_eq!(record.game.rules().komi.to_string(), "6.5");
    }

    #[test]
    fn an_ngf_becomes_a_record() {
        let record = load_bytes(NGF.into(), &LoadOptions::default()).unwrap();
        let moves: Vec<String> = (record.game.moves().iter())
            .map(|(color, mv)| format!("{color} {mv}"))
            .collect();
        assert_eq!(moves, ["black Q16", "white D4", "black pass"]);
        assert_eq!(record.info.white.as_deref(), Some("Lee"));
        assert_eq!(record.info.result.as_deref(), Some("W+3.5"));
        assert_eq!(record.info.date.as_deref(), Some("2014-01-15"));
        // The half point of an even game is not written there.
        assert_eq!(record.game.rules().komi.to_string(), "6.5");
    }

    #[test]
    fn handicap_stones_stand_on_star_points() {
        let gib = GIB.replace("INI 0 1 0", "INI 0 1 3");
        let gib = gib.replace("STO 0 2 1 15 3", "").replace("2 3 15", "2 9 9");
        let record = load_bytes(gib.into(), &LoadOptions::default()).unwrap();
        let stones = record.game.start().stones.iter();
        let mut names: Vec<String> = stones.map(|(_, at)| at.to_string()).collect();
        names.sort();
        assert_eq!(names, ["D16", "D4", "Q16"]);
        for n in 2..=9 {
            let places = handicap(19, n, false);
            let different: std::collections::HashSet<_> = places.iter().collect();
            assert_eq!((places.len(), different.len()), (n.into(), n.into()));
        }
        assert!(handicap(5, 4, false).is_empty());
    }

    #[test]
    fn other_texts_stay_as_they_are() {
        for text in [
            "(;SZ[9];B[ee])",
            "",
            "19\n19\nno moves",
            "\n19\n(;B[aa])",
            "PMABBQEEQ",
        ] {
            assert_eq!(as_sgf(text.to_owned()), text);
        }
        let cancel = tedomari_base::CancelToken::new();
        assert!(
            decode(NGF.into(), &cancel)
                .unwrap()
                .text
                .starts_with("(;GM[1]")
        );
    }

    #[test]
    fn damaged_records_are_read_as_far_as_they_go() {
        let mut rng = tedomari_base::Rng::new(7, 0);
        for original in [GIB, NGF] {
            for _ in 0..2_000 {
                let mut bytes = original.as_bytes().to_vec();
                let place = rng.index(bytes.len());
                bytes[place] = u8::try_from(rng.below(128)).unwrap();
                bytes.truncate(bytes.len() - rng.index(20));
                // It may be no game any more, but nothing breaks.
                let _ = load_bytes(bytes, &LoadOptions::default());
            }
        }
    }
}
