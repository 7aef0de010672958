//! Wilson's interval of an unknown probability.

/// The interval of a probability after `n` trials with this share of successes, `z` standard deviations wide on each
/// side. It is 0 to 1 without trials.
///
/// Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference" (1927).
#[must_use]
pub fn wilson_interval(share: f64, n: f64, z: f64) -> (f64, f64) {
    if n <= 0.0 {
        return (0.0, 1.0);
    }
    let center = share + z * z / (2.0 * n);
    let spread = z * ((share * (1.0 - share) + z * z / (4.0 * n)) / n).sqrt();
    let scale = 1.0 + z * z / n;
    (
        ((center - spread) / scale).max(0.0),
        ((center + spread) / scale).min(1.0),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_wilsons() {
        let check = |share, n, low: f64, high: f64| {
            let (found_low, found_high) = wilson_interval(share, n, 1.959_964);
            assert!((found_low - low).abs() < 5e-5 && (found_high - high).abs() < 5e-5);
        };
        // By hand: with no success the upper end is z² / (n + z²).
        check(0.0, 10.0, 0.0, 0.277_5);
        check(1.0, 10.0, 0.722_5, 1.0);
        check(0.5, 100.0, 0.403_8, 0.596_2);
        check(0.5, 0.0, 0.0, 1.0);
    }
}
