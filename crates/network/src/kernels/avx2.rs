//! Kernels for AVX2 with FMA: vectors of 256 bits, 16 registers. With AVX-VNNI, products of bytes take one instruction
//! in place of three.

use super::element::Bf16;
use super::finish::finish_kernel;
use super::product::product_kernel;
use super::softmax::softmax_kernel;
use super::sparse::sparse_kernel;
use super::winograd::{gather_kernel, scatter_kernel};

/// Operations on floats; 16 of them lie in two registers.
mod floats {
    use std::arch::x86_64::*;

    use super::Bf16;

    pub(super) type Floats = [__m256; 2];

    #[inline]
    #[target_feature(enable = "avx2,fma")]
    pub(super) fn splat(value: f32) -> Floats {
        [_mm256_set1_ps(value); 2]
    }

    #[inline]
    #[target_feature(enable = "avx2,fma")]
    pub(super) fn multiply(a: Floats, b: Floats) -> Floats {
        [_mm256_mul_ps(a[0], b[0]), _mm256_mul_ps(a[1], b[1])]
    }

    #[inline]
    #[target_feature(enable = "avx2,fma")]
    pub(super) fn divide(a: Floats, b: Floats) -> Floats {
        [_mm256_div_ps(a[0], b[0]), _mm256_div_ps(a[1], b[1])]
    }

    #[inline]
    #[target_feature(enable = "avx2,fma")]
    pub(super) fn add(a: Floats, b: Floats) -> Floats {
        [_mm256_add_ps(a[0], b[0]), _mm256_add_ps(a[1], b[1])]
    }

    #[inline]
    #[target_feature(enable = "avx2,fma")]
    pub(super) fn subtract(a: Floats, b: Floats) -> Floats {
        [_mm256_sub_ps(a[0], b[0]), _mm256_sub_ps(a[1], b[1])]
    }

    #[inline]
    #[target_feature(enable = "avx2,fma")]
    pub(super) fn max(a: Floats, b: Floats) -> Floats {
        [_mm256_max_ps(a[0], b[0]), _mm256_max_ps(a[1], b[1])]
    }

    #[inline]
    #[target_feature(enable = "avx2,fma")]
    pub(super) fn min(a: Floats, b: Floats) -> Floats {
        [_mm256_min_ps(a[0], b[0]), _mm256_min_ps(a[1], b[1])]
    }

    #[inline]
    #[target_feature(enable = "avx2,fma")]
    pub(super) fn multiply_add(a: Floats, b: Floats, c: Floats) -> Floats {
        [
            _mm256_fmadd_ps(a[0], b[0], c[0]),
            _mm256_fmadd_ps(a[1], b[1], c[1]),
        ]
    }

    #[inline]
    #[target_feature(enable = "avx2,fma")]
    pub(super) fn round(a: Floats) -> Floats {
        const NEAREST: i32 = _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC;
        [
            _mm256_round_ps::<NEAREST>(a[0]),
            _mm256_round_ps::<NEAREST>(a[1]),
        ]
    }

    /// 2 to the power of whole numbers from -126 to 127.
    #[inline]
    #[target_feature(enable = "avx2,fma")]
    pub(super) fn power_of_two(a: Floats) -> Floats {
        [power_of_two_in_one(a[0]), power_of_two_in_one(a[1])]
    }

    #[inline]
    #[target_feature(enable = "avx2,fma")]
    fn power_of_two_in_one(a: __m256) -> __m256 {
        let exponent = _mm256_add_epi32(_mm256_cvtps_epi32(a), _mm256_set1_epi32(127));
        _mm256_castsi256_ps(_mm256_slli_epi32::<23>(exponent))
    }

    #[inline]
    #[target_feature(enable = "avx2,fma")]
    pub(super) fn largest(a: Floats) -> f32 {
        let most = _mm256_max_ps(a[0], a[1]);
        let most = _mm_max_ps(
            _mm256_castps256_ps128(most),
            _mm256_extractf128_ps::<1>(most),
        );
        let most = _mm_max_ps(most, _mm_movehl_ps(most, most));
        _mm_cvtss_f32(_mm_max_ss(most, _mm_shuffle_ps::<1>(most, most)))
    }

    #[inline]
    #[target_feature(enable = "avx2,fma")]
    pub(super) fn total(a: Floats) -> f32 {
        let sum = _mm256_add_ps(a[0], a[1]);
        let sum = _mm_add_ps(_mm256_castps256_ps128(sum), _mm256_extractf128_ps::<1>(sum));
        let sum = _mm_add_ps(sum, _mm_movehl_ps(sum, sum));
        _mm_cvtss_f32(_mm_add_ss(sum, _mm_shuffle_ps::<1>(sum, sum)))
    }

    #[inline]
    #[target_feature(enable = "avx2,fma")]
    pub(super) unsafe fn load(from: *const f32) -> Floats {
        // SAFETY: the caller has checked that 16 numbers lie there.
        unsafe { [_mm256_loadu_ps(from), _mm256_loadu_ps(from.add(8))] }
    }

