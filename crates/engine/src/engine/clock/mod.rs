//! Time: the systems of play, an own clock for each player, and the time for a move.
//!
//! Times are seconds. A client may send the time left before each move, or never: then the own clock, which runs while
//! this engine is to move, is all there is. Whatever the system, a move gets a *target*, at which the search stops
//! unless the choice is open, and a *limit*, which is never passed.
//!
//! A [`PlayerClock`] keeps the time of one player in a game of others, as in a match.

mod overruns;
mod player;
mod remaining;
mod share;
mod system;

use std::time::{Duration, Instant};

use overruns::Overruns;
pub use player::PlayerClock;
use remaining::Remaining;
use share::seconds_for_move;
pub use system::{Allotment, ClockParams, GameProgress, TimeSystem};

use crate::board::{Color, PerColor};

/// The time of a move that is being chosen.
#[derive(Clone, Copy, Debug)]
struct Plan {
    color: Color,
    /// When the move has to be made.
    end: Instant,
    /// Whether it is chosen without a search.
    is_at_once: bool,
}

/// The clocks of both players.
#[derive(Clone, Debug)]
pub struct Clock {
    params: ClockParams,
    system: TimeSystem,
    remaining: PerColor<Remaining>,
    /// Whether the client has sent the time left since the clock was set.
    is_told: bool,
    /// Since when a player's time has been running, as far as is known.
    running: Option<(Color, Instant)>,
    /// The move that is being chosen.
    planned: Option<Plan>,
    /// What moves have taken beyond their limits; kept from game to game, because it depends on the machine.
    overruns: Overruns,
}

impl Clock {
    /// Changes how time is used; the clocks run on.
    pub const fn set_params(&mut self, params: ClockParams) {
        self.params = params;
    }

    /// A clock without limits.
    #[must_use]
    pub fn new(params: ClockParams) -> Self {
        let remaining = PerColor([Remaining::full(TimeSystem::None); 2]);
        Self {
            params,
            system: TimeSystem::None,
            remaining,
            is_told: false,
            running: None,
            planned: None,
            overruns: Overruns::default(),
        }
    }

    /// The time system in force.
    #[must_use]
    pub const fn system(&self) -> TimeSystem {
        self.system
    }

    /// Sets the time system, also during a game. The same settings again change nothing once the client has sent the
    /// time left; other settings fill the clocks.
    pub fn set_system(&mut self, system: TimeSystem) {
        if system == self.system && self.is_told {
            return;
        }
        self.system = system;
        self.refill();
    }

    /// Fills both clocks, as for a new game.
    pub fn refill(&mut self) {
        self.remaining = PerColor([Remaining::full(self.system); 2]);
        self.is_told = false;
        self.running = None;
        self.planned = None;
    }

    /// Takes over the time left as sent by the client, which may be fractional, zero or negative. `stones` is 0 in main
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

    /// What a player has left at `now`: seconds of the main time or of the running period, and in overtime the stones
    /// to play in it or the periods left. `None` in a game without a limit. No seconds: the time is up.
    #[must_use]
    pub fn time_left(&self, color: Color, now: Instant) -> Option<(f64, Option<u32>)> {
        if self.system == TimeSystem::None {
            return None;
        }
        let since = match self.running {
            Some((running, since)) if running == color => now.saturating_duration_since(since),
            Some(_) | None => Duration::ZERO,
        };
        let left = self.remaining[color].after(self.system, since.as_secs_f64());
        Some((left.seconds, left.in_overtime))
    }

    /// Takes a move back: whose time it cost is not known, so that a clock without times from the client is filled
    /// again.
    pub fn undo(&mut self) {
        self.running = None;
        self.planned = None;
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
        if let Some(plan) = self.planned.take_if(|plan| plan.color == color) {
            if plan.is_at_once {
                self.overruns.fade();
            } else {
                let over = now.saturating_duration_since(plan.end);
                self.overruns.note(over);
            }
        }
        if let Some((running, since)) = self.running.take()
            && running == color
        {
            let elapsed = now.saturating_duration_since(since).as_secs_f64();
            self.remaining[color] = self.remaining[color].charged(self.system, elapsed);
        }
    }

