//! Walls that live by windows bound open regions: scores and moves of random boards compared with brute force on the
//! whole board.
//!
//! `TEDOMARI_ENDGAME_WINDOWS=N` sets the number of boards.

use tedomari::base::{Budget, Rng};
use tedomari::board::{Board, Color, Size};
use tedomari::endgame::{EndgameParams, Partition, ShapeStore};
use tedomari::region::WindowMemory;

use super::oracle::Oracle;
use super::random::holed_board;
use super::sums::{MOST_STATES, Tally, compare};

/// Boards compared by default.
const N_BOARDS: usize = 6;
/// Nodes for each question about a window.
const NODES: u64 = 2_000;

/// The board taken apart along walls that live by windows.
fn guarded(board: &Board) -> Partition {
    let (mut memory, limits) = (WindowMemory::default(), Budget::unlimited());
    Partition::new(board).guarded(board, NODES, &mut memory, &limits)
}

/// The next small board with a region in which walls need answers, and which brute force can weigh.
fn board(rng: &mut Rng) -> Board {
    loop {
        let size = Size::new([3, 4][rng.index(2)], [3, 4][rng.index(2)]).unwrap();
        let n_empty = 3 + rng.index(4);
        let Some(board) = holed_board(rng, size, n_empty) else {
            continue;
        };
        if guarded(&board)
            .regions
            .iter()
            .any(|region| region.is_guarded())
            && Oracle::new(&board, MOST_STATES)
                .area(Color::Black)
                .is_some()
        {
            return board;
        }
    }
}

#[test]
fn scores_agree_with_brute_force_where_walls_need_answers() {
    let asked = std::env::var("TEDOMARI_ENDGAME_WINDOWS").ok();
    let n_boards = asked.and_then(|text| text.parse().ok()).unwrap_or(N_BOARDS);
    let seed = std::env::var("TEDOMARI_ENDGAME_WINDOWS_SEED").ok();
    let seed = seed.and_then(|text| text.parse().ok()).unwrap_or(53);
    let mut rng = Rng::new(seed, 0);
    let params = EndgameParams {
        window_nodes: NODES,
        ..EndgameParams::default()
    };
    let mut store = ShapeStore::default();
    let mut tally = Tally::default();
    let mut n_regions = [0usize; 8];
    for _ in 0..n_boards {
        let board = board(&mut rng);
        n_regions[guarded(&board).regions.len().min(7)] += 1;
        tally.n_boards += 1;
        for rules in ["japanese", "chinese"] {
            for color in Color::BOTH {
                compare(&board, rules, color, &params, &mut store, &mut tally);
            }
        }
    }
    if n_boards > N_BOARDS {
        #[expect(clippy::print_stderr, reason = "a long run tells what it found")]
        {
            eprintln!("{tally:?} boards by regions {n_regions:?}");
        }
    }
    assert!(tally.n_exact > 0 && tally.n_with_bounds > 0, "{tally:?}");
}
