"""Why somebody cannot do what they would like to: an answer that changes nothing."""

from __future__ import annotations

from stammtisch.core.errors import NotYourTurn
from stammtisch.core.turn import Choose
from stammtisch.server.tables import messages as said
from stammtisch.server.tables.decisions import Caller, own_seat
from stammtisch.server.tables.state import Table


def reasons(table: Table, caller: Caller, question: said.Why) -> said.Reasons:
    """What forbids each thing that the part of a move could do.

    It is found on the position as the seat sees it, so that no answer can tell more than that.
    """
    seat = own_seat(table, caller, question.seat)
    if not isinstance(table.turn, Choose) or seat not in table.turn.seats:
        raise NotYourTurn(f"seat {seat} has nothing to decide now")
    seen = table.game.load(table.game.view(table.state, seat), seat)
    refused = table.game.refusals(seen, seat, question.part)
    return said.Reasons(
        seat=seat,
        at=table.at,
        part=question.part,
        reasons=[said.Reason(move=each.move, clause=each.clause, message=str(each)) for each in refused],
    )
