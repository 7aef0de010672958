//! Which jobs have results already.

use std::collections::HashSet;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom};
use std::path::Path;

use serde::Deserialize;
use serde_json::Value;

/// The names of the jobs that have results. A name takes about 60 bytes.
#[derive(Clone, Debug, Default)]
pub struct Done {
    ids: HashSet<String>,
}

/// What counts in a result.
#[derive(Deserialize)]
struct Result {
    id: Value,
    ok: bool,
}

impl Done {
    /// Reads results; lines that are none, such as the last line of a run that was killed, are passed over. A failed
    /// job counts as done unless it is to be tried again.
    ///
    /// # Errors
    /// If reading fails.
    pub fn read(&mut self, results: impl BufRead, retries_failed: bool) -> io::Result<()> {
        for line in results.split(b'\n') {
            if let Ok(result) = serde_json::from_slice::<Result>(&line?)
                && (result.ok || !retries_failed)
            {
                self.ids.insert(result.id.to_string());
            }
        }
        Ok(())
    }

    /// Whether the job of a line has a result. A line that names no job has none.
    #[must_use]
    pub fn has(&self, line: &str) -> bool {
        #[derive(Deserialize)]
        struct Named {
            id: Value,
        }
        !self.ids.is_empty()
            && serde_json::from_str::<Named>(line)
                .is_ok_and(|job| self.ids.contains(&job.id.to_string()))
    }

    /// Number of jobs that have results.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// Whether no job has a result.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }
}

/// Opens a file of results to go on writing it, and keeps other runs from it as long as it is open. What it holds
/// counts as done. The rest of a line that a killed run left at its end is cut off.
///
/// # Errors
/// If another run has it open, or if the file can't be opened or read.
pub(super) fn open_for_more(
    path: &Path,
    done: &mut Done,
    retries_failed: bool,
) -> io::Result<File> {
    let mut options = OpenOptions::new();
    let file = options.read(true).write(true).create(true).truncate(false);
    let mut file = file.open(path)?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            let message = "another run writes its results there";
            return Err(io::Error::new(io::ErrorKind::ResourceBusy, message));
        }
        // Some file systems have no locks, and neither have devices everywhere.
        Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {
            tracing::warn!(file = %path.display(), "the file can't be locked against other runs");
        }
        Err(TryLockError::Error(error)) => return Err(error),
    }
    let mut whole = 0;
    let mut reader = BufReader::new(&mut file);
    let mut line = Vec::new();
    loop {
        line.clear();
        let n_bytes = reader.read_until(b'\n', &mut line)?;
        if line.last() != Some(&b'\n') {
            break;
        }
        done.read(&line[..], retries_failed)?;
        whole += n_bytes as u64;
    }
    file.set_len(whole)?;
    file.seek(SeekFrom::End(0))?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    const RESULTS: &str =
        "{\"id\":1,\"ok\":true,\"x\":2}\n{\"id\":\"b\",\"ok\":false}\n{\"id\":3,\"o";

    #[test]
    fn whole_results_count_and_failures_if_they_may() {
        for (retries_failed, expected) in
            [(false, [true, true, false]), (true, [true, false, false])]
        {
            let mut done = Done::default();
            done.read(RESULTS.as_bytes(), retries_failed).unwrap();
            let jobs = [
                "{\"id\":1,\"kind\":\"score\"}",
                "{\"id\":\"b\"}",
                "{\"id\":3}",
            ];
            assert_eq!(jobs.map(|line| done.has(line)), expected);
            assert!(!done.has("nonsense") && !done.is_empty());
        }
    }

    #[test]
    fn a_torn_line_is_cut_off() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out");
        std::fs::write(&path, RESULTS).unwrap();
        let mut done = Done::default();
        let mut file = open_for_more(&path, &mut done, false).unwrap();
        file.write_all(b"new\n").unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.ends_with("\"ok\":false}\nnew\n"), "{text}");
        assert_eq!(done.len(), 2);
    }

    #[test]
    fn one_run_at_a_time_has_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out");
        std::fs::write(&path, RESULTS).unwrap();
        let open = || open_for_more(&path, &mut Done::default(), false);
        let first = open().unwrap();
        let error = open().unwrap_err();
        assert_eq!(error.to_string(), "another run writes its results there");
        drop(first);
        assert!(open().is_ok());
    }
}
