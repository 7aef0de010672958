//! Depth-first proof-number search over positions that are values; every settled position has a zone.
//!
//! A position is small and copied at each move, so that its children can be evaluated where they are made.
//!
//! The loser of a position may have many moves, but the loss depends on a part of the position only, its *zone*.
//! Suppose that the player to move loses after doing nothing. Then every move outside the zone of that loss loses too.
//! Only moves inside have to be searched one by one; each of them may widen the zone.
//!
//! A repetition on the path is a failure of the prover. A proof holds on any path. A failure that rests on a repetition
//! of a node above is kept together with its path and used on the same path only, so that it never hides a proof (the
//! graph history interaction problem).
//!
//! The numbers of a node follow its hardest child. A sum would count the same positions many times, because the
//! children share most of them. The game decides whether the other children count at all.
//!
//! Sources: Nagai (2002) for df-pn; Pawlewicz and Lew (2007) for the slack in the thresholds, as much again; Kishimoto
//! and Mueller (2004) for the history of graphs; Ueda, Hashimoto, Hashimoto and Iida (2008), "Weak proof-number
//! search"; Shih, Wei, Liu and Wu (2022), "A novel approach to solving goal-achieving problems for board games", for
//! zones.

use std::collections::VecDeque;

use super::children::{Child, is_lost_for_good, open_children, relaxed, select};
use super::game::{LeafStatus, ProofGame, Successor};
use super::history::History;
use super::numbers::{INFINITE, Numbers, Outcome, Side};
use super::selection::{Selection, Weighing};
use super::table::{Entry, SolverTable};
use super::team::{Store, Team};
use crate::base::{Budget, Stop};

/// Nodes on a path; a deeper node is cut off.
const MAX_DEPTH: usize = 120;

/// What a failure depends on if it holds only because a path was too long: nothing can settle it.
const CUT_OFF: usize = 0;

/// Moves of the refuter that are evaluated before a zone decides which ones matter.
const FIRST_REPLIES: usize = 4;

/// Moves of the prover that are evaluated at first.
const FIRST_MOVES: usize = 6;

/// Moves of the prover that are evaluated together later on.
const MORE_MOVES: usize = 4;

/// The work to win by a move of the prover that was not evaluated yet, less its cost.
const WORK_UNSEEN: u32 = 10;

/// A search for proofs in one game; keeps its table from question to question.
#[derive(Debug)]
pub struct Solver<'a, G: ProofGame> {
    pub(super) game: &'a G,
    pub(super) table: Store<'a, G::Move, G::Zone>,
    /// Keys of the nodes above and of the current one.
    path: Vec<u64>,
    /// Sum of the mixed keys of the path.
    path_key: u64,
    history: Box<History>,
    /// Set while the search goes back up to a node of the path that another thread has settled: its depth and its
    /// result.
    overtaken: Option<(usize, VisitOf<G>)>,
}

/// Spreads the bits of a key, so that sets of keys have sums of their own.
const fn mixed(key: u64) -> u64 {
    let key = (key ^ (key >> 31)).wrapping_mul(0x9E6C_63D0_676A_9A99);
    key ^ (key >> 29)
}

/// A node on the path with the children that take part in its search.
struct Node<G: ProofGame> {
    children: Vec<Child<G>>,
    /// The moves that do not take part yet, best first.
    waiting: VecDeque<Successor<G::Move, G::Position>>,
    /// The zone of the loss after doing nothing, once that loss is known: only moves inside matter.
    base: Option<G::Zone>,
    /// Children that were lost when the zone was last computed.
    n_lost: usize,
}

/// Which more moves have to be searched by the zone of the lost children.
enum Replies<Z> {
    /// None.
    Same,
    /// Some, which take part from now on.
    More,
    /// None, and all moves that matter are lost: this is the zone.
    AllLose(Z),
}

#[derive(Debug)]
struct Visit<M, Z> {
    numbers: Numbers,
    best: Option<M>,
    depends_on: usize,
    zone: Option<Z>,
}

type VisitOf<G> = Visit<<G as ProofGame>::Move, <G as ProofGame>::Zone>;

impl<'a, G: ProofGame> Solver<'a, G> {
    /// A solver for a game. The table must not hold results of another game with the same keys.
    pub fn new(game: &'a G, table: &'a mut SolverTable<G::Move, G::Zone>) -> Self {
        Self::with_store(game, Store::Own(table))
    }

    /// One of several solvers that share a table, each in a thread of its own.
    pub(super) fn in_team(game: &'a G, team: &'a Team<'a, G::Move, G::Zone>) -> Self {
        Self::with_store(game, Store::Shared { team, n_seen: 0 })
    }

