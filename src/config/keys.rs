//! The table of settings: the key of each, the values allowed, and its field.

use std::fmt;
use std::path::{Path, PathBuf};

use toml::Value;

use super::memory;
use super::settings::Settings;
use crate::board::{MAX_SIDE, Rules, Size};
use crate::engine::Level;
use crate::intuition::NetworkSource;
use crate::mcts::playout::{Policy, Tactics};

/// One setting.
#[derive(Debug)]
pub(super) struct Setting {
    /// Section and name, `search.threads`.
    pub key: &'static str,
    /// The values that may be written.
    pub allowed: Allowed,
    /// The current value. `None` would mean a value that TOML can't write; a test checks that there is none.
    pub read: fn(&Settings) -> Option<Value>,
    /// Sets an allowed value. `None`, and no change, if it does not fit the field.
    pub write: fn(&mut Settings, Value) -> Option<()>,
}

/// The values that a setting may have.
#[derive(Clone, Copy, Debug)]
pub(super) enum Allowed {
    /// `true` or `false`.
    Bool,
    /// A whole number from the first to the second.
    Int(i64, i64),
    /// A number from the first to the second.
    Number(f64, f64),
    /// One of these words.
    Words(&'static [&'static str]),
    /// A name of a rule set.
    RulesName,
    /// Any text.
    Text,
    /// A list of texts; one text stands for a list of one.
    Texts,
    /// A board size: a number, or a text such as `9x13`.
    Size,
    /// This word, or a value that the inner kind allows.
    OrWord(&'static str, &'static Allowed),
    /// 0, or a whole number from the first to the second.
    IntOrZero(i64, i64),
}

impl Allowed {
    /// The value in the form of its field, if it is allowed.
    pub(super) fn checked(&self, value: &Value) -> Option<Value> {
        let is_allowed = match (self, value) {
            (Self::Bool, Value::Boolean(_)) | (Self::Text, Value::String(_)) => true,
            (Self::Int(least, most), Value::Integer(number)) => (least..=most).contains(&number),
            (Self::Number(least, most), Value::Float(number)) => (least..=most).contains(&number),
            (Self::Number(..), Value::Integer(number)) => {
                let number = i32::try_from(*number).ok()?;
                return self.checked(&Value::Float(number.into()));
            }
            (Self::Texts, Value::String(_)) => return Some(Value::Array(vec![value.clone()])),
            (Self::Texts, Value::Array(texts)) => texts.iter().all(Value::is_str),
            (Self::Words(words), Value::String(word)) => words.contains(&word.as_str()),
            (Self::RulesName, Value::String(name)) => Rules::named(name).is_ok(),
            (Self::Size, _) => parse_size(value).is_some(),
            (Self::OrWord(word, _), Value::String(found)) if found == word => true,
            (Self::OrWord(_, other), _) => return other.checked(value),
            (Self::IntOrZero(least, most), Value::Integer(number)) => {
                *number == 0 || (least..=most).contains(&number)
            }
            _ => false,
        };
        is_allowed.then(|| value.clone())
    }
}

impl fmt::Display for Allowed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bool => f.write_str("true or false"),
            Self::Int(least, i64::MAX) => write!(f, "a whole number, {least} or more"),
            Self::Int(least, most) => write!(f, "a whole number from {least} to {most}"),
            Self::Number(least, most) => write!(f, "a number from {least} to {most}"),
            Self::Words(words) => write!(f, "one of {}", quoted(words)),
            Self::RulesName => {
                let names: Vec<&str> = Rules::names().collect();
                write!(f, "one of {}", quoted(&names))
            }
            Self::Text => f.write_str("a text in quotes"),
            Self::Texts => f.write_str("a list of texts in quotes"),
            Self::Size => write!(
                f,
                "a whole number from 1 to {MAX_SIDE}, or width and height as in \"9x13\""
            ),
            Self::OrWord(word, other) => write!(f, "\"{word}\" or {other}"),
            Self::IntOrZero(least, most) => {
                write!(f, "0 or a whole number from {least} to {most}")
            }
        }
    }
}

fn quoted(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
    quoted.join(", ")
}

