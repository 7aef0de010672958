//! Putting a stone on the board and taking the play back.
//!
//! A play has four steps. It merges the adjacent blocks of its color, and takes its point from the liberties of the
//! adjacent blocks of the other color. It joins the new stone to its own block. It removes blocks of the other color
//! without liberties. At last, if suicide is allowed, it removes its own block if that has no liberties.
//! [`Board::play`] writes every value that it overwrites to a journal; undo restores them in reverse order.
//! [`Board::play_unlogged`] is the same play without journal, for playouts.

use arrayvec::ArrayVec;

use super::journal::{Allocation, Entry, Journal, SavedPoint};
use super::legality::IllegalMove;
use super::{Block, BlockId, Board, Cell};
use crate::{Color, Point, zobrist};

/// The stones that a play removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// Number of stones of the other color taken off the board.
    pub n_captured: u16,
    /// Number of own stones taken off the board, the played one included.
    pub n_suicide: u16,
}

/// The points around a new stone.
#[derive(Debug, Default)]
struct Contact {
    /// The neighbors of its color, merged into one block.
    own: Option<BlockId>,
    /// The empty neighbors.
    free: ArrayVec<Point, 4>,
    /// The blocks of the other color that lost their last liberty.
    choked: ArrayVec<BlockId, 4>,
}

impl Board {
    /// Plays a stone, to be taken back with [`Self::undo`].
    ///
    /// # Errors
    /// If the play is illegal; the position is then unchanged.
    pub fn play(&mut self, color: Color, point: Point) -> Result<Played, IllegalMove> {
        self.legality(color, point)?;
        self.open_entry(Some(point));
        Ok(self.place::<true>(color, point))
    }

    /// Passes, to be taken back with [`Self::undo`]: lifts the ko ban.
    pub fn pass(&mut self) {
        self.open_entry(None);
        self.ko = None;
    }

    /// Plays a stone without writing the journal. The play must be legal. Earlier plays can't be taken back after it.
    ///
    /// # Panics
    /// In debug builds, if the play is illegal.
    #[inline]
    pub fn play_unlogged(&mut self, color: Color, point: Point) -> Played {
        debug_assert_eq!(self.legality(color, point), Ok(()));
        debug_assert!(
            self.journal.entries.is_empty(),
            "forget_history comes first"
        );
        self.place::<false>(color, point)
    }

    /// Passes without writing the journal. Earlier plays can't be taken back after it.
    #[inline]
    pub const fn pass_unlogged(&mut self) {
        self.ko = None;
    }

    /// Clears the journal: no play so far can be taken back.
    pub fn forget_history(&mut self) {
        self.journal = Journal {
            serial: self.journal.serial,
            ..Journal::default()
        };
    }

    /// Copies the position of another board, without its journal. Cheaper than a clone if the same board is used many
    /// times, as in playouts.
    pub fn copy_position(&mut self, other: &Self) {
        self.size = other.size;
        self.allows_suicide = other.allows_suicide;
        self.cells = other.cells;
        self.block_of = other.block_of;
        self.next = other.next;
        self.blocks.clone_from(&other.blocks);
        self.free_blocks.clone_from(&other.free_blocks);
        self.empty.clone_from(&other.empty);
        self.empty_slot = other.empty_slot;
        self.hash = other.hash;
        self.ko = other.ko;
        self.n_prisoners = other.n_prisoners;
        self.forget_history();
        // The copied blocks must not count as saved by the next entry of this board.
        self.journal.serial = self.journal.serial.max(other.journal.serial);
    }

    /// Number of stones of a color on the board.
    #[must_use]
    pub fn n_stones(&self, color: Color) -> usize {
        /// Points counted in one batch: few enough for a count in one byte, so that the compiler can use vector
        /// instructions.
        const BATCH: usize = 192;
        let own = Cell::from(color);
        let end = Point::new(0, self.size.height() - 1).index() + usize::from(self.size.width());
        self.cells[..end]
            .chunks(BATCH)
            .map(|batch| batch.iter().map(|&cell| u8::from(cell == own)).sum::<u8>())
            .map(usize::from)
            .sum()
    }

