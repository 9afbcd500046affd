"""Limits: how much one address, one person and all of them together may do, and hold open."""

from __future__ import annotations

import ipaddress
import math
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from heapq import heappop, heappush, heapreplace
from typing import ClassVar, Final, Literal, NamedTuple, TypeAlias, final

from stammtisch.core.errors import StammtischError

BUCKETS_AT_MOST: Final = 100_000
"""Addresses, and as many people, that a limiter remembers at a time, counted once for each kind."""
FEW_BUCKETS: Final = 5000
"""Up to this number, full buckets are kept too: looking for them would cost more than keeping them."""
NETWORK_FACTOR: Final = 4
"""How much more a network of IPv6 addresses (/48) may do than one household in it (/64)."""
SPREAD: Final = 30.0
"""When everybody is refused, each waits up to this many seconds longer, so that not all come back at once."""

Scope: TypeAlias = Literal["address", "person", "table", "server"]
"""Who did too much: one address, one person, those at one table, or all together."""
Clock: TypeAlias = Callable[[], float]
OnRefusal: TypeAlias = Callable[[str, Scope], None]

_ROUNDING = 1e-6
_HOUSEHOLD, _SITE = 64, 48  # a household with IPv6 has a /64 at least, a site often a /48
_STEPS = 8  # buckets that are checked to make room for a new one

_BY: Final[Mapping[Scope, str]] = {
    "address": "from your address",
    "person": "from you",
    "table": "at this table",
    "server": "for this server at the moment",
}


class RetryLater(StammtischError):
    """Refused for some time; `Retry-After` and `retry_after` say for how long, and so may the message."""

    def __init__(self, message: str, seconds: float) -> None:
        self.retry_after: Final = max(1, math.ceil(seconds - _ROUNDING))
        self.headers = {"Retry-After": str(self.retry_after)}
        super().__init__(message.format(seconds=self.retry_after))


class TooMany(RetryLater):
    """Too many in a short time; `Retry-After` and `retry_after` say when to come back."""

    code = "too-many"
    status: ClassVar[int] = 429

    def __init__(self, what: str, seconds: float, scope: Scope = "address") -> None:
        self.scope: Final = scope
        super().__init__(f"too many {what} {_BY[scope]}; try again in {{seconds}} s", seconds)


class Rate(NamedTuple):
    """How a token bucket fills up: the seconds for which one token is missing, and all of them together.

    What is kept of a bucket is the time at which it will be full again.
    """

    each: float
    all: float

    def take(self, full_at: float, now: float, tokens: float = 1.0) -> tuple[float, float]:
        """When the bucket is full again if tokens are taken now, and 0 or the seconds until they can be."""
        after = (full_at if full_at > now else now) + tokens * self.each  # noqa: FURB136 - max() is slower
        wait = after - now - self.all
        return after, wait if wait > _ROUNDING else 0.0


class Budget(NamedTuple):
    """How often something may be done: `per_second` in the long run, and `burst` times at once."""

    per_second: float
    burst: float

    @property
    def rate(self) -> Rate:
        """The budget as a token bucket counts it."""
        return Rate(1 / self.per_second, self.burst / self.per_second)

    def times(self, factor: float) -> Budget:
        """The budget for doing it `factor` times as often."""
        return Budget(self.per_second * factor, self.burst * factor)


class Limit(NamedTuple):
    """The budgets of one kind of request or command."""

    address: Budget
    person: Budget
    server: Budget

    @property
    def network(self) -> Budget:
        """What all households of an IPv6 network may do together."""
        return self.address.times(NETWORK_FACTOR)


class Network(NamedTuple):
    """What an address is counted as: itself or its household, and for IPv6 the network around it."""

    household: str
    site: str | None = None


