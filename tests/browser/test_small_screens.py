"""On the smallest phones everything that belongs to a decision is in sight at once."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import expect

from stammtisch.server.tables.bot_names import BOT_NAMES
from support.browser.boards import BOX
from support.browser.hands import wait_until
from support.browser.looking import AT_REST, out_of_sight
from support.browser.measuring import sizes_on
from support.browser.visitors import Device, Visitor
from tests.browser.conftest import Invite
from tests.browser.test_playback import at_table

SMALLEST: Final = Device("smallest", 320, 640, touch=True)
LANDSCAPE: Final = Device("landscape", 844, 390, touch=True)
LOWEST: Final = Device("lowest", 667, 375, touch=True)
TOCK: Final = Path(__file__).parents[2] / "web/src/games/tock"
NEEDED: Final = {
    "kniffel": "button.pencil, button.throw, .table ul button, td:has(.ink), .total td",
    "tock": ".prompt, .row button, .tools button, .place .who",
    "zocknroll": ".decision button, .ask, .story p, .layout:not(:has(.others)) :is(tbody th, .mine)",
}
"""What somebody looks at to decide, and what they press; many answers may cover the end of the tableau."""
LONGEST: Final = {"kniffel": "hu", "tock": "hu", "zocknroll": "de"}
"""The language whose words need most room."""
STAYED: Final = "(stays) => document.querySelector('.near .note').replaceChildren(stays)"
"""Says below the own cup that its owner stays."""
CUT: Final = """(name) => [...document.querySelectorAll('.felt li:not(.near) .stem')].filter((stem) => {
    stem.replaceChildren(name);
    return stem.scrollWidth > stem.clientWidth;
}).length"""
"""How many names around the table are cut, if all others have this one."""
EXPLAINED: Final = """(help) => {
    const prompt = document.querySelector('.prompt');
    prompt.classList.add('long');
    prompt.replaceChildren(help);
    document.querySelectorAll('.row .button:not(.back)').forEach((button) => button.remove());
}"""
"""Explains another card than the one that was chosen, whose own buttons go."""

MANY_ANSWERS: Final = """() => {
    const decision = document.querySelector('.decision');
    const others = document.createElement('div');
    others.className = decision.className.replace('decision', 'others');
    const leave = decision.querySelector('.leave');
    others.append(...Array.from({ length: 3 }, () => leave.cloneNode(true)));
    decision.append(others);
    const tableau = document.querySelector('.layout > .tableau');
    tableau.scrollTo(0, tableau.scrollHeight);
}"""
"""Offers more answers than there may be, and scrolls to the end of the tableau below them."""


@pytest.mark.parametrize("game", NEEDED)
def test_the_whole_decision_is_in_sight(invite: Invite, game: str) -> None:
    anna = invite("Anna", SMALLEST, LONGEST[game])
    at_table(anna, game)
    wait_until(anna.page, lambda: is_to_decide(anna, game))
    anna.page.evaluate("scrollTo(0, 0)")
    anna.page.evaluate(AT_REST)
    assert anna.page.locator(NEEDED[game]).count() > 2
    assert out_of_sight(anna.page, NEEDED[game]) == []
    if game == "zocknroll":
        assert anna.page.evaluate(CUT, max(BOT_NAMES, key=len)) == 0, "the name of a bot is cut"
        anna.page.evaluate(STAYED, anna.word("zocknroll/board", "stays"))
        assert out_of_sight(anna.page, ".white li:not(.unseen)") == [], "the own cup covers white dice"
    anna.look(f"{game}-smallest")
    if game == "zocknroll":
        anna.page.set_viewport_size({"width": LANDSCAPE.width, "height": LANDSCAPE.height})
        anna.page.evaluate(AT_REST)
        anna.page.evaluate(MANY_ANSWERS)
        assert out_of_sight(anna.page, ".tableau tfoot :is(th, td)") == []
    else:
        anna.page.set_viewport_size({"width": LOWEST.width, "height": LOWEST.height})
        anna.page.evaluate(AT_REST)
        assert sizes_on(anna.page).below == 0


def test_the_longest_help_of_a_card_leaves_room_for_the_way_back(invite: Invite) -> None:
    chart = json.loads((TOCK / "messages/hu/chart.json").read_text(encoding="utf-8"))
    anna = invite("Anna", SMALLEST, "hu")
    at_table(anna, "tock")
    wait_until(anna.page, lambda: is_to_decide(anna, "tock"))
    anna.page.locator("[data-playable=true]").first.click()
    expect(anna.page.locator(".row .back")).to_be_visible()
    anna.reload()
    expect(anna.page.locator("[data-card][aria-pressed=true]")).to_have_count(1)
    anna.page.evaluate("scrollTo(0, 0)")
    for uses in (chart["split-team"], chart["swap"], f"{chart['any-rank']}, {chart['not-last']}"):
        anna.page.evaluate(EXPLAINED, f"7, {uses}.")
        assert out_of_sight(anna.page, NEEDED["tock"]) == []


def is_to_decide(anna: Visitor, game: str) -> bool:
    """Play until there is something to choose from, and nothing is on its way."""
    card = ".tock:not(:has(.row .back)) [data-playable=true]"
    waits = {"kniffel": BOX, "tock": card, "zocknroll": "button.leave:enabled"}
    if anna.is_asked and anna.turns > 2 and anna.offered(waits[game]):
        return True
    anna.act(game)
    return False


def test_the_button_that_rolls_stays_where_it_is(invite: Invite) -> None:
    anna = invite("Anna", LANDSCAPE, "de")
    at_table(anna, "kniffel")
    button, dice = anna.board.locator("button.throw"), anna.board.locator(".tray li")
    expect(button).to_be_enabled()
    assert dice.count() == 0
    before = button.bounding_box()
    wait_until(anna.page, lambda: rolled(anna))
    anna.page.evaluate(AT_REST)
    after = button.bounding_box()
    assert before is not None
    assert after is not None
    assert before["y"] == pytest.approx(after["y"], abs=1)
    kept = dice.get_by_role("button", pressed=True)
    anna.press(dice.get_by_role("button").first)
    expect(kept).to_have_count(1)
    anna.reload()
    expect(kept).to_have_count(1)


def rolled(anna: Visitor) -> bool:
    """Roll until there are dice to choose from."""
    if anna.is_asked and anna.offered(BOX):
        return True
    anna.act("kniffel")
    return False
