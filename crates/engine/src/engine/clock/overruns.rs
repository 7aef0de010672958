//! What moves take beyond their limits: threads that end late, a busy machine, work that obeys no deadline.

use std::time::Duration;

/// The part of the worst overrun that is still expected one search later: half of it after fourteen moves.
const FADING: f64 = 0.95;

/// The part of what is expected that is left after a move without a search.
const FADING_UNSEEN: f64 = 0.97;

/// The weight of the latest move in the mean.
const LATEST: f64 = 0.125;

/// A move that ends later than this was stopped from outside, as by a suspended machine: no reserve helps against that.
const MOST: Duration = Duration::from_secs(1);

/// What the latest moves have taken beyond their limits, in seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Overruns {
    mean: f64,
    worst: f64,
}

impl Overruns {
    /// Notes how far a move that was searched went over its limit; zero if it did not.
    pub(super) fn note(&mut self, over: Duration) {
        let over = over.min(MOST).as_secs_f64();
        self.mean += (over - self.mean) * LATEST;
        self.worst = over.max(self.worst * FADING);
    }

    /// Lowers the expected overrun a little after a move that was not searched, so that a search is tried again later.
    pub(super) const fn fade(&mut self) {
        self.mean *= FADING_UNSEEN;
        self.worst *= FADING_UNSEEN;
    }

    /// What a move is expected to take beyond its limit.
    pub(super) const fn mean(&self) -> f64 {
        self.mean
    }

    /// The worst case, which fades as the game goes on.
    pub(super) const fn worst(&self) -> f64 {
        self.worst
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_overrun_is_remembered_and_fades() {
        let mut overruns = Overruns::default();
        overruns.note(Duration::from_millis(400));
        assert!((overruns.worst() - 0.4).abs() < 1e-9 && overruns.mean() < 0.1);
        for _ in 0..14 {
            overruns.note(Duration::ZERO);
        }
        assert!((0.15..0.25).contains(&overruns.worst()), "{overruns:?}");
        overruns.note(Duration::from_secs(3600));
        assert!(overruns.worst() <= MOST.as_secs_f64(), "{overruns:?}");
        for _ in 0..100 {
            overruns.note(Duration::from_millis(10));
        }
        assert!((overruns.mean() - 0.01).abs() < 1e-3, "{overruns:?}");
        assert!((overruns.worst() - 0.01).abs() < 5e-3, "{overruns:?}");
    }
}