/// An entry for a field that TOML reads and writes without conversion.
macro_rules! setting {
    ($key:literal, $allowed:expr, $settings:ident => $field:expr) => {
        Setting {
            key: $key,
            allowed: $allowed,
            read: |$settings| Value::try_from(&$field).ok(),
            write: |$settings, value| {
                $field = value.try_into().ok()?;
                Some(())
            },
        }
    };
}

/// An entry for a percentage of the playout policy.
macro_rules! percent {
    ($key:literal, $field:ident) => {
        Setting {
            key: $key,
            allowed: Allowed::Int(0, 100),
            read: |settings| Some(Value::from(tactics(settings).$field)),
            write: |settings, value| {
                let mut tactics = tactics(settings);
                tactics.$field = value.try_into().ok()?;
                settings.engine.search.policy = Policy::Tactical(tactics);
                Some(())
            },
        }
    };
}

/// An entry for the size of a part of the memory.
macro_rules! part {
    ($key:literal, $allowed:expr, $index:expr) => {
        setting!($key, Allowed::OrWord("auto", &$allowed), s => s.memory.parts[$index])
    };
}

/// The largest time in seconds that may be set: a day.
const DAY: f64 = 86_400.0;

/// All settings, in the order of `config/default.toml`.
pub(super) const SETTINGS: &[Setting] = &[
    setting!("rules.name", Allowed::RulesName, s => s.named_rules.name),
    setting!("rules.komi", Allowed::OrWord("named", &Allowed::Number(-1000.0, 1000.0)), s => s.named_rules.komi),
    setting!(
        "rules.scoring",
        Allowed::OrWord("named", &Allowed::Words(&["area", "territory"])),
        s => s.named_rules.scoring
    ),
    setting!(
        "rules.ko",
        Allowed::OrWord("named", &Allowed::Words(&["simple", "positional_superko", "situational_superko"])),
        s => s.named_rules.ko
    ),
    setting!("rules.suicide", Allowed::OrWord("named", &Allowed::Bool), s => s.named_rules.suicide),
    setting!("rules.tax", Allowed::OrWord("named", &Allowed::Words(&["none", "seki"])), s => s.named_rules.tax),
    setting!(
        "rules.handicap_bonus",
        Allowed::OrWord("named", &Allowed::Words(&["none", "each_stone", "each_stone_but_one"])),
        s => s.named_rules.handicap_bonus
    ),
    setting!("rules.lenient_superko", Allowed::Bool, s => s.lenient_superko),
    Setting {
        key: "board.size",
        allowed: Allowed::Size,
        read: |settings| Some(write_size(settings.board_size)),
        write: |settings, value| {
            settings.board_size = parse_size(&value)?;
            Some(())
        },
    },
    Setting {
        key: "search.threads",
        allowed: Allowed::OrWord("auto", &Allowed::Int(1, 256)),
        read: |settings| Value::try_from(settings.threads).ok(),
        write: |settings, value| {
            settings.threads = value.try_into().ok()?;
            settings.engine.search.threads = settings.threads.number();
            Some(())
        },
    },
    part!("search.memory_mib", Allowed::Int(1, 1 << 20), memory::TREE),
    Setting {
        key: "search.max_playouts",
        allowed: Allowed::Int(0, i64::MAX),
        read: |settings| Value::try_from(settings.engine.max_playouts.unwrap_or(0)).ok(),
        write: |settings, value| {
            let bound: u64 = value.try_into().ok()?;
            settings.engine.max_playouts = (bound > 0).then_some(bound);
            Some(())
        },
    },
    setting!("search.seed", Allowed::Int(0, i64::MAX), s => s.engine.search.seed),
    setting!("search.expand_visits", Allowed::Int(1, 10_000), s => s.engine.search.expand_visits),
    setting!("search.exploration", Allowed::Number(0.0, 100.0), s => s.engine.search.exploration),
    setting!("search.rave_visits", Allowed::Number(0.0, 1e9), s => s.engine.search.rave_visits),
    setting!("search.first_play_reduction", Allowed::Number(-1.0, 1.0), s => s.engine.search.first_play_reduction),
    setting!("search.score_weight", Allowed::Number(0.0, 1.0), s => s.engine.search.score_weight),
    Setting {
        key: "search.pass_prior",
        allowed: Allowed::Number(0.0, 1.0),
        // Converted through text: otherwise 0.002 would become 0.0020000000949949026.
        read: |settings| {
            let text = settings.engine.search.pass_prior.to_string();
            text.parse().ok().map(Value::Float)
        },
        write: |settings, value| {
            settings.engine.search.pass_prior = value.try_into().ok()?;
            Some(())
        },
    },
    setting!("search.proofs", Allowed::Bool, s => s.engine.proofs),
    Setting {
        key: "search.network",
        allowed: Allowed::OrWord("none", &Allowed::Text),
        read: |settings| {
            let source = settings.engine.network.source.as_ref();
            let name = source.map_or_else(|| "none".to_owned(), NetworkSource::to_string);
            Some(Value::String(name))
        },
        write: |settings, value| {
            let name: String = value.try_into().ok()?;
            settings.engine.network.source =
                (name != "none").then(|| NetworkSource::named(Path::new(&name)));
            Some(())
        },
    },
    setting!("search.ponder", Allowed::Bool, s => s.ponder),
    setting!("search.live_graphics", Allowed::Number(0.0, 3600.0), s => s.live_graphics),
    setting!("search.stops_early", Allowed::Bool, s => s.engine.search.stops_early),
    setting!(
        "network.precision",
        Allowed::Words(&["auto", "f32", "bf16", "int8"]),
        s => s.engine.network.precision
    ),
    percent!("playout.capture", capture),
    percent!("playout.save", save),
    percent!("playout.pattern", pattern),
    percent!("playout.pattern_own", pattern_own),
    setting!("analysis.threads", Allowed::Int(1, 256), s => s.analysis.threads),
    setting!("analysis.max_visits", Allowed::Int(1, 1 << 50), s => s.analysis.max_visits),
    setting!("servers.ogs_chat", Allowed::Bool, s => s.writes_ogs_chat),
    setting!("servers.kgs_chat", Allowed::Bool, s => s.offers_kgs_chat),
    setting!("clock.lag_reserve", Allowed::Number(0.0, 60.0), s => s.engine.clock.lag_reserve),
    setting!("clock.untimed_seconds", Allowed::Number(0.0, DAY), s => s.engine.clock.untimed_seconds),
    setting!("clock.max_seconds", Allowed::Number(0.01, DAY), s => s.engine.clock.max_seconds),
    setting!("clock.max_time_factor", Allowed::Number(1.0, 10.0), s => s.engine.clock.max_time_factor),
    Setting {
        key: "policy.level",
        allowed: Allowed::Int(0, 10),
        read: |settings| {
            Some(Value::from(i64::from(
                settings.engine.policy.level.number(),
            )))
        },
        write: |settings, value| {
            settings.engine.policy.level = Level::new(value.try_into().ok()?)?;
            Some(())
        },
    },
    setting!("policy.resign_below", Allowed::Number(0.0, 0.5), s => s.engine.policy.resign_below),
    setting!("policy.resign_after", Allowed::Number(0.0, 10.0), s => s.engine.policy.resign_after),
    setting!("policy.resign_patience", Allowed::Int(1, 1000), s => s.engine.policy.resign_patience),
    setting!("policy.clears_dead_stones", Allowed::Bool, s => s.engine.policy.clears_dead_stones),
    setting!("policy.scoring_playouts", Allowed::Int(1, 1_000_000), s => s.engine.policy.scoring_playouts),
    setting!("policy.regression_playouts", Allowed::Int(1, i64::MAX), s => s.engine.policy.regression_playouts),
    setting!("referee.seconds", Allowed::Number(0.0, 3600.0), s => s.engine.referee.seconds),
    setting!("reading.method", Allowed::Words(&["search", "goals"]), s => s.engine.reading.method),
    setting!("reading.root_nodes", Allowed::Int(0, i64::MAX), s => s.engine.hints.root_nodes),
    setting!("reading.group_nodes", Allowed::Int(0, i64::MAX), s => s.engine.hints.group_nodes),
    setting!("reading.keeps_off_settled", Allowed::Bool, s => s.engine.hints.keeps_off_settled),
    setting!("reading.estimates_endgame", Allowed::Bool, s => s.engine.hints.estimates_endgame),
    setting!("safety.window_nodes", Allowed::Int(0, i64::MAX), s => s.engine.safety.window_nodes),
    setting!("goals.builtin", Allowed::Bool, s => s.engine.knowledge.builtin),
    setting!("goals.knowledge", Allowed::Texts, s => s.engine.knowledge.files),
    setting!("exact.nodes", Allowed::Int(0, i64::MAX), s => s.engine.exact.nodes),
    part!("exact.memory_mib", Allowed::Int(1, 1 << 20), memory::EXACT),
    setting!("endgame.enabled", Allowed::Bool, s => s.engine.endgame.enabled),
    setting!("endgame.most_empty", Allowed::Int(1, 64), s => s.engine.endgame.most_empty),
    setting!("endgame.region_nodes", Allowed::Int(1, i64::MAX), s => s.engine.endgame.region_nodes),
    setting!("endgame.sum_nodes", Allowed::Int(1, i64::MAX), s => s.engine.endgame.sum_nodes),
    part!(
        "endgame.max_shapes",
        Allowed::Int(1_000, 100_000_000),
        memory::SHAPES
    ),
    part!(
        "cgt.max_forms",
        Allowed::Int(1_000, 100_000_000),
        memory::FORMS
    ),
    part!(
        "cgt.memo_entries",
        Allowed::Int(1_000, 100_000_000),
        memory::MEMOS
    ),
    part!("logic.memory_mib", Allowed::Int(1, 1 << 20), memory::LOGIC),
    part!("reader.log2_entries", Allowed::Int(10, 28), memory::READER),
    setting!("reader.threads", Allowed::Int(1, 256), s => s.engine.reading.reader.threads.number),
    setting!("reader.seconds", Allowed::Number(0.0, DAY), s => s.engine.reading.budgets.seconds),
    setting!("reader.nodes", Allowed::Int(1, i64::MAX), s => s.engine.reading.budgets.question),
    setting!("reader.evaluations", Allowed::Int(0, 10_000), s => s.engine.reading.budgets.evaluations),
    part!(
        "reader.most_proofs",
        Allowed::Int(0, 10_000_000),
        memory::PROOFS
    ),
    setting!(
        "limits.memory_mib",
        Allowed::IntOrZero(memory::LEAST_MIB, 1 << 24),
        s => s.memory.limit_mib
    ),
    setting!("records.max_mib", Allowed::Int(1, 256), s => s.max_record_mib),
    setting!(
        "log.level",
        Allowed::Words(&["off", "error", "warn", "info", "debug", "trace"]),
        s => s.log.level
    ),
    setting!("log.format", Allowed::Words(&["text", "json"]), s => s.log.format),
    Setting {
        key: "log.file",
        allowed: Allowed::Text,
        read: |settings| {
            let file = settings.log.file.as_ref();
            Some(Value::String(
                file.map_or_else(String::new, |file| file.display().to_string()),
            ))
        },
        write: |settings, value| {
            let name: String = value.try_into().ok()?;
            settings.log.file = (!name.is_empty()).then(|| PathBuf::from(name));
            Some(())
        },
    },
];

