//! How far an ownership estimate can be trusted.
//!
//! Measured on finished games by `scripts/finished_games.py calibrate`: 2872 blocks of 251 games on 9x9 and 13x13 that
//! ownership alone decides, with GNU Go at level 10 for the truth; see `docs/measurements/finished_games.md`.

/// What the estimate says about a block, and the share of the blocks for which its verdict is taken to be right. Rising;
/// between two entries the share is interpolated. Nothing but a toss-up is assumed of the first entry.
const SHARE_RIGHT: [(f32, f32); 9] = [
    (0.0, 0.5),
    (0.123, 0.658),
    (0.260, 0.833),
    (0.338, 0.977),
    (0.459, 0.979),
    (0.591, 0.985),
    (0.823, 0.991),
    (0.951, 0.999),
    (1.0, 0.999),
];

/// The share of blocks that an ownership estimate judges rightly if it speaks so clearly about them, from 0 for a toss-up
/// to 1. What it says is that of playouts that the reading of the referee has not overruled.
#[must_use]
pub fn reliability(confidence: f32) -> f32 {
    let (mut from, mut low) = SHARE_RIGHT[0];
    for (to, high) in SHARE_RIGHT {
        if confidence < to {
            let part = ((confidence - from) / (to - from)).max(0.0);
            return low + part * (high - low);
        }
        (from, low) = (to, high);
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reliability_rises_through_the_table() {
        for (confidence, share) in SHARE_RIGHT {
            assert!((reliability(confidence) - share).abs() < 1e-6);
        }
        let mut last = 0.0;
        for n in 0..=1000u16 {
            let share = reliability(f32::from(n) / 1000.0);
            assert!((last..=1.0).contains(&share), "{n}: {share}");
            last = share;
        }
    }
}
