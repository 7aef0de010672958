//! Attention in floats of 32 or 16 bits: both of its matrix products are runs of points like those of a convolution,
//! with keys and values in the place of weights. Scores, shares before they are rounded, and sums have 32 bits.

use crate::kernels::{Bf16, Kernels, LANES, Product, Weigh};

use super::memory::{AttentionRoom, Memory};
use super::planes::Plane;
use super::step::{Attend, Rotate};

/// Numbers that heads consist of.
trait Head: Weigh {
    /// The numbers of a plane.
    ///
    /// # Panics
    /// If they are of another kind: a plan is wrong.
    fn numbers(plane: &Plane) -> &[Self];
    fn rooms(memory: &mut Memory) -> &mut Vec<AttentionRoom<Self>>;
}

impl Head for f32 {
    fn numbers(plane: &Plane) -> &[Self] {
        plane.floats()
    }

    fn rooms(memory: &mut Memory) -> &mut Vec<AttentionRoom<Self>> {
        &mut memory.float_heads
    }
}

impl Head for Bf16 {
    fn numbers(plane: &Plane) -> &[Self] {
        match plane {
            Plane::Bf16(numbers) => numbers,
            Plane::Float(_) | Plane::Byte(_) | Plane::Scaled { .. } => {
                panic!("a plan reads another kind of heads")
            }
        }
    }

    fn rooms(memory: &mut Memory) -> &mut Vec<AttentionRoom<Self>> {
        &mut memory.bf16_heads
    }
}

/// Turns each pair of channels by the angle of its point.
///
/// # Panics
/// If the output is a plane of bytes: a plan is wrong.
pub(super) fn rotate(step: &Rotate, memory: &mut Memory) {
    let mut output = memory.take(step.output);
    match &mut output {
        Plane::Float(output) => rotate_into(step, memory, output),
        Plane::Bf16(output) => rotate_into(step, memory, output),
        Plane::Byte(_) | Plane::Scaled { .. } => panic!("a plan turns heads of bytes"),
    }
    memory.put(step.output, output);
}

fn rotate_into<T: Weigh>(step: &Rotate, memory: &Memory, output: &mut [T]) {
    let geometry = memory.geometry;
    let input = memory.plane(step.input).floats();
    let channels = input.len() / geometry.n_stored();
    let table = &memory.tables[step.table];
    let in_table = table.len() / geometry.area();
    for (y, row) in geometry.rows().enumerate() {
        let run = row * channels..(row + geometry.width) * channels;
        let points = input[run.clone()].chunks_exact(channels);
        let into = output[run].chunks_exact_mut(channels);
        let turns = table[y * geometry.width * in_table..].chunks_exact(in_table);
        for ((point, into), turns) in points.zip(into).zip(turns) {
            let heads = point.chunks_exact(2 * step.n_pairs).take(step.n_heads);
            let into = into.chunks_exact_mut(2 * step.n_pairs);
            for (head, (from, into)) in heads.zip(into).enumerate() {
                let turns = &turns[head / step.sharing * step.n_pairs..];
                let pairs = from.chunks_exact(2).zip(into.chunks_exact_mut(2));
                for ((pair, into), &[cosine, sine]) in pairs.zip(turns) {
                    let (a, b) = (pair[0], pair[1]);
                    into[0] = T::nearest(a * cosine - b * sine);
                    into[1] = T::nearest(a * sine + b * cosine);
                }
            }
        }
    }
}

/// Attention, head by head.
pub(super) fn attend(kernels: &Kernels, step: &Attend, memory: &mut Memory) {
    match memory.plane(step.query) {
        Plane::Bf16(_) => attend_in::<Bf16>(kernels, step, memory),
        Plane::Float(_) | Plane::Byte(_) | Plane::Scaled { .. } => {
            attend_in::<f32>(kernels, step, memory)
        }
    }
}

