//! Answers in words.

use crate::base::{Color, Confidence, Point};
use crate::engine::reading::{Fate, Finding, StatusFinding};

/// A status as a sentence.
#[must_use]
pub(crate) fn status(head: Point, color: Color, status: &StatusFinding) -> String {
    let block = format!("The {color} block of {head}");
    let trust = trust(status.is_proven(), status.confidence());
    let at = |finding: &Finding| {
        finding
            .first()
            .map_or_else(String::new, |point| format!(" at {point}"))
    };
    let other = capital(&color.opponent().to_string());
    let owner = capital(&color.to_string());
    match status.fate {
        Fate::Alive => format!(
            "{block} lives even if {} moves first ({trust}).",
            color.opponent()
        ),
        Fate::Seki => format!(
            "{block} stays in a seki even if {} moves first ({trust}).",
            color.opponent()
        ),
        Fate::Dead => format!("{block} dies even if {color} moves first ({trust})."),
        Fate::Critical => format!(
            "{block} hangs on the next move: {other} kills{}, {owner} saves it{} ({trust}).",
            at(&status.kill),
            at(&status.live)
        ),
        Fate::Unknown => format!(
            "What becomes of {} was not found in the time given.",
            small(&block)
        ),
    }
}

/// How far an answer can be trusted, in words.
#[must_use]
pub(crate) fn trust(is_proven: bool, confidence: Confidence) -> String {
    if is_proven {
        "proved".to_owned()
    } else {
        format!("estimated, confidence {confidence}")
    }
}

/// The text with a capital first letter.
#[must_use]
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

/// The text with a small first letter.
fn small(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_lowercase().chain(letters).collect()
    })
}
