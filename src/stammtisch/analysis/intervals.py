"""95 % confidence intervals for shares of wins."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, variance
from typing import Final

import msgspec

NORMAL: Final = 1.959964
"""Standard errors to either side of a 95 % interval, where the spread is known."""
FEWEST: Final = 6
"""With fewer values than this, their spread says too little."""


class Interval(msgspec.Struct, frozen=True):
    """A share of wins and its 95 % confidence interval."""

    share: float
    low: float
    high: float


def share_interval(shares: Sequence[float]) -> Interval:
    """The mean of shares from 0 to 1, by Wilson's formula with the number of games that their spread implies.

    So the interval never ends at 0 or 1 just because nothing else has happened yet.
    """
    mean, count = fmean(shares), len(shares)
    spread = variance(shares) / count if count >= FEWEST else 0.0
    if not spread:
        return wilson(mean, count)
    return wilson(mean, mean * (1 - mean) / spread * (NORMAL / _quantile(count - 1)) ** 2)


def wilson(share: float, count: float) -> Interval:
    """The interval of a share that was seen in `count` independent games, by Wilson's formula."""
    square = NORMAL**2 / count
    middle = (share + square / 2) / (1 + square)
    margin = sqrt(share * (1 - share) * square + square**2 / 4) / (1 + square)
    return Interval(share, max(middle - margin, 0.0), min(middle + margin, 1.0))


def mean_interval(values: Sequence[float]) -> Interval:
    """The mean of values that may lie anywhere, by Student's distribution; within 0 and 1.

    Of fewer than `FEWEST` values the interval holds everything.
    """
    mean = fmean(values)
    if len(values) < FEWEST:
        return Interval(mean, 0.0, 1.0)
    margin = _quantile(len(values) - 1) * sqrt(variance(values) / len(values))
    return Interval(mean, max(mean - margin, 0.0), min(mean + margin, 1.0))


def _quantile(freedom: int) -> float:
    """Student's distribution, expanded around the normal one: exact to 0.01 from five degrees of freedom."""
    z = NORMAL
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3
