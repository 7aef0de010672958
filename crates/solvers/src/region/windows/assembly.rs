//! The choice of windows and duties: a greedy search with repair.
//!
//! Small closed regions come first, as eyes and links in one; then links by few points; then eyes cut out of large
//! areas. What does not live in the end is given up, the worst first, and all is tried again. Whatever is chosen, the
//! outcome is weighed as a whole by the module `plan`.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, OnceLock};

use super::super::safety_by_search::Extent;
use super::effort::Effort;
use super::plan::{
    Answers, PlannedEye, PlannedLink, PlannedWindow, Walls, classes, is_alive, is_kept, is_proof,
    n_eyes,
};
use crate::base::Budget;
use crate::board::{Board, Color, Point, PointSet};

/// Most points of windows that are joined into one, and the same where every window is searched.
const MOST_JOINED: usize = 60;
const MOST_JOINED_SEARCHED: usize = 24;
/// How far from a class the windows lie that are cut out around it: at first, and beside what lives then. Those of the
/// nearest points come late, because others often use a point of them better.
const FIRST_RADII: [usize; 2] = [2, 3];
const ALL_RADII: [usize; 3] = [1, 2, 3];
/// Most times that all blocks are tried beside what lives already.
const MOST_STAGES: usize = 4;
/// Most attempts to make an eye for a class in large areas.
const MOST_EYE_ATTEMPTS: usize = 40;
/// How far the points of such an attempt lie from each other, as half of the largest distance.
const EYE_RADIUS: usize = 3;
/// Most points of such an attempt.
const MOST_EYE_POINTS: usize = 22;

/// Points that keep walls alive or are territory, and how.
#[derive(Clone, Debug)]
pub(super) struct Assembly<'a> {
    pub(super) board: &'a Board,
    pub(super) walls: Walls,
    pub(super) windows: Vec<PlannedWindow>,
    /// Points that no window may use.
    pub(super) used: PointSet,
    /// Where windows may lie.
    pub(super) extent: Extent,
    /// How far from a class the windows lie that are cut out around it.
    pub(super) radii: &'static [usize],
    /// Whether pairs may keep a window. Then pockets are tried as well: they are too large for a search.
    pub(super) uses_pairs: bool,
    pub(super) effort: Effort,
    /// What the windows make of the walls, once it is needed.
    known_classes: OnceLock<Arc<[Class]>>,
    attempts: EyeAttempts,
}

/// Attempts to make an eye in large areas, which come again after each new window.
#[derive(Clone, Debug, Default)]
struct EyeAttempts {
    /// The places for a class, by its walls.
    places: HashMap<Vec<u16>, EyePlaces>,
    /// Places where a class gets no eye.
    failed: HashSet<(Vec<u16>, PointSet)>,
}

/// Where a class may get an eye, as long as the same points near it are free and open.
#[derive(Clone, Debug)]
struct EyePlaces {
    free: PointSet,
    open: PointSet,
    places: Arc<[PointSet]>,
}

/// What is tried first, after small closed regions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    PocketsFirst,
    LinksFirst,
}

/// Walls that are one.
#[derive(Clone, Debug)]
pub(super) struct Class {
    pub(super) walls: Vec<u16>,
    pub(super) stones: PointSet,
    pub(super) liberties: PointSet,
    /// The liberties and the points beside them.
    near: PointSet,
    pub(super) is_alive: bool,
    n_eyes: usize,
}

impl<'a> Assembly<'a> {
    /// What stands when all that can't be shown to live is given up. `known` stones live by what happens on `used`
    /// points alone.
    pub(super) fn new(
        board: &'a Board,
        color: Color,
        beside: (&PointSet, &PointSet),
        extent: Extent,
        effort: Effort,
        credit: (&mut Answers, &mut Budget),
    ) -> Self {
        let radii = [&FIRST_RADII[..], &ALL_RADII];
        Self::with_radii(board, color, beside, extent, effort, credit, radii)
    }

