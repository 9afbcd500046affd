"""Answers to requests that create a table, join it or look at it."""

from __future__ import annotations

import msgspec

from stammtisch.core.turn import Seat
from stammtisch.server.tables.actor import TableActor
from stammtisch.server.tables.parts import PersonId
from stammtisch.server.tables.seating import person_of
from stammtisch.server.tables.table import Table
from stammtisch.server.tables.updates import TableUpdate
from stammtisch.server.tables.views import view_table
from stammtisch.store.log import Facts


class Opened(msgspec.Struct, frozen=True):
    """A new table: its link, its code, and for programs the token of the seats taken."""

    table: str
    link: str
    code: str
    match: str
    commitment: str | None
    seats: list[Seat]
    token: str | None


class Seated(msgspec.Struct, frozen=True):
    """The seats that were taken, and for programs their token."""

    table: str
    seats: list[Seat]
    token: str | None


class PublicTable(msgspec.Struct, frozen=True):
    """A table in the public list."""

    table: str
    game: str
    players: int
    free: int
    status: str
    host: str
    created: float


def opened(table: Table, token: str, *, program: bool) -> Opened:
    """The answer to the client that created the table."""
    seats = list(table.seats_of(table.host))
    return Opened(
        table.id,
        f"/t/{table.id}",
        table.terms.code,
        table.match_id,
        table.commitment,
        seats,
        token if program and seats else None,
    )


def seated(table: Table, token: str, *, program: bool) -> Seated:
    """The answer to the client that holds the token and has just joined."""
    return Seated(table.id, list(table.seats_of(person_of(table, token))), token if program else None)


def listed(table: str, facts: Facts) -> PublicTable:
    """The table as lists show it."""
    return PublicTable(table, facts.game, facts.players, facts.free, facts.status, facts.name, facts.created)


def table_for(actor: TableActor, person: PersonId | None, address: str) -> TableUpdate:
    """The table as this person sees it; bots play on where it is a player."""
    if actor.table.seats_of(person):
        actor.visit(address)
    update = view_table(actor.table, person)
    return msgspec.structs.replace(update, asked=sorted(actor.table.waiting))
