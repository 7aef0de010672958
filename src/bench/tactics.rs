//! Captures, connections, double threats, races and eyes.

use super::boards::{board, point, scattered};
use super::tally::Tally;
use crate::base::{Budget, Rng};
use crate::board::{Board, Color, Point, Size};
use crate::tactics::capture::Capture;
use crate::tactics::connection::{Connection, ConnectionTarget};
use crate::tactics::double_threat::DoubleThreat;
use crate::tactics::eyes::eye_value;
use crate::tactics::ko::Success;
use crate::tsumego::semeai::read_semeai;
use crate::tsumego::{Reader, ReaderParams};

/// A ladder, a net, a snapback, a ko, and a block that escapes.
const CAPTURES: &[(&str, &[&str])] = &[
    (
        ". . . . . . . . .
         . . . . . . . . .
         . . X X . . . . .
         . X O . . . . . .
         . . X . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .",
        &["C6", "D7"],
    ),
    (
        ". . . . . . . . .
         . . . . . . . . .
         . . X X . . . . .
         . X O O . . . . .
         . X O X . . . . .
         . . X . . . . . .
         . . . . . X . . .
         . . . . . . . . .
         . . . . . . . . .",
        &["C6", "D5"],
    ),
    (
        ". . . . . . .
         . . O O O . .
         . O X X X O .
         O X . O X O .
         O X O . X . .",
        &["C1", "D2", "B1"],
    ),
    (
        ". . . . . . .
         . O X . . . .
         O . O X . . .
         . O X X O . .
         . . O O . . .",
        &["C2", "C3", "C4"],
    ),
];

impl Tally {
    fn note_success(&mut self, (success, mv): (Success, Option<Point>)) {
        self.note(success as u64);
        self.note(mv);
    }
}

/// Captures of blocks with few liberties, in diagrams and on random boards, with each player moving first. Counts
/// nodes.
pub(super) fn captures(tally: &mut Tally) {
    const NODES: u64 = 500;
    let ask = |tally: &mut Tally, board: &Board, target: Point| {
        let Some(mut capture) = Capture::new(board, target) else {
            return;
        };
        tally.note_success(capture.attack(NODES));
        tally.note_success(capture.defend(NODES));
        tally.note(capture.ladder(NODES) as u64);
        tally.add(capture.n_nodes());
    };
    for &(diagram, targets) in CAPTURES {
        let board = board(diagram);
        for name in targets {
            ask(tally, &board, point(name));
        }
    }
    let mut rng = Rng::new(11, 0);
    for _ in 0..2 {
        let board = scattered(&mut rng, Size::square(9), 25);
        for target in Color::BOTH
            .into_iter()
            .flat_map(|color| board.first_stones(color))
        {
            ask(tally, &board, target);
        }
    }
}

/// Connections of blocks on random boards, with each player moving first. Counts nodes.
pub(super) fn connections(tally: &mut Tally) {
    const NODES: u64 = 100;
    let mut rng = Rng::new(12, 0);
    for _ in 0..2 {
        let board = scattered(&mut rng, Size::square(9), 22);
        for color in Color::BOTH {
            for pair in board.first_stones(color).windows(2) {
                let goals = [
                    ConnectionTarget::Block(pair[1]),
                    ConnectionTarget::Area(board.size().points().take(9).collect()),
                ];
                for goal in goals {
                    let Some(mut connection) = Connection::new(&board, pair[0], goal) else {
                        continue;
                    };
                    for found in [connection.join(NODES), connection.cut(NODES)] {
                        tally.note_success((found.success, found.mv));
                    }
                    tally.add(connection.n_nodes());
                }
            }
        }
    }
}

/// Moves that threaten two blocks, and the answers to them. Counts nodes.
pub(super) fn double_threats(tally: &mut Tally) {
    const NODES: u64 = 20;
    let mut rng = Rng::new(13, 0);
    for _ in 0..2 {
        let board = scattered(&mut rng, Size::square(7), 22);
        let threats = DoubleThreat::new(&board, NODES);
        for color in Color::BOTH {
            tally.note(threats.attack_of(color));
            tally.note(threats.defenses_of(color).as_slice());
            for pair in board.first_stones(color).windows(2) {
                for found in [
                    threats.attack_either(pair[0], pair[1]),
                    threats.defend_both(pair[0], pair[1]),
                ] {
                    tally.note(found.is_some());
                    found
                        .into_iter()
                        .for_each(|found| tally.note_success(found));
                }
            }
        }
        tally.add(threats.n_nodes());
    }
}

/// An even race, one eye against no eye, a race with a ko, and a race of a block around the other.
const RACES: &[(&str, [&str; 2])] = &[
    (
        ". . . . . . . . .
         . . O O X X X . .
         . O X X O O O X .
         . O X X O . O X .
         . O X X O O O X .
         . O X . . X X . .",
        ["C3", "E3"],
    ),
    (
        ". . . . . . . .
         O O O O X X X X
         O X X X O O O X
         O X . X O . O X
         O X X . . O O X
         O O . X O . X X",
        ["B3", "E3"],
    ),
    (
        ". . . . . . . .
         O O O O X X X .
         X X X O O O X X
         . O X X X O O X
         O . O X . . O X",
        ["C2", "E3"],
    ),
    (
        ". O . X . O . .
         O X X X O O . .
         . X . O O . . .
         X X . O . . . .
         O O O O . . . .",
        ["B3", "D3"],
    ),
];

/// Races in diagrams, and between adjacent blocks on random boards. Counts nodes.
pub(super) fn races(tally: &mut Tally) {
    const NODES: u64 = 500;
    let mut reader = Reader::new(ReaderParams {
        log2_entries: 14,
        ..ReaderParams::default()
    });
    let mut ask = |tally: &mut Tally, board: &Board, pair: (Point, Point)| {
        let rivals = [pair.0.into(), pair.1.into()];
        let found = read_semeai(&mut reader, board, rivals, NODES, &Budget::unlimited());
        tally.note(found.is_some());
        if let Some(race) = found {
            tally.note_success((race.defense, race.mv));
            tally.note(race.attack as u64);
            tally.add(race.n_nodes);
        }
    };
    for &(diagram, names) in RACES {
        let board = board(diagram);
        let [one, other] = names.map(point);
        ask(tally, &board, (one, other));
        ask(tally, &board, (other, one));
    }
    let mut rng = Rng::new(14, 0);
    let board = scattered(&mut rng, Size::square(7), 33);
    for own in board.first_stones(Color::Black).into_iter().step_by(2) {
        let mut near = own.neighbors().into_iter();
        if let Some(other) = near.find(|&near| board.color(near) == Some(Color::White)) {
            ask(tally, &board, (own, other));
            ask(tally, &board, (other, own));
        }
    }
}

/// The eye spaces around all empty points of random boards. Counts nodes.
pub(super) fn eyes(tally: &mut Tally) {
    const NODES: u64 = 300;
    let mut rng = Rng::new(15, 0);
    for _ in 0..2 {
        let board = scattered(&mut rng, Size::square(7), 35);
        for &point in board.empty_points() {
            let found = eye_value(&board, point, NODES);
            tally.note(found.is_some());
            if let Some(value) = found {
                tally.note(u64::from(value.least) * 3 + u64::from(value.most));
                tally.note(value.vital.map(|(attack, _)| attack));
                tally.note(value.vital.map(|(_, defense)| defense));
                tally.add(value.n_nodes);
            }
        }
    }
}
