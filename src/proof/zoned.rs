//! Depth-first proof-number search in which each proof knows its zone.
//!
//! The refuter may do anything, far more than a search can look at. But a proof depends on a part of the position
//! only, its *zone*: once it is shown that the prover succeeds if the refuter does nothing, whatever the refuter does
//! outside the zone of that proof fails too, and only moves inside have to be refuted one by one; each refutation
//! may widen the zone. So the refuter's moves are made on demand, and what is proved holds against all of them,
//! whichever moves of the prover the search looked at. The same goes for the prover's moves when he fails, where it
//! spares the search most of its work; but the game may hold some of them back, and then a failure is no proof.
//!
//! A repetition on the path is a failure of the prover. A proof holds on any path. A failure that rests on a
//! repetition of a node above is kept together with its path and believed on the same path only, so that it never
//! hides a proof (the graph history interaction problem).
//!
//! The numbers of a node follow its hardest child and the number of the others rather than the sum, since the
//! children share most of their positions.
//!
//! Sources: Nagai (2002) for df-pn; Pawlewicz and Lew (2007) for the slack of a quarter in the thresholds; Kishimoto
//! and Mueller (2004) for the history of graphs; Ueda, Hashimoto, Hashimoto and Iida (2008), "Weak proof-number search";
//! Shih, Wei, Liu and Wu (2022), "A novel approach to solving goal-achieving problems for board games", for zones.

use std::sync::Arc;

use super::numbers::{INFINITE, Numbers};
use super::table::Table;
use crate::base::{Budget, Stop};

/// Nodes on a path; below is failure.
const MAX_DEPTH: usize = 160;

/// Cost of the refuter's moves that only a zone tells of.
const COST_OF_OTHERS: u32 = 4;

/// What can be told about a position without search.
#[derive(Clone, Debug)]
pub enum Evaluation<Z> {
    /// The prover succeeds, and this part of the position shows it.
    Proved(Z),
    /// The prover fails, and this part of the position shows it.
    Failed(Z),
    /// Neither; how hard both look.
    Open(Numbers),
}

/// A game between a prover and a refuter in which what is settled has a zone.
pub trait ZonedGame {
    /// One move; doing nothing is one.
    type Move: Copy + Eq;
    /// The part of a position that its outcome depends on.
    type Zone: Clone;

    /// Key of the position with the player to move and all else that matters. Not zero.
    fn key(&self) -> u64;

    /// Whether it is the prover's turn.
    fn is_prover_to_move(&self) -> bool;

    /// What can be told without search.
    fn evaluate(&mut self) -> Evaluation<Self::Zone>;

    /// Moves of the player to move to look at before any zone tells which ones matter, each with its cost: how much
    /// harder than a move without cost it is taken to be. One of them is to do nothing.
    fn moves(&mut self) -> Vec<(Self::Move, u32)>;

    /// Makes a move.
    fn play(&mut self, mv: Self::Move);

    /// Takes the last move back.
    fn undo(&mut self);

    /// The zone of a position in which the player to move makes a move to a position that he wins with a known zone.
    fn zone_of_move(&mut self, mv: Self::Move, after: &Self::Zone) -> Self::Zone;

    /// The zone of a position in which the player to move loses with the moves given, with the zones after them; and
    /// his moves that matter in that zone and are not among them. For the refuter these must be all that matter.
    fn zone_of_lost(&mut self, lost: &[(Self::Move, &Self::Zone)])
    -> (Self::Zone, Vec<Self::Move>);

    /// The zone of a failure of the prover that is not looked into: a repetition, or a path that is too long.
    fn zone_of_failure(&self) -> Self::Zone;

    // DEBUG-BEGIN
    fn name(&self, mv: Self::Move) -> String;
    // DEBUG-END
    /// Told of each move that won for the player to move.
    fn learn(&mut self, mv: Self::Move);
}

/// Why a position is settled, with all it takes to follow it.
#[derive(Debug)]
pub struct Proof<M, Z> {
    /// What the outcome depends on.
    pub zone: Z,
    /// How it goes on.
    pub step: Step<M, Z>,
}

/// What a proof says about one position.
#[derive(Debug)]
pub enum Step<M, Z> {
    /// It is settled by itself.
    Settled,
    /// The player to move wins with this move.
    Choice(M, Arc<Proof<M, Z>>),
    /// The player to move loses: each of his moves that matters is answered.
    Replies(Vec<(M, Arc<Proof<M, Z>>)>),
}

