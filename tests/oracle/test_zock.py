from __future__ import annotations

from itertools import combinations, product

import pytest

from stammtisch import catalog
from stammtisch.core import Document, Seeded, Source

from . import zock
from .comparing import agree_at, walk, walk_on

GAME = catalog.game("zock")
VARIANTS = ("basic", "a", "b", "c")
COVERING = [
    {"variant": variant, "digits": digits, "double_pairs": pairs}
    for variant, digits, pairs in product(VARIANTS, ("ten", "all"), (True, False))
]
TALLIES: list[dict[str, int]] = [
    {},
    {"red": 3, "blue": 4, "yellow": 7, "green": 12},
    {"red": 12, "blue": 7, "yellow": 4, "green": 3},
    {"red": 6, "blue": 10, "yellow": 15, "green": 20},
    {"red": 2, "blue": 4, "yellow": 6, "green": 8},
    {"red": 9, "blue": 1, "yellow": 50, "green": 2},
    {"red": 4, "blue": 4, "yellow": 4, "green": 4},
]
"""What chips are worth: as printed, odd, odd the other way round, seldom exact, even, far apart, all one."""


def some(fields: list[int], source: Source, at_least: int, at_most: int) -> list[int]:
    count = at_least + source.below(at_most - at_least + 1)
    return sorted(source.shuffled(fields, min(count, len(fields))))


def dice(source: Source) -> str:
    return "".join(sorted(str(1 + source.below(6)) for _ in range(2))[::-1])


def table(options: Document, phase: str, turn: int, rows: list[list[int]], **more: object) -> Document:
    start = zock.start(2, options)
    del start["began"]
    if start["options"]["referee"] == "players":
        more = {"handed": []} | more
    return start | {"phase": phase, "turn": turn, "open": rows} | more


def test_a_match_paid_in_odd_chips_is_the_same_in_both() -> None:
    walk(GAME, zock, 2, {"variant": "c", "games": 9, "chip_values": {"red": 3, "green": 7}}, "odd")


@pytest.mark.parametrize("games", [1, 3])
@pytest.mark.parametrize("referee", ["strict", "players"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_random_games_are_the_same_in_both(variant: str, referee: str, games: int) -> None:
    options = {"variant": variant, "referee": referee, "games": games}
    for seed in ("one", "two"):
        walk(GAME, zock, 2, options, seed)


@pytest.mark.parametrize("options", COVERING, ids=str)
def test_every_throw_on_hard_rows_is_covered_alike(options: Document) -> None:
    source = Seeded(str(options))
    for thrown in zock.chance({}):
        for at_most in (3, 5, 9, 9):
            rows = [some(zock.ALL, source, 1, at_most) for _ in range(2)]
            agree_at(GAME, zock, table(options, "move", source.below(2), rows, dice=thrown), source)


def handed_over(options: Document, source: Source) -> Document:
    """A turn as the table saw it, with and without mistakes, that the opponent may now object to."""
    row = some(zock.ALL, source, 1, 9)
    handed: list[Document] = []
    while True:
        thrown = dice(source)
        right = sorted(map(sorted, zock.legal(options, row, thrown)))
        honest = right[source.below(len(right))] if right else []
        covered = honest if source.below(3) else some(row, source, 0, 2 + source.below(8))
        handed.append({"dice": thrown, "open": row, "covered": covered})
        row = [field for field in row if field not in covered]
        if options["variant"] != "a" or not covered or not row:
            break
    seat = source.below(2)
    other = some(zock.ALL, source, 1, 9)
    rows = [other, row] if seat == 0 else [row, other]
    return table(options, "objection", seat, rows, handed=handed)


@pytest.mark.parametrize("options", COVERING, ids=str)
def test_objections_are_judged_alike(options: Document) -> None:
    source = Seeded(f"objections {options}")
    for _ in range(40):
        agree_at(GAME, zock, handed_over(options | {"referee": "players"}, source), source)


def about_to_pay(loses: list[int], purse: dict[str, int], values: dict[str, int], source: Source) -> Document:
    """The mover's throw covers the last field, and then the other pays for these fields from this purse."""
    seat, field = source.below(2), 2 + source.below(8)
    rest = {colour: 10 - count for colour, count in purse.items()}
    return table(
        {"games": 3, "chip_values": values, "variant": "b"},
        "move",
        seat,
        [[field], loses] if seat == 0 else [loses, [field]],
        dice={2: "11", 3: "21", 4: "31", 5: "41", 6: "51", 7: "61", 8: "62", 9: "63"}[field],
        chips=[rest, purse] if seat == 0 else [purse, rest],
        match_game=1 + source.below(3),
    )


@pytest.mark.parametrize("values", TALLIES, ids=str)
def test_Z18_the_loser_pays_alike(values: dict[str, int]) -> None:
    source = Seeded(f"purses {values}")
    for _ in range(15):
        purse = {colour: source.below(11) for colour in zock.COLOURS}
        agree_at(GAME, zock, about_to_pay(some(zock.ALL, source, 1, 9), purse, values, source), source)


def test_Z18_the_last_chip_is_paid_alike() -> None:
    source = Seeded("last chips")
    for reds, blues, yellows, greens in product(range(3), repeat=4):
        purse = {"red": reds, "blue": blues, "yellow": yellows, "green": greens}
        worth = reds + 2 * blues + 5 * yellows + 10 * greens
        rows = (list(row) for size in range(1, 10) for row in combinations(zock.ALL, size))
        exactly = next((row for row in rows if sum(row) == worth), [1])
        agree_at(GAME, zock, about_to_pay(exactly, purse, {}, source), source)


@pytest.mark.parametrize("variant", VARIANTS)
def test_games_without_a_strict_referee_go_on_alike_from_hard_positions(variant: str) -> None:
    source = Seeded(f"hard {variant}")
    for games in (1, 2):
        options = {"variant": variant, "referee": "players", "games": games}
        for _ in range(6):
            rows = [some(zock.ALL, source, 1, 3) for _ in range(2)]
            walk_on(GAME, zock, table(options, "throw", source.below(2), rows), source, at_most=15)
