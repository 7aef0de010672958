//! Tests with an evaluator of our own: the learned prior for moves, and a few playouts for values.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::graph::Graph;
use super::node::{NOWHERE, Node};
use super::searcher::PuctSearcher;
use super::stats::{Share, Stats};
use super::worker::lock;
use super::{EvaluationSession, LeafEvaluator};
use crate::base::{Budget, CancelToken, Rng, Stop};
use crate::board::game::Start;
use crate::board::{Board, Color, Game, KoRule, Move, Point, Rules, Score, Size};
use crate::intuition::{Evaluation, NetworkPosition};
use crate::mcts::playout::{PlayoutTurn, Policy, play_out};
use crate::mcts::score::area;
use crate::mcts::{Ending, Filter, Params, Report, Restriction};

/// Every legal play that fills no small eye is equally likely; the value comes from one playout after another.
#[derive(Debug, Default)]
struct Dice {
    n_playouts: u32,
    n_asked: AtomicU64,
}

impl LeafEvaluator for Dice {
    fn session(&self) -> Box<dyn EvaluationSession + '_> {
        Box::new(Thrower(self))
    }
}

struct Thrower<'a>(&'a Dice);

impl EvaluationSession for Thrower<'_> {
    fn evaluate(
        &mut self,
        position: &NetworkPosition<'_>,
        _optimism: f32,
        rng: &mut Rng,
    ) -> Evaluation {
        self.0.n_asked.fetch_add(1, Ordering::Relaxed);
        let (board, color) = (position.board, position.to_move);
        let is_eye = |point: Point| {
            let is_own = |&neighbor: &Point| {
                board.color(neighbor) == Some(color) || !board.size().contains(neighbor)
            };
            point.neighbors().iter().all(is_own)
        };
        let mut points = board.empty_points().to_vec();
        points.sort_unstable();
        points.retain(|&point| board.is_legal(color, point) && !position.banned.contains(point));
        let weight = |&point: &Point| if is_eye(point) { 0.01 } else { 1.0 };
        let total: f32 = points.iter().map(weight).sum::<f32>() + 0.1;
        let plays = points
            .iter()
            .map(|point| (Move::Play(*point), weight(point) / total));
        let policy = plays.chain([(Move::Pass, 0.1 / total)]).collect();
        let scores: Vec<f64> = (0..self.0.n_playouts)
            .map(|_| {
                let mut end = Board::new(board.size());
                end.copy_position(board);
                play_out(
                    &mut end,
                    PlayoutTurn::first(color),
                    Policy::default(),
                    rng,
                    |_, _, _, _| (),
                );
                let score = Score::from_points(area(&end)) + position.rules.komi.score();
                score.points() * f64::from(color.sign())
            })
            .collect();
        evaluation(&scores, policy, board.size())
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "small numbers"
)]
fn evaluation(scores: &[f64], policy: Vec<(Move, f32)>, size: Size) -> Evaluation {
    let n = scores.len() as f64;
    let mean = scores.iter().sum::<f64>() / n;
    let square = scores.iter().map(|score| score * score).sum::<f64>() / n;
    let win = scores.iter().filter(|&&score| score > 0.0).count() as f32 / n as f32;
    Evaluation {
        policy,
        win,
        loss: 1.0 - win,
        no_result: 0.0,
        lead: mean as f32,
        score_mean: mean as f32,
        score_stdev: (square - mean * mean).max(0.0).sqrt() as f32,
        variance_time: -1.0,
        win_error: -1.0,
        score_error: -1.0,
        ownership: vec![0.25; size.n_points()],
    }
}

fn searcher(params: Params) -> PuctSearcher {
    let dice = Dice {
        n_playouts: 4,
        ..Dice::default()
    };
    PuctSearcher::new(params, Arc::new(dice))
}

fn params() -> Params {
    Params {
        memory_mib: 64,
        stops_early: false,
        ..Params::default()
    }
}

