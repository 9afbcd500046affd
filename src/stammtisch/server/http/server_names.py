"""The names of this server. A request for any other name comes from a page that is not ours.

The owner of a domain name can point it at an address in your network, and browsers then take this server
for theirs (DNS rebinding). Such a name is never one of a home network, and has no certificate that would be
valid here.
"""

from __future__ import annotations

import ipaddress
import socket
from typing import ClassVar, Final, final
from urllib.parse import urlsplit

from starlette.types import Scope

from stammtisch.core.documents import shown
from stammtisch.core.errors import StammtischError
from stammtisch.server.settings import EVERYONE, Settings

HOME: Final = (".local", ".localhost", ".internal", ".lan", ".home", ".home.arpa", ".fritz.box")
"""Endings of names that exist in one network only; nobody on the internet can have one."""
HEALTH: Final = frozenset({"/healthz", "/readyz"})
"""These answer under every name: load balancers use any name, and the answers reveal nothing."""

_TLS: Final = frozenset({"https", "wss"})


class UnknownHost(StammtischError):
    """The request is for another server than this one, by the name in its header Host."""

    code = "unknown-host"
    status: ClassVar[int] = 421


@final
class ServerNames:
    """The names under which this server answers."""

    def __init__(self, settings: Settings) -> None:
        of_origins = (urlsplit(origin).hostname or "" for origin in settings.origins)
        named = (*settings.server_names, settings.host, socket.gethostname(), *of_origins)
        self._named: Final = frozenset(name.lower() for name in named)
        self._any: Final = EVERYONE in settings.server_names

    def check(self, scope: Scope) -> None:
        """`UnknownHost` if the request is for a name that is not ours.

        What came by TLS has passed a trusted proxy, which has checked the name: browsers saw a certificate.
        """
        if self._any or scope["scheme"] in _TLS or scope["path"] in HEALTH:
            return
        name = name_in(next((value for header, value in scope["headers"] if header == b"host"), b""))
        if not self._is_ours(name):
            raise UnknownHost(
                f"this server does not know the name {shown(name)}; if you run it, add the name to the "
                "setting server_names, or let the proxy in front of it send X-Forwarded-Proto"
            )

    def _is_ours(self, name: str) -> bool:
        return "." not in name or name in self._named or name.endswith(HOME) or _is_address(name)


def name_in(host: bytes) -> str:
    """The name or address in a header Host, without the port; empty where there is none."""
    text = host.decode("latin-1").strip().lower()
    name, _, port = text.rpartition(":")
    return (name if name and port.isdecimal() else text).rstrip(".")


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True
