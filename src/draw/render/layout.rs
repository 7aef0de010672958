//! Where the boxes of a graph stand: layers by the distance from the root, and in each layer close to what hangs
//! on them.

use std::collections::VecDeque;

use crate::draw::picture::GraphNode;
use crate::draw::text::width_of;

/// Height of a box, in pixels.
pub(super) const BOX_HEIGHT: f64 = 26.0;
/// From the top of one layer to that of the next one.
const LAYER_HEIGHT: f64 = 84.0;
/// Top of the first layer.
const TOP: f64 = 24.0;
/// Space between two boxes of a layer, and around the picture.
const GAP: f64 = 18.0;
/// Size of the font of labels, and of the signs above boxes.
const FONT_SIZE: f64 = 12.0;
const SIGN_SIZE: f64 = 10.0;
/// The least width of a box.
const LEAST_WIDTH: f64 = 34.0;
/// How far a curve leaves the boxes; to the side, for each layer that it climbs.
pub(super) const BEND: f64 = 26.0;
/// Rounds in which boxes are drawn to those that they are tied to.
const N_ROUNDS: usize = 6;

/// The box of a node.
#[derive(Clone, Debug)]
pub(super) struct Placed {
    /// Index in the graph; 0 for the root.
    pub(super) id: usize,
    /// Distance from the root.
    pub(super) layer: usize,
    /// Middle of the box.
    pub(super) x: f64,
    /// Top of the box.
    pub(super) y: f64,
    pub(super) width: f64,
}

/// An edge between two placed nodes, by their positions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub(super) from: usize,
    pub(super) to: usize,
    /// Whether it closes a circle, and does not lead down.
    pub(super) is_back: bool,
}

/// The nodes that the root hangs on, layer by layer.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    pub(super) nodes: Vec<Placed>,
    pub(super) edges: Vec<Edge>,
    pub(super) width: f64,
    pub(super) height: f64,
}

impl Layout {
    /// Places the nodes of a graph that its first node leads to.
    pub(super) fn new(graph: &[GraphNode]) -> Self {
        let (nodes, edges) = reached(graph);
        let mut layout = Self {
            nodes,
            edges,
            width: 0.0,
            height: 0.0,
        };
        layout.close_circles();
        layout.spread();
        layout.fit();
        layout
    }

    /// How far a curve is bent to the side.
    #[expect(clippy::cast_precision_loss, reason = "there are few layers")]
    pub(super) fn bend(&self, edge: &Edge) -> f64 {
        let (from, to) = (&self.nodes[edge.from], &self.nodes[edge.to]);
        BEND * from.layer.saturating_sub(to.layer) as f64
    }

    /// Finds the edges that close a circle: what they lead to hangs on where they come from.
    fn close_circles(&mut self) {
        let is_back: Vec<bool> = self
            .edges
            .iter()
            .map(|edge| !self.leads_down(edge) && self.reaches(edge.to, edge.from))
            .collect();
        for (edge, is_back) in self.edges.iter_mut().zip(is_back) {
            edge.is_back = is_back;
        }
    }

    fn leads_down(&self, edge: &Edge) -> bool {
        self.nodes[edge.to].layer > self.nodes[edge.from].layer
    }

    fn reaches(&self, from: usize, to: usize) -> bool {
        let mut is_seen = vec![false; self.nodes.len()];
        let mut waiting = vec![from];
        while let Some(at) = waiting.pop() {
            if !std::mem::replace(&mut is_seen[at], true) {
                waiting.extend(self.edges.iter().filter(|it| it.from == at).map(|it| it.to));
            }
        }
        is_seen[to]
    }

    /// Draws each box to the middle of those above that hang on it, then of those below that it hangs on, and so on. In
    /// a layer the boxes keep apart.
    fn spread(&mut self) {
        let n_layers = self.nodes.last().map_or(0, |last| last.layer + 1);
        let mut layers: Vec<Vec<usize>> = vec![Vec::new(); n_layers];
        for (n, node) in self.nodes.iter().enumerate() {
            layers[node.layer].push(n);
        }
        for layer in &layers {
            self.place(layer);
        }
        for round in 0..N_ROUNDS {
            let is_downward = round % 2 == 0;
            let order: Vec<usize> = if is_downward {
                (0..n_layers).collect()
            } else {
                (0..n_layers).rev().collect()
            };
            for layer in order {
                for &n in &layers[layer] {
                    if let Some(x) = self.middle(n, is_downward) {
                        self.nodes[n].x = x;
                    }
                }
                let nodes = &self.nodes;
                layers[layer].sort_by(|&one, &two| nodes[one].x.total_cmp(&nodes[two].x));
                self.place(&layers[layer]);
            }
        }
    }

