"""What protects the house: headers, limits, and who may act by cookie."""

from __future__ import annotations

import ipaddress
import math
import time
from base64 import b64encode
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from typing import ClassVar, Final, NamedTuple

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from stammtisch.core.errors import StammtischError

ADDRESSES_AT_MOST: Final = 100_000
"""A limiter remembers no more than that; whoever asked longest ago is forgotten first."""

_OF_SOCKET = {"ws": "http", "wss": "https"}
_ROUNDING = 1e-6
_NEIGHBOURS = 64  # whoever has one IPv6 address has a whole network of that many bits


class TooMany(StammtischError):
    """More than one address may ask for at once; `Retry-After` says when to come back."""

    code = "too-many"
    status: ClassVar[int] = 429

    def __init__(self, what: str, seconds: float) -> None:
        wait = max(1, math.ceil(seconds))
        self.headers = {"Retry-After": str(wait)}
        super().__init__(f"too many {what} from your address; try again in {wait} s")


def origin_allowed(headers: Mapping[str, str], scheme: str, origins: Iterable[str]) -> bool:
    """Whether the request, or socket, comes from our own page or from one of the given origins.

    A browser cannot be made to lie about its origin; whoever sends none is not on our page.
    """
    origin = headers.get("origin")
    own = f"{_OF_SOCKET.get(scheme, scheme)}://{headers.get('host', '')}".lower()
    return origin is not None and (origin.lower() == own or origin in origins)


def policy(style: str | None = None) -> str:
    """What a page of ours may load: its own files, and this one inline style if it has any."""
    allowed = f" 'sha256-{b64encode(sha256(style.encode()).digest()).decode()}'" if style else ""
    return (
        f"default-src 'none'; script-src 'self'; style-src 'self'{allowed}; img-src 'self' data:; "
        "connect-src 'self'; font-src 'self'; manifest-src 'self'; worker-src 'self'; "
        "frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
    )


class SecureHeaders:
    """Gives every answer the headers that keep browsers careful. Links hold secrets: no referrer."""

    ALWAYS: Final = {
        "Content-Security-Policy": policy(),
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    }
    OVER_TLS: Final = {"Strict-Transport-Security": "max-age=31536000"}
    OF_API: Final = {"Cache-Control": "no-store"}

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        added = self._added(scope)

        async def with_headers(message: Message) -> None:
            if message["type"].endswith(".response.start"):
                headers = MutableHeaders(scope=message)
                for name, value in added.items():
                    headers.setdefault(name, value)
            await send(message)

        await self._app(scope, receive, with_headers)

    def _added(self, scope: Scope) -> Mapping[str, str]:
        added = dict(self.ALWAYS)
        if scope["scheme"] in ("https", "wss"):
            added |= self.OVER_TLS
        if scope["path"].startswith("/api/"):
            added |= self.OF_API
        return added


class Budget(NamedTuple):
    """How often one address may do a thing: so many a second in the long run, so many at once."""

    per_second: float
    burst: int


class Limiter:
    """A token bucket for each kind of thing and each address. A kind is named as `TooMany` tells it."""

    def __init__(self, budgets: Mapping[str, Budget], clock: Callable[[], float] = time.monotonic) -> None:
        self._budgets = budgets
        self._clock = clock
        self._full_again: OrderedDict[tuple[str, str], float] = OrderedDict()

    def spend(self, kind: str, address: str) -> None:
        """Take one from that address's bucket of that kind, or raise `TooMany` where it is empty."""
        rate, burst = self._budgets[kind]
        now, key = self._clock(), (kind, _household(address))
        full_again = max(now, self._full_again.get(key, now)) + 1 / rate
        too_soon = full_again - now - burst / rate
        if too_soon > _ROUNDING:
            raise TooMany(kind, too_soon)
        self._full_again[key] = full_again
        self._full_again.move_to_end(key)
        if len(self._full_again) > ADDRESSES_AT_MOST:
            self._full_again.popitem(last=False)


class ConnectionLimit:
    """Counts open sockets, of each address and of all."""

    def __init__(self, per_address: int, total: int) -> None:
        self._per_address = per_address
        self._total = total
        self._open: Counter[str] = Counter()
        self._sum = 0

    @contextmanager
    def held(self, address: str) -> Iterator[None]:
        """One more socket while it lasts, or `TooMany`."""
        household = _household(address)
        if self._open[household] >= self._per_address or self._sum >= self._total:
            raise TooMany("connections", 60)
        self._count(household, 1)
        try:
            yield
        finally:
            self._count(household, -1)

    def _count(self, household: str, change: int) -> None:
        self._sum += change
        self._open[household] += change
        if not self._open[household]:
            del self._open[household]


def _household(address: str) -> str:
    """What an address is counted as: itself, or the network that an IPv6 address's owner surely has."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if parsed.version == 4 or parsed.ipv4_mapped:
        return address
    return str(ipaddress.ip_network((int(parsed), _NEIGHBOURS), strict=False))
