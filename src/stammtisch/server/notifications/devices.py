"""The devices that get Web Push messages: their subscriptions, quiet hours, and for which tables."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Sequence
from typing import Annotated, Final, NamedTuple, final

import msgspec
from msgspec import Meta

from stammtisch.server.notifications.errors import UnknownReceiver
from stammtisch.server.notifications.push import PushKeys, check_keys
from stammtisch.server.notifications.quiet import QuietHours, check_quiet
from stammtisch.server.tables.devices import DeviceInfo, known_device
from stammtisch.server.tokens import fresh_token, hashed
from stammtisch.store.contract import Database, Statement

MOST_DEVICES: Final = 20
"""Devices of one profile; with one more, the oldest is forgotten."""
MOST_OF_SEAT: Final = 20
"""Devices that are notified about one seat and hold the same key; with one more, the oldest is forgotten."""
MOST_UNUSED: Final = 10_000
"""Devices of guests that get notifications from no table; with one more, the oldest is forgotten."""
UNUSED_LASTS: Final = 30 * 24 * 3600
"""Seconds after which such a device is forgotten."""
MOST_TABLES: Final = 100
"""Tables of one device; with one more, the one that was switched on first is forgotten."""

_COLUMNS: Final = "id, endpoint, p256dh, auth, origin, zone, quiet_start, quiet_end"
_UNUSED: Final = (
    "profile IS NULL AND NOT EXISTS (SELECT 1 FROM push_tables WHERE push_tables.device = push_devices.id)"
)
_Key = Annotated[str, Meta(min_length=1, max_length=200)]


class Subscription(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a browser says about itself: its push subscription, its time zone and its quiet hours."""

    endpoint: Annotated[str, Meta(min_length=1, max_length=1000)]
    p256dh: _Key
    auth: _Key
    zone: Annotated[str, Meta(min_length=1, max_length=100)]
    quiet: QuietHours | None = None


class PushDevice(msgspec.Struct, frozen=True):
    """A device that gets notifications. `tables` are those for which it does, and `current` is the one
    that asks; `device` is None where it is not known.
    """

    id: str
    created: float
    device: DeviceInfo | None
    zone: str
    quiet: QuietHours | None
    tables: list[str]
    current: bool


class Subscribed(NamedTuple):
    """A device as messages need it."""

    id: str
    endpoint: str
    keys: PushKeys
    origin: str
    zone: str
    quiet: QuietHours | None


class Visitor(NamedTuple):
    """Who subscribes: the token that the device holds, its profile, what it is, and our origin there."""

    token: str | None
    profile: str | None
    device: DeviceInfo | None
    origin: str


