//! From maps that lie on the board to an assertion: blocks, constraints, what was read.

use arrayvec::ArrayVec;

use super::assertion::{Assertion, Eye, RuleId};
use super::constraint::{Constraint, Facts, Occupancy, Term};
use super::grid::{self, Grid, Offset, Place, moved};
use super::pattern::{Names, Pattern};
use super::rule::{GoalKind, Purpose, Recommendation, Rule, content_of_name};
use super::verify::MAX_NAMES;
use tedomari_board::{BlockId, Board, Color, Point, PointSet};

/// A board from the view of the player whose rules are matched.
#[derive(Clone, Copy, Debug)]
pub(super) struct View<'a> {
    pub(super) board: &'a Board,
    pub(super) grid: &'a Grid,
    pub(super) player: Color,
}

/// What a rule needs of itself once its maps lie on the board.
#[derive(Clone, Debug)]
pub(super) struct Conditions {
    id: RuleId,
    purpose: Purpose,
    goal: GoalKind,
    recommendation: Recommendation,
    specificity: u32,
    names: Names,
    /// Number of names that are objects; they come first.
    n_blocks: usize,
    /// Positions of the goal's objects among the names.
    objects: ArrayVec<usize, 3>,
    /// Each constraint with the positions of the names that it reads.
    constraints: Vec<(Constraint, Vec<usize>)>,
    /// Positions of the names whose blocks are counted or distinguished.
    counted: Vec<usize>,
    /// For each object the position of the first one that is the same block by constraints: its own, if there is none.
    same_as: [usize; MAX_NAMES],
}

impl Conditions {
    /// The conditions of a rule with a given id and specificity.
    pub(super) fn new(rule: &Rule, id: RuleId, specificity: u32) -> Self {
        let names = Names::new(rule);
        let mut terms = Vec::new();
        rule.constraints
            .iter()
            .for_each(|constraint| constraint.terms(&mut terms));
        let is_counted = |letter: char| terms.contains(&Term::Liberties(letter));
        let color = |letter: char| content_of_name(letter);
        let has_rival = |letter: char| {
            names
                .iter()
                .any(|(_, other)| other != letter && color(other) == color(letter))
        };
        let ties: Vec<(char, char)> = rule.ties().collect();
        let is_tied = |letter: char| {
            rule.maps.iter().filter(|map| map.has(letter)).count() > 1
                || ties.iter().any(|&(one, two)| [one, two].contains(&letter))
        };
        let is_read = |letter: char| {
            is_counted(letter) || color(letter).is_some() && (has_rival(letter) || is_tied(letter))
        };
        let counted = names.iter().filter(|&(_, letter)| is_read(letter));
        Self {
            id,
            purpose: rule.purpose,
            goal: rule.goal,
            recommendation: rule.recommendation,
            specificity,
            objects: rule
                .objects
                .iter()
                .take(3)
                .filter_map(|&object| names.position(object))
                .collect(),
            constraints: rule
                .constraints
                .iter()
                .map(|it| (it.clone(), names.read_by(it)))
                .collect(),
            counted: counted.map(|(n, _)| n).collect(),
            same_as: same_as(&names, &ties),
            n_blocks: names
                .iter()
                .filter(|&(_, letter)| color(letter).is_some())
                .count(),
            names,
        }
    }

    /// The rule.
    pub(super) const fn id(&self) -> RuleId {
        self.id
    }

    /// Information in the rule, in sixteenths of a bit.
    pub(super) const fn specificity(&self) -> u32 {
        self.specificity
    }

    /// The letters of the rule.
    pub(super) const fn names(&self) -> &Names {
        &self.names
    }

    /// Positions of the blocks that the goal is about among the names.
    pub(super) fn goal_objects(&self) -> &[usize] {
        &self.objects[..self.goal.n_objects().min(self.objects.len())]
    }

    /// Whether the goal names two blocks without order.
    pub(super) const fn is_symmetric(&self) -> bool {
        self.goal.n_objects() == 2
    }

    /// For each object the first one that is the same block by constraints.
    pub(super) const fn same_as(&self) -> &[usize; MAX_NAMES] {
        &self.same_as
    }

    /// Whether two placements of the maps may mean the same.
    pub(super) const fn has_constraints(&self) -> bool {
        !self.constraints.is_empty()
    }

    /// The assertion, if objects with one name are one block, others are different blocks, and constraints hold.
    /// `lies` has the orientation and the corner of each map, in the rule's order; each fits the board.
    pub(super) fn assertion(
        &self,
        view: View<'_>,
        lies: &[(&Pattern, Place)],
    ) -> Option<Assertion> {
        let places = self.places(view, lies)?;
        self.are_met(view, &places).then_some(())?;
        let point = |name: usize| places[name].and_then(|place| view.grid.point(place));
        let mut objects = [None; 3];
        for (object, &name) in objects.iter_mut().zip(&self.objects) {
            *object = point(name);
        }
        if self.is_symmetric() {
            objects[..2].sort_unstable();
        }
        let mut reads = PointSet::EMPTY;
        for &(pattern, corner) in lies {
            reads |= pattern.reads(view.grid, corner);
        }
        let prescribed = lies
            .iter()
            .find_map(|&(pattern, corner)| pattern.prescribed.map(|at| moved(corner, at)));
        Some(Assertion {
            rule: self.id,
            purpose: self.purpose,
            goal: self.goal,
            player: view.player,
            objects,
            prescribed: prescribed.and_then(|place| view.grid.point(place)),
            recommendation: self.recommendation,
            specificity: self.specificity,
            eye: eye(view, lies),
            reads,
            reads_liberties: self.blocks_read(view, &places, &point),
        })
    }

