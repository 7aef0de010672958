//! Writing whole files.

use std::fs::{self, OpenOptions, Permissions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::Builder;

/// Writes a file in full, or leaves it as it was. `contents` writes the text. The new file has the permissions of the
/// old one, and those that every new file gets if there is none. A symbolic link stays one.
///
/// # Errors
/// If the path leads to something else than a regular file, or if a file beside it can't be written in full.
pub fn replace(
    path: &Path,
    contents: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let old = existing(path)?;
    let target = old.as_ref().map_or(path, |(target, _)| target.as_path());
    let folder = match target.parent() {
        Some(folder) if folder != Path::new("") => folder,
        Some(_) | None => Path::new("."),
    };
    // Its errors would name the file beside, which the user did not name; those of `open` do not.
    let mut beside = Builder::new()
        .prefix(".tedomari-")
        .suffix(".new")
        .make_in(folder, |path| {
            OpenOptions::new().write(true).create_new(true).open(path)
        })?;
    let mut out = BufWriter::new(beside.as_file_mut());
    contents(&mut out)?;
    out.flush()?;
    drop(out);
    if let Some((_, permissions)) = &old {
        beside.as_file().set_permissions(permissions.clone())?;
    }
    // Some file systems report only here that there is no room.
    beside.as_file().sync_all()?;
    beside.persist(target).map_err(|error| error.error)?;
    Ok(())
}

/// As [`replace`] with the whole contents, but a pipe or a device is written to as it is: the user named it.
///
/// # Errors
/// As for [`replace`].
pub fn write(path: &Path, contents: &[u8]) -> io::Result<()> {
    if fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir()) {
        return fs::write(path, contents);
    }
    replace(path, |out| out.write_all(contents))
}

/// Where the regular file at `path` really is, and its permissions; `None` if there is none.
fn existing(path: &Path) -> io::Result<Option<(PathBuf, Permissions)>> {
    match fs::metadata(path) {
        Ok(found) if found.is_file() => {
            if found.permissions().readonly() {
                return Err(io::ErrorKind::PermissionDenied.into());
            }
            Ok(Some((fs::canonicalize(path)?, found.permissions())))
        }
        Ok(_) => Err(io::Error::other("not a regular file")),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<String> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_is_made_and_replaced() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("a.sgf");
        write(&file, b"old").unwrap();
        write(&file, b"new").unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"new");
        assert_eq!(names(dir.path()), ["a.sgf"]);
    }

    #[test]
    fn a_failure_half_way_leaves_the_old_file() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("a.sgf");
        write(&file, b"old").unwrap();
        let outcome = replace(&file, |out| {
            out.write_all(b"half")?;
            out.flush()?;
            Err(io::ErrorKind::StorageFull.into())
        });
        assert_eq!(outcome.unwrap_err().kind(), io::ErrorKind::StorageFull);
        assert_eq!(fs::read(&file).unwrap(), b"old");
        assert_eq!(names(dir.path()), ["a.sgf"]);
    }

    #[test]
    fn errors_do_not_name_the_file_beside() {
        let dir = tempfile::tempdir().unwrap();
        let error = write(&dir.path().join("no/a.sgf"), b"").unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::NotFound);
        assert!(!error.to_string().contains(".new"), "{error}");
        let error = replace(dir.path(), |_| Ok(())).unwrap_err();
        assert_eq!(error.to_string(), "not a regular file");
    }

    #[cfg(unix)]
    #[test]
    fn permissions_and_links_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let dir = tempfile::tempdir().unwrap();
        let [file, link, plain] = ["a.sgf", "link.sgf", "plain"].map(|name| dir.path().join(name));
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        fs::write(&plain, "").unwrap();
        write(&file, b"old").unwrap();
        assert_eq!(mode(&file), mode(&plain), "as any new file");
        fs::set_permissions(&file, Permissions::from_mode(0o640)).unwrap();
        symlink("a.sgf", &link).unwrap();
        write(&link, b"new").unwrap();
        assert_eq!(
            (fs::read(&file).unwrap(), mode(&file)),
            (b"new".to_vec(), 0o640)
        );
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        fs::set_permissions(&file, Permissions::from_mode(0o440)).unwrap();
        let error = write(&file, b"newer").unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::PermissionDenied);
        assert_eq!(fs::read(&file).unwrap(), b"new");
    }

    #[cfg(unix)]
    #[test]
    fn devices_are_written_to_only_where_the_user_names_them() {
        let null = Path::new("/dev/null");
        assert!(write(null, b"gone").is_ok());
        let error = replace(null, |_| Ok(())).unwrap_err();
        assert_eq!(error.to_string(), "not a regular file");
    }
}
