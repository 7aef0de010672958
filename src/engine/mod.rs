//! The façade: one typed call for each thing a client can ask, whatever part of the program answers it.
//!
//! Floor 10. Knows games, time and policy; knows no protocol and prints nothing.

mod assessment;
pub mod clock;
mod decide;
mod decision;
mod effort;
mod exact_moves;
mod finish;
pub mod go_model;
mod granted;
mod groups;
mod known;
pub mod policy;
mod search_moves;
pub mod small_board;
mod turn;
mod urgent;

use std::cell::Cell;
use std::time::{Duration, Instant};

use crate::base::{Budget, CancelToken, Color, Komi, Move, PerColor, Point, Rng};
use crate::board::game::Start;
use crate::board::rules::{HandicapBonus, Tax};
use crate::board::{Game, Rules, Scoring};
use crate::cgt::GameError;
use crate::endgame::{self, Endgame, EndgameParams, Partition};
use crate::mcts::{self, Filter, Observer, Ownership, Report, Searcher};
use crate::referee::{self, Judgement, ScoreEstimate};
use crate::region::safety_by_search;
use crate::safety::SafetyMap;
use assessment::{Assessment, CERTAIN, mean_owner};
use clock::{Clock, ClockParams, GameProgress};
pub use decision::{Decision, Reason};
use effort::Effort;
use granted::Granted;
use known::Known;
use policy::PolicyParams;
use small_board::{SmallBoardParams, SmallBoards};
use turn::{Options, Turn};

/// Everything that can be set about the engine.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EngineParams {
    /// The whole-board search.
    pub search: mcts::Params,
    /// Largest number of playouts for a move; `None` for no bound but time.
    pub max_playouts: Option<u64>,
    /// Use of the clock.
    pub clock: ClockParams,
    /// When to pass and to resign, and how to score.
    pub policy: PolicyParams,
    /// Small boards solved.
    pub exact: SmallBoardParams,
    /// The exact endgame.
    pub endgame: EndgameParams,
    /// What is read and proved before a search.
    pub reading: ReadingParams,
}

/// What is read and proved before a search begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadingParams {
    /// Most nodes for reading which blocks can be captured and saved; 0 reads nothing. A tenth of the time at most.
    pub root_nodes: u64,
    /// Most nodes for reading which groups live or die by the next move; 0 reads nothing. A tenth of the time at most.
    pub group_nodes: u64,
    /// Whether the search keeps off points on which nothing is left to gain.
    pub keeps_off_settled: bool,
}

impl Default for ReadingParams {
    fn default() -> Self {
        Self {
            root_nodes: 60_000,
            group_nodes: 60_000,
            keeps_off_settled: true,
        }
    }
}

/// The engine: it chooses moves and judges positions.
#[derive(Debug)]
pub struct Engine {
    params: EngineParams,
    searcher: Searcher,
    small_boards: SmallBoards,
    /// What is known about regions; kept from game to game.
    store: endgame::Store,
    /// What is proved about the latest positions.
    known: Known,
    clock: Clock,
    /// Own moves in a row that looked hopeless.
    n_hopeless: u32,
    /// The longest time that judging a position of this game has taken: kept free before a move's time is over.
    assessment_time: Cell<Duration>,
}

impl Engine {
    /// An engine with an empty memory.
    #[must_use]
    pub fn new(params: EngineParams) -> Self {
        let searcher = Searcher::new(params.search.clone());
        let small_boards = SmallBoards::new(params.exact);
        let clock = Clock::new(params.clock);
        let store = endgame::Store::new(params.endgame.store);
        Self {
            params,
            searcher,
            small_boards,
            store,
            known: Known::default(),
            clock,
            n_hopeless: 0,
            assessment_time: Cell::default(),
        }
    }

    /// The clocks of both players.
    pub const fn clock_mut(&mut self) -> &mut Clock {
        &mut self.clock
    }

    /// What solves small boards.
    pub const fn small_boards_mut(&mut self) -> &mut SmallBoards {
        &mut self.small_boards
    }

    /// Forgets what was searched, as when rules or position have changed under the search.
    pub fn forget(&mut self) {
        self.searcher.clear();
        self.n_hopeless = 0;
    }

    /// Prepares for a new game: the clocks are full, nothing is remembered.
    pub fn new_game(&mut self) {
        self.forget();
        self.clock.refill();
        self.assessment_time.take();
    }

    /// Chooses a move for `color` within its time. The game is not changed; the clock runs until
    /// [`Self::has_moved`]. A cancel makes it answer within a few milliseconds with the best move so far.
    pub fn genmove(&mut self, game: &Game, color: Color, cancel: &CancelToken) -> Decision {
        let effort = self.timed_effort(game, color, cancel);
        self.decide(Turn::new(game, color, effort, self.usual_options()))
    }

