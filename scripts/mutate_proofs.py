#!/usr/bin/env python3
"""Change proofs at random, and compare what two checkers say of them.

Usage: mutate_proofs.py [--program TEDOMARI] [--count N] [--seed N] [--share P] [--out DIR] FILE...

Each mutant is checked by check_proof.py and by `tedomari check`. With `--share P` the slower check_proof.py checks those
that the program accepts, and of the others each one with probability P. A table says for each kind of proof and each kind of
change how many were tried, how many both accept, and how many only one does. Those are written to DIR, as are all that
both accept. The exit code is 1 if the checkers disagree.
"""

import argparse
import copy
import json
import os
import random
import subprocess
import sys
import tempfile
from collections import Counter
from typing import Any, Callable, Iterator, Union

import check_proof
from second_checker.basics import LETTERS, Refused
from second_checker.reading import CLAIMS, OTHER_GOAL
from second_checker.whole import LETTERS as ANSWERS

BATCH = 250
WORDS = [
    ["black", "white"], ["kill", "live", "connect", "cut"], ["refuter", "nobody", "prover"],
    ["captured", "dead", "alive", "joined"],
    ["achieved", "refuted", "ko-the-other-needs-threats", "ko-needs-threats"], ["blocks", "territory"],
    ["area", "territory"], ["safety", "score", "bounds", "board"], ["superko", "any", "draw"],
]
LISTS_OF_POINTS = {
    "black", "white", "blocks", "given", "region", "stones", "territory", "walls", "window", "apart", "spots", "granted",
}

Proof = list[dict[str, Any]]


