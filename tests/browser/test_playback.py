"""What others do is shown step by step, and logged after it was shown; nobody has to wait for it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any, Final

from playwright.sync_api import Locator, WebSocket, expect

from support.browser.boards import BOX, THROW
from support.browser.hands import wait_until
from support.browser.visitors import DESKTOP, PHONE, Visitor
from tests.browser.conftest import Invite

TABLE: Final = """async (game) => {
    const seats = [{ kind: 'here', name: 'Anna' }, { kind: 'bot', bot: 'easy' }];
    const init = { method: 'POST', headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ game, seats }) };
    return (await (await fetch('/api/tables', init)).json()).table;
}"""
WATCH: Final = """() => {
    window.seen = [];
    const look = () => {
        const flaps = [...document.querySelectorAll('.zock .flap')];
        const lines = [...document.querySelectorAll('.lines li')].map((line) => line.innerText.trim());
        const now = JSON.stringify([flaps.filter((flap) => !flap.matches('.open')).length, lines]);
        if (window.seen.at(-1) !== now) window.seen.push(now);
    };
    new MutationObserver(look).observe(document.body,
        { subtree: true, childList: true, characterData: true, attributes: true });
    look();
}"""
"""Writes down, whenever anything changes, how many fields are covered and what the log says."""
COVERED: Final = """() => {
    const skip = document.querySelector('.table > .button');
    if (!skip) return null;
    const seen = [...document.querySelectorAll('.bar > .button')].filter(
        (button) => getComputedStyle(button).visibility === 'visible');
    const { right } = skip.getBoundingClientRect();
    return seen.some((button) => button.getBoundingClientRect().left < right);
}"""
"""Whether the button that skips covers another one of the bar below the board; null without that button."""
NOTED: Final = """([selector]) => {
    window.noted = [];
    const look = () => window.noted.push(document.querySelector(selector)?.innerText ?? null);
    new MutationObserver(look).observe(document.body,
        { subtree: true, childList: true, attributeFilter: ['class'] });
}"""
"""Writes down what an element says whenever anything changes: it is there, or gone, for a while only."""


class Steps:
    """Every step that the page has received."""

    def __init__(self, visitor: Visitor) -> None:
        self.numbers: list[int] = []
        visitor.page.on("websocket", self._opened)

    def _opened(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._received)

    def _received(self, frame: str | bytes) -> None:
        update: dict[str, Any] = json.loads(frame)
        self.numbers += [step["n"] for step in update.get("steps", ()) if update["type"] == "position"]


def at_table(visitor: Visitor, game: str) -> None:
    """Create a table against a bot and open it."""
    visitor.go("/")
    visitor.follow(f"{visitor.server}/t/{visitor.page.evaluate(TABLE, game)}")
    visitor.board.wait_for()


def lines(visitor: Visitor) -> Locator:
    """The log, the latest first."""
    return visitor.page.locator(".lines li")


def play_until(visitor: Visitor, game: str, turns: int) -> None:
    """Act that many times, whenever it is the visitor's turn."""
    for _ in range(turns):
        wait_until(visitor.page, lambda: visitor.act(game))


def note(visitor: Visitor, selector: str) -> Callable[[], list[str | None]]:
    """From now on, write down what this element says; returns how to read it, None for while it was gone."""
    visitor.page.evaluate(NOTED, [selector])

    def noted() -> list[str | None]:
        found: list[str | None] = visitor.page.evaluate("window.noted")
        return found

    return noted


def covered_in(line: str) -> int:
    """How many fields a line of the log covers."""
    _, _, fields = line.partition(" cover")
    return sum(word.strip(",.").isdecimal() for word in fields.split())


def test_text_follows_the_picture_and_every_step_is_in_the_log(invite: Invite) -> None:
    anna = invite("Anna", DESKTOP, "en", pace="fast")
    steps = Steps(anna)
    at_table(anna, "zock")
    anna.page.evaluate(WATCH)
    play_until(anna, "zock", 8)
    wait_until(anna.page, lambda: lines(anna).count() == len(steps.numbers))
    moments = [json.loads(moment) for moment in anna.page.evaluate("window.seen")]
    told = [line for _, line in moments]
    for covered, log in moments:
        assert sum(map(covered_in, log)) <= covered, "the log tells what the board does not show yet"
    assert max(sum(map(covered_in, log)) for log in told) > 0
    for before, after in pairwise(told):
        assert after[len(after) - len(before) :] == before, "lines are added one by one"
        assert len(after) - len(before) <= 1


