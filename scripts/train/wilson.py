"""Intervals for shares."""

import math

# Standard deviations of a two-sided interval of 95 %.
Z = 1.96


def interval(score, n):
    """Wilson's interval for a share of n games."""
    if n == 0:
        return 0.0, 1.0
    middle = score + Z * Z / (2 * n)
    radius = Z * math.sqrt(score * (1 - score) / n + Z * Z / (4 * n * n))
    return (middle - radius) / (1 + Z * Z / n), (middle + radius) / (1 + Z * Z / n)
