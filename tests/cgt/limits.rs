//! The limits of the table hold for all expressions.

use tedomari::base::{Budget, CancelToken};
use tedomari::cgt::{Games, GamesConfig, Style, evaluate};

/// Evaluates an expression in a table with room for some forms, to its text.
fn text(expression: &str, max_forms: usize, budget: Budget) -> Result<String, String> {
    let mut games = Games::new(GamesConfig {
        max_forms,
        memo_entries: 1_000,
        ..GamesConfig::default()
    });
    games.set_budget(budget);
    let value = evaluate(&mut games, expression).map_err(|error| error.to_string())?;
    value
        .text(&mut games, Style::default())
        .map_err(|error| error.to_string())
}

#[test]
fn a_text_has_no_more_games_than_the_table() {
    let found = text("braces(*40)", 1_000, Budget::unlimited());
    assert_eq!(
        found.unwrap_err(),
        "column 1: a text of more than 1000 games"
    );
    assert!(text("braces(*6)", 1_000, Budget::unlimited()).is_ok());
}

#[test]
fn long_lists_of_options_count_as_much_as_many_forms() {
    let hot = (0..30).map(|n| format!("{{{}|{}||{}}}", 40 + 3 * n, 7 * n % 13, -n - 9));
    let hot: Vec<String> = hot.collect();
    let found = text(&hot.join(" + "), 1_000, Budget::unlimited());
    let error = found.unwrap_err();
    assert!(error.ends_with("more than 1000 stored games"), "{error}");
}

#[test]
fn work_between_two_nodes_is_stopped_too() {
    let cancel = CancelToken::new();
    cancel.cancel();
    let budget = Budget::unlimited().with_cancel(&cancel);
    for expression in ["braces(*14)", "best_incentives(*32767)"] {
        let found = text(expression, 1_000_000, budget.clone());
        assert!(
            found.unwrap_err().ends_with("stopped: cancelled"),
            "{expression}"
        );
    }
}
