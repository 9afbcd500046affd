"""Tables with the longest games that people can play."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

from stammtisch.core.turn import Choose, Over
from stammtisch.server.tables.checks import Caller
from stammtisch.server.tables.commands import AddSeed
from stammtisch.server.tables.decisions import accept, decide
from stammtisch.server.tables.events import AnyEvent, StepPlayed
from stammtisch.server.tables.seating import BotSeat, FreeSeat, NewTable, PersonHere, create_table
from stammtisch.server.tables.state import apply, history
from stammtisch.server.tables.table import Table
from stammtisch.server.tokens import fresh_code, fresh_table, fresh_token, hashed


class LongTable(NamedTuple):
    """A table with its events; the token is that of the player on the first seat."""

    table: Table
    token: str
    events: list[AnyEvent]


def play(game: str, players: int, *, steps: int | None = None, **options: object) -> LongTable:
    """A table whose players choose at random until the game is over.

    With `steps` it is left earlier: when the first seat has a move to choose after that number of steps.
    """
    seats: list[PersonHere | FreeSeat | BotSeat] = [PersonHere("Anna")]
    seats += [BotSeat("random") for _ in range(players - 1)]
    token, name = fresh_token(), fresh_table()
    new = NewTable(game=game, seats=seats, options=options)
    events: list[AnyEvent] = [*create_table(new, fresh_code(), 120, hashed(token), None, 0.0)]
    *_, table = history(name, events)
    seeded, table = decide(table, lambda at, now: accept(at, Caller(0, now), AddSeed(seed="00" * 8)), 1.0)
    events += seeded
    for event in _steps(table, steps):
        table = apply(table, event)
        events.append(event)
    return LongTable(table, token, events)


def _steps(table: Table, most: int | None) -> Iterator[StepPlayed]:
    match, chance, played = table.running(), random.Random(1), 0
    while not isinstance(match.turn, Over):
        if most is not None and played >= most and match.turn == Choose((0,)):
            return
        if isinstance(match.turn, Choose):
            seat = match.turn.seats[0]
            text = str(chance.choice(match.moves(seat)))
            yield StepPlayed(t=2.0, seat=seat, text=text)
            match = match.play(seat, text).match
        else:
            text = match.drawn()
            yield StepPlayed(t=2.0, text=text)
            match = match.fall(text).match
        played += 1
