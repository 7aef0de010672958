//! Walls of thermographs: continuous, piecewise linear functions of the temperature with small integer slopes.
//!
//! One implementation serves finite games (dyadic values) and kos (rational values, slopes beyond 1).
//! Source: Berlekamp, Conway and Guy, *Winning Ways* (1982), chapter 6.

use super::dyadic::{Dyadic, Overflow};

/// Exact numbers that walls can be drawn with.
pub trait Scalar: Copy + Ord {
    /// The sum.
    ///
    /// # Errors
    /// If it does not fit.
    fn plus(self, other: Self) -> Result<Self, Overflow>;
    /// The difference.
    ///
    /// # Errors
    /// If it does not fit.
    fn minus(self, other: Self) -> Result<Self, Overflow>;
    /// The product with a slope.
    ///
    /// # Errors
    /// If it does not fit.
    fn times(self, slope: i32) -> Result<Self, Overflow>;
    /// The quotient by a positive difference of slopes; it must be exact.
    ///
    /// # Errors
    /// If it does not fit or is not exact.
    fn over(self, slopes: i32) -> Result<Self, Overflow>;
}

impl Scalar for Dyadic {
    #[inline]
    fn plus(self, other: Self) -> Result<Self, Overflow> {
        Self::plus(self, other)
    }

    #[inline]
    fn minus(self, other: Self) -> Result<Self, Overflow> {
        Self::minus(self, other)
    }

    #[inline]
    fn times(self, slope: i32) -> Result<Self, Overflow> {
        match slope {
            0 => Ok(Self::ZERO),
            1 => Ok(self),
            -1 => Ok(-self),
            _ => Self::times(self, slope),
        }
    }

    #[inline]
    fn over(self, slopes: i32) -> Result<Self, Overflow> {
        match slopes {
            1 => Ok(self),
            2 => self.half(),
            _ => Err(Overflow),
        }
    }
}

/// A straight piece of a wall, up to the beginning of the next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segment<S> {
    /// The temperature where the piece begins.
    pub from: S,
    /// The value there.
    pub value: S,
    /// Growth of the value with the temperature.
    pub slope: i8,
}

impl<S: Scalar> Segment<S> {
    /// A vertical piece.
    pub(crate) const fn vertical(from: S, value: S) -> Self {
        Self {
            from,
            value,
            slope: 0,
        }
    }

    /// The value at `temperature`, if the piece reaches there.
    ///
    /// # Errors
    /// If a number does not fit.
    pub fn value_at(&self, temperature: S) -> Result<S, Overflow> {
        if self.slope == 0 || temperature == self.from {
            return Ok(self.value);
        }
        let rise = temperature.minus(self.from)?;
        self.value.plus(rise.times(i32::from(self.slope))?)
    }

    /// The same piece with a later beginning.
    fn starting_at(&self, from: S) -> Result<Self, Overflow> {
        Ok(Self {
            from,
            value: self.value_at(from)?,
            slope: self.slope,
        })
    }
}

/// Which of two walls to take at each temperature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Envelope {
    /// The larger value: Left chooses.
    Max,
    /// The smaller value: Right chooses.
    Min,
}

/// Appends a piece, unless it continues the last one with the same slope.
fn push<S: Scalar>(wall: &mut Vec<Segment<S>>, base: usize, piece: Segment<S>) {
    if wall.len() > base && wall.last().is_some_and(|last| last.slope == piece.slope) {
        return;
    }
    wall.push(piece);
}

/// Adds `by * temperature` to a wall: the tax on a move.
pub(crate) fn tilt<S: Scalar>(wall: &mut [Segment<S>], by: i8) -> Result<(), Overflow> {
    for piece in wall {
        piece.value = piece.value.plus(piece.from.times(i32::from(by))?)?;
        piece.slope += by;
    }
    Ok(())
}

/// The value of a wall at `temperature`, which must not be below the beginning of the wall.
pub(crate) fn value_at<S: Scalar>(wall: &[Segment<S>], temperature: S) -> Result<S, Overflow> {
    let after = wall.partition_point(|piece| piece.from <= temperature);
    wall[after.max(1) - 1].value_at(temperature)
}

/// Walks along two walls that begin at the same temperature, piece by piece.
struct Sweep<'a, S> {
    first: &'a [Segment<S>],
    second: &'a [Segment<S>],
}

/// Both walls on one stretch without corners.
struct Stretch<S> {
    first: Segment<S>,
    second: Segment<S>,
    until: Option<S>,
}

impl<S: Scalar> Sweep<'_, S> {
    /// The stretch that begins at `from`; the sweep moves to its end.
    fn next(&mut self, from: S) -> Result<Stretch<S>, Overflow> {
        let until = match (self.first.get(1), self.second.get(1)) {
            (Some(a), Some(b)) => Some(a.from.min(b.from)),
            (Some(only), None) | (None, Some(only)) => Some(only.from),
            (None, None) => None,
        };
        let stretch = Stretch {
            first: self.first[0].starting_at(from)?,
            second: self.second[0].starting_at(from)?,
            until,
        };
        for side in [&mut self.first, &mut self.second] {
            if side.len() > 1 && Some(side[1].from) == until {
                *side = &side[1..];
            }
        }
        Ok(stretch)
    }
}

