//! A small board solved: the value of each first move, and a best line.

use crate::board::{Color, Point};
use crate::draw::picture::{BoardPanel, Favor, Label, Panel, Picture};

/// A first move with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FirstMove {
    /// The point; `None` is a pass.
    pub at: Option<Point>,
    /// The value in words, such as `B+9`.
    pub value: String,
    /// Whether it is as good as the best.
    pub is_best: bool,
}

/// A board of this many columns and rows with the values of its first moves, and beside it the best line if there is
/// one.
#[must_use]
pub fn exact_picture(
    (width, height): (u8, u8),
    title: &str,
    moves: &[FirstMove],
    line: &[Option<Point>],
) -> Picture {
    let mut panels = Vec::new();
    let mut values = BoardPanel::empty(width, height);
    for it in moves {
        let favor = if it.is_best {
            Favor::Best
        } else {
            Favor::Worse
        };
        match it.at {
            Some(at) => values.labels.push(Label {
                at: at.into(),
                text: it.value.clone(),
                favor,
            }),
            None => values.caption = format!("after a pass: {}", it.value),
        }
    }
    panels.push(Panel::Board(values));
    if !line.is_empty() {
        let mut best = BoardPanel::empty(width, height);
        best.number(Color::Black, line.iter().copied());
        best.caption = "best play".to_owned();
        panels.push(Panel::Board(best));
    }
    Picture {
        title: title.to_owned(),
        panels,
        lines: Vec::new(),
    }
}
