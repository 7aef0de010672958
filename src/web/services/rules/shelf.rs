//! The rules at hand: those that are compiled in, and those of the folder's files.

use crate::engine::reading::{Knowledge, KnowledgeError, RuleText};
use crate::goals::rules::RuleFile;
use crate::web::message::{Code, Fault};
use crate::web::services::files;
use crate::web::tab::Tab;

/// How names of files of rules end.
const ENDING: &str = ".rules";

/// The files of rules in the folder, as they are now.
pub(super) struct Shelf {
    files: Vec<ShelfFile>,
    /// Why other files can't be read.
    unreadable: Vec<String>,
    /// Whether the rules that are compiled in are used as well.
    builtin: bool,
}

struct ShelfFile {
    name: String,
    text: String,
    revision: String,
    /// The file with its rules, if it has no fault.
    rules: Option<RuleFile>,
}

impl Shelf {
    /// Reads the files of the folder that end in `.rules`, if there is a folder.
    pub(super) fn open(tab: &Tab) -> Result<Self, Fault> {
        let mut shelf = Self {
            files: Vec::new(),
            unreadable: Vec::new(),
            builtin: tab.server.settings.engine.knowledge.builtin,
        };
        if tab.server.folder.is_none() {
            return Ok(shelf);
        }
        for name in files::names(tab, ENDING)? {
            match text_of(tab, &name) {
                Ok(Some((text, revision))) => shelf.files.push(ShelfFile {
                    rules: RuleFile::read(&name, &text).ok(),
                    name,
                    text,
                    revision,
                }),
                // It was removed meanwhile.
                Ok(None) => {}
                Err(fault) => shelf.unreadable.push(format!("{name}: {}", fault.message)),
            }
        }
        Ok(shelf)
    }

    /// All rules at hand.
    pub(super) fn in_use(self) -> RulesInUse {
        let texts = self.files.iter();
        let texts = texts.map(|file| Ok(RuleText::new(&file.name, file.text.clone())));
        let (knowledge, faults) = Knowledge::of(self.builtin, texts);
        let mut all_faults = self.unreadable;
        all_faults.extend(faults.iter().map(KnowledgeError::to_string));
        let files = self.files.into_iter();
        RulesInUse {
            files: files.filter(|file| knowledge.has(&file.name)).collect(),
            knowledge,
            faults: all_faults,
        }
    }

    /// The rules of all files, without one of them.
    pub(super) fn without(self, rule: Option<&str>) -> Result<Knowledge, Fault> {
        let text = |file: ShelfFile| {
            let mut text = file.text;
            if let (Some(rule), Some(mut rules)) = (rule, file.rules)
                && rules.rules().any(|found| found.name() == rule)
            {
                let removed = rules.remove(rule);
                removed.map_err(|error| Fault::new(Code::BadRequest, error.to_string()))?;
                text = rules.text();
            }
            Ok(RuleText::new(&file.name, text))
        };
        let texts: Vec<RuleText> = self.files.into_iter().map(text).collect::<Result<_, _>>()?;
        Ok(Knowledge::of(self.builtin, texts.into_iter().map(Ok)).0)
    }
}

/// The rules at hand, with the files that they come from.
pub(super) struct RulesInUse {
    pub(super) knowledge: Knowledge,
    /// The files without a fault.
    files: Vec<ShelfFile>,
    /// Why other files are not used.
    pub(super) faults: Vec<String>,
}

impl RulesInUse {
    /// The file that has a rule, and its revision; none for a rule that is compiled in.
    pub(super) fn file_of(&self, rule: &str) -> Option<(&str, &str)> {
        let has = |file: &&ShelfFile| {
            let mut rules = file.rules.iter().flat_map(RuleFile::rules);
            rules.any(|found| found.name() == rule)
        };
        let file = self.files.iter().find(has)?;
        Some((&file.name, &file.revision))
    }
}

/// The text of a file of rules and its revision; `None` if there is no such file.
pub(super) fn text_of(tab: &Tab, name: &str) -> Result<Option<(String, String)>, Fault> {
    if !name.ends_with(ENDING) {
        return Err(Fault::new(
            Code::BadRequest,
            format!("the name of a file of rules ends in {ENDING}"),
        ));
    }
    let Some((bytes, revision)) = files::contents(tab, name)? else {
        return Ok(None);
    };
    let text = String::from_utf8(bytes);
    let text = text.map_err(|_| Fault::new(Code::NoFile, "the file is not UTF-8 text"))?;
    Ok(Some((text, revision)))
}
