#!/usr/bin/env python3
"""Writes a network of a few KiB with random weights, in KataGo's text format of version 15, for tests.

tests/conversations/data/tiny_network.txt was made so: scripts/tiny_network.py > tests/conversations/data/tiny_network.txt
"""

import random
import sys

N_POINT_FEATURES, N_GLOBAL_FEATURES = 22, 19
N_CHANNELS, N_HEAD, N_HIDDEN = 4, 3, 4


class Writer:
    """The words of a model file, line by line."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines = []
        self.n_layers = 0

    def line(self, *words):
        self.lines.append(" ".join(str(word) for word in words))

    def name(self, kind):
        self.n_layers += 1
        return f"{kind}{self.n_layers}"

    def weights(self, n, spread):
        self.line(*(f"{self.random.gauss(0, spread):.2f}" for _ in range(n)))

    def convolution(self, side, n_inputs, n_outputs):
        self.line(self.name("convolution"), side, side, n_inputs, n_outputs, 1, 1)
        n_summands = side * side * n_inputs
        self.weights(n_summands * n_outputs, n_summands ** -0.5)

    def linear(self, n_inputs, n_outputs):
        self.line(self.name("linear"), n_inputs, n_outputs)
        self.weights(n_inputs * n_outputs, n_inputs ** -0.5)

    def bias(self, n):
        self.line(self.name("bias"), n)
        self.weights(n, 0.3)

    def activation(self):
        self.line(self.name("activation"), "ACTIVATION_MISH")

    def norm(self, n):
        """Means, variances, factors, summands."""
        self.line(self.name("norm"), n, 0.001, 1, 1)
        for usual, spread in ((0, 0.1), (1, 0), (1, 0.1), (0, 0.2)):
            self.line(*(f"{usual + self.random.gauss(0, spread):.2f}" for _ in range(n)))
        self.activation()

    def trunk(self):
        self.line("trunk", 1, N_CHANNELS, N_CHANNELS, N_CHANNELS, 0, 0)
        self.line(*[0] * 6)
        self.convolution(1, N_POINT_FEATURES, N_CHANNELS)
        self.linear(N_GLOBAL_FEATURES, N_CHANNELS)
        self.line("ordinary_block")
        self.line(self.name("block"))
        self.norm(N_CHANNELS)
        self.convolution(3, N_CHANNELS, N_CHANNELS)
        self.norm(N_CHANNELS)
        self.convolution(3, N_CHANNELS, N_CHANNELS)
        self.norm(N_CHANNELS)

    def policy_head(self):
        self.line("policy_head")
        self.convolution(1, N_CHANNELS, N_HEAD)
        self.convolution(1, N_CHANNELS, N_HEAD)
        self.norm(N_HEAD)
        self.linear(3 * N_HEAD, N_HEAD)
        self.norm(N_HEAD)
        self.convolution(1, N_HEAD, 2)
        self.linear(3 * N_HEAD, N_HIDDEN)
        self.bias(N_HIDDEN)
        self.activation()
        self.linear(N_HIDDEN, 2)

    def value_head(self):
        self.line("value_head")
        self.convolution(1, N_CHANNELS, N_HEAD)
        self.norm(N_HEAD)
        self.linear(3 * N_HEAD, N_HIDDEN)
        self.bias(N_HIDDEN)
        self.activation()
        for n_outputs in (3, 6):
            self.linear(N_HIDDEN, n_outputs)
            self.bias(n_outputs)
        self.convolution(1, N_HEAD, 1)


def main():
    writer = Writer(1)
    writer.line("tedomari-tiny")
    writer.line(15)
    writer.line(N_POINT_FEATURES)
    writer.line(N_GLOBAL_FEATURES)
    # Factors of the outputs; no encoder of players; areas by the rules; reserved.
    writer.line(20, 20, 20, 20, 40, 0.25, 30)
    writer.line(0, 0, *[0] * 6)
    writer.trunk()
    writer.policy_head()
    writer.value_head()
    sys.stdout.write("\n".join(writer.lines) + "\n")


if __name__ == "__main__":
    main()
