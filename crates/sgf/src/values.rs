//! The values of single properties: moves, points, sizes and players. Points are also read where programs write them in
//! other forms than the standard's; an [`Oddity`] then names the form.

use std::borrow::Cow;

use sgf_parse::go::{Move as SgfMove, Point as SgfPoint};

use super::Fault;
use super::lexer::{Property, shown};
use tedomari_base::text::narrow;
use tedomari_board::{Color, Move, Point, Size};

/// A form of a point that is not the standard's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Oddity {
    /// White space between the letters.
    Broken,
    /// A letter and a number: `R16`.
    Coordinates,
    /// Capital letters on a board that has no use for them.
    Capitals,
    /// A word for a pass.
    PassInWords,
}

impl Oddity {
    /// Text of the warning about it.
    pub(super) const fn told(self) -> &'static str {
        match self {
            Self::Broken => "a point is broken by white space, here and perhaps later",
            Self::Coordinates => {
                "points are written as coordinates such as R16 here and perhaps later, and read as that"
            }
            Self::Capitals => {
                "points are written in capital letters here and perhaps later, and read as small ones"
            }
            Self::PassInWords => "a pass is written as a word here and perhaps later",
        }
    }
}

/// What a value means, and what is odd about its form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Found<T> {
    pub what: T,
    pub oddity: Option<Oddity>,
}

/// The player and the move, if the property is a move. Blanks around the point do not matter.
pub(super) fn read_move(
    property: Property<'_>,
    size: Size,
) -> Option<(Color, Result<Found<Move>, Fault>)> {
    let name = property.name();
    let color = match name.as_str() {
        "B" => Color::Black,
        "W" => Color::White,
        _ => return None,
    };
    let value = property.value();
    let fault = || Fault::Move(format!("{name}[{}]", shown(value)));
    Some((color, move_named(value, size).ok_or_else(fault)))
}

/// `tt`: a pass on boards up to 19x19 before FF\[4\], and still in many programs.
const OLD_PASS: SgfPoint = SgfPoint { x: 19, y: 19 };

/// Words for a pass.
const PASSES: [&str; 4] = ["pass", "パス", "虚手", "停一手"];

fn move_named(value: &str, size: Size) -> Option<Found<Move>> {
    let (text, oddity) = joined(value);
    match text.parse() {
        Ok(SgfMove::Pass) => {
            return Some(Found {
                what: Move::Pass,
                oddity: None,
            });
        }
        Ok(SgfMove::Move(OLD_PASS)) if size.width() <= 19 && size.height() <= 19 => {
            return Some(Found {
                what: Move::Pass,
                oddity,
            });
        }
        Ok(SgfMove::Move(_)) | Err(_) => {}
    }
    if PASSES.contains(&text.to_lowercase().as_str()) {
        return Some(Found {
            what: Move::Pass,
            oddity: Some(Oddity::PassInWords),
        });
    }
    let found = point_named(value, size)?;
    Some(Found {
        what: Move::Play(found.what),
        oddity: found.oddity,
    })
}

/// The point of the board that a value names.
pub(super) fn point_named(value: &str, size: Size) -> Option<Found<Point>> {
    let Found { what, oddity } = place_named(value, size)?;
    let y = size.height().checked_sub(what.y + 1)?;
    Some(Found {
        what: Point::new(what.x, y),
        oddity,
    })
}

/// The same, counted as SGF does: columns from the left and rows from the top.
pub(super) fn place_named(value: &str, size: Size) -> Option<Found<SgfPoint>> {
    let on_board = |place: &SgfPoint| place.x < size.width() && place.y < size.height();
    let (text, oddity) = joined(value);
    let letters = |text: &str| text.parse().ok().filter(on_board);
    if let Some(what) = letters(&text) {
        return Some(Found { what, oddity });
    }
    let small = || letters(&text.to_ascii_lowercase());
    if text.bytes().all(|byte| byte.is_ascii_uppercase())
        && let Some(what) = small()
    {
        return Some(Found {
            what,
            oddity: Some(Oddity::Capitals),
        });
    }
    let narrowed: String = text.chars().map(narrow).collect();
    let point: Point = narrowed
        .parse()
        .ok()
        .filter(|&point| size.contains(point))?;
    Some(Found {
        what: SgfPoint {
            x: point.x(),
            y: size.height() - 1 - point.y(),
        },
        oddity: Some(Oddity::Coordinates),
    })
}

