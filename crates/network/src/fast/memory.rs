//! Everything that an evaluation writes, kept from one evaluation to the next.

use crate::kernels::{Aligned, Bf16, Element, LANES, POSITIONS, Packed, SparseGrid, padded};
use crate::model::Rotation;

use super::geometry::Geometry;
use super::plan::Plan;
use super::planes::{Kind, Plane, PlaneId, VectorId};

/// Rows of tiles that are transformed together: enough points for full tiles of the product, and few enough for the
/// cache.
pub(super) const STRIP: usize = 2;

/// The memory for a plan and a size of board.
#[derive(Debug)]
pub(super) struct Memory {
    pub(super) geometry: Geometry,
    pub(super) planes: Vec<Plane>,
    pub(super) vectors: Vec<Aligned<f32>>,
    /// Sums of a run of points.
    pub(super) sums: Aligned<f32>,
    /// The bias of the step at work.
    pub(super) bias: Vec<f32>,
    /// The taps of the step at work.
    pub(super) taps: Vec<usize>,
    /// The inputs.
    pub(super) grid: SparseGrid,
    pub(super) float_tiles: Aligned<f32>,
    pub(super) bf16_tiles: Aligned<Bf16>,
    /// The products of tiles.
    pub(super) products: Aligned<f32>,
    /// For each rotation: `[point][pair]` of all key heads, cosine and sine.
    pub(super) tables: Vec<Vec<[f32; 2]>>,
    /// One for each size of heads, if they are of this kind.
    pub(super) float_heads: Vec<AttentionRoom<f32>>,
    pub(super) bf16_heads: Vec<AttentionRoom<Bf16>>,
}

/// Room for one head of an attention.
#[derive(Debug, Default)]
pub(super) struct AttentionRoom<T: Element> {
    /// Keys as weights: outputs are points.
    pub(super) keys: Packed<T>,
    /// Values as weights: inputs are points.
    pub(super) values: Packed<T>,
    /// For each point of a row, its scores for all points.
    pub(super) scores: Aligned<f32>,
    /// What the scores become: how much of each point's value is taken.
    pub(super) shares: Aligned<T>,
    /// For each point of a row, the sum of its shares.
    pub(super) totals: Vec<f32>,
}

impl<T: Element> AttentionRoom<T> {
    fn new((query_size, value_size): (usize, usize), geometry: Geometry) -> Self {
        let stored = padded(geometry.area());
        Self {
            keys: Packed::zeros(geometry.area(), query_size, 1),
            values: Packed::zeros(value_size, stored, 1),
            scores: Aligned::zeros(geometry.width * stored),
            shares: Aligned::zeros(geometry.width * stored),
            totals: vec![0.0; geometry.width],
        }
    }
}

impl Memory {
    /// Memory for a plan on a board of this size.
    pub(super) fn new(plan: &Plan, width: usize, height: usize) -> Self {
        let geometry = Geometry {
            width,
            height,
            margin: plan.margin,
        };
        let widest = plan
            .planes
            .iter()
            .map(|spec| spec.channels)
            .max()
            .unwrap_or(LANES);
        let longest = plan
            .vectors
            .iter()
            .copied()
            .max()
            .unwrap_or(LANES)
            .max(widest);
        let tiles = STRIP * width.div_ceil(2);
        let heads = |kind| {
            if plan.head_kind == kind {
                &plan.head_sizes[..]
            } else {
                &[]
            }
        };
        Self {
            geometry,
            planes: plan
                .planes
                .iter()
                .map(|&spec| Plane::new(spec, geometry))
                .collect(),
            vectors: plan
                .vectors
                .iter()
                .map(|&len| Aligned::zeros(len))
                .collect(),
            sums: Aligned::zeros((4 * width.div_ceil(2) * widest).max(longest)),
            bias: Vec::with_capacity(longest),
            taps: Vec::new(),
            grid: SparseGrid::default(),
            float_tiles: Aligned::zeros(POSITIONS * tiles * widest),
            bf16_tiles: Aligned::zeros(POSITIONS * tiles * widest),
            products: Aligned::zeros(POSITIONS * tiles * widest),
            tables: plan
                .rotations
                .iter()
                .map(|rotation| table(rotation, geometry))
                .collect(),
            float_heads: rooms(heads(Kind::Float), geometry),
            bf16_heads: rooms(heads(Kind::Bf16), geometry),
        }
    }

    pub(super) fn plane(&self, plane: PlaneId) -> &Plane {
        &self.planes[plane.0]
    }

    /// Takes a plane out, to write to it while others are read.
    pub(super) fn take(&mut self, plane: PlaneId) -> Plane {
        std::mem::take(&mut self.planes[plane.0])
    }

    /// Puts a plane back.
    pub(super) fn put(&mut self, id: PlaneId, plane: Plane) {
        self.planes[id.0] = plane;
    }

    pub(super) fn vector(&self, vector: VectorId) -> &[f32] {
        &self.vectors[vector.0]
    }
}

fn rooms<T: Element>(sizes: &[(usize, usize)], geometry: Geometry) -> Vec<AttentionRoom<T>> {
    let room = |&sizes| AttentionRoom::new(sizes, geometry);
    sizes.iter().map(room).collect()
}

/// Cosines and sines of a rotation for each point.
#[expect(clippy::cast_precision_loss, reason = "rows and columns are small")]
fn table(rotation: &Rotation, geometry: Geometry) -> Vec<[f32; 2]> {
    let points =
        (0..geometry.height).flat_map(|y| (0..geometry.width).map(move |x| (x as f32, y as f32)));
    points
        .flat_map(|(x, y)| {
            let turn = move |&[along, down]: &[f32; 2]| {
                let (sine, cosine) = (x * along + y * down).sin_cos();
                [cosine, sine]
            };
            rotation.frequencies.iter().map(turn)
        })
        .collect()
}
