"""The page as a screen reader presents it: controls by role and name, and announcements."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Final, NamedTuple

from playwright.sync_api import Locator
from playwright.sync_api import TimeoutError as Late

from support.browser.hands import A_MOMENT
from support.browser.visitors import Visitor

CONTROL: Final = re.compile(
    r"""\s*-\ '?(?P<role>button|checkbox|combobox|link|radio|slider|switch|textbox)
        (?:\ (?P<name>"(?:[^"\\]|\\.)*"))?
        (?P<states>(?:\ \[[^\]]*\])*)'?(?::|$)""",
    re.VERBOSE,
)
"""A control in an aria snapshot."""
LISTEN: Final = """(() => {
    const regions = '[role=status], [role=alert], [role=log], [aria-live=polite], [aria-live=assertive]';
    const texts = new WeakMap();
    window.heard = [];
    const listen = () => {
        for (const region of document.querySelectorAll(regions)) {
            if (region.getAttribute('aria-live') === 'off') continue;
            const text = region.textContent.replace(/\\s+/g, ' ').trim();
            const before = texts.get(region) ?? (region.role === 'alert' ? '' : undefined);
            texts.set(region, text);
            if (before !== undefined && text && text !== before) window.heard.push(text);
        }
    };
    const changes = { subtree: true, childList: true, characterData: true };
    new MutationObserver(listen).observe(document, changes);
})()"""
"""Records announcements of regions that were there before; only an alert may appear with its text."""


class Control(NamedTuple):
    """Something that can be pressed, chosen or filled in."""

    role: str
    name: str
    pressed: bool = False


class Board(NamedTuple):
    """All that is known about a board without seeing it."""

    text: str
    controls: tuple[Control, ...]
    """Those that can be used now."""
    hand: tuple[Control, ...] = ()
    """Those of them that are cards in the reader's hand."""


def listen(visitor: Visitor) -> None:
    """Record announcements on every page that is opened from now on."""
    visitor.context.add_init_script(LISTEN)


def heard(visitor: Visitor) -> list[str]:
    """Every announcement since the page was opened."""
    said: list[str] = visitor.page.evaluate("window.heard")
    return said


def region(visitor: Visitor) -> Locator:
    return visitor.page.get_by_role("region", name=visitor.word("table", "board"), exact=True)


def read(visitor: Visitor) -> Board:
    """The board as it is now; fails if two of its controls cannot be told apart."""
    text = region(visitor).aria_snapshot()
    controls = tuple(enabled(text))
    hand = tuple(enabled(group(text, visitor.word("tock/board", "hand"))))
    assert not (silent := [one for one in controls if not one.name]), f"no name: {silent}\n{text}"
    # A card is all that its name says: two of the same name are the same.
    times = Counter(one[:2] for one in controls if one not in hand)
    assert not (twice := [name for (_, name), n in times.items() if n > 1]), f"which one? {twice}\n{text}"
    return Board(text, controls, hand)


def enabled(snapshot: str) -> Iterator[Control]:
    for line in snapshot.splitlines():
        found = CONTROL.match(line)
        if found and "[disabled]" not in found["states"]:
            name = json.loads(found["name"]) if found["name"] else ""
            yield Control(found["role"], name.replace("''", "'"), "[pressed]" in found["states"])


def group(snapshot: str, name: str) -> str:
    """What a snapshot has under a group of this name."""
    lines = iter(snapshot.splitlines())
    for line in lines:
        if line.strip() == f'- group "{name}":':
            within = " " * (len(line) - len(line.lstrip()) + 1)
            return "\n".join(_while_within(lines, within))
    return ""


def _while_within(lines: Iterator[str], within: str) -> Iterator[str]:
    for line in lines:
        if not line.startswith(within):
            return
        yield line


def press(visitor: Visitor, control: Control) -> bool:
    """Press it by key; False if it is gone."""
    found = region(visitor).get_by_role(
        control.role,  # type: ignore[arg-type]
        name=control.name,
        exact=True,
        disabled=False,
    )
    try:
        found.first.press("Enter", timeout=A_MOMENT)
    except Late:
        return False
    return True
