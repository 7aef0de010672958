//! What a player has left, and what a move leaves of it.

use super::system::TimeSystem;

/// What one player has left.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Remaining {
    /// Seconds in main time, or in the running period.
    pub(super) seconds: f64,
    /// In overtime: stones to play in the period, or periods left.
    pub(super) in_overtime: Option<u32>,
}

impl Remaining {
    /// A full clock.
    pub(super) fn full(system: TimeSystem) -> Self {
        let in_main = |seconds| Self {
            seconds,
            in_overtime: None,
        };
        match system {
            TimeSystem::None => in_main(f64::INFINITY),
            TimeSystem::Absolute { main } | TimeSystem::Fischer { main, .. } => in_main(main),
            TimeSystem::Canadian {
                main,
                period,
                stones,
            } if main <= 0.0 => Self {
                seconds: period,
                in_overtime: Some(stones),
            },
            TimeSystem::Byoyomi {
                main,
                period,
                periods,
            } if main <= 0.0 => Self {
                seconds: period,
                in_overtime: Some(periods),
            },
            TimeSystem::Canadian { main, .. } | TimeSystem::Byoyomi { main, .. } => in_main(main),
        }
    }

    /// What is left after `elapsed` seconds more, in the middle of a move.
    pub(super) fn after(self, system: TimeSystem, elapsed: f64) -> Self {
        let left = self.seconds - elapsed;
        match (system, self.in_overtime) {
            (TimeSystem::Canadian { period, stones, .. }, None) if left <= 0.0 => Self {
                seconds: (period + left).max(0.0),
                in_overtime: Some(stones),
            },
            (
                TimeSystem::Byoyomi {
                    period, periods, ..
                },
                None,
            ) if left <= 0.0 => use_periods(period, periods, -left),
            (TimeSystem::Byoyomi { period, .. }, Some(periods)) if left <= 0.0 => {
                use_periods(period, periods.saturating_sub(1), -left)
            }
            _ => Self {
                seconds: left.max(0.0),
                in_overtime: self.in_overtime,
            },
        }
    }

    /// What a finished move of `elapsed` seconds leaves.
    pub(super) fn charged(self, system: TimeSystem, elapsed: f64) -> Self {
        let left = self.after(system, elapsed);
        match (system, left.in_overtime) {
            (TimeSystem::Canadian { period, stones, .. }, Some(n)) => match n.saturating_sub(1) {
                0 => Self {
                    seconds: period,
                    in_overtime: Some(stones),
                },
                n => Self {
                    seconds: left.seconds,
                    in_overtime: Some(n),
                },
            },
            // A period that did not run out starts again.
            (TimeSystem::Byoyomi { period, .. }, Some(_)) => Self {
                seconds: period,
                ..left
            },
            (
                TimeSystem::Fischer {
                    increment,
                    main_limit,
                    ..
                },
                _,
            ) => Self {
                seconds: (left.seconds + increment).min(main_limit),
                in_overtime: None,
            },
            _ => left,
        }
    }

    /// The seconds that a move may take at most, the periods to come included. Infinite without a limit.
    pub(super) fn longest_move(self, system: TimeSystem) -> f64 {
        let later = match (system, self.in_overtime) {
            (TimeSystem::Canadian { period, .. }, None) => period,
            (
                TimeSystem::Byoyomi {
                    period, periods, ..
                },
                None,
            ) => period * f64::from(periods),
            (TimeSystem::Byoyomi { period, .. }, Some(periods)) => {
                period * f64::from(periods.saturating_sub(1))
            }
            (TimeSystem::Fischer { move_limit, .. }, _) => return self.seconds.min(move_limit),
            (TimeSystem::None | TimeSystem::Absolute { .. } | TimeSystem::Canadian { .. }, _) => {
                0.0
            }
        };
        self.seconds + later
    }
}

/// Byo-yomi with `periods` full periods left after `over` seconds of them are used.
fn use_periods(period: f64, periods: u32, over: f64) -> Remaining {
    // A period without time is used up at once.
    let n_over = if period > 0.0 {
        (over / period).max(0.0)
    } else {
        f64::INFINITY
    };
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "whole periods; the cast saturates"
    )]
    let n_used = (n_over as u32).min(periods.saturating_sub(1));
    Remaining {
        seconds: (period * f64::from(n_used + 1) - over).clamp(0.0, period),
        in_overtime: Some((periods - n_used).max(1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_number_of_periods_costs_the_same() {
        let start = std::time::Instant::now();
        for _ in 0..1_000 {
            assert_eq!(use_periods(0.0, u32::MAX, 5.0).in_overtime, Some(1));
            // A length that floating-point numbers hold exactly.
            let left = use_periods(1.0 / f64::from(1 << 30), u32::MAX, 1.0);
            assert_eq!(left.in_overtime, Some(u32::MAX - (1 << 30)));
        }
        assert!(start.elapsed() < std::time::Duration::from_secs(5));
        for (over, expected) in [
            (0.0, (10.0, 3)),
            (10.0, (10.0, 2)),
            (25.0, (5.0, 1)),
            (40.0, (0.0, 1)),
        ] {
            let left = use_periods(10.0, 3, over);
            assert_eq!(
                (left.seconds, left.in_overtime),
                (expected.0, Some(expected.1))
            );
        }
    }
}
