"""The operator looks after the server: a report, a block, an announcement, and a table that is closed."""

from __future__ import annotations

import subprocess
import sys

from playwright.sync_api import expect

from support.browser.server import PageServer
from support.browser.visitors import DESKTOP, PHONE, Visitor
from tests.browser.conftest import Invite

PASSWORD = "correct horse"  # noqa: S105 - of a server that lives for some tests


def set_password(server: PageServer) -> None:
    """By the command line, while the server runs."""
    command = [sys.executable, "-m", "stammtisch", "admin", "--database", server.database, "password"]
    subprocess.run(command, input=f"{PASSWORD}\n", text=True, check=True, capture_output=True)


def sign_in(visitor: Visitor) -> None:
    visitor.go("/admin")
    visitor.hands.write(visitor.page.get_by_label(visitor.word("admin", "secret")), PASSWORD)
    visitor.press(visitor.button("admin", "sign-in"))
    visitor.button("admin", "sign-out").wait_for()


def test_a_report_is_read_a_name_is_blocked_and_the_table_is_closed(
    server: PageServer, invite: Invite
) -> None:
    anna, host = invite("Anna", PHONE, "de"), invite("Host", DESKTOP, "en", keys=True)
    link = anna.open_table("zock")
    anna.press(anna.button("table", "report"))
    anna.hands.write(anna.page.get_by_label(anna.word("report", "text")), "Nobody comes")
    anna.look("report")
    anna.press(anna.button("report", "send"))
    anna.sees("report", "sent")

    set_password(server)
    sign_in(host)
    host.press(host.link("admin", "reports"))
    host.page.get_by_text("Nobody comes").wait_for()
    host.look("admin-reports", "dark")
    host.press(host.button("admin", "settle"))
    host.sees("admin", "reports-none")

    host.press(host.link("admin", "blocks"))
    host.hands.write(host.page.get_by_role("textbox", name=host.word("admin", "a-name")), "Zoe")
    host.press(host.button("admin", "block"))
    unblock = host.button("admin", "unblock-named", value="Zoe")
    unblock.wait_for()
    host.look("admin-blocks")
    host.press(unblock)
    host.sees("admin", "blocks-none")

    host.press(host.link("admin", "announcements"))
    text = host.page.get_by_label(host.word("admin", "announce-text"))
    host.hands.write(text, "We close at ten")
    host.page.reload()
    expect(text).to_have_value("We close at ten")
    host.press(host.button("admin", "announce"))
    expect(anna.page.get_by_text("We close at ten")).to_be_visible()
    host.press(host.button("admin", "announce-end"))
    expect(anna.page.get_by_text("We close at ten")).to_have_count(0)

    second = anna.context.new_page()
    second.goto(link)
    second.get_by_text("Anna").first.wait_for()
    host.press(host.link("admin", "tables"))
    table = host.page.locator("li").filter(has_text="Anna").filter(has=host.page.locator("summary")).first
    host.press(table.locator("summary"))
    why = table.get_by_label(host.word("admin", "close-why"))
    host.hands.write(why, "closing time")
    host.look("admin-tables")
    host.press(host.button("admin", "close-table"))
    expect(anna.page.get_by_text("closing time")).to_be_visible()
    assert link.startswith(server.url)
