"""Profiles in a database of their own, and tables at which they have played a game."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager

import msgspec

from stammtisch import catalog
from stammtisch.core.turn import Outcome, Over, Seat
from stammtisch.server.accounts.profiles import BadPassword, Client, Everything, NewSession, Profile, Profiles
from stammtisch.server.tables import events
from stammtisch.server.tables.state import history
from stammtisch.server.tables.table import Table
from stammtisch.testing.playout import Playout
from tests.store.stores import opened

SESAME = "open sesame"
"""A password."""


class ManualClock:
    """A clock that a test sets by hand."""

    def __init__(self, now: float) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


@asynccontextmanager
async def open_profiles(
    url: str, clock: Callable[[], float] = time.time, timer: Callable[[], float] = time.monotonic
) -> AsyncIterator[Profiles]:
    """The profiles of the database at that address."""
    async with opened(url) as store:
        yield Profiles(store, clock, timer)


async def signed_in(
    profiles: Profiles, name: str, secret: str, client: Client | None = None
) -> NewSession | None:
    """The session, or None if the secret was wrong."""
    try:
        return await profiles.sign_in(name, secret, client or Client())
    except BadPassword:
        return None


async def exported(profiles: Profiles, profile: Profile) -> Everything:
    """What the profile is given when it asks for everything."""
    pieces = [piece async for piece in await profiles.export(profile)]
    return msgspec.json.decode(b"".join(pieces), type=Everything)


def finished_table(
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
    log: list[events.AnyEvent] = [events.TableCreated(t=0.0, terms=terms)]
    log += [
        events.PlayerSeated(t=0.0, seats=(seat,), names=(f"seat {seat}",), key=f"key {seat}", profile=profile)
        for seat, profile in enumerate(profiles)
    ]
    log += [events.BotSeated(t=0.0, seat=seat, bot="random") for seat in range(len(profiles), players)]
    log += [events.MatchPrepared(t=0.0, match=match, secret="00" * 32), events.MatchStarted(t=0.0)]
    log += [events.StandInStarted(t=0.0, seat=seat, why="left") for seat in stand_ins]
    log += [events.StepPlayed(t=ended, seat=step.seat, text=step.text) for step in playout.steps]
    *_, table = history(f"table of {match}", log)
    return table


def outcome(table: Table) -> Outcome:
    """How the game at this table ended."""
    assert isinstance(table.turn, Over)
    return table.turn.outcome
