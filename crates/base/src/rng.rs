//! Seeded random numbers, one independent stream for each worker.

use rand_core::{Rng as _, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A deterministic random number generator (xoshiro256++); the same seed and stream give the same numbers on
/// every platform.
#[derive(Clone, Debug)]
pub struct Rng(Xoshiro256PlusPlus);

impl Rng {
    /// The stream of one worker for a seed. Streams of one seed do not overlap.
    #[must_use]
    pub fn new(seed: u64, worker: usize) -> Self {
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
        for _ in 0..worker {
            generator.jump();
        }
        Self(generator)
    }

    /// 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A random number below `n`, by multiplication and shift. The bias is less than `n` / 2^32.
    ///
    /// # Panics
    /// In debug builds, if `n` is 0.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        debug_assert!(n > 0);
        (((self.bits() >> 32) * u64::from(n)) >> 32) as u32
    }

    /// An index into a slice of length `len`, which must be positive and below 2^32.
    #[inline]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "slices here have at most a few thousand items"
    )]
    pub fn index(&mut self, len: usize) -> usize {
        self.below(len as u32) as usize
    }

    /// Puts a slice of fewer than 2^32 items in random order, every order equally likely (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for at in (1..items.len()).rev() {
            items.swap(at, self.index(at + 1));
        }
    }

    /// A number in 0..1 with 53 random bits.
    #[inline]
    #[expect(clippy::cast_precision_loss, reason = "53 bits fit exactly")]
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_repeat_and_differ() {
        let draw = |seed, worker| {
            let mut rng = Rng::new(seed, worker);
            [rng.bits(), rng.bits(), rng.bits()]
        };
        assert_eq!(draw(1, 0), draw(1, 0));
        assert_ne!(draw(1, 0), draw(1, 1));
        assert_ne!(draw(1, 0), draw(2, 0));
    }

    #[test]
    fn below_is_roughly_uniform() {
        let mut rng = Rng::new(7, 0);
        let mut counts = [0; 6];
        for _ in 0..60_000 {
            counts[rng.below(6) as usize] += 1;
        }
        assert!(
            counts.iter().all(|&n| (9_500..10_500).contains(&n)),
            "{counts:?}"
        );
        assert!(
            (0..1000)
                .map(|_| rng.unit())
                .all(|u| (0.0..1.0).contains(&u))
        );
    }
}
