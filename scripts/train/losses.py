"""The losses of a network on a batch; `train.py` and `distill.py` share them."""

import torch
from torch.nn import functional

# Weights of the losses in their sum.
WEIGHTS = {"policy": 1.0, "outcome": 1.2, "ownership": 1.0, "score": 0.5}
# Points in a unit of the score outputs.
UNIT = 20
# Instead of minus infinity for illegal moves, which would give 0 times infinity.
UNLIKELY = -1e4


def losses(network, batch, share):
    """The parts of the loss; for each position the cross entropy with its policy; how often the first move is that of the
    policy; the mean error of the win rate. `share`: weight of the move that was played beside the policy, where one is
    known. Nothing in it waits for the device."""
    outputs = network(batch.planes, batch.globals)
    policy, outcome, score, ownership = (output.float() for output in outputs)
    log_policy = functional.log_softmax(policy.masked_fill(~batch.legal, UNLIKELY), 1)
    by_policy = -(batch.policy * log_policy).sum(1)
    by_game = -log_policy.gather(1, batch.played.clamp(min=0)[:, None])[:, 0]
    known = (batch.played >= 0).float()
    found = torch.stack([score[:, 0], functional.softplus(score[:, 1]), score[:, 2]], 1)
    parts = {
        "policy": (by_policy + share * known * (by_game - by_policy)).mean(),
        "outcome": -(batch.outcome * functional.log_softmax(outcome, 1)).sum(1).mean(),
        # The cross entropy between two players of a point; the factor makes the tangent of one its probability.
        "ownership": functional.binary_cross_entropy_with_logits(2 * ownership, (batch.ownership + 1) / 2),
        "score": functional.smooth_l1_loss(found, batch.score / UNIT, beta=0.5),
    }
    with torch.no_grad():
        top = (log_policy.argmax(1) == batch.policy.argmax(1)).float().mean()
        error = (functional.softmax(outcome, 1)[:, 0] - batch.outcome[:, 0]).abs().mean()
    return parts, by_policy.detach(), top, error


def total(parts):
    """The weighted sum of the parts."""
    return sum(WEIGHTS[name] * part for name, part in parts.items())
