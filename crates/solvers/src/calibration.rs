//! How often judgements without proof are right: a measured table with its counts for each kind of judgement.
//!
//! The table is `crates/solvers/data/calibration.toml`, written by `scripts/calibrate.py` and compiled in. A
//! [`Confidence`] is the lower end of Wilson's interval (E. B. Wilson, "Probable inference, the law of succession, and
//! statistical inference", 1927), one-sided at 95 %: if the true share were below it, such counts would occur in at
//! most 5 % of all samples. Confidences are only shown. All decisions depend on the basis of a judgement.

use std::fmt;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize, Serializer};
use thiserror::Error;

use crate::base::wilson_interval;

/// How often a judgement is right, in whole percent, rounded down. Only a proof has 100.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Confidence(u8);

impl Confidence {
    /// Nothing is known.
    pub const NONE: Self = Self(0);
    /// The largest confidence without a proof.
    const MOST_UNPROVED: Self = Self(99);
    /// A proof.
    pub const PROOF: Self = Self(100);

    /// The confidence in judgements with these counts. A case whose truth is not known counts as half right.
    #[must_use]
    fn of_counts(counts: Counts) -> Self {
        let [right, total, unknown] = [counts.right, counts.total, counts.unknown].map(f64::from);
        let percent = (wilson(right + unknown / 2.0, total + unknown) * 100.0).floor();
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a share in percent"
        )]
        let percent = percent as u8;
        Self(percent).min(Self::MOST_UNPROVED)
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

/// The lower end of Wilson's interval for the share of right judgements: 0 to 1, below the observed share.
#[must_use]
fn wilson(right: f64, total: f64) -> f64 {
    if right <= 0.0 {
        return 0.0;
    }
    wilson_interval(right / total, total, Z).0
}

/// Rows with fewer cases are pooled with others.
const LEAST_CASES: u32 = 20;

/// The judgements with one basis, and how many of them were right.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// The kind of judgement: `reader` or `referee`.
    pub kind: String,
    /// The basis of the judgement.
    pub basis: String,
    /// The rows that this one is pooled with if it has too few cases.
    pub pool: String,
    /// Right judgements among the cases that set the confidence.
    pub right: u32,
    /// Number of cases that set the confidence.
    pub total: u32,
    /// Right judgements among the cases that only check the confidence.
    pub check_right: u32,
    /// Number of cases that only check the confidence.
    pub check_total: u32,
    /// Cases beside [`Self::total`] whose truth was not found.
    pub unknown: u32,
}

/// Why a text is not a table of confidences.
#[derive(Debug, Error)]
pub enum CalibrationError {
    /// The text is not TOML with these rows.
    #[error("no table of rows: {0}")]
    Syntax(#[from] toml::de::Error),
    /// A row counts more right judgements than judgements.
    #[error("{kind}, {basis}: more right judgements than judgements")]
    Counts {
        /// The kind of the row.
        kind: String,
        /// The basis of the row.
        basis: String,
    },
    /// Two rows have the same kind and basis.
    #[error("{kind}, {basis}: two rows")]
    Repeated {
        /// The kind of the rows.
        kind: String,
        /// The basis of the rows.
        basis: String,
    },
}

/// Measured counts: a row for each kind of judgement and each basis.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Calibration {
    #[serde(rename = "row")]
    rows: Vec<Row>,
}

/// Cases of rows that are pooled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Counts {
    /// Right judgements.
    right: u32,
    /// Judgements whose truth is known.
    total: u32,
    /// Judgements whose truth is not known.
    unknown: u32,
}

impl Counts {
    /// The cases of both.
    const fn and(self, other: Self) -> Self {
        Self {
            right: self.right + other.right,
            total: self.total + other.total,
            unknown: self.unknown + other.unknown,
        }
    }
}

impl Row {
    const fn counts(&self) -> Counts {
        Counts {
            right: self.right,
            total: self.total,
            unknown: self.unknown,
        }
    }
}

