//! The values of single properties: moves, points, players.

use std::collections::BTreeSet;

use sgf_parse::SgfProp as _;
use sgf_parse::go::{Move as SgfMove, Point as SgfPoint, Prop};

use super::Fault;
use crate::base::{Color, Move, Point, Size};

/// The player and the move, if the property is a move.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "all other properties are not moves"
)]
pub(super) fn read_move(property: &Prop, size: Size) -> Option<(Color, Result<Move, Fault>)> {
    let (color, mv) = match property {
        Prop::B(mv) => (Color::Black, Some(*mv)),
        Prop::W(mv) => (Color::White, Some(*mv)),
        // Blanks around the point.
        Prop::Invalid(identifier, values) => {
            let color = match identifier.as_str() {
                "B" => Color::Black,
                "W" => Color::White,
                _ => return None,
            };
            (color, values.concat().trim().parse().ok())
        }
        _ => return None,
    };
    let mv = mv.and_then(|mv| match mv {
        SgfMove::Pass => Some(Move::Pass),
        SgfMove::Move(OLD_PASS) if size.width() <= 19 && size.height() <= 19 => Some(Move::Pass),
        SgfMove::Move(point) => read_point(point, size).map(Move::Play),
    });
    Some((color, mv.ok_or_else(|| Fault::Move(property.to_string()))))
}

/// `tt`: a pass on boards up to 19x19 before FF\[4\], and still in many programs.
const OLD_PASS: SgfPoint = SgfPoint { x: 19, y: 19 };

/// A point of the board. SGF counts rows from the top.
fn read_point(point: SgfPoint, size: Size) -> Option<Point> {
    let y = size.height().checked_sub(point.y + 1)?;
    (point.x < size.width()).then(|| Point::new(point.x, y))
}

/// The points that a setup property changes, or the fault in them.
pub(super) type SetupPoints = Result<BTreeSet<Point>, Fault>;

/// The points of a setup property, in point order, and the color of the stones they get.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "all other properties set nothing up"
)]
pub(super) fn read_points(property: &Prop, size: Size) -> Option<(Option<Color>, SetupPoints)> {
    let fault = |what: &str| Fault::Points(what.to_owned());
    let (color, points) = match property {
        Prop::AB(points) => (Some(Color::Black), points),
        Prop::AW(points) => (Some(Color::White), points),
        Prop::AE(points) => (None, points),
        Prop::Invalid(identifier, values) if ["AB", "AW", "AE"].contains(&identifier.as_str()) => {
            let text = values.concat();
            let is_blank = text.trim().is_empty();
            let points = if is_blank {
                Ok(BTreeSet::new())
            } else {
                Err(fault(&format!("{identifier}[{text}]")))
            };
            return Some((None, points));
        }
        _ => return None,
    };
    let points = points.iter().map(|&point| read_point(point, size));
    let points: Option<BTreeSet<Point>> = points.collect();
    Some((color, points.ok_or_else(|| fault(&property.identifier()))))
}

/// The player to move, if the property sets it; `Err` with the text of a value that can't be read.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "all other properties leave the turn alone"
)]
pub(super) fn read_turn(property: &Prop) -> Option<Result<Color, String>> {
    match property {
        Prop::PL(sgf_parse::Color::Black) => Some(Ok(Color::Black)),
        Prop::PL(sgf_parse::Color::White) => Some(Ok(Color::White)),
        Prop::Invalid(identifier, values) if identifier == "PL" => {
            let text = values.concat().trim().to_ascii_lowercase();
            Some(match text.as_str() {
                "b" | "black" | "1" => Ok(Color::Black),
                "w" | "white" | "2" => Ok(Color::White),
                _ => Err(text),
            })
        }
        _ => None,
    }
}
