//! Blocks that get no two eyes whichever side moves first, because walls enclose them.
//!
//! *Walls* are stones of the attacker that can't be taken: those connected to a secure point. Let *A* be all points
//! that the blocks in question reach without crossing walls. Suppose that no point of *A* is secure for the defender.
//! Then no stone of the defender in *A* gets out. A point of *A* that is secure for the attacker or beside a wall is
//! *open to the attacker*: a stone there is legal at any time, and can't be taken. The rest of *A* but for the blocks
//! in question is the *room*.
//!
//! 1. The room is empty, one point, or two neighbors. The attacker plays on points that are open to him, wherever one
//!    is empty, until none is left. Then every stone of the defender in *A* has its liberties in the room. With one
//!    liberty it is taken. If both points of the room are empty, the attacker plays on one; if that stone is taken, he
//!    plays there again, and takes the blocks, which now have this one liberty.
//! 2. The room lies inside a single block, which with the edge of the board encloses it, and only stones of the
//!    attacker stand there. Then the attacker takes the block if he wins the game of the [room](super::room).
//!
//! The defender can move elsewhere at most once for each move of the attacker that answers such a move. Let the blocks
//! in question be one block, and call a point *sealed* if it can be reached from the block only through stones of the
//! attacker that can't be taken. The attacker plays on points that are open to him and not sealed, on each at most
//! once.
//!
//! - Where a play takes other stones of the defender, all points beside these hold stones of the attacker. If none of
//!   these stands in the room, they can't be taken: the points that became empty are sealed, and stay so. So at most
//!   as many plays are needed as points that are open to him are empty at the beginning. In case 2 no stone in the room
//!   is beside other stones of the defender. In case 1 this holds if no stone of the attacker stands in the room at the
//!   beginning. Else points with other stones of the defender count as well.
//! - Then all that is left are plays in the room. In case 1 they are at most as many as the room has points: where the
//!   defender takes a stone of his there, the block has one liberty left, where he takes it, or after a pass if a ko
//!   forbids that; the pass answers the move that began the ko. Case 2: see [room](super::room).
//!
//! Several blocks may be taken one after the other, and their points filled again: there all points of *A* count, and
//! some moves more.
//!
//! In another position with the same walls, the same blocks and the same stones on the points that are not open to the
//! attacker, *A* and the room are no larger. These are the points that show the death.

use super::arena::{Arena, State};
use super::room::{LARGEST_ROOM, Room, Rooms, solve};
use super::set::Set;

/// Moves beside those that fill all points, where several blocks are dead.
const MORE_FOR_SEVERAL: usize = 6;

/// A death.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Death {
    /// The points that show it.
    pub(crate) shown: Set,
    /// All that the blocks reach: the walls around have to stand.
    pub(crate) area: Set,
    /// The most moves that the attacker needs.
    pub(crate) n_moves: usize,
}

impl Arena {
    /// The death of all blocks in question, if they are dead for these reasons.
    pub(crate) fn death(&self, state: &State, rooms: &mut Rooms) -> Option<Death> {
        let grid = &self.grid;
        let target = self.target(state);
        let walls = grid.flood(self.attacker_secure, state.attackers);
        let area = grid.flood(target, self.region - walls);
        if target.is_empty() || area.meets(self.defender_secure) {
            return None;
        }
        let inner = area - self.attacker_secure - self.spread(walls);
        let room = inner - target;
        let is_small = match room.len() {
            0 | 1 => true,
            2 => room
                .first()
                .is_some_and(|first| room.is_within(grid.spread(Set::of(first)))),
            _ => false,
        };
        let n_in_room = if is_small {
            room.len()
        } else {
            self.moves_in_room(state, target, room, rooms)?
        };
        let (open, empty) = (area - inner, self.empty(state));
        let n_moves = match grid.parts(target, target).len() {
            1 if is_small && room.meets(state.attackers) => n_in_room + (open - target).len(),
            1 => n_in_room + (open & empty).len(),
            _ => MORE_FOR_SEVERAL + area.len(),
        };
        let around = grid.flood(self.spread(area) & walls, walls);
        Some(Death {
            shown: around | inner | target,
            area,
            n_moves,
        })
    }

    /// The moves that the attacker needs in a room that a single block encloses.
    fn moves_in_room(
        &self,
        state: &State,
        target: Set,
        room: Set,
        rooms: &mut Rooms,
    ) -> Option<usize> {
        let grid = &self.grid;
        let first = room.first()?;
        let is_enclosed = room.len() <= LARGEST_ROOM
            && grid.flood(Set::of(first), room) == room
            && !room.meets(state.defenders | self.rim)
            && (grid.spread(room) - room).is_within(target)
            && target
                .first()
                .map(|stone| grid.flood(Set::of(stone), target))
                == Some(target);
        if !is_enclosed {
            return None;
        }
        let points: Vec<usize> = room.points().collect();
        let mask = |set: Set| {
            let numbered = points.iter().enumerate();
            let inside = numbered.filter(|(_, point)| set.has(**point));
            inside.fold(0u8, |mask, (n, _)| mask | 1 << n)
        };
        let near = |point: &usize| mask(grid.spread(Set::of(*point)) - Set::of(*point));
        let key = Room {
            neighbors: points.iter().map(near).collect(),
            touching: mask(grid.spread(target)),
            allows_suicide: self.allows_suicide,
        };
        let attackers = mask(state.attackers);
        let kept = match rooms.get(&key) {
            Some(kept) => kept,
            None => {
                let kept = solve(&key);
                rooms.entry(key).or_insert(kept)
            }
        };
        *kept.get(usize::from(attackers))?
    }
}
