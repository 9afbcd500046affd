"""Nothing that a device sends ends the house, or troubles anybody else in it."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import HealthCheck, Phase, event, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from stammtisch.server import messages as said
from stammtisch.server.messages import LARGEST
from stammtisch.server.socket import OFFENCES_AT_MOST
from tests.server.playing import PATIENCE, Door, News, open_house

EXAMPLES = 250
MARK = 4711
"""The number of the message after which a device has sent all it wanted."""
ORDERLY = {1000, 1002, 1003, 1007, 1008, 1009}
"""Close codes that say whose fault it was, and none of them says ours."""


class Noticed:
    """What went wrong where nobody awaits it."""

    def __init__(self) -> None:
        self.troubles: list[str] = []

    def listen(self) -> None:
        asyncio.get_running_loop().set_exception_handler(
            lambda _, context: self.troubles.append(f"{context['message']}: {context.get('exception')!r}")
        )


def in_house(
    folder: Path,
    caplog: pytest.LogCaptureFixture,
    prepare: Callable[[Door], Any],
    work: Callable[[Any], None],
    **terms: Any,
) -> None:
    """Do blocking work beside an open house; nothing may have gone wrong there."""
    noticed = Noticed()

    async def evening() -> None:
        noticed.listen()
        async with open_house(folder, **terms) as door:
            await asyncio.to_thread(work, await prepare(door))

    asyncio.run(evening())
    assert not noticed.troubles
    assert not [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]


class Device:
    """A socket that says anything."""

    def __init__(self, url: str, token: str | None = None, **headers: str) -> None:
        if token:
            headers["Authorization"] = f"Bearer {token}"
        self.socket: ClientConnection = connect(
            url, additional_headers=headers, compression=None, close_timeout=PATIENCE
        )
        self.heard: list[News] = []

    def hear(self) -> News:
        news: News = json.loads(self.socket.recv(timeout=PATIENCE))
        self.heard.append(news)
        return news

    def until(self, kind: str, **like: Any) -> News:
        while True:
            news = self.hear()
            if news["type"] == kind and like.items() <= news.items():
                return news

    def say(self, kind: str, **fields: Any) -> None:
        self.socket.send(json.dumps({"type": kind} | fields))

    def settle(self) -> int | None:
        """Wait until all that was said is answered; the code if the socket was closed over it."""
        try:
            self.say("move", at=-1, move="", id=MARK)
            self.until("error", re=MARK)
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 1006
        return None


# What people might send


def _deep(opening: str, closing: str) -> st.SearchStrategy[str]:
    return st.integers(1, 3000).map(lambda depth: opening * depth + closing * depth)


numbers = st.sampled_from([0, 1, -1, 2**31, 2**63, 2**64, -(2**63) - 1, 10**30, int("9" * 4000), 1.5, 1e300])
scalars = st.none() | st.booleans() | numbers | st.integers() | st.text(max_size=40)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
KINDS = {kind.__struct_config__.tag: kind for kind in get_args(said.AnyMessage)}
KEYS = sorted({field for kind in KINDS.values() for field in kind.__struct_fields__})
strange_messages = st.fixed_dictionaries(
    {"type": st.sampled_from([*KINDS, "", "Throw", "position", None, 7])},
    optional={key: values for key in KEYS},
)
AT, MOVE = "the present position", "a listed move"
"""What a careful device would put there."""
at = st.just(AT) | st.integers(-3, 60)
seat = st.none() | st.integers(-1, 4)
right_messages = st.one_of(
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
    st.text(min_size=1, max_size=300).map(lambda text: {"type": "say", "text": text}),
    st.just({"type": "nod", "phrase": "hello"}),
)
frames = st.one_of(
    right_messages,
    right_messages,
    strange_messages,
    values.map(json.dumps),
    st.text(max_size=100),
    st.binary(max_size=100),
    _deep("[", "]"),
    _deep('{"type":', "}"),
    st.sampled_from(["[" * 5000, '{"type":"say","text":"' + "a" * 8000 + '"}', '{"type":"say","text":"\\ud800"}']),
)


def framed(frame: Any, position: News) -> str | bytes:
    """The frame as it travels, with the present position where it is meant."""
    if not isinstance(frame, dict):
        return frame if isinstance(frame, str | bytes) else json.dumps(frame)
    known = {AT: position["at"], MOVE: (position["moves"] or ["1"])[0]}
    filled = {
        key: known.get(value, value) if isinstance(value, str) else value for key, value in frame.items()
    }
    return json.dumps(filled)


async def _many_tables(door: Door) -> dict[str, Any]:
    """Tables in every phase, by the address of their socket, with a token of somebody there."""
    opened = {
        "calm": await door.table("kniffel", ["Anna", "Ben"]),
        "open": await door.table("zock", ["Anna", "free"]),
        "playing": await door.table("tock", ["Anna", "Ben", "Cleo", "Dora"]),
        "secret": await door.table("zocknroll", ["Anna", "bot:random"], clock={"move": 5, "reserve": 3}),
        "real": await door.table("zock", ["Anna", "Ben"], real_dice=True),
        "paused": await door.table("zock", ["Anna", "bot:random"], hints=False, spectators=False),
        "closed": await door.table("zock", ["Anna", "Ben"]),
        "over": await door.table("zock", ["Anna", "Ben"]),
    }
    for phase, table in opened.items():
        async with door.guest(table["table"], table["token"]) as anna:
            if phase != "open":
                await anna.seed()
            if phase == "paused":
                await anna.position(lambda news: bool(news["turn"]))
                await anna.say("ask", vote="pause")
                await anna.until(lambda news: news["type"] == "table" and news["paused"])
            if phase == "over":
                await anna.play_on()
    token = opened["over"]["token"]
    await door.http.delete(
        f"/api/tables/{opened['closed']['table']}", headers={"Authorization": f"Bearer {token}"}
    )
    return {
        phase: (f"{door.sockets}/api/tables/{table['table']}/socket", table["token"])
        for phase, table in opened.items()
    }


def test_whatever_devices_send_the_house_goes_on(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    def work(tables: dict[str, tuple[str, str]]) -> None:
        calm = Device(*tables["calm"])

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
            st.lists(frames, min_size=1, max_size=15),
            st.sampled_from(["settle", "settle", "settle", "vanish", "babble"]),
        )
        def example(phase: str, seated: bool, said_: list[Any], ending: str) -> None:
            url, token = tables[phase]
            device = Device(url, token if seated else None)
            code = None
            with suppress(ConnectionClosed):
                position = device.until("position")
                for frame in said_:
                    device.socket.send(framed(frame, position))
                if ending == "babble":
                    device.socket.socket.sendall(bytes(range(256)))
                if ending == "vanish":
                    device.socket.socket.close()
                else:
                    code = device.settle()
            event(f"{ending} {code}")
            assert code is None or code in ORDERLY
            device.socket.close()
            calm.say("nod", phrase="thinking")
            calm.until("talk")

        example()

    in_house(tmp_path, caplog, _many_tables, work, messages_per_second=10_000)
