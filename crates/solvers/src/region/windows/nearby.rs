//! Windows around a class of walls: all free points near it, as a link with what lives there, or as two eyes.
//!
//! They show lives that come from no single link, eye or closed region: a class that either joins a neighbor or makes
//! its eyes, as the opponent chooses.

use super::assembly::{Assembly, Class};
use super::plan::{Answers, PlannedEye, PlannedWindow};
use super::window::MOST_POINTS;
use crate::base::Budget;
use crate::board::PointSet;

impl Assembly<'_> {
    /// Keeps a class that would be given up on the points near it, the largest class first; whether it did.
    pub(super) fn keep_nearby(&mut self, answers: &mut Answers, budget: &mut Budget) -> bool {
        let classes = self.classes();
        let mut dying: Vec<&Class> = classes.iter().filter(|class| !class.is_alive).collect();
        dying.sort_by_key(|class| std::cmp::Reverse(class.stones.len()));
        let open = self.open();
        for class in dying {
            for &radius in self.radii {
                let points = near(&class.stones, &open, radius);
                let (replaced, size) = self.overlapping(&points);
                if points.is_empty() || size > MOST_POINTS {
                    break;
                }
                for window in self.around(class, &classes, &points) {
                    if self.adopt(window, &replaced, answers, budget) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// What may keep a class on some points: a link with what lives around them, and two eyes.
    fn around(&self, class: &Class, classes: &[Class], points: &PointSet) -> Vec<PlannedWindow> {
        let is_friend = |other: &&Class| other.is_alive && other.liberties.intersects(points);
        let friends = classes.iter().filter(is_friend);
        let mut ends = vec![class.walls.clone()];
        ends.extend(friends.map(|friend| friend.walls.clone()));
        let mut windows = Vec::new();
        if ends.len() > 1 {
            windows.push(PlannedWindow {
                points: *points,
                links: vec![self.new_link(ends)],
                ..PlannedWindow::default()
            });
        }
        windows.push(PlannedWindow {
            points: *points,
            eyes: vec![PlannedEye {
                walls: class.walls.clone(),
                is_double: true,
            }],
            ..PlannedWindow::default()
        });
        windows
    }
}

/// The points of `open` to which at most so many steps lead from some stones.
fn near(stones: &PointSet, open: &PointSet, radius: usize) -> PointSet {
    (0..radius).fold(PointSet::EMPTY, |near, _| (*stones | near).spread() & *open)
}

#[cfg(test)]
mod tests {
    use super::super::super::safety_by_search::Extent;
    use super::super::effort::Effort;
    use super::*;
    use crate::base::Rng;
    use crate::board::{Board, Color, Point, Size};

    /// A board after random plays of both colors, none of which fills a point among stones of its own.
    fn random_board(rng: &mut Rng) -> Board {
        let size = Size::square(9);
        let mut board = Board::new(size);
        for turn in 0..60 + rng.index(30) {
            let color = Color::BOTH[turn % 2];
            let is_good = |point: &Point| {
                let mut around = point.neighbors().into_iter();
                let fills =
                    around.all(|near| !size.contains(near) || board.color(near) == Some(color));
                board.is_legal(color, *point) && !fills
            };
            let plays: Vec<Point> = size.points().filter(is_good).collect();
            if let Some(&play) = plays.get(rng.index(plays.len().max(1))) {
                board.play(color, play).unwrap();
            }
        }
        board
    }

    #[test]
    fn windows_around_classes_keep_more_stones() {
        let mut rng = Rng::new(61, 0);
        let nothing = PointSet::EMPTY;
        let (mut n_with, mut n_without, mut n_more) = (0, 0, 0);
        for _ in 0..60 {
            let board = random_board(&mut rng);
            let n_kept = |radii: [&'static [usize]; 2]| {
                let mut answers = Answers::default();
                let credit = (&mut answers, &mut Budget::nodes(200_000));
                let beside = (&nothing, &nothing);
                let (color, extent) = (Color::Black, Extent::Anywhere);
                let effort = Effort::all(&board, 300)[0];
                Assembly::with_radii(&board, color, beside, extent, effort, credit, radii)
                    .walls
                    .stones
                    .len()
            };
            let (with, without) = (n_kept([&[2, 3], &[1, 2, 3]]), n_kept([&[], &[]]));
            n_with += with;
            n_without += without;
            n_more += usize::from(with > without);
        }
        assert!(
            n_with > n_without && n_more > 2,
            "{n_with} {n_without} {n_more}"
        );
    }

    #[test]
    fn near_points_are_those_within_some_steps() {
        let size = Size::square(5);
        let stone: Point = "A1".parse().unwrap();
        let open = PointSet::board(size) - PointSet::from(stone);
        let n_near = |radius| near(&PointSet::from(stone), &open, radius).len();
        assert_eq!([1, 2, 3].map(n_near), [2, 5, 9]);
    }
}
