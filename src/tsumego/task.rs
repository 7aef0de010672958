//! A claim about a block as a game between the one who claims it and the other: what the search for a proof walks.

use arrayvec::ArrayVec;

use super::death::Space;
use super::eyes::{EyeLibrary, EyeSpace, MOST_OUTSIDE, MOST_POINTS, own_eye_space};
use super::life::unconditional_life_of;
use super::zone::{Ground, Zone};
use crate::base::{Color, N_INDICES, PerColor, Point, PointSet, zobrist};
use crate::board::Board;
use crate::proof::Numbers;
use crate::proof::zoned::{Evaluation, ZonedGame};
use crate::safety::unconditional_life;

/// What is claimed about a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    /// It can be captured.
    Kill,
    /// It can't: it gets two eyes, or stays in a seki.
    Live,
}

impl Goal {
    /// What the other side claims.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::Kill => Self::Live,
            Self::Live => Self::Kill,
        }
    }
}

/// Who may take a ko back at once, as if he had threats without end and the other had none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KoRights {
    /// The one against the claim: what is proved is clean.
    Refuter,
    /// Nobody: there are no threats at all.
    Nobody,
    /// The one who makes the claim: what fails, fails without any ko.
    Prover,
}

/// A claim, with all that bounds the search for its proof.
#[derive(Clone, Debug)]
pub struct Claim {
    /// A stone of the block in question.
    pub target: Point,
    /// What is claimed.
    pub goal: Goal,
    /// Who may take back a ko.
    pub ko: KoRights,
    /// Where the prover looks for moves.
    pub window: PointSet,
    /// How many moves outside a static proof of death must tolerate to be believed; see [`Zone::spare`].
    pub least_spare: i16,
}

#[derive(Clone, Copy, Debug)]
struct Turn {
    to_move: Color,
    /// Passes in a row, each made while no ko was banned.
    n_passes: u8,
}

/// A claim about a position on a board, during the search.
#[derive(Debug)]
pub struct Task {
    board: Board,
    claim: Claim,
    defender: Color,
    prover: Color,
    /// Stones and enclosed points that nothing can change.
    safe: PerColor<PointSet>,
    turns: Vec<Turn>,
    salt: u64,
    history: PerColor<Vec<u32>>,
    library: EyeLibrary,
}

/// Liberties outside that make a stone part of a wall for the time being.
pub(super) const WALL_LIBERTIES: usize = 2;

/// Moves looked at before zones tell which matter, besides the pass.
const FIRST_MOVES: usize = 6;

/// Moves that the attacker needs to take a block whose only liberties are in an eye space of so many points, if the
/// defender moves elsewhere whenever he can.
const MOVES_TO_FILL: [i16; MOST_POINTS + 1] = [0, 1, 2, 3, 5, 8, 12, 17, 23];

/// Whether the points can be no more than one eye.
fn is_one_eye(points: &PointSet) -> bool {
    let mut points = points.iter();
    match (points.next(), points.next(), points.next()) {
        (Some(one), Some(two), None) => one.is_adjacent_to(two),
        (_, None, None) => true,
        _ => false,
    }
}

/// Difference of promise that counts one.
const PROMISE_PER_COST: i32 = 5;

/// The cost of the least promising moves.
const MOST_COST: i32 = 8;

/// Replies of more cost wait until a zone tells that they matter.
const MOST_FIRST_COST: u32 = 4;

impl Task {
    /// A claim about a position, with `to_move` to move. `None` if there is no stone on the target.
    #[must_use]
    pub fn new(board: &Board, claim: Claim, to_move: Color) -> Option<Self> {
        let defender = board.color(claim.target)?;
        let mut board = board.clone().with_suicide(false);
        board.forget_history();
        let prover = match claim.goal {
            Goal::Kill => defender.opponent(),
            Goal::Live => defender,
        };
        let safe = PerColor::from_fn(|color| unconditional_life(&board, color).points());
        let mut task = Self {
            board,
            defender,
            prover,
            safe,
            turns: vec![Turn {
                to_move,
                n_passes: 0,
            }],
            salt: 0,
            history: PerColor::from_fn(|_| vec![0; N_INDICES]),
            claim,
            library: EyeLibrary::default(),
        };
        task.salt = task.salt_of_claim();
        task.lift_ko();
        Some(task)
    }

    /// The position.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The claim.
    #[must_use]
    pub const fn claim(&self) -> &Claim {
        &self.claim
    }

    /// Who makes the claim.
    #[must_use]
    pub const fn prover(&self) -> Color {
        self.prover
    }

    /// Whose turn it is.
    #[must_use]
    pub fn to_move(&self) -> Color {
        self.turn().to_move
    }

