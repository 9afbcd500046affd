"""Hints and explanations: answers that change nothing."""

from __future__ import annotations

from stammtisch.core.errors import NotYourTurn
from stammtisch.core.turn import Choose, Seat
from stammtisch.server.tables.checks import Caller, own_seat
from stammtisch.server.tables.commands import AskHint, AskWhy
from stammtisch.server.tables.errors import NoAdvice, NotAllowed
from stammtisch.server.tables.table import Table
from stammtisch.server.tables.updates import HintUpdate, Reason, ReasonsUpdate
from stammtisch.server.thinking.contract import Asker, Thinking, Wanted


def explain(table: Table, caller: Caller, question: AskWhy) -> ReasonsUpdate:
    """What forbids each thing that the part of a move could do.

    It is found on the position as the seat sees it, so that no answer can reveal more than that.
    """
    seat = own_seat(table, caller, question.seat)
    if not isinstance(table.turn, Choose) or seat not in table.turn.seats:
        raise NotYourTurn(f"seat {seat} has nothing to decide now")
    game, state = table.game, table.running().state
    seen = game.load(game.view(state, seat), seat)
    refused = game.refusals(seen, seat, question.part)
    return ReasonsUpdate(
        seat=seat,
        at=table.at,
        part=question.part,
        reasons=[Reason(move=each.move, clause=each.clause, message=str(each)) for each in refused],
    )


def check_hint(table: Table, caller: Caller, question: AskHint) -> Seat:
    """The seat that a hint is for, or the reason why there is none."""
    if not table.terms.hints:
        raise NotAllowed("this table gives no hints")
    seat = own_seat(table, caller, question.seat)
    if table.match is None or table.over:
        raise NoAdvice("there is nothing to decide now, so there is no hint")
    return seat


def still_asked(then: Table, now: Table, seat: Seat) -> bool:
    """Whether the seat is still to decide the same; others may decide at the same time."""
    since = then.waiting.get(seat)
    return then.at == now.at or (since is not None and now.waiting.get(seat) == since)


async def hint(table: Table, seat: Seat, workers: Thinking, asker: Asker, wanted: Wanted) -> HintUpdate:
    """The evaluation of the seat's moves, by what the seat may know."""
    match = table.running()
    view = match.game.view(match.state, seat)
    evaluation = await workers.advise(match.game.id, view, seat, asker=asker, wanted=wanted)
    return HintUpdate(seat=seat, at=table.at, judgement=evaluation)