class Change:
    """Changes of one proof."""

    def __init__(self, rng: random.Random, proof: Proof) -> None:
        self.rng, self.proof = rng, copy.deepcopy(proof)
        self.header = self.proof[0]
        self.width, self.height = self.header["width"], self.header["height"]

    # What to choose from.

    def point(self) -> str:
        """A point of the board; seldom one outside."""
        if self.rng.random() < 0.01:
            return self.rng.choice(["Z26", "A0", "I1", "a01", "", "pass", f"A{self.height + 1}"])
        return LETTERS[self.rng.randrange(self.width)] + str(1 + self.rng.randrange(self.height))

    def other_point(self, name: str) -> str:
        """A point, often a neighbor of one."""
        if self.rng.random() < 0.5 or name[:1] not in LETTERS or not name[1:].isdigit():
            return self.point()
        column, row = LETTERS.index(name[0]), int(name[1:])
        across, up = self.rng.choice([(0, 1), (0, -1), (1, 0), (-1, 0)])
        return LETTERS[(column + across) % len(LETTERS)] + str(row + up)

    def heads(self) -> list[dict[str, Any]]:
        """The lines that are no nodes."""
        return [line for line in self.proof if "node" not in line]

    def strategies(self) -> Iterator[tuple[int, int]]:
        """Where strategies begin, and where their nodes end."""
        for at, line in enumerate(self.proof):
            end = at + 1
            while end < len(self.proof) and "node" in self.proof[end]:
                end += 1
            if end > at + 1 and "node" not in line:
                yield at, end

    def strategy(self) -> tuple[int, int]:
        """One of the strategies that have nodes."""
        return self.rng.choice(list(self.strategies()))

    def answers(self, at: int, end: int) -> list[tuple[Any, Any]]:
        """Where the answers of a strategy stand: containers and keys."""
        places: list[tuple[Any, Any]] = []
        if at < end and "start" in self.proof[at]:
            places.append((self.proof[at], "start"))
        for node in self.proof[at + 1 : end]:
            if "pass" in node:
                places.append((node, "pass"))
            places += [(reply, 1) for reply in node.get("replies", [])]
        return places

    def any_answer(self) -> tuple[Any, Any]:
        """Where some answer stands."""
        spans = list(self.strategies())
        spans += [(at, at + 1) for at, line in enumerate(self.proof) if "start" in line and line.get("nodes") == 0]
        return self.rng.choice(self.answers(*self.rng.choice(spans)))

    # Changes of single fields.

    def value(self, value: Any, name: str) -> Any:
        """Another value of a field."""
        rng = self.rng
        if rng.random() < 0.02:
            return rng.choice([None, 0, -1, 1.0, "", "A1", [], {}, True, 2**32, 2**64, [value], 255, 256])
        if isinstance(value, bool):
            return not value
        if isinstance(value, int):
            return rng.choice([value + 1, value - 1, 0, 1, 2, value + rng.randrange(5)])
        if isinstance(value, str):
            return self.other_text(value, name)
        if isinstance(value, dict):
            value = dict(value)
            field = rng.choice(list(value) or ["order"])
            if rng.random() < 0.1:
                value.pop(field, None)
            else:
                value[field] = self.value(value.get(field), field)
            return value
        if isinstance(value, list):
            return self.other_list(value, name)
        return self.point()

    def other_text(self, value: str, name: str) -> str:
        """Another text."""
        rng = self.rng
        if name == "answers" and self.header.get("proof") == "board":
            return self.other_letters(value)
        if name == "answers":
            words = value.split(" ") if value else []
            at = rng.randrange(len(words) + 1)
            how = rng.randrange(5)
            if how == 0 or at == len(words):
                words.insert(at, rng.choice([self.point(), "-"]))
            elif how == 1:
                words.pop(at)
            elif how == 2:
                words[at] = rng.choice([self.other_point(words[at]), "-"])
            elif how == 3 and rng.random() < 0.5:
                words[at] = words[at].split("=")[0] + rng.choice(["", "=0", "=1", "=0,1", "=", f"={rng.randrange(9)}"])
            elif how == 3:
                words[at], words[-1] = words[-1], words[at]
            else:
                words[at] += rng.choice([" ", "\t", "\n", "a"])
            return " ".join(words)
        pools = [pool for pool in WORDS if value in pool]
        if pools:
            return rng.choice(rng.choice(pools)) if rng.random() < 0.97 else value.upper()
        if rng.random() < 0.02:
            return value.lower()
        return self.other_point(value)

    def other_letters(self, value: str) -> str:
        """Other answers of a proof about a whole board."""
        rng, letters = self.rng, list(value)
        known = ANSWERS[: self.width * self.height] + "-"
        at = rng.randrange(len(letters) + 1)
        how = rng.randrange(5)
        if how == 0 or at == len(letters):
            letters.insert(at, rng.choice(known))
        elif how == 1:
            letters.pop(at)
        elif how == 2:
            other = rng.randrange(len(letters))
            letters[at], letters[other] = letters[other], letters[at]
        else:
            letters[at] = rng.choice(known) if rng.random() < 0.98 else rng.choice(ANSWERS + " .Z")
        return "".join(letters)

    def answers_of_board(self) -> str:
        """Change answers of a proof about a whole board, or move some to the next line."""
        lines = [line for line in self.proof if "answers" in line]
        line = self.rng.choice(lines)
        if self.rng.random() < 0.1:
            other = self.rng.choice(lines)
            at = self.rng.randrange(len(line["answers"]) + 1)
            kept, moved = line["answers"][:at], line["answers"][at:]
            line["answers"] = kept
            other["answers"] = moved + other["answers"]
            return "letters moved"
        line["answers"] = self.other_letters(line["answers"])
        return "letters"

    def other_list(self, value: list[Any], name: str) -> list[Any]:
        """Another list."""
        rng, value = self.rng, list(value)
        how = rng.randrange(5)
        if how == 0 or not value:
            is_points = not value or isinstance(value[0], str)
            value.insert(rng.randrange(len(value) + 1), self.point() if is_points else copy.deepcopy(value[0]))
        elif how == 1:
            value.pop(rng.randrange(len(value)))
        elif how == 2:
            at = rng.randrange(len(value))
            value[at] = self.value(value[at], name)
        elif how == 3:
            rng.shuffle(value)
        else:
            near = rng.choice([v for v in value if isinstance(v, str)] or [""])
            value.append(self.other_point(near) if near else copy.deepcopy(rng.choice(value)))
        return value

    def field(self) -> str:
        """Change a field of a line; the kind is the name of the field."""
        rng = self.rng
        line = rng.choice(self.heads()) if rng.random() < 0.75 else rng.choice(self.proof)
        if rng.random() < 0.25:
            added: dict[str, Callable[[], Any]] = {
                "outside": lambda: rng.randrange(5), "number": lambda: rng.randrange(4), "suicide": lambda: True,
                "ko": self.point, "together": lambda: True, "keeps": lambda: rng.choice(WORDS[5]), "start": lambda: 0,
                "territory": lambda: [self.point()], "pairs": lambda: [[self.point(), self.point()]],
                "walls": lambda: [self.point()], "windows": lambda: 0, "steps": lambda: 0, "other": lambda: 1,
                "pass": lambda: rng.choice(WORDS[3]), "eyes": lambda: [], "links": lambda: [], "nodes": lambda: 0,
                "lines": lambda: 1, "least": lambda: 0,
            }
            name = rng.choice(list(added))
            line[name] = added[name]()
            return f"{name} given"
        name = rng.choice(list(line))
        if rng.random() < 0.06:
            del line[name]
            return f"{name} left out"
        line[name] = self.value(line[name], name)
        return name

    def stone(self) -> str:
        """Add, remove, move or turn a stone."""
        colors = ["black", "white"]
        self.rng.shuffle(colors)
        mine, others = self.header[colors[0]], self.header[colors[1]]
        how = self.rng.choice(["added", "removed", "moved", "turned"])
        name = self.point()
        if how != "added":
            name = mine.pop(self.rng.randrange(len(mine)))
        if how == "moved":
            mine.append(self.other_point(name))
        if how == "turned":
            others.append(name)
        if how == "added" and name not in others:
            mine.append(name)
        return f"stone {how}"

    # Changes of answers.

    def answer(self) -> str:
        """Change an answer."""
        container, key = self.any_answer()
        value, rng = container[key], self.rng
        how = rng.choice(["move", "next", "end", "moved end", "pass"])
        if how == "end":
            container[key] = rng.choice(WORDS[3])
        elif how == "moved end" or not isinstance(value, list):
            container[key] = [self.point(), rng.choice(WORDS[3])]
        elif how == "move":
            container[key] = [self.other_point(value[0]), value[1]]
        elif how == "next":
            container[key] = [value[0], rng.choice([rng.choice(WORDS[3]), rng.randrange(len(self.proof))])]
        else:
            container[key] = ["pass", value[1]]
        return f"answer: {how}"

    def exchange(self) -> str:
        """Exchange two answers of a strategy."""
        places = self.answers(*self.strategy())
        (a, i), (b, j) = self.rng.choice(places), self.rng.choice(places)
        a[i], b[j] = b[j], a[i]
        return "answers exchanged"

    def replies(self) -> str:
        """Add or remove a reply, or answer another point."""
        at, end = self.strategy()
        node = self.proof[self.rng.randrange(at + 1, end)]
        replies = node.setdefault("replies", [])
        how = self.rng.choice(["added", "removed", "of another point"])
        if how == "added" or not replies:
            replies.append([self.point(), self.rng.choice(WORDS[3])])
        elif how == "removed":
            replies.pop(self.rng.randrange(len(replies)))
        else:
            reply = self.rng.choice(replies)
            reply[0] = self.other_point(reply[0])
        return f"reply {how}"

    # Changes of nodes and lines.

    def renumber(self, at: int, end: int, numbers: Callable[[int], int]) -> None:
        """Give nodes and what leads to them other numbers."""
        for container, key in self.answers(at, end):
            value = container[key]
            if isinstance(value, list) and isinstance(value[1], int):
                value[1] = numbers(value[1])
            elif isinstance(value, int) and not isinstance(value, bool):
                container[key] = numbers(value)

    def nodes(self) -> str:
        """Renumber, share, split, exchange, remove or shuffle nodes."""
        at, end = self.strategy()
        rng, nodes = self.rng, self.proof[at + 1 : end]
        how = rng.choice(["renumbered", "shared", "split", "removed", "shuffled", "exchanged"])
        if how == "renumbered":
            others = {node["node"]: rng.randrange(2**32) for node in nodes}
            self.renumber(at, end, lambda number: others.get(number, number))
            for node in nodes:
                node["node"] = others[node["node"]]
        elif how == "shared":
            gone, kept = rng.choice(nodes), rng.choice(nodes)["node"]
            number = gone["node"]
            self.renumber(at, end, lambda other: kept if other == number else other)
            self.proof.remove(gone)
            self.proof[at]["nodes"] -= 1
        elif how == "split":
            node = copy.deepcopy(rng.choice(nodes))
            number, node["node"] = node["node"], 4_000_000_000
            ways = [place for place in self.answers(at, end) if number in (place[0][place[1]], *self.last(place))]
            container, key = rng.choice(ways)
            container[key] = 4_000_000_000 if container[key] == number else [container[key][0], 4_000_000_000]
            self.proof.insert(end, node)
            self.proof[at]["nodes"] += 1
        elif how == "removed":
            self.proof.remove(rng.choice(nodes))
            self.proof[at]["nodes"] -= rng.randrange(2)
        elif how == "shuffled":
            rng.shuffle(nodes)
            self.proof[at + 1 : end] = nodes
        else:
            a, b = rng.choice(nodes), rng.choice(nodes)
            a["node"], b["node"] = b["node"], a["node"]
        return f"nodes {how}"

    @staticmethod
    def last(place: tuple[Any, Any]) -> list[Any]:
        """What a pair of a move and a next leads to."""
        value = place[0][place[1]]
        return value[1:] if isinstance(value, list) else []

    def lines(self) -> str:
        """Remove, repeat or exchange lines."""
        how = self.rng.choice(["removed", "repeated", "exchanged"])
        a, b = self.rng.randrange(len(self.proof)), self.rng.randrange(len(self.proof))
        if how == "removed":
            self.proof.pop(a)
        elif how == "repeated":
            self.proof.insert(b, copy.deepcopy(self.proof[a]))
        else:
            self.proof[a], self.proof[b] = self.proof[b], self.proof[a]
        return f"lines {how}"

    def layers(self) -> str:
        """Leave out a pair, a step or a window with its lines, or move a point between windows."""
        rng = self.rng
        windows = [line for line in self.proof if "window" in line]
        pairs = [line for line in self.proof if line.get("pairs")]
        if pairs and rng.random() < 0.4:
            line = rng.choice(pairs)
            line["pairs"].pop(rng.randrange(len(line["pairs"])))
            return "pair left out"
        keeping = [line for line in self.proof if "keeps" in line]
        if keeping and rng.random() < 0.5:
            line = rng.choice(keeping)
            at = self.proof.index(line)
            del self.proof[at + 1 : at + 1 + line.pop("nodes", 0)], line["keeps"]
            line.pop("start", None)
            return "strategy left out"
        line, how = rng.choice(windows), rng.choice(["point moved", "left out", "exchanged"])
        at = windows.index(line)
        answers = [other for other in self.proof if "answers" in other]
        if how == "point moved":
            rng.choice(windows)["window"].append(line["window"].pop(rng.randrange(len(line["window"]))))
        elif how == "left out":
            self.proof = [other for other in self.proof if other is not line and other is not answers[at]]
            next(other for other in self.proof if other.get("windows"))["windows"] -= 1
        else:
            other = rng.randrange(len(windows))
            for lines in (windows, answers):
                i, j = self.proof.index(lines[at]), self.proof.index(lines[other])
                self.proof[i], self.proof[j] = self.proof[j], self.proof[i]
        return f"window {how}"

    def paired(self) -> str:
        """Change an area with pairs in a window, or move its points to other pairs, spots and what is granted."""
        rng = self.rng
        area = rng.choice([area for line in self.proof for area in line.get("paired", [])])
        how = rng.choice(["pair turned", "pair removed", "pair added", "count", "spot", "granted", "place"])
        pairs = area.setdefault("pairs", [])
        if how == "pair turned":
            pair = rng.choice(pairs)
            pair[rng.randrange(2)] = self.other_point(pair[0])
        elif how == "pair removed":
            pairs.pop(rng.randrange(len(pairs)))
        elif how == "pair added":
            pairs.append([self.other_point(area["at"]), self.other_point(area["at"])])
        elif how == "count":
            area["count"] = rng.choice([0, 1, 2, 3])
            if rng.random() < 0.3:
                area.pop("spots", None)
        elif how == "spot":
            near = rng.choice(area.get("spots") or [area["at"]])
            area["spots"] = [self.other_point(near) for _ in range(rng.randrange(3))]
        elif how == "granted":
            area["granted"] = [self.other_point(area["at"]) for _ in range(rng.randrange(4))]
        else:
            area["at"] = self.other_point(area["at"])
        return f"paired: {how}"

    # Changes of the whole.

    def everywhere(self, value: Any, change: Callable[[str], str]) -> Any:
        """A value in which each text is changed."""
        if isinstance(value, dict):
            return {name: self.everywhere(item, change) for name, item in value.items()}
        if isinstance(value, list):
            return [self.everywhere(item, change) for item in value]
        return change(value) if isinstance(value, str) else value

    def mirror(self) -> str:
        """Mirror the board. The order of the points changes."""
        across = self.rng.random() < 0.5

        def other(text: str) -> str:
            for mark in " =":
                if mark in text:
                    return mark.join(map(other, text.split(mark)))
            if text[:1] not in LETTERS or not text[1:].isdigit():
                return text
            column, row = LETTERS.index(text[0]), int(text[1:])
            if across:
                return LETTERS[self.width - 1 - column] + str(row)
            return LETTERS[column] + str(self.height + 1 - row)

        self.proof = [self.everywhere(line, other) for line in self.proof]
        return "mirrored"

    def colors(self) -> str:
        """Exchange the colors."""
        header = self.header
        header["black"], header["white"] = header["white"], header["black"]
        for name in ("to_move", "color"):
            if name in header:
                header[name] = "white" if header[name] == "black" else "black"
        for line in self.proof:
            if "owner" in line:
                line["owner"] = "white" if line["owner"] == "black" else "black"
        if "lead" in header:
            header["lead"] = -header["lead"]
            second = [at for at, line in enumerate(self.proof) if "steps" in line][1]
            self.proof = [header, *self.proof[second:], *self.proof[1:second]]
        return "colors exchanged"

    def verdict(self) -> str:
        """Another verdict with the claims that belong to it as far as there are any."""
        header = self.header
        del header["verdict"]
        header["verdict"] = self.rng.choice(list(CLAIMS))
        claims = CLAIMS[header["verdict"]]
        header["claims"] = len(claims)
        lines = [line for line in self.proof if "retakes" in line]
        for line, (same, retakes, number) in zip(lines, claims):
            line["retakes"] = retakes
            line.pop("number", None)
            if number is not None:
                line["number"] = number
            if self.rng.random() < 0.5:
                header["goal"] = line["goal"] if same else OTHER_GOAL[line["goal"]]
        return "verdict and claims"

    def region(self) -> str:
        """More or fewer points in a region or window."""
        line = self.rng.choice([line for line in self.proof if "region" in line or "window" in line])
        points = line["region" if "region" in line else "window"]
        if self.rng.random() < 0.5:
            points.pop(self.rng.randrange(len(points)))
            return "point less"
        points.append(self.other_point(self.rng.choice(points)))
        return "point more"

    def change(self) -> str:
        """Change something; its kind. Raises IndexError or another error if there is no place for it."""
        kinds = [
            (self.field, 8), (self.stone, 3), (self.answer, 3), (self.exchange, 1), (self.replies, 2), (self.nodes, 3),
            (self.lines, 1), (self.layers, 2), (self.mirror, 0.5), (self.colors, 0.5), (self.verdict, 1),
            (self.region, 2), (self.paired, 4), (self.answers_of_board, 6 * (self.header.get("proof") == "board")),
        ]
        change = self.rng.choices([kind for kind, _ in kinds], [weight for _, weight in kinds])[0]
        return change()


