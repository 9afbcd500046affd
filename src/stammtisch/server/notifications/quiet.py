"""Quiet hours: when a device wants to hear nothing, by its own clock."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Annotated, Final
from zoneinfo import ZoneInfo

import msgspec
from msgspec import Meta

from stammtisch.core.documents import shown
from stammtisch.server.notifications.errors import BadReceiver

DAY: Final = 24 * 60
"""Minutes."""

Minute = Annotated[int, Meta(ge=0, lt=DAY, description="minutes after midnight")]


class QuietHours(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """From `start` to `end`, in minutes after midnight; over midnight where `end` is the smaller one."""

    start: Minute
    end: Minute


def check_quiet(quiet: QuietHours | None, zone: str) -> None:
    """`BadReceiver` unless this is a time zone, and the quiet hours leave some time of the day."""
    try:
        ZoneInfo(zone)
    except (KeyError, ValueError, OSError):  # unknown, not a name at all, or a folder of zones
        raise BadReceiver(f"{shown(zone)} is not a time zone like Europe/Berlin") from None
    if quiet is not None and quiet.start == quiet.end:
        raise BadReceiver("quiet hours must not begin and end at the same time: leave them out to have none")


def quiet_until(quiet: QuietHours | None, zone: str, now: float) -> float | None:
    """When the quiet hours end in which this moment is; None if it is in none. Times are Unix seconds."""
    if quiet is None:
        return None
    local = datetime.fromtimestamp(now, ZoneInfo(zone))
    since = (local.hour * 60 + local.minute - quiet.start) % DAY
    if since >= (quiet.end - quiet.start) % DAY:
        return None
    end = local.replace(hour=quiet.end // 60, minute=quiet.end % 60, second=0, microsecond=0)
    return (end if end > local else end + timedelta(days=1)).timestamp()
