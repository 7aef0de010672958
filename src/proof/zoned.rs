//! Depth-first proof-number search in which each proof knows its zone.
//!
//! The refuter may do anything, far more than a search can look at. But a proof depends on a part of the position
//! only, its *zone*: once it is shown that the prover succeeds if the refuter does nothing, whatever the refuter does
//! outside the zone of that proof fails too, and only moves inside have to be refuted one by one; each refutation
//! may widen the zone. So the refuter's moves are made on demand, and what is proved holds against all of them,
//! whichever moves of the prover the search looked at.
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

/// What can be told about a position without search.
#[derive(Clone, Debug)]
pub enum Evaluation<Z> {
    /// The prover succeeds, and this part of the position shows it.
    Proved(Z),
    /// The prover fails, or is not worth following here.
    Failed,
    /// Neither; how hard both look.
    Open(Numbers),
}

/// A game between a prover and a refuter in which proofs have zones.
pub trait ZonedGame {
    /// One move; doing nothing is one.
    type Move: Copy + Eq;
    /// The part of a position that a proof depends on.
    type Zone: Clone;

    /// Key of the position with the player to move and all else that matters. Not zero.
    fn key(&self) -> u64;

    /// Whether it is the prover's turn.
    fn is_prover_to_move(&self) -> bool;

    /// What can be told without search.
    fn evaluate(&mut self) -> Evaluation<Self::Zone>;

    /// The moves of the prover that are worth looking at, best first.
    fn prover_moves(&mut self) -> Vec<Self::Move>;

    /// Moves of the refuter to look at before any proof tells which ones matter; one of them is to do nothing.
    fn refuter_moves(&mut self) -> Vec<Self::Move>;

    /// Makes a move.
    fn play(&mut self, mv: Self::Move);

    /// Takes the last move back.
    fn undo(&mut self);

    /// The zone of a position in which the prover makes a move to a position with a known zone.
    fn zone_of_move(&mut self, mv: Self::Move, after: &Self::Zone) -> Self::Zone;

    /// The zone of a position in which the moves given, with the zones after them, are refuted; and the moves of the
    /// refuter that matter in that zone and are not among them.
    fn zone_of_refuted(
        &mut self,
        refuted: &[(Self::Move, &Self::Zone)],
    ) -> (Self::Zone, Vec<Self::Move>);

    /// Told of each move that proved, or that refuted a claim of the prover.
    fn learn(&mut self, mv: Self::Move);
}

/// A proof that the prover succeeds from a position, with all it takes to follow it.
#[derive(Debug)]
pub struct Proof<M, Z> {
    /// What the proof depends on.
    pub zone: Z,
    /// How it goes on.
    pub step: Step<M, Z>,
}

/// What a proof says about one position.
#[derive(Debug)]
pub enum Step<M, Z> {
    /// It is settled by itself.
    Settled,
    /// The prover makes this move.
    Prover(M, Arc<Proof<M, Z>>),
    /// Each move of the refuter that matters is answered.
    Refuter(Vec<(M, Arc<Proof<M, Z>>)>),
}

/// How a search ended.
#[derive(Debug)]
pub enum Outcome<M, Z> {
    /// The prover succeeds.
    Proved(Arc<Proof<M, Z>>),
    /// There is no proof with the moves that the game offers to the prover.
    NotProved,
    /// The search ended early; the numbers so far, and the prover's most promising move.
    Unknown(Stop, Numbers, Option<M>),
}

