"""Firefox and WebKit play too: each game against bots, from the home page through some turns."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import AbstractContextManager, suppress
from typing import Any

import pytest

from stammtisch.server.tables.bot_names import BOT_NAMES
from support.browser.firefox import firefox
from support.browser.looking import SCREENSHOTS
from support.browser.server import PageServer
from support.browser.tab_visitors import TabVisitor, wait_until
from support.browser.tabs import Starter
from support.browser.visitors import DESKTOP, PHONE, Device
from support.browser.webkit import webkit

ACTS = 6
"""More than a turn of any game needs."""
LOG = "section[aria-labelledby=happened] li"
MORE = "aside.bar > button[aria-haspopup=dialog]:last-child"
"""Behind this button is the log, where there is no column for it."""
ENGINES = {"firefox": firefox, "webkit": webkit}


@pytest.fixture(scope="module", params=ENGINES)
def engine(request: pytest.FixtureRequest) -> Iterator[tuple[str, Starter]]:
    start: AbstractContextManager[Any] = ENGINES[request.param]()
    with start as browser:
        yield request.param, browser


@pytest.mark.slow
@pytest.mark.parametrize("device", [PHONE, DESKTOP], ids=lambda device: device.name)
@pytest.mark.parametrize("game", ["kniffel", "tock", "zock", "zocknroll"])
def test_a_game_against_bots(
    engine: tuple[str, Starter], server: PageServer, game: str, device: Device
) -> None:
    name, browser = engine
    screen = f"{name}-{game}-{device.name}"
    tab = browser.tab(device.width, device.height)
    anna = TabVisitor(tab, server.url, "Anna", touch=device.touch)
    try:
        anna.play_now(game)
        anna.play(game, acts=ACTS)
        anna.look(screen)
        pictures = anna.pictures_of_board()
        sees_the_same_after_a_reload(anna)
        reads_what_the_bots_did(anna)
        anna.look(f"{screen}-log")
        assert tab.complaints() == []
        assert not anna.is_drawn_elsewhere(*pictures)
    except BaseException:
        (SCREENSHOTS / f"failed-{screen}.png").write_bytes(tab.picture())
        raise
    finally:
        tab.close()


def sees_the_same_after_a_reload(anna: TabVisitor) -> None:
    before = anna.position()
    assert before
    anna.tab.reload()
    with suppress(AssertionError):  # the difference tells more
        wait_until(lambda: anna.position() == before, "the board is another one")
    assert anna.position() == before


def reads_what_the_bots_did(anna: TabVisitor) -> None:
    """After one's own turn, in the log."""
    wait_until(lambda: bool(anna.written(f"{LOG}, {MORE}")), "there is no way to the log")
    if not anna.written(LOG):
        anna.press(MORE)
    wait_until(lambda: bool(anna.written(LOG)), "there is no log")
    lines = anna.written(LOG)  # the latest first
    own = max(n for n, line in enumerate(lines) if re.search(r"\b[Yy]ou\b", line))
    assert any(bot in line for line in lines[:own] for bot in BOT_NAMES), lines
