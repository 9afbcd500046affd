"""Devices by their User-Agent: enough to recognise one's own, and no more."""

from __future__ import annotations

import pytest

from stammtisch.server.tables.devices import DeviceInfo, device_of

WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)"


@pytest.mark.parametrize(
    ("user_agent", "expected"),
    [
        ("Mozilla/5.0 (Android 14; Mobile; rv:133.0) Gecko/133.0 Firefox/133.0", ("Firefox", "Android")),
        (f"Mozilla/5.0 (X11; Linux x86_64) {WEBKIT} Chrome/131.0.0.0 Safari/537.36", ("Chrome", "Linux")),
        (f"Mozilla/5.0 (Windows NT 10.0) {WEBKIT} Chrome/131.0 Safari/537.36 Edg/131.0", ("Edge", "Windows")),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 "
            "Mobile/15E148 Safari/604.1",
            ("Safari", "iPhone"),
        ),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.1 Safari/605.1", ("Safari", "macOS")),
    ],
)
def test_browser_and_system_are_recognised(user_agent: str, expected: tuple[str, str]) -> None:
    assert device_of(user_agent) == DeviceInfo(*expected)


@pytest.mark.parametrize("user_agent", ["", "python-httpx/0.28", "Firefox", "<script>" * 1000])
def test_nothing_is_kept_of_other_clients(user_agent: str) -> None:
    assert device_of(user_agent) is None
