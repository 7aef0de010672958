//! The part of a board in which a claim is checked, and its rules of play.
//!
//! Both sides play on the points of the *region* only. What lies outside is turned against the prover, and replaced by
//! two sets of points:
//!
//! - *secure for the attacker*: a stone of the attacker there can't be taken. In a claim of killing these are the
//!   points beside walls, stones of the attacker outside; and those with several empty points outside beside them. In a
//!   claim of living, all points beside something outside.
//! - *secure for the defender*: a stone of the defender there can't be taken. In a claim of killing these are the
//!   points beside empty points or stones of the defender outside. In a claim of living these are the points beside
//!   stones of the defender outside that are taken for granted.
//!
//! Stones outside that a header takes for granted count for the side that makes the claim alone.
//!
//! That other walls can't be taken has to be shown: [`Arena::withstands`] counts their liberties outside. A region
//! that is the whole board has no outside, and the rules are the plain ones.
//!
//! Suicide is forbidden, or, where the header allows it, removes a block of several stones. That of a single stone
//! changes nothing, as a pass does, and is no move. In the region, a block with a stone beside something outside is not
//! removed: it may have a liberty there. A side that took a single stone in a ko may not be retaken at once, unless the
//! other side has a retake. Repetitions need no rule: a proof never returns to a position on its way.

use super::format::{ClaimLine, Goal, Retakes};
use super::grid::Grid;
use super::life::pass_alive;
use super::set::Set;

/// The most blocks in question.
const MOST_BLOCKS: usize = 32;

/// The blocks that a connection is about.
const BLOCKS_TO_JOIN: usize = 2;

/// Stones on a board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stones {
    pub(crate) grid: Grid,
    pub(crate) attackers: Set,
    pub(crate) defenders: Set,
    /// Stones of either side that are taken for granted: their blocks have a liberty that is never filled. Empty points
    /// among them: a stone of the attacker has such a liberty once it is there.
    pub(crate) given: Set,
    pub(crate) allows_suicide: bool,
}

/// What a claim is about.
#[derive(Clone, Debug)]
pub(crate) struct Claim {
    pub(crate) goal: Goal,
    pub(crate) retakes: Retakes,
    /// How often; `None` if there is no bound.
    pub(crate) number: Option<u8>,
    pub(crate) region: Set,
    /// Empty points outside that make a stone of the attacker secure.
    pub(crate) outside: Option<usize>,
}

/// A part of the board with its rules.
#[derive(Clone, Debug)]
pub(crate) struct Arena {
    pub(crate) grid: Grid,
    pub(crate) goal: Goal,
    retakes: Retakes,
    number: Option<u8>,
    pub(crate) region: Set,
    /// One stone of each block in question.
    pub(crate) named: Vec<usize>,
    /// Points where stones of the attacker can't be taken.
    pub(crate) attacker_secure: Set,
    /// Points where stones of the defender can't be taken.
    pub(crate) defender_secure: Set,
    /// Points beside something outside that is no wall.
    pub(crate) rim: Set,
    pub(crate) allows_suicide: bool,
    /// For each point secure for the attacker how many moves outside the walls beside it withstand; no number if they
    /// withstand all.
    withstood: Vec<(usize, usize)>,
}

/// A position in an arena, with all that later moves depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct State {
    pub(crate) attackers: Set,
    pub(crate) defenders: Set,
    /// Where a ko forbids the side to move to play, unless it has a retake.
    pub(crate) ban: Option<usize>,
    pub(crate) is_attacker_to_move: bool,
    /// Retakes left, if they are counted.
    pub(crate) retakes: u8,
    /// The blocks in question that were taken, as bits.
    pub(crate) gone: u32,
}

impl Claim {
    /// The claim of a line. `None` if a name is no point of the board.
    pub(crate) fn of(line: &ClaimLine, grid: &Grid) -> Option<Self> {
        let region: Option<Set> = line.region.iter().map(|name| grid.point(name)).collect();
        Some(Self {
            goal: line.goal,
            retakes: line.retakes,
            number: line.number,
            region: region?,
            outside: line.outside,
        })
    }
}

