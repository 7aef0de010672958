//! The reader: from a question about a block to a verdict, with what was proved and what was only found likely.
//!
//! Frames of growing size are tried in turn with growing budgets. In a frame the claim is tried with less and less
//! against it: clean, as a ko without threats, as a ko with all threats; if all fail, the claim of the other side is
//! tried.

use std::time::{Duration, Instant};

use super::certificate::Walk;
use super::fight::{Fight, FightMove, Goal, KoRights, Position};
use super::frame::{Boundary, Cells, Frame};
use super::window::window;
use crate::base::{Budget, Color, Point, PointSet};
use crate::board::Board;
use crate::proof::solver::{Outcome, Solver, SolverTable};
use crate::safety::unconditional_life;

/// A question: can the side whose goal it is reach it, moving first?
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// A stone of the block.
    pub target: Point,
    /// What is asked for.
    pub goal: Goal,
    /// Who moves first.
    pub to_move: Color,
}

/// How a question is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The goal is reached whatever the other side does, without any ko.
    Achieved,
    /// It is reached if a ko is won.
    Ko {
        /// Whether it is the other side that has to find the first threat.
        is_favorable: bool,
    },
    /// It is not reached.
    Refuted,
    /// Nothing was found in time.
    Unknown,
}

/// An answer.
#[derive(Clone, Debug)]
pub struct Reading {
    /// What was found.
    pub verdict: Verdict,
    /// Whether it is proved.
    pub is_proven: bool,
    /// How it goes on, the first move included; `None` is a pass.
    pub line: Vec<Option<Point>>,
    /// The points that the answer depends on.
    pub zone: PointSet,
    /// Positions evaluated.
    pub n_nodes: u64,
    /// Time used.
    pub elapsed: Duration,
}

impl Reading {
    fn of(verdict: Verdict) -> Self {
        Self {
            verdict,
            is_proven: false,
            line: Vec::new(),
            zone: PointSet::EMPTY,
            n_nodes: 0,
            elapsed: Duration::ZERO,
        }
    }

    /// The first move; `None` for a pass or if there is none to name.
    #[must_use]
    pub fn first(&self) -> Option<Point> {
        self.line.first().copied().flatten()
    }
}

/// Bounds of a reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReaderParams {
    /// Size of the table: 2 to this power entries of about 64 bytes.
    pub log2_entries: u32,
}

impl Default for ReaderParams {
    fn default() -> Self {
        Self { log2_entries: 19 }
    }
}

/// Reads life and death.
#[derive(Debug)]
pub struct Reader {
    /// Whether the table is as new.
    is_fresh: bool,
    table: SolverTable<FightMove, Cells>,
}

/// Distances from the block within which moves are looked for, in turn.
const MARGINS: [u8; 4] = [2, 3, 4, 6];

/// How far out a block has to get to be out of danger, for an estimate.
const LEAST_ESCAPE: u8 = 4;

/// The round in which getting out is tried besides living inside.
const ROUND_OF_ESCAPES: u32 = 3;

/// Liberties outside that make a block of the attacker a wall for an estimate.
const WALL_LIBERTIES: usize = 2;

/// Nodes for each claim in the first round, and by how much they grow from round to round; each frame gets half of
/// what the one before it gets.
const FIRST_NODES: u64 = 4000;
const GROWTH: u64 = 4;

/// Moves shown of a line at most.
const LONGEST_LINE: usize = 30;

/// Tells claims apart in the table: those of the other side, and those with stronger walls.
const OTHER_SALT: u64 = 1000;
const STRONGER_SALT: u64 = 10_000;

/// Times a claim is tried with stronger walls, until they are strong enough.
const MOST_BOUNDARIES: usize = 3;

impl Reader {
    /// A reader with an empty table.
    #[must_use]
    pub fn new(params: ReaderParams) -> Self {
        Self {
            is_fresh: true,
            table: SolverTable::new(params.log2_entries),
        }
    }

    /// Answers a question within a budget. `None` if there is no stone on the target.
    pub fn read(
        &mut self,
        board: &Board,
        question: Question,
        budget: &mut Budget,
    ) -> Option<Reading> {
        let start = Instant::now();
        let n_before = budget.spent();
        if !std::mem::replace(&mut self.is_fresh, false) {
            self.table.clear();
        }
        let inquiry = Inquiry::new(board, question)?;
        let mut reading = inquiry.answer(&mut self.table, budget);
        reading.n_nodes = budget.spent() - n_before;
        reading.elapsed = start.elapsed();
        Some(reading)
    }
}

/// Claims about one frame, tried in this order.
const STAGES: [(KoRights, Verdict); 3] = [
    (KoRights::Refuter, Verdict::Achieved),
    (KoRights::Nobody, Verdict::Ko { is_favorable: true }),
    (
        KoRights::Prover,
        Verdict::Ko {
            is_favorable: false,
        },
    ),
];

