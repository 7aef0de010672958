//! Time: the systems of play, an own clock for each player, and how long to think about a move.
//!
//! Times are seconds. A client may tell the time left before each move, or never: then the own clock, which runs
//! while this engine thinks, is all there is. Whatever the system, a move gets a *target*, at which the search
//! stops unless the choice is open, and a *limit*, which is never passed.

use std::time::{Duration, Instant};

use crate::base::{Color, PerColor};

/// A time system, the same for both players.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TimeSystem {
    /// No limit.
    None,
    /// Main time only.
    Absolute {
        /// For all moves.
        main: f64,
    },
    /// Main time, then a number of stones in each period.
    Canadian {
        /// Before the first period.
        main: f64,
        /// Length of a period.
        period: f64,
        /// Stones to play in a period; at least 1.
        stones: u32,
    },
    /// Main time, then periods of which one is lost only when it runs out.
    Byoyomi {
        /// Before the first period.
        main: f64,
        /// Length of a period.
        period: f64,
        /// Number of periods; at least 1.
        periods: u32,
    },
    /// Main time that grows with each move.
    Fischer {
        /// At the start.
        main: f64,
        /// Added after each move.
        increment: f64,
        /// The main time never grows above this.
        main_limit: f64,
        /// No move may take longer.
        move_limit: f64,
    },
}

/// How the clock is to be used.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClockParams {
    /// Seconds kept back for the delays of the connection: once in a game under absolute and Fischer time, for
    /// each period or stone under the others.
    pub lag_reserve: f64,
    /// Seconds for a move when the game has no time limit.
    pub untimed_seconds: f64,
    /// Largest number of seconds for a move under any time system.
    pub max_seconds: f64,
    /// The limit of a move as a multiple of its target: how much longer an open choice may take.
    pub overtime_factor: f64,
}

impl Default for ClockParams {
    fn default() -> Self {
        Self {
            lag_reserve: 0.5,
            untimed_seconds: 5.0,
            max_seconds: 120.0,
            overtime_factor: 2.0,
        }
    }
}

/// How far a game has come, for spreading the time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameProgress {
    /// Points of the board.
    pub n_points: usize,
    /// Moves of both players so far.
    pub n_moves: usize,
}

/// Time for one move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Allotment {
    /// When to stop if the choice is clear.
    pub target: Duration,
    /// When to stop in any case.
    pub limit: Duration,
}

/// What one player has left.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Remaining {
    /// Seconds in main time, or in the running period.
    seconds: f64,
    /// In overtime: stones to play in the period, or periods left.
    in_overtime: Option<u32>,
}

/// The clocks of both players.
#[derive(Clone, Debug)]
pub struct Clock {
    params: ClockParams,
    system: TimeSystem,
    remaining: PerColor<Remaining>,
    /// Whether the client has told the time left since the clock was set.
    is_told: bool,
    /// Since when a player's time has been running, as far as is known.
    running: Option<(Color, Instant)>,
}

impl Clock {
    /// A clock without limits.
    #[must_use]
    pub fn new(params: ClockParams) -> Self {
        let remaining = PerColor([full(TimeSystem::None); 2]);
        Self {
            params,
            system: TimeSystem::None,
            remaining,
            is_told: false,
            running: None,
        }
    }

    /// The time system in force.
    #[must_use]
    pub const fn system(&self) -> TimeSystem {
        self.system
    }

    /// Sets the time system, also during a game. The same settings again change nothing once the client has told
    /// the time left; other settings fill the clocks.
    pub fn set_system(&mut self, system: TimeSystem) {
        if system == self.system && self.is_told {
            return;
        }
        self.system = system;
        self.refill();
    }

    /// Fills both clocks, as for a new game.
    pub fn refill(&mut self) {
        self.remaining = PerColor([full(self.system); 2]);
        self.is_told = false;
        self.running = None;
    }

    /// Takes over what the client says is left, which may be fractional, zero or negative. `stones` is 0 in main
    /// time, else the stones (or under byo-yomi the periods) left.
    pub fn set_time_left(&mut self, color: Color, seconds: f64, stones: u32) {
        self.is_told = true;
        self.running = None;
        let in_overtime = match self.system {
            TimeSystem::Canadian { .. } | TimeSystem::Byoyomi { .. } => {
                (stones > 0).then_some(stones)
            }
            TimeSystem::None | TimeSystem::Absolute { .. } | TimeSystem::Fischer { .. } => None,
        };
        self.remaining[color] = Remaining {
            seconds: seconds.max(0.0),
            in_overtime,
        };
    }

