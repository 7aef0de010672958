//! What the steps of choosing a move cost at least, as measured in this game: they show which steps the time left still
//! allows.
//!
//! Steps obey a deadline. But none of them ends at once: tables are set up, threads are joined, work on the last node
//! is done. What a step took beyond its deadline is recorded, for static proofs and judgements all that they took, and
//! when that would be too much of the time left, the step is left out. Without any time left not even a search is made.

use std::time::Duration;

/// A step whose cost is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// The static proofs about a new position.
    Proofs,
    /// Solving a small board.
    SmallBoard,
    /// Values and sums of regions between proved walls.
    ExactEndgame,
    /// Bounds of the score after each move.
    ScoreBounds,
    /// Counting open regions to their end.
    RegionReading,
    /// Reading which blocks can be captured and saved.
    CaptureHints,
    /// Regions and their sum by estimate.
    EstimatedEndgame,
    /// Reading which groups live and die.
    GroupHints,
    /// The playouts that judge the board as if the game ended.
    Judgement,
    /// The search about the stones that a judgement leaves in doubt.
    DeepJudgement,
    /// The whole-board search with all threads: on a busy machine one of them ends late.
    Search,
    /// The whole-board search with one thread.
    LoneSearch,
}

impl Step {
    /// Whether it proves or reads something that decides a move or guides the search.
    pub(super) const fn is_proof(self) -> bool {
        match self {
            Self::Proofs
            | Self::SmallBoard
            | Self::ExactEndgame
            | Self::ScoreBounds
            | Self::RegionReading
            | Self::CaptureHints
            | Self::EstimatedEndgame
            | Self::GroupHints => true,
            Self::Judgement | Self::DeepJudgement | Self::Search | Self::LoneSearch => false,
        }
    }

    /// Whether nothing else is left to do after it: it may take all the time that is left for the move.
    pub(super) const fn is_last(self) -> bool {
        matches!(self, Self::Judgement | Self::DeepJudgement)
    }
}

/// Number of steps.
const N_STEPS: usize = Step::LoneSearch as usize + 1;

/// What a step costs beyond its deadline before it was measured, for each point of the board.
const fn guess(step: Step) -> Duration {
    match step {
        Step::Proofs => Duration::from_micros(10),
        Step::Judgement => Duration::from_micros(200),
        Step::DeepJudgement => Duration::from_micros(2000),
        Step::SmallBoard
        | Step::ExactEndgame
        | Step::ScoreBounds
        | Step::RegionReading
        | Step::CaptureHints
        | Step::EstimatedEndgame
        | Step::GroupHints
        | Step::Search
        | Step::LoneSearch => Duration::from_micros(2),
    }
}

/// A kind of search, by what a visit costs before one was measured, and how many are needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct VisitCost {
    /// A visit before one was measured, for each point of the board.
    guess: Duration,
    /// With fewer visits than this a search adds nothing to its prior.
    least: u32,
}

impl VisitCost {
    /// A playout for each visit.
    pub(super) const PLAYOUT: Self = Self {
        guess: Duration::from_nanos(400),
        least: 16,
    };

    /// An evaluation of an evaluator for each visit.
    pub(super) const EVALUATION: Self = Self {
        guess: Duration::from_micros(5),
        least: 2,
    };
}

/// The part of the time left that the costs of a step before the search may take.
const SHARE: u32 = 4;

/// A cost falls to this part of itself when its step is left out: so the step is tried again later.
const FADING: f64 = 0.98;

/// The weight of the latest search in the duration of a playout.
const LATEST: f64 = 0.25;

/// What a step took beyond its deadline the last two times.
#[derive(Clone, Copy, Debug)]
struct Measured {
    latest: Duration,
    before: Duration,
}

impl Measured {
    /// The smaller of the two: one delay from outside is no cost.
    fn cost(self) -> Duration {
        self.latest.min(self.before)
    }
}

/// Costs as measured so far.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Costs {
    /// For each step; `None` before it was measured.
    steps: [Option<Measured>; N_STEPS],
    playout: Option<Duration>,
}

impl Costs {
    /// What a step takes however little time it has, on a board of so many points.
    pub(super) fn least(&self, step: Step, n_points: u32) -> Duration {
        self.steps[step as usize].map_or(guess(step) * n_points, Measured::cost)
    }

