"""A real server with the built page, and real browsers before it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from typing import Any, Final, Protocol

import pytest
from playwright.sync_api import Browser, sync_playwright

from stammtisch.server.app import PAGE
from tests.browser.house import House
from tests.browser.visitors import Device, Visitor

QUIET: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Every window would bring pages of its own for an address bar that nobody sees.
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,Translate,OptimizationHints,MediaRouter",
)


class Invite(Protocol):
    """Brings somebody to the house."""

    def __call__(self, name: str, device: Device, language: str, **more: Any) -> Visitor: ...


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """The house of this worker, shared by its tests."""
    assert PAGE.is_dir(), "the page is not built: make page"
    house = House(tmp_path_factory.mktemp("house"))
    yield house
    house.close()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium."""
    path = shutil.which("chromium")
    assert path, "Chromium is missing: apt install chromium"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(QUIET))
        yield browser
        browser.close()


@pytest.fixture
def invite(browser: Browser, house: House) -> Iterator[Invite]:
    """Visitors, each with a browser of their own; nothing may have gone wrong for any of them."""
    visitors: list[Visitor] = []

    def arrive(name: str, device: Device, language: str, **more: Any) -> Visitor:
        visitors.append(Visitor(browser, house.url, name, device, language, **more))
        return visitors[-1]

    yield arrive
    for visitor in visitors:
        visitor.leave()
    assert [what for visitor in visitors for what in visitor.wrong] == []