    /// Chooses a move as [`Self::genmove`] does, among those that `filter` lets through, and shows `observer` how the
    /// search is going. The decision has a report in any case, if only of a short look at the move.
    pub fn genmove_observed(
        &mut self,
        game: &Game,
        color: Color,
        filter: &Filter,
        cancel: &CancelToken,
        observer: Observer<'_>,
    ) -> Decision {
        /// Playouts for a look at a move that was not found by search.
        const LOOK: u64 = 200;
        let effort = Effort {
            observer: Some(observer),
            ..self.timed_effort(game, color, cancel)
        };
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
            decision.report = Some(self.searcher.search(game, color, &only, &mut budget));
        }
        decision
    }

    /// Searches the moves that `filter` lets through until somebody cancels, shows `observer` how it is going, and
    /// returns the last report. No clock runs.
    pub fn analyze(
        &mut self,
        game: &Game,
        color: Color,
        filter: &Filter,
        cancel: &CancelToken,
        mut observer: Observer<'_>,
    ) -> Report {
        /// Time between two looks whether somebody cancels, when there is nothing to search.
        const NAP: Duration = Duration::from_millis(5);
        let mut budget = Budget::unlimited().with_cancel(cancel);
        let report =
            self.searcher
                .search_observed(game, color, filter, &mut budget, Some(&mut observer));
        while !cancel.is_cancelled() {
            std::thread::sleep(NAP);
        }
        report
    }

    /// What the search thinks of a position for `color`, after so many more playouts as a regression test gets.
    pub fn consider(&mut self, game: &Game, color: Color, cancel: &CancelToken) -> Report {
        let mut budget = self.counted_effort(cancel).budget;
        self.searcher
            .search(game, color, &Filter::NONE, &mut budget)
    }

    /// Searches on in the time of `color`, the opponent, until somebody cancels.
    pub fn ponder(&mut self, game: &Game, color: Color, cancel: &CancelToken) {
        let mut budget = Budget::unlimited().with_cancel(cancel);
        let filter = self.useful_moves(game.board());
        let report = self.searcher.search(game, color, &filter, &mut budget);
        tracing::debug!(n_playouts = report.n_playouts, "pondered");
    }

    /// What the policy allows in a move of a game.
    const fn usual_options(&self) -> Options {
        Options {
            may_resign: true,
            clears_dead_stones: self.params.policy.clears_dead_stones,
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

    /// The position as a sum of independent regions, with what is proved about each, and about the whole where the regions
    /// do not tell.
    pub fn endgame(&mut self, game: &Game, limits: &Budget) -> Endgame {
        let mut endgame = self.sum_of_regions(game, limits);
        endgame.bound(game, limits);
        endgame
    }

    /// As [`Self::endgame`], with an estimate of what regions are worth that are too large to be looked into.
    ///
    /// # Errors
    /// If a limit of the table of games is reached.
    pub fn endgame_with_outlooks(
        &mut self,
        game: &Game,
        limits: &Budget,
    ) -> Result<Endgame, GameError> {
        let proofs = self.known.about(game.board());
        let expanses = &proofs.partition.expanses;
        let mut outlooks = Vec::new();
        if !expanses.is_empty() {
            // Before the proved sum: values do not outlive the next analysis.
            let granted = self.endgame_granted(game, limits);
            for expanse in expanses {
                outlooks.push(granted.outlook_within(&expanse.points, &mut self.store)?);
            }
        }
        let mut endgame = self.endgame(game, limits);
        for (expanse, outlook) in endgame.partition.expanses.iter_mut().zip(outlooks) {
            expanse.outlook = outlook;
        }
        Ok(endgame)
    }

    /// The position as a sum of independent regions, for choosing a move.
    fn sum_of_regions(&mut self, game: &Game, limits: &Budget) -> Endgame {
        let partition = self.known.about(game.board()).partition.clone();
        let params = &self.params.endgame;
        Endgame::of_parts(game, partition, &mut self.store, params, limits)
    }

    /// The position as a sum of regions if everything that playouts call certain is taken for granted: an estimate, good
    /// for positions that are not proved to fall apart.
    pub fn endgame_granted(&mut self, game: &Game, limits: &Budget) -> Endgame {
        let assessment = self.assess(game);
        self.granted_regions(game, |point| mean_owner(&assessment.halves, point), limits)
    }

    /// The same if `owner` tells how far each point is Black's, from -1 to 1.
    fn granted_regions(
        &mut self,
        game: &Game,
        owner: impl Fn(Point) -> f64,
        limits: &Budget,
    ) -> Endgame {
        let board = game.board();
        let granted = Granted::new(board, owner);
        let partition = Partition::along(board, &granted.stones, &granted.territory);
        let params = EndgameParams {
            region_nodes: self.granted_region_nodes(),
            ..self.params.endgame
        };
        Endgame::of_parts(game, partition, &mut self.store, &params, limits)
    }

    /// Most plays looked into for one region of an estimate.
    const fn granted_region_nodes(&self) -> u64 {
        self.params.endgame.region_nodes / GRANTED_SHARE
    }

    /// Where the values of [`Self::endgame`] are kept, until it is called again.
    pub const fn endgame_store(&mut self) -> &mut endgame::Store {
        &mut self.store
    }

    /// Who lives, who owns what, and the score, if the game ended here. Always the same for the same position, whoever
    /// is to move.
    ///
    /// Where playouts alone leave the status of a block open, a search of the position looks deeper.
    #[must_use]
    pub fn judge(&self, game: &Game) -> Judgement {
        let assessment = self.assess(game);
        if !assessment.judgement.is_doubtful() {
            return assessment.judgement;
        }
        let searched = self.look_deeper(game, &assessment.halves);
        referee::judge(game, |first, point| {
            let quick = mean_owner(&assessment.halves, point);
            #[expect(
                clippy::cast_possible_truncation,
                reason = "an estimate needs no more digits"
            )]
            if quick.abs() >= CERTAIN {
                quick as f32
            } else {
                searched[first].mean(point) as f32
            }
        })
    }

    /// What is safe for each color under alternate play, statically and by local search.
    #[must_use]
    pub fn safety(&self, game: &Game) -> SafetyMap {
        safety_by_search(game.board(), &mut Budget::nodes(SAFETY_NODES))
    }

    /// The score of an unfinished game by playouts, with error bars.
    #[must_use]
    pub fn estimate_score(&self, game: &Game) -> ScoreEstimate {
        let mut rng = Rng::new(self.params.search.seed, 0);
        referee::estimate_score(game, self.params.policy.scoring_playouts, &mut rng)
    }

    /// Who owns the points by searches that begin with Black and with White, in which the game hangs on the points
    /// that playouts leave open: komi evens out the others.
    fn look_deeper(&self, game: &Game, halves: &PerColor<Ownership>) -> PerColor<Ownership> {
        let board = game.board();
        let clear = board.size().points().map(|point| {
            let owner = mean_owner(halves, point);
            i32::from(owner >= CERTAIN) - i32::from(owner <= -CERTAIN)
        });
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
            Searcher::new(params.clone())
                .search(&game, color, &Filter::NONE, &mut Budget::nodes(playouts))
                .ownership
        })
    }

    /// Judges a position, with the estimate that filled the gaps between the proofs.
    fn assess(&self, game: &Game) -> Assessment {
        let start = Instant::now();
        let mut rng = Rng::new(self.params.search.seed, 0);
        let n_playouts = self.params.policy.scoring_playouts.div_ceil(2);
        // Half of the playouts begin with either player, so that nobody gains by having the move.
        // A ko ban ends with the next pass.
        let mut board = game.board().clone();
        board.forget_history();
        board.set_ko(None);
        let halves =
            PerColor::from_fn(|color| mcts::ownership(&board, color, n_playouts, &mut rng));
        #[expect(
            clippy::cast_possible_truncation,
            reason = "an estimate needs no more digits"
        )]
        let judgement = referee::judge(game, |first, point| halves[first].mean(point) as f32);
        self.assessment_time
            .set(self.assessment_time.get().max(start.elapsed()));
        Assessment { judgement, halves }
    }

    /// A number of playouts that does not depend on the clock.
    fn counted_effort(&self, cancel: &CancelToken) -> Effort<'static> {
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

    /// What a move may cost: time by the clock, and the configured number of playouts.
    fn timed_effort(&mut self, game: &Game, color: Color, cancel: &CancelToken) -> Effort<'static> {
        let now = Instant::now();
        self.clock.start(color, now);
        let allotment = self.clock.allot(color, progress(game), now);
        // A judgement may follow the search.
        let limit = allotment
            .limit
            .saturating_sub(self.assessment_time.get())
            .max(allotment.limit / 4);
        let budget = self
            .params
            .max_playouts
            .map_or_else(Budget::unlimited, Budget::nodes);
        Effort {
            budget: budget.with_cancel(cancel),
            deadlines: Some((now + allotment.target.min(limit), now + limit)),
            observer: None,
        }
    }
}

/// Regions of an estimate get this part of the credit that others get: one in so many.
const GRANTED_SHARE: u64 = 10;

/// Budget of a search for safe stones that is asked for by itself, in nodes.
const SAFETY_NODES: u64 = 800_000;

/// How many times as many playouts a search has for each color that looks into doubtful judgements.
const DEEPER: u64 = 4;

/// How far a game has come.
fn progress(game: &Game) -> GameProgress {
    GameProgress {
        n_points: game.board().size().n_points(),
        n_moves: game.moves().len(),
    }
}
