"""What a roll is worth: nothing on average, whoever plays, and what one gains the others lose."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from stammtisch import bots, catalog
from stammtisch.core.chance import Seeded
from stammtisch.core.documents import Document
from stammtisch.core.game import AnyGame
from stammtisch.core.turn import Over, Throw
from stammtisch.core.value import Value

EVALUATED: list[tuple[str, int, Document]] = [
    ("zock", 2, {}),
    ("zock", 2, {"variant": "b", "referee": "players"}),
    ("zock", 2, {"variant": "c", "games": 3}),
    ("kniffel", 2, {}),
    ("kniffel", 3, {"games": 2}),
]


def rolls(game: AnyGame, players: int, options: Document, level: str) -> Iterator[Value]:
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
        mean = [0.0] * players
        for text, chance in game.chance(state).outcomes() or ():
            gains = bots.luck(game, state, text)
            assert gains is not None
            assert sum(gains) == pytest.approx(0, abs=1e-9)
            mean = [before + float(chance) * gain for before, gain in zip(mean, gains, strict=True)]
        assert mean == pytest.approx([0.0] * players, abs=1e-9)


def test_where_nobody_can_say_there_is_no_luck() -> None:
    game = catalog.game("tock")
    assert bots.luck(game, game.start(4, game.options({}, 4)), "0") is None
