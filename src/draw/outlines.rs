//! The letters of an SVG as outlines, for a renderer without fonts. Noto Sans is compiled in, so that pictures are the
//! same on every machine.

use std::fmt::Write as _;

use resvg::usvg::roxmltree::{self, Document, Node};
use thiserror::Error;
use ttf_parser::{Face, FaceParsingError, OutlineBuilder};

/// Why the letters of an SVG have no outlines.
#[derive(Debug, Error)]
pub enum OutlineError {
    /// The SVG is not well-formed.
    #[error(transparent)]
    Svg(#[from] roxmltree::Error),
    /// A font is damaged.
    #[error("font: {0}")]
    Font(#[from] FaceParsingError),
}

/// The regular and the bold letters.
struct Fonts {
    regular: Face<'static>,
    bold: Face<'static>,
}

impl Fonts {
    fn load() -> Result<Self, FaceParsingError> {
        Ok(Self {
            regular: Face::parse(ttf_noto_sans::REGULAR, 0)?,
            bold: Face::parse(ttf_noto_sans::BOLD, 0)?,
        })
    }
}

/// The SVG with each `text` element replaced by a `path` of the same class. Sizes and weights are read from the
/// attributes of the text and of what contains it; style sheets are not.
///
/// # Errors
/// If the SVG is not well-formed, or the fonts are damaged.
pub(super) fn with_outlines(svg: &str) -> Result<String, OutlineError> {
    let document = Document::parse(svg)?;
    let fonts = Fonts::load()?;
    let mut outlined = String::with_capacity(2 * svg.len());
    let mut copied = 0;
    for text in document
        .descendants()
        .filter(|node| node.has_tag_name("text"))
    {
        outlined.push_str(&svg[copied..text.range().start]);
        write_outline(&mut outlined, &fonts, text);
        copied = text.range().end;
    }
    outlined.push_str(&svg[copied..]);
    Ok(outlined)
}

/// Adds the path of a text. The path is in units of the font, which the transformation scales.
fn write_outline(svg: &mut String, fonts: &Fonts, text: Node<'_, '_>) {
    let bold = inherited(text, "font-weight") == Some("bold");
    let font = if bold { &fonts.bold } else { &fonts.regular };
    let mut outline = Outline::default();
    for letter in text.text().unwrap_or_default().trim().chars() {
        // The glyph of index 0 is the box of a character that the font lacks.
        let glyph = font.glyph_index(letter).unwrap_or_default();
        font.outline_glyph(glyph, &mut outline);
        outline.start += f32::from(font.glyph_hor_advance(glyph).unwrap_or(0));
    }
    let number = |name| inherited(text, name).and_then(|value| value.parse().ok());
    let scale = number("font-size").unwrap_or(12.0) / f32::from(font.units_per_em());
    let width = outline.start * scale;
    let left = number("x").unwrap_or(0.0)
        - match text.attribute("text-anchor") {
            Some("middle") => width / 2.0,
            Some("end") => width,
            _ => 0.0,
        };
    let base_line = number("y").unwrap_or(0.0);
    let class = text
        .attribute("class")
        .map(|class| format!(" class=\"{class}\""));
    let class = class.unwrap_or_default();
    let path = &outline.path;
    // Writing to a string does not fail.
    let _ = write!(
        svg,
        "<path{class} transform=\"translate({left} {base_line}) scale({scale} -{scale})\" d=\"{path}\"/>"
    );
}

/// An attribute of the node or of the nearest one around it that has it.
fn inherited<'a>(node: Node<'a, '_>, name: &str) -> Option<&'a str> {
    node.ancestors().find_map(|node| node.attribute(name))
}

/// The path of the letters up to here.
#[derive(Default)]
struct Outline {
    path: String,
    /// Where the next letter starts.
    start: f32,
}

impl Outline {
    /// Adds a command of a path with its points.
    fn add(&mut self, command: char, points: &[(f32, f32)]) {
        self.path.push(command);
        for (x, y) in points {
            let _ = write!(self.path, " {} {y}", x + self.start);
        }
    }
}

impl OutlineBuilder for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        self.add('M', &[(x, y)]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.add('L', &[(x, y)]);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.add('Q', &[(x1, y1), (x, y)]);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.add('C', &[(x1, y1), (x2, y2), (x, y)]);
    }

    fn close(&mut self) {
        self.path.push('Z');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path_of(text: &str) -> String {
        let svg = format!("<svg><g font-size=\"10\">{text}</g><rect/></svg>");
        let outlined = with_outlines(&svg).unwrap();
        let path = outlined.strip_prefix("<svg><g font-size=\"10\">").unwrap();
        path.strip_suffix("</g><rect/></svg>").unwrap().to_owned()
    }

    #[test]
    fn a_text_becomes_a_path_of_its_class_at_its_place() {
        let path = path_of("<text class=\"label\" x=\"3\" y=\"4\">\n1\n</text>");
        assert!(
            path.starts_with(
                "<path class=\"label\" transform=\"translate(3 4) scale(0.0048828125 -0.0048828125)\" d=\"M"
            ),
            "{path}"
        );
        assert!(path.ends_with("Z\"/>"), "{path}");
    }

    #[test]
    fn letters_stand_beside_each_other_and_weights_are_inherited() {
        let one = path_of("<text>l</text>");
        let two = path_of("<text>ll</text>");
        assert_eq!(two.matches('M').count(), 2 * one.matches('M').count());
        assert_ne!(one, path_of("<text font-weight=\"bold\">l</text>"));
        let left = |anchor: &str| -> f32 {
            let path = path_of(&format!(
                "<text text-anchor=\"{anchor}\" x=\"50\">wide</text>"
            ));
            let (_, rest) = path.split_once("translate(").unwrap();
            rest.split_once(' ').unwrap().0.parse().unwrap()
        };
        assert!((left("start") - 50.0).abs() < 1e-3);
        assert!((left("start") + left("end") - 2.0 * left("middle")).abs() < 1e-3);
        assert!(left("end") < 40.0);
    }

    #[test]
    fn marks_of_xml_are_letters() {
        let less = path_of("<text>&lt;</text>");
        assert!(less.matches('M').count() == 1, "{less}");
        assert!(with_outlines("<svg><text></svg>").is_err());
    }
}