impl Arena {
    /// The arena of a claim about the blocks named by some stones. `None` if these are too many, none, no stones of the
    /// defender, or not in the region; or if the claim is that of a cut, or of a connection in a part of the board.
    pub(crate) fn new(stones: &Stones, named: &[usize], claim: &Claim) -> Option<Self> {
        let targets: Set = named.iter().copied().collect();
        let fits = match claim.goal {
            Goal::Kill | Goal::Live => (1..=MOST_BLOCKS).contains(&named.len()),
            Goal::Connect => named.len() == BLOCKS_TO_JOIN && claim.region == stones.grid.all,
            Goal::Cut => false,
        };
        if !fits || !targets.is_within(stones.defenders & claim.region) {
            return None;
        }
        let mut arena = Self {
            grid: stones.grid,
            goal: claim.goal,
            retakes: claim.retakes,
            number: claim.number,
            region: claim.region,
            named: named.to_vec(),
            attacker_secure: Set::EMPTY,
            defender_secure: Set::EMPTY,
            rim: Set::EMPTY,
            allows_suicide: stones.allows_suicide,
            withstood: Vec::new(),
        };
        let is_kill = claim.goal == Goal::Kill;
        let stand = if is_kill {
            let free = stones.grid.all - claim.region;
            let alive = pass_alive(&stones.grid, stones.attackers, stones.grid.all, free).stones;
            alive | (stones.given & stones.attackers)
        } else {
            stones.given & stones.defenders
        };
        for point in claim.region.points() {
            arena.look_outside(stones, claim, point, stand);
        }
        Some(arena)
    }

    /// Finds out what lies outside beside a point. The prover's stones of `stand` are never taken.
    fn look_outside(&mut self, stones: &Stones, claim: &Claim, point: usize, stand: Set) {
        let grid = self.grid;
        let occupied = stones.attackers | stones.defenders;
        let outside = grid.spread(Set::of(point)) - self.region;
        let walls = outside & stones.attackers;
        let friends = match self.goal {
            Goal::Live => outside & stand,
            Goal::Kill | Goal::Connect | Goal::Cut => Set::EMPTY,
        };
        if !friends.is_empty() {
            self.defender_secure.insert(point);
        }
        let others = outside - walls - friends;
        if !others.is_empty() {
            self.rim.insert(point);
            match self.goal {
                Goal::Kill => self.defender_secure.insert(point),
                Goal::Live | Goal::Connect | Goal::Cut => self.attacker_secure.insert(point),
            }
        }
        for wall in grid.parts(walls, stones.attackers) {
            self.attacker_secure.insert(point);
            if !wall.meets(stand) {
                let liberties = grid.spread(wall) - occupied - self.region;
                self.withstood
                    .push((point, liberties.len().saturating_sub(1)));
            }
        }
        if self.goal == Goal::Kill && (stones.given - occupied).has(point) {
            self.attacker_secure.insert(point);
        }
        let n_empty = (others - occupied).len();
        if let Some(outside) = claim.outside
            && self.goal == Goal::Kill
            && n_empty >= outside.max(1)
            && !self.attacker_secure.has(point)
        {
            self.attacker_secure.insert(point);
            self.withstood.push((point, n_empty - 1));
        }
    }

    /// Whether the walls beside some points stand though the refuter makes so many moves outside.
    pub(crate) fn withstands(&self, points: Set, n_moves: usize) -> bool {
        let beside = self
            .withstood
            .iter()
            .filter(|(point, _)| points.has(*point));
        beside
            .into_iter()
            .all(|&(_, withstood)| n_moves <= withstood)
    }

    /// Whether the attacker, else the defender, makes the claim.
    pub(crate) fn is_prover(&self, is_attacker: bool) -> bool {
        is_attacker == (self.goal == Goal::Kill)
    }

    /// Whether it is the prover's turn.
    pub(crate) fn is_prover_to_move(&self, state: &State) -> bool {
        self.is_prover(state.is_attacker_to_move)
    }

    /// Whether a side may take back kos at once at all.
    fn has_retakes(&self, is_attacker: bool) -> bool {
        match self.retakes {
            Retakes::Nobody => false,
            Retakes::Prover => self.is_prover(is_attacker),
            Retakes::Refuter => !self.is_prover(is_attacker),
        }
    }

    fn has_endless_retakes(&self, is_attacker: bool) -> bool {
        self.number.is_none() && self.has_retakes(is_attacker)
    }

    /// The position in which a claim begins. `ko` is where a ko forbids the side to move to play.
    pub(crate) fn start(&self, stones: &Stones, is_attacker: bool, ko: Option<usize>) -> State {
        let ban = ko.filter(|&ko| self.region.has(ko) && !self.has_endless_retakes(is_attacker));
        State {
            attackers: stones.attackers & self.region,
            defenders: stones.defenders & self.region,
            ban,
            is_attacker_to_move: is_attacker,
            retakes: if self.retakes == Retakes::Nobody {
                0
            } else {
                self.number.unwrap_or(0)
            },
            gone: 0,
        }
    }

