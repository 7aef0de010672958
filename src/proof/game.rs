//! What a game has to tell a [solver](super::solver): positions that are values, moves, and zones.

use super::numbers::Numbers;

/// Whether a position is settled, and how hard it looks if not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evaluation<Z> {
    /// The prover succeeds, and this part of the position shows it.
    Proved(Z),
    /// The prover fails, and this part of the position shows it.
    Disproved(Z),
    /// Neither; how hard both look.
    Open(Numbers),
}

/// A position after a move.
#[derive(Clone, Copy, Debug)]
pub struct Successor<M, P> {
    /// The move.
    pub mv: M,
    /// Where it leads.
    pub position: P,
    /// How much harder than a move without cost it is taken to be.
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

    /// Key of the same position in the claim number `n`, from zero, that implies this one: what is proved there is proved here, in
    /// the same zone. Such claims share the table.
    fn stronger_key(&self, position: &Self::Position, n: usize) -> Option<u64>;

    /// Key of the position in the claim number `n`, from zero, that this one implies: what fails there fails here, in the
    /// same zone, by the same moves. Such claims share the table.
    fn easier_key(&self, _position: &Self::Position, _n: usize) -> Option<u64> {
        None
    }

    /// What each open move but the hardest adds to the number by which a node is lost.
    fn weight_of_open_moves(&self) -> u32;

    /// Whether it is the prover's turn.
    fn is_prover_to_move(&self, position: &Self::Position) -> bool;

    /// What can be told without search.
    fn evaluate(&self, position: &Self::Position) -> Evaluation<Self::Zone>;

    /// All moves of a position that is not settled: first to do nothing, then the others, best first.
    fn expand(
        &self,
        position: &Self::Position,
        successors: &mut Vec<Successor<Self::Move, Self::Position>>,
    );

    /// The position after a move as [`Self::expand`] gives it; `None` if the move is illegal.
    fn after(&self, position: &Self::Position, mv: Self::Move) -> Option<Self::Position>;

    /// The zone of a position in which the player to move makes a move to a position that he wins with a known zone.
    fn zone_of_move(
        &self,
        position: &Self::Position,
        mv: Self::Move,
        after: &Self::Zone,
    ) -> Self::Zone;

    /// The zone of a position in which the player to move loses with the moves given, with the zones after them, and
    /// with all others that do not [matter](Self::matters) in the result.
    fn zone_of_lost(
        &self,
        position: &Self::Position,
        lost: &[(Self::Move, Self::Zone)],
    ) -> Self::Zone;

    /// Whether a move changes nothing but whose turn it is. If the mover loses with such a move, he loses for the same
    /// reason with every move outside its zone, so that only those inside have to be looked at. If his passing just
    /// ends the game, all moves in the zones of the answers matter too.
    fn is_null(&self, mv: Self::Move, after: &Self::Position) -> bool;

    /// A small number of a move, less than [`N_SLOTS`]: moves with the same number are taken for alike when it is learned which moves
    /// win.
    fn slot(&self, mv: Self::Move) -> usize;

    /// Whether a move is inside a zone.
    fn matters(&self, mv: Self::Move, zone: &Self::Zone) -> bool;

    /// The zone of a result that is not looked into: a repetition, or a path that is too long.
    fn whole(&self) -> Self::Zone;
}

/// Kinds of moves told apart by what is learned during a search.
pub const N_SLOTS: usize = 257;
