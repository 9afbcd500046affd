"""How a table uses the screen: how much of it the board fills, and how small things are."""

from __future__ import annotations

import base64
from math import inf
from typing import Any, Final, NamedTuple

from playwright.sync_api import Page

CELL: Final = 8
SMALLEST_TEXT: Final = 12
"""In pixels."""
BOARD: Final = "section.board"
FADE: Final = "(board, opacity) => { board.style.opacity = opacity }"
COMPARE: Final = """async ([cell, ...pictures]) => {
    const pixels = async (png) => {
        const picture = new Image();
        picture.src = 'data:image/png;base64,' + png;
        await picture.decode();
        const canvas = document.createElement('canvas');
        [canvas.width, canvas.height] = [picture.width, picture.height];
        const context = canvas.getContext('2d', { willReadFrequently: true });
        context.drawImage(picture, 0, 0);
        return context.getImageData(0, 0, canvas.width, canvas.height);
    };
    const [shown, hidden] = await Promise.all(pictures.map(pixels));
    const columns = Math.ceil(shown.width / cell);
    const drawn = new Set();
    for (let at = 0; at < shown.data.length; at += 4) {
        const [x, y] = [(at / 4) % shown.width, Math.floor(at / 4 / shown.width)];
        if ([0, 1, 2].some((colour) => shown.data[at + colour] !== hidden.data[at + colour]))
            drawn.add(Math.floor(y / cell) * columns + Math.floor(x / cell));
    }
    return drawn.size / (columns * Math.ceil(shown.height / cell));
}"""
SIZES: Final = """() => {
    const seen = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    const unseen = (element) => element.closest('.unseen, [data-decoration], :disabled, [inert]') !== null
        || (element.closest('dialog') ?? element).matches('dialog:not([open])');
    const onScreen = ({ width, height, top, bottom, left, right }) =>
        width > 1 && height > 1 && bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
    const smallest = (found) => found.sort((one, other) => one.size - other.size)[0];

    // Letters in a drawing grow with it.
    const zoom = (element) => {
        const drawing = element.closest('svg');
        const matrix = drawing && element.getScreenCTM?.();
        return matrix ? Math.hypot(matrix.b, matrix.d) : 1;
    };
    const texts = () => {
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        const found = [];
        while (walker.nextNode()) {
            const [text, parent] = [walker.currentNode, walker.currentNode.parentElement];
            if (!text.data.trim() || !seen(parent) || unseen(parent) || clipped(parent)) continue;
            const range = document.createRange();
            range.selectNodeContents(text);
            if (!onScreen(range.getBoundingClientRect())) continue;
            const size = parseFloat(getComputedStyle(parent).fontSize) * zoom(parent);
            found.push({ size, what: text.data.trim() });
        }
        return found;
    };
    const clipped = (element) => element !== document.body
        && (getComputedStyle(element).clipPath.startsWith('inset(50%')
            || clipped(element.parentElement ?? document.body));

    const TARGETS = 'button, a[href], input, select, textarea, summary, [role=button], [role=option],'
        + '[role=radio], [role=checkbox], [role=switch], [tabindex="0"]';
    const targets = () => [...document.querySelectorAll(TARGETS)].flatMap((element) => {
        if (!seen(element) || unseen(element) || clipped(element)) return [];
        if (element.getAttribute('aria-disabled') === 'true') return [];
        if (element.matches('a') && getComputedStyle(element).display === 'inline') return [];
        if (element.getAttribute('role') === 'log' || element.matches('main')) return [];
        const boxes = [element, ...(element.labels ?? [])].map((one) => one.getBoundingClientRect());
        const box = boxes.sort((one, other) => other.width * other.height - one.width * one.height)[0];
        if (!onScreen(box)) return [];
        const what = element.getAttribute('aria-label') ?? element.textContent.trim();
        return [{ size: Math.min(box.width, box.height), what }];
    });

    const inside = [...document.querySelectorAll('section.board *')];
    const bottoms = inside.filter((one) => seen(one) && !unseen(one) && one.getBoundingClientRect().width > 1)
        .map((one) => one.getBoundingClientRect().bottom);
    return {
        text: smallest(texts()),
        target: smallest(targets()),
        below: Math.max(0, Math.round(Math.max(...bottoms) - innerHeight)),
        sideways: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    };
}"""


NOTHING: Final[dict[str, Any]] = {"size": inf, "what": ""}
"""Where there is no text, or nothing to tap."""


class Sizes(NamedTuple):
    """Sizes of what is on the screen now, in pixels."""

    below: int
    """How much of the board is below the lower edge."""
    text: float
    """The smallest letters, and what they say."""
    text_of: str
    target: float
    """The smallest thing that can be tapped, by its shorter side, and its name."""
    target_of: str
    sideways: int
    """By how much the page is wider than the screen."""


def sizes_on(page: Page) -> Sizes:
    found = page.evaluate(SIZES)
    text, target = (found.get(what) or NOTHING for what in ("text", "target"))
    return Sizes(
        found["below"],
        round(text["size"], 1),
        text["what"],
        round(target["size"], 1),
        target["what"],
        found["sideways"],
    )


def share_of_board(page: Page) -> float:
    """Per cent of the screen on which the board is drawn, with everything that belongs to it.

    Squares are counted in which a picture with the board differs from one without it. They are compared on
    an empty page, since the page itself allows no pictures but its own.
    """
    shown, hidden = (photographed(page, opacity) for opacity in ("", "0"))
    blank = page.context.new_page()
    share: float = blank.evaluate(COMPARE, [CELL, shown, hidden])
    blank.close()
    return round(100 * share, 1)


def photographed(page: Page, opacity: str) -> str:
    page.locator(BOARD).evaluate(FADE, opacity)
    return base64.b64encode(page.screenshot(animations="disabled")).decode()
