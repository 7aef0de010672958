//! One line about a search: its moves with their values, its root, and the owners of points.
//!
//! Two dialects, by the names of the programs that introduced them: `lz` (Leela Zero: integers, win rates in
//! ten-thousandths) and `kata` (KataGo: decimals, with scores). Values are those of the player to move unless the
//! client has requested those of Black or White. Some clients read pairs of keys and values only and stop at the line
//! of a move: what comes after it is sent on demand alone.

use std::fmt::{Display, Write as _};

use super::analyze_options::{AnalyzeOptions, ReportFields};
use crate::board::{Color, Move, Size};
use crate::katago::Reporting;
use crate::mcts::{Candidate, Detail, Evidence, Ownership, Report};

/// How values are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialect {
    Lz,
    Kata,
}

/// The network's estimates of its errors at the root before any search, in KataGo's words.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct RawErrors {
    pub(super) win_rate: f32,
    pub(super) score: f32,
    pub(super) variance_time: f32,
}

/// How lines about one search are written.
#[derive(Clone, Copy, Debug)]
pub(super) struct InfoWriter<'a> {
    pub(super) options: &'a AnalyzeOptions,
    pub(super) dialect: Dialect,
    pub(super) size: Size,
    pub(super) reporting: Reporting,
    pub(super) raw: Option<RawErrors>,
}

impl InfoWriter<'_> {
    /// One line about all moves; nothing if no move is worth a word.
    pub(super) fn line(&self, report: &Report) -> Option<String> {
        let infos: Vec<String> = report
            .candidates(self.options.min_moves)
            .take(self.options.max_moves)
            .enumerate()
            .map(|(order, candidate)| self.info(&candidate, order, report.evidence))
            .collect();
        if infos.is_empty() {
            return None;
        }
        let mut line = infos.join(" ");
        let ReportFields {
            root_info,
            ownership,
            ownership_stdev,
            ..
        } = self.options.shows;
        if root_info {
            line.push_str(&self.root_info(report));
        }
        let owners = &report.ownership;
        self.add_owners(&mut line, ownership.then_some("ownership"), owners);
        self.add_spread(
            &mut line,
            ownership_stdev.then_some("ownershipStdev"),
            owners,
        );
        Some(line)
    }

    /// The player whose values are written.
    const fn viewer(&self) -> Color {
        self.reporting.perspective.viewer(self.options.color)
    }

    /// A chance to win of the player to move, as the viewer's.
    fn chance(&self, win_rate: f64) -> f64 {
        if self.viewer() == self.options.color {
            win_rate
        } else {
            1.0 - win_rate
        }
    }

    /// Points from Black's view, as the viewer's.
    fn points(&self, points: f64) -> f64 {
        f64::from(self.viewer().sign()) * points
    }

    /// A utility of the player to move, as the viewer's.
    fn utility(&self, utility: f64) -> f64 {
        f64::from(self.viewer().sign() * self.options.color.sign()) * utility
    }

    /// What is known of one move.
    fn info(&self, entry: &Candidate<'_>, order: usize, evidence: Evidence) -> String {
        let Candidate {
            mv, visits, prior, ..
        } = *entry;
        let win_rate = self.chance(entry.win_rate);
        let lcb = self.chance(entry.lower_bound(evidence));
        let mut text = format!("info move {mv} visits {visits} ");
        // Writing to a string never fails.
        let _ = match self.dialect {
            Dialect::Lz => write!(
                text,
                "winrate {:.0} prior {:.0} lcb {:.0}",
                1e4 * win_rate,
                1e4 * prior,
                1e4 * lcb
            ),
            Dialect::Kata => {
                let utility = entry.detail.utility;
                write!(
                    text,
                    "edgeVisits {visits} {} winrate {win_rate:.4} {} prior {prior:.4} lcb {lcb:.4} utilityLcb {:.4} \
                     weight {:.2}",
                    self.utility_of(&entry.detail),
                    self.scores(entry.score_mean, &entry.detail),
                    self.utility(utility - entry.detail.utility_radius),
                    entry.detail.weight,
                )
            }
        };
        if self.options.shows.no_result {
            let _ = write!(text, " noResultValue {:.4}", entry.detail.no_result);
        }
        let _ = write!(text, " order {order}");
        self.add_variation(&mut text, entry);
        let ReportFields {
            moves_ownership,
            moves_ownership_stdev,
            ..
        } = self.options.shows;
        if let Some(owners) = entry.ownership {
            self.add_owners(
                &mut text,
                moves_ownership.then_some("movesOwnership"),
                owners,
            );
            let key = moves_ownership_stdev.then_some("movesOwnershipStdev");
            self.add_spread(&mut text, key, owners);
        }
        text
    }

    /// The move and how the game would go on, with visits if they are requested.
    fn add_variation(&self, text: &mut String, entry: &Candidate<'_>) {
        let plays = entry.line.iter().take_while(|mv| **mv != Move::Pass);
        // A pass ends the line: clients read no further, and one of them hangs.
        let n_shown = plays.count().clamp(1, self.reporting.line_length + 1);
        let _ = write!(text, " pv {}", words(entry.line.iter().take(n_shown)));
        let visits = || entry.line_visits.iter().take(n_shown);
        if self.options.shows.pv_visits {
            let visits = words(visits().map(|visits| visits.of_position));
            let _ = write!(text, " pvVisits {visits}");
        }
        if self.options.shows.pv_edge_visits {
            let visits = words(visits().map(|visits| visits.by_move));
            let _ = write!(text, " pvEdgeVisits {visits}");
        }
    }

    /// What is known of the position itself.
    fn root_info(&self, report: &Report) -> String {
        let mut text = format!(
            " rootInfo visits {} {} winrate {:.4} {} weight {:.2}",
            report.visits(),
            self.utility_of(&report.detail),
            self.chance(report.win_rate),
            self.scores(report.score_mean, &report.detail),
            report.detail.weight,
        );
        if let Some(raw) = self.raw {
            let _ = write!(
                text,
                " rawStWrError {:.4} rawStScoreError {:.3} rawVarTimeLeft {:.3}",
                raw.win_rate, raw.score, raw.variance_time
            );
        }
        text
    }

    fn utility_of(&self, detail: &Detail) -> String {
        format!("utility {:.4}", self.utility(detail.utility))
    }

    fn scores(&self, lead: f64, detail: &Detail) -> String {
        let lead = self.points(lead);
        format!(
            "scoreMean {lead:.2} scoreStdev {:.2} scoreLead {lead:.2} scoreSelfplay {:.2}",
            detail.score_stdev,
            self.points(detail.final_score),
        )
    }

    /// The owner of each point after a key, if there is one.
    fn add_owners(&self, text: &mut String, key: Option<&str>, owners: &Ownership) {
        let Some(key) = key else {
            return;
        };
        let points = self.size.points_from_top();
        let values = points.map(|point| format!("{:.3}", self.points(owners.mean(point))));
        let _ = write!(text, " {key} {}", words(values));
    }

    /// How much the owner of each point varies, after a key, if there is one.
    fn add_spread(&self, text: &mut String, key: Option<&str>, owners: &Ownership) {
        let Some(key) = key else {
            return;
        };
        let points = self.size.points_from_top();
        let values = points.map(|point| format!("{:.3}", owners.stdev(point)));
        let _ = write!(text, " {key} {}", words(values));
    }
}

