"""What a position says beside the moves, for whoever draws it and knows no rules."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.server.playing import News, open_house


async def _first_choice(folder: Path, game: str) -> News:
    async with open_house(folder) as door:
        table = await door.table(game, ["Anna", "bot:random"])
        async with door.guest(table["table"], table["token"]) as anna:
            await anna.seed()
            while not (anna.heard and any(news.get("moves") for news in anna.heard)):
                await anna.act()
            return next(news for news in anna.heard if news.get("moves"))


def test_each_move_has_a_label_where_a_game_has_any(tmp_path: Path) -> None:
    position = asyncio.run(_first_choice(tmp_path, "kniffel"))
    points = {move: label for move, label in zip(position["moves"], position["labels"], strict=True) if label}
    total = sum(map(int, position["view"]["dice"]))
    assert points["score chance"] == str(total)
    assert position["tally"]["total"] == [sum(sheet.values()) for sheet in position["view"]["sheets"]]


def test_games_without_labels_and_tally_say_nothing_of_them(tmp_path: Path) -> None:
    assert not {"labels", "tally"} & asyncio.run(_first_choice(tmp_path, "zock")).keys()
