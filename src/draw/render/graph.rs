//! Boxes and arrows: a goal graph in the manner of figures 2.5 to 2.7 of the thesis, boxes in layers below the root,
//! or a tree of moves.
//!
//! Source: K. Klinger, "Adversarial Reasoning: A Logical Approach for Computer Go" (2001), section 2.6.

use svg::node::element::{Definitions, Group, Marker, Path, Rectangle};

use super::drawn::Drawn;
use super::layout::{BEND, BOX_HEIGHT, Edge, Layout, Placed};
use crate::draw::picture::{GraphNode, GraphPanel, Side};
use crate::draw::text::{label, pixel, width_of};

/// Space between the outer and the inner border of the root, in pixels.
const DOUBLE: f64 = 3.0;

/// Size of the font of signs, and how far below a box their line lies, in pixels.
const SIGN_SIZE: f64 = 10.0;
const SIGN_BELOW: f64 = 12.0;

/// Draws a graph: the boxes that the first one leads to.
///
/// The root has a double border. The sign of a box stands below it, and so does an ellipsis if it is cut off. Edges
/// lead down, or in a curve to a box that is not further from the root than the one that hangs on it; a broken line
/// closes a circle.
pub(super) fn graph(panel: &GraphPanel) -> Drawn {
    let layout = Layout::new(&panel.nodes);
    let mut edges = Group::new();
    for edge in &layout.edges {
        edges = edges.add(path_of(&layout, edge));
    }
    let mut boxes = Group::new()
        .set("text-anchor", "middle")
        .set("font-size", 12);
    for placed in &layout.nodes {
        boxes = boxes.add(drawn_box(placed, &panel.nodes[placed.id]));
    }
    Drawn {
        group: Group::new().add(edges).add(boxes),
        width: layout.width,
        height: layout.height,
    }
}

/// The head of an arrow, defined once for a document.
pub(super) fn arrow_head() -> Definitions {
    let head = Path::new().set("class", "tip").set("d", "M0 0L8 4L0 8z");
    let marker = Marker::new()
        .set("id", "tip")
        .set("viewBox", "0 0 8 8")
        .set("refX", 8)
        .set("refY", 4)
        .set("markerWidth", 7)
        .set("markerHeight", 7)
        .set("orient", "auto")
        .add(head);
    Definitions::new().add(marker)
}

/// The line from a box to one that it hangs on: straight down, or in a curve over the boxes of the layer, or bent up.
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

/// A box, with the signs around it.
fn drawn_box(placed: &Placed, node: &GraphNode) -> Group {
    let (left, top) = (placed.x - placed.width / 2.0, placed.y);
    let (class, text_class) = match node.side {
        None => ("box", "text"),
        Some(Side::Black) => ("move-black", "text-black"),
        Some(Side::White) => ("move-white", "text-white"),
    };
    let border = |by: f64| {
        Rectangle::new()
            .set("class", class)
            .set("rx", if node.side.is_some() { 11 } else { 2 })
            .set("x", pixel(left + by))
            .set("y", pixel(top + by))
            .set("width", pixel(placed.width - 2.0 * by))
            .set("height", pixel(BOX_HEIGHT - 2.0 * by))
    };
    let mut group = Group::new().add(border(0.0));
    if placed.id == 0 {
        group = group.add(border(DOUBLE));
    }
    let text = label(node.label.as_str(), (placed.x, top + 17.5), "middle");
    group = group.add(text.set("class", text_class));
    if let Some(sign) = &node.sign {
        let (class, weight) = if node.is_proved {
            ("proof", "bold")
        } else {
            ("estimate", "normal")
        };
        // Heads of arrows end above a box, so that its sign stands below, on lines that begin there.
        let below = top + BOX_HEIGHT + SIGN_BELOW;
        let is_last = node.side.is_some() && node.children.is_empty();
        let (place, anchor) = if is_last {
            ((placed.x, below), "middle")
        } else {
            let patch = Rectangle::new()
                .set("class", "page")
                .set("x", pixel(left - 1.0))
                .set("y", pixel(below - SIGN_SIZE))
                .set("width", pixel(width_of(sign, SIGN_SIZE) + 2.0))
                .set("height", pixel(SIGN_SIZE + 2.0));
            group = group.add(patch);
            ((left, below), "start")
        };
        let sign = label(sign.as_str(), place, anchor)
            .set("class", class)
            .set("font-size", SIGN_SIZE)
            .set("font-weight", weight);
        group = group.add(sign);
    }
    if node.is_cut_off {
        let right = placed.x + placed.width / 2.0;
        let dots = label("...", (right, top + BOX_HEIGHT + 11.0), "end");
        group = group.add(dots.set("class", "text"));
    }
    group
}