    /// The time from `now` on for a move that `color` begins to choose. What it takes beyond that until [`Self::stop`]
    /// is kept back at its next moves.
    pub fn begin_move(&mut self, color: Color, progress: GameProgress, now: Instant) -> Allotment {
        self.start(color, now);
        let allotment = self.allot(color, progress, now);
        self.planned = Some(Plan {
            color,
            end: now + allotment.limit,
            is_at_once: false,
        });
        allotment
    }

    /// Notes that the current move is chosen without a search: its delay is no measure for the moves that are searched.
    pub const fn answers_at_once(&mut self) {
        if let Some(plan) = &mut self.planned {
            plan.is_at_once = true;
        }
    }

    /// The most that a move is expected to take beyond its time, as measured so far.
    pub(super) fn worst_overrun(&self) -> Duration {
        Duration::from_secs_f64(self.overruns.worst())
    }

    /// The time of `color` for a move from `now` on. Time that has run since [`Self::start`] is already gone.
    fn allot(&self, color: Color, progress: GameProgress, now: Instant) -> Allotment {
        let elapsed = match self.running {
            Some((running, since)) if running == color => {
                now.saturating_duration_since(since).as_secs_f64()
            }
            _ => 0.0,
        };
        let left = self.remaining[color].after(self.system, elapsed);
        let (target, limit) =
            seconds_for_move(self.system, left, progress, &self.params, &self.overruns);
        let limit = limit.min(self.params.max_seconds).max(0.0);
        Allotment {
            target: Duration::from_secs_f64(target.clamp(0.0, limit)),
            limit: Duration::from_secs_f64(limit),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NO_LAG: ClockParams = ClockParams {
        lag_reserve: 0.0,
        untimed_seconds: 5.0,
        max_seconds: 1e6,
        max_time_factor: 2.0,
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

    /// Far more moves than a player makes in a game on 19x19.
    const MOST: usize = 300;

    /// The moves that a clock of `main` seconds lasts for, `MOST` at most, if each takes `floor` seconds at least, and
    /// `over` more than its limit.
    fn n_moves_within(main: f64, floor: f64, over: f64) -> usize {
        let mut clock = Clock::new(ClockParams::default());
        clock.set_system(TimeSystem::Absolute { main });
        let mut now = Instant::now();
        for n_moves in 0..MOST {
            let allotment = clock.begin_move(Color::Black, progress(361, 2 * n_moves), now);
            // Without time the engine moves without a search, and nothing makes it late.
            let late = if allotment.limit == Duration::ZERO {
                clock.answers_at_once();
                floor
            } else {
                over
            };
            now += allotment.limit + Duration::from_secs_f64(late);
            clock.stop(Color::Black, now);
            if clock.remaining[Color::Black].seconds <= 0.0 {
                return n_moves;
            }
        }
        MOST
    }

    #[test]
    fn a_late_machine_does_not_lose_on_time() {
        for over in [0.005, 0.02, 0.1, 0.4] {
            assert_eq!(n_moves_within(10.0, 0.001, over), MOST, "{over}");
        }
    }

    #[test]
    fn the_reserve_follows_what_moves_took_beyond_their_limits() {
        let mut clock = Clock::new(NO_LAG);
        clock.set_system(TimeSystem::Byoyomi {
            main: 0.0,
            period: 2.0,
            periods: 1,
        });
        let mut now = Instant::now();
        let mut limit_after = |clock: &mut Clock, over: Duration| {
            let limit = clock.begin_move(Color::White, progress(81, 0), now).limit;
            now += limit + over;
            clock.stop(Color::White, now);
            clock.begin_move(Color::White, progress(81, 0), now).limit
        };
        let on_time = limit_after(&mut clock, Duration::ZERO);
        let late = limit_after(&mut clock, Duration::from_millis(300));
        let reserve = on_time - late;
        assert!((reserve.as_secs_f64() - 0.3).abs() < 1e-6, "{reserve:?}");
        for _ in 0..100 {
            limit_after(&mut clock, Duration::ZERO);
        }
        let later = limit_after(&mut clock, Duration::ZERO);
        assert!(later > late && later <= on_time, "{later:?}");
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
