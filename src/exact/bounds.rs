//! What a board is worth at least, by static safety alone: unconditional life and the territory inside it.
//!
//! A block with two vital regions cannot be captured though its owner plays elsewhere all the time. Around a set of such blocks, a
//! region is the owner's as a whole when the other player cannot make two eyes in it. An eye would need a point
//! that touches no safe stone, and two eyes would need two such points that are not neighbors.
//!
//! Sources: Benson, "Life in the Game of Go", Information Sciences 10 (1976); van der Werf et al., "Solving Go on
//! Small Boards" (2003), section 3 (unconditional territory).

use super::shape::{Bits, Shape, lowest};

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
    let mut blocks = [0; MAX_PARTS];
    let mut n_blocks = 0;
    for block in shape.components(own) {
        blocks[n_blocks] = block;
        n_blocks += 1;
    }
    let mut alive = own;
    loop {
        let before = alive;
        for block in blocks[..n_blocks].iter_mut().filter(|block| **block != 0) {
            let liberties = shape.neighbors(*block);
            let is_vital = |region: &&Bits| **region != 0 && **region & !liberties == 0;
            let n_vital = regions[..n_regions].iter().filter(is_vital).take(2).count();
            if n_vital < 2 {
                alive &= !*block;
                *block = 0;
            }
        }
        if alive == before {
            return alive;
        }
        let doubtful = shape.neighbors(own & !alive);
        for region in regions[..n_regions]
            .iter_mut()
            .filter(|region| **region & doubtful != 0)
        {
            *region = 0;
        }
    }
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
