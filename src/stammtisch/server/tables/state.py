"""A table as its log describes it.

`apply` gives the table after one more event, and the same log always gives the same table.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from stammtisch import catalog
from stammtisch.core.event import Event, Events
from stammtisch.core.game import AnyGame
from stammtisch.core.turn import Choose, Over, Seat, Throw, Turn
from stammtisch.match import Fair, Match, Record
from stammtisch.server.tables import events as log
from stammtisch.server.tables.damage import readable_log
from stammtisch.server.tables.errors import OtherVersion
from stammtisch.server.tables.events import AnyEvent, decode_event
from stammtisch.server.tables.parts import (
    FinishedMatch,
    KeyInfo,
    Person,
    PersonId,
    TableSeat,
    Vote,
    Waiting,
    seats_by_person,
)
from stammtisch.server.tables.spending import MOST_KEYS, MOST_LINKS, cost
from stammtisch.server.tables.table import RememberedStep, Table

NOBODY: Final[Mapping[Seat, Waiting]] = {}
REMEMBERED_STEPS: Final = 64
"""A device that missed more gets the whole view without the steps that led to it."""
REMEMBERED_MESSAGES: Final = 50
REMEMBERED_MATCHES: Final = 20


# Replaying the log


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
    known, tables = "", history(table, map(decode_event, texts))
    while True:
        with readable_log():
            found = next(tables, None)
        if found is None:
            return
        if found.over and found.match_id != known:
            known = found.match_id
            yield known, found.record()


def create(table: str, event: AnyEvent) -> Table:
    """The table of the first event of its log."""
    assert isinstance(event, log.TableCreated), "a log begins with the creation of its table"  # noqa: S101
    terms, game = event.terms, playable(event.terms)
    seats = (TableSeat(),) * terms.players
    return Table(id=table, terms=terms, game=game, created=event.t, touched=event.t, seats=seats)


def playable(terms: log.Terms) -> AnyGame:
    """The game that was agreed; `OtherVersion` if its rules have changed since."""
    game = catalog.game(terms.game)
    if terms.rules != game.rules_version:
        raise OtherVersion(
            f"this table was created with version {terms.rules} of the rules of {game.title}, "
            f"and this server plays version {game.rules_version}, so its games cannot be shown or "
            "continued here; all other tables go on"
        )
    return game


def apply(table: Table, event: AnyEvent) -> Table:
    """The table after the next event of its log."""
    after = _applied(replace(table, n=table.n + 1, touched=max(table.touched, event.t)), event)
    spent = cost(event, table.seats, table.host)
    return replace(after, spending=spent.added_to(after.spending, event.t)) if spent else after


def _applied(table: Table, event: AnyEvent) -> Table:
    if isinstance(event, log.StepPlayed):  # first, since nearly all events are steps
        return _step_played(table, event)
    if isinstance(event, log.MatchEvent):
        return _match_changed(table, event)
    if isinstance(event, log.SeatEvent):
        return _seats_changed(table, event)
    match event:
        case log.MessageSent():
            return replace(table, chat=(*table.chat, (table.n, event))[-REMEMBERED_MESSAGES:])
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


def _match_changed(table: Table, event: log.MatchEvent) -> Table:
    match event:
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


def _seats_changed(table: Table, event: log.SeatEvent) -> Table:  # noqa: C901 - a line for each event
    match event:
        case log.PlayerSeated():
            return _player_seated(table, event)
        case log.BotSeated(seat=seat, bot=bot, name=name):
            return _with_seat(table, seat, TableSeat(name or bot, bot=bot))
        case log.PlayerUnseated(person=person):
            return _without_seats_of(table, person)
        case log.PlayerRemoved(person=person):
            return _player_removed(table, person)
        case log.PlayerMuted(person=person, muted=muted):
            return _with_person(table, person, table.people[person]._replace(muted=muted))
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
        case log.TimeGranted():
            return _time_granted(table, event)


# Seats


def _with_seats(table: Table, seats: Iterable[TableSeat]) -> Table:
    taken = tuple(seats)
    return replace(table, seats=taken, seats_by_person=seats_by_person(taken))


def _with_seat(table: Table, seat: Seat, place: TableSeat) -> Table:
    return _with_seats(table, (*table.seats[:seat], place, *table.seats[seat + 1 :]))


def _player_seated(table: Table, event: log.PlayerSeated) -> Table:
    person = event.person
    if person is None:
        person = len(table.people)
        newcomer = Person((), event.names[0], event.profile, event.program)
        newcomer = newcomer.with_key(event.key, KeyInfo(event.t, event.device), MOST_KEYS)
        creator = table.number == 0  # the first match is prepared after its creator has sat down
        first_host = person == 0 and (creator or table.terms.guest_host)
        table = replace(table, people=(*table.people, newcomer), host=0 if first_host else table.host)
    for seat, name in zip(event.seats, event.names, strict=True):
        table = _with_seat(table, seat, TableSeat(name, person))
    return table


def _without_seats_of(table: Table, person: PersonId) -> Table:
    return _with_seats(table, (TableSeat() if place.person == person else place for place in table.seats))


def _player_removed(table: Table, person: PersonId) -> Table:
    """Personal links of somebody who was removed lead nowhere."""
    links = {hash_: link for hash_, link in table.links.items() if link.person != person}
    table = _with_person(table, person, table.people[person]._replace(removed=True))
    return replace(_without_seats_of(table, person), links=links)


def _with_person(table: Table, number: PersonId, person: Person) -> Table:
    return replace(table, people=(*table.people[:number], person, *table.people[number + 1 :]))


def _link_created(table: Table, event: log.LinkCreated) -> Table:
    valid = [link for link in table.links.values() if link.until >= event.t]
    own = [link for link in (*valid, event) if link.person == event.person][-MOST_LINKS:]
    others = [link for link in valid if link.person != event.person]
    return replace(table, links={link.hash: link for link in (*others, *own)})


def _link_used(table: Table, event: log.LinkUsed) -> Table:
    links = {hash_: link for hash_, link in table.links.items() if hash_ != event.link}
    person = table.people[event.person].with_key(event.key, KeyInfo(event.t, event.device), MOST_KEYS)
    return _with_person(replace(table, links=links), event.person, person)


def _key_revoked(table: Table, event: log.KeyRevoked) -> Table:
    links = {hash_: link for hash_, link in table.links.items() if link.person != event.person}
    person = table.people[event.person].without_key(event.key)
    return _with_person(replace(table, links=links), event.person, person)


def _stand_in_ended(table: Table, event: log.StandInEnded) -> Table:
    table = _with_seat(table, event.seat, table.seats[event.seat]._replace(stand_in=None))
    since = table.waiting.get(event.seat)
    if since is None:
        return table
    return replace(table, waiting={**table.waiting, event.seat: Waiting(since.n, event.t)})


def _time_granted(table: Table, event: log.TimeGranted) -> Table:
    since, clock = table.waiting.get(event.seat), table.terms.clock
    if since is None or clock is None:
        return table
    begun = Waiting(since.n, event.t + event.seconds - clock.move)
    return replace(table, waiting={**table.waiting, event.seat: begun})


# The match


def _match_prepared(table: Table, event: log.MatchPrepared) -> Table:
    turned = event.turned % len(table.seats)
    seats = table.seats[-turned:] + table.seats[:-turned]
    table = _with_seats(table, (place._replace(seed="") for place in seats))
    return replace(
        table,
        match_id=event.match,
        secret=event.secret,
        position=event.position,
        number=table.number + 1,
        match=None,
        vote=None,
        paused=None,
        waiting={},
        recent=(),
        spending={},
    )


def _match_started(table: Table, event: log.MatchStarted) -> Table:
    terms = table.terms
    setup = Record(
        game=terms.game,
        rules=terms.rules,
        players=terms.players,
        options=terms.options,
        seats=table.names,
        bot_names=table.bot_names,
        seed=None,
        fair=_fair(table),
        position=table.position,
        log=(),
    )
    reserve = (terms.clock.reserve if terms.clock else 0.0,) * terms.players
    table = replace(table, reserve=reserve, began=table.n)
    return _at_position(table, Match.from_setup(setup), event.t, None)


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
    still_waiting = NOBODY
    if isinstance(turn, Choose):
        still_waiting = {seat: since for seat, since in table.waiting.items() if seat != event.seat}
    table = _with_time_spent(table, actor, event.t)
    table = _at_position(table, match, event.t, events, still_waiting)
    if not isinstance(match.turn, Over):
        return table
    finished = FinishedMatch(table.match_id, match.turn.outcome, table.names)
    return replace(table, finished=(*table.finished, finished)[-REMEMBERED_MATCHES:], vote=None)


def _steps_undone(table: Table, event: log.StepsUndone) -> Table:
    return _at_position(table, table.match_after(event.steps), event.t, (Event(event.why, event.seat),))


def _match_resumed(table: Table, event: log.MatchResumed) -> Table:
    pause = max(0.0, event.t - (table.paused or event.t))  # the clock may have been set back
    waiting = {seat: Waiting(since.n, since.t + pause) for seat, since in table.waiting.items()}
    return replace(table, waiting=waiting, paused=None)


def _with_time_spent(table: Table, seat: Seat | None, now: float) -> Table:
    """What took longer than the time for a move comes out of the reserve."""
    since = None if seat is None else table.waiting.get(seat)
    if table.terms.clock is None or seat is None or since is None:
        return table
    over = now - since.t - table.terms.clock.move
    left = max(0.0, table.reserve[seat] - max(0.0, over))
    return replace(table, reserve=(*table.reserve[:seat], left, *table.reserve[seat + 1 :]))


def _at_position(
    table: Table,
    match: Match,
    now: float,
    events: Events | None,
    still_waiting: Mapping[Seat, Waiting] = NOBODY,
) -> Table:
    """The match stands so after a step with these events, or at its start.

    A seat that was to act before and still is keeps the time already used.
    """
    since, recent = Waiting(table.n, now), table.recent
    if events is not None:
        recent = recent[1 - REMEMBERED_STEPS :] + (RememberedStep(table.n, events, match),)  # noqa: RUF005 - faster
    return replace(
        table,
        match=match,
        at=table.n,
        waiting={seat: still_waiting.get(seat, since) for seat in seats_to_act(match.turn)},
        recent=recent,
    )


def _with_vote(table: Table, vote: Vote) -> Table:
    return replace(table, vote=vote if vote.passed is None else None)


def seats_to_act(turn: Turn) -> Sequence[Seat]:
    """The seats that are to roll or to decide."""
    if isinstance(turn, Choose):
        return turn.seats
    return () if isinstance(turn, Over) or turn.seat is None else (turn.seat,)
