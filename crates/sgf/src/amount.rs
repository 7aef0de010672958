//! Amounts of points and stones as programs and people write them: `6.5`, `6,5`, `７目半`, `3又3/4子`,
//! `5½ points`.

use tedomari_base::text::narrow;

/// Longest text that is read, in bytes.
const MAX_TEXT: usize = 100;

/// A number with what it counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Amount {
    /// The number.
    pub value: f64,
    /// What it counts; `None` if the text does not name it.
    pub unit: Option<Unit>,
}

/// What a number counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    /// Points.
    Points,
    /// Stones of Chinese counting: each of them is worth two points.
    Stones,
}

/// A part of a text.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Token {
    Number(f64),
    /// A part of one: a half or a quarter, written in one character or word.
    Part(f64),
    /// Joins a number and a fraction.
    And,
    /// Parts numerator and denominator.
    Over,
    /// Parts denominator and numerator, in this order.
    Parts,
    Unit(Unit),
    /// The other side receives it.
    Minus,
    /// There is none.
    Nothing,
    Idle,
}

/// Words with their meaning. Of two that fit, the longer one is taken.
const WORDS: &[(&str, Token)] = &[
    ("point", Token::Unit(Unit::Points)),
    ("points", Token::Unit(Unit::Points)),
    ("pts", Token::Unit(Unit::Points)),
    ("pt", Token::Unit(Unit::Points)),
    ("p", Token::Unit(Unit::Points)),
    ("moku", Token::Unit(Unit::Points)),
    ("目", Token::Unit(Unit::Points)),
    ("点", Token::Unit(Unit::Points)),
    ("點", Token::Unit(Unit::Points)),
    ("집", Token::Unit(Unit::Points)),
    ("호", Token::Unit(Unit::Points)),
    ("stone", Token::Unit(Unit::Stones)),
    ("stones", Token::Unit(Unit::Stones)),
    ("zi", Token::Unit(Unit::Stones)),
    ("子", Token::Unit(Unit::Stones)),
    ("half", Token::Part(0.5)),
    ("半", Token::Part(0.5)),
    ("반", Token::Part(0.5)),
    ("½", Token::Part(0.5)),
    ("¼", Token::Part(0.25)),
    ("¾", Token::Part(0.75)),
    ("and a", Token::And),
    ("and", Token::And),
    ("又", Token::And),
    ("と", Token::And),
    ("&", Token::And),
    ("/", Token::Over),
    ("⁄", Token::Over),
    ("分之", Token::Parts),
    ("分の", Token::Parts),
    ("reverse", Token::Minus),
    ("逆", Token::Minus),
    ("倒", Token::Minus),
    ("no", Token::Nothing),
    ("none", Token::Nothing),
    ("without", Token::Nothing),
    ("なし", Token::Nothing),
    ("無し", Token::Nothing),
    ("無", Token::Nothing),
    ("无", Token::Nothing),
    ("不贴", Token::Nothing),
    ("不貼", Token::Nothing),
    ("없음", Token::Nothing),
    ("komi", Token::Idle),
    ("handicap", Token::Idle),
    ("black", Token::Idle),
    ("gives", Token::Idle),
    ("white", Token::Idle),
    ("gets", Token::Idle),
    ("コミ出し", Token::Idle),
    ("コミだし", Token::Idle),
    ("コミ", Token::Idle),
    ("出し", Token::Idle),
    ("出", Token::Idle),
    ("先番", Token::Idle),
    ("先", Token::Idle),
    ("黑棋", Token::Idle),
    ("黑", Token::Idle),
    ("黒", Token::Idle),
    ("白", Token::Idle),
    ("贴", Token::Idle),
    ("貼", Token::Idle),
    ("让", Token::Idle),
    ("讓", Token::Idle),
    ("受", Token::Idle),
    ("置", Token::Idle),
    ("数", Token::Idle),
    ("덤", Token::Idle),
    ("공제", Token::Idle),
    ("접바둑", Token::Idle),
];

