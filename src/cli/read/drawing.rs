//! Pictures of problems and their answers.

use anyhow::bail;
use clap::Args;

use crate::board::Board;
use crate::cli::picture::PictureOptions;
use crate::draw::picture::Panel;
use crate::draw::views::{Asked, proof_tree, reading_picture};
use crate::proofcheck::format::Goal as Claimed;
use crate::tsumego::proof_file::ProofFile;
use crate::tsumego::{Goal, Question, owner_of};

/// What is drawn.
#[derive(Debug, Default, Args)]
pub(super) struct DrawingOptions {
    #[command(flatten)]
    picture: PictureOptions,
    /// Draw the first moves of the proof, too.
    #[arg(long, requires = "picture")]
    pub(super) tree: bool,
}

impl DrawingOptions {
    /// Rejects what cannot be drawn, before the work begins.
    pub(super) fn check(&self, n_problems: usize) -> anyhow::Result<()> {
        if self.picture.is_wanted() && n_problems != 1 {
            bail!("a picture shows one problem, not {n_problems}");
        }
        self.picture.check()
    }

    /// Draws an answer, if the options name a picture: the position, trees beside it, and sentences below.
    pub(super) fn draw(
        &self,
        asked: &Asked<'_>,
        title: &str,
        trees: Vec<Panel>,
        told: impl Iterator<Item = String>,
    ) -> anyhow::Result<()> {
        if !self.picture.is_wanted() {
            return Ok(());
        }
        let mut picture = reading_picture(asked, title);
        picture.panels.extend(trees);
        picture.lines.extend(told);
        self.picture.write(&picture)
    }
}

/// A tree for each claim of a proof.
pub(super) fn trees(proof: &ProofFile, board: &Board, question: Question) -> Vec<Panel> {
    let Some(owner) = owner_of(board, &question.targets) else {
        return Vec::new();
    };
    let claims = proof.claims().iter();
    let trees = claims.map(|(claim, nodes)| {
        let (goal, verb) = match claim.goal {
            Claimed::Kill => (Goal::Kill, "kills"),
            Claimed::Live => (Goal::Live, "lives"),
            Claimed::Connect | Claimed::Cut => (Goal::Live, "connects"),
        };
        let prover = goal.player(owner);
        let title = format!("{prover} {verb}");
        Panel::Graph(proof_tree(claim, nodes, prover, &title))
    });
    trees.collect()
}