/// Items with single spaces between them.
fn words<T: Display>(items: impl Iterator<Item = T>) -> String {
    items
        .map(|item| item.to_string())
        .collect::<Vec<_>>()
        .join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gtp::args::Args;
    use crate::gtp::session::Session;
    use crate::katago::Perspective;
    use crate::mcts::LineVisits;

    fn entry(line: &[Move]) -> Candidate<'_> {
        Candidate {
            mv: line[0],
            visits: 7,
            win_rate: 0.5,
            prior: 0.25,
            score_mean: 3.0,
            line,
            line_visits: &[
                LineVisits {
                    by_move: 7,
                    of_position: 9,
                },
                LineVisits {
                    by_move: 3,
                    of_position: 3,
                },
            ],
            detail: Detail {
                final_score: 4.0,
                score_stdev: 2.5,
                utility: 0.25,
                utility_radius: 0.5,
                no_result: 0.125,
                weight: 6.5,
                merit: 6.0,
            },
            ownership: None,
        }
    }

    fn info(keys: &str, dialect: Dialect, perspective: Perspective, line: &[Move]) -> String {
        let session = Session::for_tests();
        let options = AnalyzeOptions::read(&session.game, &mut Args::new(keys)).unwrap();
        let writer = InfoWriter {
            options: &options,
            dialect,
            size: Size::square(9),
            reporting: Reporting {
                perspective,
                ..Reporting::default()
            },
            raw: None,
        };
        writer.info(&entry(line), 0, Evidence::Playouts)
    }

    #[test]
    fn a_line_has_no_pass_and_no_double_space() {
        let d4 = "D4".parse().map(Move::Play).unwrap();
        let own = Perspective::SideToMove;
        assert_eq!(
            info("w", Dialect::Kata, own, &[d4, Move::Pass]),
            "info move D4 visits 7 edgeVisits 7 utility 0.2500 winrate 0.5000 scoreMean -3.00 scoreStdev 2.50 \
             scoreLead -3.00 scoreSelfplay -4.00 prior 0.2500 lcb 0.1733 utilityLcb -0.2500 weight 6.50 order 0 pv D4"
        );
        assert_eq!(
            info("b", Dialect::Lz, own, &[d4, Move::Pass]),
            "info move D4 visits 7 winrate 5000 prior 2500 lcb 1733 order 0 pv D4"
        );
        assert!(info("b", Dialect::Lz, own, &[Move::Pass]).ends_with("pv pass"));
    }

    #[test]
    fn what_is_asked_for_comes_after_the_values() {
        let [d4, c3] = ["D4", "C3"].map(|name| name.parse().map(Move::Play).unwrap());
        let keys = "b noResultValue true pvVisits true pvEdgeVisits true";
        let text = info(keys, Dialect::Kata, Perspective::SideToMove, &[d4, c3]);
        assert!(
            text.ends_with("noResultValue 0.1250 order 0 pv D4 C3 pvVisits 9 3 pvEdgeVisits 7 3"),
            "{text}"
        );
    }

    #[test]
    fn values_are_those_of_the_player_asked_for() {
        let d4 = "D4".parse().map(Move::Play).unwrap();
        let perspective = Perspective::Player(Color::Black);
        let text = info("w", Dialect::Kata, perspective, &[d4]);
        assert!(text.contains("utility -0.2500"), "{text}");
        assert!(text.contains("lcb 0.8267 utilityLcb 0.2500"), "{text}");
        assert!(text.contains("scoreLead 3.00"), "{text}");
    }
}
