"""What is still to be sent, kept in the database: a restart loses nothing, and only one process sends it.

A turn is announced once, by the process that first inserts (table, seat, n). A delivery is tried by the
process that first writes the next number of tries; the same write sets the time of the next try, in case this
process dies.

A receiver that has failed is not tried sooner because there is more to tell it. Otherwise some receivers
that never answer could keep all others waiting.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from contextlib import suppress
from typing import Final, Literal, NamedTuple, TypeAlias, final

from stammtisch.core.turn import Seat
from stammtisch.store.contract import Conflict, Database, Statement

Kind: TypeAlias = Literal["push", "webhook"]

PAUSES: Final = (30.0, 120.0, 600.0, 3600.0, 6 * 3600.0)
"""Seconds after each try before the next; after the last there is none."""
TRIES: Final = len(PAUSES) + 1
MOST_INHERITED: Final = TRIES - 2
"""Tries that a message inherits at most: two are left to it."""
LAST_PAUSE: Final = 60.0
"""Seconds after which a delivery is dropped whose last try was never finished."""
MOST_WAITING: Final = 50_000
"""Deliveries that wait at the same time; further ones are dropped."""
MOST_OF_RECEIVER: Final = 20
"""Deliveries to one receiver of which the same is true: what fails waits for hours."""

_COLUMNS: Final = "id, kind, receiver, table_id, seat, n, due, tries"


class MissedTurn(NamedTuple):
    """Whose turn it is: the seat is to act since event `n` of the table."""

    table: str
    seat: Seat
    n: int


class Receiver(NamedTuple):
    """A device or a webhook."""

    kind: Kind
    id: str


class Delivery(NamedTuple):
    """Something to send. Without a turn it says that a webhook was added."""

    id: str
    receiver: Receiver
    turn: MissedTurn | None
    due: float
    tries: int


@final
class Deliveries:
    """All that is to be sent."""

    def __init__(self, database: Database) -> None:
        self._database: Final = database

    async def add_turn(self, turn: MissedTurn, receivers: Sequence[Receiver], due: float) -> None:
        """Notify them of this turn, once, and no longer of earlier turns of the seat."""
        if await self._full():
            return
        receivers = [receiver for receiver in receivers if await self._has_room(receiver, turn)]
        with suppress(Conflict):  # another process announces it, or has done so
            await self._database.write(
                Statement("INSERT INTO turns_told (table_id, seat, n) VALUES ($1, $2, $3)", turn),
                Statement("DELETE FROM turns_told WHERE table_id = $1 AND seat = $2 AND n < $3", turn),
                *(_added(receiver, turn, due) for receiver in receivers),
                Statement("DELETE FROM deliveries WHERE table_id = $1 AND seat = $2 AND n < $3", turn),
            )

    async def add_greeting(self, receiver: Receiver, due: float) -> None:
        """Tell a webhook that it was added."""
        if not await self._full():
            await self._database.write(_added(receiver, None, due))

    async def _full(self) -> bool:
        rows = await self._database.rows("SELECT COUNT(*) FROM deliveries")
        return bool(rows[0][0] >= MOST_WAITING)

    async def _has_room(self, receiver: Receiver, turn: MissedTurn) -> bool:
        """Whether few enough deliveries to this receiver wait, besides the one that this turn replaces."""
        rows = await self._database.rows(
            "SELECT COUNT(*) FROM deliveries WHERE receiver = $1 AND NOT (table_id = $2 AND seat = $3)",
            receiver.id,
            turn.table,
            turn.seat,
        )
        return bool(rows[0][0] < MOST_OF_RECEIVER)

    async def due(self, now: float, limit: int) -> list[Delivery]:
        """What is to be sent by now, the longest overdue first."""
        rows = await self._database.rows(
            f"SELECT {_COLUMNS} FROM deliveries WHERE due <= $1 ORDER BY due, id LIMIT $2",  # noqa: S608
            now,
            limit,
        )
        return [
            Delivery(
                key,
                Receiver(kind, receiver),
                None if table is None else MissedTurn(table, seat, n),
                due,
                tries,
            )
            for key, kind, receiver, table, seat, n, due, tries in rows
        ]

    async def take(self, delivery: Delivery, now: float) -> bool:
        """Begin the next try; False if another process did."""
        attempt, tries = secrets.token_hex(8), delivery.tries + 1
        pause = PAUSES[delivery.tries] if delivery.tries < len(PAUSES) else LAST_PAUSE
        await self._database.write(
            Statement(
                "UPDATE deliveries SET tries = $2, due = $3, attempt = $4 WHERE id = $1 AND tries = $5",
                (delivery.id, tries, now + pause, attempt, delivery.tries),
            )
        )
        return bool(
            await self._database.rows(
                "SELECT 1 FROM deliveries WHERE id = $1 AND attempt = $2", delivery.id, attempt
            )
        )

    async def postpone(self, delivery: Delivery, due: float) -> None:
        """Look at it again then, and not before."""
        await self._database.write(
            Statement("UPDATE deliveries SET due = $2 WHERE id = $1 AND due < $2", (delivery.id, due))
        )

    async def failed(self, delivery: Delivery, not_before: float) -> None:
        """The try has failed: the next is made as `take` has said, or later."""
        await self._database.write(
            Statement(
                "UPDATE deliveries SET attempt = '', due = CASE WHEN due < $2 THEN $2 ELSE due END "
                "WHERE id = $1",
                (delivery.id, not_before),
            )
        )

    async def drop(self, delivery: Delivery) -> None:
        """It has arrived, or nobody waits for it any more."""
        await self._database.write(Statement("DELETE FROM deliveries WHERE id = $1", (delivery.id,)))


def _added(receiver: Receiver, turn: MissedTurn | None, due: float) -> Statement:
    """A new delivery, which inherits pause and tries from earlier ones to this receiver that have failed."""
    return Statement(
        f"INSERT INTO deliveries ({_COLUMNS}, attempt) SELECT $1, $2, $3, $4, $5, $6, "  # noqa: S608
        "CASE WHEN MAX(due) > $7 THEN MAX(due) ELSE $7 END, "
        "CASE WHEN MAX(tries) > $8 THEN $8 ELSE COALESCE(MAX(tries), 0) END, '' "
        "FROM deliveries WHERE receiver = $3 AND tries > 0 AND attempt = ''",
        (secrets.token_hex(16), *receiver, *(turn or (None, None, None)), due, MOST_INHERITED),
    )
