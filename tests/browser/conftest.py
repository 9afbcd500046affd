"""A real server with the built page, and a real browser before it."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from stammtisch.server.app import PAGE

QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the house is open."""
    assert PAGE.is_dir(), "the page is not built: make page"
    store = tmp_path_factory.mktemp("house") / "tables.sqlite"
    limits = ("--most-tables-per-address", "1000", "--most-connections-per-address", "1000")
    command = [sys.executable, "-m", "stammtisch", "serve", "--port", "0", "--store", f"sqlite:{store}"]
    with subprocess.Popen(
        [*command, *limits, "--log-level", "error"], stdout=subprocess.PIPE, text=True
    ) as house:
        assert house.stdout is not None
        found = re.search(r"http://\S+", house.stdout.readline())
        assert found
        yield found[0]
        house.terminate()


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
def screenshots() -> Path:
    """Where pictures of every screen go, to be looked at; git ignores it."""
    folder = Path(__file__).parents[2] / "screenshots"
    folder.mkdir(exist_ok=True)
    return folder
