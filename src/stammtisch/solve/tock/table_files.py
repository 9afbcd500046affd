"""Table files of Tock, made from the networks: each weight in one byte, with a scale for each input."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

import numpy as np

from stammtisch.games.tock import Tock
from stammtisch.games.tock.options import HouseEntry
from stammtisch.solve import compact
from stammtisch.solve.tock.features import Floats
from stammtisch.solve.tock.plain import ROW, SCALE, key, name_of
from stammtisch.solve.tock.thinking import network_of


def built() -> Iterator[tuple[str, bytes]]:
    """The name and content of each file."""
    for players in Tock.players:
        for house_entry in get_args(HouseEntry):
            yield built_for(players, house_entry)


def built_for(players: int, house_entry: str) -> tuple[str, bytes]:
    """The name and content of one file."""
    content = _content(network_of(players, house_entry))
    return name_of(players, house_entry), compact.packed(key(players, house_entry), *content)


def _content(network: Floats) -> list[bytes]:
    most = np.abs(network).max(axis=1, keepdims=True)
    scales = np.where(most > 0, most, 1.0) / np.iinfo(ROW).max
    return [np.rint(network / scales).astype(ROW).tobytes(), scales.astype(SCALE).tobytes()]
