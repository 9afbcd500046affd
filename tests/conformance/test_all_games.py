"""Every law for every game, every number of players and the options that change how a game is played."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import msgspec
import pytest

from stammtisch import catalog
from stammtisch.testing.conformance import LAWS, Law, bots_choose_listed_moves
from stammtisch.testing.playout import Playout

OPTIONS = [
    ("kniffel", 2, '{"joker":"free","kniffel_bonus":0}'),
    ("kniffel", 3, '{"joker":"off","games":3}'),
    ("tock", 2, '{"board":"dog","direction":"counterclockwise"}'),
    ("tock", 3, '{"play_on":true}'),
    ("tock", 4, '{"board":"dog","house_entry":"twice"}'),
    ("tock", 4, '{"canadian_seven":true,"no_joker_finish":true}'),
    ("tock", 5, '{"board":"dog","house_entry":"twice","play_on":true}'),
    ("tock", 6, '{"board":"dog","canadian_seven":true}'),
    ("zock", 2, '{"variant":"a"}'),
    ("zock", 2, '{"variant":"b","double_pairs":false}'),
    ("zock", 2, '{"variant":"c","games":4}'),
    ("zock", 2, '{"referee":"players"}'),
    ("zock", 2, '{"referee":"players","variant":"a","games":3,"chip_values":{"red":3,"green":7}}'),
    ("zocknroll", 2, '{"variant":"profi"}'),
    ("zocknroll", 5, '{"variant":"profi","points":{"pair":0,"won-third":7}}'),
]
DEFAULTS = [(name, players, "{}") for name in catalog.NAMES for players in catalog.game(name).players]
QUICK_FOR_BOTS = {
    ("kniffel", 2, "{}"),
    ("tock", 4, "{}"),
    ("zock", 2, "{}"),
    ("zock", 2, '{"referee":"players"}'),
    ("zocknroll", 3, "{}"),
}
"""Bots take seconds to work out what is best; the other cases are tested with the slow tests."""


def cases() -> Iterator[object]:
    for law in LAWS:
        for case in (*DEFAULTS, *OPTIONS):
            slow = law is bots_choose_listed_moves and case not in QUICK_FOR_BOTS
            name = f"{'-'.join(map(str, case))}-{law.__name__}"
            yield pytest.param(*case, law, marks=[pytest.mark.slow] if slow else [], id=name)


@cache
def playout(name: str, players: int, options: str) -> Playout:
    game = catalog.game(name)
    return Playout(
        game, players, game.options(msgspec.json.decode(options), players), seed="conformance", looks=25
    )


@pytest.mark.parametrize(("name", "players", "options", "law"), [*cases()])
def test_law(name: str, players: int, options: str, law: Law) -> None:
    law(playout(name, players, options))
