//! The numbers that vectors hold: 32-bit floats, 16-bit floats, 8-bit integers; memory aligned for vectors.

use std::fmt::Debug;
use std::ops::{Deref, DerefMut};

/// Channels side by side in one vector of sums. Every number of channels is rounded up to a multiple of it.
pub(crate) const LANES: usize = 16;

/// Bytes of a cache line: a vector that lies in one is loaded at full speed.
const LINE: usize = 64;

/// The number of channels as it is stored: the next multiple of [`LANES`].
pub(crate) fn padded(channels: usize) -> usize {
    channels.next_multiple_of(LANES)
}

/// A 16-bit float with the exponent of a 32-bit one ("brain float").
#[repr(transparent)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Bf16(pub(super) u16);

impl Bf16 {
    /// The nearest one, ties to even. Not for NaN.
    pub(crate) fn nearest(value: f32) -> Self {
        let bits = value.to_bits();
        let half = 0x7fff + ((bits >> 16) & 1);
        Self((bits.wrapping_add(half) >> 16) as u16)
    }

    /// The same number as a 32-bit float.
    pub(crate) fn widened(self) -> f32 {
        f32::from_bits(u32::from(self.0) << 16)
    }
}

/// An activation that a matrix product reads. A vector of weights holds [`Element::STEP`] inputs for each of
/// [`LANES`] outputs, which is one cache line for every type.
pub(crate) trait Element: Copy + Default + Debug + Send + Sync {
    /// The type of the weights that it is multiplied by.
    type Weight: Copy + Default + Debug + Send + Sync;
    /// Input channels that one instruction takes for each output.
    const STEP: usize;
}

impl Element for f32 {
    type Weight = f32;
    const STEP: usize = 1;
}

impl Element for Bf16 {
    type Weight = Bf16;
    const STEP: usize = 2;
}

/// Activations as 8-bit integers are unsigned, their weights signed.
impl Element for u8 {
    type Weight = i8;
    const STEP: usize = 4;
}

/// A slice of fixed length that begins at a cache line.
#[derive(Debug, Default)]
pub(crate) struct Aligned<T> {
    room: Vec<T>,
    start: usize,
    len: usize,
}

impl<T: Copy + Default> Aligned<T> {
    /// `len` zeros.
    pub(crate) fn zeros(len: usize) -> Self {
        let spare = LINE / size_of::<T>().max(1);
        let room = vec![T::default(); len + spare];
        let start = room.as_ptr().align_offset(LINE).min(spare);
        Self { room, start, len }
    }
}

impl<T> Deref for Aligned<T> {
    type Target = [T];
    fn deref(&self) -> &[T] {
        &self.room[self.start..self.start + self.len]
    }
}

impl<T> DerefMut for Aligned<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.room[self.start..self.start + self.len]
    }
}