    /// The middle of the boxes that a box is tied to in the layer above or below.
    fn middle(&self, node: usize, is_above: bool) -> Option<f64> {
        let down = self.edges.iter().filter(|edge| self.leads_down(edge));
        let tied = down.filter_map(|edge| match is_above {
            true if edge.to == node => Some(edge.from),
            false if edge.from == node => Some(edge.to),
            _ => None,
        });
        let (mut sum, mut n_tied) = (0.0, 0.0);
        for other in tied {
            sum += self.nodes[other].x;
            n_tied += 1.0;
        }
        (n_tied > 0.0).then(|| sum / n_tied)
    }

    /// Moves the boxes of a layer apart where they overlap, from left to right, and the layer back by what they were
    /// moved on average.
    fn place(&mut self, layer: &[usize]) {
        let (mut moved, mut n_boxes) = (0.0, 0.0);
        let mut end = f64::NEG_INFINITY;
        for &n in layer {
            let node = &mut self.nodes[n];
            let least = end + GAP + node.width / 2.0;
            let x = node.x.max(least);
            moved += x - node.x;
            n_boxes += 1.0;
            node.x = x;
            end = x + node.width / 2.0;
        }
        for &n in layer {
            self.nodes[n].x -= moved / n_boxes;
        }
    }

    /// Moves the picture to the left, and measures it.
    fn fit(&mut self) {
        let left = self.nodes.iter().map(|node| node.x - node.width / 2.0);
        let shift = GAP - left.fold(f64::INFINITY, f64::min);
        let mut height: f64 = 0.0;
        for node in &mut self.nodes {
            node.x += shift;
            height = height.max(node.y);
        }
        let boxes = self.nodes.iter().map(|node| node.x + node.width / 2.0);
        let curves = self.edges.iter().filter(|edge| !self.leads_down(edge));
        let ends = |edge: &Edge| {
            let end = |n: usize| self.nodes[n].x + self.nodes[n].width / 2.0;
            end(edge.from).max(end(edge.to)) + self.bend(edge)
        };
        let right = boxes.chain(curves.map(ends)).fold(0.0, f64::max);
        self.width = right + GAP;
        self.height = height + BOX_HEIGHT + 2.0 * GAP;
    }
}

/// The nodes that the root hangs on, nearest first, and the edges between them.
#[expect(clippy::cast_precision_loss, reason = "there are few layers")]
fn reached(graph: &[GraphNode]) -> (Vec<Placed>, Vec<Edge>) {
    let mut places: Vec<Option<usize>> = vec![None; graph.len()];
    let mut nodes: Vec<Placed> = Vec::new();
    let mut edges = Vec::new();
    let mut waiting = VecDeque::from([(0, 0)]);
    while let Some((id, layer)) = waiting.pop_front() {
        let (Some(place @ None), Some(node)) = (places.get_mut(id), graph.get(id)) else {
            continue;
        };
        *place = Some(nodes.len());
        let sign = node.sign.as_deref().unwrap_or_default();
        let text = width_of(&node.label, FONT_SIZE) + 16.0;
        nodes.push(Placed {
            id,
            layer,
            x: 0.0,
            y: TOP + LAYER_HEIGHT * layer as f64,
            width: text.max(width_of(sign, SIGN_SIZE)).max(LEAST_WIDTH),
        });
        waiting.extend(node.children.iter().map(|&child| (child, layer + 1)));
    }
    for (from, placed) in nodes.iter().enumerate() {
        let children = graph[placed.id].children.iter();
        edges.extend(children.filter_map(|&child| {
            places.get(child).copied().flatten().map(|to| Edge {
                from,
                to,
                is_back: false,
            })
        }));
    }
    (nodes, edges)
}
