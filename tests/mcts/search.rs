//! The searcher: gives the same results again, respects its limits, uses its tree again, and stops when cancelled.

use std::time::{Duration, Instant};

use tedomari::base::{Budget, CancelToken, Stop};
use tedomari::board::{Color, Game, Move, PerColor, PointSet, Rules, Size};
use tedomari::mcts::{Ending, Filter, Params, Report, Restriction, Searcher};

fn params() -> Params {
    Params {
        memory_mib: 16,
        stops_early: false,
        ..Params::default()
    }
}

fn new_game(width: u8, height: u8) -> Game {
    Game::new(Size::new(width, height).unwrap(), Rules::default())
}

fn search(searcher: &mut Searcher, game: &Game, n_playouts: u64) -> Report {
    searcher.search(
        game,
        game.to_move(),
        &Filter::NONE,
        &mut Budget::nodes(n_playouts),
    )
}

/// The parts of a report that must be equal when a search is repeated.
fn digest(report: &Report) -> String {
    format!(
        "{:?} {:?} {} {}",
        report.moves, report.ending, report.n_playouts, report.n_nodes
    )
}

#[test]
fn one_thread_repeats_exactly() {
    let play = |searcher: &mut Searcher| {
        let mut game = new_game(7, 7);
        let mut digests = Vec::new();
        for _ in 0..6 {
            let report = search(searcher, &game, 400);
            assert_eq!(report.n_playouts, 400);
            game.play(game.to_move(), report.best()).unwrap();
            digests.push(digest(&report));
        }
        digests
    };
    let mut searcher = Searcher::new(params());
    let first = play(&mut searcher);
    searcher.clear();
    assert_eq!(play(&mut searcher), first);
    let mut other = Searcher::new(Params {
        seed: 77,
        ..params()
    });
    assert_ne!(play(&mut other), first, "another seed gives other playouts");
}

#[test]
fn the_tree_is_used_again_after_moves_and_only_then() {
    let mut searcher = Searcher::new(params());
    let mut game = new_game(7, 7);
    let report = search(&mut searcher, &game, 1000);
    assert_eq!(report.n_reused, 0);
    let reply = report.moves[0].line[1];
    let visits_after = |report: &Report| report.moves.iter().map(|entry| entry.visits).sum::<u32>();
    game.play(Color::Black, report.best()).unwrap();
    game.play(Color::White, reply).unwrap();
    let report = search(&mut searcher, &game, 10);
    assert!(report.n_reused > 20, "{}", report.n_reused);
    assert!(visits_after(&report) >= 10 + report.n_reused / 2);
    // The same position again, then another player, then another game.
    assert!(search(&mut searcher, &game, 10).n_reused >= report.n_reused + 10);
    let white = searcher.search(&game, Color::White, &Filter::NONE, &mut Budget::nodes(10));
    assert_eq!(white.n_reused, 0);
    game.undo();
    assert_eq!(search(&mut searcher, &game, 10).n_reused, 0);
    assert_eq!(search(&mut searcher, &new_game(7, 7), 10).n_reused, 0);
}

#[test]
fn memory_is_bounded_while_playouts_go_on() {
    let mut searcher = Searcher::new(Params {
        memory_mib: 1,
        expand_visits: 1,
        ..params()
    });
    let mut game = new_game(9, 9);
    let mut is_full = false;
    for _ in 0..4 {
        let report = search(&mut searcher, &game, 1500);
        assert_eq!(report.n_playouts, 1500);
        // A node is at least 40 bytes.
        assert!(report.n_nodes * 40 <= 1 << 20, "{}", report.n_nodes);
        is_full |= report.n_nodes * 60 > 1 << 20;
        game.play(game.to_move(), report.best()).unwrap();
    }
    assert!(is_full, "the bound was put to the test");
}

