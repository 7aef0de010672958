//! One way to look at a question of the [reader](super::reader): a frame, and how far the claims about it were settled.
//!
//! A *sketch* helps the claim: a block is killed if everything outside helps the attacker, or it lives if it gets out.
//! What fails there fails on the board; what is achieved is the more likely, the larger the frame is, and its first move
//! is worth trying first. An attempt that *grows* begins with the points that the defender reaches first, and takes in
//! more of the board where he gets out, or where the attacker's success leans on what is outside.

use super::cells::Cells;
use super::certificate::Walk;
use super::claim::{Goal, Life};
use super::fight::{Easier, Fight, FightMove, Position};
use super::frame::{Boundary, Frame, Layout};
use super::reader::Question;
use super::stage::Stage;
use super::verdict::{LONGEST_LINE, Reading, Verdict};
use super::window::{territory, window};
use crate::base::{Budget, Color, Point, PointSet};
use crate::board::{Board, Cell};
use crate::proof::Numbers;
use crate::proof::game::{Evaluation, ProofGame};
use crate::proof::parallel::{self, Threads};
use crate::proof::solver::{Outcome, Solver};
use crate::proof::table::SolverTable;
use crate::safety::unconditional_life;

/// The table of a reader.
pub(super) type Table<const N: usize> = SolverTable<FightMove, Cells<N>>;

/// Distances from the block within which moves are looked for, in turn.
const MARGINS: [u8; 4] = [2, 3, 4, 6];

/// How far a window grows.
const FARTHEST: u8 = 8;

/// Blocks of the attacker with so many liberties outside are walls for an estimate.
const OPEN: Boundary = Boundary::Open { least_liberties: 2 };

/// Tells claims apart in the table: those of the other side, those of other attempts, of grown frames, those with stronger
/// walls, and those in which a seki is no life.
const OTHER_SALT: u64 = 1 << 20;
const ATTEMPT_SALT: u64 = 1 << 12;
const GROWN_SALT: u64 = 1 << 4;
const STRONGER_SALT: u64 = 1 << 24;
const TWO_EYES_SALT: u64 = 1 << 28;

/// Times a claim is tried with stronger walls, until they are strong enough.
const MOST_BOUNDARIES: usize = 3;

/// The stages up to the last that is tried in turn.
const N_STAGES: usize = Stage::Few as usize + 1;

/// A frame, and how far the claims about it were settled.
#[derive(Clone)]
pub(super) struct Attempt<const N: usize> {
    goal: Goal,
    life: Life,
    window: PointSet,
    boundary: Boundary,
    frame: Frame<N>,
    /// The claim to try next.
    stage: Stage,
    /// What is known of the claims that are tried in turn, by stage.
    known: [Option<bool>; N_STAGES],
    /// How hard the claim looked when its search ended early.
    numbers: Option<Numbers>,
    /// What was proved in the frame, or a failure.
    pub found: Option<Verdict>,
    salt: u64,
    /// The most promising first move so far.
    pub guess: Option<Point>,
    /// A point that is taken for vital.
    hint: Option<Point>,
    /// Whether the frame helps the claim: what fails in it fails on the board, what is achieved in it is an estimate.
    pub is_sketch: bool,
    /// Whether the window grows where a failure leans on its rim.
    pub grows: bool,
    /// The sketches in parts of the frame that have its layout.
    easier: Vec<Easier<N>>,
}

