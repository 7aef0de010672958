//! Small eye spaces as a game between the owner of the block around and an attacker, wherever they are on the board.
//!
//! An *eye shape* is a connected set of a few points that one block of the owner and the edge of the board enclose.
//! Which of the points touch the block matters: the corner of the board in a square of four does not. All positions of
//! a shape are solved together: the positions in which a side succeeds are the least set that contains its own reasons,
//! so that a ko gains it nothing: what is taken back at once is no progress. Both sides may play elsewhere at any time.
//!
//! - The attacker has *kept it down* if all that is left, the attacker's stones included, is a single eye: one point,
//!   or two neighbors. On the way the attacker may fill the shape but for one point: if the owner then plays elsewhere,
//!   the block is captured as soon as it has no liberty outside. Its liberties outside don't matter: filling one is the
//!   answer to a play elsewhere.
//! - The owner is *sure of one eye* if it comes as long as the block has a liberty elsewhere, though the attacker moves
//!   first, and if it always has one in the shape too. Two such shapes give two eyes: each is answered by itself, and
//!   the other one has the liberty.
//! - The owner is *sure of two eyes* if they come though the block has no liberty elsewhere, which would only forbid
//!   moves to the attacker.
//!
//! An eye is a part of the shape in which every empty point touches the block (Benson 1976); where suicide is allowed,
//! in which every point does, since the attacker can empty the others. The suicide of a single stone is no move.
//!
//! Floor 3. Suicide is forbidden unless [`EyeShape::with_suicide`] allows it. The idea of tables of eye shapes: Dyer,
//! "An eye shape library for computer Go"; the rule for outside liberties is ours.

/// Most points of an eye shape.
pub const MOST_POINTS: usize = 7;

/// A set of points of an eye shape: bit `n` is the `n`-th of its points.
pub type Mask = u8;

/// Stands for a number of rounds if the attacker never succeeds.
pub const NEVER: u8 = u8::MAX;

/// The points of an eye shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EyeShape {
    n_points: usize,
    /// Each set of points together with those beside it.
    spread: Vec<Mask>,
    /// Points beside the block.
    touching: Mask,
    /// Whether the rules allow suicide.
    allows_suicide: bool,
}

/// Stones in an eye shape.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stones {
    /// Those of the attacker.
    pub attacker: Mask,
    /// Those that the owner of the block has played in the shape.
    pub owner: Mask,
}

/// The positions to which one side can move, for the number of each position.
type Moves = Vec<Vec<usize>>;

/// The first point of a set.
const fn first(set: Mask) -> Mask {
    set & set.wrapping_neg()
}

impl EyeShape {
    /// The shape with the neighbors given for each point, of which `touching` are beside the block.
    ///
    /// # Panics
    /// If there are more than [`MOST_POINTS`].
    #[must_use]
    pub fn new(neighbors: &[Mask], touching: Mask) -> Self {
        assert!(neighbors.len() <= MOST_POINTS, "the shape is too large");
        let spread = |set: Mask| {
            let beside = neighbors.iter().enumerate();
            let beside = beside.filter(|(n, _)| set >> n & 1 != 0);
            beside.fold(set, |wide, (_, near)| wide | near)
        };
        Self {
            n_points: neighbors.len(),
            spread: (0..1 << neighbors.len()).map(spread).collect(),
            touching,
            allows_suicide: false,
        }
    }

    /// The same shape under a rule of suicide.
    #[must_use]
    pub const fn with_suicide(mut self, allowed: bool) -> Self {
        self.allows_suicide = allowed;
        self
    }

    /// All of its points.
    #[must_use]
    pub const fn all(&self) -> Mask {
        (1 << self.n_points) - 1
    }

    /// Whether its points are connected, and some of them beside the block.
    #[must_use]
    pub(crate) fn is_enclosed_whole(&self) -> bool {
        self.touching != 0 && self.component(1, self.all()) == self.all()
    }

