"""Nobody learns what they may not know: if only hidden things differ, every update is the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

import pytest
from msgspec import UNSET

from stammtisch.core.chance import Seeded
from stammtisch.core.errors import IllegalMove, StammtischError
from stammtisch.core.turn import Over, Seat
from stammtisch.server.tables import commands, updates
from stammtisch.server.tables.checks import Caller
from stammtisch.server.tables.decisions import accept, decide
from stammtisch.server.tables.parts import PersonId
from stammtisch.server.tables.table import Table
from stammtisch.server.tables.updates import encode
from stammtisch.server.tables.views import NOTHING_SEEN, SHOWN_STEPS, PositionView, view_message, view_table
from stammtisch.testing.playout import mutated
from tests.server.random_session import RandomSession
from tests.server.twins import secrets, twin

GAMES: dict[tuple[str, int], set[str]] = {
    ("kniffel", 2): {"throw", "choose"},
    ("zock", 2): {"throw", "move"},
    ("zocknroll", 3): {"white", "decide", "mark"},
    ("tock", 2): {"give", "play", "draw", "seven"},
    ("tock", 4): {"give", "play", "seven"},
}
"""The games, and the phases that must come up for a game to prove anything."""
CHECKED = 45
"""Positions of each game that are checked closely."""


def twins(table: Table, luck: Seeded) -> Iterator[tuple[Seat | None, Table]]:
    """A twin of the table for every seat, and some for spectators."""
    for seat in range(table.terms.players):
        yield seat, twin(table, seat, seat, luck)
        yield None, twin(table, None, seat, luck)


def all_updates(table: Table, seat: Seat | None) -> list[str]:
    """Everything that can be sent to a seat about the table as it stands."""
    person = None if seat is None else table.seats[seat].person
    sent: list[updates.AnyUpdate] = [
        view_table(table, person),
        *(PositionView(table, after, 0.0).for_seat(seat) for after in (NOTHING_SEEN, 0, table.n - 2)),
        *(view_message(table, n, message) for n, message in table.chat),
    ]
    return [encode(update).decode() for update in sent]


def positions_on_the_way(table: Table) -> int:
    """How many earlier positions a device that comes back is sent."""
    steps = PositionView(table, 0, 0.0).for_seat(0).steps
    return 0 if steps is UNSET else sum(step.view is not UNSET for step in steps)


def check_updates(table: Table, luck: Seeded) -> int:
    """Updates are the same for all twins; returns how many twins really differ from the table."""
    differ = 0
    for seat, other in twins(table, luck):
        sent = all_updates(table, seat)
        assert sent == all_updates(other, seat), f"seat {seat} learns too much at {table.n}"
        assert not [text for text in secrets(table) for update in sent if text in update]
        differ += table.match is not None and other.running().state != table.running().state
    return differ


def attempt(
    table: Table, person: PersonId | None, command: commands.TableCommand
) -> tuple[str, Table | None]:
    """The answer to a command, and the table after it if it was accepted."""
    try:
        decision = decide(table, lambda table, now: accept(table, Caller(person, now), command), 0.0)
    except StammtischError as error:
        return f"{error.code} {error} {error.clause if isinstance(error, IllegalMove) else ''}", None
    return "accepted", decision.table


def attempts(table: Table, luck: Random) -> list[commands.TableCommand]:
    """What somebody might try in order to learn something: moves of any seat, misspelt ones, and rolls."""
    listed = [
        str(move)
        for seat in range(table.terms.players)
        for move in table.game.moves(table.running().state, seat)
    ]
    played = [text for seat, text in table.running().steps if seat is not None]
    texts = luck.sample(listed, min(len(listed), 8)) + luck.sample(played, min(len(played), 4))
    texts += [mutated(text, Seeded(luck.getrandbits(32))) for text in texts]
    return [commands.Roll(at=table.at), *(commands.PlayMove(at=table.at, move=text) for text in texts)]


def check_refusals(table: Table, luck: Seeded, attempted: Iterable[commands.TableCommand]) -> None:
    """Whatever a seat tries, the answer is the same; its own move shows it nothing but what it did."""
    for command in attempted:
        for seat, other in twins(table, luck):
            person = None if seat is None else table.seats[seat].person
            answer, after = attempt(table, person, command)
            other_answer, other_after = attempt(other, person, command)
            assert answer == other_answer, f"seat {seat} learns something by trying {command}"
            if after and other_after and _reveals_nothing(after, seat):
                position = encode(PositionView(after, table.n, 0.0).for_seat(seat))
                assert position == encode(PositionView(other_after, table.n, 0.0).for_seat(seat)), command


def _reveals_nothing(table: Table, seat: Seat | None) -> bool:
    """Whether the last step was a move of this seat that showed it nothing that was hidden from it."""
    last = table.running().steps.last
    moved = last is not None and last[0] == seat is not None
    return moved and all(event.known_to in (None, (seat,)) for event in table.recent[-1].events)


@pytest.mark.parametrize(
    ("game", "players"),
    [pytest.param(*case, marks=pytest.mark.slow) if case == ("tock", 4) else case for case in GAMES],
)
def test_a_seat_receives_the_same_whatever_is_hidden_from_it(game: str, players: int) -> None:
    session, luck = RandomSession(game, players), Seeded("twins")
    checked = {*range(0, 40, 2)} | {*Random(0).sample(range(40, 400), CHECKED - 20)}
    differing = number = on_the_way = 0
    while not isinstance(session.table.turn, Over):
        if number in checked:
            differing += check_updates(session.table, luck)
            on_the_way = max(on_the_way, positions_on_the_way(session.table))
            check_refusals(session.table, luck, attempts(session.table, session.luck))
        if number % 3 == 0 and number < 150:
            session.interlude(lambda table: check_updates(table, Seeded("interlude")))
        session.step()
        number += 1
    check_updates(session.table, luck)
    assert session.phases >= GAMES[game, players]
    assert session.accepted >= {"takeback", "leave", "pause", "nod", "resume", "back"}
    assert ("handover" in session.accepted) == (players > 2)
    assert on_the_way == SHOWN_STEPS - 1
    assert bool(differing) == session.table.has_secrets
    session.rematch()
    check_updates(session.table, Seeded("rematch"))
    session.start()
    session.step()
    check_updates(session.table, luck)
