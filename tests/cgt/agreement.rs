//! Our games and those of the `cgt` crate, compared on random games. There must be no difference.
//!
//! `TEDOMARI_CGT_GAMES` sets the number of games (the default keeps the suite fast).

use cgt_oracle::short::partizan::canonical_form::CanonicalForm;
use tedomari::base::Rng;
use tedomari::cgt::{GameId, Games, GamesConfig};

use super::oracle::{assert_same_game, assert_same_pair, assert_same_properties, theirs};
use super::random::{self, Shape};

const DEFAULT_GAMES: u32 = 4_000;

#[test]
fn random_games_agree_with_the_cgt_crate() {
    let count = std::env::var("TEDOMARI_CGT_GAMES")
        .ok()
        .map_or(DEFAULT_GAMES, |text| text.parse().unwrap());
    // A small memo, so that forgetting is tested too.
    let mut games = Games::new(GamesConfig {
        memo_entries: 1 << 12,
        ..GamesConfig::default()
    });
    let mut rng = Rng::new(4, 0);
    let mut last: Vec<Option<(GameId, CanonicalForm)>> = vec![None; Shape::ALL.len()];
    for _ in 0..count / 4 {
        for (shape, last) in Shape::ALL.into_iter().zip(&mut last) {
            let tree = random::tree(&mut rng, shape);
            let ours = random::build(&mut games, &tree).unwrap();
            let theirs = theirs(&tree);
            assert_same_game(&mut games, ours, &theirs, "form");
            assert_same_properties(&mut games, ours, &theirs);
            if let Some((our_last, their_last)) = last.as_ref() {
                assert_same_pair(&mut games, [ours, *our_last], [&theirs, their_last]);
            }
            *last = Some((ours, theirs));
        }
    }
}
