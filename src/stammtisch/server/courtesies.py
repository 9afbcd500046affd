"""How far back a move may be taken: only as long as nothing has been shown since."""

from __future__ import annotations

from collections.abc import Collection

from stammtisch.core.event import UNKNOWN
from stammtisch.core.turn import Seat
from stammtisch.core.value import Value
from stammtisch.server.errors import TableError
from stammtisch.server.table import Table


def back_to(table: Table, own: Collection[Seat]) -> int:
    """How many steps stay if the last move of these seats goes; `TableError` if something was shown since."""
    start = next((at for at in reversed(range(len(table.steps))) if table.steps[at][0] in own), None)
    if start is None:
        raise TableError("you have made no move that could be taken back")
    state = table.start()
    for number, (seat, text) in enumerate(table.steps):
        after, _ = table.advance(state, seat, text)
        if number >= start and (seat is None or _shows(table, state, after)):
            raise TableError("too late to take it back: a throw, a card or a hand has been shown since")
        state = after
    return start


def _shows(table: Table, before: Value, after: Value) -> bool:
    """Whether anybody, spectators included, knows more of what was hidden."""
    onlookers = [None, *range(table.terms.players)] if table.secretive else []
    view = table.game.view
    return any(_hidden(view(after, seat)) < _hidden(view(before, seat)) for seat in onlookers)


def _hidden(part: object) -> int:
    """How many things in a view are not shown."""
    if isinstance(part, dict):
        return sum(map(_hidden, part.values()))
    if isinstance(part, list | tuple):
        return sum(map(_hidden, part))
    return part == UNKNOWN