    #[inline]
    #[target_feature(enable = "avx2,fma")]
    pub(super) unsafe fn store(to: *mut f32, value: Floats) {
        // SAFETY: the caller has checked that 16 numbers have room there.
        unsafe {
            _mm256_storeu_ps(to, value[0]);
            _mm256_storeu_ps(to.add(8), value[1]);
        }
    }

    #[inline]
    #[target_feature(enable = "avx2,fma")]
    pub(super) unsafe fn load_bf16(from: *const Bf16) -> Floats {
        // SAFETY: the caller has checked that 16 numbers lie there.
        let halves = unsafe {
            [
                _mm_loadu_si128(from.cast()),
                _mm_loadu_si128(from.add(8).cast()),
            ]
        };
        [widened(halves[0]), widened(halves[1])]
    }

    #[inline]
    #[target_feature(enable = "avx2,fma")]
    fn widened(half: __m128i) -> __m256 {
        _mm256_castsi256_ps(_mm256_slli_epi32::<16>(_mm256_cvtepu16_epi32(half)))
    }

    /// Rounds to nearest, ties to even.
    #[inline]
    #[target_feature(enable = "avx2,fma")]
    pub(super) unsafe fn store_bf16(to: *mut Bf16, value: Floats) {
        // The pack works within halves of the register; the permutation puts the quarters in order.
        let packed = _mm256_packus_epi32(upper_half(value[0]), upper_half(value[1]));
        let ordered = _mm256_permute4x64_epi64::<0b11_01_10_00>(packed);
        // SAFETY: the caller has checked that 16 numbers have room there.
        unsafe { _mm256_storeu_si256(to.cast(), ordered) }
    }

    #[inline]
    #[target_feature(enable = "avx2,fma")]
    fn upper_half(value: __m256) -> __m256i {
        let bits = _mm256_castps_si256(value);
        let odd = _mm256_and_si256(_mm256_srli_epi32::<16>(bits), _mm256_set1_epi32(1));
        let half = _mm256_add_epi32(odd, _mm256_set1_epi32(0x7fff));
        _mm256_srli_epi32::<16>(_mm256_add_epi32(bits, half))
    }

    /// Numbers from 0 to 255, rounded.
    #[inline]
    #[target_feature(enable = "avx2,fma")]
    pub(super) unsafe fn store_bytes(to: *mut u8, value: Floats) {
        let packed =
            _mm256_packus_epi32(_mm256_cvtps_epi32(value[0]), _mm256_cvtps_epi32(value[1]));
        let ordered = _mm256_permute4x64_epi64::<0b11_01_10_00>(packed);
        let bytes = _mm_packus_epi16(
            _mm256_castsi256_si128(ordered),
            _mm256_extracti128_si256::<1>(ordered),
        );
        // SAFETY: the caller has checked that 16 numbers have room there.
        unsafe { _mm_storeu_si128(to.cast(), bytes) }
    }
}

/// Products of floats.
mod float_product {
    use std::arch::x86_64::*;

    use super::floats::Floats;

    #[inline]
    #[target_feature(enable = "avx2,fma")]
    pub(super) fn zero() -> Floats {
        [_mm256_setzero_ps(); 2]
    }

    #[inline]
    #[target_feature(enable = "avx2,fma")]
    pub(super) unsafe fn inputs(from: *const f32) -> __m256 {
        // SAFETY: the caller has checked that a number lies there.
        _mm256_set1_ps(unsafe { from.read() })
    }

    #[inline]
    #[target_feature(enable = "avx2,fma")]
    pub(super) fn multiply_add(sum: Floats, input: __m256, weights: Floats) -> Floats {
        [
            _mm256_fmadd_ps(input, weights[0], sum[0]),
            _mm256_fmadd_ps(input, weights[1], sum[1]),
        ]
    }

    pub(super) use super::floats::{load as weights, store};
}

/// Products of 16-bit floats, widened and summed as 32-bit ones. A register holds pairs, the first in the lower half.
mod bf16_product {
    use std::arch::x86_64::*;

    use super::Bf16;
    use super::floats::Floats;

    #[inline]
    #[target_feature(enable = "avx2,fma")]
    pub(super) fn zero() -> Floats {
        [_mm256_setzero_ps(); 2]
    }

    #[inline]
    #[target_feature(enable = "avx2,fma")]
    fn first(pairs: __m256i) -> __m256 {
        _mm256_castsi256_ps(_mm256_slli_epi32::<16>(pairs))
    }

    #[inline]
    #[target_feature(enable = "avx2,fma")]
    fn second(pairs: __m256i) -> __m256 {
        _mm256_castsi256_ps(_mm256_and_si256(pairs, _mm256_set1_epi32(-0x1_0000)))
    }

    #[inline]
    #[target_feature(enable = "avx2,fma")]
    pub(super) unsafe fn weights(from: *const Bf16) -> [Floats; 2] {
        // SAFETY: the caller has checked that 32 numbers lie there.
        let pairs = unsafe {
            [
                _mm256_loadu_si256(from.cast()),
                _mm256_loadu_si256(from.add(16).cast()),
            ]
        };
        [
            [first(pairs[0]), first(pairs[1])],
            [second(pairs[0]), second(pairs[1])],
        ]
    }

