//! Sums: bounds, exact search, strategies and the order of tinies, compared with canonical forms.

use tedomari::base::{Budget, Rng};
use tedomari::cgt::sum::strategy::{self, Memory, Strategy};
use tedomari::cgt::sum::{SumMove, tiny_order};
use tedomari::cgt::sum::{SumSolver, after_move};
use tedomari::cgt::{Dyadic, GameId, Games, Player, parse_game};

use super::random::{self, Shape};

const PLAYERS: [Player; 2] = [Player::Left, Player::Right];

fn components(games: &mut Games, rng: &mut Rng, shapes: &[Shape], count: u32) -> Vec<GameId> {
    (0..count)
        .map(|_| {
            let shape = shapes[rng.index(shapes.len())];
            let tree = random::tree(rng, shape);
            random::build(games, &tree).unwrap()
        })
        .collect()
}

fn exact_stop(games: &mut Games, components: &[GameId], player: Player) -> Dyadic {
    let total = games.total(components).unwrap();
    let stops = games.stops(total).unwrap();
    match player {
        Player::Left => stops.left,
        Player::Right => stops.right,
    }
}

/// Whether `player` wins when moving first, if the last move wins.
fn mover_wins(games: &mut Games, components: &[GameId], player: Player) -> bool {
    let total = games.total(components).unwrap();
    !match player {
        Player::Left => games.at_most(total, GameId::ZERO).unwrap(),
        Player::Right => games.at_most(GameId::ZERO, total).unwrap(),
    }
}

#[test]
fn scores_equal_the_stops_of_the_canonical_sum() {
    let mut rng = Rng::new(41, 0);
    let mut games = Games::default();
    for round in 0..120 {
        let list = components(&mut games, &mut rng, &Shape::ALL, 3 + round % 2);
        for player in PLAYERS {
            let report = SumSolver::new(&mut games, 10_000)
                .score(&list, player)
                .unwrap();
            let expected = exact_stop(&mut games, &list, player);
            assert_eq!(report.stop.value(), Some(expected));
            if let Some(best) = report.best {
                let after = exact_stop(&mut games, &after_move(&list, best), player.opponent());
                assert_eq!(after, expected);
            } else {
                let total = games.total(&list).unwrap();
                assert!(total.is_number() || list.iter().all(|game| game.is_number()));
            }
        }
    }
}

#[test]
fn winners_equal_the_outcome_of_the_canonical_sum() {
    let mut rng = Rng::new(42, 0);
    let mut games = Games::default();
    let mut n_by_infinitesimals = 0;
    for round in 0..160 {
        let shapes: &[Shape] = if round % 2 == 0 {
            &[Shape::Small]
        } else {
            &Shape::ALL
        };
        let list = components(&mut games, &mut rng, shapes, 3 + round % 3 / 2);
        for player in PLAYERS {
            let report = SumSolver::new(&mut games, 10_000)
                .winner(&list, player)
                .unwrap();
            let wins = mover_wins(&mut games, &list, player);
            let expected = if wins { player } else { player.opponent() };
            assert_eq!(report.winner, Some(expected));
            assert_eq!(report.best.is_some(), wins);
            if let Some(best) = report.best {
                let after = after_move(&list, best);
                assert!(!mover_wins(&mut games, &after, player.opponent()));
            }
            n_by_infinitesimals += u32::from(exact_stop(&mut games, &list, player).is_zero());
        }
    }
    assert!(n_by_infinitesimals > 100, "{n_by_infinitesimals}");
}

#[test]
fn a_spent_budget_leaves_bounds_that_hold() {
    let mut rng = Rng::new(43, 0);
    let mut games = Games::default();
    let mut n_open = 0;
    for _ in 0..60 {
        let list = components(&mut games, &mut rng, &[Shape::Hot, Shape::Ordered], 4);
        for player in PLAYERS {
            // On a copy, so that the memo tables do not hold the sum yet.
            let expected = exact_stop(&mut games.clone(), &list, player);
            games.set_budget(Budget::nodes(60));
            let report = SumSolver::new(&mut games, 10_000).score(&list, player);
            games.set_budget(Budget::unlimited());
            let Ok(report) = report else {
                continue;
            };
            assert!(report.stop.low <= expected && expected <= report.stop.high);
            n_open += u32::from(report.stop.value().is_none());
        }
    }
    assert!(n_open > 0);
}

/// `{a||b|c}`, `{a|b}`, `{a|b||c}` or `{a|b||c|d}` with random ends, and sometimes a second option.
fn hot_game(games: &mut Games, rng: &mut Rng) -> GameId {
    let mut ends: Vec<_> = (0..4).map(|_| i128::from(rng.below(41)) - 20).collect();
    ends.sort_unstable_by(|a, b| b.cmp(a));
    let [a, b, c, d] = [0, 1, 2, 3].map(|at| games.integer(ends[at]).unwrap());
    let left = games.game(&[a], &[b]).unwrap();
    let right = games.game(&[c], &[d]).unwrap();
    let middle = games.game(&[b], &[c]).unwrap();
    let lists: (&[GameId], &[GameId]) = match rng.below(5) {
        0 => (&[a], &[d]),
        1 => (&[a], &[right]),
        2 => (&[left], &[d]),
        3 => (&[left], &[right]),
        _ => (&[b, left], &[c, middle]),
    };
    games.game(lists.0, lists.1).unwrap()
}

