//! Letters and digits in two widths, as programs of East Asia write them.

/// The narrow form of a letter, digit or sign of full width (`７` is `7`); other characters stay.
#[must_use]
pub fn narrow(c: char) -> char {
    match c {
        '！'..='～' => char::from_u32(u32::from(c) - 0xFEE0).unwrap_or(c),
        '\u{3000}' | '\u{a0}' => ' ',
        '−' | '–' | '‐' => '-',
        _ => c,
    }
}

#[cfg(test)]
mod tests {
    use super::narrow;

    #[test]
    fn full_width_becomes_narrow() {
        let narrowed: String = "Ｂ［７．５］　－３ 目é".chars().map(narrow).collect();
        assert_eq!(narrowed, "B[7.5] -3 目é");
    }
}
