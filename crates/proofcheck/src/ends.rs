//! The reasons at the ends of lines, and what each shows of a position.

use super::arena::{Arena, State};
use super::format::{End, Goal};
use super::life::pass_alive_among;
use super::room::Rooms;
use super::set::Set;
use super::zone::View;

/// What a walk has shown of a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NodeProof {
    /// The zone of the position.
    pub(crate) zone: Set,
    /// The points where it may matter that walls stand.
    pub(crate) ground: Set,
    /// The most moves that the refuter can make elsewhere before the claim is reached.
    pub(crate) n_elsewhere: usize,
}

impl NodeProof {
    pub(crate) const fn at(zone: Set) -> Self {
        Self {
            zone,
            ground: zone,
            n_elsewhere: 0,
        }
    }

    pub(crate) fn with_zone(self, zone: Set) -> Self {
        Self {
            zone,
            ground: self.ground | zone,
            ..self
        }
    }
}

impl Arena {
    /// If one of the blocks in question can't be taken, the points that show it. A block joined to stones outside that
    /// are taken for granted is one.
    pub(crate) fn alive(&self, state: &State) -> Option<Set> {
        let target = self.target(state);
        let safe = target & self.defender_secure;
        if !safe.is_empty() {
            return Some(self.grid.flood(safe, state.defenders));
        }
        let border = self.attacker_secure | self.defender_secure;
        let open = self.grid.flood(border, self.region - state.defenders);
        let free = self.region - open;
        // By suicide the attacker can empty the points of a region that hold its stones.
        let empty = if self.allows_suicide {
            self.region - state.defenders
        } else {
            self.empty(state)
        };
        let alive = pass_alive_among(&self.grid, state.defenders, self.region, empty, free);
        alive.stones.meets(target).then_some(alive.shown)
    }
}

/// Liberties with which a block can't be taken by one play.
const ENOUGH_LIBERTIES: usize = 2;

impl Arena {
    /// If the blocks in question are one block that can't be taken at once, the points that show it.
    fn joined(&self, state: &State) -> Option<Set> {
        let target = self.target(state);
        let first = Set::of(*self.named.first()?);
        let is_one = state.gone == 0 && self.grid.flood(first, target) == target;
        let liberties = self.spread(target) & self.empty(state);
        let needed = if self.is_prover_to_move(state) {
            0
        } else {
            ENOUGH_LIBERTIES
        };
        (is_one && liberties.len() >= needed).then(|| {
            liberties
                .points()
                .take(needed)
                .fold(target, |set, point| set | Set::of(point))
        })
    }
}

/// What a reason shows of a position; `None` if it does not hold there.
pub(crate) fn shown_by(
    arena: &Arena,
    end: End,
    state: &State,
    rooms: &mut Rooms,
) -> Option<NodeProof> {
    let closed = |zone| View::new(arena, state).closed(zone);
    match (arena.goal, end) {
        (Goal::Kill, End::Captured) => {
            let is_taken = arena.left(state).is_empty();
            is_taken.then(|| NodeProof::at(Set::EMPTY))
        }
        (Goal::Kill, End::Dead) => {
            let death = arena.death(state, rooms)?;
            Some(NodeProof {
                zone: closed(death.shown),
                ground: death.shown | death.area,
                n_elsewhere: death.n_moves,
            })
        }
        (Goal::Live, End::Alive) => Some(NodeProof::at(closed(arena.alive(state)?))),
        (Goal::Connect, End::Joined) => Some(NodeProof::at(closed(arena.joined(state)?))),
        (Goal::Kill, End::Alive | End::Joined)
        | (Goal::Live, End::Captured | End::Dead | End::Joined)
        | (Goal::Connect, End::Captured | End::Dead | End::Alive)
        | (Goal::Cut, End::Captured | End::Dead | End::Alive | End::Joined) => None,
    }
}
