//! Names of rule sets as servers, programs and people write them. This is the only place that gives names a meaning:
//! records, commands, settings and queries all use it.

use thiserror::Error;

use super::rule_parts::{PartError, RuleParts};
use super::rules::{NearestRules, Rules, Unplayed};
use tedomari_base::text::narrow;

/// Longest name that is read, in bytes; longer ones are no names.
const MAX_NAME: usize = 400;

/// Other names of the rule sets: the first name of each in `PRESETS`, and what it is called elsewhere, in one
/// word of small letters.
const ALIASES: &[(&str, &[&str])] = &[
    (
        "chinese",
        &[
            "china", "cn", "chn", "zh", "ch", "cwa", "area", "zhongguo", "中国", "中國", "中华",
            "中華", "数子", "數子", "面積", "중국",
        ],
    ),
    (
        "chinese_superko",
        &[
            "ogschinese",
            "kgschinese",
            "chinesepsk",
            "chinesepositionalsuperko",
            "中国ogs",
            "中國ogs",
            "中国kgs",
            "中國kgs",
        ],
    ),
    (
        "japanese",
        &[
            "japan",
            "jp",
            "jpn",
            "jap",
            "ja",
            "nihon",
            "nippon",
            "nihonkiin",
            "japanesenihonkiin",
            "territory",
            "日本",
            "日本棋院",
            "日",
            "目数",
            "目數",
            "数目",
            "數目",
            "比目",
            "地",
            "일본",
        ],
    ),
    (
        "korean",
        &[
            "korea", "kr", "kor", "kba", "hankuk", "hanguk", "韓国", "韓國", "韩国", "韓", "韩",
            "한국",
        ],
    ),
    (
        "aga",
        &[
            "american",
            "america",
            "us",
            "usa",
            "usgo",
            "americanassociation",
            "美国",
            "美國",
            "米国",
            "미국",
        ],
    ),
    (
        "bga",
        &["british", "britishassociation", "uk", "英国", "英國"],
    ),
    ("french", &["france", "ffg", "fr", "法国", "法國"]),
    (
        "new_zealand",
        &[
            "nzgs",
            "新西兰",
            "新西蘭",
            "紐西蘭",
            "纽西兰",
            "ニュージーランド",
            "뉴질랜드",
        ],
    ),
    (
        "tromp_taylor",
        &["tromp", "taylortromp", "trompandtaylor", "trompstaylor"],
    ),
    (
        "ing",
        &[
            "ings",
            "ingsst",
            "ingssst",
            "sst",
            "inggoe",
            "goeing",
            "ing1991",
            "应氏",
            "應氏",
            "応氏",
            "応昌期",
            "应昌期",
            "應昌期",
            "计点",
            "計點",
            "計点",
            "응씨",
            "응창기",
        ],
    ),
];

/// Rule sets that are not played here: their names, the nearest set that is, and what is missing.
const UNPLAYED: &[(&[&str], &str, Unplayed)] = &[
    (
        &[
            "ancient",
            "ancientarea",
            "ancientchinese",
            "stone",
            "stonescoring",
            "stonecounting",
            "古代",
            "古代中国",
            "古代中國",
            "中国古代",
            "中國古代",
            "古",
            "还棋头",
            "還棋頭",
        ],
        "koSIMPLEscoreAREAtaxNONEsui0",
        Unplayed::GroupTax,
    ),
    (
        &["ancientterritory", "ancientjapanese"],
        "koSIMPLEscoreTERRITORYtaxSEKIsui0",
        Unplayed::GroupTax,
    ),
    (
        &["agabutton", "buttonaga", "button", "buttongo"],
        "koSITUATIONALscoreAREAtaxNONEsui0whbN-1komi7",
        Unplayed::Button,
    ),
];

/// Words that do not distinguish rule sets.
const IDLE_WORDS: [&str; 21] = [
    "rules", "rule", "ruleset", "rulesets", "the", "of", "and", "style", "go", "weiqi", "baduk",
    "igo", "wei", "qi", "scoring", "score", "counting", "count", "official", "standard", "s",
];

/// The same in languages that do not part words with blanks.
const IDLE_PARTS: [&str; 15] = [
    "竞赛规则",
    "競賽規則",
    "规则",
    "規則",
    "规约",
    "規約",
    "ルール",
    "计分",
    "計分",
    "규칙",
    "룰",
    "바둑",
    "围棋",
    "圍棋",
    "囲碁",
];

/// Endings without meaning.
const IDLE_ENDINGS: [&str; 6] = ["rules", "rule", "方式", "式", "法", "制"];

