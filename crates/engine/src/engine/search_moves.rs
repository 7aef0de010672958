//! Moves chosen by the whole-board search: hints, a probe, the search, and the choice between its best moves.

use super::assessment::Assessment;
use super::capture_hints::{HintTrust, add_hint, capture_hints};
use super::costs::Step;
use super::decision::{Decision, Reason};
use super::effort::{Deadlines, Effort};
use super::group_hints::add_group_hints;
use super::level::Level;
use super::state::Engine;
use super::tolerance::{Counts, Tolerance, is_as_good};
use super::turn::Turn;
use crate::base::{Budget, Stop};
use crate::board::{Board, Color, Game, Komi, Move, Rules, Scoring};
use crate::endgame::{EstimatedMoves, Settled};
use crate::mcts::{self, Ending, Evidence, Filter, Report};

/// The board may be treated as a sum of regions by estimate if at most a quarter of its points is open.
const OPEN_SHARE: usize = 4;

/// Prior probability of the moves together that such an estimate suggests.
const ESTIMATED_PRIOR: f32 = 0.25;

/// Most of these moves that get a share of it.
const MOST_SUGGESTED: usize = 3;

/// Least number of playouts in a probe that finds a board settled: after one playout every point has an owner.
pub(super) const LEAST_PROBE: u64 = 8;

/// The prior of a pass from which on it counts as a candidate of the network.
const PASS_PRIOR: f64 = 0.01;

/// Least mean ownership of a settled point in a probe.
const SETTLED: f64 = 0.7;

