//! A question on its board: the attempts at it, and how each attempt advances, is strengthened and is read.

use std::sync::Arc;

use super::attempt::Attempt;
use super::basis::{Basis, Gap};
use super::past::Past;
use super::proof_check::ProofCheck;
use super::reading::{Place, ProvedClaim, Reading, Verdict};
use crate::base::Budget;
use crate::board::{Board, Cell, Color, Point, PointSet};
use crate::proof::game::{LeafStatus, ProofGame};
use crate::proof::parallel::{self, Threads};
use crate::proof::solver::Solver;
use crate::proof::{Numbers, Outcome};
use crate::safety::unconditional_life;
use crate::tactics::ko::{KoThreats, LONGEST_LINE};
use crate::tsumego::fight::{Fight, Position};
use crate::tsumego::frame::cells::Cells;
use crate::tsumego::frame::window::{territory, window};
use crate::tsumego::frame::{Boundary, Frame, Layout};
use crate::tsumego::guide::proof_game::FightTable;
use crate::tsumego::question::{Goal, LifeCriterion, Question};

/// Largest distances from the block at which moves are searched for; the windows use them in turn.
const MARGINS: [u8; 4] = [2, 3, 4, 6];

/// The farthest that a window grows.
const FARTHEST: u8 = 8;

/// For an estimate, attacking blocks with this number of liberties outside are walls.
const OPEN: Boundary = Boundary::Open { least_liberties: 2 };

/// Added to keys of the table for claims of the other side.
const OTHER_SALT: u64 = 1 << 20;

/// Added to keys of the table from one attempt to the next.
const ATTEMPT_SALT: u64 = 1 << 12;

/// Added to keys of the table each time a frame grows.
const GROWN_SALT: u64 = 1 << 4;

/// Added to keys of the table each time the walls are made stronger.
const STRONGER_SALT: u64 = 1 << 24;

/// Added to keys of the table for claims in which a seki does not count as life.
const TWO_EYES_SALT: u64 = 1 << 28;

/// How often a claim is tried with stronger walls, until they are strong enough.
const MOST_BOUNDARIES: usize = 3;

/// What is assumed never to be taken.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Assumed {
    /// Stones of either color.
    pub stones: PointSet,
    /// Points on which a stone of the attacker stands that blocks the way out there.
    pub points: PointSet,
}

impl Assumed {
    /// Nothing.
    pub(crate) const NOTHING: Self = Self {
        stones: PointSet::EMPTY,
        points: PointSet::EMPTY,
    };
}

/// A question on its board.
pub(crate) struct Inquiry<'a, const N: usize> {
    board: &'a Board,
    /// The question.
    pub question: Question,
    life: LifeCriterion,
    defender: Color,
    /// One stone of each block in question.
    targets: PointSet,
    safe: PointSet,
    /// Points on which a stone of the attacker is assumed to stand.
    held: PointSet,
    /// The layout that all frames share, if there is one.
    layout: Option<Layout>,
    pub(crate) threads: Threads,
    /// The game before the position.
    past: Arc<Past>,
}

impl<'a, const N: usize> Inquiry<'a, N> {
    /// `None` if there are no stones on the targets, or stones of both colors. Besides the game before, what is assumed
    /// never to be taken is given.
    pub(crate) fn new(
        board: &'a Board,
        question: Question,
        life: LifeCriterion,
        threads: Threads,
        (past, assumed): (Arc<Past>, &Assumed),
    ) -> Option<Self> {
        let defender = question.owner(board)?;
        let attacker = defender.opponent();
        let mut inquiry = Self {
            board,
            question,
            life,
            defender,
            targets: question.blocks(board),
            safe: unconditional_life(board, attacker).stones | assumed.stones,
            held: assumed.points,
            layout: None,
            threads,
            past,
        };
        // The largest frame that fits: the others are parts of it.
        let frames = MARGINS.iter().rev().filter_map(|&margin| {
            inquiry.frame(
                &inquiry.around(|target| window(board, target, margin, &inquiry.safe)),
                OPEN,
            )
        });
        inquiry.layout = frames.map(|frame| frame.layout).next();
        Some(inquiry)
    }

