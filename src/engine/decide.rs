//! One move: who decides it, and why.
//!
//! Deciders are asked in order: the solver of small boards; the exact endgame, once the board is a sum of regions; a
//! pass if the opponent has passed and the score wins; reading, where only small regions are open; the search; then
//! the policy, which turns the search's choice into a pass, a resignation or a move that clears dead stones away.

use std::fmt;

use super::effort::Effort;
use super::finish::{Finish, cleanup_plays, last_play, wins_as_it_stands};
use super::groups::add_vital_points;
use super::urgent::{add_urgent, urgent_points};
use super::{Assessment, Engine, GRANTED_SHARE, GameProgress};
use crate::base::{Budget, Color, Komi, Move, Point, Score, Stop};
use crate::board::{Board, Game, Rules, Scoring};
use crate::endgame::Settled;
use crate::endgame::advise::Choice;
use crate::mcts::{self, Ending, Filter, Report, Restriction};
use crate::region::best_region_play;

/// Budget for reading the open regions to their ends before a move, in nodes.
const REGION_NODES: u64 = 3_000_000;

/// The board may be taken for a sum of regions by estimate when one part in so many of its points is open at most.
const OPEN_SHARE: usize = 4;

/// Probability that the prior gives the move which such an estimate suggests.
const ESTIMATED_PRIOR: f32 = 0.25;

/// How much less such a move may win than the one that the search likes best.
const ESTIMATED_WIN_RATE: f64 = 0.01;

/// How many points less it may score: playouts do not tell smaller differences.
const ESTIMATED_POINTS: f64 = 1.5;

/// Why a move was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It is proved to keep the value of a small board.
    Exact,
    /// There is no legal play but filling one's own eyes.
    NothingToPlay,
    /// The opponent has passed, and the board as it stands wins.
    WinsAsItStands,
    /// Every point is settled.
    Settled,
    /// The board is a sum of regions, and the move is proved to keep the best score.
    ExactEndgame,
    /// The board was a sum of regions, and the move keeps the score that was proved before the opponent's play.
    KeepsTerritory,
    /// Only small regions are open, and reading each to its end finds most to gain here.
    RegionReading,
    /// It gains most in the sum of regions that the estimate of the playouts leaves open, and the search agrees.
    EstimatedEndgame,
    /// A neutral point that counts, or a play that protects what would be lost otherwise.
    LastPlay,
    /// Dead stones are taken off the board.
    Cleanup,
    /// The whole-board search likes it best.
    Search,
    /// The game is lost.
    Hopeless,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Exact => "keeps the proved value",
            Self::NothingToPlay => "nothing to play",
            Self::WinsAsItStands => "wins as it stands",
            Self::Settled => "everything is settled",
            Self::ExactEndgame => "exact endgame",
            Self::KeepsTerritory => "answers a play in safe territory",
            Self::RegionReading => "gains most of all open regions",
            Self::EstimatedEndgame => "gains most in the endgame as estimated",
            Self::LastPlay => "last play of a finished board",
            Self::Cleanup => "clears dead stones away",
            Self::Search => "search",
            Self::Hopeless => "hopeless",
        })
    }
}

/// A chosen move.
#[derive(Clone, Debug)]
pub struct Decision {
    /// The move, a pass or a resignation.
    pub mv: Move,
    /// Why.
    pub reason: Reason,
    /// What the search found, if it was asked.
    pub report: Option<Report>,
}

impl Decision {
    /// A move for which no search was needed.
    pub(super) const fn without_search(mv: Move, reason: Reason) -> Self {
        Self {
            mv,
            reason,
            report: None,
        }
    }

    /// A move chosen with a search.
    pub(super) const fn after_search(mv: Move, reason: Reason, report: Report) -> Self {
        Self {
            mv,
            reason,
            report: Some(report),
        }
    }
}

impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.mv, self.reason)?;
        if let Some(report) = &self.report {
            write!(
                f,
                ", win rate {:.3}, score {:+.1}, {} playouts, {} reused, {} nodes",
                report.win_rate,
                report.score_mean,
                report.n_playouts,
                report.n_reused,
                report.n_nodes
            )?;
            if let Some(best) = report.moves.first() {
                let line: Vec<String> = best.line.iter().take(8).map(ToString::to_string).collect();
                write!(f, ", line {}", line.join(" "))?;
            }
        }
        Ok(())
    }
}

/// What the caller allows the engine to do besides playing a stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Options {
    /// Whether it may resign.
    pub(super) may_resign: bool,
    /// Whether it must take dead stones off before it passes.
    pub(super) clears_dead_stones: bool,
}

