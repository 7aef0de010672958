#!/usr/bin/env python3
"""Times and memory of `tedomari web`: scripts/web_figures.py PROGRAM [--record GAME.sgf]

Prints how long it takes from the start to the page, from a position to its layers, from a click to an answer, and what
ten tabs need. Needs only Python.
"""

import argparse
import base64
import json
import os
import socket
import statistics
import struct
import subprocess
import time
import urllib.request
from pathlib import Path

EXAMPLES = Path(__file__).resolve().parent.parent / "src/web/examples"


class Tab:
    """A tab of the page, as far as the server can tell."""

    def __init__(self, port: int) -> None:
        self.stream = socket.create_connection(("127.0.0.1", port))
        self.stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        host = f"127.0.0.1:{port}"
        key = base64.b64encode(os.urandom(16)).decode()
        self.stream.sendall(
            f"GET /ws HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n".encode()
        )
        self.data = b""
        while b"\r\n\r\n" not in self.data:
            self.data += self.stream.recv(65536)
        head, self.data = self.data.split(b"\r\n\r\n", 1)
        assert head.startswith(b"HTTP/1.1 101"), head
        self.last = 0
        self.answer("hello", version=1)

    def send(self, ask: str, **fields: object) -> int:
        """Sends a request, and returns its number."""
        self.last += 1
        text = json.dumps({"id": self.last, "ask": ask, **fields}).encode()
        mask = os.urandom(4)
        length = len(text)
        if length < 126:
            head = struct.pack("!BB", 0x81, 0x80 | length)
        elif length < 65_536:
            head = struct.pack("!BBH", 0x81, 0xFE, length)
        else:
            head = struct.pack("!BBQ", 0x81, 0xFF, length)
        self.stream.sendall(head + mask + bytes(byte ^ mask[n % 4] for n, byte in enumerate(text)))
        return self.last

    def _take(self, n: int) -> bytes:
        while len(self.data) < n:
            more = self.stream.recv(65536)
            assert more, "the server has closed the socket"
            self.data += more
        taken, self.data = self.data[:n], self.data[n:]
        return taken

    def next(self) -> dict:
        """The next message."""
        while True:
            first, length = self._take(2)
            if length == 126:
                (length,) = struct.unpack("!H", self._take(2))
            elif length == 127:
                (length,) = struct.unpack("!Q", self._take(8))
            payload = self._take(length)
            if first & 15 == 1:
                return json.loads(payload)

    def end_of(self, number: int):
        """The messages of a request until its end, each with the time when it came."""
        while True:
            message = self.next()
            if message["id"] == number:
                yield time.perf_counter(), message
                if "progress" not in message:
                    return

    def answer(self, ask: str, **fields: object) -> dict:
        """Asks, and returns the answer."""
        *_, (_, end) = self.end_of(self.send(ask, **fields))
        assert "answer" in end, end
        return end["answer"]


def start(program: str) -> tuple[subprocess.Popen, int, float]:
    """Starts the server; also the milliseconds until the page was there."""
    begin = time.perf_counter()
    server = subprocess.Popen([program, "web", "--port", "0", "--tabs", "10"], stdout=subprocess.PIPE, text=True)
    url = server.stdout.readline().strip()
    with urllib.request.urlopen(url) as page:
        page.read()
    return server, int(url.rstrip("/").rsplit(":", 1)[1]), 1e3 * (time.perf_counter() - begin)


def positions(tab: Tab, sgf: str, every: int) -> list[dict]:
    """Positions along the main line of a record, as the page names them."""
    tree = tab.answer("record", sgf=sgf)["tree"]
    line, node = [], 0
    while node is not None:
        line.append(tree["nodes"][node])
        node = next((n for n, other in enumerate(tree["nodes"]) if other["parent"] == node), None)
    moves = [node["move"] for node in line if "move" in node]
    root = line[0]
    base = {"size": tree["size"], "komi": tree["komi"], "black": root.get("black", []), "white": root.get("white", [])}
    return [{**base, "moves": moves[:n]} for n in range(every, len(moves) + 1, every)]


def memory(server: subprocess.Popen) -> float:
    """MiB of the server that are in memory."""
    status = Path(f"/proc/{server.pid}/status").read_text()
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS")) / 1024


def work(server: subprocess.Popen) -> float:
    """Milliseconds that the server has computed so far; on a busy machine it waits longer than it computes."""
    threads = Path(f"/proc/{server.pid}/task").glob("*/schedstat")
    return sum(int(thread.read_text().split()[0]) for thread in threads) / 1e6


def show(what: str, times: list[float]) -> None:
    """A row with median and largest time."""
    print(f"{what}: median {statistics.median(times):.0f} ms, most {max(times):.0f} ms ({len(times)})")


def main() -> None:
    """Measures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("--record", type=Path, default=EXAMPLES / "nineteen.sgf")
    args = parser.parse_args()
    starts = []
    for _ in range(10):
        server, port, milliseconds = start(args.program)
        starts.append(milliseconds)
        server.kill()
        server.wait()
    show("from start to page", starts)

    server, port, _ = start(args.program)
    tab = Tab(port)
    games = positions(tab, args.record.read_text(), 10)
    boards, firsts, works = [], {}, {}
    for game in games:
        begin = time.perf_counter()
        tab.answer("position", game=game)
        boards.append(1e3 * (time.perf_counter() - begin))
        begin, before = time.perf_counter(), work(server)
        number = tab.send("layers", game=game, want=["safety", "groups", "regions"], seconds=1)
        seen = set()
        for at, message in tab.end_of(number):
            layer = message.get("progress", {}).get("layer")
            if layer and layer not in seen:
                seen.add(layer)
                firsts.setdefault(layer, []).append(1e3 * (at - begin))
                works.setdefault(layer, []).append(work(server) - before)
    show("position to board", boards)
    for layer, times in firsts.items():
        show(f"position to first {layer}", times)
        show("  of that computing", works[layer])

    print(f"memory of one tab: {memory(server):.0f} MiB")
    tabs = [tab] + [Tab(port) for _ in range(9)]
    print(f"memory of ten tabs that wait: {memory(server):.0f} MiB")
    numbers = []
    for n, each in enumerate(tabs):
        game = games[n % len(games)]
        each.answer("layers", game=game, want=["safety", "groups", "regions", "ownership"], seconds=1)
        numbers.append(each.send("search", game=game, seconds=5))
    for each, number in zip(tabs, numbers):
        for _ in each.end_of(number):
            pass
    print(f"memory of ten tabs after layers and a search of 5 s in each: {memory(server):.0f} MiB")
    before = work(server)
    time.sleep(10)
    print(f"work of ten idle tabs in 10 s: {work(server) - before:.0f} ms")
    server.kill()
    server.wait()


if __name__ == "__main__":
    main()
