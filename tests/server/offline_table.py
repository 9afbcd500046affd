"""A table without a server or a database: commands are decided and applied at once."""

from __future__ import annotations

from functools import partial
from typing import Any, Final, Self

import pytest
from msgspec.structs import replace

from stammtisch.core.errors import StammtischError
from stammtisch.core.turn import Choose, Over, Seat, Throw
from stammtisch.server.tables import commands
from stammtisch.server.tables.checks import Caller
from stammtisch.server.tables.decisions import Action, accept, decide, nothing
from stammtisch.server.tables.events import AnyEvent, MatchPrepared, encode_event
from stammtisch.server.tables.parts import PersonId
from stammtisch.server.tables.seating import (
    BotSeat,
    FreeSeat,
    NewPlayers,
    NewTable,
    create_table,
    join_table,
)
from stammtisch.server.tables.state import history
from stammtisch.server.tables.table import Table

SECRET: Final = "5eed" * 16


def _join(new: NewPlayers, key: str, table: Table, now: float) -> list[AnyEvent]:
    return join_table(table, new, None, key, None, now)


class OfflineTable:
    """A table whose clock is set by hand. Players join in the order of their seats."""

    first_match = ""
    """The id of the first match, with which it rolls the same dice in every run; none, and they differ."""

    def __init__(self, game: str, *names: str, **terms: Any) -> None:
        self.now = 1000.0
        self.log: list[str] = []
        seats = [BotSeat(name[4:]) if name.startswith("bot:") else FreeSeat() for name in names]
        created = create_table(NewTable(game=game, seats=[*seats], **terms), "code", 120, "", None, self.now)
        if self.first_match:
            created = [
                replace(event, match=self.first_match, secret=SECRET)
                if isinstance(event, MatchPrepared)
                else event
                for event in created
            ]
        self.log += map(encode_event, created)
        *_, self.table = history("offline", created)
        self.run(nothing)
        for seat, name in enumerate(names):
            if not name.startswith("bot:"):
                self.run(partial(_join, NewPlayers(names=[name], seats=[seat]), f"key of {name}"))

    def run(self, action: Action) -> None:
        """Decide and apply the action, with everything that follows by itself."""
        decision = decide(self.table, action, self.now)
        self.log += map(encode_event, decision.events)
        self.table = decision.table

    def send(self, person: PersonId | None, command: commands.TableCommand) -> None:
        """A command of somebody while every player is connected."""
        self.run(lambda table, now: accept(table, Caller(person, now, lambda: self.table.players), command))

    def start(self) -> Self:
        """Everybody adds a seed, so that the match starts."""
        for person in range(len(self.table.people)):
            self.send(person, commands.AddSeed(seed="0" * 16))
        return self

    def person(self, seat: Seat) -> PersonId:
        """Who sits there."""
        person = self.table.seats[seat].person
        assert person is not None
        return person

    def stand_in(self, seat: Seat) -> str | None:
        """Why a stand-in plays for the owner of the seat."""
        return self.table.seats[seat].stand_in

    def moves(self, seat: Seat) -> list[str]:
        """The legal moves of a seat, in notation."""
        return list(map(str, self.table.running().moves(seat)))

    def step(self, which: int = 0) -> None:
        """The seat whose turn it is rolls, or plays one of its moves."""
        turn = self.table.turn
        if isinstance(turn, Throw):
            assert turn.seat is not None
            self.send(self.person(turn.seat), commands.Roll(at=self.table.at))
        else:
            assert isinstance(turn, Choose)
            self.play(turn.seats[0], self.moves(turn.seats[0])[which])

    def play(self, seat: Seat, move: str) -> None:
        """The owner of the seat plays this move at the present position."""
        self.send(self.person(seat), commands.PlayMove(at=self.table.at, seat=seat, move=move))

    def roll_until_choice(self) -> Seat:
        """Roll until somebody has a move to choose; that seat."""
        while isinstance(self.table.turn, Throw):
            self.step()
        assert isinstance(self.table.turn, Choose)
        return self.table.turn.seats[0]

    def play_to_end(self) -> None:
        """Play the first listed move each time until the match is over."""
        while not isinstance(self.table.turn, Over):
            self.step()


def assert_refused(
    kind: type[StammtischError],
    offline: OfflineTable,
    person: PersonId | None,
    command: commands.TableCommand,
) -> None:
    """The command is refused with this error, and the table stays as it was."""
    before = offline.table
    with pytest.raises(kind):
        offline.send(person, command)
    assert offline.table is before
