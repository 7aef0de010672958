//! A curve with a band around it, such as the winning chances of a game or the score of a match.

use svg::node::element::{Group, Path, Polyline};

use super::drawn::Drawn;
use crate::draw::picture::CurvePanel;
use crate::draw::text::{label, line, pixel};

/// Size of the plane, in pixels.
const PLANE: (f64, f64) = (560.0, 240.0);
/// Room for the names on the left and below, in pixels.
const LEFT: f64 = 52.0;
const BELOW: f64 = 40.0;
/// Room at the top and on the right, in pixels.
const EDGE: f64 = 12.0;

/// The mapping to pixels.
struct Plane<'a> {
    panel: &'a CurvePanel,
    first: f64,
    last: f64,
}

impl Plane<'_> {
    fn x(&self, x: f64) -> f64 {
        let width = (self.last - self.first).max(1.0);
        LEFT + (x - self.first) / width * PLANE.0
    }

    fn y(&self, y: f64) -> f64 {
        let (least, most) = self.panel.range;
        let height = (most - least).max(f64::EPSILON);
        EDGE + (most - y.clamp(least, most)) / height * PLANE.1
    }

    fn place(&self, x: f64, y: f64) -> String {
        format!("{},{}", pixel(self.x(x)), pixel(self.y(y)))
    }
}

/// Draws a curve.
pub(super) fn curve(panel: &CurvePanel) -> Drawn {
    let xs = || panel.points.iter().map(|corner| corner.x);
    let plane = Plane {
        panel,
        first: xs().fold(f64::INFINITY, f64::min).clamp(0.0, 1e9),
        last: xs().fold(1.0, f64::max),
    };
    let mut group = axes(&plane);
    if panel.band.len() == panel.points.len() && !panel.points.is_empty() {
        group = group.add(band(&plane));
    }
    let places = panel.points.iter().map(|it| plane.place(it.x, it.y));
    let curve = Polyline::new()
        .set("class", "curve")
        .set("stroke-width", 2.2)
        .set("stroke-linejoin", "round")
        .set("points", places.collect::<Vec<_>>().join(" "));
    group = group.add(curve);
    Drawn {
        group,
        width: LEFT + PLANE.0 + EDGE,
        height: EDGE + PLANE.1 + BELOW,
    }
}

/// The band: along its upper ends, and back along its lower ends.
fn band(plane: &Plane<'_>) -> Path {
    let ends = || plane.panel.points.iter().zip(&plane.panel.band);
    let upper = ends().map(|(at, &(_, high))| plane.place(at.x, high));
    let lower = ends().rev().map(|(at, &(low, _))| plane.place(at.x, low));
    let all: Vec<String> = upper.chain(lower).collect();
    Path::new()
        .set("class", "band")
        .set("d", format!("M{}z", all.join("L")))
}

fn axes(plane: &Plane<'_>) -> Group {
    let panel = plane.panel;
    let (least, most) = panel.range;
    let mut group = Group::new();
    let mut names = Group::new().set("class", "faint").set("font-size", 12);
    let (left, right) = (LEFT, LEFT + PLANE.0);
    for step in 0..=4_u8 {
        let value = least + (most - least) * f64::from(step) / 4.0;
        let y = plane.y(value);
        group = group.add(line((left, y), (right, y)).set("class", "axis"));
        let name = format!("{value}{}", panel.unit);
        names = names.add(label(name, (left - 8.0, y + 4.0), "end"));
    }
    if let Some(level) = panel.level {
        let y = plane.y(level);
        let level = line((left, y), (right, y))
            .set("class", "edge")
            .set("stroke-dasharray", "5 4");
        group = group.add(level);
    }
    let below = EDGE + PLANE.1 + 18.0;
    let mut ends = vec![plane.first, plane.last];
    let middle = ((plane.first + plane.last) / 2.0).floor();
    if plane.last - plane.first > 4.0 {
        ends.push(middle);
    }
    for x in ends {
        names = names.add(label(format!("{x}"), (plane.x(x), below), "middle"));
    }
    let name = label(
        panel.x_name.as_str(),
        (LEFT + PLANE.0 / 2.0, below + 17.0),
        "middle",
    );
    group.add(names.add(name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::picture::Corner;

    #[test]
    fn values_outside_of_the_range_stay_in_the_plane() {
        let panel = CurvePanel {
            range: (0.0, 100.0),
            points: vec![Corner { x: 1.0, y: 120.0 }, Corner { x: 9.0, y: -5.0 }],
            band: vec![(90.0, 130.0), (-9.0, 3.0)],
            ..CurvePanel::default()
        };
        let text = curve(&panel).group.to_string();
        assert!(text.contains("points=\"52,12 612,252\""), "{text}");
        assert!(text.contains("class=\"band\""), "{text}");
    }

    #[test]
    fn nothing_to_draw_is_an_empty_plane() {
        let text = curve(&CurvePanel::default()).group.to_string();
        assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
    }
}
