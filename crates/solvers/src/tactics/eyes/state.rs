//! What stands in a space, in bits.

/// Most points of a space, those included where it is cut.
pub(super) const MOST_POINTS: usize = 16;

/// A set of points of a space: bit `n` is the `n`-th of its points.
pub(super) type Mask = u16;

/// The main group, as a set of groups.
pub(super) const MAIN: u8 = 1;

/// Stones in a space, and the groups that are captured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct State {
    pub(super) others: Mask,
    pub(super) owners: Mask,
    /// The point, if any, where a ko may not be taken back at once.
    pub(super) ko: Mask,
    pub(super) gone: u8,
    /// The groups that have no liberty outside, or have lost it.
    pub(super) shut: u8,
    /// Whether the main group has a second liberty outside.
    pub(super) has_spare: bool,
    /// Whether a ko was taken back at once.
    pub(super) is_threat_used: bool,
    pub(super) is_owner_to_move: bool,
}

impl State {
    /// The same stones with the other side to move.
    pub(super) fn passed(self) -> Self {
        Self {
            is_owner_to_move: !self.is_owner_to_move,
            ko: 0,
            ..self
        }
    }
}