    fn with_store(game: &'a G, table: Store<'a, G::Move, G::Zone>) -> Self {
        Self {
            game,
            table,
            path: Vec::new(),
            path_key: 0,
            history: Box::new(History::new()),
            overtaken: None,
        }
    }

    /// Looks for a proof that the prover succeeds. Each position evaluated costs one unit of the budget.
    pub fn prove(&mut self, position: &G::Position, budget: &mut Budget) -> Outcome {
        self.prove_below(&[], position, budget)
    }

    /// The same below a path that leads to the position, given by its keys: who comes back to one of them repeats it,
    /// which is a failure of the prover.
    pub(crate) fn prove_below(
        &mut self,
        above: &[u64],
        position: &G::Position,
        budget: &mut Budget,
    ) -> Outcome {
        match self.game.evaluate(position) {
            LeafStatus::Proved(_) => return Outcome::Proved,
            LeafStatus::Disproved(_) => return Outcome::Disproved,
            LeafStatus::Open(_) => {}
        }
        let key = self.game.key(position);
        if let Some(entry) = self.table.get(key)
            && entry.numbers.is_proved()
        {
            return Outcome::Proved;
        }
        self.path.clear();
        self.path_key = 0;
        for &key in above {
            self.enter(key);
        }
        let result = self.visit(position, key, Numbers::UNLIMITED, budget);
        for &key in above.iter().rev() {
            self.leave(key);
        }
        match result {
            Ok(visit) if visit.numbers.is_proved() => Outcome::Proved,
            Ok(visit) if visit.depends_on == CUT_OFF => Outcome::Unknown(Stop::Nodes),
            Ok(_) => Outcome::Disproved,
            Err(stop) => Outcome::Unknown(stop),
        }
    }

    /// The entry that the table still holds for a position that is not settled by itself.
    #[must_use]
    pub(crate) fn entry(&self, position: &G::Position) -> Option<Entry<G::Move, G::Zone>> {
        self.table.get(self.game.key(position))
    }

    /// Drops the entry of a position. A table that several threads share keeps it.
    pub(crate) fn forget(&mut self, position: &G::Position) {
        if let Store::Own(table) = &mut self.table {
            table.remove(self.game.key(position));
        }
    }

    /// The move that wins for the player to move, if the table holds one.
    #[must_use]
    pub(crate) fn winning_move(&self, position: &G::Position) -> Option<G::Move> {
        let side = Side::of(self.game.is_prover_to_move(position));
        let entry = self.entry(position)?;
        entry.best.filter(|_| side.has_won(entry.numbers))
    }

    /// What is known about a position: by this claim itself, by a proof of a claim that implies it, or by the failure
    /// of a claim that it implies.
    pub(super) fn known(
        &self,
        position: &G::Position,
        key: u64,
    ) -> Option<Entry<G::Move, G::Zone>> {
        self.table.get(key).or_else(|| {
            let stronger = (0..).map_while(|n| self.game.stronger_key(position, n));
            let mut known = stronger.filter_map(|key| self.table.get(key));
            known.find(|entry| entry.numbers.is_proved()).or_else(|| {
                let easier = (0..).map_while(|n| self.game.easier_key(position, n));
                let mut known = easier.filter_map(|key| self.table.get(key));
                known.find(|entry| entry.numbers.is_disproved() && entry.path == 0)
            })
        })
    }

    /// Adds a node to the path.
    pub(super) fn enter(&mut self, key: u64) {
        self.path.push(key);
        self.path_key = self.path_key.wrapping_add(mixed(key));
        self.table.enter(key);
    }

    /// Takes the last node off the path.
    pub(super) fn leave(&mut self, key: u64) {
        self.table.leave(key);
        self.path.pop();
        self.path_key = self.path_key.wrapping_sub(mixed(key));
    }

    /// Whether a node is on the path.
    pub(super) fn is_on_path(&self, key: u64) -> bool {
        self.path.contains(&key)
    }

