"""A network of the kind that KataGo's files of version 8 describe: residual blocks, two of them with global pooling.

All outputs are raw numbers, from the view of the player to move: logits of moves (points row by row, then the pass);
logits of win, loss and no result; score, deviation before softplus and lead, each in units of 20 points, and a fourth
number that nobody reads; ownership before the hyperbolic tangent.
"""

import torch
from torch import nn
from torch.nn import functional

from rounding import Convolution

N_POINT_FEATURES, N_GLOBAL_FEATURES = 22, 19
# Channels of the heads: of moves, of their pooling, of values, and hidden numbers.
N_POLICY, N_POLICY_POOLED, N_VALUE, N_HIDDEN = 32, 32, 32, 64
# Channels that a block with global pooling pools.
N_POOLED = 16


def convolution(side, n_inputs, n_outputs):
    return nn.Conv2d(n_inputs, n_outputs, side, padding=side // 2, bias=False)


def board_size(x):
    """How large the board is: 0 for 14x14, 0.5 for 19x19."""
    return ((x.shape[2] * x.shape[3]) ** 0.5 - 14) / 10


class Pooling(nn.Module):
    """Means, scaled means and maxima of some channels, as numbers to add to others."""

    def __init__(self, convolution, n_pooled, n_outputs):
        super().__init__()
        self.convolution = convolution
        self.norm = nn.BatchNorm2d(n_pooled)
        self.to_bias = nn.Linear(3 * n_pooled, n_outputs, bias=False)

    def forward(self, x):
        x = functional.relu(self.norm(self.convolution(x)))
        mean = x.mean((2, 3))
        pooled = torch.cat([mean, mean * board_size(x), x.amax((2, 3))], 1)
        return pooled, self.to_bias(pooled)[:, :, None, None]


class Block(nn.Module):
    """A residual block; what it pools, if it pools, is added to the channels of its middle."""

    def __init__(self, n_channels, pools):
        super().__init__()
        n_middle = n_channels - N_POOLED if pools else n_channels
        self.before = nn.BatchNorm2d(n_channels)
        self.first = Convolution(3, n_channels, n_middle)
        self.pooling = Pooling(Convolution(3, n_channels, N_POOLED), N_POOLED, n_middle) if pools else None
        self.middle = nn.BatchNorm2d(n_middle)
        self.last = Convolution(3, n_middle, n_channels)

    def forward(self, x):
        inner = functional.relu(self.before(x))
        middle = self.first(inner)
        if self.pooling is not None:
            middle = middle + self.pooling(inner)[1]
        return x + self.last(functional.relu(self.middle(middle)))


class Network(nn.Module):
    """The whole network. Every third and fifth block of six pools."""

    def __init__(self, n_blocks, n_channels):
        super().__init__()
        self.shape = (n_blocks, n_channels)
        self.convolution = convolution(3, N_POINT_FEATURES, n_channels)
        self.globals = nn.Linear(N_GLOBAL_FEATURES, n_channels, bias=False)
        self.blocks = nn.ModuleList(
            Block(n_channels, pools=index % 2 == 0 and index > 0) for index in range(n_blocks)
        )
        self.tip = nn.BatchNorm2d(n_channels)
        self.policy_first = convolution(1, n_channels, N_POLICY)
        self.policy_pooling = Pooling(convolution(1, n_channels, N_POLICY_POOLED), N_POLICY_POOLED, N_POLICY)
        self.policy_middle = nn.BatchNorm2d(N_POLICY)
        self.policy_last = convolution(1, N_POLICY, 1)
        self.policy_pass = nn.Linear(3 * N_POLICY_POOLED, 1, bias=False)
        self.value_convolution = convolution(1, n_channels, N_VALUE)
        self.value_norm = nn.BatchNorm2d(N_VALUE)
        self.value_hidden = nn.Linear(3 * N_VALUE, N_HIDDEN)
        self.outcome = nn.Linear(N_HIDDEN, 3)
        self.score = nn.Linear(N_HIDDEN, 4)
        self.ownership = convolution(1, N_VALUE, 1)
        for block in self.blocks:
            # Each block begins as a small change.
            nn.init.zeros_(block.last.weight)

    def forward(self, planes, globals_):
        x = self.convolution(planes) + self.globals(globals_)[:, :, None, None]
        for block in self.blocks:
            x = block(x)
        x = functional.relu(self.tip(x))
        pooled, bias = self.policy_pooling(x)
        plays = self.policy_last(functional.relu(self.policy_middle(self.policy_first(x) + bias)))
        policy = torch.cat([plays.flatten(1), self.policy_pass(pooled)], 1)
        values = functional.relu(self.value_norm(self.value_convolution(x)))
        mean, size = values.mean((2, 3)), board_size(values)
        sizes = torch.cat([mean, mean * size, mean * (size * size - 0.1)], 1)
        hidden = functional.relu(self.value_hidden(sizes))
        return policy, self.outcome(hidden), self.score(hidden), self.ownership(values).flatten(1)