    /// A number of the position, less than [`Self::n_numbers`].
    #[must_use]
    pub fn number(&self, stones: Stones) -> usize {
        usize::from(stones.owner) << self.n_points | usize::from(stones.attacker)
    }

    /// Numbers of positions.
    #[must_use]
    pub const fn n_numbers(&self) -> usize {
        1 << (2 * self.n_points)
    }

    /// All positions.
    fn positions(&self) -> impl Iterator<Item = Stones> {
        let all = self.all();
        (0..=all).flat_map(move |owner| {
            let attackers = (0..=all).filter(move |attacker| attacker & owner == 0);
            attackers.map(move |attacker| Stones { attacker, owner })
        })
    }

    fn spread(&self, set: Mask) -> Mask {
        self.spread[usize::from(set)]
    }

    /// The part of `within` connected with `start`.
    fn component(&self, start: Mask, within: Mask) -> Mask {
        let mut part = start & within;
        loop {
            let wider = self.spread(part) & within;
            if wider == part {
                return part;
            }
            part = wider;
        }
    }

    const fn empty(&self, stones: Stones) -> Mask {
        self.all() & !(stones.attacker | stones.owner)
    }

    /// The stones among `set` without a liberty.
    fn without_liberty(&self, set: Mask, stones: Stones) -> Mask {
        let free = self.spread(self.empty(stones)) & set;
        set & !self.component(free, set)
    }

    /// The owner's stones that belong to the block.
    fn joined(&self, stones: Stones) -> Mask {
        self.component(self.touching, stones.owner)
    }

    /// The owner's stones without a liberty; those that belong to the block have one.
    fn lost_inside(&self, stones: Stones) -> Mask {
        self.without_liberty(stones.owner & !self.joined(stones), stones)
    }

    /// The liberties of the block in the shape.
    fn liberties(&self, stones: Stones) -> Mask {
        (self.touching | self.spread(self.joined(stones))) & self.empty(stones)
    }

    /// The position after a play of the attacker on the `n`-th point, if it is legal as long as the block has a liberty
    /// elsewhere.
    #[must_use]
    pub fn attack(&self, stones: Stones, n: usize) -> Option<Stones> {
        let mut next = stones;
        if self.empty(stones) >> n & 1 == 0 {
            return None;
        }
        next.attacker |= 1 << n;
        next.owner &= !self.lost_inside(next);
        let lost = self.without_liberty(next.attacker, next);
        next.attacker &= !lost;
        self.may_remove(lost).then_some(next)
    }

    /// Whether a play may remove these stones of its own color: none, or several by suicide.
    const fn may_remove(&self, lost: Mask) -> bool {
        lost == 0 || self.allows_suicide && lost.count_ones() > 1
    }

    /// The position after a play of the owner on the `n`-th point, if it is legal as long as the block has a liberty
    /// elsewhere.
    #[must_use]
    pub fn defend(&self, stones: Stones, n: usize) -> Option<Stones> {
        let mut next = stones;
        if self.empty(stones) >> n & 1 == 0 {
            return None;
        }
        next.owner |= 1 << n;
        next.attacker &= !self.without_liberty(next.attacker, next);
        let lost = self.lost_inside(next);
        next.owner &= !lost;
        self.may_remove(lost).then_some(next)
    }

    /// The moves of one side in all positions.
    fn moves(&self, play: impl Fn(&Self, Stones, usize) -> Option<Stones>) -> Moves {
        let mut moves = vec![Vec::new(); self.n_numbers()];
        for stones in self.positions() {
            let after = (0..self.n_points).filter_map(|n| play(self, stones, n));
            moves[self.number(stones)] = after.map(|after| self.number(after)).collect();
        }
        moves
    }

