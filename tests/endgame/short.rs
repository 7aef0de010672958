//! What is granted does not hide that blocks are short of liberties: exact sums of granted walls, compared with brute
//! force on the whole board.
//!
//! `TEDOMARI_SHORT_SUMS=N` compares N random boards by each rules; `TEDOMARI_SHORT_SEED=S` other ones.

use tedomari::base::{Budget, Rng};
use tedomari::board::{Board, Color, Size};
use tedomari::engine::{Engine, EngineParams};

use super::answered::{asked, with_holes};
use super::oracle::Oracle;
use super::random::{self, Eyes, Wanted};
use super::sums::game;

/// Random boards of each kind of rules in a usual run.
const N_BOARDS: usize = 10;
/// Most states of one phase of the brute-force search.
const MOST_STATES: usize = 20_000;

/// What a comparison has counted.
#[derive(Debug, Default)]
struct Tally {
    n_boards: usize,
    /// Questions with few enough states: a board and the color that moves first.
    n_questions: usize,
    /// Those with an exact score that is not proved.
    n_exact: usize,
    n_wrong: usize,
}

fn engine() -> Engine {
    let mut params = EngineParams::default();
    params.exact.nodes = 0;
    Engine::new(params)
}

/// Compares the scores of a board for each color to move first, as far as they are exact only by what is granted.
fn compare(engine: &mut Engine, board: &Board, rules: &str, tally: &mut Tally) {
    tally.n_boards += 1;
    let game = game(board, rules);
    let limits = Budget::unlimited();
    let endgame = engine.endgame_assumed_safe(&game, &limits).unwrap();
    if !endgame.partition.is_assumed {
        return;
    }
    for color in Color::BOTH {
        let range = endgame.score(engine.endgame_store(), color).unwrap();
        let Some(score) = range.exact() else {
            continue;
        };
        let oracle = Oracle::new(board, MOST_STATES);
        let value = match rules {
            "japanese" => oracle.territory(color),
            _ => oracle.area(color),
        };
        let Some((low, high)) = value else {
            continue;
        };
        tally.n_questions += 1;
        tally.n_exact += 1;
        let points = score.half_points() / 2;
        if points < low || high < points {
            tally.n_wrong += 1;
            let facts: Vec<String> = endgame.facts.iter().map(ToString::to_string).collect();
            eprintln!(
                "{rules} {color}: {points} instead of {low} to {high}, {facts:?}\n{}",
                board.to_picture(|_| false)
            );
        }
    }
}

const TEIRE: [&str; 3] = [
    ". X X O O .\nX X O O . O\n. . X . O O",
    ". O . O O O O O\nO O O O O O O O\n. X . O O O O O\nX . X X X X X X\n. . X X . X . X",
    ". X X O O .\nX X O . O .\n. . X X O .\nO O O O O .",
];

#[test]
fn walls_that_run_short_of_liberties_count_what_they_cost() {
    let mut tally = Tally::default();
    let mut engine = engine();
    for diagram in TEIRE {
        for rules in ["japanese", "chinese"] {
            compare(&mut engine, &diagram.parse().unwrap(), rules, &mut tally);
        }
    }
    eprintln!("{tally:?}");
}

#[test]
fn exact_sums_of_granted_walls_agree_with_brute_force() {
    let n_boards = asked("TEDOMARI_SHORT_SUMS", N_BOARDS);
    let seed = asked("TEDOMARI_SHORT_SEED", 4_111);
    let mut rng = Rng::new(u64::try_from(seed).unwrap(), 0);
    let mut engine = engine();
    let wanted = Wanted {
        size: Size::new(7, 6).unwrap(),
        regions: (1, 4),
        empty: 7,
        eyes: Eyes::Small,
    };
    for rules in ["chinese", "japanese"] {
        let mut tally = Tally::default();
        for _ in 0..n_boards {
            let whole = random::board(&mut rng, &wanted);
            let board = with_holes(&mut rng, &whole);
            compare(&mut engine, &board, rules, &mut tally);
        }
        eprintln!("{rules}: {tally:?}");
    }
}