#[test]
fn every_shape_of_board_has_a_move() {
    for (width, height) in [
        (1, 1),
        (1, 2),
        (2, 1),
        (2, 2),
        (1, 25),
        (25, 2),
        (3, 7),
        (25, 25),
    ] {
        for rules in ["chinese", "japanese", "tromp_taylor", "aga"] {
            let size = Size::new(width, height).unwrap();
            let mut game = Game::new(size, Rules::named(rules).unwrap());
            let mut searcher = Searcher::new(params());
            for _ in 0..4 {
                let report = search(&mut searcher, &game, 30);
                assert!(report.find(Move::Pass).is_some());
                assert!((0.0..=1.0).contains(&report.win_rate));
                game.play(game.to_move(), report.best()).unwrap();
            }
            if size.n_points() == 1 && !game.rules().allows_suicide {
                assert!(game.moves().iter().all(|&(_, mv)| mv == Move::Pass));
            }
        }
    }
}

#[test]
fn either_player_may_be_asked_at_any_time() {
    let mut game = new_game(5, 5);
    game.play(Color::Black, Move::Play("C3".parse().unwrap()))
        .unwrap();
    for _ in 0..4 {
        for color in Color::BOTH {
            let mut searcher = Searcher::new(params());
            let report = searcher.search(&game, color, &Filter::NONE, &mut Budget::nodes(300));
            assert_eq!(report.n_playouts, 300);
            assert!(game.is_legal(color, report.best()));
        }
        game.play(game.to_move(), Move::Pass).unwrap();
    }
}

#[test]
fn a_filter_restricts_the_choice() {
    let game = new_game(5, 5);
    let points = ["A1", "B2", "C3"].map(|name| Move::Play(name.parse().unwrap()));
    let mut searcher = Searcher::new(params());
    let mut moves = |filter: &Filter| -> Vec<Move> {
        let report = searcher.search(&game, Color::Black, filter, &mut Budget::nodes(50));
        let mut moves: Vec<Move> = report.moves.iter().map(|entry| entry.mv).collect();
        moves.sort_unstable();
        moves
    };
    let allow = Some(points.to_vec());
    assert_eq!(
        moves(&Filter {
            allow: allow.clone(),
            ..Filter::NONE
        }),
        points
    );
    assert_eq!(
        moves(&Filter {
            allow: allow.clone(),
            avoid: points[..2].to_vec(),
            ..Filter::NONE
        }),
        points[2..]
    );
    assert_eq!(
        moves(&Filter {
            avoid: points.to_vec(),
            ..Filter::NONE
        })
        .len(),
        25 + 1 - 3
    );
    assert_eq!(
        moves(&Filter {
            allow,
            avoid: points.to_vec(),
            ..Filter::NONE
        }),
        []
    );
}

#[test]
fn later_moves_of_a_line_are_restricted_as_deep_as_asked() {
    let game = new_game(5, 5);
    let only = |name: &str| vec![Move::Play(name.parse().unwrap())];
    let restriction = |color, until, allows, name| Restriction {
        color,
        until,
        allows,
        moves: only(name),
    };
    let filter = Filter {
        allow: Some(only("C3")),
        avoid: Vec::new(),
        later: vec![
            restriction(Color::White, 2, true, "B2"),
            restriction(Color::Black, 3, false, "C2"),
            restriction(Color::Black, 3, true, "D2"),
        ],
        ..Filter::NONE
    };
    let mut searcher = Searcher::new(params());
    let report = searcher.search(&game, Color::Black, &filter, &mut Budget::nodes(500));
    let line: Vec<String> = report.moves[0]
        .line
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(line[..3], ["C3", "B2", "D2"]);
    assert!(line.len() > 3, "{line:?}");
    // From the third move on, the restrictions have ended.
    game_after(&game, &line[..2], |game| {
        let report = searcher.search(game, Color::Black, &Filter::NONE, &mut Budget::nodes(200));
        assert!(report.moves.len() > 20);
    });
}

