#!/usr/bin/env python3
"""Changes a model file of `export.py` weight by weight: sharpen.py MODEL OUT [--sharpness S] [--towards OTHER SHARE]

--sharpness  logits of moves times S: probabilities to the power of S, made to sum to 1 again. Values stay as they are.
--towards    each weight goes that share of the way to that of OTHER, a network of the same shape that is descended from
             this one; both have norms of factors and summands alone.
"""

import argparse

import torch

import export
import restore


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model")
    parser.add_argument("out")
    parser.add_argument("--sharpness", type=float, default=1.0)
    parser.add_argument("--towards", nargs=2, metavar=("OTHER", "SHARE"))
    parser.add_argument("--bits", type=int, default=23, help="digits kept of each weight")
    parser.add_argument("--name", default="tedomari")
    options = parser.parse_args()
    network = restore.read(options.model)
    with torch.no_grad():
        if options.towards:
            other, share = restore.read(options.towards[0]), float(options.towards[1])
            for weight, theirs in zip(network.parameters(), other.parameters()):
                weight.lerp_(theirs, share)
        for layer in (network.policy_last, network.policy_pass):
            layer.weight.mul_(options.sharpness)
    export.write(network.eval(), options.out, options.name, options.bits)


if __name__ == "__main__":
    main()
