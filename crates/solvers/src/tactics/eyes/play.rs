//! Stones in a space: moves, captures, kos.

use super::space::EyeRegion;
use super::state::{MAIN, MOST_POINTS, Mask, State};

impl EyeRegion {
    fn empty(&self, state: State) -> Mask {
        let all = Mask::MAX >> (MOST_POINTS - self.points.len());
        all & !state.others & !state.owners
    }

    /// Points beside some points.
    fn neighbors(&self, mut cells: Mask) -> Mask {
        let mut near = 0;
        while cells != 0 {
            near |= self.beside[cells.trailing_zeros() as usize];
            cells &= cells - 1;
        }
        near
    }

    /// The stones of the other side that are connected with some of them.
    fn other_block(&self, state: State, mut cells: Mask) -> Mask {
        loop {
            let larger = cells | self.neighbors(cells) & state.others;
            if larger == cells {
                return cells;
            }
            cells = larger;
        }
    }

    /// The stones and groups of the owner that are connected with some of them, and their liberties.
    fn owner_block(&self, state: State, mut cells: Mask, mut groups: u8) -> (Mask, u8, Mask) {
        loop {
            let mut near = self.neighbors(cells);
            let mut more = groups;
            for (n, &beside) in self.groups.iter().enumerate() {
                if state.gone >> n & 1 == 0 && (beside & cells != 0 || groups >> n & 1 != 0) {
                    more |= 1 << n;
                    near |= beside;
                }
            }
            let larger = cells | near & state.owners;
            if larger == cells && more == groups {
                return (cells, groups, near & self.empty(state));
            }
            (cells, groups) = (larger, more);
        }
    }

    /// Whether the other side has a liberty for a block: an empty point, the outside, or where a group was captured.
    fn has_liberty(&self, state: State, block: Mask) -> bool {
        let mut open = self.open;
        for (n, &beside) in self.groups.iter().enumerate() {
            if state.gone >> n & 1 != 0 {
                open |= beside;
            }
        }
        block & open != 0 || self.neighbors(block) & self.empty(state) != 0
    }

    pub(super) fn main_liberties(&self, state: State) -> Mask {
        self.owner_block(state, 0, 1).2
    }

    /// The state after a move on a cell, unless it is occupied, has no liberty or takes a ko back at once.
    pub(super) fn after(&self, state: State, cell: usize) -> Option<State> {
        let bit = 1 << cell;
        if self.empty(state) & !state.ko & bit == 0 {
            return None;
        }
        if state.is_owner_to_move {
            self.after_owner(state.passed(), cell)
        } else {
            self.after_other(state.passed(), cell)
        }
    }

    fn after_owner(&self, mut state: State, cell: usize) -> Option<State> {
        let bit = 1 << cell;
        state.owners |= bit;
        let mut taken = 0;
        let mut near = self.beside[cell] & state.others;
        while near != 0 {
            let block = self.other_block(state, near & near.wrapping_neg());
            near &= !block;
            if !self.has_liberty(state, block) {
                taken |= block;
            }
        }
        state.others &= !taken;
        let (stones, groups, liberties) = self.owner_block(state, bit, 0);
        if taken.is_power_of_two() && stones == bit && groups == 0 && liberties == taken {
            state.ko = taken;
        }
        self.can_stay(state, bit, 0).then_some(state)
    }

    fn after_other(&self, mut state: State, cell: usize) -> Option<State> {
        let bit = 1 << cell;
        let before = state;
        state.others |= bit;
        let mut near = self.beside[cell] & state.owners;
        while near != 0 {
            let stone = near & near.wrapping_neg();
            near &= !stone;
            self.capture(&mut state, stone, 0);
        }
        for (n, &beside) in self.groups.iter().enumerate() {
            if beside & bit != 0 && state.gone >> n & 1 == 0 {
                self.capture(&mut state, 0, 1 << n);
            }
        }
        let taken = before.owners & !state.owners;
        let block = self.other_block(state, bit);
        let has_group_taken = state.gone != before.gone;
        let mut filled = state;
        filled.owners |= taken;
        if taken.is_power_of_two()
            && !has_group_taken
            && block == bit
            && !self.has_liberty(filled, bit)
        {
            state.ko = taken;
        }
        (taken != 0 || has_group_taken || self.has_liberty(state, block)).then_some(state)
    }

    /// Whether a block of the owner has a liberty, here or outside, or belongs to the main group.
    fn can_stay(&self, state: State, stones: Mask, groups: u8) -> bool {
        let (_, groups, liberties) = self.owner_block(state, stones, groups);
        liberties != 0 || groups & (MAIN | !state.shut) != 0
    }

    /// The state after the other side fills the liberty outside of a group, unless there is none.
    pub(super) fn shut_in(&self, state: State, group: usize) -> Option<State> {
        let bit = 1 << group;
        if (state.shut | state.gone) & bit != 0 {
            return None;
        }
        let mut after = state.passed();
        if bit == MAIN && state.has_spare {
            after.has_spare = false;
            return Some(after);
        }
        after.shut |= bit;
        self.capture(&mut after, 0, bit);
        Some(after)
    }

    /// Takes a block of the owner off if it can't stay.
    fn capture(&self, state: &mut State, stone: Mask, group: u8) {
        if !self.can_stay(*state, stone, group) {
            let (stones, groups, _) = self.owner_block(*state, stone, group);
            state.owners &= !stones;
            state.gone |= groups;
        }
    }
}
