//! The blocks of a trunk.

use super::attention::{attend, feed_forward};
use super::grid::Grid;
use super::pointwise::{scale_in_place, scaled};
use super::pooling::pooled;
use super::product::{convolve, multiply};
use crate::model::{Block, GlobalPoolingBlock, NestedBottleneckBlock, OrdinaryBlock};

/// Lets the blocks add to the trunk, one after the other.
pub(super) fn run(blocks: &[Block], trunk: &mut Grid) {
    for block in blocks {
        let added = match block {
            Block::Ordinary(block) => ordinary(trunk, block),
            Block::GlobalPooling(block) => global_pooling(trunk, block),
            Block::NestedBottleneck(block) => nested_bottleneck(trunk, block),
            Block::Attention(block) => attend(trunk, block),
            Block::FeedForward(block) => feed_forward(trunk, block),
        };
        trunk.add(&added);
    }
}

fn ordinary(trunk: &Grid, block: &OrdinaryBlock) -> Grid {
    let mut inner = convolve(&scaled(trunk, &block.before), &block.first);
    scale_in_place(&mut inner, &block.middle);
    convolve(&inner, &block.last)
}

fn global_pooling(trunk: &Grid, block: &GlobalPoolingBlock) -> Grid {
    let input = scaled(trunk, &block.before);
    let mut inner = convolve(&input, &block.first);
    inner.add_to_points(&multiply(
        &pooled(&input, &block.pooling),
        &block.pooling.to_bias,
    ));
    scale_in_place(&mut inner, &block.middle);
    convolve(&inner, &block.last)
}

fn nested_bottleneck(trunk: &Grid, block: &NestedBottleneckBlock) -> Grid {
    let mut inner = convolve(&scaled(trunk, &block.before), &block.first);
    run(&block.blocks, &mut inner);
    scale_in_place(&mut inner, &block.after);
    convolve(&inner, &block.last)
}