/// Signs that mean nothing between words.
const IDLE_SIGNS: &str = "():;=!\"'、。：~";

/// The amount that a text means, or `None`. What stands in parentheses may be anything else.
pub(super) fn amount(text: &str) -> Option<Amount> {
    if text.len() > MAX_TEXT {
        return None;
    }
    let narrowed: String = text
        .chars()
        .map(narrow)
        .flat_map(char::to_lowercase)
        .collect();
    let found = value_of(&narrowed);
    found.or_else(|| {
        let (before, inside) = narrowed.split_once('(')?;
        let (_, after) = inside.split_once(')')?;
        value_of(&format!("{before} {after}"))
    })
}

fn value_of(text: &str) -> Option<Amount> {
    let tokens = tokens(text.trim())?;
    let mut unit = None;
    for token in &tokens {
        if let Token::Unit(found) = token {
            if unit.is_some_and(|known| known != *found) {
                return None;
            }
            unit = Some(*found);
        }
    }
    let is_negative = tokens.contains(&Token::Minus);
    let is_number = |token: &&Token| !matches!(token, Token::Unit(_) | Token::Minus | Token::Idle);
    let number: Vec<Token> = tokens.iter().filter(is_number).copied().collect();
    let value = number_of(&number)?;
    Some(Amount {
        value: if is_negative { -value } else { value },
        unit,
    })
}

/// The number that the parts of a text make together.
fn number_of(tokens: &[Token]) -> Option<f64> {
    use Token::{And, Nothing, Number, Over, Part, Parts};
    Some(match *tokens {
        [Nothing] => 0.0,
        [Number(whole)] => whole,
        [Part(part)] => part,
        [Number(whole), Part(part)] | [Number(whole), And, Part(part)] => whole + part,
        [Number(over), Over, Number(under)] | [Number(under), Parts, Number(over)] => {
            fraction(over, under)?
        }
        [Number(whole), Number(over), Over, Number(under)]
        | [Number(whole), And, Number(over), Over, Number(under)]
        | [Number(whole), And, Number(under), Parts, Number(over)] => {
            whole + fraction(over, under)?
        }
        _ => return None,
    })
}

fn fraction(over: f64, under: f64) -> Option<f64> {
    (under >= 1.0 && over < under).then(|| over / under)
}

fn tokens(mut rest: &str) -> Option<Vec<Token>> {
    let mut tokens = Vec::new();
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || IDLE_SIGNS.contains(c));
        let Some(first) = rest.chars().next() else {
            return Some(tokens);
        };
        let (token, after) = match first {
            '0'..='9' | '.' => decimal(rest)?,
            // A sign stands before all numbers.
            '+' | '-' if !tokens.is_empty() => return None,
            '+' => (Token::Idle, rest.get(1..)?),
            '-' => (Token::Minus, rest.get(1..)?),
            _ => numeral(rest).or_else(|| word(rest))?,
        };
        tokens.push(token);
        rest = after;
    }
}

/// A number in digits, with a decimal point or comma.
fn decimal(text: &str) -> Option<(Token, &str)> {
    let is_part = |c: char| c.is_ascii_digit() || c == '.' || c == ',';
    let end = text.find(|c| !is_part(c)).unwrap_or(text.len());
    let (digits, after) = text.split_at_checked(end)?;
    let value: f64 = digits.replace(',', ".").parse().ok()?;
    Some((Token::Number(value), after))
}

