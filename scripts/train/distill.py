#!/usr/bin/env python3
"""Distils a teacher into several small networks at once, on a GPU: positions are made by processes of the engine, labelled
by the teacher, and kept in the memory of the GPU; all pupils learn from the same batches. docs/training.md says how."""

import argparse
import atexit
import json
import os
import random
import tarfile
import threading
import time
import traceback
from pathlib import Path

T0 = time.monotonic()

import numpy as np
import torch

import export
import restore
from distill_data import Generators, Labeller, Loader, Store, written
from losses import losses
from model import Network
from pupils import FACTS, PLAYED, Pupil, facts_of
from teacher import Teacher


def report(*words):
    print(f"[{time.monotonic() - T0:6.1f}]", *words, flush=True)


class Trainer:
    def __init__(self, options):
        self.options = options
        self.device = torch.device(options.device)
        self.stores, self.batches, self.graphs = {}, {}, {}
        self.random = random.Random(options.seed)
        self.pupils = []
        for text in options.pupils:
            name, shape, rate, start = (text.split(",") + [""])[:4]
            if start:
                network, frozen = restore.read(start), True
            else:
                network, frozen = Network(*map(int, shape.split("x"))), False
            self.pupils.append(Pupil(name, network, float(rate), self.device, frozen))
        self.is_cuda = self.device.type == "cuda"
        if self.is_cuda:
            self.pool = torch.cuda.graph_pool_handle()
            self.streams = [torch.cuda.Stream() for _ in self.pupils]
        self.n_samples, self.n_steps = 0, 0
        self.sums = {}

    def batch_size(self, size):
        points = size[0] * size[1]
        batch = self.options.points // points // 32 * 32
        return max(self.options.least, min(self.options.most, batch))

    def store(self, size):
        if size not in self.stores:
            capacity = self.options.capacity if size in self.options.graph_sizes else 2048
            self.stores[size] = Store(*size, capacity, self.device)
        return self.stores[size]

    def sums_of(self, pupil, size):
        if (pupil.name, size) not in self.sums:
            self.sums[pupil.name, size] = torch.zeros(len(FACTS) + 1, device=self.device)
        return self.sums[pupil.name, size]

    def all_learn(self, size):
        batch = self.batches[size]
        if not (self.is_cuda and self.options.streams):
            for pupil in self.pupils:
                pupil.learn(batch, self.sums_of(pupil, size))
            return
        main = torch.cuda.current_stream()
        for pupil, stream in zip(self.pupils, self.streams):
            facts = self.sums_of(pupil, size)
            stream.wait_stream(main)
            with torch.cuda.stream(stream):
                pupil.learn(batch, facts)
        for stream in self.streams:
            main.wait_stream(stream)

    def step(self, size, factor):
        store = self.store(size)
        n = self.batch_size(size)
        if size not in self.batches:
            self.batches[size] = store.new_batch(n)
            for pupil in self.pupils:
                self.sums_of(pupil, size)
        torch.backends.cudnn.benchmark = size in self.options.graph_sizes
        store.draw(n, self.batches[size])
        for pupil in self.pupils:
            pupil.set_rate(factor, self.options.average)
        if not self.is_cuda or size not in self.options.graph_sizes or self.options.eager:
            self.all_learn(size)
        elif size not in self.graphs:
            try:
                self.capture(size)
            except Exception:
                traceback.print_exc()
                report("no graphs")
                self.options.eager = True
        else:
            self.graphs[size].replay()
        self.n_steps += 1
        self.n_samples += n

    def capture(self, size):
        """The first steps of a size as they are, then the graph of one."""
        before = time.monotonic()
        side = torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            for _ in range(2):
                self.all_learn(size)
        torch.cuda.current_stream().wait_stream(side)
        torch.cuda.synchronize()
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph, pool=self.pool, capture_error_mode="thread_local"):
            self.all_learn(size)
        self.graphs[size] = graph
        captured = time.monotonic() - before
        before = time.monotonic()
        for _ in range(5):
            graph.replay()
        torch.cuda.synchronize()
        report(f"graph of {size}: {captured:.1f} s, then {200 * (time.monotonic() - before):.1f} ms a step")

    def wait(self):
        """Until the device has done all that it was given."""
        if self.is_cuda:
            torch.cuda.synchronize()

    def freeze(self):
        self.wait()
        self.graphs.clear()
        if self.is_cuda:
            self.pool = torch.cuda.graph_pool_handle()
        for pupil in self.pupils:
            if not pupil.frozen:
                pupil.freeze()

    def size_for_step(self):
        """Sizes as often as told; those without a share of their own by how many positions they have."""
        shares = {}
        for size, store in self.stores.items():
            if store.n < (self.options.enough if size in self.options.shares else 2000):
                continue
            shares[size] = self.options.shares.get(size, self.options.other_share * store.n / self.n_others)
            # Few positions are not shown too often.
            shares[size] = min(shares[size], 4 * store.n / max(1, self.n_positions))
        if not shares:
            return None
        return self.random.choices(list(shares), list(shares.values()))[0]

    @property
    def n_positions(self):
        return sum(store.n for store in self.stores.values())

    @property
    def n_others(self):
        return max(1, sum(store.n for size, store in self.stores.items() if size not in self.options.shares))

    def means(self, log):
        seconds = time.monotonic() - T0
        lines = []
        for (name, size), facts in sorted(self.sums.items()):
            numbers = facts.tolist()
            facts.zero_()
            if numbers[-1]:
                means = [number / numbers[-1] for number in numbers[:-1]]
                log.write(f"{seconds:.1f},{self.n_steps},{self.n_samples},{name},{size[0]}x{size[1]},{numbers[-1]:.0f},"
                          + ",".join(f"{mean:.5f}" for mean in means) + "\n")
                if size in ((9, 9), (19, 19)):
                    lines.append(f"{name} {size[0]}: " + " ".join(f"{mean:.3f}" for mean in means[:3]))
        log.flush()
        return "; ".join(lines)