    /// Takes the last play or pass back. False if there was none.
    pub fn undo(&mut self) -> bool {
        let Some(entry) = self.journal.entries.pop() else {
            return false;
        };
        self.empty
            .truncate(self.empty.len() - usize::from(entry.n_emptied));
        if let Some((point, slot)) = entry.point {
            self.put_back_empty(point, slot);
        }
        for saved in self.journal.points.drain(entry.points_start..).rev() {
            let index = saved.point.index();
            self.cells[index] = saved.cell;
            self.block_of[index] = saved.block;
            self.next[index] = saved.next;
        }
        for (id, block) in self.journal.blocks.drain(entry.blocks_start..).rev() {
            self.blocks[id.index()] = block;
        }
        self.free_blocks
            .truncate(self.free_blocks.len() - usize::from(entry.n_freed));
        match entry.allocation {
            Allocation::None => {}
            Allocation::Reused(id) => self.free_blocks.push(id),
            Allocation::Grown => {
                self.blocks.pop();
            }
        }
        self.hash = entry.hash;
        self.ko = entry.ko;
        self.n_prisoners = entry.n_prisoners;
        #[cfg(feature = "expensive-checks")]
        super::check::assert_consistent(self);
        true
    }

    /// Plays a stone, runs `look` on the new position and takes the play back.
    ///
    /// # Errors
    /// If the play is illegal.
    pub fn probe<T>(
        &mut self,
        color: Color,
        point: Point,
        look: impl FnOnce(&mut Self) -> T,
    ) -> Result<T, IllegalMove> {
        let n_entries = self.journal.entries.len();
        self.play(color, point)?;
        let answer = look(self);
        debug_assert_eq!(
            self.journal.entries.len(),
            n_entries + 1,
            "the probe left plays behind"
        );
        self.undo();
        Ok(answer)
    }

    fn open_entry(&mut self, point: Option<Point>) {
        self.journal.serial += 1;
        self.journal.entries.push(Entry {
            point: point.map(|point| (point, self.empty_slot[point.index()])),
            hash: self.hash,
            ko: self.ko,
            n_prisoners: self.n_prisoners,
            allocation: Allocation::None,
            n_freed: 0,
            n_emptied: 0,
            points_start: self.journal.points.len(),
            blocks_start: self.journal.blocks.len(),
        });
    }

    /// Puts a stone on an empty point and removes the blocks that have no liberties then. `LOG`: writes the journal.
    #[inline]
    fn place<const LOG: bool>(&mut self, color: Color, point: Point) -> Played {
        self.take_empty(point);
        self.save_point::<LOG>(point);
        self.cells[point.index()] = color.into();
        self.hash ^= zobrist::stone(color, point);

        let contact = self.touch::<LOG>(color, point);
        let own = self.join::<LOG>(color, point, &contact);
        let mut n_captured = 0;
        for choked in contact.choked {
            n_captured += self.remove_block::<LOG>(choked);
        }
        let block = &self.blocks[own.index()];
        self.ko = match (n_captured, block.n_stones, block.n_liberties) {
            (1, 1, 1) => block
                .liberties
                .first()
                .map(|liberty| (color.opponent(), liberty)),
            _ => None,
        };
        let mut n_suicide = 0;
        if block.n_liberties == 0 {
            n_suicide = self.remove_block::<LOG>(own);
        }
        #[cfg(feature = "expensive-checks")]
        super::check::assert_consistent(self);
        Played {
            n_captured,
            n_suicide,
        }
    }

    /// Updates the blocks around a new stone: merges those of its color, and takes its point from the liberties of
    /// the others. All in one pass over the neighbors, because the processor predicts these branches badly.
    #[inline]
    fn touch<const LOG: bool>(&mut self, color: Color, point: Point) -> Contact {
        let mut contact = Contact::default();
        for neighbor in point.neighbors() {
            let cell = self.cell(neighbor);
            if cell == Cell::Empty {
                contact.free.push(neighbor);
            } else if cell == Cell::from(color) {
                let id = self.block_id(neighbor);
                contact.own = match contact.own {
                    Some(known) if known != id => Some(self.merge::<LOG>(known, id)),
                    _ => Some(id),
                };
            } else if cell != Cell::Wall {
                let id = self.block_id(neighbor);
                self.save_block::<LOG>(id);
                let block = &mut self.blocks[id.index()];
                block.remove_liberty(point);
                // A block may touch the stone twice.
                if block.n_liberties == 0 && !contact.choked.contains(&id) {
                    contact.choked.push(id);
                }
            }
        }
        contact
    }

