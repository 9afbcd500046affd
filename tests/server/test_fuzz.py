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

from stammtisch.server.tables import commands
from stammtisch.server.ws.connection import OFFENCES_AT_MOST, REFUSED
from stammtisch.server.ws.protocol import LARGEST
from tests.server.playing import PATIENCE, Door, News, open_house

pytestmark = pytest.mark.usefixtures("each_transport")

EXAMPLES = 400
MARK = 4711
"""The number of a message whose refusal says that all before it has been answered."""
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
        self.position: News = {}

    def hear(self) -> News:
        news: News = json.loads(self.socket.recv(timeout=PATIENCE))
        if news["type"] == "position":
            self.position = news
        return news

    def hear_or_end(self) -> News | None:
        try:
            return self.hear()
        except ConnectionClosed:
            return None

    def until(self, kind: str, **like: Any) -> News:
        while True:
            news = self.hear()
            if news["type"] == kind and like.items() <= news.items():
                return news

    def say(self, kind: str, **fields: Any) -> None:
        self.socket.send(json.dumps({"type": kind} | fields))

    def settle(self) -> None:
        """Wait until all that was said has been answered."""
        self.say("move", at=-1, move="", id=MARK)
        self.until("error", re=MARK)


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
KINDS = {kind.__struct_config__.tag: kind for kind in get_args(commands.AnyCommand)}
KEYS = sorted({field for kind in KINDS.values() for field in kind.__struct_fields__})
strange_messages = st.fixed_dictionaries(
    {"type": st.sampled_from([*KINDS, "", "Throw", "position", None, 7])},
    optional=dict.fromkeys(KEYS, values),
)
AT, MOVE = "the present position", "a listed move"
"""What a careful device would put there."""
at = st.just(AT) | st.just(AT) | st.integers(-3, 60)
seat = st.none() | st.none() | st.integers(-1, 4)
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
    st.sampled_from(["5H", "X", "?", ""]).map(lambda part: {"type": "why", "part": part}),
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
    st.sampled_from(
        ["[" * 5000, '{"type":"say","text":"' + "a" * 8000 + '"}', '{"type":"say","text":"\\ud800"}']
    ),
)


def framed(frame: Any, position: News) -> str | bytes:
    """The frame as it travels, with the present position where it is meant."""
    if not isinstance(frame, dict):
        return frame if isinstance(frame, str | bytes) else json.dumps(frame)
    known = {AT: position["at"], MOVE: (position["moves"] or ["1"])[0]}
    return json.dumps({key: known[value] if value in (AT, MOVE) else value for key, value in frame.items()})


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
        guest.until("position")
        for frame in frames_:
            guest.socket.send(framed(frame, guest.position))
            guest.settle()
        if ending == "babble":
            guest.socket.socket.sendall(bytes(range(256)))
        if ending == "vanish":
            guest.socket.socket.shutdown(SHUT_RDWR)
            return None
        guest.settle()
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
            calm.settle()

        with device(*tables["calm"]) as calm:
            example()

    in_house(tmp_path, caplog, _many_tables, work, messages_per_second=10_000)


# Limits


def refusals(guest: Device) -> tuple[list[str], int]:
    """The codes of all refusals until the house closes the socket, and the code of the close."""
    codes = []
    while (news := guest.hear_or_end()) is not None:
        if news["type"] == "error":
            codes.append(news["code"])
    assert guest.socket.close_code is not None
    return codes, guest.socket.close_code


async def _one_table(door: Door) -> tuple[str, str]:
    table = await door.table("zock", ["Anna", "free"])
    return f"{door.sockets}/api/tables/{table['table']}/socket", table["token"]


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
def test_repeated_nonsense_is_refused_by_its_code_and_then_the_door_is_shut(
    nonsense: str | bytes, code: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    def work(place: tuple[str, str]) -> None:
        with device(*place) as guest:
            for _ in range(OFFENCES_AT_MOST + 1):
                guest.socket.send(nonsense)
            assert refusals(guest) == ([code] * (OFFENCES_AT_MOST + 1), 1008)

    in_house(tmp_path, caplog, _one_table, work)


def test_what_the_rules_refuse_is_no_nonsense(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    def work(place: tuple[str, str]) -> None:
        with device(*place) as guest:
            for number in range(OFFENCES_AT_MOST + 10):
                guest.say("move", at=0, move="7", id=number)
            guest.until("error", re=OFFENCES_AT_MOST + 9)
            guest.say("nod", phrase="hello")
            guest.until("talk", phrase="hello")

    in_house(tmp_path, caplog, _one_table, work)


def test_a_flood_is_refused_and_then_ended(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    def work(place: tuple[str, str]) -> None:
        with device(*place) as guest:
            for _ in range(150):
                guest.say("nod", phrase="hurry")
            codes, closed = refusals(guest)
        assert (codes, closed) == (["too-many"] * (OFFENCES_AT_MOST + 1), 1008)

    in_house(tmp_path, caplog, _one_table, work, messages_per_second=20)


def test_a_frame_has_at_most_8_kib(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    def work(place: tuple[str, str]) -> None:
        with device(*place) as guest:
            guest.socket.send("é" * (LARGEST // 2))
            assert guest.until("error")["code"] == "bad-json"
            guest.socket.send("é" * (LARGEST // 2) + "x")
            assert refusals(guest) == ([], 1009)

    in_house(tmp_path, caplog, _one_table, work)


def test_binary_frames_are_as_good_as_text(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    def work(place: tuple[str, str]) -> None:
        with device(*place) as guest:
            guest.socket.send(b'{"type":"nod","phrase":"bye"}')
            guest.until("talk", phrase="bye")

    in_house(tmp_path, caplog, _one_table, work)


def test_one_address_has_only_so_many_sockets(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    def work(place: tuple[str, str]) -> None:
        with device(*place) as first, device(*place):
            with device(*place) as third:
                assert refusals(third) == (["too-many"], REFUSED)
            first.until("presence")
        with device(*place) as later:
            later.until("position")

    in_house(tmp_path, caplog, _one_table, work, most_connections_per_address=2)


# Who may come in


def test_a_foreign_page_gets_no_socket(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    def work(place: tuple[str, str]) -> None:
        own = place[0].replace("ws://", "http://").partition("/api")[0]
        for origin in ("http://evil.example", "null", own + ".evil.example", own.replace("http", "https")):
            with pytest.raises(InvalidStatus, match="403"), device(*place, Origin=origin):
                pass
        for origin in (own, "https://friends.example"):
            with device(*place, Origin=origin) as guest:
                assert guest.until("position")["seat"] == 0

    in_house(tmp_path, caplog, _one_table, work, origins=["https://friends.example"])


def test_a_cookie_acts_only_on_our_own_page_and_a_token_anywhere(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    def work(place: tuple[str, str]) -> None:
        url, token = place
        own = url.replace("ws://", "http://").partition("/api")[0]
        seats = {
            "by token": device(url, token),
            "by cookie": device(url, Cookie=f"seat={token}", Origin=own),
            "by cookie without origin": device(url, Cookie=f"seat={token}"),
            "by nothing": device(url, Origin=own),
        }
        found = {}
        for way, coming in seats.items():
            with coming as guest:
                found[way] = guest.until("position")["seat"]
        assert found == {
            "by token": 0,
            "by cookie": 0,
            "by cookie without origin": None,
            "by nothing": None,
        }
        with device(url, "x" * 43) as stranger:
            assert refusals(stranger) == (["not-seated"], REFUSED)

    in_house(tmp_path, caplog, _one_table, work)
