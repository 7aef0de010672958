//! Sums of random regions compared with brute force on the whole board: the scores are equal, and no chosen move
//! loses.
//!
//! The tests compare a few dozen boards. `TEDOMARI_ENDGAME_SUMS=500` compares 500.

use tedomari::base::{Budget, Rng};
use tedomari::board::game::Start;
use tedomari::board::{Board, Color, Game, Komi, Move, Rules, Score, Size};
use tedomari::endgame::{Endgame, EndgameParams, ShapeStore};

use super::oracle::Oracle;
use super::random::{Eyes, Wanted, board};

/// Boards compared by default.
const N_BOARDS: usize = 12;
/// Most states of one phase of the brute-force search.
const MOST_STATES: usize = 150_000;

/// A game that begins with a board, by named rules without komi.
pub(super) fn game(board: &Board, rules: &str) -> Game {
    let rules = Rules {
        komi: Komi::default(),
        ..Rules::named(rules).unwrap()
    };
    Game::from_start(Start::from_board(board), rules).unwrap()
}

/// The least and the most that Black gets with best play when `color` moves, by brute force; `None` if there are too
/// many states.
pub(super) fn value(board: &Board, rules: &str, color: Color) -> Option<(Score, Score)> {
    let oracle = Oracle::new(board, MOST_STATES);
    let (low, high) = match rules {
        "japanese" => oracle.territory(color)?,
        _ => oracle.area(color)?,
    };
    Some((Score::from_points(low), Score::from_points(high)))
}

/// What Black gets for certain after a move of Black, or at most after a move of White; `None` if there are too many
/// states, or a ko ban.
pub(super) fn value_after(game: &Game, rules: &str, color: Color, mv: Move) -> Option<Score> {
    let mut after = game.clone();
    let before = after.board().n_prisoners(color.opponent());
    after.play(color, mv).unwrap();
    let taken = after.board().n_prisoners(color.opponent()) - before;
    let prisoners = match (rules, mv) {
        ("japanese", Move::Play(_)) => color.sign() * i32::try_from(taken).unwrap(),
        _ => 0,
    };
    if after.board().ko().is_some() {
        return None;
    }
    let (least, most) = value(after.board(), rules, color.opponent())?;
    let kept = if color == Color::Black { least } else { most };
    Some(kept + Score::from_points(prisoners))
}

/// The counts of a comparison.
#[derive(Debug, Default)]
struct Tally {
    n_boards: usize,
    n_exact: usize,
    n_with_bounds: usize,
    n_too_large: usize,
    /// Moves chosen as if estimates were values.
    n_estimated: usize,
    n_moves: usize,
}

/// Compares the answers for one color to move.
fn compare(board: &Board, rules: &str, color: Color, store: &mut ShapeStore, tally: &mut Tally) {
    let game = game(board, rules);
    let endgame = Endgame::analyze(
        &game,
        store,
        &EndgameParams::default(),
        &Budget::unlimited(),
    );
    let range = endgame.score(store, color).unwrap();
    let Some((low, high)) = value(board, rules, color) else {
        tally.n_too_large += 1;
        return;
    };
    assert!(
        range.low <= low && high <= range.high
            || range.exact().is_some() && low <= range.low && range.high <= high,
        "{rules} {color}: {range} instead of {low} to {high}\n{}",
        board.to_picture(|_| false)
    );
    match range.exact() {
        Some(_) => tally.n_exact += 1,
        None => tally.n_with_bounds += 1,
    }
    if range.exact().is_none() || low != high {
        return;
    }
    let keeping = endgame.keeping_moves(store, color).unwrap();
    // If every region is known, the move by estimates keeps the score.
    let limits = Budget::nodes(10_000);
    let estimated = endgame.estimated_moves(store, color, |_| true, &limits);
    let estimated = estimated.unwrap().points.into_iter().next();
    if let Some(point) = estimated.filter(|_| endgame.is_exact() && rules == "japanese") {
        tally.n_estimated += 1;
        assert!(
            keeping.iter().any(|mv| mv.point == Some(point)),
            "{color} {point}\n{}",
            board.to_picture(|_| false)
        );
    }
    // The first move keeps the score, and so does every other move that claims to.
    for mv in keeping.iter().take(3) {
        if let Some(kept) = value_after(&game, rules, color, mv.mv()) {
            assert_eq!(
                kept,
                low,
                "{rules} {color} {}\n{}",
                mv.mv(),
                board.to_picture(|_| false)
            );
            tally.n_moves += 1;
        }
    }
}

