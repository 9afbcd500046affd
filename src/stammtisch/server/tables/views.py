"""What leaves the server about a table: everything a device hears of it is made here.

Of the game only `view`, listed moves and events through `seen_by` go out, and the secret of the
dice not before the game is over.
"""

from __future__ import annotations

from itertools import takewhile
from typing import Final, Literal, TypeAlias, final

from msgspec import UNSET, UnsetType

from stammtisch.core.documents import Document
from stammtisch.core.event import Events
from stammtisch.core.turn import Choose, Outcome, Over, Seat, Throw, Turn
from stammtisch.match.fairness import commitment
from stammtisch.server.tables import events as log
from stammtisch.server.tables import messages as news
from stammtisch.server.tables.decisions import hushed
from stammtisch.server.tables.events import HOST, Sitter
from stammtisch.server.tables.seats import Chair, Vote
from stammtisch.server.tables.state import REMEMBERED_STEPS, Table

NOTHING_SEEN: Final = -1
REMEMBERED_GAMES: Final = 20
"""Finished games of a table that everybody is told of."""

_Seen: TypeAlias = tuple[Document | None, list[news.StepNews] | UnsetType]


def about_table(table: Table, sitter: Sitter | None) -> news.Table:
    """The table without the game on it, as one person sees it."""
    terms = table.terms
    dice_shown = isinstance(table.turn, Over)
    return news.Table(
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
        secrets=table.secretive,
        stand_in=terms.stand_in,
        away=terms.away,
        host=sitter == HOST,
        seats=[_about_seat(table, chair, sitter) for chair in table.chairs],
        number=table.number,
        match=table.match,
        commitment=None if terms.real_dice else commitment(table.secret),
        secret=table.secret if dice_shown and not terms.real_dice else None,
        seedless=table.seedless,
        vote=None if table.vote is None else _about_vote(table, table.vote, sitter),
        paused=table.paused is not None,
        hushed=hushed(table),
        finished=[
            news.FinishedNews(match=game.match, names=game.names, outcome=_outcome(game.outcome))
            for game in table.finished[-REMEMBERED_GAMES:]
        ],
        closed=UNSET if table.closed is None else table.closed,
    )


def _about_seat(table: Table, chair: Chair, sitter: Sitter | None) -> news.SeatNews:
    return news.SeatNews(
        name=chair.name,
        kind=_kind(table, chair),
        bot=chair.bot,
        stand_in=chair.stand_in,
        seed=chair.seed,
        yours=sitter is not None and chair.sitter == sitter,
    )


def _kind(table: Table, chair: Chair) -> Literal["free", "person", "program", "bot"]:
    if chair.bot is not None:
        return "bot"
    if chair.sitter is None:
        return "free"
    return "program" if table.people[chair.sitter].program else "person"


def _about_vote(table: Table, vote: Vote, sitter: Sitter | None) -> news.VoteNews:
    return news.VoteNews(
        kind=vote.kind,
        by=list(table.seats_of(vote.by)),
        seat=vote.seat,
        yes=len(vote.yes),
        of=len(vote.voters),
        answer=sitter in vote.voters and sitter not in vote.yes | vote.no,
    )


@final
class Position:
    """How the game stands, with the steps after number `after` where they are remembered.

    What all seats hear alike is made once.
    """

    def __init__(self, table: Table, after: int, now: float) -> None:
        state, turn = table.state, table.turn
        self._table: Final = table
        self._after: Final = after
        self._turn: Final = None if turn is None else about_turn(turn)
        self._tally: Final = UNSET if state is None else table.game.tally(state)
        self._clock: Final = _clock(table, now)
        self._seen: Final = None if table.secretive else self._seen_from(None)

    def _seen_from(self, seat: Seat | None) -> _Seen:
        table = self._table
        view = None if table.state is None else table.game.view(table.state, seat)
        return view, _steps(table, seat, self._after)

    def told_to(self, seat: Seat | None) -> news.Position:
        """The position for one seat; for spectators without any moves."""
        table = self._table
        game, state = table.game, table.state
        moves = () if seat is None or not isinstance(table.turn, Choose) else game.moves(state, seat)
        labels = [game.preview(state, move) for move in moves]
        view, steps = self._seen or self._seen_from(seat)
        return news.Position(
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
        )


def about_position(table: Table, seat: Seat | None, after: int, now: float) -> news.Position:
    """How the game stands for one seat."""
    return Position(table, after, now).told_to(seat)


def about_turn(turn: Turn) -> news.ThrowTurn | news.ChooseTurn | news.OverTurn:
    """What is next, or how it ended."""
    if isinstance(turn, Throw):
        return news.ThrowTurn(turn.seat)
    return news.ChooseTurn(turn.seats) if isinstance(turn, Choose) else news.OverTurn(_outcome(turn.outcome))


def _outcome(outcome: Outcome) -> news.OutcomeNews:
    return news.OutcomeNews(outcome.winners, outcome.places, outcome.scores, outcome.reason)


def _steps(table: Table, seat: Seat | None, after: int) -> list[news.StepNews] | UnsetType:
    """A gap, in which more happened than is remembered, is no list at all."""
    recent = table.recent
    forgotten = len(recent) == REMEMBERED_STEPS and recent[0][0] > after + 1
    if after == NOTHING_SEEN or after > table.n or forgotten:
        return UNSET
    missed = takewhile(lambda step: step[0] > after, reversed(recent))
    return [news.StepNews(n, _seen(events, seat)) for n, events in missed][::-1]


def _seen(events: Events, seat: Seat | None) -> list[news.EventNews]:
    known = [event.seen_by(seat) for event in events]
    return [news.EventNews(event.kind, event.seat, event.detail) for event in known]


def _clock(table: Table, now: float) -> news.ClockNews | UnsetType:
    if table.terms.clock is None or table.state is None:
        return UNSET
    deadlines = {str(seat): time for seat in table.asked if (time := table.deadline(seat)) is not None}
    return news.ClockNews(now, deadlines, list(table.reserve))


def about_talk(table: Table, n: int, said: log.Said) -> news.Talk:
    """Something that was said, with the names and seats of who said it."""
    seats = table.seats_of(said.sitter)
    return news.Talk(
        n=n,
        t=said.t,
        names=[table.chairs[seat].name for seat in seats],
        seats=list(seats),
        text=said.text,
        phrase=said.phrase,
    )
