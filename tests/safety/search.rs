//! Safety by search: the opponent may play anywhere and moves first, then the players alternate. All defenses are
//! tried.

use std::collections::HashMap;

use tedomari::base::{Budget, Rng};
use tedomari::board::{Board, Color, PointSet};
use tedomari::region::safety_by_search;
use tedomari::safety::{SafetyMap, unconditional_life};

use super::oracle;

/// All positions that can be reached from a position by plays of both players and passes of the owner.
struct Play {
    owner: Color,
    /// Stones that must not be captured, and points in which the opponent must not live.
    claim: (PointSet, PointSet),
    numbers: HashMap<(u64, Color, Option<u16>), usize>,
    boards: Vec<(Board, Color)>,
    next: Vec<Vec<usize>>,
}

impl Play {
    /// The graph of all lines, or `None` if it has more than `limit` positions.
    fn new(board: &Board, owner: Color, claim: (PointSet, PointSet), limit: usize) -> Option<Self> {
        let mut play = Self {
            owner,
            claim,
            numbers: HashMap::new(),
            boards: Vec::new(),
            next: Vec::new(),
        };
        let mut start = board.clone();
        start.forget_history();
        play.add(start, owner.opponent());
        while play.next.len() < play.boards.len() {
            let n = play.next.len();
            let (board, to_move) = play.boards[n].clone();
            let next = if play.breaks_claim(&board) {
                Vec::new()
            } else {
                play.expand(&board, to_move)
            };
            play.next.push(next);
            if play.boards.len() > limit {
                return None;
            }
        }
        Some(play)
    }

    fn add(&mut self, mut board: Board, to_move: Color) -> usize {
        board.forget_history();
        if to_move != self.owner {
            board.set_ko(None);
        }
        let ko = board
            .ko()
            .map(|(_, point)| u16::try_from(point.index()).unwrap());
        let n = self.boards.len();
        let number = *self.numbers.entry((board.hash(), to_move, ko)).or_insert(n);
        if number == n {
            self.boards.push((board, to_move));
        }
        number
    }

    fn expand(&mut self, board: &Board, to_move: Color) -> Vec<usize> {
        let mut next = Vec::new();
        for &point in &board.empty_points().to_vec() {
            let mut after = board.clone();
            if after.play(to_move, point).is_ok() {
                next.push(self.add(after, to_move.opponent()));
            }
        }
        if to_move == self.owner || next.is_empty() {
            let mut after = board.clone();
            after.pass();
            next.push(self.add(after, to_move.opponent()));
        }
        next
    }

    fn breaks_claim(&self, board: &Board) -> bool {
        let own: PointSet = board.points_of(self.owner).collect();
        let invader = unconditional_life(board, self.owner.opponent()).stones;
        !self.claim.0.is_subset(&own) || invader.intersects(&self.claim.1)
    }

    /// Whether the owner can keep the claim forever.
    fn is_kept(&self) -> bool {
        let mut is_lost: Vec<bool> = (self.boards.iter())
            .map(|(board, _)| self.breaks_claim(board))
            .collect();
        loop {
            let mut changes = false;
            for n in (0..self.boards.len()).filter(|&n| !self.next[n].is_empty()) {
                let mut next = self.next[n].iter().map(|&next| is_lost[next]);
                let loses = if self.boards[n].1 == self.owner {
                    next.all(|lost| lost)
                } else {
                    next.any(|lost| lost)
                };
                changes |= loses && !std::mem::replace(&mut is_lost[n], true);
            }
            if !changes {
                return !is_lost[0];
            }
        }
    }
}

/// Whether the owner can keep stones from being taken and the opponent from living in some points, by trying all lines;
/// `None` if there are more than `limit` positions.
pub(super) fn is_kept(
    board: &Board,
    owner: Color,
    claim: (PointSet, PointSet),
    limit: usize,
) -> Option<bool> {
    Play::new(board, owner, claim, limit).map(|play| play.is_kept())
}

/// Checks the claims. Returns how many points more than in static safety were checked.
fn check(board: &Board, owner: Color, limit: usize) -> usize {
    let known = SafetyMap::alternate(board);
    let map = safety_by_search(board, &mut Budget::nodes(100_000));
    assert!(
        known.stones[owner].is_subset(&map.stones[owner]),
        "{owner}\n{board}"
    );
    let n_more = map.safe(owner).len() - known.safe(owner).len();
    if n_more == 0 {
        return 0;
    }
    let claim = (map.stones[owner], map.territory[owner]);
    let Some(play) = Play::new(board, owner, claim, limit) else {
        return 0;
    };
    assert!(
        play.is_kept(),
        "{owner}, suicide {}\n{board}\n{claim:?}",
        board.allows_suicide()
    );
    n_more
}

#[test]
fn what_search_calls_safe_holds_against_every_attack() {
    let mut rng = Rng::new(12, 0);
    let mut n_more = 0;
    for (width, height) in [(4, 4), (5, 3), (5, 4), (6, 3), (7, 3), (5, 5)] {
        for round in 0..120 {
            let owner = Color::BOTH[round % 2];
            let board =
                oracle::enclosed_board(&mut rng, width, height, owner).with_suicide(round % 4 == 0);
            n_more += usize::from(check(&board, owner, 2000) > 0);
        }
    }
    assert!(n_more > 20, "{n_more}");
}

#[test]
fn the_attacker_of_the_test_finds_a_weakness() {
    // Two adjacent points are one eye.
    let board: Board = ". . X O .\nX X X O .".parse().unwrap();
    let own: PointSet = board.points_of(Color::Black).collect();
    let play = Play::new(&board, Color::Black, (own, PointSet::EMPTY), 10_000).unwrap();
    assert!(!play.is_kept());
    assert_eq!(play.boards[0].1, Color::White);
}
