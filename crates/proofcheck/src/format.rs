//! The lines of a proof file. `docs/proofs.md` explains them.

use serde::{Deserialize, Serialize};

/// The version of the format that this program writes and checks.
pub const VERSION: u32 = 1;

/// The first line: the position and the claimed verdict.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The version of the format.
    pub version: u32,
    /// Columns of the board.
    pub width: usize,
    /// Rows of the board.
    pub height: usize,
    /// Points with black stones.
    pub black: Vec<String>,
    /// Points with white stones.
    pub white: Vec<String>,
    /// The side that moves first.
    pub to_move: Side,
    /// Where a ko forbids this side to play, if it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ko: Option<String>,
    /// Whether the rules allow suicide of several stones; without it suicide is forbidden.
    #[serde(default, skip_serializing_if = "is_forbidden")]
    pub suicide: bool,
    /// One stone of each block in question.
    pub blocks: Vec<String>,
    /// One stone of each block that counts, for a claim of its own side, as if it had a liberty that is never filled.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub given: Vec<String>,
    /// How often the other side takes back a ko at once at most; without bound if missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub threats: Option<u8>,
    /// The goal in question.
    pub goal: Goal,
    /// The claimed answer.
    pub verdict: Verdict,
    /// How many claims follow; together they show the verdict.
    pub claims: usize,
}

/// Whether suicide is left out of a header.
const fn is_forbidden(suicide: &bool) -> bool {
    !*suicide
}

/// A color.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// Black.
    Black,
    /// White.
    White,
}

/// The goal of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Goal {
    /// All blocks in question are taken.
    Kill,
    /// One of them is never taken.
    Live,
    /// Two blocks become one.
    Connect,
    /// They never do. A question only: no claim shows it.
    Cut,
}

impl Goal {
    pub(crate) const fn opposite(self) -> Self {
        match self {
            Self::Kill => Self::Live,
            Self::Live => Self::Kill,
            Self::Connect => Self::Cut,
            Self::Cut => Self::Connect,
        }
    }
}

/// The claimed answer to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The goal is reached, though the other side takes back every ko at once.
    Achieved,
    /// The other side's goal is reached so.
    Refuted,
    /// The goal is reached if no ko is taken back at once, and the other side reaches its own with two retakes.
    KoTheOtherNeedsThreats,
    /// The goal is reached if its side takes back every ko, and the other side reaches its own if none is taken back.
    KoNeedsThreats,
}

/// The side that may take back kos at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Retakes {
    /// The side that the claim is against.
    Refuter,
    /// Neither side.
    Nobody,
    /// The side that makes the claim.
    Prover,
}

/// The first line of a claim. The lines of its nodes follow.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClaimLine {
    /// What the prover reaches.
    pub goal: Goal,
    /// The side that may take back kos at once.
    pub retakes: Retakes,
    /// How often; without a bound if missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u8>,
    /// The points in play.
    pub region: Vec<String>,
    /// In a kill: a stone with so many empty points of the outside beside it counts as part of a wall.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outside: Option<usize>,
    /// What the prover does at first, or the first node if the other side moves first.
    pub start: Start,
    /// How many lines of nodes follow.
    pub nodes: usize,
}

/// A position in which the refuter moves, with the answers of the prover.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NodeLine {
    /// Its number.
    pub node: u32,
    /// The answer to a pass, and to every move elsewhere; none where a pass leaves the block alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pass: Option<ProverReply>,
    /// The moves that matter, each with its answer.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub replies: Vec<(String, ProverReply)>,
}

/// How a claim begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Start {
    /// The refuter moves first.
    Refuter(Next),
    /// The prover moves first.
    Prover(ProverReply),
}

/// What the prover does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum ProverReply {
    /// Nothing: the claim is reached.
    End(End),
    /// A move, or `pass`.
    Play(String, Next),
}

/// What a move of the prover leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Next {
    /// A node.
    Node(u32),
    /// The end.
    End(End),
}

/// Why a claim is reached in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum End {
    /// All blocks in question were taken.
    Captured,
    /// They get no two eyes in the space that walls enclose.
    Dead,
    /// One of them can't be taken though its owner always passes.
    Alive,
    /// Two blocks have become one, which can't be taken at once.
    Joined,
}

impl End {
    /// All reasons, in the order in which they are tried.
    pub(crate) const ALL: [Self; 4] = [Self::Captured, Self::Alive, Self::Dead, Self::Joined];
}