def mutant(rng: random.Random, proof: Proof) -> Union[tuple[str, bytes], None]:
    """A changed proof with the kind of its last change; none if nothing was changed."""
    change = Change(rng, proof)
    kind = ""
    try:
        for _ in range(1 if rng.random() < 0.8 else 2):
            kind = change.change()
    except (AttributeError, IndexError, KeyError, StopIteration, TypeError, ValueError):
        return None
    lines = [json.dumps(line, separators=(",", ":")) for line in change.proof]
    if lines and rng.random() < 0.005:
        kind = "text"
        at = rng.randrange(len(lines))
        lines[at] = rng.choice([lines[at][:-1], lines[at] + " ", lines[at] + "\r", "", lines[at] + "{}"])
    of_blocks = "connection" if proof[0].get("goal") in ("connect", "cut") else "reading"
    kind = f"{proof[0].get('proof', of_blocks)}: {kind}"
    return None if change.proof == proof and kind[-4:] != "text" else (kind, ("\n".join(lines) + "\n").encode())


def accepted_here(data: bytes) -> bool:
    """Whether the checker beside this script accepts a proof."""
    try:
        check_proof.check_file(data)
    except Refused:
        return False
    return True


def accepted_by(program: str, names: list[str]) -> list[bool]:
    """Which files `tedomari check` accepts."""
    run = subprocess.run([program, "check", *names], capture_output=True, text=True, check=False)
    said = dict(line.split(": ", 1) for line in run.stdout.splitlines() if ": " in line)
    said = {name: text for name, text in said.items() if not text.startswith(("does not hold", "cannot be read"))}
    return [name in said for name in names]