/// A text means no rules that are played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum UnknownRules {
    /// The name means nothing.
    #[error("unknown rules `{0}`, known are {names}", names = Rules::names().collect::<Vec<_>>().join(", "))]
    Unknown(String),
    /// A part of these rules is not played.
    #[error("{0} is not supported")]
    Unplayed(Unplayed),
    /// The text is an object of JSON with a fault.
    #[error("{0}")]
    Malformed(String),
    /// A part that rules do not have.
    #[error(transparent)]
    Part(#[from] PartError),
}

impl Rules {
    /// The rules that a text means, with the komi that it names, or their usual one: a name of a rule set, the compact
    /// form of KataGo, or KataGo's object of JSON. In names case, blanks, punctuation and the word `rules` do not
    /// matter.
    ///
    /// # Errors
    /// If the text means no rules, or rules of which a part is not played.
    pub fn named(name: &str) -> Result<Self, UnknownRules> {
        let found = Self::nearest(name)?;
        match found.unplayed.first() {
            None => Ok(found.rules),
            Some(&missing) => Err(UnknownRules::Unplayed(missing)),
        }
    }

    /// As [`Self::named`], but rules of which a part is not played are replaced by the nearest ones.
    ///
    /// # Errors
    /// If the text means no rules.
    pub fn nearest(text: &str) -> Result<NearestRules, UnknownRules> {
        if text.trim_start().starts_with('{') {
            let object = serde_json::from_str(text)
                .map_err(|error| UnknownRules::Malformed(error.to_string()))?;
            return Ok(RuleParts::of_object(&object)?.nearest());
        }
        let own: Vec<&'static str> = Self::names().collect();
        let unknown = || UnknownRules::Unknown(text.to_owned());
        match meaning(text, &own) {
            Some(Meaning::Preset(name)) => Ok(NearestRules {
                rules: Self::preset(name).ok_or_else(unknown)?,
                komi: None,
                unplayed: Vec::new(),
            }),
            Some(Meaning::Nearest(compact, missing)) => {
                let parts = RuleParts::of_compact(compact).ok_or_else(unknown)?;
                Ok(NearestRules {
                    komi: None,
                    unplayed: vec![missing],
                    ..parts.nearest()
                })
            }
            None => Ok(RuleParts::of_compact(text).ok_or_else(unknown)?.nearest()),
        }
    }
}

