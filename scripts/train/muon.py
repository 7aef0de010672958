"""The optimizer Muon: steps whose matrices have equal singular values, by iterations of Newton and Schulz.

Source: Jordan and others, "Muon: An optimizer for hidden layers in neural networks" (2024).
"""

import torch


def orthogonal(matrices, dtype=None, n_steps=5):
    """Matrices with the same singular vectors, and singular values near 1; computed with numbers of `dtype`."""
    a, b, c = 3.4445, -4.7750, 2.0315
    x = matrices / (matrices.norm(dim=(-2, -1), keepdim=True) + 1e-7)
    x = x.to(dtype or x.dtype)
    for _ in range(n_steps):
        square = x @ x.mT
        x = a * x + (b * square + c * square @ square) @ x
    return x


class Muon(torch.optim.Optimizer):
    """For convolutions with at least as many numbers read as written."""

    def __init__(self, parameters, lr, momentum=0.95, weight_decay=0.02):
        super().__init__(parameters, {"lr": lr, "momentum": momentum, "weight_decay": weight_decay})

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            for parameter in group["params"]:
                if parameter.grad is None:
                    continue
                state = self.state[parameter]
                if not state:
                    state["momentum"] = torch.zeros_like(parameter)
                momentum = state["momentum"]
                momentum.lerp_(parameter.grad, 1 - group["momentum"])
                ahead = parameter.grad.lerp(momentum, group["momentum"])
                update = orthogonal(ahead.flatten(1)).view_as(parameter)
                parameter.mul_(1 - group["lr"] * group["weight_decay"])
                parameter.add_(update, alpha=-group["lr"])
