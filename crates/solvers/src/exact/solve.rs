//! The value of a state, from claims that searches decide one after the other.
//!
//! For each player, the greatest number of points that the player can force in finite play lies between a claim that
//! was proved and a claim that was disproved. The two brackets bound the value whatever repetition is worth. Where
//! repetition is a draw, the value is the median of the one, 0 and the other.
//!
//! Work is done in rounds of growing credit, because it is not known beforehand which claim is hard. The table lets
//! each round go on where the last one ended. A claim that withstands proof-number search for some rounds is searched
//! depth by depth, with proof-number search on the side.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;

use crate::base::allocation::spawn_up_to;
use crate::base::{Budget, Stop};

use super::claim::Claim;
use super::deepening::Deepening;
use super::dfpn;
use super::meter::Meter;
use super::needs::{MAX_NEEDS_POINTS, Needs};
use super::proved::{Proved, ValueQuestion};
use super::retrograde::StateValue;
use super::rules::{Counting, ExactRules};
use super::shape::{Shape, points};
use super::state::State;
use super::table::{ClaimKey, ClaimTable};
use crate::proof::{Numbers, Outcome};

/// Credit of the first round, in nodes.
const FIRST_ROUND: u64 = 10_000;

/// Credit from which on a claim is searched depth by depth.
const LEAST_DEEPENING_CREDIT: u64 = 640_000;

/// From then on proof-number search has the credit divided by this. It takes longer for a node, and is needed only
/// where a claim fails by repetition.
const SHARE_OF_NUMBERS: u64 = 8;

/// Marks an entry of the search by depth in a list of the entries of both searches.
const OF_DEEPENING: u64 = 1 << 62;

/// One move of a state with what is proved about it, mover's view.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MoveValue {
    /// The point, or nothing for a pass.
    pub point: Option<u32>,
    /// What the mover gets by it.
    pub proved: Proved,
}

/// Solves states of one small board, and keeps what it finds: the answer to one question helps the next.
///
/// ```
/// use tedomari_base::Budget;
/// use tedomari_solvers::exact::proved::ValueQuestion;
/// use tedomari_solvers::exact::rules::ExactRules;
/// use tedomari_solvers::exact::shape::Shape;
/// use tedomari_solvers::exact::solve::BoardSolver;
/// use tedomari_solvers::exact::state::State;
///
/// // The first player takes all of a 3x3 board.
/// let shape = Shape::new(3, 3)?;
/// let mut solver = BoardSolver::new(shape, ExactRules::AREA, 8 << 20);
/// let mut budget = Budget::nodes(1_000_000);
/// let question = ValueQuestion::WithDraw;
/// let (proved, stop) = solver.solve(&State::EMPTY, question, &mut budget, |_, _| {});
/// assert_eq!(stop, None);
/// assert_eq!(proved.bounds(question), (9, 9));
///
/// let (point, _) = solver.best_move(&State::EMPTY, question, &[], &mut budget)?;
/// assert_eq!(point.map(|point| solver.shape().vertex(point)), Some("B2".to_owned()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct BoardSolver {
    shape: Shape,
    rules: ExactRules,
    table_bytes: usize,
    n_threads: usize,
    table: ClaimTable,
    by_depth: Option<ByDepth>,
    n_nodes: u64,
}

/// What the search by depth works with.
#[derive(Debug)]
struct ByDepth {
    /// The needs of the claim that was searched last.
    needs: Option<Needs>,
    table: ClaimTable,
}

impl BoardSolver {
    /// A solver with tables of about `table_bytes` bytes in all.
    pub fn new(shape: Shape, rules: ExactRules, table_bytes: usize) -> Self {
        let share = if can_deepen(&shape, rules, table_bytes) {
            4
        } else {
            1
        };
        Self {
            shape,
            rules,
            table_bytes,
            n_threads: 1,
            table: ClaimTable::with_bytes(table_bytes / share),
            by_depth: None,
            n_nodes: 0,
        }
    }

