"""The errors that Kniffel's evaluator claims, next to how far its estimates are from the truth."""

from __future__ import annotations

from statistics import fmean

import pytest

from support.kniffel_playouts import cases

LEAST, POSITIONS, PLAYOUTS = 0.85, 60, 10


@pytest.mark.slow
def test_intervals_hold_the_truth() -> None:
    """Of 95 % intervals so few are wrong by chance only if errors are claimed too small."""
    assert fmean(case.covered for case in cases(POSITIONS, PLAYOUTS, "test")) >= LEAST