impl Calibration {
    /// Reads a table.
    ///
    /// # Errors
    /// If the text is not such a table, a row has more right judgements than judgements, or two rows have the same
    /// kind and basis.
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
    /// If the compiled-in table has an error. A test reads it.
    pub fn measured() -> &'static Self {
        static MEASURED: LazyLock<Calibration> = LazyLock::new(|| {
            Calibration::parse(include_str!("../data/calibration.toml"))
                .expect("the table that is compiled in can be read")
        });
        &MEASURED
    }

    /// All rows, in the order of the file.
    #[must_use]
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// The row for a kind of judgement and a basis.
    #[must_use]
    pub fn row(&self, kind: &str, basis: &str) -> Option<&Row> {
        let mut rows = self.rows.iter();
        rows.find(|row| row.kind == kind && row.basis == basis)
    }

    /// The confidence in a kind of judgement with a basis. If its row has too few cases, the cases of its pool count;
    /// it is low if these are few too. Without a row the confidence is [`Confidence::NONE`].
    #[must_use]
    pub fn confidence(&self, kind: &str, basis: &str) -> Confidence {
        let Some(row) = self.row(kind, basis) else {
            return Confidence::NONE;
        };
        if row.total >= LEAST_CASES {
            return Confidence::of_counts(row.counts());
        }
        let is_in_pool = |other: &&Row| other.kind == kind && other.pool == row.pool;
        let pool = self.rows.iter().filter(is_in_pool).map(Row::counts);
        Confidence::of_counts(pool.fold(Counts::default(), Counts::and))
    }

    /// The confidences in a kind of judgement for bases of increasing strength. They never decrease: neighboring rows
    /// are pooled while one has too few cases, or less confidence than the one before it (isotonic regression by
    /// pooling adjacent violators). Without rows the confidence is [`Confidence::NONE`].
    #[must_use]
    pub fn rising(&self, kind: &str, bases: &[&str]) -> Vec<Confidence> {
        let mut pools: Vec<(usize, Counts)> = Vec::new();
        for basis in bases {
            let row = self.row(kind, basis);
            pools.push((1, row.map_or(Counts::default(), Row::counts)));
            while let [.., (_, before), (_, last)] = pools[..]
                && (before.total < LEAST_CASES
                    || last.total < LEAST_CASES
                    || Confidence::of_counts(last) < Confidence::of_counts(before))
            {
                merge_last(&mut pools);
            }
        }
        let each = |&(n_rows, counts): &(usize, Counts)| {
            std::iter::repeat_n(Confidence::of_counts(counts), n_rows)
        };
        pools.iter().flat_map(each).collect()
    }
}

/// Pools the last two of several pools.
fn merge_last(pools: &mut Vec<(usize, Counts)>) {
    if let (Some((n, counts)), Some(last)) = (pools.pop(), pools.last_mut()) {
        *last = (last.0 + n, last.1.and(counts));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stated((right, total): (u32, u32)) -> Confidence {
        Confidence::of_counts(Counts {
            right,
            total,
            unknown: 0,
        })
    }

    #[test]
    fn a_case_without_a_known_truth_counts_as_half_right() {
        let mixed = Counts {
            right: 30,
            total: 30,
            unknown: 70,
        };
        assert_eq!(Confidence::of_counts(mixed), stated((65, 100)));
    }

    #[test]
    fn wilson_agrees_with_known_values() {
        // z^2 = 2.706; all right: n / (n + z^2); none right: 0.
        let check = |right: f64, total: f64, expected: f64| {
            let found = wilson(right, total);
            assert!(
                (found - expected).abs() < 5e-4,
                "{right} of {total}: {found}"
            );
        };
        check(0.0, 0.0, 0.0);
        check(0.0, 10.0, 0.0);
        check(10.0, 10.0, 0.7870);
        check(9.0, 9.0, 0.7688);
        check(50.0, 100.0, 0.4187);
        check(950.0, 1000.0, 0.9374);
        check(8.0, 10.0, 0.5408);
    }

    #[test]
    fn wilson_is_below_the_share_and_rises_with_the_counts() {
        let wilson = |right: u32, total: u32| super::wilson(f64::from(right), f64::from(total));
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
            assert!(stated((total, total)) < Confidence::PROOF);
        }
        assert_eq!(stated((u32::MAX, u32::MAX)).to_string(), "0.99");
        assert_eq!(stated((9, 9)).to_string(), "0.76");
        assert_eq!(Confidence::PROOF.to_string(), "1.00");
        assert_eq!(Confidence::NONE.to_string(), "0.00");
    }

    fn table(rows: &[(&str, &str, u32, u32)]) -> Calibration {
        let row = |&(basis, pool, right, total): &(&str, &str, u32, u32)| {
            format!(
                "[[row]]\nkind = \"k\"\nbasis = \"{basis}\"\npool = \"{pool}\"\nright = {right}\n\
                 total = {total}\ncheck_right = 0\ncheck_total = 0\nunknown = 0\n"
            )
        };
        Calibration::parse(&rows.iter().map(row).collect::<String>()).unwrap()
    }

    #[test]
    fn few_cases_are_pooled() {
        let table = table(&[("a", "ab", 90, 100), ("b", "ab", 0, 10), ("c", "c", 5, 5)]);
        let check = |basis, counts: (u32, u32)| {
            assert_eq!(table.confidence("k", basis), stated(counts), "{basis}");
        };
        check("a", (90, 100));
        check("b", (90, 110));
        check("c", (5, 5));
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
                 check_right = 0\ncheck_total = 0\nunknown = 0\n"
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
