"""Move counts to small depths from fixed positions, for this and any other implementation of the rules.

Each file holds positions with the number of ways to go 1, 2, 3, … steps from there, throws and
moves alike (`stammtisch.testing.counting`). No position leads to a deal too large to list.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from stammtisch import catalog
from stammtisch.testing.counting import count_moves

FOLDER = Path(__file__).parent


def cases() -> list[Any]:
    return [
        pytest.param(name, case["position"], case["counts"], id=f"{name}-{number}")
        for name in catalog.NAMES
        for number, case in enumerate(msgspec.json.decode((FOLDER / f"{name}.json").read_bytes()))
    ]


@pytest.mark.parametrize(("name", "position", "counts"), cases())
def test_positions_have_as_many_ways_on_as_are_listed(name: str, position: Any, counts: list[int]) -> None:
    game = catalog.game(name)
    state = game.load(position)
    assert [count_moves(game, state, depth) for depth in range(1, len(counts) + 1)] == counts
