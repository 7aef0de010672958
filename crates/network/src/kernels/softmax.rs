//! Softmax of one row of scores.

/// A kernel: writes numbers in the proportions of the softmax of scores, times a factor, the largest of them 1, and
/// returns their sum before they are rounded. Numbers from `count` on become nearly zero (below 1e-37), and their
/// scores are lost.
///
/// # Safety
/// The processor has the instructions that it was compiled for; both rows are equally long, a whole number of vectors
/// and at least `count` long.
pub(super) type SoftmaxKernel<T> = unsafe fn(&mut [f32], &mut [T], usize, f32) -> f32;

/// Writes a kernel for one set of operations `$ops` on vectors of floats; `$store` writes numbers of type `$element`.
macro_rules! softmax_kernel {
    ($(#[$feature:meta])? $kernel:ident, $ops:ident, $element:ty, $store:ident) => {
        /// # Safety
        /// See [`SoftmaxKernel`](crate::kernels::softmax::SoftmaxKernel).
        $(#[$feature])?
        pub(in crate::kernels) unsafe fn $kernel(
            scores: &mut [f32],
            shares: &mut [$element],
            count: usize,
            factor: f32,
        ) -> f32 {
            use crate::kernels::element::LANES;

            crate::kernels::curves::exponential!($(#[$feature])? $ops);

            scores[count..].fill(f32::MIN);
            // SAFETY: a chunk is one vector, and there are as many of shares as of scores.
            unsafe {
                let mut largest = $ops::splat(f32::MIN);
                for chunk in scores.chunks_exact(LANES) {
                    largest = $ops::max(largest, $ops::load(chunk.as_ptr()));
                }
                let largest = $ops::splat($ops::largest(largest));
                let mut total = $ops::splat(0.0);
                for (chunk, to) in scores.chunks_exact(LANES).zip(shares.chunks_exact_mut(LANES)) {
                    let below = $ops::subtract($ops::load(chunk.as_ptr()), largest);
                    let weight = exponential($ops::multiply(below, $ops::splat(factor)));
                    total = $ops::add(total, weight);
                    $ops::$store(to.as_mut_ptr(), weight);
                }
                $ops::total(total)
            }
        }
    };
}
pub(super) use softmax_kernel;
