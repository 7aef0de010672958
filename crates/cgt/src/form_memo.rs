//! Memos about forms that have no handle yet.

use super::arena::OPTIONS_PER_FORM;
use super::game_id::GameId;
use super::memo::{Memo, MemoKey, fold};
use super::option_table::OptionTable;

/// Entries of the memo for comparisons with a form that is not stored yet.
const FORM_MEMO_ENTRIES: usize = 1 << 12;

/// A comparison of a game with a form under construction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FormKey {
    pub(super) form: u64,
    pub(super) side: FormSide,
    pub(super) game: GameId,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FormSide {
    AtMost,
    AtLeast,
}

impl MemoKey for FormKey {
    fn mix(&self) -> u64 {
        fold(self.game.mix_into(0), self.form << 1 | self.side as u64)
    }
}

/// Comparisons of stored games with forms under construction. Each form has a running number.
#[derive(Clone, Debug)]
pub(crate) struct FormMemo {
    pub(super) answers: Memo<FormKey, bool>,
    pub(super) form: u64,
}

impl Default for FormMemo {
    fn default() -> Self {
        Self {
            answers: Memo::new(FORM_MEMO_ENTRIES),
            form: 0,
        }
    }
}

/// The canonical form of each form that was given, option for option. Drops all entries when full.
#[derive(Clone, Debug)]
pub(crate) struct GivenForms {
    forms: OptionTable,
    games: Vec<GameId>,
    limit: usize,
}

impl GivenForms {
    pub(crate) fn new(limit: usize) -> Self {
        Self {
            forms: OptionTable::default(),
            games: Vec::new(),
            limit,
        }
    }

    /// The game, or the hash to add it with.
    pub(super) fn find(&self, left: &[GameId], right: &[GameId]) -> Result<GameId, u32> {
        let number = self.forms.find(left, right)?;
        Ok(self.games[number as usize])
    }

    pub(super) fn add(&mut self, left: &[GameId], right: &[GameId], hash: u32, game: GameId) {
        let most_options = self.limit.saturating_mul(OPTIONS_PER_FORM);
        if self.games.len() >= self.limit || self.forms.n_options() >= most_options {
            self.clear();
        }
        if self.forms.add(left, right, hash).is_some() {
            self.games.push(game);
        }
    }

    pub(crate) fn clear(&mut self) {
        *self = Self::new(self.limit);
    }
}
