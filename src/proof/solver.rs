//! Depth-first proof-number search over positions that are values, in which what is settled knows its zone.
//!
//! A position is small and copied at each move, so that its children can be evaluated where they are made.
//!
//! The loser of a position may have many moves, but that he loses depends on a part of the position only, its *zone*:
//! once it is shown that he loses if he does nothing, he also loses with every move outside the zone of that, and only
//! moves inside have to be answered one by one; each answer may widen the zone.
//!
//! A
//! repetition on the path is a failure of the prover. A proof holds on any path. A failure that rests on a repetition
//! of a node above is kept together with its path and believed on the same path only, so that it never hides a proof
//! (the graph history interaction problem).
//!
//! The numbers of a node follow its hardest child rather than the sum over its children, which share most of their
//! positions.
//!
//! Sources: Nagai (2002) for df-pn; Pawlewicz and Lew (2007) for the slack in the thresholds, as much again; Kishimoto
//! and Mueller (2004) for the history of graphs; Ueda, Hashimoto, Hashimoto and Iida (2008), "Weak proof-number search";
//! Shih, Wei, Liu and Wu (2022), "A novel approach to solving goal-achieving problems for board games", for zones.

use super::numbers::{INFINITE, Numbers};
use crate::base::{Budget, Stop};

/// Nodes on a path; below is failure.
const MAX_DEPTH: usize = 120;

/// Entries that share a bucket.
const WAYS: usize = 4;

/// Whether a position is settled, and how hard it looks if not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evaluation<Z> {
    /// The prover succeeds, and this part of the position shows it.
    Proved(Z),
    /// The prover fails, and this part of the position shows it.
    Failed(Z),
    /// Neither; how hard both look.
    Open(Numbers),
}

/// A position after a move.
#[derive(Clone, Copy, Debug)]
pub struct Successor<M, P> {
    /// The move.
    pub mv: M,
    /// Where it leads.
    pub position: P,
    /// How much harder than a move without cost it is taken to be.
    pub cost: u32,
}

/// A game between a prover and a refuter.
pub trait ProofGame {
    /// One move.
    type Move: Copy + Eq;
    /// All that matters, with the player to move.
    type Position: Copy;
    /// A part of a position.
    type Zone: Copy;

    /// Key of a position. Not zero.
    fn key(&self, position: &Self::Position) -> u64;

    /// Whether it is the prover's turn.
    fn is_prover_to_move(&self, position: &Self::Position) -> bool;

    /// What can be told without search.
    fn evaluate(&self, position: &Self::Position) -> Evaluation<Self::Zone>;

    /// All moves of a position that is not settled: first to do nothing, then the others, best first.
    fn expand(
        &self,
        position: &Self::Position,
        successors: &mut Vec<Successor<Self::Move, Self::Position>>,
    );

    /// The zone of a position in which the player to move makes a move to a position that he wins with a known zone.
    fn zone_of_move(
        &self,
        position: &Self::Position,
        mv: Self::Move,
        after: &Self::Zone,
    ) -> Self::Zone;

    /// The zone of a position in which the player to move loses with the moves given, with the zones after them, and
    /// with all others that do not [matter](Self::matters) in the result.
    fn zone_of_lost(
        &self,
        position: &Self::Position,
        lost: &[(Self::Move, Self::Zone)],
    ) -> Self::Zone;

    /// Whether a move changes nothing but whose turn it is. If the mover loses with such a move, he loses for the same
    /// reason with every move outside its zone, so that only those inside have to be looked at. If his passing just
    /// ends the game, all moves in the zones of the answers matter too.
    fn is_null(&self, mv: Self::Move, after: &Self::Position) -> bool;

    /// A small number of a move, less than [`N_SLOTS`]: moves with the same number are taken for alike when it is learned which moves
    /// win.
    fn slot(&self, mv: Self::Move) -> usize;

    /// Whether a move is inside a zone.
    fn matters(&self, mv: Self::Move, zone: &Self::Zone) -> bool;

    /// The zone of a result that is not looked into: a repetition, or a path that is too long.
    fn whole(&self) -> Self::Zone;
}

/// Kinds of moves told apart by what is learned during a search.
pub const N_SLOTS: usize = 129;

/// How much cheaper the move of a side that has won most often becomes.
const MOST_BONUS: u32 = 4;

/// Wins of one kind of move after which all are counted half.
const MOST_WINS: u32 = 1 << 12;

