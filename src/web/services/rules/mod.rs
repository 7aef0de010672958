//! The editor of rules: rules listed, checked, tried, compared and saved.

mod shelf;
mod trial;

use super::files;
use super::service::{Handling, Service, answer, read};
use crate::goals::rules::{
    DiffLine, FormError, GoalKind, Purpose, Rule, RuleBase, RuleFile, RuleForm, RuleQuery, diff,
};
use crate::web::message::{
    CheckedDraft, Code, DiffText, DraftAsk, EditAsk, Fault, FileWritten, RelationsText, RuleName,
    RuleRow, RuleText, RulesAsk, RulesList, RulesUsed,
};
use crate::web::tab::Tab;
use shelf::{RulesInUse, Shelf};

pub(super) const TABLE: &[Service] = &[
    Service {
        name: "rules_list",
        work: Handling::AtOnce(|tab, fields, _| answer(&list(tab, &read(fields)?)?)),
    },
    Service {
        name: "rules_get",
        work: Handling::AtOnce(|tab, fields, _| answer(&get(tab, &read(fields)?)?)),
    },
    Service {
        name: "rules_check",
        work: Handling::AtOnce(|tab, fields, _| answer(&check(tab, &read(fields)?)?)),
    },
    Service {
        name: "rules_try",
        work: Handling::AtOnce(|tab, fields, _| answer(&trial::position(tab, &read(fields)?)?)),
    },
    Service {
        name: "rules_measure",
        work: Handling::AtOnce(|tab, fields, caller| {
            answer(&trial::measure(tab, &read(fields)?, caller)?)
        }),
    },
    Service {
        name: "rules_diff",
        work: Handling::AtOnce(|tab, fields, _| answer(&edit_diff(tab, &read(fields)?)?)),
    },
    Service {
        name: "rules_use",
        work: Handling::AtOnce(|tab, _, _| answer(&use_here(tab)?)),
    },
    Service {
        name: "rules_save",
        work: Handling::AtOnce(|tab, fields, _| answer(&save(tab, &read(fields)?)?)),
    },
];

/// Specificity is counted in parts of a bit.
const PARTS_OF_BIT: f64 = 16.0;

fn bits(specificity: u32) -> f64 {
    f64::from(specificity) / PARTS_OF_BIT
}

/// The value that a word stands for; none if there is no word.
fn chosen<T: Copy>(
    word: Option<&String>,
    values: &[T],
    word_of: fn(T) -> &'static str,
) -> Result<Option<T>, Fault> {
    let Some(word) = word.filter(|word| !word.is_empty()) else {
        return Ok(None);
    };
    let found = values.iter().copied().find(|&value| word_of(value) == word);
    match found {
        Some(value) => Ok(Some(value)),
        None => Err(Fault::new(
            Code::BadRequest,
            format!("there is no purpose or goal `{word}`"),
        )),
    }
}

fn list(tab: &Tab, ask: &RulesAsk) -> Result<RulesList, Fault> {
    let in_use = Shelf::open(tab)?.in_use();
    let query = RuleQuery {
        purpose: chosen(ask.purpose.as_ref(), &Purpose::ALL, Purpose::word)?,
        goal: chosen(ask.goal.as_ref(), &GoalKind::ALL, GoalKind::word)?,
        words: ask.words.clone(),
    };
    let base = in_use.knowledge.rules();
    let found = base.rules().filter(|(_, rule)| query.fits(rule));
    Ok(RulesList {
        rules: found
            .map(|(id, rule)| RuleRow {
                name: rule.name().to_owned(),
                purpose: rule.purpose().word(),
                goal: rule.goal().word(),
                play: if rule.prescribes() {
                    rule.recommendation().word()
                } else {
                    ""
                },
                bits: bits(base.specificity(id)),
                note: rule.note().to_owned(),
                file: in_use.file_of(rule.name()).map(|(file, _)| file.to_owned()),
            })
            .collect(),
        n_all: base.rules().count(),
        purposes: Purpose::ALL.map(Purpose::word).to_vec(),
        goals: GoalKind::ALL.map(GoalKind::word).to_vec(),
        faults: in_use.faults,
    })
}

fn get(tab: &Tab, ask: &RuleName) -> Result<RuleText, Fault> {
    let in_use = Shelf::open(tab)?.in_use();
    let base = in_use.knowledge.rules();
    let rule = base
        .rules()
        .map(|(_, rule)| rule)
        .find(|rule| rule.name() == ask.name);
    let rule = rule
        .ok_or_else(|| Fault::new(Code::BadRequest, format!("there is no rule `{}`", ask.name)))?;
    let (file, revision) = in_use.file_of(rule.name()).unzip();
    Ok(RuleText {
        form: RuleForm::of(rule),
        text: rule.to_string(),
        file: file.map(str::to_owned),
        revision: revision.map(str::to_owned),
        relations: relations(base, rule, None),
    })
}

