//! Blocks of a trunk.

use super::error::ModelProblem;
use super::reader::{Reader, fits, single};
use crate::model::blocks::{
    AttentionBlock, Block, FeedForwardBlock, GlobalPoolingBlock, NestedBottleneckBlock,
    OrdinaryBlock, Pooling, Rotation,
};

/// How deep blocks may stand in blocks. Real ones: one level.
const DEEPEST: usize = 8;

impl Reader<'_> {
    /// `n_blocks` blocks that add to `n_channels` channels and stand in `depth` other ones.
    pub(super) fn block_list(
        &mut self,
        n_blocks: usize,
        n_channels: usize,
        depth: usize,
    ) -> Result<Vec<Block>, ModelProblem> {
        (0..n_blocks)
            .map(|_| self.block(n_channels, depth))
            .collect()
    }

    fn block(&mut self, n_channels: usize, depth: usize) -> Result<Block, ModelProblem> {
        let kind = self.word()?;
        Ok(match kind.as_str() {
            "ordinary_block" => Block::Ordinary(Box::new(self.ordinary_block(n_channels)?)),
            "gpool_block" => Block::GlobalPooling(Box::new(self.global_pooling_block(n_channels)?)),
            "nested_bottleneck_block" if depth == DEEPEST => {
                return Err(ModelProblem::NotSupported("blocks so deep in blocks"));
            }
            "nested_bottleneck_block" => {
                Block::NestedBottleneck(Box::new(self.nested_bottleneck_block(n_channels, depth)?))
            }
            "transformer_attention_block" => {
                Block::Attention(Box::new(self.attention_block(n_channels)?))
            }
            "transformer_ffn_block" => {
                Block::FeedForward(Box::new(self.feed_forward_block(n_channels)?))
            }
            _ => {
                return Err(ModelProblem::Unknown {
                    what: "kind of block",
                    found: kind,
                });
            }
        })
    }

    fn ordinary_block(&mut self, n_channels: usize) -> Result<OrdinaryBlock, ModelProblem> {
        let name = self.name()?;
        let before = self.scaled_activation(n_channels)?;
        let first = self.convolution(n_channels)?;
        let middle = self.scaled_activation(first.n_outputs)?;
        let last = self.convolution_to(first.n_outputs, n_channels)?;
        Ok(OrdinaryBlock {
            name,
            before,
            first,
            middle,
            last,
        })
    }

    fn global_pooling_block(
        &mut self,
        n_channels: usize,
    ) -> Result<GlobalPoolingBlock, ModelProblem> {
        let name = self.name()?;
        let before = self.scaled_activation(n_channels)?;
        let first = self.convolution(n_channels)?;
        let pooling = self.pooling(n_channels, first.n_outputs)?;
        let middle = self.scaled_activation(first.n_outputs)?;
        let last = self.convolution_to(first.n_outputs, n_channels)?;
        Ok(GlobalPoolingBlock {
            name,
            before,
            first,
            pooling,
            middle,
            last,
        })
    }

    /// Pooling of `n_inputs` channels into numbers for `n_outputs` channels.
    pub(super) fn pooling(
        &mut self,
        n_inputs: usize,
        n_outputs: usize,
    ) -> Result<Pooling, ModelProblem> {
        let convolution = self.convolution(n_inputs)?;
        let activation = self.scaled_activation(convolution.n_outputs)?;
        let to_bias = self.linear_to(3 * convolution.n_outputs, n_outputs)?;
        Ok(Pooling {
            convolution,
            activation,
            to_bias,
        })
    }

    fn nested_bottleneck_block(
        &mut self,
        n_channels: usize,
        depth: usize,
    ) -> Result<NestedBottleneckBlock, ModelProblem> {
        let name = self.name()?;
        let n_blocks = self.blocks()?;
        let before = self.scaled_activation(n_channels)?;
        let first = self.convolution(n_channels)?;
        let blocks = self.block_list(n_blocks, first.n_outputs, depth + 1)?;
        let after = self.scaled_activation(first.n_outputs)?;
        let last = self.convolution_to(first.n_outputs, n_channels)?;
        Ok(NestedBottleneckBlock {
            name,
            before,
            first,
            blocks,
            after,
            last,
        })
    }

    fn attention_block(&mut self, n_channels: usize) -> Result<AttentionBlock, ModelProblem> {
        let name = self.name()?;
        let n_heads = self.channels("heads")?;
        let n_key_heads = self.channels("key heads")?;
        if n_heads % n_key_heads != 0 {
            return Err(ModelProblem::NotSupported(
                "heads that are not a multiple of the key heads",
            ));
        }
        let query_size = self.channels("channels of a query")?;
        let value_size = self.channels("channels of a value")?;
        let has_rotation = self.flag("has rotation")?;
        let is_learned = self.flag("rotation is learned")?;
        if has_rotation && query_size % 2 != 0 {
            return Err(ModelProblem::NotSupported(
                "rotation of an odd number of channels",
            ));
        }
        let norm = self.root_mean_square(n_channels)?;
        let query = self.linear_to(n_channels, n_heads * query_size)?;
        let key = self.linear_to(n_channels, n_key_heads * query_size)?;
        let value = self.linear_to(n_channels, n_key_heads * value_size)?;
        let output = self.linear_to(n_heads * value_size, n_channels)?;
        let rotation = match (has_rotation, is_learned) {
            (false, _) => None,
            (true, true) => Some(self.learned_rotation(n_key_heads, query_size / 2)?),
            (true, false) => Some(self.fixed_rotation(n_key_heads, query_size / 2)?),
        };
        Ok(AttentionBlock {
            name,
            n_heads,
            n_key_heads,
            query_size,
            value_size,
            norm,
            query,
            key,
            value,
            output,
            rotation,
        })
    }

    fn learned_rotation(
        &mut self,
        n_key_heads: usize,
        n_pairs: usize,
    ) -> Result<Rotation, ModelProblem> {
        self.name()?;
        for (what, expected) in [
            ("key heads", n_key_heads),
            ("pairs of channels", n_pairs),
            ("dimensions", 2),
        ] {
            let found = self.channels(what)?;
            fits(what, expected, found)?;
        }
        let numbers = self.numbers(n_key_heads * n_pairs * 2, "frequency")?;
        let (frequencies, _) = numbers.as_chunks();
        Ok(Rotation {
            frequencies: frequencies.to_vec(),
        })
    }

    /// The first half of the pairs is turned by the row, the other half by the column; within each half the frequency
    /// falls from 1 towards `1 / theta`.
    fn fixed_rotation(
        &mut self,
        n_key_heads: usize,
        n_pairs: usize,
    ) -> Result<Rotation, ModelProblem> {
        self.name()?;
        let theta = self.positive("rotation theta")?;
        let n_rows = n_pairs / 2;
        let frequency = |index: usize| {
            #[expect(clippy::cast_precision_loss, reason = "a few channels")]
            let exponent = (2 * index) as f64 / n_pairs as f64;
            single(theta.powf(-exponent))
        };
        let of_head = (0..n_pairs).map(|pair| match pair.checked_sub(n_rows) {
            None => [0.0, frequency(pair)],
            Some(index) => [frequency(index), 0.0],
        });
        let of_head: Vec<[f32; 2]> = of_head.collect();
        let frequencies = of_head.repeat(n_key_heads);
        match frequencies
            .as_flattened()
            .iter()
            .position(|number| !number.is_finite())
        {
            None => Ok(Rotation { frequencies }),
            Some(index) => Err(ModelProblem::NotFinite {
                what: "frequency",
                index,
            }),
        }
    }

    fn feed_forward_block(&mut self, n_channels: usize) -> Result<FeedForwardBlock, ModelProblem> {
        let name = self.name()?;
        let found = self.channels("channels")?;
        fits("channels", n_channels, found)?;
        let n_inner = self.channels("inner channels")?;
        if !self.flag("has a gate")? {
            return Err(ModelProblem::NotSupported(
                "feed-forward blocks without a gate",
            ));
        }
        let norm = self.root_mean_square(n_channels)?;
        let inner = self.linear_to(n_channels, n_inner)?;
        let gate = self.linear_to(n_channels, n_inner)?;
        let output = self.linear_to(n_inner, n_channels)?;
        Ok(FeedForwardBlock {
            name,
            norm,
            inner,
            gate,
            output,
        })
    }
}