    /// What is around each of the blocks, taken together.
    fn around(&self, near: impl Fn(Point) -> PointSet) -> PointSet {
        let parts = self.targets.iter().map(near);
        parts.fold(PointSet::EMPTY, |all, part| all | part)
    }

    /// Whether stones of the attacker are assumed to stand on points where none is yet.
    pub(crate) fn holds_points(&self) -> bool {
        !self.held.is_empty()
    }

    fn frame(&self, window: &PointSet, boundary: Boundary) -> Option<Frame<N>> {
        let mut frame = Frame::laid_out(
            self.board,
            self.targets,
            window,
            &self.safe,
            boundary,
            self.layout,
        )?;
        frame.hold(&self.held);
        Some(frame)
    }

    /// The attempts at a claim, the smallest frame first. `answer` holds the ko threats of the claim if the other side
    /// makes it.
    pub(crate) fn attempts(&self, goal: Goal, answer: Option<KoThreats>) -> Vec<Attempt<N>> {
        let near = self.around(|target| territory(self.board, target, MARGINS[3], &self.safe));
        let windows = |margins: &'static [u8]| {
            let far = margins.iter().map(|&margin| {
                self.around(|target| window(self.board, target, margin, &self.safe))
            });
            std::iter::once(near).chain(far)
        };
        let shut = windows(&MARGINS).map(|window| (window, Boundary::Shut));
        let open = windows(&MARGINS[1..]).map(|window| (window, OPEN));
        let plans: Vec<(PointSet, Boundary)> = match goal {
            Goal::Kill => shut.chain(open).collect(),
            Goal::Live => open.skip(1).chain(shut).collect(),
        };
        let mut attempts: Vec<Attempt<N>> = Vec::new();
        let mut salt = if answer.is_some() { OTHER_SALT } else { 0 };
        salt += match self.life {
            LifeCriterion::EyesOrSeki => 0,
            LifeCriterion::TwoEyes => TWO_EYES_SALT,
        };
        let mut may_grow = goal == Goal::Kill;
        for (window, boundary) in plans {
            let Some(frame) = self.frame(&window, boundary) else {
                continue;
            };
            let is_optimistic = (goal == Goal::Kill) == (boundary == Boundary::Shut);
            // A frame that is the same with a pessimistic boundary is not optimistic.
            attempts.retain(|other| {
                !other.is_optimistic || is_optimistic || !other.is_same_frame(&frame)
            });
            if attempts.iter().any(|other| other.is_same_frame(&frame)) {
                continue;
            }
            salt += ATTEMPT_SALT;
            let begins_against_two = self.holds_points() && !is_optimistic;
            attempts.push(Attempt {
                goal,
                life: self.life,
                window,
                boundary,
                frame,
                ko_threats: match (answer, boundary) {
                    (Some(ko_threats), _) => ko_threats,
                    (None, _) if begins_against_two => KoThreats::REFUTER_TWO,
                    (None, Boundary::Shut) => KoThreats::RefuterEndless,
                    (None, Boundary::Open { .. }) => KoThreats::Nobody,
                },
                known: [None; KoThreats::N_RANKS],
                numbers: None,
                found: None,
                against_two: None,
                salt,
                guess: None,
                hint: None,
                is_optimistic,
                begins_against_two,
                grows: may_grow && !is_optimistic,
                easier: Vec::new(),
            });
            may_grow &= is_optimistic;
        }
        attempts.sort_by_key(|attempt| attempt.frame.region.len());
        if goal == Goal::Live
            && let Some(first) = attempts.iter().position(|attempt| !attempt.is_optimistic)
        {
            // It shares the table with the first one until it grows.
            let mut growing = attempts[first].clone();
            growing.grows = true;
            attempts.insert(first + 1, growing);
        }
        attempts
    }

    pub(crate) fn start(&self, fight: &Fight<'_, N>) -> Position<N> {
        let to_move = self.question.to_move;
        let banned = match self.board.ko() {
            Some((color, point)) if color == to_move => fight.frame.cell(point),
            _ => Cells::EMPTY,
        };
        fight.start(to_move != self.defender, banned)
    }

    /// All claims about a frame, with their start positions.
    pub(crate) fn claims<'f>(
        &self,
        attempt: &'f Attempt<N>,
    ) -> impl Iterator<Item = (Fight<'f, N>, Position<N>)> {
        let all_threats = [
            KoThreats::Nobody,
            KoThreats::RefuterEndless,
            KoThreats::ProverEndless,
            KoThreats::REFUTER_TWO,
        ];
        all_threats.into_iter().map(|ko_threats| {
            let fight = attempt.fight_for(ko_threats);
            let start = self.start(&fight);
            (fight, start)
        })
    }

    /// Tries the next claims about a frame. Returns an answer if the goal is reached without a ko.
    pub(crate) fn advance(
        &self,
        attempt: &mut Attempt<N>,
        table: &mut FightTable<N>,
        nodes: u64,
        budget: &mut Budget,
    ) -> Option<Reading> {
        while attempt.found.is_none() {
            let outcome = self.step(attempt, table, nodes, budget);
            let succeeds = match outcome {
                Outcome::Unknown(_) => break,
                Outcome::Proved => true,
                Outcome::Disproved => false,
            };
            if succeeds && attempt.ko_threats == KoThreats::RefuterEndless && !attempt.is_optimistic
            {
                return Some(self.strengthened(attempt, table, budget));
            }
            let tried = attempt.ko_threats;
            self.settle(attempt, succeeds, table, budget);
            if succeeds && tried != KoThreats::RefuterEndless {
                attempt.hint = attempt.guess.or(attempt.hint);
            }
        }
        None
    }

    /// Notes whether the claim holds that was tried, and chooses the next one.
    fn settle(
        &self,
        attempt: &mut Attempt<N>,
        succeeds: bool,
        table: &mut FightTable<N>,
        budget: &mut Budget,
    ) {
        let is_against_two = attempt.ko_threats == KoThreats::REFUTER_TWO;
        if succeeds && is_against_two && !attempt.is_optimistic {
            attempt.against_two = Some(self.strengthened(attempt, table, budget));
        }
        attempt.known[attempt.ko_threats.rank()] = Some(succeeds);
        attempt.choose_threats();
    }

    /// Tries whether a favorable ko stays a ko if the refuter has only two threats.
    pub(crate) fn weigh_ko(
        &self,
        attempt: &mut Attempt<N>,
        table: &mut FightTable<N>,
        nodes: u64,
        budget: &mut Budget,
    ) {
        attempt.ko_threats = KoThreats::REFUTER_TWO;
        let shown = attempt.guess;
        let outcome = self.step(attempt, table, nodes, budget);
        if outcome != Outcome::Proved {
            // A move that is shown to reach a ko is worth more than a move that looks good against threats.
            attempt.guess = shown;
        }
        if !matches!(outcome, Outcome::Unknown(_)) {
            self.settle(attempt, outcome == Outcome::Proved, table, budget);
        }
    }

    /// Tries one claim alone.
    pub(crate) fn advance_alone(
        &self,
        attempt: &mut Attempt<N>,
        table: &mut FightTable<N>,
        nodes: u64,
        budget: &mut Budget,
    ) -> Option<Reading> {
        match self.step(attempt, table, nodes, budget) {
            Outcome::Proved => return Some(self.strengthened(attempt, table, budget)),
            Outcome::Disproved => attempt.found = Some(Verdict::Refuted),
            Outcome::Unknown(_) => {}
        }
        None
    }

    /// Searches for one claim, in a frame that may grow until no failure depends on its rim.
    fn step(
        &self,
        attempt: &mut Attempt<N>,
        table: &mut FightTable<N>,
        nodes: u64,
        budget: &mut Budget,
    ) -> Outcome {
        let mut part = budget.part(nodes);
        let (outcome, numbers) = loop {
            let fight = attempt.fight();

            let start = self.start(&fight);
            let outcome = parallel::prove(&fight, table, &start, self.threads, &mut part);
            let solver = Solver::new(&fight, table);
            let known = solver.entry(&start);
            let numbers = known.map_or(Numbers::OPEN, |entry| entry.numbers);
            let zone = match fight.evaluate(&start) {
                LeafStatus::Disproved(zone) | LeafStatus::Proved(zone) => zone,
                LeafStatus::Open(_) => {
                    let zone = known.and_then(|entry| entry.zone);
                    zone.unwrap_or(attempt.frame.cells)
                }
            };
            let best = known.and_then(|entry| entry.best).flatten();
            let guess = best.map(|cell| attempt.frame.point(Cells::cell(cell.into())));
            attempt.guess = guess.or(attempt.guess);
            let leaks = zone & attempt.frame.rim;
            if outcome != Outcome::Disproved || !attempt.grows || leaks.is_empty() {
                break (outcome, numbers);
            }
            if !attempt.grows_with_threats() || !self.grow(attempt, leaks) {
                break (outcome, numbers);
            }
        };
        budget.charge(part.spent());
        attempt.numbers = matches!(outcome, Outcome::Unknown(_)).then_some(numbers);
        outcome
    }

    /// Adds the points beyond some rim cells to the frame. Returns `false` if these are too far away or too many.
    fn grow(&self, attempt: &mut Attempt<N>, leaks: Cells<N>) -> bool {
        let allowed = self.around(|target| window(self.board, target, FARTHEST, &self.safe));
        let region = attempt.frame.region;
        let beyond = leaks
            .each()
            .flat_map(|cell| attempt.frame.point(cell).neighbors());
        let fresh: PointSet = beyond
            .filter(|&point| allowed.contains(point) && !region.contains(point))
            .filter(|&point| match self.board.cell(point) {
                Cell::Wall => false,
                Cell::Empty => true,
                cell @ (Cell::Black | Cell::White) => cell.color() == Some(self.defender),
            })
            .collect();
        let window = attempt.window | fresh;
        match self.frame(&window, attempt.boundary) {
            Some(frame) if !fresh.is_empty() && frame.region != region => {
                if frame.layout != attempt.frame.layout {
                    attempt.easier.clear();
                }
                attempt.window = window;
                attempt.frame = frame;
                attempt.salt += GROWN_SALT;
                true
            }
            _ => false,
        }
    }

    /// The answer that a proof in a frame gives. Makes the walls as strong as they have to be, if that can be shown in
    /// time.
    fn strengthened(
        &self,
        attempt: &Attempt<N>,
        table: &mut FightTable<N>,
        budget: &mut Budget,
    ) -> Reading {
        let fight = attempt.fight();
        let (mut reading, mut need) = self.reading(&fight, table, budget);
        for n in 0..MOST_BOUNDARIES {
            if reading.is_proven() || attempt.goal == Goal::Live {
                break;
            }
            let Some(n_elsewhere) = need else { break };
            let boundary = Boundary::Open {
                least_liberties: (n_elsewhere as usize).saturating_add(1),
            };
            let Some(frame) = self.frame(&attempt.window, boundary) else {
                break;
            };
            let salt = fight.salt + STRONGER_SALT * (n as u64 + 1);
            let fight = attempt.fight_in(&frame, attempt.ko_threats, salt);
            let start = self.start(&fight);
            let outcome = parallel::prove(&fight, table, &start, self.threads, budget);
            if outcome != Outcome::Proved {
                break;
            }
            (reading, need) = self.reading(&fight, table, budget);
        }
        reading
    }

    /// The success in a frame, for the caller to give its basis. An undecided ko counts as no ko, because most are
    /// none.
    pub(crate) fn claimed(
        &self,
        attempt: &Attempt<N>,
        table: &mut FightTable<N>,
        budget: &mut Budget,
    ) -> Option<Reading> {
        let verdict = match attempt.found {
            Some(Verdict::Refuted) => return None,
            Some(_) if attempt.is_ko_in_doubt() => Verdict::Achieved,
            Some(found) => found,
            None if attempt.holds_without_threats() => Verdict::Achieved,
            None => return None,
        };
        Some(self.shown(attempt, verdict, table, budget))
    }

    /// A ko that a pessimistic frame shows, if it is proved there that the result is no worse than a ko.
    pub(crate) fn ko(
        &self,
        attempt: &Attempt<N>,
        table: &mut FightTable<N>,
        budget: &mut Budget,
    ) -> Option<Reading> {
        let verdict = attempt.found.filter(|found| {
            matches!(found, Verdict::Ko { .. })
                && !attempt.is_optimistic
                && !attempt.is_ko_in_doubt()
        })?;
        let reading = self.shown(attempt, verdict, table, budget);
        reading.is_proven().then_some(reading)
    }

    /// The proof in a frame that stands behind a verdict.
    fn shown(
        &self,
        attempt: &Attempt<N>,
        verdict: Verdict,
        table: &mut FightTable<N>,
        budget: &mut Budget,
    ) -> Reading {
        let ko_threats = match verdict {
            Verdict::Ko {
                is_favorable: false,
            } => KoThreats::ProverEndless,
            Verdict::Achieved if attempt.known[KoThreats::REFUTER_TWO.rank()] == Some(true) => {
                KoThreats::REFUTER_TWO
            }
            Verdict::Achieved | Verdict::Ko { .. } | Verdict::Refuted | Verdict::Unknown => {
                KoThreats::Nobody
            }
        };
        let (mut reading, _) = self.reading(&attempt.fight_for(ko_threats), table, budget);
        if reading.line.is_empty() {
            reading.line.extend(attempt.guess.map(Some));
        }
        Reading { verdict, ..reading }
    }

    /// Reads the proof of a claim from the table, and counts the moves elsewhere that its walls have to withstand.
    fn reading(
        &self,
        fight: &Fight<'_, N>,
        table: &mut FightTable<N>,
        budget: &mut Budget,
    ) -> (Reading, Option<u32>) {
        let frame = fight.frame;
        let start = self.start(fight);
        let prover = fight.goal.player(self.defender);
        let past = self.past.in_frame(self.board, frame, prover);
        let mut walk = ProofCheck::new(fight, Solver::new(fight, table), past);
        let walked = walk.confirm(&start, budget);
        let line = walk.line(&start, LONGEST_LINE);
        let is_proven = match fight.goal {
            Goal::Kill => {
                walked.is_some_and(|walked| walked.n_elsewhere <= frame.spare_on(walked.ground))
            }
            // The exits of a shut frame are friends that can't be taken.
            Goal::Live => {
                walked.is_some() && (frame.boundary == Boundary::Shut || frame.exits.is_empty())
            }
        };
        let given = match (fight.goal, walked) {
            (Goal::Kill, Some(walked)) => frame.held_against(walked.ground, walked.n_elsewhere),
            (Goal::Kill, None) | (Goal::Live, _) => PointSet::EMPTY,
        };
        let basis = if is_proven {
            Basis::Proof
        } else {
            Basis::Pessimistic(Gap::Walls)
        };
        let reading = Reading {
            line: line
                .into_iter()
                .map(|mv| mv.map(|cell| frame.point(Cells::cell(cell.into()))))
                .collect(),
            zone: frame.region | frame.walls,
            given,
            claims: vec![ProvedClaim {
                goal: fight.goal,
                ko_threats: fight.ko_threats,
                place: Place::Frame(frame.region, frame.boundary),
            }],
            ..Reading::new(Verdict::Achieved, basis)
        };
        (reading, walked.map(|walked| walked.n_elsewhere))
    }
}