impl<const N: usize> Attempt<N> {
    /// Takes over what sketches found: what fails there fails in larger sketches and in sound frames.
    pub(super) fn learn_from<'s>(&mut self, sketches: impl Iterator<Item = &'s Self>) {
        self.easier.clear();
        for sketch in sketches {
            let is_part = (sketch.frame.region - self.frame.region).is_empty();
            if is_part && sketch.frame.layout == self.frame.layout {
                self.easier.push(Easier {
                    cells: sketch.frame.cells,
                    salt: sketch.salt,
                });
            }
            if is_part || !self.is_sketch {
                self.learn(sketch);
            }
        }
    }

    /// Takes over what failed in a sketch.
    fn learn(&mut self, sketch: &Self) {
        if self.is_ko_in_doubt() && sketch.is_unclean() {
            self.known[Stage::Few as usize] = Some(false);
        }
        if self.found.is_some() {
            return;
        }
        if !self.is_fair() {
            self.hint = sketch.guess.or(self.hint);
        }
        for (known, sketched) in self.known.iter_mut().zip(sketch.known) {
            if sketched == Some(false) {
                *known = sketched;
            }
        }
        self.choose_stage();
    }

    /// What to try next after what is known, or what was found.
    fn choose_stage(&mut self) {
        if self.known[Stage::Fair as usize] == Some(false) {
            self.known[Stage::Few as usize] = Some(false);
        }
        if self.known[Stage::Few as usize] == Some(false) {
            self.known[Stage::Clean as usize] = Some(false);
        }
        let [fair, clean, free, few] = self.known;
        match (clean, fair, free) {
            (Some(true), ..) => self.found = Some(Verdict::Achieved),
            (_, _, Some(false)) => self.found = Some(Verdict::Refuted),
            (_, Some(false), Some(true)) => {
                self.found = Some(Verdict::Ko {
                    is_favorable: false,
                });
            }
            (_, Some(false), None) => self.stage = Stage::Free,
            (Some(false), Some(true), _) if few == Some(true) => {
                self.found = Some(Verdict::Achieved);
            }
            (Some(false), Some(true), _) => self.found = Some(Verdict::Ko { is_favorable: true }),
            (None, Some(true), _) => self.stage = Stage::Clean,
            (Some(false), None, _) => self.stage = Stage::Fair,
            (None, None, _) => {}
        }
    }

    /// Whether its frame may grow where the claim now tried fails. A kill that is no clean one is told apart in the frame that
    /// holds the defender; a life is looked for in ever larger ones.
    fn grows_at_stage(&self) -> bool {
        (self.goal == Goal::Kill) == (self.stage != Stage::Clean)
    }

    /// Whether it is open if a favorable ko that was found is one.
    pub(super) fn is_ko_in_doubt(&self) -> bool {
        self.found == Some(Verdict::Ko { is_favorable: true })
            && self.known[Stage::Few as usize].is_none()
    }

    /// Whether the claim is shown if nobody has ko threats.
    pub(super) fn is_fair(&self) -> bool {
        self.known[Stage::Fair as usize] == Some(true)
    }

    /// Whether the claim, if it is still open, looks easier to prove than to refute.
    pub(super) fn is_promising(&self) -> bool {
        self.numbers
            .is_some_and(|numbers| numbers.proof <= numbers.disproof)
    }

    /// Whether it has been ruled out that it is achieved though the other side has a few ko threats.
    pub(super) fn is_unclean(&self) -> bool {
        self.known[Stage::Few as usize] == Some(false)
    }

    pub(super) fn fight(&self) -> Fight<'_, N> {
        self.fight_for(self.stage)
    }

    fn fight_for(&self, stage: Stage) -> Fight<'_, N> {
        self.fight_in(&self.frame, stage, self.salt)
    }

    fn fight_in<'f>(&'f self, frame: &'f Frame<N>, stage: Stage, salt: u64) -> Fight<'f, N> {
        Fight {
            frame,
            goal: self.goal,
            life: self.life,
            ko: stage.ko(),
            n_retakes: stage.n_retakes(),
            salt,
            hint: self.hint.map_or(Cells::EMPTY, |point| frame.cell(point)),
            easier: if frame.layout == self.frame.layout {
                &self.easier
            } else {
                &[]
            },
        }
    }

    fn is_same_frame(&self, frame: &Frame<N>) -> bool {
        self.frame.region == frame.region
            && self.frame.anchored == frame.anchored
            && self.frame.exits == frame.exits
    }
}