def number_list(text):
    pairs = {}
    for part in text.split():
        side, share = part.split("=")
        height, width = (side.split("x") * 2)[:2]
        pairs[int(height), int(width)] = float(share)
    return pairs


class Exporter:
    """Writes the mean networks in the background."""

    def __init__(self, out, name):
        self.out, self.name, self.thread = Path(out), name, None

    def start(self, pupils, wait=False):
        if self.thread is not None and self.thread.is_alive() and not wait:
            return
        self.finish()
        networks = [(pupil.name, pupil.averaged()) for pupil in pupils]
        self.thread = threading.Thread(target=self.write, args=(networks,))
        self.thread.start()

    def write(self, networks):
        for name, network in networks:
            new = self.out / f"{name}.new"
            export.write(network, new, f"{self.name}-{name}")
            os.replace(new, self.out / f"{name}.bin.gz")

    def finish(self):
        if self.thread is not None:
            self.thread.join()
            self.thread = None


@torch.no_grad()
def evaluate(pupils, store, n, device):
    """Mean distances of the averaged networks from the teacher on kept positions."""
    lines = []
    batch = store.new_batch(n)
    store.draw(n, batch)
    for pupil in pupils:
        network = pupil.averaged().to(device)
        facts = facts_of(batch, *losses(network, batch, PLAYED))
        lines.append(f"{pupil.name} " + " ".join(f"{name} {fact:.4f}" for name, fact in zip(FACTS, facts.tolist())))
    return lines


def ready_teacher(options, device):
    """The teacher after its first answers; as it is written if it cannot be compiled."""
    for compiled in (True, False) if options.compiled else (False,):
        try:
            teacher = Teacher(options.teacher, device, getattr(torch, options.teacher_dtype), compiled)
            for side, n in ((9, 4096), (19, 2048), (13, 1000)) if device.type == "cuda" else ((5, 4),):
                planes = (torch.rand(n, 22, side, side, device=device) < 0.3).float()
                legal = torch.ones(n, side * side + 1, dtype=torch.bool, device=device)
                for _ in range(2):
                    before = time.monotonic()
                    found = teacher.label(planes, torch.zeros(n, 19, device=device), legal)
                    good = all(bool(torch.isfinite(each.float()).all()) for each in found)
                    seconds = time.monotonic() - before
                report(f"teacher, {'compiled' if compiled else 'eager'}: {n / seconds:.0f}/s on {side}x{side}, finite: {good}")
            return teacher
        except Exception:
            traceback.print_exc()
    raise SystemExit("no teacher")


class Clock:
    """Seconds since the start of the program, and how far the learning has come: 0 to 1."""

    def __init__(self, end):
        self.end, self.begin = end, None

    @staticmethod
    def now():
        return time.monotonic() - T0

    @property
    def is_over(self):
        return self.now() >= self.end

    @property
    def progress(self):
        return (self.now() - self.begin) / (self.end - self.begin)


