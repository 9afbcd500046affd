"""How far back a move may be taken: only as long as nothing has been revealed since."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from stammtisch.core.event import UNKNOWN, Events
from stammtisch.core.turn import Seat
from stammtisch.match import Match
from stammtisch.server.tables.errors import NoMoveYet, TooLate
from stammtisch.server.tables.table import Table


def steps_to_keep(table: Table, own: Collection[Seat]) -> int:
    """How many steps stay if the last move of these seats is taken back.

    `NoMoveYet` where there is none, `TooLate` where something has been revealed since.
    """
    match = table.running()
    steps = list(match.steps)
    start = next((number for number in reversed(range(len(steps))) if steps[number][0] in own), None)
    if start is None:
        raise NoMoveYet("you have not made a move that could be taken back")
    viewers = [steps[start][0]] if within_move(table, start) else [None, *range(table.terms.players)]
    too_late = TooLate("too late to take it back: a roll, a card or a hand has been revealed since")
    if any(seat is None for seat, _ in steps[start:]):
        raise too_late
    before = table.match_after(start)
    for seat, text in steps[start:]:
        after, events = before.step(seat, text)
        if _reveals_to_others(seat, events) or _reveals(table, viewers, before, after):
            raise too_late
        before = after
    return start


def seats_that_may_take_back(table: Table) -> set[Seat]:
    """The seats to which it makes sense to offer to take their last move back.

    Unlike `steps_to_keep` this costs next to nothing: it sees rolls and deals, and where there are
    secrets every step of somebody else, but not what the last move itself may have revealed.
    """
    found: set[Seat] = set()
    most = 1 if table.has_secrets else table.terms.players
    for mover, _ in table.running().steps.backward():
        if mover is None or len(found) == most:
            break
        found.add(mover)
    return found


def within_move(table: Table, start: int) -> bool:
    """Whether that step was the last and only a part of a move, as within a seven of Tock.

    What it showed the others costs only the mover, so it may be taken back without asking them,
    unless the mover has learnt something by it.
    """
    match = table.running()
    return start == len(match.steps) - 1 and match.game.in_mid_move(match.state)


def _reveals_to_others(actor: Seat | None, events: Events) -> bool:
    """Whether somebody else learnt a secret, such as the card they were given."""
    return any(event.known_to is not None and {*event.known_to} - {actor} for event in events)


def _reveals(table: Table, viewers: Iterable[Seat | None], before: Match, after: Match) -> bool:
    """Whether less is hidden from any of the viewers; a spectator is `None`."""
    view = table.game.view
    return table.has_secrets and any(
        _hidden(view(after.state, seat)) < _hidden(view(before.state, seat)) for seat in viewers
    )


def _hidden(part: object) -> int:
    """How many things in a view are hidden."""
    if isinstance(part, dict):
        return sum(map(_hidden, part.values()))
    if isinstance(part, list | tuple):
        return sum(map(_hidden, part))
    return part == UNKNOWN
