//! What is granted does not hide that blocks are short of liberties: exact sums of granted walls, compared with brute
//! force on the whole board.
//!
//! A score is compared where the facts on which it rests are true: no color loses anything by never letting the stones
//! be captured that it is granted. `TEDOMARI_SHORT_SUMS=N` compares N random boards; `TEDOMARI_SHORT_SEED=S` other ones.

use tedomari::base::{Budget, Rng};
use tedomari::board::{Board, Color, PointSet, Size};
use tedomari::endgame::Endgame;
use tedomari::engine::{Engine, EngineParams};

use super::answered::{asked, with_holes};
use super::oracle::Oracle;
use super::random::{self, Eyes, Wanted};
use super::sums::game;

/// Random boards in a usual run.
const N_BOARDS: usize = 40;
/// Most states of the brute-force search.
const MOST_STATES: usize = 20_000;

/// What a comparison has counted.
#[derive(Debug, Default)]
struct Tally {
    n_boards: usize,
    /// Boards and colors that move first for which a score is exact by what is granted.
    n_exact: usize,
    /// Those with few enough states.
    n_weighed: usize,
    /// Those whose facts are true.
    n_true: usize,
}

/// Bounds of the area score by brute force; `None` if there are too many states, or if a color loses by holding what it
/// is granted.
fn truth(board: &Board, first: Color, endgame: &Endgame, tally: &mut Tally) -> Option<(i32, i32)> {
    let free = Oracle::new(board, MOST_STATES).area(first)?;
    tally.n_weighed += 1;
    for color in Color::BOTH {
        let facts = endgame.facts.iter().filter(|fact| fact.color == color);
        let held = facts.fold(PointSet::EMPTY, |all, fact| all | fact.stones);
        let oracle = Oracle::new(board, MOST_STATES).holding(color, held);
        if oracle.area(first)? != free {
            return None;
        }
    }
    tally.n_true += 1;
    Some(free)
}

/// Compares the scores of a board for each color to move first, as far as they are exact only by what is granted.
fn compare(engine: &mut Engine, board: &Board, tally: &mut Tally) {
    tally.n_boards += 1;
    let game = game(board, "chinese");
    let endgame = engine.endgame_assumed_safe(&game, &Budget::unlimited());
    let endgame = endgame.unwrap();
    if !endgame.partition.is_assumed {
        return;
    }
    for color in Color::BOTH {
        let range = endgame.score(engine.endgame_store(), color).unwrap();
        let Some(score) = range.exact() else {
            continue;
        };
        tally.n_exact += 1;
        let Some((low, high)) = truth(board, color, &endgame, tally) else {
            continue;
        };
        let points = score.half_points() / 2;
        let facts: Vec<String> = endgame.facts.iter().map(ToString::to_string).collect();
        assert!(
            low <= points && points <= high,
            "{color} first: {points} instead of {low} to {high}, {facts:?}\n{}",
            board.to_picture(|_| false)
        );
    }
}

#[test]
fn exact_sums_of_walls_that_stand_agree_with_brute_force() {
    let n_boards = asked("TEDOMARI_SHORT_SUMS", N_BOARDS);
    let seed = asked("TEDOMARI_SHORT_SEED", 4_111);
    let mut rng = Rng::new(u64::try_from(seed).unwrap(), 0);
    let mut params = EngineParams::default();
    params.exact.nodes = 0;
    params.safety.window_nodes = 100;
    params.policy.scoring_playouts = 100;
    let mut engine = Engine::new(params);
    let wanted = Wanted {
        size: Size::new(6, 5).unwrap(),
        regions: (1, 3),
        empty: 6,
        eyes: Eyes::Small,
    };
    let mut tally = Tally::default();
    for _ in 0..n_boards {
        let whole = random::board(&mut rng, &wanted);
        let board = with_holes(&mut rng, &whole);
        compare(&mut engine, &board, &mut tally);
    }
    if n_boards > N_BOARDS {
        #[expect(clippy::print_stderr, reason = "a long run prints its counts")]
        {
            eprintln!("{tally:?}");
        }
    }
    assert!(tally.n_true > 0, "{tally:?}");
}
