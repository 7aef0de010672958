//! A thermograph as SVG, as usual in the literature: values decrease to the right, so that Left is on the left, and
//! the temperature increases upwards.
//!
//! Source of this convention: Berlekamp, Conway and Guy, *Winning Ways* (1982), chapter 6.

use std::fmt::Display;

use svg::Document;
use svg::node::element::{Group, Line, Polyline, Text, Title};

use crate::cgt::Segment;
use crate::cgt::{Dyadic, Rational, Thermograph};

/// Width of the plane of the walls, in pixels.
const PLANE_WIDTH: f64 = 480.0;
/// Height of the plane of the walls, in pixels.
const PLANE_HEIGHT: f64 = 320.0;
/// Room for labels around the plane, in pixels.
const MARGIN: f64 = 48.0;
/// Largest number of ticks on an axis.
const MOST_TICKS: f64 = 12.0;

/// Numbers that can be drawn on an axis.
pub trait OnAxis: Copy + Display {
    /// The place on the axis, rounded to a float.
    fn place(self) -> f64;
}

impl OnAxis for Dyadic {
    fn place(self) -> f64 {
        self.to_f64()
    }
}

impl OnAxis for Rational {
    fn place(self) -> f64 {
        self.to_f64()
    }
}

/// The mapping from values and temperatures to pixels.
struct Plane {
    most: f64,
    least: f64,
    coldest: f64,
    hottest: f64,
}

impl Plane {
    fn around<S: OnAxis>(graph: &Thermograph<S>) -> Self {
        let corners = || graph.left.iter().chain(&graph.right);
        let values = || corners().map(|piece| piece.value.place());
        let coldest = corners()
            .map(|piece| piece.from.place())
            .fold(0.0, f64::min);
        Self {
            most: values().fold(graph.mean.place(), f64::max).ceil() + 1.0,
            least: values().fold(graph.mean.place(), f64::min).floor() - 1.0,
            coldest,
            hottest: graph.temperature.place().max(0.0).floor() + 1.0,
        }
    }

    fn x(&self, value: f64) -> f64 {
        MARGIN + (self.most - value) / (self.most - self.least) * PLANE_WIDTH
    }

    fn y(&self, temperature: f64) -> f64 {
        let part = (self.hottest - temperature) / (self.hottest - self.coldest);
        MARGIN + part * PLANE_HEIGHT
    }

    /// The corners of a wall in pixels, and the mast up to the top.
    fn path<S: OnAxis>(&self, side: &[Segment<S>]) -> String {
        let mut points: Vec<_> = side
            .iter()
            .map(|piece| (piece.value.place(), piece.from.place()))
            .collect();
        if let Some(&(mast, _)) = points.last() {
            points.push((mast, self.hottest));
        }
        let pixels: Vec<_> = points
            .into_iter()
            .map(|(value, t)| format!("{},{}", pixel(self.x(value)), pixel(self.y(t))))
            .collect();
        pixels.join(" ")
    }
}

/// A coordinate with two decimals, so that the text does not depend on rounding noise.
fn pixel(coordinate: f64) -> String {
    format!("{coordinate:.2}")
}

/// Whole numbers between two ends, with steps large enough for the labels.
fn ticks(from: f64, to: f64) -> Vec<f64> {
    let step = ((to - from) / MOST_TICKS).ceil().max(1.0);
    let mut tick = (from / step).ceil() * step;
    let mut all = Vec::new();
    while tick <= to {
        all.push(tick);
        tick += step;
    }
    all
}

fn line(from: (f64, f64), to: (f64, f64)) -> Line {
    Line::new()
        .set("x1", pixel(from.0))
        .set("y1", pixel(from.1))
        .set("x2", pixel(to.0))
        .set("y2", pixel(to.1))
}

fn label(text: impl Into<String>, at: (f64, f64), anchor: &str) -> Text {
    Text::new(text)
        .set("x", pixel(at.0))
        .set("y", pixel(at.1))
        .set("text-anchor", anchor)
}

