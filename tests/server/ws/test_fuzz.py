"""Whatever a device sends, the server goes on, and nobody else notices."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from socket import SHUT_RDWR
from typing import Any, get_args

import pytest
from hypothesis import HealthCheck, Phase, event, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from stammtisch.server.tables import commands
from stammtisch.server.ws.protocol import REFUSED
from support.waiting import PATIENCE
from tests.server.clients import RunningServer, Update, bearer, open_server

pytestmark = pytest.mark.usefixtures("usual_transport", "no_server_errors")

EXAMPLES = 400
MARK = 4711
"""The number of a command whose refusal says that everything before it has been answered."""
NOT_OUR_FAULT = {1000, 1002, 1003, 1007, 1008, 1009, REFUSED}
"""The close codes that blame the device or nobody."""


class Device:
    """A blocking connection that sends anything."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.position: Update = {}

    def wait_for(self, kind: str, **like: Any) -> Update:
        """The next update of that kind and with these values."""
        while True:
            update: Update = json.loads(self.socket.recv(timeout=PATIENCE))
            if update["type"] == "position":
                self.position = update
            if update["type"] == kind and like.items() <= update.items():
                return update

    def settle(self) -> None:
        """Wait until everything that was sent has been answered."""
        self.socket.send(json.dumps({"type": "move", "at": -1, "move": "", "id": MARK}))
        self.wait_for("error", re=MARK)


@contextmanager
def device(url: str, token: str | None = None) -> Iterator[Device]:
    headers = bearer(token)
    with connect(url, additional_headers=headers, compression=None, close_timeout=1) as socket:
        yield Device(socket)


# What devices might send


def _deep(opening: str, closing: str) -> st.SearchStrategy[str]:
    return st.integers(1, 3000).map(lambda depth: opening * depth + closing * depth)


numbers = st.sampled_from([0, 1, -1, 2**31, 2**63, 2**64, -(2**63) - 1, 10**30, int("9" * 4000), 1.5, 1e300])
scalars = st.none() | st.booleans() | numbers | st.integers() | st.text(max_size=40)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
KINDS = {kind.__struct_config__.tag: kind for kind in get_args(commands.AnyCommand)}
KEYS = sorted({field for kind in KINDS.values() for field in kind.__struct_fields__})
strange_commands = st.fixed_dictionaries(
    {"type": st.sampled_from([*KINDS, "", "Throw", "position", None, 7])},
    optional=dict.fromkeys(KEYS, values),
)
AT, MOVE = "the present position", "a listed move"
"""Replaced by what a well-behaved device would send."""
at = st.just(AT) | st.just(AT) | st.integers(-3, 60)
seat = st.none() | st.none() | st.integers(-1, 4)
valid_commands = st.one_of(
    st.builds(lambda at, seat: {"type": "throw", "at": at, "seat": seat}, at, seat),
    st.builds(
        lambda at, outcome: {"type": "throw", "at": at, "outcome": outcome},
        at,
        st.sampled_from(["", "63", "66", "6 3", "٣٣", "roll 11", "KH " * 600, "\n"]),
    ),
    st.builds(
        lambda at, seat, move: {"type": "move", "at": at, "seat": seat, "move": move},
        at,
        seat,
        st.just(MOVE) | st.text(max_size=20),
    ),
    st.builds(lambda at: {"type": "contest", "at": at}, at),
    st.sampled_from(["0" * 16, "f" * 64, "0" * 16 + "\n"]).map(lambda seed: {"type": "seed", "seed": seed}),
    st.sampled_from([{"type": kind} for kind in ("start", "resume", "leave", "back", "hint")]),
    st.builds(
        lambda vote, seat: {"type": "ask", "vote": vote, "seat": seat},
        st.sampled_from(["takeback", "rematch", "pause", "handover"]),
        seat,
    ),
    st.booleans().map(lambda yes: {"type": "answer", "yes": yes}),
    st.builds(lambda seat: {"type": "remove", "seat": seat}, seat),
    st.builds(lambda seat, muted: {"type": "mute", "seat": seat, "muted": muted}, seat, st.booleans()),
    st.text(min_size=1, max_size=300).map(lambda text: {"type": "say", "text": text}),
    st.just({"type": "nod", "phrase": "hello"}),
    st.sampled_from(["5H", "X", "?", ""]).map(lambda part: {"type": "why", "part": part}),
)
messages = st.one_of(
    valid_commands,
    valid_commands,
    strange_commands,
    values.map(json.dumps),
    st.text(max_size=100),
    st.binary(max_size=100),
    _deep("[", "]"),
    _deep('{"type":', "}"),
    st.sampled_from(
        ["[" * 5000, '{"type":"say","text":"' + "a" * 8000 + '"}', '{"type":"say","text":"\\ud800"}']
    ),
)


