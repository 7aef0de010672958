//! Files of the one folder that the server was given.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::service::{Handling, Service, answer, read};
use crate::base::CancelToken;
use crate::files::{self, ReadError};
use crate::sgf::decode;
use crate::web::message::{
    Code, Fault, FileList, FileName, FileRow, FileText, FileWritten, NewFile,
};
use crate::web::tab::Tab;

pub(super) const TABLE: &[Service] = &[
    Service {
        name: "files",
        work: Handling::AtOnce(|tab, _, _| answer(&list(tab)?)),
    },
    Service {
        name: "file_read",
        work: Handling::AtOnce(|tab, fields, _| {
            let ask: FileName = read(fields)?;
            answer(&file_read(tab, ask.name)?)
        }),
    },
    Service {
        name: "file_write",
        work: Handling::AtOnce(|tab, fields, _| answer(&file_write(tab, read(fields)?)?)),
    },
];

/// Endings of the files that are read and written.
const ENDINGS: [&str; 2] = ["sgf", "rules"];

/// Most files that are listed.
const MOST_FILES: usize = 1_000;

/// Held from the comparison of a file with the revision of the page until the file is replaced: of two tabs that save
/// at once, one is first, and the other gets a fault. Other programs are not held up.
static SAVING: Mutex<()> = Mutex::new(());

/// Longest name of a file, in bytes.
const LONGEST_NAME: usize = 100;

fn folder(tab: &Tab) -> Result<&Path, Fault> {
    let folder = tab.server.folder.as_deref();
    folder.ok_or_else(|| Fault::new(Code::NoFolder, "the server was started without --folder"))
}

/// Whether a name is that of a file directly in the folder: letters, digits and a few signs, no separator of a path.
fn is_plain(name: &str) -> bool {
    let is_allowed = |c: char| c.is_alphanumeric() || " ._-+()".contains(c);
    let ending = Path::new(name)
        .extension()
        .and_then(|ending| ending.to_str());
    name.len() <= LONGEST_NAME
        && !name.starts_with(['.', ' '])
        && name.chars().all(is_allowed)
        && ending.is_some_and(|ending| ENDINGS.contains(&ending))
}

/// The path of a file of the folder. A link is not followed, symbolic or hard: it may lead out of the folder.
fn path_of(tab: &Tab, name: &str) -> Result<PathBuf, Fault> {
    let folder = folder(tab)?;
    let refused = || {
        Fault::new(
            Code::NoFile,
            "the name is not one of an .sgf or .rules file of the folder",
        )
    };
    if !is_plain(name) {
        return Err(refused());
    }
    let path = folder.join(name);
    match fs::symlink_metadata(&path) {
        Ok(found) if found.is_symlink() => Err(refused()),
        Ok(found) if has_other_names(&found) => Err(Fault::new(
            Code::NoFile,
            "the file has a second name, which may be outside the folder (a hard link)",
        )),
        Ok(_) | Err(_) => Ok(path),
    }
}

/// Whether a file has more names than one.
fn has_other_names(found: &fs::Metadata) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;
        found.is_file() && found.nlink() > 1
    }
    #[cfg(not(unix))]
    {
        let _ = found;
        false
    }
}

fn list(tab: &Tab) -> Result<FileList, Fault> {
    Ok(FileList {
        files: rows(tab, |_| true)?,
    })
}

/// The names of the first files that end so, in their order.
pub(super) fn names(tab: &Tab, ending: &str) -> Result<Vec<String>, Fault> {
    let rows = rows(tab, |name| name.ends_with(ending))?;
    Ok(rows.into_iter().map(|row| row.name).collect())
}

/// The first files with a name that fits, in their order.
fn rows(tab: &Tab, fits: impl Fn(&str) -> bool) -> Result<Vec<FileRow>, Fault> {
    let entries = fs::read_dir(folder(tab)?)
        .map_err(|error| Fault::new(Code::NoFolder, error.to_string()))?;
    let row = |entry: fs::DirEntry| {
        let name = entry
            .file_name()
            .into_string()
            .ok()
            .filter(|name| is_plain(name) && fits(name))?;
        let found = entry.metadata().ok().filter(fs::Metadata::is_file)?;
        if has_other_names(&found) {
            return None;
        }
        Some(FileRow {
            name,
            bytes: found.len(),
        })
    };
    let mut files: Vec<FileRow> = entries.flatten().filter_map(row).collect();
    files.sort_unstable();
    files.truncate(MOST_FILES);
    Ok(files)
}

