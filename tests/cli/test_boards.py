from __future__ import annotations

import io
from collections.abc import Iterator
from itertools import islice

import pytest
from rich.console import Console

from stammtisch import catalog
from stammtisch.cli import boards
from stammtisch.cli.boards.ring import Ring
from stammtisch.core import Document, Seeded
from stammtisch.core.game import AnyGame
from stammtisch.core.value import Value
from stammtisch.testing.playout import random_steps

NAMES = ["Anna", "Béla", "Cili", "Dezső", "Emil", "Fritz", "Gabi", "Hanna", "Ida", "Jan", "Kati", "Lars"]
LISTS = ("0 Anna, ", "to see w")
"""How lines begin that may wrap; what is drawn may not."""
WIDE_TABLES = {("tock", 5): 100, ("tock", 6): 100, ("tock", 8): 100}


def drawn(
    game: AnyGame, state: Value, seat: int | None, width: int = 200, *, everything: bool = False
) -> str:
    """The board without colours, by default on a screen that is wide enough for anything."""
    console = Console(file=io.StringIO(), width=width, no_color=True)
    names = NAMES[: game.dump(state)["players"]]
    console.print(boards.draw(game, state, names, seat, everything=everything))
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def positions(game: AnyGame, players: int, options: Document, steps: int) -> Iterator[Value]:
    """The first positions of a random game."""
    state: Value = game.start(players, game.options(options, players))
    yield state
    yield from (step.state for step in islice(random_steps(game, state, Seeded("boards")), steps - 1))


TABLES = [
    *(("zock", 2, options) for options in ({}, {"games": 3}, {"referee": "players"})),
    *(("kniffel", players, {"games": 2}) for players in (1, 2, 6, 12)),
    *(
        ("zocknroll", players, {"variant": variant})
        for players in (2, 6, 12)
        for variant in ("basic", "profi")
    ),
    *(("tock", players, {"board": board}) for players in (2, 3, 4, 5, 6, 8) for board in ("canadian", "dog")),
]


@pytest.mark.parametrize(("name", "players", "options"), TABLES)
def test_every_position_fits_on_the_screen_for_every_seat(name: str, players: int, options: Document) -> None:
    game = catalog.game(name)
    widest = WIDE_TABLES.get((name, players), 80)
    for number, state in enumerate(list(positions(game, players, options, 200))[::7]):
        for seat in (None, number % players):
            lines = drawn(game, state, seat).splitlines()
            assert [line for line in lines if len(line.rstrip()) > widest and line[:8] not in LISTS] == []


@pytest.mark.parametrize("name", catalog.NAMES)
def test_full_positions_can_be_drawn_too(name: str) -> None:
    game = catalog.game(name)
    for state in positions(game, 2, {}, 60):
        assert drawn(game, state, None, everything=True)


def test_zock_shows_open_flaps_by_number_and_covered_ones_shut() -> None:
    game = catalog.game("zock")
    document = {"game": "zock", "players": 2, "phase": "throw", "turn": 0, "open": [[1, 9], [2]]}
    board = drawn(game, game.load(document), 0)
    assert [f for f in range(1, 10) if f"│ {f} │" in board] == [1, 2, 9]
    assert board.count("▒▒▒") == 15


def test_kniffel_adds_up_the_pad() -> None:
    game = catalog.game("kniffel")
    sheet = {"threes": 9, "fours": 12, "fives": 15, "sixes": 24, "twos": 6, "kniffel": 50}
    state = game.load(game.dump(game.start(2)) | {"sheets": [sheet, {"chance": 5}], "bonus": [1, 0]})
    lines = [line for line in drawn(game, state, None).splitlines() if line]
    rows = {line.split("  ")[0].strip(): line.split()[-2:] for line in lines}
    assert rows["upper bonus (63)"] == ["35", "0"]
    assert rows["further Kniffels"] == ["100", "0"]
    assert rows["total"] == ["251", "5"]
    assert rows["ones"] == ["·", "·"]


def test_zocknroll_shuts_the_cups_of_others() -> None:
    game = catalog.game("zocknroll")
    *_, state = positions(game, 3, {}, 4)
    view = game.view(state, 1)
    assert view["own"].count("?") == 2
    board = drawn(game, state, 1)
    assert board.count("shut ?") == 2
    assert " ".join(view["own"][1]) in board
    assert "under your cup" in board
    assert "under your cup" not in drawn(game, state, None)


def test_tock_shows_stones_by_seat_and_letter_and_the_own_hand_alone() -> None:
    game = catalog.game("tock")
    changes = {
        "phase": "play",
        "turn": 0,
        "dealer": 3,
        "given": [None] * 4,
        "stones": [["5", "0!", "h2", "-"], ["-"] * 4, ["30*", "-", "-", "-"], ["-"] * 4],
        "hands": [["TH", "X"], ["2C", "3C"], ["4C"], []],
    }
    board = drawn(game, game.load(game.dump(game.start(4)) | changes), 0)
    assert all(stone in board for stone in ("0a", "0B", "0c", "2a"))
    assert "0d" not in board
    assert " 10♥ " in board
    assert " joker " in board
    assert "?" not in board


def test_tock_draws_no_broken_ring_in_a_narrow_window() -> None:
    game = catalog.game("tock")
    state = game.start(8)
    assert "·  ·" not in drawn(game, state, 0, width=80)
    assert "has 100 columns" in drawn(game, state, 0, width=80)
    assert "○7" in drawn(game, state, 0, width=100)


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize(("width", "height", "arm"), [(18, 18, 18), (36, 18, 18), (45, 27, 18), (40, 24, 16)])
def test_the_ring_is_closed_and_houses_meet_nothing(
    width: int, height: int, arm: int, mirrored: bool
) -> None:
    for near in range(0, 2 * (width + height), arm):
        ring = Ring(width, height, arm, near, mirrored=mirrored)
        track = [ring.spot(field) for field in range(ring.fields)]
        steps = zip(track, track[1:] + track[:1], strict=True)
        assert all(abs(a.column - b.column) + abs(a.row - b.row) == 1 for a, b in steps)
        houses = [
            ring.inward(gate, cell) for gate in range(near % arm, ring.fields, arm) for cell in range(1, 6)
        ]
        assert len({*track, *houses}) == len(track) + len(houses)
        assert ring.spot(near).row == height


def test_mirroring_turns_the_direction_of_play() -> None:
    clockwise, other = (Ring(18, 18, 18, 0, mirrored=mirrored) for mirrored in (False, True))
    assert clockwise.spot(1).column < clockwise.spot(0).column  # leftwards along the lower side
    assert other.spot(1).column > other.spot(0).column
