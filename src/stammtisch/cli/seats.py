"""Who sits at the table: people by their names, bots as `bot:` and their kind."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from stammtisch import bots
from stammtisch.core.game import AnyGame
from stammtisch.core.turn import Seat
from stammtisch.match import Match, Played

BOT_PREFIX: Final = "bot:"
FAIR: Final = "medium"
USUAL_PLAYERS: Final = 4
"""A full table; a game that does not take so many begins with its fewest."""


def is_bot(name: str) -> bool:
    """Whether a bot sits there."""
    return name.startswith(BOT_PREFIX)


def bot_moves(match: Match, seat: Seat) -> Played:
    """The bot on that seat plays, knowing its view and the luck of this step alone."""
    choose = bots.bot(match.game, match.seats[seat].removeprefix(BOT_PREFIX))
    view = match.game.view(match.state, seat)
    return match.play(seat, choose(match.game, view, seat, match.source()))


def display_names(seats: Sequence[str]) -> list[str]:
    """What the seats are called on the screen: bots by their kind alone, namesakes with a number."""
    plain = [name.removeprefix(BOT_PREFIX) for name in seats]
    return [
        name if plain.count(name) == 1 else f"{name} {plain[: seat + 1].count(name)}"
        for seat, name in enumerate(plain)
    ]


def seat_names(game: AnyGame, text: str) -> list[str]:
    """The names of a list with commas, every bot among them known."""
    names = [name.strip() for name in text.split(",")]
    for name in filter(is_bot, names):
        bots.bot(game, name.removeprefix(BOT_PREFIX))
    return names


def usual_players(game: AnyGame) -> int:
    """How many sit down where nobody says."""
    return USUAL_PLAYERS if USUAL_PLAYERS in game.players else min(game.players)


def usual_seats(game: AnyGame, players: int) -> list[str]:
    """One person, and fair opponents on all other seats."""
    return ["you", *[usual_bot(game)] * (players - 1)]


def usual_bot(game: AnyGame) -> str:
    """An opponent that one can beat and that does not think for long."""
    names = bots.names(game)
    return BOT_PREFIX + (FAIR if FAIR in names else names[-1])
