//! Walls and territories that rest on miai. No play elsewhere captures a wall or lets the opponent live, and neither
//! does an attack that the owner answers on the pairs.

use tedomari::base::{Budget, Rng};
use tedomari::board::{Board, Color, Point, PointSet, Size};
use tedomari::endgame::Partition;
use tedomari::safety::{closed_safety, unconditional_life};

use super::random::{Eyes, Wanted, board, read_board};

/// Number of boards, and of random games on each.
const N_BOARDS: usize = 12;
const N_GAMES: usize = 200;
/// Plays of the attacker in a game.
const N_PLAYS: usize = 40;

/// A random legal play of `color` on one of these points.
fn random_play(board: &mut Board, color: Color, among: &PointSet, rng: &mut Rng) -> Option<Point> {
    let points: Vec<Point> = among
        .iter()
        .filter(|&point| board.is_empty(point) && board.is_legal(color, point))
        .collect();
    if points.is_empty() {
        return None;
    }
    let point = points[rng.index(points.len())];
    board.play(color, point).unwrap();
    Some(point)
}

/// One game: the attacker plays anywhere; the owner answers on the pairs, and otherwise plays outside or passes.
fn attack(start: &Board, owner: Color, rng: &mut Rng) {
    let safety = closed_safety(start, owner);
    let all: PointSet = start.size().points().collect();
    let outside = all - safety.territory;
    let mut board = start.clone();
    for _ in 0..N_PLAYS {
        let targets = if rng.index(4) == 0 {
            all
        } else {
            safety.territory
        };
        let Some(point) = random_play(&mut board, owner.opponent(), &targets, rng) else {
            continue;
        };
        let pair = safety.pairs.iter().find(|pair| pair.contains(&point));
        match pair {
            Some(&[p, q]) => {
                let answer = if point == p { q } else { p };
                if board.is_empty(answer) {
                    board.play(owner, answer).unwrap();
                }
            }
            None if rng.index(2) == 0 => {
                random_play(&mut board, owner, &outside, rng);
            }
            None => {}
        }
        for stone in &safety.stones {
            assert_eq!(
                board.color(stone),
                Some(owner),
                "{stone} was captured\n{}\n{}",
                start.to_picture(|_| false),
                board.to_picture(|_| false)
            );
        }
    }
    let alive = unconditional_life(&board, owner.opponent()).stones;
    assert!(
        !alive.intersects(&safety.territory),
        "the opponent lives\n{}\n{}",
        start.to_picture(|_| false),
        board.to_picture(|_| false)
    );
}

#[test]
fn answers_on_the_pairs_keep_walls_and_territory() {
    let mut rng = Rng::new(20_261_122, 0);
    for _ in 0..N_BOARDS {
        let board = board(
            &mut rng,
            &Wanted {
                size: Size::square(7),
                regions: (1, 4),
                empty: 20,
                eyes: Eyes::Paired,
            },
        );
        for _ in 0..N_GAMES {
            for owner in Color::BOTH {
                attack(&board, owner, &mut rng);
            }
        }
    }
}

/// One game in territory where answers are read out: White plays there at random, and Black plays the answers of the
/// partition.
fn attack_by_reading(start: &Board, rng: &mut Rng) {
    let first = Partition::new(start);
    let (walls, territory) = (first.walls[Color::Black], first.territory[Color::Black]);
    let mut board = start.clone();
    let go_on = Budget::unlimited();
    for _ in 0..8 {
        let before = Partition::new(&board);
        let Some(point) = random_play(&mut board, Color::White, &territory, rng) else {
            break;
        };
        if let Some(answer) = before.answer(&board, Color::Black, point, &go_on) {
            board.play(Color::Black, answer).unwrap();
        }
        let pictures = || {
            [start, &board]
                .map(|board| board.to_picture(|_| false))
                .join("\n")
        };
        let standing: PointSet = board.points_of(Color::Black).collect();
        assert!(walls.is_subset(&standing), "a wall fell\n{}", pictures());
        let alive = unconditional_life(&board, Color::White).stones;
        assert!(!alive.intersects(&territory), "White lives\n{}", pictures());
    }
}

#[test]
fn answers_that_are_read_keep_walls_and_territory() {
    let mut rng = Rng::new(20_261_125, 0);
    for _ in 0..6 {
        let board = read_board(&mut rng);
        for _ in 0..10 {
            attack_by_reading(&board, &mut rng);
        }
    }
}
