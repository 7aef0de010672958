//! Choosing a move: how much it may cost, and among which moves.

use std::time::{Duration, Instant};

use super::clock::{GameProgress, TimeSystem};
use super::decision::Decision;
use super::effort::{Deadlines, Effort};
use super::level::Level;
use super::state::Engine;
use super::turn::{Options, Turn};
use crate::base::{Budget, CancelToken};
use crate::board::{Color, Game, Move};
use crate::mcts::{self, Filter, Observer, Report, Searcher};

/// What a move may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveEffort {
    /// What the clock allows.
    Clock,
    /// So much time, and so many playouts if there is a number.
    Limits {
        /// The longest time.
        time: Duration,
        /// The most playouts.
        playouts: Option<u64>,
    },
}

impl Engine {
    /// Chooses a move for `color` within its time. The game is not changed; the clock runs until
    /// [`Self::has_moved`]. A cancel makes it answer within a few milliseconds with the best move so far.
    pub fn genmove(&mut self, game: &Game, color: Color, cancel: &CancelToken) -> Decision {
        let effort = self.timed_effort(game, color, cancel);
        self.decide(Turn::new(game, color, effort, self.usual_options()))
    }

    /// Chooses a move as [`Self::genmove`] does, among those that `filter` lets through, and reports the search to
    /// `observer`. The decision always has a report: a move found without a search gets a short one.
    pub fn genmove_observed(
        &mut self,
        game: &Game,
        color: Color,
        filter: &Filter,
        cancel: &CancelToken,
        observer: Observer<'_>,
    ) -> Decision {
        /// Playouts of the short search of a move that was found without one.
        const LOOK: u64 = 200;
        let effort = Effort {
            observer: Some(observer),
            ..self.timed_effort(game, color, cancel)
        };
        let deadlines = effort.deadlines;
        let mut decision = if *filter == Filter::NONE {
            self.decide(Turn::new(game, color, effort, self.usual_options()))
        } else {
            let points = game.board().empty_points().iter().copied();
            let mut moves: Vec<Move> = points.map(Move::Play).chain([Move::Pass]).collect();
            moves.retain(|&mv| filter.lets_through(mv) && game.is_legal(color, mv));
            moves.sort_unstable();
            self.decide(Turn::among(game, color, effort, moves, &filter.later))
        };
        if decision.report.is_none() && decision.mv != Move::Resign {
            let only = Filter {
                allow: Some(vec![decision.mv]),
                ..Filter::NONE
            };
            let mut budget = Budget::nodes(LOOK);
            if let Some(Deadlines { limit, .. }) = deadlines {
                budget = budget.until(limit);
            }
            let mut report = self.searcher.search(game, color, &only, &mut budget);
            if report.n_playouts == 0 {
                // Clients read the last report: it holds an evaluation of the move even if there is no time.
                report = self
                    .searcher
                    .search(game, color, &only, &mut Budget::nodes(1));
            }
            decision.report = Some(report);
        }
        decision
    }

    /// Searches the moves that `filter` lets through until `cancel` is set, reports it to `observer`, and returns the
    /// last report. No clock runs.
    pub fn analyze(
        &mut self,
        game: &Game,
        color: Color,
        filter: &Filter,
        cancel: &CancelToken,
        mut observer: Observer<'_>,
    ) -> Report {
        /// Time between two checks of `cancel` when there is nothing to search.
        const NAP: Duration = Duration::from_millis(5);
        let mut budget = Budget::unlimited().with_cancel(cancel);
        let report = self.search_within(game, color, filter, &mut budget, &mut observer);
        while !cancel.is_cancelled() {
            std::thread::sleep(NAP);
        }
        report
    }

    /// Searches the moves that `filter` lets through within a budget, reports it to `observer`, and returns the last
    /// report. No clock runs. What an earlier search found about the position is used again. A network that is still
    /// being loaded is waited for.
    pub fn search_within(
        &mut self,
        game: &Game,
        color: Color,
        filter: &Filter,
        budget: &mut Budget,
        observer: &mut Observer<'_>,
    ) -> Report {
        self.set_search_network(budget);
        self.searcher
            .search_observed(game, color, filter, budget, Some(observer))
    }

    /// The moves that a search without a network would consider, each with the probability learned from games.
    #[must_use]
    pub fn prior(&self, game: &Game, color: Color) -> Vec<(Move, f32)> {
        self.searcher.candidates(game, color, &Filter::NONE)
    }

    /// Chooses a move for `color` with a given effort, as strong as `level`, and resigns only if it may. The game is
    /// not changed.
    pub fn genmove_with(
        &mut self,
        game: &Game,
        color: Color,
        effort: MoveEffort,
        level: Level,
        may_resign: bool,
        cancel: &CancelToken,
    ) -> Decision {
        let options = Options {
            may_resign,
            level,
            ..self.usual_options()
        };
        let effort = match effort {
            MoveEffort::Clock => self.timed_effort(game, color, cancel),
            MoveEffort::Limits { time, playouts } => {
                self.await_network(time, cancel);
                let now = Instant::now();
                let budget = playouts.map_or_else(Budget::unlimited, Budget::nodes);
                Effort {
                    budget: budget.with_cancel(cancel),
                    deadlines: Some(Deadlines {
                        target: now + time,
                        limit: now + time,
                        end: now + time,
                    }),
                    observer: None,
                }
            }
        };
        self.decide(Turn::new(game, color, effort, options))
    }

    /// The search's report about a position for `color`, after as many more playouts as `reg_genmove` takes.
    pub fn consider(&mut self, game: &Game, color: Color, cancel: &CancelToken) -> Report {
        let mut budget = self.counted_effort(cancel).budget;
        self.searcher
            .search(game, color, &Filter::NONE, &mut budget)
    }