/// How a search ended.
#[derive(Debug)]
pub enum Outcome<M, Z> {
    /// The prover succeeds.
    Proved(Arc<Proof<M, Z>>),
    /// The prover does not succeed with the moves that the game offers to him.
    Failed(Arc<Proof<M, Z>>),
    /// The search ended early; the numbers so far, and the most promising move.
    Unknown(Stop, Numbers, Option<M>),
}

/// Looks for a proof that the prover succeeds. The game comes back as it was; a position evaluated costs one unit
/// of the budget.
pub fn prove<G: ZonedGame>(
    game: &mut G,
    table: &mut Table<G::Move, G::Zone>,
    budget: &mut Budget,
) -> Outcome<G::Move, G::Zone> {
    let settled = |zone| {
        Arc::new(Proof {
            zone,
            step: Step::Settled,
        })
    };
    match game.evaluate() {
        Evaluation::Proved(zone) => return Outcome::Proved(settled(zone)),
        Evaluation::Failed(zone) => return Outcome::Failed(settled(zone)),
        Evaluation::Open(_) => {}
    }
    let key = game.key();
    let mut search = Search {
        game,
        table,
        budget,
        path: Vec::new(),
        path_key: 0,
        favourite: None, stat: [0; 8],
    };
    match search.visit(key, Numbers::UNLIMITED) {
        Ok(Visit {
            proof: Some(proof),
            numbers,
            ..
        }) if numbers.is_proved() => Outcome::Proved(proof),
        Ok(Visit {
            proof: Some(proof), ..
        }) => Outcome::Failed(proof),
        Ok(visit) => Outcome::Unknown(Stop::Nodes, visit.numbers, search.favourite),
        Err(stop) => {
            // DEBUG-BEGIN
            if std::env::var("RDUMP").is_ok() { search.dump(key); }
            // DEBUG-END
            let numbers = search
                .table
                .get(key)
                .map_or(Numbers::OPEN, |entry| entry.numbers);
            Outcome::Unknown(stop, numbers, search.favourite)
        }
    }
}

/// Spreads the bits of a key, so that sets of keys have sums of their own.
const fn mixed(key: u64) -> u64 {
    let key = (key ^ (key >> 31)).wrapping_mul(0x9E6C_63D0_676A_9A99);
    key ^ (key >> 29)
}

struct Search<'a, G: ZonedGame> {
    game: &'a mut G,
    table: &'a mut Table<G::Move, G::Zone>,
    budget: &'a mut Budget,
    /// Keys of the nodes above and of the current one.
    path: Vec<u64>,
    /// Sum of the mixed keys of the path.
    path_key: u64,
    /// The root's most promising move.
    favourite: Option<G::Move>,
    stat: [u64; 8],
}

struct Child<M, Z> {
    mv: M,
    /// Added to the number by which the player to move chooses.
    cost: u32,
    key: u64,
    numbers: Numbers,
    proof: Option<Arc<Proof<M, Z>>>,
    /// The highest node above on which a failure depends; `usize::MAX` if it holds everywhere.
    depends_on: usize,
}

struct Visit<M, Z> {
    numbers: Numbers,
    proof: Option<Arc<Proof<M, Z>>>,
    depends_on: usize,
}

