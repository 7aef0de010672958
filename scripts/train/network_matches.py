#!/usr/bin/env python3
"""Plays matches of networks against another network until the time is over:

    network_matches.py ENGINE OUT.json OTHER MATCH... [--seconds S] [--workers N] [--seed K]

A MATCH: NAME,FILE,SIZE,VISITS,VISITS_OF_THE_OTHER,GAMES. Visits in the ratio of the speeds are equal time without a clock,
so that other work on the machine doesn't count. All matches go on side by side, some games at a time; OUT.json gets the
sums, a line for each match, after each part. Games differ by their seeds: the same seed gives the same games.
"""

import argparse
import json
import os
import subprocess
import threading
import time

from wilson import interval

RESULTS = {1.0: "won", 0.5: "drawn", 0.0: "lost", None: "open"}


class Match:
    def __init__(self, text):
        self.name, self.file, self.size, self.own, self.other, games = text.split(",")
        self.games = int(games)
        self.part = 2 if int(self.size) > 13 else 4
        self.given, self.seconds = 0, 0.0
        self.counts = dict.fromkeys(RESULTS.values(), 0)

    def row(self):
        won, drawn, lost = (self.counts[name] for name in ("won", "drawn", "lost"))
        n = won + drawn + lost
        score = (won + drawn / 2) / n if n else 0.0
        limits = [round(limit, 3) for limit in interval(score, n)] if n else None
        return {"name": self.name, "size": self.size, "own": self.own, "other": self.other, **self.counts,
                "score": round(score, 3), "interval": limits, "seconds": round(self.seconds)}


class Matches:
    """All matches, and the processes that play them."""

    def __init__(self, options):
        self.options = options
        self.end = time.monotonic() + options.seconds
        self.matches = [Match(text) for text in options.match]
        self.lock = threading.Lock()
        self.running = {}
        self.is_over = False

    def next_part(self):
        """The match that is farthest from its end, and the seed of its next games."""
        with self.lock:
            waiting = [match for match in self.matches if match.given < match.games]
            if not waiting:
                return None
            match = min(waiting, key=lambda match: match.given / match.games)
            match.given += match.part
            return match, self.options.seed + match.given

    def command(self, visits, network, seed):
        return (f"{self.options.engine} --log off --set search.proofs=false --set search.max_playouts={visits} "
                "--set clock.untimed_seconds=60 --set search.threads=1 --set network.precision=int8 "
                f"--set search.seed={seed}{{game}} --set search.network={network}")

    def work(self):
        while time.monotonic() < self.end:
            part = self.next_part()
            if part is None:
                return
            match, seed = part
            before = time.monotonic()
            words = [self.options.engine, "match", "--black", self.command(match.own, match.file, seed), "--white",
                     self.command(match.other, self.options.other, seed), "--size", match.size, "--games", str(match.part),
                     "--json"]
            process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True)
            self.running[process.pid] = process
            text, _ = process.communicate()
            self.running.pop(process.pid)
            if self.is_over or process.returncode:
                continue
            with self.lock:
                match.seconds += time.monotonic() - before
                for game in json.loads(text)["games"]:
                    match.counts[RESULTS[game["points"]]] += 1
                self.write()

    def write(self):
        with open(self.options.out + ".new", "w", encoding="utf-8") as file:
            file.writelines(json.dumps(match.row()) + "\n" for match in self.matches)
        os.replace(self.options.out + ".new", self.options.out)

    def run(self):
        self.write()
        threads = [threading.Thread(target=self.work, daemon=True) for _ in range(self.options.workers)]
        for thread in threads:
            thread.start()
        while time.monotonic() < self.end and any(thread.is_alive() for thread in threads):
            time.sleep(0.2)
        self.is_over = True
        for pid in list(self.running):
            try:
                os.killpg(pid, 9)
            except ProcessLookupError:
                pass
        with self.lock:
            self.write()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine")
    parser.add_argument("out")
    parser.add_argument("other", help="the network that all play against")
    parser.add_argument("match", nargs="+")
    parser.add_argument("--seconds", type=float, default=3600.0)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    Matches(options).run()
    with open(options.out, encoding="utf-8") as file:
        print(file.read(), end="")


if __name__ == "__main__":
    main()