#[test]
fn what_is_never_played_is_not_looked_at_until_it_may_be_played_again() {
    let game = new_game(3, 3);
    let corner: PointSet = ["A1", "B1"]
        .map(|name| name.parse().unwrap())
        .into_iter()
        .collect();
    let filter = Filter {
        never: PerColor([corner, PointSet::EMPTY]),
        ..Filter::NONE
    };
    let mut searcher = Searcher::new(params());
    let mut moves = |filter: &Filter, color: Color| -> usize {
        let report = searcher.search(&game, color, filter, &mut Budget::nodes(300));
        let lines = report.moves.iter().map(|entry| &entry.line);
        let plays = lines
            .flat_map(|line| line.iter().step_by(2))
            .filter_map(|mv| mv.point());
        if filter.never[color] == corner {
            assert!(plays.into_iter().all(|point| !corner.contains(point)));
        }
        report.moves.len()
    };
    assert_eq!(moves(&filter, Color::Black), 9 - 2 + 1);
    assert_eq!(moves(&filter, Color::White), 9 + 1);
    assert_eq!(moves(&filter, Color::Black), 9 - 2 + 1);
    assert_eq!(moves(&Filter::NONE, Color::Black), 9 + 1);
}

/// Checks a game with some more moves.
fn game_after(game: &Game, moves: &[String], show: impl FnOnce(&Game)) {
    let mut game = game.clone();
    for name in moves {
        let color = game.to_move();
        game.play(color, Move::Play(name.parse().unwrap())).unwrap();
    }
    show(&game);
}

#[test]
fn a_cancelled_or_late_search_plays_nothing_out() {
    let game = new_game(9, 9);
    for threads in [1, 3] {
        let mut searcher = Searcher::new(Params {
            threads,
            ..params()
        });
        let cancel = CancelToken::new();
        cancel.cancel();
        let mut budget = Budget::unlimited().with_cancel(&cancel);
        let report = searcher.search(&game, Color::Black, &Filter::NONE, &mut budget);
        assert_eq!(
            (report.n_playouts, report.ending),
            (0, Ending::Stopped(Stop::Cancelled))
        );
        assert_eq!(report.moves.len(), 82);
        let mut budget = Budget::unlimited().until(Instant::now());
        let report = searcher.search(&game, Color::Black, &Filter::NONE, &mut budget);
        assert_eq!(
            (report.n_playouts, report.ending),
            (0, Ending::Stopped(Stop::Time))
        );
    }
}

#[test]
fn a_running_search_ends_when_cancelled() {
    let game = new_game(9, 9);
    let cancel = CancelToken::new();
    let mut searcher = Searcher::new(Params {
        threads: 2,
        ..params()
    });
    let report = std::thread::scope(|scope| {
        let canceller = cancel.clone();
        scope.spawn(move || {
            std::thread::sleep(Duration::from_millis(20));
            canceller.cancel();
        });
        let mut budget = Budget::unlimited().with_cancel(&cancel);
        searcher.search(&game, Color::Black, &Filter::NONE, &mut budget)
    });
    assert_eq!(report.ending, Ending::Stopped(Stop::Cancelled));
}

#[test]
fn threads_share_the_credit_exactly() {
    let game = new_game(9, 9);
    let mut searcher = Searcher::new(Params {
        threads: 4,
        ..params()
    });
    let mut budget = Budget::nodes(1000);
    let report = searcher.search(&game, Color::Black, &Filter::NONE, &mut budget);
    assert_eq!((report.n_playouts, budget.remaining()), (1000, 0));
    let visits: u32 = report.moves.iter().map(|entry| entry.visits).sum();
    assert_eq!(visits, 1000);
    assert_eq!(report.ownership.n_playouts(), 1000);
}

#[test]
fn a_decided_search_ends_early() {
    let mut game = new_game(3, 3);
    game.play(Color::Black, Move::Pass).unwrap();
    let mut searcher = Searcher::new(Params {
        stops_early: true,
        ..params()
    });
    let filter = Filter {
        allow: Some(vec![Move::Pass]),
        ..Filter::NONE
    };
    let report = searcher.search(&game, Color::White, &filter, &mut Budget::nodes(100_000));
    assert_eq!(report.ending, Ending::Decided);
    assert!(report.n_playouts < 100_000);
}
