//! The trunk and the heads.

use super::error::ModelProblem;
use super::reader::Reader;
use crate::model::heads::{PassLayers, PolicyHead, Tip, Trunk, ValueHead};
use crate::model::layers::RootMeanSquare;

impl Reader<'_> {
    /// The trunk for so many features of a point and of the whole position.
    pub(super) fn trunk(
        &mut self,
        n_points: usize,
        n_globals: usize,
    ) -> Result<Trunk, ModelProblem> {
        let name = self.name()?;
        let n_blocks = self.blocks()?;
        let n_channels = self.channels("channels")?;
        // Each block has its own numbers of channels; these are their usual ones.
        for what in [
            "middle channels",
            "regular channels",
            "dilated channels",
            "pooled channels",
        ] {
            self.integer(what)?;
        }
        let mut is_scaled = true;
        if self.version >= 15 {
            is_scaled = !self.flag("kind of the last normalization")?;
            self.reserved(5)?;
        }
        let convolution = self.convolution_to(n_points, n_channels)?;
        let globals = self.linear_to(n_globals, n_channels)?;
        let blocks = self.block_list(n_blocks, n_channels, 0)?;
        let tip = if is_scaled {
            Tip::Scaled(self.scaled_activation(n_channels)?)
        } else {
            self.root_mean_square_tip(n_channels)?
        };
        Ok(Trunk {
            name,
            n_channels,
            convolution,
            globals,
            blocks,
            tip,
        })
    }

    fn root_mean_square_tip(&mut self, n_channels: usize) -> Result<Tip, ModelProblem> {
        let (name, epsilon) = self.root_mean_square_start(n_channels)?;
        let over_board = self.flag("is over the board")?;
        if self.integer("channels of a group")? != 0 {
            return Err(ModelProblem::NotSupported(
                "normalization by groups of channels",
            ));
        }
        let scale = self.numbers(n_channels, "factor")?;
        let bias = self.numbers(n_channels, "number to add")?;
        let activation = self.activation()?;
        Ok(Tip::RootMeanSquare {
            norm: RootMeanSquare {
                name,
                epsilon,
                scale,
            },
            bias,
            over_board,
            activation,
        })
    }

    pub(super) fn policy_head(&mut self, n_channels: usize) -> Result<PolicyHead, ModelProblem> {
        let name = self.name()?;
        let n_outputs = match self.version {
            0..12 => 1,
            12..16 => 2,
            16 => 4,
            17.. => self.integer_within("logits of a move", 2, 4)?,
        };
        if n_outputs == 3 {
            return Err(ModelProblem::NotSupported("three logits of a move"));
        }
        if self.version >= 17 {
            self.reserved(3)?;
        }
        let first = self.convolution(n_channels)?;
        let pooling = self.pooling(n_channels, first.n_outputs)?;
        let middle = self.scaled_activation(first.n_outputs)?;
        let last = self.convolution_to(first.n_outputs, n_outputs)?;
        let pass = self.pass_layers(3 * pooling.convolution.n_outputs, n_outputs)?;
        Ok(PolicyHead {
            name,
            first,
            pooling,
            middle,
            last,
            pass,
        })
    }

    fn pass_layers(
        &mut self,
        n_inputs: usize,
        n_outputs: usize,
    ) -> Result<PassLayers, ModelProblem> {
        if self.version < 15 {
            return Ok(PassLayers::Direct(self.linear_to(n_inputs, n_outputs)?));
        }
        let mut first = self.linear(n_inputs)?;
        self.bias_of(&mut first)?;
        let activation = self.activation()?;
        let second = self.linear_to(first.n_outputs, n_outputs)?;
        Ok(PassLayers::Hidden {
            first,
            activation,
            second,
        })
    }

    pub(super) fn value_head(&mut self, n_channels: usize) -> Result<ValueHead, ModelProblem> {
        let name = self.name()?;
        if self.version >= 17 {
            self.reserved(3)?;
        }
        let convolution = self.convolution(n_channels)?;
        let n_inner = convolution.n_outputs;
        let activation = self.scaled_activation(n_inner)?;
        let mut hidden = self.linear(3 * n_inner)?;
        self.bias_of(&mut hidden)?;
        let hidden_activation = self.activation()?;
        let mut outcome = self.linear_to(hidden.n_outputs, 3)?;
        self.bias_of(&mut outcome)?;
        let n_scores = if self.version >= 9 { 6 } else { 4 };
        let mut score = self.linear_to(hidden.n_outputs, n_scores)?;
        self.bias_of(&mut score)?;
        let ownership = self.convolution_to(n_inner, 1)?;
        Ok(ValueHead {
            name,
            convolution,
            activation,
            hidden,
            hidden_activation,
            outcome,
            score,
            ownership,
        })
    }
}
