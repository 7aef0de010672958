"""Convolutions that compute as the engine does with bytes, so that a network learns with what it will play with.

The rules are those of `crates/network/src/fast/ranges.rs` and `filter.rs`: activations, which are never negative, become bytes
with a step for each channel, between one for all and one that is its own; what is above the largest number seen is cut
off. Each output's weights have one step, after the steps of the inputs were multiplied into them.
"""

import torch
from torch import nn
from torch.nn import functional

MOST_ACTIVATION, MOST_WEIGHT = 255, 127
ADAPTATION, LEAST_SPAN = 0.5, 1e-3
# How much of the largest number seen is left after a batch without such a number.
MEMORY = 0.99


class Nearest(torch.autograd.Function):
    """The nearest whole number; gradients pass as if nothing were rounded."""

    @staticmethod
    def forward(context, x):
        return x.round()

    @staticmethod
    def backward(context, gradient):
        return gradient


class Convolution(nn.Conv2d):
    """A convolution of floats, or of bytes while `rounds` is set. Its weights are floats in any case."""

    def __init__(self, side, n_inputs, n_outputs):
        super().__init__(n_inputs, n_outputs, side, padding=side // 2, bias=False)
        self.rounds = False
        # Not kept in checkpoints: some batches find it anew.
        self.register_buffer("largest", torch.zeros(n_inputs), persistent=False)

    def forward(self, x):
        if not self.rounds:
            return super().forward(x)
        x = x.float()
        if self.training:
            seen = x.detach().amax((0, 2, 3))
            self.largest.copy_(torch.maximum(MEMORY * self.largest, seen))
        scale = self.scale()
        x = Nearest.apply(x * scale[:, None, None]).clamp(max=MOST_ACTIVATION)
        folded = self.weight / scale[None, :, None, None]
        step = folded.detach().abs().amax((1, 2, 3), keepdim=True).clamp(min=1e-30) / MOST_WEIGHT
        # Whole numbers are multiplied, as in the engine: 16-bit floats hold them exactly, too.
        sums = functional.conv2d(x, Nearest.apply(folded / step), padding=self.padding)
        return sums * step.reshape(-1, 1, 1)

    def scale(self):
        """What activations are multiplied by before they are rounded, for each channel."""
        loudest = self.largest.max().clamp(min=1e-30)
        loudness = (self.largest / loudest).clamp(min=LEAST_SPAN)
        return MOST_ACTIVATION / (loudest * loudness**ADAPTATION)


def begin(network):
    """From now on the network rounds."""
    for module in network.modules():
        if isinstance(module, Convolution):
            module.rounds = True
