//! The course of a match as a picture.

use super::report::{MatchSummary, Z};
use crate::base::wilson_interval;
use crate::draw::picture::{Corner, CurvePanel, Panel, Picture};

impl MatchSummary {
    /// The share of the first engine after each game whose result is known, with its 95 % interval.
    #[must_use]
    pub fn picture(&self) -> Picture {
        let [first, second] = &self.players;
        let mut panel = CurvePanel {
            caption: format!("share of {}, with its 95 % interval", first.name),
            x_name: "game".to_owned(),
            range: (0.0, 100.0),
            unit: " %".to_owned(),
            level: Some(50.0),
            ..CurvePanel::default()
        };
        let (mut sum, mut n_settled) = (0.0, 0.0);
        for points in self.games.iter().filter_map(|game| game.points) {
            sum += points;
            n_settled += 1.0;
            let share = sum / n_settled;
            let (low, high) = wilson_interval(share, n_settled, Z);
            panel.points.push(Corner {
                x: n_settled,
                y: 100.0 * share,
            });
            panel.band.push((100.0 * low, 100.0 * high));
        }
        let score = format!("{} : {}", first.total_wins(), second.total_wins());
        Picture {
            title: format!("{} against {}: {score}", first.name, second.name),
            panels: vec![Panel::Curve(panel)],
            lines: vec![self.title.clone()],
        }
    }
}
