"""Puzzles over HTTP: decisions of a record to try again, and the puzzle of the day."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from stammtisch.server.tables.puzzles import today
from tests.server.clients import open_server, play_game
from tests.server.http_client import refusal


async def test_a_decision_of_a_finished_game_can_be_tried_again(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        path = f"/api/records/{(await play_game(server))['match']}"
        report = await server.get(f"{path}/analysis/report")
        decision = report["decisions"][0]
        position = decision["entry"] - 1
        puzzle = await server.get(f"{path}/puzzle?position={position}")
        solution = await server.get(f"{path}/solution?position={position}")
        assert puzzle["seat"] == decision["seat"]
        assert decision["played"] in puzzle["moves"]
        assert puzzle["turn"] == {"kind": "choose", "seats": [decision["seat"]]}
        values = {move["move"]: move["value"] for move in solution["evaluation"]["moves"]}
        assert values[decision["best"]] - values[decision["played"]] == pytest.approx(decision["loss"])
        for bad in ("puzzle?position=0", "solution?position=0", "puzzle?position=999999"):
            assert refusal(await server.request("GET", f"{path}/{bad}")) == (400, "bad-request")
        assert refusal(await server.request("GET", f"{path}/puzzle")) == (400, "bad-query")
        assert refusal(await server.request("GET", "/api/records/x/puzzle?position=1")) == (
            404,
            "unknown-table",
        )


@pytest.mark.parametrize(
    "game",
    ["kniffel", "zock", *(pytest.param(game, marks=pytest.mark.slow) for game in ("tock", "zocknroll"))],
)
async def test_a_daily_puzzle_reveals_nothing_before_a_try(game: str, tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        path, day = f"/api/games/{game}/puzzle", today().isoformat()
        puzzle = await server.get(f"{path}?day={day}")
        assert {"game", "players", "options", "seat", "view", "tally", "turn", "moves"} <= set(puzzle)
        assert set(puzzle) <= {
            "game",
            "players",
            "options",
            "seat",
            "view",
            "tally",
            "turn",
            "moves",
            "labels",
        }
        untried = await server.request("POST", path, json={"day": day, "move": "no move"})
        assert refusal(untried) == (400, "bad-move")
        solution = await server.post(path, {"day": day, "move": puzzle["moves"][0]})
        assert {move["move"] for move in solution["evaluation"]["moves"]} == set(puzzle["moves"])
        assert len(solution["marks"]) == len(puzzle["moves"])
        assert await server.get(f"{path}?day={day}") == puzzle


async def test_puzzles_of_other_days_and_games_are_refused(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        path = "/api/games/zock/puzzle"
        for day in (
            "yesterday",
            "2026-W01-1",
            (today() - timedelta(8)).isoformat(),
            (today() + timedelta(2)).isoformat(),
        ):
            assert refusal(await server.request("GET", f"{path}?day={day}")) == (400, "bad-request")
        assert refusal(await server.request("GET", path)) == (400, "bad-query")
        unknown = await server.request("GET", f"/api/games/chess/puzzle?day={today()}")
        assert refusal(unknown)[1] == "unknown-game"
