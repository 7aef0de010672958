//! The values of single properties: moves and players.

use sgf_parse::go::{Move as SgfMove, Point as SgfPoint};

use super::Fault;
use super::lexer::{Property, shown};
use crate::base::{Color, Move, Point, Size};

/// The player and the move, if the property is a move. Blanks around the point do not matter.
pub(super) fn read_move(
    property: Property<'_>,
    size: Size,
) -> Option<(Color, Result<Move, Fault>)> {
    let name = property.name();
    let color = match name.as_str() {
        "B" => Color::Black,
        "W" => Color::White,
        _ => return None,
    };
    let value = property.value();
    let mv = value.trim().parse().ok().and_then(|mv| match mv {
        SgfMove::Pass => Some(Move::Pass),
        SgfMove::Move(OLD_PASS) if size.width() <= 19 && size.height() <= 19 => Some(Move::Pass),
        SgfMove::Move(point) => read_point(point, size).map(Move::Play),
    });
    let fault = || Fault::Move(format!("{name}[{}]", shown(value)));
    Some((color, mv.ok_or_else(fault)))
}

/// `tt`: a pass on boards up to 19x19 before FF\[4\], and still in many programs.
const OLD_PASS: SgfPoint = SgfPoint { x: 19, y: 19 };

/// The point of the board that a value names.
pub(super) fn point_named(value: &str, size: Size) -> Option<Point> {
    read_point(value.trim().parse().ok()?, size)
}

/// A point of the board. SGF counts rows from the top.
fn read_point(point: SgfPoint, size: Size) -> Option<Point> {
    let y = size.height().checked_sub(point.y + 1)?;
    (point.x < size.width()).then(|| Point::new(point.x, y))
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
