//! A rule with all orientations of its maps.

use super::assertion::RuleId;
use super::collect::Collected;
use super::found::{Conditions, View};
use super::grid::{Offset, Place, moved, moved_back};
use super::information;
use super::pattern::Pattern;
use super::rule::{Content, Rule};
use super::verify::MAX_NAMES;

/// A rule, ready to be matched.
#[derive(Clone, Debug)]
pub(super) struct CompiledRule {
    pub(super) rule: Rule,
    pub(super) conditions: Conditions,
    /// For each map its orientations, each once.
    pub(super) maps: Vec<Vec<Pattern>>,
    /// Whether different placements of the maps may mean the same assertion.
    pub(super) may_repeat: bool,
    /// Orientations of the first map that add no match: the two blocks of a goal without order change places.
    mirrored: Vec<usize>,
}

/// The orientation and the corner of each map that lies on the board already.
pub(super) type Lies<'a> = [Option<(&'a Pattern, Place)>];

impl CompiledRule {
    /// Compiles a rule.
    pub(super) fn new(rule: Rule, id: RuleId) -> Self {
        let conditions = Conditions::new(&rule, id, information::of_rule(&rule));
        let names = conditions.names();
        let maps: Vec<Vec<Pattern>> = rule
            .maps
            .iter()
            .map(|map| Pattern::all(&rule, names, map))
            .collect();
        // Points off the board look alike: in a corner a map may fit in two ways that read the same points.
        let characters = rule.maps.iter().flat_map(|map| map.rows.iter().flatten());
        let meets_edge = characters.into_iter().any(|&character| {
            character != '?' && rule.content(character).bits() & Content::EDGE.bits() != 0
        });
        let objects = conditions.goal_objects();
        let is_free = conditions.is_symmetric() && !conditions.has_constraints() && !meets_edge;
        let mirrored = match maps.as_slice() {
            [patterns] if is_free => mirrored(patterns, objects),
            _ => Vec::new(),
        };
        let may_repeat = match maps.as_slice() {
            [patterns] => meets_edge || overlaps(patterns, objects, &mirrored),
            _ => true,
        };
        Self {
            rule,
            conditions,
            maps,
            may_repeat,
            mirrored,
        }
    }

    /// Whether an orientation of a map can find matches that no other one finds.
    pub(super) fn is_entry(&self, map: usize, pattern: usize) -> bool {
        map > 0 || !self.mirrored.contains(&pattern)
    }

    /// The first map that has a name.
    pub(super) fn first_map_with(&self, name: usize) -> Option<usize> {
        let has =
            |patterns: &Vec<Pattern>| patterns.iter().any(|pattern| pattern.names[name].is_some());
        self.maps.iter().position(has)
    }

    /// Lays the maps that do not lie on the board yet, in every way, and adds each assertion, as long as the rule has a
    /// share of the work left.
    pub(super) fn complete<'a>(
        &'a self,
        view: View<'_>,
        lies: &mut Lies<'a>,
        found: &mut Collected<'_>,
    ) {
        let open = (0..lies.len()).filter(|&map| lies[map].is_none());
        let tied =
            open.filter_map(|map| self.tie(map, lies).map(|(name, place)| (map, name, place)));
        let Some((map, name, place)) = tied.into_iter().next() else {
            let all: Vec<(&Pattern, Place)> = lies.iter().copied().flatten().collect();
            if all.len() == self.maps.len()
                && let Some(assertion) = self.conditions.assertion(view, &all)
            {
                found.add_laid(assertion);
            }
            return;
        };
        let Some(stone) = view.grid.point(place) else {
            return;
        };
        for stone in view.board.stones(stone) {
            for pattern in &self.maps[map] {
                let Some(at) = pattern.names[name] else {
                    continue;
                };
                if !found.may_lay(self.conditions.id()) {
                    return;
                }
                let corner = moved_back(super::grid::place(stone), at);
                if pattern.fits(view.grid, corner) {
                    lies[map] = Some((pattern, corner));
                    self.complete(view, lies, found);
                    lies[map] = None;
                }
            }
        }
    }

    /// An object of a map that is a block of maps on the board, and a place of this block there.
    fn tie(&self, map: usize, lies: &Lies<'_>) -> Option<(usize, Place)> {
        let pattern = self.maps[map].first()?;
        let same_as = self.conditions.same_as();
        (0..MAX_NAMES)
            .filter(|&name| pattern.names[name].is_some())
            .find_map(|name| {
                let is_same = |&other: &usize| same_as[other] == same_as[name];
                let place = lies.iter().flatten().find_map(|&(lying, corner)| {
                    let at = (0..MAX_NAMES)
                        .filter(is_same)
                        .find_map(|other| lying.names[other]);
                    at.map(|at| moved(corner, at))
                });
                place.map(|place| (name, place))
            })
    }
}

/// The orientations that are the same as an earlier one with the first two objects exchanged.
fn mirrored(patterns: &[Pattern], objects: &[usize]) -> Vec<usize> {
    let &[first, second] = objects else {
        return Vec::new();
    };
    let exchanged = |pattern: &Pattern| {
        let mut exchanged = pattern.clone();
        exchanged.names.swap(first, second);
        exchanged
    };
    let is_mirrored = |&n: &usize| patterns[..n].contains(&exchanged(&patterns[n]));
    (0..patterns.len()).filter(is_mirrored).collect()
}

/// Whether two orientations may fit at the same points with the same meaning: they allow different contents, or only
/// points that constraints read stand elsewhere. Those that are left out do not count.
fn overlaps(patterns: &[Pattern], objects: &[usize], left_out: &[usize]) -> bool {
    let meaning = |pattern: &Pattern| {
        let points: Vec<Offset> = pattern.cells.iter().map(|&(at, _)| at).collect();
        let mut blocks: Vec<Option<Offset>> =
            objects.iter().map(|&name| pattern.names[name]).collect();
        blocks.sort_unstable();
        let eye = (pattern.border.clone(), pattern.center.clone());
        (points, blocks, pattern.prescribed, eye)
    };
    let kept = (0..patterns.len()).filter(|n| !left_out.contains(n));
    let meanings: Vec<_> = kept.map(|n| meaning(&patterns[n])).collect();
    (1..meanings.len()).any(|n| meanings[..n].contains(&meanings[n]))
}
