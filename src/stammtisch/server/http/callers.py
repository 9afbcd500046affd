"""Who sends a request about a table, by the token or the cookie of their seats."""

from __future__ import annotations

from stammtisch.server.http.endpoint import Call
from stammtisch.server.tables.parts import PersonId
from stammtisch.server.tables.seating import person_of
from stammtisch.server.tables.table import Table
from stammtisch.server.tokens import SEAT_COOKIE


def seat_token(call: Call) -> str | None:
    """The token that the caller holds."""
    return call.token or call.cookies.get(SEAT_COOKIE)


def person_at(table: Table, call: Call) -> PersonId | None:
    """Who it is at this table; None for a spectator."""
    token = seat_token(call)
    return person_of(table, token) if token else None
