"""No cache grows with what strangers choose: each is bounded, or its arguments are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from pkgutil import walk_packages

import pytest

import stammtisch
from stammtisch.core import Options
from stammtisch.games.kniffel.options import KniffelOptions
from stammtisch.games.zock.options import ChipValues, ZockOptions
from stammtisch.games.zocknroll.options import RowPoints, ZockNRollOptions
from stammtisch.solve.recent import Recent

ROWS_OF_ZOCK = 2**9
SEATS = 12
CUPS_OF_ZOCKNROLL = 21 + 56
"""Two own dice, or three."""
DICE_OF_ZOCKNROLL = 3003
"""Up to eight dice, white and own together."""
DICE_OF_KNIFFEL = 462
WAYS_OF_ZOCK = 16
OPTIONS_OF_TOCK = 6 * 2 * 2 * 3 * 2 * 2 * 2

UNBOUNDED = {
    "stammtisch.analysis.html._template": 1,
    "stammtisch.catalog.game": 4,
    "msgspec.structs.fields": "classes",
    "stammtisch.bots.tock.evaluation.Scale": OPTIONS_OF_TOCK,
    "stammtisch.core.documents.options_schema": "classes",
    "stammtisch.games.clauses.clauses": 4 * 3,
    "stammtisch.games.clauses.rules_text": 4 * 3,
    "stammtisch.games.kniffel.dice.keepable": DICE_OF_KNIFFEL,
    "stammtisch.games.kniffel.dice.rolled": DICE_OF_KNIFFEL,
    "stammtisch.games.kniffel.moves.keeps": DICE_OF_KNIFFEL,
    "stammtisch.games.kniffel.moves.scores": 2**13,
    "stammtisch.games.tock.state.Setup": OPTIONS_OF_TOCK,
    "stammtisch.games.zock.state._legal_moves": WAYS_OF_ZOCK,
    "stammtisch.games.zock.moves.any_cover": ROWS_OF_ZOCK,
    "stammtisch.games.zocknroll.combinations.formed": DICE_OF_ZOCKNROLL,
    "stammtisch.games.zocknroll.dice.digits": DICE_OF_ZOCKNROLL,
    "stammtisch.core.turn.Choose": 2**SEATS,
    "stammtisch.core.chance.lot": SEATS,
    "stammtisch.games.zocknroll.rules._crossing": SEATS * 2 * 13,
    "stammtisch.games.zocknroll.rules._cup_rolled": SEATS * CUPS_OF_ZOCKNROLL,
    "stammtisch.games.zocknroll.rules._leaving": SEATS * CUPS_OF_ZOCKNROLL * 2 * 13,
    "stammtisch.games.zocknroll.rules._white_event": SEATS * 62,
    "stammtisch.games.zocknroll.state.cups_thrown": SEATS * 2,
    "stammtisch.server.notifications.http_client._tls": 1,
    "stammtisch.solve.kniffel.plain.stored_columns": 1,
    "stammtisch.solve.kniffel.plain.upper_sums": 2**6,
    "stammtisch.solve.tock.position.board_of": OPTIONS_OF_TOCK,
    "stammtisch.solve.tock.thinking.network_of": 6 * 3,
    "stammtisch.solve.zocknroll.tables.cups_of": 2,
}
"""The caches that are as large as there are different arguments, and how many there can be."""

OPTIONS: dict[str, Sequence[Options]] = {
    "kniffel": [KniffelOptions(kniffel_bonus=bonus) for bonus in range(1000)],
    "zock": [ZockOptions(chip_values=ChipValues(red=value)) for value in range(1, 1001)],
    "zocknroll": [ZockNRollOptions(points=RowPoints(pair=points)) for points in range(1000)],
}


def modules() -> Iterator[str]:
    for found in walk_packages(stammtisch.__path__, "stammtisch."):
        if not found.name.endswith("__main__"):
            yield found.name


def caches() -> dict[str, int | None]:
    """The size of every cache, by the name of the function that it is around."""
    return {
        f"{value.__wrapped__.__module__}.{value.__wrapped__.__qualname__}": value.cache_parameters()[
            "maxsize"
        ]
        for module in modules()
        for value in vars(import_module(module)).values()
        if hasattr(value, "cache_parameters")
    }


def test_a_cache_has_a_size_or_is_in_the_list_of_those_that_need_none() -> None:
    assert {name for name, size in caches().items() if size is None} == set(UNBOUNDED)


@pytest.mark.parametrize("game", OPTIONS)
def test_options_that_somebody_makes_up_are_forgotten(game: str) -> None:
    setup = import_module(f"stammtisch.games.{game}.state").setup
    for options in OPTIONS[game]:
        setup(options, 2) if game == "zocknroll" else setup(options)
    assert setup.cache_info().currsize == setup.cache_info().maxsize < len(OPTIONS[game])


def test_what_was_computed_last_is_kept() -> None:
    computed = []

    def double(number: int) -> int:
        computed.append(number)
        return 2 * number

    recent = Recent[int, int](2)
    assert [recent.get(number, double) for number in (1, 2, 1, 3, 1, 2)] == [2, 4, 2, 6, 2, 4]
    assert computed == [1, 2, 3, 2]
    assert len(recent) == 2
