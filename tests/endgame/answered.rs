//! Sums of regions whose walls need answers, compared with brute force on the whole board: no value is wrong, and no
//! move that is called proved loses a point.
//!
//! Boards that fall apart get holes: a stone of a wall is taken off, or a stone of the opponent stands in its
//! territory, so that the wall stays only if its owner answers. `TEDOMARI_ANSWERED_SUMS=N` compares N boards by area
//! rules, and N by territory rules; `TEDOMARI_ANSWERED_SEED=S` other ones.

use tedomari::base::{Budget, CancelToken, Rng};
use tedomari::board::{Board, Color, PerColor, Point, PointSet, Score, Size};
use tedomari::endgame::{Endgame, Partition};
use tedomari::engine::{Engine, EngineParams, Reason};
use tedomari::region::{WindowMemory, kept_by_regions, kept_by_windows};

use super::oracle::Oracle;
use super::random::{self, Eyes, Wanted};
use super::sums::{game, value_after};

/// Boards of each kind of rules in a usual run.
const N_BOARDS: usize = 10;
/// Most states of one phase of the brute-force search.
const MOST_STATES: usize = 20_000;
/// Nodes of a question about a window, and of all windows and regions of a color.
const NODES: u64 = 2_000;
const ALL_NODES: u64 = 50_000;

/// What a comparison has counted.
#[derive(Debug, Default)]
struct Tally {
    n_boards: usize,
    /// Boards by the number of their regions, from two on.
    by_regions: [usize; 4],
    /// Questions: a board and the color that moves first.
    n_questions: usize,
    n_exact: usize,
    /// Questions with bounds that are better than the loss of all points for both colors.
    n_bounded: usize,
    /// Moves that were called proved and weighed by brute force.
    n_moves: usize,
    n_too_large: usize,
    /// Bounds and moves that hold only if endless play helps neither side.
    n_cyclic: usize,
}

/// A number from an environment variable.
fn asked(name: &str, usual: usize) -> usize {
    let text = std::env::var(name).ok();
    text.and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// The next board with two to five regions between walls, of which some stand only by answers: the number of its
/// regions, and the board.
fn next_board(rng: &mut Rng, rules: &str) -> (usize, Board) {
    let wanted = Wanted {
        size: Size::new(7, 6).unwrap(),
        regions: (2, 5),
        empty: 7,
        eyes: Eyes::Small,
    };
    loop {
        let whole = random::board(rng, &wanted);
        let n_regions = Partition::new(&whole).regions.len();
        for _ in 0..8 {
            let board = with_holes(rng, &whole);
            if needs_answers(&board, rules) {
                return (n_regions, board);
            }
        }
    }
}

/// The board with one or two stones taken off or put down.
fn with_holes(rng: &mut Rng, whole: &Board) -> Board {
    let points: Vec<Point> = whole.size().points().collect();
    let mut stones: Vec<(Color, Point)> = points
        .iter()
        .filter_map(|&point| Some((whole.color(point)?, point)))
        .collect();
    for _ in 0..1 + rng.index(2) {
        if rng.below(3) > 0 {
            stones.swap_remove(rng.index(stones.len()));
        } else {
            let at = points[rng.index(points.len())];
            if stones.iter().all(|&(_, point)| point != at) {
                stones.push((Color::BOTH[rng.index(2)], at));
            }
        }
    }
    Board::with_stones(whole.size(), stones).unwrap_or_else(|_| whole.clone())
}

/// Whether some stones stand only if their owner answers.
fn needs_answers(board: &Board, rules: &str) -> bool {
    let partition = Partition::new(board);
    let mut budget = Budget::nodes(ALL_NODES);
    let kept = match rules {
        "japanese" => kept_by_regions(board, &mut budget),
        _ => {
            let mut memory = WindowMemory::default();
            let mut searches = Budget::nodes(ALL_NODES);
            kept_by_windows(board, NODES, &mut budget, &mut memory, &mut searches)
        }
    };
    let walls: PerColor<PointSet> = partition.walls;
    Color::BOTH
        .into_iter()
        .any(|color| !kept[color].stones.is_subset(&walls[color]))
}

/// Compares scores and moves of a board, for each color to move first.
fn compare(engine: &mut Engine, board: &Board, rules: &str, tally: &mut Tally) {
    let oracle = Oracle::new(board, MOST_STATES);
    let game = game(board, rules);
    for color in Color::BOTH {
        let value = match rules {
            "japanese" => oracle.territory(color),
            _ => oracle.area(color),
        };
        let Some((low, high)) = value.map(|(low, high)| (points(low), points(high))) else {
            tally.n_too_large += 1;
            continue;
        };
        let endgame: Endgame = engine.endgame(&game, &Budget::unlimited());
        let range = endgame.score(engine.endgame_store(), color).unwrap();
        let picture = || format!("{rules} {color} first\n{}", board.to_picture(|_| false));
        assert!(
            range.low <= high && low <= range.high,
            "{range} instead of {low:?} to {high:?}, {}",
            picture()
        );
        tally.n_cyclic += usize::from(range.low > low || high > range.high);
        tally.n_questions += 1;
        let all = points(i32::try_from(board.size().n_points()).unwrap());
        let is_bounded = range.low > -all && range.high < all;
        tally.n_bounded += usize::from(is_bounded);
        tally.n_exact += usize::from(range.exact().is_some());
        if !is_bounded || low != high {
            continue;
        }
        let decision = engine.reg_genmove(&game, color, &CancelToken::new());
        let is_proved = matches!(
            decision.reason,
            Reason::ExactEndgame | Reason::ProvedBound | Reason::KeepsTerritory
        );
        if !is_proved {
            continue;
        }
        if let Some(kept) = value_after(&game, rules, color, decision.mv) {
            assert_eq!(kept, low, "{decision}, {}", picture());
            tally.n_moves += 1;
        }
    }
}

fn points(number: i32) -> Score {
    Score::from_points(number)
}

#[test]
fn sums_between_walls_that_need_answers_agree_with_brute_force() {
    let n_boards = asked("TEDOMARI_ANSWERED_SUMS", N_BOARDS);
    let seed = asked("TEDOMARI_ANSWERED_SEED", 6_353);
    let mut rng = Rng::new(u64::try_from(seed).unwrap(), 0);
    let mut params = EngineParams::default();
    params.exact.nodes = 0;
    params.policy.regression_playouts = 8;
    params.safety.window_nodes = NODES;
    let mut engine = Engine::new(params);
    for rules in ["chinese", "japanese"] {
        let mut tally = Tally::default();
        for number in 1..=n_boards {
            let (n_regions, board) = next_board(&mut rng, rules);
            tally.n_boards += 1;
            tally.by_regions[n_regions - 2] += 1;
            compare(&mut engine, &board, rules, &mut tally);
            if number % 100 == 0 || number == n_boards && n_boards > N_BOARDS {
                report(rules, &tally);
            }
        }
        assert!(tally.n_questions > 0, "{tally:?}");
    }
}

fn report(rules: &str, tally: &Tally) {
    #[expect(clippy::print_stderr, reason = "a long run prints its counts")]
    {
        eprintln!("{rules}: {tally:?}");
    }
}