/// The setting with a given key.
pub(super) fn find(key: &str) -> Option<&'static Setting> {
    SETTINGS.iter().find(|setting| setting.key == key)
}

/// The key most similar to an unknown one. A name that is right or nearly right, but in a wrong section, counts as one
/// more mistake, and so does a key that goes on where the unknown one ends; otherwise the spelling of the whole key
/// counts.
pub(super) fn nearest(unknown: &str) -> &'static str {
    const NEARLY: usize = 2;
    let distance = |key: &str| {
        let of_name = strsim::damerau_levenshtein(name_of(unknown), name_of(key));
        let of_key = strsim::damerau_levenshtein(unknown, key);
        if unknown.contains('.') && key.starts_with(unknown) {
            1
        } else if of_name <= NEARLY {
            of_key.min(of_name + 1)
        } else {
            of_key
        }
    };
    let keys = SETTINGS.iter().map(|setting| setting.key);
    keys.min_by_key(|key| distance(key)).unwrap_or_default()
}

/// The sections, in their order.
pub(super) fn sections() -> impl Iterator<Item = &'static str> {
    SETTINGS
        .iter()
        .filter_map(|setting| setting.key.split_once('.'))
        .map(|(section, _)| section)
}

/// The section most similar to an unknown one.
pub(super) fn nearest_section(unknown: &str) -> &'static str {
    sections()
        .min_by_key(|section| strsim::damerau_levenshtein(unknown, section))
        .unwrap_or_default()
}

