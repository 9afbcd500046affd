"""Several people at one device: what is secret is covered, and what is open is shown to all."""

from __future__ import annotations

from typing import Final

import pytest

from support.browser.visitors import DESKTOP, PHONE, Side, play
from tests.browser.conftest import Invite
from tests.browser.tables import SIDES, open_for_two_here

COVERS: Final = """
    window.covers = [];
    let story = '', covered = false;
    const look = () => {
        const cover = document.querySelector('.cover h2');
        if (cover && !covered) covers.push([cover.innerText, story]);
        covered = !!cover;
        story = [...document.querySelectorAll('.board [role=log] p')].at(-1)?.innerText ?? story;
    };
    addEventListener('DOMContentLoaded', () => new MutationObserver(look).observe(document.body,
        { subtree: true, childList: true, characterData: true }));
"""
"""Writes down every cover, be it there for a moment only, and the last thing that was told before it."""


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("game", ["tock", "zocknroll"])
def test_what_is_secret_is_covered_while_the_device_goes_round(invite: Invite, game: str, side: Side) -> None:
    both = invite("both", DESKTOP, "de", pace="fast")
    both.context.add_init_script(COVERS)
    open_for_two_here(both, game, side)
    cover = both.page.locator(".cover")
    handed: list[str] = []
    latest: list[str] = []

    def goes_round() -> bool:
        if cover.count():
            handed.append(cover.get_by_role("heading").inner_text())
            assert both.board.locator(".hand, .decision").count() == 0
            both.look(f"{game}-cover")
            both.press(cover.get_by_role("button"))
            latest.append(both.page.locator(".lines li").first.inner_text())
        return len(handed) == 4

    play(game, both, until=goes_round)
    assert set(handed) == {both.word("table", "pass-device", name=name) for name in ("Anna", "Ben")}
    covers = both.page.evaluate("covers")
    assert [who for who, _ in covers] == handed, "a cover was there for a moment"
    assert [story for _, story in covers[1:]] == latest[1:], "the cover hides what is still being shown"


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("game", ["kniffel", "zock"])
def test_what_is_open_goes_from_hand_to_hand_without_a_cover(invite: Invite, game: str, side: Side) -> None:
    both = invite("both", DESKTOP if game == "zock" else PHONE, "hu", still=True)
    open_for_two_here(both, game, side)
    turns = {both.word("table", "turn-of", name=name) for name in ("Anna", "Ben")}
    asked: set[str] = set()

    def two_were_asked() -> bool:
        assert both.page.locator(".cover").count() == 0
        said = both.page.get_by_role("banner").inner_text()
        asked.update(turn for turn in turns if turn in said)
        return both.turns > 8 and asked == turns

    play(game, both, until=two_were_asked)
    both.look(f"{game}-one-screen")