/// How a rule stands to the others of a base, but for the one that it replaces.
fn relations(base: &RuleBase, rule: &Rule, replaced: Option<&str>) -> RelationsText {
    let relations = base.relations(rule);
    let names = |ids: &[_]| {
        let names = ids.iter().map(|&id| base.rule(id).name());
        let names = names.filter(|&name| Some(name) != replaced);
        names.map(str::to_owned).collect()
    };
    RelationsText {
        bits: bits(relations.specificity),
        overrides: names(&relations.overrides),
        overridden_by: names(&relations.overridden_by),
        same: names(&relations.same),
    }
}

fn check(tab: &Tab, ask: &DraftAsk) -> Result<CheckedDraft, Fault> {
    let in_use = Shelf::open(tab)?.in_use();
    let replaced = ask.replaces.as_deref();
    Ok(match rule_of(&in_use, &ask.form, replaced) {
        Ok(rule) => CheckedDraft {
            error: None,
            text: rule.to_string(),
            relations: relations(in_use.knowledge.rules(), &rule, replaced),
        },
        Err(error) => CheckedDraft {
            error: Some(error),
            ..CheckedDraft::default()
        },
    })
}

/// The rule of a form, if it has no fault and no other rule has its name.
fn rule_of(
    in_use: &RulesInUse,
    form: &RuleForm,
    replaced: Option<&str>,
) -> Result<Rule, FormError> {
    let rule = form.rule()?;
    let is_other = |name: &str| name == rule.name() && Some(name) != replaced;
    let mut names = in_use
        .knowledge
        .rules()
        .rules()
        .map(|(_, rule)| rule.name());
    if names.any(is_other) {
        return Err(FormError::same_name(rule.name()));
    }
    Ok(rule)
}

/// The text of a file before and after an edit.
struct Edit {
    before: String,
    after: String,
    /// The revision of the file; none if it is not there yet.
    revision: Option<String>,
}

impl Edit {
    fn new(tab: &Tab, ask: &EditAsk) -> Result<Self, Fault> {
        let (before, revision) = shelf::text_of(tab, &ask.file)?.unzip();
        let before = before.unwrap_or_default();
        let refused = |message: String| Fault::new(Code::BadRequest, message);
        let mut file =
            RuleFile::read(&ask.file, &before).map_err(|error| refused(error.to_string()))?;
        let replaced = ask.replaces.as_deref();
        let done = match (&ask.form, replaced) {
            (Some(form), _) => {
                let in_use = Shelf::open(tab)?.in_use();
                let rule = rule_of(&in_use, form, replaced);
                file.put(replaced, rule.map_err(|error| refused(error.to_string()))?)
            }
            (None, Some(name)) => file.remove(name),
            (None, None) => return Err(refused("there is nothing to change".to_owned())),
        };
        done.map_err(|error| refused(error.to_string()))?;
        Ok(Self {
            before,
            after: file.text(),
            revision,
        })
    }
}

fn edit_diff(tab: &Tab, ask: &EditAsk) -> Result<DiffText, Fault> {
    let edit = Edit::new(tab, ask)?;
    let line = |line: DiffLine<'_>| match line {
        DiffLine::Kept(text) => ("kept", text.to_owned()),
        DiffLine::Removed(text) => ("removed", text.to_owned()),
        DiffLine::Added(text) => ("added", text.to_owned()),
    };
    Ok(DiffText {
        lines: diff(&edit.before, &edit.after)
            .into_iter()
            .map(line)
            .collect(),
        revision: edit.revision,
    })
}

/// Puts the rules of the folder's files in force for this tab, beside those that are compiled in if those are used.
fn use_here(tab: &mut Tab) -> Result<RulesUsed, Fault> {
    let RulesInUse {
        knowledge, faults, ..
    } = Shelf::open(tab)?.in_use();
    let n_rules = knowledge.rules().rules().count();
    tab.engine.set_knowledge(knowledge);
    Ok(RulesUsed { n_rules, faults })
}

/// Writes the file, unless it was changed since the page read it.
fn save(tab: &Tab, ask: &EditAsk) -> Result<FileWritten, Fault> {
    let text = || Ok(Edit::new(tab, ask)?.after);
    files::replace(tab, &ask.file, ask.revision.as_deref(), text)
}