impl Engine {
    /// Chooses a move for `color`.
    pub(super) fn decide(
        &mut self,
        game: &Game,
        color: Color,
        mut effort: Effort<'_>,
        options: Options,
    ) -> Decision {
        if let Some(mv) = self.small_board_move(game, color, &effort, options) {
            return Decision::without_search(mv, Reason::Exact);
        }
        if let Some(mv) = self.endgame_move(game, color, &effort, None) {
            let has_to_clear = mv == Move::Pass && options.clears_dead_stones;
            if !has_to_clear {
                return Decision::without_search(mv, Reason::ExactEndgame);
            }
        }
        if let Some(mv) = self.territory_answer(game, color, &effort) {
            return Decision::without_search(mv, Reason::KeepsTerritory);
        }
        // Judging costs playouts: once is enough.
        let mut assessment = None;
        let opponent_passed = game.last_move() == Some((color.opponent(), Move::Pass));
        if opponent_passed {
            let assessment = assessment.get_or_insert_with(|| self.assess(game));
            if wins_as_it_stands(game, assessment, color, options) {
                return Decision::without_search(Move::Pass, Reason::WinsAsItStands);
            }
        }
        if let Some(mv) = self.region_move(game, color, &effort) {
            return Decision::without_search(mv, Reason::RegionReading);
        }
        let mut filter = self.sensible_moves(game, color, &effort);
        // The search would count dead stones as alive after a second pass, where players take them off.
        let counts_as_it_stands = options.clears_dead_stones;
        if opponent_passed && game.rules().scoring == Scoring::Area && !counts_as_it_stands {
            filter.avoid.push(Move::Pass);
        }
        let look = self.look(game, color, &filter, &mut effort);
        // A judgement is worth its playouts only when those of the look agree about nearly all of the board.
        let n_points = game.board().size().n_points();
        let seems_settled = look.ownership.n_unsettled(game.board(), 0.7) <= n_points / 8;
        if seems_settled {
            let assessment = assessment.get_or_insert_with(|| self.assess(game));
            match self.finish(game, color, &look, assessment, &mut effort, options) {
                Some(Finish::Move(decision)) => return decision,
                Some(Finish::Cleanup(plays)) => return self.clean_up(game, color, plays, effort),
                None => {}
            }
        }
        let estimated = self.estimated_endgame_move(game, color, &look, &effort);
        if let Some(point) = estimated {
            add_urgent(&mut filter.urgent, point, ESTIMATED_PRIOR);
        }
        self.read_groups(game, color, &look, &effort, &mut filter);
        let report = self.search_on(game, color, &filter, look, &mut effort);
        if options.may_resign && self.is_hopeless(game, &report) {
            return Decision::after_search(Move::Resign, Reason::Hopeless, report);
        }
        if let Some(point) = estimated
            && is_as_good(&report, Move::Play(point), color, effort.goes_for_points())
        {
            return Decision::after_search(Move::Play(point), Reason::EstimatedEndgame, report);
        }
        self.apply_policy(game, color, report, assessment, effort, options)
    }

    /// The best play in the sum of the regions that is left when everything is taken for granted which the playouts of a
    /// first look call certain; only if they leave little open.
    fn estimated_endgame_move(
        &mut self,
        game: &Game,
        color: Color,
        look: &Report,
        effort: &Effort<'_>,
    ) -> Option<Point> {
        let board = game.board();
        let n_open = look.ownership.n_unsettled(board, 0.7);
        if !self.params.endgame.enabled || n_open > board.size().n_points() / OPEN_SHARE {
            return None;
        }
        let limits = effort.estimate_limits();
        let endgame = self.granted_regions(game, |point| look.ownership.mean(point), &limits);
        let guess = limits.part(self.params.endgame.region_nodes / GRANTED_SHARE);
        let point = match endgame.estimated_move(&mut self.store, color, &guess) {
            Ok(point) => point?,
            Err(error) => {
                tracing::warn!(%error, "the sum of the regions was not found");
                return None;
            }
        };
        game.is_legal(color, Move::Play(point)).then_some(point)
    }

    /// The moves of [`Self::useful_moves`]; those come first by which blocks are captured
    /// or saved, as far as a small part of the time lets us read.
    fn sensible_moves(&mut self, game: &Game, color: Color, effort: &Effort<'_>) -> Filter {
        let board = game.board();
        let settled = self.known.about(board).partition.settled(board);
        let limits = effort.reading_limits(self.params.reading.root_nodes);
        Filter {
            urgent: urgent_points(board, color, &settled, limits),
            ..self.keep_off(settled)
        }
    }

