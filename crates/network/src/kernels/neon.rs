//! Kernels for NEON of 64-bit ARM: vectors of 128 bits, 32 registers. Only floats: the instruction for products of
//! bytes is not stable in Rust.

use super::element::Bf16;
use super::finish::finish_kernel;
use super::product::product_kernel;
use super::softmax::softmax_kernel;
use super::sparse::sparse_kernel;
use super::winograd::{gather_kernel, scatter_kernel};

/// Operations on floats; 16 of them lie in four registers.
mod floats {
    use std::arch::aarch64::*;
    use std::array::from_fn;

    use super::Bf16;

    pub(super) type Floats = [float32x4_t; 4];

    #[inline]
    #[target_feature(enable = "neon")]
    pub(super) fn splat(value: f32) -> Floats {
        [vdupq_n_f32(value); 4]
    }

    #[inline]
    #[target_feature(enable = "neon")]
    pub(super) fn multiply(a: Floats, b: Floats) -> Floats {
        from_fn(|part| vmulq_f32(a[part], b[part]))
    }

    #[inline]
    #[target_feature(enable = "neon")]
    pub(super) fn divide(a: Floats, b: Floats) -> Floats {
        from_fn(|part| vdivq_f32(a[part], b[part]))
    }

    #[inline]
    #[target_feature(enable = "neon")]
    pub(super) fn add(a: Floats, b: Floats) -> Floats {
        from_fn(|part| vaddq_f32(a[part], b[part]))
    }

    #[inline]
    #[target_feature(enable = "neon")]
    pub(super) fn subtract(a: Floats, b: Floats) -> Floats {
        from_fn(|part| vsubq_f32(a[part], b[part]))
    }

    #[inline]
    #[target_feature(enable = "neon")]
    pub(super) fn max(a: Floats, b: Floats) -> Floats {
        from_fn(|part| vmaxq_f32(a[part], b[part]))
    }

    #[inline]
    #[target_feature(enable = "neon")]
    pub(super) fn min(a: Floats, b: Floats) -> Floats {
        from_fn(|part| vminq_f32(a[part], b[part]))
    }

    #[inline]
    #[target_feature(enable = "neon")]
    pub(super) fn multiply_add(a: Floats, b: Floats, c: Floats) -> Floats {
        from_fn(|part| vfmaq_f32(c[part], a[part], b[part]))
    }

    #[inline]
    #[target_feature(enable = "neon")]
    pub(super) fn round(a: Floats) -> Floats {
        a.map(|part| vrndnq_f32(part))
    }

    /// 2 to the power of whole numbers from -126 to 127.
    #[inline]
    #[target_feature(enable = "neon")]
    pub(super) fn power_of_two(a: Floats) -> Floats {
        a.map(|part| {
            let exponent = vaddq_s32(vcvtq_s32_f32(part), vdupq_n_s32(127));
            vreinterpretq_f32_s32(vshlq_n_s32::<23>(exponent))
        })
    }

    #[inline]
    #[target_feature(enable = "neon")]
    pub(super) fn largest(a: Floats) -> f32 {
        vmaxvq_f32(vmaxq_f32(vmaxq_f32(a[0], a[1]), vmaxq_f32(a[2], a[3])))
    }

    #[inline]
    #[target_feature(enable = "neon")]
    pub(super) fn total(a: Floats) -> f32 {
        vaddvq_f32(vaddq_f32(vaddq_f32(a[0], a[1]), vaddq_f32(a[2], a[3])))
    }

    #[inline]
    #[target_feature(enable = "neon")]
    pub(super) unsafe fn load(from: *const f32) -> Floats {
        // SAFETY: the caller has checked that 16 numbers lie there.
        unsafe {
            [
                vld1q_f32(from),
                vld1q_f32(from.add(4)),
                vld1q_f32(from.add(8)),
                vld1q_f32(from.add(12)),
            ]
        }
    }

