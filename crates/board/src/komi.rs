//! Scores and komi, exact, in half points.

use std::fmt;
use std::ops::{Add, AddAssign, Neg, Sub};

use super::color::Color;

/// A score in half points from Black's view: positive when Black is ahead.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Score(i32);

impl Score {
    /// A tie: neither player is ahead.
    pub const JIGO: Self = Self(0);

    /// A score of `half_points` half points for Black.
    #[must_use]
    pub const fn from_half_points(half_points: i32) -> Self {
        Self(half_points)
    }

    /// A score of `points` whole points for Black.
    #[must_use]
    pub const fn from_points(points: i32) -> Self {
        Self(2 * points)
    }

    /// Half points by which Black is ahead.
    #[must_use]
    pub const fn half_points(self) -> i32 {
        self.0
    }

    /// Points by which Black is ahead.
    #[must_use]
    pub fn points(self) -> f64 {
        f64::from(self.0) / 2.0
    }

    /// The player who is ahead, if there is one.
    #[must_use]
    pub const fn winner(self) -> Option<Color> {
        match self.0 {
            0 => None,
            1.. => Some(Color::Black),
            _ => Some(Color::White),
        }
    }

    /// The score from the view of `color`: positive when that player is ahead.
    #[must_use]
    pub const fn for_color(self, color: Color) -> Self {
        Self(self.0 * color.sign())
    }
}

impl Add for Score {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl AddAssign for Score {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl Sub for Score {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Neg for Score {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl fmt::Display for Score {
    /// `B+3.5`, `W+12.0`, or `0` for jigo; with `{:#}` whole points have no decimals (`W+12`).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(winner) = self.winner() else {
            return f.write_str("0");
        };
        let half_points = self.0.unsigned_abs();
        write!(f, "{winner:#}+{}", half_points / 2)?;
        match (half_points % 2, f.alternate()) {
            (1, _) => f.write_str(".5"),
            (_, false) => f.write_str(".0"),
            (_, true) => Ok(()),
        }
    }
}

/// Points that White receives, in half points; may be negative.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Komi(i32);

impl Komi {
    /// Largest absolute value of komi, in points; far more than any board has.
    pub const LIMIT: i32 = 10_000;

    /// Komi of `half_points` half points.
    #[must_use]
    pub const fn from_half_points(half_points: i32) -> Self {
        Self(half_points)
    }

    /// Komi nearest to a number of points, or `None` if the number is not finite or beyond [`Self::LIMIT`].
    #[must_use]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the range is checked first"
    )]
    pub fn from_points(points: f64) -> Option<Self> {
        let is_sane = points.is_finite() && points.abs() <= f64::from(Self::LIMIT);
        is_sane.then(|| Self((points * 2.0).round() as i32))
    }

    /// Half points that White receives.
    #[must_use]
    pub const fn half_points(self) -> i32 {
        self.0
    }

    /// Points that White receives.
    #[must_use]
    pub fn points(self) -> f64 {
        f64::from(self.0) / 2.0
    }

    /// The change that komi makes to a score from Black's view.
    #[must_use]
    pub const fn score(self) -> Score {
        Score(-self.0)
    }
}

impl fmt::Display for Komi {
    /// `7.5`, `-3.5` or `6`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.points())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_written_in_both_habits() {
        let check = |half, plain: &str, short: &str| {
            let score = Score::from_half_points(half);
            assert_eq!(
                (score.to_string(), format!("{score:#}")),
                (plain.to_owned(), short.to_owned())
            );
        };
        check(0, "0", "0");
        check(7, "B+3.5", "B+3.5");
        check(-24, "W+12.0", "W+12");
        check(1, "B+0.5", "B+0.5");
        check(-1, "W+0.5", "W+0.5");
    }

    #[test]
    fn komi_takes_any_sane_number() {
        let check = |points, half: Option<i32>| {
            assert_eq!(
                Komi::from_points(points).map(Komi::half_points),
                half,
                "{points}"
            );
        };
        check(7.5, Some(15));
        check(-7.0, Some(-14));
        check(0.0, Some(0));
        check(3.75, Some(8));
        check(f64::NAN, None);
        check(f64::INFINITY, None);
        check(1e30, None);
        assert_eq!(Komi::from_half_points(15).to_string(), "7.5");
        assert_eq!(Komi::from_half_points(-12).to_string(), "-6");
        assert_eq!(
            Komi::from_half_points(13).score(),
            Score::from_half_points(-13)
        );
    }
}
