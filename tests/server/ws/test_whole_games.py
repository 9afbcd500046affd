"""Whole games over real sockets."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from stammtisch.match import read_record, verify
from stammtisch.server.ops.budgets import budgets
from stammtisch.server.settings import Settings
from tests.server.clients import open_server

pytestmark = pytest.mark.usefixtures("usual_transport")


async def test_two_people_play_a_whole_game_and_can_verify_the_dice(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        table = await server.create_table("zock", ["Anna", "free"])
        token = await server.join(table["table"], "Ben")
        async with (
            server.connect(table["table"], table["token"]) as anna,
            server.connect(table["table"], token) as ben,
        ):
            await asyncio.gather(anna.add_seed("aa" * 16), ben.add_seed("bb" * 16))
            await asyncio.gather(anna.play_to_end(), ben.play_to_end())
            end = await anna.table(lambda update: update["status"] == "over")
            assert [seat["seed"] for seat in end["seats"]] == ["aa" * 16, "bb" * 16]
            assert end["commitment"] == table["commitment"]
            record = await server.http.get(f"/api/records/{end['match']}")
        assert verify(read_record(record.content)).result == "right"


@pytest.mark.parametrize(
    "game", ["kniffel", pytest.param("tock", marks=pytest.mark.slow), "zock", "zocknroll"]
)
async def test_every_game_can_be_played_to_its_end_against_a_bot(game: str, tmp_path: Path) -> None:
    async with open_server(tmp_path, messages_per_second=1000) as server:
        table = await server.create_table(game, ["Anna", "bot:random"])
        async with server.connect(table["table"], table["token"]) as anna:
            await anna.add_seed()
            luck = random.Random(game)
            end = await anna.play_to_end(luck.choice)
            assert len(end["turn"]["outcome"]["places"]) == 2


async def test_chat_messages_are_limited_without_closing_the_connection(tmp_path: Path) -> None:
    burst = int(budgets(Settings())["chat messages"].person.burst)
    async with open_server(tmp_path) as server:
        table = await server.create_table("zock", ["Anna", "bot:random"])
        async with server.connect(table["table"], table["token"]) as anna:
            for _ in range(2 * burst):
                await anna.send("nod", phrase="hello")
            assert await anna.error_code() == "too-many"
            await anna.add_seed()
            await anna.match_started()
            sent = [update for update in anna.received if update["type"] == "talk"]
            assert burst <= len(sent) < 2 * burst
