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
