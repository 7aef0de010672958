//! Lines of standard input, read by a thread of their own.
//!
//! No line is kept that is longer than [`MAX_LINE_BYTES`], and the thread waits while its lines are not taken: so no
//! client can fill the memory.

use std::io::{self, BufRead};
use std::time::{Duration, Instant};

use tokio::sync::mpsc;

use super::line::Line;

/// Longest line, in bytes. A longer one is answered by an error and not stored.
pub const MAX_LINE_BYTES: usize = 1_000_000;

/// Lines that are read ahead of the loop.
const READ_AHEAD: usize = 16;

/// How long to wait before reading again from a stream that has nothing at the moment.
const RETRY_INTERVAL: Duration = Duration::from_millis(5);

/// What the thread passes on.
#[derive(Debug)]
pub(super) enum Input {
    Line(Line, Instant),
    End(Instant),
}

/// Starts the thread, which ends with the input, or once the receiver is dropped.
///
/// # Errors
/// If no thread can be started.
pub(super) fn lines_of(input: impl io::Read + Send + 'static) -> io::Result<mpsc::Receiver<Input>> {
    let (sender, receiver) = mpsc::channel(READ_AHEAD);
    // The thread may still be waiting for a line when the process ends: it is not joined.
    std::thread::Builder::new()
        .name("stdin".to_owned())
        .spawn(move || pass_on_lines(input, &sender))?;
    Ok(receiver)
}

fn pass_on_lines(input: impl io::Read, sender: &mpsc::Sender<Input>) {
    let mut reader = io::BufReader::new(input);
    let mut bytes = Vec::new();
    while let Ok(Some(extent)) = next_line(&mut reader, &mut bytes) {
        let text = String::from_utf8_lossy(&bytes);
        let line = match extent {
            Extent::Whole => Line::parse(&text),
            Extent::Cut => Line::parse_cut(&text),
        };
        if sender
            .blocking_send(Input::Line(line, Instant::now()))
            .is_err()
        {
            return;
        }
    }
    // The receiver is gone only if the loop has ended already.
    let _ = sender.blocking_send(Input::End(Instant::now()));
}

/// How much of a line was kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Extent {
    Whole,
    Cut,
}

/// Reads the next line into `bytes`, or as much of it as may be kept. `None` at the end of the input.
fn next_line(reader: &mut impl BufRead, bytes: &mut Vec<u8>) -> io::Result<Option<Extent>> {
    bytes.clear();
    let mut extent = Extent::Whole;
    loop {
        let chunk = match reader.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                std::thread::sleep(RETRY_INTERVAL);
                continue;
            }
            Err(error) => return Err(error),
        };
        if chunk.is_empty() {
            return Ok((!bytes.is_empty()).then_some(extent));
        }
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let of_line = chunk.get(..end.unwrap_or(chunk.len())).unwrap_or_default();
        let n_kept = of_line.len().min(MAX_LINE_BYTES - bytes.len());
        if n_kept < of_line.len() {
            extent = Extent::Cut;
        }
        bytes.extend(of_line.iter().take(n_kept));
        let n_read = end.map_or(chunk.len(), |end| end + 1);
        reader.consume(n_read);
        if end.is_some() {
            return Ok(Some(extent));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn extents(text: &[u8]) -> Vec<(usize, Extent)> {
        // A small buffer: lines come in many pieces.
        let mut reader = io::BufReader::with_capacity(1000, text);
        let mut bytes = Vec::new();
        let mut found = Vec::new();
        while let Some(extent) = next_line(&mut reader, &mut bytes).unwrap() {
            found.push((bytes.len(), extent));
        }
        found
    }

    #[test]
    fn long_lines_are_cut_and_the_next_line_is_whole() {
        let long = |n_bytes| [vec![b'x'; n_bytes], b"\nname\n".to_vec()].concat();
        let name = (4, Extent::Whole);
        let most = MAX_LINE_BYTES;
        assert_eq!(extents(&long(most)), [(most, Extent::Whole), name]);
        assert_eq!(extents(&long(most + 1)), [(most, Extent::Cut), name]);
        assert_eq!(extents(&long(5 * most)), [(most, Extent::Cut), name]);
        assert_eq!(extents(b"\nname"), [(0, Extent::Whole), name]);
        assert_eq!(extents(b""), []);
    }
}
