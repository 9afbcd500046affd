"""A table at one moment: who sits where, how the match stands, and what is being asked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from stammtisch.core.documents import Document
from stammtisch.core.event import Events
from stammtisch.core.game import AnyGame
from stammtisch.core.turn import Over, Seat, Turn
from stammtisch.match import Match, Record, commitment
from stammtisch.match.record import BOT_PREFIX
from stammtisch.server.tables import events as log
from stammtisch.server.tables.events import Terms
from stammtisch.server.tables.parts import FinishedMatch, Person, PersonId, TableSeat, Vote, Waiting
from stammtisch.server.tables.spending import Spending


class RememberedStep(NamedTuple):
    """A step of the match: the number of its event, what happened, and the match after it."""

    n: int
    events: Events
    match: Match


class PlainTable(Struct, frozen=True, kw_only=True):
    """What is plain data at a table: everything but the match itself."""

    id: str
    terms: Terms
    created: float
    touched: float
    n: int = 1
    """How many events led here."""
    at: int = 0
    """The event that led to the present position of the match."""
    began: int = 0
    """The event with which the latest match that has started did so."""
    seats: tuple[TableSeat, ...]
    people: tuple[Person, ...] = ()
    host: PersonId | None = None
    """The person who created the table and sits there, or the first guest if that was agreed."""
    links: Mapping[str, log.LinkCreated] = {}
    number: int = 0
    """Matches at this table so far, the present one included."""
    match_id: str = ""
    secret: str = ""
    position: Document | None = None
    """Where the present match begins, if not at the beginning."""
    waiting: Mapping[Seat, Waiting] = {}
    """The seats that are to act, and since when."""
    reserve: tuple[float, ...] = ()
    chat: tuple[tuple[int, log.MessageSent], ...] = ()
    vote: Vote | None = None
    paused: float | None = None
    closed: str | None = None
    finished: tuple[FinishedMatch, ...] = ()
    """The latest matches that were played to their end."""
    spending: Mapping[PersonId, Spending] = {}
    """What people have done in this match besides playing."""


class Table(PlainTable, frozen=True, kw_only=True):
    """One table at one moment, a frozen value."""

    game: AnyGame
    seats_by_person: Mapping[PersonId | None, tuple[Seat, ...]] = {}
    match: Match | None = None
    recent: tuple[RememberedStep, ...] = ()

    @property
    def turn(self) -> Turn | None:
        """What is next in the match; None before it has started."""
        return None if self.match is None else self.match.turn

    @property
    def over(self) -> bool:
        """Whether the present match has ended."""
        return self.match is not None and isinstance(self.match.turn, Over)

    @property
    def status(self) -> str:
        """Where the table stands: open, playing, over or closed."""
        if self.closed is not None:
            return "closed"
        if self.match is None:
            return "open"
        return "over" if self.over else "playing"

    @property
    def has_secrets(self) -> bool:
        """Whether seats of this game may know different things."""
        return self.game.has_secrets

    @property
    def free(self) -> list[Seat]:
        """The seats that nobody has taken."""
        return [seat for seat, place in enumerate(self.seats) if place.free]

    def seats_of(self, person: PersonId | None) -> tuple[Seat, ...]:
        """The seats of somebody; a spectator has none."""
        return self.seats_by_person.get(person, ())

    def names_of(self, person: PersonId | None) -> list[str]:
        """The names on the seats of somebody."""
        return [self.seats[seat].name for seat in self.seats_of(person)]

    @property
    def seedless(self) -> list[Seat]:
        """The seats whose device has not added its seed yet."""
        if self.terms.real_dice:
            return []
        return [
            seat
            for seat, place in enumerate(self.seats)
            if place.person is not None and not place.stand_in and not place.seed
        ]

    @property
    def players(self) -> list[PersonId]:
        """Everybody who plays a seat themselves."""
        people = (place.person for place in self.seats if not place.stand_in)
        return sorted({person for person in people if person is not None})

    @property
    def names(self) -> tuple[str, ...]:
        """Who sits where, as a record has it."""
        return tuple(place.name if place.bot is None else BOT_PREFIX + place.bot for place in self.seats)

    @property
    def bot_names(self) -> tuple[str, ...]:
        """What the bots are called, by seat; empty where none of them has a name."""
        names = tuple("" if place.bot in (None, place.name) else place.name for place in self.seats)
        return names if any(names) else ()

    @property
    def commitment(self) -> str | None:
        """What the server has committed itself to; None where dice are real."""
        return None if self.terms.real_dice else commitment(self.secret)

    def running(self) -> Match:
        """The match that has started."""
        assert self.match is not None, "the match has not started"  # noqa: S101 - checked before
        return self.match

    def match_after(self, steps: int) -> Match:
        """The match as it was after its first `steps` steps; the latest are remembered one by one."""
        for step in reversed(self.recent):
            if len(step.match.steps) == steps:
                return step.match
        return self.running().undo(steps)

    def record(self) -> Record:
        """The present match as a record; the secret of the dice is in it once the match is over."""
        record = self.running().record()
        if record.fair is None or self.over:
            return record
        return replace(record, fair=replace(record.fair, secret=None))
