//! The table of games: configuration, limits and the elementary games.
//!
//! [`Games`] owns every canonical form and every memo table. All tables are bounded. Memo tables may drop entries;
//! forms are never moved or removed. Source: Conway, *On Numbers and Games* (1976); McMillen (2010), chapter 2.

use super::GameError;
use super::arena::{Arena, Options};
use super::dyadic::Dyadic;
use super::form_memo::{FormMemo, GivenForms};
use super::game_id::{GameId, PartId, Stops};
use super::keys::{PairKey, Unary, UnaryKey};
use super::memo::Memo;
use super::player::{Player, number_option};
use super::thermograph_store::ThermographStore;
use super::upstar::UpStar;
use tedomari_base::Budget;

/// Sizes and limits of a [`Games`] table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GamesConfig {
    /// Largest number of canonical forms (number translates and symbolic games need no entry), with room for eight
    /// options each. Also the largest number of games written in one text.
    pub max_forms: usize,
    /// Largest number of entries of each memo table.
    pub memo_entries: usize,
    /// Largest depth of recursion; limits the use of the stack.
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

/// The table of games: canonical forms, and memo tables of sums, comparisons, thermographs and other operations.
///
/// One for each thread. Every operation is a method of the table and returns handles into it.
///
/// # Example
///
/// ```
/// use tedomari_cgt::{Dyadic, GameId, Games, parse_game};
///
/// let mut games = Games::default();
/// let star = games.nimber(1)?;
/// assert_eq!(games.sum(star, star)?, GameId::ZERO);
///
/// let gote = games.switch(Dyadic::from(3), Dyadic::from(-1))?;
/// let sum = games.sum(gote, star)?;
/// assert_eq!(games.mean(sum)?, Dyadic::from(1));
/// assert_eq!(games.temperature(sum)?, Dyadic::from(2));
/// assert_eq!(parse_game(&mut games, "{3|-1} + *")?, sum);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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

    /// Replaces the budget that all operations spend from. Returns the old one. Each sum, comparison or form that is
    /// in no memo table costs one node.
    pub fn set_budget(&mut self, budget: Budget) -> Budget {
        std::mem::replace(&mut self.budget, budget)
    }

    /// The budget that operations spend from.
    #[must_use]
    pub const fn budget(&self) -> &Budget {
        &self.budget
    }

    /// Number of canonical forms stored.
    #[must_use]
    pub fn n_forms(&self) -> usize {
        self.arena.n_forms()
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
    /// For a number `m/2^k` this is Conway's canonical form: at most one option on each side.
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

    /// Left stop and right stop, and whether the game is `<=` the first and `>=` the second. Constant time.
    ///
    /// Source: McMillen (2010), section 2.9 (the right stop is the minimum there).
    ///
    /// # Errors
    /// If a number does not fit.
    pub fn stops(&self, game: GameId) -> Result<Stops, GameError> {
        Ok(self.arena.stops(game)?)
    }

    /// Counts one step down. Every recursive function calls this first and [`Self::leave`] at its end.
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