    /// Takes a move back: whose time it cost is not known, so that a clock nobody tells us is filled again.
    pub fn undo(&mut self) {
        self.running = None;
        if !self.is_told {
            self.refill();
        }
    }

    /// Notes that the time of `color` runs from `now`, as when the opponent's move arrives.
    pub fn start(&mut self, color: Color, now: Instant) {
        if self.running.is_none_or(|(running, _)| running != color) {
            self.running = Some((color, now));
        }
    }

    /// Notes that `color` has moved at `now`, and charges the time since [`Self::start`].
    pub fn stop(&mut self, color: Color, now: Instant) {
        if let Some((running, since)) = self.running.take()
            && running == color
        {
            self.charge(color, now.saturating_duration_since(since).as_secs_f64());
        }
    }

    /// How long `color` may think about a move from `now` on. Time that has run since [`Self::start`] is already
    /// gone.
    #[must_use]
    pub fn allot(&self, color: Color, progress: GameProgress, now: Instant) -> Allotment {
        let elapsed = match self.running {
            Some((running, since)) if running == color => {
                now.saturating_duration_since(since).as_secs_f64()
            }
            _ => 0.0,
        };
        let left = self.after(color, elapsed);
        let (target, limit) = self.seconds_for_move(left, progress);
        let limit = limit.min(self.params.max_seconds).max(0.0);
        Allotment {
            target: Duration::from_secs_f64(target.clamp(0.0, limit)),
            limit: Duration::from_secs_f64(limit),
        }
    }

    /// Target and limit in seconds before they are cut to sane bounds.
    fn seconds_for_move(&self, left: Remaining, progress: GameProgress) -> (f64, f64) {
        let Remaining {
            seconds,
            in_overtime,
        } = left;
        let lag = self.params.lag_reserve;
        let stretch = self.params.overtime_factor;
        let usable = (seconds - lag).max(seconds * 0.2).max(0.0);
        let share = usable / n_expected_moves(progress) * stage_factor(progress);
        // A single move of sudden death never takes more than a good part of what is left.
        let ceiling = usable * 0.25;
        match (self.system, in_overtime) {
            (TimeSystem::None, _) => (self.params.untimed_seconds, self.params.untimed_seconds),
            (TimeSystem::Absolute { .. }, _) => (share, (share * stretch).min(ceiling)),
            (
                TimeSystem::Fischer {
                    increment,
                    move_limit,
                    ..
                },
                _,
            ) => {
                let each = share + (increment - lag).max(increment * 0.5);
                let most = (each * stretch)
                    .min((usable * 0.5).max(each))
                    .min(usable)
                    .min(move_limit - lag);
                (each, most)
            }
            (TimeSystem::Canadian { period, stones, .. }, None) => {
                let overtime = per_stone(period, stones, lag);
                let each = share.max(overtime);
                // Main time may run out in the middle of a thought: the period follows.
                (each, (each * stretch).min(usable + overtime * 0.5))
            }
            (TimeSystem::Byoyomi { period, .. }, None) => {
                let overtime = per_stone(period, 1, lag);
                let each = share.max(overtime);
                (each, (each * stretch).min(usable + overtime * 0.5))
            }
            (TimeSystem::Canadian { .. }, Some(stones)) => {
                let each = per_stone(seconds, stones, lag);
                // Whatever this stone takes beyond its share, the others keep at least half of theirs.
                let spare = each * 0.5 * f64::from(stones.saturating_sub(1));
                (each, (each * stretch).min(each + spare))
            }
            (TimeSystem::Byoyomi { .. }, Some(_)) => {
                let each = per_stone(seconds, 1, lag);
                (each, each)
            }
        }
    }

