"""Profiles in a store of their own, and tables at which they have played."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Collection
from typing import TypeVar

from stammtisch import catalog
from stammtisch.core.turn import Outcome, Over, Seat
from stammtisch.server.accounts.profiles import Profiles
from stammtisch.server.tables import events
from stammtisch.server.tables.state import Table, history
from stammtisch.testing.playout import Playout
from tests.store.stores import opened

T = TypeVar("T")


def live(url: str, story: Callable[[Profiles], Awaitable[T]], clock: Callable[[], float] = time.time) -> T:
    """What comes of it when the story is lived through on a store at that address."""

    async def lived() -> T:
        async with opened(url) as store:
            return await story(Profiles(store, clock))

    return asyncio.run(lived())


def played(
    *profiles: str | None,
    match: str = "match",
    game: str = "kniffel",
    ended: float = 100.0,
    public: bool = True,
    rated: bool = True,
    bots: int = 0,
    stand_ins: Collection[Seat] = (),
) -> Table:
    """A table after a random game of people with these profiles, each on one seat, and of bots."""
    players = len(profiles) + bots
    rules = catalog.game(game)
    playout = Playout(rules, players, seed=match)
    terms = events.Terms(
        game=game,
        rules=rules.rules_version,
        players=players,
        options={},
        code="code",
        public=public,
        rated=rated,
    )
    entries: list[events.AnyEvent] = [events.TableCreated(t=0.0, terms=terms)]
    entries += [
        events.PlayerSeated(t=0.0, seats=(seat,), names=(f"seat {seat}",), key=f"key {seat}", profile=profile)
        for seat, profile in enumerate(profiles)
    ]
    entries += [events.BotSeated(t=0.0, seat=seat, bot="random") for seat in range(len(profiles), players)]
    entries += [events.MatchPrepared(t=0.0, match=match, secret="00" * 32), events.MatchStarted(t=0.0)]
    entries += [events.StandInStarted(t=0.0, seat=seat, why="left") for seat in stand_ins]
    entries += [events.StepPlayed(t=ended, seat=step.seat, text=step.text) for step in playout.steps]
    *_, table = history(f"table of {match}", entries)
    return table


def outcome(table: Table) -> Outcome:
    assert isinstance(table.turn, Over)
    return table.turn.outcome
