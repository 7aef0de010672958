//! Kernels in plain Rust for any processor: the same loops over arrays of 16 numbers.

use super::element::{Bf16, LANES};
use super::finish::finish_kernel;
use super::product::product_kernel;
use super::softmax::softmax_kernel;
use super::sparse::sparse_kernel;
use super::winograd::{gather_kernel, scatter_kernel};

/// Operations on floats.
mod floats {
    use super::{Bf16, LANES};

    pub(super) type Floats = [f32; LANES];

    pub(super) fn splat(value: f32) -> Floats {
        [value; LANES]
    }

    pub(super) fn multiply(a: Floats, b: Floats) -> Floats {
        std::array::from_fn(|lane| a[lane] * b[lane])
    }

    pub(super) fn divide(a: Floats, b: Floats) -> Floats {
        std::array::from_fn(|lane| a[lane] / b[lane])
    }

    pub(super) fn add(a: Floats, b: Floats) -> Floats {
        std::array::from_fn(|lane| a[lane] + b[lane])
    }

    pub(super) fn subtract(a: Floats, b: Floats) -> Floats {
        std::array::from_fn(|lane| a[lane] - b[lane])
    }

    pub(super) fn max(a: Floats, b: Floats) -> Floats {
        std::array::from_fn(|lane| a[lane].max(b[lane]))
    }

    pub(super) fn min(a: Floats, b: Floats) -> Floats {
        std::array::from_fn(|lane| a[lane].min(b[lane]))
    }

    /// `a * b + c`; rounded twice, for without an instruction for it one rounding is a slow call.
    pub(super) fn multiply_add(a: Floats, b: Floats, c: Floats) -> Floats {
        std::array::from_fn(|lane| a[lane] * b[lane] + c[lane])
    }

    pub(super) fn round(a: Floats) -> Floats {
        a.map(f32::round_ties_even)
    }

    /// 2 to the power of whole numbers from -126 to 127.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "whole numbers of eight bits"
    )]
    #[expect(clippy::cast_sign_loss, reason = "the sum is positive")]
    pub(super) fn power_of_two(a: Floats) -> Floats {
        a.map(|power| f32::from_bits(((power as i32 + 127) as u32) << 23))
    }

    pub(super) unsafe fn load(from: *const f32) -> Floats {
        // SAFETY: the caller has checked that 16 numbers lie there.
        unsafe { from.cast::<Floats>().read_unaligned() }
    }

    pub(super) unsafe fn store(to: *mut f32, value: Floats) {
        // SAFETY: the caller has checked that 16 numbers have room there.
        unsafe { to.cast::<Floats>().write_unaligned(value) }
    }

    pub(super) unsafe fn load_bf16(from: *const Bf16) -> Floats {
        // SAFETY: the caller has checked that 16 numbers lie there.
        unsafe { from.cast::<[Bf16; LANES]>().read_unaligned() }.map(Bf16::widened)
    }

    pub(super) unsafe fn store_bf16(to: *mut Bf16, value: Floats) {
        // SAFETY: the caller has checked that 16 numbers have room there.
        unsafe {
            to.cast::<[Bf16; LANES]>()
                .write_unaligned(value.map(Bf16::nearest))
        }
    }

    pub(super) fn largest(a: Floats) -> f32 {
        a.iter().copied().fold(f32::NEG_INFINITY, f32::max)
    }

    pub(super) fn total(a: Floats) -> f32 {
        a.iter().sum()
    }

    /// Numbers from 0 to 255, rounded.
    #[expect(clippy::cast_possible_truncation, reason = "numbers from 0 to 255")]
    #[expect(clippy::cast_sign_loss, reason = "numbers from 0 to 255")]
    pub(super) unsafe fn store_bytes(to: *mut u8, value: Floats) {
        let bytes = value.map(|value| value.round_ties_even() as u8);
        // SAFETY: the caller has checked that 16 numbers have room there.
        unsafe { to.cast::<[u8; LANES]>().write_unaligned(bytes) }
    }
}

/// Products of floats.
mod float_product {
    use super::{LANES, floats};

