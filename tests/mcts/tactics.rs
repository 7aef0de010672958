//! Small positions with one good move, which the search finds with a fixed number of playouts.

use tedomari::base::Budget;
use tedomari::board::game::Start;
use tedomari::board::{Board, Color, Game, Komi, Move, Rules};
use tedomari::mcts::{Filter, Params, Report, Searcher};

fn game(diagram: &str, rules: &str, half_komi: i32) -> Game {
    let board: Board = diagram.parse().unwrap();
    let komi = Komi::from_half_points(half_komi);
    let rules = Rules {
        komi,
        ..Rules::named(rules).unwrap()
    };
    Game::from_start(Start::from_board(&board), rules).unwrap()
}

fn search(game: &Game, color: Color) -> Report {
    let mut searcher = Searcher::new(Params {
        memory_mib: 32,
        ..Params::default()
    });
    searcher.search(game, color, &Filter::NONE, &mut Budget::nodes(2000))
}

fn check(diagram: &str, half_komi: i32, color: Color, expected: &[&str]) {
    let game = game(diagram, "chinese", half_komi);
    let best = search(&game, color).best().to_string();
    assert!(
        expected.contains(&best.as_str()),
        "{color} plays {best}\n{diagram}"
    );
}

#[test]
fn a_group_in_atari_is_captured_or_saved() {
    let diagram = "\
        . . . . . . .
        . . X X X . .
        . X O O O X .
        . X O . O X .
        . . X O X . .
        . . . . . . .
        . . . . . . .";
    check(diagram, 1, Color::Black, &["D4", "D2"]);
    let ladder_free = "\
        . . . . . . .
        . O . . . O .
        . . X O . . .
        . X O O X . .
        . . X X . . .
        . . . . . . .
        . . . . . . .";
    check(ladder_free, 1, Color::Black, &["D6", "E5", "E6"]);
}

#[test]
fn the_vital_point_of_three_in_a_row_is_played_by_either_side() {
    let diagram = "\
        . X O . . . O
        . X O O O O O
        . X X X X X X
        . . . . . . .
        . . . . . . .
        O O O O O O .
        . . . . . O .";
    // Black wins only by killing.
    check(diagram, -17, Color::Black, &["E7"]);
    check(diagram, 1, Color::White, &["E7"]);
}

#[test]
fn a_won_finished_game_can_be_passed() {
    let diagram = "\
        . X O . .
        X X O O O
        . X O . O
        X X O O O
        . X O . .";
    for (rules, half_komi, color) in [
        ("chinese", 1, Color::White),
        ("chinese", -31, Color::Black),
        ("japanese", 1, Color::White),
    ] {
        let mut game = game(diagram, rules, half_komi);
        game.play(color.opponent(), Move::Pass).unwrap();
        let report = search(&game, color);
        let pass = report.find(Move::Pass).unwrap();
        assert!(
            pass.visits > 0 && pass.win_rate > 0.99,
            "{rules} {color}: {pass:?}"
        );
    }
}

#[test]
fn the_score_follows_the_rules() {
    let diagram = "\
        . X O . .
        X X O O O
        . X O . O
        X X O O O
        . X O . .";
    let check = |rules, half_komi, expected: f64| {
        let report = search(&game(diagram, rules, half_komi), Color::Black);
        assert!(
            (report.score_mean - expected).abs() < 1.1,
            "{rules}: {}",
            report.score_mean
        );
    };
    // Black has 7 stones and 3 points, White 10 stones and 5 points.
    check("chinese", 0, -5.0);
    check("chinese", 15, -12.5);
    check("japanese", 0, -2.0);
}
