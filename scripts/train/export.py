#!/usr/bin/env python3
"""Writes a checkpoint as a model file of KataGo, version 8: export.py CHECKPOINT MODEL.bin.gz [--name NAME] [--bits N]"""

import argparse
import gzip

import numpy as np
import torch

from model import N_GLOBAL_FEATURES, N_POINT_FEATURES, N_POOLED, Network

VERSION = 8


class Writer:
    """The words and numbers of a model file. `bits`: binary digits kept of each weight's fraction."""

    def __init__(self, bits):
        self.bits = bits
        self.parts = []

    def line(self, *words):
        self.parts.extend(f"{word}\n".encode() for word in words)

    def numbers(self, numbers):
        numbers = np.ascontiguousarray(numbers.detach().numpy(), dtype="<f4").reshape(-1)
        dropped = 23 - self.bits
        if dropped > 0:
            # Round to nearest; trailing zeros are what the compression saves.
            bits = numbers.view(np.uint32).astype(np.uint64) + (1 << (dropped - 1))
            numbers = (bits >> dropped << dropped).astype(np.uint32).view(np.float32)
        self.parts.append(b"@BIN@" + numbers.astype("<f4").tobytes() + b"\n")

    def convolution(self, name, layer):
        n_outputs, n_inputs, rows, columns = layer.weight.shape
        self.line(name, rows, columns, n_inputs, n_outputs, 1, 1)
        self.numbers(layer.weight.permute(2, 3, 1, 0))

    def linear(self, name, layer):
        n_outputs, n_inputs = layer.weight.shape
        self.line(name, n_inputs, n_outputs)
        self.numbers(layer.weight.t())

    def bias(self, name, layer):
        self.line(name, len(layer.bias))
        self.numbers(layer.bias)

    def norm(self, name, layer):
        """One factor and one summand for each channel, as a norm with mean 0 and variance 1."""
        scale = layer.weight / torch.sqrt(layer.running_var + layer.eps)
        self.line(f"{name}/norm", len(scale), 1e-20, 1, 1)
        self.numbers(torch.zeros_like(scale))
        self.numbers(torch.ones_like(scale))
        self.numbers(scale)
        self.numbers(layer.bias - layer.running_mean * scale)
        self.line(f"{name}/activation")

    def pooling(self, name, layer):
        self.convolution(f"{name}/convolution", layer.convolution)
        self.norm(name, layer.norm)
        self.linear(f"{name}/bias", layer.to_bias)

    def block(self, name, block):
        self.line("ordinary_block" if block.pooling is None else "gpool_block", name)
        self.norm(f"{name}/before", block.before)
        self.convolution(f"{name}/first", block.first)
        if block.pooling is not None:
            self.pooling(f"{name}/pooling", block.pooling)
        self.norm(f"{name}/middle", block.middle)
        self.convolution(f"{name}/last", block.last)

    def network(self, name, network):
        n_blocks, n_channels = network.shape
        self.line(name, VERSION, N_POINT_FEATURES, N_GLOBAL_FEATURES)
        # Channels: all, in the middle of a block, and of blocks that pool: others, none dilated, pooled ones.
        self.line("trunk", n_blocks, n_channels, n_channels, n_channels - N_POOLED, N_POOLED, N_POOLED)
        self.convolution("convolution", network.convolution)
        self.linear("globals", network.globals)
        for index, block in enumerate(network.blocks, 1):
            self.block(f"block{index}", block)
        self.norm("tip", network.tip)
        self.line("policy_head")
        self.convolution("policy/first", network.policy_first)
        self.pooling("policy/pooling", network.policy_pooling)
        self.norm("policy/middle", network.policy_middle)
        self.convolution("policy/last", network.policy_last)
        self.linear("policy/pass", network.policy_pass)
        self.line("value_head")
        self.convolution("value/convolution", network.value_convolution)
        self.norm("value", network.value_norm)
        for name in ("hidden", "outcome", "score"):
            layer = getattr(network, "value_hidden" if name == "hidden" else name)
            self.linear(f"value/{name}", layer)
            self.bias(f"value/{name}/bias", layer)
            if name == "hidden":
                self.line("value/hidden/activation")
        self.convolution("value/ownership", network.ownership)


def load(path):
    """The network of a checkpoint, with its averaged weights."""
    checkpoint = torch.load(path, map_location="cpu", weights_only=True)
    network = Network(*checkpoint["shape"])
    network.load_state_dict(checkpoint["average"])
    return network.eval()


def write(network, path, name, bits=23):
    writer = Writer(bits)
    writer.network(name, network)
    # Without the time, so that equal weights give equal files.
    with open(path, "wb") as file, gzip.GzipFile(fileobj=file, mode="wb", compresslevel=9, mtime=0, filename="") as packed:
        packed.write(b"".join(writer.parts))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("checkpoint")
    parser.add_argument("model")
    parser.add_argument("--name", default="tedomari")
    parser.add_argument("--bits", type=int, default=23)
    options = parser.parse_args()
    write(load(options.checkpoint), options.model, options.name, options.bits)


if __name__ == "__main__":
    main()
