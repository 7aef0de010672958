//! The properties of the root node of a record.

use sgf_parse::SimpleText;
use sgf_parse::go::Prop;

use super::amount::amount;
use super::komi::{Origin, read_komi};
use super::lexer::{Property, shown};
use super::stones::{Rows, rectangles};
use super::values::read_size;
use super::warnings::Warnings;
use super::{Application, Fault, RecordInfo, SgfError};
use tedomari_board::rules::NearestRules;
use tedomari_board::{Komi, MAX_SIDE, Rules, Scoring, Size};

/// Komi of a handicap game whose record has none: half a point.
const HANDICAP_KOMI: Komi = Komi::from_half_points(1);

/// Most handicap stones that a record in words may have.
const MOST_HANDICAP: u16 = 99;

/// The properties of the root that have one value and may stand there once.
const SINGLE: [&str; 14] = [
    "GM", "SZ", "KM", "KO", "HA", "RU", "PB", "PW", "RE", "DT", "EV", "C", "GC", "AP",
];

/// Properties that may name the server of a record.
const SOURCES: [&str; 4] = ["AP", "SO", "PC", "US"];

/// What they have in records of the server Fox.
const FOX: [&str; 2] = ["foxwq", "野狐"];

/// A komi as it stands in the text.
struct KomiText {
    text: String,
    offset: usize,
}

/// The properties of the root node that a game or its info keeps.
pub(super) struct Header<'a> {
    size: Option<Size>,
    /// What stands in `KM`.
    komi: Option<KomiText>,
    /// What stands in `KO`, where some programs write the komi.
    komi_elsewhere: Option<KomiText>,
    rules: Option<NearestRules>,
    /// Where the rules stand.
    rules_offset: usize,
    is_fox: bool,
    pub handicap: usize,
    pub info: RecordInfo,
    pub warnings: Warnings<'a>,
    /// The properties of [`SINGLE`] that were read.
    seen: Vec<String>,
    marks: Rows,
}

impl<'a> Header<'a> {
    pub(super) fn new(warnings: Warnings<'a>) -> Self {
        Self {
            size: None,
            komi: None,
            komi_elsewhere: None,
            rules: None,
            rules_offset: 0,
            is_fox: false,
            handicap: 0,
            info: RecordInfo::default(),
            warnings,
            seen: Vec::new(),
            marks: Rows::default(),
        }
    }

    /// Reads a property of the root. Properties that mean nothing to a game are skipped.
    pub(super) fn read(&mut self, property: Property<'_>) -> Result<(), SgfError> {
        let name = property.name();
        if name == "MA" || name == "TR" {
            self.read_marks(property);
            return Ok(());
        }
        if SOURCES.contains(&name.as_str()) {
            let value = property.value().to_lowercase();
            self.is_fox |= FOX.iter().any(|mark| value.contains(mark));
        }
        if !SINGLE.contains(&name.as_str()) {
            return Ok(());
        }
        let offset = property.offset;
        if self.seen.contains(&name) {
            self.warnings.push(offset, || {
                format!("`{name}` is repeated; the first one counts")
            });
            return Ok(());
        }
        if property.has_more_values() {
            self.warnings.push(offset, || {
                format!("`{name}` has several values; the first one counts")
            });
        }
        if property.is_cut() {
            self.warnings.push(offset, || {
                format!("the text of `{name}` is too long, and cut")
            });
        }
        let fault = self.read_single(&name, property);
        self.seen.push(name);
        fault.map_err(|fault| SgfError {
            place: self.warnings.place(offset),
            fault,
        })
    }

