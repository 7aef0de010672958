//! Text and numbers in pictures.

use svg::node::element::{Line, Text};

/// The fonts of the SVG, the first one that the viewer has wins.
pub(super) const FONTS: &str = "'Noto Sans','DejaVu Sans',Verdana,sans-serif";

/// Width of a character on average, as a share of the size of the font; a little too wide rather than too narrow.
const CHARACTER: f64 = 0.58;

/// A coordinate with one decimal, so that the text does not depend on rounding noise.
pub(super) fn pixel(coordinate: f64) -> String {
    let text = format!("{coordinate:.1}");
    let short = text.strip_suffix(".0").unwrap_or(&text);
    if short == "-0" { "0" } else { short }.to_owned()
}

/// Text whose base line begins, is centered or ends at a place.
pub(super) fn label(text: impl Into<String>, at: (f64, f64), anchor: &str) -> Text {
    Text::new(text)
        .set("x", pixel(at.0))
        .set("y", pixel(at.1))
        .set("text-anchor", anchor)
}

/// A straight line.
pub(super) fn line(from: (f64, f64), to: (f64, f64)) -> Line {
    Line::new()
        .set("x1", pixel(from.0))
        .set("y1", pixel(from.1))
        .set("x2", pixel(to.0))
        .set("y2", pixel(to.1))
}

/// About how wide a text is.
#[expect(clippy::cast_precision_loss, reason = "texts are short")]
pub(super) fn width_of(text: &str, font_size: f64) -> f64 {
    text.chars().count() as f64 * CHARACTER * font_size
}

/// A text in lines that are about as wide as given at most, broken at spaces. A word that is wider stands alone.
pub(super) fn wrapped(text: &str, font_size: f64, width: f64) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let last = lines.last_mut().filter(|last| {
            last.is_empty() || width_of(&format!("{last} {word}"), font_size) <= width
        });
        match last {
            Some(last) => {
                if !last.is_empty() {
                    last.push(' ');
                }
                last.push_str(word);
            }
            None => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_text_is_broken_at_spaces() {
        let width = width_of("three words", 10.0);
        assert_eq!(
            wrapped("three words and incomprehensibilities", 10.0, width),
            ["three words", "and", "incomprehensibilities"]
        );
        assert_eq!(wrapped("", 10.0, width), [""]);
    }

    #[test]
    fn coordinates_are_short() {
        assert_eq!([1.0, 0.25, -0.01].map(pixel), ["1", "0.2", "0"]);
    }
}
