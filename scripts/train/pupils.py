"""A network in training on a GPU: optimizer and moving mean of the weights, in steps that can be a CUDA graph."""

import torch
from torch import nn

from losses import losses, total
from model import Network
from muon import orthogonal

# The share of a played move in the target of moves, where one is known; the rest is the teacher's.
PLAYED = 0.1
# What is measured in training: distance from the policy, share of equal first moves, errors.
FACTS = ["divergence", "top_1", "win_error", "ownership", "score"]


def facts_of(batch, parts, by_policy, top, error):
    """The measured numbers of a batch."""
    with torch.no_grad():
        entropy = -(batch.policy * torch.log(batch.policy.clamp(min=1e-9))).sum(1).mean()
        return torch.stack([by_policy.mean() - entropy, top, error, parts["ownership"], parts["score"]]).detach()


class Pupil:
    """A network whose parameters, gradients and averages are few large tensors, so that a step is few operations.
    `frozen`: its norms keep their statistics from the start."""

    def __init__(self, name, network, rate, device, frozen):
        self.name, self.device, self.rate = name, device, rate
        self.frozen = frozen
        self.network = network.to(device)
        matrices, others = {}, []
        for key, parameter in self.network.named_parameters():
            if parameter.ndim == 4 and parameter.shape[2] == 3:
                matrices.setdefault(tuple(parameter.shape), []).append((key, parameter))
            else:
                others.append((key, parameter))
        self.views = {}
        self.groups = []
        for (n_outputs, n_inputs, _, _), each in matrices.items():
            values = torch.empty(len(each), n_outputs, 9 * n_inputs, device=device)
            gradients = torch.zeros_like(values)

            def view(tensor, index, shape=(n_outputs, 3, 3, n_inputs)):
                return tensor[index].view(shape).permute(0, 3, 1, 2)

            group = {"values": values, "gradients": gradients, "momentum": torch.zeros_like(values)}
            group["average"] = torch.zeros_like(values)
            for index, (key, parameter) in enumerate(each):
                view(values, index).copy_(parameter.data)
                parameter.data = view(values, index)
                parameter.grad = view(gradients, index)
                self.views[key] = (group, view, index)
            self.groups.append(group)
        n = sum(parameter.numel() for _, parameter in others)
        flat = {name: torch.zeros(n, device=device) for name in ("values", "gradients", "first", "second", "average")}
        at = 0
        for key, parameter in others:
            end = at + parameter.numel()

            def view(tensor, place, shape=tuple(parameter.shape)):
                return tensor[place[0] : place[1]].view(shape)

            view(flat["values"], (at, end)).copy_(parameter.data)
            parameter.data = view(flat["values"], (at, end))
            parameter.grad = view(flat["gradients"], (at, end))
            self.views[key] = (flat, view, (at, end))
            at = end
        self.flat = flat
        self.norms = [module for module in self.network.modules() if isinstance(module, nn.BatchNorm2d)]
        n = sum(len(norm.running_mean) for norm in self.norms)
        self.statistics = {"values": torch.zeros(2 * n, device=device), "average": torch.zeros(2 * n, device=device)}
        at = 0
        for norm in self.norms:
            for kind in ("running_mean", "running_var"):
                end = at + len(norm.running_mean)
                part = self.statistics["values"][at:end]
                part.copy_(getattr(norm, kind))
                setattr(norm, kind, part)
                at = end
        for each in (*self.groups, self.flat, self.statistics):
            each["average"].copy_(each["values"])
        scalar = lambda value: torch.tensor(float(value), device=device)
        self.lr, self.keep, self.first_power, self.second_power = scalar(0), scalar(1), scalar(1), scalar(1)
        self.facts = {}
        self.steps = 0
        self.network.train()
        if frozen:
            self.freeze()

    def freeze(self):
        """Norms keep their averaged statistics from now on."""
        self.frozen = True
        self.statistics["values"].copy_(self.statistics["average"])
        for norm in self.norms:
            norm.eval()

    def set_rate(self, factor, average):
        """Once for each step, before it."""
        self.steps += 1
        self.lr.fill_(self.rate * factor)
        self.keep.fill_(max(1 / self.steps, 1 - average))

    def learn(self, batch, facts):
        """One step. Nothing in it waits for the device, so that it can be a graph."""
        for group in self.groups:
            group["gradients"].zero_()
        self.flat["gradients"].zero_()
        with torch.autocast(self.device.type, torch.bfloat16, enabled=self.device.type == "cuda"):
            parts, by_policy, top, error = losses(self.network, batch, PLAYED)
        total(parts).backward()
        facts[:-1] += facts_of(batch, parts, by_policy, top, error)
        facts[-1] += 1
        with torch.no_grad():
            self.update()

    def update(self):
        """Muon for the large convolutions, all of one shape at once, and Adam for everything else, as in `train.py`."""
        norms = [each["gradients"].square().sum() for each in (*self.groups, self.flat)]
        shrink = (10.0 / (torch.stack(norms).sum().sqrt() + 1e-6)).clamp(max=1.0)
        for group in self.groups:
            gradient = group["gradients"].mul_(shrink)
            momentum = group["momentum"].lerp_(gradient, 0.05)
            ahead = gradient.lerp(momentum, 0.95)
            update = orthogonal(ahead, torch.bfloat16 if self.device.type == "cuda" else None)
            group["values"].mul_(1 - 0.02 * self.lr).sub_(self.lr * update.float())
        flat = self.flat
        gradient = flat["gradients"].mul_(shrink)
        self.first_power.mul_(0.9)
        self.second_power.mul_(0.98)
        flat["first"].lerp_(gradient, 0.1)
        flat["second"].lerp_(gradient * gradient, 0.02)
        spread = (flat["second"] / (1 - self.second_power)).sqrt_().add_(1e-8)
        flat["values"].sub_(self.lr / 8 * (flat["first"] / (1 - self.first_power)) / spread)
        for each in (*self.groups, flat, self.statistics):
            each["average"].lerp_(each["values"], self.keep)

    @torch.no_grad()
    def averaged(self):
        """A network of its own with the mean weights, on the CPU."""
        network = Network(*self.network.shape)
        for key, parameter in network.named_parameters():
            store, view, place = self.views[key]
            parameter.copy_(view(store["average"], place).cpu())
        average = self.statistics["average"].cpu()
        at = 0
        for norm in (module for module in network.modules() if isinstance(module, nn.BatchNorm2d)):
            for kind in ("running_mean", "running_var"):
                end = at + len(norm.running_mean)
                getattr(norm, kind).copy_(average[at:end])
                at = end
        return network.eval()
