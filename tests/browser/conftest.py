"""A real server with the built page, and real browsers before it."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator
from contextlib import suppress
from typing import Any, Final, Protocol

import pytest
from playwright.sync_api import Browser, Error

from stammtisch.server.app import PAGE
from support.browser.chromium import BASELINE, FULL, SHELL, chromium
from support.browser.folder import FolderServer
from support.browser.looking import photograph
from support.browser.relay import Relay
from support.browser.server import PageServer
from support.browser.visitors import Device, Visitor

FAILED: Final = pytest.StashKey[bool]()


class Invite(Protocol):
    """Opens a browser for a visitor."""

    def __call__(self, name: str, device: Device, language: str, **more: Any) -> Visitor: ...


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PageServer]:
    """The server of this worker, shared by its tests."""
    assert PAGE.is_dir(), "the page is not built: make page"
    server = PageServer(tmp_path_factory.mktemp("server"))
    yield server
    server.close()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium."""
    with chromium(SHELL, FULL, more=[BASELINE]) as browser:
        yield browser


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Tells fixtures how the test went."""
    report = yield
    if report.when == "call":
        item.stash[FAILED] = report.failed
    return report


@pytest.fixture
def invite(browser: Browser, server: PageServer, request: pytest.FixtureRequest) -> Iterator[Invite]:
    """Visitors, each with a browser of their own; nothing may have gone wrong for any of them."""
    visitors: list[Visitor] = []

    def arrive(
        name: str, device: Device, language: str, at: PageServer | Relay | FolderServer = server, **more: Any
    ) -> Visitor:
        visitors.append(Visitor(browser, at.url, name, device, language, **more))
        return visitors[-1]

    yield arrive
    for visitor in visitors:
        if request.node.stash.get(FAILED, False):
            show(visitor, request.node)
        visitor.leave()
    assert [what for visitor in visitors for what in visitor.wrong] == []


def show(visitor: Visitor, test: pytest.Item) -> None:
    """Keep what a visitor saw when a test failed: a picture, and the page as text in the report."""
    page, name = visitor.page, re.sub(r"\W+", "-", f"failed-{test.name}-{visitor.name}")
    with suppress(Error):  # a browser that hangs shows nothing
        test.add_report_section("teardown", f"page of {visitor.name}", f"{page.url}\n{page.title()}\n")
        test.add_report_section("teardown", "in words", page.locator("body").aria_snapshot())
        photograph(page, name)
