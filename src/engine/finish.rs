//! The end of a game: whether a pass gives anything away, and what is still to be played before it.

use super::decide::{Decision, Options, Reason};
use super::effort::Effort;
use super::{Assessment, Engine};
use crate::base::{CancelToken, Color, Move, Point, PointSet};
use crate::board::Game;
use crate::endgame::fill::{Finished, is_self_atari, last_move};
use crate::mcts::{self, Filter, Report, Searcher};
use crate::referee::Judgement;

/// The part of a search that weighs a pass, in units of a first look.
const PASS_SHARE: u32 = 2;

/// The tree of the search that weighs a pass gets this part of the memory: one in so many.
const PASS_MEMORY: usize = 4;

/// How much less a pass may win than the best move of the first look.
const PASS_WIN_RATE: f64 = 0.03;

/// How many points less a pass may score than the best move of the first look.
const PASS_POINTS: f64 = 1.0;

/// What to do on a finished board.
pub(super) enum Finish {
    /// The move to make.
    Move(Decision),
    /// To look for the best of these plays, which help to take dead stones off.
    Cleanup(Vec<Move>),
}

impl Engine {
    /// Chooses a move as [`Self::genmove`] does, but passes only when no dead stone of the opponent is left that a play
    /// can help to capture, and never resigns: the cleanup phase of KGS.
    pub fn genmove_cleanup(&mut self, game: &Game, color: Color, cancel: &CancelToken) -> Decision {
        let effort = self.timed_effort(game, color, cancel);
        let is_attacked =
            matches!(game.last_move(), Some((mover, Move::Play(_))) if mover != color);
        if is_attacked {
            let options = Options {
                may_resign: false,
                clears_dead_stones: true,
            };
            return self.decide(game, color, effort, options);
        }
        let judgement = self.judge(game);
        let plays = cleanup_plays(game, color, &judgement);
        if !plays.is_empty() {
            return self.clean_up(game, color, plays, effort);
        }
        let (mv, reason) = last_choice(game, color, &judgement);
        Decision::without_search(mv, reason)
    }

    /// What to do where a first look finds nothing left to play for, if the assessment of the position says the same and
    /// a search finds nothing that the opponent could gain by a pass.
    pub(super) fn finish(
        &self,
        game: &Game,
        color: Color,
        look: &Report,
        assessment: &Assessment,
        effort: &mut Effort<'_>,
        options: Options,
    ) -> Option<Finish> {
        let judgement = &assessment.judgement;
        // Never pass into a loss that the search does not see.
        let agrees = judgement.score.winner() == Some(color) || look.win_rate < 0.5;
        let is_settled = assessment.n_uncertain(Some(&look.ownership)) == 0;
        if !is_settled || !agrees || !self.may_pass(game, color, look, effort) {
            return None;
        }
        if options.clears_dead_stones {
            let plays = cleanup_plays(game, color, judgement);
            if !plays.is_empty() {
                return Some(Finish::Cleanup(plays));
            }
        }
        let (mv, reason) = last_choice(game, color, judgement);
        Some(Finish::Move(Decision::after_search(
            mv,
            reason,
            look.clone(),
        )))
    }

    /// Whether a pass loses nothing against the best move of a first look, as far as a search for the opponent tells: so
    /// that territory is given up to no invasion that needs an answer first.
    fn may_pass(&self, game: &Game, color: Color, look: &Report, effort: &mut Effort<'_>) -> bool {
        let Some(best) = look.moves.first() else {
            return true;
        };
        let mut after = game.clone();
        if after.play(color, Move::Pass).is_err() {
            return false;
        }
        let params = self.searcher.params();
        let mut searcher = Searcher::new(mcts::Params {
            memory_mib: params.memory_mib / PASS_MEMORY,
            stops_early: false,
            ..params.clone()
        });
        // A second pass would end the game in the search with dead stones on the board.
        let filter = Filter {
            avoid: vec![Move::Pass],
            ..Filter::NONE
        };
        let mut budget = effort.part_of_search(PASS_SHARE);
        let report = searcher.search(&after, color.opponent(), &filter, &mut budget);
        effort.budget.charge(report.n_playouts);
        let Some(reply) = report.moves.first() else {
            return true;
        };
        let lost_win_rate = best.win_rate - (1.0 - reply.win_rate);
        let lost_points = (best.score_mean - reply.score_mean) * f64::from(color.sign());
        tracing::debug!(lost_win_rate, lost_points, reply = %reply.mv, n_playouts = report.n_playouts, "weighed a pass");
        lost_win_rate <= PASS_WIN_RATE && lost_points <= PASS_POINTS
    }

    /// The best of the plays that help to take dead stones off the board.
    pub(super) fn clean_up(
        &mut self,
        game: &Game,
        color: Color,
        plays: Vec<Move>,
        mut effort: Effort<'_>,
    ) -> Decision {
        let filter = Filter {
            allow: Some(plays),
            ..Filter::NONE
        };
        let report = self.search(game, color, &filter, &mut effort);
        Decision::after_search(report.best(), Reason::Cleanup, report)
    }
}

/// Whether the board counts as won even if every doubt goes against `color`, with the dead stones on it if these need
/// not be taken off.
pub(super) fn wins_as_it_stands(
    game: &Game,
    assessment: &Assessment,
    color: Color,
    options: Options,
) -> bool {
    let is_clean = !options.clears_dead_stones
        || dead_of(game, &assessment.judgement, color.opponent()).is_empty();
    is_clean && assessment.worst_margin(color) > 0
}

/// The dead stones of a color.
fn dead_of(game: &Game, judgement: &Judgement, color: Color) -> PointSet {
    judgement
        .dead
        .iter()
        .filter(|&point| game.board().color(point) == Some(color))
        .collect()
}

/// The legal plays on liberties of dead blocks of the opponent that do not give stones away; only if there are none, those that do: stones
/// thrown into an eye that is too small to live in.
pub(super) fn cleanup_plays(game: &Game, color: Color, judgement: &Judgement) -> Vec<Move> {
    let board = game.board();
    let near = dead_of(game, judgement, color.opponent()).spread();
    let plays = board.size().points().filter(|&point| {
        near.contains(point) && board.is_empty(point) && game.is_legal(color, Move::Play(point))
    });
    let (risky, sound): (Vec<Point>, Vec<Point>) =
        plays.partition(|&point| is_self_atari(game.board(), color, point));
    let plays = if sound.is_empty() { risky } else { sound };
    plays.into_iter().map(Move::Play).collect()
}

/// The last play of `color` on a finished board, else a pass, with the reason.
fn last_choice(game: &Game, color: Color, judgement: &Judgement) -> (Move, Reason) {
    match last_play(game, color, judgement) {
        Some(mv) => (mv, Reason::LastPlay),
        None => (Move::Pass, Reason::Settled),
    }
}

/// The play that `color` still has to make on a finished board before it passes, if there is one.
pub(super) fn last_play(game: &Game, color: Color, judgement: &Judgement) -> Option<Move> {
    let in_seki = judgement.blocks.iter().map(|block| block.shared);
    let finished = Finished {
        dead: &judgement.dead,
        dame: &in_seki.fold(judgement.dame, |dame, shared| dame - shared),
    };
    last_move(game, color, finished).map(Move::Play)
}
