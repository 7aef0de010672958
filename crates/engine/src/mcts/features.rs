//! Features of a move by which the model predicts how likely a strong player is to make it.
//!
//! Each feature is a number that stands for one fact about the move: the shape around it, its relation to the last
//! moves, its place on the board, its effect on the blocks beside it. Every feature that occurred often enough has a
//! learned weight; the weights of a move add up. Sources: Coulom, "Computing Elo ratings of move patterns in the game
//! of Go" (2007); Stern, Herbrich and Graepel (2006) for the shapes.

use super::playout::PlayoutTurn;
use super::shape::{self, Grid, Hashes};
use super::tactics::{Aftermath, aftermath, blocks_around};
use crate::board::{Block, Board, Point};

/// Larger distances to an earlier move count as this one.
const FAR: usize = 18;
/// The shape around the last move counts up to this distance from it.
const NEAR: usize = 12;

/// The subject of a feature; part of its number.
#[derive(Clone, Copy)]
enum Kind {
    /// The disk of the shape with this index.
    Disk(usize),
    /// The smallest disk, together with the distance to the last move.
    DiskAndDistance,
    /// The place of the move in the shape around the last move.
    Response,
    LastDistance,
    BeforeLastDistance,
    BothDistances,
    /// Distances from two edges, together with the number of stones on the board.
    Place,
    /// Distances of the nearest stones, and of the nearer edge.
    Nearest,
    /// Liberties of the blocks beside the move, before and after it.
    Contact,
    /// Number of blocks of each color beside the move.
    Blocks,
    Capture,
    Escape,
    SelfAtari,
    Atari,
    /// A move after the opponent took a ko.
    KoThreat,
}

impl Kind {
    const fn code(self) -> u64 {
        match self {
            Self::DiskAndDistance => 0,
            Self::Response => 1,
            Self::LastDistance => 2,
            Self::BeforeLastDistance => 3,
            Self::BothDistances => 4,
            Self::Place => 5,
            Self::Nearest => 6,
            Self::Contact => 7,
            Self::Blocks => 8,
            Self::Capture => 9,
            Self::Escape => 10,
            Self::SelfAtari => 11,
            Self::Atari => 12,
            Self::KoThreat => 13,
            Self::Disk(index) => 32 + index as u64,
        }
    }
}

/// A position, with everything that its moves have in common.
#[derive(Debug)]
pub(crate) struct View<'a> {
    board: &'a Board,
    turn: PlayoutTurn,
    grid: Grid,
    /// The last move, and the shape around it.
    last: Option<(Point, Hashes)>,
    /// Number of stones on the board, in ninths of its points, up to 4.
    stage: usize,
}

impl<'a> View<'a> {
    /// The view of a position before a move.
    #[must_use]
    pub(crate) fn new(board: &'a Board, turn: PlayoutTurn) -> Self {
        let grid = Grid::new(board, turn.to_move);
        let n_points = board.size().n_points();
        let n_stones = n_points - board.empty_points().len();
        Self {
            last: turn.last.map(|last| (last, grid.surroundings(last))),
            stage: (9 * n_stones / n_points).min(4),
            board,
            turn,
            grid,
        }
    }

    /// Calls `visit` with each feature of a play on an empty point; features are well mixed numbers. `visit` returns
    /// whether the feature is known. Where a shape is unknown, larger shapes are left out.
    ///
    /// Cost: about a hundred look-ups.
    pub(crate) fn visit_features(&self, point: Point, mut visit: impl FnMut(u64) -> bool) {
        let mut add =
            |kind: Kind, value: u64| visit(shape::mix(value ^ kind.code().rotate_right(8)));
        let mut smallest_disk = None;
        self.grid.disks(point, |number, hash| {
            smallest_disk.get_or_insert(hash);
            add(Kind::Disk(number), hash >> 8)
        });
        let mut add = |kind, value| {
            add(kind, value);
        };
        self.add_distances(point, smallest_disk.unwrap_or(0), &mut add);
        self.add_place(point, &mut add);
        self.add_tactics(point, &mut add);
    }

    fn add_distances(&self, point: Point, smallest_disk: u64, add: &mut impl FnMut(Kind, u64)) {
        let to = |other: Option<Point>| {
            other.map_or(FAR + 1, |other| shape::distance(point, other).min(FAR))
        };
        let (last, before_last) = (to(self.turn.last), to(self.turn.before_last));
        add(Kind::LastDistance, code(&[last]));
        add(Kind::BeforeLastDistance, code(&[before_last]));
        add(
            Kind::BothDistances,
            code(&[last.min(9), before_last.min(9)]),
        );
        add(
            Kind::DiskAndDistance,
            (smallest_disk ^ shape::mix(code(&[last.min(9)]))) >> 8,
        );
        if let Some((center, surroundings)) = &self.last
            && last <= NEAR
        {
            add(
                Kind::Response,
                shape::response(surroundings, *center, point) >> 8,
            );
        }
    }

    fn add_place(&self, point: Point, add: &mut impl FnMut(Kind, u64)) {
        let size = self.board.size();
        let from_edge = |at: u8, side: u8| usize::from(at.min(side - 1 - at));
        let (a, b) = (
            from_edge(point.x(), size.width()),
            from_edge(point.y(), size.height()),
        );
        let (near, far) = (a.min(b), a.max(b));
        add(Kind::Place, code(&[near, far, self.stage]));
        let (own, other) = self.grid.nearest_stones(point);
        add(Kind::Nearest, code(&[own, other, near.min(5)]));
    }

