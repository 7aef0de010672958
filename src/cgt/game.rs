//! The table of games: configuration, limits and the elementary games.
//!
//! [`Games`] owns every canonical form and every memo table. All tables are bounded; the memo tables may be cleared
//! at any time, the forms never move. Source: Conway, *On Numbers and Games* (1976); McMillen (2010), chapter 2.

use thiserror::Error;

use super::arena::{Arena, GameId, Options, PartId, Stops};
use super::canonical::{FormMemo, GivenForms};
use super::dyadic::{Dyadic, Overflow};
use super::memo::{Memo, MemoKey, fold, fold_wide};
use super::thermograph::ThermographStore;
use super::upstar::UpStar;
use crate::base::{Budget, Stop};

/// One of the two players of the theory. In Go, Left is Black.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// Wants large values.
    Left,
    /// Wants small values.
    Right,
}

impl Player {
    /// The other player.
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }
}

/// Why a game could not be computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum GameError {
    /// A number does not fit.
    #[error(transparent)]
    Overflow(#[from] Overflow),
    /// More ups than a symbolic infinitesimal holds.
    #[error("more than 32767 ups")]
    TooManyUps,
    /// A larger nimber than a symbolic infinitesimal holds.
    #[error("nimber above 32767")]
    NimberTooLarge,
    /// The store of canonical forms is full.
    #[error("more than {limit} stored games")]
    Full {
        /// The configured limit.
        limit: usize,
    },
    /// The game is deeper than the configured recursion limit.
    #[error("game deeper than {limit}")]
    TooDeep {
        /// The configured limit.
        limit: u32,
    },
    /// The budget ended the work.
    #[error("stopped: {0}")]
    Stopped(#[from] Stop),
    /// Cooling is defined from temperature -1 on.
    #[error("temperature below -1")]
    TooCold,
    /// The operation is defined for all-small games (infinitesimals of a certain kind) only.
    #[error("the game is not all small")]
    NotAllSmall,
    /// Warming and chilling are defined for games whose stops are integers only.
    #[error("the game does not end in integers")]
    NotIntegerValued,
    /// Tiny and miny are defined for games above some positive number only.
    #[error("tiny and miny need a game greater than some positive number")]
    NotPositive,
}

/// Sizes and limits of a [`Games`] table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GamesConfig {
    /// Most canonical forms (number translates and symbolic games take no room).
    pub max_forms: usize,
    /// Most entries of each memo table.
    pub memo_entries: usize,
    /// Deepest recursion; bounds the use of the stack.
    pub max_depth: u32,
}

impl Default for GamesConfig {
    fn default() -> Self {
        Self {
            max_forms: 4_000_000,
            memo_entries: 1 << 20,
            max_depth: 1000,
        }
    }
}

/// Key of an ordered pair of parts and a number between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PairKey {
    pub(crate) first: PartId,
    pub(crate) second: PartId,
    pub(crate) number: Dyadic,
}

impl MemoKey for PairKey {
    #[inline]
    fn mix(&self) -> u64 {
        let parts = u64::from(self.first.bits()) << 32 | u64::from(self.second.bits());
        let hash = fold(0, parts);
        if self.number.is_zero() {
            hash
        } else {
            fold_wide(hash, 0, self.number.bits())
        }
    }
}

/// Key of a unary operation with a number as parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct UnaryKey {
    pub(crate) operation: Unary,
    pub(crate) game: GameId,
    pub(crate) parameter: Dyadic,
}

/// The memoised unary operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unary {
    Negative,
    Cool,
    Chill,
    Warm,
    Heat,
    Birthday,
    AtomicWeight,
    LargestNimber,
    StarProjection,
    StarHeat,
}

impl MemoKey for UnaryKey {
    fn mix(&self) -> u64 {
        let operation = self.operation as u32;
        fold_wide(self.game.mix_into(0), operation, self.parameter.bits())
    }
}

/// Sizes in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GamesUse {
    /// Canonical forms stored.
    pub forms: usize,
    /// Bytes of forms, options and index.
    pub form_bytes: usize,
    /// Bytes of all memo tables.
    pub memo_bytes: usize,
}

/// The table of games: canonical forms, and memo tables of sums, comparisons, thermographs and the rest.
///
/// One per thread. Every operation takes the table first and returns handles into it.
#[derive(Clone, Debug)]
pub struct Games {
    pub(crate) config: GamesConfig,
    pub(crate) arena: Arena,
    pub(crate) order_memo: Memo<PairKey, bool>,
    pub(crate) sum_memo: Memo<PairKey, GameId>,
    pub(crate) unary_memo: Memo<UnaryKey, GameId>,
    pub(crate) form_memo: FormMemo,
    pub(crate) given_forms: GivenForms,
    pub(crate) thermographs: ThermographStore,
    pub(crate) budget: Budget,
    pub(crate) depth: u32,
    spare: Vec<Vec<GameId>>,
}

impl Default for Games {
    fn default() -> Self {
        Self::new(GamesConfig::default())
    }
}

impl Games {
    /// An empty table without a budget.
    #[must_use]
    pub fn new(config: GamesConfig) -> Self {
        Self {
            config,
            arena: Arena::new(config.max_forms),
            order_memo: Memo::new(config.memo_entries),
            sum_memo: Memo::new(config.memo_entries),
            unary_memo: Memo::new(config.memo_entries),
            form_memo: FormMemo::default(),
            given_forms: GivenForms::new(config.memo_entries),
            thermographs: ThermographStore::new(config.memo_entries),
            budget: Budget::unlimited(),
            depth: 0,
            spare: Vec::new(),
        }
    }

