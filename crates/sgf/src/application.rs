//! The program that wrote a record.

use sgf_parse::SimpleText;

/// The program that wrote a record (`AP`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Application {
    /// Its name.
    pub name: String,
    /// Its version; empty if the record does not give it.
    pub version: String,
}

impl Application {
    /// This program.
    #[must_use]
    pub fn tedomari() -> Self {
        Self {
            name: "Tedomari".to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
        }
    }

    /// Name and version from a value with its escapes: the first colon that is not escaped divides them. Spaces at
    /// their ends are not kept. `None` if both are empty.
    pub(super) fn from_value(value: &str) -> Option<Self> {
        let mut is_escaped = false;
        let colon = value.find(|c| {
            let is_colon = c == ':' && !is_escaped;
            is_escaped = c == '\\' && !is_escaped;
            is_colon
        });
        let (name, version) = colon.map_or((value, ""), |at| value.split_at(at));
        let version = version.strip_prefix(':').unwrap_or(version);
        let [name, version] =
            [name, version].map(|text| SimpleText::from(text).to_string().trim().to_owned());
        let is_empty = name.is_empty() && version.is_empty();
        (!is_empty).then_some(Self { name, version })
    }
}
