//! All rules, ready to be matched.

use std::collections::BTreeSet;

use super::assertion::{Assertion, RuleId};
use super::error::{RuleError, RuleFault};
use super::found::Conditions;
use super::rule::{GoalKind, Rule};
use super::{information, naive, parse};
use crate::base::{Color, Point, PointSet};
use crate::board::Board;

/// The rules of some files, in the order of reading.
#[derive(Clone, Debug)]
pub struct RuleBase {
    rules: Vec<(Rule, Conditions)>,
}

impl RuleBase {
    /// Reads files, each given by its name and its text.
    ///
    /// # Errors
    /// The first fault, with file, line and column.
    pub fn read(files: &[(&str, &str)]) -> Result<Self, RuleError> {
        let mut names = BTreeSet::new();
        let mut rules = Vec::new();
        for (file, text) in files {
            for (place, rule) in parse::rules(file, text)? {
                if !names.insert(rule.name().to_owned()) {
                    return Err(place.error(RuleFault::SameName(rule.name().to_owned())));
                }
                let id =
                    u16::try_from(rules.len()).map_err(|_| place.error(RuleFault::TooManyRules))?;
                let specificity = information::of_rule(&rule);
                let conditions = Conditions::new(&rule, RuleId(id), specificity);
                rules.push((rule, conditions));
            }
        }
        Ok(Self { rules })
    }

    /// The rule of an id.
    ///
    /// # Panics
    /// If the id is of another base.
    #[must_use]
    pub fn rule(&self, id: RuleId) -> &Rule {
        &self.rules[id.index()].0
    }

    /// All rules with their ids.
    pub fn rules(&self) -> impl Iterator<Item = (RuleId, &Rule)> {
        (0..)
            .map(RuleId)
            .zip(self.rules.iter().map(|(rule, _)| rule))
    }

    /// Adds every match for a player that reads a point of `around`.
    pub fn matches_near(
        &self,
        board: &Board,
        around: &PointSet,
        player: Color,
        out: &mut Vec<Assertion>,
    ) {
        let found = naive::matches(&self.rules, board, player);
        out.extend(
            found
                .into_iter()
                .filter(|found| found.reads.intersects(around)),
        );
    }

    /// Adds every match for a player whose first object is a stone of the block on `object`. For
    /// [`GoalKind::Connect`] and [`GoalKind::Sever`], either of the two blocks may be this one; it stands first then.
    pub fn matches_at(
        &self,
        board: &Board,
        object: Point,
        player: Color,
        out: &mut Vec<Assertion>,
    ) {
        if board.color(object).is_none() {
            return;
        }
        let block = board.block_id(object);
        let is_here =
            |stone: Option<Point>| stone.is_some_and(|stone| board.block_id(stone) == block);
        for mut found in naive::matches(&self.rules, board, player) {
            let is_two = matches!(found.goal, GoalKind::Connect | GoalKind::Sever);
            if is_two && is_here(found.objects[1]) {
                found.objects.swap(0, 1);
            }
            if is_here(found.objects[0]) {
                out.push(found);
            }
        }
    }
}