/// How often the moves of each kind won for the prover, and for the refuter.
#[derive(Clone, Debug)]
struct History {
    wins: [[u32; N_SLOTS]; 2],
}

impl History {
    const fn new() -> Self {
        Self {
            wins: [[0; N_SLOTS]; 2],
        }
    }

    fn reward(&mut self, side: Side, slot: usize) {
        let wins = &mut self.wins[side as usize];
        wins[slot] += 1;
        if wins[slot] >= MOST_WINS {
            for count in wins {
                *count /= 2;
            }
        }
    }

    /// Makes moves the dearer the less they have won, and sorts all but the first by cost.
    fn apply<G: ProofGame>(
        &self,
        game: &G,
        side: Side,
        successors: &mut [Successor<G::Move, G::Position>],
    ) {
        let wins = &self.wins[side as usize];
        let slots = successors.iter().map(|successor| game.slot(successor.mv));
        let most = slots.map(|slot| wins[slot]).max().unwrap_or(0);
        let Some((_, moves)) = successors.split_first_mut() else {
            return;
        };
        if most == 0 {
            return;
        }
        for successor in &mut *moves {
            let missing = most - wins[game.slot(successor.mv)];
            successor.cost += MOST_BONUS * missing / most;
        }
        moves.sort_by_key(|successor| successor.cost);
        let least = moves.first().map_or(0, |successor| successor.cost);
        for successor in moves {
            successor.cost -= least;
        }
    }
}

/// Moves of the refuter that are looked at before a zone tells which ones matter.
const FIRST_REPLIES: usize = 4;

/// What is known about a position.
#[derive(Clone, Copy, Debug)]
struct Entry<M, Z> {
    key: u64,
    /// Which nodes stand above, if a failure was found that holds below them only; zero if it holds everywhere.
    path: u64,
    numbers: Numbers,
    /// Nodes searched below the position: what would be lost with the entry.
    work: u32,
    /// When it was made; what is older than the table's present is void.
    generation: u8,
    best: Option<M>,
    /// The zone, if the position is settled.
    zone: Option<Z>,
}

impl<M, Z> Entry<M, Z> {
    const fn vacant() -> Self {
        Self {
            key: 0,
            path: 0,
            numbers: Numbers::OPEN,
            work: 0,
            generation: 0,
            best: None,
            zone: None,
        }
    }
}

/// A table of positions, fixed in size: the least worked-for entry of a bucket goes first.
#[derive(Debug)]
pub struct SolverTable<M, Z> {
    entries: Vec<Entry<M, Z>>,
    generation: u8,
}

impl<M: Copy, Z: Copy> SolverTable<M, Z> {
    /// A table of 2 to the power `log2_entries` entries of about 64 bytes, at least one bucket.
    #[must_use]
    pub fn new(log2_entries: u32) -> Self {
        let n_entries = (1 << log2_entries).max(WAYS);
        Self {
            entries: vec![Entry::vacant(); n_entries],
            generation: 1,
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        if self.generation == u8::MAX {
            self.entries.fill(Entry::vacant());
            self.generation = 0;
        }
        self.generation += 1;
    }

    #[expect(
        clippy::cast_possible_truncation,
        reason = "the index is masked to the length"
    )]
    fn bucket(&self, key: u64) -> usize {
        (key as usize & (self.entries.len() / WAYS - 1)) * WAYS
    }

    fn get(&self, key: u64) -> Option<&Entry<M, Z>> {
        let start = self.bucket(key);
        self.entries[start..start + WAYS]
            .iter()
            .find(|entry| entry.key == key && entry.generation == self.generation)
    }

    fn put(&mut self, mut entry: Entry<M, Z>) {
        let start = self.bucket(entry.key);
        let now = self.generation;
        let bucket = &mut self.entries[start..start + WAYS];
        let is_same = |old: &Entry<M, Z>| old.key == entry.key && old.generation == now;
        let worth = |old: &Entry<M, Z>| (old.generation == now).then_some(old.work);
        let known = bucket.iter().position(is_same);
        let slot =
            known.unwrap_or_else(|| (0..WAYS).min_by_key(|&n| worth(&bucket[n])).unwrap_or(0));
        entry.generation = now;
        if known.is_some() {
            entry.work = entry.work.saturating_add(bucket[slot].work);
        }
        bucket[slot] = entry;
    }
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The prover succeeds.
    Proved,
    /// The search is complete and holds no proof.
    Failed,
    /// The search ended early; the numbers so far.
    Unknown(Stop, Numbers),
}

