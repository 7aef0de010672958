//! Sums of regions with stones that are held, compared with brute force on the whole board: their owner gets no more
//! than on the board, and no less than if it may never let these stones be captured.
//!
//! Boards that fall apart get holes, so that blocks are loose in their regions. All loose stones of one color are held.
//! `TEDOMARI_HELD_SUMS=N` compares N boards by area rules, and N by territory rules; `TEDOMARI_HELD_SEED=S` other ones.

use tedomari::base::{Budget, Rng};
use tedomari::board::{Board, Color, PointSet, Score, Size};
use tedomari::endgame::{Endgame, EndgameParams, Granted, Partition, ShapeStore};

use super::answered::{asked, with_holes};
use super::oracle::{HELD, Oracle};
use super::random::{self, Eyes, Wanted};
use super::sums::game;

/// Boards of each kind of rules in a usual run.
const N_BOARDS: usize = 20;
/// Most states of one phase of the brute-force search.
const MOST_STATES: usize = 20_000;

/// Most empty points: with more hardly any board has so few states.
const MOST_EMPTY: usize = 8;

/// What a comparison has counted.
#[derive(Debug, Default)]
struct Tally {
    n_boards: usize,
    /// Questions with few enough states: a board and the color that moves first.
    n_questions: usize,
    n_exact: usize,
    /// Exact scores that are exact only because stones are held.
    n_more_exact: usize,
    /// Exact scores that are the score on the board.
    n_right: usize,
}

/// The next board with loose stones in regions: the partition, a color, and its loose stones.
fn next_board(rng: &mut Rng) -> (Board, Partition, Color, PointSet) {
    let wanted = Wanted {
        size: Size::new(7, 6).unwrap(),
        regions: (1, 4),
        empty: 5,
        eyes: Eyes::Small,
    };
    loop {
        let whole = random::board(rng, &wanted);
        let board = with_holes(rng, &whole);
        let partition = Partition::new(&board);
        if !partition.expanses.is_empty() || board.empty_points().len() > MOST_EMPTY {
            continue;
        }
        let regions = partition.regions.iter();
        let open = regions.fold(PointSet::EMPTY, |all, region| all | region.point_set());
        let color = Color::BOTH[rng.index(2)];
        let loose = board.points_of(color).collect::<PointSet>() & open;
        if !loose.is_empty() {
            return (board, partition, color, loose);
        }
    }
}

#[test]
fn held_stones_give_their_owner_a_score_between_two_by_brute_force() {
    let n_boards = asked("TEDOMARI_HELD_SUMS", N_BOARDS);
    let seed = asked("TEDOMARI_HELD_SEED", 7_919);
    let mut rng = Rng::new(u64::try_from(seed).unwrap(), 0);
    let mut store = ShapeStore::default();
    let mut n_right = 0;
    for rules in ["chinese", "japanese"] {
        let mut tally = Tally::default();
        for _ in 0..n_boards {
            let (board, partition, owner, held) = next_board(&mut rng);
            tally.n_boards += 1;
            compare(
                &mut store,
                (&board, &partition),
                (owner, held),
                rules,
                &mut tally,
            );
        }
        if n_boards > N_BOARDS {
            #[expect(clippy::print_stderr, reason = "a long run prints its counts")]
            {
                eprintln!("{rules}: {tally:?}");
            }
        }
        n_right += tally.n_right;
    }
    assert!(n_right > 0);
}

/// Compares the scores of a board, for each color to move first.
fn compare(
    store: &mut ShapeStore,
    (board, partition): (&Board, &Partition),
    (owner, held): (Color, PointSet),
    rules: &str,
    tally: &mut Tally,
) {
    let open: Vec<usize> = (0..partition.regions.len()).collect();
    let granted = Granted {
        held,
        ..Granted::default()
    };
    let taken_apart = partition.granting(board, &open, &granted);
    let game = game(board, rules);
    for color in Color::BOTH {
        let value = |oracle: &Oracle| {
            let (low, high) = match rules {
                "japanese" => oracle.territory(color)?,
                _ => oracle.area(color)?,
            };
            // From the owner's view.
            Some(match owner {
                Color::Black => (low, high),
                Color::White => (-high, -low),
            })
        };
        let free = Oracle::new(board, MOST_STATES);
        let bound = Oracle::new(board, MOST_STATES).holding(owner, held);
        let Some(((free_low, free_high), (bound_low, _))) = value(&free).zip(value(&bound)) else {
            continue;
        };
        tally.n_questions += 1;
        let params = EndgameParams::default();
        let limits = Budget::unlimited();
        let mut score = |partition: &Partition| {
            let parts = partition.clone();
            let endgame = Endgame::of_parts(&game, parts, store, &params, &limits);
            let range = endgame.score(store, color).unwrap();
            range.exact().map(|score| score.for_color(owner))
        };
        let Some(found) = score(&taken_apart) else {
            continue;
        };
        tally.n_exact += 1;
        tally.n_more_exact += usize::from(score(partition).is_none());
        let points = Score::from_points;
        assert!(
            (bound_low <= -HELD || points(bound_low) <= found) && found <= points(free_high),
            "{rules}, {owner} holds, {color} first: {found:?} instead of {bound_low} to {free_high}\n{}",
            board.to_picture(|point| held.contains(point))
        );
        tally.n_right += usize::from(free_low == free_high && found == points(free_low));
    }
}
