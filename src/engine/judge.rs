//! Judging a position: status, territory and score, as if the game ended here.

use super::assessment::{Assessment, certain_owner, mean_owner};
use super::state::Engine;
use crate::base::{Budget, Color, Komi, PerColor, Point, Rng};
use crate::board::game::Start;
use crate::board::rules::{HandicapBonus, Tax};
use crate::board::{Game, Rules, Scoring};
use crate::mcts::{self, Filter, Ownership, Searcher};
use crate::referee::{self, Judgement, ScoreEstimate};

/// A search about a doubtful judgement has so many times the playouts of the judgement, for each color.
const DEEPER: u64 = 4;

/// The likely owner of each point when the game is over.
#[derive(Clone, Debug)]
pub struct LikelyOwners {
    /// By playouts that begin with Black and with White.
    halves: PerColor<Ownership>,
}

impl LikelyOwners {
    /// The mean owner of a point: 1 if Black always owns it, -1 if White does, 0 if nothing is known.
    #[must_use]
    pub fn mean(&self, point: Point) -> f64 {
        mean_owner(&self.halves, point)
    }
}

impl Engine {
    /// The status of each block, the owner of each point and the score, if the game ended here, whichever side is to
    /// move.
    ///
    /// Where playouts alone leave the status of a block open, a search of the position decides.
    ///
    /// The clock and the token of `limits` end the work; its credit does not matter. The judgement then is what is
    /// known by then: its [`Basis`](crate::referee::Basis) says which blocks are only estimated, and how clearly.
    #[must_use]
    pub fn judge(&self, game: &Game, limits: &Budget) -> Judgement {
        let assessment = self.assess(game, limits);
        if !assessment.judgement.is_doubtful() || limits.check().is_err() {
            return assessment.judgement;
        }
        let searched = self.look_deeper(game, &assessment.halves, limits);
        let ownership = |first, point| {
            let mean = match certain_owner(&assessment.halves, point) {
                Some(_) => mean_owner(&assessment.halves, point),
                None => searched[first].mean(point),
            };
            #[expect(
                clippy::cast_possible_truncation,
                reason = "an estimate needs no more digits"
            )]
            let mean = mean as f32;
            mean
        };
        self.judge_by(game, ownership, limits)
    }

    /// A judgement by ownership that gives way to what reading has proved about the position: the owner of a stone if
    /// the given color moves first, 1 for Black, -1 for White.
    fn judge_by(
        &self,
        game: &Game,
        ownership: impl Fn(Color, Point) -> f32,
        limits: &Budget,
    ) -> Judgement {
        let settled = self.reading.settled(game.board());
        let owner = |first, point| {
            let is_settled = |color: &Color| settled[*color].contains(point);
            match Color::BOTH.into_iter().find(is_settled) {
                Some(Color::Black) => 1.0,
                Some(Color::White) => -1.0,
                None => ownership(first, point),
            }
        };
        referee::judge(game, owner, limits)
    }

    /// The score of an unfinished game by playouts, with error bars. Fewer playouts once the clock or the token of
    /// `limits` says so.
    #[must_use]
    pub fn estimate_score(&self, game: &Game, limits: &Budget) -> ScoreEstimate {
        let mut rng = Rng::new(self.params.search.seed, 0);
        let n_playouts = self.params.policy.scoring_playouts;
        referee::estimate_score(game, n_playouts, &mut rng, limits)
    }

    /// Ownership by two searches, one that begins with Black and one with White. Komi evens out the points that
    /// playouts call certain, so that the open points decide the game.
    fn look_deeper(
        &self,
        game: &Game,
        halves: &PerColor<Ownership>,
        limits: &Budget,
    ) -> PerColor<Ownership> {
        let board = game.board();
        let clear = board
            .size()
            .points()
            .map(|point| certain_owner(halves, point).map_or(0, Color::sign));
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

    /// The likely owner of each point when the game is over, by playouts. Fewer playouts once the clock or the token of
    /// `limits` says so.
    #[must_use]
    pub fn likely_owners(&self, game: &Game, limits: &Budget) -> LikelyOwners {
        let mut rng = Rng::new(self.params.search.seed, 0);
        let n_playouts = self.params.policy.scoring_playouts.div_ceil(2);
        // Half of the playouts begin with either player, so that neither side gains by having the move.
        // A ko ban ends with the next pass.
        let mut board = game.board().clone();
        board.forget_history();
        board.set_ko(None);
        LikelyOwners {
            halves: PerColor::from_fn(|color| {
                mcts::ownership(&board, color, n_playouts, &mut rng, limits)
            }),
        }
    }

    /// Judges a position, and keeps the estimate that decided where there is no proof. The clock and the token of
    /// `limits` end the work.
    pub(super) fn assess(&self, game: &Game, limits: &Budget) -> Assessment {
        let halves = self.likely_owners(game, limits).halves;
        #[expect(
            clippy::cast_possible_truncation,
            reason = "an estimate needs no more digits"
        )]
        let ownership = |first, point| halves[first].mean(point) as f32;
        let judgement = self.judge_by(game, ownership, limits);
        Assessment { judgement, halves }
    }
}
