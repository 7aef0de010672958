//! What a model is, in a few numbers.

use super::blocks::{Block, Pooling};
use super::heads::{PassLayers, PolicyHead, Tip, ValueHead};
use super::layers::{Convolution, Linear, RootMeanSquare, ScaledActivation};
use super::whole::Model;

/// How many blocks of each kind there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BlockCounts {
    /// Two convolutions.
    pub ordinary: usize,
    /// With numbers about the whole board.
    pub global_pooling: usize,
    /// With blocks inside.
    pub nested_bottleneck: usize,
    /// Attention.
    pub attention: usize,
    /// The layers between those of attention.
    pub feed_forward: usize,
}

impl Model {
    /// The weights that an evaluation uses, with normalizations merged.
    #[must_use]
    pub fn n_parameters(&self) -> usize {
        let tip = match &self.trunk.tip {
            Tip::Scaled(layer) => scaled(layer),
            Tip::RootMeanSquare { norm, bias, .. } => root_mean_square(norm) + bias.len(),
        };
        convolution(&self.trunk.convolution)
            + linear(&self.trunk.globals)
            + blocks(&self.trunk.blocks)
            + tip
            + policy_head(&self.policy)
            + value_head(&self.value)
    }

    /// The blocks of the trunk, and those that stand in others.
    #[must_use]
    pub fn block_counts(&self) -> [BlockCounts; 2] {
        let mut counts = [BlockCounts::default(); 2];
        count(&self.trunk.blocks, 0, &mut counts);
        counts
    }
}

fn count(blocks: &[Block], depth: usize, counts: &mut [BlockCounts; 2]) {
    let of_depth = depth.min(1);
    for block in blocks {
        match block {
            Block::Ordinary(_) => counts[of_depth].ordinary += 1,
            Block::GlobalPooling(_) => counts[of_depth].global_pooling += 1,
            Block::NestedBottleneck(block) => {
                counts[of_depth].nested_bottleneck += 1;
                count(&block.blocks, depth + 1, counts);
            }
            Block::Attention(_) => counts[of_depth].attention += 1,
            Block::FeedForward(_) => counts[of_depth].feed_forward += 1,
        }
    }
}

fn blocks(list: &[Block]) -> usize {
    list.iter().map(block).sum()
}

fn block(block: &Block) -> usize {
    match block {
        Block::Ordinary(block) => {
            scaled(&block.before)
                + convolution(&block.first)
                + scaled(&block.middle)
                + convolution(&block.last)
        }
        Block::GlobalPooling(block) => {
            scaled(&block.before)
                + convolution(&block.first)
                + pooling(&block.pooling)
                + scaled(&block.middle)
                + convolution(&block.last)
        }
        Block::NestedBottleneck(block) => {
            scaled(&block.before)
                + convolution(&block.first)
                + blocks(&block.blocks)
                + scaled(&block.after)
                + convolution(&block.last)
        }
        Block::Attention(block) => {
            let layers = [&block.query, &block.key, &block.value, &block.output];
            let frequencies = block
                .rotation
                .as_ref()
                .map_or(0, |rotation| rotation.frequencies.len() * 2);
            root_mean_square(&block.norm) + layers.map(linear).iter().sum::<usize>() + frequencies
        }
        Block::FeedForward(block) => {
            root_mean_square(&block.norm)
                + linear(&block.inner)
                + linear(&block.gate)
                + linear(&block.output)
        }
    }
}

fn policy_head(head: &PolicyHead) -> usize {
    let pass = match &head.pass {
        PassLayers::Direct(layer) => linear(layer),
        PassLayers::Hidden { first, second, .. } => linear(first) + linear(second),
    };
    convolution(&head.first)
        + pooling(&head.pooling)
        + scaled(&head.middle)
        + convolution(&head.last)
        + pass
}

fn value_head(head: &ValueHead) -> usize {
    let layers = [&head.hidden, &head.outcome, &head.score];
    convolution(&head.convolution)
        + scaled(&head.activation)
        + layers.map(linear).iter().sum::<usize>()
        + convolution(&head.ownership)
}

fn pooling(layers: &Pooling) -> usize {
    convolution(&layers.convolution) + scaled(&layers.activation) + linear(&layers.to_bias)
}

fn convolution(layer: &Convolution) -> usize {
    layer.weights.len()
}

/// A bias of zeros is none.
fn linear(layer: &Linear) -> usize {
    let has_bias = layer.bias.iter().any(|number| number.abs() > 0.0);
    layer.weights.len() + if has_bias { layer.bias.len() } else { 0 }
}

fn scaled(layer: &ScaledActivation) -> usize {
    layer.scale.len() + layer.bias.len()
}

fn root_mean_square(layer: &RootMeanSquare) -> usize {
    layer.scale.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::sample::sample_models;
    use crate::model::write::{Form, write};

    #[test]
    fn parameters_are_the_numbers_of_the_file() {
        for model in sample_models(3) {
            let text = String::from_utf8(write(&model, Form::Text)).unwrap();
            // Lists of numbers stand on lines of their own. Those of normalizations come with means and variances.
            let lists = text.lines().filter(|line| line.contains(' '));
            let is_weight = |line: &&str| !line.starts_with("0 0 0") && !line.starts_with("1 1 1");
            let one_number = text
                .lines()
                .filter(|line| line.contains('.') && line.parse::<f32>().is_ok())
                .count();
            let n_numbers: usize = lists
                .filter(is_weight)
                .map(|line| line.split(' ').count())
                .sum();
            let n_factors = if model.version >= 13 { 6 } else { 0 };
            let n_epsilons = text.lines().filter(|&line| line == "0.0625").count();
            assert_eq!(
                model.n_parameters(),
                n_numbers + one_number - n_factors - n_epsilons,
                "{}",
                model.name
            );
        }
    }

    #[test]
    fn blocks_in_blocks_are_counted_apart() {
        let models = sample_models(3);
        let nested = models.iter().find(|model| model.version == 15).unwrap();
        let outer = BlockCounts {
            ordinary: 1,
            nested_bottleneck: 1,
            ..BlockCounts::default()
        };
        let inner = BlockCounts {
            ordinary: 1,
            global_pooling: 1,
            nested_bottleneck: 1,
            attention: 1,
            feed_forward: 1,
        };
        assert_eq!(nested.block_counts(), [outer, inner]);
    }
}
