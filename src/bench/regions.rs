//! Small regions: counting, best play, safety, enclosed blocks, seki, and endgames of them.

use super::boards::{board, corner, gap, point, points};
use super::tally::Tally;
use crate::base::Budget;
use crate::board::game::Start;
use crate::board::{Board, Color, Game, Point, PointSet, Rules, Size};
use crate::endgame::{Endgame, EndgameParams, Partition, ShapeStore};
use crate::region::{
    self, Area, RegionCount, RegionKo, SekiCandidate, SettledSeki, best_region_play,
};
use crate::safety::SafetyMap;

/// Width and height of the rooms between two walls.
const GAPS: [(u8, u8); 5] = [(2, 1), (3, 1), (2, 2), (3, 2), (4, 2)];

/// Proved points of each color in rooms between two walls. Counts nodes.
pub(super) fn counting(tally: &mut Tally) {
    const NODES: u64 = 6000;
    for (width, height) in GAPS {
        let board = gap(width, height);
        for (repetition, rules) in [
            (RegionKo::Nobody, "chinese"),
            (RegionKo::RefuterEndless, "chinese"),
            (RegionKo::Nobody, "japanese"),
        ] {
            let region = RegionCount::around(&board, Point::new(4, 1), |_| true, 12);
            let region = region.expect("the room is small").with_ko(repetition);
            let region = region.with_rules(&Rules::named(rules).expect("a known name"));
            let size = region.size();
            let mut budget = Budget::nodes(100 * NODES);
            for prover in Color::BOTH {
                for to_move in Color::BOTH {
                    let bounds = (-size, size);
                    let best =
                        region.best_proved(&board, prover, to_move, bounds, NODES, &mut budget);
                    tally.note(i64::from(best));
                }
            }
            tally.add(budget.spent());
        }
    }
}

/// Two living groups with open points between them.
const OPEN_BOARDS: &[&str] = &[
    ". . X . . . O . .
     X X X . . O O O O
     . X . . O . O . .
     X X X . . O O O O
     . X X X . O . O .",
    ". . . X O . O .
     X X X X O O O O
     O O O O O . . O
     O . O . O O O O",
    ". X . X . X . O .
     X X X X X . . O O
     X X X . . . O O O
     X X . X X O O . O
     X X X X . O O O .",
];

/// The best play on boards where only small regions are open. Counts nodes.
pub(super) fn best_play(tally: &mut Tally) {
    for diagram in OPEN_BOARDS {
        let board = board(diagram);
        let map = SafetyMap::alternate(&board);
        for rules in ["chinese", "japanese"] {
            let rules = Rules::named(rules).expect("a known name");
            for color in Color::BOTH {
                let mut budget = Budget::nodes(8000);
                let found = best_region_play(&board, &map, color, &rules, &mut budget);
                tally.note(found.map(|play| play.point));
                tally.note(found.map(|play| i64::from(play.gain)));
                tally.add(budget.spent());
            }
        }
    }
}

/// Groups whose safety static rules do not decide.
const LOOSE_BOARDS: &[&str] = &[
    ". . . . O . . . .
     X X X . O . O O .
     . . X X O O . O .
     . . . X X O O O .
     . X . . X . . . .",
    ". X . . X O . . .
     . X . X X O O O .
     . X X X O O . . O
     X . . X O . . . O
     . . X X O O O . .
     X X X O . . O O O",
];

/// Safety by search. Counts nodes.
pub(super) fn safety_by_search(tally: &mut Tally) {
    for diagram in LOOSE_BOARDS.iter().chain(OPEN_BOARDS) {
        let board = board(diagram);
        let mut budget = Budget::nodes(20_000);
        let map = region::safety_by_search(&board, &mut budget);
        for color in Color::BOTH {
            tally.note(map.stones[color]);
            tally.note(map.territory[color]);
        }
        tally.add(budget.spent());
    }
}

/// Enclosed blocks around a corner, with and without a stone of the other color in it. Counts nodes.
pub(super) fn enclosed(tally: &mut Tally) {
    for (width, height) in [(3, 1), (4, 1), (2, 2), (3, 2), (4, 2), (3, 3)] {
        let empty = corner(Size::square(9), width, height);
        let mut taken = empty.clone();
        let stone = Point::new(1, height - 1);
        taken
            .play(Color::White, stone)
            .expect("there are liberties");
        for board in [empty, taken] {
            let wall: PointSet = board
                .points_of(Color::White)
                .filter(|&p| p != stone)
                .collect();
            let area = Area::new(&board, Point::new(width, 0), &wall, 12);
            let area = area.expect("the corner is small");
            let mut budget = Budget::nodes(4000);
            tally.note(area.read(&board, &mut budget) as u64);
            tally.add(budget.spent());
        }
    }
}

