//! The game that a [solver](super::solver) searches: positions that are values, moves, and zones.

use super::numbers::Numbers;

/// Whether a position is settled, and its first numbers if not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeafStatus<Z> {
    /// The prover succeeds, and this part of the position shows it.
    Proved(Z),
    /// The prover fails, and this part of the position shows it.
    Disproved(Z),
    /// Neither: the work left for both, estimated.
    Open(Numbers),
}

/// A position after a move.
#[derive(Clone, Copy, Debug)]
pub struct Successor<M, P> {
    /// The move.
    pub mv: M,
    /// Where it leads.
    pub position: P,
    /// Added to the number to win by this move, so that moves without cost come first.
    pub cost: u32,
}

/// A game between a prover and a refuter.
pub trait ProofGame {
    /// One move.
    type Move: Copy + Eq;
    /// All that matters, with the player to move.
    type Position: Copy;
    /// A part of a position.
    type Zone: Copy;

    /// Key of a position. Not zero.
    fn key(&self, position: &Self::Position) -> u64;

    /// Key of the same position in claim number `n`, from zero, of those that imply this one: a proof there is a proof
    /// here, in the same zone. Such claims share the table.
    fn stronger_key(&self, position: &Self::Position, n: usize) -> Option<u64>;

    /// Key of the same position in claim number `n`, from zero, of those that this one implies: a failure there is a
    /// failure here, in the same zone and by the same moves. Such claims share the table.
    fn easier_key(&self, _position: &Self::Position, _n: usize) -> Option<u64> {
        None
    }

    /// What each open move but the hardest adds to the work to lose a node.
    fn weight_of_open_moves(&self) -> u32;

    /// Whether it is the prover's turn.
    fn is_prover_to_move(&self, position: &Self::Position) -> bool;

    /// The value of a position as far as it is settled without search.
    fn evaluate(&self, position: &Self::Position) -> LeafStatus<Self::Zone>;

    /// All moves of a position that is not settled: doing nothing first, then the others, best first.
    fn expand(
        &self,
        position: &Self::Position,
        successors: &mut Vec<Successor<Self::Move, Self::Position>>,
    );

    /// The position after a move as [`Self::expand`] gives it; `None` if the move is illegal.
    fn after(&self, position: &Self::Position, mv: Self::Move) -> Option<Self::Position>;

    /// The zone of a position in which a move wins, from the zone `after` of the position that it leads to.
    fn zone_of_move(
        &self,
        position: &Self::Position,
        mv: Self::Move,
        after: &Self::Zone,
    ) -> Self::Zone;

    /// The zone of a position in which the player to move loses: by the moves given, each with the zone after it, and
    /// by all other moves that do not [matter](Self::matters) in the result.
    fn zone_of_lost(
        &self,
        position: &Self::Position,
        lost: &[(Self::Move, Self::Zone)],
    ) -> Self::Zone;

    /// Whether a move changes nothing but the turn. If such a move loses, every move outside its zone loses for the
    /// same reason, so that only moves inside have to be searched. This is not so for a pass that ends the game: then
    /// all moves in the zones of the answers matter too.
    fn is_null(&self, mv: Self::Move, after: &Self::Position) -> bool;

    /// The kind of a move, less than [`N_SLOTS`]. The search counts by kind which moves win.
    fn slot(&self, mv: Self::Move) -> usize;

    /// Whether a move is inside a zone.
    fn matters(&self, mv: Self::Move, zone: &Self::Zone) -> bool;

    /// The zone of a failure by repetition or by a path that is too long: everything.
    fn whole(&self) -> Self::Zone;
}

/// Kinds of moves that the search counts wins of.
pub const N_SLOTS: usize = 257;
