//! Records that are written and read back, and damaged records.

use proptest::prelude::*;
use tedomari::base::{CancelToken, Rng};
use tedomari::board::game::Start;
use tedomari::board::{Color, Game, Komi, Move, Point, Rules, Size};
use tedomari::sgf::{Application, LoadOptions, RecordInfo, decode, load, to_sgf};

/// A random game: size, setup or handicap, player who begins, and up to `n_moves` moves of random colors.
fn random_game(seed: u64, n_moves: usize) -> Game {
    let mut rng = Rng::new(seed, 0);
    let mut side = || u8::try_from(1 + rng.below(25)).unwrap();
    let size = Size::new(side(), side()).unwrap();
    let points: Vec<Point> = size.points().collect();
    let names: Vec<&str> = Rules::names().collect();
    let mut rules = Rules::named(names[rng.index(names.len())]).unwrap();
    rules.komi = Komi::from_half_points(i32::try_from(rng.below(60)).unwrap() - 30);
    let mut start = Start::empty(size);
    let kind = rng.below(4);
    if kind > 0 && points.len() > 4 {
        let mut free = points.clone();
        for _ in 0..=rng.index(points.len() / 3) {
            let color = Color::BOTH[if kind == 1 { 0 } else { rng.index(2) }];
            start
                .stones
                .push((color, free.swap_remove(rng.index(free.len()))));
        }
        if kind == 1 && start.stones.len() >= 2 {
            start.n_handicap = start.stones.len();
        }
    }
    if rng.below(2) == 0 {
        start.to_move = Some(Color::BOTH[rng.index(2)]);
    }
    let mut game = Game::from_start(start, rules).unwrap_or_else(|_| Game::new(size, rules));
    for _ in 0..n_moves {
        let color = if rng.below(10) == 0 {
            game.to_move().opponent()
        } else {
            game.to_move()
        };
        let mv = if rng.below(20) == 0 {
            Move::Pass
        } else {
            Move::Play(points[rng.index(points.len())])
        };
        // Illegal moves are not made.
        let _ = game.play(color, mv);
    }
    game
}

proptest! {
    #[test]
    fn records_round_trip(
        seed: u64,
        n_moves in 0usize..300,
        black: Option<String>,
        comment: Option<String>,
    ) {
        let game = random_game(seed, n_moves);
        let info = RecordInfo {
            black,
            comment,
            application: Some(Application {
                name: "tedomari:x".to_owned(),
                version: "1:0".to_owned(),
            }),
            ..RecordInfo::default()
        };
        let text = to_sgf(&game, &info);
        prop_assert!(text.lines().all(|line| !line.trim().is_empty()), "{}", text);
        let options = LoadOptions {
            // Komi and named rules come from the text, all else from here.
            rules: Rules { komi: Komi::from_half_points(99), ..*game.rules() },
            before_move: None,
            cancel: CancelToken::new(),
        };
        let record = load(&text, &options).map_err(|e| TestCaseError::fail(format!("{e}\n{text}")))?;
        // Other programs seldom write such komi, but it is read as it stands.
        let mut others = record.warnings.iter().filter(|it| !it.text.starts_with("komi "));
        prop_assert_eq!(others.next(), None);
        let read = record.game;
        prop_assert_eq!(read.moves(), game.moves());
        prop_assert_eq!(read.rules(), game.rules());
        prop_assert_eq!(read.board(), game.board());
        prop_assert_eq!(read.to_move(), game.to_move());
        let (mut stones, mut expected) = (read.start().stones.clone(), game.start().stones.clone());
        stones.sort_unstable();
        expected.sort_unstable();
        prop_assert_eq!(stones, expected);
        prop_assert_eq!(read.start().n_handicap, game.start().n_handicap);
        prop_assert_eq!(read.start().first_to_move(), game.start().first_to_move());
        prop_assert_eq!(record.info.application, info.application.clone());
        // The game that was read is written as before, except that a turn may now be named that was not.
        let again = load(&to_sgf(&read, &info), &options).unwrap();
        prop_assert_eq!(again.game.moves(), game.moves());
    }

    #[test]
    fn damaged_records_are_read_or_refused_with_a_place_in_the_text(
        seed: u64,
        cuts in prop::collection::vec((0usize..4000, 0u8..=255), 1..6),
    ) {
        let info = RecordInfo { black: Some("a]b\\c:d".to_owned()), ..RecordInfo::default() };
        let mut bytes = to_sgf(&random_game(seed, 40), &info).into_bytes();
        for (at, byte) in cuts {
            let at = at % bytes.len();
            match byte {
                0..60 => bytes.truncate(at + 1),
                60..128 => bytes[at] = b"()[];:\\BWAS \n"[usize::from(byte) % 13],
                128.. => bytes[at] = byte,
            }
        }
        let cancel = CancelToken::new();
        let text = decode(bytes, &cancel).unwrap().text;
        let options = LoadOptions {
            rules: Rules::default(),
            before_move: None,
            cancel,
        };
        if let Err(error) = load(&text, &options) {
            let line = text.split('\n').nth(error.place.line - 1).expect("a line of the text");
            prop_assert!((1..=line.chars().count() + 1).contains(&error.place.column));
        }
    }
}