@final
class PushDevices:
    """All subscribed devices of a database."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self._database: Final = database
        self._clock: Final = clock

    async def subscribe(self, new: Subscription, visitor: Visitor) -> tuple[PushDevice, str]:
        """The device, new or changed, and the token by which it is known from now on.

        A request with the endpoint of a known device comes from that device: nobody else knows it.
        """
        check_keys(PushKeys(new.p256dh, new.auth))
        check_quiet(new.quiet, new.zone)
        held = hashed(visitor.token or "")
        by_token = await self._one("SELECT id FROM push_devices WHERE hash = $1", held)
        by_endpoint = await self._one("SELECT id FROM push_devices WHERE endpoint = $1", new.endpoint)
        known = by_token or by_endpoint
        token = visitor.token if by_token and visitor.token else fresh_token()
        replaced = _deleted(by_endpoint) if by_endpoint and by_endpoint != known else ()
        device = known or secrets.token_hex(16)
        await self._database.write(
            self._forget_unused(), *replaced, self._kept(device, token, new, visitor), *_tidy(visitor.profile)
        )
        return await self.current(token), token

    def _kept(self, device: str, token: str, new: Subscription, visitor: Visitor) -> Statement:
        info, quiet = visitor.device, new.quiet
        return Statement(
            "INSERT INTO push_devices (id, hash, endpoint, p256dh, auth, origin, zone, quiet_start, "
            "quiet_end, profile, browser, system, created) "
            "VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) "
            "ON CONFLICT (id) DO UPDATE SET hash = excluded.hash, endpoint = excluded.endpoint, "
            "p256dh = excluded.p256dh, auth = excluded.auth, origin = excluded.origin, zone = excluded.zone, "
            "quiet_start = excluded.quiet_start, quiet_end = excluded.quiet_end, profile = excluded.profile, "
            "browser = excluded.browser, system = excluded.system",
            (
                *(device, hashed(token), new.endpoint, new.p256dh, new.auth, visitor.origin, new.zone),
                *((quiet.start, quiet.end) if quiet else (None, None)),
                *(visitor.profile, *((info.browser, info.system) if info else (None, None)), self._clock()),
            ),
        )

    def _forget_unused(self) -> Statement:
        return Statement(
            f"DELETE FROM push_devices WHERE {_UNUSED} AND (created < $1 OR id NOT IN "  # noqa: S608
            f"(SELECT id FROM push_devices WHERE {_UNUSED} ORDER BY created DESC LIMIT $2))",
            (self._clock() - UNUSED_LASTS, MOST_UNUSED),
        )

    async def current(self, token: str | None) -> PushDevice:
        """The device that holds this token, or `UnknownReceiver`."""
        found = await self.listed(token, None)
        if not found:
            raise UnknownReceiver("this device gets no notifications: switch them on first")
        return found[0]

    async def listed(self, token: str | None, profile: str | None) -> list[PushDevice]:
        """The device that holds the token and all of the profile, the oldest first."""
        rows = await self._database.rows(
            "SELECT id, created, browser, system, zone, quiet_start, quiet_end, hash FROM push_devices "
            "WHERE hash = $1 OR profile = $2 ORDER BY created, id",
            hashed(token or ""),
            profile,
        )
        return [
            PushDevice(
                device,
                created,
                known_device(browser, system),
                zone,
                _quiet(start, end),
                await self._tables_of(device),
                key == hashed(token or ""),
            )
            for device, created, browser, system, zone, start, end, key in rows
        ]

    async def end(self, device: str, token: str | None, profile: str | None) -> None:
        """Send nothing to this device any more; it is the caller's, or `UnknownReceiver`."""
        if device not in {known.id for known in await self.listed(token, profile)}:
            raise UnknownReceiver("you have no such device: it may have been removed already")
        await self.delete(device)

    async def delete(self, device: str) -> None:
        """Forget the device and everything about it."""
        await self._database.write(*_deleted(device))

    # Tables

    async def switch_on(self, table: str, seat_key: str, token: str | None) -> None:
        """Tell this device when it is the turn of the seats that the key holds."""
        device = (await self.current(token)).id
        await self._database.write(
            Statement(
                "INSERT INTO push_tables (table_id, device, seat_key, since) VALUES ($1, $2, $3, $4) "
                "ON CONFLICT (table_id, device) DO UPDATE SET seat_key = excluded.seat_key",
                (table, device, seat_key, self._clock()),
            ),
            Statement(
                "DELETE FROM push_tables WHERE device = $1 AND table_id NOT IN "
                "(SELECT table_id FROM push_tables WHERE device = $1 ORDER BY since DESC LIMIT $2)",
                (device, MOST_TABLES),
            ),
            Statement(
                "DELETE FROM push_tables WHERE table_id = $1 AND seat_key = $2 AND device NOT IN "
                "(SELECT device FROM push_tables WHERE table_id = $1 AND seat_key = $2 "
                "ORDER BY since DESC LIMIT $3)",
                (table, seat_key, MOST_OF_SEAT),
            ),
        )

    async def switch_off(self, table: str, token: str | None) -> None:
        """Tell this device nothing more about the table."""
        device = (await self.current(token)).id
        await self._database.write(
            Statement("DELETE FROM push_tables WHERE table_id = $1 AND device = $2", (table, device))
        )

    async def of_seat(self, table: str, seat_keys: Sequence[str]) -> list[str]:
        """The devices that want notifications about the table and hold one of these keys."""
        rows = await self._database.rows(
            "SELECT device, seat_key FROM push_tables WHERE table_id = $1", table
        )
        return [device for device, key in rows if key in seat_keys]

    async def subscribed(self, device: str) -> Subscribed | None:
        """The device as messages need it."""
        rows = await self._database.rows(f"SELECT {_COLUMNS} FROM push_devices WHERE id = $1", device)  # noqa: S608
        for key, endpoint, p256dh, auth, origin, zone, start, end in rows:
            return Subscribed(key, endpoint, PushKeys(p256dh, auth), origin, zone, _quiet(start, end))
        return None

    async def _tables_of(self, device: str) -> list[str]:
        rows = await self._database.rows(
            "SELECT table_id FROM push_tables WHERE device = $1 ORDER BY since", device
        )
        return [table for (table,) in rows]

    async def _one(self, sql: str, *args: object) -> str | None:
        rows = await self._database.rows(sql, *args)
        return rows[0][0] if rows else None


def _quiet(start: int | None, end: int | None) -> QuietHours | None:
    return None if start is None or end is None else QuietHours(start, end)


def _deleted(device: str) -> tuple[Statement, ...]:
    return (
        Statement("DELETE FROM push_devices WHERE id = $1", (device,)),
        Statement("DELETE FROM push_tables WHERE device = $1", (device,)),
        Statement("DELETE FROM deliveries WHERE receiver = $1", (device,)),
    )


def _tidy(profile: str | None) -> tuple[Statement, ...]:
    """Of a profile with too many devices, the oldest are forgotten."""
    kept = "SELECT id FROM push_devices WHERE profile = $1 ORDER BY created DESC LIMIT $2"
    return (
        (
            Statement(
                f"DELETE FROM push_devices WHERE profile = $1 AND id NOT IN ({kept})",  # noqa: S608
                (profile, MOST_DEVICES),
            ),
        )
        if profile
        else ()
    )