/// Compares random boards.
fn weigh(n_boards: usize, mut next: impl FnMut(&mut Rng, usize) -> Board) -> Tally {
    let mut rng = Rng::new(20_261_121, 0);
    let mut store = ShapeStore::default();
    let mut tally = Tally::default();
    for number in 0..n_boards {
        let board = next(&mut rng, number);
        tally.n_boards += 1;
        for rules in ["japanese", "chinese"] {
            for color in Color::BOTH {
                compare(&board, rules, color, &mut store, &mut tally);
            }
        }
    }
    if n_boards > N_BOARDS {
        #[expect(clippy::print_stderr, reason = "a long run tells what it found")]
        {
            eprintln!("{tally:?}");
        }
    }
    tally
}

/// Number of boards: the default, or the number in the environment.
fn n_boards(usual: usize) -> usize {
    let asked = std::env::var("TEDOMARI_ENDGAME_SUMS").ok();
    asked.and_then(|text| text.parse().ok()).unwrap_or(usual)
}

#[test]
fn sums_agree_with_brute_force_on_the_whole_board() {
    let tally = weigh(n_boards(N_BOARDS), |rng, number| {
        let wanted = Wanted {
            size: Size::new(7, if number % 2 == 0 { 6 } else { 7 }).unwrap(),
            regions: (3, 8),
            empty: 7,
            eyes: Eyes::Small,
        };
        board(rng, &wanted)
    });
    assert!(tally.n_exact >= tally.n_boards * 2, "{tally:?}");
    assert!(tally.n_moves >= tally.n_boards, "{tally:?}");
    assert!(tally.n_estimated > 0, "{tally:?}");
}

/// A square of four points between two walls, worth 0. Each play in it begins a ko.
const SQUARE: &str = "
    X . X . O O O
    X X X O O O O
    X . X . . O O
    X X X O O O .
    . X . . O O O
    X X . . O O .";

#[test]
fn a_play_that_begins_a_ko_keeps_no_more_than_is_proved() {
    let board: Board = SQUARE.parse().unwrap();
    let mut tally = Tally::default();
    for color in Color::BOTH {
        compare(
            &board,
            "japanese",
            color,
            &mut ShapeStore::default(),
            &mut tally,
        );
    }
    assert_eq!(tally.n_exact, 2, "{tally:?}");
}

/// Three white groups that either player can save or capture. They are too hot for thermographs alone.
const HOT: &str = "
    X X X X X O O O
    X . X . X O O O
    X X X X X O O O
    X X X O . O O O
    X X X X X O O .
    X X O O . O O O
    X X X X X O O .
    X O O O . O O O
    X X X X X O O O";

#[test]
fn a_proposal_loses_no_more_than_it_says() {
    let board: Board = HOT.parse().unwrap();
    let game = game(&board, "japanese");
    let limits = Budget::unlimited();
    let hasty = EndgameParams {
        sum_nodes: 1,
        ..EndgameParams::default()
    };
    for color in Color::BOTH {
        let mut store = ShapeStore::default();
        let endgame = Endgame::analyze(&game, &mut store, &hasty, &limits);
        assert_eq!(endgame.regions.len(), 3);
        let choice = endgame.choose(&mut store, color).unwrap().unwrap();
        assert!(choice.may_lose > Score::JIGO, "{color}");
        let careful = Endgame::analyze(&game, &mut store, &EndgameParams::default(), &limits);
        let best = careful.score(&mut store, color).unwrap().exact().unwrap();
        let moves = careful.moves(&mut store, color).unwrap();
        let played = moves.iter().find(|mv| mv.point == choice.mv.point).unwrap();
        let score = played.score.exact().unwrap();
        assert!(best.for_color(color) - score.for_color(color) <= choice.may_lose);
    }
}