    /// What `color` has left after thinking for `elapsed` seconds more.
    fn after(&self, color: Color, elapsed: f64) -> Remaining {
        let Remaining {
            seconds,
            in_overtime,
        } = self.remaining[color];
        let left = seconds - elapsed;
        match (self.system, in_overtime) {
            (TimeSystem::Canadian { period, stones, .. }, None) if left <= 0.0 => Remaining {
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
            _ => Remaining {
                seconds: left.max(0.0),
                in_overtime,
            },
        }
    }

    /// Charges a finished move of `elapsed` seconds.
    fn charge(&mut self, color: Color, elapsed: f64) {
        let left = self.after(color, elapsed);
        self.remaining[color] = match (self.system, left.in_overtime) {
            (TimeSystem::Canadian { period, stones, .. }, Some(n)) => match n.saturating_sub(1) {
                0 => Remaining {
                    seconds: period,
                    in_overtime: Some(stones),
                },
                n => Remaining {
                    seconds: left.seconds,
                    in_overtime: Some(n),
                },
            },
            // A period that did not run out starts again.
            (TimeSystem::Byoyomi { period, .. }, Some(_)) => Remaining {
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
            ) => Remaining {
                seconds: (left.seconds + increment).min(main_limit),
                in_overtime: None,
            },
            _ => left,
        };
    }
}

/// A full clock.
fn full(system: TimeSystem) -> Remaining {
    let in_main = |seconds| Remaining {
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
        } if main <= 0.0 => Remaining {
            seconds: period,
            in_overtime: Some(stones),
        },
        TimeSystem::Byoyomi {
            main,
            period,
            periods,
        } if main <= 0.0 => Remaining {
            seconds: period,
            in_overtime: Some(periods),
        },
        TimeSystem::Canadian { main, .. } | TimeSystem::Byoyomi { main, .. } => in_main(main),
    }
}

/// Byo-yomi with `periods` full periods left after `over` seconds of them are used.
fn use_periods(period: f64, periods: u32, over: f64) -> Remaining {
    let (mut periods, mut over) = (periods, over);
    while periods > 1 && over >= period {
        periods -= 1;
        over -= period;
    }
    Remaining {
        seconds: (period - over).max(0.0),
        in_overtime: Some(periods.max(1)),
    }
}

/// Seconds for each of `stones` stones to be played in `seconds`.
fn per_stone(seconds: f64, stones: u32, lag: f64) -> f64 {
    let each = seconds / f64::from(stones.max(1));
    (each - lag).max(each * 0.5)
}

/// Moves that the player still has to make, as a guess: seven tenths of the points are played on, and a game that
/// has gone on for longer will go on for some more.
#[expect(
    clippy::cast_precision_loss,
    reason = "board sizes and move numbers are small"
)]
fn n_expected_moves(progress: GameProgress) -> f64 {
    let n_points = progress.n_points as f64;
    let expected = (0.7 * n_points - progress.n_moves as f64) / 2.0;
    expected.max(0.08 * n_points).max(3.0)
}

