"""Table files of Zock'n'Roll, made from its solved hands."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from stammtisch.games.zocknroll.options import ZockNRollOptions
from stammtisch.games.zocknroll.state import setup
from stammtisch.solve import compact
from stammtisch.solve.zocknroll.hands import outlook, strategy
from stammtisch.solve.zocknroll.plain import LEVELS, MOST_PLAYERS, SAMPLE, head, key, name_of
from stammtisch.solve.zocknroll.standing import zeal_of
from stammtisch.solve.zocknroll.tables import first_throws


def built() -> Iterator[tuple[str, bytes]]:
    """The name and content of each file."""
    for variant, most in MOST_PLAYERS.items():
        for players in range(2, most + 1):
            yield built_for(ZockNRollOptions(variant=variant), players)


def built_for(options: ZockNRollOptions, players: int) -> tuple[str, bytes]:
    """The name and content of one file."""
    zeal = zeal_of(setup(options, players))
    content = [_hands_to_come(options, players, zeal), *_decisions(options, players, zeal)]
    return name_of(options.variant, players), compact.packed(key(options.variant, players), *content)


def _decisions(options: ZockNRollOptions, players: int, zeal: float) -> Iterator[bytes]:
    """How likely each cup stays, first roll by first roll."""
    for white in first_throws():
        found = strategy(options, players, white, zeal)
        for stays in (found.first, found.second):
            yield np.rint(stays * LEVELS).astype(np.uint8).tobytes()


def _hands_to_come(options: ZockNRollOptions, players: int, zeal: float) -> bytes:
    """The points before a hand begins, and a sample of the marks in whole hands."""
    points, gains = outlook(options, players, zeal)
    sample = gains[np.linspace(0, len(gains) - 1, SAMPLE).round().astype(int)]
    marks, numbers = np.unique(sample, return_inverse=True)
    return b"".join(
        [
            head(players, points.shape[1]).pack(*points.ravel(), len(marks)),
            marks.astype("<i8").tobytes(),
            numbers.reshape(-1).astype(np.uint8).tobytes(),
        ]
    )
