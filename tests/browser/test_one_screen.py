"""Several people at one device: what is secret goes under a cover, what is open lies there for all."""

from __future__ import annotations

from contextlib import suppress

import pytest

from support.browser.hands import Gone
from support.browser.visitors import DESKTOP, PHONE, play
from tests.browser.conftest import Invite
from tests.browser.tables import open_for_two_here


@pytest.mark.parametrize("game", ["tock", "zocknroll"])
def test_what_is_secret_is_covered_while_the_device_goes_round(invite: Invite, game: str) -> None:
    both = invite("both", PHONE, "de", still=True)
    open_for_two_here(both, game)
    covers = both.page.locator(".cover")
    handed: set[str] = set()

    def two_were_handed_it() -> bool:
        """What both see comes one after the other: in between there may be a cover for a moment."""
        for asked in covers.get_by_role("heading").all_inner_texts():
            if not handed:
                both.look(f"{game}-cover")
            uncovered = both.board.locator(".hand, .decision").count()
            assert uncovered == 0 or not covers.count()
            with suppress(Gone):
                both.hands.press(covers.get_by_role("button"))
                handed.add(asked)
        return len(handed) == 2

    play(game, both, until=two_were_handed_it)
    assert handed == {both.word("table", "pass-device", name=name) for name in ("Anna", "Ben")}


@pytest.mark.parametrize("game", ["kniffel", "zock"])
def test_what_is_open_goes_from_hand_to_hand_without_a_cover(invite: Invite, game: str) -> None:
    both = invite("both", DESKTOP if game == "zock" else PHONE, "hu", still=True)
    open_for_two_here(both, game)
    turns = {both.word("table", "turn-of", name=name) for name in ("Anna", "Ben")}
    asked: set[str] = set()

    def two_were_asked() -> bool:
        assert both.page.locator(".cover").count() == 0
        said = both.page.get_by_role("banner").inner_text()
        asked.update(turn for turn in turns if turn in said)
        return both.turns > 8 and asked == turns

    play(game, both, until=two_were_asked)
    both.look(f"{game}-one-screen")