    fn turn(&self) -> Turn {
        self.turns.last().copied().unwrap_or(Turn {
            to_move: self.prover,
            n_passes: 0,
        })
    }

    /// Tells tables apart in which the same position has another meaning.
    fn salt_of_claim(&self) -> u64 {
        let ko = match self.claim.ko {
            KoRights::Refuter => 1,
            KoRights::Nobody => 2,
            KoRights::Prover => 3,
        };
        let goal = match self.claim.goal {
            Goal::Kill => 1,
            Goal::Live => 2,
        };
        let spare = u64::from(self.claim.least_spare.unsigned_abs()) << 8
            | u64::from(self.claim.least_spare < 0) << 4;
        let window = self
            .claim
            .window
            .iter()
            .fold(spare | ko << 2 | goal, |key, point| {
                key.rotate_left(7).wrapping_mul(0x2545_F491_4F6C_DD1D) ^ zobrist::ko(point)
            });
        window ^ zobrist::stone(Color::Black, self.claim.target)
    }

    /// The position as the zones of what `winner` achieves see it.
    fn ground(&self, winner: Color) -> Ground<'_> {
        Ground {
            board: &self.board,
            winner,
            safe: &self.safe[winner],
            is_finite: winner != self.defender,
        }
    }

    /// A ko ban does not hold for the one who may always take back.
    fn lift_ko(&mut self) {
        let Some((banned, _)) = self.board.ko() else {
            return;
        };
        let is_free = match self.claim.ko {
            KoRights::Refuter => banned != self.prover,
            KoRights::Nobody => false,
            KoRights::Prover => banned == self.prover,
        };
        if is_free {
            self.board.set_ko(None);
        }
    }

    /// The outcome if `winner` is the one whose aim is reached.
    fn settled(&self, winner: Goal, mut zone: Zone) -> Evaluation<Zone> {
        let color = match winner {
            Goal::Kill => self.defender.opponent(),
            Goal::Live => self.defender,
        };
        self.ground(color).close(&mut zone);
        if winner == self.claim.goal {
            Evaluation::Proved(zone)
        } else {
            Evaluation::Failed(zone)
        }
    }

    fn target_block_zone(&self) -> Zone {
        Zone::new(self.board.stones(self.claim.target).collect())
    }

    /// The space of the target, with walls as they look now.
    #[must_use]
    pub fn space(&self) -> Space {
        Space::new(
            &self.board,
            self.claim.target,
            &self.safe[self.defender.opponent()],
            WALL_LIBERTIES,
        )
    }

    /// Whether the target lives by the points alone that its block encloses.
    fn lives_inside(&mut self, points: &PointSet) -> bool {
        let to_move = self.turn().to_move;
        let claim = self.claim_as(Goal::Live, self.claim.ko);
        let space = EyeSpace::new(
            &self.board,
            self.defender,
            points,
            &PointSet::EMPTY,
            0,
            claim,
            to_move,
        );
        space.is_some_and(|mut space| self.library.is_proved(&mut space))
    }

    /// If the target is dead because of what its block encloses, and no other eye is possible: how many moves outside
    /// the walls can spare.
    fn spare_of_death_inside(&mut self, space: &Space, own: &PointSet) -> Option<i16> {
        if !space.is_closed {
            return None;
        }
        let rest = space.eye_points - *own;
        if own.is_empty() || !is_one_eye(&rest) || own.len() + rest.len() > MOST_POINTS {
            return None;
        }
        let outside = space.area - *own - rest;
        let n_outside = outside.iter().filter(|&p| self.board.is_empty(p)).count();
        if n_outside > MOST_OUTSIDE {
            return None;
        }
        let (to_move, claim) = (self.turn().to_move, self.claim_as(Goal::Kill, self.claim.ko));
        let points = *own | rest;
        let mut eyes = EyeSpace::new(
            &self.board,
            self.defender,
            &points,
            &rest,
            n_outside,
            claim,
            to_move,
        )?;
        let extra = MOVES_TO_FILL[points.len()] - i16::try_from(points.len()).unwrap_or(0);
        self.library
            .is_proved(&mut eyes)
            .then(|| space.spare.saturating_sub(extra.max(0)))
    }

    /// The claim of one side with the rights to take back a ko that it has here.
    fn claim_as(&self, goal: Goal, ko: KoRights) -> (Goal, KoRights) {
        if goal == self.claim.goal {
            return (goal, ko);
        }
        let ko = match ko {
            KoRights::Refuter => KoRights::Prover,
            KoRights::Nobody => KoRights::Nobody,
            KoRights::Prover => KoRights::Refuter,
        };
        (goal, ko)
    }

    /// How hard a position looks that is not settled.
    fn first_numbers(&self, space: &Space) -> Numbers {
        let n_points = if space.is_closed {
            u32::try_from(space.eye_points.len()).unwrap_or(8)
        } else {
            12
        };
        let (u, v) = (crate::base::tune(6, 2) as u32, crate::base::tune(7, 3) as u32);
        let life_is_hard = 1 + if u == 0 { 0 } else { 6u32.saturating_sub(n_points) / u };
        let death_is_hard = 1 + if v == 0 { 0 } else { n_points.min(16) / v };
        match self.claim.goal {
            Goal::Kill => Numbers {
                proof: death_is_hard,
                disproof: life_is_hard,
            },
            Goal::Live => Numbers {
                proof: life_is_hard,
                disproof: death_is_hard,
            },
        }
    }

    /// Empty points of the window where `color` may play, the most promising first, with their costs.
    fn ordered_points(&self, color: Color) -> Vec<(Point, u32)> {
        let space = self.space();
        let mut scored: Vec<(i32, Point)> = self
            .claim
            .window
            .iter()
            .filter(|&point| self.board.is_legal(color, point))
            .map(|point| (self.promise(color, point, &space), point))
            .collect();
        scored.sort_by_key(|&(score, point)| (-score, point));
        let best = scored.first().map_or(0, |&(score, _)| score);
        scored
            .into_iter()
            .map(|(score, point)| {
                let cost = ((best - score) / crate::base::tune(2,5)).min(crate::base::tune(3,8));
                (point, cost.unsigned_abs())
            })
            .collect()
    }

    /// How promising a point looks for a color.
    fn promise(&self, color: Color, point: Point, space: &Space) -> i32 {
        let mut score = 0;
        let mut seen: ArrayVec<Point, 4> = ArrayVec::new();
        let target_head = self
            .board
            .block_at(self.claim.target)
            .map(|block| block.head());
        let mut n_eye_neighbors = 0;
        let mut n_own = 0;
        for neighbor in point.neighbors() {
            if space.eye_points.contains(neighbor) {
                n_eye_neighbors += 1;
            }
            let Some(block) = self.board.block_at(neighbor) else {
                continue;
            };
            n_own += i32::from(block.color() == color);
            if seen.contains(&block.head()) {
                continue;
            }
            seen.push(block.head());
            let size = i32::from(block.n_stones().min(6));
            let is_own = block.color() == color;
            score += match (is_own, block.n_liberties()) {
                (false, 1) => 40 + 6 * size,
                (true, 1) => 25 + 4 * size,
                (false, 2) => 12 + 2 * size,
                (true, 2) => 8,
                (_, 3) => 3,
                _ => 0,
            };
            if Some(block.head()) == target_head {
                score += 6;
            }
        }
        if space.eye_points.contains(point) {
            score += 10;
        }
        score += 5 * n_eye_neighbors;
        if n_own == 4 {
            score -= 60;
        }
        let learnt = self.history[color][point.index()].min(1 << 20);
        score + i32::try_from(4 * learnt.checked_ilog2().unwrap_or(0)).unwrap_or(0)
    }
}

