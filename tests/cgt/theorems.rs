//! The theorems of chapter 2 of McMillen (2010), and a few more, on random games.

use std::cmp::Ordering;

use tedomari::base::Rng;
use tedomari::cgt::{Dyadic, GameId, Games, Player, Style, Value, evaluate, parse_game};

use super::random::{self, Shape};

/// Runs `check` on `count` random games of each of some shapes.
fn for_games(
    seed: u64,
    count: u32,
    shapes: &[Shape],
    mut check: impl FnMut(&mut Games, GameId, &mut Rng),
) {
    let mut games = Games::default();
    let mut rng = Rng::new(seed, 0);
    for _ in 0..count {
        for &shape in shapes {
            let tree = random::tree(&mut rng, shape);
            let game = random::build(&mut games, &tree).unwrap();
            check(&mut games, game, &mut rng);
        }
    }
}

/// Runs `check` on pairs of random games, mixed from all shapes.
fn for_pairs(seed: u64, count: u32, mut check: impl FnMut(&mut Games, GameId, GameId, &mut Rng)) {
    let mut last = GameId::ZERO;
    for_games(seed, count, &Shape::ALL, |games, game, rng| {
        check(games, game, last, rng);
        if rng.below(3) > 0 {
            last = game;
        }
    });
}

fn number(rng: &mut Rng) -> Dyadic {
    let numerator = i128::from(rng.below(65)) - 32;
    Dyadic::new(numerator, rng.below(4)).unwrap()
}

fn temperature(rng: &mut Rng) -> Dyadic {
    Dyadic::new(rng.below(24).into(), 2).unwrap()
}

#[test]
fn sums_form_an_ordered_group() {
    for_pairs(21, 400, |games, g, h, _| {
        let sum = games.sum(g, h).unwrap();
        assert_eq!(sum, games.sum(h, g).unwrap());
        assert_eq!(games.difference(sum, h).unwrap(), g);
        let difference = games.difference(g, h).unwrap();
        let by_difference = games.compare(difference, GameId::ZERO).unwrap();
        assert_eq!(games.compare(g, h).unwrap(), by_difference);
        let back = games.negative(g).unwrap();
        assert_eq!(games.negative(back).unwrap(), g);
    });
}

#[test]
fn number_avoidance_and_translation() {
    for_games(22, 400, &Shape::ALL, |games, g, rng| {
        if g.is_number() {
            return;
        }
        let x = GameId::from_number(number(rng));
        let sum = games.sum(g, x).unwrap();
        for player in [Player::Left, Player::Right] {
            // Moving in G alone gives the same game ...
            let moved: Vec<_> = games
                .options(g, player)
                .unwrap()
                .into_iter()
                .map(|option| games.sum(option, x).unwrap())
                .collect();
            assert_eq!(games.options(sum, player).unwrap(), moved);
            // ... and if a move in x wins, so does one in G.
            let wins = |games: &mut Games, game| match player {
                Player::Left => games.at_most(GameId::ZERO, game).unwrap(),
                Player::Right => games.at_most(game, GameId::ZERO).unwrap(),
            };
            for option in games.options(x, player).unwrap() {
                let after = games.sum(g, option).unwrap();
                if wins(games, after) {
                    assert!(moved.iter().any(|&game| wins(games, game)));
                }
            }
        }
    });
}

#[test]
fn cooling_is_linear_and_keeps_order() {
    for_pairs(23, 300, |games, g, h, rng| {
        let t = temperature(rng);
        let (cool_g, cool_h) = (games.cool(g, t).unwrap(), games.cool(h, t).unwrap());
        let sum = games.sum(g, h).unwrap();
        let of_sum = games.cool(sum, t).unwrap();
        assert_eq!(games.sum(cool_g, cool_h).unwrap(), of_sum);
        if games.at_most(g, h).unwrap() {
            assert!(games.at_most(cool_g, cool_h).unwrap());
        }
        let again = temperature(rng);
        let twice = games.cool(cool_g, again).unwrap();
        let at_once = games.cool(g, t.plus(again).unwrap()).unwrap();
        assert_eq!(twice, at_once);
    });
}