    /// How many rounds the attacker needs at most to keep the owner down to a single eye, the owner moving first, or
    /// [`NEVER`]; for the number of each position.
    #[must_use]
    pub fn rounds_to_single_eye(&self) -> Vec<u8> {
        let (attacks, defenses) = (self.moves(Self::attack), self.moves(Self::defend));
        let mut rounds = vec![NEVER; self.n_numbers()];
        let mut open = Vec::new();
        for stones in self.positions() {
            if self.is_single_eye(stones) {
                rounds[self.number(stones)] = 0;
            } else {
                let is_full_but_one = self.empty(stones).count_ones() == 1;
                open.push((self.number(stones), is_full_but_one));
            }
        }
        for round in 1..NEVER {
            // Every play of the owner, one elsewhere included, can be answered by a position known as won.
            let is_won = |number: usize| rounds[number] != NEVER;
            let can_attack = |number: usize| attacks[number].iter().any(|&next| is_won(next));
            let won = open.extract_if(.., |&mut (number, is_full_but_one)| {
                (is_full_but_one || can_attack(number))
                    && defenses[number]
                        .iter()
                        .all(|&next| is_won(next) || can_attack(next))
            });
            let won: Vec<usize> = won.map(|(number, _)| number).collect();
            if won.is_empty() {
                break;
            }
            for number in won {
                rounds[number] = round;
            }
        }
        rounds
    }

    /// Whether what is left is at most one eye.
    fn is_single_eye(&self, stones: Stones) -> bool {
        let room = self.all() & !stones.owner;
        match room.count_ones() {
            0 | 1 => true,
            2 => self.spread(first(room)) & room == room,
            _ => false,
        }
    }

    /// The eyes that the block has. A part with stones of the owner that don't belong to it is none.
    fn n_eyes(&self, stones: Stones) -> u32 {
        let empty = self.empty(stones);
        let touched = self.touching | self.spread(self.joined(stones));
        let needed = if self.allows_suicide {
            self.all()
        } else {
            empty
        };
        let others = self.all() & !self.joined(stones);
        let mut rest = empty;
        let mut n_eyes = 0;
        while rest != 0 {
            let part = self.component(first(rest), others);
            rest &= !part;
            let is_eye = part & needed & !touched == 0 && part & stones.owner == 0;
            n_eyes += u32::from(is_eye);
        }
        n_eyes
    }

    /// The eyes, up to two, of which the owner is sure, the attacker moving first; for each set of stones of the
    /// attacker.
    #[must_use]
    pub fn sure_eyes(&self) -> Vec<u8> {
        let (attacks, defenses) = (self.moves(Self::attack), self.moves(Self::defend));
        let one = self.is_sure(1, &attacks, &defenses);
        let two = self.is_sure(2, &attacks, &defenses);
        let both = two.into_iter().zip(one);
        both.map(|(two, one)| if two { 2 } else { u8::from(one) })
            .take(usize::from(self.all()) + 1)
            .collect()
    }

    /// Whether the owner is sure of `n_eyes` eyes, for the number of each position.
    fn is_sure(&self, n_eyes: u32, attacks: &Moves, defenses: &Moves) -> Vec<bool> {
        let mut sure = vec![false; self.n_numbers()];
        let mut breathes = vec![false; self.n_numbers()];
        let mut open = Vec::new();
        for stones in self.positions() {
            let number = self.number(stones);
            let n_liberties = self.liberties(stones).count_ones();
            breathes[number] = n_liberties > 0;
            sure[number] = n_liberties > 0 && self.n_eyes(stones) >= n_eyes;
            // Two eyes in one shape have to do without liberties elsewhere: the last one must not be filled.
            if !sure[number] && n_liberties >= n_eyes {
                open.push(number);
            }
        }
        loop {
            let n_before = open.len();
            // What is read is known from before, or found in this pass.
            open.retain(|&number| {
                let can_defend = |number: usize| {
                    breathes[number]
                        && (sure[number] || defenses[number].iter().any(|&next| sure[next]))
                };
                // After a play elsewhere too.
                let is_sure =
                    can_defend(number) && attacks[number].iter().all(|&next| can_defend(next));
                sure[number] = is_sure;
                !is_sure
            });
            if open.len() == n_before {
                return sure;
            }
        }
    }
}
