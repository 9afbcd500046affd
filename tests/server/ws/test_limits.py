"""What a connection may send, how many connections there may be, and which pages may open them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from stammtisch.server.ws.connection import OFFENCES_AT_MOST
from stammtisch.server.ws.protocol import LARGEST_MESSAGE, POLICY, REFUSED
from tests.server.clients import Client, RunningServer, open_server

pytestmark = pytest.mark.usefixtures("each_transport", "no_server_errors")

TOO_LONG = 1009


class Place(NamedTuple):
    """A server, and a table there with the token of a player."""

    server: RunningServer
    table: str
    token: str

    def connect(self, origin: str | None = None) -> AbstractAsyncContextManager[Client]:
        """A client of the player, on a page of that origin or on none."""
        headers = {} if origin is None else {"Origin": origin}
        return self.server.connect(self.table, self.token, headers=headers)


@asynccontextmanager
async def open_table(folder: Path, **settings: Any) -> AsyncIterator[Place]:
    async with open_server(folder, **settings) as server:
        table = await server.create_table("zock", ["Anna", "free"])
        yield Place(server, table["table"], table["token"])


async def refusals(client: Client) -> tuple[list[str], int]:
    """The codes of all errors until the server closes the connection, and the close code."""
    closed = await client.closed()
    return [update["code"] for update in client.received if update["type"] == "error"], closed


# What may be sent


@pytest.mark.parametrize(
    ("nonsense", "code"),
    [
        ("{", "bad-json"),
        (b"\xff", "bad-json"),
        ("[" * 4000, "bad-json"),
        ("7", "bad-message"),
        ('{"type":"dance"}', "bad-message"),
        ('{"type":"say"}', "bad-message"),
        ('{"type":"seed","seed":"' + "0" * 16 + '\\n"}', "bad-message"),
    ],
)
async def test_repeated_nonsense_is_refused_and_then_the_connection_is_closed(
    nonsense: str | bytes, code: str, tmp_path: Path
) -> None:
    async with open_table(tmp_path) as place, place.connect() as client:
        for _ in range(OFFENCES_AT_MOST + 1):
            await client.socket.send(nonsense)
        assert await refusals(client) == ([code] * (OFFENCES_AT_MOST + 1), POLICY)


async def test_a_command_that_the_rules_refuse_does_not_count_as_nonsense(tmp_path: Path) -> None:
    async with open_table(tmp_path) as place, place.connect() as client:
        for number in range(OFFENCES_AT_MOST + 10):
            await client.send("move", at=0, move="7", id=number)
        await client.wait_for(lambda update: update.get("re") == OFFENCES_AT_MOST + 9)
        await client.send("nod", phrase="hello")
        await client.wait_for(lambda update: update.get("phrase") == "hello")


async def test_a_flood_of_messages_is_refused_and_then_the_connection_is_closed(tmp_path: Path) -> None:
    async with (
        open_table(tmp_path, messages_per_second=20) as place,
        place.connect() as client,
    ):
        with suppress(ConnectionClosed):
            for _ in range(150):
                await client.send("nod", phrase="hurry")
        assert await refusals(client) == (["too-many"] * (OFFENCES_AT_MOST + 1), POLICY)


async def test_a_message_has_at_most_8_kib(tmp_path: Path) -> None:
    async with open_table(tmp_path) as place, place.connect() as client:
        await client.socket.send("é" * (LARGEST_MESSAGE // 2))
        assert await client.error_code() == "bad-json"
        await client.socket.send("é" * (LARGEST_MESSAGE // 2) + "x")
        assert await refusals(client) == (["bad-json"], TOO_LONG)


async def test_binary_messages_are_read_like_text(tmp_path: Path) -> None:
    async with open_table(tmp_path) as place, place.connect() as client:
        await client.socket.send(b'{"type":"nod","phrase":"bye"}')
        await client.wait_for(lambda update: update.get("phrase") == "bye")


# Who may connect


async def test_the_number_of_connections_of_one_address_is_limited(tmp_path: Path) -> None:
    async with open_table(tmp_path, most_connections_per_address=2) as place:
        async with place.connect() as first, place.connect():
            async with place.connect() as third:
                assert await refusals(third) == (["too-many"], REFUSED)
            await first.wait_for(lambda update: update["type"] == "presence")
        async with place.connect() as later:
            await later.position()


async def test_a_foreign_page_cannot_connect(tmp_path: Path) -> None:
    async with open_table(tmp_path, origins=["https://friends.example"]) as place:
        own = place.server.origin
        for origin in ("http://evil.example", "null", f"{own}.evil.example", own.replace("http", "https")):
            with pytest.raises(InvalidStatus, match="403"):
                async with place.connect(origin):
                    pass
        for origin in (own, "https://friends.example"):
            async with place.connect(origin) as client:
                assert (await client.position())["seat"] == 0


async def test_a_cookie_counts_only_on_our_own_page_and_a_token_anywhere(tmp_path: Path) -> None:
    async with open_table(tmp_path) as (server, table, token):
        cookie, own = f"seat={token}", server.origin
        for client_at, seat in (
            (server.connect(table, token), 0),
            (server.connect(table, headers={"Cookie": cookie, "Origin": own}), 0),
            (server.connect(table, headers={"Cookie": cookie}), None),
            (server.connect(table, headers={"Origin": own}), None),
        ):
            async with client_at as client:
                assert (await client.position())["seat"] == seat
        async with server.connect(table, "x" * 43) as stranger:
            assert await refusals(stranger) == (["not-seated"], REFUSED)
