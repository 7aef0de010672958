//! How often unproved judgements are right: one measured table for each kind of judgement, with the counts behind it.
//!
//! The table is `config/calibration.toml`, written by `scripts/calibrate.py` and compiled in. A stated [`Confidence`] is
//! the lower end of Wilson's interval (E. B. Wilson, "Probable inference, the law of succession, and statistical
//! inference", 1927), one-sided at 95 %: a true share below it would give such counts in at most 5 % of all samples. What
//! a judgement rests on decides everything else; confidences are only shown, or weigh hints for a search.

use std::fmt;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize, Serializer};
use thiserror::Error;

/// How often a judgement is right, in whole percent, rounded down. Only a proof has 100.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Confidence(u8);

impl Confidence {
    /// Nothing is claimed.
    pub const NONE: Self = Self(0);
    /// The most that is ever said of a judgement without a proof.
    pub const MOST_UNPROVED: Self = Self(99);
    /// A proof.
    pub const PROOF: Self = Self(100);

    /// The confidence in judgements of which so many were right.
    #[must_use]
    pub fn of_counts(right: u32, total: u32) -> Self {
        let percent = (wilson(right, total) * 100.0).floor();
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a share in percent"
        )]
        let percent = percent as u8;
        Self(percent).min(Self::MOST_UNPROVED)
    }

    /// The share from 0 to 1.
    #[must_use]
    pub fn share(self) -> f32 {
        f32::from(self.0) / 100.0
    }
}

impl fmt::Display for Confidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{:02}", self.0 / 100, self.0 % 100)
    }
}

impl Serialize for Confidence {
    /// As a number from 0 to 1.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(f64::from(self.0) / 100.0)
    }
}

/// Standard deviations of the one-sided level of 95 %.
const Z: f64 = 1.645;

/// The lower end of Wilson's interval for the share of right judgements: 0 to 1, below the share that was seen.
#[must_use]
pub fn wilson(right: u32, total: u32) -> f64 {
    lower_bound(right, total, Z)
}

/// The lower end of the interval of so many standard deviations.
fn lower_bound(right: u32, total: u32, z: f64) -> f64 {
    if right == 0 {
        return 0.0;
    }
    let n = f64::from(total.max(right));
    let share = f64::from(right) / n;
    let center = share + z * z / (2.0 * n);
    let spread = z * ((share * (1.0 - share) + z * z / (4.0 * n)) / n).sqrt();
    ((center - spread) / (1.0 + z * z / n)).max(0.0)
}

/// Rows with fewer cases are pooled with others.
pub const LEAST_CASES: u32 = 20;

/// Judgements that rest on the same, and how many of them were right.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// What is judged: `reader` or `referee`.
    pub kind: String,
    /// What the judgement rests on.
    pub basis: String,
    /// The rows that this one is pooled with if it has too few cases.
    pub pool: String,
    /// Cases that set the confidence, and those of them in which the judgement was right.
    pub right: u32,
    /// See [`Self::right`].
    pub total: u32,
    /// The same of the cases kept back, by which the confidence is checked.
    pub check_right: u32,
    /// See [`Self::check_right`].
    pub check_total: u32,
}

/// The table is no good.
#[derive(Debug, Error)]
pub enum CalibrationError {
    /// It is not written as it should be.
    #[error("no table of rows: {0}")]
    Syntax(#[from] toml::de::Error),
    /// A row counts more right judgements than judgements.
    #[error("{kind}, {basis}: more right judgements than judgements")]
    Counts {
        /// The kind of the row.
        kind: String,
        /// What the row's judgements rest on.
        basis: String,
    },
    /// There are two rows for the same.
    #[error("{kind}, {basis}: two rows")]
    Repeated {
        /// The kind of the rows.
        kind: String,
        /// What their judgements rest on.
        basis: String,
    },
}

/// Measured shares, a row for each kind of judgement and each thing that it may rest on.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Calibration {
    #[serde(rename = "row")]
    rows: Vec<Row>,
}

/// Cases in rows that are pooled: right judgements, and all.
type Counts = (u32, u32);