/// Axes with ticks at whole numbers.
fn axes(plane: &Plane) -> Group {
    let mut group = Group::new().set("stroke", "#bbb").set("stroke-width", 1);
    let mut labels = Group::new()
        .set("stroke", "none")
        .set("fill", "#555")
        .set("font-size", 12);
    let (left, right) = (plane.x(plane.most), plane.x(plane.least));
    let (top, bottom) = (plane.y(plane.hottest), plane.y(plane.coldest));
    for value in ticks(plane.least, plane.most) {
        let x = plane.x(value);
        group = group.add(line((x, bottom), (x, bottom + 5.0)));
        labels = labels.add(label(format!("{value}"), (x, bottom + 19.0), "middle"));
    }
    for t in ticks(plane.coldest, plane.hottest) {
        let y = plane.y(t);
        group = group.add(line((left - 5.0, y), (left, y)));
        labels = labels.add(label(format!("{t}"), (left - 9.0, y + 4.0), "end"));
    }
    let zero = plane.y(0.0);
    group
        .add(line((left, bottom), (right, bottom)))
        .add(line((left, top), (left, bottom)))
        .add(line((left, zero), (right, zero)).set("stroke-dasharray", "4 4"))
        .add(labels)
}

/// A thermograph as an SVG document; `title` is usually the name of the game.
///
/// Left's wall is a blue line, Right's a red line, and the mast goes up to the top. Mean and temperature are written
/// at the foot of the mast.
#[must_use]
pub fn thermograph_svg<S: OnAxis>(graph: &Thermograph<S>, title: &str) -> String {
    let plane = Plane::around(graph);
    let wall = |side: &[Segment<S>], color: &str| {
        Polyline::new()
            .set("points", plane.path(side))
            .set("fill", "none")
            .set("stroke", color)
            .set("stroke-width", 2)
    };
    let foot = (
        plane.x(graph.mean.place()) + 8.0,
        plane.y(graph.temperature.place()) - 6.0,
    );
    let caption = format!("mean {}, temperature {}", graph.mean, graph.temperature);
    let width = PLANE_WIDTH + 2.0 * MARGIN;
    let height = PLANE_HEIGHT + 2.0 * MARGIN;
    let document = Document::new()
        .set("viewBox", format!("0 0 {width} {height}"))
        .set("width", pixel(width))
        .set("height", pixel(height))
        .set("font-family", "sans-serif")
        .add(Title::new(title))
        .add(axes(&plane))
        .add(wall(&graph.right, "#b03030"))
        .add(wall(&graph.left, "#2050a0"))
        .add(label(caption, foot, "start").set("font-size", 13))
        .add(
            label(title, (width / 2.0, MARGIN / 2.0), "middle")
                .set("font-size", 16)
                .set("font-weight", "bold"),
        );
    document.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cgt::{Games, parse_game};

    #[test]
    fn left_is_on_the_left_and_heat_rises() {
        let mut games = Games::default();
        let game = parse_game(&mut games, "{4||2|0}").unwrap();
        let graph = games.thermograph(game).unwrap();
        let plane = Plane::around(&graph);
        assert!(plane.x(4.0) < plane.x(0.0) && plane.y(1.0) < plane.y(0.0));
        let text = thermograph_svg(&graph, "{4||2|0} & <friends>");
        assert_eq!(text, thermograph_svg(&graph, "{4||2|0} & <friends>"));
        assert_eq!(text.matches("<polyline").count(), 2);
        assert!(text.contains("mean 5/2, temperature 3/2"), "{text}");
        assert!(text.contains("&amp; &lt;friends"), "{text}");
    }

    #[test]
    fn walls_end_in_one_mast() {
        let mut games = Games::default();
        for name in ["0", "3/4", "^", "{100|-100}", "{5|{3|{2|-7}}}"] {
            let game = parse_game(&mut games, name).unwrap();
            let graph = games.thermograph(game).unwrap();
            let plane = Plane::around(&graph);
            let tops: Vec<_> = [&graph.left, &graph.right]
                .into_iter()
                .map(|side| plane.path(side).rsplit(' ').next().map(str::to_owned))
                .collect();
            assert_eq!(tops[0], tops[1], "{name}");
        }
    }
}
