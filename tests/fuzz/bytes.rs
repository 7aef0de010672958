//! Choices read from bytes, so that a fuzzer which changes a byte changes one choice.

/// A source of choices. When its bytes end, every choice is the first one.
pub(crate) struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    /// A source that reads `data` from its beginning.
    pub(crate) fn new(data: &'a [u8]) -> Self {
        Self(data)
    }

    /// Whether no byte is left.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The next byte, 0 at the end.
    pub(crate) fn byte(&mut self) -> u8 {
        let Some((&first, rest)) = self.0.split_first() else {
            return 0;
        };
        self.0 = rest;
        first
    }

    /// A number from 0 to `n` - 1.
    pub(crate) fn below(&mut self, n: u8) -> u8 {
        self.byte() % n
    }

    /// An index into a slice of length `len`, at most 256.
    pub(crate) fn index(&mut self, len: usize) -> usize {
        usize::from(self.byte()) % len
    }
}
