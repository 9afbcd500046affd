"""What the administration shows of tables, over HTTP and on the command line."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from stammtisch.server.tables.table import Table
from stammtisch.server.tables.updates import ChatUpdate, TableUpdate
from stammtisch.server.tables.views import view_message, view_table


class AdminTable(msgspec.Struct, frozen=True):
    """A table in the list; times are in seconds since 1970."""

    table: str
    code: str
    game: str
    players: int
    free: int
    status: str
    public: bool
    host: str
    created: float
    touched: float


class Connected(msgspec.Struct, frozen=True):
    """A device at a table: the names on its seats, none for a spectator, and its address."""

    names: list[str]
    address: str


class TableDetails(msgspec.Struct, frozen=True):
    """A table as a spectator may see it, its chat, and who is connected to this process."""

    table: TableUpdate
    created: float
    touched: float
    chat: list[ChatUpdate]
    connected: list[Connected]


def table_details(table: Table, connected: Sequence[Connected] = ()) -> TableDetails:
    """What the administration shows of a table."""
    return TableDetails(
        table=view_table(table, None),
        created=table.created,
        touched=table.touched,
        chat=[view_message(table, number, message) for number, message in table.chat],
        connected=[*connected],
    )