    fn add_tactics(&self, point: Point, add: &mut impl FnMut(Kind, u64)) {
        let color = self.turn.to_move;
        let own = blocks_around(self.board, point, color);
        let hostile = blocks_around(self.board, point, color.opponent());
        let after = aftermath(self.board, color, point);
        let least = |blocks: &[&Block]| {
            blocks
                .iter()
                .map(|block| usize::from(block.n_liberties().min(4)))
                .min()
                .unwrap_or(0)
        };
        let (own_least, hostile_least) = (least(&own), least(&hostile));
        if own.len() + hostile.len() > 0 {
            add(
                Kind::Contact,
                code(&[own_least, after.n_liberties, hostile_least]),
            );
            add(Kind::Blocks, code(&[own.len(), hostile.len()]));
        }
        if after.n_captured > 0 {
            let saves = self.captures_attacker(&hostile);
            let n_captured = size_class(after.n_captured);
            add(Kind::Capture, code(&[n_captured, usize::from(saves)]));
        }
        let in_atari = largest(&own, 1);
        if in_atari > 0 {
            add(
                Kind::Escape,
                code(&[size_class(in_atari), after.n_liberties]),
            );
        }
        if after.n_liberties == 1 {
            let Aftermath {
                n_stones,
                n_captured,
                ..
            } = after;
            add(
                Kind::SelfAtari,
                code(&[size_class(n_stones), n_captured.min(2)]),
            );
        }
        let attacked = largest(&hostile, 2);
        if attacked > 0 {
            let pursues = self.turn.last.is_some_and(|last| {
                let is_last = |block: &&Block| {
                    block.n_liberties() == 2
                        && self.board.block_id(block.head()) == self.board.block_id(last)
                };
                hostile.iter().any(is_last)
            });
            add(
                Kind::Atari,
                code(&[
                    size_class(attacked),
                    after.n_liberties,
                    usize::from(pursues),
                ]),
            );
        }
        if self.board.ko().is_some() {
            add(
                Kind::KoThreat,
                code(&[hostile_least.min(3), own_least.min(2)]),
            );
        }
    }

    /// Whether one of the enemy blocks in atari touches an own block in atari.
    fn captures_attacker(&self, hostile: &[&Block]) -> bool {
        let color = self.turn.to_move;
        hostile
            .iter()
            .filter(|block| block.n_liberties() == 1)
            .any(|block| {
                self.board.stones(block.head()).any(|stone| {
                    blocks_around(self.board, stone, color)
                        .iter()
                        .any(|own| own.n_liberties() == 1)
                })
            })
    }
}

/// Stones of the largest block with this number of liberties; 0 if there is none.
fn largest(blocks: &[&Block], n_liberties: u16) -> usize {
    blocks
        .iter()
        .filter(|block| block.n_liberties() == n_liberties)
        .map(|block| usize::from(block.n_stones()))
        .max()
        .unwrap_or(0)
}

/// Class of a number of stones.
const fn size_class(n_stones: usize) -> usize {
    match n_stones {
        0..=3 => n_stones,
        4..=6 => 4,
        7..=12 => 5,
        _ => 6,
    }
}

/// Several small numbers as one.
fn code(parts: &[usize]) -> u64 {
    parts
        .iter()
        .fold(1, |code, &part| code << 5 | part as u64 & 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Rng;
    use crate::board::{Color, Size};

    fn features(view: &View<'_>, point: Point) -> Vec<u64> {
        let mut features = Vec::new();
        view.visit_features(point, |feature| {
            features.push(feature);
            true
        });
        features
    }

    #[test]
    fn colors_do_not_matter() {
        let size = Size::square(9);
        let mut rng = Rng::new(5, 0);
        let mut boards = [Board::new(size), Board::new(size)];
        let mut turn = PlayoutTurn::first(Color::Black);
        for _ in 0..200 {
            let [board, swapped] = &boards;
            let mirrored = PlayoutTurn {
                to_move: turn.to_move.opponent(),
                ..turn
            };
            let (view, other_view) = (View::new(board, turn), View::new(swapped, mirrored));
            for &point in board.empty_points() {
                assert_eq!(features(&view, point), features(&other_view, point));
            }
            let empty = board.empty_points();
            let Some(&choice) = empty.get(rng.index(empty.len().max(1))) else {
                break;
            };
            let is_legal = board.is_legal(turn.to_move, choice);
            if is_legal {
                boards[0].play_unlogged(turn.to_move, choice);
                boards[1].play_unlogged(turn.to_move.opponent(), choice);
            } else {
                for board in &mut boards {
                    board.pass_unlogged();
                }
            }
            turn = turn.after(is_legal.then_some(choice));
        }
    }

    #[test]
    fn a_capture_differs_from_the_same_move_without_one() {
        let check = |diagram: &str| {
            let board: Board = diagram.parse().unwrap();
            let view = View::new(&board, PlayoutTurn::first(Color::Black));
            features(&view, "C1".parse().unwrap())
        };
        let capture = check(". X O\n. X O\n. X .");
        let none = check(". . O\n. X O\n. X .");
        assert_ne!(capture, none);
    }
}
