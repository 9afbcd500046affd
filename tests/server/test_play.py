"""Whole games over real sockets."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from stammtisch.match import read_record, verify
from tests.server.playing import open_house

pytestmark = pytest.mark.usefixtures("each_transport")


async def test_two_people_play_a_whole_game_and_can_verify_the_dice(tmp_path: Path) -> None:
    async with open_house(tmp_path) as door:
        table = await door.table("zock", ["Anna", "free"])
        token = await door.sit(table["table"], "Ben")
        async with (
            door.guest(table["table"], table["token"]) as anna,
            door.guest(table["table"], token) as ben,
        ):
            await asyncio.gather(anna.seed("aa" * 16), ben.seed("bb" * 16))
            await asyncio.gather(anna.play_on(), ben.play_on())
            end = await anna.until(lambda news: news["type"] == "table" and news["status"] == "over")
            assert [seat["seed"] for seat in end["seats"]] == ["aa" * 16, "bb" * 16]
            assert end["commitment"] == table["commitment"]
            record = await door.http.get(f"/api/records/{end['match']}")
        assert verify(read_record(record.content)).result == "right"


@pytest.mark.parametrize("game", ["kniffel", "tock", "zock", "zocknroll"])
async def test_every_game_is_played_against_bots(game: str, tmp_path: Path) -> None:
    async with open_house(tmp_path, messages_per_second=1000) as door:
        table = await door.table(game, ["Anna", "bot:random"])
        async with door.guest(table["table"], table["token"]) as anna:
            await anna.seed()
            luck = random.Random(game)
            end = await anna.play_on(luck.choice)
            assert len(end["turn"]["outcome"]["places"]) == 2


async def test_who_asks_from_elsewhere_learns_whose_turn_it_is(tmp_path: Path) -> None:
    async with open_house(tmp_path) as door:
        table = await door.table("zock", ["Anna", "bot:random"])
        address = f"/api/tables/{table['table']}"
        assert (await door.get(address))["asked"] == []
        async with door.guest(table["table"], table["token"]) as anna:
            await anna.seed()
            await anna.until(lambda news: news["type"] == "position" and news["turn"] is not None)
            assert (await door.get(address))["asked"] == [0]
            assert all("asked" not in news for news in anna.heard)


async def test_talk_is_heard_up_to_a_measure_and_nobody_is_shown_the_door(tmp_path: Path) -> None:
    async with open_house(tmp_path) as door:
        table = await door.table("zock", ["Anna", "bot:random"])
        async with door.guest(table["table"], table["token"]) as anna:
            for _ in range(30):
                await anna.say("nod", phrase="hello")
            assert await anna.refused() == "too-many"
            await anna.seed()
            await anna.position(lambda news: news["turn"] is not None)
            spoken = [news for news in anna.heard if news["type"] == "talk"]
            assert 20 <= len(spoken) < 25
