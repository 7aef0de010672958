//! Exact dyadic rationals.
//!
//! Invariant: lowest terms, so equal numbers are equal bit for bit. Overflow is reported, never wrapped.
//! Source: Conway, *On Numbers and Games* (1976), chapter 0; McMillen (2010), section 2.5.

use std::cmp::Ordering;
use std::fmt;
use std::ops::Neg;
use std::str::FromStr;

use thiserror::Error;

/// Bits that hold the exponent of the denominator.
const EXPONENT_BITS: u32 = 7;
/// Mask of the exponent.
const EXPONENT_MASK: i128 = (1 << EXPONENT_BITS) - 1;

/// A number `m / 2^k`, exact, in 128 bits: `|m| < 2^120`, `k <= 120`.
///
/// The numerator lies above the exponent in one word. The alignment of 8 keeps a game handle at 24 bytes.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
#[repr(Rust, packed(8))]
pub struct Dyadic {
    bits: i128,
}

/// A result does not fit in the 128 bits of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("number does not fit in 128 bits")]
pub struct Overflow;

impl Dyadic {
    /// The largest exponent of the denominator.
    pub(crate) const MAX_EXPONENT: u32 = 120;
    /// One more than the largest absolute value of a numerator.
    const NUMERATOR_LIMIT: i128 = 1 << 120;
    /// Zero.
    pub const ZERO: Self = Self { bits: 0 };
    /// One.
    pub const ONE: Self = Self {
        bits: 1 << EXPONENT_BITS,
    };

    /// `numerator / 2^exponent` in lowest terms.
    ///
    /// # Errors
    /// If it does not fit.
    pub fn new(numerator: i128, exponent: u32) -> Result<Self, Overflow> {
        let shift = if numerator == 0 {
            exponent
        } else {
            numerator.trailing_zeros().min(exponent)
        };
        let (numerator, exponent) = if numerator == 0 {
            (0, 0)
        } else {
            (numerator >> shift, exponent - shift)
        };
        if exponent > Self::MAX_EXPONENT
            || numerator >= Self::NUMERATOR_LIMIT
            || numerator <= -Self::NUMERATOR_LIMIT
        {
            return Err(Overflow);
        }
        Ok(Self {
            bits: numerator << EXPONENT_BITS | i128::from(exponent),
        })
    }

    /// The integer `value`.
    ///
    /// # Errors
    /// If it does not fit.
    pub fn integer(value: i128) -> Result<Self, Overflow> {
        Self::new(value, 0)
    }

    /// The odd numerator (or the integer itself).
    #[inline]
    #[must_use]
    pub const fn numerator(self) -> i128 {
        self.bits >> EXPONENT_BITS
    }

    /// The exponent of the denominator; 0 for integers.
    #[inline]
    #[must_use]
    pub const fn exponent(self) -> u32 {
        #[expect(clippy::cast_sign_loss, reason = "seven bits")]
        let exponent = (self.bits & EXPONENT_MASK) as u32;
        exponent
    }

    /// Whether this is an integer.
    #[inline]
    #[must_use]
    pub const fn is_integer(self) -> bool {
        self.bits & EXPONENT_MASK == 0
    }

    /// Whether this is zero.
    #[inline]
    #[must_use]
    pub const fn is_zero(self) -> bool {
        self.bits == 0
    }

    /// Whether this is below zero.
    #[inline]
    #[must_use]
    pub const fn is_negative(self) -> bool {
        self.bits < 0
    }

    /// Whether this is above zero.
    #[inline]
    #[must_use]
    pub const fn is_positive(self) -> bool {
        self.bits > 0
    }

    /// The sum.
    ///
    /// # Errors
    /// If it does not fit.
    #[inline]
    pub fn plus(self, other: Self) -> Result<Self, Overflow> {
        if self.is_integer() && other.is_integer() {
            return match self.bits.checked_add(other.bits) {
                Some(bits) if bits.unsigned_abs() < 1 << 127 => Ok(Self { bits }),
                _ => Err(Overflow),
            };
        }
        self.plus_fraction(other)
    }

