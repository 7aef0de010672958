//! The sets of instructions, which of them this processor has, and the kernels of each.

use std::fmt;

use super::element::{Bf16, Element};
use super::finish::{Finish, FinishKernel};
#[cfg(target_arch = "aarch64")]
use super::neon;
use super::portable;
use super::product::{Product, ProductKernel};
use super::softmax::SoftmaxKernel;
use super::sparse::{SparseGrid, SparseKernel, SparseWeights};
use super::winograd::{Gather, GatherKernel, Scatter, ScatterKernel};
#[cfg(target_arch = "x86_64")]
use super::{avx2, avx512};

/// A set of vector instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum InstructionSet {
    /// What every processor of the target has.
    Portable,
    /// NEON of 64-bit ARM.
    Neon,
    /// AVX2 with FMA.
    Avx2,
    /// AVX2 with FMA and AVX-VNNI.
    AvxVnni,
    /// AVX-512 (F, BW, VL, DQ); VNNI and BF16 if the processor has them.
    Avx512,
}

impl InstructionSet {
    /// Every set, the slowest first.
    pub const ALL: [Self; 5] = [
        Self::Portable,
        Self::Neon,
        Self::Avx2,
        Self::AvxVnni,
        Self::Avx512,
    ];

    /// The sets that this processor has, the slowest first.
    #[must_use]
    pub fn available() -> Vec<Self> {
        let mut sets = Self::ALL.to_vec();
        sets.retain(|&set| Kernels::of(set).is_some());
        sets
    }
}

impl fmt::Display for InstructionSet {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Portable => "portable",
            Self::Neon => "NEON",
            Self::Avx2 => "AVX2",
            Self::AvxVnni => "AVX-VNNI",
            Self::Avx512 => "AVX-512",
        })
    }
}

/// The kernels of one set of instructions. There is no way to make one with instructions that the processor lacks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kernels {
    set: InstructionSet,
    floats: ProductKernel<f32>,
    bf16: ProductKernel<Bf16>,
    bytes: ProductKernel<u8>,
    most_byte: u8,
    /// Whether products of 16-bit floats are faster than those of 32-bit floats.
    has_fast_bf16: bool,
    finish: FinishKernel,
    softmax_floats: SoftmaxKernel<f32>,
    softmax_bf16: SoftmaxKernel<Bf16>,
    sparse: SparseKernel,
    gather_floats: GatherKernel<f32>,
    gather_bf16: GatherKernel<Bf16>,
    scatter: ScatterKernel,
}

impl Kernels {
    /// The fastest set that this processor has.
    pub(crate) fn best() -> Self {
        let best = InstructionSet::ALL
            .iter()
            .rev()
            .find_map(|&set| Self::of(set));
        best.unwrap_or_else(Self::portable)
    }

    /// The kernels of a set, if the processor has it.
    pub(crate) fn of(set: InstructionSet) -> Option<Self> {
        match set {
            InstructionSet::Portable => Some(Self::portable()),
            #[cfg(target_arch = "aarch64")]
            InstructionSet::Neon => {
                std::arch::is_aarch64_feature_detected!("neon").then(Self::neon)
            }
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx2 => Self::avx2(),
            #[cfg(target_arch = "x86_64")]
            InstructionSet::AvxVnni => Self::avx_vnni(),
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx512 => Self::avx512(),
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Neon => None,
            #[cfg(not(target_arch = "x86_64"))]
            InstructionSet::Avx2 | InstructionSet::AvxVnni | InstructionSet::Avx512 => None,
            #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
            InstructionSet::Neon => None,
        }
    }

    fn portable() -> Self {
        Self {
            set: InstructionSet::Portable,
            floats: portable::multiply_floats,
            bf16: portable::multiply_bf16,
            bytes: portable::multiply_bytes,
            most_byte: u8::MAX,
            has_fast_bf16: false,
            finish: portable::finish,
            softmax_floats: portable::softmax_floats,
            softmax_bf16: portable::softmax_bf16,
            sparse: portable::sparse,
            gather_floats: portable::gather_floats,
            gather_bf16: portable::gather_bf16,
            scatter: portable::scatter,
        }
    }

