//! A goal graph as SVG, in the manner of figures 2.5 to 2.7 of the thesis: goals are boxes in layers below the root.
//!
//! Source: K. Klinger, "Adversarial Reasoning: A Logical Approach for Computer Go" (2001), section 2.6.

mod layout;

use svg::Document;
use svg::node::element::{Definitions, Group, Marker, Path, Rectangle, Style, Text, Title};

use self::layout::{BEND, BOX_HEIGHT, Edge, Layout, Placed};
use crate::goals::{Graph, Node, Value};

/// Space between the outer and the inner border of the root, in pixels.
const DOUBLE: f64 = 3.0;

/// Colors for light and dark surroundings: marks of proved goals stand out, those of estimates are pale.
const COLORS: &str = "\
.page{fill:#fff}.box{fill:#fff;stroke:#333}.edge{stroke:#777;fill:none}.back{stroke-dasharray:5 3}\
.tip{fill:#777}text{fill:#222}.proof{fill:#111;font-weight:bold}.estimate{fill:#999}\
@media (prefers-color-scheme:dark){.page{fill:#1b1b1b}.box{fill:#262626;stroke:#ccc}.edge{stroke:#888}\
.tip{fill:#888}text{fill:#ddd}.proof{fill:#fff}.estimate{fill:#888}}";

/// A goal graph as an SVG document, with what the root hangs on; `title` says whose goal it is.
///
/// The root has a double border. Above a goal that is known stands `+` or `-` with the word for what it is known by,
/// and an ellipsis below one that is unknown and was not taken apart. Edges lead down, or in a curve to a goal that is
/// not further from the root than the one that hangs on it; a broken line closes a circle.
///
/// Equal graphs give equal texts.
#[must_use]
pub fn goal_graph_svg(graph: &Graph, title: &str) -> String {
    let layout = Layout::new(graph);
    let mut edges = Group::new().set("class", "edges");
    for edge in &layout.edges {
        edges = edges.add(path_of(&layout, edge));
    }
    let mut boxes = Group::new().set("text-anchor", "middle");
    for placed in &layout.nodes {
        let is_root = placed.id == graph.root();
        boxes = boxes.add(drawn_box(placed, graph.node(placed.id), is_root));
    }
    let page = Rectangle::new()
        .set("class", "page")
        .set("width", "100%")
        .set("height", "100%");
    let heading = Text::new(title)
        .set("x", pixel(layout.width / 2.0))
        .set("y", 24)
        .set("text-anchor", "middle")
        .set("font-size", 15)
        .set("font-weight", "bold");
    Document::new()
        .set(
            "viewBox",
            format!("0 0 {} {}", pixel(layout.width), pixel(layout.height)),
        )
        .set("width", pixel(layout.width))
        .set("height", pixel(layout.height))
        .set("font-family", "sans-serif")
        .set("font-size", 12)
        .add(Title::new(title))
        .add(Style::new(COLORS))
        .add(Definitions::new().add(tip()))
        .add(page)
        .add(edges)
        .add(boxes)
        .add(heading)
        .to_string()
}

/// A coordinate with one decimal, so that the text does not depend on rounding noise.
fn pixel(coordinate: f64) -> String {
    format!("{coordinate:.1}")
}

/// The head of an arrow.
fn tip() -> Marker {
    let head = Path::new().set("class", "tip").set("d", "M0 0L8 4L0 8z");
    Marker::new()
        .set("id", "tip")
        .set("viewBox", "0 0 8 8")
        .set("refX", 8)
        .set("refY", 4)
        .set("markerWidth", 7)
        .set("markerHeight", 7)
        .set("orient", "auto")
        .add(head)
}

/// The line from a goal to one that it hangs on: straight down, or in a curve over the boxes of the layer, or bent up.
fn path_of(layout: &Layout, edge: &Edge) -> Path {
    let (from, to) = (&layout.nodes[edge.from], &layout.nodes[edge.to]);
    let bottom = |placed: &Placed| placed.y + BOX_HEIGHT;
    let at = |x: f64, y: f64| format!("{} {}", pixel(x), pixel(y));
    let way = if to.layer > from.layer {
        format!("M{}L{}", at(from.x, bottom(from)), at(to.x, to.y))
    } else {
        let (start, end) = (from.x + from.width / 4.0, to.x + to.width / 4.0);
        let bend = layout.bend(edge);
        let (above, arrival) = if to.layer == from.layer {
            ([at(start, from.y - BEND), at(end, to.y - BEND)], to.y)
        } else {
            let below = bottom(to) + BEND;
            (
                [at(start + bend, from.y - BEND), at(end + bend, below)],
                bottom(to),
            )
        };
        format!(
            "M{}C{} {}",
            at(start, from.y),
            above.join(" "),
            at(end, arrival)
        )
    };
    Path::new()
        .set("class", if edge.is_back { "edge back" } else { "edge" })
        .set("marker-end", "url(#tip)")
        .set("d", way)
}

/// The box of a goal, with the marks around it.
fn drawn_box(placed: &Placed, node: &Node, is_root: bool) -> Group {
    let (left, top) = (placed.x - placed.width / 2.0, placed.y);
    let border = |by: f64| {
        Rectangle::new()
            .set("class", "box")
            .set("x", pixel(left + by))
            .set("y", pixel(top + by))
            .set("width", pixel(placed.width - 2.0 * by))
            .set("height", pixel(BOX_HEIGHT - 2.0 * by))
    };
    let mut group = Group::new().add(border(0.0));
    if is_root {
        group = group.add(border(DOUBLE));
    }
    let text =
        |content: String, x: f64, y: f64| Text::new(content).set("x", pixel(x)).set("y", pixel(y));
    group = group.add(text(node.label.to_string(), placed.x, top + 17.0));
    if let Some(mark) = mark(node.value) {
        let is_proof = node.value.evidence().is_some_and(|it| it.is_proof());
        let class = if is_proof { "proof" } else { "estimate" };
        let mark = text(mark, left, top - 4.0)
            .set("class", class)
            .set("font-size", 10)
            .set("text-anchor", "start");
        group = group.add(mark);
    }
    if node.is_cut_off {
        group = group.add(text("...".to_owned(), placed.x, top + BOX_HEIGHT + 11.0));
    }
    group
}

/// What stands above a goal that is known.
fn mark(value: Value) -> Option<String> {
    let sign = if value.is_true() { '+' } else { '-' };
    value
        .evidence()
        .map(|evidence| format!("{sign} {}", evidence.word()))
}

#[cfg(test)]
mod tests;
