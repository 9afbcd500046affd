from __future__ import annotations

from itertools import combinations_with_replacement
from math import factorial, prod

import pytest

from stammtisch import catalog
from stammtisch.core import Document, Seeded, Source

from ..zocknroll.counts import CAN_BE_FORMED
from . import zocknroll
from .comparing import walk, walk_on

GAME = catalog.game("zocknroll")
COMBINATIONS = {"basic": zocknroll.BASIC, "profi": zocknroll.PROFI}


def other_figures(variant: str, source: Source) -> Document:
    """An owner's own order and points (R13)."""
    order = source.shuffled(COMBINATIONS[variant], len(COMBINATIONS[variant]))
    rows = source.shuffled([*order, *zocknroll.EXTRA], 5)
    return {"variant": variant, "order": order, "points": {row: source.below(15) for row in rows}}


def nearly_over(players: int, options: Document, source: Source, most: int = 5) -> Document:
    """The cups are about to be thrown, and many rows lack their last cross; with `most` 6 some are full."""
    rows = [*COMBINATIONS[options["variant"]], *zocknroll.EXTRA]
    crosses = [
        {row: most - source.below(2) for row in source.shuffled(rows, source.below(len(rows) + 1))}
        for _ in range(players)
    ]
    return zocknroll.start(players, options) | {"starter": source.below(players), "crosses": crosses}


@pytest.mark.parametrize("variant", COMBINATIONS)
@pytest.mark.parametrize("players", [2, 3, 4, 6, 12])
def test_random_games_are_the_same_in_both(players: int, variant: str) -> None:
    walk(GAME, zocknroll, players, {"variant": variant}, "printed")
    walk(GAME, zocknroll, players, other_figures(variant, Seeded(f"{variant} {players}")), "own figures")


@pytest.mark.parametrize("variant", COMBINATIONS)
@pytest.mark.parametrize("players", [2, 3, 5])
def test_R11_the_last_hands_are_the_same_in_both(players: int, variant: str) -> None:
    source = Seeded(f"last hands {players} {variant}")
    for _ in range(40):
        options = other_figures(variant, source) if source.below(2) else {"variant": variant}
        walk_on(GAME, zocknroll, nearly_over(players, options, source), source)


@pytest.mark.parametrize("variant", COMBINATIONS)
def test_R6_R7_round_three_is_won_and_shared_alike(variant: str) -> None:
    source = Seeded(f"round three {variant}")
    cup = 2 if variant == "basic" else 3
    for _ in range(120):
        players = 2 + source.below(5)
        doc = nearly_over(players, {"variant": variant}, source, most=5 + source.below(2))
        own = [dice(source, cup) for _ in range(players)]
        status = [("in", "left1", "left2")[source.below(3)] for _ in range(players)]
        status[source.below(players)] = "in"
        before = {"phase": "white", "turn": doc["starter"], "round": 3, "white": dice(source, 4)}
        walk_on(GAME, zocknroll, doc | before | {"own": own, "status": status}, source, at_most=players + 2)


def dice(source: Source, count: int) -> str:
    return "".join(sorted(str(1 + source.below(6)) for _ in range(count)))


@pytest.mark.parametrize("count", [5, 6, 7, 8])
def test_the_oracle_finds_each_combination_as_often_as_the_rules_say(count: int) -> None:
    found = dict.fromkeys(CAN_BE_FORMED, 0)
    for faces in combinations_with_replacement("123456", count):
        ways = factorial(count) // prod(factorial(faces.count(face)) for face in set(faces))
        for combination in zocknroll.formed("".join(faces), list(CAN_BE_FORMED)):
            found[combination] += ways
    expected = {combination: counts[count - 5] for combination, counts in CAN_BE_FORMED.items()}
    assert found == expected