    /// The same solver with this number of threads for the search by depth. With more than one, nodes vary from run to
    /// run.
    #[must_use]
    pub fn with_threads(self, n_threads: usize) -> Self {
        Self {
            n_threads: n_threads.max(1),
            ..self
        }
    }

    /// The board.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The rules.
    pub fn rules(&self) -> ExactRules {
        self.rules
    }

    /// What the tables hold, to be saved.
    pub fn entries(&self) -> impl Iterator<Item = [u64; 2]> + '_ {
        let by_depth = self.by_depth.iter();
        let by_depth = by_depth.flat_map(|by_depth| by_depth.table.raw_entries());
        let marked = by_depth.map(|[stones, data]| [stones | OF_DEEPENING, data]);
        self.table.raw_entries().chain(marked)
    }

    /// Takes an entry that [`Self::entries`] of a solver for the same board and rules gave out.
    pub fn add_entry(&mut self, [stones, data]: [u64; 2]) {
        if stones & OF_DEEPENING == 0 {
            self.table.put_raw([stones, data]);
        } else if can_deepen(&self.shape, self.rules, self.table_bytes) {
            let by_depth = self
                .by_depth
                .get_or_insert_with(|| ByDepth::new(self.table_bytes));
            by_depth.table.put_raw([stones & !OF_DEEPENING, data]);
        }
    }

    /// Nodes searched so far.
    pub fn n_nodes(&self) -> u64 {
        self.n_nodes
    }

    /// Answers a question about a legal state, from the mover's view.
    ///
    /// `report` is called every few thousand nodes with what is proved by then, and with the nodes that this solver has
    /// searched in all. When the budget ends first, what is proved so far comes back with the reason.
    pub fn solve(
        &mut self,
        state: &State,
        question: ValueQuestion,
        budget: &mut Budget,
        mut report: impl FnMut(Proved, u64),
    ) -> (Proved, Option<Stop>) {
        let mut proved = self.outset(state);
        let mut credit = FIRST_ROUND;
        loop {
            for (own_claim, threshold) in proved.open_claims(question) {
                if proved.answers(question) {
                    return (proved, None);
                }
                if proved.is_settled(own_claim, threshold) {
                    continue;
                }
                let claim = Claim {
                    state: *state,
                    attacker_to_move: own_claim,
                    threshold,
                };
                let decided =
                    self.decide(claim, credit, budget, &mut |nodes| report(proved, nodes));
                match decided {
                    Ok(Outcome::Unknown(_)) => {}
                    Ok(outcome) => {
                        proved.learn(own_claim, threshold, outcome);
                        report(proved, self.n_nodes);
                    }
                    Err(stop) => return (proved, Some(stop)),
                }
            }
            if proved.answers(question) {
                return (proved, None);
            }
            credit = credit.saturating_mul(4);
        }
    }

    /// What one claim proves about a state: whether the mover can force `threshold` points. When the budget ends first,
    /// what the rules alone prove comes back with the reason. `report` as for [`Self::solve`].
    pub fn prove(
        &mut self,
        state: &State,
        threshold: i8,
        budget: &mut Budget,
        mut report: impl FnMut(Proved, u64),
    ) -> (Proved, Option<Stop>) {
        let mut proved = self.outset(state);
        let claim = Claim {
            state: *state,
            attacker_to_move: true,
            threshold,
        };
        let mut credit = FIRST_ROUND;
        while !proved.is_settled(true, threshold) {
            match self.decide(claim, credit, budget, &mut |nodes| report(proved, nodes)) {
                Ok(Outcome::Unknown(_)) => credit = credit.saturating_mul(4),
                Ok(outcome) => proved.learn(true, threshold, outcome),
                Err(stop) => return (proved, Some(stop)),
            }
        }
        (proved, None)
    }

    /// The value of each legal move, points in rising order and the pass last; symmetric moves are solved once.
    ///
    /// When the budget ends first the bounds of the rest are what the rules alone give.
    pub fn moves(
        &mut self,
        state: &State,
        question: ValueQuestion,
        budget: &mut Budget,
    ) -> (Vec<MoveValue>, Option<Stop>) {
        let mut moves = Vec::new();
        let stop = self.each_move(
            state,
            question,
            budget,
            |_, _| {},
            |found| moves.push(found),
        );
        (moves, stop)
    }

    /// The same, with each move given to `found` as soon as its value is known. `report` as for [`Self::solve`], with
    /// the move that is being solved.
    pub fn each_move(
        &mut self,
        state: &State,
        question: ValueQuestion,
        budget: &mut Budget,
        mut report: impl FnMut(Option<u32>, u64),
        mut found: impl FnMut(MoveValue),
    ) -> Option<Stop> {
        let asked = question.for_opponent();
        let mut solved: Vec<(State, Proved)> = Vec::new();
        let mut stopped = None;
        for (point, next, gain) in self.successors(state) {
            let Some(next) = next else {
                let score = self.rules.count(&self.shape, state.own, state.other);
                let proved = Proved::of_value(StateValue {
                    lower: score,
                    upper: score,
                });
                found(MoveValue { point, proved });
                continue;
            };
            let next = next.canonical(&self.shape);
            let known = solved.iter().find(|(other, _)| *other == next);
            let proved = match (known, stopped) {
                (Some((_, proved)), _) => *proved,
                (None, Some(_)) => self.outset(&next),
                (None, None) => {
                    // Captures shift the value against the draw, so that both of its sides are needed.
                    let asked: &[ValueQuestion] = if gain == 0 {
                        &[asked]
                    } else {
                        &[ValueQuestion::Lower, ValueQuestion::Upper]
                    };
                    let tick = &mut |nodes| report(point, nodes);
                    let (proved, stop) = self.solve_all(&next, asked, budget, tick);
                    stopped = stop;
                    solved.push((next, proved));
                    proved
                }
            };
            found(MoveValue {
                point,
                proved: proved.for_mover_before(gain),
            });
        }
        stopped
    }

    /// A move that keeps the value of a state, with that value from the mover's view. A pass that ends the game comes
    /// first and moves to earlier states, in `seen`, last, so that a game by this advice makes progress.
    ///
    /// # Errors
    /// The reason to stop when the budget ends first.
    pub fn best_move(
        &mut self,
        state: &State,
        question: ValueQuestion,
        seen: &[State],
        budget: &mut Budget,
    ) -> Result<(Option<u32>, i8), Stop> {
        let (proved, stop) = self.solve(state, question, budget, |_, _| {});
        if let Some(stop) = stop {
            return Err(stop);
        }
        let value = proved.bounds(question).0;
        // The mover must force a value above a draw; for a value below, the opponent must not force more.
        let forces = match question {
            ValueQuestion::Lower => true,
            ValueQuestion::Upper => false,
            ValueQuestion::WithDraw | ValueQuestion::Outcome => value > 0,
        };
        let mut successors: Vec<_> = self.successors(state).collect();
        successors.sort_by_key(|(_, next, _)| next.map(|next| seen.contains(&next)));
        let mut credit = FIRST_ROUND;
        loop {
            for (point, next, gain) in &successors {
                let keeps = match next {
                    None => Some(self.rules.count(&self.shape, state.own, state.other) >= value),
                    Some(next) => {
                        let threshold = if forces {
                            value - gain
                        } else {
                            1 - value + gain
                        };
                        let claim = Claim {
                            state: *next,
                            attacker_to_move: !forces,
                            threshold,
                        };
                        match self.decide(claim, credit, budget, &mut |_| {})? {
                            Outcome::Proved => Some(forces),
                            Outcome::Disproved => Some(!forces),
                            Outcome::Unknown(_) => None,
                        }
                    }
                };
                if keeps == Some(true) {
                    return Ok((*point, value));
                }
            }
            credit = credit.saturating_mul(4);
        }
    }

    /// A line of play in which both sides keep the value, as far as the budget proves it: at most `length` moves.
    pub fn best_line(
        &mut self,
        state: &State,
        question: ValueQuestion,
        length: usize,
        budget: &mut Budget,
    ) -> Vec<Option<u32>> {
        let (mut state, mut question) = (*state, question);
        let mut line = Vec::new();
        let mut seen = Vec::new();
        while line.len() < length && !seen.contains(&state) {
            seen.push(state);
            let Ok((point, _)) = self.best_move(&state, question, &seen, budget) else {
                break;
            };
            line.push(point);
            let successor = self.successors(&state).find(|(other, ..)| *other == point);
            let Some((_, Some(next), _)) = successor else {
                break;
            };
            state = next;
            question = question.for_opponent();
        }
        line
    }

    /// Legal moves with the state after each (nothing when a pass ends the game) and the points that captures bring.
    fn successors(
        &self,
        state: &State,
    ) -> impl Iterator<Item = (Option<u32>, Option<State>, i8)> + use<> {
        let mut found = Vec::new();
        for point in points(state.empty(&self.shape)) {
            if let Some(played) = self.rules.play(&self.shape, state, point) {
                let gain = self.rules.capture_value(played.captured);
                found.push((Some(point), Some(played.state), gain));
            }
        }
        found.push((None, self.rules.pass(&self.shape, state), 0));
        found.into_iter()
    }

    /// Answers several questions about a state; the facts come together.
    fn solve_all(
        &mut self,
        state: &State,
        questions: &[ValueQuestion],
        budget: &mut Budget,
        tick: &mut dyn FnMut(u64),
    ) -> (Proved, Option<Stop>) {
        let mut all = self.outset(state);
        for &question in questions {
            let (proved, stop) = self.solve(state, question, budget, |_, nodes| tick(nodes));
            all.lower = (
                all.lower.0.max(proved.lower.0),
                all.lower.1.min(proved.lower.1),
            );
            all.upper = (
                all.upper.0.max(proved.upper.0),
                all.upper.1.min(proved.upper.1),
            );
            if stop.is_some() {
                return (all, stop);
            }
        }
        (all, None)
    }

    /// What the rules alone prove about a state.
    fn outset(&self, state: &State) -> Proved {
        let area = self.shape.area();
        let stones = |set: u32| i8::try_from(set.count_ones()).unwrap_or(area);
        let (least, most) = match self.rules.counting {
            Counting::Area => (-area, area),
            Counting::Prisoners(_) => (-area - stones(state.own), area + stones(state.other)),
        };
        Proved {
            lower: (least, most),
            upper: (least, most),
        }
    }

    /// What the tables hold about a claim, if they decide it.
    pub(super) fn known(&self, claim: &Claim) -> Option<bool> {
        let key = ClaimKey::new(&Claim {
            state: claim.state.canonical(&self.shape),
            ..*claim
        });
        let by_depth = self.by_depth.as_ref().map(|by_depth| &by_depth.table);
        let tables = std::iter::once(&self.table).chain(by_depth);
        let numbers = tables
            .filter_map(|table| table.get(key))
            .map(|entry| entry.numbers);
        let mut decided = numbers.filter(|numbers| numbers.is_proved() || numbers.is_disproved());
        decided.next().map(Numbers::is_proved)
    }

    /// Decides a claim with `credit` nodes, by one search or the other.
    pub(super) fn decide(
        &mut self,
        claim: Claim,
        credit: u64,
        budget: &mut Budget,
        tick: &mut dyn FnMut(u64),
    ) -> Result<Outcome, Stop> {
        let is_hard = credit >= LEAST_DEEPENING_CREDIT;
        if !is_hard || !can_deepen(&self.shape, self.rules, self.table_bytes) {
            return self.decide_by_numbers(claim, credit, budget, tick);
        }
        match self.decide_by_depth(claim, credit, budget, tick)? {
            Outcome::Unknown(_) => {
                self.decide_by_numbers(claim, credit / SHARE_OF_NUMBERS, budget, tick)
            }
            decided @ (Outcome::Proved | Outcome::Disproved) => Ok(decided),
        }
    }

    fn decide_by_numbers(
        &mut self,
        claim: Claim,
        credit: u64,
        budget: &mut Budget,
        tick: &mut dyn FnMut(u64),
    ) -> Result<Outcome, Stop> {
        let mut meter = Meter::new(self.n_nodes, credit, budget, tick);
        let spend = &mut || meter.spend();
        let outcome = dfpn::decide(&self.shape, self.rules, &self.table, claim, spend);
        self.n_nodes += meter.spent();
        meter.conclude(outcome)
    }

    fn decide_by_depth(
        &mut self,
        claim: Claim,
        credit: u64,
        budget: &mut Budget,
        tick: &mut dyn FnMut(u64),
    ) -> Result<Outcome, Stop> {
        let (shape, rules) = (&self.shape, self.rules);
        let by_depth = self
            .by_depth
            .get_or_insert_with(|| ByDepth::new(self.table_bytes));
        let mut go_on = || budget.check().is_ok();
        let Some((needs, table)) = by_depth.prepare(shape, claim.threshold, &mut go_on) else {
            budget.check()?;
            return Ok(Outcome::Unknown(Stop::Nodes));
        };
        let is_done = &AtomicBool::new(false);
        let go_on = &|| match is_done.load(Relaxed) {
            true => Err(Stop::Cancelled),
            false => Ok(()),
        };
        let search = |worker: usize, spend: &mut dyn FnMut() -> Result<(), Stop>| {
            let mut search = Deepening::new(shape, rules, needs, table, worker);
            let outcome = search.decide(&claim.state, claim.attacker_to_move, spend);
            is_done.store(true, Relaxed);
            (outcome, search.n_nodes())
        };
        let search = &search;
        let mut meter = Meter::new(self.n_nodes, credit, budget, tick);
        let found: Vec<(Outcome, u64)> = thread::scope(|scope| {
            let helpers = spawn_up_to(scope, self.n_threads - 1, |index| {
                move || search(index + 1, &mut || go_on())
            });
            let main = search(0, &mut || meter.spend().and_then(|()| go_on()));
            let joined = helpers.into_iter().flat_map(|helper| helper.join());
            std::iter::once(main).chain(joined).collect()
        });
        let mut outcomes = found.iter().map(|(outcome, _)| *outcome);
        let decided = outcomes.find(|outcome| !matches!(outcome, Outcome::Unknown(_)));
        let decided = meter.conclude(decided.unwrap_or(Outcome::Unknown(Stop::Nodes)));
        self.n_nodes += found.iter().map(|(_, nodes)| nodes).sum::<u64>();
        decided
    }
}

impl ByDepth {
    fn new(table_bytes: usize) -> Self {
        Self {
            needs: None,
            table: ClaimTable::with_bytes(table_bytes / 2),
        }
    }

    /// The needs of a claim, and the table; nothing if `go_on` stops their making.
    fn prepare(
        &mut self,
        shape: &Shape,
        threshold: i8,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Option<(&Needs, &ClaimTable)> {
        let same = |needs: &Needs| needs.threshold() == threshold;
        if !self.needs.as_ref().is_some_and(same) {
            self.needs = Needs::new(shape, threshold, go_on);
        }
        Some((self.needs.as_ref()?, &self.table))
    }
}

/// Whether the search by depth supports the rules and its tables fit into a quarter of the memory.
fn can_deepen(shape: &Shape, rules: ExactRules, table_bytes: usize) -> bool {
    rules.counting == Counting::Area
        && shape.n_points() <= MAX_NEEDS_POINTS
        && Needs::bytes(shape) <= table_bytes / 4
}
