"""Hints: the values are the evaluator's, the facts are true, and a first hint needs no compiler."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from stammtisch import bots, catalog
from stammtisch.bots import Evaluation, Fact
from stammtisch.core import Seeded
from stammtisch.core.game import AnyGame
from stammtisch.core.turn import Choose, Seat
from stammtisch.core.value import Value
from stammtisch.solve.cache import FOLDER_VARIABLE
from stammtisch.testing.playout import Playout
from support import icu
from support.page_sources import LANGUAGES, catalogue

GAMES = [(name, bots.puzzle_players(catalog.game(name))) for name in catalog.NAMES]
PLAYED = [*GAMES, ("kniffel", 2)]
QUICK = [
    pytest.param(*case, marks=pytest.mark.slow) if case[0] in ("tock", "zocknroll") else case
    for case in PLAYED
]
"""The others take seconds, and are tested with the slow tests."""


def decisions(game: AnyGame, players: int, seeds: int = 3, most: int = 12) -> Iterator[tuple[Value, Seat]]:
    """Positions in which a seat has several moves."""
    for seed in range(seeds):
        found = 0
        for step in Playout(game, players, seed=f"hints {seed}", at_most=400).steps:
            turn = game.turn(step.state)
            if isinstance(turn, Choose) and len(game.moves(step.state, turn.seats[0])) > 1:
                yield step.state, turn.seats[0]
                found += 1
                if found == most:
                    break


def advised(game: AnyGame, state: Value, seat: Seat) -> Evaluation:
    return bots.advise(game, game.view(state, seat), seat, Seeded(""))


@pytest.mark.parametrize(("name", "players"), QUICK)
def test_a_hint_rates_every_legal_move_and_explains_the_best(name: str, players: int) -> None:
    game = catalog.game(name)
    found: list[Fact] = []
    for state, seat in decisions(game, players):
        hint = advised(game, state, seat)
        assert {move.move for move in hint.moves} == {str(move) for move in game.moves(state, seat)}
        assert [move.value for move in hint.moves] == sorted(
            (move.value for move in hint.moves), reverse=True
        )
        explained = {move.value for move in hint.moves if move.facts}
        assert explained <= set(sorted({move.value for move in hint.moves}, reverse=True)[:3])
        found += [fact for move in hint.moves[:3] for fact in move.facts]
    assert found


@pytest.mark.parametrize(("name", "players"), [case for case in PLAYED if case[0] != "tock"])
def test_the_values_of_a_hint_are_those_of_the_evaluator(name: str, players: int) -> None:
    game = catalog.game(name)
    for state, seat in decisions(game, players, seeds=1):
        view = game.view(state, seat)
        plain = bots.evaluator(game)(game, view, seat, Seeded(""))
        hint = bots.advise(game, view, seat, Seeded(""))
        assert [(move.move, move.value) for move in hint.moves] == [
            (move.move, move.value) for move in plain.moves
        ]


@pytest.mark.parametrize(("name", "players"), QUICK)
def test_the_page_has_words_for_every_fact(name: str, players: int) -> None:
    game = catalog.game(name)
    facts = {
        fact.name: set(fact.values)
        for state, seat in decisions(game, players)
        for move in advised(game, state, seat).moves
        for fact in move.facts
    }
    for fact, values in facts.items():
        for language in LANGUAGES:
            message = icu.parse(catalogue(f"{name}/hints", language)[fact])
            named = {"name" if value == "seat" else value for value in values}
            assert {place for place, _ in icu.placeholders(message)} <= named


@pytest.mark.parametrize(("name", "players"), QUICK)
def test_a_rough_hint_rates_the_same_moves_and_says_that_it_is_rough(name: str, players: int) -> None:
    game = catalog.game(name)
    for state, seat in decisions(game, players, seeds=1):
        view = game.view(state, seat)
        rough = bots.glance(game, view, seat, Seeded(""))
        full = bots.advise(game, view, seat, Seeded(""))
        assert rough.unit == full.unit
        assert not rough.exact
        assert rough.error
        assert {move.move for move in rough.moves} == {move.move for move in full.moves}


@pytest.mark.parametrize(("name", "players"), [case for case in PLAYED if case[0] != "tock"])
def test_a_rough_hint_is_about_as_far_off_as_it_says(name: str, players: int) -> None:
    """Two of three values within the standard error would be usual."""
    game, within = catalog.game(name), []
    for state, seat in decisions(game, players, seeds=6):
        view = game.view(state, seat)
        rough = {move.move: move for move in bots.glance(game, view, seat, Seeded("")).moves}
        for move in bots.evaluator(game)(game, view, seat, Seeded("")).moves:
            off = abs(rough[move.move].value - move.value)
            within.append(off <= (rough[move.move].error or 1e-9))
    assert sum(within) / len(within) >= 0.6


COMPILERS = """
import json
import sys
from stammtisch import bots, catalog
from stammtisch.core import Seeded
from tests.bots.test_hints import decisions
for name, players in json.loads(sys.argv[2]):
    game = catalog.game(name)
    for state, seat in decisions(game, players, seeds=1, most=3):
        getattr(bots, sys.argv[1])(game, game.view(state, seat), seat, Seeded(""))
    assert "numba" not in sys.modules, f"a compiler was loaded for {name} with {players}"
"""


def assert_no_compiler(how: str, cases: list[tuple[str, int]], **environment: str) -> None:
    """A process that gives hints in this way loads no compiler."""
    asked = subprocess.run(
        [sys.executable, "-c", COMPILERS, how, json.dumps(cases)],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert asked.returncode == 0, asked.stderr


def test_no_compiler_is_loaded_for_a_rough_hint_even_if_nothing_is_solved(tmp_path: Path) -> None:
    assert_no_compiler("glance", PLAYED, **{FOLDER_VARIABLE: str(tmp_path)})


def test_no_compiler_is_loaded_for_a_hint_from_tables_that_are_solved() -> None:
    cases = [("zock", 2), ("kniffel", 1), ("kniffel", 2)]
    for name, players in cases:
        game = catalog.game(name)
        for state, seat in decisions(game, players, seeds=1, most=3):
            advised(game, state, seat)
    assert_no_compiler("advise", cases)
