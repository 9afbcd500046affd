"""The table as a value: it follows from its log, and it never changes."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from stammtisch.core.game import Game
from stammtisch.match import Match
from stammtisch.server.tables.events import decode_event
from stammtisch.server.tables.state import apply, create, finished_records, history, replay
from stammtisch.server.tables.table import Table
from tests.server.offline_table import OfflineTable
from tests.server.random_session import RandomSession

STEPS = 100
"""Steps of a random session: enough for votes, pauses and stand-ins of every kind."""


def snapshot(table: Table) -> object:
    """A copy of everything that the table holds."""
    match = None if table.match is None else _parts(table.match)
    recent = [(step.n, step.events, repr(step.match.state), step.match.turn) for step in table.recent]
    return msgspec.to_builtins((replace(table, match=None, recent=()), match, recent), enc_hook=_copy)


def _parts(match: Match) -> tuple[object, ...]:
    return match.game.dump(match.state), match.turn, match.setup, list(match.steps)


def _copy(value: object) -> str:
    """Values of the rules show everything that they hold."""
    return value.id if isinstance(value, Game) else repr(value)


@pytest.fixture(
    scope="module",
    params=[("kniffel", 2), ("zock", 2), ("zocknroll", 3), ("tock", 4)],
    ids=lambda game: game[0],
)
def session(request: pytest.FixtureRequest) -> RandomSession:
    """A random match with everything that players do besides, and what comes after it if it ends."""
    session = RandomSession(*request.param)
    for number in range(STEPS):
        if session.table.over:
            session.rematch()
            session.start()
        if number % 3 == 0:
            session.interlude()
        session.step()
    return session


def test_the_same_log_always_gives_the_same_table(session: RandomSession) -> None:
    assert snapshot(replay("offline", session.log)) == snapshot(session.table)


def test_applying_an_event_does_not_change_the_table_before_it(session: RandomSession) -> None:
    first, *others = map(decode_event, session.log)
    table = create("offline", first)
    for event in others:
        before = snapshot(table)
        after = apply(table, event)
        assert snapshot(table) == before, event
        table = after


def test_no_field_of_a_table_can_be_assigned() -> None:
    table = OfflineTable("zock", "Anna", "Ben").start().table
    for name in Table.__struct_fields__:
        with pytest.raises(AttributeError):
            setattr(table, name, getattr(table, name))


def test_finished_matches_are_found_in_the_log() -> None:
    session = RandomSession("zock", 2)
    for _ in range(2):
        session.play_to_end()
        session.rematch()
        session.start()
    records = list(finished_records("offline", session.log))
    finished = session.table.finished
    assert [(match, record.seats) for match, record in records] == [
        (each.id, each.names) for each in finished
    ]
    assert len(records) == 2
    assert len(list(history("offline", map(decode_event, session.log)))) == session.table.n