impl<G: ZonedGame> Search<'_, G> {
    /// Searches below the current node until one of its numbers reaches the limit.
    fn visit(&mut self, key: u64, limit: Numbers) -> Result<Visit<G::Move, G::Zone>, Stop> {
        let start = self.budget.spent();
        self.path.push(key);
        self.path_key = self.path_key.wrapping_add(mixed(key));
        let result = self.visit_children(limit);
        self.path.pop();
        self.path_key = self.path_key.wrapping_sub(mixed(key));
        let visit = result?;
        let is_free = !visit.numbers.is_failed() || visit.depends_on >= self.path.len();
        self.stat[1] += 1; if !is_free { self.stat[0] += 1; }
        let path = if is_free { 0 } else { self.path_key | 1 };
        let work = u32::try_from(self.budget.spent() - start).unwrap_or(u32::MAX);
        self.table
            .put(key, path, visit.numbers, work, visit.proof.clone());
        Ok(Visit {
            depends_on: if is_free {
                usize::MAX
            } else {
                visit.depends_on
            },
            ..visit
        })
    }

    fn visit_children(&mut self, limit: Numbers) -> Result<Visit<G::Move, G::Zone>, Stop> {
        let side = Side::of(self.game.is_prover_to_move());
        let mut children: Vec<Child<G::Move, G::Zone>> = Vec::new();
        for (mv, cost) in self.game.moves() {
            let child = self.child(mv, cost)?;
            let is_won = side.to_win(child.numbers) == 0;
            children.push(child);
            if is_won {
                break;
            }
        }
        loop {
            let won = children
                .iter()
                .filter(|child| side.to_win(child.numbers) == 0);
            if let Some(child) = won.max_by_key(|child| child.depends_on) {
                return Ok(self.won(side, child));
            }
            let Some(best) = best_of(&children, side) else {
                let (zone, missing) = self.zone_of_lost(&children);
                self.stat[4] += missing.len() as u64;
                if missing.is_empty() { self.stat[2 + usize::from(side == Side::Refuter)] += 1;
                    return Ok(lost(side, &children, zone));
                }
                for mv in missing {
                    let child = self.child(mv, crate::base::tune(0, 4) as u32)?;
                    children.push(child);
                }
                continue;
            };
            if self.path.len() == 1 {
                self.favourite = Some(children[best.first].mv);
            }
            let hardest = children
                .iter()
                .filter(|child| child.numbers.is_open())
                .map(|child| side.to_lose(child.numbers))
                .max();
            let own = side.numbers(best.number, hardest.unwrap_or(0) + (best.n_open - 1));
            if own.proof >= limit.proof || own.disproof >= limit.disproof {
                return Ok(Visit {
                    numbers: own,
                    proof: None,
                    depends_on: usize::MAX,
                });
            }
            let to_win = side.to_win(limit).min(relaxed(best.second));
            let child_limit = side.numbers(
                reduced(to_win, children[best.first].cost),
                reduced(side.to_lose(limit), best.n_open - 1),
            );
            self.descend(&mut children[best.first], child_limit)?;
            self.refresh(&mut children);
        }
    }

    fn won(&mut self, side: Side, child: &Child<G::Move, G::Zone>) -> Visit<G::Move, G::Zone> {
        self.game.learn(child.mv);
        if self.path.len() == 1 {
            self.favourite = Some(child.mv);
        }
        let proof = child.proof.as_ref().map(|after| {
            Arc::new(Proof {
                zone: self.game.zone_of_move(child.mv, &after.zone),
                step: Step::Choice(child.mv, Arc::clone(after)),
            })
        });
        Visit {
            numbers: side.numbers(0, INFINITE),
            proof,
            depends_on: child.depends_on,
        }
    }

    fn zone_of_lost(&mut self, children: &[Child<G::Move, G::Zone>]) -> (G::Zone, Vec<G::Move>) {
        let lost: Vec<_> = children
            .iter()
            .filter_map(|child| Some((child.mv, &child.proof.as_ref()?.zone)))
            .collect();
        self.game.zone_of_lost(&lost)
    }

    // DEBUG-BEGIN
    #[allow(clippy::print_stderr)]
    fn dump(&mut self, root: u64) {
        eprintln!("nodes {} paths {} visits {} lost-prover {} lost-refuter {} missing {} won {}", self.budget.spent(), self.stat[0], self.stat[1], self.stat[2], self.stat[3], self.stat[4], self.stat[5]);
        let mut n_played = 0;
        let mut key = root;
        self.path.clear();
        for _ in 0..14 {
            let moves: Vec<_> = self.game.moves();
            let who = self.game.is_prover_to_move();
            let mut best: Option<(u32, G::Move, u64)> = None;
            let mut text = String::new();
            for (mv, _) in moves {
                self.game.play(mv);
                let k = self.game.key();
                self.game.undo();
                if let Some(e) = self.table.get(k) {
                    text += &format!(" {}:{}/{}/{}", self.game.name(mv), e.numbers.proof, e.numbers.disproof, e.work());
                    if best.as_ref().is_none_or(|b| e.work() > b.0) { best = Some((e.work(), mv, k)); }
                } else { text += &format!(" {}:-", self.game.name(mv)); }
            }
            eprintln!("{} {}", if who {"OR "} else {"AND"}, text);
            let _ = key;
            let Some((_, mv, k)) = best else { break };
            eprintln!("  -> {}", self.game.name(mv));
            self.game.play(mv);
            n_played += 1;
            key = k;
        }
        for _ in 0..n_played { self.game.undo(); }
    }
    // DEBUG-END
    fn descend(&mut self, child: &mut Child<G::Move, G::Zone>, limit: Numbers) -> Result<(), Stop> {
        self.game.play(child.mv);
        let visited = self.visit(child.key, limit);
        self.game.undo();
        let visit = visited?;
        child.numbers = visit.numbers;
        child.proof = visit.proof;
        child.depends_on = visit.depends_on;
        Ok(())
    }

    /// A child as far as it is known already, or can be told without search.
    fn child(&mut self, mv: G::Move, cost: u32) -> Result<Child<G::Move, G::Zone>, Stop> {
        self.game.play(mv);
        let key = self.game.key();
        let mut child = Child {
            mv,
            cost,
            key,
            numbers: Numbers::OPEN,
            proof: None,
            depends_on: usize::MAX,
        };
        let repeated = self.path.iter().position(|&above| above == key);
        let is_too_deep = self.path.len() >= MAX_DEPTH;
        if let Some(depth) = repeated.or(is_too_deep.then_some(0)) {
            child.fail(depth, self.game.zone_of_failure());
        } else if !self.look_up(&mut child) {
            if let Err(stop) = self.budget.spend(1) {
                self.game.undo();
                return Err(stop);
            }
            let (numbers, zone) = match self.game.evaluate() {
                Evaluation::Proved(zone) => (Numbers::PROVED, Some(zone)),
                Evaluation::Failed(zone) => (Numbers::FAILED, Some(zone)),
                Evaluation::Open(numbers) => (numbers, None),
            };
            child.numbers = numbers;
            child.proof = zone.map(|zone| {
                Arc::new(Proof {
                    zone,
                    step: Step::Settled,
                })
            });
            self.table
                .put(key, 0, child.numbers, 0, child.proof.clone());
        }
        self.game.undo();
        Ok(child)
    }

    /// Takes what the table knows about a child; whether it knows the position.
    fn look_up(&self, child: &mut Child<G::Move, G::Zone>) -> bool {
        let Some(entry) = self.table.get(child.key) else {
            return false;
        };
        if entry.path == 0 || entry.path == self.path_key | 1 {
            child.numbers = entry.numbers;
            child.depends_on = if entry.path == 0 { usize::MAX } else { 0 };
            child.proof.clone_from(&entry.proof);
        } else {
            child.numbers = Numbers::OPEN;
        }
        true
    }

    /// Takes over what the search below one child found about the others.
    fn refresh(&self, children: &mut [Child<G::Move, G::Zone>]) {
        for child in children.iter_mut().filter(|child| child.numbers.is_open()) {
            if let Some(entry) = self.table.get(child.key)
                && entry.path == 0
            {
                child.numbers = entry.numbers;
                child.proof.clone_from(&entry.proof);
            }
        }
    }
}