    /// Replaces the budget that all operations spend from, one node for each sum, comparison or form that no memo
    /// table knows; gives the old one back.
    pub fn set_budget(&mut self, budget: Budget) -> Budget {
        std::mem::replace(&mut self.budget, budget)
    }

    /// The budget that operations spend from.
    #[must_use]
    pub const fn budget(&self) -> &Budget {
        &self.budget
    }

    /// Empties all memo tables; every [`GameId`] stays valid.
    pub fn clear_memos(&mut self) {
        self.order_memo.clear();
        self.sum_memo.clear();
        self.unary_memo.clear();
        self.given_forms.clear();
        self.thermographs.clear();
    }

    /// How much is stored.
    #[must_use]
    pub fn in_use(&self) -> GamesUse {
        GamesUse {
            forms: self.arena.n_forms(),
            form_bytes: self.arena.bytes(),
            memo_bytes: self.order_memo.bytes()
                + self.sum_memo.bytes()
                + self.unary_memo.bytes()
                + self.given_forms.bytes()
                + self.thermographs.bytes(),
        }
    }

    /// The integer `value`.
    ///
    /// # Errors
    /// If it does not fit.
    pub fn integer(&self, value: i128) -> Result<GameId, GameError> {
        Ok(GameId::from_number(Dyadic::integer(value)?))
    }

    /// The nimber `*k`.
    ///
    /// # Errors
    /// If `k` is above 32767.
    pub fn nimber(&self, k: u64) -> Result<GameId, GameError> {
        Ok(GameId::from_upstar(UpStar::new(0, k)?))
    }

    /// `n.^ + *k`.
    ///
    /// # Errors
    /// If `n` or `k` is too large.
    pub fn ups(&self, n: i64, k: u64) -> Result<GameId, GameError> {
        Ok(GameId::from_upstar(UpStar::new(n, k)?))
    }

    /// The switch `{left | right}` of two numbers: hot if `left > right`.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn switch(&mut self, left: Dyadic, right: Dyadic) -> Result<GameId, GameError> {
        self.game(&[GameId::from_number(left)], &[GameId::from_number(right)])
    }

    /// The options of `player` in the canonical form.
    ///
    /// For a number `m/2^k` that is the canonical form of Conway: at most one option on each side.
    ///
    /// # Errors
    /// If a number does not fit.
    pub fn options(&self, game: GameId, player: Player) -> Result<Vec<GameId>, GameError> {
        if let Some(value) = game.as_number() {
            let option = number_option(value, player)?;
            return Ok(option.map(GameId::from_number).into_iter().collect());
        }
        let options = self.part_options(game.part, player);
        let mut all = Vec::with_capacity(options.len());
        for option in options.iter() {
            all.push(option.plus_number(game.number)?);
        }
        Ok(all)
    }

    #[inline]
    pub(crate) fn part_options(&self, part: PartId, player: Player) -> Options<'_> {
        match player {
            Player::Left => self.arena.left(part),
            Player::Right => self.arena.right(part),
        }
    }

    /// Left and right stop, and whether the game is `<=` the one and `>=` the other. Constant time.
    ///
    /// Source: McMillen (2010), section 2.9 (the right stop is the minimum there).
    ///
    /// # Errors
    /// If a number does not fit.
    pub fn stops(&self, game: GameId) -> Result<Stops, GameError> {
        Ok(self.arena.stops(game)?)
    }

    /// Counts one step down; every recursive function calls this and then [`Self::leave`].
    #[inline]
    pub(crate) fn enter(&mut self) -> Result<(), GameError> {
        if self.depth >= self.config.max_depth {
            return Err(GameError::TooDeep {
                limit: self.config.max_depth,
            });
        }
        self.budget.spend(1)?;
        self.depth += 1;
        Ok(())
    }

    /// Counts one step up.
    #[inline]
    pub(crate) const fn leave(&mut self) {
        self.depth -= 1;
    }

    /// An empty vector whose memory is reused.
    pub(crate) fn take_list(&mut self) -> Vec<GameId> {
        self.spare.pop().unwrap_or_default()
    }

    /// Gives a vector back.
    pub(crate) fn give_list(&mut self, mut list: Vec<GameId>) {
        list.clear();
        self.spare.push(list);
    }

    /// Looks up or computes a unary operation of a game.
    pub(crate) fn memoised(
        &mut self,
        operation: Unary,
        game: GameId,
        parameter: Dyadic,
        compute: impl FnOnce(&mut Self) -> Result<GameId, GameError>,
    ) -> Result<GameId, GameError> {
        let key = UnaryKey {
            operation,
            game,
            parameter,
        };
        if let Some(known) = self.unary_memo.get(&key) {
            return Ok(known);
        }
        self.enter()?;
        let value = compute(self);
        self.leave();
        let value = value?;
        self.unary_memo.insert(key, value);
        Ok(value)
    }
}

/// The canonical option of a number: `n - 1` for Left in a positive integer, `x -+ 1/2^k` in a fraction.
pub(crate) fn number_option(value: Dyadic, player: Player) -> Result<Option<Dyadic>, Overflow> {
    let exists = !value.is_integer()
        || match player {
            Player::Left => value.is_positive(),
            Player::Right => value.is_negative(),
        };
    if !exists {
        return Ok(None);
    }
    match player {
        Player::Left => value.minus(value.ulp()).map(Some),
        Player::Right => value.plus(value.ulp()).map(Some),
    }
}
