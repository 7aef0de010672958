//! The rules that name moves for goals: those of the program, and those of the user's files.

use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::base::CancelToken;
use crate::files::{self, ReadError};
use crate::goals::rules::{RuleBase, RuleError};

/// Largest file of rules, in bytes: far more than ten thousand rules need.
const MAX_FILE: u64 = 1 << 24;

/// Why a file of rules is not used.
#[derive(Debug, Error)]
pub enum KnowledgeError {
    /// The file can't be read.
    #[error("{file}: {error}")]
    Read {
        /// Name of the file.
        file: String,
        /// The message of the system.
        error: ReadError,
    },
    /// It is no text.
    #[error("{file}: not UTF-8 text")]
    Encoding {
        /// Name of the file.
        file: String,
    },
    /// A rule has a fault, or the name of another rule.
    #[error(transparent)]
    Rule(#[from] RuleError),
}

/// The text of a file of rules, with the name that stands in errors.
#[derive(Clone, Debug)]
pub struct RuleText {
    name: String,
    text: String,
}

impl RuleText {
    /// A text that stands, or will stand, in the file of this name.
    #[must_use]
    pub fn new(name: &str, text: String) -> Self {
        Self {
            name: name.to_owned(),
            text,
        }
    }

    /// Reads a file.
    ///
    /// # Errors
    /// If it can't be read, or is no text.
    pub fn read(path: &Path, cancel: &CancelToken) -> Result<Self, KnowledgeError> {
        let name = path.display().to_string();
        let bytes = files::read(path, MAX_FILE, cancel).map_err(|error| KnowledgeError::Read {
            file: name.clone(),
            error,
        })?;
        match String::from_utf8(bytes) {
            Ok(text) => Ok(Self { name, text }),
            Err(_) => Err(KnowledgeError::Encoding { file: name }),
        }
    }

    /// Name and text, as [`RuleBase::read`] takes them.
    #[must_use]
    pub fn parts(&self) -> (&str, &str) {
        (&self.name, &self.text)
    }
}

/// Which rules are used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnowledgeParams {
    /// Whether those that are compiled in are.
    pub builtin: bool,
    /// Files with more rules.
    pub files: Vec<PathBuf>,
}

impl Default for KnowledgeParams {
    fn default() -> Self {
        Self {
            builtin: true,
            files: Vec::new(),
        }
    }
}

/// The rules in use: those that are compiled in, unless a base of the user's own takes their place, and those of files.
#[derive(Debug)]
pub struct Knowledge {
    has_builtin: bool,
    texts: Vec<RuleText>,
    /// All rules, if they are not just those that are compiled in.
    all: Option<RuleBase>,
}

impl Default for Knowledge {
    /// The rules that are compiled in.
    fn default() -> Self {
        Self {
            has_builtin: true,
            texts: Vec::new(),
            all: None,
        }
    }
}

impl Knowledge {
    /// No rules at all.
    fn nothing() -> Self {
        Self {
            has_builtin: false,
            texts: Vec::new(),
            all: Some(RuleBase::nothing()),
        }
    }

    /// Reads files of rules. A file with a fault is left out, with the reason in the log: the program works without it.
    #[must_use]
    pub fn load(params: &KnowledgeParams) -> Self {
        let files = params.files.iter();
        let texts = files.map(|path| RuleText::read(path, &CancelToken::new()));
        let (knowledge, faults) = Self::of(params.builtin, texts);
        for fault in faults {
            tracing::error!("goals.knowledge: {fault}; this file is not used");
        }
        knowledge
    }

    /// The rules of some texts, beside those that are compiled in if `builtin`, and the faults of the texts that are
    /// left out: those that can't be read, then in their order those that have a fault or the name of another rule.
    /// All rules are read once, some tens of milliseconds, and once more for each text if one has a fault.
    pub fn of(
        builtin: bool,
        texts: impl IntoIterator<Item = Result<RuleText, KnowledgeError>>,
    ) -> (Self, Vec<KnowledgeError>) {
        let mut readable = Vec::new();
        let mut faults = Vec::new();
        for text in texts {
            match text {
                Ok(text) => readable.push(text),
                Err(fault) => faults.push(fault),
            }
        }
        let mut knowledge = if builtin {
            Self::default()
        } else {
            Self::nothing()
        };
        if readable.is_empty() {
            return (knowledge, faults);
        }
        if let Ok(all) = knowledge.and(&readable) {
            knowledge.all = Some(all);
            knowledge.texts = readable;
            return (knowledge, faults);
        }
        for text in readable {
            match knowledge.and(std::slice::from_ref(&text)) {
                Ok(all) => {
                    knowledge.all = Some(all);
                    knowledge.texts.push(text);
                }
                Err(fault) => faults.push(fault.into()),
            }
        }
        (knowledge, faults)
    }

    /// Whether the text of this name is used.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.texts.iter().any(|text| text.name == name)
    }

    /// All rules.
    #[must_use]
    pub fn rules(&self) -> &RuleBase {
        self.all.as_ref().unwrap_or_else(|| RuleBase::builtin())
    }

    /// These rules and those of more files.
    ///
    /// # Errors
    /// The first fault in one of them.
    pub fn and(&self, more: &[RuleText]) -> Result<RuleBase, RuleError> {
        let texts: Vec<(&str, &str)> = self.texts.iter().chain(more).map(RuleText::parts).collect();
        if self.has_builtin {
            RuleBase::with_files(&texts)
        } else {
            RuleBase::read(&texts)
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    const RULE: &str =
        "rule my-own\npurpose save\ngoal save A\nnote \"Text.\"\nsource hand\nmap\n A *\nend\n";

    #[test]
    fn files_with_faults_are_left_out() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str, text: &str| {
            let path = folder.path().join(name);
            fs::write(&path, text).unwrap();
            path
        };
        let good = file("good.rules", RULE);
        let again = file("again.rules", RULE);
        let broken = file("broken.rules", &RULE.replace("my-own", "Broken"));
        let other = file("other.rules", &RULE.replace("my-own", "my-other"));
        let none = folder.path().join("none.rules");
        let mut params = KnowledgeParams {
            files: vec![good, again, broken, none, other],
            ..KnowledgeParams::default()
        };
        let names = |params: &KnowledgeParams| -> Vec<String> {
            let knowledge = Knowledge::load(params);
            let rules = knowledge.rules().rules();
            rules.map(|(_, rule)| rule.name().to_owned()).collect()
        };
        let n_builtin = RuleBase::builtin().rules().count();
        assert_eq!(names(&params)[n_builtin..], ["my-own", "my-other"]);
        params.builtin = false;
        assert_eq!(names(&params), ["my-own", "my-other"]);
        params.files.clear();
        assert!(names(&params).is_empty());
        assert_eq!(names(&KnowledgeParams::default()).len(), n_builtin);
    }

    #[test]
    fn a_fault_is_told_with_its_place() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("my.rules");
        fs::write(&path, RULE.replace("goal save A", "goal save B")).unwrap();
        let text = RuleText::read(&path, &CancelToken::new()).unwrap();
        let error = Knowledge::default().and(&[text]).unwrap_err();
        assert!(
            error.to_string().ends_with(
                "my.rules:3:11: `B` must stand in the maps, at one point if it is not an object"
            ),
            "{error}"
        );
    }
}