impl<M, Z> Child<M, Z> {
    /// The prover fails here because of the node `depth` on the path.
    fn fail(&mut self, depth: usize, zone: Z) {
        self.numbers = Numbers::FAILED;
        self.depends_on = depth;
        self.proof = Some(Arc::new(Proof {
            zone,
            step: Step::Settled,
        }));
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
fn lost<M: Copy, Z>(side: Side, children: &[Child<M, Z>], zone: Z) -> Visit<M, Z> {
    let answered = children
        .iter()
        .filter_map(|child| Some((child.mv, Arc::clone(child.proof.as_ref()?))));
    Visit {
        numbers: side.numbers(INFINITE, 0),
        proof: Some(Arc::new(Proof {
            zone,
            step: Step::Replies(answered.collect()),
        })),
        depends_on: children
            .iter()
            .map(|child| child.depends_on)
            .min()
            .unwrap_or(usize::MAX),
    }
}

struct Best {
    first: usize,
    /// The number of the best child with its cost.
    number: u32,
    /// The number of the next best child, infinite if there is none.
    second: u32,
    n_open: u32,
}

/// The open child that is easiest to win, costs added, if any is open; the first of equals.
fn best_of<M, Z>(children: &[Child<M, Z>], side: Side) -> Option<Best> {
    let mut best: Option<Best> = None;
    for (n, child) in children.iter().enumerate() {
        if !child.numbers.is_open() {
            continue;
        }
        let value = side.to_win(child.numbers).saturating_add(child.cost);
        best = Some(match best {
            None => Best {
                first: n,
                number: value,
                second: INFINITE,
                n_open: 1,
            },
            Some(best) if value < best.number => Best {
                first: n,
                number: value,
                second: best.number,
                n_open: best.n_open + 1,
            },
            Some(best) => Best {
                second: best.second.min(value),
                n_open: best.n_open + 1,
                ..best
            },
        });
    }
    best
}

/// A quarter more, so that the search does not jump between children of equal merit.
fn relaxed(second: u32) -> u32 {
    (second + second / crate::base::tune(8, 4) as u32 + crate::base::tune(9, 1) as u32).min(INFINITE)
}

/// A limit less what is counted elsewhere; no limit stays none.
const fn reduced(limit: u32, by: u32) -> u32 {
    if limit >= INFINITE {
        INFINITE
    } else {
        limit.saturating_sub(by)
    }
}