def test_playback_can_be_skipped(invite: Invite) -> None:
    anna = invite("Anna", DESKTOP, "hu", pace="relaxed")
    at_table(anna, "kniffel")
    anna.page.set_viewport_size({"width": 320, "height": 640})
    number = re.escape(anna.word("table", "catch-up", n=2)).replace("2", r"\d+")
    skip = anna.page.get_by_role("button", name=re.compile(number))

    covered: list[bool] = []

    def bot_plays() -> bool:
        if (found := anna.page.evaluate(COVERED)) is not None:
            covered.append(found)
            return True
        anna.act("kniffel")
        return False

    wait_until(anna.page, bot_plays)
    assert covered == [False], "the button covers another one"
    anna.page.keyboard.press("Space")
    expect(skip).to_have_count(0)
    wait_until(anna.page, lambda: anna.is_asked)


def test_a_reload_keeps_the_log_and_shows_the_last_turn_again(invite: Invite) -> None:
    anna = invite("Anna", DESKTOP, "de")
    at_table(anna, "kniffel")
    replay = anna.button("table", "since-last-turn")

    def bot_has_played() -> bool:
        """A whole turn, which takes seconds to be shown again; then Anna does not roll."""
        offered = anna.offered(BOX, THROW) if anna.is_asked else None
        if offered == THROW and anna.board.locator(".ink").count() > 1:
            return True
        anna.press_one(offered)
        return False

    wait_until(anna.page, bot_has_played)
    expect(replay).to_be_visible()
    before = lines(anna).all_inner_texts()
    anna.reload()
    expect(lines(anna)).to_have_text(before)
    anna.page.get_by_label(anna.word("common", "pace")).select_option("relaxed")
    expect(replay).to_be_visible()
    noted = note(anna, ".replay:not(.gone)")
    anna.press(replay)
    wait_until(anna.page, lambda: None in noted())
    expect(lines(anna)).to_have_text(before)
    anna.page.keyboard.press("Space")
    expect(replay).to_be_visible()
    anna.page.set_viewport_size({"width": PHONE.width, "height": PHONE.height})
    a_line_is_shown_on_the_board(anna)


def a_line_is_shown_on_the_board(visitor: Visitor) -> None:
    """Where the log covers the board, a line closes it and stays lit there until the next key or tap."""
    sheet = visitor.around_the_table()
    line = sheet.locator(".lines li").nth(1)
    said = line.inner_text()
    visitor.press(line.get_by_role("button"))
    expect(sheet).to_have_count(0)
    story = visitor.board.locator(".story")
    expect(story).to_have_text(said)
    expect(story).not_to_have_class(re.compile("unseen"))
    visitor.page.keyboard.press("Shift")
    expect(story).not_to_have_text(said)


def test_a_departure_is_logged_and_announced(invite: Invite) -> None:
    anna, ben = invite("Anna", DESKTOP, "en"), invite("Ben", PHONE, "hu")
    ben.sit_down(anna.open_table("zock"))
    anna.board.wait_for()
    anna.page.set_viewport_size({"width": PHONE.width, "height": PHONE.height})  # the log is folded away
    around = ben.around_the_table()
    ben.press(around.get_by_role("button", name=ben.word("table", "leave"), exact=True))
    noted = note(anna, "p.line")
    ben.press(ben.button("table", "leave-yes"))
    left = anna.word("table", "note-left", name="Ben")
    wait_until(anna.page, lambda: left in noted())
    anna.page.set_viewport_size({"width": DESKTOP.width, "height": DESKTOP.height})
    expect(anna.page.get_by_role("status").filter(has_text=left)).to_have_count(1)
    expect(lines(anna).filter(has_text=left)).to_have_count(1)
