"""Why the operator's blocks refuse somebody, and why an action of the operator is refused."""

from __future__ import annotations

from typing import ClassVar

from stammtisch.core.errors import StammtischError
from stammtisch.server.administration.texts import moment
from stammtisch.server.ops.limits import RetryLater


class Blocked(RetryLater):
    """The operator of this server has blocked this address or name; `Retry-After` says for how long."""

    code = "blocked"
    status: ClassVar[int] = 403

    def __init__(self, what: str, until: float, now: float) -> None:
        message = f"the operator of this server has blocked {what} until {moment(until)} UTC"
        super().__init__(message, until - now)


class BadAddress(StammtischError):
    """What is to be blocked is neither an address nor a small network."""

    code = "bad-address"


class UnknownEntry(StammtischError):
    """This block, report or key does not exist, or no longer exists."""

    code = "unknown-entry"
    status: ClassVar[int] = 404
