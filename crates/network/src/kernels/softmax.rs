//! Softmax of one row of scores.

/// A kernel: replaces scores, times a factor, by numbers in the proportions of their softmax, the largest of them 1,
/// and returns their sum. Numbers from `count` on become nearly zero (below 1e-37).
///
/// # Safety
/// The processor has the instructions that it was compiled for; the row is a whole number of vectors and at least
/// `count` long.
pub(super) type SoftmaxKernel = unsafe fn(&mut [f32], usize, f32) -> f32;

/// Writes a kernel for one set of operations `$ops` on vectors of floats.
macro_rules! softmax_kernel {
    ($(#[$feature:meta])? $kernel:ident, $ops:ident) => {
        /// # Safety
        /// See [`SoftmaxKernel`](crate::kernels::softmax::SoftmaxKernel).
        $(#[$feature])?
        pub(in crate::kernels) unsafe fn $kernel(row: &mut [f32], count: usize, factor: f32) -> f32 {
            use crate::kernels::element::LANES;

            crate::kernels::curves::exponential!($(#[$feature])? $ops);

            row[count..].fill(f32::MIN);
            // SAFETY: a chunk is one vector.
            unsafe {
                let mut largest = $ops::splat(f32::MIN);
                for chunk in row.chunks_exact(LANES) {
                    largest = $ops::max(largest, $ops::load(chunk.as_ptr()));
                }
                let largest = $ops::splat($ops::largest(largest));
                let mut total = $ops::splat(0.0);
                for chunk in row.chunks_exact_mut(LANES) {
                    let below = $ops::subtract($ops::load(chunk.as_ptr()), largest);
                    let weight = exponential($ops::multiply(below, $ops::splat(factor)));
                    total = $ops::add(total, weight);
                    $ops::store(chunk.as_mut_ptr(), weight);
                }
                $ops::total(total)
            }
        }
    };
}
pub(super) use softmax_kernel;
