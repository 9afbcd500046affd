"""What is kept of a device, so that its owner recognises it in a list: browser and system, and no more."""

from __future__ import annotations

from typing import Final

import msgspec

_BROWSERS: Final = (
    ("Edg", "Edge"),
    ("OPR", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("Chrome", "Chrome"),
    ("CriOS", "Chrome"),
    ("Safari", "Safari"),
)
"""What a User-Agent contains, the first that fits: most browsers also claim to be others."""
_SYSTEMS: Final = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
)


class DeviceInfo(msgspec.Struct, frozen=True):
    """A device as its owner may recognise it, such as Firefox on Android."""

    browser: str
    system: str


def device_of(user_agent: str) -> DeviceInfo | None:
    """The device that sends this User-Agent; None for programs, and for browsers that we do not know."""
    return known_device(_first(_BROWSERS, user_agent), _first(_SYSTEMS, user_agent))


def known_device(browser: str | None, system: str | None) -> DeviceInfo | None:
    """The device, if both are known."""
    return DeviceInfo(browser, system) if browser and system else None


def _first(names: tuple[tuple[str, str], ...], text: str) -> str:
    return next((name for part, name in names if part in text), "")