/// A search for proofs in one game; keeps its table from question to question.
#[derive(Debug)]
pub struct Solver<'a, G: ProofGame> {
    game: &'a G,
    table: &'a mut SolverTable<G::Move, G::Zone>,
    /// Keys of the nodes above and of the current one.
    path: Vec<u64>,
    /// Sum of the mixed keys of the path.
    path_key: u64,
    history: Box<History>,
}

/// Spreads the bits of a key, so that sets of keys have sums of their own.
const fn mixed(key: u64) -> u64 {
    let key = (key ^ (key >> 31)).wrapping_mul(0x9E6C_63D0_676A_9A99);
    key ^ (key >> 29)
}

struct Child<G: ProofGame> {
    successor: Successor<G::Move, G::Position>,
    key: u64,
    numbers: Numbers,
    /// The highest node above on which a failure depends; `usize::MAX` if it holds everywhere.
    depends_on: usize,
    /// The zone, if it is settled.
    zone: Option<G::Zone>,
}

struct Visit<M, Z> {
    numbers: Numbers,
    best: Option<M>,
    depends_on: usize,
    zone: Option<Z>,
}

impl<'a, G: ProofGame> Solver<'a, G> {
    /// A solver for a game, with a table that holds nothing about other games with the same keys.
    pub fn new(game: &'a G, table: &'a mut SolverTable<G::Move, G::Zone>) -> Self {
        Self {
            game,
            table,
            path: Vec::new(),
            path_key: 0,
            history: Box::new(History::new()),
        }
    }

    /// Looks for a proof that the prover succeeds. A position evaluated costs one unit of the budget.
    pub fn prove(&mut self, position: &G::Position, budget: &mut Budget) -> Outcome {
        match self.game.evaluate(position) {
            Evaluation::Proved(_) => return Outcome::Proved,
            Evaluation::Failed(_) => return Outcome::Failed,
            Evaluation::Open(_) => {}
        }
        let key = self.game.key(position);
        if let Some(entry) = self.table.get(key)
            && entry.numbers.is_proved()
        {
            return Outcome::Proved;
        }
        self.path.clear();
        self.path_key = 0;
        match self.visit(position, key, Numbers::UNLIMITED, budget) {
            Ok(visit) if visit.numbers.is_proved() => Outcome::Proved,
            Ok(_) => Outcome::Failed,
            Err(stop) => {
                let known = self.table.get(key);
                Outcome::Unknown(stop, known.map_or(Numbers::OPEN, |entry| entry.numbers))
            }
        }
    }

    /// The move that wins for the player to move, or that looked best at last, if the table still knows it.
    #[must_use]
    pub fn best_move(&self, position: &G::Position) -> Option<G::Move> {
        self.table.get(self.game.key(position))?.best
    }

    /// Whether the table still knows that the prover succeeds in a position that is not settled by itself.
    #[must_use]
    pub fn is_proved(&self, position: &G::Position) -> bool {
        self.table
            .get(self.game.key(position))
            .is_some_and(|entry| entry.numbers.is_proved())
    }

    /// The zone of a position that was settled by search, if the table still knows it.
    #[must_use]
    pub fn zone(&self, position: &G::Position) -> Option<G::Zone> {
        self.table.get(self.game.key(position))?.zone
    }

    /// How hard a position looks, if the table still knows it.
    #[must_use]
    pub fn numbers(&self, position: &G::Position) -> Option<Numbers> {
        Some(self.table.get(self.game.key(position))?.numbers)
    }

    /// Nodes searched below a position, as far as the table knows.
    #[must_use]
    pub fn work(&self, position: &G::Position) -> u32 {
        self.table
            .get(self.game.key(position))
            .map_or(0, |entry| entry.work)
    }

