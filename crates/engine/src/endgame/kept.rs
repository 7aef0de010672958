//! Areas that a color keeps by answers: all points are its own, though plays of the opponent there may need answers.
//!
//! A color *keeps* an area if no empty point touches an uncapturable stone of the opponent, and if each play of the
//! opponent there captures nothing and leaves only parts that the color keeps or has finished, at once or after one
//! answer, with no point less than before. A line that returns to an area is no failure: each play of the opponent on
//! the way cost it a point, and each answer gave that back.
//!
//! The value of such an area is the integer of all its points: the owner gets no less by answers alone, and nobody gets
//! more than that ([`LocalArea::most_for`](super::area::LocalArea::most_for)).

use std::collections::HashMap;

use super::area::{AreaParts, ones};
use super::shape_store::{ShapeId, ShapeStore};
use crate::base::{Budget, Stop};
use crate::board::Color;

/// Most empty points of an area that is tested: more take longer than they save.
const MOST_EMPTY: u32 = 8;

/// Of the nodes of a search, the part that these tests may use together: 1 of so many.
const SHARE: u64 = 8;

/// Most nodes of the test of one area.
const AREA_NODES: u64 = 1_000;

/// A stored shape, and the color that may keep it.
type Question = (u32, Color);

/// What is known of areas that a color may keep.
#[derive(Debug)]
pub(super) struct Keeping {
    known: HashMap<Question, bool>,
    /// The questions on the way to the current one.
    path: Vec<Question>,
    limits: Budget,
}

impl Keeping {
    /// Nothing is known yet. The tests use a part of the budget of the search that they belong to.
    pub(super) fn within(budget: &Budget) -> Self {
        Self {
            known: HashMap::new(),
            path: Vec::new(),
            limits: budget.part(budget.remaining() / SHARE),
        }
    }

    /// The color that keeps the area of a stored shape, if there is one and the nodes suffice to show it. A node is a
    /// play, or a part that is left.
    pub(super) fn keeper(&mut self, store: &mut ShapeStore, node: u32) -> Option<Color> {
        if store.area(node).1.empty().count_ones() > MOST_EMPTY {
            return None;
        }
        Color::BOTH.into_iter().find(|&color| {
            let mut budget = self.limits.part(AREA_NODES);
            let found = self.is_kept(store, (node, color), &mut budget);
            self.limits.charge(budget.spent());
            self.path.clear();
            matches!(found, Ok((true, _)))
        })
    }

    /// Whether a color keeps an area, and the first question of the path on which that rests; `usize::MAX` if it rests
    /// on none.
    fn is_kept(
        &mut self,
        store: &mut ShapeStore,
        question: Question,
        budget: &mut Budget,
    ) -> Result<(bool, usize), Stop> {
        if let Some(&known) = self.known.get(&question) {
            return Ok((known, usize::MAX));
        }
        let depth = self.path.len();
        if let Some(before) = self.path.iter().position(|&earlier| earlier == question) {
            return Ok((true, before));
        }
        self.path.push(question);
        let found = self.search(store, question, budget);
        self.path.truncate(depth);
        let (is_kept, rests_on) = found?;
        // What rests on a question that is still open holds only if that one does.
        if !is_kept || rests_on >= depth {
            self.known.insert(question, is_kept);
            return Ok((is_kept, usize::MAX));
        }
        Ok((is_kept, rests_on))
    }

    fn search(
        &mut self,
        store: &mut ShapeStore,
        (node, color): Question,
        budget: &mut Budget,
    ) -> Result<(bool, usize), Stop> {
        let (graph, area) = store.area(node);
        let enemy = color.opponent();
        let all = area.most_for(color);
        let is_open = area.contact[enemy] & area.empty() != 0;
        if is_open || area.held & area.stones[enemy] != 0 {
            return Ok((false, usize::MAX));
        }
        let mut rests_on = usize::MAX;
        for point in ones(area.empty()) {
            budget.spend(1)?;
            let Some(played) = area.play(&graph, enemy, point) else {
                continue;
            };
            if played.n_captured > 0 {
                return Ok((false, usize::MAX));
            }
            let after = played.after;
            let mut found = self.are_kept(store, &graph, &after, (color, all), budget)?;
            for (number, part) in after.open.iter().enumerate() {
                for answer in ones(part.empty()) {
                    if found.is_some() {
                        break;
                    }
                    budget.spend(1)?;
                    let Some(answered) = part.play(&graph, color, answer) else {
                        continue;
                    };
                    let mut parts = answered.after;
                    parts.score += after.score;
                    let others = after.open.iter().enumerate();
                    let others = others.filter(|&(other, _)| other != number);
                    parts.open.extend(others.map(|(_, part)| *part));
                    found = self.are_kept(store, &graph, &parts, (color, all), budget)?;
                }
            }
            match found {
                Some(on) => rests_on = rests_on.min(on),
                None => return Ok((false, usize::MAX)),
            }
        }
        Ok((true, rests_on))
    }

    /// If a color has `least` points or more in these parts and keeps them all: the first question of the path on which
    /// that rests.
    fn are_kept(
        &mut self,
        store: &mut ShapeStore,
        graph: &super::area::PointGraph,
        parts: &AreaParts,
        (color, least): (Color, i32),
        budget: &mut Budget,
    ) -> Result<Option<usize>, Stop> {
        let open = parts.open.iter().map(|part| part.most_for(color));
        if parts.score * color.sign() + open.sum::<i32>() < least {
            return Ok(None);
        }
        let mut rests_on = usize::MAX;
        for part in &parts.open {
            budget.spend(1)?;
            let ShapeId { node, is_swapped } = store.id(graph, part);
            let owner = if is_swapped { color.opponent() } else { color };
            let (is_kept, on) = self.is_kept(store, (node, owner), budget)?;
            if !is_kept {
                return Ok(None);
            }
            rests_on = rests_on.min(on);
        }
        Ok(Some(rests_on))
    }
}
