//! One layer of settings: the text of a file, or a single override.

use toml::Value;
use toml::de::{DeTable, DeValue};

use super::error::{ConfigError, SettingFault};
use super::keys::{self, Setting};
use super::settings::Settings;

/// Applies the settings of a file.
///
/// # Errors
/// The first error; the settings must then not be used.
pub(super) fn apply_bytes(
    settings: &mut Settings,
    origin: &str,
    bytes: &[u8],
) -> Result<(), ConfigError> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let (right, wrong) = bytes.split_at(error.valid_up_to());
        let byte = wrong.first().copied().unwrap_or_default();
        ConfigError {
            origin: origin.to_owned(),
            line: Some(line_after(right)),
            problem: SettingFault::Encoding { byte },
        }
    })?;
    apply_text(settings, origin, text)
}

/// Applies the settings of a text.
///
/// # Errors
/// The first error; the settings must then not be used.
fn apply_text(settings: &mut Settings, origin: &str, text: &str) -> Result<(), ConfigError> {
    let located = |offset: Option<usize>, problem| ConfigError {
        origin: origin.to_owned(),
        line: offset.map(|offset| line_at(text, offset)),
        problem,
    };
    let syntax = |error: toml::de::Error| {
        let offset = error.span().map(|span| span.start);
        located(offset, SettingFault::Syntax(error.message().to_owned()))
    };
    // The text is parsed twice: once for the places of the values, once for the values. A whole number may be too
    // large for the second.
    let places = DeTable::parse(text).map_err(syntax)?;
    let values: toml::Table = toml::from_str(text).map_err(|error: toml::de::Error| {
        let offset = error.span().map(|span| span.start);
        match offset.and_then(|offset| number_at(places.get_ref(), "", offset)) {
            Some((key, number)) => located(offset, wrong_number(&key, number)),
            None => syntax(error),
        }
    })?;
    let mut entries = Vec::new();
    collect(&values, places.get_ref(), "", &mut entries);
    entries.sort_by_key(|entry| entry.offset);
    for entry in entries {
        apply(settings, &entry.key, entry.value)
            .map_err(|problem| located(Some(entry.offset), problem))?;
    }
    Ok(())
}

/// Applies an override such as `search.threads=2`. A value that is not TOML counts as a text, because shells remove
/// quotes.
///
/// # Errors
/// If it is not an assignment, or the key or the value is wrong.
pub(super) fn apply_override(settings: &mut Settings, assignment: &str) -> Result<(), ConfigError> {
    let failed = |problem| ConfigError {
        origin: format!("--set {assignment}"),
        line: None,
        problem,
    };
    let (key, text) = assignment
        .split_once('=')
        .ok_or_else(|| failed(SettingFault::NoAssignment))?;
    let text = text.trim();
    let value = text
        .parse()
        .unwrap_or_else(|_| Value::String(text.to_owned()));
    apply(settings, key.trim(), &value).map_err(failed)
}

fn apply(settings: &mut Settings, key: &str, value: &Value) -> Result<(), SettingFault> {
    let setting = keys::find(key).ok_or_else(|| match value.as_table() {
        Some(values) if is_unknown_section(key, values) => SettingFault::UnknownSection {
            name: key.to_owned(),
            nearest: keys::nearest_section(key),
        },
        Some(_) | None => unknown_key(key),
    })?;
    setting
        .allowed
        .checked(value)
        .and_then(|value| (setting.write)(settings, value))
        .ok_or_else(|| wrong_value(setting, value))
}

fn unknown_key(key: &str) -> SettingFault {
    SettingFault::UnknownKey {
        key: key.to_owned(),
        nearest: keys::nearest(key),
    }
}

fn wrong_value(setting: &Setting, value: &Value) -> SettingFault {
    SettingFault::Value {
        key: setting.key,
        found: value.to_string(),
        allowed: setting.allowed.to_string(),
    }
}

/// A key with its section, its value, and where the key begins in the text.
struct Entry<'a> {
    key: String,
    value: &'a Value,
    offset: usize,
}