/// `count` random hot games; if `close`, a number is added that makes the score about 0 when Left starts.
fn hot_sum(games: &mut Games, rng: &mut Rng, count: usize, close: bool) -> Vec<GameId> {
    let mut list: Vec<_> = (0..count).map(|_| hot_game(games, rng)).collect();
    if close {
        let mut score = hottest(games, &list).half().unwrap();
        for &game in &list {
            score = score.plus(games.mean(game).unwrap()).unwrap();
        }
        list.push(games.integer(-score.floor()).unwrap());
    }
    list
}

fn hottest(games: &mut Games, list: &[GameId]) -> Dyadic {
    let temperatures = list.iter().map(|&game| games.temperature(game).unwrap());
    temperatures.max().unwrap()
}

#[test]
fn sums_of_sixty_hot_games_are_decided() {
    for seed in 0..20 {
        let mut games = Games::default();
        let mut rng = Rng::new(600 + seed, 0);
        let list = hot_sum(&mut games, &mut rng, 60, false);
        games.set_budget(Budget::nodes(100_000));
        let report = SumSolver::new(&mut games, 1 << 16)
            .winner(&list, Player::Left)
            .unwrap();
        assert!(report.winner.is_some(), "{seed}");
        assert_eq!(report.best.is_some(), report.winner == Some(Player::Left));
    }
}

#[test]
fn close_sums_of_sixty_hot_games_end_in_proven_bounds() {
    for seed in 0..4 {
        let mut games = Games::default();
        let mut rng = Rng::new(600 + seed, 0);
        let list = hot_sum(&mut games, &mut rng, 60, true);
        let hottest = hottest(&mut games, &list);
        games.set_budget(Budget::nodes(20_000));
        let report = SumSolver::new(&mut games, 1 << 16)
            .score(&list, Player::Left)
            .unwrap();
        let width = report.stop.high.minus(report.stop.low).unwrap();
        assert!(width <= hottest, "{seed}: {:?}", report.stop);
    }
}

#[test]
fn close_sums_of_nine_hot_games_are_decided() {
    for seed in 0..10 {
        let mut games = Games::default();
        let mut rng = Rng::new(700 + seed, 0);
        let list = hot_sum(&mut games, &mut rng, 9, true);
        games.set_budget(Budget::nodes(200_000));
        let report = SumSolver::new(&mut games, 1 << 16)
            .winner(&list, Player::Left)
            .unwrap();
        assert!(report.winner.is_some(), "{seed}");
    }
}

#[test]
fn thermostrat_keeps_its_promise_and_errors_are_measured() {
    let mut rng = Rng::new(45, 0);
    let mut games = Games::default();
    let mut n_optimal = [0; 3];
    let mut n_moves = 0;
    for _ in 0..100 {
        let list: Vec<_> = (0..4).map(|_| hot_game(&mut games, &mut rng)).collect();
        n_moves += 1;
        for (at, strategy) in Strategy::ALL.into_iter().enumerate() {
            let mut memory = Memory::default();
            let mv = strategy::choose(&mut games, &list, Player::Left, strategy, &mut memory)
                .unwrap()
                .unwrap();
            let before = exact_stop(&mut games, &list, Player::Left);
            let after = exact_stop(&mut games, &after_move(&list, mv), Player::Right);
            assert!(after <= before);
            let loss = before.minus(after).unwrap();
            let hottest = list
                .iter()
                .map(|&game| games.temperature(game).unwrap())
                .max()
                .unwrap();
            assert!(
                strategy == Strategy::Hotstrat || loss <= hottest,
                "{strategy:?}"
            );
            n_optimal[at] += u32::from(loss.is_zero());
        }
    }
    assert!(
        n_optimal.iter().all(|&n| n * 10 >= n_moves * 7),
        "{n_optimal:?} of {n_moves}"
    );
}

/// A random component to which the order of tinies applies.
fn speck(games: &mut Games, rng: &mut Rng) -> GameId {
    let text = match rng.below(12) {
        0 => "-_1",
        1 => "-_2",
        2 => "{2|0}",
        3 => "{0|-1}",
        4 => "{-_1|0}",
        5 => "{-_2|0}",
        6 => "{-_1|0^(2)}",
        7 => "v",
        8 => "vv*",
        9 => "*",
        10 => ["^", "^^*", "+_1", "+_2"][rng.index(4)],
        _ => ["{0|+_1}", "{0|+_2}", "1/2", "-1/4"][rng.index(4)],
    };
    parse_game(games, text).unwrap()
}

#[test]
fn the_order_of_tinies_wins_whenever_a_move_wins() {
    let mut rng = Rng::new(46, 0);
    let mut games = Games::default();
    let mut n_won = 0;
    for round in 0..3000 {
        let count = 2 + round % 4;
        let list: Vec<_> = (0..count).map(|_| speck(&mut games, &mut rng)).collect();
        for player in PLAYERS {
            if !mover_wins(&mut games, &list, player) {
                continue;
            }
            n_won += 1;
            let mv = tiny_order::choose(&mut games, &list, player).unwrap();
            let names: Vec<_> = list.iter().map(|&game| games.name(game).unwrap()).collect();
            let Some(mv) = mv else {
                panic!("no move for {player:?} in {names:?}");
            };
            let after = after_move(&list, mv);
            let SumMove { component, .. } = mv;
            assert!(
                !mover_wins(&mut games, &after, player.opponent()),
                "{player:?} in {names:?}: component {component}"
            );
        }
    }
    assert!(n_won > 1000, "{n_won}");
}
