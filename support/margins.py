"""How far a mean may be off."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import stdev
from typing import Final

CERTAINTY: Final = 1.96
"""Standard errors to either side of a 95 % interval."""


def margin(values: Sequence[float]) -> float:
    """Half the width of the 95 % interval of the mean; 0 for a single value, of which nothing is known."""
    return CERTAINTY * stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0
