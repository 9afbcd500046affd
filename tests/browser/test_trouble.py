"""What can go wrong has a sentence and a button that helps, and nothing is lost."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from support.browser.relay import Relay
from support.browser.server import PageServer
from support.browser.visitors import DESKTOP, PHONE, Visitor, play
from tests.browser.conftest import Invite
from tests.browser.tables import ask_for_the_same_seat


def test_a_broken_link_says_so_and_helps(invite: Invite) -> None:
    anna = invite("Anna", PHONE, "en")
    anna.go("/t/AAAAAAAAAAAAAAAAAAAAAA")
    expect(anna.page.get_by_role("alert")).to_contain_text(anna.word("unreachable", "lost-unknown-table"))
    anna.press(anna.link("unreachable", "new-table"))
    expect(anna.page).to_have_url(anna.server + "/new")


def test_an_unknown_code_says_so_and_keeps_what_was_typed(invite: Invite) -> None:
    anna = invite("Anna", DESKTOP, "de", keys=True)
    anna.go("/")
    code = anna.page.get_by_label(anna.word("home", "code-title"))
    anna.hands.write(code, "babababa")
    anna.press(anna.button("home", "code-go"))
    anna.page.get_by_role("alert").wait_for()
    expect(code).to_have_value("babababa")
    anna.look("code-unknown")


def create_full_table(visitor: Visitor, *, alone: bool = False) -> str:
    """Create a full table, with or without spectators, and return its link."""
    visitor.go("/new/zock")
    visitor.hands.write(visitor.page.get_by_label(visitor.word("newTable", "seat-name", n=1)), "Anna")
    visitor.hands.pick(visitor.page.get_by_label(visitor.word("newTable", "seat-kind", n=2)), "bot")
    if alone:
        visitor.hands.switch(visitor.page.get_by_role("switch", name=visitor.word("newTable", "spectators")))
    visitor.press(visitor.button("newTable", "play-at-once"))
    visitor.board.wait_for()
    return visitor.page.url


def test_a_full_table_can_be_watched_where_that_is_allowed(invite: Invite) -> None:
    anna, cora = invite("Anna", PHONE, "de"), invite("Cora", PHONE, "hu")
    cora.page.goto(create_full_table(anna))
    cora.board.get_by_role("list").first.wait_for()
    cora.sees("table", "you-watch")
    assert not cora.is_asked
    cora.look("looking-on")
    cora.page.goto(create_full_table(anna, alone=True))
    cora.sees("unreachable", "lost-not-allowed")
    cora.look("shut-out")


def test_a_seat_that_was_taken_meanwhile_says_so_and_keeps_the_name(invite: Invite) -> None:
    anna, ben, cora = (invite(name, DESKTOP, "en") for name in ("Anna", "Ben", "Cora"))
    ask_for_the_same_seat(anna, ben, cora)
    cora.sees("refusals", "seat-taken")
    expect(cora.page.get_by_label(cora.word("lobby", "your-name"))).to_have_value("Cora")
    cora.look("seat-taken")


def test_a_closed_table_says_so_and_helps(invite: Invite) -> None:
    anna, ben = invite("Anna", DESKTOP, "en", keys=True), invite("Ben", PHONE, "de")
    link = anna.open_table("kniffel")
    anna.press(anna.button("closeTable", "close"))
    anna.press(anna.button("closeTable", "yes"))
    anna.sees("table", "closed-table")
    ben.page.goto(link)
    ben.sees("table", "closed-table")
    ben.look("closed-table")
    ben.press(ben.link("unreachable", "new-table"))
    expect(ben.page).to_have_url(ben.server + "/new/kniffel")


def test_what_was_chosen_in_the_form_survives_a_reload(invite: Invite) -> None:
    anna = invite("Anna", PHONE, "de")
    anna.go("/new/kniffel")
    name = anna.page.get_by_label(anna.word("newTable", "seat-name", n=1))
    anna.hands.write(name, "Anna-Maria")
    preset = anna.page.get_by_role("radio", name=anna.word("kniffel/presets", "series"))
    anna.choose(preset)
    anna.page.reload()
    expect(name).to_have_value("Anna-Maria")
    expect(preset).to_be_checked()


def test_a_stalled_network_is_noticed_and_nothing_is_lost(invite: Invite, server: PageServer) -> None:
    """Nothing is closed, and the browser says nothing of being offline."""
    with Relay(server.url) as relay:
        anna = invite("Anna", PHONE, "de", at=relay)
        create_full_table(anna)
        play("zock", anna, until=lambda: anna.turns > 1)
        relay.stall()
        anna.sees("table", "reconnecting")
        anna.look("stalled")
        relay.flow()
        expect(anna.page.get_by_text(anna.word("table", "reconnecting"))).to_have_count(0)
        turns = anna.turns
        play("zock", anna, until=lambda: anna.turns > turns + 2 or anna.is_over)


class TestAServerThatComesBack:
    """A server that is stopped and started again."""

    @pytest.fixture
    def own_server(self, tmp_path_factory: pytest.TempPathFactory) -> Iterator[PageServer]:
        server = PageServer(tmp_path_factory.mktemp("fragile"))
        yield server
        server.close()

    @pytest.mark.parametrize(
        "crash",
        [pytest.param(False, id="restarted", marks=pytest.mark.slow), pytest.param(True, id="crashed")],
    )
    def test_a_restart_in_mid_move_loses_nothing(
        self, invite: Invite, own_server: PageServer, crash: bool
    ) -> None:
        anna = invite("Anna", PHONE, "de", at=own_server, still=True)
        ben = invite("Ben", DESKTOP, "en", at=own_server, keys=True)
        ben.sit_down(anna.open_table("kniffel"))
        play("kniffel", anna, ben, until=lambda: anna.turns > 3 and ben.turns > 3)
        written = anna.board.locator(".ink").count()
        said = ben.page.get_by_label(ben.word("chat", "write"))
        ben.hands.write(said, "Where was I?")
        (own_server.crash if crash else own_server.close)()
        anna.sees("table", "reconnecting" if crash else "closing")
        anna.look("no-server")
        own_server.open()
        turns = anna.turns, ben.turns
        play("kniffel", anna, ben, until=lambda: anna.turns > turns[0] + 2 and ben.turns > turns[1] + 2)
        assert anna.board.locator(".ink").count() >= written
        expect(said).to_have_value("Where was I?")
        ben.press(ben.button("chat", "send"))
        anna_sees = anna.around_the_table().get_by_text("Where was I?")
        expect(anna_sees).to_be_visible()


def test_without_a_key_there_is_no_administration(invite: Invite) -> None:
    anna = invite("Anna", PHONE, "de")
    body = '{"error": {"code": "not-found", "message": "There is nothing here."}}'
    anna.page.route(
        "**/api/admin/session",
        lambda route: route.fulfill(status=404, content_type="application/json", body=body),
    )
    anna.go("/admin")
    expect(anna.page.get_by_role("heading", level=1)).to_have_text(anna.word("admin", "nothing-here"))
    anna.look("admin-without-key")
