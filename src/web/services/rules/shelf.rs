//! The rules at hand: those that are compiled in, and those of the folder's files.

use crate::engine::reading::{Knowledge, KnowledgeError, RuleText};
use crate::goals::rules::RuleFile;
use crate::web::message::{Code, Fault};
use crate::web::services::files;
use crate::web::tab::Tab;

/// The rules at hand, as the files are now.
pub(super) struct Shelf {
    pub(super) knowledge: Knowledge,
    /// Each file that is used: its name, its text, its revision, the names of its rules.
    files: Vec<ShelfFile>,
    /// Why other files are not used.
    pub(super) faults: Vec<String>,
}

struct ShelfFile {
    name: String,
    text: String,
    revision: String,
    rules: Vec<String>,
}

impl Shelf {
    /// Reads the files of the folder that end in `.rules`, if there is a folder.
    pub(super) fn open(tab: &Tab) -> Result<Self, Fault> {
        let mut texts = Vec::new();
        let mut files = Vec::new();
        if tab.house.folder.is_some() {
            let names = files::list(tab)?.files.into_iter().map(|row| row.name);
            for name in names.filter(|name| name.ends_with(".rules")) {
                let file = files::file_read(tab, name)?;
                texts.push(Ok(RuleText::new(&file.name, file.text.clone())));
                let found = RuleFile::read(&file.name, &file.text);
                files.push(ShelfFile {
                    rules: found.map_or_else(
                        |_| Vec::new(),
                        |found| found.rules().map(|rule| rule.name().to_owned()).collect(),
                    ),
                    name: file.name,
                    text: file.text,
                    revision: file.revision,
                });
            }
        }
        let (knowledge, faults) = Knowledge::of(texts);
        Ok(Self {
            knowledge,
            files,
            faults: faults.iter().map(KnowledgeError::to_string).collect(),
        })
    }

    /// The file that has a rule; none for a rule that is compiled in.
    pub(super) fn file_of(&self, rule: &str) -> Option<&str> {
        let has = |file: &&ShelfFile| file.rules.iter().any(|name| name == rule);
        self.files.iter().find(has).map(|file| file.name.as_str())
    }

    /// The revision of a file.
    pub(super) fn revision_of(&self, file: &str) -> Option<String> {
        let found = self.files.iter().find(|found| found.name == file);
        found.map(|file| file.revision.clone())
    }

    /// The text of a file, and its revision; an empty text if it is not there yet.
    pub(super) fn text_of(&self, file: &str) -> (&str, Option<String>) {
        let found = self.files.iter().find(|found| found.name == file);
        found.map_or(("", None), |file| (&file.text, Some(file.revision.clone())))
    }

    /// The texts of all files, without one rule.
    pub(super) fn without(&self, rule: Option<&str>) -> Result<Vec<RuleText>, Fault> {
        let text = |file: &ShelfFile| {
            let mut text = file.text.clone();
            if let Some(rule) = rule.filter(|rule| file.rules.iter().any(|name| name == rule)) {
                let mut edited = rule_file(&file.name, &text)?;
                let removed = edited.remove(rule);
                removed.map_err(|error| Fault::new(Code::BadRequest, error.to_string()))?;
                text = edited.text();
            }
            Ok(RuleText::new(&file.name, text))
        };
        self.files.iter().map(text).collect()
    }
}

/// A file that can be edited.
pub(super) fn rule_file(name: &str, text: &str) -> Result<RuleFile, Fault> {
    RuleFile::read(name, text).map_err(|error| Fault::new(Code::BadRequest, error.to_string()))
}
