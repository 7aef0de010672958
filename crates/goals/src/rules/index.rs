//! All orientations of all rules, in tables by what lies at their anchors.

use super::assertion::{Assertion, RuleId};
use super::collect::Collected;
use super::compiled::CompiledRule;
use super::found::View;
use super::grid::{EDGE, Offset, Place, moved_back, place};
use super::pattern::Pattern;
use super::table::{PatternSet, Shape, Table, likeness};
use tedomari_board::{Point, PointSet};

/// One orientation of one map of a rule, with one of its points as the anchor.
#[derive(Clone, Debug)]
struct Entry {
    rule: usize,
    map: usize,
    anchor: Offset,
    /// A copy of the orientation: whatever fits is looked at, and would else be far away in memory.
    pattern: Pattern,
}

/// Entries with the table that finds them, for each content of the anchor: own, other's, empty.
#[derive(Clone, Debug, Default)]
pub(super) struct Index {
    tables: [(Vec<Entry>, Table); 3],
}

impl Index {
    /// The index by points: each map is anchored at its prescribed point, or else at an object.
    pub(super) fn by_points(rules: &[CompiledRule]) -> Self {
        Self::new(rules, |rule, _, pattern| {
            let object = || {
                rule.conditions
                    .goal_objects()
                    .iter()
                    .find_map(|&name| pattern.names[name])
            };
            let any = || pattern.names.iter().copied().flatten().next();
            pattern
                .prescribed
                .or_else(object)
                .or_else(any)
                .into_iter()
                .collect()
        })
    }

    /// The index by blocks: each rule is anchored at the blocks that its goal is about, in the first map that has them.
    pub(super) fn by_objects(rules: &[CompiledRule]) -> Self {
        Self::new(rules, |rule, map, pattern| {
            let objects = rule.conditions.goal_objects().iter();
            let here = objects.filter(|&&name| rule.first_map_with(name) == Some(map));
            here.filter_map(|&name| pattern.names[name]).collect()
        })
    }

    /// An index of all maps, each anchored at the points that `anchors` chooses.
    fn new(
        rules: &[CompiledRule],
        anchors: impl Fn(&CompiledRule, usize, &Pattern) -> Vec<Offset>,
    ) -> Self {
        let mut entries: [Vec<(Vec<u8>, Entry, Shape)>; 3] = Default::default();
        for (n, rule) in rules.iter().enumerate() {
            for (map, patterns) in rule.maps.iter().enumerate() {
                for (_, pattern) in patterns
                    .iter()
                    .enumerate()
                    .filter(|(at, _)| rule.is_entry(map, *at))
                {
                    for anchor in anchors(rule, map, pattern) {
                        let entry = Entry {
                            rule: n,
                            map,
                            anchor,
                            pattern: pattern.clone(),
                        };
                        let shape = pattern.around(anchor);
                        let bits = pattern.bits(anchor);
                        let states = entries.iter_mut().enumerate();
                        for (_, list) in states.filter(|(state, _)| bits >> state & 1 != 0) {
                            list.push((likeness(&shape), entry.clone(), shape.clone()));
                        }
                    }
                }
            }
        }
        Self {
            tables: entries.map(|mut list| {
                list.sort_by(|one, two| one.0.cmp(&two.0));
                let (entries, shapes): (Vec<Entry>, Vec<Shape>) = list
                    .into_iter()
                    .map(|(_, entry, shape)| (entry, shape))
                    .unzip();
                (entries, Table::new(&shapes))
            }),
        }
    }

    /// Adds all matches that read a point of `around`, each once. Returns the rules some of whose matches were left
    /// out.
    ///
    /// With few points the anchors are looked for around each of them, else all points of the board are anchors.
    pub(super) fn matches_near(
        &self,
        rules: &[CompiledRule],
        view: View<'_>,
        around: &PointSet,
        out: &mut Vec<Assertion>,
    ) -> Vec<RuleId> {
        /// Up to this number of points it costs less to look around each of them.
        const FEW: usize = 12;
        let mut finder = Finder {
            rules,
            view,
            found: Collected::new(out),
        };
        if around.len() > FEW {
            self.look_everywhere(&mut finder, around);
        } else {
            self.look_around(&mut finder, around);
        }
        finder.found.cut()
    }

