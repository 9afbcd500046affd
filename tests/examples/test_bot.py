"""The example bot, as a process of its own, plays at a real house."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.server.playing import Door, open_house

BOT = Path(__file__).parents[2] / "examples" / "bot.py"


async def bot(*args: str) -> Any:
    """What it prints at the end of its game."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, str(BOT), *args, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
    )
    said, trouble = await process.communicate()
    assert trouble == b""
    return json.loads(said)


def address(door: Door) -> str:
    return str(door.http.base_url).rstrip("/")


@pytest.mark.parametrize("game", ["kniffel", "zock", "zocknroll"])
async def test_two_of_them_play_a_whole_game(game: str, tmp_path: Path) -> None:
    async with open_house(tmp_path) as door:
        table = await door.table(game, ["free", "free"])
        by_link = bot(f"{address(door)}{table['link']}")
        by_code = bot(address(door), table["code"])
        first, second = await asyncio.gather(by_link, by_code)
        assert first == second
        assert min(first["places"]) == 1
        about = await door.get(f"/api/tables/{table['table']}")
        assert [(seat["kind"], len(seat["seed"])) for seat in about["seats"]] == [("program", 32)] * 2
        assert about["finished"][0]["outcome"] == first


def test_it_is_as_short_as_its_page_says() -> None:
    assert len(BOT.read_text(encoding="utf-8").splitlines()) <= 40
