"""Errors of HTTP, and the body of every answer to one."""

from __future__ import annotations

from typing import ClassVar, Final

import msgspec

from stammtisch.core.errors import Refused, StammtischError
from stammtisch.core.wire import TooLarge
from stammtisch.server.tables.errors import OtherVersion, UnknownTable
from stammtisch.store.contract import Damaged, Unavailable

JSON: Final = "application/json"
NOTHING_HERE: Final = "there is nothing at this address; /api/docs lists all addresses"
WRONG_METHOD: Final = "this address does not allow that method; the header Allow says which"


LOADING: Final = (UnknownTable, OtherVersion, Damaged, Unavailable)
"""What may go wrong when a table or a record is read."""


class NotFound(StammtischError):
    """There is nothing at this address."""

    code = "not-found"
    status: ClassVar[int] = 404


class BadBody(Refused):
    """The body does not fit; the message lists every reason."""

    code = "bad-body"
    what = "body"


class BadQuery(Refused):
    """The query does not fit; the message lists every reason."""

    code = "bad-query"
    what = "query"


class BodyTooLarge(TooLarge):
    """The body is larger than any endpoint allows."""

    status: ClassVar[int] = 413


class HeadersTooLarge(TooLarge):
    """The request line and the headers are larger than any request needs."""

    status: ClassVar[int] = 431


class BadOrigin(StammtischError):
    """Another server's page sent the cookies, which then do not count, or a QR code would lead there."""

    code = "bad-origin"
    status: ClassVar[int] = 403


class Problem(msgspec.Struct, frozen=True):
    """What was wrong: a stable code for programs, and a sentence for people."""

    code: str
    message: str


class Refusal(msgspec.Struct, frozen=True):
    """The body of every error."""

    error: Problem


def status_of(error: StammtischError | type[StammtischError]) -> int:
    """The HTTP status of an error; 400 unless it has its own."""
    return getattr(error, "status", 400)


def refusal(code: str, message: str) -> bytes:
    """Its body."""
    return msgspec.json.encode(Refusal(Problem(code, message)))
