//! Files of the folder that the server was given.

use serde::{Deserialize, Serialize};

/// The files of the folder.
#[derive(Debug, Serialize)]
pub(crate) struct FileList {
    /// In the order of their names.
    pub(crate) files: Vec<FileRow>,
}

/// A file of the folder.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub(crate) struct FileRow {
    /// Its name.
    pub(crate) name: String,
    /// Its length.
    pub(crate) bytes: u64,
}

/// Names a file.
#[derive(Debug, Deserialize)]
pub(crate) struct FileName {
    /// Its name.
    pub(crate) name: String,
}

/// A file that was read.
#[derive(Debug, Serialize)]
pub(crate) struct FileText {
    /// Its name.
    pub(crate) name: String,
    /// What it holds.
    pub(crate) text: String,
    /// Changes with every change of the text.
    pub(crate) revision: String,
}

/// A file to write.
#[derive(Debug, Deserialize)]
pub(crate) struct NewFile {
    /// Its name.
    pub(crate) name: String,
    /// What it shall hold.
    pub(crate) text: String,
    /// The revision of the text that was read; none for a new file.
    pub(crate) revision: Option<String>,
}

/// A file that was written.
#[derive(Debug, Serialize)]
pub(crate) struct FileWritten {
    /// The new revision.
    pub(crate) revision: String,
}
