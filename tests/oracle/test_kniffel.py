from __future__ import annotations

import pytest

from stammtisch import catalog
from stammtisch.core import Document, Seeded, Source

from . import kniffel
from .comparing import agree_at, walk, walk_on

GAME = catalog.game("kniffel")
JOKERS = ("forced", "free", "off")


def dice(source: Source) -> str:
    """Five dice, every other time all equal."""
    if source.below(2):
        return str(1 + source.below(6)) * 5
    return "".join(sorted(str(1 + source.below(6)) for _ in range(5)))


def filled(source: Source, joker: str, boxes: int) -> tuple[dict[str, int], int]:
    """A sheet with this number of boxes filled as the rules allowed, and its further Kniffels."""
    sheet: dict[str, int] = {}
    further = 0
    while len(sheet) < boxes:
        thrown = dice(source)
        allowed = kniffel.boxes(sheet, thrown, joker)
        box = allowed[source.below(len(allowed))]
        further += len(set(thrown)) == 1 and sheet.get("kniffel") == 50
        sheet[box] = kniffel.points(sheet, thrown, box, joker)
    return sheet, further


def table(options: Document, players: int, source: Source) -> Document:
    """A choice late in a game; some of the others may have filled their sheets already."""
    seat = source.below(players)
    sheets = [
        filled(source, options["joker"], 9 + source.below(4 if at == seat else 5)) for at in range(players)
    ]
    doc = kniffel.start(players, options) | {
        "phase": "choose",
        "turn": seat,
        "sheets": [sheet for sheet, _ in sheets],
        "bonus": [further for _, further in sheets],
        "dice": dice(source),
        "throws": 1 + source.below(3),
    }
    if "totals" in doc:
        doc |= {"match_game": 2, "totals": [100 + source.below(300) for _ in range(players)]}
    return {key: value for key, value in doc.items() if key not in ("began", "kept")}


@pytest.mark.parametrize("joker", JOKERS)
@pytest.mark.parametrize(("players", "games"), [(1, 1), (1, 2), (2, 1), (3, 3), (5, 1)])
def test_random_games_are_the_same_in_both(players: int, games: int, joker: str) -> None:
    walk(GAME, kniffel, players, {"joker": joker, "games": games}, "random")


def test_a_game_of_twelve_is_the_same_in_both() -> None:
    walk(GAME, kniffel, 12, {"kniffel_bonus": 0}, "twelve")


@pytest.mark.parametrize("players", [2, 3, 12])
def test_K2_ties_are_thrown_again_alike(players: int) -> None:
    source = Seeded(f"ties {players}")
    began = ["22222", "11116", "12223", "-", None]
    for _ in range(25):
        thrown = [began[source.below(4)] for _ in range(players)]
        first = source.below(players)
        thrown[first:] = ["-" if dice == "-" else None for dice in thrown[first:]]
        thrown[first] = None
        if players - thrown.count("-") > 1:
            doc = kniffel.start(players, {}) | {"turn": first, "began": thrown}
            walk_on(GAME, kniffel, doc, source, at_most=players)


@pytest.mark.parametrize("bonus", [0, 100])
@pytest.mark.parametrize("joker", JOKERS)
def test_K11_nearly_full_sheets_are_filled_alike(joker: str, bonus: int) -> None:
    source = Seeded(f"full {joker} {bonus}")
    options = {"joker": joker, "kniffel_bonus": bonus}
    for _ in range(120):
        agree_at(GAME, kniffel, table(options, 1 + source.below(4), source), source)


@pytest.mark.parametrize("games", [1, 2, 3])
def test_K13_K14_games_end_alike(games: int) -> None:
    source = Seeded(f"ends {games}")
    options = {"joker": JOKERS[games - 1], "games": games}
    for _ in range(15):
        walk_on(GAME, kniffel, table(options, 1 + source.below(5), source), source, at_most=60)


@pytest.mark.parametrize("bonus", [0, 7, 100])
def test_K6_K12_K13_sheets_are_added_up_alike(bonus: int) -> None:
    source = Seeded(f"sums {bonus}")
    for _ in range(150):
        sheets = [filled(source, "off", 13) for _ in range(3)]
        doc = kniffel.start(3, {"kniffel_bonus": bonus}) | {"phase": "over", "turn": None}
        doc["sheets"] = [sheet | upper_part(source) for sheet, _ in sheets]
        doc["bonus"] = [further for _, further in sheets]
        del doc["began"]
        agree_at(GAME, kniffel, doc, source)


def upper_part(source: Source) -> dict[str, int]:
    """Boxes of two to four dice each, so that the sum is often 63 or just short of it."""
    return {box: number * (2 + source.below(3)) for number, box in enumerate(kniffel.UPPER, start=1)}
