//! Bounds of the score from answers and free areas, compared with brute force: every position of small boards, and
//! random larger ones.
//!
//! `TEDOMARI_BOUND_BOARDS=N` compares N random boards of each kind, and all positions up to 3x4.

use tedomari::base::{Budget, Rng};
use tedomari::board::{Board, Color, PerColor, Scoring, Size};
use tedomari::region::{Kept, WindowMemory, kept_by_regions, kept_by_windows, sure_lead};

use super::oracle::{AllPositions, Oracle};
use super::random::{Eyes, Wanted, board};
use crate::safety::oracle::legal_boards;

/// Nodes of a question about a window, and of a sum of free areas.
const NODES: u64 = 2_000;
const SUM_NODES: u64 = 20_000;
/// Most states of one phase of the brute-force search of a random board.
const MOST_STATES: usize = 20_000;

/// The counts of a comparison. A bound is one color's; it is real if it is more than the loss of all points.
#[derive(Debug, Default)]
struct Tally {
    n_questions: usize,
    n_real: usize,
    /// Bounds that free areas raise.
    n_raised: usize,
    /// Questions in which the bounds of both colors meet.
    n_exact: usize,
    n_too_large: usize,
    /// Questions in which a bound holds only if no play without end helps the other color.
    n_cyclic: usize,
}

impl Tally {
    /// Compares the bounds of both colors with the value, from Black's view, when `first` moves.
    fn compare(
        &mut self,
        board: &Board,
        kept: &PerColor<Kept>,
        scoring: Scoring,
        first: Color,
        value: Option<(i32, i32)>,
    ) {
        let Some((low, high)) = value else {
            self.n_too_large += 1;
            return;
        };
        let lead = |owner: Color, nodes: u64| {
            sure_lead(
                board,
                owner,
                kept,
                scoring,
                first,
                &mut Budget::nodes(nodes),
            )
            .points
        };
        let [black, white] = Color::BOTH.map(|owner| lead(owner, SUM_NODES));
        // Where long cycles matter, play without end counts for neither side.
        assert!(
            black <= high && low <= -white,
            "{first} first, {black} to {} instead of {low} to {high}\n{}\n{kept:?}",
            -white,
            board.to_picture(|_| false)
        );
        self.n_cyclic += usize::from(black > low || high > -white);
        let n_points = i32::try_from(board.size().n_points()).unwrap();
        self.n_questions += 1;
        self.n_exact += usize::from(black == -white);
        for (owner, bound) in [(Color::Black, black), (Color::White, white)] {
            self.n_real += usize::from(bound > -n_points);
            let hasty = lead(owner, 0);
            assert!(hasty <= bound);
            self.n_raised += usize::from(hasty < bound);
        }
    }
}

/// How many random boards of each kind are compared; `None` for a usual run.
pub(super) fn n_boards() -> Option<usize> {
    let text = std::env::var("TEDOMARI_BOUND_BOARDS").ok()?;
    Some(text.parse().unwrap())
}

fn report(name: &str, tally: &Tally) {
    if n_boards().is_some() {
        #[expect(clippy::print_stderr, reason = "a long run prints its counts")]
        {
            eprintln!("{name}: {tally:?}");
        }
    }
}

fn kept(board: &Board) -> PerColor<Kept> {
    kept_by_windows(
        board,
        NODES,
        &mut Budget::nodes(50_000),
        &mut WindowMemory::default(),
        &mut Budget::nodes(200_000),
    )
}

#[test]
fn bounds_of_all_small_positions_agree_with_brute_force() {
    let sizes: &[(u8, u8, usize)] = if n_boards().is_some() {
        &[
            (3, 2, 1),
            (5, 1, 1),
            (7, 1, 1),
            (3, 3, 1),
            (4, 2, 1),
            (5, 2, 1),
            (4, 3, 1),
        ]
    } else {
        &[(3, 2, 1), (6, 1, 1), (3, 3, 3), (4, 2, 1)]
    };
    for &(width, height, step) in sizes {
        let all = AllPositions::by_area(Size::new(width, height).unwrap());
        let mut tally = Tally::default();
        for board in legal_boards(width, height, step) {
            let kept = kept(&board);
            for first in Color::BOTH {
                let value = all.score(&board, first);
                tally.compare(&board, &kept, Scoring::Area, first, value);
            }
        }
        report(&format!("{width}x{height}"), &tally);
        assert!(tally.n_questions > 0, "{tally:?}");
    }
}

#[test]
fn bounds_of_boards_that_fall_apart_agree_with_brute_force() {
    let n_boards = n_boards().unwrap_or(12);
    let mut rng = Rng::new(5_307, 0);
    for scoring in [Scoring::Area, Scoring::Territory] {
        let mut tally = Tally::default();
        for number in 0..n_boards {
            let wanted = Wanted {
                size: Size::new(7, 6).unwrap(),
                regions: (3, 8),
                empty: 7,
                eyes: Eyes::Small,
            };
            let mut board = board(&mut rng, &wanted);
            if number % 3 > 0 {
                add_stones(&mut rng, &mut board);
            }
            weigh(&board, scoring, MOST_STATES, &mut tally);
        }
        report(&format!("sums {scoring:?}"), &tally);
        assert!(tally.n_exact > 0 && tally.n_raised > 0, "{tally:?}");
        assert_eq!(tally.n_cyclic, 0, "{tally:?}");
    }
}

fn weigh(board: &Board, scoring: Scoring, most_states: usize, tally: &mut Tally) {
    let kept = match scoring {
        Scoring::Area => kept(board),
        Scoring::Territory => kept_by_regions(board, &mut Budget::nodes(50_000)),
    };
    let oracle = Oracle::new(board, most_states);
    for first in Color::BOTH {
        let value = match scoring {
            Scoring::Area => oracle.area(first),
            Scoring::Territory => oracle.territory(first),
        };
        tally.compare(board, &kept, scoring, first, value);
    }
}

/// Puts a few stones of either color on empty points.
pub(super) fn add_stones(rng: &mut Rng, board: &mut Board) {
    for _ in 0..1 + rng.below(3) {
        let empty = board.empty_points();
        let point = empty[rng.index(empty.len())];
        let color = Color::BOTH[rng.index(2)];
        // An illegal one is left out.
        let _ = board.play(color, point);
    }
    board.set_ko(None);
    board.forget_history();
}
