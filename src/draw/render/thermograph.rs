//! A thermograph, as usual in the literature: values decrease to the right, so that Left is on the left, and the
//! temperature increases upwards.
//!
//! Source of this convention: Berlekamp, Conway and Guy, *Winning Ways* (1982), chapter 6.

use svg::node::element::{Group, Polyline};

use super::drawn::Drawn;
use crate::draw::picture::{Corner, ThermographPanel};
use crate::draw::text::{label, line, pixel};

/// Width and height of the plane of the walls, in pixels.
const PLANE_WIDTH: f64 = 440.0;
const PLANE_HEIGHT: f64 = 300.0;
/// Room for labels around the plane, in pixels.
const MARGIN: f64 = 34.0;
/// Largest number of ticks on an axis.
const MOST_TICKS: f64 = 12.0;

/// The mapping from values and temperatures to pixels.
struct Plane {
    most: f64,
    least: f64,
    coldest: f64,
    hottest: f64,
}

impl Plane {
    fn around(panel: &ThermographPanel) -> Self {
        let corners = || panel.left.iter().chain(&panel.right);
        let values = || corners().map(|corner| corner.x);
        Self {
            most: values().fold(panel.mast.x, f64::max).ceil() + 1.0,
            least: values().fold(panel.mast.x, f64::min).floor() - 1.0,
            coldest: corners().map(|corner| corner.y).fold(0.0, f64::min),
            hottest: panel.mast.y.max(0.0).floor() + 1.0,
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
    fn path(&self, side: &[Corner]) -> String {
        let mast = side.last().map(|last| Corner {
            x: last.x,
            y: self.hottest,
        });
        let pixels = side.iter().copied().chain(mast);
        let pixels =
            pixels.map(|Corner { x, y }| format!("{},{}", pixel(self.x(x)), pixel(self.y(y))));
        pixels.collect::<Vec<_>>().join(" ")
    }
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

/// Axes with ticks at whole numbers.
fn axes(plane: &Plane) -> Group {
    let mut group = Group::new().set("class", "axis");
    let mut labels = Group::new().set("class", "faint").set("font-size", 12);
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
    let lines = group
        .add(line((left, bottom), (right, bottom)))
        .add(line((left, top), (left, bottom)))
        .add(line((left, zero), (right, zero)).set("stroke-dasharray", "4 4"));
    Group::new().add(lines).add(labels)
}

/// Draws a thermograph: Left's wall is blue, Right's red, and the mast goes up to the top. The note stands at the foot
/// of the mast.
pub(super) fn thermograph(panel: &ThermographPanel) -> Drawn {
    let plane = Plane::around(panel);
    let wall = |side: &[Corner], class: &str| {
        Polyline::new()
            .set("points", plane.path(side))
            .set("class", class)
            .set("stroke-width", 2)
    };
    let foot = (plane.x(panel.mast.x) + 8.0, plane.y(panel.mast.y) - 6.0);
    let note = label(panel.note.as_str(), foot, "start")
        .set("class", "text")
        .set("font-size", 13);
    let group = Group::new()
        .add(axes(&plane))
        .add(wall(&panel.right, "right"))
        .add(wall(&panel.left, "left"))
        .add(note);
    Drawn {
        group,
        width: PLANE_WIDTH + 2.0 * MARGIN,
        height: PLANE_HEIGHT + 2.0 * MARGIN,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cgt::{Games, parse_game};
    use crate::draw::views::thermograph_of;

    fn panel(name: &str) -> ThermographPanel {
        let mut games = Games::default();
        let game = parse_game(&mut games, name).unwrap();
        thermograph_of(&games.thermograph(game).unwrap(), name)
    }

    #[test]
    fn left_is_on_the_left_and_heat_rises() {
        let panel = panel("{4||2|0}");
        let plane = Plane::around(&panel);
        assert!(plane.x(4.0) < plane.x(0.0) && plane.y(1.0) < plane.y(0.0));
        let text = thermograph(&panel).group.to_string();
        assert_eq!(text.matches("<polyline").count(), 2);
        assert!(text.contains("mean 5/2, temperature 3/2"), "{text}");
    }

    #[test]
    fn walls_end_in_one_mast() {
        for name in ["0", "3/4", "^", "{100|-100}", "{5|{3|{2|-7}}}"] {
            let panel = panel(name);
            let plane = Plane::around(&panel);
            let tops: Vec<_> = [&panel.left, &panel.right]
                .into_iter()
                .map(|side| plane.path(side).rsplit(' ').next().map(str::to_owned))
                .collect();
            assert_eq!(tops[0], tops[1], "{name}");
        }
    }
}
