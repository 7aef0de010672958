//! The engine's state: what it keeps from question to question.

use super::bound_memory::BoundMemory;
use super::clock::Clock;
use super::costs::Costs;
use super::params::{EngineParams, NetworkParams};
use super::proof_cache::ProofCache;
use super::reading::{
    Answer, Effort, Knowledge, PositionReading, Question, ReadingError, ReadingState,
};
use super::small_board::SmallBoards;
use crate::base::{Budget, Rng};
use crate::board::{Board, Game};
use crate::endgame;
use crate::intuition::Loading;
use crate::mcts::Searcher;

/// The engine: it chooses moves, judges positions and answers questions about them.
///
/// ```
/// use tedomari_base::CancelToken;
/// use tedomari_board::{Color, Game, Rules, Size};
/// use tedomari_engine::engine::{Engine, EngineParams};
///
/// let mut engine = Engine::new(EngineParams {
///     max_playouts: Some(20),
///     ..EngineParams::default()
/// });
/// let mut game = Game::new(Size::square(9), Rules::default());
/// let decision = engine.genmove(&game, Color::Black, &CancelToken::new());
/// game.play(Color::Black, decision.mv)?;
/// engine.has_moved(Color::Black);
/// println!("{}: {}", decision.mv, decision.reason);
/// # Ok::<(), tedomari_board::PlayError>(())
/// ```
#[derive(Debug)]
pub struct Engine {
    pub(super) params: EngineParams,
    pub(super) searcher: Searcher,
    /// The network, if one is set.
    pub(super) network: Option<Loading>,
    pub(super) small_boards: SmallBoards,
    /// Values of regions; kept from game to game.
    pub(super) store: endgame::ShapeStore,
    /// Static proofs about the latest positions.
    pub(super) proof_cache: ProofCache,
    /// Answers about windows from earlier moves.
    pub(super) bounds: BoundMemory,
    /// The reader of life and death, and what it has proved.
    pub(super) reading: ReadingState,
    pub(super) clock: Clock,
    /// The engine's latest moves in a row at which it found the game hopeless.
    pub(super) n_hopeless: u32,
    /// What the steps of a move cost at least.
    pub(super) costs: Costs,
    /// The random numbers by which a level below the full one draws its moves.
    pub(super) draws: Rng,
}

impl Engine {
    /// An engine with an empty memory. If a network is set, it begins to load in the background. Files of rules that
    /// have a fault are left out, with a message in the log.
    #[must_use]
    pub fn new(params: EngineParams) -> Self {
        let searcher = Searcher::new(params.search.clone());
        let NetworkParams { source, precision } = params.network.clone();
        let network = source.map(|source| Loading::start(source, precision));
        let small_boards = SmallBoards::new(params.exact);
        let clock = Clock::new(params.clock);
        let reading = ReadingState::new(params.reading, &params.knowledge);
        let store = endgame::ShapeStore::new(params.endgame.store);
        let draws = Rng::new(params.search.seed, 0);
        Self {
            params,
            searcher,
            network,
            small_boards,
            store,
            proof_cache: ProofCache::default(),
            bounds: BoundMemory::default(),
            reading,
            clock,
            n_hopeless: 0,
            costs: Costs::default(),
            draws,
        }
    }

    /// An engine for questions of reading: the network is not loaded before an answer needs it.
    #[must_use]
    pub fn for_questions(params: EngineParams) -> Self {
        let NetworkParams { source, precision } = params.network.clone();
        let network = source.map(|source| Loading::when_needed(source, precision));
        let without = EngineParams {
            network: NetworkParams {
                source: None,
                ..params.network.clone()
            },
            ..params.clone()
        };
        Self {
            params,
            network,
            ..Self::new(without)
        }
    }

    /// Uses other rules of knowledge from now on, instead of those of the parameters. What was read is forgotten.
    pub fn set_knowledge(&mut self, knowledge: Knowledge) {
        self.reading.set_knowledge(knowledge, self.params.reading);
    }

    /// Changes parameters from now on. The tree is cleared if the search changes in more than its number of threads;
    /// the network and the sizes of other memories stay as they are.
    pub fn set_params(&mut self, params: &EngineParams) {
        self.searcher.set_threads(params.search.threads);
        self.searcher.set_params(params.search.clone());
        self.clock.set_params(params.clock);
        if params.search.seed != self.params.search.seed {
            self.draws = Rng::new(params.search.seed, 0);
        }
        self.reading.set_method(params.reading);
        self.params = EngineParams {
            network: self.params.network.clone(),
            ..params.clone()
        };
    }

    /// The clocks of both players.
    pub const fn clock_mut(&mut self) -> &mut Clock {
        &mut self.clock
    }

    /// The solver of small boards.
    pub const fn small_boards_mut(&mut self) -> &mut SmallBoards {
        &mut self.small_boards
    }

    /// Questions about reading in a position. The time of `limits` and its token end the work on each; its nodes do not
    /// bound it.
    pub fn reading<'e>(&'e mut self, board: &'e Board, limits: Budget) -> PositionReading<'e> {
        self.reading_at(board, None, limits)
    }

    /// Questions about the position of a game: where a superko rule holds, proofs respect the earlier positions.
    pub fn reading_of<'e>(&'e mut self, game: &'e Game, limits: Budget) -> PositionReading<'e> {
        self.reading_at(game.board(), Some(game), limits)
    }

    /// The answer to a question about the position of a game: where a superko rule holds, the positions before count.
    ///
    /// # Errors
    /// If a point is empty, or the blocks are of two colors.
    pub fn answer(
        &mut self,
        game: &Game,
        question: &Question,
        effort: &Effort,
    ) -> Result<Answer, ReadingError> {
        let limits = effort.limits().clone();
        self.reading_of(game, limits).answer(question, effort)
    }

    fn reading_at<'e>(
        &'e mut self,
        board: &'e Board,
        game: Option<&'e Game>,
        limits: Budget,
    ) -> PositionReading<'e> {
        let network = self.network.as_ref();
        PositionReading::new(
            board,
            game,
            &mut self.reading,
            &mut self.proof_cache,
            network,
            limits,
        )
    }

    /// Sets the effort of reading captures and connections: the usual one doubled `by` times, or halved if negative.
    pub fn set_reading_depth(&mut self, by: i32) {
        self.reading.set_depth(by);
    }

    /// Doubles the effort of reading captures and connections `by` times more; halves it if negative.
    pub fn change_reading_depth(&mut self, by: i32) {
        self.reading.change_depth(by);
    }

    /// Drops the answers of reading, so that none depends on questions before.
    pub fn forget_answers(&mut self) {
        self.reading.forget_answers(self.params.reading.most_proofs);
    }

    /// Clears the search tree, as when rules or position have changed.
    pub fn forget(&mut self) {
        self.searcher.clear();
        self.n_hopeless = 0;
    }

    /// Clears all that was searched and proved before; values of regions and small boards, which hold anywhere, stay.
    pub fn forget_all(&mut self) {
        self.forget();
        self.proof_cache = ProofCache::default();
        self.reading.forget(self.params.reading);
    }

    /// Prepares for a new game: the clocks are full, the search tree is empty.
    pub fn new_game(&mut self) {
        self.forget();
        self.clock.refill();
    }
}
