"""What a roll is worth: nothing on average for any player, and what one gains the others lose."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from statistics import fmean, stdev
from typing import Any

import pytest

from stammtisch import bots, catalog
from stammtisch.core.chance import Seeded
from stammtisch.core.documents import Document
from stammtisch.core.game import AnyGame
from stammtisch.core.turn import Over, Throw
from stammtisch.core.value import Value
from stammtisch.solve.tock.thinking import chances_compared
from support.mean_luck import mean_luck

EVALUATED: list[tuple[str, int, Document]] = [
    ("zock", 2, {}),
    ("zock", 2, {"variant": "b", "referee": "players"}),
    ("zock", 2, {"variant": "c", "games": 3}),
    ("kniffel", 2, {}),
    ("kniffel", 3, {"games": 2}),
    ("zocknroll", 3, {}),
]


def rolls(game: AnyGame, players: int, options: Document, level: str) -> Iterator[Any]:
    """The positions of one game in which somebody rolls."""
    state: Value = game.start(players, game.options(options, players))
    source, choose = Seeded(f"{game.id} {players} {level}"), bots.bot(game, level)
    while not isinstance(turn := game.turn(state), Over):
        if isinstance(turn, Throw):
            yield state
            state, _ = game.fall(state, game.chance(state).sample(source))
        else:
            seat = turn.seats[0]
            state, _ = game.play(state, seat, choose(game, game.view(state, seat), seat, source))


@pytest.mark.parametrize("level", ["random", "medium"])
@pytest.mark.parametrize(("name", "players", "options"), EVALUATED)
def test_no_roll_is_lucky_on_average(name: str, players: int, options: Document, level: str) -> None:
    game = catalog.game(name)
    for state in [*rolls(game, players, options, level)][::20]:
        mean, outcomes = [0.0] * players, game.chance(state).outcomes() or ()
        if name == "zocknroll" and len(outcomes) > 6:
            continue  # compared with rolls drawn at random: see below
        for text, chance in outcomes:
            gains = bots.luck(game, state, text, Seeded("luck"))
            assert gains is not None
            assert sum(gains) == pytest.approx(0, abs=1e-9)
            mean = [before + float(chance) * gain for before, gain in zip(mean, gains, strict=True)]
        assert mean == pytest.approx([0.0] * players, abs=1e-9)


@pytest.mark.parametrize(("name", "players", "phase"), [("zocknroll", 3, "white"), ("tock", 4, "deal")])
def test_one_that_is_compared_with_some_others_is_not_lucky_on_average_either(
    name: str, players: int, phase: str
) -> None:
    game, source = catalog.game(name), Seeded("compared")
    state = next(state for state in rolls(game, players, {}, "medium") if state.phase == phase)
    found = []
    for _ in range(60):
        gains = bots.luck(game, state, game.chance(state).sample(source), source)
        assert gains is not None
        assert sum(gains) == pytest.approx(0, abs=1e-9)
        found.append(gains[0])
    assert abs(fmean(found)) < 4 * stdev(found) / sqrt(len(found))


def test_a_lot_is_compared_with_other_lots_before_any_card_is_dealt() -> None:
    game = catalog.game("tock")
    state: Any = game.start(4)
    drawn = [game.fall(state, str(seat))[0] for seat in range(4)]
    possible = {tuple(chances_compared(state, fallen, 0, 1)[0]) for fallen in drawn}
    assert {tuple(row) for row in chances_compared(state, drawn[0], 30, 1)} == possible


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("phase", ["deal", "draw"])
def test_what_a_simulation_subtracts_in_tock_is_0_on_average(players: int, phase: str) -> None:
    """In positions from the first lot on, of the deals and draws that the rules make."""
    game, source = catalog.game("tock"), Seeded("played out")
    found = [state for state in rolls(game, players, {}, "medium") if state.phase == phase]
    for state in (found[:2] + found[-1:])[-3:]:
        lucks, levels = [], ("strong", "medium", "medium", "medium")[:players]
        for _ in range(60):
            gains = bots.simulated_luck(game, state, game.chance(state).sample(source), levels, source)
            assert gains is not None
            assert sum(gains) == pytest.approx(0, abs=1e-9)
            lucks.append(gains[0])
        assert stdev(lucks) > 0
        assert abs(fmean(lucks)) < 4 * stdev(lucks) / sqrt(len(lucks))


@pytest.mark.parametrize(
    ("name", "levels", "saves"),
    [
        ("zock", ("random", "easy"), True),
        ("tock", ("strong", "medium"), True),
        ("tock", ("medium", "casual"), False),
        ("zocknroll", ("strong", "medium"), False),
    ],
)
def test_a_simulation_subtracts_luck_only_where_that_saves_time(
    name: str, levels: tuple[str, ...], saves: bool
) -> None:
    assert bots.quick_luck(catalog.game(name), levels) is saves


BIAS = 0.0133
"""Of every deal: what was once found in Tock must not be missed."""


@pytest.mark.parametrize(
    ("name", "players", "level", "games"),
    [
        ("zock", 2, "easy", 60),
        ("zock", 2, "perfect", 60),
        ("kniffel", 2, "easy", 14),
        ("kniffel", 3, "medium", 6),
    ],
)
def test_luck_is_0_on_average_over_whole_games(name: str, players: int, level: str, games: int) -> None:
    """The benchmark of the same name looks at more games, levels and tables."""
    found = mean_luck(catalog.game(name), level, games, players, {})
    assert abs(found.mean) < 2 * found.margin
    assert 0 < found.finds < BIAS


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "players", "games"),
    [
        ("zock", 2, 100),
        *(("kniffel", players, 20) for players in (2, 3, 4)),
        *(("zocknroll", players, 64) for players in (2, 3, 4)),
    ],
)
def test_luck_is_0_on_average_at_every_level(name: str, players: int, games: int) -> None:
    game = catalog.game(name)
    for level in bots.names(game):
        found = mean_luck(game, level, games, players, {}, f"luck of {level}")
        assert abs(found.mean) < 2 * found.margin, (level, found)
        assert 0 < found.finds < BIAS, (level, found)