/// A frame, and how far the claims about it were settled.
struct Attempt {
    goal: Goal,
    window: PointSet,
    frame: Frame,
    /// The claim to try next.
    stage: usize,
    /// A ko that was proved, or a failure.
    found: Option<Verdict>,
    salt: u64,
    /// The first round in which it takes part, unless all others are done.
    first_round: u32,
    /// The most promising first move so far.
    guess: Option<Point>,
}

/// A question on its board.
struct Inquiry<'a> {
    board: &'a Board,
    question: Question,
    defender: Color,
    safe: PointSet,
}

impl<'a> Inquiry<'a> {
    fn new(board: &'a Board, question: Question) -> Option<Self> {
        let defender = board.color(question.target)?;
        Some(Self {
            board,
            question,
            defender,
            safe: unconditional_life(board, defender.opponent()).stones,
        })
    }

    fn frame(&self, window: &PointSet, boundary: Boundary) -> Option<Frame> {
        Frame::new(
            self.board,
            self.question.target,
            window,
            &self.safe,
            boundary,
        )
    }

    fn attempts(&self, goal: Goal, salt: u64) -> Vec<Attempt> {
        let open = Boundary::Open {
            least_liberties: WALL_LIBERTIES,
        };
        let boundaries = match goal {
            Goal::Kill => [Some((open, MARGINS[0])), None],
            Goal::Live => [
                Some((Boundary::Shut, MARGINS[0])),
                Some((open, LEAST_ESCAPE)),
            ],
        };
        let mut attempts: Vec<Attempt> = Vec::new();
        for (boundary, least_margin) in boundaries.into_iter().flatten() {
            for margin in MARGINS.into_iter().filter(|&margin| margin >= least_margin) {
                let window = window(self.board, self.question.target, margin);
                let Some(frame) = self.frame(&window, boundary) else {
                    continue;
                };
                let is_known = attempts.iter().any(|other| {
                    other.frame.region == frame.region
                        && other.frame.anchored == frame.anchored
                        && other.frame.exits == frame.exits
                });
                if !is_known {
                    let salt = salt + attempts.len() as u64 * STAGES.len() as u64;
                    attempts.push(Attempt {
                        goal,
                        window,
                        frame,
                        stage: 0,
                        found: None,
                        salt,
                        first_round: match (goal, boundary) {
                            (Goal::Live, Boundary::Open { .. }) => ROUND_OF_ESCAPES,
                            (Goal::Live, Boundary::Shut) | (Goal::Kill, _) => 0,
                        },
                        guess: None,
                    });
                }
            }
        }
        attempts
    }

