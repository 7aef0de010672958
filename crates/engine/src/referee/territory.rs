//! Reading of groups that surround many points: whether the opponent can kill one in its territory, moving first.
//!
//! The territory is cut out of the board. The walls around it that hold together become one block without liberties
//! elsewhere, and the other walls are given to the opponent for good. If the reader proves that the block lives there,
//! the group lives as long as these walls hold together.

use std::sync::Arc;

use super::fates;
use super::walls::Group;
use crate::base::Budget;
use crate::board::{Board, Color, Point, PointSet, Size};
use crate::tsumego::{Goal, Question, Reader, Verdict};

/// What a question costs before its first node, in nodes.
const NODES_OF_CUTTING: u64 = 50;

/// Reads territories, and keeps its table from one to the next.
#[derive(Default)]
pub(super) struct TerritoryReader {
    reader: Option<Reader>,
}

impl TerritoryReader {
    /// Whether a group of a color lives in its territory though the opponent moves first, if its walls among the `held`
    /// stones hold together. The question may take `nodes` nodes.
    pub(super) fn is_enough(
        &mut self,
        board: &Board,
        color: Color,
        (group, held): (&Group, &PointSet),
        nodes: u64,
        budget: &mut Budget,
    ) -> bool {
        let Some(cutting) = Cutting::new(board, color, group, held) else {
            return false;
        };
        // No position of the game stood on this board.
        let reader = self
            .reader
            .get_or_insert_with(|| fates::reader(&Arc::default()));
        reader.assume(cutting.lost);
        let question = Question::new(cutting.wall, Goal::Kill, color.opponent());
        let mut part = budget.part(nodes);
        let reading = reader.read(&cutting.board, question, &mut part);
        budget.charge(part.spent() + NODES_OF_CUTTING);
        reading.is_some_and(|reading| reading.is_proven() && reading.verdict == Verdict::Refuted)
    }
}

/// A territory on a board of its own.
struct Cutting {
    board: Board,
    /// A stone of the walls that are held.
    wall: Point,
    /// The walls that are given to the opponent.
    lost: PointSet,
}

impl Cutting {
    /// `None` if no wall is held, or if a block would have no liberty.
    fn new(board: &Board, color: Color, group: &Group, held: &PointSet) -> Option<Self> {
        let (territory, reach) = (group.territory, group.territory.spread());
        let points = || board.size().points().filter(|point| reach.contains(*point));
        let left = points().map(Point::x).min()?;
        let right = points().map(Point::x).max()?;
        let bottom = points().map(Point::y).min()?;
        let top = points().map(Point::y).max()?;
        let size = Size::new(right - left + 1, top - bottom + 1)?;
        let held_of_group = group.stones() & *held;
        let mut lost = PointSet::EMPTY;
        let (mut stones, mut wall): (Vec<(Color, Point)>, Option<Point>) = (Vec::new(), None);
        for point in size.points() {
            let original = Point::new(point.x() + left, point.y() + bottom);
            let owner = if territory.contains(original) {
                board.color(original)
            } else if !reach.contains(original) || held.contains(original) {
                Some(color)
            } else {
                lost.insert(point);
                Some(color.opponent())
            };
            if held_of_group.contains(original) {
                wall = wall.or(Some(point));
            }
            stones.extend(owner.map(|owner| (owner, point)));
        }
        let cut_out = Board::with_stones(size, stones).ok()?;
        Some(Self {
            board: cut_out.with_suicide(board.allows_suicide()),
            wall: wall?,
            lost,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::PerColor;
    use crate::referee::walls::living_groups;

    /// Whether the white group of a diagram, all of whose stones hold together but for some, lives by its territory.
    fn lives(diagram: &str, loose: &[&str]) -> bool {
        let board: Board = diagram.parse().unwrap();
        let judgements = crate::referee::groups::tests::all_alive(&board);
        let group = living_groups(&board, &judgements, Color::White)
            .into_iter()
            .max_by_key(|group| group.stones().len())
            .unwrap();
        let own = PerColor::from_fn(|color| board.points_of(color).collect::<PointSet>());
        let loose = loose
            .iter()
            .flat_map(|name| board.stones(name.parse().unwrap()));
        let held = own[Color::White] - loose.collect::<PointSet>();
        let (mut reader, mut budget) = (TerritoryReader::default(), Budget::unlimited());
        reader.is_enough(&board, Color::White, (&group, &held), 5000, &mut budget)
    }

    #[test]
    fn a_group_lives_by_four_points_in_a_row_but_not_by_three() {
        let four = "X X X X X X X\nX O O O O O O\nX O . . . . O\nX O O O O O O\nX X X X X X .";
        assert!(lives(four, &[]));
        let three = "X X X X X X X\nX O O O O O O\nX O . . . O O\nX O O O O O O\nX X X X X X .";
        assert!(!lives(three, &[]));
    }

    #[test]
    fn one_of_two_territories_may_be_enough() {
        let diagram = "X X X X X X X X X X\nX O O O O O O O O O\nX O . . . . . . O O\nX O O O O O O O O O\n\
            X X X X O . . . . .\nX X X X O . . . . .\nX X X X O . . . . .\nX X X X O . . . . .\n\
            . X X X O O O O O O";
        let board: Board = diagram.parse().unwrap();
        let judgements = crate::referee::groups::tests::all_alive(&board);
        let group = living_groups(&board, &judgements, Color::White).remove(0);
        let (held, parts) = (group.stones(), group.parts());
        let sizes: Vec<usize> = parts.iter().map(|part| part.territory.len()).collect();
        assert_eq!(sizes, [6, 20, 26]);
        let (mut reader, mut budget) = (TerritoryReader::default(), Budget::unlimited());
        assert!(reader.is_enough(&board, Color::White, (&parts[0], &held), 300, &mut budget));
    }

    #[test]
    fn a_wall_that_is_not_held_belongs_to_the_opponent() {
        // The stones below are joined with the others by the territory alone.
        let diagram = "X X X X X X X\nX O O O O O O\nX O . . . . O\nX X O O O O X\nX X X X X X .";
        assert!(lives(diagram, &[]));
        assert!(!lives(diagram, &["C2"]));
    }
}
