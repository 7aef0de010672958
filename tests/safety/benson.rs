//! Unconditional life, compared with search.

use tedomari::base::Rng;
use tedomari::board::{Board, Color};
use tedomari::safety::gnugo::UnconditionalStatus;
use tedomari::safety::unconditional_life;

use super::oracle;

fn check(board: &Board, owner: Color, limit: usize) -> bool {
    let Some(expected) = oracle::uncapturable(board, owner, limit) else {
        return false;
    };
    let found = unconditional_life(board, owner).stones;
    assert_eq!(
        found,
        expected,
        "{owner}, suicide {}\n{board}",
        board.allows_suicide()
    );
    true
}

#[test]
fn every_position_of_3x3() {
    let mut n_checked = 0;
    for board in oracle::legal_boards(3, 3, 1) {
        // Each position also occurs with the colors exchanged, so one owner is enough.
        n_checked += usize::from(check(&board, Color::Black, usize::MAX));
        if n_checked % 4 == 0 {
            check(&board.with_suicide(true), Color::White, usize::MAX);
        }
    }
    assert_eq!(n_checked, 12_675);
}

#[test]
fn positions_of_3x4() {
    // A step that is not a multiple of 3 reaches all kinds of positions.
    for board in oracle::legal_boards(4, 3, 907) {
        check(&board, Color::White, usize::MAX);
        check(&board.with_suicide(true), Color::Black, usize::MAX);
    }
}

#[test]
fn enclosed_regions_of_larger_boards() {
    let mut rng = Rng::new(3, 0);
    let mut n_checked = 0;
    let mut n_safe = 0;
    for (width, height) in [(5, 5), (6, 4), (8, 3), (6, 6), (7, 5), (9, 4)] {
        for round in 0..100 {
            let owner = Color::BOTH[round % 2];
            let board =
                oracle::enclosed_board(&mut rng, width, height, owner).with_suicide(round % 3 == 0);
            if check(&board, owner, 4000) {
                n_checked += 1;
                n_safe += usize::from(!unconditional_life(&board, owner).stones.is_empty());
            }
        }
    }
    assert!(
        n_checked > 150 && n_safe > 100,
        "{n_checked} checked, {n_safe} with life"
    );
}

#[test]
fn what_gnugo_calls_invincible_is_unconditionally_alive() {
    let mut rng = Rng::new(4, 0);
    for round in 0..=255u8 {
        let (width, height) = (5 + round % 5, 4 + round % 6);
        let owner = Color::BOTH[usize::from(round % 2)];
        let board = oracle::enclosed_board(&mut rng, width, height, owner);
        let status = UnconditionalStatus::new(&board);
        for color in Color::BOTH {
            let expected = unconditional_life(&board, color).stones;
            assert_eq!(status.invincible[color], expected, "{color}\n{board}");
            assert!(expected.is_subset(&status.owned[color]), "{color}\n{board}");
        }
    }
}