    /// Whether `left`, the time left for the move, is enough for a step: it may cost a fourth of that time, and a
    /// judgement, after which there is nothing else to do, all of it.
    pub(super) fn affords(&mut self, step: Step, left: Duration, n_points: u32) -> bool {
        let part = if step.is_last() { 1 } else { SHARE };
        let can = self.least(step, n_points).saturating_mul(part) <= left;
        if !can {
            self.fade(step);
        }
        can
    }

    /// Whether `left` is enough for the cheapest search that adds anything to the prior. `step` is a search.
    pub(super) fn affords_search(
        &mut self,
        step: Step,
        visit: VisitCost,
        left: Duration,
        n_points: u32,
    ) -> bool {
        let playout = self.playout.unwrap_or(visit.guess * n_points);
        let least = self.least(step, n_points) + playout * visit.least;
        let can = least <= left;
        if !can {
            self.fade(step);
        }
        can
    }

    /// Notes what a step took beyond the time that it was granted.
    pub(super) fn note(&mut self, step: Step, over: Duration) {
        let before = self.steps[step as usize].map_or(over, |known| known.latest);
        self.steps[step as usize] = Some(Measured {
            latest: over,
            before,
        });
    }

    /// Notes a search of some playouts in all threads together.
    pub(super) fn note_playouts(&mut self, n_playouts: u64, elapsed: Duration) {
        #[expect(
            clippy::cast_precision_loss,
            reason = "an estimate needs no more digits"
        )]
        let each = match n_playouts {
            0 => return,
            n => elapsed.div_f64(n as f64),
        };
        self.playout = Some(match self.playout {
            None => each,
            Some(known) => known.mul_f64(1.0 - LATEST) + each.mul_f64(LATEST),
        });
    }

    fn fade(&mut self, step: Step) {
        if let Some(known) = &mut self.steps[step as usize] {
            known.latest = known.latest.mul_f64(FADING);
            known.before = known.before.mul_f64(FADING);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const N_POINTS: u32 = 361;

    const fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    #[test]
    fn dear_steps_are_left_out_first() {
        let mut costs = Costs::default();
        for (step, cost) in [
            (Step::Proofs, ms(2)),
            (Step::GroupHints, ms(10)),
            (Step::Judgement, ms(60)),
            (Step::Search, ms(1)),
        ] {
            costs.note(step, cost);
        }
        costs.note_playouts(100, ms(10));
        let mut affordable = |left| {
            let steps = [Step::Judgement, Step::GroupHints, Step::Proofs];
            let mut can: Vec<bool> = steps
                .into_iter()
                .map(|step| costs.affords(step, left, N_POINTS))
                .collect();
            can.push(costs.affords_search(Step::Search, VisitCost::PLAYOUT, left, N_POINTS));
            can
        };
        assert_eq!(affordable(ms(100)), [true, true, true, true]);
        assert_eq!(affordable(ms(50)), [false, true, true, true]);
        assert_eq!(affordable(ms(20)), [false, false, true, true]);
        assert_eq!(affordable(ms(5)), [false, false, false, true]);
        assert_eq!(affordable(ms(1)), [false; 4]);
    }

    #[test]
    fn one_delay_is_no_cost_and_a_real_cost_is_learned() {
        let mut costs = Costs::default();
        let affords = |costs: &mut Costs| costs.affords(Step::ExactEndgame, ms(40), N_POINTS);
        for delay in [ms(1), ms(300), ms(1)] {
            costs.note(Step::ExactEndgame, delay);
            assert!(affords(&mut costs), "{delay:?}");
        }
        costs.note(Step::ExactEndgame, ms(30));
        costs.note(Step::ExactEndgame, ms(30));
        assert!(!affords(&mut costs));
        let n_left_out = (1..).find(|_| affords(&mut costs)).unwrap();
        assert!((10..1000).contains(&n_left_out), "{n_left_out}");
    }

    #[test]
    fn nothing_is_measured_and_little_time_is_left() {
        let mut costs = Costs::default();
        assert!(!costs.affords(Step::Judgement, ms(20), N_POINTS));
        assert!(costs.affords(Step::Judgement, ms(500), N_POINTS));
        assert!(!costs.affords_search(Step::Search, VisitCost::PLAYOUT, ms(1), N_POINTS));
        assert!(costs.affords_search(Step::Search, VisitCost::PLAYOUT, ms(20), N_POINTS));
        // A small board costs less.
        assert!(costs.affords_search(Step::Search, VisitCost::PLAYOUT, ms(1), 25));
    }
}
