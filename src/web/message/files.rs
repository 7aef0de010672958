//! Files of the folder that the server was given.

use serde::{Deserialize, Serialize};

/// The files of the folder.
#[derive(Debug, Serialize)]
pub struct FileList {
    /// In the order of their names.
    pub files: Vec<FileRow>,
}

/// A file of the folder.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct FileRow {
    /// Its name.
    pub name: String,
    /// Its length.
    pub bytes: u64,
}

/// Names a file.
#[derive(Debug, Deserialize)]
pub struct FileName {
    /// Its name.
    pub name: String,
}

/// A file that was read.
#[derive(Debug, Serialize)]
pub struct FileText {
    /// Its name.
    pub name: String,
    /// What it holds.
    pub text: String,
    /// Changes with every change of the text.
    pub revision: String,
}

/// A file to write.
#[derive(Debug, Deserialize)]
pub struct NewFile {
    /// Its name.
    pub name: String,
    /// What it shall hold.
    pub text: String,
    /// The revision of the text that was read; none for a new file.
    pub revision: Option<String>,
}

/// A file that was written.
#[derive(Debug, Serialize)]
pub struct FileWritten {
    /// The new revision.
    pub revision: String,
}
