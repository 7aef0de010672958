//! The properties of the root node of a record.

use sgf_parse::go::Prop;

use super::{Fault, Place, RecordInfo, SgfError, Warning};
use crate::base::{Komi, Size};
use crate::board::Rules;

/// The properties of the root node that a game or its info keeps.
#[derive(Default)]
pub(super) struct Header {
    pub size: Option<Size>,
    pub komi: Option<Komi>,
    pub rules: Option<Rules>,
    pub handicap: usize,
    pub info: RecordInfo,
    pub warnings: Vec<Warning>,
}

impl Header {
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the other seventy properties mean nothing to a game"
    )]
    /// Reads a property of the root. Properties that mean nothing to a game are skipped.
    pub(super) fn read(&mut self, property: &Prop, place: Place) -> Result<(), SgfError> {
        let text = |text: &dyn std::fmt::Display| Some(text.to_string());
        match property {
            Prop::SZ((width, height)) => {
                self.size = Some(Size::new(*width, *height).ok_or_else(|| SgfError {
                    place,
                    fault: Fault::Size(format!("{width}:{height}")),
                })?);
            }
            Prop::KM(points) => self.read_komi(*points, place),
            Prop::HA(stones) => self.handicap = usize::try_from(*stones).unwrap_or(0),
            Prop::RU(name) => match Rules::named(&name.text) {
                Ok(rules) => self.rules = Some(rules),
                Err(error) => self.warn(place, format!("{error}; ours are kept")),
            },
            Prop::PB(name) => self.info.black = text(name),
            Prop::PW(name) => self.info.white = text(name),
            Prop::RE(result) => self.info.result = text(result),
            Prop::DT(date) => self.info.date = text(date),
            Prop::EV(event) => self.info.event = text(event),
            Prop::C(comment) => self.info.root_comment = text(comment),
            Prop::MA(points) | Prop::TR(points) => {
                let marked = points.iter().map(|point| (point.x, point.y));
                self.info.marks.extend(marked);
                self.info.marks.sort_unstable();
            }
            Prop::GC(comment) => self.info.comment = text(comment),
            Prop::AP((name, version)) => self.info.application = Some(format!("{name}:{version}")),
            Prop::Invalid(identifier, values) => {
                self.read_invalid(identifier, &values.concat(), place)?;
            }
            _ => {}
        }
        Ok(())
    }

    fn read_komi(&mut self, points: f64, place: Place) {
        match Komi::from_points(points) {
            Some(komi) => self.komi = Some(komi),
            None => self.warn(place, format!("komi {points} is impossible, ignored")),
        }
    }

    /// Reads a standard property whose value is not standard.
    fn read_invalid(
        &mut self,
        identifier: &str,
        value: &str,
        place: Place,
    ) -> Result<(), SgfError> {
        let trimmed = value.trim();
        match identifier {
            "SZ" => {
                let fault = Fault::Size(value.to_owned());
                return Err(SgfError { place, fault });
            }
            // Decimal commas, as some programs write them, and blanks.
            "KM" if trimmed.is_empty() => {}
            "KM" => match trimmed.replace(',', ".").parse() {
                Ok(points) => self.read_komi(points, place),
                Err(_) => self.warn(place, format!("komi `{trimmed}` is not a number, ignored")),
            },
            "AP" => self.info.application = Some(value.to_owned()),
            // Programs write 0 or 1, or nothing, where there is no handicap.
            "HA" if trimmed.is_empty() || trimmed.parse::<i64>().is_ok() => {}
            "HA" => self.warn(
                place,
                format!("handicap `{trimmed}` is not a number, ignored"),
            ),
            _ => {}
        }
        Ok(())
    }

    fn warn(&mut self, place: Place, text: String) {
        self.warnings.push(Warning { place, text });
    }
}
