from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stammtisch import catalog
from stammtisch.core import BadMove
from stammtisch.testing import strategies


@pytest.mark.parametrize("name", catalog.NAMES)
@settings(max_examples=50)
@given(data=st.data())
def test_options_hold_for_their_players(name: str, data: st.DataObject) -> None:
    game = catalog.game(name)
    players = data.draw(st.sampled_from(game.players))
    options = data.draw(strategies.options(game, players))
    assert game.dump(game.start(players, options))["phase"]


@pytest.mark.parametrize("name", catalog.NAMES)
def test_options_reach_every_field(name: str) -> None:
    game = catalog.game(name)
    defaults = game.options_type()
    differing: set[str] = set()

    @settings(max_examples=300)
    @given(st.sampled_from(game.players).flatmap(lambda players: strategies.options(game, players)))
    def draw(options: object) -> None:
        differing.update(
            field
            for field in defaults.__struct_fields__
            if getattr(options, field) != getattr(defaults, field)
        )

    draw()
    assert differing == set(defaults.__struct_fields__)


@pytest.mark.parametrize("name", catalog.NAMES)
@settings(max_examples=30)
@given(data=st.data())
def test_states_are_positions_of_the_game(name: str, data: st.DataObject) -> None:
    game = catalog.game(name)
    state = data.draw(strategies.states(game))
    assert game.load(game.dump(state)) == state


@given(strategies.states(catalog.game("zock"), players=2, options=None, steps=0))
def test_states_without_steps_are_beginnings(state: object) -> None:
    assert catalog.game("zock").dump(state)["phase"] == "begin"


@pytest.mark.parametrize("name", catalog.NAMES)
@settings(max_examples=50)
@given(data=st.data())
def test_texts_are_moves_or_bad_moves(name: str, data: st.DataObject) -> None:
    game = catalog.game(name)
    state = data.draw(strategies.states(game, steps=30))
    with suppress(BadMove):
        move = game.parse(state, data.draw(strategies.texts(game)))
        assert game.parse(state, str(move)) == move