    /// Makes the search look at the vital points of groups about which the playouts of a first look are in doubt.
    fn read_groups(
        &mut self,
        game: &Game,
        color: Color,
        look: &Report,
        effort: &Effort<'_>,
        filter: &mut Filter,
    ) {
        let board = game.board();
        let settled = self.known.about(board).partition.settled(board);
        let limits = effort.reading_limits(self.params.reading.group_nodes);
        let ownership = &look.ownership;
        add_vital_points(
            &mut filter.urgent,
            board,
            color,
            &settled,
            ownership,
            limits,
        );
    }

    /// All moves but those that are proved to gain nothing, now and later.
    pub(super) fn useful_moves(&mut self, board: &Board) -> Filter {
        let settled = self.known.about(board).partition.settled(board);
        self.keep_off(settled)
    }

    /// All moves but those on points where nothing is left to gain, unless the settings say otherwise.
    fn keep_off(&self, settled: Settled) -> Filter {
        if !self.params.reading.keeps_off_settled {
            return Filter::NONE;
        }
        Filter {
            never: settled.never,
            ..Filter::NONE
        }
    }

    /// The play that gains most where only small regions are open; nothing if no play gains.
    fn region_move(&mut self, game: &Game, color: Color, effort: &Effort<'_>) -> Option<Move> {
        let mut budget = effort.half_time(REGION_NODES);
        let board = game.board();
        let map = self.known.about(board).alternate(board);
        let play = best_region_play(board, &map, color, game.rules(), &mut budget)?;
        let mv = Move::Play(play.point);
        let is_read = budget.remaining() > 0 && game.is_legal(color, mv);
        is_read.then_some(mv)
    }

    /// A move that keeps the value of a small board, if that can be proved in half of the time.
    fn small_board_move(
        &mut self,
        game: &Game,
        color: Color,
        effort: &Effort<'_>,
        options: Options,
    ) -> Option<Move> {
        let nodes = self.params.exact.nodes;
        if nodes == 0 || options.clears_dead_stones {
            return None;
        }
        let mut budget = effort.half_time(nodes);
        self.small_boards.best_move(game, color, &mut budget)
    }

    /// A move proved to keep the best score, if the board has fallen apart into regions that are small enough. If only
    /// the moves `among` may be chosen, the one with the best score.
    fn endgame_move(
        &mut self,
        game: &Game,
        color: Color,
        effort: &Effort<'_>,
        among: Option<&[Move]>,
    ) -> Option<Move> {
        let params = self.params.endgame;
        if !params.enabled || self.known.about(game.board()).partition.largest() > params.most_empty
        {
            return None;
        }
        let endgame = self.sum_of_regions(game, &effort.exact_limits());
        let choice = match among {
            None => endgame.choose(&mut self.store, color),
            Some(among) => endgame.choose_among(&mut self.store, color, among),
        };
        let mv = match choice {
            Ok(choice) => {
                let Choice { mv, may_lose } = choice?;
                if may_lose > Score::JIGO {
                    tracing::info!(
                        at_most = may_lose.points(),
                        "the sum is too large: the move may lose points"
                    );
                }
                mv.mv()
            }
            Err(error) => {
                tracing::warn!(%error, "the sum of the regions was not found");
                return None;
            }
        };
        game.is_legal(color, mv).then_some(mv)
    }

    /// The answer to the opponent's last play inside the territory of `color`, if the score was known before it.
    fn territory_answer(&mut self, game: &Game, color: Color, effort: &Effort<'_>) -> Option<Move> {
        let params = self.params.endgame;
        let (opponent, Move::Play(point)) = game.last_move()? else {
            return None;
        };
        if !params.enabled || opponent == color {
            return None;
        }
        let mut before = game.clone();
        before.undo()?;
        let proofs = self.known.about(before.board());
        if proofs.partition.largest() > params.most_empty {
            return None;
        }
        let answer = Move::Play(proofs.partition.answer(game.board(), color, point)?);
        if !game.is_legal(color, answer) {
            return None;
        }
        let endgame = self.sum_of_regions(&before, &effort.exact_limits());
        let score = endgame.score(&mut self.store, opponent).ok()?;
        score.exact().map(|_| answer)
    }

    /// Chooses one of these moves, which must be legal; a pass if there are none. A search heeds the restrictions of `later`
    /// moves.
    pub(super) fn decide_among(
        &mut self,
        game: &Game,
        color: Color,
        mut effort: Effort<'_>,
        moves: Vec<Move>,
        later: &[Restriction],
    ) -> Decision {
        if moves.is_empty() {
            return Decision::without_search(Move::Pass, Reason::NothingToPlay);
        }
        if let Some(mv) = self.endgame_move(game, color, &effort, Some(&moves)) {
            return Decision::without_search(mv, Reason::ExactEndgame);
        }
        let filter = Filter {
            allow: Some(moves),
            later: later.to_vec(),
            ..Filter::NONE
        };
        let report = self.search(game, color, &filter, &mut effort);
        Decision::after_search(report.best(), Reason::Search, report)
    }