    /// Whether a rule can match with one of its maps on a place, as far as that map decides.
    pub(super) fn can_match(&self, view: View<'_>, pattern: &Pattern, corner: Place) -> bool {
        let places = self.places(view, &[(pattern, corner)]);
        places.is_some_and(|places| self.are_met(view, &places))
    }

    /// Whether objects are different blocks, and all constraints hold that read only names with a place.
    fn are_met(&self, view: View<'_>, places: &Places) -> bool {
        let seen = Seen {
            view,
            names: &self.names,
            places,
        };
        self.are_different(view, places)
            && self.constraints.iter().all(|(constraint, names)| {
                names.iter().any(|&name| places[name].is_none()) || constraint.holds(&seen)
            })
    }

    /// Places of the names, each from the first map that has it; `None` if one name means two blocks.
    fn places(&self, view: View<'_>, lies: &[(&Pattern, Place)]) -> Option<Places> {
        if let &[(pattern, corner)] = lies {
            return Some(pattern.names.map(|at| at.map(|at| moved(corner, at))));
        }
        let mut places: Places = [None; MAX_NAMES];
        for &(pattern, corner) in lies {
            for (known, at) in places.iter_mut().zip(&pattern.names).take(self.names.len()) {
                let Some(place) = at.map(|at| moved(corner, at)) else {
                    continue;
                };
                match *known {
                    None => *known = Some(place),
                    Some(first) if view.block(first) == view.block(place) => {}
                    Some(_) => return None,
                }
            }
        }
        Some(places)
    }

    /// Whether objects of different names are different blocks, but for those that constraints call one.
    fn are_different(&self, view: View<'_>, places: &Places) -> bool {
        let block = |name: usize| places[name].and_then(|place| view.block(place));
        (1..self.n_blocks).all(|one| {
            let this = block(one);
            let is_other =
                |other: usize| self.same_as[other] == self.same_as[one] || block(other) != this;
            this.is_none() || (0..one).all(is_other)
        })
    }

    fn blocks_read(
        &self,
        view: View<'_>,
        places: &Places,
        point: &impl Fn(usize) -> Option<Point>,
    ) -> ArrayVec<Point, MAX_NAMES> {
        let mut blocks = ArrayVec::new();
        let stones = self.counted.iter().filter(|&&name| {
            places[name].is_some_and(|place| view.grid.state(place) < grid::EMPTY)
        });
        for stone in stones.filter_map(|&name| point(name)) {
            if !blocks.contains(&stone) {
                blocks.push(stone);
            }
        }
        blocks.sort_unstable();
        blocks
    }
}

/// For each name the first one that is the same block by constraints.
fn same_as(names: &Names, ties: &[(char, char)]) -> [usize; MAX_NAMES] {
    let mut same_as = std::array::from_fn(|name| name);
    let positions = ties
        .iter()
        .filter_map(|&(one, two)| names.position(one).zip(names.position(two)));
    for (one, two) in positions {
        let (first, later) = (
            same_as[one].min(same_as[two]),
            same_as[one].max(same_as[two]),
        );
        for name in &mut same_as {
            if *name == later {
                *name = first;
            }
        }
    }
    same_as
}

/// The eye that some maps show.
fn eye(view: View<'_>, lies: &[(&Pattern, Place)]) -> Option<Box<Eye>> {
    let has_eye = |pattern: &Pattern| !(pattern.border.is_empty() && pattern.center.is_empty());
    if !lies.iter().any(|&(pattern, _)| has_eye(pattern)) {
        return None;
    }
    let mut eye = Eye::default();
    for &(pattern, corner) in lies {
        let points = |offsets: &[Offset]| {
            let places = offsets.iter().map(|&at| moved(corner, at));
            view.grid.points(places)
        };
        eye.border |= points(&pattern.border);
        eye.center |= points(&pattern.center);
    }
    Some(Box::new(eye))
}

/// Places of the names of a rule.
type Places = [Option<Place>; MAX_NAMES];

impl View<'_> {
    /// The block of the stone on a place.
    pub(super) fn block(&self, place: Place) -> Option<BlockId> {
        let stone = self
            .grid
            .point(place)
            .filter(|&point| self.board.color(point).is_some());
        stone.map(|stone| self.board.block_id(stone))
    }
}

/// The facts of a board for constraints.
struct Seen<'a> {
    view: View<'a>,
    names: &'a Names,
    places: &'a Places,
}

impl Seen<'_> {
    fn place(&self, letter: char) -> Option<Place> {
        self.names
            .position(letter)
            .and_then(|name| self.places[name])
    }
}

impl Facts for Seen<'_> {
    fn liberties(&self, letter: char) -> u16 {
        let block = self.place(letter).and_then(|place| self.view.block(place));
        block.map_or(0, |block| self.view.board.block(block).n_liberties())
    }

    fn occupancy(&self, letter: char) -> Occupancy {
        match self.place(letter).map(|place| self.view.grid.state(place)) {
            Some(grid::OWN) => Occupancy::Own,
            Some(grid::OTHER) => Occupancy::Other,
            Some(grid::EMPTY) => Occupancy::Empty,
            _ => Occupancy::Edge,
        }
    }

    fn is_one_block(&self, one: char, other: char) -> bool {
        let block = |letter: char| self.place(letter).and_then(|place| self.view.block(place));
        block(one).is_some() && block(one) == block(other)
    }
}
