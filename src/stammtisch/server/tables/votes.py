"""What players decide together: taking back, playing again, pausing, handing a seat to a bot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from stammtisch.core.documents import Document
from stammtisch.core.errors import BadRequest
from stammtisch.core.turn import Seat
from stammtisch.match import fresh_secret
from stammtisch.server.tables.checks import Caller, check_running
from stammtisch.server.tables.commands import CallVote, CastVote
from stammtisch.server.tables.errors import (
    NotSeated,
    QuestionOpen,
    RatedSeat,
    SeatTaken,
    Settled,
    StillHere,
    StillPlaying,
    TableError,
)
from stammtisch.server.tables.events import (
    AnyEvent,
    MatchPaused,
    MatchPrepared,
    StandInStarted,
    StepsUndone,
    Terms,
    VoteCalled,
    VoteCast,
)
from stammtisch.server.tables.parts import PersonId, Vote
from stammtisch.server.tables.table import Table
from stammtisch.server.tables.undo import steps_to_keep, within_move
from stammtisch.server.tokens import LOCAL, fresh_match

VOTE_STANDS: Final = 30.0
"""Seconds for which a question cannot be replaced by somebody else's."""
RATED_WAIT: Final = 120
"""Seconds for which a player of a rated game without a clock keeps a seat for certain."""


def call_vote(table: Table, caller: Caller, command: CallVote) -> list[AnyEvent]:
    """The question, and what follows if nobody else has to agree."""
    by, now = caller.person, caller.now
    if by not in table.players:
        raise NotSeated("only players of this table can ask the others")
    if table.vote and abs(now - table.vote.t) < VOTE_STANDS and table.vote.by != by:
        raise QuestionOpen("another question is open: answer it first")
    voters = tuple(sorted(_voters(table, caller, command)))
    vote = Vote(command.vote, by, command.seat, voters, frozenset({by}), frozenset(), now)
    if table.vote is not None and table.vote._replace(t=now) == vote:
        return []  # the very same question is open, and nobody has answered it yet
    called = VoteCalled(t=now, vote=command.vote, by=by, voters=voters, seat=command.seat)
    return [called, *_consequence(table, vote, now)]


def cast_vote(table: Table, caller: Caller, command: CastVote) -> list[AnyEvent]:
    """The answer, and what follows if it was the last one needed."""
    if table.vote is None:
        raise Settled("there is no open question")
    if caller.person not in table.vote.voters:
        raise NotSeated("you have not been asked")
    vote = table.vote.answered(caller.person, yes=command.yes)
    if vote == table.vote:
        return []
    cast = VoteCast(t=caller.now, by=caller.person, yes=command.yes)
    return [cast, *_consequence(table, vote, caller.now)]


def prepare_match(now: float, *, local: bool = False, position: Document | None = None) -> MatchPrepared:
    """A new match at the same table, with a secret of its own.

    Everybody keeps their seat, and with it their colour: by the rules of every game it is drawn who begins.
    """
    return MatchPrepared(t=now, match=fresh_match(local=local), secret=fresh_secret(), position=position)


def _voters(table: Table, caller: Caller, command: CallVote) -> set[PersonId]:
    """Whose answer counts, the caller's included; or why this cannot be asked now."""
    match command.vote:
        case "takeback":
            return _takeback_voters(table, caller)
        case "rematch":
            if not table.over:
                raise StillPlaying("a new game can begin when this one is over")
            return _present_players(table, caller)
        case "pause":
            check_running(table)
            return _present_players(table, caller)
        case "handover":
            return _handover_voters(table, caller, command.seat)


def _takeback_voters(table: Table, caller: Caller) -> set[PersonId]:
    check_running(table)
    start = steps_to_keep(table, table.seats_of(caller.person))
    return {caller.person} if within_move(table, start) else {*table.players}


def _present_players(table: Table, caller: Caller) -> set[PersonId]:
    """The players who can answer now; those who are gone hold nobody up."""
    return {*table.players} & {caller.person, *caller.present()}


def _handover_voters(table: Table, caller: Caller, seat: Seat | None) -> set[PersonId]:
    if table.free or table.over:
        raise TableError("a seat can be handed to a bot only while a game is being played")
    if seat is None or not 0 <= seat < len(table.seats):
        raise BadRequest(f"say which seat, from 0 to {len(table.seats) - 1}")
    place = table.seats[seat]
    if place.played_by_bot:
        raise SeatTaken(f"a bot already plays seat {seat}")
    if not _has_cause(table, seat, caller.now):
        raise RatedSeat(
            "in a rated game a bot takes over automatically from a player who is gone or out of time; "
            f"without a clock you can ask for it once a player has kept everyone waiting for {RATED_WAIT} s"
        )
    present = _present_players(table, caller)
    others = present - {place.person}
    alone_against_owner = place.person in present - {caller.person} and len(others) == 1
    if alone_against_owner and not _kept_waiting(table, seat, caller.now, table.terms.away):
        raise StillHere(
            f"no single player can hand over another player's seat while that player is here, "
            f"unless they have kept everyone waiting for {table.terms.away} s"
        )
    return others or {caller.person}


def handover_after(terms: Terms) -> int | None:
    """For how many seconds a player may keep everybody waiting before the others can ask for a bot.

    None in a rated game with a clock, which alone decides there.
    """
    if not terms.rated:
        return terms.away
    return None if terms.clock else max(terms.away, RATED_WAIT)


def _has_cause(table: Table, seat: Seat, now: float) -> bool:
    """In a rated game the log has to show why somebody loses a seat, whatever the others want."""
    if not table.terms.rated:
        return True
    patience = handover_after(table.terms)
    return patience is not None and _kept_waiting(table, seat, now, patience)


def _kept_waiting(table: Table, seat: Seat, now: float, seconds: float) -> bool:
    since = table.waiting.get(seat)
    return since is not None and now >= since.t + seconds


def _consequence(table: Table, vote: Vote, now: float) -> list[AnyEvent]:
    """What follows once the vote has passed; what is no longer possible is dropped."""
    if not vote.passed:
        return []
    match vote.kind:
        case "takeback":
            return _take_back(table, table.seats_of(vote.by), now)
        case "rematch":
            return [prepare_match(now, local=table.id.startswith(LOCAL))]
        case "pause":
            return [MatchPaused(t=now)]
        case "handover":
            assert vote.seat is not None, "the question named a seat"  # noqa: S101
            if not _has_cause(table, vote.seat, now):
                return []
            return [StandInStarted(t=now, seat=vote.seat, why="time" if table.terms.rated else "vote")]


def _take_back(table: Table, own: Sequence[Seat], now: float) -> list[AnyEvent]:
    """The last move of these seats goes, unless something was revealed while the others were thinking."""
    try:
        return [StepsUndone(t=now, steps=steps_to_keep(table, own), seat=own[0], why="takeback")]
    except TableError:
        return []
