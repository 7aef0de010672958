"""Ratings of players by their games (Bradley and Terry), and a sequential test of one match. Python's standard library only."""

import math

# A game more is assumed between two players that met, half won: no rating is infinite.
PRIOR_GAMES = 1.0
# Standard deviations of a two-sided interval of 95 %.
Z = 1.96
# Elo points for a unit of strength.
SCALE = 400 / math.log(10)
ROUNDS = 50


def solve(matrix, right):
    """The solution of linear equations, by elimination with the largest pivot."""
    rows = [[*row, value] for row, value in zip(matrix, right)]
    n = len(rows)
    for column in range(n):
        pivot = max(range(column, n), key=lambda row: abs(rows[row][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        for row in range(n):
            if row != column:
                factor = rows[row][column] / rows[column][column]
                rows[row] = [a - factor * b for a, b in zip(rows[row], rows[column])]
    return [rows[k][n] / rows[k][k] for k in range(n)]


def slopes(players, points, strength):
    """The slope and the curvature of the likelihood at these strengths."""
    place = {player: k for k, player in enumerate(players)}
    slope = [0.0] * len(players)
    bend = [[0.0] * len(players) for _ in players]
    for (first, second), (won, lost) in points.items():
        n_games = won + lost + PRIOR_GAMES
        a, b = place[first], place[second]
        chance = 1 / (1 + math.exp(strength[b] - strength[a]))
        gain = won + PRIOR_GAMES / 2 - n_games * chance
        weight = n_games * chance * (1 - chance)
        for k, sign in ((a, 1), (b, -1)):
            slope[k] += sign * gain
            bend[k][k] += weight
        bend[a][b] -= weight
        bend[b][a] -= weight
    return slope, bend


def linked(points, anchor):
    """The players that games connect with this one."""
    found, waiting = {anchor}, [anchor]
    while waiting:
        player = waiting.pop()
        for pair in points:
            if player in pair:
                for other in set(pair) - found:
                    found.add(other)
                    waiting.append(other)
    return found


def anchor_of(points, options):
    """The player whose rating is 0: `options.anchor`, else the first by name."""
    players = sorted({name for pair in points for name in pair})
    board = f"{options.size}x{options.size}"
    if not players:
        raise SystemExit(f"{options.out}: no games on {board}")
    if options.anchor not in (None, *players):
        raise SystemExit(f"{options.out}: {options.anchor} has played no game on {board}")
    return options.anchor or players[0]


def ratings(points, anchor):
    """The ratings in Elo above the anchor that explain the points of pairs best, each with the radius of its interval of 95 %.

    `points` has (won, lost) for each pair (first, second), half a point of each for a draw. Players whom no chain of games
    connects with the anchor have no rating.
    """
    known = linked(points, anchor)
    others = sorted(known - {anchor})
    points = {pair: both for pair, both in points.items() if pair[0] in known}
    players = [anchor, *others]
    strength = [0.0] * len(players)
    for _ in range(ROUNDS):
        slope, bend = slopes(players, points, strength)
        step = solve([row[1:] for row in bend[1:]], slope[1:]) if others else []
        # Full steps may overshoot where all games were won.
        longest = max([1.0, *map(abs, step)])
        strength = [0.0, *(value + each / longest for value, each in zip(strength[1:], step))]
    _, bend = slopes(players, points, strength)
    inner = [row[1:] for row in bend[1:]]
    found = {anchor: (0.0, 0.0)}
    for k, player in enumerate(others):
        variance = solve(inner, [float(j == k) for j in range(len(others))])[k]
        found[player] = (SCALE * strength[k + 1], Z * SCALE * math.sqrt(variance))
    return found


def expected(elo):
    """The share of points at this difference of ratings."""
    return 1 / (1 + math.exp(-elo / SCALE))


def sequential_test(won, drawn, lost, elo0, elo1, error=0.05):
    """A sequential test of "at least elo1 points stronger" against "at most elo0": the logarithm of the ratio of likelihoods,
    by the normal approximation, its bounds for this probability of either error, and `accepted`, `refused` or `open`."""
    n_games = won + drawn + lost
    bound = math.log((1 - error) / error)
    if n_games == 0:
        return 0.0, bound, "open"
    # Half a game of each result more: a run of wins has a variance, too.
    counts = [(won + 0.5, 1.0), (drawn + 0.5, 0.5), (lost + 0.5, 0.0)]
    total = sum(count for count, _ in counts)
    mean = sum(count * value for count, value in counts) / total
    variance = sum(count * (value - mean) ** 2 for count, value in counts) / total
    low, high = expected(elo0), expected(elo1)
    ratio = n_games * (high - low) * (2 * mean - low - high) / (2 * variance)
    verdict = "accepted" if ratio >= bound else "refused" if ratio <= -bound else "open"
    return ratio, bound, verdict