/// A number in Chinese characters, up to 99.
fn numeral(text: &str) -> Option<(Token, &str)> {
    let digit = |c: char| match c {
        '〇' | '零' => Some(0),
        '一' => Some(1),
        '二' | '两' | '兩' => Some(2),
        '三' => Some(3),
        '四' => Some(4),
        '五' => Some(5),
        '六' => Some(6),
        '七' => Some(7),
        '八' => Some(8),
        '九' => Some(9),
        _ => None,
    };
    let end = text
        .find(|c| digit(c).is_none() && c != '十')
        .unwrap_or(text.len());
    let (numeral, after) = text.split_at_checked(end)?;
    let value = match numeral.chars().collect::<Vec<_>>().as_slice() {
        ['十'] => 10,
        ['十', ones] => 10 + digit(*ones)?,
        [tens, '十'] => 10 * digit(*tens)?,
        [tens, '十', ones] => 10 * digit(*tens)? + digit(*ones)?,
        [ones] => digit(*ones)?,
        _ => return None,
    };
    Some((Token::Number(f64::from(value)), after))
}

/// The longest word that the text begins with. A word in Latin letters ends where they end.
fn word(text: &str) -> Option<(Token, &str)> {
    let fits = |word: &str| {
        text.strip_prefix(word).filter(|after| {
            let is_latin = word.ends_with(|c: char| c.is_ascii_alphabetic());
            !(is_latin && after.starts_with(|c: char| c.is_ascii_alphabetic()))
        })
    };
    let found = WORDS
        .iter()
        .filter_map(|(word, token)| Some((word.len(), *token, fits(word)?)));
    let (_, token, after) = found.max_by_key(|(length, _, _)| *length)?;
    Some((token, after))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `(value in quarters, unit)` of each text.
    fn check(texts: &[&str], value: f64, unit: Option<Unit>) {
        for text in texts {
            let found = amount(text).unwrap_or_else(|| panic!("{text}"));
            assert!((found.value - value).abs() < 1e-12, "{text}: {found:?}");
            assert_eq!(found.unit, unit, "{text}");
        }
    }

    #[test]
    fn numbers_in_many_forms() {
        let (points, stones) = (Some(Unit::Points), Some(Unit::Stones));
        check(
            &[
                "6.5",
                "6,5",
                " 6.50 ",
                "+6.5",
                "６．５",
                "６．５ ",
                "6 1/2",
                "6½",
                "komi 6.5",
                "6 and a half",
                "六半",
            ],
            6.5,
            None,
        );
        check(
            &[
                "6.5目",
                "6目半",
                "六目半",
                "６目半",
                "6.5 points",
                "6.5pts",
                "黑贴6目半",
                "6目半コミ出し",
                "先番6目半コミ出し",
                "덤 6집반",
                "6호반",
                "コミ６目半",
                "6.5 points (even)",
            ],
            6.5,
            points,
        );
        check(
            &[
                "3.75子",
                "3又3/4子",
                "3又3／4子",
                "三又四分之三子",
                "3¾子",
                "3 3/4 zi",
                "3 3/4 stones",
                "黑贴3又3/4子",
                "贴3.75子",
                "3と3/4子",
                "3.75子(7.5目)",
            ],
            3.75,
            stones,
        );
        check(
            &["-5.5", "－5.5", "−5.5", "逆コミ5.5", "reverse 5.5"],
            -5.5,
            None,
        );
        check(&["倒贴5目半", "逆コミ5目半"], -5.5, points);
        check(
            &[
                "0",
                "no komi",
                "none",
                "なし",
                "コミ無し",
                "无",
                "不贴",
                "0.0",
            ],
            0.0,
            None,
        );
        check(&["半", "½", "1/2", ".5", "0,5"], 0.5, None);
        check(&["十二", "12"], 12.0, None);
        check(&["让3子", "受三子", "3 stones"], 3.0, stones);
    }

    #[test]
    fn other_texts_are_no_amounts() {
        for text in [
            "", "abc", "6.5.5", "6 7", "1/0", "3/2", "6--5", "5-6", "目子", "3子7目", "6.5x",
            "W+R", "?", "nan", "inf", "1e3", "十十", "two", "互", "halfway", "½½",
        ] {
            assert_eq!(amount(text), None, "{text}");
        }
        assert_eq!(amount(&"6".repeat(200)), None);
    }
}
