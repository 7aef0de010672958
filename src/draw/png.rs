//! Pictures as PNG, by the `resvg` crate.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use thiserror::Error;

use super::outlines::{OutlineError, with_outlines};
use super::picture::Picture;
use super::render::to_svg;
use super::theme::Theme;

/// Pixels of the PNG for each pixel of the SVG, so that text is sharp on screens of today.
const SCALE: f32 = 2.0;

/// Most pixels of a side.
const MOST_PIXELS: f32 = 16_000.0;

/// Why a picture has no PNG.
#[derive(Debug, Error)]
pub enum PngError {
    /// The SVG cannot be read back.
    #[error("the picture cannot be read: {0}")]
    Svg(#[from] resvg::usvg::Error),
    /// The letters cannot be drawn.
    #[error("the letters of the picture cannot be drawn: {0}")]
    Letters(#[from] OutlineError),
    /// The picture has no pixels, or too many.
    #[error("a picture of {width} by {height} pixels is too large for a PNG; write an SVG")]
    Size {
        /// Pixels in a row.
        width: u32,
        /// Rows.
        height: u32,
    },
    /// The pixels cannot be written.
    #[error("the pixels cannot be written: {0}")]
    Encoding(String),
}

/// Draws a picture as PNG.
///
/// # Errors
/// If the picture is too large, which happens only with goal graphs and proof trees of hundreds of boxes.
pub fn to_png(picture: &Picture, theme: Theme) -> Result<Vec<u8>, PngError> {
    let svg = with_outlines(&to_svg(picture, theme.fixed()))?;
    let tree = Tree::from_str(&svg, &Options::default())?;
    let size = tree.size();
    let scale = SCALE.min(MOST_PIXELS / size.width().max(size.height()));
    let pixels = size.to_int_size().scale_by(scale);
    let (width, height) = pixels.map_or((0, 0), |size| (size.width(), size.height()));
    let mut pixmap = Pixmap::new(width, height)
        .filter(|_| scale >= 0.5)
        .ok_or(PngError::Size { width, height })?;
    let transform = Transform::from_scale(scale, scale);
    resvg::render(&tree, transform, &mut pixmap.as_mut());
    let png = pixmap.encode_png();
    png.map_err(|error| PngError::Encoding(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::picture::{BoardPanel, Panel};

    fn png(panel: BoardPanel, theme: Theme) -> Vec<u8> {
        let picture = Picture {
            title: "nine".to_owned(),
            panels: vec![Panel::Board(panel)],
            lines: Vec::new(),
        };
        to_png(&picture, theme).unwrap()
    }

    #[test]
    fn a_board_becomes_a_png_with_text_in_it() {
        let empty = png(BoardPanel::empty(9, 9), Theme::Auto);
        assert!(empty.starts_with(b"\x89PNG\r\n"));
        assert_eq!(empty, png(BoardPanel::empty(9, 9), Theme::Light));
        assert_ne!(empty, png(BoardPanel::empty(9, 9), Theme::Dark));
        let mut labelled = BoardPanel::empty(9, 9);
        labelled.caption = "text".to_owned();
        let taller = png(labelled.clone(), Theme::Light);
        labelled.caption = "TEXT".to_owned();
        assert_ne!(taller, png(labelled, Theme::Light));
    }
}