impl ZonedGame for Task {
    /// `None` is a pass.
    type Move = Option<Point>;
    type Zone = Zone;

    fn key(&self) -> u64 {
        let turn = self.turn();
        let passes: u64 = match turn.n_passes {
            0 => 0,
            _ if turn.to_move != self.defender => 0,
            _ => 0x5851_F42D_4C95_7F2D,
        };
        let ko = self.board.ko().map_or(0, |(color, point)| {
            zobrist::ko(point) ^ zobrist::to_move(color)
        });
        (self.board.hash()
            ^ ko
            ^ zobrist::to_move(turn.to_move).rotate_left(1)
            ^ passes
            ^ self.salt)
            | 1
    }

    fn is_prover_to_move(&self) -> bool {
        self.turn().to_move == self.prover
    }

    fn evaluate(&mut self) -> Evaluation<Zone> {
        let (turn, target) = (self.turn(), self.claim.target);
        let Some(block) = self
            .board
            .block_at(target)
            .filter(|block| block.color() == self.defender)
        else {
            return self.settled(Goal::Kill, Zone::new(PointSet::from_iter([target])));
        };
        let attacker = self.defender.opponent();
        if turn.to_move == attacker
            && block
                .atari()
                .is_some_and(|liberty| self.board.is_legal(attacker, liberty))
        {
            let mut zone = self.target_block_zone();
            self.ground(attacker).add_surrounded(&mut zone, target);
            return self.settled(Goal::Kill, zone);
        }
        // The attacker passed though nothing kept him from playing: the defender may pass as well, and so on.
        let is_left_alone = turn.n_passes > 0 && turn.to_move == self.defender;
        let safe = &self.safe[self.defender];
        if is_left_alone || self.board.stones(target).any(|stone| safe.contains(stone)) {
            return self.settled(Goal::Live, self.target_block_zone());
        }
        if let Some(points) = unconditional_life_of(&self.board, target) {
            return self.settled(Goal::Live, Zone::new(points));
        }
        let own_space = own_eye_space(&self.board, target);
        if own_space.len() > 2 && self.lives_inside(&own_space) {
            return self.settled(Goal::Live, Zone::new(own_space | self.target_block_zone().points));
        }
        let space = self.space();
        let spare = if space.is_dead() {
            Some(space.spare)
        } else {
            self.spare_of_death_inside(&space, &own_space)
        };
        if let Some(spare) = spare
            && (self.claim.goal == Goal::Live || spare >= self.claim.least_spare)
        {
            let mut zone = space.zone(&self.safe[attacker]);
            zone.spare = spare;
            return self.settled(Goal::Kill, zone);
        }
        Evaluation::Open(self.first_numbers(&space))
    }