class Labels:
    """Takes shards from the loader and has them labelled; keeps some of them apart for measuring."""

    # Sources and boards that are measured.
    MEASURED = {("kept", 19, 19), ("s9", 9, 9), ("s13", 13, 13), ("s19", 19, 19)}

    def __init__(self, options, teacher, loader, trainer, clock):
        self.options, self.loader, self.trainer, self.clock = options, loader, trainer, clock
        make = lambda sharpness, searched: Labeller(teacher, trainer.device, options.label_batch, sharpness, searched)
        self.labeller, self.plain = make(options.sharpness, options.searched), make(1.0, 0.0)
        self.seconds, self.counts, self.tests = 0.0, {}, {}

    @property
    def is_enough_to_begin(self):
        return self.trainer.n_positions >= 3 * self.options.enough and self.trainer.size_for_step() is not None

    def take_share(self):
        """Labels shards until that has had its share of the time: more of it at first, as they are seen more often."""
        while not self.clock.is_over:
            part = min(1.0, self.clock.now() / self.clock.end)
            budget = self.options.label_share * self.clock.end * part**0.5
            if self.clock.begin is not None and self.seconds > budget:
                return
            found = self.loader.next()
            if found is None:
                if self.clock.begin is None:
                    time.sleep(0.1)
                return
            self.take(*found)
            if self.clock.begin is None and self.is_enough_to_begin:
                return

    def take(self, key, parts):
        """Labels one shard."""
        before = time.monotonic()
        source, height, width = key
        n = len(parts["records"])
        if key in self.MEASURED and len(self.tests.get(key, [])) * n < self.options.tests:
            self.tests.setdefault(key, []).append((parts["records"], self.plain.label(height, width, parts)))
        elif source != "kept":
            got = self.labeller.label(height, width, parts)
            for _ in range(self.options.copies if "search" in got else 1):
                self.trainer.store((height, width)).add(got)
        self.trainer.wait()
        self.seconds += time.monotonic() - before
        self.counts[key] = self.counts.get(key, 0) + n

    def measure(self, folder):
        """Reports how far the pupils are from the teacher on the positions kept apart; writes these as shards."""
        for key, shards in self.tests.items():
            (folder / key[0]).mkdir(parents=True, exist_ok=True)
            store = Store(key[1], key[2], sum(len(records) for records, _ in shards), self.trainer.device)
            for number, (records, got) in enumerate(shards):
                np.save(folder / key[0] / f"{number:06}-{key[2]}x{key[1]}.npy", written(records, got))
                store.add(got)
            for line in evaluate(self.trainer.pupils, store, min(1024, store.n), self.trainer.device):
                report(key, line)


class Learning:
    """The loop of labels and batches, with what happens on the way: norms that freeze, engines that get a new network,
    files and lines of a log."""

    def __init__(self, options, labels, generators, exporter, log):
        self.options, self.labels, self.generators, self.exporter, self.log = options, labels, generators, exporter, log
        self.trainer, self.clock = labels.trainer, labels.clock
        self.again = sorted(options.again)
        self.round = 0
        self.seconds = 0.0
        self.next_save = self.next_report = 0.0

    def run(self):
        while not self.clock.is_over:
            self.labels.take_share()
            if self.clock.begin is None:
                if not self.labels.is_enough_to_begin:
                    continue
                self.clock.begin = self.clock.now()
                report("learning begins with", self.trainer.n_positions, "positions")
                self.next_save, self.next_report = self.clock.begin + self.options.save, self.clock.begin + 10
            if self.clock.progress >= self.options.freeze and not all(pupil.frozen for pupil in self.trainer.pupils):
                self.trainer.freeze()
                report("norms are frozen")
            self.learn()
            self.renew_players()
            if self.clock.now() > self.next_save:
                self.next_save += self.options.save
                self.exporter.start(self.trainer.pupils)
            if self.clock.now() > self.next_report:
                self.next_report += 20
                report(self.state(), self.trainer.means(self.log))

    def learn(self):
        """Some batches."""
        before = time.monotonic()
        for _ in range(self.options.round):
            cooldown = max(0.0, (1 - self.clock.progress) / (1 - self.options.cooldown))
            self.trainer.step(self.trainer.size_for_step(), min(1.0, (self.trainer.n_steps + 1) / 200, cooldown))
        self.trainer.wait()
        self.seconds += time.monotonic() - before

    def renew_players(self):
        """The engines go on with the first pupil where that is due."""
        first = self.exporter.out / f"{self.trainer.pupils[0].name}.bin.gz"
        if not self.again or self.clock.progress < self.again[0] or not first.exists():
            return
        self.again.pop(0)
        self.round += 1
        network = self.generators.folder.parent / f"player{self.round}.bin.gz"
        network.write_bytes(first.read_bytes())
        self.generators.stop()
        self.generators.start(network, self.round)
        report("the engines play with the first pupil")

    def state(self):
        trainer, labels = self.trainer, self.labels
        return (f"steps {trainer.n_steps} samples {trainer.n_samples} positions {trainer.n_positions} "
                f"waiting {len(labels.loader)} label {labels.seconds:.0f} s train {self.seconds:.0f} s;")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--engine", required=True, help="the program tedomari-dev")
    parser.add_argument("--teacher", required=True, help="a model file that teacher.py reads")
    parser.add_argument("--work", required=True, help="folder for what is in passing")
    parser.add_argument("--out", required=True, help="folder for networks and the log")
    parser.add_argument("--seconds", type=float, required=True, help="from the start of the program to its end")
    parser.add_argument("--plan", required=True, help="JSON: [name, threads, samples, [arguments], share] for each source")
    parser.add_argument("--pupils", nargs="+", required=True, metavar="NAME,SHAPE,RATE[,START]")
    parser.add_argument("--start-network", default="embedded", help="of the engines until a pupil is there")
    parser.add_argument("--again", type=float, nargs="*", default=[], help="when engines get the first pupil (progress)")
    parser.add_argument("--shares", type=number_list, default=number_list("7=0.05 9=0.35 13=0.19 19=0.33"))
    parser.add_argument("--other-share", type=float, default=0.08)
    parser.add_argument("--points", type=int, default=120000, help="points of the boards of a batch")
    parser.add_argument("--least", type=int, default=128)
    parser.add_argument("--most", type=int, default=1024)
    parser.add_argument("--capacity", type=int, default=500000, help="positions of a size for which memory is taken at once")
    parser.add_argument("--enough", type=int, default=20000, help="positions of a size before it is learned from")
    parser.add_argument("--label-share", type=float, default=0.3, help="of the time, at most")
    parser.add_argument("--label-batch", type=int, default=4096, help="positions of 9x9 in a batch of the teacher")
    parser.add_argument("--sharpness", type=float, default=1.3, help="power of the teacher's probabilities")
    parser.add_argument("--searched", type=float, default=0.5, help="share of visits in the policy of searched positions")
    parser.add_argument("--copies", type=int, default=2, help="how often a searched position stands in the store")
    parser.add_argument("--teacher-dtype", default="float16")
    parser.add_argument("--compiled", action="store_true", help="compile the teacher's blocks")
    parser.add_argument("--streams", action="store_true", help="pupils learn side by side")
    parser.add_argument("--eager", action="store_true", help="no CUDA graphs")
    parser.add_argument("--freeze", type=float, default=0.3, help="when norms keep their statistics (progress)")
    parser.add_argument("--cooldown", type=float, default=0.5, help="when the rate begins to fall (progress)")
    parser.add_argument("--average", type=float, default=0.998)
    parser.add_argument("--round", type=int, default=50, help="batches between two looks at the clock")
    parser.add_argument("--save", type=float, default=60)
    parser.add_argument("--tests", type=int, default=4096, help="positions kept for measuring, for each of some sources")
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    options.graph_sizes = set(options.shares)
    return options


