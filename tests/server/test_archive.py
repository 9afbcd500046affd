"""Finished games over HTTP."""

from __future__ import annotations

from pathlib import Path

from tests.server.playing import Door, open_house


async def finished(door: Door) -> str:
    """The match of a game of ZOCK that was played to its end."""
    table = await door.table("zock", ["Anna", "bot:random"])
    async with door.guest(table["table"], table["token"]) as guest:
        await guest.seed()
        await guest.play_on()
    return str(table["match"])


async def test_the_draws_of_a_finished_game_make_the_throws_of_its_record(tmp_path: Path) -> None:
    async with open_house(tmp_path) as door:
        match = await finished(door)
        record = await door.get(f"/api/records/{match}")
        made = await door.get(f"/api/records/{match}/draws")
    throws = [(n, text) for n, (seat, text) in enumerate(record["log"]) if seat is None]
    assert [(draw["n"], draw["text"]) for draw in made["draws"]] == throws
    assert [sum(often for _, often in lots) for lots in made["lists"]] == [36]


async def test_a_game_that_nobody_played_has_no_draws(tmp_path: Path) -> None:
    async with open_house(tmp_path) as door:
        answer = await door.http.get("/api/records/nobody/draws")
        assert (answer.status_code, answer.json()["error"]["code"]) == (404, "unknown-table")


async def test_the_positions_of_a_game_come_in_parts(tmp_path: Path) -> None:
    async with open_house(tmp_path) as door:
        match = await finished(door)
        record = await door.get(f"/api/records/{match}")
        first = await door.get(f"/api/records/{match}/moments?count=5")
        rest = await door.get(f"/api/records/{match}/moments?start=5")
    assert len(first) == 5
    assert len(first + rest) == len(record["log"]) + 1
    assert rest[-1]["position"]["phase"] == rest[-1]["turn"]["kind"] == "over"
    assert first[0]["turn"] == {"kind": "chance", "seat": 0}
