"""A page that is still open when the server has a newer one: it says so, helps, and loses nothing."""

from __future__ import annotations

import re

from playwright.sync_api import Route, expect

from support.browser.visitors import DESKTOP, PHONE, Visitor
from tests.browser.conftest import Invite
from tests.browser.tables import open_for_two_here

SCRIPT = re.compile(r"/assets/index-[\w-]+\.js")


def update(visitor: Visitor, *gone: str) -> None:
    """From now on the server has another page, and these parts of the old one are gone."""

    def renewed(route: Route) -> None:
        answer = route.fetch()
        body, changed = SCRIPT.subn("/assets/index-newer.js", answer.text())
        assert changed, "the page names no script"
        route.fulfill(response=answer, body=body)

    visitor.context.route(visitor.server + "/", renewed)
    for part in gone:
        visitor.context.route(f"**/assets/{part}-*.js", lambda route: route.fulfill(status=404))


def test_at_a_table_the_new_page_waits_until_the_player_wants_it(invite: Invite) -> None:
    anna = invite("Anna", DESKTOP, "de", keys=True)
    open_for_two_here(anna, "kniffel")
    said = anna.page.get_by_label(anna.word("chat", "write"))
    anna.press(anna.page.locator("summary").get_by_text(anna.word("chat", "title")))
    anna.hands.write(said, "Einen Moment noch")
    update(anna)
    anna.lose_connection()
    anna.find_connection()
    anna.sees("app", "stale-title")
    anna.look("renewed")
    anna.context.unroute_all()
    anna.press(anna.button("app", "stale-go"))
    expect(anna.button("app", "stale-go")).to_have_count(0)
    expect(said).to_have_value("Einen Moment noch")


def test_a_part_of_the_page_that_is_gone_comes_with_the_new_one(invite: Invite) -> None:
    anna = invite("Anna", PHONE, "hu", still=True)
    anna.go("/new/zock")
    name = anna.page.get_by_label(anna.word("newTable", "seat-name", n=1))
    anna.hands.write(name, "Anna-Maria")
    update(anna, "Rules")
    anna.press(anna.link("common", "rules"))
    expect(anna.page.get_by_role("alert")).to_contain_text(anna.word("app", "stale-title"))
    anna.look("renewed-part")
    anna.context.unroute_all()
    anna.press(anna.page.get_by_role("alert").get_by_role("button"))
    expect(anna.page.get_by_role("heading", level=1)).to_have_text(anna.word("common", "rules"))
    anna.page.go_back()
    expect(name).to_have_value("Anna-Maria")


def test_what_the_server_no_longer_understands_is_not_lost(invite: Invite) -> None:
    anna = invite("Anna", PHONE, "en", still=True)
    anna.go("/new/zock")
    name = anna.page.get_by_label(anna.word("newTable", "seat-name", n=1))
    anna.hands.write(name, "Anna-Maria")
    refusal = {"error": {"code": "bad-body", "message": "$.pace is unknown"}}
    anna.context.route("**/api/tables", lambda route: route.fulfill(status=400, json=refusal))
    anna.press(anna.button("newTable", "open"))
    anna.sees("refusals", "old-page")
    anna.look("old-page")
    anna.context.unroute_all()
    anna.press(anna.button("refusals", "reload"))
    anna.button("refusals", "reload").wait_for(state="detached")
    expect(name).to_have_value("Anna-Maria")
    anna.press(anna.button("newTable", "open"))
    anna.invitation()
