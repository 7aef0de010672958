//! The clock that the match keeps for each player.

use std::time::Duration;

/// A time control, the same for both players. In whole seconds, because the protocol has no fractions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TimeControl {
    /// No limit.
    None,
    /// Main time, then Canadian overtime: periods, each for a fixed number of moves.
    Clock {
        main: u32,
        overtime: Option<(u32, u32)>,
    },
}

impl TimeControl {
    /// A fixed number of seconds for each move.
    pub(super) const fn per_move(seconds: u32) -> Self {
        Self::Clock {
            main: 0,
            overtime: Some((seconds, 1)),
        }
    }

    /// The arguments of GTP's `time_settings`; `None` if there is no limit.
    pub(super) fn settings(self) -> Option<(u32, u32, u32)> {
        match self {
            Self::None => None,
            Self::Clock { main, overtime } => {
                let (period, stones) = overtime.unwrap_or((0, 0));
                Some((main, period, stones))
            }
        }
    }
}

/// The time and the moves that a player has left.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct PlayerClock {
    control: TimeControl,
    /// Seconds left in main time, or in the current period.
    seconds: f64,
    /// Moves to make in the period; `None` in main time.
    stones: Option<u32>,
}

impl PlayerClock {
    /// A full clock.
    pub(super) fn new(control: TimeControl) -> Self {
        let mut clock = Self {
            control,
            seconds: 0.0,
            stones: None,
        };
        if let TimeControl::Clock { main, .. } = control {
            clock.seconds = f64::from(main);
            if main == 0 {
                clock.begin_period();
            }
        }
        clock
    }

    /// Begins a period, if there are periods. Returns whether it did.
    fn begin_period(&mut self) -> bool {
        if let TimeControl::Clock {
            overtime: Some((period, stones)),
            ..
        } = self.control
        {
            self.seconds = f64::from(period);
            self.stones = Some(stones);
            return true;
        }
        false
    }

    /// The longest time that the next move may take; `None` without a limit.
    pub(super) fn limit(&self) -> Option<Duration> {
        let TimeControl::Clock { overtime, .. } = self.control else {
            return None;
        };
        let first_period = match self.stones {
            None => overtime.map_or(0.0, |(period, _)| f64::from(period)),
            Some(_) => 0.0,
        };
        Some(Duration::from_secs_f64(
            (self.seconds + first_period).max(0.0),
        ))
    }

    /// Subtracts the time of a move. Returns false if the player has overstepped the time. Each move may exceed it by
    /// `grace`; the clock then stands at zero.
    #[must_use]
    pub(super) fn spend(&mut self, spent: Duration, grace: Duration) -> bool {
        if self.control == TimeControl::None {
            return true;
        }
        self.seconds -= spent.as_secs_f64();
        if self.seconds < 0.0 && self.stones.is_none() {
            let overdue = self.seconds;
            if self.begin_period() {
                self.seconds += overdue;
            }
        }
        if self.seconds + grace.as_secs_f64() < 0.0 {
            return false;
        }
        self.seconds = self.seconds.max(0.0);
        match self.stones {
            Some(1) => {
                self.begin_period();
            }
            Some(stones) => self.stones = Some(stones - 1),
            None => {}
        }
        true
    }

    /// Seconds and moves for `time_left`; 0 moves in main time; `None` without a limit.
    pub(super) fn time_left(&self) -> Option<(f64, u32)> {
        let is_limited = self.control != TimeControl::None;
        is_limited.then(|| (self.seconds.floor(), self.stones.unwrap_or(0)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GRACE: Duration = Duration::from_millis(500);

    /// Spends the times one after the other, and compares what is left after each, until the player has overstepped
    /// the time.
    fn check(control: TimeControl, spent: &[f64], expected: &str) {
        let mut clock = PlayerClock::new(control);
        let mut left = Vec::new();
        for &seconds in spent {
            if !clock.spend(Duration::from_secs_f64(seconds), GRACE) {
                left.push("lost".to_owned());
                break;
            }
            left.push(
                clock
                    .time_left()
                    .map_or("-".to_owned(), |(s, n)| format!("{s}/{n}")),
            );
        }
        assert_eq!(left.join(" "), expected);
    }

    #[test]
    fn the_clock_runs() {
        let absolute = TimeControl::Clock {
            main: 10,
            overtime: None,
        };
        check(
            absolute,
            &[4.0, 5.0, 1.25, 0.25, 0.75],
            "6/0 1/0 0/0 0/0 lost",
        );
        check(
            TimeControl::per_move(2),
            &[2.0, 1.0, 2.25, 2.75],
            "2/1 2/1 2/1 lost",
        );
        let canadian = TimeControl::Clock {
            main: 5,
            overtime: Some((10, 3)),
        };
        check(
            canadian,
            &[4.0, 3.0, 1.0, 6.0, 11.0],
            "1/0 8/2 7/1 10/3 lost",
        );
        check(TimeControl::None, &[1e6], "-");
    }

    #[test]
    fn limits_count_the_first_period() {
        let canadian = TimeControl::Clock {
            main: 5,
            overtime: Some((10, 3)),
        };
        let mut clock = PlayerClock::new(canadian);
        assert_eq!(clock.limit(), Some(Duration::from_secs(15)));
        assert!(clock.spend(Duration::from_secs(6), GRACE));
        assert_eq!(clock.limit(), Some(Duration::from_secs(9)));
        assert_eq!(PlayerClock::new(TimeControl::None).limit(), None);
    }
}
