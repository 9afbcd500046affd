"""Distributions of scores as sums of waves.

Points add up along a game, so the wave e^(iωX) of the final score X multiplies along it: for each
frequency one pass over the links gives the mean wave of every sheet. All frequencies together are
the exact distribution; the lowest ones alone are its smooth outline.
"""

from __future__ import annotations

from math import tau

import numpy as np

from stammtisch.solve.kniffel.arrays import LANES, Floats
from stammtisch.solve.kniffel.links import Links, Measure, measure
from stammtisch.solve.kniffel.tables import Tables


def wave_measure(first: int, period: int, further_points: int, tables: Tables) -> Measure:
    """The waves of eight frequencies from `first` on, in rounds per period."""
    pace = tau / period * np.arange(first, first + LANES)
    further = tables.five_equal * further_points
    entries = np.outer(np.concatenate([tables.points, tables.points + further]), pace).ravel()
    ends = np.outer([0.0, tables.goal_points], pace).ravel()
    return Measure(np.cos(entries), np.sin(entries), np.cos(ends), np.sin(ends))


def buffer(links: Links) -> Floats:
    """Space for a measure of all rows, real and imaginary parts."""
    return np.zeros((2, int(links.row[-1]) * LANES))


def measured(place: Floats, by: Measure, links: Links, tables: Tables) -> tuple[Floats, Floats]:
    """What every row is worth by that measure, eight numbers each, real and imaginary parts."""
    measure(place[0], place[1], by, links, tables)
    return place[0].reshape(-1, LANES), place[1].reshape(-1, LANES)