fn game(diagram: &str, to_move: Color, rules: &str) -> Game {
    let board: Board = diagram.parse().unwrap();
    let start = Start {
        to_move: Some(to_move),
        ..Start::from_board(&board)
    };
    let rules = Rules {
        komi: crate::board::Komi::from_half_points(1),
        ..Rules::named(rules).unwrap()
    };
    Game::from_start(start, rules).unwrap()
}

fn search(searcher: &mut PuctSearcher, game: &Game, filter: &Filter, n: u64) -> Report {
    let mut budget = Budget::nodes(n);
    searcher.search_observed(game, game.to_move(), filter, &mut budget, None)
}

fn play(name: &str) -> Move {
    Move::Play(name.parse().unwrap())
}

/// A6 decides whether White lives, and with it the game if Black gives 40.5 points.
const VITAL: &str = "\
    . O X X X X X
    . O X . X . X
    . O X X X X X
    O O X X X X X
    X X X X X X X
    X . X X X X X
    X X X X X X X";

/// D6 captures six white stones, E6 three black ones.
const CAPTURE: &str = "\
    . . . . . . .
    . X X . . O .
    . X O O X O .
    . X O O X O .
    . X O O X O .
    . . X X O . .
    . . . . . . .";

/// The captures that are right in [`CAPTURE`].
const CAPTURES: [&str; 2] = ["D6", "E6"];

#[test]
fn a_capture_is_found() {
    for (color, capture) in Color::BOTH.into_iter().zip(CAPTURES) {
        let game = game(CAPTURE, color, "chinese");
        let report = search(&mut searcher(params()), &game, &Filter::NONE, 600);
        assert_eq!(report.n_playouts, 600);
        assert_eq!(report.best(), play(capture), "{color}");
    }
}

#[test]
fn the_vital_point_is_found() {
    for color in Color::BOTH {
        let mut game = game(VITAL, color, "chinese");
        let komi = crate::board::Komi::from_half_points(81);
        game.set_rules(Rules {
            komi,
            ..*game.rules()
        });
        let report = search(&mut searcher(params()), &game, &Filter::NONE, 1000);
        assert_eq!(report.best(), play("A6"), "{color}");
        assert!(report.moves[0].win_rate > 0.9, "{:?}", report.moves[0]);
    }
}

#[test]
fn one_thread_repeats_itself() {
    let mut game = Game::new(Size::square(7), Rules::named("chinese").unwrap());
    let mut searchers = [searcher(params()), searcher(params())];
    for _ in 0..4 {
        let [one, two] = searchers
            .each_mut()
            .map(|searcher| search(searcher, &game, &Filter::NONE, 150));
        assert_eq!(one.moves, two.moves);
        assert_eq!((one.n_nodes, one.n_reused), (two.n_nodes, two.n_reused));
        game.play(game.to_move(), one.best()).unwrap();
    }
    for searcher in &mut searchers {
        searcher.clear();
    }
    let [one, two] = searchers
        .each_mut()
        .map(|searcher| search(searcher, &game, &Filter::NONE, 150));
    assert_eq!((one.moves, one.n_reused), (two.moves, 0));
}

#[test]
fn several_threads_share_the_graph() {
    let game = game(CAPTURE, Color::Black, "chinese");
    let mut searcher = searcher(Params {
        threads: 4,
        ..params()
    });
    let report = search(&mut searcher, &game, &Filter::NONE, 1000);
    assert_eq!(report.n_playouts, 1000);
    let visits: u32 = report.moves.iter().map(|entry| entry.visits).sum();
    assert_eq!(visits, 1000);
    check_means(&lock(searcher.graph()));
    assert_eq!(report.best(), play(CAPTURES[0]));
}