    /// Finds the matches that read a point of a set, with every point of the board as anchor.
    fn look_everywhere(&self, finder: &mut Finder<'_>, set: &PointSet) {
        let view = finder.view;
        for point in view.board.size().points() {
            let anchor = place(point);
            self.at_anchor(view, anchor, None, |entry| {
                if entry.first_read(view, anchor, set).is_some() {
                    finder.finish(entry, anchor);
                }
            });
        }
    }

    /// Finds the matches that read a point of a set, with the anchors from which some map reads it.
    fn look_around(&self, finder: &mut Finder<'_>, set: &PointSet) {
        let view = finder.view;
        let is_single = set.len() == 1;
        let on_board = set
            .iter()
            .filter(|&point| view.board.size().contains(point));
        for point in on_board {
            let read = place(point);
            for (state, (_, table)) in (0..EDGE).zip(&self.tables) {
                for (offset, readers) in table.readers(view.grid.state(read)) {
                    let anchor = moved_back(read, offset);
                    if view.grid.state(anchor) != state {
                        continue;
                    }
                    self.at_anchor(view, anchor, Some(readers), |entry| {
                        // A match that reads several of the points is found at each of them, and taken at the first.
                        let first = || entry.first_read(view, anchor, set);
                        if is_single || first() == Some(point) {
                            finder.finish(entry, anchor);
                        }
                    });
                }
            }
        }
    }

    /// Adds all matches with their anchor on one of some places, each once. Returns the rules some of whose matches
    /// were left out.
    pub(super) fn matches_at(
        &self,
        rules: &[CompiledRule],
        view: View<'_>,
        anchors: impl Iterator<Item = Place>,
        out: &mut Vec<Assertion>,
    ) -> Vec<RuleId> {
        let mut finder = Finder {
            rules,
            view,
            found: Collected::new(out),
        };
        for anchor in anchors {
            self.at_anchor(view, anchor, None, |entry| finder.finish(entry, anchor));
        }
        finder.found.cut()
    }

    /// The entries whose map fits with its anchor on a place, among the given ones or all.
    fn at_anchor(
        &self,
        view: View<'_>,
        anchor: Place,
        among: Option<&PatternSet>,
        mut found: impl FnMut(&Entry),
    ) {
        let state = usize::from(view.grid.state(anchor));
        if let Some((entries, table)) = self.tables.get(state) {
            let among = among.unwrap_or_else(|| table.all());
            table.for_each_fit(view.grid, anchor, among, |n| found(&entries[n]));
        }
    }
}

impl Entry {
    /// The first point of a set that the map reads.
    fn first_read(&self, view: View<'_>, anchor: Place, set: &PointSet) -> Option<Point> {
        self.pattern.first_read(view.grid, self.corner(anchor), set)
    }

    /// The place of the map's lower left corner.
    fn corner(&self, anchor: Place) -> Place {
        moved_back(anchor, self.anchor)
    }
}

/// Completes matches of single maps and collects them.
struct Finder<'a> {
    rules: &'a [CompiledRule],
    view: View<'a>,
    found: Collected<'a>,
}

impl Finder<'_> {
    /// Adds the matches of a rule one of whose maps lies on the board.
    fn finish(&mut self, entry: &Entry, anchor: Place) {
        let rule = &self.rules[entry.rule];
        let pattern = &entry.pattern;
        let corner = entry.corner(anchor);
        if rule.maps.len() == 1 {
            if let Some(found) = rule.conditions.assertion(self.view, &[(pattern, corner)]) {
                self.found.add(found, rule.may_repeat);
            }
            return;
        }
        if !rule.conditions.can_match(self.view, pattern, corner) {
            return;
        }
        let mut lies = vec![None; rule.maps.len()];
        lies[entry.map] = Some((pattern, corner));
        rule.complete(self.view, &mut lies, &mut self.found);
    }
}
