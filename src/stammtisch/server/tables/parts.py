"""What a table consists of: its seats, the people on them, an open vote, and finished matches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple, TypeAlias

from stammtisch.core.turn import Outcome, Seat
from stammtisch.server.tables.devices import DeviceInfo

PersonId: TypeAlias = int
"""Somebody at a table, with one seat or several at one device; numbered in the order of arrival."""
VoteKind: TypeAlias = Literal["takeback", "rematch", "pause", "handover"]
StandInReason: TypeAlias = Literal["time", "away", "vote", "left"]


class TableSeat(NamedTuple):
    """One seat: who sits there, and why a stand-in plays for them, if one does."""

    name: str = ""
    person: PersonId | None = None
    bot: str | None = None
    stand_in: StandInReason | None = None
    seed: str = ""

    @property
    def free(self) -> bool:
        """Nobody sits there."""
        return self.person is None and self.bot is None

    @property
    def played_by_bot(self) -> bool:
        """A bot decides here, on its own seat or as a stand-in."""
        return self.bot is not None or self.stand_in is not None


def seats_by_person(seats: Sequence[TableSeat]) -> dict[PersonId | None, tuple[Seat, ...]]:
    """Who sits where."""
    people = {place.person for place in seats} - {None}
    return {
        person: tuple(seat for seat, place in enumerate(seats) if place.person == person) for person in people
    }


class KeyInfo(NamedTuple):
    """Since when a device has its key, and which device it is, where that is known."""

    since: float
    device: DeviceInfo | None = None


class Person(NamedTuple):
    """Somebody at the table, named as the first at their device. The keys are hashes of their tokens."""

    keys: tuple[str, ...]
    name: str
    profile: str | None
    program: bool
    removed: bool = False
    """The host has sent them away, and their device and profile get no seat here any more."""
    muted: bool = False
    """The host has muted them."""
    devices: Mapping[str, KeyInfo] = {}
    """What is known about the device of each key."""

    def with_key(self, key: str, info: KeyInfo, most: int) -> Person:
        """The person with a key for one more device; of more than `most`, the oldest is forgotten."""
        keys = (*self.keys, key)[-most:]
        known = {**self.devices, key: info}
        return self._replace(keys=keys, devices={key: known[key] for key in keys})

    def without_key(self, key: str) -> Person:
        """The person without one of their keys."""
        return self._replace(keys=tuple(other for other in self.keys if other != key))


class Waiting(NamedTuple):
    """Since which event and which moment a seat is to act."""

    n: int
    t: float


class Vote(NamedTuple):
    """A question that somebody has put to the others, and their answers so far."""

    kind: VoteKind
    by: PersonId
    seat: Seat | None
    voters: tuple[PersonId, ...]
    yes: frozenset[PersonId]
    no: frozenset[PersonId]
    t: float

    @property
    def passed(self) -> bool | None:
        """The result, or None while it is open: a majority hands over a seat, all else needs everybody."""
        if self.kind == "handover":
            half = len(self.voters) / 2
            return True if len(self.yes) > half else False if len(self.no) >= half else None
        return False if self.no else True if len(self.yes) == len(self.voters) else None

    def answered(self, by: PersonId, *, yes: bool) -> Vote:
        """The vote with the latest answer of one voter; anybody else's does not count."""
        if by not in self.voters:
            return self
        voter = {by}
        return self._replace(
            yes=self.yes | voter if yes else self.yes - voter,
            no=self.no - voter if yes else self.no | voter,
        )


class FinishedMatch(NamedTuple):
    """A match that was played to its end at this table."""

    id: str
    outcome: Outcome
    names: tuple[str, ...]