    /// Searches below a node until one of its numbers reaches the limit.
    fn visit(
        &mut self,
        position: &G::Position,
        key: u64,
        limit: Numbers,
        budget: &mut Budget,
    ) -> Result<VisitOf<G>, Stop> {
        let start = budget.spent();
        self.enter(key);
        let result = self
            .look_up_path()
            .and_then(|()| self.visit_children(position, key, limit, budget));
        self.leave(key);
        let is_here = |(depth, _): &mut (usize, _)| *depth == self.path.len();
        let visit = match self.overtaken.take_if(is_here) {
            Some((_, visit)) => visit,
            None => result?,
        };
        if self.table.is_shared() && budget.spent() == start {
            // Otherwise threads that overwrite each other's numbers could go on for ever.
            budget.spend(1)?;
        }
        if visit.numbers.is_disproved() && visit.depends_on == CUT_OFF {
            return Ok(visit);
        }
        let is_free = !visit.numbers.is_disproved() || visit.depends_on > self.path.len();
        self.table.put(Entry {
            key,
            path: if is_free { 0 } else { self.path_key | 1 },
            numbers: visit.numbers,
            work: u32::try_from(budget.spent() - start).unwrap_or(u32::MAX),
            generation: 0,
            best: visit.best,
            zone: visit.zone,
        });
        Ok(Visit {
            depends_on: if is_free {
                usize::MAX
            } else {
                visit.depends_on
            },
            ..visit
        })
    }

    /// Looks whether another thread has settled a node of the path.
    ///
    /// # Errors
    /// Cancelled if so, or if another thread has ended the search.
    fn look_up_path(&mut self) -> Result<(), Stop> {
        let Some(team) = self.table.news()? else {
            return Ok(());
        };
        let settled = self.path.iter().enumerate().find_map(|(depth, &key)| {
            let entry = team.get(key).filter(Entry::is_settled)?;
            let visit = Visit {
                numbers: entry.numbers,
                best: entry.best,
                depends_on: usize::MAX,
                zone: entry.zone,
            };
            Some((depth, visit))
        });
        self.overtaken = settled;
        match self.overtaken {
            Some(_) => Err(Stop::Cancelled),
            None => Ok(()),
        }
    }

    fn visit_children(
        &mut self,
        position: &G::Position,
        key: u64,
        limits: Numbers,
        budget: &mut Budget,
    ) -> Result<VisitOf<G>, Stop> {
        let side = Side::of(self.game.is_prover_to_move(position));
        let weighing = Weighing::Hardest {
            each_other: self.game.weight_of_open_moves(),
        };
        let mut noted = budget.spent();
        let mut node = self.node(position, side, budget)?;
        loop {
            if let Some(won) = self.won(position, side, &node.children) {
                return Ok(won);
            }
            self.narrow(position, &mut node);
            let selection = select(&node.children, side);
            match self.widen(position, side, selection.as_ref(), &mut node, budget)? {
                Replies::Same => {}
                Replies::More => continue,
                Replies::AllLose(zone) => return Ok(lost(side, &node.children, zone)),
            }
            let Some(selection) = selection else {
                debug_assert!(false, "lost without doing nothing");
                return Ok(lost(side, &node.children, self.game.whole()));
            };
            if side == Side::Prover && self.add_moves(&selection, &mut node, budget)? {
                continue;
            }
            let own = selection.numbers(side, weighing);
            let best = Some(node.children[selection.first].successor.mv);
            if own.proof >= limits.proof || own.disproof >= limits.disproof {
                return Ok(Visit {
                    numbers: own,
                    best,
                    depends_on: usize::MAX,
                    zone: None,
                });
            }
            let to_win = side.to_win(limits);
            let worthwhile = open_children(&node.children, side);
            let worthwhile = worthwhile.filter(|&(_, _, number)| number < to_win);
            let worthwhile = worthwhile.map(|(place, child, number)| (place, child.key, number));
            let planned = (selection.first, selection.second);
            let (chosen, second) = self.table.spread(worthwhile, planned);
            if self.path.len() == 1 {
                // These numbers remain if the search ends early: their work keeps them in the table.
                let work = budget.spent() - noted;
                noted = budget.spent();
                self.table.put(Entry {
                    key,
                    path: 0,
                    numbers: own,
                    work: u32::try_from(work).unwrap_or(u32::MAX),
                    generation: 0,
                    best: Some(node.children[chosen].successor.mv),
                    zone: None,
                });
            }
            let cost = node.children[chosen].successor.cost;
            let limits = selection.limits(side, weighing, limits, relaxed(second), cost);
            self.visit_child(side, &mut node.children, chosen, limits, budget)?;
        }
    }