    pub(super) fn zero() -> floats::Floats {
        [0.0; LANES]
    }

    pub(super) unsafe fn weights(from: *const f32) -> floats::Floats {
        // SAFETY: the caller has checked that 16 numbers lie there.
        unsafe { floats::load(from) }
    }

    pub(super) unsafe fn inputs(from: *const f32) -> f32 {
        // SAFETY: the caller has checked that a number lies there.
        unsafe { from.read() }
    }

    pub(super) fn multiply_add(
        sum: floats::Floats,
        input: f32,
        weights: floats::Floats,
    ) -> floats::Floats {
        std::array::from_fn(|lane| sum[lane] + input * weights[lane])
    }

    pub(super) use floats::store;
}

/// Products of 16-bit floats, summed as 32-bit ones.
mod bf16_product {
    use super::{Bf16, LANES, floats};

    pub(super) fn zero() -> floats::Floats {
        [0.0; LANES]
    }

    pub(super) unsafe fn weights(from: *const Bf16) -> [[Bf16; 2]; LANES] {
        // SAFETY: the caller has checked that 32 numbers lie there.
        unsafe { from.cast::<[[Bf16; 2]; LANES]>().read_unaligned() }
    }

    pub(super) unsafe fn inputs(from: *const Bf16) -> [Bf16; 2] {
        // SAFETY: the caller has checked that two numbers lie there.
        unsafe { from.cast::<[Bf16; 2]>().read_unaligned() }
    }

    pub(super) fn multiply_add(
        sum: floats::Floats,
        input: [Bf16; 2],
        weights: [[Bf16; 2]; LANES],
    ) -> floats::Floats {
        let [even, odd] = input.map(Bf16::widened);
        std::array::from_fn(|lane| {
            let [first, second] = weights[lane].map(Bf16::widened);
            sum[lane] + even * first + odd * second
        })
    }

    pub(super) use floats::store;
}

/// Products of 8-bit integers, summed as 32-bit ones.
mod byte_product {
    use super::{LANES, floats};

    pub(super) fn zero() -> [i32; LANES] {
        [0; LANES]
    }

    pub(super) unsafe fn weights(from: *const i8) -> [[i8; 4]; LANES] {
        // SAFETY: the caller has checked that 64 numbers lie there.
        unsafe { from.cast::<[[i8; 4]; LANES]>().read_unaligned() }
    }

    pub(super) unsafe fn inputs(from: *const u8) -> [u8; 4] {
        // SAFETY: the caller has checked that four numbers lie there.
        unsafe { from.cast::<[u8; 4]>().read_unaligned() }
    }

    pub(super) fn multiply_add(
        sum: [i32; LANES],
        input: [u8; 4],
        weights: [[i8; 4]; LANES],
    ) -> [i32; LANES] {
        std::array::from_fn(|lane| {
            let pairs = input.iter().zip(&weights[lane]);
            sum[lane]
                + pairs
                    .map(|(&a, &b)| i32::from(a) * i32::from(b))
                    .sum::<i32>()
        })
    }

    #[expect(
        clippy::cast_precision_loss,
        reason = "seven digits of a sum are enough"
    )]
    pub(super) unsafe fn store(to: *mut f32, sum: [i32; LANES]) {
        // SAFETY: the caller has checked that 16 numbers have room there.
        unsafe { floats::store(to, sum.map(|sum| sum as f32)) }
    }
}

product_kernel!(multiply_floats, float_product, f32, 2 [1 2], 1 [1]);
product_kernel!(multiply_bf16, bf16_product, Bf16, 2 [1 2], 1 [1]);
product_kernel!(multiply_bytes, byte_product, u8, 2 [1 2], 1 [1]);
finish_kernel!(finish, floats);
softmax_kernel!(softmax_floats, floats, f32, store);
softmax_kernel!(softmax_bf16, floats, Bf16, store_bf16);
sparse_kernel!(sparse, floats);
gather_kernel!(gather_floats, floats, f32, load, store);
gather_kernel!(gather_bf16, floats, Bf16, load_bf16, store_bf16);
scatter_kernel!(scatter, floats);
