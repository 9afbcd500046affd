from __future__ import annotations

from collections import Counter

import pytest

from stammtisch import bots, catalog
from stammtisch.core import BadRequest, NotYourTurn, Seeded

ZOCK = catalog.game("zock")
VIEW = {
    "game": "zock",
    "players": 2,
    "phase": "move",
    "turn": 1,
    "dice": "54",
    "open": [[1, 2, 3, 4, 5, 6, 7, 8, 9], [4, 5, 9]],
}


def test_every_game_has_its_bots() -> None:
    assert bots.names(ZOCK)[0] == "random"


def test_an_unknown_bot_is_refused_with_those_there_are() -> None:
    with pytest.raises(BadRequest, match="ZOCK has no bot 'stockfish'; its bots are random"):
        bots.bot(ZOCK, "stockfish")


def test_random_takes_each_legal_move_equally_often() -> None:
    source = Seeded("even")
    chosen = Counter(str(bots.bot(ZOCK, "random")(ZOCK, VIEW, 1, source)) for _ in range(2000))
    assert set(chosen) == {"4+5", "9"}
    assert abs(chosen["9"] - 1000) < 150


def test_random_with_the_same_luck_moves_the_same() -> None:
    bot = bots.bot(ZOCK, "random")
    assert bot(ZOCK, VIEW, 1, Seeded("a")) == bot(ZOCK, VIEW, 1, Seeded("a"))


def test_a_bot_whose_turn_it_is_not_says_so() -> None:
    with pytest.raises(NotYourTurn):
        bots.bot(ZOCK, "random")(ZOCK, VIEW, 0, Seeded(0))


def test_time_is_left_until_the_milliseconds_have_passed() -> None:
    now = iter([100.0, 100.0, 100.049, 100.05, 100.06])
    time_left = bots.within(50, lambda: next(now))
    assert [time_left() for _ in range(4)] == [True, True, False, False]


def test_bots_that_answer_at_once_do_so_whatever_time_they_have() -> None:
    hurried = bots.bot(ZOCK, "random", lambda: False)
    assert str(hurried(ZOCK, VIEW, 1, Seeded("a"))) in ("4+5", "9")
