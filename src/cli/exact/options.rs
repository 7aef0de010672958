//! The options of `tedomari exact`.

use std::path::PathBuf;

use anyhow::bail;
use clap::{Args, ValueEnum};

use crate::cli::picture::PictureOptions;
use crate::config::Settings;
use crate::exact::proved::ValueQuestion;
use crate::exact::retrograde::MAX_RETROGRADE_POINTS;
use crate::exact::rules::{Counting, ExactRules, KoAtEnd, Territory};
use crate::exact::shape::Shape;

/// The board to solve, and the rules and limits.
#[derive(Debug, Args)]
pub(in crate::cli) struct ExactOptions {
    /// Columns and rows, such as 4x4; at most 30 points.
    pub(super) board: String,
    /// Rules of the game.
    #[arg(long, value_enum, default_value_t = RuleSet::Area)]
    pub(super) rules: RuleSet,
    /// The result of endless play.
    #[arg(long, value_enum, default_value_t = Repetition::Draw)]
    pub(super) repetition: Repetition,
    /// The regions that are territory, under Sei and Kawashima's rules.
    #[arg(long, value_enum, default_value_t = TerritoryRule::NotInSeki)]
    pub(super) territory: TerritoryRule,
    /// The effect of a ko on passes and on the end of the game.
    #[arg(long, value_enum, default_value_t = KoRule::Ignored)]
    pub(super) ko: KoRule,
    /// The method that finds the value.
    #[arg(long, value_enum, default_value_t = Method::Search)]
    pub(super) method: Method,
    /// Prove only the value: no best line, no values of the first moves.
    #[arg(long)]
    pub(super) value_only: bool,
    /// Prove only whether Black can force this many points, such as 25 or -3.
    #[arg(long, value_name = "POINTS", allow_negative_numbers = true)]
    pub(super) at_least: Option<i8>,
    /// Threads of the search by depth, which proves the hard cases under area scoring.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=64))]
    pub(super) threads: u8,
    /// Stop after this many nodes, with the bounds proved by then.
    #[arg(long, value_name = "N")]
    pub(super) nodes: Option<u64>,
    /// Memory for the table of the search, in MiB. The default is 64 for boards up to 16 points, and 1024 for larger
    /// boards, but no more than `limits.memory_mib` leaves.
    #[arg(long, value_name = "MIB")]
    pub(super) memory: Option<usize>,
    /// Keep the results of the search in this file. If the file exists, continue from it.
    #[arg(long, value_name = "FILE")]
    pub(super) table: Option<PathBuf>,
    /// Write strategies that show the value, or the bounds proved, to a file for `tedomari check`. The limit of nodes
    /// counts for them once more.
    #[arg(long, value_name = "FILE")]
    pub(super) proof: Option<PathBuf>,
    /// Print one JSON object.
    #[arg(long)]
    pub(super) json: bool,
    #[command(flatten)]
    pub(super) picture: PictureOptions,
}

/// A family of rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum RuleSet {
    /// Area scoring, simple ko.
    Area,
    /// Territory and prisoners.
    SeiKawashima,
}

/// The result of endless play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Repetition {
    /// A draw; under Sei and Kawashima's rules the prisoners decide.
    Draw,
    /// A loss for Black.
    Loses,
    /// A win for Black.
    Wins,
    /// A win for the player who captures more stones in the cycle, or a draw; at most 16 points.
    Captures,
    /// No arrangement of stones may occur again; at most 9 points.
    Superko,
    /// No arrangement of stones may occur again with the same player to move; at most 9 points.
    SituationalSuperko,
}

/// The regions that are territory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum TerritoryRule {
    /// All regions that touch one color only.
    All,
    /// Those whose blocks do not touch dame.
    NotInSeki,
    /// Those of `not-in-seki`, without regions that are linked to excluded ones.
    NotInLinkedSeki,
}

/// The effect of a ko on passes and on the end of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum KoRule {
    /// A ko may be retaken at once.
    NoBan,
    /// A pass ends the ban on retaking; two passes end the game.
    Ignored,
    /// A pass does not count while a ko may not be retaken.
    BannedPassDoesNotCount,
    /// The game goes on while a ko can be taken.
    OpenKoContinues,
}

/// The method that finds the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Method {
    /// Proofs from the empty board, up to 30 points.
    Search,
    /// All states of the board at once, up to 16 points.
    Retrograde,
}

impl ExactOptions {
    pub(super) fn exact_rules(&self) -> ExactRules {
        let counting = match (self.rules, self.territory) {
            (RuleSet::Area, _) => Counting::Area,
            (RuleSet::SeiKawashima, TerritoryRule::All) => Counting::Prisoners(Territory::All),
            (RuleSet::SeiKawashima, TerritoryRule::NotInSeki) => {
                Counting::Prisoners(Territory::NotInSeki)
            }
            (RuleSet::SeiKawashima, TerritoryRule::NotInLinkedSeki) => {
                Counting::Prisoners(Territory::NotInLinkedSeki)
            }
        };
        let ko = match self.ko {
            KoRule::NoBan => KoAtEnd::NoBan,
            KoRule::Ignored => KoAtEnd::Ignored,
            KoRule::BannedPassDoesNotCount => KoAtEnd::BannedPassDoesNotCount,
            KoRule::OpenKoContinues => KoAtEnd::OpenKoContinues,
        };
        ExactRules { counting, ko }
    }

    /// Checks that the given options apply to the method.
    pub(super) fn check_method(&self) -> anyhow::Result<()> {
        let is_superko = matches!(
            self.repetition,
            Repetition::Superko | Repetition::SituationalSuperko
        );
        let only_draws = self.repetition != Repetition::Captures && !is_superko;
        let searches = only_draws && self.method == Method::Search;
        let given = [
            ("--nodes", self.nodes.is_some(), searches || is_superko),
            ("--at-least", self.at_least.is_some(), searches),
            ("--threads", self.threads > 1, searches),
        ];
        for (option, is_given, is_known) in given {
            if is_given && !is_known {
                let method = match self.method {
                    Method::Retrograde => "`--method retrograde`",
                    Method::Search => "this rule of repetition",
                };
                bail!("{method} does not know `{option}`");
            }
        }
        Ok(())
    }

    /// Memory for the table, in MiB: that of the option, else what the limit of all memory allows.
    pub(super) fn memory(&self, shape: &Shape, settings: &Settings) -> usize {
        let is_small = shape.n_points() <= MAX_RETROGRADE_POINTS;
        let usual = if is_small { 64 } else { 1024 };
        self.memory.unwrap_or_else(|| settings.solver_mib(usual))
    }

    /// The question about endless play, for the kinds of repetition that the search supports.
    pub(super) fn question(&self) -> ValueQuestion {
        match self.repetition {
            Repetition::Loses => ValueQuestion::Lower,
            Repetition::Wins => ValueQuestion::Upper,
            Repetition::Draw
            | Repetition::Captures
            | Repetition::Superko
            | Repetition::SituationalSuperko => ValueQuestion::WithDraw,
        }
    }
}