#[test]
fn the_subtree_is_used_again() {
    let mut game = Game::new(Size::square(7), Rules::named("chinese").unwrap());
    let mut searcher = searcher(params());
    let report = search(&mut searcher, &game, &Filter::NONE, 400);
    let line = &report.moves[0].line;
    for &mv in &line[..2] {
        game.play(game.to_move(), mv).unwrap();
    }
    let recalled = searcher.recall(&game, game.to_move());
    assert!(recalled.is_some_and(|(mv, visits)| visits > 0 && game.is_legal(game.to_move(), mv)));
    let known = searcher.candidates(&game, game.to_move(), &Filter::NONE);
    assert!(known.is_some_and(|moves| moves.len() > 10));
    let next = search(&mut searcher, &game, &Filter::NONE, 10);
    assert!(
        next.n_reused > 5 && next.n_nodes < report.n_nodes,
        "{}",
        next.n_reused
    );
    check_means(&lock(searcher.graph()));
    // Another game has nothing to do with it.
    game.undo();
    assert_eq!(search(&mut searcher, &game, &Filter::NONE, 10).n_reused, 0);
    assert_eq!(
        searcher.candidates(
            &self::game(VITAL, Color::White, "chinese"),
            Color::White,
            &Filter::NONE
        ),
        None
    );
}

#[test]
fn filters_are_obeyed() {
    let game = game(CAPTURE, Color::Black, "chinese");
    let names = |report: &Report| -> Vec<Move> {
        let visited = report.moves.iter().filter(|entry| entry.visits > 0);
        visited.map(|entry| entry.mv).collect()
    };
    let only = [play("A1"), Move::Pass];
    let filter = Filter {
        allow: Some(only.to_vec()),
        ..Filter::NONE
    };
    let report = search(&mut searcher(params()), &game, &filter, 100);
    assert_eq!(report.moves.len(), 2);
    assert!(names(&report).iter().all(|mv| only.contains(mv)));
    let filter = Filter {
        avoid: vec![play("D6"), play("E6")],
        ..Filter::NONE
    };
    let report = search(&mut searcher(params()), &game, &filter, 200);
    assert!(!names(&report).contains(&play("D6")) && report.moves.len() > 5);
    let mut filter = Filter::NONE;
    filter.never[Color::Black] = ["D6", "D2"]
        .map(|name| name.parse().unwrap())
        .into_iter()
        .collect();
    filter.never[Color::White] = ["A1"]
        .map(|name| name.parse().unwrap())
        .into_iter()
        .collect();
    let mut kept = searcher(params());
    search(&mut kept, &game, &Filter::NONE, 100);
    let report = search(&mut kept, &game, &filter, 200);
    assert!(
        !names(&report).contains(&play("D6")),
        "the graph knows the move, the filter forbids it"
    );
    let nothing = Filter {
        allow: Some(Vec::new()),
        ..Filter::NONE
    };
    let report = search(&mut kept, &game, &nothing, 100);
    assert_eq!(
        (report.moves.len(), report.n_playouts, report.ending),
        (0, 0, Ending::Decided)
    );
}

#[test]
fn hints_and_restrictions_are_obeyed() {
    let game = Game::new(Size::square(7), Rules::named("chinese").unwrap());
    let corner: Point = "A1".parse().unwrap();
    let filter = Filter {
        urgent: vec![(corner, 0.9)],
        ..Filter::NONE
    };
    let report = search(&mut searcher(params()), &game, &filter, 30);
    let entry = report.find(Move::Play(corner)).unwrap();
    assert!(
        entry.visits >= 5 && (entry.prior - 0.9).abs() < 1e-6,
        "{entry:?}"
    );
    let center = play("D4");
    let filter = Filter {
        allow: Some(vec![play("C3")]),
        later: vec![Restriction {
            color: Color::White,
            until: 2,
            allows: true,
            moves: vec![center],
        }],
        ..Filter::NONE
    };
    let report = search(&mut searcher(params()), &game, &filter, 50);
    assert_eq!(report.moves[0].line[..2], [play("C3"), center]);
}

