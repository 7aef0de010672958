//! The clock of one player in a game that this program conducts.

use std::time::Duration;

use super::remaining::Remaining;
use super::system::TimeSystem;

/// The time that a player has left under a time system.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayerClock {
    system: TimeSystem,
    left: Remaining,
}

impl PlayerClock {
    /// A full clock.
    #[must_use]
    pub fn new(system: TimeSystem) -> Self {
        Self {
            system,
            left: Remaining::full(system),
        }
    }

    /// The longest time that the next move may take, all periods to come included; `None` without a limit.
    #[must_use]
    pub fn limit(&self) -> Option<Duration> {
        Duration::try_from_secs_f64(self.left.longest_move(self.system)).ok()
    }

    /// Subtracts the time of a move. Returns false if the player has overstepped the time. Each move may exceed it by
    /// `grace`; it then has taken all that was left.
    #[must_use]
    pub fn spend(&mut self, spent: Duration, grace: Duration) -> bool {
        let Some(limit) = self.limit() else {
            return true;
        };
        let elapsed = spent.min(limit).as_secs_f64();
        self.left = self.left.charged(self.system, elapsed);
        spent <= limit + grace
    }

    /// Whole seconds of the main time or of the running period, and the stones to play in it or the periods left, 0 in
    /// main time: the numbers of GTP's `time_left`. `None` without a limit.
    #[must_use]
    pub fn time_left(&self) -> Option<(f64, u32)> {
        let is_limited = self.system != TimeSystem::None;
        is_limited.then(|| {
            (
                self.left.seconds.floor(),
                self.left.in_overtime.unwrap_or(0),
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GRACE: Duration = Duration::from_millis(500);

    const CANADIAN: TimeSystem = TimeSystem::Canadian {
        main: 5.0,
        period: 10.0,
        stones: 3,
    };

    const BYOYOMI: TimeSystem = TimeSystem::Byoyomi {
        main: 5.0,
        period: 10.0,
        periods: 3,
    };

    /// Spends the times one after the other, and compares what is left after each, until the player has overstepped
    /// the time.
    fn check(system: TimeSystem, spent: &[f64], expected: &str) {
        let mut clock = PlayerClock::new(system);
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
        assert_eq!(left.join(" "), expected, "{system:?}");
    }

    #[test]
    fn the_clock_runs_under_each_system() {
        check(
            TimeSystem::Absolute { main: 10.0 },
            &[4.0, 5.0, 1.25, 0.25, 0.75],
            "6/0 1/0 0/0 0/0 lost",
        );
        let per_move = TimeSystem::Canadian {
            main: 0.0,
            period: 2.0,
            stones: 1,
        };
        check(per_move, &[2.0, 1.0, 2.25, 2.75], "2/1 2/1 2/1 lost");
        check(
            CANADIAN,
            &[4.0, 3.0, 1.0, 6.0, 11.0],
            "1/0 8/2 7/1 10/3 lost",
        );
        // A move that begins in main time may use it and all periods; one that needs less than a period loses none.
        check(
            BYOYOMI,
            &[4.0, 6.0, 9.5, 12.0, 15.0, 9.5, 10.75],
            "1/0 10/3 10/3 10/2 10/1 10/1 lost",
        );
        check(BYOYOMI, &[34.5, 10.25], "10/1 10/1");
        check(BYOYOMI, &[36.0], "lost");
        let fischer = TimeSystem::Fischer {
            main: 5.0,
            increment: 2.0,
            main_limit: 8.0,
            move_limit: 6.0,
        };
        check(fischer, &[1.0, 0.0, 0.0, 6.25, 7.5], "6/0 8/0 8/0 4/0 lost");
        check(TimeSystem::None, &[1e6], "-");
    }

    #[test]
    fn limits_count_the_periods_to_come() {
        let mut clock = PlayerClock::new(CANADIAN);
        assert_eq!(clock.limit(), Some(Duration::from_secs(15)));
        assert!(clock.spend(Duration::from_secs(6), GRACE));
        assert_eq!(clock.limit(), Some(Duration::from_secs(9)));
        let mut clock = PlayerClock::new(BYOYOMI);
        assert_eq!(clock.limit(), Some(Duration::from_secs(35)));
        assert!(clock.spend(Duration::from_secs(6), GRACE));
        assert_eq!(clock.limit(), Some(Duration::from_secs(30)));
        assert_eq!(PlayerClock::new(TimeSystem::None).limit(), None);
    }
}
