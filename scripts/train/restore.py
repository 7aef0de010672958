"""Reads a model file that `export.py` wrote, so that a training can begin with the network in the program."""

import gzip

import numpy as np
import torch

from export import VERSION, Writer
from model import N_GLOBAL_FEATURES, N_POINT_FEATURES, Network


class Reader(Writer):
    """Goes through the layers as the writer does, and fills them with what a file holds."""

    def __init__(self, content):
        self.content = content
        self.at = 0

    def word(self):
        end = self.content.index(b"\n", self.at)
        word = self.content[self.at : end].decode()
        self.at = end + 1
        return word

    def line(self, *words):
        for expected in words:
            word = self.word()
            if word != str(expected):
                raise ValueError(f"`{word}` instead of `{expected}`: not a file of export.py")

    def numbers(self, numbers):
        mark, end = b"@BIN@", self.at + 5 + 4 * numbers.numel()
        if self.content[self.at : self.at + 5] != mark or self.content[end : end + 1] != b"\n":
            raise ValueError("no numbers, or too few or too many of them")
        read = np.frombuffer(self.content[self.at + 5 : end], dtype="<f4").copy()
        numbers.copy_(torch.from_numpy(read).reshape(numbers.shape))
        self.at = end + 1

    def norm(self, name, layer):
        scale, bias = torch.empty_like(layer.weight), torch.empty_like(layer.bias)
        self.line(f"{name}/norm", len(scale), 1e-20, 1, 1)
        self.numbers(layer.running_mean)
        self.numbers(layer.running_var)
        self.numbers(scale)
        self.numbers(bias)
        layer.running_var.sub_(layer.eps)
        layer.weight.copy_(scale)
        layer.bias.copy_(bias)
        self.line(f"{name}/activation")


@torch.no_grad()
def read(path):
    """The network of a model file. Its norms have lost the means and deviations of what they saw: keep them as they
    are from the first batch on."""
    with gzip.open(path) as file:
        reader = Reader(file.read())
    name = reader.word()
    reader.line(VERSION, N_POINT_FEATURES, N_GLOBAL_FEATURES, "trunk")
    network = Network(int(reader.word()), int(reader.word()))
    reader.at = 0
    reader.network(name, network)
    return network