    /// Joins the new stone on `point` to the block of its neighbors, or to a new block.
    #[inline]
    fn join<const LOG: bool>(&mut self, color: Color, point: Point, contact: &Contact) -> BlockId {
        let target = match contact.own {
            None => self.allocate::<LOG>(color, point),
            Some(id) => {
                self.save_block::<LOG>(id);
                self.append_stone::<LOG>(id, point);
                id
            }
        };
        let block = &mut self.blocks[target.index()];
        block.remove_liberty(point);
        for &neighbor in &contact.free {
            block.add_liberty(neighbor);
        }
        target
    }

    /// A new block of one stone.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "at most 625 blocks")]
    fn allocate<const LOG: bool>(&mut self, color: Color, point: Point) -> BlockId {
        let block = Block {
            n_stones: 1,
            ..Block::new(color, point)
        };
        let (id, allocation) = match self.free_blocks.pop() {
            Some(id) => {
                // Undo needs the old content too, since a block freed by an earlier play is restored from it.
                self.save_block::<LOG>(id);
                self.blocks[id.index()] = Block {
                    saved_at: self.journal.serial,
                    ..block
                };
                (id, Allocation::Reused(id))
            }
            None => {
                let id = BlockId(self.blocks.len() as u16);
                self.blocks.push(Block {
                    saved_at: self.journal.serial,
                    ..block
                });
                (id, Allocation::Grown)
            }
        };
        if LOG && let Some(entry) = self.journal.entries.last_mut() {
            entry.allocation = allocation;
        }
        self.block_of[point.index()] = id;
        self.next[point.index()] = point;
        id
    }

    /// Adds the stone on `point` to a block, liberties aside.
    #[inline]
    fn append_stone<const LOG: bool>(&mut self, id: BlockId, point: Point) {
        let head = self.blocks[id.index()].head;
        self.save_point::<LOG>(head);
        self.block_of[point.index()] = id;
        self.next[point.index()] = self.next[head.index()];
        self.next[head.index()] = point;
        self.blocks[id.index()].n_stones += 1;
    }

    /// Moves all stones and liberties of the smaller of two blocks into the larger, and frees its slot. Returns the
    /// larger.
    fn merge<const LOG: bool>(&mut self, one: BlockId, two: BlockId) -> BlockId {
        let n_stones = |id: BlockId| self.blocks[id.index()].n_stones;
        let (target, other) = if n_stones(one) < n_stones(two) {
            (two, one)
        } else {
            (one, two)
        };
        self.save_block::<LOG>(target);
        let Block {
            liberties,
            n_stones,
            head: first,
            ..
        } = self.blocks[other.index()];
        let mut stone = first;
        loop {
            self.save_point::<LOG>(stone);
            self.block_of[stone.index()] = target;
            stone = self.next[stone.index()];
            if stone == first {
                break;
            }
        }
        let head = self.blocks[target.index()].head;
        self.save_point::<LOG>(head);
        self.next.swap(head.index(), first.index());
        let block = &mut self.blocks[target.index()];
        block.n_stones += n_stones;
        block.n_liberties += block.liberties.absorb(&liberties);
        self.free::<LOG>(other);
        target
    }

    /// Removes a block from the board; its points become liberties of the adjacent blocks. Returns the number of
    /// stones.
    fn remove_block<const LOG: bool>(&mut self, id: BlockId) -> u16 {
        let Block {
            color,
            head: first,
            n_stones,
            ..
        } = self.blocks[id.index()];
        let mut stone = first;
        loop {
            self.save_point::<LOG>(stone);
            self.cells[stone.index()] = Cell::Empty;
            self.hash ^= zobrist::stone(color, stone);
            self.push_empty(stone);
            for neighbor in stone.neighbors() {
                if self.cell(neighbor) == Cell::from(color.opponent()) {
                    let beneficiary = self.block_id(neighbor);
                    self.save_block::<LOG>(beneficiary);
                    self.blocks[beneficiary.index()].add_liberty(stone);
                }
            }
            stone = self.next[stone.index()];
            if stone == first {
                break;
            }
        }
        self.n_prisoners[color] += u32::from(n_stones);
        if LOG && let Some(entry) = self.journal.entries.last_mut() {
            entry.n_emptied += n_stones;
        }
        self.free::<LOG>(id);
        n_stones
    }

    #[inline]
    fn free<const LOG: bool>(&mut self, id: BlockId) {
        self.free_blocks.push(id);
        if LOG && let Some(entry) = self.journal.entries.last_mut() {
            entry.n_freed += 1;
        }
    }

    #[inline]
    fn save_point<const LOG: bool>(&mut self, point: Point) {
        if LOG {
            let index = point.index();
            self.journal.points.push(SavedPoint {
                point,
                cell: self.cells[index],
                block: self.block_of[index],
                next: self.next[index],
            });
        }
    }