def encoded(message: Any, position: Update) -> str | bytes:
    """The message as it is sent, with the present position and a listed move filled in."""
    if not isinstance(message, dict):
        return message if isinstance(message, str | bytes) else json.dumps(message)
    known = {AT: position["at"], MOVE: (position["moves"] or ["1"])[0]}
    return json.dumps({key: known[value] if value in (AT, MOVE) else value for key, value in message.items()})


async def _many_tables(server: RunningServer) -> dict[str, Any]:
    """Tables in every phase: the address of the socket, and the token of somebody there."""
    created = {
        "calm": await server.create_table("kniffel", ["Anna", "Ben"]),
        "open": await server.create_table("zock", ["Anna", "free"]),
        "playing": await server.create_table("tock", ["Anna", "Ben", "Cleo", "Dora"]),
        "secret": await server.create_table(
            "zocknroll", ["Anna", "bot:random"], clock={"move": 5, "reserve": 3}
        ),
        "real": await server.create_table("zock", ["Anna", "Ben"], real_dice=True),
        "paused": await server.create_table("zock", ["Anna", "bot:random"], hints=False, spectators=False),
        "closed": await server.create_table("zock", ["Anna", "Ben"]),
        "over": await server.create_table("zock", ["Anna", "Ben"]),
    }
    for phase, table in created.items():
        async with server.connect(table["table"], table["token"]) as anna:
            if phase not in ("open", "closed"):
                await anna.add_seed()
            if phase == "paused":
                await anna.position(lambda update: bool(update["turn"]))
                await anna.send("ask", vote="pause")
                await anna.table(lambda update: update["paused"])
            if phase == "over":
                await anna.play_to_end()
    closed = created["closed"]
    answer = await server.request("DELETE", f"/api/tables/{closed['table']}", closed["token"])
    assert answer.is_success
    return {
        phase: (f"{server.sockets}/api/tables/{table['table']}/socket", table["token"])
        for phase, table in created.items()
    }


def send_all(client: Device, sent: list[Any], ending: str) -> int | None:
    """Send everything and end in that way; the code with which the server closed the connection, if any."""
    try:
        client.wait_for("position")
        for message in sent:
            client.socket.send(encoded(message, client.position))
            client.settle()
        if ending == "garbage":
            client.socket.socket.sendall(bytes(range(256)))
        if ending == "vanish":
            client.socket.socket.shutdown(SHUT_RDWR)
            return None
        client.settle()
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else None
    except OSError:
        return None  # after garbage the reason for the close may not arrive
    return None


def try_out(tables: dict[str, tuple[str, str]]) -> None:
    @settings(
        max_examples=EXAMPLES,
        database=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(
        st.sampled_from(sorted(tables)),
        st.integers(0, 3).map(bool),
        st.lists(messages, min_size=1, max_size=15),
        st.sampled_from(["settle", "settle", "settle", "vanish", "garbage"]),
    )
    def example(phase: str, seated: bool, sent: list[Any], ending: str) -> None:
        url, token = tables[phase]
        with device(url, token if seated else None) as client:
            code = send_all(client, sent, ending)
        event(f"{ending} {code}")
        assert code is None or code in NOT_OUR_FAULT
        calm.settle()

    with device(*tables["calm"]) as calm:
        example()


async def test_the_server_goes_on_whatever_devices_send(tmp_path: Path) -> None:
    async with open_server(
        tmp_path, messages_per_second=10_000, most_connections_per_address=100_000
    ) as server:
        await asyncio.to_thread(try_out, await _many_tables(server))
