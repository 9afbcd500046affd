"""Committed games that people can read; a change of the rules shows in them."""

from __future__ import annotations

from pathlib import Path

import pytest

from stammtisch import catalog
from stammtisch.testing.playthrough import playthrough, printed

FOLDER = Path(__file__).parent / "playthroughs"
VARIANTS = {
    "kniffel": ("kniffel", "2", "{}"),
    "kniffel-solo": ("kniffel", "1", "{}"),
    "kniffel-free": ("kniffel", "2", '{"joker":"free","kniffel_bonus":0}'),
    "kniffel-off-series": ("kniffel", "3", '{"joker":"off","games":2}'),
    "tock": ("tock", "4", "{}"),
    "tock-2": ("tock", "2", "{}"),
    "tock-3-play-on": ("tock", "3", '{"play_on":true}'),
    "tock-4-dog-over": ("tock", "4", '{"board":"dog"}'),
    "tock-4-dog-twice": ("tock", "4", '{"board":"dog","house_entry":"twice"}'),
    "tock-4-agreed": ("tock", "4", '{"canadian_seven":true,"no_joker_finish":true}'),
    "tock-5": ("tock", "5", "{}"),
    "tock-6": ("tock", "6", "{}"),
    "tock-8": ("tock", "8", "{}"),
    "zock": ("zock", "2", "{}"),
    "zock-a": ("zock", "2", '{"variant":"a"}'),
    "zock-b": ("zock", "2", '{"variant":"b"}'),
    "zock-c": ("zock", "2", '{"variant":"c"}'),
    "zock-players": ("zock", "2", '{"referee":"players"}'),
    "zock-match": ("zock", "2", '{"variant":"c","games":3}'),
    "zocknroll": ("zocknroll", "3", "{}"),
    "zocknroll-profi": ("zocknroll", "4", '{"variant":"profi"}'),
}


@pytest.mark.parametrize("name", VARIANTS)
def test_the_committed_game_is_still_played_so(name: str) -> None:
    path = FOLDER / f"{name}.txt"
    game, players, options = VARIANTS[name]
    again = f"python -m stammtisch.testing.playthrough {game} {players} '{options}' > {path}"
    assert path.read_text(encoding="utf-8") == printed(game, players, options), f"if that is meant: {again}"


def test_every_game_and_every_committed_file_has_its_place() -> None:
    assert {game for game, _, _ in VARIANTS.values()} == set(catalog.NAMES)
    assert {path.stem for path in FOLDER.iterdir()} == set(VARIANTS)


def test_a_playthrough_has_rolls_moves_events_and_changes() -> None:
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
