"""The browser of the tests: Debian's Chromium."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from playwright.sync_api import Browser, BrowserType, sync_playwright

SHELL: Final = "chromium-headless-shell"
"""Chromium without anything around its pages, which takes less of the processor."""
FULL: Final = "chromium"
"""With all that surrounds a page. Only this one shows notifications."""

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

BASELINE: Final = "--js-flags=--liftoff-only"
"""Python in the page is compiled once and quickly: most tests end before better code would pay."""


@contextmanager
def chromium(*programs: str, more: Sequence[str] = ()) -> Iterator[Browser]:
    """A browser for the length of the block: the first of these programs that is installed."""
    with sync_playwright() as playwright:
        browser = launched(playwright.chromium, *programs, more=more)
        yield browser
        browser.close()


def launched(kind: BrowserType, *programs: str, more: Sequence[str] = ()) -> Browser:
    """The first of these programs that is installed, with `more` arguments."""
    path = next(filter(None, map(shutil.which, programs)), None)
    assert path, f"Chromium is missing: apt install {programs[0]}"
    return kind.launch(executable_path=path, args=[*QUIET, *more])
