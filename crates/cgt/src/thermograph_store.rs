//! The thermographs computed so far.

use super::dyadic::Dyadic;
use super::keys::PairKey;
use super::memo::Memo;
use super::player::Player;
use super::wall::Segment;

/// Where the walls of one thermograph lie in the pool.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StoredThermograph {
    pub(super) start: u32,
    pub(super) n_left: u16,
    pub(super) n_right: u16,
    pub(super) mean: Dyadic,
    pub(super) temperature: Dyadic,
}

/// All thermographs computed so far. Drops them all when full.
#[derive(Clone, Debug)]
pub(crate) struct ThermographStore {
    pub(super) records: Memo<PairKey, StoredThermograph>,
    pub(super) pool: Vec<Segment<Dyadic>>,
    pub(super) limit: usize,
}

impl ThermographStore {
    pub(crate) fn new(memo_entries: usize) -> Self {
        Self {
            records: Memo::new(memo_entries),
            pool: Vec::new(),
            limit: memo_entries.saturating_mul(4).min(u32::MAX as usize / 2),
        }
    }

    pub(crate) fn clear(&mut self) {
        self.records.clear();
        self.pool = Vec::new();
    }

    pub(super) fn wall(&self, record: StoredThermograph, player: Player) -> &[Segment<Dyadic>] {
        let start = record.start as usize;
        let middle = start + usize::from(record.n_left);
        match player {
            Player::Left => &self.pool[start..middle],
            Player::Right => &self.pool[middle..middle + usize::from(record.n_right)],
        }
    }
}