/// Appends the larger or smaller of two walls, which begin at the same temperature, to `out`.
pub(crate) fn envelope<S: Scalar>(
    first: &[Segment<S>],
    second: &[Segment<S>],
    which: Envelope,
    out: &mut Vec<Segment<S>>,
) -> Result<(), Overflow> {
    let base = out.len();
    let mut sweep = Sweep { first, second };
    let mut from = first[0].from;
    loop {
        let stretch = sweep.next(from)?;
        let (a, b) = (stretch.first, stretch.second);
        let order = a.value.cmp(&b.value).then(a.slope.cmp(&b.slope));
        let first_wins = match which {
            Envelope::Max => order.is_ge(),
            Envelope::Min => order.is_le(),
        };
        let (winner, loser) = if first_wins { (a, b) } else { (b, a) };
        push(out, base, winner);
        if let Some(crossing) = crossing(winner, loser)?
            && stretch.until.is_none_or(|until| crossing < until)
        {
            push(out, base, loser.starting_at(crossing)?);
        }
        match stretch.until {
            Some(until) => from = until,
            None => return Ok(()),
        }
    }
}

/// Where two lines meet strictly above their common beginning.
fn crossing<S: Scalar>(a: Segment<S>, b: Segment<S>) -> Result<Option<S>, Overflow> {
    let (high, low) = if a.value >= b.value { (a, b) } else { (b, a) };
    let closing = i32::from(low.slope) - i32::from(high.slope);
    if closing <= 0 || a.value == b.value {
        return Ok(None);
    }
    let gap = high.value.minus(low.value)?;
    Ok(Some(a.from.plus(gap.over(closing)?)?))
}

/// The foot of the mast: the temperature at which the left scaffold finally falls below the right one, and the common
/// value there. `None` if the left scaffold is never above or never falls below.
pub(crate) fn mast_foot<S: Scalar>(
    left: &[Segment<S>],
    right: &[Segment<S>],
) -> Result<Option<(S, S)>, Overflow> {
    let mut sweep = Sweep {
        first: left,
        second: right,
    };
    let mut from = left[0].from;
    let mut foot = None;
    loop {
        let stretch = sweep.next(from)?;
        let (a, b) = (stretch.first, stretch.second);
        if a.value >= b.value {
            let meeting = if a.value == b.value {
                (a.slope < b.slope).then_some(from)
            } else {
                crossing(a, b)?
            };
            if let Some(at) = meeting
                && stretch.until.is_none_or(|until| at < until)
            {
                foot = Some((at, a.value_at(at)?));
            }
        }
        match stretch.until {
            Some(until) => from = until,
            None => return Ok(foot),
        }
    }
}

/// Appends the part of a scaffold below the mast, then the mast, to `out`.
pub(crate) fn capped<S: Scalar>(scaffold: &[Segment<S>], foot: (S, S), out: &mut Vec<Segment<S>>) {
    let base = out.len();
    for &piece in scaffold {
        if piece.from >= foot.0 {
            break;
        }
        push(out, base, piece);
    }
    push(out, base, Segment::vertical(foot.0, foot.1));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wall(pieces: &[(i32, i32, i8)]) -> Vec<Segment<Dyadic>> {
        pieces
            .iter()
            .map(|&(from, value, slope)| Segment {
                from: from.into(),
                value: value.into(),
                slope,
            })
            .collect()
    }

    #[test]
    fn envelopes_cross_and_merge() {
        let rising = wall(&[(-1, 0, 1), (3, 4, 0)]);
        let flat = wall(&[(-1, 2, 0)]);
        for (first, second) in [(&rising, &flat), (&flat, &rising)] {
            let mut out = Vec::new();
            envelope(first, second, Envelope::Max, &mut out).unwrap();
            assert_eq!(out, wall(&[(-1, 2, 0), (1, 2, 1), (3, 4, 0)]));
            out.clear();
            envelope(first, second, Envelope::Min, &mut out).unwrap();
            assert_eq!(out, wall(&[(-1, 0, 1), (1, 2, 0)]));
        }
    }

    #[test]
    fn the_mast_of_a_switch() {
        let (left, right) = (wall(&[(-1, 4, -1)]), wall(&[(-1, -2, 1)]));
        let foot = mast_foot(&left, &right).unwrap().unwrap();
        assert_eq!(foot, (2.into(), 1.into()));
        let mut out = Vec::new();
        capped(&left, foot, &mut out);
        assert_eq!(out, wall(&[(-1, 4, -1), (2, 1, 0)]));
        assert_eq!(value_at(&out, 1.into()).unwrap(), 2.into());
        assert_eq!(value_at(&out, 5.into()).unwrap(), 1.into());
    }
}