/// What a name means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meaning {
    /// The rule set with this first name or one of its own names.
    Preset(&'static str),
    /// Rules that are not played: the nearest ones in the compact form, and what is missing.
    Nearest(&'static str, Unplayed),
}

/// The meaning of a name; `own` are the names of the rule sets themselves.
///
/// Case, blanks, punctuation, the year of an edition and words such as `rules` do not matter. A word without meaning
/// may still be a part of a name (`stone scoring`), so the whole name is tried first.
fn meaning(name: &str, own: &[&'static str]) -> Option<Meaning> {
    let words = words(name);
    let whole = words.concat();
    let short = short_key(&words);
    find(&whole, own).or_else(|| find(&short, own))
}

fn find(key: &str, own: &[&'static str]) -> Option<Meaning> {
    if key.is_empty() {
        return None;
    }
    let of_own = own.iter().find(|name| name.replace('_', "") == key);
    let of_alias = || {
        let found = ALIASES.iter().find(|(_, aliases)| aliases.contains(&key));
        found.map(|&(name, _)| Meaning::Preset(name))
    };
    let of_unplayed = || {
        let found = UNPLAYED.iter().find(|(names, _, _)| names.contains(&key));
        found.map(|&(_, nearest, missing)| Meaning::Nearest(nearest, missing))
    };
    of_own
        .map(|&name| Meaning::Preset(name))
        .or_else(of_alias)
        .or_else(of_unplayed)
}

/// The words of a name in lower case, without punctuation.
fn words(name: &str) -> Vec<String> {
    if name.len() > MAX_NAME {
        return Vec::new();
    }
    let lower: String = name
        .chars()
        .map(narrow)
        .flat_map(char::to_lowercase)
        .collect();
    let words = lower.split(|c: char| !c.is_alphanumeric());
    words
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

/// The words that distinguish the rules, joined to one.
fn short_key(words: &[String]) -> String {
    let telling = words
        .iter()
        .filter(|word| !IDLE_WORDS.contains(&word.as_str()) && !is_year(word));
    let mut key: String = telling.map(String::as_str).collect();
    for part in IDLE_PARTS {
        let shorter = key.replace(part, "");
        if !shorter.is_empty() {
            key = shorter;
        }
    }
    for ending in IDLE_ENDINGS {
        if let Some(shorter) = key.strip_suffix(ending).filter(|it| !it.is_empty()) {
            key = shorter.to_owned();
        }
    }
    key
}

fn is_year(word: &str) -> bool {
    let is_number = word.len() == 4 && word.bytes().all(|byte| byte.is_ascii_digit());
    is_number && (word.starts_with("19") || word.starts_with("20"))
}

#[cfg(test)]
mod tests {
    use crate::Rules;

    fn check(expected: &str, names: &[&str]) {
        for name in names {
            let found = Rules::named(name).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(Ok(found), Rules::named(expected), "{name}");
        }
    }

    #[test]
    fn names_of_servers_programs_and_people() {
        check(
            "japanese",
            &[
                "Japanese",
                "Japanese Rules",
                "japanese rule",
                "JP",
                "日本",
                "日本規則",
                "日本规则",
                "日本ルール",
                "日本囲碁規約",
                "日本棋院",
                "Nihon Ki-in",
                "Japanese (1989)",
                "Japanese 2003",
                "territory scoring",
                "JapaneseRules",
                "Ｊａｐａｎｅｓｅ",
                "Korean",
                "KR",
                "韓国",
                "한국",
                "한국 룰",
                "韩国规则",
                "Korea",
                "数目法",
                " japanese\n",
            ],
        );
        check(
            "chinese",
            &[
                "Chinese",
                "Chinese rules",
                "CN",
                "中国",
                "中國規則",
                "中国规则",
                "中国围棋竞赛规则",
                "數子",
                "数子法",
                "중국 규칙",
                "Chinese 2002",
                "Area",
                "Area scoring",
                "China",
                "the Chinese rules",
            ],
        );
        check(
            "chinese_superko",
            &[
                "Chinese (OGS)",
                "Chinese KGS",
                "chinese-ogs",
                "ChineseOGS",
                "OGS Chinese rules",
            ],
        );
        check(
            "aga",
            &[
                "AGA",
                "AGA Rules",
                "BGA",
                "French",
                "USA",
                "American Go Association",
                "FFG",
                "法国规则",
            ],
        );
        check(
            "new_zealand",
            &["NZ", "New Zealand", "NewZealand rules", "NZGS", "新西兰"],
        );
        check(
            "tromp_taylor",
            &[
                "Tromp/Taylor",
                "Tromp Taylor",
                "tromptaylor",
                "Tromp-Taylor Rules",
                "TT",
                "Tromp & Taylor",
            ],
        );
        check(
            "ing",
            &[
                "GOE",
                "Ing",
                "Ing's",
                "Ing's SST",
                "Ing’s SST Rules",
                "SST",
                "应氏",
                "応氏",
                "應氏規則",
            ],
        );
        check("cgos", &["CGOS"]);
    }

    #[test]
    fn what_says_nothing_names_no_rules() {
        for name in [
            "",
            " ",
            "rules",
            "go",
            "规则",
            "2002",
            "house rules",
            "???",
            "ing or japanese",
            "fred",
        ] {
            assert!(Rules::named(name).is_err(), "{name}");
        }
        assert!(Rules::named(&"chinese ".repeat(100)).is_err());
    }

    #[test]
    fn rules_that_are_not_played_have_nearest_ones() {
        for (name, missing) in [
            ("ancient", "the group tax"),
            ("Stone Counting", "the group tax"),
            ("stone-scoring", "the group tax"),
            ("ancient territory", "the group tax"),
            ("AGA Button", "the button"),
        ] {
            let found = Rules::nearest(name).unwrap();
            let told: Vec<String> = found.unplayed.iter().map(ToString::to_string).collect();
            assert_eq!(told, [missing], "{name}");
            let error = Rules::named(name).unwrap_err().to_string();
            assert!(error.contains(missing), "{error}");
        }
        assert_eq!(
            Rules::nearest("aga-button")
                .unwrap()
                .rules
                .komi
                .half_points(),
            14
        );
    }

    /// No name means two things, and each is in the form in which names are compared.
    #[test]
    fn names_are_unique() {
        let mut seen = std::collections::BTreeSet::new();
        let aliases = super::ALIASES.iter().flat_map(|(_, names)| names.iter());
        let unplayed = super::UNPLAYED
            .iter()
            .flat_map(|(names, _, _)| names.iter());
        for name in aliases.chain(unplayed) {
            assert!(seen.insert(*name), "{name} is there twice");
            assert_eq!(super::words(name).concat(), *name);
            assert!(Rules::nearest(name).is_ok(), "{name}");
        }
        for name in Rules::names() {
            assert!(!seen.contains(name.replace('_', "").as_str()), "{name}");
        }
    }
}
