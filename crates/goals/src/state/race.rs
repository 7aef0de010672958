//! Races between two blocks, read with either side to move.

use super::State;
use tedomari_board::Point;
use tedomari_solvers::tactics::ko::Success;
use tedomari_solvers::tactics::race::Race;

/// Most liberties of a block in a race that is read.
const MOST_LIBERTIES: u16 = 8;

impl State<'_> {
    /// Whether the block on `hunter` takes the block on `prey` before it is taken, though the other side moves first
    /// (`true`), or does not though its side moves first (`false`); `None` if that hangs on who moves first, or is not
    /// read. An estimate.
    #[must_use]
    pub fn race(&self, hunter: Point, prey: Point) -> Option<bool> {
        let names = (self.name(hunter)?, self.name(prey)?);
        if let Some(&known) = self.facts.races.borrow().get(&names) {
            return known;
        }
        let found = self.read_race(names.0, names.1);
        self.facts.races.borrow_mut().insert(names, found);
        found
    }

    fn read_race(&self, hunter: Point, prey: Point) -> Option<bool> {
        let is_short = |stone| {
            self.board
                .block_at(stone)
                .is_some_and(|block| block.n_liberties() <= MOST_LIBERTIES)
        };
        if !is_short(hunter) || !is_short(prey) {
            return None;
        }
        let color = self.board.color(hunter)?;
        let mut race = Race::new(&self.board, hunter, prey)?.within(&self.limits);
        let second = race.success(color.opponent(), self.costs.race);
        let found = if second.success == Success::Clean {
            Some(true)
        } else {
            let first = race.success(color, self.costs.race);
            (first.success == Success::None && !first.is_open).then_some(false)
        };
        self.facts.count(race.n_nodes());
        found
    }
}