    /// [`Self::plus`] when one of the numbers is not an integer.
    fn plus_fraction(self, other: Self) -> Result<Self, Overflow> {
        let exponent = self.exponent().max(other.exponent());
        let left = scale(self.numerator(), exponent - self.exponent())?;
        let right = scale(other.numerator(), exponent - other.exponent())?;
        Self::new(left.checked_add(right).ok_or(Overflow)?, exponent)
    }

    /// The difference.
    ///
    /// # Errors
    /// If it does not fit.
    #[inline]
    pub fn minus(self, other: Self) -> Result<Self, Overflow> {
        self.plus(-other)
    }

    /// The product with a small integer.
    ///
    /// # Errors
    /// If it does not fit.
    pub fn times(self, factor: i32) -> Result<Self, Overflow> {
        let product = self
            .numerator()
            .checked_mul(i128::from(factor))
            .ok_or(Overflow)?;
        Self::new(product, self.exponent())
    }

    /// Half of this.
    ///
    /// # Errors
    /// If it does not fit.
    pub fn half(self) -> Result<Self, Overflow> {
        Self::new(self.numerator(), self.exponent() + 1)
    }

    /// The largest integer at most this.
    #[must_use]
    pub const fn floor(self) -> i128 {
        self.numerator() >> self.exponent()
    }

    /// The smallest integer at least this.
    #[must_use]
    pub const fn ceil(self) -> i128 {
        -(-self.numerator() >> self.exponent())
    }

    /// The integer below (or equal) and the fraction in `0..1` that is left.
    #[must_use]
    pub fn split(self) -> (Self, Self) {
        let whole = self.floor();
        let fraction = self.numerator() - (whole << self.exponent());
        let whole = Self {
            bits: whole << EXPONENT_BITS,
        };
        let fraction = if fraction == 0 {
            Self::ZERO
        } else {
            Self {
                bits: fraction << EXPONENT_BITS | i128::from(self.exponent()),
            }
        };
        (whole, fraction)
    }

    /// The absolute value.
    #[must_use]
    pub fn abs(self) -> Self {
        if self.is_negative() { -self } else { self }
    }

    /// The step `2^-k` to the options of a number `m / 2^k` that is not an integer; 1 for integers.
    #[must_use]
    pub(crate) fn ulp(self) -> Self {
        Self {
            bits: 1 << EXPONENT_BITS | i128::from(self.exponent()),
        }
    }

    /// A rough value, for drawing only.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "for drawing only")]
    pub fn to_f64(self) -> f64 {
        self.numerator() as f64 / (1u128 << self.exponent()) as f64
    }

    /// The 128 bits, for hashing.
    #[inline]
    pub(crate) const fn bits(self) -> i128 {
        self.bits
    }

    /// Compares numbers whose denominators differ.
    fn compare_fractions(self, other: Self) -> Ordering {
        let (a, b) = (self.numerator(), other.numerator());
        if self.exponent() >= other.exponent() {
            let lift = self.exponent() - other.exponent();
            scale(b, lift).map_or_else(|_| 0.cmp(&b), |b| a.cmp(&b))
        } else {
            let lift = other.exponent() - self.exponent();
            scale(a, lift).map_or_else(|_| a.cmp(&0), |a| a.cmp(&b))
        }
    }
}

/// `value * 2^shift`.
pub(super) fn scale(value: i128, shift: u32) -> Result<i128, Overflow> {
    if shift < value.unsigned_abs().leading_zeros() {
        Ok(value << shift)
    } else if value == 0 {
        Ok(0)
    } else {
        Err(Overflow)
    }
}

impl Ord for Dyadic {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        let (a, b) = (self.bits, other.bits);
        if (a ^ b) & EXPONENT_MASK == 0 {
            a.cmp(&b)
        } else {
            self.compare_fractions(*other)
        }
    }
}

impl PartialOrd for Dyadic {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Neg for Dyadic {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        let exponent = self.bits & EXPONENT_MASK;
        Self {
            bits: -(self.bits - exponent) + exponent,
        }
    }
}

