"""Friends in the same network: everybody comes by the address that the server prints, without TLS."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from stammtisch.server.ops.lan import lan_addresses
from support.browser.hands import wait_until
from support.browser.server import PageServer
from support.browser.visitors import DESKTOP, PHONE
from tests.browser.conftest import Invite

IGNORED = "Cross-Origin-Opener-Policy header has been ignored"
"""What Chromium says of every page that comes without TLS."""


@pytest.fixture
def table_in_the_network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PageServer]:
    """A server that was started with `--host lan`."""
    if not lan_addresses():
        pytest.skip("this machine is in no network")
    monkeypatch.setenv("STAMMTISCH_HOST", "lan")
    server = PageServer(tmp_path)
    yield server
    server.close()


@pytest.mark.slow
def test_a_guest_invited_by_the_network_address_joins_and_plays(
    table_in_the_network: PageServer, invite: Invite
) -> None:
    at = table_in_the_network
    assert at.url.startswith(f"http://{lan_addresses()[0]}:")
    anna, ben = invite("Anna", DESKTOP, "de", at=at), invite("Ben", PHONE, "hu", at=at)
    link = anna.open_table("zock")
    assert link.startswith(f"{at.url}/t/")
    code = anna.page.get_by_role("img", name=anna.word("lobby", "qr"))
    wait_until(anna.page, lambda: code.evaluate("image => image.naturalWidth") > 0)
    expect(anna.page.get_by_text(anna.word("lobby", "local-only", host=at.url.split("//")[1]))).to_have_count(
        0
    )
    ben.sit_down(link)
    expect(anna.board).to_be_visible()
    for visitor in (anna, ben):
        visitor.wrong[:] = [what for what in visitor.wrong if IGNORED not in what]