/// A question on its board.
pub(super) struct Inquiry<'a, const N: usize> {
    board: &'a Board,
    /// The question.
    pub question: Question,
    life: Life,
    defender: Color,
    /// A stone of each block in question.
    targets: PointSet,
    safe: PointSet,
    /// Where cells are, if that is possible.
    layout: Option<Layout>,
    pub(super) threads: Threads,
}

impl<'a, const N: usize> Inquiry<'a, N> {
    /// `None` if there are no stones on the targets, or stones of both colors.
    pub(super) fn new(
        board: &'a Board,
        question: Question,
        life: Life,
        threads: Threads,
    ) -> Option<Self> {
        let defender = question.owner(board)?;
        let mut inquiry = Self {
            board,
            question,
            life,
            defender,
            targets: question.blocks(board),
            safe: unconditional_life(board, defender.opponent()).stones,
            layout: None,
            threads,
        };
        // The largest frame that there is: the others are parts of it.
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

    fn frame(&self, window: &PointSet, boundary: Boundary) -> Option<Frame<N>> {
        Frame::laid_out(
            self.board,
            self.targets,
            window,
            &self.safe,
            boundary,
            self.layout,
        )
    }

    /// The ways to look at a claim, the quickest first. `answer` is the claim to try if it is one of the other side.
    pub(super) fn attempts(&self, goal: Goal, answer: Option<Stage>) -> Vec<Attempt<N>> {
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
            Life::EyesOrSeki => 0,
            Life::TwoEyes => TWO_EYES_SALT,
        };
        let mut may_grow = goal == Goal::Kill;
        for (window, boundary) in plans {
            let Some(frame) = self.frame(&window, boundary) else {
                continue;
            };
            let is_sketch = (goal == Goal::Kill) == (boundary == Boundary::Shut);
            // What is the same with sound walls is no sketch.
            attempts.retain(|other| !other.is_sketch || is_sketch || !other.is_same_frame(&frame));
            if attempts.iter().any(|other| other.is_same_frame(&frame)) {
                continue;
            }
            salt += ATTEMPT_SALT;
            attempts.push(Attempt {
                goal,
                life: self.life,
                window,
                boundary,
                frame,
                stage: match (answer, boundary) {
                    (Some(stage), _) => stage,
                    (None, Boundary::Shut) => Stage::Clean,
                    (None, Boundary::Open { .. }) => Stage::Fair,
                },
                known: [None; N_STAGES],
                numbers: None,
                found: None,
                salt,
                guess: None,
                hint: None,
                is_sketch,
                grows: may_grow && !is_sketch,
                easier: Vec::new(),
            });
            may_grow &= is_sketch;
        }
        attempts.sort_by_key(|attempt| attempt.frame.region.len());
        if goal == Goal::Live
            && let Some(first) = attempts.iter().position(|attempt| !attempt.is_sketch)
        {
            // It shares the table with the first until it grows.
            let mut growing = attempts[first].clone();
            growing.grows = true;
            attempts.insert(first + 1, growing);
        }
        attempts
    }

    pub(super) fn start(&self, fight: &Fight<'_, N>) -> Position<N> {
        let to_move = self.question.to_move;
        let banned = match self.board.ko() {
            Some((color, point)) if color == to_move => fight.frame.cell(point),
            _ => Cells::EMPTY,
        };
        fight.start(to_move != self.defender, banned)
    }

