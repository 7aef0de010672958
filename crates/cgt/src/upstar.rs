//! Multiples of up plus a nimber, kept symbolically: `n.^ + *k`.
//!
//! Sums are two integer operations, comparison is a formula, and the options of the canonical form are generated
//! on demand. Source: Berlekamp, Conway and Guy, *Winning Ways* (1982), chapters 3 and 8; McMillen (2010), table 2.1.

use std::cmp::Ordering;

use super::GameError;

/// The infinitesimal `ups.^ + *nimber`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct UpStar {
    /// How many ups; negative for downs.
    pub(crate) ups: i16,
    /// The nimber, below [`UpStar::NIMBER_LIMIT`].
    pub(crate) nimber: u16,
}

impl UpStar {
    /// One more than the largest nimber.
    pub(crate) const NIMBER_LIMIT: u16 = 1 << 15;
    /// Zero.
    pub(crate) const ZERO: Self = Self { ups: 0, nimber: 0 };
    /// `*`.
    pub(crate) const STAR: Self = Self { ups: 0, nimber: 1 };

    /// `ups.^ + *nimber`.
    ///
    /// # Errors
    /// If there are too many ups or the nimber is too large.
    pub(crate) fn new(ups: i64, nimber: u64) -> Result<Self, GameError> {
        let ups = i16::try_from(ups)
            .ok()
            .filter(|&ups| ups != i16::MIN)
            .ok_or(GameError::TooManyUps)?;
        let nimber = u16::try_from(nimber)
            .ok()
            .filter(|&nimber| nimber < Self::NIMBER_LIMIT)
            .ok_or(GameError::NimberTooLarge)?;
        Ok(Self { ups, nimber })
    }

    /// The sum: ups add, nimbers add without carry.
    ///
    /// # Errors
    /// If there are too many ups.
    pub(crate) fn plus(self, other: Self) -> Result<Self, GameError> {
        Self::new(
            i64::from(self.ups) + i64::from(other.ups),
            u64::from(self.nimber ^ other.nimber),
        )
    }

    /// The negative.
    #[must_use]
    pub(crate) const fn negative(self) -> Self {
        Self {
            ups: -self.ups,
            nimber: self.nimber,
        }
    }

    /// Compares with 0; `None` if confused with it.
    ///
    /// `n.^*k` is positive for `n > 1`, and for `n = 1` unless `k = 1`.
    #[must_use]
    pub(crate) fn compare_with_zero(self) -> Option<Ordering> {
        match (self.ups, self.nimber) {
            (0, 0) => Some(Ordering::Equal),
            (0, _) | (1 | -1, 1) => None,
            (ups, _) => Some(ups.cmp(&0)),
        }
    }

    /// How many options Left has in the canonical form.
    #[must_use]
    pub(crate) fn n_left(self) -> usize {
        match (self.ups, self.nimber) {
            (0, nimber) => usize::from(nimber),
            (1, 1) => 2,
            _ => 1,
        }
    }

    /// Left's option `index` in the canonical form.
    ///
    /// `*k` has `*0 ... *(k-1)`; a positive multiple of up has 0, and `^*` also `*`; a negative one has only one
    /// option, with one down less and the lowest bit of the nimber flipped.
    #[must_use]
    pub(crate) fn left(self, index: usize) -> Self {
        match self.ups.cmp(&0) {
            Ordering::Less => Self {
                ups: self.ups + 1,
                nimber: self.nimber ^ 1,
            },
            Ordering::Equal | Ordering::Greater => Self {
                ups: 0,
                #[expect(
                    clippy::cast_possible_truncation,
                    reason = "index below n_left, which fits"
                )]
                nimber: index as u16,
            },
        }
    }

    /// How many options Right has in the canonical form.
    #[must_use]
    pub(crate) fn n_right(self) -> usize {
        self.negative().n_left()
    }

    /// Right's option `index` in the canonical form.
    #[must_use]
    pub(crate) fn right(self, index: usize) -> Self {
        self.negative().left(index).negative()
    }

    /// The only multiple of up plus nimber that can have these canonical options: each side is given by its first
    /// option, in order of nimbers, and the number of its options. The caller has to compare all options.
    ///
    /// # Errors
    /// If it would have too many ups or too large a nimber.
    pub(crate) fn candidate(left: (Self, usize), right: (Self, usize)) -> Result<Self, GameError> {
        let ((first_left, n_left), (first_right, n_right)) = (left, right);
        if first_left == Self::ZERO && first_right == Self::ZERO {
            match n_left.cmp(&n_right) {
                Ordering::Equal => Self::new(0, n_left as u64),
                Ordering::Greater => Ok(Self { ups: 1, nimber: 1 }),
                Ordering::Less => Ok(Self { ups: -1, nimber: 1 }),
            }
        } else if first_left == Self::ZERO {
            let nimber = u64::from(first_right.nimber ^ 1);
            Self::new(i64::from(first_right.ups) + 1, nimber)
        } else {
            let nimber = u64::from(first_left.nimber ^ 1);
            Self::new(i64::from(first_left.ups) - 1, nimber)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_lead_back() {
        for ups in -4..=4 {
            for nimber in 0..6 {
                let game = UpStar::new(ups, nimber).unwrap();
                if game == UpStar::ZERO {
                    continue;
                }
                let left = (game.left(0), game.n_left());
                let right = (game.right(0), game.n_right());
                assert_eq!(UpStar::candidate(left, right), Ok(game));
            }
        }
    }

    #[test]
    fn limits_are_errors() {
        assert_eq!(UpStar::new(40_000, 0), Err(GameError::TooManyUps));
        assert_eq!(UpStar::new(0, 1 << 15), Err(GameError::NimberTooLarge));
        let most = UpStar::new(32_767, 0).unwrap();
        assert_eq!(most.plus(most), Err(GameError::TooManyUps));
    }
}
