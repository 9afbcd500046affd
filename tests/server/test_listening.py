"""Who hears what at a table: spectators, several tabs, and whoever comes back."""

from __future__ import annotations

import asyncio
import socket
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import msgspec
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from stammtisch.server.tables import commands
from stammtisch.server.tables.state import REMEMBERED_STEPS
from stammtisch.server.tables.views import view_position
from stammtisch.server.ws.connection import REFUSED, TOO_SLOW
from tests.server.playing import Door, Guest, News, open_house
from tests.server.sitting import Evening

pytestmark = pytest.mark.usefixtures("each_transport")


async def test_who_may_not_look_on_sees_nothing(tmp_path: Path) -> None:
    async with open_house(tmp_path) as door:
        table = await door.table("zock", ["Anna", "free"], spectators=False)
        async with door.guest(table["table"]) as stranger:
            assert await stranger.refused() == "not-allowed"
        ben = await door.sit(table["table"], "Ben")
        async with door.guest(table["table"], ben) as guest:
            await guest.position()
            await guest.say("leave")
            await guest.until(lambda news: news["type"] == "table" and not news["seats"][1]["name"])
            seen = len(guest.heard)
            await door.sit(table["table"], "Cleo")
            await guest.until(lambda news: news["type"] == "table", seen)
            await guest.say("say", text="hello")
            assert await guest.refused() == "not-seated"
            assert "position" not in {news["type"] for news in guest.heard[seen:]}
        async with door.guest(table["table"], ben) as back:
            assert await back.refused() == "not-allowed"
        async with door.guest(table["table"], table["token"]) as anna:
            await anna.position()


async def test_all_tabs_of_a_person_hear_everything(tmp_path: Path) -> None:
    async with open_house(tmp_path) as door:
        table = await door.table("zock", ["Anna", "bot:random"])
        async with (
            door.guest(table["table"], table["token"]) as first,
            door.guest(table["table"], table["token"]) as second,
        ):
            await first.seed()
            for _ in range(4):
                await first.act()
                await second.act()
            await second.say("nod", phrase="bye")
            for tab in (first, second):
                await tab.until(lambda news: news.get("phrase") == "bye")

            def told(tab: Guest) -> list[News]:
                return [news for news in tab.heard if news["type"] in ("table", "position", "talk")]

            common = len(told(second)) - 2
            assert told(first)[-common:] == told(second)[-common:]


async def test_a_hint_is_worked_out_once_for_all_tabs(tmp_path: Path) -> None:
    async with open_house(tmp_path) as door:
        table = await door.table("zock", ["Anna", "bot:random"])
        async with (
            door.guest(table["table"], table["token"]) as first,
            door.guest(table["table"], table["token"]) as second,
        ):
            await first.seed()
            await second.position(lambda news: news["turn"] is not None)
            await asyncio.gather(first.say("hint"), second.say("hint"))
            advice = [await tab.until(lambda news: news["type"] == "advice") for tab in (first, second)]
            assert advice[0] == advice[1]
            codes = [news["code"] for tab in (first, second) for news in tab.heard if news["type"] == "error"]
            assert codes == ["thinking"]


async def test_who_comes_back_gets_the_steps_that_were_missed(tmp_path: Path) -> None:
    async with open_house(tmp_path) as door:
        table = await door.table("kniffel", ["Anna", "Ben"])
        async with door.guest(table["table"], table["token"]) as anna:
            await anna.seed()
            await anna.position(lambda news: news["turn"] is not None)
            for _ in range(6):
                await anna.act()
            heard = [news for news in anna.heard if news["type"] == "position" and news["seat"] == 0]
            missed = [step for news in heard for step in news.get("steps", ()) if step["n"] > heard[2]["n"]]
        now = heard[-1]["n"]
        for after, expected in ((heard[2]["n"], missed), (now, []), (now + 1, None), (None, None)):
            async with door.guest(table["table"], table["token"], after) as back:
                assert (await back.position()).get("steps") == expected


def test_who_was_away_for_too_long_gets_no_steps() -> None:
    evening = Evening("kniffel", "Anna", "Ben", "Cleo").begin()
    began = evening.table.n
    while len(evening.table.running().steps) < REMEMBERED_STEPS + 5:
        evening.step()
    table = evening.table
    assert len(view_position(table, 0, table.recent[0][0] - 1, 0.0).steps or ()) == REMEMBERED_STEPS
    for after in (0, began, table.recent[0][0] - 2):
        assert view_position(table, 0, after, 0.0).steps is msgspec.UNSET


def test_a_step_taken_back_does_not_hide_that_others_are_forgotten() -> None:
    evening = Evening("zock", "Anna", "Ben", real_dice=True)
    for number in range(REMEMBERED_STEPS):
        throw = commands.Roll(at=evening.table.at, outcome="63")
        evening.say(0, throw)
        evening.say(number % 2, commands.ContestRoll(at=evening.table.at))
    assert len(evening.table.running().steps) < REMEMBERED_STEPS
    assert view_position(evening.table, 0, 0, 0.0).steps is msgspec.UNSET


async def deaf(door: Door, table: str) -> ClientConnection:
    """Somebody's socket that takes hardly anything, and on which nobody reads."""
    place = urlsplit(door.sockets)
    wire = socket.socket()
    wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    wire.connect((place.hostname, place.port))
    return await connect(f"{door.sockets}/api/tables/{table}/socket", sock=wire, max_queue=1)


async def test_a_device_that_reads_nothing_is_let_go_and_holds_up_nobody(tmp_path: Path) -> None:
    async with open_house(tmp_path, messages_per_second=100_000) as door:
        table = await door.table("zock", ["Anna", "free"])
        async with (
            door.guest(table["table"], table["token"]) as anna,
            await deaf(door, table["table"]) as other,
        ):
            await anna.until(lambda news: news["type"] == "presence" and news["watching"] == 1)
            told = 0
            while anna.last("presence")["watching"]:
                await anna.seed()
                await anna.until(lambda news: news["type"] == "table", len(anna.heard))
                told += 1
            with suppress(ConnectionClosed):
                async for _ in other:
                    told -= 1  # what it had not read yet
            assert told < 0, "it missed nothing of what was sent before"
            assert (other.close_code, other.close_reason) == (TOO_SLOW, "too-slow")


async def test_who_is_refused_while_still_talking_is_not_kept_waiting(tmp_path: Path) -> None:
    async with open_house(tmp_path) as door:
        table = await door.table("zock", ["Anna", "free"], spectators=False)
        stranger = await connect(f"{door.sockets}/api/tables/{table['table']}/socket")
        for _ in range(5):
            await stranger.send('{"type": "start"}')
        async with asyncio.timeout(5):  # half the time after which the server gives up
            await stranger.wait_closed()
        assert (stranger.close_code, stranger.close_reason) == (REFUSED, "not-allowed")
