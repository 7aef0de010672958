//! Sums of regions between walls that live only by answers, compared with brute force on the whole board: no bound is
//! wrong, and no move that is called proved loses a point.
//!
//! The test compares a few boards. `TEDOMARI_ANSWER_BOARDS=500` compares 500.

use tedomari::base::{Budget, CancelToken, Rng};
use tedomari::board::{Board, Color, Point, PointSet, Size};
use tedomari::engine::{Engine, EngineParams, Reason};

use super::random::{self, Eyes, Wanted};
use super::sums::{game, value, value_after};

/// Boards compared by default.
const N_BOARDS: usize = 8;
/// Most empty points of a board with holes: brute force goes through all plays on them.
const MOST_EMPTY: usize = 9;

/// The counts of a comparison.
#[derive(Debug, Default)]
struct Tally {
    n_boards: usize,
    n_questions: usize,
    n_too_large: usize,
    n_exact: usize,
    /// Scores that are exact only because walls are kept by answers.
    n_exact_by_answers: usize,
    /// Bounds that are better than the loss of all points.
    n_bounds: usize,
    /// Moves that are called proved, and whose value was compared.
    n_moves: usize,
    /// Those of them that follow from bounds.
    n_by_bounds: usize,
}

fn engine() -> Engine {
    Engine::new(EngineParams {
        max_playouts: Some(1),
        ..EngineParams::default()
    })
}

/// Compares score and move of one color with brute force.
fn compare(engine: &mut Engine, board: &Board, rules: &str, color: Color, tally: &mut Tally) {
    let Some((low, high)) = value(board, rules, color) else {
        tally.n_too_large += 1;
        return;
    };
    tally.n_questions += 1;
    let game = game(board, rules);
    let endgame = engine.endgame(&game, &Budget::unlimited());
    let range = endgame.score(engine.endgame_store(), color).unwrap();
    let picture = board.to_picture(|_| false);
    assert!(
        range.low <= high && low <= range.high,
        "{rules} {color}: {range} instead of {low} to {high}\n{picture}"
    );
    let n_points = i32::try_from(board.size().n_points()).unwrap();
    let bounds = [range.low, range.high].map(|score| score.half_points().abs() / 2);
    tally.n_bounds += bounds.iter().filter(|&&bound| bound < n_points).count();
    tally.n_exact += usize::from(range.exact().is_some());
    tally.n_exact_by_answers += usize::from(range.exact().is_some() && !endgame.is_exact());
    if low != high {
        return;
    }
    let decision = engine.genmove(&game, color, &CancelToken::new());
    let is_proved = matches!(
        decision.reason,
        Reason::ExactEndgame | Reason::KeepsTerritory | Reason::ProvedBound
    );
    let kept = is_proved.then(|| value_after(&game, rules, color, decision.mv));
    if let Some(kept) = kept.flatten() {
        assert_eq!(kept, low, "{rules} {color} {decision}\n{picture}");
        tally.n_moves += 1;
        tally.n_by_bounds += usize::from(decision.reason == Reason::ProvedBound);
    }
}

/// A board that falls apart, with holes in its walls: what lives there needs answers.
fn with_holes(rng: &mut Rng) -> Board {
    let wanted = Wanted {
        size: Size::new(6, 6).unwrap(),
        regions: (2, 5),
        empty: 5,
        eyes: Eyes::Small,
    };
    loop {
        let whole = random::board(rng, &wanted);
        let points: Vec<Point> = whole.size().points().collect();
        let holes: PointSet = (0..1 + rng.index(2))
            .map(|_| points[rng.index(points.len())])
            .collect();
        let stones = points.iter().filter(|point| !holes.contains(**point));
        let stones = stones.filter_map(|&point| Some((whole.color(point)?, point)));
        let board = Board::with_stones(whole.size(), stones.collect::<Vec<_>>());
        if let Ok(board) = board
            && board.empty_points().len() <= MOST_EMPTY
        {
            return board;
        }
    }
}

fn n_boards() -> usize {
    let asked = std::env::var("TEDOMARI_ANSWER_BOARDS").ok();
    asked.map_or(N_BOARDS, |text| text.parse().unwrap())
}

#[test]
fn walls_with_holes_agree_with_brute_force() {
    let mut rng = Rng::new(5_306, 0);
    let mut engine = engine();
    let mut tally = Tally::default();
    for number in 0..n_boards() {
        let board = with_holes(&mut rng);
        tally.n_boards += 1;
        let rules = ["japanese", "chinese"][number % 2];
        for color in Color::BOTH {
            compare(&mut engine, &board, rules, color, &mut tally);
        }
    }
    if n_boards() > N_BOARDS {
        #[expect(clippy::print_stderr, reason = "a long run prints what it found")]
        {
            eprintln!("{tally:?}");
        }
    }
    assert!(tally.n_questions > 0 && tally.n_bounds > 0, "{tally:?}");
}