/// How much more than its even share a move gets at this stage: less in the opening, most in the middle game.
#[expect(
    clippy::cast_precision_loss,
    reason = "board sizes and move numbers are small"
)]
fn stage_factor(progress: GameProgress) -> f64 {
    let stage = progress.n_moves as f64 / progress.n_points.max(1) as f64;
    match stage {
        stage if stage < 0.04 => 0.7,
        stage if stage < 0.5 => 1.4,
        _ => 1.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NO_LAG: ClockParams = ClockParams {
        lag_reserve: 0.0,
        untimed_seconds: 5.0,
        max_seconds: 1e6,
        overtime_factor: 2.0,
    };

    fn progress(n_points: usize, n_moves: usize) -> GameProgress {
        GameProgress { n_points, n_moves }
    }

    /// Plays `n` moves that each take their whole limit; the seconds used, or `None` once the clock is overrun.
    fn play_to_the_limit(system: TimeSystem, lag: f64, n: usize, n_points: usize) -> Option<f64> {
        let mut clock = Clock::new(ClockParams {
            lag_reserve: lag,
            ..NO_LAG
        });
        clock.set_system(system);
        let start = Instant::now();
        let mut now = start;
        for n_moves in 0..n {
            clock.start(Color::Black, now);
            let limit = clock
                .allot(Color::Black, progress(n_points, 2 * n_moves), now)
                .limit;
            now += limit;
            clock.stop(Color::Black, now);
            let left = clock.remaining[Color::Black];
            if left.seconds <= 0.0 && limit > Duration::ZERO {
                return None;
            }
        }
        Some((now - start).as_secs_f64())
    }

    #[test]
    fn no_system_is_overrun_even_at_the_limit_of_every_move() {
        let far = f64::INFINITY;
        let systems = [
            TimeSystem::Absolute { main: 10.0 },
            TimeSystem::Canadian {
                main: 5.0,
                period: 10.0,
                stones: 5,
            },
            TimeSystem::Canadian {
                main: 0.0,
                period: 1.0,
                stones: 1,
            },
            TimeSystem::Byoyomi {
                main: 5.0,
                period: 3.0,
                periods: 2,
            },
            TimeSystem::Fischer {
                main: 10.0,
                increment: 1.0,
                main_limit: far,
                move_limit: far,
            },
            TimeSystem::Fischer {
                main: 3.0,
                increment: 0.0,
                main_limit: far,
                move_limit: 2.0,
            },
        ];
        for system in systems {
            for lag in [0.0, 0.3, 2.0] {
                for n_points in [9, 81, 361, 625] {
                    assert!(
                        play_to_the_limit(system, lag, 400, n_points).is_some(),
                        "{system:?} {lag}"
                    );
                }
            }
        }
    }

    #[test]
    fn most_of_the_time_is_used_and_more_in_the_middle_game() {
        let used = play_to_the_limit(TimeSystem::Absolute { main: 60.0 }, 0.0, 130, 361).unwrap();
        assert!((50.0..60.0).contains(&used), "{used}");
        let mut clock = Clock::new(NO_LAG);
        clock.set_system(TimeSystem::Absolute { main: 600.0 });
        let now = Instant::now();
        let target = |n_moves| {
            clock
                .allot(Color::White, progress(361, n_moves), now)
                .target
        };
        assert!(target(60) > target(0));
    }

    #[test]
    fn what_the_client_tells_counts() {
        let now = Instant::now();
        let mut clock = Clock::new(NO_LAG);
        let system = TimeSystem::Canadian {
            main: 60.0,
            period: 30.0,
            stones: 10,
        };
        clock.set_system(system);
        clock.set_time_left(Color::Black, 8.0, 4);
        clock.set_system(system);
        let allotment = clock.allot(Color::Black, progress(81, 20), now);
        assert_eq!(
            (allotment.target, allotment.limit),
            (Duration::from_secs(2), Duration::from_secs(4))
        );
        clock.set_time_left(Color::Black, -3.0, 1);
        assert_eq!(
            clock.allot(Color::Black, progress(81, 20), now).limit,
            Duration::ZERO
        );
        clock.set_system(TimeSystem::Absolute { main: 100.0 });
        assert!(clock.allot(Color::Black, progress(81, 20), now).target > Duration::from_secs(2));
    }

    #[test]
    fn the_clock_runs_from_the_opponents_move() {
        let mut clock = Clock::new(NO_LAG);
        clock.set_system(TimeSystem::Absolute { main: 100.0 });
        let start = Instant::now();
        clock.start(Color::Black, start);
        let later = start + Duration::from_secs(60);
        clock.start(Color::Black, later);
        let fresh = clock.allot(Color::White, progress(81, 0), later).target;
        assert!(clock.allot(Color::Black, progress(81, 0), later).target < fresh.mul_f64(0.5));
        clock.stop(Color::Black, later);
        assert!((clock.remaining[Color::Black].seconds - 40.0).abs() < 1e-9);
        clock.undo();
        assert!((clock.remaining[Color::Black].seconds - 100.0).abs() < 1e-9);
    }

    #[test]
    fn a_canadian_period_refills_after_its_stones_and_byoyomi_loses_periods() {
        let start = Instant::now();
        let mut clock = Clock::new(NO_LAG);
        clock.set_system(TimeSystem::Canadian {
            main: 0.0,
            period: 10.0,
            stones: 2,
        });
        for seconds in [4, 3] {
            clock.start(Color::White, start);
            clock.stop(Color::White, start + Duration::from_secs(seconds));
        }
        assert_eq!(
            clock.remaining[Color::White],
            Remaining {
                seconds: 10.0,
                in_overtime: Some(2)
            }
        );
        clock.set_system(TimeSystem::Byoyomi {
            main: 5.0,
            period: 10.0,
            periods: 3,
        });
        clock.start(Color::White, start);
        clock.stop(Color::White, start + Duration::from_secs(26));
        assert_eq!(
            clock.remaining[Color::White],
            Remaining {
                seconds: 10.0,
                in_overtime: Some(1)
            }
        );
    }

    #[test]
    fn without_limits_a_move_gets_the_configured_time() {
        let clock = Clock::new(NO_LAG);
        let allotment = clock.allot(Color::Black, progress(81, 0), Instant::now());
        assert_eq!(allotment.limit, Duration::from_secs(5));
    }
}