/// Looks for a proof that the prover succeeds. The game comes back as it was; a position evaluated costs one unit
/// of the budget.
pub fn prove<G: ZonedGame>(
    game: &mut G,
    table: &mut Table<G::Move, G::Zone>,
    budget: &mut Budget,
) -> Outcome<G::Move, G::Zone> {
    match game.evaluate() {
        Evaluation::Proved(zone) => {
            return Outcome::Proved(Arc::new(Proof {
                zone,
                step: Step::Settled,
            }));
        }
        Evaluation::Failed => return Outcome::NotProved,
        Evaluation::Open(_) => {}
    }
    let key = game.key();
    let mut search = Search {
        game,
        table,
        budget,
        path: Vec::new(),
        path_key: 0,
        favourite: None,
    };
    match search.visit(key, Numbers::UNLIMITED) {
        Ok(Visit {
            proof: Some(proof), ..
        }) => Outcome::Proved(proof),
        Ok(_) => Outcome::NotProved,
        Err(stop) => {
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
}

struct Child<M, Z> {
    mv: M,
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
        let result = if self.game.is_prover_to_move() {
            self.visit_prover(limit)
        } else {
            self.visit_refuter(limit)
        };
        self.path.pop();
        self.path_key = self.path_key.wrapping_sub(mixed(key));
        let visit = result?;
        let is_free = !visit.numbers.is_failed() || visit.depends_on >= self.path.len();
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

    fn visit_prover(&mut self, limit: Numbers) -> Result<Visit<G::Move, G::Zone>, Stop> {
        let mut children = Vec::new();
        for mv in self.game.prover_moves() {
            let child = self.child(mv)?;
            let is_proved = child.numbers.is_proved();
            children.push(child);
            if is_proved {
                break;
            }
        }
        loop {
            if let Some(child) = children.iter().find(|child| child.numbers.is_proved())
                && let Some(after) = &child.proof
            {
                let zone = self.game.zone_of_move(child.mv, &after.zone);
                self.game.learn(child.mv);
                if self.path.len() == 1 {
                    self.favourite = Some(child.mv);
                }
                return Ok(Visit {
                    numbers: Numbers::PROVED,
                    proof: Some(Arc::new(Proof {
                        zone,
                        step: Step::Prover(child.mv, Arc::clone(after)),
                    })),
                    depends_on: usize::MAX,
                });
            }
            let Some(best) = best_of(&children, |numbers| numbers.proof) else {
                return Ok(Visit {
                    numbers: Numbers::FAILED,
                    proof: None,
                    depends_on: children
                        .iter()
                        .map(|child| child.depends_on)
                        .min()
                        .unwrap_or(usize::MAX),
                });
            };
            if self.path.len() == 1 {
                self.favourite = Some(children[best.first].mv);
            }
            let own = Numbers {
                proof: children[best.first].numbers.proof,
                disproof: hardest(&children, |numbers| numbers.disproof) + (best.n_open - 1),
            };
            if own.proof >= limit.proof || own.disproof >= limit.disproof {
                return Ok(Visit::open(own));
            }
            let child_limit = Numbers {
                proof: limit.proof.min(relaxed(best.second)),
                disproof: reduced(limit.disproof, best.n_open - 1),
            };
            self.descend(&mut children[best.first], child_limit)?;
            self.refresh(&mut children);
        }
    }

    fn visit_refuter(&mut self, limit: Numbers) -> Result<Visit<G::Move, G::Zone>, Stop> {
        let mut children = Vec::new();
        for mv in self.game.refuter_moves() {
            children.push(self.child(mv)?);
        }
        loop {
            let failed = children.iter().filter(|child| child.numbers.is_failed());
            if let Some(child) = failed.max_by_key(|child| child.depends_on) {
                self.game.learn(child.mv);
                return Ok(Visit {
                    numbers: Numbers::FAILED,
                    proof: None,
                    depends_on: child.depends_on,
                });
            }
            let Some(best) = best_of(&children, |numbers| numbers.disproof) else {
                let (zone, missing) = {
                    let refuted: Vec<_> = children
                        .iter()
                        .filter_map(|child| Some((child.mv, &child.proof.as_ref()?.zone)))
                        .collect();
                    self.game.zone_of_refuted(&refuted)
                };
                if missing.is_empty() {
                    let answered = children
                        .iter()
                        .filter_map(|child| Some((child.mv, Arc::clone(child.proof.as_ref()?))));
                    let step = Step::Refuter(answered.collect());
                    return Ok(Visit {
                        numbers: Numbers::PROVED,
                        proof: Some(Arc::new(Proof { zone, step })),
                        depends_on: usize::MAX,
                    });
                }
                for mv in missing {
                    let child = self.child(mv)?;
                    children.push(child);
                }
                continue;
            };
            let own = Numbers {
                proof: hardest(&children, |numbers| numbers.proof) + (best.n_open - 1),
                disproof: children[best.first].numbers.disproof,
            };
            if own.proof >= limit.proof || own.disproof >= limit.disproof {
                return Ok(Visit::open(own));
            }
            let child_limit = Numbers {
                proof: reduced(limit.proof, best.n_open - 1),
                disproof: limit.disproof.min(relaxed(best.second)),
            };
            self.descend(&mut children[best.first], child_limit)?;
            self.refresh(&mut children);
        }
    }

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
    fn child(&mut self, mv: G::Move) -> Result<Child<G::Move, G::Zone>, Stop> {
        self.game.play(mv);
        let key = self.game.key();
        let mut child = Child {
            mv,
            key,
            numbers: Numbers::OPEN,
            proof: None,
            depends_on: usize::MAX,
        };
        if let Some(depth) = self.path.iter().position(|&above| above == key) {
            child.numbers = Numbers::FAILED;
            child.depends_on = depth;
        } else if self.path.len() >= MAX_DEPTH {
            child.numbers = Numbers::FAILED;
            child.depends_on = 0;
        } else if !self.look_up(&mut child) {
            if let Err(stop) = self.budget.spend(1) {
                self.game.undo();
                return Err(stop);
            }
            match self.game.evaluate() {
                Evaluation::Proved(zone) => {
                    child.numbers = Numbers::PROVED;
                    child.proof = Some(Arc::new(Proof {
                        zone,
                        step: Step::Settled,
                    }));
                }
                Evaluation::Failed => child.numbers = Numbers::FAILED,
                Evaluation::Open(numbers) => child.numbers = numbers,
            }
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
        if entry.path == 0 {
            child.numbers = entry.numbers;
            child.depends_on = usize::MAX;
            child.proof.clone_from(&entry.proof);
        } else if entry.path == self.path_key | 1 {
            child.numbers = Numbers::FAILED;
            child.depends_on = 0;
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

impl<M, Z> Visit<M, Z> {
    const fn open(numbers: Numbers) -> Self {
        Self {
            numbers,
            proof: None,
            depends_on: usize::MAX,
        }
    }
}

struct Best {
    first: usize,
    /// The number of the next best child, infinite if there is none.
    second: u32,
    n_open: u32,
}

/// The open child with the least number, if any is open; the first of equals.
fn best_of<M, Z>(children: &[Child<M, Z>], number: impl Fn(Numbers) -> u32) -> Option<Best> {
    let mut best: Option<Best> = None;
    for (n, child) in children.iter().enumerate() {
        if !child.numbers.is_open() {
            continue;
        }
        let value = number(child.numbers);
        best = Some(match best {
            None => Best {
                first: n,
                second: INFINITE,
                n_open: 1,
            },
            Some(best) if value < number(children[best.first].numbers) => Best {
                first: n,
                second: number(children[best.first].numbers),
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

/// The largest number of an open child.
fn hardest<M, Z>(children: &[Child<M, Z>], number: impl Fn(Numbers) -> u32) -> u32 {
    children
        .iter()
        .filter(|child| child.numbers.is_open())
        .map(|child| number(child.numbers))
        .max()
        .unwrap_or(0)
}

/// A quarter more, so that the search does not jump between children of equal merit.
fn relaxed(second: u32) -> u32 {
    (second + second / 4 + 1).min(INFINITE)
}

/// A limit less what the other children count; no limit stays none.
const fn reduced(limit: u32, by: u32) -> u32 {
    if limit >= INFINITE {
        INFINITE
    } else {
        limit.saturating_sub(by)
    }
}