    /// Searches until the target, and on to the limit while the choice is open.
    pub(super) fn search(
        &mut self,
        game: &Game,
        color: Color,
        filter: &Filter,
        effort: &mut Effort<'_>,
    ) -> Report {
        let look = self.look(game, color, filter, effort);
        self.search_on(game, color, filter, look, effort)
    }

    /// A first look: a fifth of a search.
    fn look(
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

    /// The rest of a search after a first look.
    fn search_on(
        &mut self,
        game: &Game,
        color: Color,
        filter: &Filter,
        look: Report,
        effort: &mut Effort<'_>,
    ) -> Report {
        let Some((target, limit)) = effort.deadlines else {
            return self.search_for_points(game, color, filter, look, &mut effort.budget);
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

    /// A search that whoever watches the effort sees.
    fn watched_search(
        &mut self,
        game: &Game,
        color: Color,
        filter: &Filter,
        budget: &mut Budget,
        effort: &mut Effort<'_>,
    ) -> Report {
        let observer = effort.observer.as_mut();
        self.searcher
            .search_observed(game, color, filter, budget, observer)
    }

    /// Searches with playouts that are counted. Who wins does not tell which endgame play is best where the game is
    /// decided: when the first look finds half of the board settled, komi evens the game out and the score is what counts.
    fn search_for_points(
        &mut self,
        game: &Game,
        color: Color,
        filter: &Filter,
        look: Report,
        budget: &mut Budget,
    ) -> Report {
        let board = game.board();
        if look.ownership.n_unsettled(board, 0.7) > board.size().n_points() / 2 {
            return self.searcher.search(game, color, filter, budget);
        }
        #[expect(clippy::cast_possible_truncation, reason = "scores are small")]
        let lead = look.score_mean.round() as i32;
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
            win_rate: look.win_rate,
            score_mean: report.score_mean + f64::from(lead),
            ..report
        }
    }

    /// Turns what the search likes best into a decision. `assessment` is that of the position, if there is one already.
    fn apply_policy(
        &mut self,
        game: &Game,
        color: Color,
        report: Report,
        assessment: Option<Assessment>,
        effort: Effort<'_>,
        options: Options,
    ) -> Decision {
        let best = report.best();
        if report.moves.iter().all(|entry| entry.mv == Move::Pass) {
            return Decision::after_search(Move::Pass, Reason::NothingToPlay, report);
        }
        if best != Move::Pass {
            return Decision::after_search(best, Reason::Search, report);
        }
        let assessment = assessment.unwrap_or_else(|| self.assess(game));
        if options.clears_dead_stones {
            let plays = cleanup_plays(game, color, &assessment.judgement);
            if !plays.is_empty() {
                return self.clean_up(game, color, plays, effort);
            }
        }
        let is_settled = assessment.n_uncertain(Some(&report.ownership)) == 0;
        match last_play(game, color, &assessment.judgement) {
            Some(mv) if is_settled => Decision::after_search(mv, Reason::LastPlay, report),
            _ => Decision::after_search(Move::Pass, Reason::Settled, report),
        }
    }

    /// Whether the game has been lost for long enough to give it up.
    fn is_hopeless(&mut self, game: &Game, report: &Report) -> bool {
        let policy = &self.params.policy;
        let best = report
            .moves
            .first()
            .map_or(report.win_rate, |best| best.win_rate);
        if best >= policy.resign_below {
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

/// How far a game has come.
pub(super) fn progress(game: &Game) -> GameProgress {
    GameProgress {
        n_points: game.board().size().n_points(),
        n_moves: game.moves().len(),
    }
}

/// Whether a search has looked at a move often and finds it as good as the one that it likes best.
fn is_as_good(report: &Report, mv: Move, color: Color, goes_for_points: bool) -> bool {
    let (Some(best), Some(entry)) = (report.moves.first(), report.find(mv)) else {
        return false;
    };
    let lost_points = (best.score_mean - entry.score_mean) * f64::from(color.sign());
    let lost_win_rate = best.win_rate - entry.win_rate;
    tracing::debug!(%mv, visits = entry.visits, lost_win_rate, lost_points, "estimated move");
    entry.visits >= best.visits / 16
        && (goes_for_points || lost_win_rate <= ESTIMATED_WIN_RATE)
        && lost_points <= ESTIMATED_POINTS
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
