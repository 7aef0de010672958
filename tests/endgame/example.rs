//! The first example of McMillen, *Combinatorial Analysis of Go Endgame Positions* (2010), section 3.8, on our own
//! board: nine blocked corridors with the chilled sum -1/32, as printed there.

use tedomari::base::Budget;
use tedomari::board::game::Start;
use tedomari::board::{Board, Color, Game, Komi, Move, Rules};
use tedomari::cgt::evaluate;
use tedomari::endgame::{Endgame, EndgameParams, ShapeStore};

/// Black's corridors have 3, 6 and 4 points from the top, White's 2, 3, 4, 5, 3 and 3.
const BOARD: &str = "
    X X X X X X X O O O . O .
    X X X X X X X . . O O O O
    X X X X . . . O O O O O O
    X X X X X X X . . . O O O
    X X . X X X X O O O O O O
    X X X X X X X . . . . O O
    X . . . . . . O O O O O O
    X X X X X X X . . . . . O
    X X . X X X X O O O O O O
    X X X X X X X . . . O O O
    X X X . . . . O O O O O O
    X X X X X X X . . . O O O
    X X X X X X X O O O O O O";

/// Checks the score when `color` begins, the undominated moves, and the number of plays that keep the score.
fn check(color: Color, score: &str, undominated: &[&str], n_keeping: usize) {
    let board: Board = BOARD.parse().unwrap();
    let rules = Rules {
        komi: Komi::from_half_points(-4),
        ..Rules::named("japanese").unwrap()
    };
    let game = Game::from_start(Start::from_board(&board), rules).unwrap();
    let mut store = ShapeStore::default();
    let params = EndgameParams::default();
    let endgame = Endgame::analyze(&game, &mut store, &params, &Budget::unlimited());
    let found = endgame.score(&mut store, color).unwrap();
    assert_eq!(found.to_string(), score, "{color}");
    let keeping = endgame.keeping_moves(&mut store, color).unwrap();
    let best = keeping.iter().filter(|mv| mv.is_undominated);
    let names: Vec<String> = best.map(|mv| mv.mv().to_string()).collect();
    assert_eq!(names, undominated, "{color}");
    let plays = keeping.iter().filter(|mv| mv.mv() != Move::Pass);
    assert_eq!(plays.count(), n_keeping, "{color}");
}

#[test]
fn the_corridors_add_up_as_printed() {
    let board: Board = BOARD.parse().unwrap();
    let game = Game::from_start(Start::from_board(&board), Rules::default()).unwrap();
    let mut store = ShapeStore::default();
    let params = EndgameParams::default();
    let endgame = Endgame::analyze(&game, &mut store, &params, &Budget::unlimited());
    let games = store.games();
    // The text marks 7 points for Black and 8 for White; its sum counts one of White's points for Black.
    let mut total = evaluate(games, "8 - 7 + 1").unwrap().into_game().unwrap();
    for report in &endgame.regions {
        let value = report.value.exact().unwrap();
        let chilled = games.cool(value, 1.into()).unwrap();
        total = games.sum(total, chilled).unwrap();
    }
    assert_eq!(endgame.regions.len(), 9);
    assert_eq!(games.name(total).unwrap(), "-1/32");
}

#[test]
fn only_the_longest_corridor_is_undominated() {
    // Each number that remains rounds up for Black. White wins only with the play that leaves -1.
    check(Color::Black, "0", &["G7"], 9);
    check(Color::White, "-1", &["G7"], 1);
}
