"""A table as its log tells it: who sits where, how the game stands, and what is being asked.

`Table` is a fold: it changes by `apply` alone, and the same log always gives the same table.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Final, final, get_args

from stammtisch import catalog
from stammtisch.core.event import Event, Events
from stammtisch.core.game import AnyGame, Game
from stammtisch.core.turn import Choose, Over, Seat, Throw, Turn
from stammtisch.core.value import Value
from stammtisch.match import step
from stammtisch.match.dice import Dice
from stammtisch.match.fairness import commitment, fair_dice
from stammtisch.match.record import Entry as RecordEntry
from stammtisch.match.record import Fair, Record
from stammtisch.server.tables import events as log
from stammtisch.server.tables.errors import OtherVersion
from stammtisch.server.tables.events import AnyEntry, Sitter, Terms
from stammtisch.server.tables.seats import Asking, Chair, Finished, Person, Vote

REMEMBERED_STEPS: Final = 64
"""Who was away for longer gets the whole view without the way to it."""
REMEMBERED_TALK: Final = 50
BOT: Final = "bot:"
"""Stands before the level in the name of a bot, as in a record."""


@final
class Table:
    """The present of one table."""

    def __init__(self, table: str) -> None:
        self.id: Final = table
        self.n = 0
        self.created = self.touched = 0.0
        self.terms: Terms
        self.game: AnyGame
        self.chairs: tuple[Chair, ...] = ()
        self._seating: Mapping[Sitter | None, tuple[Seat, ...]] = {}
        self.people: tuple[Person, ...] = ()
        self.tickets: Mapping[str, log.Ticket] = {}
        self.match = ""
        self.secret = ""
        self.dice: Dice | None = None
        self.number = 0
        self.state: Value | None = None
        self.turn: Turn | None = None
        self.steps: tuple[RecordEntry, ...] = ()
        self.at = 0
        self.asked: Mapping[Seat, Asking] = {}
        self.reserve: tuple[float, ...] = ()
        self.recent: tuple[tuple[int, Events], ...] = ()
        self.talk: tuple[tuple[int, log.Said], ...] = ()
        self.vote: Vote | None = None
        self.paused: float | None = None
        self.closed: str | None = None
        self.finished: tuple[Finished, ...] = ()

    @classmethod
    def told(cls, table: str, texts: Iterable[str]) -> Table:
        """The table of a log."""
        found = cls(table)
        for text in texts:
            found.apply(log.read_entry(text))
        return found

    def fork(self) -> Table:
        """The same table once more; what is applied to one of them does not reach the other."""
        fork = object.__new__(Table)
        fork.__dict__ = self.__dict__.copy()  # all of it values, which never change
        return fork

    # What is

    @property
    def status(self) -> str:
        """Where the table stands: open, playing, over or closed."""
        if self.closed is not None:
            return "closed"
        if self.state is None:
            return "open"
        return "over" if isinstance(self.turn, Over) else "playing"

    @cached_property
    def secretive(self) -> bool:
        """Whether seats of this game may know different things."""
        return type(self.game).view is not Game.view

    @property
    def free(self) -> list[Seat]:
        """The seats that nobody has taken."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.free]

    def seats_of(self, sitter: Sitter | None) -> tuple[Seat, ...]:
        """The seats of somebody; none of a spectator."""
        return self._seating.get(sitter, ())

    @property
    def seedless(self) -> list[Seat]:
        """The seats whose device still owes its seed."""
        if self.terms.real_dice:
            return []
        return [
            seat
            for seat, chair in enumerate(self.chairs)
            if chair.sitter is not None and not chair.stand_in and not chair.seed
        ]

    @property
    def players(self) -> list[Sitter]:
        """Everybody who plays their own seat."""
        sitters = (chair.sitter for chair in self.chairs if not chair.stand_in)
        return sorted({sitter for sitter in sitters if sitter is not None})

    @property
    def names(self) -> tuple[str, ...]:
        """Who sits where, as a record has it."""
        return tuple(chair.name if chair.bot is None else BOT + chair.bot for chair in self.chairs)

    def fair(self, *, revealed: bool) -> Fair | None:
        """The fairness data of the present game; None where dice are real."""
        if self.terms.real_dice:
            return None
        return Fair(
            match=self.match,
            commitment=commitment(self.secret),
            seeds=tuple(chair.seed for chair in self.chairs),
            secret=self.secret if revealed else None,
        )

    def record(self) -> Record:
        """The present game as a record; the secret is in it once the game is over."""
        return Record(
            game=self.terms.game,
            rules=self.terms.rules,
            players=self.terms.players,
            options=self.terms.options,
            seats=self.names,
            seed=None,
            fair=self.fair(revealed=self.status == "over"),
            log=self.steps,
        )

    def deadline(self, seat: Seat) -> float | None:
        """When the time of a seat that is to act runs out."""
        clock, asking = self.terms.clock, self.asked.get(seat)
        if clock is None or asking is None or self.chairs[seat].played_by_bot:
            return None
        return asking.t + clock.move + self.reserve[seat]

    @property
    def wake(self) -> float | None:
        """When the next clock runs out."""
        if self.paused is not None or self.closed is not None:
            return None
        times = (self.deadline(seat) for seat in self.asked)
        return min((time for time in times if time is not None), default=None)

    # What happens

    def apply(self, entry: AnyEntry) -> None:
        """The next entry of the log."""
        self.n += 1
        self.touched = entry.t
        _APPLY[type(entry)](self, entry)

    def _founded(self, entry: log.Founded) -> None:
        self.created = entry.t
        self.terms = entry.terms
        self.game = catalog.game(entry.terms.game)
        if entry.terms.rules != self.game.rules_version:
            raise OtherVersion(
                f"this table was begun by version {entry.terms.rules} of the rules of {self.game.title}, "
                f"and this program plays version {self.game.rules_version}"
            )
        self._sit((Chair(),) * entry.terms.players)

    def _sit(self, chairs: Iterable[Chair]) -> None:
        self.chairs = tuple(chairs)
        sitters = {chair.sitter for chair in self.chairs} - {None}
        self._seating = {
            sitter: tuple(seat for seat, chair in enumerate(self.chairs) if chair.sitter == sitter)
            for sitter in sitters
        }

    def _seat(self, seat: Seat, chair: Chair) -> None:
        self._sit((*self.chairs[:seat], chair, *self.chairs[seat + 1 :]))

    def _sat(self, entry: log.Sat) -> None:
        sitter = entry.sitter
        if sitter is None:
            sitter = len(self.people)
            self.people += (Person((entry.key,), entry.names[0], entry.profile, entry.program),)
        for seat, name in zip(entry.seats, entry.names, strict=True):
            self._seat(seat, Chair(name, sitter))

    def _manned(self, entry: log.Manned) -> None:
        self._seat(entry.seat, Chair(entry.bot, bot=entry.bot))

    def _rose(self, entry: log.Rose) -> None:
        for seat in self.seats_of(entry.sitter):
            self._seat(seat, Chair())

    def _ticket(self, entry: log.Ticket) -> None:
        fresh = {hash_: ticket for hash_, ticket in self.tickets.items() if ticket.until >= entry.t}
        self.tickets = {**fresh, entry.hash: entry}

    def _key(self, entry: log.Key) -> None:
        self.tickets = {hash_: ticket for hash_, ticket in self.tickets.items() if hash_ != entry.ticket}
        person = self.people[entry.sitter]
        changed = person._replace(keys=(*person.keys, entry.key))
        self.people = (*self.people[: entry.sitter], changed, *self.people[entry.sitter + 1 :])

    def _laid(self, entry: log.Laid) -> None:
        self.match, self.secret, self.dice = entry.match, entry.secret, None
        self.number += 1
        self.state = self.turn = self.vote = self.paused = None
        self.asked = {}
        self.steps = self.recent = ()
        turned = entry.turned % len(self.chairs)
        turned_chairs = self.chairs[-turned:] + self.chairs[:-turned]
        self._sit(chair._replace(seed="") for chair in turned_chairs)

    def _seeded(self, entry: log.Seeded) -> None:
        for seat in self.seats_of(entry.sitter):
            self._seat(seat, self.chairs[seat]._replace(seed=entry.seed))

    def _began(self, entry: log.Began) -> None:
        fair = self.fair(revealed=True)
        self.dice = None if fair is None else fair_dice(fair)
        self.reserve = (self.terms.clock.reserve if self.terms.clock else 0.0,) * self.terms.players
        self._stand(self.start(), entry.t)

    def start(self) -> Value:
        """The position before the first throw."""
        players = self.terms.players
        begun: Value = self.game.start(players, self.game.options(self.terms.options, players))
        return begun

    def _step(self, entry: log.Step) -> None:
        state, events = self.advance(self.standing(), entry.seat, entry.text)
        turn = self.turn
        self._spend(
            entry.seat if entry.seat is not None else turn.seat if isinstance(turn, Throw) else None, entry.t
        )
        self.steps += ((entry.seat, entry.text),)
        self._remember(events)
        kept = {}
        if entry.seat is not None and isinstance(turn, Choose):
            kept = {seat: asking for seat, asking in self.asked.items() if seat != entry.seat}
        self._stand(state, entry.t, kept)
        if isinstance(self.turn, Over):
            self.finished += (Finished(self.match, self.turn.outcome, self.names),)
            self.vote = None

    def _remember(self, events: Events) -> None:
        self.recent = (*self.recent[1 - REMEMBERED_STEPS :], (self.n, events))

    def standing(self) -> Value:
        """The position of a game that has begun."""
        assert self.state is not None, "the game has not begun"  # noqa: S101 - the log is ours
        return self.state

    def advance(self, state: Value, seat: Seat | None, text: str) -> tuple[Value, Events]:
        """What a step leads to."""
        if seat is None:
            return step.fall(self.game, state, text)
        return step.play(self.game, state, seat, text)[1:]

    def _spend(self, seat: Seat | None, now: float) -> None:
        """What took longer than a move may take comes out of the reserve."""
        asking = None if seat is None else self.asked.get(seat)
        if self.terms.clock and seat is not None and asking:
            over = now - asking.t - self.terms.clock.move
            left = max(0.0, self.reserve[seat] - max(0.0, over))
            self.reserve = (*self.reserve[:seat], left, *self.reserve[seat + 1 :])

    def _stand(self, state: Value, now: float, kept: dict[Seat, Asking] | None = None) -> None:
        """The game stands so; who was asked before and still is keeps the time already spent."""
        self.state, self.turn, self.at = state, self.game.turn(state), self.n
        asking = Asking(self.n, now)
        self.asked = {seat: (kept or {}).get(seat, asking) for seat in acting(self.turn)}

    def _undone(self, entry: log.Undone) -> None:
        state = self.start()
        self.steps = self.steps[: entry.steps]
        for seat, text in self.steps:
            state, _ = self.advance(state, seat, text)
        self._remember((Event(entry.why, entry.seat),))
        self._stand(state, entry.t)

    def _standin(self, entry: log.Standin) -> None:
        self._seat(entry.seat, self.chairs[entry.seat]._replace(stand_in=entry.why))

    def _back(self, entry: log.Back) -> None:
        self._seat(entry.seat, self.chairs[entry.seat]._replace(stand_in=None))
        if asking := self.asked.get(entry.seat):
            self.asked = {**self.asked, entry.seat: Asking(asking.n, entry.t)}

    def _asked(self, entry: log.Asked) -> None:
        yes = frozenset({entry.by} & {*entry.voters})
        self._settle(Vote(entry.vote, entry.by, entry.seat, entry.voters, yes, frozenset(), entry.t))

    def _answered(self, entry: log.Answered) -> None:
        if self.vote is not None:
            self._settle(self.vote.answered(entry.by, yes=entry.yes))

    def _settle(self, vote: Vote) -> None:
        self.vote = vote if vote.agreed is None else None

    def _paused(self, entry: log.Paused) -> None:
        self.paused = entry.t

    def _resumed(self, entry: log.Resumed) -> None:
        pause = entry.t - (self.paused or entry.t)
        self.asked = {seat: Asking(asking.n, asking.t + pause) for seat, asking in self.asked.items()}
        self.paused = None

    def _said(self, entry: log.Said) -> None:
        self.talk = (*self.talk, (self.n, entry))[-REMEMBERED_TALK:]

    def _closed(self, entry: log.Closed) -> None:
        self.closed = entry.why
        self.vote = None


_APPLY: Final = {kind: getattr(Table, f"_{kind.__name__.lower()}") for kind in get_args(AnyEntry)}


def acting(turn: Turn) -> Sequence[Seat]:
    """The seats that are to throw or to decide."""
    if isinstance(turn, Choose):
        return turn.seats
    return () if isinstance(turn, Over) or turn.seat is None else (turn.seat,)
