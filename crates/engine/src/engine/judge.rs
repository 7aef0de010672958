//! Judging a position: status, territory and score, as if the game ended here.

use super::assessment::{Assessment, certain_owner};
use super::likely_owners::LikelyOwners;
use super::state::Engine;
use crate::base::{Budget, Rng};
use crate::board::game::Start;
use crate::board::rules::{HandicapBonus, Tax};
use crate::board::{Color, Game, Komi, PerColor, Point, Rules, Scoring};
use crate::mcts::{self, Filter, Ownership, Searcher};
use crate::referee::{self, Judgement, JudgementEffort, OwnerSource, ScoreEstimate};

/// Part of the referee's seconds that it has in a game, where it judges the board before each of the last moves.
const SHARE_IN_PLAY: f64 = 0.25;

/// Part of the time left for a move that the reader may take for a judgement. The clock ends it after twice that.
const SHARE_OF_TIME_LEFT: f64 = 0.125;

/// A search about a doubtful judgement has so many times the playouts of the judgement, for each color.
const DEEPER: u64 = 4;

impl Engine {
    /// The status of each block, the owner of each point and the score, if the game ended here, whichever side is to
    /// move.
    ///
    /// Where nothing is proved, network and playouts decide; without a network, playouts. Where playouts alone leave
    /// the status of a block open, a search of the position decides.
    ///
    /// The clock and the token of `limits` end the work; its credit does not matter. The judgement then is what is
    /// known by then: its [`Basis`](crate::referee::Basis) names the blocks that are only estimated, and how clearly.
    #[must_use]
    pub fn judge(&mut self, game: &Game, limits: &Budget) -> Judgement {
        let effort = JudgementEffort {
            seconds: self.params.referee.seconds,
            limits,
        };
        let assessment = self.assess_with(game, &effort);
        let judgement = self.reconsider_with(game, &assessment, &effort);
        let mut judgement = judgement.unwrap_or(assessment.judgement);
        if !judgement.is_proved() {
            judgement.prove(&self.safe_points_of_within(game, limits));
        }
        judgement
    }

    /// The judgement by a search, where playouts alone leave the status of a block open; nothing where the assessment
    /// stands. Limits are those of [`Self::judge`].
    pub(super) fn reconsider(
        &self,
        game: &Game,
        assessment: &Assessment,
        limits: &Budget,
    ) -> Option<Judgement> {
        self.reconsider_with(game, assessment, &self.effort_in_play(limits))
    }

    fn reconsider_with(
        &self,
        game: &Game,
        assessment: &Assessment,
        effort: &JudgementEffort<'_>,
    ) -> Option<Judgement> {
        let limits = effort.limits;
        let Assessment { judgement, owners } = assessment;
        let is_clear = !judgement.is_doubtful() || limits.check().is_err();
        if owners.source() == OwnerSource::Network || is_clear {
            return None;
        }
        let searched = self.look_deeper(game, owners, limits);
        let ownership = |first, point| match certain_owner(owners, point) {
            Some(_) => owners.mean(point),
            None => searched[first].mean(point),
        };
        Some(judge_by(game, OwnerSource::Playouts, ownership, effort))
    }

    /// The score of an unfinished game by network and playouts, or by playouts alone where there is no network, with
    /// error bars. Fewer playouts once the clock or the token of `limits` stops them.
    #[must_use]
    pub fn estimate_score(&self, game: &Game, limits: &Budget) -> ScoreEstimate {
        if self.network(limits).is_ok() {
            let owners = self.likely_owners(game, limits);
            let owner = |first, point| owners.first(first, point);
            return referee::estimate_score_by_network(game, owner, owners.scores(), limits);
        }
        let mut rng = Rng::new(self.params.search.seed, 0);
        let n_playouts = self.params.policy.scoring_playouts;
        referee::estimate_score(game, n_playouts, &mut rng, limits)
    }

    /// Ownership by two searches, one that begins with Black and one with White. Komi evens out the points that
    /// playouts call certain, so that the open points decide the game.
    fn look_deeper(
        &self,
        game: &Game,
        owners: &LikelyOwners,
        limits: &Budget,
    ) -> PerColor<Ownership> {
        let board = game.board();
        let clear = board
            .size()
            .points()
            .map(|point| certain_owner(owners, point).map_or(0, Color::sign));
        // An odd number of half points: no game ends in a draw.
        let half_komi = 2 * clear.sum::<i32>() + 1;
        let rules = Rules {
            scoring: Scoring::Area,
            tax: Tax::None,
            handicap_bonus: HandicapBonus::None,
            komi: Komi::from_half_points(half_komi),
            ..*game.rules()
        };
        let params = mcts::Params {
            threads: 1,
            stops_early: false,
            ..self.params.search.clone()
        };
        PerColor::from_fn(|color| {
            let start = Start {
                to_move: Some(color),
                ..Start::from_board(board)
            };
            let Ok(game) = Game::from_start(start, rules) else {
                return Ownership::default();
            };
            let playouts = DEEPER * u64::from(self.params.policy.scoring_playouts);
            let mut budget = limits.renewed(playouts);
            Searcher::new(params.clone())
                .search(&game, color, &Filter::NONE, &mut budget)
                .ownership
        })
    }

    /// Judges a position in a game, and keeps the estimate that decided where there is no proof. The clock and the
    /// token of `limits` end the work.
    pub(super) fn assess(&self, game: &Game, limits: &Budget) -> Assessment {
        self.assess_with(game, &self.effort_in_play(limits))
    }

    fn assess_with(&self, game: &Game, effort: &JudgementEffort<'_>) -> Assessment {
        let owners = self.likely_owners(game, effort.limits);
        let ownership = |first, point| owners.first(first, point);
        let judgement = judge_by(game, owners.source(), ownership, effort);
        Assessment { judgement, owners }
    }

    /// What a judgement may read while a game is played: a part of the time left, so that the judgement itself is not
    /// cut short.
    fn effort_in_play<'l>(&self, limits: &'l Budget) -> JudgementEffort<'l> {
        let most = self.params.referee.seconds * SHARE_IN_PLAY;
        let seconds = limits.time_left().map_or(most, |left| {
            most.min(left.as_secs_f64() * SHARE_OF_TIME_LEFT)
        });
        JudgementEffort { seconds, limits }
    }
}

/// A judgement by the likely owner of a point if the given color moves first: 1 for Black, -1 for White.
fn judge_by(
    game: &Game,
    source: OwnerSource,
    ownership: impl Fn(Color, Point) -> f64,
    effort: &JudgementEffort<'_>,
) -> Judgement {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "an estimate needs no more digits"
    )]
    let owner = |first, point| ownership(first, point) as f32;
    referee::judge(game, source, owner, effort)
}
