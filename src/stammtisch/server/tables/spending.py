"""How much somebody may do at a table besides playing.

Everything that happens at a table stays in its log, so nobody may fill it with seeds, votes or messages.
What somebody has done follows from the log itself: every process counts the same, also after a restart.
Rolls and moves cost nothing, since nearly all of them are bounded by the rules and the rest by `MOST_STEPS`;
nor does anything that the server does by itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from stammtisch.server.ops.limits import Rate, TooMany
from stammtisch.server.tables.errors import Enough
from stammtisch.server.tables.events import (
    AnyEvent,
    LinkCreated,
    MessageSent,
    PlayerMuted,
    PlayerRemoved,
    PlayerSeated,
    PlayerUnseated,
    SeedAdded,
    StandInEnded,
    StandInStarted,
    StepPlayed,
    StepsUndone,
    VoteCalled,
    VoteCast,
)
from stammtisch.server.tables.parts import PersonId, TableSeat

MOST_IN_A_MATCH: Final = 2000
"""Events besides rolls and moves that one person may cause in one match."""
MOST_STEPS: Final = 200_000
"""Rolls and moves of people in one match: twice as many as a series of 100 games of Kniffel with twelve
players can have. Real dice may tie, and stones be sent back, endlessly."""
MOST_PEOPLE: Final = 200
"""People who may ever have had a seat at one table: guests may come and go before the first match."""
MOST_LINKS: Final = 5
"""Personal links of one person that can be used at a time; the oldest is forgotten."""
MOST_KEYS: Final = 20
"""Devices of one person; the oldest is forgotten."""


class Allowance(NamedTuple):
    """How often somebody may do something: `at_once` times in a row, and then once in `seconds` seconds."""

    what: str
    at_once: int
    seconds: float
    endless: bool = False
    """Whether it stays possible when nothing else is: the owner of a seat can always take it back."""

    @property
    def rate(self) -> Rate:
        """The allowance as a token bucket counts it."""
        return Rate(self.seconds, self.at_once * self.seconds)


CHAT: Final = Allowance("chat messages", 60, 5)
SEEDS: Final = Allowance("seeds", 10, 60)
QUESTIONS: Final = Allowance("questions", 20, 10)
ANSWERS: Final = Allowance("answers", 20, 10)
CONTESTS: Final = Allowance("contested rolls", 20, 10)
LINKS: Final = Allowance("personal links", 10, 60)
SEATS: Final = Allowance("changes of seats", 10, 60)
LEAVING: Final = Allowance("departures", 10, 60)
RETURNS: Final = Allowance("returns", 20, 30, endless=True)
HOSTING: Final = Allowance("decisions of the host", 40, 10)


class Spending(NamedTuple):
    """What somebody has done in this match besides playing, and when each allowance is whole again."""

    things: int = 0
    whole_at: Mapping[str, float] = {}

    def after(self, allowance: Allowance, now: float) -> Spending:
        """What somebody has done after using the allowance once more."""
        whole, _ = self._use(allowance, now)
        return Spending(self.things + 1, {**self.whole_at, allowance.what: whole})

    def check(self, allowance: Allowance, now: float) -> None:
        """`TooMany` or `Enough` if one more is not allowed now."""
        if self.things >= MOST_IN_A_MATCH and not allowance.endless:
            raise Enough(
                f"you have done {MOST_IN_A_MATCH} things besides playing in this game: "
                "play on, and there is room for more in the next one"
            )
        _, wait = self._use(allowance, now)
        if wait:
            raise TooMany(allowance.what, wait, "person")

    def _use(self, allowance: Allowance, now: float) -> tuple[float, float]:
        """When the allowance is whole again if it is used now, and 0 or the seconds until it can be."""
        return allowance.rate.take(self.whole_at.get(allowance.what, now), now)


class Cost(NamedTuple):
    """Whose allowance an event counts against."""

    person: PersonId
    allowance: Allowance

    def check(self, spending: Mapping[PersonId, Spending], now: float) -> None:
        """`TooMany` or `Enough` if the person has nothing left for it."""
        spending.get(self.person, Spending()).check(self.allowance, now)

    def added_to(self, spending: Mapping[PersonId, Spending], now: float) -> Mapping[PersonId, Spending]:
        """What everybody has done, with this."""
        own = spending.get(self.person, Spending()).after(self.allowance, now)
        return {**spending, self.person: own}


def cost(  # noqa: C901 - a line for each event
    event: AnyEvent, seats: Sequence[TableSeat], host: PersonId | None
) -> Cost | None:
    """What the event costs, and whom; None if it is part of the game or nobody asked for it."""
    match event:
        case StepPlayed():  # first, since nearly all events are steps
            return None
        case MessageSent(person=person):
            return Cost(person, CHAT)
        case SeedAdded(person=person):
            return Cost(person, SEEDS)
        case VoteCalled(by=person):
            return Cost(person, QUESTIONS)
        case VoteCast(by=person):
            return Cost(person, ANSWERS)
        case LinkCreated(person=person):
            return Cost(person, LINKS)
        case PlayerSeated(person=int(person)) | PlayerUnseated(person=person):
            return Cost(person, SEATS)
        case StepsUndone(why="contest", seat=seat):
            return _of_owner(seats[seat], CONTESTS)
        case StandInStarted(why="left", seat=seat):
            return _of_owner(seats[seat], LEAVING)
        case StandInEnded(seat=seat):
            return _of_owner(seats[seat], RETURNS)
        case PlayerRemoved() | PlayerMuted():
            return None if host is None else Cost(host, HOSTING)
        case _:
            return None


def _of_owner(place: TableSeat, allowance: Allowance) -> Cost | None:
    return None if place.person is None else Cost(place.person, allowance)
