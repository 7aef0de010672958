//! What is stated of judgements: the page has the figures of the program, and the cases kept back agree with them.

use tedomari::base::wilson_interval;
use tedomari::calibration::{Calibration, Confidence, Row};

use super::pages::read;

/// Each row with what is stated of it: bands of ownership rise, the others stand alone.
fn stated_rows(table: &Calibration) -> Vec<(&Row, Confidence)> {
    let pools = ["ownership", "network"];
    let rising = pools.into_iter().flat_map(|pool| {
        let bands = || table.rows().iter().filter(move |row| row.pool == pool);
        let names: Vec<&str> = bands().map(|row| row.basis.as_str()).collect();
        bands().zip(table.rising("referee", &names))
    });
    let others = table.rows().iter();
    let others = others.filter(|row| !pools.contains(&row.pool.as_str()));
    let others = others.map(|row| (row, table.confidence(&row.kind, &row.basis)));
    rising.chain(others).collect()
}

/// Standard deviations of a share that occurs by chance in one of a thousand samples.
const RARE: f64 = 3.09;

#[test]
fn the_cases_kept_back_agree_with_what_is_stated() {
    for (row, confidence) in stated_rows(Calibration::measured()) {
        let total = f64::from(row.check_total);
        let (_, most) = wilson_interval(f64::from(row.check_right) / total.max(1.0), total, RARE);
        assert!(
            confidence.to_string().parse::<f64>().unwrap() <= most,
            "{row:?}: {confidence}"
        );
    }
}

#[test]
fn the_page_states_what_the_program_states() {
    let page = read("docs/measurements/calibration.md");
    let rows = stated_rows(Calibration::measured());
    for (row, confidence) in &rows {
        let start = format!("| {} |", row.basis);
        let lines: Vec<&str> = page
            .lines()
            .filter(|line| line.starts_with(&start))
            .collect();
        let [line] = lines[..] else {
            panic!("{}: {} lines", row.basis, lines.len());
        };
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let found = [2, 3, 4, 6, 7, 8].map(|n| cells[n]);
        let counts = [
            row.right,
            row.total,
            row.unknown,
            row.check_right,
            row.check_total,
        ];
        let [right, total, unknown, check_right, check_total] = counts.map(|n| n.to_string());
        assert_eq!(
            found,
            [
                right,
                total,
                unknown,
                confidence.to_string(),
                check_right,
                check_total
            ]
        );
    }
}