#[test]
fn memory_is_bounded() {
    let game = Game::new(Size::square(9), Rules::named("chinese").unwrap());
    let mut searcher = PuctSearcher::new(
        Params {
            memory_mib: 1,
            ..params()
        },
        Arc::new(Dice {
            n_playouts: 1,
            ..Dice::default()
        }),
    );
    let report = search(&mut searcher, &game, &Filter::NONE, 6000);
    assert_eq!(report.n_playouts, 6000);
    assert!(report.n_nodes < 2000, "{}", report.n_nodes);
    let more = search(&mut searcher, &game, &Filter::NONE, 1000);
    assert_eq!(more.n_nodes, report.n_nodes);
    check_means(&lock(searcher.graph()));
}

#[test]
fn a_cancel_ends_the_search() {
    let game = Game::new(Size::square(7), Rules::named("chinese").unwrap());
    let cancel = CancelToken::new();
    cancel.cancel();
    let dice = Arc::new(Dice {
        n_playouts: 1,
        ..Dice::default()
    });
    let mut searcher = PuctSearcher::new(params(), Arc::clone(&dice) as Arc<dyn LeafEvaluator>);
    let mut budget = Budget::unlimited().with_cancel(&cancel);
    let report = searcher.search_observed(&game, Color::Black, &Filter::NONE, &mut budget, None);
    assert_eq!(report.ending, Ending::Stopped(Stop::Cancelled));
    assert_eq!(dice.n_asked.load(Ordering::Relaxed), 1);
    assert!(game.is_legal(Color::Black, report.best()));
}

#[test]
fn positions_reached_twice_are_one_node() {
    let game = Game::new(Size::square(5), Rules::named("chinese").unwrap());
    let dice = Arc::new(Dice {
        n_playouts: 1,
        ..Dice::default()
    });
    let mut searcher = PuctSearcher::new(params(), Arc::clone(&dice) as Arc<dyn LeafEvaluator>);
    let report = search(&mut searcher, &game, &Filter::NONE, 4000);
    let n_asked = dice.n_asked.load(Ordering::Relaxed);
    assert!(n_asked < 3900, "{n_asked}");
    assert!(
        report.n_nodes as u64 >= n_asked,
        "{} {n_asked}",
        report.n_nodes
    );
    check_means(&lock(searcher.graph()));
}

/// Random games under superko, with a search of a few visits at each position.
#[test]
fn all_moves_are_legal_and_all_means_are_right() {
    let mut rng = Rng::new(11, 0);
    for rules in ["tromp-taylor", "japanese", "chinese", "aga"] {
        let mut game = Game::new(Size::new(4, 3).unwrap(), Rules::named(rules).unwrap());
        let dice = Dice {
            n_playouts: 1,
            ..Dice::default()
        };
        let mut searcher = PuctSearcher::new(params(), Arc::new(dice));
        for _ in 0..40 {
            let report = search(&mut searcher, &game, &Filter::NONE, 60);
            check_means(&lock(searcher.graph()));
            for entry in &report.moves {
                assert!((0.0..=1.0).contains(&entry.win_rate), "{entry:?}");
                let mut copy = game.clone();
                for &mv in &entry.line {
                    copy.play(copy.to_move(), mv).unwrap();
                }
            }
            let n_legal = game
                .board()
                .empty_points()
                .iter()
                .filter(|&&point| game.is_legal(game.to_move(), Move::Play(point)))
                .count();
            assert_eq!(report.moves.len(), n_legal + 1);
            let choice = report.moves[rng.index(report.moves.len())].mv;
            game.play(game.to_move(), choice).unwrap();
        }
    }
}