    fn fight<'f>(frame: &'f Frame, goal: Goal, ko: KoRights, salt: u64) -> Fight<'f> {
        Fight {
            frame,
            goal,
            ko,
            salt,
        }
    }

    fn start(&self, fight: &Fight<'_>) -> Position {
        let to_move = self.question.to_move;
        let banned = match self.board.ko() {
            Some((color, point)) if color == to_move => fight.frame.cell(point),
            _ => 0,
        };
        fight.start(to_move != self.defender, banned)
    }

    fn answer(&self, table: &mut SolverTable<FightMove, Cells>, budget: &mut Budget) -> Reading {
        let mut attempts = self.attempts(self.question.goal, 1);
        let mut nodes = FIRST_NODES;
        for round in 0.. {
            if budget.check().is_err() || budget.remaining() == 0 {
                break;
            }
            let mut is_done = true;
            for (n, attempt) in attempts.iter_mut().enumerate() {
                if attempt.found.is_some() {
                    continue;
                }
                if round < attempt.first_round && !is_done {
                    continue;
                }
                if let Some(reading) =
                    self.advance(attempt, table, (nodes >> n).max(FIRST_NODES), budget)
                {
                    return reading;
                }
                is_done &= attempt.found.is_some();
            }
            if is_done {
                break;
            }
            nodes = nodes.saturating_mul(GROWTH);
        }
        self.conclude(&attempts, table, budget)
    }

    /// Tries the next claims about a frame; an answer if the goal is reached cleanly.
    fn advance(
        &self,
        attempt: &mut Attempt,
        table: &mut SolverTable<FightMove, Cells>,
        nodes: u64,
        budget: &mut Budget,
    ) -> Option<Reading> {
        let goal = attempt.goal;
        while let Some(&(ko, verdict)) = STAGES.get(attempt.stage) {
            let fight = Self::fight(
                &attempt.frame,
                goal,
                ko,
                attempt.salt + attempt.stage as u64,
            );
            let start = self.start(&fight);
            let mut part = budget.part(nodes);
            let mut solver = Solver::new(&fight, table);
            let outcome = solver.prove(&start, &mut part);
            budget.charge(part.spent());
            match outcome {
                Outcome::Proved if verdict == Verdict::Achieved => {
                    return Some(self.strengthened(attempt, ko, table, budget));
                }
                Outcome::Proved => {
                    attempt.found = Some(verdict);
                    return None;
                }
                Outcome::Failed => attempt.stage += 1,
                Outcome::Unknown(..) => {
                    let best = solver.best_move(&start).flatten();
                    attempt.guess = best.map(|cell| attempt.frame.point(1 << cell));
                    return None;
                }
            }
        }
        attempt.found = Some(Verdict::Refuted);
        None
    }

    /// The answer that a proof in a frame gives, with walls as strong as they have to be if that can be shown in time.
    fn strengthened(
        &self,
        attempt: &Attempt,
        ko: KoRights,
        table: &mut SolverTable<FightMove, Cells>,
        budget: &mut Budget,
    ) -> Reading {
        let goal = attempt.goal;
        let salt = attempt.salt + attempt.stage as u64;
        let fight = Self::fight(&attempt.frame, goal, ko, salt);
        let (mut reading, mut need) = self.reading(&fight, table, budget);
        for n in 0..MOST_BOUNDARIES {
            if reading.is_proven || goal == Goal::Live {
                break;
            }
            let Some(n_elsewhere) = need else { break };
            let boundary = Boundary::Open {
                least_liberties: n_elsewhere as usize + 1,
            };
            let Some(frame) = self.frame(&attempt.window, boundary) else {
                break;
            };
            let fight = Self::fight(&frame, goal, ko, salt + STRONGER_SALT * (n as u64 + 1));
            let outcome = Solver::new(&fight, table).prove(&self.start(&fight), budget);
            if outcome != Outcome::Proved {
                break;
            }
            (reading, need) = self.reading(&fight, table, budget);
        }
        reading
    }

    /// Reads a proof of a claim out of the table, and how many moves elsewhere its walls have to stand.
    fn reading(
        &self,
        fight: &Fight<'_>,
        table: &mut SolverTable<FightMove, Cells>,
        budget: &mut Budget,
    ) -> (Reading, Option<u32>) {
        let frame = fight.frame;
        let start = self.start(fight);
        let mut walk = Walk::new(fight, Solver::new(fight, table));
        let walked = walk.confirm(&start, budget);
        let line = walk.line(&start, LONGEST_LINE);
        let is_proven = match fight.goal {
            Goal::Kill => walked.is_some_and(|walked| walked.n_elsewhere as usize <= frame.spare),
            Goal::Live => walked.is_some() && frame.exits == 0,
        };
        let reading = Reading {
            is_proven,
            line: line
                .into_iter()
                .map(|mv| mv.map(|cell| frame.point(1 << cell)))
                .collect(),
            zone: frame.region | frame.walls,
            ..Reading::of(Verdict::Achieved)
        };
        (reading, walked.map(|walked| walked.n_elsewhere))
    }

    /// A proof that the other side reaches its aim though it moves second.
    fn refutation(
        &self,
        table: &mut SolverTable<FightMove, Cells>,
        budget: &mut Budget,
    ) -> Option<Reading> {
        let mut attempts = self.attempts(self.question.goal.opposite(), OTHER_SALT);
        let mut nodes = FIRST_NODES;
        while budget.check().is_ok() && budget.remaining() > 0 {
            for attempt in &mut attempts {
                let fight = Self::fight(
                    &attempt.frame,
                    attempt.goal,
                    KoRights::Refuter,
                    attempt.salt,
                );
                let mut part = budget.part(nodes);
                let outcome = Solver::new(&fight, table).prove(&self.start(&fight), &mut part);
                budget.charge(part.spent());
                match outcome {
                    Outcome::Proved => {
                        return Some(self.strengthened(attempt, KoRights::Refuter, table, budget));
                    }
                    Outcome::Failed => attempt.found = Some(Verdict::Refuted),
                    Outcome::Unknown(..) => {}
                }
            }
            attempts.retain(|attempt| attempt.found.is_none());
            if attempts.is_empty() {
                break;
            }
            nodes = nodes.saturating_mul(GROWTH);
        }
        None
    }

    /// The answer when the goal was not reached cleanly.
    fn conclude(
        &self,
        attempts: &[Attempt],
        table: &mut SolverTable<FightMove, Cells>,
        budget: &mut Budget,
    ) -> Reading {
        for (stage, &(ko, verdict)) in STAGES.iter().enumerate().skip(1) {
            let found = attempts
                .iter()
                .find(|attempt| attempt.found == Some(verdict));
            if let Some(attempt) = found {
                let salt = attempt.salt + stage as u64;
                let fight = Self::fight(&attempt.frame, attempt.goal, ko, salt);
                let (reading, _) = self.reading(&fight, table, budget);
                return Reading {
                    verdict,
                    is_proven: false,
                    ..reading
                };
            }
        }
        let is_refuted = |attempt: &Attempt| attempt.found == Some(Verdict::Refuted);
        if !attempts.is_empty() && attempts.iter().all(is_refuted) {
            let refuted = Reading::of(Verdict::Refuted);
            return self
                .refutation(table, budget)
                .map_or(refuted, |reading| Reading {
                    verdict: Verdict::Refuted,
                    ..reading
                });
        }
        let guess = attempts.iter().find_map(|attempt| attempt.guess);
        Reading {
            line: guess.into_iter().map(Some).collect(),
            ..Reading::of(Verdict::Unknown)
        }
    }
}
