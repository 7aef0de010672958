//! Pictures as SVG, by the `svg` crate.

mod board;
mod contour;
mod curve;
mod drawn;
mod graph;
#[cfg(test)]
mod graph_tests;
mod layout;
mod legend;
mod thermograph;

use svg::Document;
use svg::node::element::{Group, Rectangle, Style, Title};

use self::drawn::Drawn;
use super::picture::{Panel, Picture};
use super::text::{FONTS, label, pixel, width_of, wrapped};
use super::theme::Theme;

/// Space around the picture and between its parts, in pixels.
const GAP: f64 = 16.0;
/// Panels stand in one row as long as the row is not wider than this, in pixels.
const ROW_WIDTH: f64 = 1500.0;
/// Size of the font of the title.
const TITLE_SIZE: f64 = 17.0;
/// Size of the font of captions and of the text below.
const TEXT_SIZE: f64 = 13.0;
/// Distance between two lines of text.
const LINE_HEIGHT: f64 = 19.0;
/// The least width on which text is broken into lines.
const LEAST_WIDTH: f64 = 420.0;

/// Draws a picture as an SVG document. Equal pictures give equal texts.
#[must_use]
pub fn to_svg(picture: &Picture, theme: Theme) -> String {
    let drawn: Vec<Drawn> = picture.panels.iter().map(with_caption).collect();
    let mut rows: Vec<Vec<Drawn>> = Vec::new();
    for panel in drawn {
        let is_full = |row: &Vec<Drawn>| row_width(row) + GAP + panel.width > ROW_WIDTH;
        match rows.last_mut().filter(|row| !is_full(row)) {
            Some(row) => row.push(panel),
            None => rows.push(vec![panel]),
        }
    }
    let widest = rows.iter().map(|row| row_width(row)).fold(0.0, f64::max);
    let inner = widest.max(LEAST_WIDTH);
    let width = inner + 2.0 * GAP;
    let mut page = Group::new();
    let mut y = GAP;
    for text in wrapped(&picture.title, TITLE_SIZE, inner) {
        y += TITLE_SIZE;
        page = page.add(
            label(text, (width / 2.0, y), "middle")
                .set("class", "text")
                .set("font-size", TITLE_SIZE)
                .set("font-weight", "bold"),
        );
        y += GAP / 2.0;
    }
    for row in rows {
        let mut x = (width - row_width(&row)) / 2.0;
        let mut height: f64 = 0.0;
        for panel in row {
            height = height.max(panel.height);
            let place = format!("translate({} {})", pixel(x), pixel(y));
            page = page.add(panel.group.set("transform", place));
            x += panel.width + GAP;
        }
        y += height + GAP / 2.0;
    }
    if let Some(legend) = legend::legend(&picture.panels, inner) {
        let place = format!("translate({} {})", pixel(GAP), pixel(y));
        page = page.add(legend.group.set("transform", place));
        y += legend.height + GAP / 4.0;
    }
    let lines = picture.lines.iter();
    for text in lines.flat_map(|text| wrapped(text, TEXT_SIZE, inner)) {
        y += LINE_HEIGHT;
        page = page.add(
            label(text, (GAP, y - 5.0), "start")
                .set("class", "text")
                .set("font-size", TEXT_SIZE),
        );
    }
    let background = Rectangle::new()
        .set("class", "page")
        .set("width", "100%")
        .set("height", "100%");
    let height = y + GAP / 2.0;
    let document = Document::new()
        .set("viewBox", format!("0 0 {} {}", pixel(width), pixel(height)))
        .set("width", pixel(width))
        .set("height", pixel(height))
        .set("font-family", FONTS)
        .add(Title::new(picture.title.as_str()))
        .add(Style::new(theme.style()))
        .add(graph::arrow_head())
        .add(background)
        .add(page);
    format!("{document}\n")
}

fn row_width(row: &[Drawn]) -> f64 {
    let widths = row.iter().map(|panel| panel.width + GAP);
    (widths.sum::<f64>() - GAP).max(0.0)
}

/// A panel with the caption below it.
fn with_caption(panel: &Panel) -> Drawn {
    let (mut drawn, caption) = match panel {
        Panel::Board(panel) => (board::board(panel), &panel.caption),
        Panel::Graph(panel) => (graph::graph(panel), &panel.caption),
        Panel::Thermograph(panel) => (thermograph::thermograph(panel), &panel.caption),
        Panel::Curve(panel) => (curve::curve(panel), &panel.caption),
    };
    if caption.is_empty() {
        return drawn;
    }
    let widest = caption.split_whitespace().map(|it| width_of(it, TEXT_SIZE));
    let width = drawn.width.max(widest.fold(0.0, f64::max));
    for text in wrapped(caption, TEXT_SIZE, width) {
        drawn.height += LINE_HEIGHT;
        let place = (drawn.width / 2.0, drawn.height - 4.0);
        let text = label(text, place, "middle")
            .set("class", "text")
            .set("font-size", TEXT_SIZE);
        drawn.group = drawn.group.add(text);
    }
    drawn.height += 4.0;
    drawn
}