    /// The report of a search that begins anew, with as many playouts as `reg_genmove` takes: the same whatever was
    /// searched before. The tree of the game stays as it is.
    pub fn consider_anew(&mut self, game: &Game, color: Color, cancel: &CancelToken) -> Report {
        /// The tree of such a search gets one quarter of the memory.
        const SHARE: usize = 4;
        let mut budget = self.counted_effort(cancel).budget;
        let params = self.searcher.params();
        let params = mcts::Params {
            memory_mib: params.memory_mib / SHARE,
            ..params.clone()
        };
        Searcher::with_evaluator(params, self.searcher.evaluator()).search(
            game,
            color,
            &Filter::NONE,
            &mut budget,
        )
    }

    /// The search's report about a position for `color` after as many playouts as `limits` has credit for, or fewer if
    /// its time ends before.
    pub fn look(&mut self, game: &Game, color: Color, limits: &Budget) -> Report {
        self.set_search_network(limits);
        let mut budget = limits.clone();
        self.searcher
            .search(game, color, &Filter::NONE, &mut budget)
    }

    /// Searches on in the time of `color`, the opponent, until `cancel` is set. A level below the full one would gain
    /// by that, and does not.
    pub fn ponder(&mut self, game: &Game, color: Color, cancel: &CancelToken) {
        if self.params.policy.level != Level::FULL {
            return;
        }
        let mut budget = Budget::unlimited().with_cancel(cancel);
        self.set_search_network(&budget);
        let filter = self.useful_moves(game.board(), &budget);
        let report = self.searcher.search(game, color, &filter, &mut budget);
        tracing::debug!(n_playouts = report.n_playouts, "pondered");
    }

    /// The options of a move in a game.
    const fn usual_options(&self) -> Options {
        Options {
            may_resign: true,
            clears_dead_stones: self.params.policy.clears_dead_stones,
            level: self.params.policy.level,
        }
    }

    /// Chooses a move with a fixed number of playouts and no memory of earlier searches: with one thread always the
    /// same move in the same position. Never resigns.
    pub fn reg_genmove(&mut self, game: &Game, color: Color, cancel: &CancelToken) -> Decision {
        self.forget();
        let effort = self.counted_effort(cancel);
        let options = Options {
            may_resign: false,
            clears_dead_stones: false,
            level: Level::FULL,
        };
        let decision = self.decide(Turn::new(game, color, effort, options));
        self.forget();
        decision
    }

    /// Chooses one of the given moves as [`Self::reg_genmove`] does; a pass if none of them is legal.
    pub fn restricted_genmove(
        &mut self,
        game: &Game,
        color: Color,
        mut moves: Vec<Move>,
        cancel: &CancelToken,
    ) -> Decision {
        self.forget();
        let effort = self.counted_effort(cancel);
        moves.retain(|&mv| game.is_legal(color, mv));
        let decision = self.decide(Turn::among(game, color, effort, moves, &[]));
        self.forget();
        decision
    }

    /// Notes that `color` has made the move that [`Self::genmove`] chose: its clock stops, the other one runs.
    pub fn has_moved(&mut self, color: Color) {
        let now = Instant::now();
        self.clock.stop(color, now);
        self.clock.start(color.opponent(), now);
    }

    /// A number of playouts that does not depend on the clock.
    fn counted_effort(&mut self, cancel: &CancelToken) -> Effort<'static> {
        self.set_search_network(&Budget::unlimited().with_cancel(cancel));
        let playouts = self.params.policy.regression_playouts;
        let playouts = self
            .params
            .max_playouts
            .map_or(playouts, |most| playouts.min(most));
        Effort {
            budget: Budget::nodes(playouts).with_cancel(cancel),
            deadlines: None,
            observer: None,
        }
    }

    /// Waits for a network that is still being loaded before a move of a game without a clock, whose `time` begins
    /// afterwards: a first move without it would be a weak one. Wait and move together take no longer than the longest
    /// move by the settings.
    fn await_network(&mut self, time: Duration, cancel: &CancelToken) {
        let longest = Duration::from_secs_f64(self.params.clock.max_seconds);
        let end = Instant::now() + longest.saturating_sub(time);
        self.set_search_network(&Budget::unlimited().until(end).with_cancel(cancel));
    }

    /// The cost of a move: time by the clock, and the configured number of playouts.
    pub(super) fn timed_effort(
        &mut self,
        game: &Game,
        color: Color,
        cancel: &CancelToken,
    ) -> Effort<'static> {
        if self.clock.system() == TimeSystem::None {
            let time = Duration::from_secs_f64(self.params.clock.untimed_seconds);
            self.await_network(time, cancel);
        }
        let now = Instant::now();
        let allotment = self.clock.begin_move(color, progress(game), now);
        // A network that is not loaded in time is left to a later move.
        let wait = Budget::unlimited().until(now + allotment.limit / 2);
        self.set_search_network(&wait.with_cancel(cancel));
        let limit = allotment.limit - self.judgement_reserve(game, allotment.limit);
        let budget = self
            .params
            .max_playouts
            .map_or_else(Budget::unlimited, Budget::nodes);
        Effort {
            budget: budget.with_cancel(cancel),
            deadlines: Some(Deadlines {
                target: now + allotment.target.min(limit),
                limit: now + limit,
                end: now + allotment.limit,
            }),
            observer: None,
        }
    }
}

/// How far a game has come.
fn progress(game: &Game) -> GameProgress {
    GameProgress {
        n_points: game.board().size().n_points(),
        n_moves: game.moves().len(),
    }
}
