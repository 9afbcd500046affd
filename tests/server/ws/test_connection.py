"""Connections to a table: spectators, several tabs, coming back, and devices that do not read."""

from __future__ import annotations

import asyncio
import json
import socket
from contextlib import suppress
from functools import wraps
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from stammtisch.server.serving import listen
from stammtisch.server.settings import Settings
from stammtisch.server.tables import spending
from stammtisch.server.tables.spending import Allowance
from stammtisch.server.ws import transport
from stammtisch.server.ws.connection import UNSENT_AT_MOST
from stammtisch.server.ws.protocol import REFUSED, TRY_AGAIN
from support.waiting import PATIENCE
from tests.server.clients import Client, RunningServer, Update, open_server

pytestmark = pytest.mark.usefixtures("each_transport")

FOREVER = 3600.0


def of_type(client: Client, *kinds: str) -> list[Update]:
    return [update for update in client.received if update["type"] in kinds]


async def test_at_a_table_without_spectators_only_players_receive_positions(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        table = await server.create_table("zock", ["Anna", "free"], spectators=False)
        async with server.connect(table["table"]) as spectator:
            assert await spectator.error_code() == "not-allowed"
        token = await server.join(table["table"], "Ben")
        async with server.connect(table["table"], token) as ben:
            await ben.position()
            await ben.send("leave")
            await ben.table(lambda update: not update["seats"][1]["name"])
            seen = len(ben.received)
            await server.join(table["table"], "Cleo")
            await ben.table(since=seen)
            await ben.send("say", text="hello")
            assert await ben.error_code() == "not-seated"
            assert "position" not in {update["type"] for update in ben.received[seen:]}
        async with server.connect(table["table"], token) as ben:
            assert await ben.error_code() == "not-allowed"
        async with server.connect(table["table"], table["token"]) as anna:
            await anna.position()


async def test_all_tabs_of_a_person_receive_the_same_updates(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        table = await server.create_table("zock", ["Anna", "bot:random"])
        async with (
            server.connect(table["table"], table["token"]) as first,
            server.connect(table["table"], table["token"]) as second,
        ):
            await first.add_seed()
            for _ in range(4):
                await first.act()
                await second.act()
            await second.send("nod", phrase="bye")
            for tab in (first, second):
                await tab.wait_for(lambda update: update.get("phrase") == "bye")
            updates = [of_type(tab, "table", "position", "talk") for tab in (first, second)]
            common = len(updates[1]) - 2  # without what the second tab received when it connected
            assert updates[0][-common:] == updates[1][-common:]


async def test_a_hint_is_worked_out_once_for_all_tabs(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        table = await server.create_table("zock", ["Anna", "bot:random"])
        async with (
            server.connect(table["table"], table["token"]) as first,
            server.connect(table["table"], table["token"]) as second,
        ):
            await first.add_seed()
            await second.match_started()
            await asyncio.gather(first.send("hint"), second.send("hint"))
            hints = [await tab.wait_for(lambda update: update["type"] == "advice") for tab in (first, second)]
            assert hints[0] == hints[1]
            errors = of_type(first, "error") + of_type(second, "error")
            assert [error["code"] for error in errors] == ["thinking"]


def missed_steps(position: Update) -> list[tuple[int, list[Update]]] | None:
    """What happened in each step; the last has no position of its own, whether it came alone or not."""
    steps = position.get("steps")
    return None if steps is None else [(step["n"], step["events"]) for step in steps]


async def test_a_device_that_comes_back_receives_the_steps_it_missed(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        table = await server.create_table("kniffel", ["Anna", "Ben"])
        async with server.connect(table["table"], table["token"]) as anna:
            await anna.add_seed()
            await anna.match_started()
            for _ in range(6):
                await anna.act()
            seen = [update for update in of_type(anna, "position") if update["seat"] == 0]
        early, now = seen[2]["n"], seen[-1]["n"]
        missed = [step for update in seen for step in missed_steps(update) or () if step[0] > early]
        for after, expected in ((early, missed), (now, []), (now + 1, None), (None, None)):
            async with server.connect(table["table"], table["token"], after=after) as back:
                assert missed_steps(await back.position()) == expected


# Answers


async def test_a_ping_is_answered_at_once_for_players_and_spectators(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        table = await server.create_table("zock", ["Anna", "free"])
        for token in (table["token"], None):
            async with server.connect(table["table"], token) as device:
                await device.send("ping", id=5)
                assert await device.wait_for(lambda update: update["type"] == "pong") == {
                    "type": "pong",
                    "re": 5,
                }


async def test_a_ping_is_answered_while_the_server_accepts_nothing_else(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        table = await server.create_table("zock", ["Anna", "free"])
        async with server.connect(table["table"], table["token"]) as anna:
            server.services.unavailable = "the database is being repaired"
            await anna.send("start", id=1)
            assert await anna.error_code() == "halted"
            await anna.send("ping", id=2)
            await anna.wait_for(lambda update: update["type"] == "pong" and update["re"] == 2)
            server.services.unavailable = None


async def test_with_ack_a_command_is_answered_after_what_it_led_to(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        table = await server.create_table("zock", ["Anna", "free"])
        async with server.connect(table["table"], table["token"]) as anna:
            await anna.position()
            seen = len(anna.received)
            await anna.send("start", id=1, ack=True)
            await anna.wait_for(lambda update: update["type"] == "accepted" and update["re"] == 1)
            assert [update["type"] for update in anna.received[seen:]][-1] == "accepted"
            assert anna.latest("table")["seats"][1]["kind"] == "bot"
            await anna.send("resume", id=2, ack=True)
            assert await anna.error_code() == "settled"
            await anna.send("nod", phrase="bye", id=3)
            await anna.wait_for(lambda update: update.get("phrase") == "bye")
            assert [update["re"] for update in of_type(anna, "accepted")] == [1]


# Closing


@pytest.fixture
def _no_close_timeout(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server waits as long as it takes until a device has read everything."""
    original = WebSocketsSansIOProtocol.__init__

    @wraps(original)
    def patient(self: WebSocketsSansIOProtocol, *args: object, **more: object) -> None:
        original(self, *args, **more)  # type: ignore[arg-type]
        self.close_timeout = FOREVER

    monkeypatch.setattr(WebSocketsSansIOProtocol, "__init__", patient)
    monkeypatch.setattr(transport, "CLOSE_TIMEOUT", FOREVER)


def listen_with_small_buffers(settings: Settings) -> socket.socket:
    """A socket for which the system keeps little of what a device does not read."""
    listener = listen(settings)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    return listener


async def connect_without_reading(server: RunningServer, table: str) -> ClientConnection:
    place = urlsplit(server.sockets)
    wire = socket.socket()
    wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    wire.connect((place.hostname, place.port))
    url = f"{server.sockets}/api/tables/{table}/socket"
    return await connect(url, sock=wire, max_queue=1, compression=None)


@pytest.mark.usefixtures("_no_close_timeout")
async def test_a_device_that_does_not_read_is_disconnected_without_delaying_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("support.serving.listen", listen_with_small_buffers)
    monkeypatch.setattr(spending, "SEEDS", Allowance("seeds", 10_000, 1))
    async with open_server(tmp_path, messages_per_second=100_000) as server:
        table = await server.create_table("zock", ["Anna", "free"])
        async with (
            server.connect(table["table"], table["token"]) as anna,
            await connect_without_reading(server, table["table"]) as other,
        ):
            await anna.wait_for(lambda update: update["type"] == "presence" and update["watching"] == 1)
            while anna.latest("presence")["watching"]:
                seen = len(anna.received)
                await anna.add_seed(f"{seen:032x}")
                await anna.table(since=seen)
            texts = []
            with suppress(ConnectionClosed):
                async for text in other:
                    texts.append(text)
            assert sum(map(len, texts)) > UNSENT_AT_MOST
            numbers = [update["n"] for update in map(json.loads, texts) if update["type"] == "table"]
            assert numbers == [*range(numbers[0], numbers[-1] + 1)]  # all that was sent before the close
            assert (other.close_code, other.close_reason) == (TRY_AGAIN, "too-slow")


@pytest.mark.usefixtures("_no_close_timeout")
async def test_a_refused_connection_is_closed_at_once_even_if_it_goes_on_sending(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        table = await server.create_table("zock", ["Anna", "free"], spectators=False)
        spectator = await connect(f"{server.sockets}/api/tables/{table['table']}/socket")
        for _ in range(5):
            await spectator.send('{"type": "start"}')
        async with asyncio.timeout(PATIENCE):
            await spectator.wait_closed()
        assert (spectator.close_code, spectator.close_reason) == (REFUSED, "not-allowed")
