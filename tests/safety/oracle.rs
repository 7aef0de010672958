//! An oracle for life: the stones that the opponent can capture if the owner always passes, by a search of all lines.

use std::collections::HashSet;

use tedomari::base::Rng;
use tedomari::board::{Board, Color, Point, PointSet, Size};

/// The legal positions of a board size among every `step`-th code, in the order of the codes.
pub(crate) fn legal_boards(width: u8, height: u8, step: usize) -> impl Iterator<Item = Board> {
    let size = Size::new(width, height).unwrap();
    let points: Vec<Point> = size.points().collect();
    let n_codes = 3usize.pow(u32::try_from(points.len()).unwrap());
    (0..n_codes).step_by(step).filter_map(move |mut code| {
        let mut stones = Vec::with_capacity(points.len());
        for &point in &points {
            match code % 3 {
                0 => {}
                1 => stones.push((Color::Black, point)),
                _ => stones.push((Color::White, point)),
            }
            code /= 3;
        }
        Board::with_stones(size, stones).ok()
    })
}

/// A random legal position with more stones of `owner`, and so with some enclosed regions.
pub(crate) fn enclosed_board(rng: &mut Rng, width: u8, height: u8, owner: Color) -> Board {
    let size = Size::new(width, height).unwrap();
    let (own, other) = (45 + rng.below(25), 5 + rng.below(15));
    loop {
        let stones = size.points().filter_map(|point| match rng.below(100) {
            n if n < own => Some((owner, point)),
            n if n < own + other => Some((owner.opponent(), point)),
            _ => None,
        });
        if let Ok(board) = Board::with_stones(size, stones.collect::<Vec<_>>()) {
            return board;
        }
    }
}

/// The stones of `owner` that survive every sequence of plays of the opponent while the owner passes, or `None` if
/// more than `limit` positions can arise. Ko bans do not matter, because the owner never captures.
pub(crate) fn uncapturable(board: &Board, owner: Color, limit: usize) -> Option<PointSet> {
    let mut board = board.clone();
    board.set_ko(None);
    let mut look = LookAhead {
        safe: board.points_of(owner).collect(),
        seen: HashSet::from([board.hash()]),
        owner,
        limit,
    };
    look.visit(&mut board).then_some(look.safe)
}

struct LookAhead {
    /// The owner's stones that have survived so far.
    safe: PointSet,
    seen: HashSet<u64>,
    owner: Color,
    limit: usize,
}

impl LookAhead {
    /// Tries every sequence of plays from here. False if that needs more than `limit` positions.
    fn visit(&mut self, board: &mut Board) -> bool {
        let empty: PointSet = board.empty_set();
        self.safe -= empty;
        for point in &empty {
            let Ok(fits) = board.probe(self.owner.opponent(), point, |board| {
                board.set_ko(None);
                !self.seen.insert(board.hash())
                    || (self.seen.len() <= self.limit && self.visit(board))
            }) else {
                continue;
            };
            if !fits {
                return false;
            }
        }
        true
    }
}
