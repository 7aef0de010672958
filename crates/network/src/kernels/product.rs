//! The one loop behind every convolution and matrix product: sums over taps and channels for a run of points.
//!
//! A run of points is a part of a row of a padded board, so that a tap is the same distance away for each of them. A
//! tile of points by vectors of outputs stays in registers while the loop goes over all taps and input channels.

use std::ops::Range;

use super::element::{Aligned, Element, LANES};

/// Weights in the order in which the loop reads them: `[group of outputs][tap][step of inputs][lane][input]`.
#[derive(Debug, Default)]
pub(crate) struct Packed<T: Element> {
    weights: Aligned<T::Weight>,
    n_groups: usize,
    n_taps: usize,
    n_steps: usize,
}

impl<T: Element> Packed<T> {
    /// Weights of `outputs` by `inputs` by `taps`, each computed once by `weight`; missing channels at the ends are
    /// zero.
    pub(crate) fn new(
        outputs: usize,
        inputs: usize,
        taps: usize,
        mut weight: impl FnMut(usize, usize, usize) -> T::Weight,
    ) -> Self {
        let mut packed = Self::zeros(outputs, inputs, taps);
        for output in 0..outputs {
            for input in 0..inputs {
                for tap in 0..taps {
                    let at = packed.index(output, input, tap);
                    packed.weights[at] = weight(output, input, tap);
                }
            }
        }
        packed
    }

    /// Room for weights of this shape, all zero.
    pub(crate) fn zeros(outputs: usize, inputs: usize, taps: usize) -> Self {
        let n_groups = outputs.div_ceil(LANES);
        let n_steps = inputs.div_ceil(T::STEP);
        let len = n_groups * taps * n_steps * LANES * T::STEP;
        Self {
            weights: Aligned::zeros(len),
            n_groups,
            n_taps: taps,
            n_steps,
        }
    }

    /// Replaces one weight.
    pub(crate) fn set(&mut self, output: usize, input: usize, tap: usize, weight: T::Weight) {
        let at = self.index(output, input, tap);
        self.weights[at] = weight;
    }

    /// Replaces the weights to all outputs from one input by one tap. `weights` begins with output 0.
    pub(crate) fn set_input(&mut self, input: usize, tap: usize, weights: &[T::Weight]) {
        for (group, weights) in weights.chunks(LANES).enumerate() {
            let start = self.index(group * LANES, input, tap);
            let line = self.weights[start..].iter_mut().step_by(T::STEP);
            for (to, &weight) in line.zip(weights) {
                *to = weight;
            }
        }
    }

    /// Replaces the weights of one output by one tap. `weights` begins with input 0.
    pub(crate) fn set_output(&mut self, output: usize, tap: usize, weights: &[T::Weight]) {
        let start = self.index(output, 0, tap);
        let lines = self.weights[start..].chunks_mut(LANES * T::STEP);
        for (line, weights) in lines.zip(weights.chunks(T::STEP)) {
            for (to, &weight) in line.iter_mut().zip(weights) {
                *to = weight;
            }
        }
    }

    fn index(&self, output: usize, input: usize, tap: usize) -> usize {
        let line = ((output / LANES) * self.n_taps + tap) * self.n_steps + input / T::STEP;
        (line * LANES + output % LANES) * T::STEP + input % T::STEP
    }

    /// Groups of [`LANES`] outputs.
    pub(crate) fn n_groups(&self) -> usize {
        self.n_groups
    }

    pub(super) fn n_steps(&self) -> usize {
        self.n_steps
    }

    pub(super) fn group_len(&self) -> usize {
        self.n_taps * self.n_steps * LANES * T::STEP
    }

    pub(super) fn start(&self, group: usize) -> *const T::Weight {
        self.weights[group * self.group_len()..].as_ptr()
    }
}

/// Sums to compute: for each of `points` points and each output of `groups`, over all taps and input channels.
#[derive(Clone, Debug)]
pub(crate) struct Product<'a, T: Element> {
    /// The activations.
    pub(crate) input: &'a [T],
    /// Where the first tap of the first point begins in `input`.
    pub(crate) first: usize,
    /// How far the next point is.
    pub(crate) step: usize,
    /// How many points.
    pub(crate) points: usize,
    /// How far each tap is from the first.
    pub(crate) taps: &'a [usize],
    /// The weights.
    pub(crate) weights: &'a Packed<T>,
    /// Which groups of outputs.
    pub(crate) groups: Range<usize>,
}

impl<T: Element> Product<'_, T> {
    /// Checks that every number the loop will touch lies inside its slice.
    ///
    /// # Panics
    /// If one does not.
    pub(super) fn check(&self, sums: &[f32]) {
        let far = self.taps.iter().max().copied().unwrap_or(0);
        let last = self.first + self.points.saturating_sub(1) * self.step + far;
        assert!(
            last + self.weights.n_steps * T::STEP <= self.input.len(),
            "input too short"
        );
        assert!(
            self.taps.len() == self.weights.n_taps,
            "taps and weights differ"
        );
        assert!(self.groups.end <= self.weights.n_groups, "no such outputs");
        assert!(
            self.groups.len() * LANES * self.points <= sums.len(),
            "sums too short"
        );
    }
}

