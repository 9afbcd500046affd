"""Questions that change nothing: why a card cannot be played, asked at a real server."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.clients import open_server


async def test_a_player_learns_why_a_card_cannot_be_played(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        table = await server.create_table("tock", ["Anna", "bot:random"])
        async with server.connect(table["table"], table["token"]) as anna:
            await anna.add_seed()
            seen = await anna.match_started()
            while seen["view"]["phase"] != "play" or not seen["moves"]:
                await anna.act()
                seen = anna.latest("position", 0)
            for card in seen["view"]["hands"][0]:
                received = len(anna.received)
                await anna.send("why", part=card)
                answer = await anna.wait_for(lambda update: update["type"] == "reasons", received)
                assert (answer["part"], answer["seat"], answer["at"]) == (card, 0, seen["at"])
                playable = any(move.startswith((f"{card} ", f"{card}=")) for move in seen["moves"])
                assert bool(answer["reasons"]) != playable
                assert all(reason["clause"] in reason["message"] for reason in answer["reasons"])


@pytest.mark.parametrize("game", ["tock", "zock"])
async def test_a_question_about_something_that_is_not_part_of_a_move_is_refused(
    game: str, tmp_path: Path
) -> None:
    async with open_server(tmp_path) as server:
        table = await server.create_table(game, ["Anna", "bot:random"])
        async with server.connect(table["table"], table["token"]) as anna:
            await anna.add_seed()
            await anna.act_until_choice()
            received = len(anna.received)
            await anna.send("why", part="no card", id=3)
            error = await anna.wait_for(lambda update: update["type"] == "error", received)
            assert (error["code"], error["re"]) == ("bad-move", 3)


async def test_a_spectator_cannot_ask_why(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        table = await server.create_table("tock", ["Anna", "bot:random"])
        async with server.connect(table["table"]) as spectator:
            await spectator.send("why", part="X")
            assert await spectator.error_code() == "not-seated"
