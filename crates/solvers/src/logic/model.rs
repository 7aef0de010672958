//! Finite games as models of the logic: a labeled transition system with players, legality and predicates.

use thiserror::Error;

/// A kind of individual that a variable ranges over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sort {
    /// A place of the game.
    Point,
    /// The content of a point.
    Color,
    /// One of the two players.
    Player,
    /// A label of a transition.
    Move,
    /// A whole number.
    Integer,
}

impl Sort {
    /// All sorts.
    pub const ALL: [Self; 5] = [
        Self::Point,
        Self::Color,
        Self::Player,
        Self::Move,
        Self::Integer,
    ];

    /// Whether an individual of sort `other` may be used for one of this sort: a point for a move and a move for a
    /// point, and a player for a color.
    pub const fn accepts(self, other: Self) -> bool {
        matches!(
            (self, other),
            (Self::Point | Self::Move, Self::Point | Self::Move)
                | (Self::Color, Self::Color | Self::Player)
                | (Self::Player, Self::Player)
                | (Self::Integer, Self::Integer)
        )
    }

    /// The name in formulas.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Point => "point",
            Self::Color => "color",
            Self::Player => "player",
            Self::Move => "move",
            Self::Integer => "integer",
        }
    }
}

/// An individual: its sort and its number within the sort.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Individual {
    /// The sort.
    pub sort: Sort,
    /// The number; for integers the integer itself.
    pub index: i32,
}

impl Individual {
    /// The individual with a number within a sort.
    pub const fn new(sort: Sort, index: i32) -> Self {
        Self { sort, index }
    }
}

/// A state of a model, by number.
pub type StateNumber = usize;

/// Why a predicate has no truth value.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum AtomError {
    /// The model has no such predicate.
    #[error("unknown predicate {0}")]
    Unknown(String),
    /// Wrong number of arguments, or an argument of the wrong sort.
    #[error("{0} takes other arguments")]
    Arguments(String),
}

/// A finite game. The states may form a tree or a graph; players are 0 and 1.
pub trait GameModel {
    /// Number of states.
    fn n_states(&self) -> usize;

    /// Most labels of instances of predicates that a checker keeps for this model, one byte each. Others are labeled
    /// again.
    fn most_known_labels(&self) -> usize {
        32 << 20
    }

    /// The individuals of a sort that quantifiers range over.
    fn domain(&self, sort: Sort) -> Vec<Individual>;

    /// The individual with a given name.
    fn constant(&self, name: &str) -> Option<Individual>;

    /// The player to move.
    fn to_play(&self, state: StateNumber) -> usize;

    /// The possible moves of a state, legal or not, each with the state after it, in a fixed order.
    fn transitions(&self, state: StateNumber) -> &[(i32, StateNumber)];

    /// The transitions that lead to a state, as (move, state before), in a fixed order. In a tree there is at most
    /// one.
    fn parents(&self, state: StateNumber) -> &[(i32, StateNumber)];

    /// Whether a move is legal for a player.
    fn is_legal(&self, state: StateNumber, mv: i32, player: usize) -> bool;

    /// Whether a budget cut off the successors of this state.
    fn is_cut(&self, state: StateNumber) -> bool;

    /// The truth of a predicate in one state.
    ///
    /// # Errors
    /// If there is no such predicate, or its arguments are others.
    fn atom(
        &self,
        state: StateNumber,
        name: &str,
        arguments: &[Individual],
    ) -> Result<bool, AtomError>;
}
