//! A fuzz target for combinatorial games: ours against the `cgt` crate.

use tedomari::base::Budget;
use tedomari::cgt::{Games, GamesConfig};

use super::bytes::Bytes;
use crate::cgt::oracle::{assert_same_game, assert_same_pair, assert_same_properties, theirs};
use crate::cgt::random::{self, Tree};

/// A game of a small depth. The fewer bytes, the simpler.
fn tree(bytes: &mut Bytes<'_>, depth: u32) -> Tree {
    let kind = bytes.below(8);
    if depth == 0 || bytes.is_empty() || kind < 2 {
        return match kind {
            0 => Tree::UpStar(bytes.below(7).cast_signed() - 3, bytes.below(4)),
            _ => Tree::Number(i32::from(bytes.byte().cast_signed()), bytes.below(4).into()),
        };
    }
    let mut options = |n: u8| (0..n).map(|_| tree(bytes, depth - 1)).collect();
    Tree::Form(options(kind % 3), options((kind + 1) / 3))
}

/// Two games: form, properties, order and sum are those of the `cgt` crate.
pub(crate) fn canonical(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let trees = [tree(&mut bytes, 3), tree(&mut bytes, 3)];
    let mut games = Games::new(GamesConfig {
        max_forms: 1 << 16,
        memo_entries: 1 << 8,
        ..GamesConfig::default()
    });
    games.set_budget(Budget::nodes(1_000_000));
    let ours = trees
        .each_ref()
        .map(|tree| random::build(&mut games, tree).unwrap());
    let theirs = trees.each_ref().map(theirs);
    for (ours, theirs) in ours.into_iter().zip(&theirs) {
        assert_same_game(&mut games, ours, theirs, "form");
        assert_same_properties(&mut games, ours, theirs);
    }
    assert_same_pair(&mut games, ours, theirs.each_ref());
}
