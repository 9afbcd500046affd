"""Why something cannot be done, asked at a table."""

from __future__ import annotations

from pathlib import Path

from tests.server.playing import Door, News, open_house


async def _choosing(door: Door, game: str) -> tuple[News, News]:
    """A table at which Anna is to choose, and what she sees."""
    table = await door.table(game, ["Anna", "bot:random"])
    async with door.guest(table["table"], table["token"]) as anna:
        await anna.seed()
        while not any(news.get("moves") for news in anna.heard):
            await anna.act()
        return table, next(news for news in anna.heard if news.get("moves"))


async def test_a_card_is_asked_about_and_nothing_happens(tmp_path: Path) -> None:
    async with open_house(tmp_path) as door:
        table = await door.table("tock", ["Anna", "bot:random"])
        async with door.guest(table["table"], table["token"]) as anna:
            await anna.seed()
            seen = await anna.position(lambda news: news["turn"] is not None)
            while seen["view"]["phase"] != "play" or not seen["moves"]:
                await anna.act()
                seen = anna.last("position", 0)
            hand, at = seen["view"]["hands"][0], seen["at"]
            for card in hand:
                heard = len(anna.heard)
                await anna.say("why", part=card)
                told = await anna.until(lambda news: news["type"] == "reasons", heard)
                assert told["part"] == card
                playable = any(move.startswith((f"{card} ", f"{card}=")) for move in seen["moves"])
                assert (told["seat"], told["at"]) == (0, at)
                assert bool(told["reasons"]) != playable
                assert all(reason["clause"] in reason["message"] for reason in told["reasons"])


async def test_what_is_no_part_of_a_move_gets_an_error(tmp_path: Path) -> None:
    async with open_house(tmp_path) as door:
        for game in ("tock", "zock"):
            table, _ = await _choosing(door, game)
            async with door.guest(table["table"], table["token"]) as anna:
                await anna.say("why", part="no card", id=3)
                error = await anna.until(lambda news: news["type"] == "error")
                assert (error["code"], error["re"]) == ("bad-move", 3)


async def test_who_looks_on_asks_nothing(tmp_path: Path) -> None:
    async with open_house(tmp_path) as door:
        table, _ = await _choosing(door, "tock")
        async with door.guest(table["table"]) as onlooker:
            await onlooker.say("why", part="X")
            error = await onlooker.until(lambda news: news["type"] == "error")
            assert error["code"] == "not-seated"