#[test]
fn mean_is_additive_and_temperature_is_bounded() {
    for_pairs(24, 400, |games, g, h, _| {
        let sum = games.sum(g, h).unwrap();
        let means = games.mean(g).unwrap().plus(games.mean(h).unwrap()).unwrap();
        assert_eq!(games.mean(sum).unwrap(), means);
        let hotter = games
            .temperature(g)
            .unwrap()
            .max(games.temperature(h).unwrap());
        assert!(games.temperature(sum).unwrap() <= hotter);
    });
}

#[test]
fn thermographs_are_the_stops_of_the_cooled_game() {
    for_games(25, 300, &Shape::ALL, |games, g, rng| {
        let graph = games.thermograph(g).unwrap();
        let mut temperatures = vec![temperature(rng), graph.temperature];
        for piece in graph.left.iter().chain(&graph.right) {
            temperatures.push(piece.from);
        }
        for t in temperatures.into_iter().filter(|t| !t.is_negative()) {
            let cooled = games.cool(g, t).unwrap();
            let stops = games.stops(cooled).unwrap();
            assert_eq!(graph.stop(Player::Left, t), Ok(stops.left));
            assert_eq!(graph.stop(Player::Right, t), Ok(stops.right));
        }
        let frozen = games
            .cool(g, graph.temperature.plus(Dyadic::ONE).unwrap())
            .unwrap();
        assert_eq!(frozen, GameId::from_number(graph.mean));
    });
}

#[test]
fn warming_undoes_chilling_up_to_a_star() {
    // Games built like Go positions: in every position the parity of all ends is the same.
    let mut games = Games::default();
    let mut rng = Rng::new(26, 0);
    let star = parse_game(&mut games, "*").unwrap();
    let mut n_checked = 0;
    for _ in 0..600 {
        let g = go_like(&mut games, &mut rng, 4);
        let cooled = games.cool(g, Dyadic::ONE).unwrap();
        let chilled = games.chill(g).unwrap();
        if cooled != chilled {
            continue;
        }
        let warmed = games.warm(chilled).unwrap();
        let with_star = games.sum(g, star).unwrap();
        assert!(warmed == g || warmed == with_star);
        n_checked += 1;
    }
    assert!(n_checked > 500, "{n_checked}");
}

/// A random game whose ends are integers with the parity of the number of moves. No position before the end is a
/// number, so no player is ever in zugzwang.
fn go_like(games: &mut Games, rng: &mut Rng, depth: u32) -> GameId {
    fn play(games: &mut Games, rng: &mut Rng, depth: u32, parity: i128, middle: i128) -> GameId {
        let end = middle + (middle + parity).rem_euclid(2);
        if depth == 0 || rng.below(4) == 0 {
            return games.integer(end).unwrap();
        }
        let step = i128::from(1 + rng.below(3));
        let left = play(games, rng, depth - 1, parity + 1, middle + step);
        let right = play(games, rng, depth - 1, parity + 1, middle - step);
        let game = games.game(&[left], &[right]).unwrap();
        if game.is_number() {
            games.integer(end).unwrap()
        } else {
            game
        }
    }
    play(games, rng, depth, 0, 0)
}

#[test]
fn heating_undoes_cooling_of_the_part_that_is_left() {
    for_games(27, 200, &[Shape::Hot, Shape::Ordered], |games, g, rng| {
        // G = G_t + the heated rest, when t is the temperature of G (Berlekamp's particles at one level).
        let t = games.temperature(g).unwrap();
        if !t.is_positive() {
            return;
        }
        let heated = games.heat(g, t).unwrap();
        let cooled = games.cool(heated, t).unwrap();
        assert_eq!(games.mean(cooled).unwrap(), games.mean(heated).unwrap());
        let x = GameId::from_number(number(rng));
        assert_eq!(games.heat(x, t).unwrap(), x);
    });
}