/// A kernel: writes the sums, `[point][output]`, as floats.
///
/// # Safety
/// The processor has the instructions that it was compiled for, and [`Product::check`] passed for these sums.
pub(crate) type ProductKernel<T> = unsafe fn(&Product<'_, T>, &mut [f32]);

/// Writes a kernel for one set of operations `$ops` on vectors: `Sum`, `zero`, `weights`, `inputs`, `multiply_add`,
/// `store`. Tiles have as many rows (points) and vectors (groups of outputs) as in the lists, both from 1 upward.
macro_rules! product_kernel {
    ($(#[$feature:meta])? $kernel:ident, $ops:ident, $element:ty, $most_rows:literal [$($rows:literal)+],
     $most_vectors:literal [$($vectors:literal)+]) => {
        /// # Safety
        /// See [`ProductKernel`](crate::kernels::product::ProductKernel).
        $(#[$feature])?
        pub(in crate::kernels) unsafe fn $kernel(
            product: &crate::kernels::product::Product<'_, $element>,
            sums: &mut [f32],
        ) {
            use crate::kernels::element::{Element, LANES};

            /// One tile.
            ///
            /// # Safety
            /// As the kernel, for `ROWS` points from `first` on and `VECTORS` groups from `group` on.
            $(#[$feature])?
            unsafe fn tile<const ROWS: usize, const VECTORS: usize>(
                product: &crate::kernels::product::Product<'_, $element>,
                first: *const $element,
                group: usize,
                sums: *mut f32,
                sums_step: usize,
            ) {
                const STEP: usize = <$element as Element>::STEP;
                let mut tile = [[$ops::zero(); VECTORS]; ROWS];
                let start = product.weights.start(group);
                let group_len = product.weights.group_len();
                let n_steps = product.weights.n_steps();
                let mut line = 0;
                for &tap in product.taps {
                    for at in 0..n_steps {
                        // SAFETY: by `check` taps, channels and groups lie inside the slices.
                        unsafe {
                            let mut weights = [$ops::weights(start.add(line)); VECTORS];
                            for vector in 1..VECTORS {
                                weights[vector] = $ops::weights(start.add(line + vector * group_len));
                            }
                            let inputs = first.add(tap + at * STEP);
                            for row in 0..ROWS {
                                let input = $ops::inputs(inputs.add(row * product.step));
                                for vector in 0..VECTORS {
                                    tile[row][vector] =
                                        $ops::multiply_add(tile[row][vector], input, weights[vector]);
                                }
                            }
                        }
                        line += LANES * STEP;
                    }
                }
                for row in 0..ROWS {
                    for vector in 0..VECTORS {
                        // SAFETY: by `check` the sums have room.
                        unsafe { $ops::store(sums.add(row * sums_step + vector * LANES), tile[row][vector]) };
                    }
                }
            }

            /// The points in tiles of nearly equal height.
            ///
            /// # Safety
            /// As the kernel, for `VECTORS` groups from `group` on.
            $(#[$feature])?
            unsafe fn groups<const VECTORS: usize>(
                product: &crate::kernels::product::Product<'_, $element>,
                group: usize,
                sums: *mut f32,
            ) {
                let n_tiles = product.points.div_ceil($most_rows);
                let sums_step = product.groups.len() * LANES;
                for tile_index in 0..n_tiles {
                    let from = product.points * tile_index / n_tiles;
                    let to = product.points * (tile_index + 1) / n_tiles;
                    // SAFETY: the tile is a part of the points and of the outputs that `check` covers.
                    unsafe {
                        let first = product.input.as_ptr().add(product.first + from * product.step);
                        let sums = sums.add(from * sums_step);
                        match to - from {
                            $($rows => tile::<$rows, VECTORS>(product, first, group, sums, sums_step),)+
                            _ => unreachable!("a tile has 1 to {} rows", $most_rows),
                        }
                    }
                }
            }

            let mut group = product.groups.start;
            while group < product.groups.end {
                let left = product.groups.end - group;
                // Four are better cut in two and two than in three and one.
                let even = if left == $most_vectors + 1 { left.div_ceil(2) } else { left };
                let vectors = even.min($most_vectors);
                // SAFETY: by `check` the sums have room for the groups.
                unsafe {
                    let sums = sums.as_mut_ptr().add((group - product.groups.start) * LANES);
                    match vectors {
                        $($vectors => groups::<$vectors>(product, group, sums),)+
                        _ => unreachable!("a tile has 1 to {} vectors", $most_vectors),
                    }
                }
                group += vectors;
            }
        }
    };
}
pub(super) use product_kernel;
