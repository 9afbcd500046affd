"""Sends one request to one place, and reads no more of the answer than its head."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Mapping
from functools import cache
from http.client import HTTPException, parse_headers
from io import BytesIO
from typing import Final, NamedTuple

from stammtisch import __version__
from stammtisch.server.notifications.addresses import Place, addresses_of, place_of
from stammtisch.server.notifications.failures import Why

SECONDS: Final = 10.0
"""Within which everything has to happen: connecting, sending, and the head of the answer."""
HEAD_AT_MOST: Final = 16 * 1024
"""Bytes of the status line and headers."""


class Unanswered(Exception):
    """No answer came that can be read; the text says why."""

    def __init__(self, message: str, why: Why) -> None:
        super().__init__(message)
        self.why: Final = why


class Request(NamedTuple):
    """What is sent where."""

    url: str
    body: bytes
    headers: Mapping[str, str]


class Answered(NamedTuple):
    """The status of an answer, and after how many seconds it wants to be asked again."""

    status: int
    retry_after: float = 0.0

    @property
    def accepted(self) -> bool:
        """Whether the message has arrived."""
        return 200 <= self.status < 300

    @property
    def gone(self) -> bool:
        """Whether nobody will ever receive anything there."""
        return self.status in (404, 410)


async def post(request: Request, *, private: bool, tls: ssl.SSLContext | None = None) -> Answered:
    """The answer to the request, or `BadReceiver` or `Unanswered`. No redirect is followed."""
    place = place_of(request.url, private=private)
    addresses = await addresses_of(place, private=private)
    try:
        async with asyncio.timeout(SECONDS):
            return await _ask_first(place, addresses, request, (tls or _tls()) if place.secure else None)
    except TimeoutError:
        raise Unanswered(f"no answer within {SECONDS:.0f} seconds", "no-answer") from None
    except (OSError, EOFError, asyncio.LimitOverrunError, ValueError, HTTPException) as error:
        raise Unanswered(f"no answer that can be read ({type(error).__name__})", _why(error)) from error


def _why(error: Exception) -> Why:
    if isinstance(error, ssl.SSLError):
        return "no-tls"
    return "no-answer" if isinstance(error, OSError) else "unreadable-answer"


@cache
def _tls() -> ssl.SSLContext:
    """How servers are verified; made once, because reading all certificates takes a moment."""
    return ssl.create_default_context()


async def _ask_first(
    place: Place, addresses: list[str], request: Request, tls: ssl.SSLContext | None
) -> Answered:
    """The answer of the first address that can be connected to."""
    *others, last = addresses
    for address in others:
        try:
            return await _ask(place, address, request, tls)
        except ConnectionError:
            continue
    return await _ask(place, last, request, tls)


async def _ask(place: Place, address: str, request: Request, tls: ssl.SSLContext | None) -> Answered:
    reader, writer = await asyncio.open_connection(
        address, place.port, ssl=tls, server_hostname=place.host if tls else None, limit=HEAD_AT_MOST
    )
    try:
        writer.write(_head(place, request) + request.body)
        await writer.drain()
        answered = Answered(100)
        while answered.status < 200:  # such as "continue"
            answered = _answered(await reader.readuntil(b"\r\n\r\n"))
        return answered
    finally:
        writer.transport.abort()


def _head(place: Place, request: Request) -> bytes:
    headers = {
        "Host": place.authority,
        "User-Agent": f"Stammtisch/{__version__}",
        "Content-Length": str(len(request.body)),
        "Connection": "close",
        **request.headers,
    }
    lines = [f"POST {place.path} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items()), "", ""]
    return "\r\n".join(lines).encode("ascii")


def _answered(head: bytes) -> Answered:
    """The status and `Retry-After`, which is understood as a number of seconds only."""
    status_line, _, headers = head.partition(b"\r\n")
    version, status, *_ = status_line.split(None, 2)
    if not version.startswith(b"HTTP/1."):
        raise ValueError("this is not HTTP")
    wait = parse_headers(BytesIO(headers)).get("Retry-After", "")
    return Answered(int(status), float(wait) if wait.isdecimal() else 0.0)
