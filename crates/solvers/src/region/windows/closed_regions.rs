//! Windows on closed regions: parts of the board that walls surround.

use super::super::safety_by_search::Extent;
use super::assembly::{Assembly, Class, n_lacking_eyes, planned_eyes};
use super::plan::{Answers, PlannedEye, PlannedWindow};
use crate::base::Budget;
use crate::board::{Point, PointSet};
use crate::safety::components;

/// Most points of a closed region, without stones of the opponent, that is searched as a whole.
const MOST_FREE: usize = 20;
/// The same where it may come to a single eye.
const MOST_SINGLE: usize = 8;
/// Most points of a closed region that keeps a class by itself, stones of the opponent included.
const MOST_KEPT: usize = 40;
/// Most points of a region that may be territory, without stones of the opponent, and the same where every window is
/// searched.
const MOST_TERRITORY: usize = 60;
const MOST_TERRITORY_SEARCHED: usize = 30;

impl Assembly<'_> {
    /// The closed regions, each with the number of points that the opponent does not hold.
    pub(super) fn regions(&self) -> Vec<(PointSet, usize)> {
        let mut regions = Vec::new();
        let other = self.walls.color.opponent();
        for region in components(self.open()) {
            let is_free = |point: &Point| self.board.color(*point) != Some(other);
            let n_free = region.iter().filter(is_free).count();
            if !region.spread().intersects(&self.used) {
                regions.push((region, n_free));
            }
        }
        regions.sort_by_key(|&(_, n_free)| n_free);
        regions
    }

    pub(super) fn eyes_in_regions(&mut self, answers: &mut Answers, budget: &mut Budget) {
        for (region, n_free) in self.regions() {
            if n_free <= MOST_FREE && !region.intersects(&self.taken()) {
                self.eye_in_region(&region, n_free, answers, budget);
            }
        }
    }

    /// Makes the most of a small closed region.
    fn eye_in_region(
        &mut self,
        region: &PointSet,
        n_free: usize,
        answers: &mut Answers,
        budget: &mut Budget,
    ) {
        let classes = self.classes();
        let ends: Vec<&Class> = (classes.iter())
            .filter(|class| class.liberties.intersects(region))
            .collect();
        if ends.iter().all(|class| class.is_alive) {
            return;
        }
        let all: Vec<Vec<u16>> = ends.iter().map(|class| class.walls.clone()).collect();
        let mut union = all.concat();
        union.sort_unstable();
        let territory = match self.extent {
            Extent::Anywhere => PointSet::EMPTY,
            Extent::Territory => *region,
        };
        let with = |n_eyes: usize| PlannedWindow {
            points: *region,
            links: if all.len() > 1 {
                vec![self.new_link(all.clone())]
            } else {
                Vec::new()
            },
            eyes: planned_eyes(union.clone(), n_eyes),
            territory,
        };
        let only = |walls: &[Vec<u16>]| PlannedWindow {
            points: *region,
            eyes: (walls.iter())
                .flat_map(|walls| planned_eyes(walls.clone(), 1))
                .collect(),
            territory,
            ..PlannedWindow::default()
        };
        let n_lacking = n_lacking_eyes(&ends);
        let mut plans = vec![with(2)];
        if n_lacking < 2 {
            plans.push(with(n_lacking));
        }
        if n_free <= MOST_SINGLE {
            if all.len() > 1 {
                plans.push(only(&all));
            }
            plans.push(with(1));
            if all.len() > 1 {
                plans.extend(all.iter().map(|walls| only(std::slice::from_ref(walls))));
            }
        }
        for plan in plans {
            if self.adopt(plan, &[], answers, budget) {
                return;
            }
        }
    }

    /// Keeps the walls of a class that would be given up by what happens in one closed region, with two eyes there or
    /// in a seki; whether it did.
    pub(super) fn keep(&mut self, answers: &mut Answers, budget: &mut Budget) -> bool {
        let classes = self.classes();
        let mut classes: Vec<&Class> = classes.iter().filter(|class| !class.is_alive).collect();
        classes.sort_by_key(|class| std::cmp::Reverse(class.stones.len()));
        let regions = self.regions();
        for class in classes {
            let beside = class.stones.spread();
            let near = regions
                .iter()
                .filter(|(region, _)| region.intersects(&beside));
            for &(points, n_free) in near {
                let (numbers, size) = self.overlapping(&points);
                if n_free > MOST_FREE || size > MOST_KEPT {
                    continue;
                }
                let window = PlannedWindow {
                    points,
                    eyes: vec![PlannedEye {
                        walls: class.walls.clone(),
                        is_double: true,
                    }],
                    ..PlannedWindow::default()
                };
                if self.adopt(window, &numbers, answers, budget) {
                    return true;
                }
            }
        }
        false
    }

    /// Finds closed regions in which the opponent gets no room for two eyes. All walls live by now.
    pub(super) fn find_territory(&mut self, answers: &mut Answers, budget: &mut Budget) {
        let most_free = if self.uses_pairs {
            MOST_TERRITORY
        } else {
            MOST_TERRITORY_SEARCHED
        };
        for (region, n_free) in self.regions() {
            if n_free > most_free || self.walls.around(&region).is_empty() {
                continue;
            }
            let (numbers, _) = self.overlapping(&region);
            let window = PlannedWindow {
                points: region,
                territory: region,
                ..PlannedWindow::default()
            };
            self.adopt(window, &numbers, answers, budget);
        }
        if self.uses_pairs && self.extent == Extent::Anywhere {
            self.find_territory_in_pockets(answers, budget);
        }
    }
}