/// The bytes of a file; `None` if there is none.
fn bytes_of(tab: &Tab, path: &Path) -> Result<Option<Vec<u8>>, Fault> {
    match files::read(path, tab.server.limits.record_bytes, &CancelToken::new()) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(ReadError::Io(error)) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error @ ReadError::TooLarge { .. }) => {
            Err(Fault::new(Code::TooLarge, error.to_string()))
        }
        Err(error) => Err(Fault::new(Code::NoFile, error.to_string())),
    }
}

/// A number that changes with the contents. Two pages that edit one file compare it; it is no seal against malice.
fn revision(bytes: &[u8]) -> String {
    const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0100_0000_01b3;
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(PRIME);
    format!("{:016x}-{}", bytes.iter().fold(OFFSET, step), bytes.len())
}

/// What a file holds, and its revision; `None` if there is none.
pub(super) fn contents(tab: &Tab, name: &str) -> Result<Option<(Vec<u8>, String)>, Fault> {
    let bytes = bytes_of(tab, &path_of(tab, name)?)?;
    Ok(bytes.map(|bytes| {
        let revision = revision(&bytes);
        (bytes, revision)
    }))
}

fn file_read(tab: &Tab, name: String) -> Result<FileText, Fault> {
    let found = contents(tab, &name)?;
    let (bytes, revision) =
        found.ok_or_else(|| Fault::new(Code::NoFile, format!("there is no file {name}")))?;
    let decoded = decode(bytes, &CancelToken::new())
        .map_err(|error| Fault::new(Code::NoFile, error.to_string()))?;
    Ok(FileText {
        name,
        text: decoded.text,
        revision,
    })
}

fn file_write(tab: &Tab, ask: NewFile) -> Result<FileWritten, Fault> {
    replace(tab, &ask.name, ask.revision.as_deref(), || Ok(ask.text))
}

/// Gives a file a new text if it still has the revision of the page; none if there was no file. `text` is called when
/// this is certain, and until the file is written no other tab writes.
pub(super) fn replace(
    tab: &Tab,
    name: &str,
    seen: Option<&str>,
    text: impl FnOnce() -> Result<String, Fault>,
) -> Result<FileWritten, Fault> {
    let path = path_of(tab, name)?;
    let _saving = SAVING.lock().unwrap_or_else(PoisonError::into_inner);
    let now = contents(tab, name)?.map(|(_, revision)| revision);
    if now.as_deref() != seen {
        return Err(Fault {
            revision: now,
            ..Fault::new(
                Code::Conflict,
                "the file was changed by somebody else; nothing was written",
            )
        });
    }
    let text = text()?;
    if text.len() as u64 > tab.server.limits.record_bytes {
        return Err(Fault::new(
            Code::TooLarge,
            "the text is larger than the limit of a record",
        ));
    }
    files::replace(&path, |out| out.write_all(text.as_bytes()))
        .map_err(|error| Fault::new(Code::CannotSave, error.to_string()))?;
    Ok(FileWritten {
        revision: revision(text.as_bytes()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_in_the_folder() {
        for name in ["a.sgf", "my game (2).sgf", "Übung.sgf", "base-1.rules"] {
            assert!(is_plain(name), "{name}");
        }
        let long = format!("{}.sgf", "a".repeat(200));
        for name in [
            "../a.sgf",
            "a/b.sgf",
            "a\\b.sgf",
            "/etc/a.sgf",
            "C:a.sgf",
            ".sgf",
            ".a.sgf",
            "a.txt",
            "a.sgf\0",
            "a",
            "",
            "a.sgf/",
            "~.sgf/../b.sgf",
            &long,
        ] {
            assert!(!is_plain(name), "{name}");
        }
    }

    #[test]
    fn revisions_follow_the_text() {
        assert_eq!(revision(b"a"), revision(b"a"));
        assert_ne!(revision(b"a"), revision(b"b"));
        assert_ne!(revision(b""), revision(b"\0"));
    }
}