/// A value without white space and soft line breaks. They are odd if they stand inside.
fn joined(value: &str) -> (Cow<'_, str>, Option<Oddity>) {
    let is_blank = |c: char| c.is_whitespace() || c.is_control() || c == '\u{feff}';
    let trimmed = value.trim_matches(is_blank);
    if !trimmed.contains(|c| is_blank(c) || c == '\\') {
        return (Cow::Borrowed(trimmed), None);
    }
    let joined = trimmed.chars().filter(|&c| !is_blank(c) && c != '\\');
    (Cow::Owned(joined.collect()), Some(Oddity::Broken))
}

/// The board size in a value, and whether it is written as the standard has it: `13`, or `9:13` for columns and rows.
pub(super) fn read_size(value: &str) -> Option<(Size, bool)> {
    let narrowed: String = value.chars().map(narrow).collect();
    let text = narrowed.trim();
    let side = |text: &str| text.trim().parse::<u8>().ok();
    let standard = match text.split_once(':') {
        Some((width, height)) => side(width).zip(side(height)),
        None => side(text).map(|side| (side, side)),
    };
    if let Some((width, height)) = standard {
        return Some((Size::new(width, height)?, true));
    }
    let text = text.trim_end_matches(['路', '道', '줄']);
    let sides = match text.split_once(['x', 'X', '×', '*']) {
        Some((width, height)) => side(width).zip(side(height)),
        None => side(text).map(|side| (side, side)),
    };
    let (width, height) = sides?;
    Some((Size::new(width, height)?, false))
}

/// The player to move in a property `PL`; `Err` with the value if it can't be read.
pub(super) fn read_turn(property: Property<'_>) -> Result<Color, String> {
    let value = property.value().trim();
    match value.to_ascii_lowercase().as_str() {
        "b" | "black" | "1" => Ok(Color::Black),
        "w" | "white" | "2" => Ok(Color::White),
        _ => Err(shown(value)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(value: &str, expected: &str, oddity: Option<Oddity>) {
        let found = move_named(value, Size::square(19)).unwrap_or_else(|| panic!("{value}"));
        assert_eq!(
            (found.what.to_string().as_str(), found.oddity),
            (expected, oddity),
            "{value}"
        );
    }

    #[test]
    fn moves_in_the_standard_and_in_other_forms() {
        use Oddity::{Broken, Capitals, Coordinates, PassInWords};
        check("pd", "Q16", None);
        check(" pd\n", "Q16", None);
        check("", "pass", None);
        check(" ", "pass", None);
        check("tt", "pass", None);
        check("p\nd", "Q16", Some(Broken));
        check("p\\\r\nd", "Q16", Some(Broken));
        check("t\nt", "pass", Some(Broken));
        check("PD", "Q16", Some(Capitals));
        check("R16", "R16", Some(Coordinates));
        check("r4", "R4", Some(Coordinates));
        check("Ｒ１６", "R16", Some(Coordinates));
        check("PASS", "pass", Some(PassInWords));
        check("Pass", "pass", Some(PassInWords));
        for wrong in ["zz", "p", "pdd", "I5", "A20", "U1", "16R", "p:d", "-"] {
            assert_eq!(move_named(wrong, Size::square(19)), None, "{wrong}");
        }
    }

    #[test]
    fn every_point_has_its_coordinate() {
        for side in [2, 9, 13, 19, 25] {
            let size = Size::square(side);
            for point in size.points() {
                let found = point_named(&point.to_string(), size).unwrap();
                assert_eq!(
                    (found.what, found.oddity),
                    (point, Some(Oddity::Coordinates))
                );
            }
        }
    }

    #[test]
    fn sizes_in_the_standard_and_in_other_forms() {
        let size = |value| read_size(value).map(|(size, standard)| (size.to_string(), standard));
        let is = |text: &str, standard| Some((text.to_owned(), standard));
        assert_eq!(size(" 13 "), is("13x13", true));
        assert_eq!(size("１９"), is("19x19", true));
        assert_eq!(size("9 : 13"), is("9x13", true));
        assert_eq!(size("19:19"), is("19x19", true));
        assert_eq!(size("19x19"), is("19x19", false));
        assert_eq!(size("9×13"), is("9x13", false));
        assert_eq!(size("19路"), is("19x19", false));
        for wrong in ["", "0", "26", "9:", "x", "9x", "nine", "9:9:9"] {
            assert_eq!(size(wrong), None, "{wrong}");
        }
    }
}
