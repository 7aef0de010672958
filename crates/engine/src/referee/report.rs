//! The referee's answer for a reader: the board with its dead stones marked, a line for each block, the score.

use std::fmt;

use serde::Serialize;

use super::basis::BasisKind;
use super::finish::{Count, Unfinished};
use super::score::Judgement;
use super::status::Status;
use crate::base::counted;
use crate::board::{Color, Game, PerColor, Scoring};

/// The judgement on one block in words.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BlockLine {
    /// A point of the block, the first in point order.
    pub point: String,
    /// `black` or `white`.
    pub color: String,
    /// Number of stones.
    pub n_stones: usize,
    /// `alive`, `dead` or `seki`.
    pub status: String,
    /// Why.
    pub reason: String,
    /// Whether the status is proved.
    pub is_proof: bool,
    /// Liberties shared with opponents in a seki.
    pub shared_liberties: Vec<String>,
}

/// How many blocks a kind of work decides.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BasisCount {
    /// The kind of work.
    pub basis: String,
    /// Number of blocks that it decides.
    pub blocks: usize,
    /// Their share of all blocks, from 0 to 1.
    pub share: f64,
    /// Number of stones in these blocks.
    pub stones: usize,
}

/// The output of `tedomari score` about a game; `Display` is the text for people, `Serialize` the one for programs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct JudgementReport {
    /// The rules and komi.
    pub rules: String,
    /// The score, such as `B+3.5`.
    pub score: String,
    /// Points by which Black is ahead.
    pub black_lead: f64,
    /// Why the game looks unfinished, if it does: the score then is that of the board as it stands.
    pub unfinished: Option<String>,
    /// What Black has.
    pub black: Count,
    /// What White has.
    pub white: Count,
    /// Points that White gets for the handicap stones under these rules.
    pub handicap_points: usize,
    /// Points that White gets beside.
    pub komi: f64,
    /// Every block in point order of their first stones.
    pub blocks: Vec<BlockLine>,
    /// What the judgements on the blocks rest on, the surest kind first; kinds that decide nothing are left out.
    pub bases: Vec<BasisCount>,
    /// Names of the dead stones in point order.
    pub dead: Vec<String>,
    /// Points that Black surrounds.
    pub black_territory: Vec<String>,
    /// Points that White surrounds.
    pub white_territory: Vec<String>,
    /// Empty points that neither color surrounds.
    pub dame: Vec<String>,
    /// The board with brackets around the dead stones.
    #[serde(skip)]
    picture: String,
    #[serde(skip)]
    scoring: Scoring,
}

impl JudgementReport {
    /// Puts a judgement on a game into words.
    #[must_use]
    pub fn new(game: &Game, judgement: &Judgement) -> Self {
        let names = |points: &crate::board::PointSet| {
            points.iter().map(|point| point.to_string()).collect()
        };
        let lines = judgement.blocks.iter().map(|block| BlockLine {
            point: block.head.to_string(),
            color: block.color.to_string(),
            n_stones: block.stones.len(),
            status: block.status.to_string(),
            reason: block.basis.to_string(),
            is_proof: block.basis.is_proof(),
            shared_liberties: names(&block.shared),
        });
        let PerColor([black, white]) = Count::of(game, judgement);
        Self {
            rules: game.rules().to_string(),
            score: judgement.score.to_string(),
            black_lead: judgement.score.points(),
            unfinished: Unfinished::of(judgement).map(|reason| reason.to_string()),
            black,
            white,
            handicap_points: game.rules().handicap_points(game.n_handicap()),
            komi: game.rules().komi.points(),
            blocks: lines.collect(),
            bases: bases(judgement),
            dead: names(&judgement.stones(Status::Dead)),
            black_territory: names(&judgement.territory[Color::Black]),
            white_territory: names(&judgement.territory[Color::White]),
            dame: names(&judgement.dame),
            picture: game
                .board()
                .to_picture(|point| judgement.dead.contains(point)),
            scoring: game.rules().scoring,
        }
    }

