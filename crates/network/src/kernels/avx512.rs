//! Kernels for AVX-512: vectors of 512 bits, 32 registers; `dpbusd` for bytes and `dpbf16` for 16-bit floats.

use super::element::Bf16;
use super::finish::finish_kernel;
use super::product::product_kernel;
use super::softmax::softmax_kernel;
use super::sparse::sparse_kernel;
use super::winograd::{gather_kernel, scatter_kernel};

/// Operations on floats.
mod floats {
    use std::arch::x86_64::*;

    use super::Bf16;

    pub(super) type Floats = __m512;

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq")]
    pub(super) fn splat(value: f32) -> Floats {
        _mm512_set1_ps(value)
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq")]
    pub(super) fn multiply(a: Floats, b: Floats) -> Floats {
        _mm512_mul_ps(a, b)
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq")]
    pub(super) fn divide(a: Floats, b: Floats) -> Floats {
        _mm512_div_ps(a, b)
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq")]
    pub(super) fn add(a: Floats, b: Floats) -> Floats {
        _mm512_add_ps(a, b)
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq")]
    pub(super) fn subtract(a: Floats, b: Floats) -> Floats {
        _mm512_sub_ps(a, b)
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq")]
    pub(super) fn largest(a: Floats) -> f32 {
        _mm512_reduce_max_ps(a)
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq")]
    pub(super) fn total(a: Floats) -> f32 {
        _mm512_reduce_add_ps(a)
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq")]
    pub(super) fn max(a: Floats, b: Floats) -> Floats {
        _mm512_max_ps(a, b)
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq")]
    pub(super) fn min(a: Floats, b: Floats) -> Floats {
        _mm512_min_ps(a, b)
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq")]
    pub(super) fn multiply_add(a: Floats, b: Floats, c: Floats) -> Floats {
        _mm512_fmadd_ps(a, b, c)
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq")]
    pub(super) fn round(a: Floats) -> Floats {
        _mm512_roundscale_ps::<{ _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC }>(a)
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq")]
    pub(super) fn power_of_two(a: Floats) -> Floats {
        _mm512_scalef_ps(_mm512_set1_ps(1.0), a)
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq")]
    pub(super) unsafe fn load(from: *const f32) -> Floats {
        // SAFETY: the caller has checked that 16 numbers lie there.
        unsafe { _mm512_loadu_ps(from) }
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq")]
    pub(super) unsafe fn store(to: *mut f32, value: Floats) {
        // SAFETY: the caller has checked that 16 numbers have room there.
        unsafe { _mm512_storeu_ps(to, value) }
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq")]
    pub(super) unsafe fn load_bf16(from: *const Bf16) -> Floats {
        // SAFETY: the caller has checked that 16 numbers lie there.
        let bits = unsafe { _mm256_loadu_si256(from.cast()) };
        _mm512_castsi512_ps(_mm512_slli_epi32::<16>(_mm512_cvtepu16_epi32(bits)))
    }

    /// Rounds to nearest, ties to even, with integers: not every AVX-512 has an instruction for it.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq")]
    pub(super) unsafe fn store_bf16(to: *mut Bf16, value: Floats) {
        let bits = _mm512_castps_si512(value);
        let odd = _mm512_and_si512(_mm512_srli_epi32::<16>(bits), _mm512_set1_epi32(1));
        let half = _mm512_add_epi32(odd, _mm512_set1_epi32(0x7fff));
        let upper = _mm512_srli_epi32::<16>(_mm512_add_epi32(bits, half));
        // SAFETY: the caller has checked that 16 numbers have room there.
        unsafe { _mm256_storeu_si256(to.cast(), _mm512_cvtepi32_epi16(upper)) }
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq")]
    pub(super) unsafe fn store_bytes(to: *mut u8, value: Floats) {
        let bytes = _mm512_cvtepi32_epi8(_mm512_cvtps_epi32(value));
        // SAFETY: the caller has checked that 16 numbers have room there.
        unsafe { _mm_storeu_si128(to.cast(), bytes) }
    }
}

/// Floats, with the instruction that rounds them to 16 bits: to nearest, ties to even, tiny ones to zero.
mod rounding_floats {
    use std::arch::x86_64::*;
    use std::mem::transmute;

    use super::Bf16;

    pub(super) use super::floats::*;

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512bf16")]
    pub(super) unsafe fn store_bf16(to: *mut Bf16, value: Floats) {
        // SAFETY: both types are 256 plain bits; the caller has checked that 16 numbers have room there.
        unsafe {
            let rounded = transmute::<__m256bh, __m256i>(_mm512_cvtneps_pbh(value));
            _mm256_storeu_si256(to.cast(), rounded);
        }
    }
}

/// Products of floats.
mod float_product {
    use std::arch::x86_64::*;

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq")]
    pub(super) fn zero() -> __m512 {
        _mm512_setzero_ps()
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq")]
    pub(super) unsafe fn inputs(from: *const f32) -> __m512 {
        // SAFETY: the caller has checked that a number lies there.
        _mm512_set1_ps(unsafe { from.read() })
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq")]
    pub(super) fn multiply_add(sum: __m512, input: __m512, weights: __m512) -> __m512 {
        _mm512_fmadd_ps(input, weights, sum)
    }

    pub(super) use super::floats::{load as weights, store};
}

/// Products of 16-bit floats, summed as 32-bit ones.
mod bf16_product {
    use std::arch::x86_64::*;
    use std::mem::transmute;

    use super::Bf16;

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512bf16")]
    pub(super) fn zero() -> __m512 {
        _mm512_setzero_ps()
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512bf16")]
    pub(super) unsafe fn weights(from: *const Bf16) -> __m512bh {
        // SAFETY: the caller has checked that 32 numbers lie there; both types are 512 plain bits.
        unsafe { transmute::<__m512i, __m512bh>(_mm512_loadu_si512(from.cast())) }
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512bf16")]
    pub(super) unsafe fn inputs(from: *const Bf16) -> __m512bh {
        // SAFETY: the caller has checked that two numbers lie there; both types are 512 plain bits.
        unsafe {
            transmute::<__m512i, __m512bh>(_mm512_set1_epi32(from.cast::<i32>().read_unaligned()))
        }
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512bf16")]
    pub(super) fn multiply_add(sum: __m512, input: __m512bh, weights: __m512bh) -> __m512 {
        _mm512_dpbf16_ps(sum, input, weights)
    }

    pub(super) use super::floats::store;
}

/// Products of 8-bit integers, summed as 32-bit ones.
mod byte_product {
    use std::arch::x86_64::*;

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vnni")]
    pub(super) fn zero() -> __m512i {
        _mm512_setzero_si512()
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vnni")]
    pub(super) unsafe fn weights(from: *const i8) -> __m512i {
        // SAFETY: the caller has checked that 64 numbers lie there.
        unsafe { _mm512_loadu_si512(from.cast()) }
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vnni")]
    pub(super) unsafe fn inputs(from: *const u8) -> __m512i {
        // SAFETY: the caller has checked that four numbers lie there.
        _mm512_set1_epi32(unsafe { from.cast::<i32>().read_unaligned() })
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vnni")]
    pub(super) fn multiply_add(sum: __m512i, input: __m512i, weights: __m512i) -> __m512i {
        _mm512_dpbusd_epi32(sum, input, weights)
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vnni")]
    pub(super) unsafe fn store(to: *mut f32, sum: __m512i) {
        // SAFETY: the caller has checked that 16 numbers have room there.
        unsafe { super::floats::store(to, _mm512_cvtepi32_ps(sum)) }
    }
}

product_kernel!(#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq")]
    multiply_floats, float_product, f32, 9 [1 2 3 4 5 6 7 8 9], 3 [1 2 3]);
product_kernel!(#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512bf16")]
    multiply_bf16, bf16_product, Bf16, 9 [1 2 3 4 5 6 7 8 9], 3 [1 2 3]);
product_kernel!(#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vnni")]
    multiply_bytes, byte_product, u8, 9 [1 2 3 4 5 6 7 8 9], 3 [1 2 3]);
finish_kernel!(
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq")]
    finish,
    floats
);
finish_kernel!(
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512bf16")]
    finish_rounding,
    rounding_floats
);
softmax_kernel!(
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq")]
    softmax_floats,
    floats,
    f32,
    store
);
softmax_kernel!(
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq")]
    softmax_bf16,
    floats,
    Bf16,
    store_bf16
);
softmax_kernel!(
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512bf16")]
    softmax_rounding,
    rounding_floats,
    Bf16,
    store_bf16
);
sparse_kernel!(
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq")]
    sparse,
    floats
);
gather_kernel!(
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq")]
    gather_floats,
    floats,
    f32,
    load,
    store
);
gather_kernel!(
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq")]
    gather_bf16,
    floats,
    Bf16,
    load_bf16,
    store_bf16
);
gather_kernel!(
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512bf16")]
    gather_rounding,
    rounding_floats,
    Bf16,
    load_bf16,
    store_bf16
);
scatter_kernel!(
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq")]
    scatter,
    floats
);
