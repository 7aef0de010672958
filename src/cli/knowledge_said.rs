//! What rules assert, in words.

use crate::board::{Board, Point};
use crate::goals::rules::{Assertion, RuleBase};

/// An assertion in words: who, what for, where to play, and why.
pub(super) fn said(base: &RuleBase, board: &Board, assertion: &Assertion) -> String {
    let rule = base.rule(assertion.rule);
    let names = |points: &mut dyn Iterator<Item = Point>| -> String {
        points.map(|point| format!(" {point}")).collect()
    };
    let objects = names(&mut assertion.objects.into_iter().flatten());
    let what = match assertion.prescribed {
        Some(point) => {
            let legal = if board.is_legal(assertion.player, point) {
                ""
            } else {
                " (illegal)"
            };
            format!(" at {point}{legal}, {}", assertion.recommendation.word())
        }
        None => assertion.eye.as_ref().map_or_else(String::new, |eye| {
            format!(" at{}", names(&mut eye.center.iter()))
        }),
    };
    format!(
        "{}: {}{objects}: {}{what}: {} ({})",
        assertion.player,
        assertion.goal.word(),
        assertion.purpose.word(),
        rule.note(),
        rule.name()
    )
}
