"""How somebody handles the page: with a finger, with a mouse, or with keys alone."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final, Protocol

from playwright.sync_api import Locator, Page
from playwright.sync_api import TimeoutError as Late

PATIENCE: Final = 60_000
"""Milliseconds; a busy machine is no failure."""
THINKING: Final = 5 * PATIENCE
"""Milliseconds for a hint or an analysis, whose tables the server may have to compute first."""
BETWEEN: Final = 50
"""Milliseconds between two checks of a condition."""
A_MOMENT: Final = 2_000
"""Milliseconds after which an element counts as gone."""
WITHIN_REACH: Final = 400
"""The most key presses it may take to reach an element."""

WHERE: Final = """element => {
    if (!element.isConnected || element.disabled) return ['gone', 0];
    const active = document.activeElement;
    if (active === element) return ['here', 0];
    const group = element.type === 'radio' && active.type === 'radio' && active.name === element.name;
    if (group) return ['group', 1];
    if (active === document.body) return ['after', 1];
    const inside = document.querySelector('dialog:modal') ?? document;
    const kinds = 'a[href], button, input, select, textarea, summary, [tabindex]';
    const stops = [...inside.querySelectorAll(kinds)].filter(
        (one) => one.tabIndex >= 0 && !one.disabled && !one.closest('[inert]') && one.checkVisibility()
            && (one.type !== 'radio' || one.checked || one === element));
    const [from, to] = [stops.indexOf(active), stops.indexOf(element)];
    const before = active.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING;
    const steps = from < 0 || to < 0 ? 1 : Math.abs(from - to);
    return [before ? 'before' : 'after', steps];
}"""
"""In which direction an element is, and how many times to press the key, as far as can be told."""
BOX: Final = """element => {
    const seen = ({ top, bottom }) => top >= 0 && bottom <= innerHeight;
    if (!seen(element.getBoundingClientRect()))
        element.scrollIntoView({ block: 'center', behavior: 'instant' });
    const { left, top, width, height } = element.getBoundingClientRect();
    return [left, top, width, height];
}"""


def wait_until(page: Page, condition: Callable[[], bool]) -> None:
    """Wait for something that no single page can wait for, such as the first of several players to act."""
    late = time.monotonic() + PATIENCE / 1000
    while not condition():
        assert time.monotonic() < late, f"the condition never became true at {page.url}"
        page.wait_for_timeout(BETWEEN)  # meanwhile Playwright receives what the pages report


class Gone(Exception):
    """The element disappeared before it could be used."""


def comes_back(thing: Locator) -> bool:
    """Whether something that was gone is there again in a moment."""
    try:
        thing.wait_for(timeout=A_MOMENT)
    except Late:
        return False
    return True


class Hands(Protocol):
    """What a person can do with the elements of a page."""

    def press(self, thing: Locator) -> None: ...
    def point(self, thing: Locator) -> None: ...
    def write(self, field: Locator, text: str) -> None: ...
    def choose(self, radio: Locator) -> None: ...
    def switch(self, switch: Locator) -> None: ...
    def pick(self, select: Locator, value: str) -> None: ...
    def slide(self, slider: Locator, *, to_the_end: bool) -> None: ...


class Pointer:
    """A finger or a mouse; on a touch device both in turn."""

    def __init__(self, page: Page, *, touch: bool) -> None:
        self._page = page
        self._touch = touch
        self._pressed = 0

    def press(self, thing: Locator) -> None:
        """Press it once it stands still and nothing covers it."""
        try:
            (thing.tap if self._by_finger() else thing.click)(timeout=A_MOMENT)
        except Late as late:
            raise Gone(str(late)) from late

    def point(self, thing: Locator) -> None:
        """Tap its middle, whatever covers it: a board takes the nearest element."""
        try:
            left, top, width, height = thing.evaluate(BOX, timeout=A_MOMENT)
        except Late as late:
            raise Gone(str(late)) from late
        middle = left + width / 2, top + height / 2
        (self._page.touchscreen.tap if self._by_finger() else self._page.mouse.click)(*middle)

    def write(self, field: Locator, text: str) -> None:
        """Fill in the field; it does not move away, so this waits for it on a busy machine."""
        (field.tap if self._by_finger() else field.click)(timeout=PATIENCE)
        field.fill(text)

    def choose(self, radio: Locator) -> None:
        self.press(radio.locator("xpath=ancestor::label"))

    switch = choose

    def pick(self, select: Locator, value: str) -> None:
        select.select_option(value)

    def slide(self, slider: Locator, *, to_the_end: bool) -> None:
        """Click one of its ends once it stands still: a page that is still loading moves it."""
        _, _, width, height = slider.evaluate(BOX)
        slider.click(position={"x": width - 2 if to_the_end else 2, "y": height / 2})

    def _by_finger(self) -> bool:
        self._pressed += 1
        return self._touch and self._pressed % 2 == 1


class Keys:
    """A keyboard alone: Tab, Enter, Space, arrows and letters."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._pressed = 0

    def press(self, thing: Locator) -> None:
        self._pressed += 1
        self._reach(thing)
        space = self._pressed % 2 and thing.evaluate("element => element.tagName === 'BUTTON'")
        self._page.keyboard.press("Space" if space else "Enter")

    point = press

    def write(self, field: Locator, text: str) -> None:
        self._reach(field)
        self._page.keyboard.press("Control+a")
        self._page.keyboard.type(text)

    def choose(self, radio: Locator) -> None:
        """Reach the radio button, with arrows inside its group, and check it."""
        self._reach(radio)
        if not radio.is_checked():
            self._page.keyboard.press("Space")

    def switch(self, switch: Locator) -> None:
        self._reach(switch)
        self._page.keyboard.press("Space")

    def pick(self, select: Locator, value: str) -> None:
        self._reach(select)
        options = select.locator("option").evaluate_all("options => options.map((option) => option.value)")
        self._page.keyboard.press("Home")
        for _ in range(options.index(value)):
            self._page.keyboard.press("ArrowDown")

    def slide(self, slider: Locator, *, to_the_end: bool) -> None:
        self._reach(slider)
        self._page.keyboard.press("End" if to_the_end else "Home")

    def _reach(self, thing: Locator) -> None:
        """Move the focus to the element by Tab and arrow keys, in the shorter direction."""
        try:
            element = thing.element_handle(timeout=A_MOMENT)
        except Late as late:
            raise Gone(str(thing)) from late
        for _ in range(WITHIN_REACH):
            where, steps = element.evaluate(WHERE)
            if where == "here":
                return
            if where == "gone":
                raise Gone(str(thing))
            for _ in range(steps):
                self._page.keyboard.press({"group": "ArrowDown", "before": "Shift+Tab"}.get(where, "Tab"))
        raise AssertionError(f"no key leads to {thing}")