    /// Whether each block of the prover has a liberty in the region, or can't be taken. No play in the region would
    /// take another one, though its liberties outside may be filled.
    pub(crate) fn prover_breathes(&self, state: &State) -> bool {
        let is_attacker = self.is_prover(true);
        let (stones, _) = state.of(is_attacker);
        let secure = self.secure(is_attacker);
        self.grid
            .all_breathe(stones, stones, self.empty(state), secure)
    }

    /// Points where stones of a side can't be taken.
    pub(crate) const fn secure(&self, is_attacker: bool) -> Set {
        if is_attacker {
            self.attacker_secure
        } else {
            self.defender_secure
        }
    }

    pub(crate) fn empty(&self, state: &State) -> Set {
        self.region - state.attackers - state.defenders
    }

    /// A set and its neighbors in the region.
    pub(crate) fn spread(&self, set: Set) -> Set {
        self.grid.spread(set) & self.region
    }

    /// The stones of the blocks in question that are on the board.
    pub(crate) fn target(&self, state: &State) -> Set {
        self.grid.flood(self.left(state), state.defenders)
    }

    /// The stones that name these blocks.
    pub(crate) fn left(&self, state: &State) -> Set {
        let named = self.named.iter().enumerate();
        let left = named.filter(|(n, _)| state.gone >> n & 1 == 0);
        left.map(|(_, &point)| point).collect()
    }

    /// Where a ko forbids the side to move to play.
    pub(crate) fn banned(&self, state: &State) -> Option<usize> {
        let may_retake = self.has_retakes(state.is_attacker_to_move) && state.retakes > 0;
        state.ban.filter(|_| !may_retake)
    }

    /// The position after a pass.
    pub(crate) const fn pass(state: &State) -> State {
        State {
            ban: None,
            is_attacker_to_move: !state.is_attacker_to_move,
            ..*state
        }
    }

    /// The position after a move; `None` if it is illegal.
    pub(crate) fn play(&self, state: &State, point: usize) -> Option<State> {
        if !self.empty(state).has(point) || self.banned(state) == Some(point) {
            return None;
        }
        let is_attacker = state.is_attacker_to_move;
        let (own, other) = state.own_and_other();
        let stone = Set::of(point);
        let own = own | stone;
        let empty = self.empty(state) - stone;
        let mut taken = Set::EMPTY;
        for block in self.grid.parts(self.spread(stone), other) {
            if !block.meets(self.secure(!is_attacker)) && !self.spread(block).meets(empty) {
                taken |= block;
            }
        }
        let made = self.grid.flood(stone, own);
        let liberties = self.spread(made) & (empty | taken);
        let is_suicide = liberties.is_empty() && !made.meets(self.secure(is_attacker));
        if is_suicide && (!self.allows_suicide || made == stone || made.meets(self.rim)) {
            return None;
        }
        let lost = if is_suicide { made } else { Set::EMPTY };
        let own = own - lost;
        // On the rim, and where it can't be taken, the stone may have a liberty or a friend outside.
        let is_ko = taken.len() == 1
            && made == stone
            && liberties == taken
            && !is_suicide
            && !stone.meets(self.rim | self.secure(is_attacker));
        let (attackers, defenders) = if is_attacker {
            (own, other - taken)
        } else {
            (other - taken, own)
        };
        let named = self.named.iter().enumerate();
        let removed = if is_attacker { taken } else { lost };
        let gone = named.filter(|(_, point)| removed.has(**point));
        Some(State {
            attackers,
            defenders,
            ban: if is_ko && !self.has_endless_retakes(!is_attacker) {
                taken.first()
            } else {
                None
            },
            is_attacker_to_move: !is_attacker,
            retakes: state
                .retakes
                .saturating_sub(u8::from(state.ban == Some(point))),
            gone: gone.fold(state.gone, |gone, (n, _)| gone | 1 << n),
        })
    }
}

impl State {
    /// The stones of the side to move, and those of the other.
    pub(crate) const fn own_and_other(&self) -> (Set, Set) {
        self.of(self.is_attacker_to_move)
    }

    /// The stones of a side, and those of the other.
    pub(crate) const fn of(&self, is_attacker: bool) -> (Set, Set) {
        if is_attacker {
            (self.attackers, self.defenders)
        } else {
            (self.defenders, self.attackers)
        }
    }
}
