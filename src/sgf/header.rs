//! The properties of the root node of a record.

use sgf_parse::go::Prop;

use super::lexer::{Property, shown};
use super::stones::{Rows, rectangles};
use super::warnings::Warnings;
use super::{Application, Fault, RecordInfo, SgfError};
use crate::base::{Komi, MAX_SIDE, Size};
use crate::board::Rules;

/// Komi of a handicap game whose record has none: half a point.
const HANDICAP_KOMI: Komi = Komi::from_half_points(1);

/// The properties of the root that have one value and may stand there once.
const SINGLE: [&str; 13] = [
    "GM", "SZ", "KM", "HA", "RU", "PB", "PW", "RE", "DT", "EV", "C", "GC", "AP",
];

/// The properties of the root node that a game or its info keeps.
pub(super) struct Header<'a> {
    pub size: Option<Size>,
    pub komi: Option<Komi>,
    pub rules: Option<Rules>,
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
            rules: None,
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
        let is_application = name == "AP";
        self.seen.push(name);
        if is_application {
            self.info.application = Application::from_value(property.value());
            return Ok(());
        }
        let fault = self.read_single(&property.prop(), property);
        fault.map_err(|fault| SgfError {
            place: self.warnings.place(offset),
            fault,
        })
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the other seventy properties mean nothing to a game"
    )]
    fn read_single(&mut self, prop: &Prop, property: Property<'_>) -> Result<(), Fault> {
        let text = |text: &dyn std::fmt::Display| Some(text.to_string());
        let offset = property.offset;
        match prop {
            Prop::GM(1) => {}
            Prop::GM(_) => return Err(Fault::OtherGame),
            Prop::SZ((width, height)) => {
                let size = Size::new(*width, *height);
                self.size = Some(size.ok_or_else(|| Fault::Size(shown(property.value())))?);
            }
            Prop::KM(points) => self.read_komi(*points, offset),
            Prop::HA(stones) => self.handicap = usize::try_from(*stones).unwrap_or(0),
            Prop::RU(name) => match Rules::named(&shown(&name.to_string())) {
                Ok(rules) => self.rules = Some(rules),
                Err(_) if property.value().trim().is_empty() => {}
                Err(error) => self.warn(offset, || format!("{error}; those in force are kept")),
            },
            Prop::PB(name) => self.info.black = text(name),
            Prop::PW(name) => self.info.white = text(name),
            Prop::RE(result) => self.info.result = text(result),
            Prop::DT(date) => self.info.date = text(date),
            Prop::EV(event) => self.info.event = text(event),
            Prop::C(comment) => self.info.root_comment = text(comment),
            Prop::GC(comment) => self.info.comment = text(comment),
            Prop::Invalid(name, _) => self.read_invalid(name, property)?,
            _ => {}
        }
        Ok(())
    }

    fn read_komi(&mut self, points: f64, offset: usize) {
        match Komi::from_points(points) {
            Some(komi) => self.komi = Some(komi),
            None => self.warn(offset, || format!("komi {points} is impossible, ignored")),
        }
    }

    /// Reads a standard property whose value is not standard.
    fn read_invalid(&mut self, name: &str, property: Property<'_>) -> Result<(), Fault> {
        let (value, offset) = (property.value(), property.offset);
        let trimmed = value.trim();
        let not_a_number =
            |what: &str| format!("{what} `{}` is not a number, ignored", shown(trimmed));
        match name {
            "GM" if trimmed == "1" || trimmed.is_empty() => {}
            "GM" if trimmed.parse::<i64>().is_ok() => return Err(Fault::OtherGame),
            "GM" => self.warn(offset, || not_a_number("game type")),
            "SZ" => return Err(Fault::Size(shown(value))),
            // Decimal commas, as some programs write them, and blanks.
            "KM" if trimmed.is_empty() => {}
            "KM" => match trimmed.replace(',', ".").parse() {
                Ok(points) => self.read_komi(points, offset),
                Err(_) => self.warn(offset, || not_a_number("komi")),
            },
            // Programs write 0 or 1, or nothing, where there is no handicap.
            "HA" if trimmed.is_empty() || trimmed.parse::<i64>().is_ok() => {}
            "HA" => self.warn(offset, || not_a_number("handicap")),
            _ => {}
        }
        Ok(())
    }

    /// Reads marks of points. A list with a fault marks nothing.
    fn read_marks(&mut self, property: Property<'_>) {
        let mut marks = self.marks;
        for rectangle in rectangles(property, Size::square(MAX_SIDE)) {
            match rectangle {
                Ok(rectangle) => marks.set(rectangle, true),
                Err(_) => return,
            }
        }
        self.marks = marks;
    }

    /// The rules and the komi of the record, those of `given` where it has none.
    pub(super) fn rules_or(&self, given: &Rules) -> Rules {
        let mut rules = self.rules.unwrap_or(*given);
        rules.komi = match self.komi {
            Some(komi) => komi,
            None if self.handicap >= 2 => HANDICAP_KOMI,
            None => given.komi,
        };
        rules
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