impl Calibration {
    /// Reads a table.
    ///
    /// # Errors
    /// If the text is no such table, counts more right judgements than judgements, or has two rows for the same.
    pub fn parse(text: &str) -> Result<Self, CalibrationError> {
        let table: Self = toml::from_str(text)?;
        for (n, row) in table.rows.iter().enumerate() {
            let (kind, basis) = (row.kind.clone(), row.basis.clone());
            if row.right > row.total || row.check_right > row.check_total {
                return Err(CalibrationError::Counts { kind, basis });
            }
            let is_same = |other: &Row| other.kind == kind && other.basis == basis;
            if table.rows[..n].iter().any(is_same) {
                return Err(CalibrationError::Repeated { kind, basis });
            }
        }
        Ok(table)
    }

    /// The table that is compiled in.
    ///
    /// # Panics
    /// If it is no good; a test reads it.
    pub fn measured() -> &'static Self {
        static MEASURED: LazyLock<Calibration> = LazyLock::new(|| {
            Calibration::parse(include_str!("../../config/calibration.toml"))
                .expect("the table that is compiled in can be read")
        });
        &MEASURED
    }

    /// All rows, in the order of the file.
    #[must_use]
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// The row for a kind of judgement that rests on something.
    #[must_use]
    pub fn row(&self, kind: &str, basis: &str) -> Option<&Row> {
        let mut rows = self.rows.iter();
        rows.find(|row| row.kind == kind && row.basis == basis)
    }

    /// The confidence in a kind of judgement that rests on something. Where a row has too few cases, those of its whole pool
    /// count; where the pool has too few, all of the kind. Nothing is stated where there is no row.
    #[must_use]
    pub fn confidence(&self, kind: &str, basis: &str) -> Confidence {
        let Some(row) = self.row(kind, basis) else {
            return Confidence::NONE;
        };
        let in_kind = |other: &&Row| other.kind == kind;
        let wider = [
            self.count(|other| other == row),
            self.count(|other| in_kind(&other) && other.pool == row.pool),
            self.count(|other| in_kind(&other)),
        ];
        let enough = wider.iter().find(|(_, total)| *total >= LEAST_CASES);
        let (right, total) = enough.copied().unwrap_or(wider[2]);
        Confidence::of_counts(right, total)
    }

    fn count(&self, belongs: impl Fn(&Row) -> bool) -> Counts {
        let rows = self.rows.iter().filter(|&row| belongs(row));
        rows.fold((0, 0), |(right, total), row| {
            (right + row.right, total + row.total)
        })
    }

    /// The confidences in a kind of judgement that rests on more and more: they never fall. A row with too few cases is pooled with
    /// the one before it, the first with the one after it; then neighbors are pooled as long as one states less than the
    /// one before it (isotonic regression by pooling adjacent violators). Nothing is stated where there is no row.
    #[must_use]
    pub fn rising(&self, kind: &str, bases: &[&str]) -> Vec<Confidence> {
        let mut pools: Vec<(usize, Counts)> = Vec::new();
        for basis in bases {
            let row = self.row(kind, basis);
            pools.push((1, row.map_or((0, 0), |row| (row.right, row.total))));
            while let [.., (_, before), (_, last)] = pools[..]
                && (before.1 < LEAST_CASES || last.1 < LEAST_CASES || stated(last) < stated(before))
            {
                merge_last(&mut pools);
            }
        }
        let each =
            |&(n_rows, counts): &(usize, Counts)| std::iter::repeat_n(stated(counts), n_rows);
        pools.iter().flat_map(each).collect()
    }
}

fn stated((right, total): Counts) -> Confidence {
    Confidence::of_counts(right, total)
}

