//! The one place that builds the program's readers of life and death.

use std::sync::Arc;

use crate::board::PointSet;
use crate::tsumego::reader::Past;
use crate::tsumego::{Reader, ReaderParams};

/// Questions whose searches a reader keeps, so that a question repeated by the same command goes on where its search
/// ended.
const KEPT_SEARCHES: usize = 16;

/// Size of the table of a reader that looks for hints: 2 to this power entries.
const LOG2_FOR_HINTS: u32 = 14;

/// Size of the table of a reader that guesses which block a problem is about: 2 to this power entries.
const LOG2_FOR_GUESSES: u32 = 12;

/// A reader for problems that have nothing to do with each other.
#[must_use]
pub fn for_problems(params: ReaderParams) -> Reader {
    Reader::new(params)
}

/// A reader for short looks at many blocks of one position.
#[must_use]
pub fn for_guesses() -> Reader {
    with_entries(LOG2_FOR_GUESSES)
}

/// A reader for hints before a search, in a position after a game.
pub(in crate::engine) fn for_hints(past: &Arc<Past>) -> Reader {
    let mut reader = with_entries(LOG2_FOR_HINTS);
    reader.set_past(past);
    reader
}

fn with_entries(log2_entries: u32) -> Reader {
    Reader::new(ReaderParams {
        log2_entries,
        ..ReaderParams::default()
    })
}

fn for_questions(params: ReaderParams) -> Reader {
    Reader::new(ReaderParams {
        kept_searches: KEPT_SEARCHES,
        ..params
    })
}

/// The reader that answers a client's questions: built when the first question comes, as its table is large.
#[derive(Debug)]
pub(super) struct QuestionReader {
    params: ReaderParams,
    reader: Option<Reader>,
}

impl QuestionReader {
    pub(super) const fn new(params: ReaderParams) -> Self {
        Self {
            params,
            reader: None,
        }
    }

    /// Forgets unfinished searches, so that no answer depends on how far those of earlier commands had come.
    pub(super) fn begin(&mut self) {
        if let Some(reader) = &mut self.reader {
            reader.forget_searches();
        }
    }

    /// The reader itself, for questions in a position after a game with something taken for granted.
    pub(super) fn lend(&mut self, past: &Arc<Past>) -> Reader {
        let params = self.params;
        let mut reader = self.reader.take().unwrap_or_else(|| for_questions(params));
        reader.set_past(past);
        reader
    }

    /// Takes the reader back. Nothing is taken for granted any more.
    pub(super) fn take_back(&mut self, mut reader: Reader) {
        reader.assume(PointSet::EMPTY);
        reader.assume_friends(PointSet::EMPTY);
        reader.assume_blocks(PointSet::EMPTY);
        self.reader = Some(reader);
    }

    pub(super) fn get(&mut self) -> &mut Reader {
        let params = self.params;
        self.reader.get_or_insert_with(|| for_questions(params))
    }
}
