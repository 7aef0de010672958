//! What turns the raw numbers of the head for values into points and moves.

/// Factors of the outputs. Those that files before version 13 lack have their fixed values here.
#[derive(Clone, Debug, PartialEq)]
pub struct Scales {
    /// The score of a game of the network with itself: the raw number times this is in points.
    pub score_mean: f64,
    /// Its standard deviation: softplus of the raw number, times this, is in points.
    pub score_stdev: f64,
    /// The lead: the raw number times this is in points.
    pub lead: f64,
    /// The time until most is decided: softplus of the raw number, times this, is in moves.
    pub variance_time: f64,
    /// How the raw numbers of the errors become errors.
    pub errors: ErrorScale,
}

/// From raw numbers to the error of the win rate (as win minus loss) and of the score (in points). `softplus(x)` is
/// `ln(1 + exp(x))`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ErrorScale {
    /// Version 8 does not give errors.
    Absent,
    /// Version 9: `factor * softplus(x)`.
    Softplus {
        /// Factor for the win rate.
        value: f64,
        /// Factor for the score.
        score: f64,
    },
    /// Versions 10 to 13: `sqrt(factor * softplus(x))`.
    Root {
        /// Factor for the win rate.
        value: f64,
        /// Factor for the score.
        score: f64,
    },
    /// From version 14 on: `sqrt(factor) * softplus(x / 2)`.
    Half {
        /// Factor for the win rate.
        value: f64,
        /// Factor for the score.
        score: f64,
    },
}