    /// Searches below a node until one of its numbers reaches the limit.
    fn visit(
        &mut self,
        position: &G::Position,
        key: u64,
        limit: Numbers,
        budget: &mut Budget,
    ) -> Result<Visit<G::Move, G::Zone>, Stop> {
        let start = budget.spent();
        self.path.push(key);
        self.path_key = self.path_key.wrapping_add(mixed(key));
        let result = self.visit_children(position, key, limit, budget);
        self.path.pop();
        self.path_key = self.path_key.wrapping_sub(mixed(key));
        let visit = result?;
        let is_free = !visit.numbers.is_failed() || visit.depends_on >= self.path.len();
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

    fn visit_children(
        &mut self,
        position: &G::Position,
        key: u64,
        limit: Numbers,
        budget: &mut Budget,
    ) -> Result<Visit<G::Move, G::Zone>, Stop> {
        let side = Side::of(self.game.is_prover_to_move(position));
        let mut waiting = Vec::with_capacity(40);
        self.game.expand(position, &mut waiting);
        self.history.apply(self.game, side, &mut waiting);
        let mut children: Vec<Child<G>> = Vec::with_capacity(waiting.len());
        let n_first = match side {
            Side::Prover => waiting.len(),
            Side::Refuter => FIRST_REPLIES,
        };
        // The zone in which moves matter because doing nothing loses.
        let mut base: Option<G::Zone> = None;
        let mut n_lost = 0;
        if !waiting.is_empty() {
            let nothing = self.child(waiting.remove(0), budget)?;
            children.push(nothing);
            self.limit_to_base(position, &children[0], &mut base, &mut waiting);
            let mut first = waiting.drain(..(n_first - 1).min(waiting.len()));
            for successor in first.by_ref() {
                let child = self.child(successor, budget)?;
                let is_won = side.to_win(child.numbers) == 0 && child.depends_on == usize::MAX;
                children.push(child);
                if is_won {
                    break;
                }
            }
        }
        loop {
            let won = children
                .iter()
                .filter(|child| side.to_win(child.numbers) == 0)
                .max_by_key(|child| child.depends_on);
            if let Some(child) = won {
                let mv = child.successor.mv;
                self.history.reward(side, self.game.slot(mv));
                return Ok(Visit {
                    numbers: side.numbers(0, INFINITE),
                    best: Some(mv),
                    depends_on: child.depends_on,
                    zone: child
                        .zone
                        .map(|after| self.game.zone_of_move(position, mv, &after)),
                });
            }
            if base.is_none() && self.limit_to_base(position, &children[0], &mut base, &mut waiting)
            {
                let zone = base;
                children.retain(|child| {
                    zone.is_none_or(|zone| self.game.matters(child.successor.mv, &zone))
                });
            }
            let best = best_of(&children, side);
            let n_lost_now = children.len() - best.as_ref().map_or(0, |best| best.n_open as usize);
            if n_lost_now != n_lost && !children[0].numbers.is_open() {
                n_lost = n_lost_now;
                let zone = self.zone_of_lost(position, &children);
                let matters = |mv| base.is_some() || self.game.matters(mv, &zone);
                let missing = waiting.extract_if(.., |successor| matters(successor.mv));
                let missing: Vec<_> = missing.collect();
                for successor in &missing {
                    children.push(self.child(*successor, budget)?);
                }
                let is_open =
                    |child: &Child<G>| child.numbers.is_open() && matters(child.successor.mv);
                if missing.is_empty() && !children.iter().any(is_open) {
                    return Ok(lost(side, &children, zone));
                }
                if !missing.is_empty() {
                    continue;
                }
            }
            let Some(best) = best else {
                debug_assert!(false, "lost without doing nothing");
                return Ok(lost(side, &children, self.game.whole()));
            };
            let own = side.numbers(best.number, best.hardest);
            if own.proof >= limit.proof || own.disproof >= limit.disproof {
                return Ok(Visit {
                    numbers: own,
                    best: Some(children[best.first].successor.mv),
                    depends_on: usize::MAX,
                    zone: None,
                });
            }
            let chosen = &mut children[best.first];
            if self.path.len() == 1 {
                self.table.put(Entry {
                    key,
                    path: 0,
                    numbers: own,
                    work: 0,
                    generation: 0,
                    best: Some(chosen.successor.mv),
                    zone: None,
                });
            }
            let to_win = side.to_win(limit).min(relaxed(best.second));
            let child_limit =
                side.numbers(reduced(to_win, chosen.successor.cost), side.to_lose(limit));
            let visit = self.visit(&chosen.successor.position, chosen.key, child_limit, budget)?;
            chosen.numbers = visit.numbers;
            chosen.depends_on = visit.depends_on;
            chosen.zone = visit.zone;
        }
    }

    /// Once doing nothing is lost for good, drops the moves to which its zone shows the same. Whether that happened.
    fn limit_to_base(
        &self,
        position: &G::Position,
        nothing: &Child<G>,
        base: &mut Option<G::Zone>,
        waiting: &mut Vec<Successor<G::Move, G::Position>>,
    ) -> bool {
        let Some(after) = nothing.zone else {
            return false;
        };
        let successor = &nothing.successor;
        if nothing.numbers.is_open() || !self.game.is_null(successor.mv, &successor.position) {
            return false;
        }
        let zone = self.game.zone_of_lost(position, &[(successor.mv, after)]);
        waiting.retain(|successor| self.game.matters(successor.mv, &zone));
        *base = Some(zone);
        true
    }

    /// The zone of a position with the children that are lost for the player to move.
    fn zone_of_lost(&self, position: &G::Position, children: &[Child<G>]) -> G::Zone {
        let lost: Vec<_> = children
            .iter()
            .filter_map(|child| Some((child.successor.mv, child.zone?)))
            .collect();
        self.game.zone_of_lost(position, &lost)
    }

    /// A child as far as it is known already, or can be told without search.
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
        let is_too_deep = self.path.len() >= MAX_DEPTH;
        if let Some(depth) = repeated.or(is_too_deep.then_some(0)) {
            child.numbers = Numbers::FAILED;
            child.depends_on = depth;
            child.zone = Some(self.game.whole());
            return Ok(child);
        }
        if let Some(entry) = self.table.get(key) {
            if entry.path == 0 || entry.path == self.path_key | 1 {
                child.numbers = entry.numbers;
                child.depends_on = if entry.path == 0 { usize::MAX } else { 0 };
                child.zone = entry.zone;
            }
            return Ok(child);
        }
        budget.spend(1)?;
        (child.numbers, child.zone) = match self.game.evaluate(&child.successor.position) {
            Evaluation::Proved(zone) => (Numbers::PROVED, Some(zone)),
            Evaluation::Failed(zone) => (Numbers::FAILED, Some(zone)),
            Evaluation::Open(numbers) => (numbers, None),
        };
        Ok(child)
    }
}

