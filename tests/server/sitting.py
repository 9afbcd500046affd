"""A table without any socket, on which everything is decided and applied at once."""

from __future__ import annotations

from typing import Any

import pytest

from stammtisch.core.errors import StammtischError
from stammtisch.core.turn import Choose, Over, Throw
from stammtisch.server.tables import messages as said
from stammtisch.server.tables.decisions import Caller, decide, due
from stammtisch.server.tables.events import written
from stammtisch.server.tables.seating import Free, NewGuests, NewTable, OfBot, founded, seated
from stammtisch.server.tables.state import Table


class Evening:
    """A table whose time is set by hand."""

    def __init__(self, game: str, *names: str, **terms: Any) -> None:
        self.now = 1000.0
        self.texts: list[str] = []
        self.table = Table("evening")
        places = [OfBot(name[4:]) if name.startswith("bot:") else Free() for name in names]
        wish = NewTable(game=game, seats=[*places], **terms)
        self._apply(founded(wish, "code", 120, "", None, self.now))
        for seat, name in enumerate(names):
            if not name.startswith("bot:"):
                guests = NewGuests(names=[name], seats=[seat])
                self._apply(seated(self.table, guests, None, f"key of {name}", None, self.now))

    def _apply(self, entries: list[Any]) -> None:
        for entry in entries:
            self.texts.append(written(entry))
            self.table.apply(entry)
        while (entry := due(self.table, self.now)) is not None:
            self.texts.append(written(entry))
            self.table.apply(entry)

    def say(self, sitter: int | None, message: said.AnyMessage) -> None:
        draft = self.table.fork()
        entries = decide(draft, Caller(sitter, self.now, lambda: self.table.players), message)
        for entry in entries:
            draft.apply(entry)
        self._apply(entries)

    def begin(self) -> Evening:
        for sitter in range(len(self.table.people)):
            self.say(sitter, said.Seed(seed="0" * 16))
        return self

    def sitter(self, seat: int) -> int:
        sitter = self.table.chairs[seat].sitter
        assert sitter is not None
        return sitter

    def step(self, which: int = 0) -> None:
        """Whoever is to act throws, or plays one of the listed moves."""
        turn = self.table.turn
        if isinstance(turn, Throw):
            assert turn.seat is not None
            self.say(self.sitter(turn.seat), said.Throw(at=self.table.at))
        else:
            assert isinstance(turn, Choose)
            seat = turn.seats[0]
            move = self.table.game.moves(self.table.state, seat)[which]
            self.say(self.sitter(seat), said.Move(at=self.table.at, seat=seat, move=str(move)))

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
    kind: type[StammtischError], evening: Evening, sitter: int | None, message: said.AnyMessage
) -> None:
    before = evening.table.n
    with pytest.raises(kind):
        evening.say(sitter, message)
    assert evening.table.n == before
