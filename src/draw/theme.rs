//! Colors for light and for dark surroundings, as classes of a style sheet. No other file names a color of the theme.

use serde::{Deserialize, Serialize};

/// The colors of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Theme {
    /// Those that the viewer's surroundings ask for; light in a PNG, which cannot change.
    #[default]
    Auto,
    /// For a light page.
    Light,
    /// For a dark page.
    Dark,
}

/// Colors that are the same in both themes.
const COMMON: &str = "\
.black{fill:#17181a;stroke:#000}.white{fill:#f6f4ee;stroke:#4b4a46}.dead{opacity:.55}\
.on-black{fill:#fff;stroke:none}.on-white{fill:#111;stroke:none}\
.sign-on-black{stroke:#fff;fill:none}.sign-on-white{stroke:#222;fill:none}\
.cross{stroke:#c8402f}.last{stroke:#d2483a;fill:none}\
.owned-black{fill:#17181a;stroke:none}.owned-white{fill:#fbfaf6;stroke:#6b675e;stroke-width:.8}\
.zone{fill:#3a78c2;fill-opacity:.28;stroke:#2c62a3;stroke-dasharray:6 4}\
.region0{fill:#d9534f}.region1{fill:#2f86c9}.region2{fill:#3f9b56}.region3{fill:#8e5bb5}\
.region4{fill:#e07b1f}.region5{fill:#1d9a9a}.region6{fill:#c14f8a}.region7{fill:#6f7d1e}\
.region{fill-opacity:.42;stroke:#fff;stroke-opacity:.65}\
.given{fill:none;stroke:#5a3c86;stroke-dasharray:3 5}\
.fate{fill:none}.alive{stroke:#1f8f4d}.fallen{stroke:#d23b2c}.seki{stroke:#2d6fc4}.open{stroke:#e08a00}\
.guess{stroke-dasharray:3 4}";

/// Colors on a light page.
const LIGHT: &str = "\
.page{fill:#fff}.text{fill:#222}.faint{fill:#666}.wood{fill:#e5bf78}.grid{stroke:#5b4726;fill:none}\
.star{fill:#5b4726}.coordinate{fill:#6a5638}.back{fill:#e5bf78;stroke:none}.label{fill:#2a2015}\
.best{fill:#11682f}.worse{fill:#7a4a1e}.box{fill:#fff;stroke:#444}.edge{stroke:#777;fill:none}.tip{fill:#777}\
.axis{stroke:#bbb;fill:none}.left{stroke:#2050a0;fill:none}.right{stroke:#b03030;fill:none}\
.curve{stroke:#2050a0;fill:none}.band{fill:#2050a0;fill-opacity:.14;stroke:none}\
.move-black{fill:#2b2d30;stroke:#000}.move-white{fill:#faf8f2;stroke:#555}\
.text-black{fill:#fff}.text-white{fill:#111}.proof{fill:#111}.estimate{fill:#8a8a8a}";

/// Colors on a dark page.
const DARK: &str = "\
.page{fill:#1a1b1e}.text{fill:#e4e4e4}.faint{fill:#a0a0a0}.wood{fill:#a97f45}.grid{stroke:#3b2a12;fill:none}\
.star{fill:#3b2a12}.coordinate{fill:#2e2110}.back{fill:#a97f45;stroke:none}.label{fill:#171006}\
.best{fill:#063a17}.worse{fill:#4d2406}.box{fill:#27292d;stroke:#c0c0c0}.edge{stroke:#8c8c8c;fill:none}\
.tip{fill:#8c8c8c}.axis{stroke:#555;fill:none}.left{stroke:#7aa7f0;fill:none}.right{stroke:#f08a80;fill:none}\
.curve{stroke:#7aa7f0;fill:none}.band{fill:#7aa7f0;fill-opacity:.18;stroke:none}\
.move-black{fill:#050506;stroke:#8a8a8a}.move-white{fill:#e9e7e0;stroke:#fff}\
.text-black{fill:#fff}.text-white{fill:#111}.proof{fill:#fff}.estimate{fill:#8f8f8f}";

impl Theme {
    /// The style sheet of the theme. With [`Self::Auto`] the viewer of the picture chooses.
    pub(super) fn style(self) -> String {
        match self {
            Self::Light => format!("{LIGHT}{COMMON}"),
            Self::Dark => format!("{DARK}{COMMON}"),
            Self::Auto => format!("{LIGHT}{COMMON}@media (prefers-color-scheme:dark){{{DARK}}}"),
        }
    }

    /// The theme of a picture that cannot change.
    #[cfg(feature = "png")]
    pub(super) const fn fixed(self) -> Self {
        match self {
            Self::Auto | Self::Light => Self::Light,
            Self::Dark => Self::Dark,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn classes(style: &str) -> Vec<&str> {
        let rules = style.split('}').filter_map(|rule| rule.split('{').next());
        rules.collect()
    }

    #[test]
    fn both_themes_have_the_same_classes() {
        assert_eq!(classes(LIGHT), classes(DARK));
    }
}