def read_proofs(names: list[str]) -> list[list[dict[str, Any]]]:
    """The lines of some proof files."""
    proofs = []
    for name in names:
        with open(name, encoding="utf-8") as file:
            proofs.append([json.loads(line) for line in file])
    return proofs


def write_mutants(
    rng: random.Random, proofs: list[list[dict[str, Any]]], count: int, folder: str
) -> tuple[list[tuple[str, bytes]], list[str]]:
    """Writes so many changed proofs into a folder: the kind and the text of each, and the names of the files."""
    mutants: list[tuple[str, bytes]] = []
    while len(mutants) < count:
        made = mutant(rng, rng.choice(proofs))
        if made is not None:
            mutants.append(made)
    names = [os.path.join(folder, f"{at}.proof") for at in range(len(mutants))]
    for name, (_, data) in zip(names, mutants):
        with open(name, "wb") as file:
            file.write(data)
    return mutants, names


def main() -> int:
    """Compare the checkers; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", help="the program whose `check` is compared")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--share", type=float, default=1.0)
    parser.add_argument("--out", default="mutants")
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()
    sys.setrecursionlimit(20_000)
    rng = random.Random(options.seed)
    proofs = read_proofs(options.files)
    os.makedirs(options.out, exist_ok=True)
    tried: Counter[str] = Counter()
    both: Counter[str] = Counter()
    n_here = 0
    only: dict[str, Counter[str]] = {"here": Counter(), "there": Counter()}
    with tempfile.TemporaryDirectory() as folder:
        while tried.total() < options.count:
            mutants, names = write_mutants(rng, proofs, BATCH, folder)
            there = accepted_by(options.program, names) if options.program else [True] * len(mutants)
            chosen = [its or rng.random() < options.share for its in there]
            here = [own and accepted_here(data) for own, (_, data) in zip(chosen, mutants)]
            there = there if options.program else here
            n_here += sum(chosen)
            for (kind, data), mine, its in zip(mutants, here, there):
                tried[kind] += 1
                both[kind] += mine and its
                if mine != its:
                    only["here" if mine else "there"][kind] += 1
                if mine or its:
                    who = "both" if mine and its else "here" if mine else "there"
                    path = os.path.join(options.out, f"{who}_{options.seed}_{tried.total()}.proof")
                    with open(path, "wb") as file:
                        file.write(data)
    for kind in sorted(tried):
        print(f"{kind}\t{tried[kind]}\t{both[kind]}\t{only['here'][kind]}\t{only['there'][kind]}")
    disagreements = only["here"].total() + only["there"].total()
    print(f"tried {tried.total()}, {n_here} of them by both, both accept {both.total()}, only here {only['here'].total()}, "
          f"only there {only['there'].total()}")
    return 1 if disagreements else 0


if __name__ == "__main__":
    sys.exit(main())