@lru_cache(maxsize=10_000)
def network_of(address: str) -> Network:
    """An IPv6 address counts as its network: a household has a whole one. A mapped IPv4 address is itself."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return Network(address)
    if isinstance(parsed, ipaddress.IPv4Address):
        return Network(address)
    if parsed.ipv4_mapped is not None:
        return Network(str(parsed.ipv4_mapped))
    household, site = (
        str(ipaddress.ip_network((int(parsed), prefix), strict=False)) for prefix in (_HOUSEHOLD, _SITE)
    )
    return Network(household, site)


@final
class TokenBucket:
    """Holds at most `burst` tokens and gains `per_second`. It is full at first."""

    __slots__ = ("_clock", "_full_at", "_rate")

    def __init__(self, budget: Budget, clock: Clock = time.monotonic) -> None:
        self._rate = budget.rate
        self._clock = clock
        self._full_at = -math.inf

    def take(self, tokens: float = 1.0) -> float:
        """Take tokens; 0 if there were enough, else the seconds until there are."""
        full_at, wait = self._rate.take(self._full_at, self._clock(), tokens)
        if not wait:
            self._full_at = full_at
        return wait


_Key: TypeAlias = tuple[str, str]


class _Rates(NamedTuple):
    """The rates of one kind."""

    person: Rate
    address: Rate
    network: Rate
    server: Rate


def _rates(limit: Limit) -> _Rates:
    return _Rates(limit.person.rate, limit.address.rate, limit.network.rate, limit.server.rate)


@final
class _Buckets:
    """A token bucket for each kind and key; where there are more than a few, full ones are forgotten.

    Where there are too many, the one that is full first is forgotten: that is the one for which it
    matters least, so nobody gets a spent bucket back by coming from many addresses.
    """

    def __init__(self) -> None:
        self.full_at: Final[dict[_Key, float]] = {}
        """When each of them is full again; those that are not here are full."""
        self._order: Final[list[tuple[float, _Key]]] = []  # by an earlier, perhaps outdated `full_at`

    def __len__(self) -> int:
        return len(self.full_at)

    def keep(self, key: _Key, full_at: float, now: float) -> None:
        """A token has been taken."""
        if key not in self.full_at:
            if len(self) >= FEW_BUCKETS:
                self._make_room(now)
            heappush(self._order, (full_at, key))
        self.full_at[key] = full_at

    def _make_room(self, now: float) -> None:
        """Forget full buckets, a few at a time; at least one bucket where there are too many."""
        order = self._order
        for _ in range(_STEPS):
            if not order or (order[0][0] > now and len(self) < BUCKETS_AT_MOST):
                return
            noted, key = order[0]
            if self.full_at[key] > noted:
                heapreplace(order, (self.full_at[key], key))
            else:
                self._forget_first()
        if len(self) >= BUCKETS_AT_MOST:
            self._forget_first()

    def _forget_first(self) -> None:
        del self.full_at[heappop(self._order)[1]]


def _ignore(kind: str, scope: Scope) -> None:
    pass


@final
class Limiter:
    """Counts each kind of request by address, by person and for the whole server.

    A kind is named as `TooMany` says it.
    """

    def __init__(
        self, limits: Mapping[str, Limit], clock: Clock = time.monotonic, refused: OnRefusal = _ignore
    ) -> None:
        self._rates: Final[dict[str, _Rates]] = {}
        self.change(limits)
        self._clock: Final = clock
        self._refused: Final = refused
        self._networks: Final = _Buckets()
        self._people: Final = _Buckets()
        self._server: Final[dict[str, float]] = {}  # when the bucket of each kind is full

    def change(self, limits: Mapping[str, Limit]) -> None:
        """From now on these kinds have these limits."""
        self._rates.update((kind, _rates(limit)) for kind, limit in limits.items())

    def spend(self, kind: str, address: str, person: str | None = None) -> None:
        """Take a token from every bucket that counts, or none of them and raise `TooMany`."""
        now, rates = self._clock(), self._rates[kind]
        household, site = network_of(address)
        if person is not None:
            of_person, wait = rates.person.take(self._people.full_at.get((kind, person), now), now)
            if wait:
                raise self._refusal(kind, "person", wait)
        of_household, wait = rates.address.take(self._networks.full_at.get((kind, household), now), now)
        if wait:
            raise self._refusal(kind, "address", wait)
        if site is not None:
            of_site, wait = rates.network.take(self._networks.full_at.get((kind, site), now), now)
            if wait:
                raise self._refusal(kind, "address", wait)
        of_server, wait = rates.server.take(self._server.get(kind, now), now)
        if wait:
            raise self._refusal(kind, "server", wait)
        if person is not None:
            self._people.keep((kind, person), of_person, now)
        self._networks.keep((kind, household), of_household, now)
        if site is not None:
            self._networks.keep((kind, site), of_site, now)
        self._server[kind] = of_server

    def _refusal(self, kind: str, scope: Scope, wait: float) -> TooMany:
        self._refused(kind, scope)
        return TooMany(kind, wait + (spread() if scope == "server" else 0), scope)


def spread() -> float:
    """Seconds by which somebody is sent away longer than necessary, at random."""
    return random.uniform(0, SPREAD)


@final
class OpenLimit:
    """Counts what is open at a time, for each key."""

    def __init__(self, what: str, most: int, scope: Scope, refused: OnRefusal = _ignore) -> None:
        self._what: Final = what
        self._most: Final = most
        self._scope: Final[Scope] = scope
        self._refused: Final = refused
        self._open: Final[Counter[str]] = Counter()

    def check(self, key: str, factor: int = 1) -> None:
        """`TooMany` if as much is open as is allowed, times `factor`."""
        if self._open[key] >= self._most * factor:
            self._refused(self._what, self._scope)
            raise TooMany(self._what, spread() if self._scope == "server" else 60, self._scope)

    def count(self, key: str, change: int) -> None:
        """One more, or one less."""
        self._open[key] += change
        if not self._open[key]:
            del self._open[key]

    @contextmanager
    def held(self, key: str) -> Iterator[None]:
        """One more for the length of the block, or `TooMany`."""
        self.check(key)
        self.count(key, 1)
        try:
            yield
        finally:
            self.count(key, -1)


@final
class ConnectionLimit:
    """Counts open connections, of each address and of all."""

    def __init__(self, what: str, per_address: int, total: int, refused: OnRefusal = _ignore) -> None:
        self._by_address: Final = OpenLimit(what, per_address, "address", refused)
        self._all: Final = OpenLimit(what, total, "server", refused)

    def open(self, address: str | None) -> None:
        """One more connection, or `TooMany`; without an address it counts only among all."""
        if address is not None:
            household, site = network_of(address)
            self._by_address.check(household)
            if site is not None:
                self._by_address.check(site, NETWORK_FACTOR)
        self._all.check("")
        self._count(address, 1)

    def close(self, address: str | None) -> None:
        """One less."""
        self._count(address, -1)

    @contextmanager
    def held(self, address: str) -> Iterator[None]:
        """One more connection for the length of the block, or `TooMany`."""
        self.open(address)
        try:
            yield
        finally:
            self.close(address)

    def _count(self, address: str | None, change: int) -> None:
        self._all.count("", change)
        if address is None:
            return
        for network in network_of(address):
            if network is not None:
                self._by_address.count(network, change)
