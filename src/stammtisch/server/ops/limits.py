"""Limits: how much one address, one connection and all of them together may do."""

from __future__ import annotations

import ipaddress
import math
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import ClassVar, Final, NamedTuple, TypeAlias, final

from stammtisch.core.errors import StammtischError

ADDRESSES_AT_MOST: Final = 100_000
"""A limiter remembers no more than that; the address that asked longest ago is forgotten first."""

Clock: TypeAlias = Callable[[], float]

_ROUNDING = 1e-6
_IPV6_PREFIX = 64  # whoever has one IPv6 address has a whole network of that size


class TooMany(StammtischError):
    """More than one address may ask for; `Retry-After` says when to come back."""

    code = "too-many"
    status: ClassVar[int] = 429

    def __init__(self, what: str, seconds: float) -> None:
        wait = max(1, math.ceil(seconds))
        self.headers = {"Retry-After": str(wait)}
        super().__init__(f"too many {what} from your address; try again in {wait} s")


class Budget(NamedTuple):
    """How often something may be done: so many times a second in the long run, so many at once."""

    per_second: float
    burst: float


@final
class TokenBucket:
    """Holds at most `burst` tokens and gains `per_second`. It is full at first.

    What is kept is the time at which it will be full again.
    """

    __slots__ = ("_budget", "_clock", "_full_at")

    def __init__(self, budget: Budget, clock: Clock = time.monotonic) -> None:
        self._budget = budget
        self._clock = clock
        self._full_at = -math.inf

    def take(self) -> float:
        """Take a token; 0 if there was one, else the seconds until there is."""
        rate, burst = self._budget
        now = self._clock()
        full_at = max(now, self._full_at) + 1 / rate
        wait = full_at - now - burst / rate
        if wait > _ROUNDING:
            return wait
        self._full_at = full_at
        return 0.0


@final
class Limiter:
    """A token bucket for each kind of request and each address. A kind is named as `TooMany` says it."""

    def __init__(self, budgets: Mapping[str, Budget], clock: Clock = time.monotonic) -> None:
        self._budgets: Final = budgets
        self._clock: Final = clock
        self._buckets: Final[OrderedDict[tuple[str, str], TokenBucket]] = OrderedDict()

    def spend(self, kind: str, address: str) -> None:
        """Take a token from the bucket of that kind and address, or raise `TooMany`."""
        key = kind, network_of(address).household
        bucket = self._buckets.get(key) or TokenBucket(self._budgets[kind], self._clock)
        if wait := bucket.take():
            raise TooMany(kind, wait)
        self._buckets[key] = bucket
        self._buckets.move_to_end(key)
        if len(self._buckets) > ADDRESSES_AT_MOST:
            self._buckets.popitem(last=False)


@final
class ConnectionLimit:
    """Counts open sockets, of each address and of all."""

    def __init__(self, per_address: int, total: int) -> None:
        self._per_address: Final = per_address
        self._total: Final = total
        self._open: Final[Counter[str]] = Counter()
        self._sum = 0

    @contextmanager
    def held(self, address: str) -> Iterator[None]:
        """One more socket for the length of the block, or `TooMany`."""
        network = network_of(address).household
        if self._open[network] >= self._per_address or self._sum >= self._total:
            raise TooMany("connections", 60)
        self._count(network, 1)
        try:
            yield
        finally:
            self._count(network, -1)

    def _count(self, network: str, change: int) -> None:
        self._sum += change
        self._open[network] += change
        if not self._open[network]:
            del self._open[network]


class Network(NamedTuple):
    """What an address is counted as: itself, or the network that the owner of an IPv6 address has."""

    household: str


def network_of(address: str) -> Network:
    """The network of an address."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return Network(address)
    if parsed.version == 4 or parsed.ipv4_mapped:
        return Network(address)
    return Network(str(ipaddress.ip_network((int(parsed), _IPV6_PREFIX), strict=False)))