#[test]
fn incentives_are_what_a_move_gains() {
    for_games(28, 300, &Shape::ALL, |games, g, _| {
        for player in [Player::Left, Player::Right] {
            let options = games.options(g, player).unwrap();
            let incentives = games.incentives(g, player).unwrap();
            for (option, incentive) in options.into_iter().zip(&incentives) {
                let back = match player {
                    Player::Left => games.sum(g, *incentive).unwrap(),
                    Player::Right => games.difference(g, *incentive).unwrap(),
                };
                assert_eq!(back, option);
                // No incentive is at least 0: a move in a canonical form never improves the position for the mover.
                assert!(!games.at_most(GameId::ZERO, *incentive).unwrap());
            }
            let best = games.undominated(&incentives, Player::Left).unwrap();
            assert!(
                incentives.iter().all(|&incentive| {
                    best.iter().any(|&b| games.at_most(incentive, b).unwrap())
                })
            );
        }
    });
}

#[test]
fn atomic_weights_add_and_decide() {
    let mut last = GameId::ZERO;
    for_games(29, 600, &[Shape::Small], |games, g, _| {
        let weight = games.atomic_weight(g).unwrap();
        let sum = games.sum(g, last).unwrap();
        let other = games.atomic_weight(last).unwrap();
        let weights = games.sum(weight, other).unwrap();
        assert_eq!(games.atomic_weight(sum).unwrap(), weights);
        // The two-ahead rule.
        let two = GameId::from_number(2.into());
        if games.at_most(two, weight).unwrap() {
            let order = games.compare(g, GameId::ZERO).unwrap();
            assert_eq!(order, Some(Ordering::Greater));
        }
        last = g;
    });
}

#[test]
fn reduced_forms_forget_exactly_infinitesimals() {
    for_pairs(30, 300, |games, g, h, _| {
        let reduced = games.reduced(g).unwrap();
        let difference = games.difference(g, reduced).unwrap();
        let stops = games.stops(difference).unwrap();
        assert_eq!((stops.left, stops.right), (Dyadic::ZERO, Dyadic::ZERO));
        let difference = games.difference(g, h).unwrap();
        let stops = games.stops(difference).unwrap();
        let infinitesimal = stops.left.is_zero() && stops.right.is_zero();
        assert_eq!(infinitesimal, reduced == games.reduced(h).unwrap());
        assert_eq!(games.reduced(reduced).unwrap(), reduced);
    });
}

#[test]
fn text_round_trip_in_every_style() {
    for_games(31, 500, &Shape::ALL, |games, g, rng| {
        let x = number(rng);
        let tiny = games
            .tiny(GameId::from_number(x.abs().plus(Dyadic::ONE).unwrap()))
            .unwrap();
        let speck = games.sum(tiny, GameId::from_number(x)).unwrap();
        for game in [g, speck] {
            for (unicode, bars) in [(false, false), (false, true), (true, false), (true, true)] {
                let text = games.text(game, Style { unicode, bars }).unwrap();
                assert_eq!(parse_game(games, &text), Ok(game), "{text}");
            }
            let braces = games.braces(game).unwrap();
            assert_eq!(parse_game(games, &braces), Ok(game), "{braces}");
        }
    });
}

#[test]
fn text_near_the_largest_numbers_is_read_again() {
    let mut n_read = 0;
    for_games(35, 300, &Shape::ALL, |games, g, rng| {
        let size = GameId::from_number(number(rng).abs().plus(Dyadic::ONE).unwrap());
        let tiny = games.tiny(size).unwrap();
        // The numbers in the name of this game fit before those of its options' options do.
        let lower = Dyadic::integer(-1 - i128::from(rng.below(90))).unwrap();
        let hot = games
            .game(&[tiny], &[tiny.plus_number(lower).unwrap()])
            .unwrap();
        let largest = Dyadic::integer((1 << (117 + rng.below(4))) - 100).unwrap();
        for game in [g, tiny, hot] {
            for number in [largest, -largest] {
                // What needs a number beyond them is no game, or has no text.
                let Ok(far) = game.plus_number(number) else {
                    continue;
                };
                for text in [games.name(far), games.braces(far)].into_iter().flatten() {
                    assert_eq!(parse_game(games, &text), Ok(far), "{text}");
                    n_read += 1;
                }
            }
        }
    });
    assert!(n_read > 10_000, "{n_read}");
}

