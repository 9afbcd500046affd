"""Who plays: people by their names, bots as `bot:` and their level."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from stammtisch import bots
from stammtisch.core.game import AnyGame
from stammtisch.core.turn import Seat
from stammtisch.match import Match, Played
from stammtisch.match.record import BOT_PREFIX

USUAL_LEVEL: Final = "medium"
USUAL_PLAYERS: Final = 4
"""The default number of players; a game that does not allow it starts with its fewest."""


def is_bot(name: str) -> bool:
    """Whether this is a bot."""
    return name.startswith(BOT_PREFIX)


def bot_moves(match: Match, seat: Seat) -> Played:
    """The bot on that seat plays; it knows only its view, and uses the random numbers of this step."""
    choose = bots.bot(match.game, match.seats[seat].removeprefix(BOT_PREFIX))
    view = match.game.view(match.state, seat)
    return match.play(seat, choose(match.game, view, seat, match.source()))


def display_names(seats: Sequence[str]) -> list[str]:
    """The names on the screen: bots by their level, namesakes with a number."""
    plain = [name.removeprefix(BOT_PREFIX) for name in seats]
    return [
        name if plain.count(name) == 1 else f"{name} {plain[: seat + 1].count(name)}"
        for seat, name in enumerate(plain)
    ]


def seat_names(game: AnyGame, text: str) -> list[str]:
    """The names of a comma-separated list; `BadRequest` for an unknown bot."""
    names = [name.strip() for name in text.split(",")]
    for name in filter(is_bot, names):
        bots.bot(game, name.removeprefix(BOT_PREFIX))
    return names


def usual_players(game: AnyGame) -> int:
    """The default number of players of a game."""
    return USUAL_PLAYERS if USUAL_PLAYERS in game.players else min(game.players)


def usual_seats(game: AnyGame, players: int) -> list[str]:
    """One person, and bots on all other seats."""
    return ["you", *[usual_bot(game)] * (players - 1)]


def usual_bot(game: AnyGame) -> str:
    """A bot that can be beaten and does not think for long."""
    names = bots.names(game)
    return BOT_PREFIX + (USUAL_LEVEL if USUAL_LEVEL in names else names[-1])