    /// The same with windows around classes so far, at first and beside what lives then.
    pub(super) fn with_radii(
        board: &'a Board,
        color: Color,
        (known, used): (&PointSet, &PointSet),
        extent: Extent,
        effort: Effort,
        (answers, budget): (&mut Answers, &mut Budget),
        [first, later]: [&'static [usize]; 2],
    ) -> Self {
        let own: PointSet = board.points_of(color).collect();
        let mut best = Self {
            board,
            walls: Walls::new(board, color, known, &(own - *known)),
            windows: Vec::new(),
            used: *used,
            extent,
            radii: first,
            uses_pairs: !board.allows_suicide(),
            effort,
            known_classes: OnceLock::new(),
            attempts: EyeAttempts::default(),
        };
        // Without pockets there is one order.
        let orders: &[Order] = if best.uses_pairs {
            &[Order::PocketsFirst, Order::LinksFirst]
        } else {
            &[Order::LinksFirst]
        };
        for stage in 0..MOST_STAGES {
            let n_before = best.walls.stones.len();
            let base = best.clone();
            for &order in orders {
                let more = base.stage(order, &own, known, answers, budget);
                let is_larger = more.walls.stones.len() > best.walls.stones.len();
                if is_larger && more.is_proof(answers, budget) {
                    best = more;
                }
            }
            best.radii = later;
            if stage > 0 && best.walls.stones.len() == n_before {
                break;
            }
        }
        let found = best.clone();
        best.find_territory(answers, budget);
        if best.is_proof(answers, budget) {
            best
        } else {
            found
        }
    }

    /// All blocks once more beside the plan so far: what lives of them.
    fn stage(
        &self,
        order: Order,
        own: &PointSet,
        known: &PointSet,
        answers: &mut Answers,
        budget: &mut Budget,
    ) -> Self {
        let mut given_up = *own & self.taken();
        loop {
            let mut next = Self {
                walls: Walls::new(self.board, self.walls.color, known, &given_up),
                known_classes: OnceLock::new(),
                attempts: EyeAttempts::default(),
                ..self.clone()
            };
            next.search(order, answers, budget);
            let lost = next.worst();
            if lost.is_empty() {
                return next;
            }
            given_up |= lost;
        }
    }

    fn is_proof(&self, answers: &mut Answers, budget: &mut Budget) -> bool {
        let credit = (self.effort, budget);
        is_proof(self.board, &self.walls, &self.windows, answers, credit)
    }

    /// The points that windows have.
    pub(super) fn taken(&self) -> PointSet {
        let points = self.windows.iter().map(|window| window.points);
        points.fold(PointSet::EMPTY, |all, points| all | points)
    }

    pub(super) fn open(&self) -> PointSet {
        PointSet::board(self.board.size()) - self.walls.stones - self.used
    }

    /// Takes over other windows.
    fn set_windows(&mut self, windows: Vec<PlannedWindow>) {
        self.windows = windows;
        self.known_classes = OnceLock::new();
    }

    pub(super) fn classes(&self) -> Arc<[Class]> {
        let known = self.known_classes.get_or_init(|| self.new_classes());
        Arc::clone(known)
    }

    fn new_classes(&self) -> Arc<[Class]> {
        let open = self.open();
        let empty: PointSet = self.board.empty_set();
        let class = |walls: Vec<u16>| {
            let heads = walls.iter().map(|&id| self.walls.heads[usize::from(id)]);
            let stones: PointSet = heads.flat_map(|head| self.board.stones(head)).collect();
            let liberties = stones.spread() & open & empty;
            Class {
                liberties,
                near: liberties.spread(),
                stones,
                is_alive: is_alive(&self.walls, &self.windows, &walls),
                n_eyes: self
                    .windows
                    .iter()
                    .map(|window| n_eyes(window, &walls))
                    .sum(),
                walls,
            }
        };
        let all = classes(&self.walls, &self.windows).unwrap_or_default();
        all.into_iter().map(class).collect()
    }

    fn search(&mut self, order: Order, answers: &mut Answers, budget: &mut Budget) {
        self.eyes_in_regions(answers, budget);
        if self.extent == Extent::Territory {
            return;
        }
        if order == Order::LinksFirst {
            while self.link(answers, budget) {}
        }
        if self.uses_pairs {
            self.eyes_in_pockets(answers, budget);
        }
        while self.link(answers, budget)
            || self.make_eye(answers, budget)
            || self.keep(answers, budget)
            || self.keep_nearby(answers, budget)
        {}
    }

    /// The stones of the classes to give up: those without an eye, or the smallest one with an eye.
    fn worst(&self) -> PointSet {
        let classes = self.classes();
        let dying: Vec<&Class> = classes.iter().filter(|class| !class.is_alive).collect();
        let Some(worst) = (dying.iter()).min_by_key(|class| (class.n_eyes, class.stones.len()))
        else {
            return PointSet::EMPTY;
        };
        if worst.n_eyes > 0 {
            return worst.stones;
        }
        let mut eyeless = dying;
        eyeless.retain(|class| class.n_eyes == 0);
        eyeless.sort_by_key(|class| (class.stones.len(), class.walls[0]));
        eyeless.truncate(eyeless.len().div_ceil(2));
        let stones = eyeless.iter().map(|class| class.stones);
        stones.fold(PointSet::EMPTY, |all, stones| all | stones)
    }

    /// Takes a window into the plan in place of those in `replaced`, whose duties it takes over, if it is kept.
    pub(super) fn adopt(
        &mut self,
        mut window: PlannedWindow,
        replaced: &[usize],
        answers: &mut Answers,
        budget: &mut Budget,
    ) -> bool {
        let mut windows: Vec<&PlannedWindow> = Vec::with_capacity(self.windows.len() + 1);
        for (number, other) in self.windows.iter().enumerate() {
            if replaced.contains(&number) {
                window.points |= other.points;
                window.territory |= other.territory;
                window.links.extend(other.links.iter().cloned());
                window.eyes.extend(other.eyes.iter().cloned());
            } else {
                windows.push(other);
            }
        }
        window.links.sort_by_key(|link| link.number);
        windows.push(&window);
        let number = windows.len() - 1;
        let credit = (self.effort, budget);
        let is_kept = is_kept(self.board, &self.walls, &windows, number, answers, credit);
        if is_kept {
            self.set_windows(windows.into_iter().cloned().collect());
        }
        is_kept
    }

    /// A link that comes after all others.
    pub(super) fn new_link(&self, ends: Vec<Vec<u16>>) -> PlannedLink {
        let numbers = self.windows.iter().flat_map(|window| &window.links);
        PlannedLink {
            number: numbers.map(|link| link.number + 1).max().unwrap_or(0),
            ends,
        }
    }

    /// Links two classes; whether it did.
    fn link(&mut self, answers: &mut Answers, budget: &mut Budget) -> bool {
        let classes = self.classes();
        let taken = self.taken();
        let most_joined = if self.uses_pairs {
            MOST_JOINED
        } else {
            MOST_JOINED_SEARCHED
        };
        for (n, one) in classes.iter().enumerate() {
            for two in &classes[n + 1..] {
                if one.is_alive && two.is_alive {
                    continue;
                }
                let places = self.places(one, two, &taken);
                for place in places {
                    let (numbers, size) = self.overlapping(&place);
                    if size > most_joined {
                        continue;
                    }
                    let link = self.new_link(vec![one.walls.clone(), two.walls.clone()]);
                    let window = PlannedWindow {
                        points: place,
                        links: vec![link],
                        ..PlannedWindow::default()
                    };
                    if self.adopt(window, &numbers, answers, budget) {
                        if numbers.is_empty() {
                            self.shrink_last(answers, budget);
                        }
                        return true;
                    }
                }
            }
        }
        false
    }

    /// The windows that share points with `points`, and the size of all together.
    pub(super) fn overlapping(&self, points: &PointSet) -> (Vec<usize>, usize) {
        let mut all = *points;
        let mut numbers = Vec::new();
        for (number, window) in self.windows.iter().enumerate() {
            if window.points.intersects(points) {
                numbers.push(number);
                all |= window.points;
            }
        }
        (numbers, all.len())
    }

    /// Points by which two classes may be linked, small and free ones first.
    fn places(&self, one: &Class, two: &Class, taken: &PointSet) -> Vec<PointSet> {
        if !one.liberties.intersects(&two.near) {
            return Vec::new();
        }
        let shared: Vec<Point> = (one.liberties & two.liberties).iter().collect();
        let mut places: Vec<PointSet> = Vec::new();
        for (n, &x) in shared.iter().enumerate() {
            for &y in &shared[n + 1..] {
                places.push([x, y].into_iter().collect());
            }
        }
        let free = self.open() - self.own_stones();
        let near = if shared.is_empty() {
            one.liberties & two.near
        } else {
            shared.iter().copied().collect()
        };
        for point in &near {
            let small = PointSet::from(point).spread() & free;
            places.push(small);
            places.push(small.spread() & free);
        }
        places.sort_by_key(|place| (place.intersects(taken), place.len()));
        places.dedup();
        places
    }

    /// Stones of the owner that are given up.
    pub(super) fn own_stones(&self) -> PointSet {
        let own: PointSet = self.board.points_of(self.walls.color).collect();
        own - self.walls.stones
    }

    /// Makes an eye in a large area for a class that lacks one; whether it did.
    fn make_eye(&mut self, answers: &mut Answers, budget: &mut Budget) -> bool {
        let classes = self.classes();
        let mut classes: Vec<&Class> = classes.iter().filter(|class| !class.is_alive).collect();
        classes.sort_by_key(|class| std::cmp::Reverse((class.n_eyes, class.stones.len())));
        let free = self.open() - self.own_stones() - self.taken();
        for class in classes {
            for &place in &*self.eye_places(class, &free) {
                let attempt = (class.walls.clone(), place);
                if self.attempts.failed.contains(&attempt) {
                    continue;
                }
                let window = PlannedWindow {
                    points: place,
                    eyes: vec![PlannedEye {
                        walls: class.walls.clone(),
                        is_double: false,
                    }],
                    ..PlannedWindow::default()
                };
                if self.adopt(window, &[], answers, budget) {
                    return true;
                }
                self.attempts.failed.insert(attempt);
            }
        }
        false
    }

    /// Free points beside a class where it may make an eye, the most promising first.
    fn eye_places(&mut self, class: &Class, free: &PointSet) -> Arc<[PointSet]> {
        let near = (0..EYE_RADIUS + 3).fold(class.stones, |near, _| near.spread());
        let (free, open) = (*free & near, self.open() & near);
        let known = self.attempts.places.get(&class.walls);
        if let Some(known) = known.filter(|known| known.free == free && known.open == open) {
            return Arc::clone(&known.places);
        }
        let places: Arc<[PointSet]> = eye_places(class, &free, &open).into();
        let found = EyePlaces {
            free,
            open,
            places: Arc::clone(&places),
        };
        self.attempts.places.insert(class.walls.clone(), found);
        places
    }

    /// Takes points off the last window that its duties do not need.
    fn shrink_last(&mut self, answers: &mut Answers, budget: &mut Budget) {
        let Some(number) = self.windows.len().checked_sub(1) else {
            return;
        };
        for point in &self.windows[number].points.clone() {
            let mut windows = self.windows.clone();
            windows[number].points.remove(point);
            let credit = (self.effort, &mut *budget);
            if is_kept(self.board, &self.walls, &windows, number, answers, credit) {
                self.set_windows(windows);
            }
        }
    }
}

/// How many eyes some classes lack for life once they are linked.
pub(super) fn n_lacking_eyes(ends: &[&Class]) -> usize {
    let n_eyes = ends
        .iter()
        .map(|class| if class.is_alive { 2 } else { class.n_eyes });
    2usize.saturating_sub(n_eyes.sum())
}

/// None, one or two eyes for some walls.
pub(super) fn planned_eyes(walls: Vec<u16>, n_eyes: usize) -> Vec<PlannedEye> {
    if n_eyes == 0 {
        return Vec::new();
    }
    vec![PlannedEye {
        walls,
        is_double: n_eyes > 1,
    }]
}

/// Free points beside a class where it may make an eye, the most promising first.
fn eye_places(class: &Class, free: &PointSet, open: &PointSet) -> Vec<PointSet> {
    let beside = class.stones.spread() & *free;
    let mut places: Vec<(usize, PointSet)> = Vec::new();
    for point in &(beside.spread() & *free) {
        let mut place = PointSet::from(point);
        for _ in 0..EYE_RADIUS {
            place = place.spread() & *free;
            let n_beside = (beside & place).len();
            let n_outside = ((place.spread() - place) & *open).len();
            if n_beside >= 3 && place.len() <= MOST_EYE_POINTS {
                places.push((n_beside * 2 + 20 - n_outside.min(20), place));
            }
        }
    }
    places.sort_by_key(|&(weight, place)| (std::cmp::Reverse(weight), place.len()));
    places.dedup();
    places.truncate(MOST_EYE_ATTEMPTS);
    places.into_iter().map(|(_, place)| place).collect()
}
