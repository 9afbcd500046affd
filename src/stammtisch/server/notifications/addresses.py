"""Where messages may go: to public addresses by HTTPS, elsewhere only if the operator allows it.

Otherwise anyone who can enter an address could make the server talk to its own network. A name may point
somewhere else at any time, so it is looked up before every message, and the message goes to the very address
that was checked.
"""

from __future__ import annotations

import asyncio
import ipaddress
import re
import socket
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from stammtisch.core.documents import shown
from stammtisch.server.notifications.errors import BadReceiver

LONGEST_URL: Final = 1000
LOOKUP_WITHIN: Final = 5.0
"""Seconds."""

_LOOKUPS: Final = ThreadPoolExecutor(32, "lookups")
"""Threads of their own: name servers that never answer hold up no other work, and some of them no other
lookups.
"""
_PRINTABLE: Final = re.compile(r"[!-~]+")
_GLOBAL_UNICAST: Final = ipaddress.IPv6Network("2000::/3")
_EMBEDDING: Final = ipaddress.IPv6Network("2002::/16")
"""6to4: these IPv6 addresses stand for IPv4 addresses, private ones too."""

_FOR_PROTOCOLS: Final = ipaddress.IPv4Network("192.0.0.0/24")
"""No host of the internet has one of these addresses; older versions of Python do not know that."""


class Place(NamedTuple):
    """The parts of a URL that a request needs."""

    secure: bool
    host: str
    port: int
    path: str

    @property
    def authority(self) -> str:
        """Host and port, as the header `Host` has them."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == (443 if self.secure else 80) else f"{host}:{self.port}"

    @property
    def origin(self) -> str:
        """Scheme, host and port."""
        return f"{'https' if self.secure else 'http'}://{self.authority}"


def place_of(url: str, *, private: bool) -> Place:
    """The place that a URL names, or `BadReceiver`; `private` also allows plain HTTP."""
    schemes = ("https", "http") if private else ("https",)
    if len(url) > LONGEST_URL or not _PRINTABLE.fullmatch(url):
        raise BadReceiver(f"an address has at most {LONGEST_URL} printable ASCII characters and no spaces")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise BadReceiver(f"{shown(url)} is not an address: write it like https://example.org/path") from None
    if parts.scheme not in schemes or not parts.hostname:
        raise BadReceiver(
            f"{shown(url)} does not begin with {' or '.join(f'{s}://' for s in schemes)} and a host"
        )
    if "@" in parts.netloc or parts.fragment:
        raise BadReceiver("an address must not contain a user, a password or a part after #")
    secure = parts.scheme == "https"
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Place(secure, parts.hostname, port or (443 if secure else 80), path)


async def addresses_of(place: Place, *, private: bool) -> list[str]:
    """The addresses of that place, each of which may be connected to; `BadReceiver` if one may not."""
    try:
        async with asyncio.timeout(LOOKUP_WITHIN):
            look_up = partial(socket.getaddrinfo, place.host, place.port, type=socket.SOCK_STREAM)
            found = await asyncio.get_running_loop().run_in_executor(_LOOKUPS, look_up)
    except (OSError, UnicodeError):  # a lookup that takes too long is an `OSError` too
        raise BadReceiver(
            f"the host {shown(place.host)} cannot be found: check the address", "unknown-host"
        ) from None
    addresses = list(dict.fromkeys(str(address[0]) for *_, address in found))
    if not private and not all(map(is_public, addresses)):
        raise BadReceiver(
            f"{shown(place.host)} is not a public address, and this server sends to public addresses only",
            "private-address",
        )
    return addresses


def is_public(address: str) -> bool:
    """Whether the whole internet can reach this address, unlike those of a home network or one machine."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return False
    if isinstance(parsed, ipaddress.IPv6Address):
        if parsed.ipv4_mapped is not None:
            return is_public(str(parsed.ipv4_mapped))
        if parsed not in _GLOBAL_UNICAST or parsed in _EMBEDDING:
            return False
    return parsed.is_global and not parsed.is_multicast and parsed not in _FOR_PROTOCOLS
