//! What a board is worth at least, by static safety alone: unconditional life and the territory inside it.
//!
//! A block with two vital regions cannot be captured though its owner plays elsewhere all the time. Around a set of
//! such blocks, a region is the owner's as a whole when the other player cannot make two eyes in it. An eye would need
//! a point that touches no safe stone, and two eyes would need two such points that are not neighbors.
//!
//! Sources: Benson, "Life in the Game of Go", Information Sciences 10 (1976); van der Werf et al., "Solving Go on
//! Small Boards" (2003), section 3 (unconditional territory).

use super::shape::{Bits, Shape, lowest};
use crate::safety::elimination::{ENOUGH_EYES, eliminate};

/// Most blocks or regions that a board of 30 points can have.
const MAX_PARTS: usize = 32;

/// The stones of `own` that cannot be captured even if their owner passes or plays inside their eyes, suicide being
/// illegal.
///
/// Stricter than Benson's condition: a region is vital to a block only when every point of it, not only the empty
/// ones, touches the block. Then the region stays vital whatever is played and captured in it; by Benson's condition
/// the owner of `OO.XX.OO` would be alive, and yet could not take the four stones off without losing an eye.
fn unconditionally_alive(shape: &Shape, own: Bits) -> Bits {
    let mut regions = [0; MAX_PARTS];
    let mut n_regions = 0;
    let mut n_touched = 0;
    let near = shape.neighbors(own);
    for region in shape.components(shape.full() & !own) {
        regions[n_regions] = region;
        n_regions += 1;
        n_touched += u32::from(region & !near == 0);
    }
    // Most sets of stones end here.
    if n_touched < 2 {
        return 0;
    }
    // Each block with its liberties.
    let mut blocks = [(0, 0); MAX_PARTS];
    let mut n_blocks = 0;
    for block in shape.components(own) {
        blocks[n_blocks] = (block, shape.neighbors(block));
        n_blocks += 1;
    }
    let blocks = &blocks[..n_blocks];
    let mut n_eyes = [0; MAX_PARTS];
    eliminate(&mut regions[..n_regions], &mut n_eyes, |region| {
        let around = blocks.iter().enumerate();
        let around = around.filter(move |(_, (_, liberties))| region & liberties != 0);
        around.map(move |(block, (_, liberties))| (block, u16::from(region & !liberties == 0)))
    });
    let alive = blocks.iter().zip(n_eyes);
    let alive = alive.filter(|&(_, n_eyes)| n_eyes >= ENOUGH_EYES);
    alive.fold(0, |alive, (&(block, _), _)| alive | block)
}

/// Points that count for the owner of `own` under area scoring whatever the other player does: unconditionally alive
/// stones and the regions between them in which the other player cannot make two eyes.
///
/// The owner may have to move to take dead stones off such a region, so the bound speaks of play that goes on: it
/// does not hold when the other player may end the game at once.
pub fn secure_area(shape: &Shape, own: Bits) -> Bits {
    let alive = unconditionally_alive(shape, own);
    if alive == 0 {
        return 0;
    }
    let near = shape.neighbors(alive);
    let mut area = alive;
    for region in shape.components(shape.full() & !alive) {
        if !has_room_for_two_eyes(shape, region & !near) {
            area |= region;
        }
    }
    area
}

/// Whether two of the points are not neighbors.
fn has_room_for_two_eyes(shape: &Shape, points: Bits) -> bool {
    match points.count_ones() {
        0 | 1 => false,
        2 => shape.neighbors(lowest(points)) & points == 0,
        _ => true,
    }
}
