"""Nothing that a device sends ends the house, or troubles anybody else in it."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from socket import SHUT_RDWR
from typing import Any, get_args

import pytest
from hypothesis import HealthCheck, Phase, event, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from stammtisch.server import messages as said
from stammtisch.server.messages import LARGEST
from stammtisch.server.socket import OFFENCES_AT_MOST, REFUSED
from tests.server.playing import PATIENCE, Door, News, open_house

EXAMPLES = 250
MARK = 4711
"""The number of the message after which a device has sent all it wanted."""
ORDERLY = {1000, 1002, 1003, 1007, 1008, 1009, REFUSED}
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
    errors = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert not [error.getMessage() for error in errors if error.name != "websockets.client"]


class Device:
    """A socket that says anything."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket

    def hear(self) -> News:
        news: News = json.loads(self.socket.recv(timeout=PATIENCE))
        return news

    def until(self, kind: str, **like: Any) -> News:
        while True:
            news = self.hear()
            if news["type"] == kind and like.items() <= news.items():
                return news

    def say(self, kind: str, **fields: Any) -> None:
        self.socket.send(json.dumps({"type": kind} | fields))


@contextmanager
def device(url: str, token: str | None = None, **headers: str) -> Iterator[Device]:
    bearer = {"Authorization": f"Bearer {token}"} if token else {}
    with connect(url, additional_headers=headers | bearer, compression=None, close_timeout=1) as socket:
        yield Device(socket)


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
            if phase not in ("open", "closed"):
                await anna.seed()
            if phase == "paused":
                await anna.position(lambda news: bool(news["turn"]))
                await anna.say("ask", vote="pause")
                await anna.until(lambda news: news["type"] == "table" and news["paused"])
            if phase == "over":
                await anna.play_on()
    closed = opened["closed"]
    bearer = {"Authorization": f"Bearer {closed['token']}"}
    assert (await door.http.delete(f"/api/tables/{closed['table']}", headers=bearer)).is_success
    return {
        phase: (f"{door.sockets}/api/tables/{table['table']}/socket", table["token"])
        for phase, table in opened.items()
    }


def said_at(guest: Device, frames_: list[Any], ending: str) -> int | None:
    """Say all that, and end in one way or another; the code with which the house closed the socket."""
    try:
        position = guest.until("position")
        for frame in frames_:
            guest.socket.send(framed(frame, position))
        if ending == "babble":
            guest.socket.socket.sendall(bytes(range(256)))
        if ending == "vanish":
            guest.socket.socket.shutdown(SHUT_RDWR)
            return None
        guest.say("move", at=-1, move="", id=MARK)
        guest.until("error", re=MARK)
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else None
    except OSError:
        return None  # who babbles may not get around to hear why it is let go
    return None


def test_whatever_devices_send_the_house_goes_on(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    def work(tables: dict[str, tuple[str, str]]) -> None:
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
        def example(phase: str, seated: bool, frames_: list[Any], ending: str) -> None:
            url, token = tables[phase]
            with device(url, token if seated else None) as guest:
                code = said_at(guest, frames_, ending)
            event(f"{ending} {code}")
            assert code is None or code in ORDERLY
            calm.say("nod", phrase="thinking")
            calm.until("talk")

        with device(*tables["calm"]) as calm:
            example()

    in_house(tmp_path, caplog, _many_tables, work, messages_per_second=10_000)
