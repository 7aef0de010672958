"""Positions judged by the analysis engine with a stronger network, for the other scripts in this folder.

Python's standard library only.
"""
import json
import shlex
import subprocess


class Judge:
    """`tedomari analysis` of one position at a time, with so many visits each."""

    def __init__(self, command, visits):
        self.visits = visits
        self.process = subprocess.Popen(
            shlex.split(command) + ["analysis", "--analysis-threads", "1"], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)

    def analyze(self, size, komi, moves, **fields):
        """The last report about a position after `moves`, pairs of a color (B, W) and a vertex. Raises an error if the
        engine refuses the query."""
        query = {"id": "q", "moves": moves, "rules": "japanese", "komi": komi, "boardXSize": size, "boardYSize": size,
                 "maxVisits": self.visits, "includeProved": False, **fields}
        self.process.stdin.write(json.dumps(query) + "\n")
        self.process.stdin.flush()
        while True:
            answer = json.loads(self.process.stdout.readline())
            if "error" in answer:
                raise RuntimeError(answer["error"])
            if not answer.get("isDuringSearch", True):
                return answer
