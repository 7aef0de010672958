//! Writes proofs of bounds of a score down, in the format that [`crate::proofcheck::bounds`] reads.
//!
//! Each side keeps what it can by answers, and plays as it likes on free areas beside that ([`sure_lead`]). What the
//! two sides get need not meet: then the score is proved to lie between.

use std::io::{self, Write};

use super::score_file::{NoScoreProof, written_counting};
use crate::base::Budget;
use crate::board::{Board, Color, Game, PerColor, PointSet, Scoring};
use crate::proofcheck::bounds::format::{BoundsHeader, HoldingLine, KIND, VERSION};
use crate::region::{WrittenBoard, WrittenKept, sure_lead, written_ko, written_side};

/// Positions of the sum of free areas that are searched for one bound.
const SUM_NODES: u64 = 200_000;

/// A proof of bounds as lines.
#[derive(Clone, Debug)]
pub struct BoundsFile {
    header: BoundsHeader,
    /// What Black holds, and what White does.
    holdings: Vec<(HoldingLine, WrittenKept)>,
}

impl BoundsFile {
    /// The proof of by how many points Black is ahead at least and at most, when `to_move` moves first, komi and the
    /// prisoners so far left out.
    ///
    /// # Errors
    /// If suicide is allowed, what a side keeps can't be written, or the budget ends.
    pub fn new(game: &Game, to_move: Color, budget: &mut Budget) -> Result<Self, NoScoreProof> {
        let board = game.board();
        if board.allows_suicide() {
            return Err(NoScoreProof::Suicide);
        }
        let scoring = game.rules().scoring;
        let mut written = |color| {
            let kept = WrittenKept::new(board, color, scoring, budget);
            kept.map_err(|error| NoScoreProof::Safety(color, error))
        };
        let written = [written(Color::Black)?, written(Color::White)?];
        let kept = PerColor::from_fn(|color| written[color.index()].kept.clone());
        let leads = PerColor::from_fn(|color| {
            let mut nodes = budget.renewed(SUM_NODES);
            sure_lead(board, color, &kept, scoring, to_move, &mut nodes)
        });
        budget.check()?;
        let bounds = (leads[Color::Black].points, -leads[Color::White].points);
        let names = |area: &PointSet| area.iter().map(|point| point.to_string()).collect();
        let holding = |(color, kept): (Color, WrittenKept)| {
            let lead = &leads[color];
            let line = HoldingLine {
                pairs: kept.pairs.clone(),
                steps: kept.n_steps(),
                walls: kept.walls.clone(),
                windows: kept.n_windows(),
                areas: lead.areas.iter().map(names).collect(),
                groups: lead.groups.clone(),
            };
            (line, kept)
        };
        let written = Color::BOTH.into_iter().zip(written);
        Ok(Self {
            header: header(board, scoring, to_move, bounds),
            holdings: written.map(holding).collect(),
        })
    }

    /// Whether neither side keeps anything, so that all points are between the bounds.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let mut kept = self.holdings.iter().map(|(_, written)| &written.kept);
        kept.all(|kept| kept.stones.is_empty())
    }

    /// The position and the bounds.
    #[must_use]
    pub const fn header(&self) -> &BoundsHeader {
        &self.header
    }

    /// Writes the lines.
    ///
    /// # Errors
    /// If writing fails.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{}", serde_json::to_string(&self.header)?)?;
        for (line, kept) in &self.holdings {
            writeln!(out, "{}", serde_json::to_string(line)?)?;
            kept.write_steps(out)?;
        }
        Ok(())
    }
}

/// The first line.
fn header(
    board: &Board,
    scoring: Scoring,
    to_move: Color,
    (least, most): (i32, i32),
) -> BoundsHeader {
    let written = WrittenBoard::new(board);
    BoundsHeader {
        proof: KIND.to_owned(),
        version: VERSION,
        width: written.width,
        height: written.height,
        black: written.black,
        white: written.white,
        counting: written_counting(scoring),
        to_move: written_side(to_move),
        ko: written_ko(board, to_move),
        least,
        most,
    }
}
