//! Why a proof does not hold.

use std::io;

use thiserror::Error;

use super::format::{End, Side};
use super::whole::error::WholeError;

/// What is wrong, and the moves that lead there.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("after {}: {wrong}", if line.is_empty() { "no move".to_owned() } else { line.join(" ") })]
pub struct Fault {
    /// The moves from the start, the one that is wrong included.
    pub line: Vec<String>,
    /// What is wrong.
    pub wrong: Wrong,
}

/// What can be wrong in a proof.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Wrong {
    /// A move that is no point of the region, or illegal.
    #[error("{0} is not legal")]
    Illegal(String),
    /// An answer is given where it is the other side's turn.
    #[error("it is the other side's turn")]
    Turn,
    /// A reason that does not hold.
    #[error("the position is not {}", match .0 {
        End::Captured => "the end by capture: a block in question is on the board",
        End::Dead => "dead: the blocks have room for two eyes, or a way out",
        End::Alive => "alive without a move",
        End::Joined => "joined: the blocks are not one, or can be taken at once",
    })]
    End(End),
    /// A block that should live was taken.
    #[error("the block is taken")]
    Taken,
    /// A move of the refuter without an answer.
    #[error("node {node} has no answer to {reply}")]
    Missing {
        /// The node.
        node: u32,
        /// The move.
        reply: String,
    },
    /// An answer to a move that is illegal, or does not matter.
    #[error("node {node} answers {reply}, which is not a move that matters")]
    Unasked {
        /// The node.
        node: u32,
        /// The move.
        reply: String,
    },
    /// A number without a line.
    #[error("there is no node {0}")]
    NoNode(u32),
    /// Two lines for one number.
    #[error("node {0} stands there twice")]
    TwoNodes(u32),
    /// A node that is reached with different positions.
    #[error("node {0} stands for two positions")]
    TwoPositions(u32),
    /// A node below itself: the prover makes no progress.
    #[error("node {0} comes back below itself")]
    Circle(u32),
    /// A line that is too long.
    #[error("the line is too long")]
    TooLong,
    /// Walls that may be taken.
    #[error(
        "the other side can play elsewhere {n_elsewhere} times, and the walls do not stand so long"
    )]
    Walls {
        /// How often the refuter can play elsewhere.
        n_elsewhere: usize,
    },
    /// Nodes that no line reaches.
    #[error("nodes that no line reaches: {0}")]
    Unused(usize),
    /// A duty of a window that is not kept.
    #[error("a link, an eye or a territory of the window is lost")]
    Broken,
    /// A position of a window without an answer.
    #[error("no answer is left")]
    NoAnswer,
    /// Pairs in a window that do not keep its duties, or that are given for a position that came before.
    #[error("the pairs do not keep the duties of the window, or are not needed")]
    Held,
    /// Answers to nothing.
    #[error("answers that no position asks for: {0}")]
    UnusedAnswers(usize),
    /// A strategy that does not end in life.
    #[error(
        "the blocks around the region do not live there, or the other side has room for two eyes"
    )]
    NotHeld,
    /// The prover's move is not known.
    #[error("no move is known that shows the claim")]
    Unknown,
    /// The prover's moves were not found in time.
    #[error("there was no time left to find the moves")]
    OutOfTime,
}

/// What can be wrong in a step of a proof of safety.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StepError {
    /// A region that is not what stones of the owner enclose.
    #[error("the region is not on the board, or not what stones of the owner enclose")]
    Region,
    /// A region that a pair, an eye or another step needs.
    #[error("the region is used twice")]
    Twice,
    /// A step in which blocks rely on each other has a region, or more than one has not.
    #[error("one region alone, or several together")]
    Number,
    /// A region without a strategy that is no eye.
    #[error("the region has no strategy, and is not an eye")]
    NoEye,
    /// A block without two eyes.
    #[error("the block of {0} has no two eyes in the regions of the step")]
    TooFew(String),
    /// A strategy that does not hold.
    #[error("region {region}: {fault}")]
    Strategy {
        /// Its number in the step, from 1.
        region: usize,
        /// What is wrong.
        fault: Fault,
    },
}

