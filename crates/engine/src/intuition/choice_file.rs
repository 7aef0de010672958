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

/// The precision that was found for a file on such a processor by this program.
pub(super) fn remembered(file: u64) -> Option<Precision> {
    parsed(&fs::read_to_string(path(file)?).ok()?, program())
}

/// Writes the precision found for a file into the cache folder, if possible.
pub(super) fn remember(file: u64, precision: Precision) {
    let Some(path) = path(file) else {
        return;
    };
    let is_ready = path
        .parent()
        .is_some_and(|folder| fs::create_dir_all(folder).is_ok());
    let text = written(precision, program());
    if !is_ready || files::write(&path, text.as_bytes()).is_err() {
        tracing::debug!("{}: not written", path.display());
    }
}

/// The text of a choice: the precision, and the digest of the program that found it.
fn written(precision: Precision, program: u64) -> String {
    format!("{precision} {program:016x}\n")
}

/// The precision in a text, if the same program has written it.
fn parsed(text: &str, program: u64) -> Option<Precision> {
    let mut all = Precision::ALL.into_iter();
    all.find(|&precision| text == written(precision, program))
}

fn path(file: u64) -> Option<PathBuf> {
    let machine = format!("{:?} {}", InstructionSet::available(), processor());
    let name = format!("precision-{:016x}", digest(file, machine.as_bytes()));
    Some(cache_folder()?.join("tedomari").join(name))
}

/// A digest of what identifies this build of the program: another one may be faster with another precision.
fn program() -> u64 {
    let version = env!("CARGO_PKG_VERSION").to_owned();
    let found = env::current_exe().and_then(fs::metadata);
    let build = found.and_then(|file| Ok((file.len(), file.modified()?)));
    digest(START, format!("{version} {build:?}").as_bytes())
}

/// The name of the processor where the system has it in a file (Linux), else nothing: processors with the same
/// instructions differ in which of them are fast.
fn processor() -> String {
    const KEYS: [&str; 3] = ["model name", "CPU implementer", "CPU part"];
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let first = text.split("\n\n").next().unwrap_or_default();
    let named = |line: &&str| KEYS.iter().any(|key| line.starts_with(key));
    first.lines().filter(named).collect()
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
    fn a_choice_is_that_of_the_program_that_made_it() {
        for precision in Precision::ALL {
            assert_eq!(parsed(&written(precision, 7), 7), Some(precision));
            assert_eq!(parsed(&written(precision, 7), 8), None);
        }
        assert_eq!(parsed("int8\n", 7), None);
    }

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
