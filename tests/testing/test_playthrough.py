"""Committed games that people can read; a change of the rules shows in them."""

from __future__ import annotations

from pathlib import Path

import pytest

from stammtisch import catalog
from stammtisch.testing.playthrough import playthrough

FOLDER = Path(__file__).parent / "playthroughs"
PLAYERS = {"kniffel": 2, "tock": 4, "zock": 2, "zocknroll": 3}


@pytest.mark.parametrize("name", catalog.NAMES)
def test_the_committed_game_is_still_played_so(name: str) -> None:
    players = PLAYERS[name]
    path = FOLDER / f"{name}.txt"
    again = f"python -m stammtisch.testing.playthrough {name} {players} > {path}"
    told = playthrough(catalog.game(name), players)
    assert path.read_text(encoding="utf-8") == told, f"if that is meant: {again}"


def test_a_playthrough_tells_throws_moves_events_and_changes() -> None:
    told = playthrough(catalog.game("zock"), 2, seed="tell").splitlines()
    assert told[0] == "ZOCK (rules 1), seed 'tell'"
    assert any(line.startswith("1. seat 0 throws ") and line.endswith("(of 21)") for line in told)
    assert any(line.startswith("   > threw 0 ") for line in told)
    assert '   phase: "move"' in told
    assert "   dice: gone" in told
    assert told[-1].startswith("over: Outcome(")


def test_a_long_game_may_be_cut_short() -> None:
    told = playthrough(catalog.game("zock"), 2, at_most=3).splitlines()
    assert told[-1] == "and so on"
    assert not any(line.startswith("4. ") for line in told)


def test_secrets_say_who_knows_them() -> None:
    assert "(known to 0)" in playthrough(catalog.game("tock"), 2, at_most=5)
