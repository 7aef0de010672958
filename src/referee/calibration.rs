//! How far an ownership estimate can be trusted.
//!
//! The table is the place for what `scripts/finished_games.py calibrate` measures on finished games. It has not been fitted
//! yet: until then a straight line from a toss-up to certainty is assumed.

/// What the estimate says about a block, and the share of the blocks for which its verdict is taken to be right. Rising;
/// between two entries the share is interpolated.
const SHARE_RIGHT: [(f32, f32); 2] = [(0.0, 0.5), (1.0, 1.0)];

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