    /// Saves a block, once in each play.
    #[inline]
    fn save_block<const LOG: bool>(&mut self, id: BlockId) {
        if LOG {
            let serial = self.journal.serial;
            let block = &mut self.blocks[id.index()];
            if block.saved_at != serial {
                self.journal.blocks.push((id, *block));
                block.saved_at = serial;
            }
        }
    }

    /// Removes a point from the list of empty points. The last point of the list takes its place.
    #[inline]
    fn take_empty(&mut self, point: Point) {
        let slot = self.empty_slot[point.index()];
        if let Some(last) = self.empty.pop()
            && last != point
        {
            self.empty[usize::from(slot)] = last;
            self.empty_slot[last.index()] = slot;
        }
    }

    /// Reverses [`Self::take_empty`].
    fn put_back_empty(&mut self, point: Point, slot: u16) {
        if usize::from(slot) == self.empty.len() {
            self.push_empty(point);
        } else {
            let moved = std::mem::replace(&mut self.empty[usize::from(slot)], point);
            self.empty_slot[point.index()] = slot;
            self.push_empty(moved);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Size;

    fn point(name: &str) -> Point {
        name.parse().unwrap()
    }

    #[test]
    fn plays_on_a_copied_position_can_be_taken_back() {
        let mut original = Board::new(Size::square(5));
        for (n, name) in ["C3", "B3", "C2", "D3"].into_iter().enumerate() {
            original.play(Color::BOTH[n % 2], point(name)).unwrap();
        }
        // As many entries were opened on the copy as on the original.
        for n_entries in 0..8 {
            let mut copy = Board::new(Size::square(5));
            for _ in 0..n_entries {
                copy.pass();
            }
            copy.copy_position(&original);
            copy.play(Color::Black, point("C4")).unwrap();
            copy.undo();
            super::super::check::assert_consistent(&copy);
            assert_eq!(copy, original, "after {n_entries} entries");
        }
    }

    #[test]
    fn a_ko_may_not_be_taken_back_at_once() {
        let mut board: Board = ". X O .\nX . X O\n. X O .\n. . . .".parse().unwrap();
        let played = board.play(Color::White, point("B3")).unwrap();
        assert_eq!(
            played,
            Played {
                n_captured: 1,
                n_suicide: 0
            }
        );
        assert_eq!(board.ko(), Some((Color::Black, point("C3"))));
        assert_eq!(
            board.legality(Color::Black, point("C3")),
            Err(IllegalMove::Ko)
        );
        assert!(board.is_legal(Color::White, point("C3")));
        board.pass();
        assert!(board.is_legal(Color::Black, point("C3")));
        assert!(board.undo() && board.undo() && !board.undo());
        assert_eq!(board.ko(), None);
        assert_eq!(board.color(point("C3")), Some(Color::Black));
    }

    #[test]
    fn suicide_is_illegal_or_removes_the_own_block() {
        let diagram = ". X .\nX X .\n. . .";
        let forbidden: Board = diagram.parse().unwrap();
        assert_eq!(
            forbidden.legality(Color::White, point("A3")),
            Err(IllegalMove::Suicide)
        );
        assert!(forbidden.is_legal(Color::Black, point("A3")));
        let mut allowed = forbidden.clone().with_suicide(true);
        let played = allowed.play(Color::White, point("A3")).unwrap();
        assert_eq!(
            played,
            Played {
                n_captured: 0,
                n_suicide: 1
            }
        );
        assert!(allowed.is_empty(point("A3")));
        assert_eq!(
            (allowed.n_prisoners(Color::White), allowed.hash()),
            (1, forbidden.hash())
        );
        assert!(allowed.undo());
        assert_eq!(allowed, forbidden);
    }

    #[test]
    fn blocks_join_and_are_captured_together() {
        let mut board: Board = "X . X O\nO X O .\n. O . .\n. . . .".parse().unwrap();
        assert_eq!(
            board.legality(Color::Black, point("B4")),
            Err(IllegalMove::Suicide)
        );
        let played = board.play(Color::White, point("B4")).unwrap();
        assert_eq!(
            played,
            Played {
                n_captured: 3,
                n_suicide: 0
            }
        );
        assert_eq!(board.first_stones(Color::Black), []);
        assert_eq!(board.block_at(point("B4")).unwrap().n_liberties(), 3);
    }
}
