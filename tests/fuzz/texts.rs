//! Fuzz targets that read text: records, settings, the notation of games, formulas.

use std::io::Write as _;

use tedomari::base::{Budget, CancelToken};
use tedomari::board::Rules;
use tedomari::cgt::{Games, GamesConfig, evaluate, parse_game};
use tedomari::config::Settings;
use tedomari::logic::formula::Formula;
use tedomari::sgf::{LoadOptions, load, load_bytes, to_sgf};

/// Operations on games for one text.
const MOST_OPERATIONS: u64 = 20_000;

/// A record that can be read is written so that it reads as the same game.
pub(crate) fn sgf(data: &[u8]) {
    let options = LoadOptions {
        rules: Rules::default(),
        before_move: None,
        cancel: CancelToken::new(),
    };
    let Ok(record) = load_bytes(data.to_vec(), &options) else {
        return;
    };
    let written = to_sgf(&record.game, &record.info);
    let again = load(&written, &options).unwrap_or_else(|error| panic!("{error}\n{written}"));
    assert_eq!(again.game.board(), record.game.board(), "{written}");
    assert_eq!(again.game.moves(), record.game.moves(), "{written}");
    assert_eq!(again.game.to_move(), record.game.to_move(), "{written}");
    // Spaces and empty lines of texts change when they are first written.
    assert_eq!(to_sgf(&again.game, &again.info), written);
}

/// A file of settings is read, or refused by a message that names the file.
pub(crate) fn settings(data: &[u8]) {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(data).unwrap();
    let path = file.path().to_owned();
    if let Err(error) = Settings::load(std::slice::from_ref(&path), &[]) {
        let message = error.to_string();
        assert!(message.contains(&*path.to_string_lossy()), "{message}");
    }
}

/// The name of a game reads as the same game.
pub(crate) fn notation(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else {
        return;
    };
    let mut games = Games::new(GamesConfig {
        max_forms: 1 << 14,
        memo_entries: 1 << 8,
        ..GamesConfig::default()
    });
    games.set_budget(Budget::nodes(MOST_OPERATIONS));
    // An expression may be anything; what counts is that every text gets an answer.
    let _ = evaluate(&mut games, text);
    games.set_budget(Budget::nodes(MOST_OPERATIONS));
    let Ok(game) = parse_game(&mut games, text) else {
        return;
    };
    for write in [Games::name, Games::braces] {
        let Ok(name) = write(&mut games, game) else {
            continue;
        };
        games.set_budget(Budget::nodes(10 * MOST_OPERATIONS));
        assert_eq!(
            parse_game(&mut games, &name),
            Ok(game),
            "{text:?} as {name}"
        );
    }
}

/// A formula is written so that it reads as the same formula.
pub(crate) fn formula(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else {
        return;
    };
    let Ok(formula) = text.parse::<Formula>() else {
        return;
    };
    let written = formula.to_string();
    assert_eq!(written.parse(), Ok(formula), "{text:?} as {written}");
}