impl From<i32> for Dyadic {
    fn from(value: i32) -> Self {
        Self {
            bits: i128::from(value) << EXPONENT_BITS,
        }
    }
}

impl fmt::Display for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_integer() {
            write!(f, "{}", self.numerator())
        } else {
            write!(f, "{}/{}", self.numerator(), 1u128 << self.exponent())
        }
    }
}

impl fmt::Debug for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Why a text is not a dyadic rational.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ParseDyadicError {
    /// The text has more than digits, one sign and one `/` or `.`.
    #[error("not a number")]
    NotANumber,
    /// The denominator is not a power of two.
    #[error("denominator is not a power of two")]
    NotDyadic,
    /// Too large or too fine.
    #[error(transparent)]
    Overflow(#[from] Overflow),
}

impl FromStr for Dyadic {
    type Err = ParseDyadicError;

    /// Reads `3`, `-3/4` and `0.75`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (sign, digits) = text.strip_prefix('-').map_or((1, text), |rest| (-1, rest));
        if let Some((whole, part)) = digits.split_once('.') {
            let tens = u32::try_from(part.len()).map_err(|_| Overflow)?;
            let all = natural(&format!("{whole}{part}"))?;
            let fives = 5i128.checked_pow(tens).ok_or(Overflow)?;
            if all % fives != 0 {
                return Err(ParseDyadicError::NotDyadic);
            }
            return Ok(Self::new(sign * (all / fives), tens)?);
        }
        let (numerator, denominator) = digits.split_once('/').unwrap_or((digits, "1"));
        let denominator = natural(denominator)?;
        if denominator.count_ones() != 1 {
            return Err(ParseDyadicError::NotDyadic);
        }
        Ok(Self::new(
            sign * natural(numerator)?,
            denominator.trailing_zeros(),
        )?)
    }
}

/// An unsigned decimal integer.
fn natural(text: &str) -> Result<i128, ParseDyadicError> {
    if text.is_empty() || !text.bytes().all(|b| b.is_ascii_digit()) {
        return Err(ParseDyadicError::NotANumber);
    }
    text.parse().map_err(|_| Overflow.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dyadic(text: &str) -> Dyadic {
        text.parse().unwrap()
    }

    #[test]
    fn text_round_trip_in_lowest_terms() {
        for (text, printed) in [
            ("6/8", "3/4"),
            ("-5", "-5"),
            ("0/16", "0"),
            ("-0.75", "-3/4"),
        ] {
            assert_eq!(dyadic(text).to_string(), printed);
        }
        for bad in ["", "1/3", "1/0", "--2", "0.1", "a", "1/2/4"] {
            assert!(bad.parse::<Dyadic>().is_err(), "{bad}");
        }
    }

    #[test]
    fn arithmetic_and_order() {
        assert_eq!(dyadic("3/4").plus(dyadic("-1/2")).unwrap(), dyadic("1/4"));
        assert_eq!(dyadic("3/4").minus(dyadic("3/4")).unwrap(), Dyadic::ZERO);
        assert!(dyadic("-3/4") < dyadic("-1/2") && dyadic("5/8") > dyadic("1/2"));
        assert_eq!((dyadic("-5/4").floor(), dyadic("-5/4").ceil()), (-2, -1));
        assert_eq!(dyadic("-5/4").split(), (dyadic("-2"), dyadic("3/4")));
        assert_eq!(-dyadic("-7/8"), dyadic("7/8"));
    }

    #[test]
    fn overflow_is_an_error_and_far_numbers_still_compare() {
        let huge = Dyadic::integer((1 << 120) - 1).unwrap();
        let tiny = Dyadic::new(1, 120).unwrap();
        assert_eq!(huge.plus(Dyadic::ONE), Err(Overflow));
        assert_eq!(huge.plus(tiny), Err(Overflow));
        assert_eq!(tiny.half(), Err(Overflow));
        assert!(huge > tiny && -huge < tiny && -huge < -tiny);
    }
}