    #[inline]
    #[target_feature(enable = "neon")]
    pub(super) unsafe fn store(to: *mut f32, value: Floats) {
        for (at, part) in value.into_iter().enumerate() {
            // SAFETY: the caller has checked that 16 numbers have room there.
            unsafe { vst1q_f32(to.add(4 * at), part) }
        }
    }

    #[inline]
    #[target_feature(enable = "neon")]
    pub(super) unsafe fn load_bf16(from: *const Bf16) -> Floats {
        // SAFETY: the caller has checked that 16 numbers lie there.
        let bits: [uint16x4_t; 4] = unsafe {
            let from = from.cast::<u16>();
            [
                vld1_u16(from),
                vld1_u16(from.add(4)),
                vld1_u16(from.add(8)),
                vld1_u16(from.add(12)),
            ]
        };
        bits.map(|part| vreinterpretq_f32_u32(vshlq_n_u32::<16>(vmovl_u16(part))))
    }

    /// Rounds to nearest, ties to even.
    #[inline]
    #[target_feature(enable = "neon")]
    pub(super) unsafe fn store_bf16(to: *mut Bf16, value: Floats) {
        for (at, part) in value.into_iter().enumerate() {
            let bits = vreinterpretq_u32_f32(part);
            let odd = vandq_u32(vshrq_n_u32::<16>(bits), vdupq_n_u32(1));
            let half = vaddq_u32(odd, vdupq_n_u32(0x7fff));
            let upper = vshrn_n_u32::<16>(vaddq_u32(bits, half));
            // SAFETY: the caller has checked that 16 numbers have room there.
            unsafe { vst1_u16(to.cast::<u16>().add(4 * at), upper) }
        }
    }

    /// Numbers from 0 to 255, rounded.
    #[inline]
    #[target_feature(enable = "neon")]
    pub(super) unsafe fn store_bytes(to: *mut u8, value: Floats) {
        let words = value.map(|part| vmovn_u32(vcvtnq_u32_f32(part)));
        let halves = [
            vcombine_u16(words[0], words[1]),
            vcombine_u16(words[2], words[3]),
        ];
        // SAFETY: the caller has checked that 16 numbers have room there.
        unsafe { vst1q_u8(to, vcombine_u8(vmovn_u16(halves[0]), vmovn_u16(halves[1]))) }
    }
}

/// Products of floats.
mod float_product {
    use std::arch::aarch64::*;
    use std::array::from_fn;

    use super::floats::Floats;

    #[inline]
    #[target_feature(enable = "neon")]
    pub(super) fn zero() -> Floats {
        [vdupq_n_f32(0.0); 4]
    }

    #[inline]
    #[target_feature(enable = "neon")]
    pub(super) unsafe fn inputs(from: *const f32) -> float32x4_t {
        // SAFETY: the caller has checked that a number lies there.
        vdupq_n_f32(unsafe { from.read() })
    }

    #[inline]
    #[target_feature(enable = "neon")]
    pub(super) fn multiply_add(sum: Floats, input: float32x4_t, weights: Floats) -> Floats {
        from_fn(|part| vfmaq_f32(sum[part], input, weights[part]))
    }

    pub(super) use super::floats::{load as weights, store};
}

product_kernel!(#[target_feature(enable = "neon")] multiply_floats, float_product, f32, 6 [1 2 3 4 5 6], 1 [1]);
finish_kernel!(
    #[target_feature(enable = "neon")]
    finish,
    floats
);
softmax_kernel!(
    #[target_feature(enable = "neon")]
    softmax_floats,
    floats,
    f32,
    store
);
softmax_kernel!(
    #[target_feature(enable = "neon")]
    softmax_bf16,
    floats,
    Bf16,
    store_bf16
);
sparse_kernel!(
    #[target_feature(enable = "neon")]
    sparse,
    floats
);
gather_kernel!(
    #[target_feature(enable = "neon")]
    gather_floats,
    floats,
    f32,
    load,
    store
);
gather_kernel!(
    #[target_feature(enable = "neon")]
    gather_bf16,
    floats,
    Bf16,
    load_bf16,
    store_bf16
);
scatter_kernel!(
    #[target_feature(enable = "neon")]
    scatter,
    floats
);
