//! Long computations end when the client interrupts them, in any of its ways.

use std::time::Instant;

use super::{Engine, PATIENCE, THINKING};

/// Expressions that take minutes or for ever: comparisons of thousands of games, and sums of thirty hot games.
fn endless_expressions() -> Vec<String> {
    let hot = (0..30).map(|n| format!("{{{}|{}||{}}}", 40 + 3 * n, 7 * n % 13, -n - 9));
    let hot: Vec<String> = hot.collect();
    vec![
        "best_incentives(*32767)".to_owned(),
        hot.join(" + "),
        format!("cool({}, 1)", hot.join(" + ")),
    ]
}

/// An engine that works on an expression and has not answered yet.
fn computing(expression: &str) -> Engine {
    let mut engine = Engine::start(&[]);
    engine.ask("name");
    engine.send(&format!("tedomari-cgt {expression}"));
    engine.wait_for_work(THINKING);
    engine
}

#[test]
fn the_mathematics_of_games_can_be_interrupted() {
    for expression in endless_expressions() {
        let mut engine = computing(&expression);
        let asked = Instant::now();
        engine.send("# interrupt");
        let reply = engine.response();
        assert!(
            reply.ends_with("stopped: cancelled\n"),
            "{expression}: {reply}"
        );
        assert!(asked.elapsed() < PATIENCE, "{expression}");
        assert_eq!(engine.ask("tedomari-cgt {1|0} + 1"), "= {2|1}\n");
    }
}

#[test]
fn quit_and_the_end_of_the_input_end_the_mathematics_of_games() {
    let mut engine = computing("best_incentives(*32767)");
    engine.send("quit");
    assert!(engine.response().starts_with('?'));
    assert_eq!(engine.response(), "= \n");
    engine.assert_gone();
    let mut engine = computing("best_incentives(*32767)");
    engine.end_input();
    assert!(engine.response().starts_with('?'));
    engine.assert_gone();
}

/// An engine in the middle of a judgement that takes minutes: of a game that ended on 19x19 without a proof.
fn judging(command: &str) -> Engine {
    let mut engine = Engine::start(&["--set", "policy.scoring_playouts=1000000"]);
    engine.ask("boardsize 19");
    for row in 1..=19 {
        engine.ask(&format!("play b J{row}"));
        engine.ask(&format!("play w L{row}"));
    }
    engine.ask("play b Q4");
    engine.ask("play w pass");
    engine.send(command);
    engine.wait_for_work(THINKING);
    engine
}

#[test]
fn a_judgement_can_be_interrupted() {
    for command in [
        "final_score",
        "final_status_list dead",
        "tedomari-final_reasons",
        "tedomari-score_estimate",
        "genmove b",
        "kgs-genmove_cleanup b",
    ] {
        let mut engine = judging(command);
        let asked = Instant::now();
        engine.send("# interrupt");
        let reply = engine.response();
        assert!(reply.starts_with('='), "{command}: {reply}");
        assert!(asked.elapsed() < PATIENCE, "{command}");
        assert_eq!(engine.ask("name"), "= Tedomari\n");
    }
}

#[test]
fn quit_and_the_end_of_the_input_end_a_judgement() {
    let mut engine = judging("final_score");
    engine.send("quit");
    assert!(engine.response().starts_with('='));
    assert_eq!(engine.response(), "= \n");
    engine.assert_gone();
    let mut engine = judging("final_status_list dead");
    engine.end_input();
    assert!(engine.response().starts_with('='));
    engine.assert_gone();
}

#[test]
fn a_text_without_end_is_refused() {
    let mut engine = Engine::start(&["--set", "cgt.max_forms=10000"]);
    let reply = engine.ask("tedomari-cgt braces(*40)");
    assert_eq!(reply, "? column 1: a text of more than 10000 games\n");
}