/// The key and the digits of the whole number that begins at an offset, below `prefix`.
fn number_at<'a>(
    places: &'a DeTable<'_>,
    prefix: &str,
    offset: usize,
) -> Option<(String, &'a str)> {
    places.iter().find_map(|(name, place)| {
        let key = format!("{prefix}{}", name.get_ref());
        if let DeValue::Table(below) = place.get_ref() {
            return number_at(below, &format!("{key}."), offset);
        }
        let number = place.get_ref().as_integer();
        let number = number.filter(|_| place.span().start == offset)?;
        Some((key, number.as_str()))
    })
}

/// What is wrong with a whole number that does not fit into 64 bits.
fn wrong_number(key: &str, digits: &str) -> SettingFault {
    match keys::find(key) {
        None => unknown_key(key),
        Some(setting) => SettingFault::Value {
            key: setting.key,
            found: digits.to_owned(),
            allowed: setting.allowed.to_string(),
        },
    }
}

/// All entries below `prefix`. A table that is a setting is one entry, and so is an empty table that is no section.
fn collect<'a>(
    values: &'a toml::Table,
    places: &DeTable<'_>,
    prefix: &str,
    entries: &mut Vec<Entry<'a>>,
) {
    for (name, place) in places {
        let Some(value) = values.get(name.get_ref().as_ref()) else {
            continue;
        };
        let key = format!("{prefix}{}", name.get_ref());
        match (value, place.get_ref()) {
            (Value::Table(values), DeValue::Table(places))
                if keys::find(&key).is_none() && !is_unknown_section(&key, values) =>
            {
                collect(values, places, &format!("{key}."), entries);
            }
            _ => entries.push(Entry {
                key,
                value,
                offset: name.span().start,
            }),
        }
    }
}

/// Whether a table is empty and none of the sections. In one with entries, each of them is unknown.
fn is_unknown_section(name: &str, values: &toml::Table) -> bool {
    values.is_empty() && !keys::sections().any(|section| section == name)
}

/// The line of a byte in a text, counted from 1.
fn line_at(text: &str, offset: usize) -> usize {
    line_after(text.as_bytes().get(..offset).unwrap_or(text.as_bytes()))
}

