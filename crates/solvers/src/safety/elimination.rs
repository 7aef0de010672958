//! Benson's elimination: the largest set of blocks in which every block has two eyes in regions that only blocks of
//! the set enclose.
//!
//! The callers differ in what a region is, when it is an eye of a block, and what a block has elsewhere. The
//! elimination is the same for all of them.
//!
//! Source: Benson, "Life in the Game of Go" (1976), section 4.

/// Eyes that a block needs.
pub(crate) const ENOUGH_EYES: u16 = 2;

/// Removes regions beside a block with fewer than two eyes, and with them their eyes, until every region left lies
/// between blocks with two.
///
/// `n_eyes` holds for each block the eyes that it has elsewhere, and afterwards all its eyes: blocks with
/// [`ENOUGH_EYES`] stay. `border` lists the numbers of the blocks around a region, each with the eyes that the region
/// gives it; a block may be listed several times, and its eyes add up. The regions left come first, in their order;
/// their number is returned.
///
/// Linear in the borders for each round, and each round but the last removes a region.
pub(crate) fn eliminate<R, B>(
    regions: &mut [R],
    n_eyes: &mut [u16],
    border: impl Fn(R) -> B,
) -> usize
where
    R: Copy,
    B: Iterator<Item = (usize, u16)>,
{
    for (block, eyes) in regions.iter().copied().flat_map(&border) {
        n_eyes[block] += eyes;
    }
    let mut n_left = regions.len();
    loop {
        let n_before = n_left;
        n_left = 0;
        for region in 0..n_before {
            if border(regions[region]).all(|(block, _)| n_eyes[block] >= ENOUGH_EYES) {
                regions.swap(n_left, region);
                n_left += 1;
            } else {
                for (block, eyes) in border(regions[region]) {
                    n_eyes[block] -= eyes;
                }
            }
        }
        if n_left == n_before {
            return n_left;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Rng;

    /// A region: the blocks around it with the eyes that it gives each.
    type Border = Vec<(usize, u16)>;

    /// The eyes of a block if the blocks of a set, and no others, stay.
    fn n_eyes_in(regions: &[Border], elsewhere: &[u16], set: usize, block: usize) -> u16 {
        let is_in = |&(other, _): &(usize, u16)| set >> other & 1 != 0;
        let closed = regions.iter().filter(|region| region.iter().all(is_in));
        let given = closed.flatten().filter(|&&(other, _)| other == block);
        elsewhere[block] + given.map(|&(_, eyes)| eyes).sum::<u16>()
    }

    /// On random regions the blocks that stay are the union of all sets of blocks that have two eyes each, found by
    /// trying every set, and the regions that stay are those that only such blocks enclose.
    #[test]
    fn the_largest_set_stays() {
        let mut rng = Rng::new(3, 0);
        let (mut n_staying, mut n_eliminated) = (0, 0);
        for _ in 0..500 {
            let n_blocks = 1 + rng.index(6);
            let elsewhere: Vec<u16> = (0..n_blocks)
                .map(|_| u16::from(rng.below(6) == 0))
                .collect();
            let regions: Vec<Border> = (0..rng.index(10))
                .map(|_| {
                    let mut border = Border::new();
                    for block in 0..n_blocks {
                        if rng.below(3) == 0 {
                            border.push((block, [0, 1, 1, 2][rng.index(4)]));
                        }
                    }
                    border
                })
                .collect();
            let has_two = |set: usize| {
                let mut blocks = (0..n_blocks).filter(|block| set >> block & 1 != 0);
                blocks.all(|block| n_eyes_in(&regions, &elsewhere, set, block) >= ENOUGH_EYES)
            };
            let largest = (0..1 << n_blocks).filter(|&set| has_two(set));
            let largest = largest.fold(0, |union, set| union | set);
            let mut left: Vec<&Border> = regions.iter().collect();
            let mut n_eyes = elsewhere.clone();
            let n_left = eliminate(&mut left, &mut n_eyes, |region| region.iter().copied());
            let staying = (0..n_blocks).filter(|&block| n_eyes[block] >= ENOUGH_EYES);
            let staying = staying.fold(0, |set, block| set | 1 << block);
            assert_eq!(staying, largest, "{regions:?} {elsewhere:?}");
            let is_closed =
                |region: &&Border| region.iter().all(|&(block, _)| largest >> block & 1 != 0);
            let closed: Vec<&Border> = regions.iter().filter(is_closed).collect();
            assert_eq!(left[..n_left], closed);
            n_staying += usize::from(largest != 0);
            n_eliminated += usize::from(largest + 1 != 1 << n_blocks);
        }
        assert!(
            n_staying > 50 && n_eliminated > 50,
            "{n_staying} {n_eliminated}"
        );
    }
}