    #[inline]
    #[target_feature(enable = "avx2,fma")]
    pub(super) unsafe fn inputs(from: *const Bf16) -> [__m256; 2] {
        // SAFETY: the caller has checked that two numbers lie there.
        let pair = _mm256_set1_epi32(unsafe { from.cast::<i32>().read_unaligned() });
        [first(pair), second(pair)]
    }

    #[inline]
    #[target_feature(enable = "avx2,fma")]
    pub(super) fn multiply_add(sum: Floats, input: [__m256; 2], weights: [Floats; 2]) -> Floats {
        let half = |lanes: usize| {
            let sum = _mm256_fmadd_ps(input[0], weights[0][lanes], sum[lanes]);
            _mm256_fmadd_ps(input[1], weights[1][lanes], sum)
        };
        [half(0), half(1)]
    }

    pub(super) use super::floats::store;
}

/// Products of 8-bit integers, summed as 32-bit ones; pairs as 16-bit ones, which has room only for inputs up to 127.
mod byte_product {
    use std::arch::x86_64::*;

    #[inline]
    #[target_feature(enable = "avx2,fma")]
    pub(super) fn zero() -> [__m256i; 2] {
        [_mm256_setzero_si256(); 2]
    }

    #[inline]
    #[target_feature(enable = "avx2,fma")]
    pub(super) unsafe fn weights(from: *const i8) -> [__m256i; 2] {
        // SAFETY: the caller has checked that 64 numbers lie there.
        unsafe {
            [
                _mm256_loadu_si256(from.cast()),
                _mm256_loadu_si256(from.add(32).cast()),
            ]
        }
    }

    #[inline]
    #[target_feature(enable = "avx2,fma")]
    pub(super) unsafe fn inputs(from: *const u8) -> __m256i {
        // SAFETY: the caller has checked that four numbers lie there.
        _mm256_set1_epi32(unsafe { from.cast::<i32>().read_unaligned() })
    }

    #[inline]
    #[target_feature(enable = "avx2,fma")]
    pub(super) fn multiply_add(
        sum: [__m256i; 2],
        input: __m256i,
        weights: [__m256i; 2],
    ) -> [__m256i; 2] {
        let half = |lanes: usize| {
            let pairs = _mm256_maddubs_epi16(input, weights[lanes]);
            _mm256_add_epi32(sum[lanes], _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)))
        };
        [half(0), half(1)]
    }

    #[inline]
    #[target_feature(enable = "avx2,fma")]
    pub(super) unsafe fn store(to: *mut f32, sum: [__m256i; 2]) {
        // SAFETY: the caller has checked that 16 numbers have room there.
        unsafe {
            super::floats::store(to, [_mm256_cvtepi32_ps(sum[0]), _mm256_cvtepi32_ps(sum[1])])
        }
    }
}

/// Products of 8-bit integers with AVX-VNNI.
mod vnni_product {
    use std::arch::x86_64::*;

    pub(super) use super::byte_product::{inputs, store, weights, zero};

    #[inline]
    #[target_feature(enable = "avx2,fma,avxvnni")]
    pub(super) fn multiply_add(
        sum: [__m256i; 2],
        input: __m256i,
        weights: [__m256i; 2],
    ) -> [__m256i; 2] {
        [
            _mm256_dpbusd_avx_epi32(sum[0], input, weights[0]),
            _mm256_dpbusd_avx_epi32(sum[1], input, weights[1]),
        ]
    }
}

product_kernel!(#[target_feature(enable = "avx2,fma")]
    multiply_floats, float_product, f32, 6 [1 2 3 4 5 6], 1 [1]);
product_kernel!(#[target_feature(enable = "avx2,fma")]
    multiply_bf16, bf16_product, Bf16, 4 [1 2 3 4], 1 [1]);
product_kernel!(#[target_feature(enable = "avx2,fma")]
    multiply_bytes, byte_product, u8, 5 [1 2 3 4 5], 1 [1]);
product_kernel!(#[target_feature(enable = "avx2,fma,avxvnni")]
    multiply_bytes_vnni, vnni_product, u8, 6 [1 2 3 4 5 6], 1 [1]);
finish_kernel!(
    #[target_feature(enable = "avx2,fma")]
    finish,
    floats
);
softmax_kernel!(
    #[target_feature(enable = "avx2,fma")]
    softmax_floats,
    floats,
    f32,
    store
);
softmax_kernel!(
    #[target_feature(enable = "avx2,fma")]
    softmax_bf16,
    floats,
    Bf16,
    store_bf16
);
sparse_kernel!(
    #[target_feature(enable = "avx2,fma")]
    sparse,
    floats
);
gather_kernel!(
    #[target_feature(enable = "avx2,fma")]
    gather_floats,
    floats,
    f32,
    load,
    store
);
gather_kernel!(
    #[target_feature(enable = "avx2,fma")]
    gather_bf16,
    floats,
    Bf16,
    load_bf16,
    store_bf16
);
scatter_kernel!(
    #[target_feature(enable = "avx2,fma")]
    scatter,
    floats
);
