//! What the signs of the boards of a picture mean, in one line or in several below them.

use svg::node::element::{Circle, Group, Path, Rectangle};

use super::board::{area_class, fate_class};
use super::drawn::Drawn;
use crate::draw::picture::{BoardPanel, Fate, Panel, Shape, Tone};
use crate::draw::text::{label, pixel, width_of};

/// Size of the font, of a sample, and of the space after an entry.
const FONT_SIZE: f64 = 12.0;
const SAMPLE: f64 = 14.0;
const SPACE: f64 = 18.0;
/// Distance between two rows of entries.
const ROW: f64 = 20.0;

/// A sample and what it stands for.
struct Entry {
    sample: Group,
    text: &'static str,
}

/// The legend of all boards, not wider than given; `None` if their signs need none.
pub(super) fn legend(panels: &[Panel], width: f64) -> Option<Drawn> {
    let boards: Vec<&BoardPanel> = panels
        .iter()
        .filter_map(|panel| match panel {
            Panel::Board(board) => Some(board),
            Panel::Graph(_) | Panel::Thermograph(_) | Panel::Curve(_) => None,
        })
        .collect();
    let entries = entries(&boards);
    if entries.is_empty() {
        return None;
    }
    let mut group = Group::new();
    let (mut x, mut y) = (0.0, 0.0);
    for entry in entries {
        let needed = SAMPLE + 6.0 + width_of(entry.text, FONT_SIZE);
        if x > 0.0 && x + needed > width {
            x = 0.0;
            y += ROW;
        }
        let place = format!("translate({} {})", pixel(x), pixel(y));
        let text = label(entry.text, (SAMPLE + 6.0, SAMPLE - 2.5), "start")
            .set("class", "faint")
            .set("font-size", FONT_SIZE);
        group = group.add(entry.sample.set("transform", place).add(text));
        x += needed + SPACE;
    }
    Some(Drawn {
        group,
        width,
        height: y + ROW,
    })
}

fn entries(boards: &[&BoardPanel]) -> Vec<Entry> {
    let mut entries = Vec::new();
    let mut add = |is_there: bool, sample: Group, text| {
        if is_there {
            entries.push(Entry { sample, text });
        }
    };
    let any = |test: &dyn Fn(&BoardPanel) -> bool| boards.iter().any(|board| test(board));
    let square = |class: &str, inset: f64| {
        Rectangle::new()
            .set("class", class)
            .set("x", pixel(inset))
            .set("y", pixel(inset))
            .set("width", pixel(SAMPLE - 2.0 * inset))
            .set("height", pixel(SAMPLE - 2.0 * inset))
    };
    let outline = |class: String| Group::new().add(square(&class, 1.5).set("stroke-width", 2));
    let territory = Group::new()
        .add(square("wood", 0.0))
        .add(square("owned-black", 3.5));
    add(any(&|it| !it.territory.is_empty()), territory, "territory");
    add(
        any(&|it| it.stones.iter().any(|stone| stone.is_dead)),
        Group::new().add(square("wood", 0.0)).add(
            Path::new()
                .set("class", "cross")
                .set("stroke-width", 2)
                .set("d", "M3.5 3.5L10.5 10.5M3.5 10.5L10.5 3.5"),
        ),
        "dead stone",
    );
    let fates = [
        (Fate::Alive, "alive, proved", "alive, estimated"),
        (Fate::Dead, "dead, proved", "dead, estimated"),
        (Fate::Seki, "seki, proved", "seki, estimated"),
        (Fate::Open, "the next move decides, proved", "unsettled"),
    ];
    for (fate, proved, guessed) in fates {
        let has = |wanted: bool| {
            any(&|it| {
                let mut groups = it.groups.iter();
                groups.any(|it| it.fate == fate && it.is_proved == wanted)
            })
        };
        let class = fate_class(fate);
        add(has(true), outline(format!("fate {class}")), proved);
        add(has(false), outline(format!("fate {class} guess")), guessed);
    }
    let marks = |shape: Shape| any(&|it| it.marks.iter().any(|mark| mark.shape == shape));
    let dot = Circle::new()
        .set("class", "star")
        .set("cx", 7)
        .set("cy", 7)
        .set("r", 3.2);
    add(
        marks(Shape::Dot),
        Group::new().add(square("wood", 0.0)).add(dot),
        "nobody's point",
    );
    let triangle = Path::new()
        .set("class", "sign-on-white")
        .set("stroke-width", 1.6)
        .set("d", "M7 2.5L12 11.5H2z");
    add(
        marks(Shape::Triangle),
        Group::new().add(square("wood", 0.0)).add(triangle),
        "stones in question",
    );
    let last = Circle::new()
        .set("class", "last")
        .set("stroke-width", 1.8)
        .set("cx", 7)
        .set("cy", 7)
        .set("r", 4);
    add(
        marks(Shape::Circle),
        Group::new().add(square("wood", 0.0)).add(last),
        "last move",
    );
    let is_zone = any(&|it| it.areas.iter().any(|area| area.tone == Tone::Zone));
    let zone = Group::new()
        .add(square("wood", 0.0))
        .add(square(&area_class(Tone::Zone), 1.0));
    add(is_zone, zone, "what the answer rests on");
    let is_given = any(&|it| it.areas.iter().any(|area| area.tone == Tone::Given));
    add(
        is_given,
        outline(area_class(Tone::Given)),
        "taken for granted",
    );
    entries
}
