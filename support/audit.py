"""Compares what players were shown with what the database holds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from stammtisch.core.turn import Seat, Throw
from stammtisch.match import verify
from stammtisch.server.tables import events
from stammtisch.server.tables.events import decode_event
from stammtisch.server.tables.parts import PersonId
from stammtisch.server.tables.state import apply, create
from stammtisch.server.tables.table import Table
from stammtisch.server.tables.updates import encode
from stammtisch.server.tables.views import PositionView
from stammtisch.store import Log, open_store
from support.players import Player


async def audit(database: str, tables: Sequence[Sequence[Player]]) -> int:
    """The number of steps at these tables; fails if anything that anybody saw was lost, changed or doubled.

    The players of a table come in the order in which they joined.
    """
    opened = await open_store(database, shared=True)
    try:
        log = Log(opened)
        return sum([await _table(log, players) for players in tables])
    finally:
        await opened.close()


async def _table(log: Log, players: Sequence[Player]) -> int:
    name = players[0].table
    first, *others = map(decode_event, await log.read(name))
    table, steps = create(name, first), 0
    unseen = [_Memory(player) for player in players]
    for event in others:
        if isinstance(event, events.StepPlayed):
            steps += 1
            _check_sent(table, event, players)
        table = apply(table, event)
        for person, memory in enumerate(unseen):
            memory.compare(table, person)
        if isinstance(event, events.StepPlayed) and table.over:
            assert verify(table.record()).result == "right"
            found = await log.match(table.match_id)
            assert found is not None, "a finished game is not found"
            assert found.table == name
    for memory in unseen:
        memory.check_empty()
    return steps


def _check_sent(table: Table, step: events.StepPlayed, players: Sequence[Player]) -> None:
    """The step of a person's seat is one that its player sent since the seat was to act."""
    seat = step.seat
    if seat is None and isinstance(table.turn, Throw):
        seat = table.turn.seat
    person = None if seat is None or table.seats[seat].stand_in else table.seats[seat].person
    if seat is None or person is None:
        return
    what = "throw" if step.seat is None else step.text
    answers = {(at, what) for at in range(table.waiting[seat].n, table.at + 1)}
    assert answers & players[person].sent, f"nobody asked for {what} at {table.at}"


class _Memory:
    """What a player saw and was not found in the log yet."""

    def __init__(self, player: Player) -> None:
        assert not player.contradictions, player.contradictions[:2]
        self._views = dict(player.views)
        self._shown = dict(player.shown)

    def compare(self, table: Table, person: PersonId) -> None:
        """Cross off what the log holds at this number."""
        for seat in table.seats_of(person):
            self._cross_off(self._views, (table.at, seat), table, seat)
            self._cross_off(self._shown, (table.n, seat), table, seat)

    def _cross_off(
        self, memory: dict[tuple[int, int], Any], key: tuple[int, int], table: Table, seat: Seat
    ) -> None:
        if key in memory:
            truth = msgspec.json.decode(encode(PositionView(table, table.n - 1, 0.0).for_seat(seat)))
            expected = (
                (truth["view"], truth["turn"]) if memory is self._views else truth["steps"][-1]["events"]
            )
            assert memory.pop(key) == expected, f"number {key[0]} was shown differently"

    def check_empty(self) -> None:
        """Fail unless everything that was shown has been found."""
        assert not self._views
        assert not self._shown