/// What can be wrong in the windows of a proof of safety.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WindowError {
    /// Points that something else needs.
    #[error(
        "its points are not on the board, or hold walls, or serve another window, a pair, a region or a territory"
    )]
    Points,
    /// A territory that is not in the window.
    #[error("its territory is not in it")]
    Territory,
    /// A name that names no wall.
    #[error("{0} is no stone of a wall, or of one that is named already")]
    Wall(String),
    /// A link or an eye of nothing.
    #[error("an end of a link, or an eye, names no wall")]
    NoWall,
    /// More duties than are looked at.
    #[error("too many links or eyes")]
    TooMany,
    /// Two links with the same place in the order.
    #[error("two links have the place {0} in the order")]
    Order(usize),
    /// An end of a link that is not one yet.
    #[error("an end of link {0} is not what the links before it make one")]
    End(usize),
    /// Walls without two eyes.
    #[error("the walls linked with {0} have no two eyes")]
    TooFew(String),
    /// Answers that do not keep the duties.
    #[error("{0}")]
    Strategy(Fault),
}

/// What can be wrong in a bound of a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BoundError {
    /// Points of an area that something else needs.
    #[error(
        "the points of an area are not on the board, hold walls of the owner or a block without a liberty, or the \
         owner answers there"
    )]
    Points,
    /// Groups of areas that are not there, or areas in no group.
    #[error("the groups are not all areas, one after the other")]
    Groups,
    /// More positions than are looked at.
    #[error("the areas, or their sum, have too many positions")]
    TooLarge,
    /// The owner gets less.
    #[error("so many points are not shown")]
    NotReached,
}

/// Why a file was not accepted.
#[derive(Debug, Error)]
pub enum CheckError {
    /// It could not be read.
    #[error("line {line}: {error}")]
    Read {
        /// The line, counted from 1.
        line: usize,
        /// The reason.
        error: io::Error,
    },
    /// A line does not follow the format.
    #[error("line {line}: {error}")]
    Format {
        /// The line, counted from 1.
        line: usize,
        /// The reason.
        error: serde_json::Error,
    },
    /// A line that is longer than any line of a proof.
    #[error("line {0} is too long")]
    LongLine(usize),
    /// The nodes of a claim take more memory than is allowed.
    #[error("line {line}: needs more than {} MiB", .limit >> 20)]
    Memory {
        /// The line, counted from 1.
        line: usize,
        /// Bytes that are allowed.
        limit: u64,
    },
    /// The file ends too early.
    #[error("line {0} is missing")]
    Short(usize),
    /// There is more after the last claim.
    #[error("line {0}: nothing should follow the last claim")]
    Long(usize),
    /// The version is not known.
    #[error("version {0} of the format is not known")]
    Version(u32),
    /// The position or the question makes no sense.
    #[error("{0}")]
    Question(&'static str),
    /// The claims do not show the verdict.
    #[error("the claims do not show the verdict")]
    Verdict,
    /// The kind of the proof is not known.
    #[error("proofs of the kind `{0}` are not known")]
    Kind(String),
    /// A step of a proof of safety does not hold.
    #[error("step {step}: {error}")]
    Step {
        /// Its number, from 1.
        step: usize,
        /// What is wrong.
        error: StepError,
    },
    /// A window of a proof of safety does not hold.
    #[error("window {window}: {error}")]
    Window {
        /// Its number, from 1.
        window: usize,
        /// What is wrong.
        error: WindowError,
    },
    /// The windows together do not keep all walls.
    #[error("the windows: {0}")]
    Windows(WindowError),
    /// The steps do not show that everything is safe.
    #[error("{0} is not shown to be safe")]
    NotSafe(String),
    /// The pairs keep nothing safe, or not all of them.
    #[error("a pair serves no purpose, or is not a pair of empty points of its own")]
    Pairs,
    /// A bound of a score does not hold.
    #[error("the bound of {side}: {error}", side = match .side {
        Side::Black => "black",
        Side::White => "white",
    })]
    Bound {
        /// The owner of the bound.
        side: Side,
        /// What is wrong.
        error: BoundError,
    },
    /// A claim about a whole board does not hold.
    #[error("claim {claim}: {error}")]
    Whole {
        /// Its number, from 1.
        claim: usize,
        /// What is wrong.
        error: WholeError,
    },
    /// A claim does not hold.
    #[error("claim {claim}: {fault}")]
    Claim {
        /// Its number, from 1.
        claim: usize,
        /// What is wrong.
        fault: Fault,
    },
}
