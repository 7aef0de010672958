//! Life without search, and life and death by search.

use super::boards::{board, corner, played, point, points, scattered};
use super::tally::Tally;
use crate::base::{Budget, Rng};
use crate::board::{Board, Color, Point, PointSet, Size};
use crate::safety::gnugo::UnconditionalStatus;
use crate::safety::{LifeTracker, Regions, closed_safety, static_safety, unconditional_life};
use crate::tsumego::{Goal, Question, Reader, ReaderParams, Reading, Verdict};

/// Boards in the middle and at the end of random games.
fn middles_and_ends(seed: u64) -> Vec<Board> {
    let mut rng = Rng::new(seed, 0);
    let lengths = [
        (9, 60),
        (9, 200),
        (13, 100),
        (13, 400),
        (19, 250),
        (19, 800),
    ];
    lengths
        .into_iter()
        .flat_map(|(side, n_plays)| [(side, n_plays); 3])
        .map(|(side, n_plays)| played(&mut rng, Size::square(side), n_plays))
        .collect()
}

/// Unconditional life (Benson), and the points where the opponent cannot live. Counts regions.
pub(super) fn unconditional(tally: &mut Tally) {
    for board in middles_and_ends(31) {
        for color in Color::BOTH {
            let life = unconditional_life(&board, color);
            tally.note(life.stones);
            tally.note(life.vital);
            tally.add(Regions::new(&board, color).len() as u64);
        }
        let status = UnconditionalStatus::new(&board);
        for color in Color::BOTH {
            tally.note(status.owned[color]);
            tally.note(status.invincible[color]);
        }
    }
}

/// Unconditional life, updated after each play. Counts plays.
pub(super) fn tracking(tally: &mut Tally) {
    for board in middles_and_ends(32) {
        let mut after = board.clone();
        let mut trackers = Color::BOTH.map(|color| LifeTracker::new(&board, color));
        for (n, &point) in board.empty_points().to_vec().iter().enumerate().take(60) {
            after.set_ko(None);
            if after.play(Color::BOTH[n / 2 % 2], point).is_err() {
                continue;
            }
            after.forget_history();
            tally.add(1);
            for tracker in &mut trackers {
                tracker.follow(&after, point);
                tally.note(tracker.life(&after).stones);
            }
        }
    }
}

/// Safety under alternate play, by miai pairs and small eyes. Counts regions.
pub(super) fn alternate(tally: &mut Tally) {
    for board in middles_and_ends(33) {
        for color in Color::BOTH {
            for found in [static_safety(&board, color), closed_safety(&board, color)] {
                tally.note(found.stones);
                tally.note(found.territory);
                tally.note(found.pairs.len());
            }
            tally.add(Regions::new(&board, color).len() as u64);
        }
    }
}

/// Positions with the names of one or more black blocks, each surrounded by White.
const GROUPS: &[(&str, &str)] = &[
    // Open on one side.
    (
        ". . . . . . . . .
         . . O . O . O . .
         . O . . . . . O .
         . O X X X X . O .
         . . X . . X . O .
         . . . . . . . O .",
        "C3",
    ),
    // Three blocks that may join, with a white stone between them.
    (
        ". . . . . . . . . .
         . O O O O O O O O .
         . O X . X X . X O .
         . O X . . O . X O .
         . O . . . . . . O .",
        "C3 E3 H3",
    ),
    // The second eye is false, but taking it starts a ko.
    (
        "O . O . O O O
         O O O O O O O
         X X X O O O O
         . X . X O O O",
        "A2",
    ),
    // A ko next to the wall.
    (
        "O . O . O O O
         O O O O O O O
         O O X X O O O
         X X X O O O O
         . X . X O O O
         X . X O O O O",
        "C1",
    ),
    // A seki with two shared liberties.
    (
        "O O O O O O O
         O . O . O O O
         O O O O O O O
         X X X X X X O
         . O O O . X O",
        "A2",
    ),
    // Two blocks with one eye each, which can be cut apart.
    (
        ". . . . . . . . .
         . O O O O O O O O
         O O X X . X X X O
         O X X O . O X . O
         O X . O . O X X O",
        "C1 G1",
    ),
    // A white stone inside.
    (
        ". . . . . . . .
         O O O O O O . .
         X X X X X O . .
         X . O . X O . .
         . O . . X O . .
         . . . X X O . .",
        "A4",
    ),
    // No eyes, but a way to the center.
    (
        ". . . . . . . . . . .
         . . . . . . . . . . .
         . . O . . . . . O . .
         . . . . . . . . . . .
         . . O X . X . . O . .
         . . O . . . X . . . .
         . . . O . O . O . . .
         . . . . . . . . . . .",
        "D4 F4 G3",
    ),
];

/// Sizes of the empty corners.
const CORNERS: [(u8, u8); 4] = [(3, 2), (4, 2), (5, 2), (3, 3)];

/// Notes an answer, without its times and estimates.
fn note(tally: &mut Tally, reading: Option<&Reading>) {
    let Some(reading) = reading else {
        tally.note(0_u64);
        return;
    };
    tally.note(match reading.verdict {
        Verdict::Achieved => 1_u64,
        Verdict::Ko { is_favorable: true } => 2,
        Verdict::Ko {
            is_favorable: false,
        } => 3,
        Verdict::Refuted => 4,
        Verdict::Unknown => 5,
    });
    tally.note(reading.is_proven());
    tally.note(reading.is_seki);
    tally.note(reading.n_threats.map(u64::from));
    tally.note(reading.line.as_slice());
    tally.note(reading.zone);
    tally.add(reading.n_nodes);
}

/// Life and death of one block and of several, with kos and a seki. Counts positions.
pub(super) fn reader(tally: &mut Tally) {
    let mut reader = Reader::new(ReaderParams {
        log2_entries: 16,
        ..ReaderParams::default()
    });
    let groups = GROUPS
        .iter()
        .map(|&(diagram, names)| (board(diagram), points(names), 6000));
    let corners = CORNERS.iter().map(|&(width, height)| {
        let target = PointSet::from_iter([point("A1"), Point::new(width, 0)]);
        (corner(Size::square(13), width, height), target, 6000)
    });
    // Kos are frequent on small boards.
    let mut rng = Rng::new(34, 0);
    let random = (0..12).map(|_| {
        let board = scattered(&mut rng, Size::new(5, 3).expect("the board is small"), 33);
        let target = board.first_stones(Color::Black).into_iter().take(1);
        (board, target.collect(), 2000)
    });
    for (board, targets, nodes) in groups.chain(corners).chain(random) {
        for goal in [Goal::Kill, Goal::Live] {
            let question = Question::new(targets, goal, goal.player(Color::Black));
            let mut budget = Budget::nodes(nodes);
            let reading = reader.read_in_full(&board, question, &mut budget);
            note(tally, reading.as_ref());
        }
    }
}