/// A position, a point of the region, and a stone of each block around it.
const SEKIS: &[(&str, &str, &str)] = &[
    // Two shared liberties.
    (
        ". O X . O X . .
         . O X X O X . .
         . O X . O X . .
         . O X X O X . .",
        "D2",
        "B1 F1",
    ),
    // One eye for each color.
    (
        ". . . . . . . . .
         O O O O X X X X X
         O X X X O O O O X
         O X . X . O . O X
         O X X X O O O O X",
        "E2",
        "A1 J1",
    ),
    // One eye against no eye.
    (
        ". O X X X . O X .
         . O X . X . O X .
         . O X X X O O X .",
        "F3",
        "B1 H1",
    ),
];

/// Blocks of both colors without two eyes. Counts nodes.
pub(super) fn seki(tally: &mut Tally) {
    for &(diagram, seed, walls) in SEKIS {
        let board = board(diagram);
        let heads = points(walls);
        let walls: PointSet = heads.iter().flat_map(|wall| board.stones(wall)).collect();
        let is_wall = |point| walls.contains(point);
        let region = RegionCount::around(&board, point(seed), is_wall, 8);
        let region = region.expect("the region is small");
        let standoff = SekiCandidate::new(&board, region, &PointSet::EMPTY);
        let standoff = standoff.expect("both colors are in the region");
        let mut budget = Budget::nodes(60_000);
        let found = standoff.read(&board, &PointSet::EMPTY, 8000, &mut budget);
        tally.note(found.is_some());
        if let Some(SettledSeki { dead, seki }) = found {
            tally.note(dead);
            tally.note(seki.stones);
            tally.note(seki.shared);
        }
        tally.add(budget.spent());
    }
}

/// Boards with corridors and rooms between walls.
const ENDINGS: &[&str] = &[
    ". X . X X O O . O
     X X X X . . O O O
     . X X X X O O O .
     X X X X . O O O O
     X X X . . . O O O
     X X X X X O O O O
     X X X X . . . O O
     X X X . O O O O O
     X X X X X O O O O",
    ". X . X . . O O O . O
     X X X X X . . O O O .
     X X X . . . O O O O O
     X X X X . O O . . O O
     X X . X X X O O . O O
     X . . . . O O O . . O
     X X X X . . O O O O O
     X X . X X . O . O O O
     X X X X X X O O O O O",
];

fn endings() -> impl Iterator<Item = Board> {
    let gaps = GAPS.into_iter().map(|(width, height)| gap(width, height));
    ENDINGS.iter().map(|diagram| board(diagram)).chain(gaps)
}

/// Values of independent regions as games. Counts plays tried.
pub(super) fn local_games(tally: &mut Tally) {
    let mut store = ShapeStore::default();
    for board in endings() {
        for region in &Partition::new(&board).regions {
            let mut budget = Budget::nodes(10_000);
            let value = store.solve(&region.graph, &region.area, &mut budget);
            tally.note(value.is_ok());
            if let Ok(value) = value {
                for game in [value.lower, value.upper] {
                    let games = store.games();
                    tally.note(games.mean(game).ok());
                    tally.note(games.temperature(game).ok());
                }
            }
            tally.add(budget.spent());
        }
        tally.note(store.len());
    }
}

/// Scores and moves of sums of such regions. Counts the moves compared and the canonical forms.
pub(super) fn sums_of_regions(tally: &mut Tally) {
    let params = EndgameParams {
        region_nodes: 3000,
        sum_nodes: 1000,
        ..EndgameParams::default()
    };
    for board in endings() {
        for rules in ["chinese", "japanese"] {
            let rules = Rules::named(rules).expect("a known name");
            let game = Game::from_start(Start::from_board(&board), rules);
            let game = game.expect("every block has a liberty");
            let mut store = ShapeStore::default();
            let endgame = Endgame::analyze(&game, &mut store, &params, &Budget::unlimited());
            for color in Color::BOTH {
                let moves = endgame.moves(&mut store, color);
                let moves = moves.expect("the table of games is large enough");
                tally.add(moves.len() as u64);
                for mv in moves {
                    tally.note(mv.point);
                    for score in [mv.score.low, mv.score.high] {
                        tally.note(i64::from(score.half_points()));
                    }
                }
            }
            tally.add(store.games().n_forms() as u64);
        }
    }
}
