"""Every budget of the server in one table: docs/limits.md explains the numbers.

They are generous for people, families and clubs behind one address, and tight for floods. The whole server
may do many times what one address may: its budgets protect the machine, and no address can use them up alone.
"""

from __future__ import annotations

from typing import Final

from stammtisch.core.turn import MOST_SEATS
from stammtisch.server.ops.limits import Budget, Limit
from stammtisch.server.settings import Settings

SOCKETS_PER_PERSON: Final = 20
"""Open sockets of one player at one table: tabs and devices."""
SPECTATORS_PER_TABLE: Final = 100
"""Open sockets of spectators at one table; players always find a place."""

_HOUR = 3600.0


def budgets(settings: Settings) -> dict[str, Limit]:
    """How often an address may do what, a second and at once.

    One person may do a part of that, all together many times as much.
    """
    requests, messages = settings.requests_per_second, settings.messages_per_second
    tables, seats = settings.most_tables_per_address, settings.most_tables_per_address * MOST_SEATS
    sockets, all_sockets = settings.most_connections_per_address, settings.most_connections
    return {
        # Connections, before anything is read from them or done for them
        "connections": _limit(sockets / 5, 3 * sockets, server=Budget(all_sockets / 5, all_sockets)),
        "handshakes": _limit(sockets / 10, 2 * sockets, server=Budget(all_sockets / 10, all_sockets / 5)),
        # Requests of any kind, even to no address of ours
        "requests": _limit(requests, 20 * requests, person=1 / 2),
        "health checks": _limit(5, 50, server=100),
        "metrics": _limit(5, 100, server=10),
        # Endpoints that declare nothing else: those that read, and those that change something
        "lookups": _limit(requests / 2, 10 * requests, person=1 / 2),
        "changes": _limit(requests / 10, 2 * requests, person=1 / 2),
        # Endpoints that declare it, or spend it when it comes to that
        "new tables": _limit(tables / _HOUR, tables, server=200),
        "seats": _limit(seats / _HOUR, seats, server=200),
        "seats at one table": _limit(4 / _HOUR, 4, server=10_000),
        "codes": _limit(0.2, 20, server=1000),  # wrong ones have a budget of their own: `WrongCodes`
        "QR codes": _limit(2, 50, person=1 / 2),
        "steps": _limit(4, 200, person=1 / 2),
        "records": _limit(2, 100),
        "analyses": _limit(0.1, 20),
        "exports": _limit(0.5, 30, person=1 / 2),
        "sign-ins": _limit(0.1, 20, server=100),  # addresses take turns at having passwords checked
        "new profiles": _limit(1 / 300, 10),
        "reports": _limit(10 / _HOUR, 10),
        "new receivers": _limit(60 / _HOUR, 30),
        # Messages to others: an address is the host that gets them, a person one device or webhook there
        "notifications": _limit(50, 1000, person=1 / 50),
        # Commands on a socket
        "moves": _limit(4 * messages, 20 * messages, person=1 / 4),
        "table changes": _limit(messages / 2, 10 * messages, person=1 / 5),
        "chat messages": _limit(10, 200, person=1 / 10),
        "hints": _limit(5, 100, person=1 / 5),
        "explanations": _limit(20, 400, person=1 / 4),
        "pings": _limit(sockets, 4 * sockets, person=1 / 4, server=all_sockets / sockets),
    }


def _limit(per_second: float, burst: float, *, person: float = 1.0, server: float | Budget = 20.0) -> Limit:
    address = Budget(per_second, burst)
    return Limit(
        address, address.times(person), server if isinstance(server, Budget) else address.times(server)
    )


def frames(settings: Settings) -> Budget:
    """How many frames one socket may send; at once always enough for the largest message."""
    return Budget(settings.messages_per_second, max(10, 2 * settings.messages_per_second))


def open_requests(settings: Settings) -> tuple[int, int]:
    """HTTP connections that may be open at a time, from one address and altogether.

    A browser opens up to six, and closes them soon.
    """
    return 3 * settings.most_connections_per_address, max(500, settings.most_connections // 4)
