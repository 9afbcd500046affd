"""What can be wrong with a receiver: a device for Web Push, or a webhook."""

from __future__ import annotations

from typing import ClassVar, Final

from stammtisch.core.errors import StammtischError
from stammtisch.server.notifications.failures import Why


class BadReceiver(StammtischError):
    """Nothing can be sent to this address, or with this key, time zone or quiet hours."""

    code = "bad-receiver"

    def __init__(self, message: str, why: Why = "bad-address") -> None:
        super().__init__(message)
        self.why: Final = why


class UnknownReceiver(StammtischError):
    """There is no such device or webhook, or it belongs to somebody else."""

    code = "unknown-receiver"
    status: ClassVar[int] = 404


class TooManyReceivers(StammtischError):
    """The table or profile has as many webhooks as it may have."""

    code = "too-many-receivers"
    status: ClassVar[int] = 409
