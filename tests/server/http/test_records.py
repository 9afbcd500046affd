"""Finished games over HTTP: downloaded, verified, replayed and analysed."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

from stammtisch.analysis.report import Report
from stammtisch.match import read_record, verify
from tests.server.clients import MARKUP, open_server, play_game
from tests.server.http_client import refusal


async def test_a_finished_game_can_be_downloaded_verified_and_replayed(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        table = await play_game(server)
        path = f"/api/records/{table['match']}"
        answer = await server.request("GET", path)
        assert (
            answer.headers["content-disposition"] == f'attachment; filename="zock-{table["match"][:8]}.json"'
        )
        record = read_record(answer.content)
        assert verify(record).result == "right"
        assert record.seats == ("Anna", "bot:random")
        pages = [
            await server.get(f"{path}/moments?start={start}") for start in range(0, len(record.log) + 1, 200)
        ]
        moments = [moment for page in pages for moment in page]
        assert len(moments) == len(record.log) + 1
        assert moments[0]["turn"] == {"kind": "chance", "seat": 0}
        assert moments[-1]["turn"]["kind"] == moments[-1]["position"]["phase"] == "over"
        assert await server.get(f"{path}/moments?start=3&count=2") == moments[3:5]
        assert await server.get(f"{path}/moments?start=100000") == []
        for query in (
            "start=-1",
            "count=0",
            "count=201",
            "count=x",
            "start=" + "9" * 5000,
            "count=1&count=2",
        ):
            assert refusal(await server.request("GET", f"{path}/moments?{query}")) == (400, "bad-query")


async def test_a_finished_game_is_analysed_while_the_server_goes_on_serving(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        table = await play_game(server, "zock", MARKUP)
        path = f"/api/records/{table['match']}/analysis"
        assert refusal(await server.request("GET", path)) == (404, "unknown-table")
        starts = await asyncio.gather(*(server.request("POST", path) for _ in range(3)))
        assert {answer.status_code for answer in starts} == {202}
        seen = [starts[0].json()]
        while seen[-1]["status"] == "running":
            seen.append(await server.get(path))
            await asyncio.sleep(0.01)
        assert seen[-1]["status"] == "done"
        assert seen[-1]["done"] == seen[-1]["of"] > 0
        assert [status["done"] for status in seen] == sorted(status["done"] for status in seen)
        report = msgspec.json.decode((await server.request("GET", f"{path}/report")).content, type=Report)
        assert report.game == "zock"
        page = await server.request("GET", f"{path}/page")
        assert page.headers["content-type"].startswith("text/html")
        assert "attachment" in page.headers["content-disposition"]
        assert MARKUP not in page.text
        assert "&lt;script&gt;alert(1)" in page.text


async def test_an_analysis_is_made_once_for_all_requests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_server(tmp_path) as server:
        table = await play_game(server)
        analysed, analyse = [], server.services._workers.analyse

        async def counted(record: bytes, *args: Any, **more: Any) -> bytes:
            analysed.append(record)
            return await analyse(record, *args, **more)

        monkeypatch.setattr(server.services._workers, "analyse", counted)
        path = f"/api/records/{table['match']}/analysis"
        answers = await asyncio.gather(
            *(server.request("POST", path) for _ in range(4)),
            *(server.request("GET", f"{path}/report") for _ in range(4)),
        )
        assert all(answer.is_success for answer in answers)
        assert len({answer.content for answer in answers[4:]}) == 1
        assert len(analysed) == 1


async def test_requests_for_records_and_analyses_are_limited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_server(tmp_path) as server:
        monkeypatch.setattr(server.services.limiter, "_clock", lambda: 0.0)  # nothing is refilled
        for path, allowed in (("/moments", 100), ("/analysis/report", 20)):
            answers = [
                refusal(await server.request("GET", f"/api/records/x{path}")) for _ in range(allowed + 1)
            ]
            # a report that is not there yet counts as an analysis
            assert answers == [(404, "unknown-table")] * allowed + [(429, "too-many")]


async def test_the_draws_of_a_finished_game_give_the_rolls_of_its_record(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        match = (await play_game(server))["match"]
        record = await server.get(f"/api/records/{match}")
        draws = await server.get(f"/api/records/{match}/draws")
    rolls = [(n, text) for n, (seat, text) in enumerate(record["log"]) if seat is None]
    assert [(draw["n"], draw["text"]) for draw in draws["draws"]] == rolls
    assert [sum(weight for _, weight in outcomes) for outcomes in draws["lists"]] == [36]
