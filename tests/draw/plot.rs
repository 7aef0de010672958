//! Measurements as a plot in SVG: sizes on the horizontal axis, times on a logarithmic vertical axis.

use svg::Document;
use svg::node::element::{Circle, Line, Polyline, Rectangle, Text};

/// Width and height of the plane, in pixels.
const PLANE: (f64, f64) = (480.0, 300.0);
/// Room for labels around the plane, in pixels.
const MARGIN: f64 = 56.0;
/// Room for the names of the lines on the right, in pixels.
const LEGEND: f64 = 150.0;
/// Colors of the lines, in order.
const COLORS: [&str; 5] = ["#1b4f8a", "#b3402a", "#2f7d3b", "#7a4fa3", "#8a6d1b"];

/// A line of measurements.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Series {
    /// What was measured.
    pub(crate) name: String,
    /// Sizes and times in seconds, ordered by size.
    pub(crate) points: Vec<(u32, f64)>,
}

/// The mapping from sizes and seconds to pixels.
struct Plane {
    most: f64,
    /// Lowest and highest power of ten of the scale.
    decades: (i32, i32),
}

impl Plane {
    fn around(series: &[Series]) -> Self {
        let points = || series.iter().flat_map(|line| &line.points);
        let most = points().map(|&(size, _)| size).max().unwrap_or(1);
        let decade = |seconds: f64| {
            let mut power = -9;
            while 10f64.powi(power + 1) <= seconds && power < 9 {
                power += 1;
            }
            power
        };
        let lowest = points().map(|&(_, seconds)| decade(seconds)).min();
        let highest = points().map(|&(_, seconds)| decade(seconds)).max();
        Self {
            most: f64::from(most.max(1)),
            decades: (lowest.unwrap_or(-6), highest.unwrap_or(0) + 1),
        }
    }

    fn x(&self, size: f64) -> f64 {
        MARGIN + size / self.most * PLANE.0
    }

    fn y(&self, seconds: f64) -> f64 {
        let (low, high) = self.decades;
        let exponent = seconds.max(1e-12).log10();
        let part = (f64::from(high) - exponent) / f64::from(high - low);
        MARGIN + part * PLANE.1
    }
}

/// The lines as SVG, with `title` above and `unit` below the axis of sizes.
#[must_use]
pub(crate) fn plot(title: &str, unit: &str, series: &[Series]) -> String {
    let plane = Plane::around(series);
    let (width, height) = (PLANE.0 + 2.0 * MARGIN + LEGEND, PLANE.1 + 2.0 * MARGIN);
    let mut document = Document::new()
        .set("viewBox", (0.0, 0.0, width, height))
        .set("font-family", "sans-serif")
        .set("font-size", 11)
        .add(rectangle(width, height))
        .add(label(title, (MARGIN, MARGIN / 2.0), "start"))
        .add(label(
            unit,
            (MARGIN + PLANE.0 / 2.0, height - MARGIN / 4.0),
            "middle",
        ));
    for decade in plane.decades.0..=plane.decades.1 {
        let y = plane.y(10f64.powi(decade));
        let name = seconds_name(decade);
        document = document
            .add(rule((MARGIN, y), (MARGIN + PLANE.0, y)))
            .add(label(&name, (MARGIN - 6.0, y + 4.0), "end"));
    }
    let step = (plane.most / 10.0).ceil().max(1.0);
    let mut size = 0.0;
    while size <= plane.most {
        let at = (plane.x(size), MARGIN + PLANE.1 + 16.0);
        document = document.add(label(&format!("{size}"), at, "middle"));
        size += step;
    }
    for (n, line) in series.iter().enumerate() {
        let color = COLORS[n % COLORS.len()];
        let at = |&(size, seconds): &(u32, f64)| (plane.x(f64::from(size)), plane.y(seconds));
        let places: Vec<(f64, f64)> = line.points.iter().map(at).collect();
        let path: Vec<String> = places
            .iter()
            .map(|&(x, y)| format!("{},{}", pixel(x), pixel(y)))
            .collect();
        document = document.add(
            Polyline::new()
                .set("points", path.join(" "))
                .set("fill", "none")
                .set("stroke", color),
        );
        for &(x, y) in &places {
            document = document.add(
                Circle::new()
                    .set("cx", pixel(x))
                    .set("cy", pixel(y))
                    .set("r", 3)
                    .set("fill", color),
            );
        }
        let end = places.last().copied().unwrap_or((MARGIN, MARGIN));
        let name = label(&line.name, (end.0 + 8.0, end.1 + 4.0), "start");
        document = document.add(name.set("fill", color));
    }
    format!("{document}\n")
}

/// A time of ten to the power of `decade` seconds in words.
fn seconds_name(decade: i32) -> String {
    let (unit, power) = match decade {
        0.. => ("s", decade),
        -3..=-1 => ("ms", decade + 3),
        -6..=-4 => ("µs", decade + 6),
        _ => ("ns", decade + 9),
    };
    format!("{} {unit}", 10f64.powi(power))
}

/// A coordinate with one decimal, so that the text does not depend on rounding noise.
fn pixel(coordinate: f64) -> String {
    format!("{coordinate:.1}")
}

fn rectangle(width: f64, height: f64) -> Rectangle {
    Rectangle::new()
        .set("width", width)
        .set("height", height)
        .set("fill", "white")
}

fn rule(from: (f64, f64), to: (f64, f64)) -> Line {
    Line::new()
        .set("x1", pixel(from.0))
        .set("y1", pixel(from.1))
        .set("x2", pixel(to.0))
        .set("y2", pixel(to.1))
        .set("stroke", "#ddd")
}

fn label(text: &str, at: (f64, f64), anchor: &str) -> Text {
    Text::new(text)
        .set("x", pixel(at.0))
        .set("y", pixel(at.1))
        .set("text-anchor", anchor)
}
