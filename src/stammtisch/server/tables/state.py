"""A table as its log describes it: who sits where, how the match stands, and what is being asked.

`Table` is a frozen value. `apply` gives the table after one more event, and the same log always gives
the same table.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from stammtisch import catalog
from stammtisch.core.errors import UnknownGame
from stammtisch.core.event import Event, Events
from stammtisch.core.game import AnyGame
from stammtisch.core.turn import Choose, Over, Seat, Throw, Turn
from stammtisch.match import Fair, Match, Record, commitment
from stammtisch.server.tables import events as log
from stammtisch.server.tables.errors import OtherVersion
from stammtisch.server.tables.events import AnyEvent, Terms, decode_event
from stammtisch.server.tables.parts import FinishedMatch, KeyInfo, Person, PersonId, TableSeat, Vote, Waiting
from stammtisch.store.contract import Damaged

REMEMBERED_STEPS: Final = 64
"""A device that missed more gets the whole view without the steps that led to it."""
REMEMBERED_MESSAGES: Final = 50
BOT: Final = "bot:"
"""Stands before the level in the name of a bot, as in a record."""


class Table(Struct, frozen=True, kw_only=True):
    """One table at one moment."""

    id: str
    terms: Terms
    game: AnyGame
    created: float
    touched: float
    n: int = 1
    """How many events led here."""
    at: int = 0
    """The event that led to the present position of the match."""
    seats: tuple[TableSeat, ...]
    seats_by_person: Mapping[PersonId | None, tuple[Seat, ...]] = {}
    people: tuple[Person, ...] = ()
    links: Mapping[str, log.LinkCreated] = {}
    number: int = 0
    """Matches at this table so far, the present one included."""
    match_id: str = ""
    secret: str = ""
    match: Match | None = None
    waiting: Mapping[Seat, Waiting] = {}
    """The seats that are to act, and since when."""
    reserve: tuple[float, ...] = ()
    recent: tuple[tuple[int, Events], ...] = ()
    chat: tuple[tuple[int, log.MessageSent], ...] = ()
    vote: Vote | None = None
    paused: float | None = None
    closed: str | None = None
    finished: tuple[FinishedMatch, ...] = ()

    @property
    def turn(self) -> Turn | None:
        """What is next in the match; None before it has started."""
        return None if self.match is None else self.match.turn

    @property
    def over(self) -> bool:
        """Whether the present match has ended."""
        return isinstance(self.turn, Over)

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
        return tuple(place.name if place.bot is None else BOT + place.bot for place in self.seats)

    @property
    def commitment(self) -> str | None:
        """What the server has committed itself to; None where dice are real."""
        return None if self.terms.real_dice else commitment(self.secret)

    def running(self) -> Match:
        """The match that has started."""
        assert self.match is not None, "the match has not started"  # noqa: S101 - checked before
        return self.match

    def record(self) -> Record:
        """The present match as a record; the secret of the dice is in it once the match is over."""
        record = self.running().record()
        if record.fair is None or self.over:
            return record
        return replace(record, fair=replace(record.fair, secret=None))


# Replaying the log


@contextmanager
def readable_log() -> Iterator[None]:
    """What fails in this block fails because the log is `Damaged`, or older than the rules."""
    try:
        yield
    except (OtherVersion, UnknownGame, Damaged):
        raise
    except Exception as error:
        raise Damaged(f"an entry cannot be understood: {type(error).__name__}") from error


def replay(table: str, texts: Iterable[str]) -> Table:
    """The table of a log, which has at least one event; `Damaged` if they make no sense."""
    with readable_log():
        *_, last = history(table, map(decode_event, texts))
    return last


def history(table: str, events: Iterable[AnyEvent]) -> Iterator[Table]:
    """The table after each of these events, of which the first creates it."""
    found: Table | None = None
    for event in events:
        found = created_or_changed(table, found, event)
        yield found


def created_or_changed(table: str, found: Table | None, event: AnyEvent) -> Table:
    """The table after the next event of its log, which creates it if it is the first."""
    return create(table, event) if found is None else apply(found, event)


def finished_records(table: str, texts: Iterable[str]) -> Iterator[tuple[str, Record]]:
    """Every match of a log that was played to its end, by its id."""
    known, tables = 0, history(table, map(decode_event, texts))
    while True:
        with readable_log():
            found = next(tables, None)
        if found is None:
            return
        if len(found.finished) > known:
            known = len(found.finished)
            yield found.match_id, found.record()


def create(table: str, event: AnyEvent) -> Table:
    """The table of the first event of its log."""
    assert isinstance(event, log.TableCreated), "a log begins with the creation of its table"  # noqa: S101
    terms, game = event.terms, catalog.game(event.terms.game)
    if terms.rules != game.rules_version:
        raise OtherVersion(
            f"this table was created with version {terms.rules} of the rules of {game.title}, "
            f"and this server plays version {game.rules_version}"
        )
    seats = (TableSeat(),) * terms.players
    return Table(id=table, terms=terms, game=game, created=event.t, touched=event.t, seats=seats)


def apply(table: Table, event: AnyEvent) -> Table:
    """The table after the next event of its log."""
    return _applied(replace(table, n=table.n + 1, touched=event.t), event)


def _applied(table: Table, event: AnyEvent) -> Table:  # noqa: C901, PLR0912 - a line for each event
    match event:
        case log.StepPlayed():
            return _step_played(table, event)
        case log.MessageSent():
            return replace(table, chat=(*table.chat, (table.n, event))[-REMEMBERED_MESSAGES:])
        case log.PlayerSeated():
            return _player_seated(table, event)
        case log.BotSeated(seat=seat, bot=bot):
            return _with_seat(table, seat, TableSeat(bot, bot=bot))
        case log.PlayerUnseated(person=person):
            free = [TableSeat() if place.person == person else place for place in table.seats]
            return _with_seats(table, free)
        case log.LinkCreated():
            return _link_created(table, event)
        case log.LinkUsed():
            return _link_used(table, event)
        case log.KeyRevoked():
            return _key_revoked(table, event)
        case log.StandInStarted(seat=seat, why=why):
            return _with_seat(table, seat, table.seats[seat]._replace(stand_in=why))
        case log.StandInEnded():
            return _stand_in_ended(table, event)
        case log.MatchPrepared():
            return _match_prepared(table, event)
        case log.SeedAdded(person=person, seed=seed):
            seats = [place._replace(seed=seed) if place.person == person else place for place in table.seats]
            return _with_seats(table, seats)
        case log.MatchStarted():
            return _match_started(table, event)
        case log.StepsUndone():
            return _steps_undone(table, event)
        case log.MatchPaused():
            return replace(table, paused=event.t)
        case log.MatchResumed():
            return _match_resumed(table, event)
        case log.VoteCalled(vote=kind, by=by, voters=voters, seat=seat):
            yes = frozenset({by} & {*voters})
            return _with_vote(table, Vote(kind, by, seat, voters, yes, frozenset(), event.t))
        case log.VoteCast(by=by, yes=yes_or_no):
            vote = table.vote
            return table if vote is None else _with_vote(table, vote.answered(by, yes=yes_or_no))
        case log.TableClosed(why=why):
            return replace(table, closed=why, vote=None)
        case log.TableCreated():
            raise AssertionError("a table is created once")


# Seats


def _with_seats(table: Table, seats: Iterable[TableSeat]) -> Table:
    taken = tuple(seats)
    people = {place.person for place in taken} - {None}
    seating = {
        person: tuple(seat for seat, place in enumerate(taken) if place.person == person) for person in people
    }
    return replace(table, seats=taken, seats_by_person=seating)


def _with_seat(table: Table, seat: Seat, place: TableSeat) -> Table:
    return _with_seats(table, (*table.seats[:seat], place, *table.seats[seat + 1 :]))


def _player_seated(table: Table, event: log.PlayerSeated) -> Table:
    person = event.person
    if person is None:
        person = len(table.people)
        newcomer = Person((), event.names[0], event.profile, event.program)
        newcomer = newcomer.with_key(event.key, KeyInfo(event.t, event.device))
        table = replace(table, people=(*table.people, newcomer))
    for seat, name in zip(event.seats, event.names, strict=True):
        table = _with_seat(table, seat, TableSeat(name, person))
    return table


def _link_created(table: Table, event: log.LinkCreated) -> Table:
    valid = {hash_: link for hash_, link in table.links.items() if link.until >= event.t}
    return replace(table, links={**valid, event.hash: event})


def _link_used(table: Table, event: log.LinkUsed) -> Table:
    links = {hash_: link for hash_, link in table.links.items() if hash_ != event.link}
    person = table.people[event.person].with_key(event.key, KeyInfo(event.t, event.device))
    return _with_person(replace(table, links=links), event.person, person)


def _key_revoked(table: Table, event: log.KeyRevoked) -> Table:
    links = {hash_: link for hash_, link in table.links.items() if link.person != event.person}
    person = table.people[event.person].without_key(event.key)
    return _with_person(replace(table, links=links), event.person, person)


def _with_person(table: Table, number: PersonId, person: Person) -> Table:
    return replace(table, people=(*table.people[:number], person, *table.people[number + 1 :]))


def _stand_in_ended(table: Table, event: log.StandInEnded) -> Table:
    table = _with_seat(table, event.seat, table.seats[event.seat]._replace(stand_in=None))
    since = table.waiting.get(event.seat)
    if since is None:
        return table
    return replace(table, waiting={**table.waiting, event.seat: Waiting(since.n, event.t)})


# The match


def _match_prepared(table: Table, event: log.MatchPrepared) -> Table:
    turned = event.turned % len(table.seats)
    seats = table.seats[-turned:] + table.seats[:-turned]
    table = _with_seats(table, (place._replace(seed="") for place in seats))
    return replace(
        table,
        match_id=event.match,
        secret=event.secret,
        number=table.number + 1,
        match=None,
        vote=None,
        paused=None,
        waiting={},
        recent=(),
    )


def _match_started(table: Table, event: log.MatchStarted) -> Table:
    terms = table.terms
    setup = Record(
        game=terms.game,
        rules=terms.rules,
        players=terms.players,
        options=terms.options,
        seats=table.names,
        seed=None,
        fair=_fair(table),
        log=(),
    )
    reserve = (terms.clock.reserve if terms.clock else 0.0,) * terms.players
    return _at_position(replace(table, reserve=reserve), Match.from_setup(setup), event.t)


def _fair(table: Table) -> Fair | None:
    if table.commitment is None:
        return None
    return Fair(
        match=table.match_id,
        commitment=table.commitment,
        seeds=tuple(place.seed for place in table.seats),
        secret=table.secret,
    )


def _step_played(table: Table, event: log.StepPlayed) -> Table:
    turn = table.turn
    match, events = table.running().step(event.seat, event.text)
    actor = turn.seat if isinstance(turn, Throw) else event.seat
    still_waiting: Mapping[Seat, Waiting] = {}
    if isinstance(turn, Choose):
        still_waiting = {seat: since for seat, since in table.waiting.items() if seat != event.seat}
    table = _remembering(_with_time_spent(table, actor, event.t), events)
    table = _at_position(table, match, event.t, still_waiting)
    if not isinstance(match.turn, Over):
        return table
    finished = FinishedMatch(table.match_id, match.turn.outcome, table.names)
    return replace(table, finished=(*table.finished, finished), vote=None)


def _steps_undone(table: Table, event: log.StepsUndone) -> Table:
    table = _remembering(table, (Event(event.why, event.seat),))
    return _at_position(table, table.running().undo(event.steps), event.t)


def _match_resumed(table: Table, event: log.MatchResumed) -> Table:
    pause = event.t - (table.paused or event.t)
    waiting = {seat: Waiting(since.n, since.t + pause) for seat, since in table.waiting.items()}
    return replace(table, waiting=waiting, paused=None)


def _remembering(table: Table, events: Events) -> Table:
    return replace(table, recent=(*table.recent[1 - REMEMBERED_STEPS :], (table.n, events)))


def _with_time_spent(table: Table, seat: Seat | None, now: float) -> Table:
    """What took longer than the time for a move comes out of the reserve."""
    since = None if seat is None else table.waiting.get(seat)
    if table.terms.clock is None or seat is None or since is None:
        return table
    over = now - since.t - table.terms.clock.move
    left = max(0.0, table.reserve[seat] - max(0.0, over))
    return replace(table, reserve=(*table.reserve[:seat], left, *table.reserve[seat + 1 :]))


def _at_position(
    table: Table, match: Match, now: float, still_waiting: Mapping[Seat, Waiting] | None = None
) -> Table:
    """The match stands so; a seat that was to act before and still is keeps the time already used."""
    since = Waiting(table.n, now)
    waiting = {seat: (still_waiting or {}).get(seat, since) for seat in seats_to_act(match.turn)}
    return replace(table, match=match, at=table.n, waiting=waiting)


def _with_vote(table: Table, vote: Vote) -> Table:
    return replace(table, vote=vote if vote.passed is None else None)


def seats_to_act(turn: Turn) -> Sequence[Seat]:
    """The seats that are to roll or to decide."""
    if isinstance(turn, Choose):
        return turn.seats
    return () if isinstance(turn, Over) or turn.seat is None else (turn.seat,)
