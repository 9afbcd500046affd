"""Finished games over HTTP: downloaded, verified, walked through and analysed."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

from stammtisch.analysis.report import Report
from stammtisch.match import read_record, verify
from tests.server.evenings import MARKUP, asked, played, refused
from tests.server.playing import open_house


async def test_a_finished_game_can_be_downloaded_verified_and_walked_through(tmp_path: Path) -> None:
    async with open_house(tmp_path) as door:
        table = await played(door)
        path = f"/api/records/{table['match']}"
        answer = await asked(door, "GET", path)
        assert (
            answer.headers["content-disposition"] == f'attachment; filename="zock-{table["match"][:8]}.json"'
        )
        record = read_record(answer.content)
        assert verify(record).result == "right"
        assert record.seats == ("Anna", "bot:random")
        moments = await door.get(f"{path}/moments")
        assert len(moments) == len(record.log) + 1
        assert moments[-1]["turn"]["kind"] == "over"
        assert await door.get(f"{path}/moments?start=3&count=2") == moments[3:5]
        assert await door.get(f"{path}/moments?start=100000") == []
        for query in (
            "start=-1",
            "count=0",
            "count=201",
            "count=x",
            "start=" + "9" * 5000,
            "count=1&count=2",
        ):
            assert refused(await asked(door, "GET", f"{path}/moments?{query}")) == (400, "bad-query")


async def test_a_finished_game_is_analysed_in_a_process_of_its_own(tmp_path: Path) -> None:
    async with open_house(tmp_path) as door:
        table = await played(door, "zock", MARKUP)
        path = f"/api/records/{table['match']}/analysis"
        assert refused(await asked(door, "GET", path)) == (404, "unknown-table")
        starts = await asyncio.gather(*(asked(door, "POST", path) for _ in range(3)))
        assert {answer.status_code for answer in starts} == {202}
        seen = [starts[0].json()]
        while seen[-1]["status"] == "running":
            seen.append(await door.get(path))
            await asyncio.sleep(0.01)
        assert seen[-1]["status"] == "done"
        assert seen[-1]["done"] == seen[-1]["of"] > 0
        assert [status["done"] for status in seen] == sorted(status["done"] for status in seen)
        report = msgspec.json.decode((await asked(door, "GET", f"{path}/report")).content, type=Report)
        assert report.game == "zock"
        page = await asked(door, "GET", f"{path}/page")
        assert page.headers["content-type"].startswith("text/html")
        assert "attachment" in page.headers["content-disposition"]
        assert MARKUP not in page.text
        assert "&lt;script&gt;alert(1)" in page.text


async def test_an_analysis_is_made_once_however_many_ask_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_house(tmp_path) as door:
        table = await played(door)
        analysed, analyse = [], door.services._workers.analyse

        async def counted(record: bytes, progress: Any) -> bytes:
            analysed.append(record)
            return await analyse(record, progress)

        monkeypatch.setattr(door.services._workers, "analyse", counted)
        path = f"/api/records/{table['match']}/analysis"
        answers = await asyncio.gather(
            *(asked(door, "POST", path) for _ in range(4)),
            *(asked(door, "GET", f"{path}/report") for _ in range(4)),
        )
        assert all(answer.is_success for answer in answers)
        assert len({answer.content for answer in answers[4:]}) == 1
        assert len(analysed) == 1


async def test_one_address_asks_for_records_and_analyses_only_so_often(tmp_path: Path) -> None:
    async with open_house(tmp_path) as door:
        for path in ("/moments", "/analysis/report"):
            answers = {refused(await asked(door, "GET", f"/api/records/x{path}")) for _ in range(20)}
            assert answers == {(404, "unknown-table")}
            while refused(await asked(door, "GET", f"/api/records/x{path}")) != (429, "too-many"):
                pass  # the budget refills meanwhile, but slower than anybody can ask
