//! Intervals of numbers and the simplest number in one.
//!
//! Source: Conway, *On Numbers and Games* (1976), chapter 2; McMillen (2010), section 2.7.

use std::cmp::Ordering;
use std::ops::Neg;

use super::dyadic::{Dyadic, Overflow, scale};

/// One end of an interval of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct End {
    /// Where the interval ends.
    pub at: Dyadic,
    /// Whether `at` itself is left out.
    pub open: bool,
}

/// Numbers between two ends. Without an end there is no bound on that side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Interval {
    /// The lower end.
    pub lower: Option<End>,
    /// The upper end.
    pub upper: Option<End>,
}

impl Interval {
    /// Raises the lower end to `end` if that makes the interval smaller.
    pub(crate) fn raise(&mut self, end: End) {
        match self.lower {
            Some(old) if (old.at, old.open) >= (end.at, end.open) => {}
            _ => self.lower = Some(end),
        }
    }

    /// Lowers the upper end to `end` if that makes the interval smaller.
    pub(crate) fn lower_to(&mut self, end: End) {
        match self.upper {
            Some(old) if (old.at, !old.open) <= (end.at, !end.open) => {}
            _ => self.upper = Some(end),
        }
    }

    /// Whether no number lies inside.
    #[must_use]
    pub(crate) fn is_empty(&self) -> bool {
        match (self.lower, self.upper) {
            (Some(lower), Some(upper)) => match lower.at.cmp(&upper.at) {
                Ordering::Less => false,
                Ordering::Equal => lower.open || upper.open,
                Ordering::Greater => true,
            },
            _ => false,
        }
    }

    fn above_lower(&self, x: Dyadic) -> bool {
        self.lower
            .is_none_or(|end| if end.open { x > end.at } else { x >= end.at })
    }

    fn below_upper(&self, x: Dyadic) -> bool {
        self.upper
            .is_none_or(|end| if end.open { x < end.at } else { x <= end.at })
    }

    /// The simplest number inside: the integer nearest to 0, else the one with the smallest denominator.
    /// `None` if the interval is empty.
    ///
    /// # Errors
    /// If the simplest number does not fit in 128 bits.
    pub(crate) fn simplest(&self) -> Result<Option<Dyadic>, Overflow> {
        if self.is_empty() {
            return Ok(None);
        }
        if self.above_lower(Dyadic::ZERO) && self.below_upper(Dyadic::ZERO) {
            return Ok(Some(Dyadic::ZERO));
        }
        if !self.below_upper(Dyadic::ZERO) {
            return Ok(self.negated().simplest()?.map(Neg::neg));
        }
        for exponent in 0..=Dyadic::MAX_EXPONENT {
            let Some(lower) = self.lower else { break };
            let candidate = next_multiple(lower, exponent)?;
            if self.below_upper(candidate) {
                return Ok(Some(candidate));
            }
        }
        Err(Overflow)
    }

    fn negated(&self) -> Self {
        let flip = |end: End| End {
            at: -end.at,
            open: end.open,
        };
        Self {
            lower: self.upper.map(flip),
            upper: self.lower.map(flip),
        }
    }
}

/// The smallest multiple of `2^-exponent` beyond a lower end.
fn next_multiple(lower: End, exponent: u32) -> Result<Dyadic, Overflow> {
    let (numerator, own) = (lower.at.numerator(), lower.at.exponent());
    if exponent >= own {
        let scaled = scale(numerator, exponent - own)?;
        return Dyadic::new(scaled + i128::from(lower.open), exponent);
    }
    Dyadic::new((numerator >> (own - exponent)) + 1, exponent)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn simplest_numbers() {
        let simplest = |lower: Option<(&str, bool)>, upper: Option<(&str, bool)>| {
            let end = |(at, open): (&str, bool)| End {
                at: at.parse().unwrap(),
                open,
            };
            Interval {
                lower: lower.map(end),
                upper: upper.map(end),
            }
            .simplest()
            .unwrap()
        };
        let check = |lower, upper, expected: Option<&str>| {
            assert_eq!(
                simplest(lower, upper),
                expected.map(|text| text.parse().unwrap())
            );
        };
        check(None, None, Some("0"));
        check(Some(("3", true)), Some(("7", true)), Some("4"));
        check(Some(("0", true)), Some(("1", true)), Some("1/2"));
        check(Some(("1/4", true)), Some(("1/2", true)), Some("3/8"));
        check(Some(("1/4", true)), Some(("1/2", false)), Some("1/2"));
        check(Some(("-7/8", true)), Some(("-1/2", true)), Some("-3/4"));
        check(Some(("5/2", true)), None, Some("3"));
        check(None, Some(("-2", true)), Some("-3"));
        check(Some(("1", false)), Some(("1", false)), Some("1"));
        check(Some(("1", true)), Some(("1", false)), None);
        check(Some(("2", true)), Some(("1", true)), None);
    }
}
