"""The example bot plays at a real server, as a process of its own."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.server.clients import open_server

BOT = Path(__file__).parents[2] / "examples" / "bot.py"


async def run_bot(*args: str) -> Any:
    """What the bot prints at the end of its game."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, str(BOT), *args, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
    )
    output, errors = await process.communicate()
    assert errors == b""
    return json.loads(output)


@pytest.mark.parametrize("game", ["kniffel", "zock", "zocknroll"])
async def test_two_bots_play_a_whole_game(game: str, tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        table = await server.create_table(game, ["free", "free"])
        by_link = run_bot(f"{server.origin}{table['link']}")
        by_code = run_bot(server.origin, table["code"])
        first, second = await asyncio.gather(by_link, by_code)
        assert first == second
        assert min(first["places"]) == 1
        shown = await server.get(f"/api/tables/{table['table']}")
        assert [(seat["kind"], len(seat["seed"])) for seat in shown["seats"]] == [("program", 32)] * 2
        assert shown["finished"][0]["outcome"] == first


def test_the_bot_is_as_short_as_the_documentation_says() -> None:
    assert len(BOT.read_text(encoding="utf-8").splitlines()) <= 40