    fn moves(&mut self) -> Vec<(Self::Move, u32)> {
        let color = self.turn().to_move;
        let pass_cost = if color == self.prover {
            crate::base::tune(4,8) as u32
        } else {
            crate::base::tune(5,0) as u32
        };
        let first = self
            .ordered_points(color)
            .into_iter()
            .take(crate::base::tune(1, 6) as usize)
            .filter(|&(_, cost)| cost <= MOST_FIRST_COST)
            .map(|(point, cost)| (Some(point), cost));
        std::iter::once((None, pass_cost)).chain(first).collect()
    }

    fn play(&mut self, mv: Self::Move) {
        let turn = self.turn();
        let is_quiet = self.board.ko().is_none();
        let n_passes = match mv {
            None => {
                self.board.pass();
                if is_quiet { turn.n_passes + 1 } else { 0 }
            }
            Some(point) => {
                let played = self.board.play(turn.to_move, point);
                debug_assert!(played.is_ok(), "{point} is illegal");
                0
            }
        };
        self.turns.push(Turn {
            to_move: turn.to_move.opponent(),
            n_passes,
        });
        self.lift_ko();
    }

    fn undo(&mut self) {
        self.board.undo();
        self.turns.pop();
    }

    fn zone_of_move(&mut self, mv: Self::Move, after: &Zone) -> Zone {
        let ground = self.ground(self.turn().to_move);
        match mv {
            None => {
                let mut zone = after.clone();
                ground.close(&mut zone);
                zone
            }
            Some(point) => ground.of_play(point, after),
        }
    }

    fn zone_of_lost(&mut self, lost: &[(Self::Move, &Zone)]) -> (Zone, Vec<Self::Move>) {
        let loser = self.turn().to_move;
        let winner = loser.opponent();
        let ground = self.ground(winner);
        let mut zone = Zone::new(PointSet::EMPTY);
        for &(mv, after) in lost {
            match mv {
                None => zone.join(&after.clone().after_tenuki()),
                Some(point) => {
                    zone.join(after);
                    ground.add_effect(&mut zone, point, false);
                }
            }
        }
        let safe = &self.safe[winner];
        ground.complete(&mut zone, loser);
        let is_new = |&point: &Point| {
            self.board.is_legal(loser, point)
                && !safe.contains(point)
                && !lost.iter().any(|&(mv, _)| mv == Some(point))
        };
        let missing: Vec<Point> = zone.points.iter().filter(is_new).collect();
        if loser != self.prover {
            return (zone, missing.into_iter().map(Some).collect());
        }
        let (inside, outside): (Vec<Point>, Vec<Point>) = missing
            .into_iter()
            .partition(|&point| self.claim.window.contains(point));
        zone.is_assumed |= !outside.is_empty();
        (zone, inside.into_iter().map(Some).collect())
    }

    fn zone_of_failure(&self) -> Zone {
        Zone {
            is_assumed: true,
            ..Zone::new(self.claim.window)
        }
    }

    // DEBUG-BEGIN
    fn name(&self, mv: Self::Move) -> String { mv.map_or("pass".to_owned(), |p| p.to_string()) }
    // DEBUG-END
    fn learn(&mut self, mv: Self::Move) {
        let color = self.turn().to_move;
        if let Some(point) = mv {
            let count = &mut self.history[color][point.index()];
            *count = count.saturating_add(1);
        }
    }
}
