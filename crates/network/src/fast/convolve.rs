//! Convolutions: directly, by Winograd's way, and of sparse inputs.

use std::ops::Range;

use crate::kernels::{
    Aligned, Bf16, Gather, Kernels, LANES, Multiply, Packed, Product, Scatter, Transform,
};

use super::geometry::Geometry;
use super::memory::{Memory, STRIP};
use super::planes::Plane;
use super::step::{Apply, Begin, Convolve, Direct, Filter, Weights};
use super::writer::Writer;

/// Groups of outputs that are summed and finished together, so that sums stay in the nearest cache.
const GROUPS: usize = 3;

/// The first convolution, row by row.
pub(super) fn begin(kernels: &Kernels, step: &Begin, memory: &mut Memory) {
    let mut writer = Writer::open(kernels, &step.ending, memory);
    let channels = step.weights.outputs();
    let geometry = memory.geometry;
    for y in 0..geometry.height {
        kernels.sparse(&memory.grid, &step.weights, y, &mut memory.sums);
        writer.write(
            &memory.sums,
            channels,
            geometry.row(y),
            geometry.width,
            0..channels,
        );
    }
    writer.close(memory);
}

/// What follows a convolution, without one.
pub(super) fn apply(kernels: &Kernels, step: &Apply, memory: &mut Memory) {
    let mut writer = Writer::open(kernels, &step.ending, memory);
    let channels = step.ending.scale.len();
    let geometry = memory.geometry;
    let input = memory.plane(step.input).floats();
    for row in geometry.rows() {
        writer.write(
            &input[row * channels..],
            channels,
            row,
            geometry.width,
            0..channels,
        );
    }
    writer.close(memory);
}

/// Any other convolution.
///
/// # Panics
/// If the plane is not of the kind of the weights: a plan is wrong.
pub(super) fn convolve(kernels: &Kernels, step: &Convolve, memory: &mut Memory) {
    let mut writer = Writer::open(kernels, &step.ending, memory);
    let input = memory.take(step.input);
    match (&step.filter, &input) {
        (Filter::Float(Weights::Direct(filter)), Plane::Float(input)) => {
            direct(kernels, filter, input, None, memory, &mut writer);
        }
        (Filter::Bf16(Weights::Direct(filter)), Plane::Bf16(input)) => {
            direct(kernels, filter, input, None, memory, &mut writer);
        }
        (Filter::Byte(filter), Plane::Byte(input)) => {
            direct(kernels, filter, input, None, memory, &mut writer)
        }
        (Filter::Float(Weights::Winograd(matrices)), Plane::Float(input)) => {
            winograd::<f32>(kernels, matrices, input, memory, &mut writer);
        }
        (Filter::Bf16(Weights::Winograd(matrices)), Plane::Bf16(input)) => {
            winograd::<Bf16>(kernels, matrices, input, memory, &mut writer);
        }
        (Filter::Scaled(filter), Plane::Scaled { bytes, scales }) => {
            let of_points = Some((&filter.at_zero[..], &scales[..]));
            direct(
                kernels,
                &filter.matrix,
                bytes,
                of_points,
                memory,
                &mut writer,
            );
        }
        (Filter::Float(_) | Filter::Bf16(_) | Filter::Byte(_) | Filter::Scaled(_), _) => {
            panic!("weights for another kind of plane")
        }
    }
    memory.put(step.input, input);
    writer.close(memory);
}

/// Row by row, a few groups of outputs at a time. For points with scales of their own `of_points` holds what is taken
/// from the sums, one number for each output, and the scale of each stored point.
fn direct<T: Multiply>(
    kernels: &Kernels,
    filter: &Direct<T>,
    input: &[T],
    of_points: Option<(&[f32], &[f32])>,
    memory: &mut Memory,
    writer: &mut Writer<'_>,
) {
    let geometry = memory.geometry;
    let channels = input.len() / geometry.n_stored();
    memory.taps.clear();
    memory
        .taps
        .extend(geometry.taps(filter.height, filter.width, channels));
    let reach = geometry.reach(filter.height, filter.width);
    for groups in chunks(filter.packed.n_groups()) {
        for row in geometry.rows() {
            let product = Product {
                input,
                first: (row - reach) * channels,
                step: channels,
                points: geometry.width,
                taps: &memory.taps,
                weights: &filter.packed,
                groups: groups.clone(),
            };
            kernels.multiply(&product, &mut memory.sums);
            let outputs = groups.start * LANES..groups.end * LANES;
            let points = row..row + geometry.width;
            let of_points =
                of_points.map(|(zeros, scales)| (&zeros[outputs.clone()], &scales[points.clone()]));
            writer.write_scaled(&memory.sums, outputs.len(), points, outputs, of_points);
        }
    }
}