    fn read_single(&mut self, name: &str, property: Property<'_>) -> Result<(), Fault> {
        let (value, offset) = (property.value(), property.offset);
        let trimmed = value.trim();
        match name {
            "SZ" if trimmed.is_empty() => {}
            "SZ" => self.size = Some(self.read_size(value, offset)?),
            "GM" => self.read_game_type(trimmed, offset)?,
            "KM" | "KO" if trimmed.is_empty() => {}
            "KM" => self.komi = Some(KomiText::of(property)),
            "KO" => self.komi_elsewhere = amount(value).map(|_| KomiText::of(property)),
            "HA" => self.read_handicap(trimmed, offset),
            "RU" => self.read_rules(property),
            "AP" => self.info.application = Application::from_value(value),
            _ => self.read_text(&property.prop()),
        }
        Ok(())
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the other seventy properties mean nothing to a game"
    )]
    fn read_text(&mut self, prop: &Prop) {
        let text = |text: &dyn std::fmt::Display| Some(text.to_string());
        match prop {
            Prop::PB(name) => self.info.black = text(name),
            Prop::PW(name) => self.info.white = text(name),
            Prop::RE(result) => self.info.result = text(result),
            Prop::DT(date) => self.info.date = text(date),
            Prop::EV(event) => self.info.event = text(event),
            Prop::C(comment) => self.info.root_comment = text(comment),
            Prop::GC(comment) => self.info.comment = text(comment),
            _ => {}
        }
    }

    fn read_size(&mut self, value: &str, offset: usize) -> Result<Size, Fault> {
        let (size, is_standard) = read_size(value).ok_or_else(|| Fault::Size(shown(value)))?;
        if !is_standard {
            self.warn(offset, || {
                format!("board size `{}` is read as {size}", shown(value))
            });
        }
        Ok(size)
    }

    fn read_game_type(&mut self, value: &str, offset: usize) -> Result<(), Fault> {
        match value.parse::<i64>() {
            Ok(1) => {}
            Ok(_) => return Err(Fault::OtherGame),
            Err(_) if value.is_empty() => {}
            Err(_) => self.warn(offset, || {
                format!("game type `{}` is not a number, ignored", shown(value))
            }),
        }
        Ok(())
    }

    /// Reads the handicap. Programs write 0 or 1, or nothing, where there is none.
    fn read_handicap(&mut self, value: &str, offset: usize) {
        if value.is_empty() {
            return;
        }
        let whole = || {
            let number = amount(value)?.value;
            (0..=MOST_HANDICAP).find(|&stones| (f64::from(stones) - number).abs() < 1e-9)
        };
        match value.parse::<i64>().ok().or_else(|| whole().map(i64::from)) {
            Some(stones) if stones >= 2 => self.handicap = usize::try_from(stones).unwrap_or(0),
            Some(_) => {}
            None => self.warn(offset, || {
                format!("handicap `{}` is not a number, ignored", shown(value))
            }),
        }
    }

    fn read_rules(&mut self, property: Property<'_>) {
        let name = SimpleText::from(property.value()).to_string();
        if name.trim().is_empty() {
            return;
        }
        let shown_name = shown(&name);
        match Rules::nearest(&name) {
            Ok(found) => {
                for missing in &found.unplayed {
                    self.warn(property.offset, || {
                        format!(
                            "rules `{shown_name}`: {missing} is not supported; the nearest rules are taken"
                        )
                    });
                }
                self.rules = Some(found);
                self.rules_offset = property.offset;
            }
            Err(_) => self.warn(property.offset, || {
                let known: Vec<&str> = Rules::names().collect();
                format!(
                    "unknown rules `{shown_name}`, known are {}; those in force are kept",
                    known.join(", ")
                )
            }),
        }
    }

    /// Reads marks of points. A list with a fault marks nothing.
    fn read_marks(&mut self, property: Property<'_>) {
        let mut marks = self.marks;
        for rectangle in rectangles(property, Size::square(MAX_SIDE)) {
            match rectangle {
                Ok(found) => marks.set(found.what, true),
                Err(_) => return,
            }
        }
        self.marks = marks;
    }

    /// The board size.
    pub(super) fn size(&self) -> Size {
        self.size.unwrap_or(Size::square(19))
    }

    /// The rules and the komi of the record, those of `given` where it has none. What is doubtful about the komi
    /// becomes a warning now, because it hangs on properties that stand anywhere in the root.
    pub(super) fn rules_or(&mut self, given: &Rules) -> Rules {
        let named = self.rules.take();
        let mut rules = named.as_ref().map_or(*given, |found| found.rules);
        let counts_territory = named
            .as_ref()
            .is_some_and(|found| found.rules.scoring == Scoring::Territory);
        rules.komi = match self.read_komi(counts_territory, named.and_then(|it| it.komi)) {
            Some(komi) => komi,
            None if self.handicap >= 2 => HANDICAP_KOMI,
            None => given.komi,
        };
        rules
    }

    /// The komi in `KM`, or the one in `KO`, or the one of the rules.
    fn read_komi(&mut self, counts_territory: bool, of_rules: Option<Komi>) -> Option<Komi> {
        let found = self.komi.take();
        let other = self.komi_elsewhere.take();
        if let (Some(found), Some(other)) = (&found, &other)
            && found.text.trim() != other.text.trim()
        {
            self.warn(other.offset, || {
                "`KO` looks like another komi; the one in `KM` counts".to_owned()
            });
        }
        if let (None, Some(other)) = (&found, &other) {
            self.warn(other.offset, || "`KO` is read as the komi".to_owned());
        }
        let of_rules = of_rules.map(|komi| KomiText {
            text: komi.to_string(),
            offset: self.rules_offset,
        });
        let KomiText { text, offset } = found.or(other).or(of_rules)?;
        let application = self.info.application.as_ref();
        let origin = Origin {
            size: self.size(),
            is_own: application.is_some_and(|it| it.name == Application::tedomari().name),
            is_fox: self.is_fox,
            counts_territory,
        };
        let read = read_komi(text.trim(), origin);
        if let Some(doubt) = read.doubt {
            self.warn(offset, || doubt);
        }
        read.komi
    }

    /// The info, with the marks in order.
    pub(super) fn finish(self) -> (RecordInfo, Warnings<'a>) {
        let columns = (0..MAX_SIDE).flat_map(|x| (0..MAX_SIDE).map(move |y| (x, y)));
        let marks = columns.filter(|&(x, y)| self.marks.has(x, y)).collect();
        let info = RecordInfo { marks, ..self.info };
        (info, self.warnings)
    }

    fn warn(&mut self, offset: usize, text: impl FnOnce() -> String) {
        self.warnings.push(offset, text);
    }
}

impl KomiText {
    fn of(property: Property<'_>) -> Self {
        Self {
            text: SimpleText::from(property.value()).to_string(),
            offset: property.offset,
        }
    }
}
