//! Words for numbers of things.

use std::fmt::Display;

/// A number of things: `1 region`, `2 regions`. The plural of the thing ends in `s`.
#[must_use]
pub fn counted<N: Display + PartialEq + From<u8>>(number: N, thing: &str) -> String {
    let plural = if number == N::from(1) { "" } else { "s" };
    format!("{number} {thing}{plural}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_thing_is_no_plural() {
        assert_eq!(counted(0_usize, "stone"), "0 stones");
        assert_eq!(counted(1_u64, "stone"), "1 stone");
        assert_eq!(counted(2_u32, "stone"), "2 stones");
    }
}
