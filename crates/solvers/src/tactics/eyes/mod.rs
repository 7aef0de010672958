//! How many eyes a small space gives its owner, if the other side moves first and if the owner does.
//!
//! The space is taken out of the board and played out completely. Around it stand groups of the owner. Points where the
//! other side can cut them apart belong to the space, and so do stones in atari that part them. Where a stone of the
//! other side can be captured at once, it neither cuts nor connects with stones outside. The *main* group, which is
//! around most of the space, has a single liberty outside that the other side can fill, and a second one if it has none
//! in the space; each other group has one if it has any outside. The space gives two eyes if the main group can't be
//! captured. It gives one if the other side can't fill all liberties of the main group for good, which has an eye
//! elsewhere then. Points of a cut make no eyes: there are no more than if nothing could be cut.
//!
//! The other side has one ko threat if it moves first; else neither side has any. Any other repetition gains it
//! nothing.

mod play;
mod ring;
mod space;
mod state;
mod struggle;

use space::{Cuts, EyeRegion};

use crate::board::{Board, Color, Point, PointSet};

/// How many eyes a space gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EyeValue {
    /// If the other side moves first.
    pub least: u8,
    /// If the owner moves first.
    pub most: u8,
    /// Where the other side plays to keep the eyes few, and the owner to make many, if that decides.
    pub vital: Option<(Point, Point)>,
    /// The points that were played out: the space, and where the groups around it can be cut apart.
    pub space: PointSet,
    /// States of the space looked at.
    pub n_nodes: u64,
}

impl EyeValue {
    /// The lesser of each of two counts for the same space.
    fn at_most(self, limit: Self) -> Self {
        let (least, most) = (self.least.min(limit.least), self.most.min(limit.most));
        let decides = if least == self.least { self } else { limit };
        let vital = decides.vital.or(self.vital).or(limit.vital);
        Self {
            least,
            most,
            vital: vital.filter(|_| least < most),
            space: self.space | limit.space,
            n_nodes: self.n_nodes + limit.n_nodes,
        }
    }
}

/// The eyes in the space around a point, for the color that has more stones beside it, those in atari not counted, or
/// if both have as many, to which it gives more; `None` if it is no small space of one color. Each of up to about two
/// hundred searches may cost `nodes`.
#[must_use]
pub fn eye_value(board: &Board, point: Point, nodes: u64) -> Option<EyeValue> {
    let owners = match board.color(point) {
        Some(color) => vec![color.opponent()],
        None => Color::BOTH.to_vec(),
    };
    let value_for = |owner| {
        let value = eye_value_of(board, point, owner, (nodes, nodes))?;
        Some((space::n_beside(board, point, owner), value))
    };
    let values = owners.into_iter().filter_map(value_for);
    let best = values.max_by_key(|(n_beside, value)| (*n_beside, value.most, value.least));
    best.map(|(_, value)| value)
}

/// The eyes that the space around a point gives one color; `None` if it is no small space of that color. Each of up to
/// about two hundred searches in the space may cost `nodes`, each fight about a stone around it `nodes_of_fights`.
#[must_use]
pub fn eye_value_of(
    board: &Board,
    point: Point,
    owner: Color,
    (nodes, nodes_of_fights): (u64, u64),
) -> Option<EyeValue> {
    let inner = space::inner(board, point, owner)?;
    let space = EyeRegion::new(board, &inner, owner, Cuts::Possible, nodes_of_fights)?;
    let mut value = space.value(nodes);
    if space.groups.len() > 1 {
        let whole = EyeRegion::new(board, &inner, owner, Cuts::Ignored, nodes_of_fights)?;
        value = value.at_most(whole.value(nodes));
    }
    Some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(diagram: &str, point: &str, expected: (u8, u8), vital: Option<(&str, &str)>) {
        let board: Board = diagram.parse().unwrap();
        let found = eye_value(&board, point.parse().unwrap(), 100_000).unwrap();
        assert_eq!((found.least, found.most), expected, "{point}\n{board}");
        let vital =
            vital.map(|(attack, defense)| (attack.parse().unwrap(), defense.parse().unwrap()));
        assert_eq!(found.vital, vital, "{point}\n{board}");
    }

    #[test]
    fn shapes_on_the_edge() {
        let three = ". . . . . .\n. . . . . .\nX X X X . .\n. . . X . .";
        check(three, "A1", (1, 2), Some(("B1", "B1")));
        let four = ". . . . . .\n. . . . . .\nX X X X X .\n. . . . X .";
        check(four, "A1", (2, 2), None);
        let two = ". . . . . .\n. . . . . .\nX X X . . .\n. . X . . .";
        check(two, "B1", (1, 1), None);
        let taken = ". . . . . .\n. . . . . .\nX X X X . .\n. O . X . .";
        check(taken, "A1", (1, 1), None);
    }

    #[test]
    fn an_eye_that_can_be_made_false() {
        let open = ". . . . . .\n. O O . . .\n. O . X X .\n. O X . X .";
        check(open, "D1", (0, 1), Some(("C2", "C2")));
        let solid = ". . . . . .\n. O O . . .\n. O X X X .\n. O X . X .";
        check(solid, "D1", (1, 1), None);
    }

    /// The stone at the edge has a liberty outside, so that the other side can't connect before it does.
    #[test]
    fn a_group_around_may_have_time() {
        let outside =
            "X X . . . .\n. X . . . .\nO X X . . .\n. O . . . .\nX O . . . .\nO O . . . .";
        check(outside, "A2", (1, 1), None);
        let none = "X X . . . .\nX X . . . .\nO X X . . .\n. O . . . .\nX O . . . .\nO O . . . .";
        check(none, "A2", (0, 1), Some(("A3", "A3")));
    }

    #[test]
    fn a_stone_that_is_captured_at_once_takes_no_eye() {
        let short = ". . . . . .\n. . . . . .\n. . . X X .\nX X X O X .\nX . . O . .";
        check(short, "B1", (1, 1), None);
        let free = ". . . . . .\n. . . . . .\n. . . . . .\nX X X O . .\nX . . O . .";
        check(free, "B1", (0, 1), Some(("C1", "C1")));
    }

    #[test]
    fn an_eye_that_hangs_on_a_ko() {
        let ko = ". . . . . .\n. . . . . .\nO O O O . .\nO . O X X .\nX O X . X .\n. X X X X .";
        check(ko, "A1", (0, 1), Some(("A1", "B3")));
        let connected =
            ". . . . . .\n. . . . . .\nO O O O . .\nO X O X X .\nX X X . X .\n. X X X X .";
        check(connected, "A1", (1, 1), None);
    }

    #[test]
    fn no_space_has_no_eyes() {
        let board = Board::new(crate::board::Size::square(9));
        assert_eq!(eye_value(&board, Point::new(4, 4), 1000), None);
    }
}
