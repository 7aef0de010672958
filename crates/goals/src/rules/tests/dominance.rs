//! Which assertions override which.

use std::slice;

use crate::rules::{Assertion, RuleBase, dominant};
use tedomari_board::{Board, Color};

/// A rule about the block A, with its play, or with the marks of an eye.
fn rule(name: &str, play: &str, map: &str) -> String {
    let (purpose, rest) = match play {
        "" => ("eye", "mark w X border\nmark e . center\n"),
        _ => ("save", ""),
    };
    let play = if play.is_empty() {
        String::new()
    } else {
        format!("play {play}\n")
    };
    format!(
        "rule {name}\npurpose {purpose}\ngoal save A\n{play}note \"Text.\"\nsource hand\nmap\n{map}\n{rest}end\n"
    )
}

/// The names of the rules that stay of those that match at the block of Black on a point, each once, in order.
fn names(rules: &[String], board: &str, object: &str) -> Vec<String> {
    let base = RuleBase::read(&[("test.rules", &rules.concat())]).unwrap();
    let board: Board = board.parse().unwrap();
    let mut found: Vec<Assertion> = Vec::new();
    base.matches_at(&board, object.parse().unwrap(), Color::Black, &mut found);
    let stay = dominant(&board, &found);
    let mut names: Vec<String> = stay
        .iter()
        .map(|it| base.rule(it.rule).name().to_owned())
        .collect();
    names.sort_unstable();
    names.dedup();
    names
}

#[test]
fn a_special_bad_silences_a_general_good_at_the_same_point_only() {
    let general = rule("general", "good", "A *");
    let bad = rule("bad", "bad", "O\n*\nA");
    let rules = [general, bad];
    assert_eq!(names(&rules, ". . .\n. X .\n. . .", "B2"), ["general"]);
    assert_eq!(
        names(&rules, "O O O\n. O .\n. . .\n. X .", "B1"),
        ["bad", "general"]
    );
    assert_eq!(names(&rules, "O O O\n. O .\n. . .\nO X O", "B1"), ["bad"]);
}

#[test]
fn the_block_counts_and_not_the_stone() {
    let general = rule("general", "good", "A *");
    // The object is another stone of the same block.
    let bad = rule("bad", "bad", "A X *");
    assert_eq!(
        names(&[general, bad], ". . . .\nO O O .\nX X . .\nO O O .", "A2"),
        ["bad"]
    );
}

#[test]
fn a_special_eye_silences_general_eyes_that_share_its_center() {
    let one = rule("one-point", "", "A e w");
    let row = rule("row", "", "w w w w w\nA e w e w");
    let board = "X X X X X\nX . X . X\n. . . . .";
    assert_eq!(names(slice::from_ref(&one), board, "A2"), ["one-point"]);
    assert_eq!(names(&[one, row], board, "A2"), ["row"]);
}
