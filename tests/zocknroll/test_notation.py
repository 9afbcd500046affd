"""Zock'n'Roll's notation."""

from __future__ import annotations

import pytest

from stammtisch.core import BadMove

from .table import GAME, start


@pytest.mark.parametrize(
    "text", ["stay", "leave two-pairs", "leave -", "mark large-straight", "mark highway"]
)
def test_notation_of_a_move_is_read_back(text: str) -> None:
    assert str(GAME.parse(start(3), text)) == text


@pytest.mark.parametrize(
    "text", ["", "leave", "leave won-third", "mark left-first", "Stay", "stay pair", "pair"]
)
def test_notation_knows_no_other_moves(text: str) -> None:
    with pytest.raises(BadMove):
        GAME.parse(start(3), text)
