"""What leaves the server about a table: everything that a device is told about it is made here.

Of the game only `view`, listed moves and events through `seen_by` go out, and the secret of the
dice not before the match is over.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, final

from msgspec import UNSET, UnsetType

from stammtisch.core.documents import Document
from stammtisch.core.turn import Seat
from stammtisch.match.documents import events_seen_by, outcome_info, turn_info
from stammtisch.server.tables import updates
from stammtisch.server.tables.chat import silence_clause
from stammtisch.server.tables.clock import deadline
from stammtisch.server.tables.events import MessageSent
from stammtisch.server.tables.parts import PersonId, TableSeat, Vote
from stammtisch.server.tables.state import REMEMBERED_STEPS
from stammtisch.server.tables.table import RememberedStep, Table
from stammtisch.server.tables.undo import seats_that_may_take_back
from stammtisch.server.tables.votes import handover_after

NOTHING_SEEN: Final = -1
SHOWN_STEPS: Final = 16
"""Steps of one update that can be shown one after the other; of earlier ones only the events are sent."""

_Seen: TypeAlias = tuple[Document | None, list[updates.StepInfo] | UnsetType]


def view_table(table: Table, person: PersonId | None) -> updates.TableUpdate:
    """The table without the game on it, as one person may see it."""
    terms = table.terms
    return updates.TableUpdate(
        n=table.n,
        table=table.id,
        code=terms.code,
        game=terms.game,
        players=terms.players,
        options=terms.options,
        status=table.status,
        clock=terms.clock,
        public=terms.public,
        rated=terms.rated,
        spectators=terms.spectators,
        hints=terms.hints,
        real_dice=terms.real_dice,
        secrets=table.has_secrets,
        stand_in=terms.stand_in,
        away=terms.away,
        handover_after=handover_after(terms),
        host=person is not None and person == table.host,
        seats=[_seat(table, place, person) for place in table.seats],
        number=table.number,
        match=table.match_id,
        commitment=table.commitment,
        secret=table.secret if table.over and not terms.real_dice else None,
        seedless=table.seedless,
        vote=None if table.vote is None else _vote(table, table.vote, person),
        paused=table.paused is not None,
        hushed=silence_clause(table),
        finished=[
            updates.FinishedInfo(match=match.id, names=match.names, outcome=outcome_info(match.outcome))
            for match in table.finished
        ],
        closed=UNSET if table.closed is None else table.closed,
    )


def _seat(table: Table, place: TableSeat, person: PersonId | None) -> updates.SeatInfo:
    return updates.SeatInfo(
        name=place.name,
        kind=_kind(table, place),
        bot=place.bot,
        stand_in=place.stand_in,
        seed=place.seed,
        yours=person is not None and place.person == person,
        muted=place.person is not None and table.people[place.person].muted,
    )


def _kind(table: Table, place: TableSeat) -> Literal["free", "person", "program", "bot"]:
    if place.bot is not None:
        return "bot"
    if place.person is None:
        return "free"
    return "program" if table.people[place.person].program else "person"


def _vote(table: Table, vote: Vote, person: PersonId | None) -> updates.VoteInfo:
    return updates.VoteInfo(
        kind=vote.kind,
        by=list(table.seats_of(vote.by)),
        seat=vote.seat,
        yes=len(vote.yes),
        of=len(vote.voters),
        answer=person in vote.voters and person not in vote.yes | vote.no,
    )


@final
class PositionView:
    """How the match stands, with the steps after event `after` as far as they are remembered.

    The last `shown` of them have their positions. What is the same for all seats is made once.
    """

    def __init__(self, table: Table, after: int, now: float, shown: int = SHOWN_STEPS) -> None:
        match = table.match
        self._table: Final = table
        self._after: Final = after
        self._shown: Final = shown
        self._turn: Final = None if match is None else turn_info(match.turn)
        self._tally: Final = UNSET if match is None else match.game.tally(match.state)
        self._clock: Final = _clock(table, now)
        self._may_take_back: Final = set() if match is None else seats_that_may_take_back(table)
        self._seen: Final = None if table.has_secrets else self._seen_from(None)

    def _seen_from(self, seat: Seat | None) -> _Seen:
        match = self._table.match
        view = None if match is None else match.game.view(match.state, seat)
        return view, _steps(self._table, seat, self._after, self._shown)

    def for_seat(self, seat: Seat | None) -> updates.PositionUpdate:
        """The position for one seat; for spectators without any moves."""
        table, match = self._table, self._table.match
        moves = () if match is None or seat is None else match.moves(seat)
        labels = [] if match is None else [match.game.preview(match.state, move) for move in moves]
        view, steps = self._seen or self._seen_from(seat)
        return updates.PositionUpdate(
            n=table.n,
            at=table.at,
            seat=seat,
            view=view,
            turn=self._turn,
            moves=list(map(str, moves)),
            labels=labels if any(labels) else UNSET,
            tally=self._tally,
            steps=steps,
            clock=self._clock,
            may_take_back=seat in self._may_take_back,
        )


def _steps(table: Table, seat: Seat | None, after: int, shown: int) -> list[updates.StepInfo] | UnsetType:
    """The steps since `after`; unset where more happened than is remembered."""
    recent = table.recent
    forgotten = len(recent) == REMEMBERED_STEPS and recent[0].n > after + 1
    if after == NOTHING_SEEN or after > table.n or forgotten:
        return UNSET
    start = len(recent)
    while start and recent[start - 1].n > after:
        start -= 1
    viewed = range(len(recent) - shown, len(recent) - 1)
    return [
        view_step(step, seat) if number in viewed else summarize_step(step, seat)
        for number, step in enumerate(recent[start:], start)
    ]


def summarize_step(step: RememberedStep, seat: Seat | None) -> updates.StepInfo:
    """What happened, without the position after it."""
    return updates.StepInfo(step.n, events_seen_by(step.events, seat))


def view_step(step: RememberedStep, seat: Seat | None) -> updates.StepInfo:
    """What happened, and how the game stood after it."""
    game, state = step.match.game, step.match.state
    return updates.StepInfo(
        step.n,
        events_seen_by(step.events, seat),
        view=game.view(state, seat),
        tally=game.tally(state),
        turn=turn_info(step.match.turn),
    )


def _clock(table: Table, now: float) -> updates.ClockInfo | UnsetType:
    if table.terms.clock is None or table.match is None:
        return UNSET
    deadlines = {str(seat): at for seat in table.waiting if (at := deadline(table, seat)) is not None}
    return updates.ClockInfo(now, deadlines, list(table.reserve))


def view_message(table: Table, n: int, message: MessageSent) -> updates.ChatUpdate:
    """A chat message, with the names and seats of its sender."""
    seats = table.seats_of(message.person)
    return updates.ChatUpdate(
        n=n,
        t=message.t,
        names=[table.seats[seat].name for seat in seats],
        seats=list(seats),
        text=message.text,
        phrase=message.phrase,
    )