/// A key without its section.
fn name_of(key: &str) -> &str {
    key.rsplit('.').next().unwrap_or(key)
}

/// The preferences of the playout policy; the defaults if it is uniform.
fn tactics(settings: &Settings) -> Tactics {
    match settings.engine.search.policy {
        Policy::Tactical(tactics) => tactics,
        Policy::Uniform => Tactics::default(),
    }
}

fn parse_size(value: &Value) -> Option<Size> {
    let side = |number: i64| u8::try_from(number).ok();
    match value {
        Value::Integer(number) => Size::new(side(*number)?, side(*number)?),
        Value::String(text) => {
            let (width, height) = text.split_once('x')?;
            Size::new(width.parse().ok()?, height.parse().ok()?)
        }
        Value::Float(_)
        | Value::Boolean(_)
        | Value::Datetime(_)
        | Value::Array(_)
        | Value::Table(_) => None,
    }
}

fn write_size(size: Size) -> Value {
    if size.is_square() {
        Value::Integer(size.width().into())
    } else {
        Value::String(size.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setting_can_be_written_and_read_back() {
        let settings = Settings::default();
        for setting in SETTINGS {
            let value = (setting.read)(&settings).expect(setting.key);
            assert!(setting.allowed.checked(&value).is_some(), "{}", setting.key);
            for value in samples(&setting.allowed) {
                let value = setting.allowed.checked(&value).expect(setting.key);
                let mut settings = Settings::default();
                assert_eq!(
                    (setting.write)(&mut settings, value.clone()),
                    Some(()),
                    "{}",
                    setting.key
                );
                assert_eq!((setting.read)(&settings), Some(value), "{}", setting.key);
            }
        }
    }

    /// The borders of a range, all words, and so on.
    fn samples(allowed: &Allowed) -> Vec<Value> {
        match allowed {
            Allowed::Bool => vec![true.into(), false.into()],
            Allowed::Int(least, most) => vec![(*least).into(), (*most).into()],
            Allowed::Number(least, most) => vec![(*least).into(), (*most).into()],
            Allowed::Words(words) => words.iter().map(|&word| word.into()).collect(),
            Allowed::RulesName => Rules::names().map(Value::from).collect(),
            Allowed::Text => vec!["".into(), "a file".into()],
            Allowed::Texts => vec![Vec::<String>::new().into(), vec!["a", "b"].into()],
            Allowed::Size => vec![9.into(), "9x13".into()],
            Allowed::OrWord(word, other) => [vec![(*word).into()], samples(other)].concat(),
            Allowed::IntOrZero(least, most) => vec![0.into(), (*least).into(), (*most).into()],
        }
    }

    #[test]
    fn keys_are_unique() {
        for setting in SETTINGS {
            assert_eq!(
                SETTINGS
                    .iter()
                    .filter(|other| other.key == setting.key)
                    .count(),
                1
            );
            assert!(setting.key.split_once('.').is_some(), "{}", setting.key);
        }
    }

    #[test]
    fn the_nearest_key_is_what_was_meant() {
        for (unknown, expected) in [
            ("search.thread", "search.threads"),
            ("serch.threads", "search.threads"),
            ("threads", "search.threads"),
            ("board.komi", "rules.komi"),
            ("policy.resign", "policy.resign_below"),
            ("log.lvel", "log.level"),
        ] {
            assert_eq!(nearest(unknown), expected, "{unknown}");
        }
    }
}
