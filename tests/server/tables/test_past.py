"""What has happened in a match, in pages: the same that was sent when it happened, and nothing more."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import msgspec
import pytest

from stammtisch.core.turn import Over, Seat
from stammtisch.server.ops.slices import Slices
from stammtisch.server.tables import commands
from stammtisch.server.tables.errors import NotAllowed, NotBegun, NotSeated, Stale
from stammtisch.server.tables.parts import PersonId
from stammtisch.server.tables.past import STEPS_AT_MOST, PastQuery, PastSteps, past_steps
from stammtisch.server.tables.table import Table
from stammtisch.server.tables.updates import encode
from stammtisch.server.tables.views import PositionView
from tests.server.offline_table import OfflineTable
from tests.server.random_session import RandomSession

GAMES = [("kniffel", 2), ("zock", 2), ("zocknroll", 3), ("tock", 4)]
NOBODY = None


async def past(table: Table, person: PersonId | None, **query: Any) -> PastSteps:
    """A page of what has happened."""
    asked = PastQuery(**{"at": table.at, **query})
    return await past_steps(table, person, asked, Slices())


async def whole_past(table: Table, person: PersonId | None, **query: Any) -> list[dict[str, Any]]:
    """All pages, as they are sent."""
    page = await past(table, person, **query)
    steps = page.steps
    while page.before:
        page = await past(table, person, before=page.before, **query)
        steps = page.steps + steps
    sent: list[dict[str, Any]] = json.loads(msgspec.json.encode(steps))
    return sent


def eyes(table: Table) -> Iterable[tuple[PersonId | None, Seat | None]]:
    """Every seat with its person, and a spectator."""
    return [*((table.seats[seat].person, seat) for seat in range(table.terms.players)), (NOBODY, NOBODY)]


@pytest.mark.parametrize(("game", "players"), GAMES)
async def test_the_past_of_a_match_is_what_each_seat_received_when_it_happened(
    game: str, players: int
) -> None:
    session = RandomSession(game, players)
    sent: dict[Seat | None, list[dict[str, Any]]] = {seat: [] for _, seat in eyes(session.table)}
    while not isinstance(session.table.turn, Over) and len(session.table.running().steps) < 230:
        before = session.table.n
        session.step()
        for _, seat in eyes(session.table):
            update = json.loads(encode(PositionView(session.table, before, 0.0).for_seat(seat)))
            last = {key: update[key] for key in ("view", "tally", "turn")}
            update["steps"][-1] |= last
            sent[seat] += update["steps"]
    table = session.table
    assert len(table.running().steps) > (STEPS_AT_MOST if game in ("kniffel", "tock") else 20)
    for person, seat in eyes(table):
        happened = [step["events"] for step in sent[seat]]
        assert [step["events"] for step in await whole_past(table, person, seat=seat)][
            -len(happened) :
        ] == happened
        shown = (await whole_past(table, person, seat=seat, positions=True))[-len(happened) :]
        for step, live in zip(shown, sent[seat], strict=True):
            assert {**step, "n": 0} == {**live, "n": 0}


async def test_a_page_ends_with_the_present_position_and_says_how_many_steps_came_before_it() -> None:
    offline = OfflineTable("kniffel", "Anna", "Ben", "Cleo", "Dora", "Emil", "Finn").start()
    while len(offline.table.running().steps) < STEPS_AT_MOST + 30:
        offline.step()
    table, played = offline.table, len(offline.table.running().steps)
    newest = await past(table, 0)
    assert (newest.before, len(newest.steps)) == (played - STEPS_AT_MOST, STEPS_AT_MOST)
    assert newest.steps[-1].n == table.at
    few = await past(table, 0, before=newest.before, count=3)
    assert [step.n for step in few.steps] == [newest.steps[0].n - 3 + number for number in range(3)]
    assert await past(table, 0, before=0) == PastSteps(0, [])
    numbers = [step["n"] for step in await whole_past(table, 0)]
    assert numbers == sorted({*numbers})
    assert len(numbers) == played


async def test_an_earlier_position_can_be_asked_for_as_long_as_it_is_remembered() -> None:
    offline = OfflineTable("zock", "Anna", "Ben").start()
    while len(offline.table.recent) < 4:
        offline.step()
    earlier = offline.table.recent[-2]
    steps = (await past(offline.table, 0, at=earlier.n)).steps
    assert (steps[-1].n, len(steps)) == (earlier.n, len(earlier.match.steps))
    with pytest.raises(Stale, match="ask again with the `at` of the present position"):
        await past(offline.table, 0, at=offline.table.at + 1)


async def test_steps_that_were_taken_back_are_left_out() -> None:
    offline = OfflineTable("zock", "Anna", "Ben", real_dice=True)
    offline.send(0, commands.Roll(at=offline.table.at, outcome="63"))
    offline.send(1, commands.ContestRoll(at=offline.table.at))
    offline.send(0, commands.Roll(at=offline.table.at, outcome="41"))
    events = [event for step in await whole_past(offline.table, 0) for event in step["events"]]
    assert [event["detail"] for event in events if event["event"] == "threw"] == ["41"]


async def test_nobody_sees_through_the_eyes_of_somebody_else() -> None:
    offline = OfflineTable("tock", "Anna", "Ben", spectators=False).start()
    offline.roll_until_choice()
    with pytest.raises(NotSeated, match="seat 1 is not yours"):
        await past(offline.table, 0, seat=1)
    with pytest.raises(NotSeated):
        await past(offline.table, NOBODY, seat=0)
    with pytest.raises(NotAllowed):
        await past(offline.table, NOBODY)


async def test_without_a_seat_it_is_what_the_first_of_your_seats_may_see() -> None:
    offline = OfflineTable("tock", "Anna", "Ben").start()
    offline.roll_until_choice()
    assert await whole_past(offline.table, 1) == await whole_past(offline.table, 1, seat=1)
    assert await whole_past(offline.table, 1) != await whole_past(offline.table, NOBODY)


async def test_before_the_game_nothing_has_happened() -> None:
    with pytest.raises(NotBegun):
        await past(OfflineTable("zock", "Anna", "Ben").table, 0)
