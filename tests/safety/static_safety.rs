//! Safety under alternate play: the opponent tries everything against an owner who only follows the pairs.

use std::collections::HashSet;

use tedomari::base::{Color, Point, PointSet, Rng};
use tedomari::board::Board;
use tedomari::safety::{StaticSafety, static_safety, unconditional_life};

use super::oracle;

/// The owner's strategy, and what must hold whatever the opponent plays.
struct Referee {
    safety: StaticSafety,
    /// The position that the claims are about, for messages.
    start: String,
    owner: Color,
    seen: HashSet<u64>,
    limit: usize,
}

impl Referee {
    /// The answer to a play of the opponent on `point`: the other point of its pair.
    fn answer(&self, point: Point) -> Option<Point> {
        self.safety.pairs.iter().find_map(|&[p, q]| match point {
            _ if point == p => Some(q),
            _ if point == q => Some(p),
            _ => None,
        })
    }

    /// Plays a move of the opponent and the owner's answer; whether the move was legal. The opponent may take every
    /// ko at once, the owner may not; an answer must be legal where its point is still empty.
    fn turn(&self, board: &mut Board, point: Point) -> Option<u32> {
        board.set_ko(None);
        board.play(self.owner.opponent(), point).ok()?;
        let Some(answer) = self.answer(point).filter(|&answer| board.is_empty(answer)) else {
            self.check(board);
            return Some(1);
        };
        let played = board.play(self.owner, answer);
        assert!(
            played.is_ok(),
            "{} can't answer {point} on {answer}: {played:?}\n{board}",
            self.owner
        );
        self.check(board);
        Some(2)
    }

    fn check(&self, board: &Board) {
        let stones: PointSet = board.points_of(self.owner).collect();
        assert!(
            self.safety.stones.is_subset(&stones),
            "{} lost a safe stone\n{board}\nfrom\n{}\n{:?}",
            self.owner,
            self.start,
            self.safety
        );
        let invader = unconditional_life(board, self.owner.opponent()).stones;
        assert!(
            !invader.intersects(&self.safety.territory),
            "{} lives inside\n{board}\nfrom\n{}\n{:?}",
            self.owner.opponent(),
            self.start,
            self.safety
        );
    }

    fn try_everything(&mut self, board: &mut Board) {
        let empty: PointSet = board.empty_points().iter().copied().collect();
        for point in &empty {
            let Some(n_plays) = self.turn(board, point) else {
                continue;
            };
            if self.seen.len() < self.limit && self.seen.insert(board.hash()) {
                self.try_everything(board);
            }
            for _ in 0..n_plays {
                board.undo();
            }
        }
    }
}

/// Checks the claims about a position; how many points more than unconditional life are safe.
fn check(board: &Board, owner: Color, limit: usize) -> usize {
    let safety = static_safety(board, owner);
    let life = unconditional_life(board, owner);
    assert!(life.stones.is_subset(&safety.stones), "{owner}\n{board}");
    assert!(life.vital.is_subset(&safety.territory), "{owner}\n{board}");
    let n_more = safety.points().len() - life.points().len();
    let n_paired: PointSet = safety.pairs.iter().flatten().copied().collect();
    assert_eq!(
        n_paired.len(),
        2 * safety.pairs.len(),
        "the pairs overlap\n{board}"
    );
    if n_more > 0 {
        let mut referee = Referee {
            safety,
            start: format!("{board}\nsuicide {}", board.allows_suicide()),
            owner,
            seen: HashSet::new(),
            limit,
        };
        referee.try_everything(&mut board.clone());
    }
    n_more
}

#[test]
fn nothing_safe_is_lost_on_3x4() {
    let n_more: usize = oracle::legal_boards(4, 3, 61)
        .map(|board| check(&board, Color::Black, 2000))
        .sum();
    assert!(n_more > 500, "{n_more}");
}

#[test]
fn nothing_safe_is_lost_on_random_boards() {
    let mut rng = Rng::new(5, 0);
    let mut n_more = 0;
    for (width, height) in [(4, 4), (5, 4), (6, 3), (5, 5), (7, 4), (6, 6), (9, 7)] {
        for round in 0..300 {
            let owner = Color::BOTH[round % 2];
            let board =
                oracle::enclosed_board(&mut rng, width, height, owner).with_suicide(round % 3 == 0);
            n_more += usize::from(check(&board, owner, 300) > 0);
        }
    }
    assert!(n_more > 200, "{n_more}");
}
