"""Quiet hours by the clock of the device, over midnight and over a change of the clocks."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from stammtisch.server.notifications.quiet import QuietHours, quiet_until

NIGHT = QuietHours(22 * 60, 7 * 60)
NOON = QuietHours(12 * 60, 13 * 60)
BERLIN = "Europe/Berlin"


def at(text: str, zone: str = BERLIN) -> float:
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp()


@pytest.mark.parametrize(
    ("quiet", "now", "end"),
    [
        (NIGHT, "2026-11-17 21:59:59", None),
        (NIGHT, "2026-11-17 22:00:00", "2026-11-18 07:00:00"),
        (NIGHT, "2026-11-18 06:59:59", "2026-11-18 07:00:00"),
        (NIGHT, "2026-11-18 07:00:00", None),
        (NIGHT, "2026-03-28 23:00:00", "2026-03-29 07:00:00"),  # one hour is left out
        (NIGHT, "2026-10-24 23:00:00", "2026-10-25 07:00:00"),  # one hour is there twice
        (NOON, "2026-11-17 12:30:00", "2026-11-17 13:00:00"),
        (NOON, "2026-11-17 13:00:00", None),
        (None, "2026-11-17 12:30:00", None),
    ],
)
def test_quiet_hours_end_when_the_device_says(quiet: QuietHours | None, now: str, end: str | None) -> None:
    assert quiet_until(quiet, BERLIN, at(now)) == (None if end is None else at(end))


def test_the_zone_of_the_device_counts() -> None:
    moment = at("2026-11-17 23:00:00")
    assert quiet_until(NIGHT, "America/New_York", moment) is None