    /// All claims about a frame, with their positions.
    pub(super) fn claims<'f>(
        &self,
        attempt: &'f Attempt<N>,
    ) -> impl Iterator<Item = (Fight<'f, N>, Position<N>)> {
        let stages = [Stage::Fair, Stage::Clean, Stage::Free, Stage::Few];
        stages.into_iter().map(|stage| {
            let fight = attempt.fight_for(stage);
            let start = self.start(&fight);
            (fight, start)
        })
    }

    /// Tries the next claims about a frame; an answer if the goal is reached cleanly.
    pub(super) fn advance(
        &self,
        attempt: &mut Attempt<N>,
        table: &mut Table<N>,
        nodes: u64,
        budget: &mut Budget,
    ) -> Option<Reading> {
        while attempt.found.is_none() {
            let outcome = self.step(attempt, table, nodes, budget);
            let succeeds = match outcome {
                Outcome::Unknown(..) => break,
                Outcome::Proved => true,
                Outcome::Failed => false,
            };
            if succeeds && attempt.stage == Stage::Clean && !attempt.is_sketch {
                return Some(self.strengthened(attempt, table, budget));
            }
            if succeeds && attempt.stage == Stage::Fair {
                attempt.hint = attempt.guess.or(attempt.hint);
            }
            attempt.known[attempt.stage as usize] = Some(succeeds);
            attempt.choose_stage();
        }
        None
    }

    /// Tries whether a favorable ko stays one if the other side has only a few threats.
    pub(super) fn weigh_ko(
        &self,
        attempt: &mut Attempt<N>,
        table: &mut Table<N>,
        nodes: u64,
        budget: &mut Budget,
    ) {
        attempt.stage = Stage::Few;
        let shown = attempt.guess;
        let outcome = self.step(attempt, table, nodes, budget);
        if outcome != Outcome::Proved {
            // A move that is shown to reach a ko is worth more than one that looks good against threats.
            attempt.guess = shown;
        }
        if !matches!(outcome, Outcome::Unknown(..)) {
            attempt.known[Stage::Few as usize] = Some(outcome == Outcome::Proved);
            attempt.choose_stage();
        }
    }

    /// Tries one claim alone.
    pub(super) fn advance_alone(
        &self,
        attempt: &mut Attempt<N>,
        table: &mut Table<N>,
        nodes: u64,
        budget: &mut Budget,
    ) -> Option<Reading> {
        match self.step(attempt, table, nodes, budget) {
            Outcome::Proved => return Some(self.strengthened(attempt, table, budget)),
            Outcome::Failed => attempt.found = Some(Verdict::Refuted),
            Outcome::Unknown(..) => {}
        }
        None
    }

    /// Searches for one claim, in a frame that may grow until no failure leans on its rim.
    fn step(
        &self,
        attempt: &mut Attempt<N>,
        table: &mut Table<N>,
        nodes: u64,
        budget: &mut Budget,
    ) -> Outcome {
        let mut part = budget.part(nodes);
        let outcome = loop {
            let fight = attempt.fight();

            let start = self.start(&fight);
            let outcome = parallel::prove(&fight, table, &start, self.threads, &mut part);
            let solver = Solver::new(&fight, table);
            let zone = match fight.evaluate(&start) {
                Evaluation::Failed(zone) | Evaluation::Proved(zone) => zone,
                Evaluation::Open(_) => solver.zone(&start).unwrap_or(attempt.frame.cells),
            };
            let best = solver.best_move(&start).flatten();
            let guess = best.map(|cell| attempt.frame.point(Cells::cell(cell.into())));
            attempt.guess = guess.or(attempt.guess);
            let leaks = zone & attempt.frame.rim;
            if outcome != Outcome::Failed || !attempt.grows || leaks.is_empty() {
                break outcome;
            }
            if !attempt.grows_at_stage() || !self.grow(attempt, leaks) {
                break outcome;
            }
        };
        budget.charge(part.spent());
        attempt.numbers = match outcome {
            Outcome::Unknown(_, numbers) => Some(numbers),
            Outcome::Proved | Outcome::Failed => None,
        };
        outcome
    }

    /// Takes the points beyond some cells of the rim into the frame; `false` if that is too far or too much.
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

    /// The answer that a proof in a frame gives, with walls as strong as they have to be if that can be shown in time.
    fn strengthened(
        &self,
        attempt: &Attempt<N>,
        table: &mut Table<N>,
        budget: &mut Budget,
    ) -> Reading {
        let fight = attempt.fight();
        let (mut reading, mut need) = self.reading(&fight, table, budget);
        for n in 0..MOST_BOUNDARIES {
            if reading.is_proven || attempt.goal == Goal::Live {
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
            let fight = attempt.fight_in(&frame, attempt.stage, salt);
            let start = self.start(&fight);
            let outcome = parallel::prove(&fight, table, &start, self.threads, budget);
            if outcome != Outcome::Proved {
                break;
            }
            (reading, need) = self.reading(&fight, table, budget);
        }
        reading
    }

    /// What was proved in a frame, as an estimate. What is open counts as no ko: most are none.
    pub(super) fn claimed(
        &self,
        attempt: &Attempt<N>,
        table: &mut Table<N>,
        budget: &mut Budget,
    ) -> Option<Reading> {
        let verdict = match attempt.found {
            Some(Verdict::Refuted) => return None,
            Some(_) if attempt.is_ko_in_doubt() => Verdict::Achieved,
            Some(found) => found,
            None if attempt.is_fair() => Verdict::Achieved,
            None => return None,
        };
        Some(Reading {
            is_proven: false,
            ..self.shown(attempt, verdict, table, budget)
        })
    }

    /// A ko that is one in a sound frame, if it is proved there that it is no worse.
    pub(super) fn ko(
        &self,
        attempt: &Attempt<N>,
        table: &mut Table<N>,
        budget: &mut Budget,
    ) -> Option<Reading> {
        let verdict = attempt.found.filter(|found| {
            matches!(found, Verdict::Ko { .. }) && !attempt.is_sketch && !attempt.is_ko_in_doubt()
        })?;
        let reading = self.shown(attempt, verdict, table, budget);
        reading.is_proven.then_some(reading)
    }

    /// The proof in a frame behind a verdict about it.
    fn shown(
        &self,
        attempt: &Attempt<N>,
        verdict: Verdict,
        table: &mut Table<N>,
        budget: &mut Budget,
    ) -> Reading {
        let stage = match verdict {
            Verdict::Ko {
                is_favorable: false,
            } => Stage::Free,
            Verdict::Achieved if attempt.known[Stage::Few as usize] == Some(true) => Stage::Few,
            Verdict::Achieved | Verdict::Ko { .. } | Verdict::Refuted | Verdict::Unknown => {
                Stage::Fair
            }
        };
        let (mut reading, _) = self.reading(&attempt.fight_for(stage), table, budget);
        if reading.line.is_empty() {
            reading.line.extend(attempt.guess.map(Some));
        }
        Reading { verdict, ..reading }
    }

    /// Reads a proof of a claim out of the table, and how many moves elsewhere its walls have to stand.
    fn reading(
        &self,
        fight: &Fight<'_, N>,
        table: &mut Table<N>,
        budget: &mut Budget,
    ) -> (Reading, Option<u32>) {
        let frame = fight.frame;
        let start = self.start(fight);
        let mut walk = Walk::new(fight, Solver::new(fight, table));
        let walked = walk.confirm(&start, budget);
        let line = walk.line(&start, LONGEST_LINE);
        let is_proven = match fight.goal {
            Goal::Kill => {
                walked.is_some_and(|walked| walked.n_elsewhere <= frame.spare_on(walked.ground))
            }
            Goal::Live => walked.is_some() && frame.exits.is_empty(),
        };
        let reading = Reading {
            is_proven,
            line: line
                .into_iter()
                .map(|mv| mv.map(|cell| frame.point(Cells::cell(cell.into()))))
                .collect(),
            zone: frame.region | frame.walls,
            ..Reading::of(Verdict::Achieved)
        };
        (reading, walked.map(|walked| walked.n_elsewhere))
    }
}