impl Engine {
    /// The points on which nothing is left to gain, by proof; found once a turn. None, if there is no time for proofs.
    fn settled<'t>(&mut self, turn: &'t mut Turn<'_, '_>) -> &'t Settled {
        let board = turn.game.board();
        if turn.settled.is_none() {
            let reads = turn.options.level == Level::FULL;
            let limits = turn.effort.exact_limits();
            let is_known = self.params.proofs && self.proof_cache.known(board, &limits).is_some();
            let settled = if reads && (is_known || self.affords(Step::Proofs, turn)) {
                self.proofs(board, &limits).partition.settled(board)
            } else {
                Settled::default()
            };
            turn.settled = Some(settled);
        }
        turn.settled.get_or_insert_default()
    }

    /// All moves but those that are proved to gain nothing, now and later.
    pub(super) fn useful_moves(&mut self, board: &Board, limits: &Budget) -> Filter {
        if !self.params.proofs {
            return Filter::NONE;
        }
        let settled = self.proofs(board, limits).partition.settled(board);
        self.keep_off(&settled)
    }

    /// All moves but those on points where nothing is left to gain, unless the settings allow them.
    fn keep_off(&self, settled: &Settled) -> Filter {
        if !self.params.hints.keeps_off_settled {
            return Filter::NONE;
        }
        Filter {
            never: settled.never,
            ..Filter::NONE
        }
    }

    /// The weight of hints in the search.
    fn hint_trust(&self) -> HintTrust {
        if self.searcher.has_evaluator() {
            HintTrust::OF_A_NETWORK
        } else {
            HintTrust::OF_PLAYOUTS
        }
    }

    /// The moves that the search considers, with hints: the moves that capture or save blocks, found in a small part of
    /// the time.
    pub(super) fn sensible_moves(&mut self, turn: &mut Turn<'_, '_>) -> Filter {
        let trust = self.hint_trust();
        let root_nodes = self.params.hints.root_nodes;
        let limits = turn.effort.share_of_time(root_nodes, trust.n_parts);
        let (game, color) = (turn.game, turn.color);
        let settled = self.settled(turn).clone();
        let reads = turn.options.level == Level::FULL;
        let urgent = if reads && self.affords(Step::CaptureHints, turn) {
            self.timed(Step::CaptureHints, limits.deadline(), |_| {
                capture_hints(game, color, &settled, trust, limits)
            })
        } else {
            Vec::new()
        };
        let mut filter = Filter {
            urgent,
            ..self.keep_off(&settled)
        };
        // The search would count dead stones as alive after a second pass, where players take them off.
        let counts_as_it_stands = turn.options.clears_dead_stones;
        let counts_area = turn.game.rules().scoring == Scoring::Area;
        if turn.opponent_passed() && counts_area && !counts_as_it_stands {
            filter.avoid.push(Move::Pass);
        }
        let in_seki = turn.assessment.as_ref().map(Assessment::seki_liberties);
        filter
            .avoid
            .extend(in_seki.iter().flatten().map(Move::Play));
        filter
    }

    /// Makes sure that the turn has a probe: the first part of its search.
    pub(super) fn probe(&mut self, turn: &mut Turn<'_, '_>) {
        if turn.probe.is_some() {
            return;
        }
        let filter = match turn.filter.take() {
            Some(filter) => filter,
            None => self.sensible_moves(turn),
        };
        let report = self.first_part(turn.game, turn.color, &filter, &mut turn.effort);
        turn.filter = Some(filter);
        turn.probe = Some(report);
    }

    /// Whether a probe finds little left open: a judgement is worth its playouts only then. A network's ownership is
    /// nearly certain long before the end, so a pass also has to be among its candidates.
    pub(super) fn seems_settled(board: &Board, probe: &Report) -> bool {
        let may_pass = match probe.evidence {
            Evidence::Playouts => true,
            Evidence::Evaluations => probe
                .find(Move::Pass)
                .is_some_and(|pass| pass.visits > 0 || pass.prior >= PASS_PRIOR),
        };
        may_pass
            && probe.n_playouts >= LEAST_PROBE
            && probe.ownership.n_unsettled(board, SETTLED) <= most_open(board)
    }

    /// The report of the whole search; searches if that was not done yet.
    fn searched<'t>(&mut self, turn: &'t mut Turn<'_, '_>) -> Option<&'t Report> {
        if turn.report.is_none() {
            self.probe(turn);
            if turn.among.is_none() && turn.options.level == Level::FULL {
                self.add_endgame_hints(turn);
                self.add_group_hints(turn);
            }
            let (filter, probe) = (turn.filter.as_ref()?, turn.probe.take()?);
            let report = self.search_on(turn.game, turn.color, filter, probe, &mut turn.effort);
            turn.report = Some(report);
        }
        turn.report.as_ref()
    }

    /// Adds hints after the probe: the best plays of the estimated endgame.
    fn add_endgame_hints(&mut self, turn: &mut Turn<'_, '_>) {
        if self.params.hints.estimates_endgame && self.affords(Step::EstimatedEndgame, turn) {
            turn.estimated = self.estimated_endgame_moves(turn);
        }
        if let Some(filter) = turn.filter.as_mut() {
            let suggested = turn.estimated.points.iter().take(MOST_SUGGESTED);
            #[expect(clippy::cast_precision_loss, reason = "at most three moves")]
            let share = ESTIMATED_PRIOR / suggested.len().max(1) as f32;
            let least = share.min(self.hint_trust().most_proved);
            for &point in suggested {
                add_hint(&mut filter.urgent, point, least);
            }
        }
    }

    /// Adds hints after the probe: the vital points of groups about which the playouts are in doubt.
    fn add_group_hints(&mut self, turn: &mut Turn<'_, '_>) {
        if !self.affords(Step::GroupHints, turn) {
            return;
        }
        let settled = self.settled(turn).clone();
        let trust = self.hint_trust();
        let group_nodes = self.params.hints.group_nodes;
        let limits = turn.effort.share_of_time(group_nodes, trust.n_parts);
        let (game, color) = (turn.game, turn.color);
        let (Some(filter), Some(probe)) = (turn.filter.as_mut(), turn.probe.as_ref()) else {
            return;
        };
        self.timed(Step::GroupHints, limits.deadline(), |_| {
            let (hints, ownership) = (&mut filter.urgent, &probe.ownership);
            add_group_hints(hints, game, color, &settled, ownership, trust, limits);
        });
    }

    /// The best plays in a sum of regions in which stones and points are assumed safe that the playouts of a probe call
    /// certain; only if little is open.
    fn estimated_endgame_moves(&mut self, turn: &Turn<'_, '_>) -> EstimatedMoves {
        let (game, board) = (turn.game, turn.game.board());
        let Some(probe) = &turn.probe else {
            return EstimatedMoves::default();
        };
        let ownership = &probe.ownership;
        let n_open = ownership.n_unsettled(board, SETTLED);
        if !self.params.endgame.enabled || n_open > board.size().n_points() / OPEN_SHARE {
            return EstimatedMoves::default();
        }
        let n_parts = self.hint_trust().n_parts / 2;
        let limits = turn.effort.share_of_time(u64::MAX, n_parts);
        let found = self.timed(Step::EstimatedEndgame, limits.deadline(), |engine| {
            let owner = |point| ownership.mean(point);
            let endgame = engine.regions_assumed_safe(game, owner, &limits);
            let guess = limits.part(engine.estimate_region_nodes());
            let allowed = |point| game.is_legal(turn.color, Move::Play(point));
            endgame.estimated_moves(&mut engine.store, turn.color, allowed, &guess)
        });
        found.unwrap_or_else(|error| {
            tracing::warn!(%error, "the sum of the regions was not found");
            EstimatedMoves::default()
        })
    }

    /// A resignation, if the search has found the game lost for long enough.
    pub(super) fn resignation(&mut self, turn: &mut Turn<'_, '_>) -> Option<Decision> {
        let report = self.searched(turn)?;
        let best = report.moves.first();
        let win_rate = best.map_or(report.win_rate, |best| best.win_rate);
        if !self.is_hopeless(turn.game, win_rate) {
            return None;
        }
        let report = turn.report.take()?;
        Some(Decision::after_search(
            Move::Resign,
            Reason::Hopeless,
            report,
        ))
    }

    /// The best play of the estimated endgame that the search visited most, if the search finds it as good as its own
    /// choice.
    pub(super) fn estimated_endgame_choice(&mut self, turn: &mut Turn<'_, '_>) -> Option<Decision> {
        let goes_for_points = turn.effort.goes_for_points();
        self.searched(turn)?;
        let report = turn.report.as_ref()?;
        let visits = |mv: &Move| report.find(*mv).map(|entry| entry.visits);
        let plays = turn.estimated.points.iter().rev();
        let mv = plays.map(|&point| Move::Play(point)).max_by_key(visits)?;
        let counts = Counts::new(&turn.estimated, mv, report.best());
        let tolerance = Tolerance::new(report.evidence, goes_for_points, counts);
        tracing::debug!(
            points = ?turn.estimated.points,
            best = %report.best(),
            ?counts,
            "plays of the estimated endgame"
        );
        let report = turn
            .report
            .take_if(|report| is_as_good(report, mv, turn.color, &tolerance))?;
        Some(Decision::after_search(mv, Reason::EstimatedEndgame, report))
    }

    /// The best move of the search, if that is a play, or if there is nothing to play.
    pub(super) fn searched_play(&mut self, turn: &mut Turn<'_, '_>) -> Option<Decision> {
        let report = self.searched(turn)?;
        let best = report.best();
        let reason = if report.moves.iter().all(|entry| entry.mv == Move::Pass) {
            Reason::NothingToPlay
        } else if best != Move::Pass {
            Reason::Search
        } else {
            return None;
        };
        Some(Decision::after_search(best, reason, turn.report.take()?))
    }

    /// A play drawn at the level of the turn; none if a pass is the best move of the search.
    pub(super) fn drawn_play(&mut self, turn: &mut Turn<'_, '_>) -> Option<Decision> {
        let level = turn.options.level;
        let report = self.searched(turn)?;
        if report.best() == Move::Pass {
            return None;
        }
        let mv = level.draw(report, &mut self.draws)?;
        Some(Decision::after_search(
            mv,
            Reason::Level,
            turn.report.take()?,
        ))
    }

    /// The best move of the search, even if that is a pass.
    pub(super) fn best_searched(&mut self, turn: &mut Turn<'_, '_>) -> Option<Decision> {
        let best = self.searched(turn)?.best();
        Some(Decision::after_search(
            best,
            Reason::Search,
            turn.report.take()?,
        ))
    }

    /// Searches until the target, and on to the limit while the choice is open.
    pub(super) fn search(
        &mut self,
        game: &Game,
        color: Color,
        filter: &Filter,
        effort: &mut Effort<'_>,
    ) -> Report {
        let probe = self.first_part(game, color, filter, effort);
        self.search_on(game, color, filter, probe, effort)
    }

    /// The first part of a search.
    fn first_part(
        &mut self,
        game: &Game,
        color: Color,
        filter: &Filter,
        effort: &mut Effort<'_>,
    ) -> Report {
        let mut budget = effort.part_of_search(1);
        let report = self.watched_search(game, color, filter, &mut budget, effort);
        effort.budget.charge(report.n_playouts);
        report
    }

    /// The rest of a search after a probe.
    fn search_on(
        &mut self,
        game: &Game,
        color: Color,
        filter: &Filter,
        probe: Report,
        effort: &mut Effort<'_>,
    ) -> Report {
        let Some(Deadlines { target, limit, .. }) = effort.deadlines else {
            return self.search_for_points(game, color, filter, probe, &mut effort.budget);
        };
        let mut budget = effort.budget.clone().until(target);
        let report = self.watched_search(game, color, filter, &mut budget, effort);
        if report.ending != Ending::Stopped(Stop::Time) || limit <= target || !is_open(&report) {
            return report;
        }
        let mut budget = effort.budget.clone().until(limit);
        budget.charge(report.n_playouts);
        self.watched_search(game, color, filter, &mut budget, effort)
    }

    /// A search with reports to the observer of the effort.
    fn watched_search(
        &mut self,
        game: &Game,
        color: Color,
        filter: &Filter,
        budget: &mut Budget,
        effort: &mut Effort<'_>,
    ) -> Report {
        let observer = effort.observer.as_mut();
        self.timed_search(game, budget.deadline(), |engine, n_threads| {
            let searcher = &mut engine.searcher;
            let all = searcher.set_threads(n_threads);
            let report = searcher.search_observed(game, color, filter, budget, observer);
            searcher.set_threads(all);
            report
        })
    }

    /// Searches with playouts that are counted. The winner does not show which endgame play is best where the game is
    /// decided: when the probe finds half of the board settled, komi evens the game out and the score is what counts. A
    /// search with an evaluator counts points in any case.
    fn search_for_points(
        &mut self,
        game: &Game,
        color: Color,
        filter: &Filter,
        probe: Report,
        budget: &mut Budget,
    ) -> Report {
        let board = game.board();
        let is_open = probe.ownership.n_unsettled(board, SETTLED) > board.size().n_points() / 2;
        if is_open || self.searcher.has_evaluator() {
            return self.searcher.search(game, color, filter, budget);
        }
        #[expect(clippy::cast_possible_truncation, reason = "scores are small")]
        let lead = probe.score_mean.round() as i32;
        let rules = *game.rules();
        let mut leveled = game.clone();
        leveled.set_rules(Rules {
            komi: Komi::from_half_points(rules.komi.half_points() + 2 * lead),
            ..rules
        });
        let params = self.searcher.params().clone();
        self.searcher.set_params(mcts::Params {
            score_weight: 1.0,
            ..params.clone()
        });
        let report = self.searcher.search(&leveled, color, filter, budget);
        self.searcher.set_params(params);
        Report {
            win_rate: probe.win_rate,
            score_mean: report.score_mean + f64::from(lead),
            ..report
        }
    }

    /// Whether the game has been lost for long enough to give it up.
    fn is_hopeless(&mut self, game: &Game, win_rate: f64) -> bool {
        let policy = &self.params.policy;
        if win_rate >= policy.resign_below {
            self.n_hopeless = 0;
            return false;
        }
        self.n_hopeless += 1;
        #[expect(
            clippy::cast_precision_loss,
            reason = "board sizes and move numbers are small"
        )]
        let stage = game.moves().len() as f64 / game.board().size().n_points() as f64;
        self.n_hopeless >= policy.resign_patience && stage >= policy.resign_after
    }
}

/// The most points that a settled board leaves open: sekis, and points that count for neither side.
pub(super) fn most_open(board: &Board) -> usize {
    board.size().n_points() / 8
}

/// Whether a longer search could well change the choice: the runner-up is near, or wins more often.
fn is_open(report: &Report) -> bool {
    let [best, second, ..] = report.moves.as_slice() else {
        return false;
    };
    let is_close = u64::from(second.visits) * 2 > u64::from(best.visits);
    let wins_more = report.moves.iter().skip(1).any(|other| {
        other.win_rate > best.win_rate && u64::from(other.visits) * 10 > u64::from(best.visits)
    });
    is_close || wins_more
}
