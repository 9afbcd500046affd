"""Games, rules and layouts over HTTP."""

from __future__ import annotations

from pathlib import Path

from stammtisch import catalog
from tests.server.clients import open_server
from tests.server.http_client import refusal


async def test_every_game_is_listed_with_its_players_options_and_bots(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        games = {game["game"]: game for game in await server.get("/api/games")}
        assert set(games) == set(catalog.NAMES)
        assert games["tock"]["players"] == list(catalog.game("tock").players)
        assert {name for name, game in games.items() if game["secrets"]} == {"tock", "zocknroll"}
        assert games["zock"]["bots"][0] == "random"
        assert games["kniffel"]["options"]["type"] == "object"


async def test_rules_are_listed_by_clause_in_three_languages(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        texts = [str(await server.get(f"/api/games/tock/rules?lang={lang}")) for lang in ("de", "en", "hu")]
        assert len({*texts}) == 3
        assert all("T10" in text for text in texts)
        for path, expected in (
            ("chess/rules", "unknown-game"),
            ("tock/rules?lang=la", "bad-query"),
            ("tock/rules?language=de", "bad-query"),
        ):
            assert refusal(await server.request("GET", f"/api/games/{path}")) == (400, expected)


async def test_a_layout_depends_on_the_number_of_players_and_the_options(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        plain = await server.get("/api/games/tock/layout?players=4")
        assert (plain["arms"], plain["arm_length"], plain["teams"]) == (4, 18, [[0, 2], [1, 3]])
        dog = await server.get('/api/games/tock/layout?players=6&options={"board":"dog"}')
        assert (dog["arms"], dog["arm_length"]) == (6, 16)
        for path, expected in (
            ("tock/layout", "bad-query"),
            ("tock/layout?players=7", "bad-request"),
            ("tock/layout?players=4&options=x", "bad-json"),
            ('tock/layout?players=4&options={"board":0}', "bad-options"),
            ("chess/layout?players=2", "unknown-game"),
        ):
            assert refusal(await server.request("GET", f"/api/games/{path}")) == (400, expected)


async def test_only_answers_that_are_the_same_for_everybody_are_compressed(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        encodings = {"/api/games": "gzip", "/api/games/tock/rules": "gzip", "/api/tables": None}
        for path, encoding in encodings.items():
            answer = await server.http.get(path, headers={"Accept-Encoding": "gzip"})
            assert answer.is_success
            assert answer.headers.get("content-encoding") == encoding
