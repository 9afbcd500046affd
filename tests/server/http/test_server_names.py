"""The server answers under its own names, so that no page can take it for its own server."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from stammtisch.server.http.server_names import ServerNames, UnknownHost
from stammtisch.server.settings import read_settings
from tests.server.clients import open_server
from tests.server.http_client import refusal

OURS = (
    *("127.0.0.1", "127.0.0.1:8765", "192.168.1.7:80", "[::1]:8765", "[2001:db8::7]"),
    *("localhost", "LOCALHOST:8765", "localhost.", "raspberrypi:8765", "games.local", "pi.fritz.box:8765"),
    *(socket.gethostname(), ""),
)
OTHERS = (
    "evil.example:8765",
    "127.0.0.1.evil.example",
    "evil.local.example",
    "fritz.box.evil.example:80",
    "1.2.3",
)


def answers(name: str, scheme: str = "http", path: str = "/api/tables", **given: object) -> bool:
    headers = [(b"accept", b"*/*"), (b"host", name.encode())]
    scope = {"scheme": scheme, "path": path, "headers": headers}
    try:
        ServerNames(read_settings(given)).check(scope)
    except UnknownHost:
        return False
    return True


@pytest.mark.parametrize("host", OURS)
def test_names_of_this_machine_and_its_network_are_ours(host: str) -> None:
    assert answers(host)


@pytest.mark.parametrize("host", OTHERS)
def test_other_names_are_not(host: str) -> None:
    assert not answers(host)
    assert answers(host, server_names=["*"])


def test_settings_name_the_server() -> None:
    assert answers("Table.example:8765", server_names=["table.example"])
    assert answers("table.example", origins=["https://table.example:8443"])
    assert answers("table.example", host="table.example")
    assert not answers("other.example", server_names=["table.example"])


def test_health_checks_answer_under_every_name_and_a_proxy_with_tls_may_use_any() -> None:
    assert answers("evil.example", path="/readyz")
    assert answers("table.example", scheme="https")
    assert answers("table.example", scheme="wss")


async def test_a_page_under_another_name_gets_nothing_but_the_reason(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        stranger = {"Host": "evil.example"}
        for method, path in (("GET", "/"), ("GET", "/api/tables"), ("POST", "/api/tables")):
            answer = await server.http.request(method, path, headers=stranger)
            assert refusal(answer) == (421, "unknown-host")
        assert "server_names" in answer.json()["error"]["message"]
        by_tls = stranger | {"X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.7"}
        assert (await server.http.get("/api/games", headers=by_tls)).status_code == 200
        host, port = server.http.base_url.host, server.http.base_url.port
        with pytest.raises(InvalidStatus) as refused:
            await connect("ws://evil.example/api/tables/x/socket", host=host, port=port)
        assert refused.value.response.status_code == 421


async def test_a_page_that_pretends_to_be_a_proxy_changes_nothing(tmp_path: Path) -> None:
    """Its browser says where it comes from, and that is not what the forged header says."""
    async with open_server(tmp_path) as server:
        headers = {"Host": "evil.example", "Origin": "http://evil.example", "X-Forwarded-Proto": "https"}
        answer = await server.http.post("/api/session", headers=headers | {"Cookie": "session=x"}, json={})
        assert refusal(answer) == (403, "bad-origin")
