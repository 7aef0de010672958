//! Numbers for the points of a board.

/// Channels of points: row by row from the top left, the channels of one point side by side.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Grid {
    pub(super) height: usize,
    pub(super) width: usize,
    pub(super) n_channels: usize,
    pub(super) values: Vec<f32>,
}

impl Grid {
    pub(super) fn zeros(height: usize, width: usize, n_channels: usize) -> Self {
        Self {
            height,
            width,
            n_channels,
            values: vec![0.0; height * width * n_channels],
        }
    }

    pub(super) fn n_points(&self) -> usize {
        self.height * self.width
    }

    /// The channels of each point.
    pub(super) fn points(&self) -> impl Iterator<Item = &[f32]> {
        self.values.chunks_exact(self.n_channels)
    }

    /// The channels of each point, to be changed.
    pub(super) fn points_mut(&mut self) -> impl Iterator<Item = &mut [f32]> {
        self.values.chunks_exact_mut(self.n_channels)
    }

    /// Adds a grid of the same shape.
    pub(super) fn add(&mut self, other: &Self) {
        add(&mut self.values, &other.values);
    }

    /// Adds one number for each channel at every point.
    pub(super) fn add_to_points(&mut self, bias: &[f32]) {
        self.points_mut().for_each(|point| add(point, bias));
    }

    /// The same with rows and columns of zeros around it, so many on each side.
    pub(super) fn padded(&self, rows: usize, columns: usize) -> Self {
        let mut padded = Self::zeros(
            self.height + 2 * rows,
            self.width + 2 * columns,
            self.n_channels,
        );
        let row_length = self.width * self.n_channels;
        let into = padded
            .values
            .chunks_exact_mut(padded.width * padded.n_channels)
            .skip(rows);
        for (row, into) in self.values.chunks_exact(row_length).zip(into) {
            into[columns * self.n_channels..][..row_length].copy_from_slice(row);
        }
        padded
    }
}

fn add(numbers: &mut [f32], others: &[f32]) {
    for (number, other) in numbers.iter_mut().zip(others) {
        *number += other;
    }
}