/// The groups in runs of [`GROUPS`]; four are cut in two and two.
fn chunks(n_groups: usize) -> impl Iterator<Item = Range<usize>> {
    let mut next = 0;
    std::iter::from_fn(move || {
        let left = n_groups - next;
        let take = if left == GROUPS + 1 {
            left / 2
        } else {
            left.min(GROUPS)
        };
        next += take;
        (take > 0).then(|| next - take..next)
    })
}

/// Activations that have room for tiles.
trait Tiled: Transform {
    fn tiles(memory: &mut Memory) -> &mut Aligned<Self>;
}

impl Tiled for f32 {
    fn tiles(memory: &mut Memory) -> &mut Aligned<Self> {
        &mut memory.float_tiles
    }
}

impl Tiled for Bf16 {
    fn tiles(memory: &mut Memory) -> &mut Aligned<Self> {
        &mut memory.bf16_tiles
    }
}

/// Strip by strip of tiles of two by two points.
fn winograd<T: Tiled>(
    kernels: &Kernels,
    matrices: &[Packed<T>],
    input: &[T],
    memory: &mut Memory,
    writer: &mut Writer<'_>,
) {
    let geometry = memory.geometry;
    let n_rows = geometry.height.div_ceil(2);
    for strip in (0..n_rows).step_by(STRIP) {
        let rows = strip..n_rows.min(strip + STRIP);
        let mut tiles = std::mem::take(T::tiles(memory));
        gather(kernels, geometry, input, rows.clone(), &mut tiles);
        let n_tiles = rows.len() * geometry.width.div_ceil(2);
        let channels = input.len() / geometry.n_stored();
        multiply(
            kernels,
            matrices,
            n_tiles,
            channels,
            &tiles,
            &mut memory.products,
        );
        *T::tiles(memory) = tiles;
        scatter(
            kernels,
            matrices[0].n_groups() * LANES,
            rows,
            memory,
            writer,
        );
    }
}

/// The inputs of some rows of tiles, transformed.
fn gather<T: Transform>(
    kernels: &Kernels,
    geometry: Geometry,
    input: &[T],
    rows: Range<usize>,
    tiles: &mut [T],
) {
    let channels = input.len() / geometry.n_stored();
    let in_row = geometry.width.div_ceil(2);
    let n_tiles = rows.len() * in_row;
    for (at, row) in rows.enumerate() {
        kernels.gather(&mut Gather {
            input,
            first: (geometry.row(2 * row) - geometry.reach(3, 3)) * channels,
            row_step: geometry.stride() * channels,
            channels,
            tiles: in_row,
            output: &mut tiles[at * in_row * channels..],
            position_step: n_tiles * channels,
        });
    }
}

/// The products of some tiles.
fn multiply<T: Transform>(
    kernels: &Kernels,
    matrices: &[Packed<T>],
    n_tiles: usize,
    channels: usize,
    tiles: &[T],
    products: &mut [f32],
) {
    for (position, matrix) in matrices.iter().enumerate() {
        let outputs = n_tiles * matrix.n_groups() * LANES;
        let product = Product {
            input: tiles,
            first: position * n_tiles * channels,
            step: channels,
            points: n_tiles,
            taps: &[0],
            weights: matrix,
            groups: 0..matrix.n_groups(),
        };
        kernels.multiply(&product, &mut products[position * outputs..][..outputs]);
    }
}

/// The points of some rows of tiles, from the products.
fn scatter(
    kernels: &Kernels,
    channels: usize,
    rows: Range<usize>,
    memory: &mut Memory,
    writer: &mut Writer<'_>,
) {
    let geometry = memory.geometry;
    let in_row = geometry.width.div_ceil(2);
    let n_tiles = rows.len() * in_row;
    for (at, row) in rows.enumerate() {
        kernels.scatter(&mut Scatter {
            products: &memory.products[at * in_row * channels..],
            position_step: n_tiles * channels,
            channels,
            tiles: in_row,
            sums: &mut memory.sums,
        });
        let below = [2 * row, 2 * row + 1]
            .into_iter()
            .filter(|&y| y < geometry.height);
        for (sums, y) in memory.sums.chunks_exact(2 * in_row * channels).zip(below) {
            writer.write(sums, channels, geometry.row(y), geometry.width, 0..channels);
        }
    }
}
