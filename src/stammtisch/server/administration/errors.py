"""Why the operator's blocks refuse somebody, and why an action of the operator is refused."""

from __future__ import annotations

import math
from datetime import UTC, datetime
from typing import ClassVar, Final

from stammtisch.core.errors import StammtischError


class Blocked(StammtischError):
    """The operator of this server has blocked this address or name; `Retry-After` says for how long."""

    code = "blocked"
    status: ClassVar[int] = 403

    def __init__(self, what: str, until: float, now: float) -> None:
        self.retry_after: Final = max(1, math.ceil(until - now))
        self.headers = {"Retry-After": str(self.retry_after)}
        super().__init__(f"the operator of this server has blocked {what} until {moment(until)}")


class BadAddress(StammtischError):
    """What is to be blocked is neither an address nor a small network."""

    code = "bad-address"


class UnknownEntry(StammtischError):
    """This block, report or key does not exist, or no longer exists."""

    code = "unknown-entry"
    status: ClassVar[int] = 404


def moment(seconds: float) -> str:
    """A moment as people read it, in UTC."""
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d %H:%M} UTC"
