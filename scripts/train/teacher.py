#!/usr/bin/env python3
"""A network of KataGo with nested bottlenecks, attention and feed-forward blocks (version 15) as a teacher in PyTorch.

    teacher.py pack MODEL.bin.gz PACKED.gz      the same model, matrices in 16-bit floats
    teacher.py check MODEL SHARD.npy...         compares its answers with those in shards of the engine

All positions of a batch have boards of one size. The layout of the file and the formulas are those of the project's own
reader and reference evaluator (crates/network/src/model, crates/network/src/reference).
"""

import gzip
import sys

import numpy as np
import torch
from torch.nn import functional

from model import N_GLOBAL_FEATURES, N_POINT_FEATURES
from samples import ILLEGAL

# What a probability of 1 is in a shard.
CERTAIN = 65534
MARKS = {b"@BIN@": "<f4", b"@F16@": "<f2"}


class Words:
    """The words and numbers of a model file."""

    def __init__(self, content):
        self.content, self.at = content, 0
        self.packed = []

    def word(self):
        while self.content[self.at : self.at + 1].isspace():
            self.at += 1
        end = self.at
        while not self.content[end : end + 1].isspace():
            end += 1
        word = self.content[self.at : end].decode()
        self.packed.append(word.encode() + b"\n")
        self.at = end
        return word

    def integer(self):
        return int(self.word())

    def floats(self, *shape):
        while self.content[self.at : self.at + 1].isspace():
            self.at += 1
        mark = self.content[self.at : self.at + 5]
        kind = np.dtype(MARKS[mark])
        n = int(np.prod(shape))
        start = self.at + 5
        numbers = np.frombuffer(self.content, kind, n, start).astype(np.float32).reshape(shape)
        self.at = start + n * kind.itemsize
        half = numbers.astype("<f2")
        if len(shape) > 1 and n > 2000 and np.isfinite(half).all():
            self.packed.append(b"@F16@" + half.tobytes() + b"\n")
        else:
            self.packed.append(b"@BIN@" + numbers.astype("<f4").tobytes() + b"\n")
        return torch.from_numpy(numbers.copy())


def read_file(path):
    content = open(path, "rb").read()
    return gzip.decompress(content) if content[:2] == b"\x1f\x8b" else content


def read(words):
    """The model as a tree of tensors; matrices are [inputs, outputs]."""

    def convolution():
        words.word()
        rows, columns, n_inputs, n_outputs, _, _ = (words.integer() for _ in range(6))
        weight = words.floats(rows, columns, n_inputs, n_outputs)
        return weight[0, 0] if rows == columns == 1 else weight

    def linear():
        words.word()
        n_inputs, n_outputs = words.integer(), words.integer()
        return words.floats(n_inputs, n_outputs)

    def bias():
        words.word()
        return words.floats(words.integer())

    def activation():
        words.word()
        return words.word()

    def scaled():
        words.word()
        n, epsilon, has_scale, has_bias = words.integer(), float(words.word()), words.integer(), words.integer()
        mean, variance = words.floats(n), words.floats(n)
        scale = words.floats(n) if has_scale else torch.ones(n)
        shift = words.floats(n) if has_bias else torch.zeros(n)
        scale = scale / torch.sqrt(variance + epsilon)
        return scale, shift - scale * mean, activation()

    def rms():
        words.word()
        n, epsilon = words.integer(), float(words.word())
        return words.floats(n), epsilon

    def attention():
        words.word()
        n_heads, n_keys, query, value, rotates, learned = (words.integer() for _ in range(6))
        if n_heads != n_keys or query != value or not (rotates and learned):
            raise ValueError("a kind of attention that is not written here")
        scale, epsilon = rms()
        q, k, v, out = linear(), linear(), linear(), linear()
        words.word()
        shape = [words.integer() for _ in range(3)]
        return {"kind": "attention", "heads": n_heads, "size": query, "norm": scale, "epsilon": epsilon, "q": q, "k": k,
                "v": v, "out": out, "frequencies": words.floats(*shape)}

    def feed_forward():
        words.word()
        words.integer(), words.integer()
        if not words.integer():
            raise ValueError("feed-forward without a gate")
        scale, epsilon = rms()
        return {"kind": "feed_forward", "norm": scale, "epsilon": epsilon, "inner": linear(), "gate": linear(),
                "out": linear()}

    def nested():
        words.word()
        n = words.integer()
        before, first = scaled(), convolution()
        blocks = [block() for _ in range(n)]
        return {"kind": "nested", "before": before, "first": first, "blocks": blocks, "after": scaled(),
                "last": convolution()}

    def block():
        kinds = {"nested_bottleneck_block": nested, "transformer_attention_block": attention,
                 "transformer_ffn_block": feed_forward}
        return kinds[words.word()]()

    words.word()
    version = words.integer()
    if version != 15 or (words.integer(), words.integer()) != (N_POINT_FEATURES, N_GLOBAL_FEATURES):
        raise ValueError("not a file of version 15")
    scales = [float(words.word()) for _ in range(7)]
    if any(words.integer() for _ in range(8)):
        raise ValueError("an option that is not written here")
    words.word()
    n_blocks = words.integer()
    for _ in range(5):
        words.integer()
    if words.integer() != 1 or any(words.integer() for _ in range(5)):
        raise ValueError("another last norm")
    model = {"scales": scales, "convolution": convolution(), "globals": linear()}
    model["blocks"] = [block() for _ in range(n_blocks)]
    scale, epsilon = None, None
    words.word()
    n, epsilon, over_board, group = words.integer(), float(words.word()), words.integer(), words.integer()
    if not over_board or group:
        raise ValueError("another last norm")
    model["tip"] = (words.floats(n), words.floats(n), epsilon, activation())
    words.word()
    model["policy"] = {"first": convolution(), "pool": convolution(), "pool_norm": scaled(), "to_bias": linear(),
                       "middle": scaled(), "last": convolution(), "pass": linear(), "pass_bias": bias(),
                       "pass_activation": activation(), "pass_last": linear()}
    words.word()
    model["value"] = {"first": convolution(), "norm": scaled(), "hidden": linear(), "hidden_bias": bias(),
                      "activation": activation(), "outcome": linear(), "outcome_bias": bias(), "score": linear(),
                      "score_bias": bias(), "ownership": convolution()}
    if words.content[words.at :].strip():
        raise ValueError("something follows the model")
    return model


