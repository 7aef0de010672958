#!/usr/bin/env python3
"""The largest resident memory of the program under some limits, with requests that fill every part of it.

usage: scripts/memory.py PROGRAM [MIB...]     default: 128 512 4096; exit code 1 if a limit is exceeded. Linux only.

It takes about four minutes for each limit. Python's standard library only.
"""
import sys

from gtp_engine import Engine

HOT = [f"{{{20 + 3 * n}|{n}||-{5 + n}}}" for n in range(30)]
FORMULAS = [
    "est[black](Empty(B1))", "est[white](Empty(B1))", "irr[black](Occ(B1, black))",
    "forall p: point. Save(p, black) -> !Capture(p, white)",
    "forall p: point. forall q: point. Connect(p, q, black) <-> !Sever(p, q, white)",
    "forall p: point. Save(p, black) -> est[black](exists q: point. Eye(p, q, black))",
]


def requests():
    """Commands, the heaviest of each part."""
    yield "boardsize 19"
    yield "time_settings 0 20 1"
    for move in ("b D4", "w E4", "b Q16", "w D5", "b C5", "w C6", "b Q4", "w D16"):
        yield "play " + move
    for target in ("D4", "E4", "C5", "C6", "Q16"):
        yield f"tedomari-read kill {target} 8"
        yield f"tedomari-read live {target} 4"
    for _ in range(3):
        yield "genmove b"
        yield "genmove w"
    yield "tedomari-regions assume-safe"
    yield "tedomari-endgame_score b"
    for size in (4, 5):
        yield f"boardsize {size}"
        yield "tedomari-exact_value black 400000"
    for expression in ("+".join(HOT[:8]), "+".join(HOT[:14]), "mean(" + "+".join(HOT[:11]) + ")"):
        yield "tedomari-cgt " + expression
    for width in (2, 3):
        yield f"boardsize {width}"
        for formula in FORMULAS:
            yield "tedomari-logic " + formula
    yield "boardsize 9"
    for _ in range(5000):
        yield "play b pass"
        yield "play w pass"
    yield "genmove b"


def peak_mib(engine):
    """Largest resident memory of a process so far, in MiB."""
    with open(f"/proc/{engine.process.pid}/status", encoding="ascii") as status:
        line = next(line for line in status if line.startswith("VmHWM:"))
    return int(line.split()[1]) / 1024


def measure(program, limit):
    """The peak in MiB, and the part of it that each new kind of command added."""
    engine = Engine(f"{program} --set limits.memory_mib={limit} --set search.expand_visits=1")
    peak, added = 0.0, {}
    for request in requests():
        try:
            engine.ask(request)
        except RuntimeError as error:
            if "died" in str(error):
                raise
        now, word = peak_mib(engine), request.split()[0]
        added[word] = added.get(word, 0.0) + now - peak
        peak = now
    engine.close()
    return peak, added


def main():
    program, *limits = sys.argv[1:]
    is_kept = True
    print("| limit MiB | peak MiB | what raised it by more than 1 MiB |\n|---|---|---|")
    for limit in [int(limit) for limit in limits] or [128, 512, 4096]:
        peak, added = measure(program, limit)
        parts = ", ".join(f"{word} {mib:.0f}" for word, mib in added.items() if mib > 1)
        print(f"| {limit} | {peak:.0f} | {parts} |", flush=True)
        is_kept &= peak < limit
    sys.exit(0 if is_kept else 1)


main()
