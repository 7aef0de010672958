//! Exact rational numbers. Kos need them for masts at thirds.

use std::cmp::Ordering;
use std::fmt;

use super::dyadic::{Dyadic, Overflow};
use super::wall::Scalar;

/// A rational in lowest terms with a positive denominator.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rational {
    numerator: i128,
    denominator: i128,
}

impl Rational {
    /// Zero.
    pub const ZERO: Self = Self {
        numerator: 0,
        denominator: 1,
    };

    /// `numerator / denominator` in lowest terms.
    ///
    /// # Errors
    /// If it does not fit, or the denominator is 0.
    pub fn new(numerator: i128, denominator: i128) -> Result<Self, Overflow> {
        if denominator == 0 || numerator == i128::MIN || denominator == i128::MIN {
            return Err(Overflow);
        }
        let divisor = greatest_common_divisor(numerator, denominator) * denominator.signum();
        Ok(Self {
            numerator: numerator / divisor,
            denominator: denominator / divisor,
        })
    }

    /// The numerator.
    #[must_use]
    pub const fn numerator(self) -> i128 {
        self.numerator
    }

    /// The denominator, positive.
    #[must_use]
    pub const fn denominator(self) -> i128 {
        self.denominator
    }

    /// The negative.
    #[must_use]
    pub const fn negative(self) -> Self {
        Self {
            numerator: -self.numerator,
            denominator: self.denominator,
        }
    }

    /// The sum.
    ///
    /// # Errors
    /// If it does not fit.
    pub fn plus(self, other: Self) -> Result<Self, Overflow> {
        let cross = |a: i128, b: i128| a.checked_mul(b).ok_or(Overflow);
        let first = cross(self.numerator, other.denominator)?;
        let second = cross(other.numerator, self.denominator)?;
        let denominator = cross(self.denominator, other.denominator)?;
        Self::new(first.checked_add(second).ok_or(Overflow)?, denominator)
    }

    /// A rough value, for drawing only.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "for drawing only")]
    pub fn to_f64(self) -> f64 {
        self.numerator as f64 / self.denominator as f64
    }
}

fn greatest_common_divisor(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl TryFrom<Dyadic> for Rational {
    type Error = Overflow;

    fn try_from(value: Dyadic) -> Result<Self, Overflow> {
        Self::new(value.numerator(), 1 << value.exponent())
    }
}

impl Scalar for Rational {
    fn plus(self, other: Self) -> Result<Self, Overflow> {
        Self::plus(self, other)
    }

    fn minus(self, other: Self) -> Result<Self, Overflow> {
        self.plus(other.negative())
    }

    fn times(self, slope: i32) -> Result<Self, Overflow> {
        let numerator = self.numerator.checked_mul(slope.into()).ok_or(Overflow)?;
        Self::new(numerator, self.denominator)
    }

    fn over(self, slopes: i32) -> Result<Self, Overflow> {
        let denominator = self
            .denominator
            .checked_mul(slopes.into())
            .ok_or(Overflow)?;
        Self::new(self.numerator, denominator)
    }
}

impl Ord for Rational {
    /// By continued fractions, so nothing can overflow.
    fn cmp(&self, other: &Self) -> Ordering {
        let (mut a, mut b) = (*self, *other);
        let mut turned = false;
        loop {
            let wholes = |x: Self| x.numerator.div_euclid(x.denominator);
            let rest = |x: Self| x.numerator.rem_euclid(x.denominator);
            let order = match wholes(a).cmp(&wholes(b)) {
                Ordering::Equal if rest(a) == 0 || rest(b) == 0 => rest(a).cmp(&rest(b)),
                Ordering::Equal => {
                    let flip = |x: Self| Self {
                        numerator: x.denominator,
                        denominator: rest(x),
                    };
                    (a, b) = (flip(a), flip(b));
                    turned = !turned;
                    continue;
                }
                order @ (Ordering::Less | Ordering::Greater) => order,
            };
            return if turned { order.reverse() } else { order };
        }
    }
}

impl PartialOrd for Rational {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.denominator == 1 {
            write!(f, "{}", self.numerator)
        } else {
            write!(f, "{}/{}", self.numerator, self.denominator)
        }
    }
}

impl fmt::Debug for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_and_arithmetic() {
        let all: Vec<_> = (-7..=7)
            .flat_map(|n| (1..=5).map(move |d| Rational::new(n, d).unwrap()))
            .collect();
        for &a in &all {
            for &b in &all {
                let by_product = (a.numerator * b.denominator).cmp(&(b.numerator * a.denominator));
                assert_eq!(a.cmp(&b), by_product, "{a} {b}");
                let sum = Scalar::plus(a, b).unwrap();
                assert_eq!(Scalar::minus(sum, b).unwrap(), a);
            }
        }
        assert_eq!(Rational::new(4, -6).unwrap().to_string(), "-2/3");
        assert!(Rational::new(1, 0).is_err());
    }
}
