"""Looks at a screen: takes a picture, and reports what axe finds and whether it scrolls sideways."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

from playwright.sync_api import Page

AXE: Final = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"
SCREENSHOTS: Final = Path(__file__).parents[2] / "screenshots"
"""Pictures for people to look at; git ignores the folder."""
PICTURES: Final = "STAMMTISCH_TEST_PICTURES"
"""The environment variable that asks for a picture of every screen; a failed test leaves one anyway."""

AT_REST: Final = """async () => {
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    const finite = document.getAnimations().filter(
        (one) => one.effect?.getComputedTiming().endTime !== Infinity && one.playState === 'running');
    await Promise.all(finite.map((one) => one.finished.catch(() => undefined)));
}"""
RUN: Final = """async (rules) => {
    const runOnly = rules.length ? { type: 'rule', values: rules } : undefined;
    const options = { resultTypes: ['violations'], ...(runOnly && { runOnly }) };
    return (await axe.run(options)).violations;
}"""

HIDDEN: Final = """(selector) => [...document.querySelectorAll(selector)].filter((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const points = [top + 2, (top + bottom) / 2, bottom - 2].map((y) => [(left + right) / 2, y]);
    return points.some((point) => !element.contains(document.elementFromPoint(...point)));
}).map((element) => element.innerText)"""
"""Those of the elements that are not seen as a whole: outside the screen, or under something else."""


def complaints(page: Page, *rules: str) -> list[str]:
    """What axe finds by all rules or some; it is evaluated, since the page allows no other scripts."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate(RUN, list(rules))
    findings = [
        f"{rule['id']}: {json.dumps([node['html'][:120] for node in rule['nodes']])}" for rule in found
    ]
    wide = page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")
    return [*findings, *(["it scrolls sideways"] if wide else [])]


def out_of_sight(page: Page, selector: str) -> list[str]:
    """The texts of those elements that are not seen as a whole."""
    found: list[str] = page.evaluate(HIDDEN, selector)
    return found


def photograph(page: Page, name: str) -> None:
    """Take a picture."""
    SCREENSHOTS.mkdir(exist_ok=True)
    page.screenshot(path=SCREENSHOTS / f"{name}.png")
