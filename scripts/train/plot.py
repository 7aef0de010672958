#!/usr/bin/env python3
"""Draws the learning curves of a run as SVG: plot.py RUN/log.csv CURVES.svg [--boards 9x9,13x13,19x19]"""

import argparse
import csv
from html import escape

COLORS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7")
PANELS = (
    ("teacher_top_1", "Same first move as the teacher"),
    ("policy", "Loss of the policy"),
    ("outcome_error", "Error of the win rate"),
    ("ownership", "Loss of the ownership"),
)
WIDTH, HEIGHT, MARGIN = 380, 220, 46


def smooth(values, n=5):
    """Means over the last few values."""
    return [sum(values[max(0, i - n + 1) : i + 1]) / (i + 1 - max(0, i - n + 1)) for i in range(len(values))]


def panel(title, curves, left, top):
    """One diagram: `curves` maps a name to a list of (samples, value)."""
    points = [point for curve in curves.values() for point in curve]
    most_x = max(x for x, _ in points)
    values = sorted(y for _, y in points)
    # The first values are far away from all others.
    low, high = values[0], values[int(0.98 * (len(values) - 1))]
    high += (high == low)
    wide, tall = WIDTH - 2 * MARGIN, HEIGHT - 2 * MARGIN

    def place(x, y):
        y = min(max((y - low) / (high - low), 0), 1)
        return f"{left + MARGIN + wide * x / most_x:.1f},{top + HEIGHT - MARGIN - tall * y:.1f}"

    text = [f'<text x="{left + MARGIN}" y="{top + 28}" font-weight="bold">{escape(title)}</text>']
    for share in (0, 0.5, 1):
        y = top + HEIGHT - MARGIN - tall * share
        text.append(f'<line x1="{left + MARGIN}" x2="{left + MARGIN + wide}" y1="{y}" y2="{y}" stroke="#ccc"/>')
        value = low + (high - low) * share
        text.append(f'<text x="{left + MARGIN - 6}" y="{y + 4}" text-anchor="end">{value:.2f}</text>')
        x = left + MARGIN + wide * share
        label = f"{most_x * share / 1e6:.2f}"
        text.append(f'<text x="{x}" y="{top + HEIGHT - MARGIN + 16}" text-anchor="middle">{label}</text>')
    for color, curve in zip(COLORS, curves.values()):
        line = " ".join(place(x, y) for x, y in curve)
        text.append(f'<polyline points="{line}" fill="none" stroke="{color}" stroke-width="1.5"/>')
    return text


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("log")
    parser.add_argument("svg")
    parser.add_argument("--boards", default="9x9,13x13,19x19")
    options = parser.parse_args()
    with open(options.log, newline="") as file:
        rows = list(csv.DictReader(file))
    boards = [board for board in options.boards.split(",") if any(row["board"] == board for row in rows)]
    if not boards:
        parser.error(f"{options.log} has no line about boards of {options.boards}")
    width, height = 2 * WIDTH, 2 * HEIGHT + 30
    text = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        'font-family="sans-serif" font-size="11">',
        f'<rect width="{width}" height="{height}" fill="white"/>',
    ]
    for index, (column, title) in enumerate(PANELS):
        curves = {}
        for board in boards:
            own = [row for row in rows if row["board"] == board]
            values = smooth([float(row[column]) for row in own])
            curves[board] = list(zip((int(row["samples"]) for row in own), values))
        text += panel(title, curves, WIDTH * (index % 2), HEIGHT * (index // 2))
    x = MARGIN
    for color, board in zip(COLORS, boards):
        text.append(f'<text x="{x}" y="{height - 12}" fill="{color}" font-weight="bold">{escape(board)}</text>')
        x += 70
    text.append(f'<text x="{x}" y="{height - 12}">below: millions of samples seen</text></svg>')
    with open(options.svg, "w") as file:
        file.write("\n".join(text) + "\n")


if __name__ == "__main__":
    main()
