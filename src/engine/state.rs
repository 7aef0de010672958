//! The engine's state: what it keeps from question to question.

use std::cell::Cell;
use std::time::Duration;

use super::clock::Clock;
use super::params::EngineParams;
use super::proof_cache::ProofCache;
use super::small_board::SmallBoards;
use crate::endgame;
use crate::mcts::Searcher;

/// The engine: it chooses moves, judges positions and answers questions about them.
///
/// ```
/// use tedomari::base::{CancelToken, Color, Size};
/// use tedomari::board::{Game, Rules};
/// use tedomari::engine::{Engine, EngineParams};
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
/// # Ok::<(), tedomari::board::PlayError>(())
/// ```
#[derive(Debug)]
pub struct Engine {
    pub(super) params: EngineParams,
    pub(super) searcher: Searcher,
    pub(super) small_boards: SmallBoards,
    /// Values of regions; kept from game to game.
    pub(super) store: endgame::ShapeStore,
    /// Static proofs about the latest positions.
    pub(super) proof_cache: ProofCache,
    pub(super) clock: Clock,
    /// The engine's latest moves in a row at which it found the game hopeless.
    pub(super) n_hopeless: u32,
    /// The longest time that judging a position of this game has taken: kept free at the end of a move's time.
    pub(super) assessment_time: Cell<Duration>,
}

impl Engine {
    /// An engine with an empty memory.
    #[must_use]
    pub fn new(params: EngineParams) -> Self {
        let searcher = Searcher::new(params.search.clone());
        let small_boards = SmallBoards::new(params.exact);
        let clock = Clock::new(params.clock);
        let store = endgame::ShapeStore::new(params.endgame.store);
        Self {
            params,
            searcher,
            small_boards,
            store,
            proof_cache: ProofCache::default(),
            clock,
            n_hopeless: 0,
            assessment_time: Cell::default(),
        }
    }

    /// The clocks of both players.
    pub const fn clock_mut(&mut self) -> &mut Clock {
        &mut self.clock
    }

    /// The solver of small boards.
    pub const fn small_boards_mut(&mut self) -> &mut SmallBoards {
        &mut self.small_boards
    }

    /// Forgets the search tree, as when rules or position have changed.
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
}
