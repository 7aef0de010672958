//! Reading whole files.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read};
use std::path::Path;

use thiserror::Error;

use tedomari_base::CancelToken;

/// Bytes read between two checks of the cancel token.
const CHUNK: usize = 1 << 18;

/// Why a file was not read.
#[derive(Debug, Error)]
pub enum ReadError {
    /// The system reports an error.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A folder, a pipe or a device.
    #[error("not a regular file")]
    NotRegular,
    /// More bytes than are allowed.
    #[error("larger than {} MiB", .limit >> 20)]
    TooLarge {
        /// The largest number of bytes allowed.
        limit: u64,
    },
    /// The user cancelled.
    #[error("interrupted")]
    Interrupted,
}

/// Opens a regular file for reading. Does not wait, not even for the writer of a pipe.
///
/// # Errors
/// If there is no such file, if it is not a regular one, or if the system reports an error.
pub fn open(path: &Path) -> Result<File, ReadError> {
    // To open a device may already have an effect, so the name is looked up first.
    if !fs::metadata(path)?.is_file() {
        return Err(ReadError::NotRegular);
    }
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        // Another file may have got the name meanwhile.
        options.custom_flags(rustix::fs::OFlags::NONBLOCK.bits().cast_signed());
    }
    let file = options.open(path)?;
    if !file.metadata()?.is_file() {
        return Err(ReadError::NotRegular);
    }
    Ok(file)
}

/// The bytes of a regular file, at most `limit` of them.
///
/// # Errors
/// If the file can't be opened or read, is no regular file, is larger than the limit, or on `cancel`.
pub fn read(path: &Path, limit: u64, cancel: &CancelToken) -> Result<Vec<u8>, ReadError> {
    let file = open(path)?;
    let length = file.metadata()?.len();
    if length > limit {
        return Err(ReadError::TooLarge { limit });
    }
    let capacity = usize::try_from(length).unwrap_or(0);
    read_all(file, capacity, limit, cancel)
}

/// What comes on standard input until its end, at most `limit` bytes.
///
/// # Errors
/// As for [`read`].
pub fn read_standard_input(limit: u64, cancel: &CancelToken) -> Result<Vec<u8>, ReadError> {
    read_all(io::stdin().lock(), 0, limit, cancel)
}

fn read_all(
    mut source: impl Read,
    capacity: usize,
    limit: u64,
    cancel: &CancelToken,
) -> Result<Vec<u8>, ReadError> {
    let mut bytes = Vec::with_capacity(capacity);
    loop {
        if cancel.is_cancelled() {
            return Err(ReadError::Interrupted);
        }
        let n_read = (&mut source).take(CHUNK as u64).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > limit {
            return Err(ReadError::TooLarge { limit });
        }
        if n_read < CHUNK {
            return Ok(bytes);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(path: &Path, limit: u64, expected: &str) {
        let told = match read(path, limit, &CancelToken::new()) {
            Ok(bytes) => format!("{} bytes", bytes.len()),
            Err(error) => error.to_string(),
        };
        assert_eq!(told, expected, "{}", path.display());
    }

    #[test]
    fn regular_files_within_the_limit_are_read() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("a");
        fs::write(&file, vec![7; 3 << 20]).unwrap();
        check(&file, 3 << 20, "3145728 bytes");
        check(&file, 2 << 20, "larger than 2 MiB");
        check(dir.path(), 2 << 20, "not a regular file");
        fs::write(&file, "").unwrap();
        check(&file, 2 << 20, "0 bytes");
    }

    #[test]
    fn an_interrupt_ends_the_reading() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("a");
        fs::write(&file, "text").unwrap();
        let cancel = CancelToken::new();
        cancel.cancel();
        let outcome = read(&file, 1 << 20, &cancel);
        assert!(matches!(outcome, Err(ReadError::Interrupted)));
    }

    #[cfg(unix)]
    #[test]
    fn devices_and_pipes_are_refused_at_once() {
        let dir = tempfile::tempdir().unwrap();
        let pipe = dir.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.unwrap().success());
        check(&pipe, 1 << 20, "not a regular file");
        check(Path::new("/dev/zero"), 1 << 20, "not a regular file");
    }
}