/// Pools the last two of several pools.
fn merge_last(pools: &mut Vec<(usize, Counts)>) {
    if let (Some((n, (right, total))), Some(last)) = (pools.pop(), pools.last_mut()) {
        last.0 += n;
        last.1.0 += right;
        last.1.1 += total;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wilson_agrees_with_known_values() {
        // z^2 = 2.706; all right: n / (n + z^2); none right: 0.
        let check = |right, total, expected: f64| {
            let found = wilson(right, total);
            assert!(
                (found - expected).abs() < 5e-4,
                "{right} of {total}: {found}"
            );
        };
        check(0, 0, 0.0);
        check(0, 10, 0.0);
        check(10, 10, 0.7870);
        check(9, 9, 0.7688);
        check(50, 100, 0.4187);
        check(950, 1000, 0.9374);
        check(8, 10, 0.5408);
    }

    #[test]
    fn wilson_is_below_the_share_and_rises_with_the_counts() {
        for total in 1..=60 {
            for right in 0..=total {
                let bound = wilson(right, total);
                let share = f64::from(right) / f64::from(total);
                assert!((0.0..=share).contains(&bound), "{right} of {total}");
                if right > 0 {
                    assert!(bound > wilson(right - 1, total), "{right} of {total}");
                    assert!(wilson(2 * right, 2 * total) > bound, "{right} of {total}");
                }
            }
        }
    }

    #[test]
    fn only_a_proof_is_certain() {
        for total in [0, 1, 20, 10_000, u32::MAX] {
            assert!(Confidence::of_counts(total, total) < Confidence::PROOF);
        }
        assert_eq!(
            Confidence::of_counts(u32::MAX, u32::MAX).to_string(),
            "0.99"
        );
        assert_eq!(Confidence::of_counts(9, 9).to_string(), "0.76");
        assert_eq!(Confidence::PROOF.to_string(), "1.00");
        assert_eq!(Confidence::NONE.to_string(), "0.00");
    }

    fn table(rows: &[(&str, &str, u32, u32)]) -> Calibration {
        let row = |&(basis, pool, right, total): &(&str, &str, u32, u32)| {
            format!(
                "[[row]]\nkind = \"k\"\nbasis = \"{basis}\"\npool = \"{pool}\"\nright = {right}\n\
                 total = {total}\ncheck_right = 0\ncheck_total = 0\n"
            )
        };
        Calibration::parse(&rows.iter().map(row).collect::<String>()).unwrap()
    }

    #[test]
    fn few_cases_are_pooled() {
        let table = table(&[("a", "ab", 90, 100), ("b", "ab", 0, 10), ("c", "c", 5, 5)]);
        let check = |basis, counts: Counts| {
            assert_eq!(table.confidence("k", basis), stated(counts), "{basis}");
        };
        check("a", (90, 100));
        check("b", (90, 110));
        check("c", (95, 115));
        assert_eq!(table.confidence("k", "d"), Confidence::NONE);
        assert_eq!(table.confidence("j", "a"), Confidence::NONE);
    }

    #[test]
    fn what_should_rise_is_pooled_until_it_does() {
        let table = table(&[
            ("a", "", 3, 5),
            ("b", "", 50, 100),
            ("c", "", 90, 100),
            ("d", "", 85, 100),
            ("e", "", 10, 10),
            ("f", "", 999, 1000),
        ]);
        let found = table.rising("k", &["a", "b", "c", "d", "e", "f"]);
        let expected = [
            (53, 105),
            (53, 105),
            (185, 210),
            (185, 210),
            (185, 210),
            (999, 1000),
        ];
        assert_eq!(found, expected.map(stated));
        assert!(found.is_sorted());
    }

    #[test]
    fn wrong_tables_are_refused() {
        let row = |right, basis: &str| {
            format!(
                "[[row]]\nkind = \"k\"\nbasis = \"{basis}\"\npool = \"\"\nright = {right}\ntotal = 3\n\
                 check_right = 0\ncheck_total = 0\n"
            )
        };
        assert!(Calibration::parse(&row(3, "a")).is_ok());
        assert!(Calibration::parse("").is_err());
        assert!(Calibration::parse(&row(4, "a")).is_err());
        assert!(Calibration::parse(&row(-1, "a")).is_err());
        assert!(Calibration::parse(&format!("{}{}", row(1, "a"), row(2, "a"))).is_err());
        assert!(Calibration::parse(&row(1, "a").replace("pool", "pond")).is_err());
    }

    #[test]
    fn the_measured_table_can_be_read() {
        let table = Calibration::measured();
        assert!(!table.rows().is_empty());
        for row in table.rows() {
            let confidence = table.confidence(&row.kind, &row.basis);
            assert!(confidence < Confidence::PROOF, "{row:?}");
        }
    }
}