/// Whole games on tiny boards under superko: no line repeats a position, although paths of the graph meet.
#[test]
fn lines_obey_superko() {
    let mut rng = Rng::new(21, 0);
    let rulesets = [KoRule::PositionalSuperko, KoRule::SituationalSuperko];
    for (width, height) in [(2, 2), (3, 2), (3, 3), (1, 5), (4, 4)] {
        for (ko, allows_suicide) in rulesets
            .into_iter()
            .flat_map(|ko| [(ko, false), (ko, true)])
        {
            let rules = Rules {
                ko,
                allows_suicide,
                ..Rules::default()
            };
            let mut game = Game::new(Size::new(width, height).unwrap(), rules);
            let dice = Dice {
                n_playouts: 1,
                ..Dice::default()
            };
            let mut searcher = PuctSearcher::new(params(), Arc::new(dice));
            for _ in 0..4 * usize::from(width) * usize::from(height) {
                let report = search(&mut searcher, &game, &Filter::NONE, 60);
                for entry in &report.moves {
                    let mut copy = game.clone();
                    for &mv in &entry.line {
                        let played = copy.play(copy.to_move(), mv);
                        assert!(played.is_ok(), "{mv} in {:?}", entry.line);
                    }
                }
                let choice = report.moves[rng.index(report.moves.len())].mv;
                game.play(game.to_move(), choice).unwrap();
            }
        }
    }
}

/// Two passes under area rules are counted as the board stands, whatever the evaluator's evaluation is.
#[test]
fn the_end_of_a_game_is_counted() {
    let diagram = ". X . O .\nX X X O O\n. X X O .\nX X X O O\n. X X O .";
    let mut game = game(diagram, Color::Black, "chinese");
    let filter = Filter {
        allow: Some(vec![Move::Pass]),
        ..Filter::NONE
    };
    game.play(Color::Black, Move::Pass).unwrap();
    let report = search(&mut searcher(params()), &game, &filter, 50);
    let pass = report.find(Move::Pass).unwrap();
    assert_eq!((pass.visits, pass.line.len()), (50, 1));
    assert!(
        (pass.win_rate - 0.0).abs() < 1e-9 && (pass.score_mean - 3.5).abs() < 1e-6,
        "{pass:?}"
    );
}

/// What a node's visits and means have to be, counted anew from its edges and children.
fn check_means(graph: &Graph) {
    for index in 0..graph.len() {
        let node = graph.node(index);
        let by_edges: u32 = node.edges.iter().map(|edge| edge.visits).sum();
        assert_eq!(node.visits, node.own_visits + by_edges);
        assert!(
            node.edges
                .iter()
                .all(|edge| edge.n_under_way == 0 && edge.child != NOWHERE)
        );
        for edge in &node.edges {
            let child = graph.child(edge).unwrap();
            assert!(edge.visits <= child.visits);
        }
        let untried = node.untried().count();
        let n_moves = node
            .evaluation
            .as_ref()
            .map_or(0, |known| known.moves.len());
        assert_eq!(untried + node.edges.len(), n_moves);
    }
    check_fresh_means(graph);
}

/// A node none of whose children was visited by another path since its own last visit has the means of its children.
fn check_fresh_means(graph: &Graph) {
    for index in 0..graph.len() {
        let node = graph.node(index);
        let is_fresh = node.edges.iter().all(|edge| {
            graph
                .child(edge)
                .is_some_and(|child| child.visits == edge.visits)
        });
        if !is_fresh || node.edges.is_empty() {
            continue;
        }
        let (mut low, mut high) = (node.own_utility, node.own_utility);
        for edge in &node.edges {
            let utility = graph.child(edge).unwrap().stats.utility;
            (low, high) = (low.min(utility), high.max(utility));
        }
        assert!((low - 1e-9..=high + 1e-9).contains(&node.stats.utility));
        let again = recount(graph, node);
        assert!((again.utility - node.stats.utility).abs() < 1e-9);
        assert!((again.weight - node.stats.weight).abs() < 1e-9);
    }
}

/// The means of a node by its children, as [`Stats::combined`] defines them.
fn recount(graph: &Graph, node: &Node) -> Stats {
    let mut shares: Vec<Share> = node
        .edges
        .iter()
        .map(|edge| Share {
            stats: graph.child(edge).unwrap().stats,
            weight: graph.child(edge).unwrap().stats.weight,
            prior: node.candidate(usize::from(edge.index)).unwrap().1,
        })
        .collect();
    Stats::combined(
        node.own_stats(),
        &mut shares,
        f64::from(node.to_move.sign()),
    )
}