fn attend_in<T: Head>(kernels: &Kernels, step: &Attend, memory: &mut Memory) {
    let mut output = memory.take(step.output);
    let mut room = std::mem::take(&mut T::rooms(memory)[step.room]);
    let sharing = step.n_heads / step.n_key_heads;
    for key_head in 0..step.n_key_heads {
        pack(step, key_head, memory, &mut room);
        for head in key_head * sharing..(key_head + 1) * sharing {
            one_head(kernels, step, head, memory, &mut room, &mut output);
        }
    }
    T::rooms(memory)[step.room] = room;
    memory.put(step.output, output);
}

/// Keys and values of a head in the order of weights.
fn pack<T: Head>(step: &Attend, key_head: usize, memory: &Memory, room: &mut AttentionRoom<T>) {
    let geometry = memory.geometry;
    let keys = T::numbers(memory.plane(step.key));
    let values = T::numbers(memory.plane(step.value));
    let key_channels = keys.len() / geometry.n_stored();
    let value_channels = values.len() / geometry.n_stored();
    let points = geometry.rows().flat_map(|row| row..row + geometry.width);
    for (number, point) in points.enumerate() {
        let key = &keys[point * key_channels + key_head * step.query_size..][..step.query_size];
        room.keys.set_output(number, 0, key);
        let value =
            &values[point * value_channels + key_head * step.value_size..][..step.value_size];
        room.values.set_input(number, 0, value);
    }
}

/// The output of one head, row by row.
fn one_head<T: Head>(
    kernels: &Kernels,
    step: &Attend,
    head: usize,
    memory: &mut Memory,
    room: &mut AttentionRoom<T>,
    output: &mut Plane,
) {
    let geometry = memory.geometry;
    let output = output.floats_mut();
    let channels = output.len() / geometry.n_stored();
    let n_shares = room.shares.len() / geometry.width;
    let sums_step = room.values.n_groups() * LANES;
    for row in geometry.rows() {
        weigh(kernels, step, head, row, memory, room);
        let taken = Product {
            input: &room.shares[..],
            first: 0,
            step: n_shares,
            points: geometry.width,
            taps: &[0],
            weights: &room.values,
            groups: 0..room.values.n_groups(),
        };
        kernels.multiply(&taken, &mut memory.sums);
        let points = output[row * channels..].chunks_exact_mut(channels);
        let sums = memory.sums.chunks_exact(sums_step).zip(&room.totals);
        for (point, (sums, total)) in points.zip(sums) {
            let point = &mut point[head * step.value_size..][..step.value_size];
            for (to, sum) in point.iter_mut().zip(sums) {
                *to = sum / total;
            }
        }
    }
}

/// By how much each point of a row takes values from all points: weights in `room.shares`, their sums in `room.totals`.
#[expect(clippy::cast_precision_loss, reason = "heads have few channels")]
fn weigh<T: Head>(
    kernels: &Kernels,
    step: &Attend,
    head: usize,
    row: usize,
    memory: &Memory,
    room: &mut AttentionRoom<T>,
) {
    let geometry = memory.geometry;
    let queries = T::numbers(memory.plane(step.query));
    let channels = queries.len() / geometry.n_stored();
    let asked = Product {
        input: queries,
        first: row * channels + head * step.query_size,
        step: channels,
        points: geometry.width,
        taps: &[0],
        weights: &room.keys,
        groups: 0..room.keys.n_groups(),
    };
    kernels.multiply(&asked, &mut room.scores);
    let factor = 1.0 / (step.query_size as f32).sqrt();
    let n_scores = room.scores.len() / geometry.width;
    let scores = room.scores.chunks_exact_mut(n_scores);
    let shares = room.shares.chunks_exact_mut(n_scores);
    for ((scores, shares), total) in scores.zip(shares).zip(&mut room.totals) {
        *total = kernels.softmax(scores, shares, geometry.area(), factor);
    }
}
