//! Attention in 32-bit floats: both of its matrix products are runs of points like those of a convolution, with keys
//! and values in the place of weights.

use crate::kernels::{Kernels, LANES, Product};

use super::memory::{AttentionRoom, Memory};
use super::planes::Plane;
use super::step::{Attend, Rotate};

/// Turns each pair of channels by the angle of its point.
pub(super) fn rotate(step: &Rotate, memory: &mut Memory) {
    let geometry = memory.geometry;
    let mut plane = memory.take(step.plane);
    let numbers = plane.floats_mut();
    let channels = numbers.len() / geometry.n_stored();
    let table = &memory.tables[step.table];
    let in_table = table.len() / geometry.area();
    for (y, row) in geometry.rows().enumerate() {
        let points = numbers[row * channels..]
            .chunks_exact_mut(channels)
            .take(geometry.width);
        for (point, turns) in
            points.zip(table[y * geometry.width * in_table..].chunks_exact(in_table))
        {
            let heads = point.chunks_exact_mut(2 * step.n_pairs).take(step.n_heads);
            for (head, pairs) in heads.enumerate() {
                let turns = &turns[head / step.sharing * step.n_pairs..];
                for (pair, &[cosine, sine]) in pairs.chunks_exact_mut(2).zip(turns) {
                    let (a, b) = (pair[0], pair[1]);
                    pair[0] = a * cosine - b * sine;
                    pair[1] = a * sine + b * cosine;
                }
            }
        }
    }
    memory.put(step.plane, plane);
}

/// Attention, head by head.
pub(super) fn attend(kernels: &Kernels, step: &Attend, memory: &mut Memory) {
    let mut output = memory.take(step.output);
    let mut room = std::mem::take(&mut memory.attention[step.room]);
    let sharing = step.n_heads / step.n_key_heads;
    for key_head in 0..step.n_key_heads {
        pack(step, key_head, memory, &mut room);
        for head in key_head * sharing..(key_head + 1) * sharing {
            one_head(kernels, step, head, memory, &mut room, &mut output);
        }
    }
    memory.attention[step.room] = room;
    memory.put(step.output, output);
}

/// Keys and values of a head in the order of weights.
fn pack(step: &Attend, key_head: usize, memory: &Memory, room: &mut AttentionRoom) {
    let geometry = memory.geometry;
    let keys = memory.plane(step.key).floats();
    let values = memory.plane(step.value).floats();
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
fn one_head(
    kernels: &Kernels,
    step: &Attend,
    head: usize,
    memory: &mut Memory,
    room: &mut AttentionRoom,
    output: &mut Plane,
) {
    let geometry = memory.geometry;
    let output = output.floats_mut();
    let channels = output.len() / geometry.n_stored();
    let n_scores = room.scores.len() / geometry.width;
    let sums_step = room.values.n_groups() * LANES;
    for row in geometry.rows() {
        weigh(kernels, step, head, row, memory, room);
        let taken = Product {
            input: &room.scores[..],
            first: 0,
            step: n_scores,
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

/// By how much each point of a row takes values from all points: weights in `room.scores`, their sums in `room.totals`.
#[expect(clippy::cast_precision_loss, reason = "heads have few channels")]
fn weigh(
    kernels: &Kernels,
    step: &Attend,
    head: usize,
    row: usize,
    memory: &Memory,
    room: &mut AttentionRoom,
) {
    let geometry = memory.geometry;
    let queries = memory.plane(step.query).floats();
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
    let rows = room.scores.chunks_exact_mut(n_scores);
    for (scores, total) in rows.zip(&mut room.totals) {
        *total = kernels.softmax(scores, geometry.area(), factor);
    }
}