#[test]
fn no_text_makes_the_reader_panic() {
    let mut rng = Rng::new(32, 0);
    let mut games = Games::default();
    let pieces = [
        "{",
        "}",
        "|",
        "||",
        "(",
        ")",
        ",",
        "0",
        "1",
        "/",
        "2",
        ".",
        "-",
        "+",
        "_",
        "^",
        "v",
        "*",
        "cool",
        "temp",
        "\u{2191}",
        "\u{29fe}",
        " ",
        "<",
        "=",
        ">",
        "0^(",
        "99999999999999999999999999999999999999999",
    ];
    let mut n_values = 0;
    for _ in 0..60_000 {
        let length = 1 + rng.below(10);
        let text: String = (0..length)
            .map(|_| pieces[rng.index(pieces.len())])
            .collect();
        match evaluate(&mut games, &text) {
            Ok(value) => {
                n_values += 1;
                value.text(&mut games, Style::default()).unwrap();
                assert!(!matches!(value, Value::Text(_)));
            }
            Err(error) => assert!(
                (1..=text.chars().count() + 1).contains(&error.column),
                "{text}"
            ),
        }
    }
    assert!(n_values > 1000, "{n_values}");
}

#[test]
fn limits_are_errors_and_leave_the_table_usable() {
    use tedomari::base::Budget;
    use tedomari::cgt::{GameError, GamesConfig};
    let mut games = Games::new(GamesConfig {
        max_forms: 20,
        memo_entries: 64,
        max_depth: 40,
    });
    let mut rng = Rng::new(33, 0);
    let mut sum = GameId::ZERO;
    let full = loop {
        let tree = random::tree(&mut rng, Shape::Hot);
        let step = random::build(&mut games, &tree).and_then(|game| games.sum(sum, game));
        match step {
            Ok(next) => sum = next,
            Err(error) => break error,
        }
    };
    assert_eq!(full, GameError::Full { limit: 20 });
    let tall = games.ups(1000, 0).unwrap();
    let tiny = parse_game(&mut games, "{0||0|-1}");
    if let Ok(tiny) = tiny {
        assert!(matches!(
            games.sum(tall, tiny),
            Err(GameError::TooDeep { .. } | GameError::Full { .. })
        ));
    }
    assert_eq!(games.sum(tall, tall), games.ups(2000, 0));
    let mut games = Games::default();
    games.set_budget(Budget::nodes(10));
    let tree = random::tree(&mut rng, Shape::Hot);
    let stopped = (0..100).find_map(|_| random::build(&mut games, &tree).err());
    games.set_budget(Budget::unlimited());
    assert!(matches!(stopped, Some(GameError::Stopped(_)) | None));
    let ours = random::build(&mut games, &tree).unwrap();
    let fresh = random::build(&mut Games::default(), &tree).unwrap();
    let mut other = Games::default();
    random::build(&mut other, &tree).unwrap();
    assert_eq!(games.braces(ours).unwrap(), other.braces(fresh).unwrap());
}

#[test]
fn deep_games_fit_the_stack() {
    let mut games = Games::default();
    let tall = games.ups(900, 0).unwrap();
    let speck = parse_game(&mut games, "+_2").unwrap();
    let sum = games.sum(tall, speck).unwrap();
    assert_eq!(games.compare(sum, tall), Ok(Some(Ordering::Greater)));
    assert_eq!(games.difference(sum, speck).unwrap(), tall);
    games.thermograph(sum).unwrap();
    games.birthday(sum).unwrap();
}
