//! What the questions of reading may cost, by their kind.

/// The most positions that a question of each kind may cost, or a search that is part of its answer.
///
/// The commands of GNU Go know no time, so that nodes are their only bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadingBudgets {
    /// One question of life and death.
    pub life: u64,
    /// A question of life and death about a block with few liberties that no capture of few liberties takes.
    pub want_of_eyes: u64,
    /// Each search about a race of two groups.
    pub race: u64,
    /// Each search about the capture of a block with few liberties.
    pub capture: u64,
    /// Each of the two searches about a ladder.
    pub ladder: u64,
    /// Each search about a connection; there are several, of growing width.
    pub connection: u64,
    /// Each search about one of two blocks that a move threatens.
    pub double_threat: u64,
    /// Each search about the eyes that a space gives.
    pub eye_space: u64,
}

impl Default for ReadingBudgets {
    fn default() -> Self {
        Self {
            life: 60_000,
            want_of_eyes: 20_000,
            race: 80_000,
            capture: 12_000,
            ladder: 50_000,
            connection: 8_000,
            double_threat: 300,
            eye_space: 50_000,
        }
    }
}

/// The largest number of times that the effort may be doubled or halved.
const MOST_DEPTH: i32 = 4;

/// How often the effort of reading captures and connections was doubled, or halved if negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Depth(i32);

impl Depth {
    /// The usual effort.
    pub(super) const fn new() -> Self {
        Self(0)
    }

    /// Doubles the effort `by` times more, within bounds.
    pub(super) fn change(&mut self, by: i32) {
        self.0 = (self.0 + by).clamp(-MOST_DEPTH, MOST_DEPTH);
    }

    /// Nodes at this depth where `nodes` is the usual number.
    pub(super) const fn scale(self, nodes: u64) -> u64 {
        if self.0 >= 0 {
            nodes << self.0.unsigned_abs()
        } else {
            nodes >> self.0.unsigned_abs()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_depth_doubles_and_halves_within_bounds() {
        let mut depth = Depth::new();
        depth.change(1);
        assert_eq!(depth.scale(300), 600);
        depth.change(-2);
        assert_eq!(depth.scale(300), 150);
        for _ in 0..9 {
            depth.change(1);
        }
        assert_eq!(depth.scale(1), 1 << MOST_DEPTH);
    }
}