def all_silu(model):
    found = set()

    def visit(node):
        if isinstance(node, dict):
            for each in node.values():
                visit(each)
        elif isinstance(node, (list, tuple)):
            for each in node:
                visit(each)
        elif isinstance(node, str) and node.startswith("ACTIVATION"):
            found.add(node)

    visit(model)
    return found == {"ACTIVATION_SILU"}


def attention_of_all(q, k, v):
    if hasattr(functional, "scaled_dot_product_attention"):
        return functional.scaled_dot_product_attention(q, k, v)
    return functional.softmax(q @ k.transpose(2, 3) / q.shape[-1] ** 0.5, 3) @ v


def inner_attention(x, weight, out, cos, sin, heads, epsilon):
    """`x`: [positions, points, channels]. Channels of queries and keys: first the left of all pairs, then the right."""
    n, points, channels = x.shape
    size = channels // heads
    wide = x.float()
    normed = (wide * torch.rsqrt((wide * wide).mean(2, keepdim=True) + epsilon)).to(x.dtype)
    qkv = (normed @ weight).view(n, points, 3, heads, 2, size // 2)
    left, right = qkv[:, :, :2, :, 0].float(), qkv[:, :, :2, :, 1].float()
    turned = torch.stack([left * cos - right * sin, left * sin + right * cos], 4).to(x.dtype)
    turned = turned.view(n, points, 2, heads, size)
    q, k = turned[:, :, 0].transpose(1, 2), turned[:, :, 1].transpose(1, 2)
    v = qkv[:, :, 2].reshape(n, points, heads, size).transpose(1, 2)
    taken = attention_of_all(q, k, v)
    return x + taken.transpose(1, 2).reshape(n, points, channels) @ out


def inner_feed_forward(x, weight, out, epsilon):
    wide = x.float()
    normed = (wide * torch.rsqrt((wide * wide).mean(2, keepdim=True) + epsilon)).to(x.dtype)
    inner, gate = (normed @ weight).chunk(2, 2)
    return x + (functional.silu(inner) * gate) @ out


def scaled_silu(x, scale, bias):
    return functional.silu(x * scale + bias)


def block_with(heads, epsilon):
    """A nested block of two attentions and two layers between them, all with the same constants."""

    def outer_block(trunk, b, first_scale, first_bias, first, last_scale, last_bias, last):
        x = scaled_silu(trunk, first_scale, first_bias) @ first
        for attention, feed in (b[:2], b[2:]):
            x = inner_attention(x, *attention, heads, epsilon)
            x = inner_feed_forward(x, *feed, epsilon)
        return trunk + scaled_silu(x, last_scale, last_bias) @ last

    return outer_block


class Teacher:
    def __init__(self, path, device="cpu", dtype=torch.float32, compiled=False):
        model = read(Words(read_file(path)))
        if not all_silu(model):
            raise ValueError("another activation")
        self.device, self.dtype, self.scales = device, dtype, model["scales"]
        self.tables, self.compiled = {}, compiled
        constants = set()
        put = lambda x: x.to(device=device, dtype=dtype).contiguous()
        self.convolution = put(model["convolution"].permute(3, 2, 0, 1))
        self.globals = put(model["globals"])
        self.blocks = []
        self.frequencies = []
        for outer in model["blocks"]:
            inner = []
            for each in outer["blocks"]:
                scale = each["norm"][:, None]
                constants.add(each["epsilon"])
                constants.add(each.get("heads", 0))
                if each["kind"] == "attention":
                    heads, size = each["heads"], each["size"]
                    channels = torch.arange(heads * size).view(heads, size // 2, 2)
                    order = channels.transpose(1, 2).reshape(-1)
                    weight = torch.cat([each["q"][:, order], each["k"][:, order], each["v"]], 1) * scale
                    self.frequencies.append(each["frequencies"])
                    inner.append((put(weight), put(each["out"]), True))
                else:
                    weight = torch.cat([each["inner"], each["gate"]], 1) * scale
                    inner.append((put(weight), put(each["out"]), False))
            self.blocks.append((inner, *map(put, outer["before"][:2]), put(outer["first"]), *map(put, outer["after"][:2]),
                                put(outer["last"])))
        # No heads (0) for the layers between; one number of heads, one epsilon.
        epsilon, _, heads = sorted(constants, key=lambda x: (x == 0 or x >= 1, x)) if len(constants) == 3 else (None,) * 3
        if epsilon is None or not [each[2] for each in self.blocks[0][0]] == [True, False, True, False]:
            raise ValueError("another order of blocks")
        self.block = block_with(heads, epsilon)
        if compiled:
            self.block = torch.compile(self.block)
        wide = lambda x: x.to(device)
        self.tip = [wide(x) if torch.is_tensor(x) else x for x in model["tip"]]
        move = lambda head: {name: tuple(wide(x) if torch.is_tensor(x) else x for x in part) if isinstance(part, tuple)
                             else wide(part) if torch.is_tensor(part) else part for name, part in head.items()}
        self.policy, self.value = move(model["policy"]), move(model["value"])
        for head, names in ((self.policy, ("first", "pool")), (self.value, ("first",))):
            for name in names:
                head[name] = head[name].to(dtype)

    def rotations(self, height, width):
        """Cosines and sines for each block of attention: [1, points, 1, heads, pairs]."""
        if (height, width) not in self.tables:
            rows, columns = torch.meshgrid(torch.arange(height), torch.arange(width), indexing="ij")
            rows, columns = rows.reshape(-1, 1, 1).float(), columns.reshape(-1, 1, 1).float()
            tables = []
            for frequencies in self.frequencies:
                angle = columns * frequencies[None, :, :, 0] + rows * frequencies[None, :, :, 1]
                angle = angle[None, :, None].to(self.device)
                tables.append((angle.cos().contiguous(), angle.sin().contiguous()))
            self.tables[height, width] = tables
        return self.tables[height, width]

    @torch.no_grad()
    def raw(self, planes, globals_):
        """Raw outputs for planes [n, 22, height, width]."""
        n, _, height, width = planes.shape
        points = height * width
        size = (points**0.5 - 14) / 10
        x = functional.conv2d(planes.to(self.dtype), self.convolution, padding=1)
        x = x.flatten(2).transpose(1, 2) + (globals_.to(self.dtype) @ self.globals)[:, None]
        x = x.contiguous()
        tables = iter(self.rotations(height, width))
        for inner, *others in self.blocks:
            b = [(weight, out, *(next(tables) if attends else ())) for weight, out, attends in inner]
            if self.compiled:
                torch._dynamo.maybe_mark_dynamic(x, 0)
                torch._dynamo.maybe_mark_dynamic(x, 1)
                for table in (*b[0][2:], *b[2][2:]):
                    torch._dynamo.maybe_mark_dynamic(table, 1)
            x = self.block(x, b, *others)
        scale, bias, epsilon, _ = self.tip
        x = x.float()
        factor = torch.rsqrt((x * x).mean((1, 2), keepdim=True) + epsilon)
        x = functional.silu(x * factor * scale + bias).to(self.dtype)
        head = self.policy
        pooled = scaled_silu((x @ head["pool"]).float(), *head["pool_norm"][:2])
        mean = pooled.mean(1)
        pooled = torch.cat([mean, mean * size, pooled.amax(1)], 1)
        inner = (x @ head["first"]).float() + (pooled @ head["to_bias"])[:, None]
        plays = scaled_silu(inner, *head["middle"][:2]) @ head["last"][:, 0]
        passes = functional.silu(pooled @ head["pass"] + head["pass_bias"]) @ head["pass_last"][:, :1]
        policy = torch.cat([plays, passes], 1)
        head = self.value
        x = scaled_silu((x @ head["first"]).float(), *head["norm"][:2])
        mean = x.mean(1)
        sizes = torch.cat([mean, mean * size, mean * (size * size - 0.1)], 1)
        hidden = functional.silu(sizes @ head["hidden"] + head["hidden_bias"])
        outcome = hidden @ head["outcome"] + head["outcome_bias"]
        score = hidden @ head["score"] + head["score_bias"]
        ownership = (x @ head["ownership"])[:, :, 0]
        return policy, outcome, score, ownership

    @torch.no_grad()
    def label(self, planes, globals_, legal):
        """What the engine would write: probabilities of moves, ownership, and the six values."""
        policy, outcome, score, ownership = self.raw(planes, globals_)
        policy = functional.softmax(policy.masked_fill(~legal, -1e9), 1)
        # Without simple ko and without territory scoring there is always a result.
        can_fail = (globals_[:, 6] == 0) | (globals_[:, 9] == 1)
        outcome = torch.stack([outcome[:, 0], outcome[:, 1], outcome[:, 2].masked_fill(~can_fail, -1e9)], 1)
        outcome = functional.softmax(outcome, 1)
        has_result = 1 - outcome[:, 2]
        mean = score[:, 0] * self.scales[1]
        deviation = functional.softplus(score[:, 1]) * self.scales[2]
        square = (mean * mean + deviation * deviation) * has_result
        mean = mean * has_result
        lead = score[:, 2] * self.scales[3] * has_result
        spread = torch.sqrt((square - mean * mean).clamp(min=0))
        values = torch.cat([outcome, torch.stack([mean, spread, lead], 1)], 1)
        return policy, torch.tanh(ownership), values


def unpacked(bits, n_points):
    """Planes of bits, the first point in the highest bit: [n, 22, bytes] to [n, 22, points] of bytes."""
    shifts = torch.arange(7, -1, -1, device=bits.device, dtype=torch.uint8)
    return ((bits[..., None] >> shifts) & 1).flatten(2)[:, :, :n_points]


def check(path, shards):
    for device, dtype, compiled in (("cpu", "float32", False), ("cuda", "float32", False), ("cuda", "float16", False)):
        if device == "cpu" or torch.cuda.is_available():
            print(device, dtype, "compiled" if compiled else "")
            compare(Teacher(path, torch.device(device), getattr(torch, dtype), compiled), shards)


def compare(teacher, shards):
    for shard in shards:
        height, width = (int(side) for side in reversed(shard.rsplit("-", 1)[1].removesuffix(".npy").split("x")))
        records = np.load(shard)
        planes = unpacked(torch.from_numpy(records["planes"].copy()), height * width).float()
        planes = planes.view(len(records), N_POINT_FEATURES, height, width)
        globals_ = torch.from_numpy(records["globals"].copy())
        policy = torch.from_numpy(records["policy"].astype(np.int32))
        legal = policy != ILLEGAL
        inputs = (each.to(teacher.device) for each in (planes, globals_, legal))
        found, ownership, values = (each.float().cpu() for each in teacher.label(*inputs))
        print(shard, len(records), "positions; largest differences:",
              "policy %.1e" % (found - (policy * legal) / CERTAIN).abs().max(),
              "win %.1e" % (values - torch.from_numpy(records["values"].copy()))[:, :3].abs().max(),
              "score %.1e" % (values - torch.from_numpy(records["values"].copy()))[:, 3:].abs().max(),
              "ownership %.1e" % (ownership - torch.from_numpy(records["ownership"].astype(np.float32)) / 127).abs().max())


def main():
    if sys.argv[1] == "pack":
        words = Words(read_file(sys.argv[2]))
        read(words)
        with open(sys.argv[3], "wb") as file, gzip.GzipFile("", "wb", 9, file, mtime=0) as packed:
            packed.write(b"".join(words.packed))
    else:
        check(sys.argv[2], sys.argv[3:])


if __name__ == "__main__":
    main()
