//! The checker's rules and reasons against those of the rest of the program, which it does not use.

use super::arena::{Arena, Claim, State, Stones};
use super::format::{Goal, Retakes};
use super::grid::Grid;
use super::life::pass_alive;
use super::room::{LARGEST_ROOM, Room, solve};
use super::set::Set;
use crate::base::Rng;
use crate::board::{Board, Color, Game, KoRule, Move, Point, PointSet, Rules, Size};
use crate::safety::eye_shape::{EyeShape, NEVER};
use crate::safety::unconditional_life;

const SIDE: u8 = 5;

fn grid() -> Grid {
    Grid::new(SIDE.into(), SIDE.into()).unwrap()
}

fn index(point: Point) -> usize {
    grid().at(point.x().into(), point.y().into()).unwrap()
}

fn set(points: impl Iterator<Item = Point>) -> Set {
    points.map(index).collect()
}

fn stones(board: &Board) -> Stones {
    Stones {
        grid: grid(),
        attackers: set(board.points_of(Color::White)),
        defenders: set(board.points_of(Color::Black)),
        allows_suicide: board.allows_suicide(),
    }
}

/// Random games on a whole board: the same moves are legal, and lead to the same stones.
#[test]
fn the_rules_are_those_of_the_board() {
    let mut rng = Rng::new(81, 0);
    let size = Size::square(SIDE);
    let (mut n_captures, mut n_kos, mut n_suicides) = (0, 0, 0);
    for round in 0..100 {
        let rules = Rules {
            ko: KoRule::Simple,
            allows_suicide: round % 2 == 0,
            ..Rules::default()
        };
        let mut game = Game::new(size, rules);
        let first = Point::new(2, 2);
        game.play(Color::Black, Move::Play(first)).unwrap();
        let claim = Claim {
            goal: Goal::Kill,
            retakes: Retakes::Nobody,
            number: None,
            region: grid().all,
            outside: None,
        };
        let arena = Arena::new(&stones(game.board()), &[index(first)], &claim).unwrap();
        let mut state: State = arena.start(&stones(game.board()), true, None);
        for _ in 0..120 {
            let color = game.to_move();
            let legal = |point: &Point| arena.play(&state, index(*point)).is_some();
            let points: Vec<Point> = size.points().filter(legal).collect();
            for point in size.points() {
                let board = game.board();
                let has_friend = |near: Point| board.color(near) == Some(color);
                let is_lone_suicide = board.is_empty(point)
                    && board.is_suicide(color, point)
                    && !point.neighbors().into_iter().any(has_friend);
                let is_legal = board.is_empty(point)
                    && game.is_legal(color, Move::Play(point))
                    && !is_lone_suicide;
                assert_eq!(
                    is_legal,
                    points.contains(&point),
                    "{point}\n{}",
                    game.board()
                );
            }
            let n_before = state.attackers.len() + state.defenders.len();
            let Some(&point) = points.get(rng.index(points.len().max(1))) else {
                game.play(color, Move::Pass).unwrap();
                state = Arena::pass(&state);
                continue;
            };
            let played = game.play(color, Move::Play(point)).unwrap();
            n_suicides += usize::from(played.n_suicide > 0);
            state = arena.play(&state, index(point)).unwrap();
            let now = stones(game.board());
            assert_eq!(
                (state.attackers, state.defenders),
                (now.attackers, now.defenders)
            );
            n_captures += usize::from(state.attackers.len() + state.defenders.len() <= n_before);
            n_kos += usize::from(state.ban.is_some());
        }
    }
    assert!(
        n_captures > 100 && n_kos > 20 && n_suicides > 5,
        "{n_captures} {n_kos} {n_suicides}"
    );
}

/// Blocks that can't be taken are those of the program's own test.
#[test]
fn pass_alive_blocks_are_those_of_benson() {
    let mut rng = Rng::new(82, 0);
    let size = Size::square(SIDE);
    let mut n_alive = 0;
    for _ in 0..20_000 {
        let stones = size.points().filter_map(|point| match rng.below(20) {
            0..13 => Some((Color::Black, point)),
            13..15 => Some((Color::White, point)),
            _ => None,
        });
        let Ok(board) = Board::with_stones(size, stones.collect::<Vec<_>>()) else {
            continue;
        };
        let all = grid().all;
        let black = set(board.points_of(Color::Black));
        let white = set(board.points_of(Color::White));
        let found = super::life::pass_alive_among(&grid(), black, all, all - black - white, all);
        let expected: PointSet = unconditional_life(&board, Color::Black).stones;
        assert_eq!(found.stones, set(expected.iter()), "{board}");
        n_alive += usize::from(!found.stones.is_empty());
        let none = pass_alive(&grid(), black, all, Set::EMPTY);
        assert!(none.stones.is_empty());
    }
    assert!(n_alive > 200, "{n_alive}");
}

/// The rooms in which a block is kept to one eye are those of the program's own tables, wherever the block touches
/// every point that it should.
#[test]
fn rooms_agree_with_eye_shapes() {
    let mut rng = Rng::new(83, 0);
    let (mut n_kept, mut n_not) = (0, 0);
    let board = Grid::new(6, 6).unwrap();
    for _ in 0..60 {
        let n_points = 2 + rng.index(LARGEST_ROOM - 1);
        let mut shape = Set::of(board.at(2, 2).unwrap());
        while shape.len() < n_points {
            let near: Vec<usize> = (board.spread(shape) - shape).points().collect();
            shape.insert(near[rng.index(near.len())]);
        }
        let points: Vec<usize> = shape.points().collect();
        let near = |point: &usize| {
            let beside = board.spread(Set::of(*point)) - Set::of(*point);
            let inside = points
                .iter()
                .enumerate()
                .filter(|(_, other)| beside.has(**other));
            inside.fold(0u8, |mask, (n, _)| mask | 1 << n)
        };
        let touching = points.iter().enumerate().filter(|(_, point)| {
            let beside = board.spread(Set::of(**point)) - shape;
            !beside.is_empty()
        });
        let room = Room {
            neighbors: points.iter().map(near).collect(),
            touching: touching.fold(0, |mask, (n, _)| mask | 1 << n),
            allows_suicide: rng.below(2) == 0,
        };
        let kept = solve(&room);
        let shape = EyeShape::new(&room.neighbors, room.touching);
        let shape = shape.with_suicide(room.allows_suicide);
        let rounds = shape.rounds_to_single_eye();
        for (attackers, kept) in kept.iter().enumerate() {
            if attackers + 1 == kept_len(&room) {
                continue;
            }
            let expected = rounds[attackers] != NEVER;
            // What the tables of eye shapes guarantee, the checker finds too; it may find more by a search of the end.
            assert!(kept.is_some() || !expected, "{room:?} {attackers:b}");
            n_kept += usize::from(kept.is_some());
            n_not += usize::from(kept.is_none());
        }
    }
    assert!(n_kept > 100 && n_not > 100, "{n_kept} {n_not}");
}

/// Sets of points of a room.
fn kept_len(room: &Room) -> usize {
    1 << room.neighbors.len()
}