    /// A node with the children that take part first: the best of each side. A child that wins on any path is the last
    /// one.
    fn node(
        &mut self,
        position: &G::Position,
        side: Side,
        budget: &mut Budget,
    ) -> Result<Node<G>, Stop> {
        let mut waiting = Vec::with_capacity(40);
        self.game.expand(position, &mut waiting);
        self.history.apply(self.game, side, &mut waiting);
        let n_first = match side {
            Side::Prover => FIRST_MOVES,
            Side::Refuter => FIRST_REPLIES,
        };
        let mut node = Node {
            children: Vec::with_capacity(waiting.len()),
            waiting: VecDeque::from(waiting),
            base: None,
            n_lost: 0,
        };
        let Some(nothing) = node.waiting.pop_front() else {
            return Ok(node);
        };
        node.children.push(self.child(nothing, budget)?);
        self.limit_to_base(position, &mut node);
        while node.children.len() < n_first
            && let Some(successor) = node.waiting.pop_front()
        {
            let child = self.child(successor, budget)?;
            let is_won = side.has_won(child.numbers) && child.depends_on == usize::MAX;
            node.children.push(child);
            if is_won {
                break;
            }
        }
        Ok(node)
    }

    /// Adds more moves of the prover once all others look as hard. Whether any were added.
    fn add_moves(
        &mut self,
        selection: &Selection,
        node: &mut Node<G>,
        budget: &mut Budget,
    ) -> Result<bool, Stop> {
        let next = node.waiting.front();
        if next.is_none_or(|next| selection.work_to_win() < WORK_UNSEEN.saturating_add(next.cost)) {
            return Ok(false);
        }
        let n_more = node.waiting.len().min(MORE_MOVES);
        for successor in node.waiting.drain(..n_more) {
            let child = self.child(successor, budget)?;
            node.children.push(child);
        }
        Ok(true)
    }

    /// The result of a node in which a child is won, if any is; best one that is won on any path.
    fn won(
        &mut self,
        position: &G::Position,
        side: Side,
        children: &[Child<G>],
    ) -> Option<VisitOf<G>> {
        let won = children
            .iter()
            .filter(|child| side.has_won(child.numbers))
            .max_by_key(|child| child.depends_on)?;
        let mv = won.successor.mv;
        self.history.reward(side, self.game.slot(mv));
        let zone = won.zone;
        Some(Visit {
            numbers: side.numbers(0, INFINITE),
            best: Some(mv),
            depends_on: won.depends_on,
            zone: zone.map(|after| self.game.zone_of_move(position, mv, &after)),
        })
    }

    /// Once doing nothing is known to lose, drops the children outside the zone of that loss.
    fn narrow(&self, position: &G::Position, node: &mut Node<G>) {
        if node.base.is_none() && self.limit_to_base(position, node) {
            let base = node.base;
            node.children.retain(|child| {
                base.is_none_or(|base| self.game.matters(child.successor.mv, &base))
            });
        }
    }

    /// Once doing nothing is known to lose, drops the waiting moves outside the zone of that loss. Whether it is known.
    fn limit_to_base(&self, position: &G::Position, node: &mut Node<G>) -> bool {
        let Some(nothing) = node.children.first() else {
            return false;
        };
        let Some(after) = nothing.zone else {
            return false;
        };
        let successor = &nothing.successor;
        if nothing.numbers.is_open() || !self.game.is_null(successor.mv, &successor.position) {
            return false;
        }
        let zone = self.game.zone_of_lost(position, &[(successor.mv, after)]);
        node.waiting
            .retain(|successor| self.game.matters(successor.mv, &zone));
        node.base = Some(zone);
        true
    }

    /// If doing nothing is lost, and more children are lost than before, adds the moves that matter in the zone of all
    /// losses.
    fn widen(
        &mut self,
        position: &G::Position,
        side: Side,
        selection: Option<&Selection>,
        node: &mut Node<G>,
        budget: &mut Budget,
    ) -> Result<Replies<G::Zone>, Stop> {
        let n_lost = node.children.len() - selection.map_or(0, Selection::n_open);
        if n_lost == node.n_lost || node.children[0].numbers.is_open() {
            return Ok(Replies::Same);
        }
        node.n_lost = n_lost;
        let zone = self.zone_of_lost(position, &node.children);
        let is_limited = node.base.is_some();
        let matters = |mv| is_limited || self.game.matters(mv, &zone);
        let mut missing = Vec::new();
        node.waiting.retain(|successor| {
            let is_missing = matters(successor.mv);
            if is_missing {
                missing.push(*successor);
            }
            !is_missing
        });
        if missing.is_empty() {
            let mut open = node.children.iter().filter(|child| child.numbers.is_open());
            return Ok(if open.any(|child| matters(child.successor.mv)) {
                Replies::Same
            } else {
                Replies::AllLose(zone)
            });
        }
        for successor in missing {
            let mut child = self.child(successor, budget)?;
            let mut lost = node.children.iter();
            let model = lost.find(|child| is_lost_for_good(side, child));
            if let Some(model) = model.map(|model| model.successor.position) {
                self.answer_alike(side, &model, &mut child, budget)?;
            }
            node.children.push(child);
        }
        Ok(Replies::More)
    }

