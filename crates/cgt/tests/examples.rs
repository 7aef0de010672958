//! The program of `examples/`, run as its users run it.

#[path = "../examples/canonical_form.rs"]
#[allow(dead_code, reason = "the program's `main` is not called")]
mod canonical_form;

#[test]
fn a_game_is_brought_into_canonical_form() {
    assert_eq!(
        canonical_form::describe("{4|1} + {2|0} + *").unwrap(),
        "canonical form: {{6*|4*}|{3*|1*}}\nmean: 7/2\ntemperature: 3/2\n"
    );
    assert!(canonical_form::describe("{4|").is_err());
}