def main():
    options = arguments()
    device = torch.device(options.device)
    is_cuda = device.type == "cuda"
    torch.manual_seed(options.seed)
    torch.backends.cuda.matmul.allow_tf32 = True
    torch.backends.cudnn.benchmark = True
    work, out = Path(options.work), Path(options.out)
    (work / "shards").mkdir(parents=True, exist_ok=True)
    out.mkdir(parents=True, exist_ok=True)
    report("torch", torch.__version__, torch.cuda.get_device_name() if is_cuda else "cpu", "threads", os.cpu_count())
    plan = json.loads(options.plan)
    generators = Generators(options.engine, work / "shards", plan, options.seed * 1000)
    atexit.register(generators.stop)
    generators.start(options.start_network, 0)
    loader = Loader(work / "shards", {name: share for name, _, _, _, share in plan})
    loader.start()
    teacher = ready_teacher(options, device)
    trainer = Trainer(options)
    exporter = Exporter(out, "distilled")
    report("pupils", {pupil.name: sum(p.numel() for p in pupil.network.parameters()) for pupil in trainer.pupils})
    # The last files and measurements take some seconds.
    clock = Clock(options.seconds - 12 if is_cuda else options.seconds)
    labels = Labels(options, teacher, loader, trainer, clock)
    with open(out / "log.csv", "w", encoding="utf-8") as log:
        log.write("seconds,step,samples,pupil,board,batches," + ",".join(FACTS) + "\n")
        learning = Learning(options, labels, generators, exporter, log)
        learning.run()
        report("end of learning:", learning.state(), trainer.means(log))
    generators.stop()
    loader.ends = True
    exporter.start(trainer.pupils, wait=True)
    for title, counts in (("labelled", labels.counts), ("made", loader.made)):
        report(title, {"-".join(map(str, key)): n for key, n in sorted(counts.items())})
    report("errors of the engines", generators.complaints())
    labels.measure(work / "tests")
    with tarfile.open(out / "tests.tar.xz", "w:xz", preset=1) as packed:
        if (work / "tests").exists():
            packed.add(work / "tests", "tests")
    exporter.finish()
    if is_cuda:
        report("memory", torch.cuda.max_memory_allocated() >> 20, "MiB")
    report("done")
    # Threads and graphs end with the process.
    os._exit(0)


if __name__ == "__main__":
    main()