    #[cfg(target_arch = "aarch64")]
    fn neon() -> Self {
        Self {
            set: InstructionSet::Neon,
            floats: neon::multiply_floats,
            finish: neon::finish,
            softmax_floats: neon::softmax_floats,
            softmax_bf16: neon::softmax_bf16,
            sparse: neon::sparse,
            gather_floats: neon::gather_floats,
            gather_bf16: neon::gather_bf16,
            scatter: neon::scatter,
            ..Self::portable()
        }
    }

    #[cfg(target_arch = "x86_64")]
    fn avx2() -> Option<Self> {
        let has = is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma");
        has.then_some(Self {
            set: InstructionSet::Avx2,
            floats: avx2::multiply_floats,
            bf16: avx2::multiply_bf16,
            bytes: avx2::multiply_bytes,
            // Sums of two products would not fit 16 bits with more.
            most_byte: 127,
            has_fast_bf16: false,
            finish: avx2::finish,
            softmax_floats: avx2::softmax_floats,
            softmax_bf16: avx2::softmax_bf16,
            sparse: avx2::sparse,
            gather_floats: avx2::gather_floats,
            gather_bf16: avx2::gather_bf16,
            scatter: avx2::scatter,
        })
    }

    #[cfg(target_arch = "x86_64")]
    fn avx_vnni() -> Option<Self> {
        let below = Self::avx2()?;
        is_x86_feature_detected!("avxvnni").then_some(Self {
            set: InstructionSet::AvxVnni,
            bytes: avx2::multiply_bytes_vnni,
            most_byte: u8::MAX,
            ..below
        })
    }

    #[cfg(target_arch = "x86_64")]
    fn avx512() -> Option<Self> {
        let has = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512dq");
        if !has {
            return None;
        }
        let mut kernels = Self {
            set: InstructionSet::Avx512,
            floats: avx512::multiply_floats,
            finish: avx512::finish,
            softmax_floats: avx512::softmax_floats,
            softmax_bf16: avx512::softmax_bf16,
            sparse: avx512::sparse,
            gather_floats: avx512::gather_floats,
            gather_bf16: avx512::gather_bf16,
            scatter: avx512::scatter,
            ..Self::avx_vnni().or_else(Self::avx2)?
        };
        if is_x86_feature_detected!("avx512vnni") {
            kernels.bytes = avx512::multiply_bytes;
            kernels.most_byte = u8::MAX;
        }
        if is_x86_feature_detected!("avx512bf16") {
            kernels.bf16 = avx512::multiply_bf16;
            kernels.has_fast_bf16 = !is_intel();
            kernels.finish = avx512::finish_rounding;
            kernels.softmax_bf16 = avx512::softmax_rounding;
            kernels.gather_bf16 = avx512::gather_rounding;
        }
        Some(kernels)
    }

    /// The set.
    pub(crate) fn set(&self) -> InstructionSet {
        self.set
    }

    /// The largest activation that products of bytes take.
    pub(crate) fn most_byte(&self) -> u8 {
        self.most_byte
    }

    /// Whether products of 16-bit floats are faster than those of 32-bit floats.
    pub(crate) fn has_fast_bf16(&self) -> bool {
        self.has_fast_bf16
    }

    /// Writes the sums of a product, `[point][output]`.
    ///
    /// # Panics
    /// If the product reaches beyond its slices.
    pub(crate) fn multiply<T: Multiply>(&self, product: &Product<'_, T>, sums: &mut [f32]) {
        product.check(sums);
        // SAFETY: the product was checked; the processor has the instructions of every kernel here.
        unsafe { T::product(self)(product, sums) }
    }

    /// Finishes a run of points.
    ///
    /// # Panics
    /// If the run reaches beyond its slices.
    pub(crate) fn finish(&self, finish: &mut Finish<'_>) {
        finish.check();
        // SAFETY: the run was checked; the processor has the instructions of every kernel here.
        unsafe { (self.finish)(finish) }
    }

