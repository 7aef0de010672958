//! Windows on pockets: parts of the board that are nearer to the walls than to the opponent.

use super::assembly::{Assembly, Class, n_lacking_eyes, planned_eyes};
use super::plan::{Answers, PlannedWindow};
use crate::base::Budget;
use crate::board::PointSet;
use crate::safety::components;

/// Most points of a pocket, with the windows that it touches.
const MOST_POCKET: usize = 64;
/// What is tried in a pocket: how many liberties there the classes have that are linked, and whether they get two eyes.
const POCKET_PLANS: [(usize, bool); 6] = [
    (1, true),
    (2, true),
    (3, true),
    (1, false),
    (2, false),
    (4, true),
];
/// Least stones of blocks of the opponent that count where points are nearer to either color.
const LEAST_STONES: [usize; 3] = [1, 4, 10];

impl Assembly<'_> {
    /// Makes the most of parts of the board that are nearer to the walls.
    pub(super) fn eyes_in_pockets(&mut self, answers: &mut Answers, budget: &mut Budget) {
        for least in LEAST_STONES {
            for (pocket, _) in self.pockets(least) {
                for (n_liberties, is_double) in POCKET_PLANS {
                    if self.eye_in_pocket(&pocket, n_liberties, is_double, answers, budget) {
                        break;
                    }
                }
            }
        }
    }

    /// Links the classes with so many liberties in a pocket, with an eye for all together; whether nothing is left to
    /// do.
    fn eye_in_pocket(
        &mut self,
        pocket: &PointSet,
        n_liberties: usize,
        is_double: bool,
        answers: &mut Answers,
        budget: &mut Budget,
    ) -> bool {
        let classes = self.classes();
        let ends: Vec<&Class> = (classes.iter())
            .filter(|class| (class.liberties & *pocket).len() >= n_liberties)
            .collect();
        if ends.iter().all(|class| class.is_alive) {
            return true;
        }
        let (numbers, size) = self.overlapping(pocket);
        if size > MOST_POCKET {
            return true;
        }
        let n_lacking = n_lacking_eyes(&ends);
        if n_lacking < 2 && !is_double {
            return false;
        }
        let ends: Vec<Vec<u16>> = ends.into_iter().map(|class| class.walls.clone()).collect();
        let mut union = ends.concat();
        union.sort_unstable();
        let window = PlannedWindow {
            points: *pocket,
            links: if ends.len() > 1 {
                vec![self.new_link(ends)]
            } else {
                Vec::new()
            },
            eyes: planned_eyes(union, n_lacking.min(1 + usize::from(is_double))),
            territory: PointSet::EMPTY,
        };
        let rest = PlannedWindow {
            points: *pocket - self.taken(),
            ..window.clone()
        };
        (!numbers.is_empty() && self.adopt(rest, &[], answers, budget))
            || self.adopt(window, &numbers, answers, budget)
    }

    /// The connected parts of the points that are not farther from the walls than from the stones of the opponent in
    /// blocks of at least `least` stones; with each part those of its points that are nearer.
    fn pockets(&self, least: usize) -> Vec<(PointSet, PointSet)> {
        let open = self.open();
        let other = self.walls.color.opponent();
        let heads = self.board.first_stones(other).into_iter();
        let against: PointSet = heads
            .map(|head| self.board.stones(head).collect::<PointSet>())
            .filter(|stones| stones.len() >= least)
            .fold(PointSet::EMPTY, |all, stones| all | stones);
        let free = open - against;
        let (mut ours, mut theirs) = (PointSet::EMPTY, PointSet::EMPTY);
        let (mut nearer, mut front, mut other_front) =
            (PointSet::EMPTY, self.walls.stones, against);
        while !front.is_empty() || !other_front.is_empty() {
            let rest = free - ours - theirs;
            front = front.spread() & rest;
            other_front = other_front.spread() & rest;
            nearer |= front - other_front;
            ours |= front;
            theirs |= other_front;
        }
        let pockets = components(ours).map(|pocket| (pocket, pocket & nearer));
        let mut pockets: Vec<(PointSet, PointSet)> = pockets.collect();
        pockets.sort_by_key(|(pocket, _)| pocket.len());
        pockets
    }

    /// Finds pockets where the opponent gets no room for two eyes on the points that are nearer to the walls.
    pub(super) fn find_territory_in_pockets(&mut self, answers: &mut Answers, budget: &mut Budget) {
        for least in LEAST_STONES {
            for (pocket, nearer) in self.pockets(least) {
                let taken = self.windows.iter().map(|window| window.territory);
                let known = taken.fold(PointSet::EMPTY, |all, points| all | points);
                if nearer.is_subset(&known) {
                    continue;
                }
                let (numbers, _) = self.overlapping(&pocket);
                let window = PlannedWindow {
                    points: pocket,
                    territory: nearer,
                    ..PlannedWindow::default()
                };
                self.adopt(window, &numbers, answers, budget);
            }
        }
    }
}
