//! The precision that was found best for a model file, kept in the user's cache folder: `tedomari/` in
//! `$XDG_CACHE_HOME`, `~/.cache` or `%LOCALAPPDATA%`. Where nothing can be written there, it is measured each time.

use std::env;
use std::fs;
use std::io::{self, Read};
use std::path::PathBuf;

use crate::files;
use crate::network::InstructionSet;
use crate::network::fast::Precision;

/// Bytes on their way, with a digest of those that have passed (FNV-1a, 64 bits).
#[derive(Debug)]
pub(super) struct Digesting<R> {
    inner: R,
    digest: u64,
}

const START: u64 = 0xCBF2_9CE4_8422_2325;

fn digest(digest: u64, bytes: &[u8]) -> u64 {
    let add = |digest: u64, &byte: &u8| (digest ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
    bytes.iter().fold(digest, add)
}

impl<R> Digesting<R> {
    pub(super) const fn new(inner: R) -> Self {
        Self {
            inner,
            digest: START,
        }
    }

    pub(super) const fn digest(&self) -> u64 {
        self.digest
    }
}

impl<R: Read> Read for Digesting<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n = self.inner.read(buffer)?;
        self.digest = digest(self.digest, &buffer[..n]);
        Ok(n)
    }
}

/// The precision that was found for a file on such a processor by this version of the program.
pub(super) fn remembered(file: u64) -> Option<Precision> {
    let word = fs::read_to_string(path(file)?).ok()?;
    let mut all = Precision::ALL.into_iter();
    all.find(|precision| precision.to_string() == word.trim())
}

/// Writes the precision found for a file into the cache folder, if possible.
pub(super) fn remember(file: u64, precision: Precision) {
    let Some(path) = path(file) else {
        return;
    };
    let is_ready = path
        .parent()
        .is_some_and(|folder| fs::create_dir_all(folder).is_ok());
    if !is_ready || files::write(&path, format!("{precision}\n").as_bytes()).is_err() {
        tracing::debug!("{}: not written", path.display());
    }
}

fn path(file: u64) -> Option<PathBuf> {
    let instructions = format!(
        "{:?} {}",
        InstructionSet::available(),
        env!("CARGO_PKG_VERSION")
    );
    let name = format!("precision-{:016x}", digest(file, instructions.as_bytes()));
    Some(cache_folder()?.join("tedomari").join(name))
}

fn cache_folder() -> Option<PathBuf> {
    let folder = |name: &str| {
        let folder = PathBuf::from(env::var_os(name)?);
        folder.is_absolute().then_some(folder)
    };
    let in_home = || Some(folder("HOME")?.join(".cache"));
    folder("XDG_CACHE_HOME")
        .or_else(in_home)
        .or_else(|| folder("LOCALAPPDATA"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_digest_is_that_of_the_bytes_however_they_are_read() {
        let bytes: Vec<u8> = (0..=255).cycle().take(1000).collect();
        let mut whole = Digesting::new(bytes.as_slice());
        io::copy(&mut whole, &mut io::sink()).unwrap();
        let mut slow = Digesting::new(bytes.as_slice());
        let mut byte = [0];
        while slow.read(&mut byte).unwrap() > 0 {}
        assert_eq!(whole.digest(), slow.digest());
        // The known digest of a text.
        assert_eq!(digest(START, b"foobar"), 0x8594_4171_F739_67E8);
    }
}
