"""The form of Tock's rules that search and training use agrees with the rules."""

from __future__ import annotations

import pytest

from stammtisch.core.documents import Document
from support.tock_core import TABLES, agreeing_steps


@pytest.mark.parametrize(("players", "options"), TABLES, ids=str)
def test_every_move_and_position_of_random_games_is_the_same(players: int, options: Document) -> None:
    assert agreeing_steps(players, options, "agreement 0") > 100