    /// What each side has and how the score comes about, in lines.
    #[must_use]
    pub fn sums(&self) -> Vec<String> {
        let mut lines = vec![
            self.rules.clone(),
            format!("black: {}", self.black.text(self.scoring)),
            format!(
                "white: {}{}",
                self.white.text(self.scoring),
                self.compensation()
            ),
        ];
        if !self.bases.is_empty() {
            let bases: Vec<String> = self.bases.iter().map(ToString::to_string).collect();
            lines.push(format!("blocks decided by {}", bases.join(", by ")));
        }
        if self.handicap_points > 0 {
            let points = counted(self.handicap_points, "point");
            lines.push(format!("white gets {points} for the handicap stones"));
        }
        if let Some(reason) = &self.unfinished {
            lines.push(format!("the game looks unfinished: {reason}"));
        }
        lines
    }

    /// What komi and handicap add to White's sum, as the rest of a line; empty if they add nothing.
    fn compensation(&self) -> String {
        let count = |n: usize| f64::from(u32::try_from(n).unwrap_or(u32::MAX));
        let total = count(self.white.total) + self.komi + count(self.handicap_points);
        match (self.komi == 0.0, self.handicap_points) {
            (true, 0) => String::new(),
            (false, 0) => format!(", with komi {}: {total}", self.komi),
            (true, _) => format!(", with the handicap: {total}"),
            (false, _) => format!(", with komi {} and the handicap: {total}", self.komi),
        }
    }

    /// The same with another picture of the board, such as one in colors.
    #[must_use]
    pub fn with_picture(mut self, picture: String) -> Self {
        self.picture = picture;
        self
    }
}

/// How many blocks each kind of work decides.
fn bases(judgement: &Judgement) -> Vec<BasisCount> {
    let n_blocks = u32::try_from(judgement.blocks.len()).unwrap_or(u32::MAX);
    let counts = BasisKind::ALL.into_iter().map(|kind| {
        let of_kind = || {
            let blocks = judgement.blocks.iter();
            blocks.filter(move |block| block.basis.kind() == kind)
        };
        let blocks = of_kind().count();
        let part = u32::try_from(blocks).unwrap_or(u32::MAX);
        BasisCount {
            basis: kind.name().to_owned(),
            blocks,
            share: f64::from(part) / f64::from(n_blocks.max(1)),
            stones: of_kind().map(|block| block.stones.len()).sum(),
        }
    });
    counts.filter(|count| count.blocks > 0).collect()
}

impl fmt::Display for BasisCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = 100.0 * self.share;
        write!(f, "{} {} ({percent:.0} %)", self.basis, self.blocks)
    }
}

impl fmt::Display for BlockLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            point,
            color,
            n_stones,
            status,
            reason,
            shared_liberties,
            ..
        } = self;
        let stones = counted(*n_stones, "stone");
        write!(f, "{point} {color}, {stones}: {status} ({reason}")?;
        if !shared_liberties.is_empty() {
            write!(f, ", shared liberties {}", shared_liberties.join(" "))?;
        }
        f.write_str(")")
    }
}

impl fmt::Display for JudgementReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}\n", self.picture)?;
        for block in &self.blocks {
            writeln!(f, "{block}")?;
        }
        writeln!(f)?;
        for line in self.sums() {
            writeln!(f, "{line}")?;
        }
        write!(f, "{}", self.score)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Point, Rules, Size};
    use crate::referee::score::tests::judge_freely;

    #[test]
    fn a_report_names_every_block_and_the_score() {
        let mut game = Game::new(Size::square(5), Rules::default());
        for name in ["C3", "A1"] {
            let point: Point = name.parse().unwrap();
            game.play(game.to_move(), crate::board::Move::Play(point))
                .unwrap();
        }
        let report = JudgementReport::new(&game, &judge_freely(&game, |_, _| 1.0));
        assert_eq!(report.dead, ["A1"]);
        assert_eq!(report.score, "B+17.5");
        let text = report.to_string();
        assert!(
            text.contains("A1 white, 1 stone: dead (judged by ownership 1.00, confidence "),
            "{text}"
        );
        assert!(text.contains("(O)") && text.ends_with("B+17.5"), "{text}");
        assert!(
            text.contains("white: 0 stones + 0 territory = 0, with komi 7.5: 7.5\n"),
            "{text}"
        );
        assert!(
            serde_json::to_string(&report)
                .unwrap()
                .contains("\"score\":\"B+17.5\"")
        );
        let without = Rules {
            komi: crate::board::Komi::default(),
            ..Rules::default()
        };
        game.set_rules(without);
        let report = JudgementReport::new(&game, &judge_freely(&game, |_, _| 1.0));
        assert!(
            report
                .sums()
                .contains(&"white: 0 stones + 0 territory = 0".to_owned())
        );
    }
}
