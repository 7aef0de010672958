//! What can be known about blocks and cores: the answers of a state.

use crate::rules::RuleId;
use tedomari_board::{Color, Point, PointSet};
use tedomari_solvers::tactics::ko::Success;

/// What a short fight makes of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It is taken though its owner moves first.
    Lost {
        /// Whether that is proved; else no move of the owner was found that saves it.
        is_proved: bool,
    },
    /// It is taken if the other side moves first.
    InDanger {
        /// How well the other side takes it.
        success: Success,
        /// The move that takes it.
        attack: Option<Point>,
        /// The owner's move that prevents it, if one was found.
        rescue: Option<Point>,
    },
    /// It is not taken by a short fight.
    Steady,
}

/// What is known about the connection of two blocks of one color.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Link {
    /// The other side can't cut them by moving first, as far as a short search shows.
    Joined,
    /// The side that moves first decides.
    Open {
        /// The owner's move that joins them, if one was found.
        join: Option<Point>,
        /// The other side's move that cuts them, if one was found.
        cut: Option<Point>,
    },
    /// The owner can't join them by moving first, as far as a short search shows.
    Apart,
}

/// Where eyes are known from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EyeSource {
    /// A rule that recognizes eyes.
    Rule(RuleId),
    /// A small space, played out.
    Search,
}

/// Points that are, or may become, one or two eyes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EyeSpace {
    /// Points inside.
    pub center: PointSet,
    /// The points that the count rests on: those inside, and where stones around can be cut off.
    pub reach: PointSet,
    /// Points around it that are stones of the owner, or would have to be.
    pub border: PointSet,
    /// Eyes if the other side moves first.
    pub least: u8,
    /// Eyes if the owner moves first.
    pub most: u8,
    /// The vital points, if they are known: the other side's, and the owner's.
    pub vital: Option<(Point, Point)>,
    /// How it is known.
    pub source: EyeSource,
}

/// A number of disjoint eyes, up to two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EyeCount {
    /// If the other side moves first.
    pub least: u8,
    /// If the owner moves first.
    pub most: u8,
}

/// The room of a core in quarters of a point, and the moves that change it most.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Aura {
    /// As the position stands.
    pub room: u16,
    /// After the other side's best move and the owner's best answer.
    pub least: u16,
    /// After the owner's best move.
    pub most: u16,
    /// Moves of the other side that take the most room, the best one first.
    pub reducing: Vec<Point>,
    /// Moves of the owner that win the most room, the best one first.
    pub extending: Vec<Point>,
}

/// Blocks of one color that can't be kept apart, with what they live on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Core {
    /// The owner.
    pub color: Color,
    /// The names of the blocks, the one in question first.
    pub blocks: Vec<Point>,
    /// All their stones.
    pub stones: PointSet,
    /// Small spaces, which may overlap where stones can be cut off, and eyes of rules.
    pub eyes: Vec<EyeSpace>,
    /// The room elsewhere.
    pub aura: Aura,
    /// How many disjoint eyes there are, up to two.
    pub n_eyes: EyeCount,
}
