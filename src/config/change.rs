//! Settings that may change while the engine works.

use thiserror::Error;
use toml::Value;

use super::keys::{self, Allowed};
use super::settings::Settings;

/// How a setting is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// On or off.
    Switch,
    /// One of these words.
    Words(&'static [&'static str]),
    /// A number, or a word that stands for one.
    Number,
}

/// A setting that may change while the engine works, with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Changeable {
    /// Its name within its section.
    pub name: &'static str,
    /// How it is chosen.
    pub choice: Choice,
    /// Its value; `0` or `1` for a switch.
    pub value: String,
}

/// Why a setting was not changed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ChangeError {
    /// There is no such setting, or it is read at the start only.
    #[error("`{0}` is not a setting that may change now")]
    Fixed(String),
    /// The value is not allowed.
    #[error("{key} must be {allowed}")]
    NotAllowed {
        /// The setting.
        key: &'static str,
        /// What it may be.
        allowed: String,
    },
}

/// Settings that the engine takes over at once; sizes of tables, the network and its precision are not among them.
const KEYS: &[&str] = &[
    "search.threads",
    "search.max_playouts",
    "search.expand_visits",
    "search.exploration",
    "search.rave_visits",
    "search.first_play_reduction",
    "search.score_weight",
    "search.proofs",
    "search.ponder",
    "search.live_graphics",
    "search.stops_early",
    "reading.method",
    "reading.root_nodes",
    "reading.group_nodes",
    "reading.keeps_off_settled",
    "reading.estimates_endgame",
    "endgame.enabled",
    "endgame.most_empty",
    "endgame.region_nodes",
    "endgame.sum_nodes",
    "policy.level",
    "policy.resign_below",
    "policy.resign_after",
    "policy.resign_patience",
    "policy.clears_dead_stones",
    "policy.scoring_playouts",
    "policy.regression_playouts",
    "referee.seconds",
];

impl Settings {
    /// The settings of a section that may change while the engine works.
    #[must_use]
    pub fn changeable(&self, section: &str) -> Vec<Changeable> {
        let keys = KEYS.iter().filter_map(|key| keys::find(key));
        keys.filter_map(|setting| {
            let (theirs, name) = setting.key.split_once('.')?;
            let value = (setting.read)(self).filter(|_| theirs == section)?;
            Some(Changeable {
                name,
                choice: choice(&setting.allowed),
                value: text(&value),
            })
        })
        .collect()
    }

    /// Changes a setting by its whole key.
    ///
    /// # Errors
    /// If it may not change now, or not to this value.
    pub fn change(&mut self, key: &str, text: &str) -> Result<(), ChangeError> {
        let setting = keys::find(key).filter(|setting| KEYS.contains(&setting.key));
        let setting = setting.ok_or_else(|| ChangeError::Fixed(key.to_owned()))?;
        let value = match choice(&setting.allowed) {
            Choice::Switch => match text {
                "0" | "false" => Some(Value::Boolean(false)),
                "1" | "true" => Some(Value::Boolean(true)),
                _ => None,
            },
            Choice::Words(_) => Some(Value::String(text.to_owned())),
            Choice::Number => {
                let whole = text.parse().ok().map(Value::Integer);
                let number = whole.or_else(|| text.parse().ok().map(Value::Float));
                number.or_else(|| Some(Value::String(text.to_owned())))
            }
        };
        value
            .and_then(|value| setting.allowed.checked(&value))
            .and_then(|value| (setting.write)(self, value))
            .ok_or_else(|| ChangeError::NotAllowed {
                key: setting.key,
                allowed: setting.allowed.to_string(),
            })
    }
}

const fn choice(allowed: &Allowed) -> Choice {
    match allowed {
        Allowed::Bool => Choice::Switch,
        Allowed::Words(words) => Choice::Words(words),
        Allowed::Int(..)
        | Allowed::Number(..)
        | Allowed::RulesName
        | Allowed::Text
        | Allowed::Texts
        | Allowed::Size
        | Allowed::OrWord(..)
        | Allowed::IntOrZero(..) => Choice::Number,
    }
}

fn text(value: &Value) -> String {
    if let Some(is_on) = value.as_bool() {
        return u8::from(is_on).to_string();
    }
    let word = value.as_str().map(str::to_owned);
    word.unwrap_or_else(|| value.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_changeable_setting_takes_the_value_that_it_has() {
        let mut settings = Settings::default();
        let mut n_found = 0;
        for section in ["search", "reading", "endgame", "policy", "referee"] {
            for found in settings.changeable(section) {
                let key = format!("{section}.{}", found.name);
                settings.change(&key, &found.value).unwrap();
                n_found += 1;
            }
        }
        assert_eq!((settings, n_found), (Settings::default(), KEYS.len()));
    }

    #[test]
    fn changes_are_checked() {
        let mut settings = Settings::default();
        settings.change("search.max_playouts", "70").unwrap();
        settings.change("search.exploration", "2").unwrap();
        settings.change("search.proofs", "0").unwrap();
        assert_eq!(settings.engine.max_playouts, Some(70));
        assert!(!settings.engine.proofs);
        settings.change("search.threads", "3").unwrap();
        assert_eq!(settings.engine.search.threads, 3);
        settings.change("search.threads", "auto").unwrap();
        assert_eq!(settings, {
            let mut expected = Settings::default();
            expected.change("search.max_playouts", "70").unwrap();
            expected.change("search.exploration", "2").unwrap();
            expected.change("search.proofs", "0").unwrap();
            expected
        });
        let error = |key: &str, text: &str| {
            let changed = Settings::default().change(key, text);
            changed.unwrap_err().to_string()
        };
        assert_eq!(
            error("search.threads", "0"),
            "search.threads must be \"auto\" or a whole number from 1 to 256"
        );
        assert_eq!(
            error("search.proofs", "yes"),
            "search.proofs must be true or false"
        );
        assert_eq!(
            error("search.memory_mib", "5"),
            "`search.memory_mib` is not a setting that may change now"
        );
    }
}
