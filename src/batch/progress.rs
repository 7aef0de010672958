//! Progress of a run, written to standard error at intervals.

use std::time::{Duration, Instant};

use crate::base::{Messages, counted};

/// Counts jobs, and writes the counts to standard error.
pub(super) struct Progress {
    begin: Instant,
    told: Instant,
    /// Time between two messages; `None` for none.
    interval: Option<Duration>,
    /// Jobs in the input, if it is a file.
    n_jobs: Option<u64>,
    pub(super) n_done: u64,
    pub(super) n_failed: u64,
    /// Jobs that had a result before.
    pub(super) n_skipped: u64,
}

impl Progress {
    pub(super) fn new(n_jobs: Option<u64>, interval: Option<Duration>) -> Self {
        let now = Instant::now();
        Self {
            begin: now,
            told: now,
            interval,
            n_jobs,
            n_done: 0,
            n_failed: 0,
            n_skipped: 0,
        }
    }

    /// Counts a job that has ended.
    pub(super) fn count(&mut self, is_ok: bool) {
        self.n_done += 1;
        self.n_failed += u64::from(!is_ok);
        let is_due = |interval| self.told.elapsed() >= interval;
        if self.interval.is_some_and(is_due) {
            self.told = Instant::now();
            let text = format!("batch: {}\n", self.text(self.begin.elapsed()));
            Messages::to_standard_error().write(text.as_bytes());
        }
    }

    /// Jobs, failures, rate and time left.
    #[expect(clippy::cast_precision_loss, reason = "far fewer than 2^52 jobs")]
    fn text(&self, elapsed: Duration) -> String {
        let rate = self.n_done as f64 / elapsed.as_secs_f64().max(1e-9);
        let mut text = format!(
            "{}, {} failed, {rate:.1} jobs/s",
            match self.n_jobs {
                Some(n_jobs) => format!("{} of {}", self.n_done, counted(n_jobs, "job")),
                None => counted(self.n_done, "job"),
            },
            self.n_failed
        );
        if let Some(n_jobs) = self.n_jobs {
            let left = n_jobs.saturating_sub(self.n_done + self.n_skipped) as f64 / rate.max(1e-9);
            text += &format!(", {left:.0} s left");
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rate_and_time_left() {
        let mut progress = Progress::new(Some(30), None);
        (0..10).for_each(|n| progress.count(n > 0));
        assert_eq!(
            progress.text(Duration::from_secs(5)),
            "10 of 30 jobs, 1 failed, 2.0 jobs/s, 10 s left"
        );
        progress.n_skipped = 16;
        let text = progress.text(Duration::from_secs(5));
        assert!(text.ends_with(", 2 s left"), "{text}");
        progress.n_jobs = None;
        let text = progress.text(Duration::from_secs(5));
        assert_eq!(text, "10 jobs, 1 failed, 2.0 jobs/s");
    }
}
