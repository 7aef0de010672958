//! Whole games on tiny boards under every ko rule: the searcher never chooses a forbidden move.

use tedomari::base::{Budget, Rng};
use tedomari::board::{Color, Game, KoRule, Komi, Move, Rules, Size};
use tedomari::mcts::{Filter, Params, Searcher};

/// Plays a game with the searcher's moves and some random ones, and compares the root's moves with the legal ones.
fn check(size: Size, ko: KoRule, allows_suicide: bool, rng: &mut Rng) {
    let rules = Rules {
        ko,
        allows_suicide,
        komi: Komi::from_half_points(1),
        ..Rules::default()
    };
    let mut game = Game::new(size, rules);
    let mut searcher = Searcher::new(Params {
        memory_mib: 1,
        expand_visits: 1,
        seed: rng.bits(),
        ..Params::default()
    });
    for _ in 0..4 * size.n_points() {
        let color = game.to_move();
        let report = searcher.search(&game, color, &Filter::NONE, &mut Budget::nodes(60));
        for entry in &report.moves {
            assert_eq!(
                game.legality(color, entry.mv),
                Ok(()),
                "{color} {} {:?}",
                entry.mv,
                game.moves()
            );
            let mut line = game.clone();
            for (n, &mv) in entry.line.iter().enumerate() {
                let mover = if n % 2 == 0 { color } else { color.opponent() };
                assert_eq!(
                    line.play(mover, mv).err(),
                    None,
                    "{mover} {mv} in {:?}",
                    entry.line
                );
            }
        }
        let plays: Vec<Move> = report
            .moves
            .iter()
            .map(|entry| entry.mv)
            .filter(|&mv| mv != Move::Pass)
            .collect();
        let mv = match rng.below(3) {
            0 => report.best(),
            _ if plays.is_empty() => Move::Pass,
            _ => plays[rng.index(plays.len())],
        };
        game.play(color, mv).unwrap();
    }
}

#[test]
fn no_repetition_is_ever_chosen_or_thought_of() {
    let mut rng = Rng::new(21, 0);
    for (width, height) in [(2, 2), (3, 2), (3, 3), (1, 5), (4, 4)] {
        let size = Size::new(width, height).unwrap();
        for ko in [
            KoRule::Simple,
            KoRule::PositionalSuperko,
            KoRule::SituationalSuperko,
        ] {
            for allows_suicide in [false, true] {
                for _ in 0..3 {
                    check(size, ko, allows_suicide, &mut rng);
                }
            }
        }
    }
}

#[test]
fn the_hash_after_a_play_is_known_before_it() {
    let mut rng = Rng::new(22, 0);
    for side in 2..6 {
        for allows_suicide in [false, true] {
            let mut board =
                tedomari::board::Board::new(Size::square(side)).with_suicide(allows_suicide);
            for n in 0..500 {
                let color = Color::BOTH[n % 2];
                for point in board.empty_points().to_vec() {
                    let expected = board.hash_after(color, point);
                    if let Ok(found) = board.probe(color, point, |after| after.hash()) {
                        assert_eq!(expected, found, "{color} {point}\n{board}");
                    }
                }
                let empty = board.empty_points();
                if !empty.is_empty() {
                    let point = empty[rng.index(empty.len())];
                    let _ = board.play(color, point);
                }
            }
        }
    }
}
