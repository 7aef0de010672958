//! The doubtful places of a record, gathered while it is read.

use super::scan::Outline;
use super::values::Found;
use super::{Place, Warning};

/// Most warnings of one record; a damaged file of some megabytes could have millions.
const MAX_WARNINGS: usize = 20;

/// The warnings so far.
pub(super) struct Warnings<'a> {
    /// The whole text, to find the places.
    text: &'a str,
    list: Vec<Warning>,
    n_left_out: usize,
}

impl<'a> Warnings<'a> {
    const fn new(text: &'a str) -> Self {
        Self {
            text,
            list: Vec::new(),
            n_left_out: 0,
        }
    }

    /// The warnings about the structure of a game of the text.
    pub(super) fn about(text: &'a str, outline: &Outline<'_>) -> Self {
        let mut warnings = Self::new(text);
        if let Some(offset) = outline.unclosed {
            warnings.push_once(offset, "the file ends inside the game that begins here");
        }
        if let Some(offset) = outline.unopened {
            warnings.push_once(offset, "`(` or `;` is missing before this");
        }
        warnings
    }

    /// The place of the byte at `offset`.
    pub(super) fn place(&self, offset: usize) -> Place {
        Place::of(self.text, offset)
    }

    /// Adds a warning about what begins at `offset`.
    pub(super) fn push(&mut self, offset: usize, text: impl FnOnce() -> String) {
        if self.list.len() < MAX_WARNINGS {
            self.list.push(Warning {
                place: self.place(offset),
                text: text(),
            });
        } else {
            self.n_left_out += 1;
        }
    }

    /// Adds a warning about what begins at `offset`, unless there is one with this text.
    pub(super) fn push_once(&mut self, offset: usize, text: &'static str) {
        if self.list.iter().all(|warning| warning.text != text) {
            self.push(offset, || text.to_owned());
        }
    }

    /// What a value means. What is odd about its form becomes a warning, once for each form.
    pub(super) fn told<T>(&mut self, offset: usize, found: Found<T>) -> T {
        if let Some(oddity) = found.oddity {
            self.push_once(offset, oddity.told());
        }
        found.what
    }

    /// All warnings; the last one holds the number of those left out.
    pub(super) fn finish(mut self) -> Vec<Warning> {
        if let Some(last) = self.list.last().filter(|_| self.n_left_out > 0) {
            let text = format!("{} more doubtful places follow", self.n_left_out);
            let place = last.place;
            self.list.push(Warning { place, text });
        }
        self.list
    }
}