/// The player to move, and how he looks at numbers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Prover,
    Refuter,
}

impl Side {
    const fn of(is_prover: bool) -> Self {
        if is_prover {
            Self::Prover
        } else {
            Self::Refuter
        }
    }

    const fn to_win(self, numbers: Numbers) -> u32 {
        match self {
            Self::Prover => numbers.proof,
            Self::Refuter => numbers.disproof,
        }
    }

    const fn to_lose(self, numbers: Numbers) -> u32 {
        match self {
            Self::Prover => numbers.disproof,
            Self::Refuter => numbers.proof,
        }
    }

    const fn numbers(self, to_win: u32, to_lose: u32) -> Numbers {
        match self {
            Self::Prover => Numbers {
                proof: to_win,
                disproof: to_lose,
            },
            Self::Refuter => Numbers {
                proof: to_lose,
                disproof: to_win,
            },
        }
    }
}

/// A node in which all moves that matter lose.
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

struct Best {
    first: usize,
    /// The number of the best child with its cost.
    number: u32,
    /// The number of the next best child, infinite if there is none.
    second: u32,
    /// The largest number by which an open child is lost.
    hardest: u32,
    n_open: u32,
}

/// The open child that is easiest to win, costs added, if any is open; the first of equals.
fn best_of<G: ProofGame>(children: &[Child<G>], side: Side) -> Option<Best> {
    let mut best: Option<Best> = None;
    for (n, child) in children.iter().enumerate() {
        if !child.numbers.is_open() {
            continue;
        }
        let value = side
            .to_win(child.numbers)
            .saturating_add(child.successor.cost);
        let to_lose = side.to_lose(child.numbers);
        let Some(best) = &mut best else {
            best = Some(Best {
                first: n,
                number: value,
                second: INFINITE,
                hardest: to_lose,
                n_open: 1,
            });
            continue;
        };
        best.n_open += 1;
        best.hardest = best.hardest.max(to_lose);
        if value < best.number {
            best.second = best.number;
            best.number = value;
            best.first = n;
        } else {
            best.second = best.second.min(value);
        }
    }
    best
}

/// As much again, so that the search does not jump between children of equal merit.
fn relaxed(second: u32) -> u32 {
    (2 * second + 1).min(INFINITE)
}

/// A limit less what is counted elsewhere; no limit stays none.
const fn reduced(limit: u32, by: u32) -> u32 {
    if limit >= INFINITE {
        INFINITE
    } else {
        limit.saturating_sub(by)
    }
}