    /// Writes numbers in the proportions of the softmax of the first `count` scores, times a positive factor, the
    /// largest of them 1, and returns their sum before they are rounded. The rest of the row becomes nearly zero (below
    /// 1e-37). The scores are used up.
    ///
    /// # Panics
    /// If the rows are shorter, not equally long, or no whole number of vectors.
    pub(crate) fn softmax<T: Weigh>(
        &self,
        scores: &mut [f32],
        shares: &mut [T],
        count: usize,
        factor: f32,
    ) -> f32 {
        assert!(
            count <= scores.len()
                && scores.len() == shares.len()
                && scores.len().is_multiple_of(super::element::LANES),
            "no row of vectors"
        );
        // SAFETY: the rows were checked; the processor has the instructions of every kernel here.
        unsafe { T::softmax(self)(scores, shares, count, factor) }
    }

    /// Writes the sums of row `y` of a sparse convolution, `[point][output]`.
    ///
    /// # Panics
    /// If grid, weights and sums do not fit each other.
    pub(crate) fn sparse(
        &self,
        grid: &SparseGrid,
        weights: &SparseWeights,
        y: usize,
        sums: &mut [f32],
    ) {
        weights.check(grid, sums);
        // SAFETY: sizes were checked; the processor has the instructions of every kernel here.
        unsafe { (self.sparse)(grid, weights, y, sums) }
    }

    /// Transforms a row of tiles before the products.
    ///
    /// # Panics
    /// If it reaches beyond its slices.
    pub(crate) fn gather<T: Transform>(&self, gather: &mut Gather<'_, T>) {
        gather.check();
        // SAFETY: the row was checked; the processor has the instructions of every kernel here.
        unsafe { T::gather(self)(gather) }
    }

    /// Transforms a row of tiles after the products.
    ///
    /// # Panics
    /// If it reaches beyond its slices.
    pub(crate) fn scatter(&self, scatter: &mut Scatter<'_>) {
        scatter.check();
        // SAFETY: the row was checked; the processor has the instructions of every kernel here.
        unsafe { (self.scatter)(scatter) }
    }
}

/// Whether Intel made this processor: there `dpbf16` multiplies half as many numbers in a cycle as 32-bit floats have
/// products, on processors of AMD twice as many.
#[cfg(target_arch = "x86_64")]
fn is_intel() -> bool {
    let maker = std::arch::x86_64::__cpuid(0);
    [maker.ebx, maker.edx, maker.ecx]
        .map(u32::to_le_bytes)
        .concat()
        == b"GenuineIntel"
}

/// Activations that have a kernel of products.
pub(crate) trait Multiply: Element {
    /// The kernel.
    fn product(kernels: &Kernels) -> ProductKernel<Self>;
}

impl Multiply for f32 {
    fn product(kernels: &Kernels) -> ProductKernel<Self> {
        kernels.floats
    }
}

impl Multiply for Bf16 {
    fn product(kernels: &Kernels) -> ProductKernel<Self> {
        kernels.bf16
    }
}

impl Multiply for u8 {
    fn product(kernels: &Kernels) -> ProductKernel<Self> {
        kernels.bytes
    }
}

/// Activations that are their own weights: attention multiplies them by each other.
pub(crate) trait Weigh: Multiply<Weight = Self> {
    /// The kernel of shares.
    fn softmax(kernels: &Kernels) -> SoftmaxKernel<Self>;
    /// The nearest number of this type.
    fn nearest(value: f32) -> Self;
}

impl Weigh for f32 {
    fn softmax(kernels: &Kernels) -> SoftmaxKernel<Self> {
        kernels.softmax_floats
    }

    fn nearest(value: f32) -> Self {
        value
    }
}

impl Weigh for Bf16 {
    fn softmax(kernels: &Kernels) -> SoftmaxKernel<Self> {
        kernels.softmax_bf16
    }

    fn nearest(value: f32) -> Self {
        Self::nearest(value)
    }
}

/// Activations that Winograd's transform has kernels for.
pub(crate) trait Transform: Multiply {
    /// The kernel before the products.
    fn gather(kernels: &Kernels) -> GatherKernel<Self>;
}

impl Transform for f32 {
    fn gather(kernels: &Kernels) -> GatherKernel<Self> {
        kernels.gather_floats
    }
}

impl Transform for Bf16 {
    fn gather(kernels: &Kernels) -> GatherKernel<Self> {
        kernels.gather_bf16
    }
}