    /// Searches below a child. If that loses, tries the same answers against the other children.
    fn visit_child(
        &mut self,
        side: Side,
        children: &mut [Child<G>],
        chosen: usize,
        limits: Numbers,
        budget: &mut Budget,
    ) -> Result<(), Stop> {
        let child = &mut children[chosen];
        let visit = self.visit(&child.successor.position, child.key, limits, budget)?;
        child.numbers = visit.numbers;
        child.depends_on = visit.depends_on;
        child.zone = visit.zone;
        if is_lost_for_good(side, child) {
            let model = child.successor.position;
            for child in &mut *children {
                self.answer_alike(side, &model, child, budget)?;
            }
        }
        if self.table.is_shared() {
            self.refresh(children);
        }
        Ok(())
    }

    /// Takes over what other threads have found about the children that are open.
    fn refresh(&self, children: &mut [Child<G>]) {
        for child in children.iter_mut().filter(|child| child.numbers.is_open()) {
            if let Some(entry) = self.table.get(child.key) {
                self.take_over(&entry, child);
            }
        }
    }

    /// Takes over what the table holds about a child, if it holds here.
    fn take_over(&self, entry: &Entry<G::Move, G::Zone>, child: &mut Child<G>) {
        if entry.path == 0 || entry.path == self.path_key | 1 {
            child.numbers = entry.numbers;
            child.depends_on = if entry.path == 0 { usize::MAX } else { 1 };
            child.zone = entry.zone;
        }
    }

    /// Tries on a child the answers by which another one, `model`, is lost.
    fn answer_alike(
        &mut self,
        side: Side,
        model: &G::Position,
        child: &mut Child<G>,
        budget: &mut Budget,
    ) -> Result<(), Stop> {
        if child.numbers.is_open()
            && let Some(zone) = self.follow(model, &child.successor.position, budget)?
        {
            child.numbers = side.numbers(INFINITE, 0);
            child.zone = Some(zone);
        }
        Ok(())
    }

    /// The zone of a position from the children that are lost for the player to move.
    fn zone_of_lost(&self, position: &G::Position, children: &[Child<G>]) -> G::Zone {
        let lost: Vec<_> = children
            .iter()
            .filter_map(|child| Some((child.successor.mv, child.zone?)))
            .collect();
        self.game.zone_of_lost(position, &lost)
    }

    /// A child with what is known of it, else with its evaluation.
    fn child(
        &mut self,
        successor: Successor<G::Move, G::Position>,
        budget: &mut Budget,
    ) -> Result<Child<G>, Stop> {
        let key = self.game.key(&successor.position);
        let mut child = Child {
            successor,
            key,
            numbers: Numbers::OPEN,
            depends_on: usize::MAX,
            zone: None,
        };
        let repeated = self.path.iter().position(|&above| above == key);
        let repeated = repeated.map(|depth| depth + 1);
        let is_too_deep = self.path.len() >= MAX_DEPTH;
        if let Some(depends_on) = repeated.or(is_too_deep.then_some(CUT_OFF)) {
            child.numbers = Numbers::DISPROVED;
            child.depends_on = depends_on;
            child.zone = Some(self.game.whole());
            return Ok(child);
        }
        if let Some(entry) = self.known(&child.successor.position, key) {
            self.take_over(&entry, &mut child);
            return Ok(child);
        }
        budget.spend(1)?;
        (child.numbers, child.zone) = match self.game.evaluate(&child.successor.position) {
            LeafStatus::Proved(zone) => (Numbers::PROVED, Some(zone)),
            LeafStatus::Disproved(zone) => (Numbers::DISPROVED, Some(zone)),
            LeafStatus::Open(numbers) => (numbers, None),
        };
        Ok(child)
    }
}

/// The result of a node in which all moves that matter lose.
fn lost<G: ProofGame>(side: Side, children: &[Child<G>], zone: G::Zone) -> Visit<G::Move, G::Zone> {
    Visit {
        numbers: side.numbers(INFINITE, 0),
        best: None,
        depends_on: children
            .iter()
            .map(|child| child.depends_on)
            .min()
            .unwrap_or(usize::MAX),
        zone: Some(zone),
    }
}
