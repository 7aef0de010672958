//! All rules, ready to be matched.

use std::collections::BTreeSet;

use super::assertion::{Assertion, RuleId};
use super::compiled::CompiledRule;
use super::error::{RuleError, RuleFault};
use super::found::View;
use super::grid::{Grid, place};
use super::index::Index;
use super::parse;
use super::rule::Rule;
use tedomari_board::{Board, Color, Point, PointSet};

/// The rules of some files, in the order of reading.
#[derive(Clone, Debug)]
pub struct RuleBase {
    rules: Vec<CompiledRule>,
    by_points: Index,
    by_objects: Index,
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
                let id = u16::try_from(rules.len());
                let id = id.map_err(|_| place.error(RuleFault::TooManyRules))?;
                rules.push(CompiledRule::new(rule, RuleId(id)));
            }
        }
        Ok(Self {
            by_points: Index::by_points(&rules),
            by_objects: Index::by_objects(&rules),
            rules,
        })
    }

    /// A base without rules.
    #[must_use]
    pub fn nothing() -> Self {
        Self {
            rules: Vec::new(),
            by_points: Index::by_points(&[]),
            by_objects: Index::by_objects(&[]),
        }
    }

    /// The rule of an id.
    ///
    /// # Panics
    /// If the id is of another base.
    #[must_use]
    pub fn rule(&self, id: RuleId) -> &Rule {
        &self.rules[id.index()].rule
    }

    /// All rules with their ids, in the order of reading.
    pub fn rules(&self) -> impl Iterator<Item = (RuleId, &Rule)> {
        (0..)
            .map(RuleId)
            .zip(self.rules.iter().map(|compiled| &compiled.rule))
    }

    /// Information in the maps and constraints of a rule, in sixteenths of a bit.
    ///
    /// # Panics
    /// If the id is of another base.
    #[must_use]
    pub fn specificity(&self, id: RuleId) -> u32 {
        self.rules[id.index()].conditions.specificity()
    }

    /// The rules in the form in which they are matched.
    pub(super) fn compiled(&self) -> &[CompiledRule] {
        &self.rules
    }

    /// Adds every match for a player that reads a point of `around`, each once. Returns the rules some of whose matches
    /// were left out: a rule with several maps that can lie in very many ways has a share of the work, and so have all
    /// rules together.
    ///
    /// A play far away can change the matches of a rule here, if it changes the liberties of a block that the rule
    /// counts, or joins blocks that it distinguishes. To keep assertions up to date after a play, put into `around` the
    /// points that changed and one stone at least of each block that did: all of its stones, to find every new match.
    ///
    /// Cost: for one point and a thousand rules about 12 microseconds, half of it to write some fifty matches down. For
    /// more than a few points the whole board is searched.
    pub fn matches_near(
        &self,
        board: &Board,
        around: &PointSet,
        player: Color,
        out: &mut Vec<Assertion>,
    ) -> Vec<RuleId> {
        let grid = Grid::new(board, player);
        let view = View {
            board,
            grid: &grid,
            player,
        };
        self.by_points.matches_near(&self.rules, view, around, out)
    }

    /// Adds every match for a player whose first object is a stone of the block on `object`, each once. For
    /// [`Connect`](super::GoalKind::Connect) and [`Sever`](super::GoalKind::Sever) either of the two blocks may be this
    /// one, and it stands first then. Nothing is added if there is no stone on `object`. Returns the rules some of
    /// whose matches were left out, as [`Self::matches_near`] does.
    pub fn matches_at(
        &self,
        board: &Board,
        object: Point,
        player: Color,
        out: &mut Vec<Assertion>,
    ) -> Vec<RuleId> {
        if board.color(object).is_none() {
            return Vec::new();
        }
        let grid = Grid::new(board, player);
        let view = View {
            board,
            grid: &grid,
            player,
        };
        let start = out.len();
        let anchors = board.stones(object).map(place);
        let cut = self.by_objects.matches_at(&self.rules, view, anchors, out);
        let block = board.block_id(object);
        for found in &mut out[start..] {
            let second = found.objects[1].filter(|_| found.goal.n_objects() == 2);
            if second.is_some_and(|stone| board.block_id(stone) == block) {
                found.objects.swap(0, 1);
            }
        }
        cut
    }
}
