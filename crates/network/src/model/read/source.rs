//! Words and lists of numbers out of a stream of bytes.

use std::io::{self, BufRead, BufReader, Read};

use flate2::bufread::MultiGzDecoder;

use super::error::ModelProblem;

/// Bytes of the longest word. The longest of real files are names of layers.
const LONGEST_WORD: usize = 256;

/// Most white space between two words, in bytes. Real files have one byte or two.
const LONGEST_SPACE: usize = 1 << 16;

/// Bytes of numbers read at once.
const CHUNK: usize = 1 << 16;

/// What counts as zero. Weights that training has let decay are denormal numbers or become such in a product, and with
/// these some processors calculate ten times slower.
const TINY: f32 = 1e-30;

/// What stands before numbers in binary.
const BINARY_MARK: &[u8; 5] = b"@BIN@";

/// A model file, decompressed if it was compressed.
pub(super) struct Source<'a> {
    bytes: Box<dyn BufRead + 'a>,
    /// Bytes that may still be read.
    n_left: u64,
    limit: u64,
}

impl std::fmt::Debug for Source<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Source")
            .field("n_left", &self.n_left)
            .finish_non_exhaustive()
    }
}

impl<'a> Source<'a> {
    /// The bytes of `file`; the first two mark a compressed file. At most `limit` bytes of what comes out are read.
    pub(super) fn new(mut file: impl Read + 'a, limit: u64) -> Result<Self, ModelProblem> {
        let mut head = Vec::with_capacity(2);
        (&mut file)
            .take(2)
            .read_to_end(&mut head)
            .map_err(ModelProblem::Io)?;
        let is_compressed = head == [0x1f, 0x8b];
        let whole = BufReader::with_capacity(CHUNK, io::Cursor::new(head).chain(file));
        let bytes: Box<dyn BufRead + 'a> = if is_compressed {
            Box::new(BufReader::with_capacity(CHUNK, MultiGzDecoder::new(whole)))
        } else {
            Box::new(whole)
        };
        Ok(Self {
            bytes,
            n_left: limit,
            limit,
        })
    }

    /// The next word, without the space before it. Bytes that are no printable ASCII come out as `?`.
    pub(super) fn word(&mut self) -> Result<String, ModelProblem> {
        let mut word = String::new();
        let mut next = self.first_of_word()?;
        while let Some(byte) = next.filter(|byte| !byte.is_ascii_whitespace()) {
            if word.len() == LONGEST_WORD {
                return Err(ModelProblem::Unknown {
                    what: "word",
                    found: word,
                });
            }
            word.push(if byte.is_ascii_graphic() {
                char::from(byte)
            } else {
                '?'
            });
            self.advance(1)?;
            next = self.peek()?;
        }
        if word.is_empty() {
            Err(ModelProblem::Truncated)
        } else {
            Ok(word)
        }
    }

    /// The next `n` numbers, all finite: text, or binary with a mark before it. `what` names them in errors. Tiny ones
    /// become zero.
    pub(super) fn numbers(
        &mut self,
        n: usize,
        what: &'static str,
    ) -> Result<Vec<f32>, ModelProblem> {
        let mut numbers = if self.first_of_word()? == Some(BINARY_MARK[0]) {
            self.binary_numbers(n)?
        } else {
            self.text_numbers(n, what)?
        };
        if let Some(index) = numbers.iter().position(|number| !number.is_finite()) {
            return Err(ModelProblem::NotFinite { what, index });
        }
        for number in numbers.iter_mut().filter(|number| number.abs() < TINY) {
            *number = 0.0;
        }
        Ok(numbers)
    }

    /// Succeeds if nothing but space follows. Reads to the end, so that a checksum there is tested too.
    pub(super) fn finish(&mut self) -> Result<(), ModelProblem> {
        match self.first_of_word()? {
            None => Ok(()),
            Some(_) => Err(ModelProblem::Trailing),
        }
    }

    fn text_numbers(&mut self, n: usize, what: &'static str) -> Result<Vec<f32>, ModelProblem> {
        let mut numbers = Vec::with_capacity(n.min(CHUNK / 4));
        for _ in 0..n {
            let word = self.word()?;
            numbers.push(
                word.parse()
                    .map_err(|_| ModelProblem::NoNumber { what, found: word })?,
            );
        }
        Ok(numbers)
    }

    /// Numbers of 32 bits, the lowest byte first.
    fn binary_numbers(&mut self, n: usize) -> Result<Vec<f32>, ModelProblem> {
        let mut mark = [0; BINARY_MARK.len()];
        self.fill(&mut mark)?;
        if &mark != BINARY_MARK {
            return Err(ModelProblem::Unknown {
                what: "mark before binary numbers",
                found: mark.escape_ascii().to_string(),
            });
        }
        let mut chunk = vec![0; n.min(CHUNK / 4) * 4];
        let mut numbers = Vec::with_capacity(n.min(CHUNK / 4));
        while numbers.len() < n {
            let n_bytes = (n - numbers.len()).min(CHUNK / 4) * 4;
            self.fill(&mut chunk[..n_bytes])?;
            let (words, _) = chunk[..n_bytes].as_chunks();
            numbers.extend(words.iter().map(|&word| f32::from_le_bytes(word)));
        }
        numbers.shrink_to_fit();
        Ok(numbers)
    }

    /// The first byte that is no space, without taking it; `None` at the end.
    fn first_of_word(&mut self) -> Result<Option<u8>, ModelProblem> {
        let mut n_passed = 0;
        loop {
            match self.peek()? {
                Some(byte) if byte.is_ascii_whitespace() => self.advance(1)?,
                other => return Ok(other),
            }
            n_passed += 1;
            if n_passed > LONGEST_SPACE {
                return Err(ModelProblem::TooMuchSpace {
                    limit: LONGEST_SPACE,
                });
            }
        }
    }

    fn peek(&mut self) -> Result<Option<u8>, ModelProblem> {
        match self.bytes.fill_buf() {
            Ok(bytes) => Ok(bytes.first().copied()),
            Err(error) => Err(problem_of(error)),
        }
    }

    fn advance(&mut self, n: usize) -> Result<(), ModelProblem> {
        self.spend(n)?;
        self.bytes.consume(n);
        Ok(())
    }

    fn fill(&mut self, into: &mut [u8]) -> Result<(), ModelProblem> {
        self.spend(into.len())?;
        self.bytes.read_exact(into).map_err(problem_of)
    }

    fn spend(&mut self, n: usize) -> Result<(), ModelProblem> {
        match self.n_left.checked_sub(n as u64) {
            Some(left) => {
                self.n_left = left;
                Ok(())
            }
            None => Err(ModelProblem::TooLarge { limit: self.limit }),
        }
    }
}

/// The decompressor reports damage as an error of reading.
fn problem_of(error: io::Error) -> ModelProblem {
    let kind = error.kind();
    if kind == io::ErrorKind::UnexpectedEof {
        ModelProblem::Truncated
    } else if matches!(
        kind,
        io::ErrorKind::InvalidData | io::ErrorKind::InvalidInput
    ) {
        ModelProblem::Gzip(error)
    } else {
        ModelProblem::Io(error)
    }
}
