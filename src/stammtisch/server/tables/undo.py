"""How far back a move may be taken: only as long as nothing has been shown since."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from stammtisch.core.event import UNKNOWN, Events
from stammtisch.core.turn import Seat
from stammtisch.core.value import Value
from stammtisch.server.tables.errors import NoMoveYet, TooLate
from stammtisch.server.tables.state import Table


def back_to(table: Table, own: Collection[Seat]) -> int:
    """How many steps stay if the last move of these seats goes, `NoMoveYet`, or `TooLate` if more shows."""
    start = next((at for at in reversed(range(len(table.steps))) if table.steps[at][0] in own), None)
    if start is None:
        raise NoMoveYet("you have made no move that could be taken back")
    onlookers = [table.steps[start][0]] if in_hand(table, start) else [None, *range(table.terms.players)]
    state = table.start()
    for number, (seat, text) in enumerate(table.steps):
        after, events = table.advance(state, seat, text)
        if number >= start and (
            seat is None or _told(seat, events) or _shown(table, onlookers, state, after)
        ):
            raise TooLate("too late to take it back: a throw, a card or a hand has been shown since")
        state = after
    return start


def in_hand(table: Table, start: int) -> bool:
    """Whether that step was the last and only a part of a move, as within a seven of Tock.

    What it showed the others is the mover's own loss, so it may go back, and without asking them,
    unless the mover has learnt something by it.
    """
    return start == len(table.steps) - 1 and table.game.in_mid_move(table.standing())


def _told(actor: Seat, events: Events) -> bool:
    """Whether a secret was told to somebody else, such as a card to the one who gets it."""
    return any(event.known_to is not None and {*event.known_to} - {actor} for event in events)


def _shown(table: Table, onlookers: Iterable[Seat | None], before: Value, after: Value) -> bool:
    """Whether less is hidden from any of them; a spectator is `None`."""
    view = table.game.view
    return table.secretive and any(
        _hidden(view(after, seat)) < _hidden(view(before, seat)) for seat in onlookers
    )


def _hidden(part: object) -> int:
    """How many things in a view are not shown."""
    if isinstance(part, dict):
        return sum(map(_hidden, part.values()))
    if isinstance(part, list | tuple):
        return sum(map(_hidden, part))
    return part == UNKNOWN