/// The line of the byte after some bytes, counted from 1.
fn line_after(bytes: &[u8]) -> usize {
    1 + bytes.iter().filter(|&&byte| byte == b'\n').count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_error(text: &str, expected: &str) {
        let error = apply_text(&mut Settings::default(), "my.toml", text).unwrap_err();
        assert_eq!(error.to_string(), expected, "{text}");
    }

    fn check_override_error(assignment: &str, expected: &str) {
        let error = Settings::load(&[], &[assignment.to_owned()]).unwrap_err();
        assert_eq!(error.to_string(), expected);
    }

    #[test]
    fn errors_name_file_line_key_range_and_nearest_key() {
        check_error(
            "# mine\n[search]\nthreads = 0\n",
            "my.toml:3: search.threads: found 0, allowed is \"auto\" or a whole number from 1 to 256",
        );
        check_error(
            "[search]\nthreads = \"two\"",
            "my.toml:2: search.threads: found \"two\", allowed is \"auto\" or a whole number from 1 to 256",
        );
        check_error(
            "[search]\nseed = 1.5",
            "my.toml:2: search.seed: found 1.5, allowed is a whole number, 0 or more",
        );
        check_error(
            "[search]\n\nthread = 2",
            "my.toml:3: search.thread: unknown key, did you mean `search.threads`?",
        );
        check_error(
            "[serch]\nseed = 1\n[search]\nthreads = 0",
            "my.toml:2: serch.seed: unknown key, did you mean `search.seed`?",
        );
        check_error(
            "search = 3",
            "my.toml:1: search: unknown key, did you mean `search.seed`?",
        );
        check_error(
            "board.size = 26",
            "my.toml:1: board.size: found 26, allowed is a whole number from 1 to 25, or width and height as in \
                \"9x13\"",
        );
        check_error(
            "[rules]\nkomi = \"much\"",
            "my.toml:2: rules.komi: found \"much\", allowed is \"named\" or a number from -1000 to 1000",
        );
        check_error(
            "[policy]\nresign_below = 0.9",
            "my.toml:2: policy.resign_below: found 0.9, allowed is a number from 0 to 0.5",
        );
        check_error(
            "[goals]\nknowledge = [3]",
            "my.toml:2: goals.knowledge: found [3], allowed is a list of texts in quotes",
        );
        check_error(
            "[log]\nfile = 3",
            "my.toml:2: log.file: found 3, allowed is a text in quotes",
        );
        check_error(
            "[log]\nlevel = \"loud\"",
            "my.toml:2: log.level: found \"loud\", allowed is one of \"off\", \"error\", \"warn\", \"info\", \
                \"debug\", \"trace\"",
        );
        check_error(
            "[search]\nseed = 1\nthreads = 99999999999999999999",
            "my.toml:3: search.threads: found 99999999999999999999, allowed is \"auto\" or a whole number from 1 to \
                256",
        );
        check_error(
            "[search]\nthread = 99999999999999999999",
            "my.toml:2: search.thread: unknown key, did you mean `search.threads`?",
        );
        check_error(
            "[search]\n[serch]",
            "my.toml:2: [serch]: unknown section, did you mean `[search]`?",
        );
        let error = apply_text(
            &mut Settings::default(),
            "my.toml",
            "[rules]\nname = \"go\"",
        );
        let text = error.unwrap_err().to_string();
        assert!(
            text.starts_with("my.toml:2: rules.name: found \"go\", allowed is one of \"chinese\","),
            "{text}"
        );
    }

    #[test]
    fn broken_files_are_told_by_line() {
        for (text, line) in [("[search]\nthreads 2", "2"), ("a=1\na=2", "2"), ("[x", "1")] {
            let error = apply_text(&mut Settings::default(), "my.toml", text).unwrap_err();
            assert!(matches!(error.problem, SettingFault::Syntax(_)), "{error}");
            assert!(
                error.to_string().starts_with(&format!("my.toml:{line}: ")),
                "{error}"
            );
        }
        let bytes = b"[search]\nseed = 1\n# \xff";
        let error = apply_bytes(&mut Settings::default(), "my.toml", bytes).unwrap_err();
        assert_eq!(error.to_string(), "my.toml:3: byte 0xff is not UTF-8 text");
        let endless = Settings::load(&["/dev/zero".into()], &[]).unwrap_err();
        assert!(matches!(
            endless.problem,
            SettingFault::TooLarge { .. } | SettingFault::Unreadable(_)
        ));
        let error = Settings::load(&["no/such.toml".into()], &[]).unwrap_err();
        assert!(error.to_string().starts_with("no/such.toml: "), "{error}");
    }

    #[test]
    fn overrides_are_checked_alike() {
        let set = |assignments: &[&str]| {
            let assignments: Vec<String> = assignments.iter().map(|&a| a.to_owned()).collect();
            Settings::load(&[], &assignments).unwrap()
        };
        assert_eq!(
            set(&["search.threads=2", "search.threads = 3"])
                .engine
                .search
                .threads,
            3
        );
        assert_eq!(set(&["log.level=debug"]), set(&["log.level=\"debug\""]));
        assert_eq!(set(&["board.size=9x13"]).board_size.to_string(), "9x13");
        assert_eq!(
            set(&["search.max_playouts=100"]).engine.max_playouts,
            Some(100)
        );
        check_override_error(
            "search.threads=0",
            "--set search.threads=0: search.threads: found 0, allowed is \"auto\" or a whole number from 1 to 256",
        );
        check_override_error(
            "search.treads=2",
            "--set search.treads=2: search.treads: unknown key, did you mean `search.threads`?",
        );
        check_override_error(
            "nonsense",
            "--set nonsense: expected KEY=VALUE, such as search.threads=2",
        );
    }
}
