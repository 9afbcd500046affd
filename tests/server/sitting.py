"""A table without any socket, on which everything is decided and applied at once."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from stammtisch.core.errors import StammtischError
from stammtisch.core.turn import Choose, Over, Throw
from stammtisch.server.tables import commands
from stammtisch.server.tables.checks import Caller
from stammtisch.server.tables.decisions import Action, accept, decide, nothing
from stammtisch.server.tables.events import AnyEvent, encode_event
from stammtisch.server.tables.seating import (
    BotSeat,
    FreeSeat,
    NewPlayers,
    NewTable,
    create_table,
    join_table,
)
from stammtisch.server.tables.state import Table, history


def _join(new: NewPlayers, key: str, table: Table, now: float) -> list[AnyEvent]:
    return join_table(table, new, None, key, None, now)


class Evening:
    """A table whose time is set by hand."""

    def __init__(self, game: str, *names: str, **terms: Any) -> None:
        self.now = 1000.0
        self.texts: list[str] = []
        choices = [BotSeat(name[4:]) if name.startswith("bot:") else FreeSeat() for name in names]
        created = create_table(
            NewTable(game=game, seats=[*choices], **terms), "code", 120, "", None, self.now
        )
        self.texts += map(encode_event, created)
        *_, self.table = history("evening", created)
        self.run(nothing)
        for seat, name in enumerate(names):
            if not name.startswith("bot:"):
                new = NewPlayers(names=[name], seats=[seat])
                key = f"key of {name}"
                self.run(partial(_join, new, key))

    def run(self, action: Action) -> None:
        """Let it happen, with all that follows by itself."""
        decision = decide(self.table, action, self.now)
        self.texts += map(encode_event, decision.events)
        self.table = decision.table

    def say(self, person: int | None, command: commands.TableCommand) -> None:
        self.run(lambda table, now: accept(table, Caller(person, now, lambda: self.table.players), command))

    def begin(self) -> Evening:
        for person in range(len(self.table.people)):
            self.say(person, commands.AddSeed(seed="0" * 16))
        return self

    def person(self, seat: int) -> int:
        person = self.table.seats[seat].person
        assert person is not None
        return person

    def step(self, which: int = 0) -> None:
        """Whoever is to act throws, or plays one of the listed moves."""
        turn = self.table.turn
        if isinstance(turn, Throw):
            assert turn.seat is not None
            self.say(self.person(turn.seat), commands.Roll(at=self.table.at))
        else:
            assert isinstance(turn, Choose)
            seat = turn.seats[0]
            move = self.table.running().moves(seat)[which]
            self.say(self.person(seat), commands.PlayMove(at=self.table.at, seat=seat, move=str(move)))

    def until_choice(self) -> int:
        """Throws until somebody is to decide; that seat."""
        while isinstance(self.table.turn, Throw):
            self.step()
        assert isinstance(self.table.turn, Choose)
        return self.table.turn.seats[0]

    def to_the_end(self) -> None:
        while not isinstance(self.table.turn, Over):
            self.step()


def refused(
    kind: type[StammtischError], evening: Evening, person: int | None, command: commands.TableCommand
) -> None:
    before = evening.table.n
    with pytest.raises(kind):
        evening.say(person, command)
    assert evening.table.n == before
