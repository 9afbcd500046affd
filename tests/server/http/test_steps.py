"""What has happened in a game, over HTTP: for those who come later, and as they may see it."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlencode

import pytest

from tests.server.clients import RunningServer, Update, open_server, play_game
from tests.server.http_client import refusal


async def steps(server: RunningServer, table: str, token: str | None, **query: object) -> Update:
    """A page of what has happened."""
    page: Update = await server.get(f"/api/tables/{table}/steps?{urlencode(query)}", token)
    return page


async def test_a_spectator_who_comes_after_the_game_reads_all_of_it(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        played = await play_game(server)
        async with server.connect(played["table"]) as client:
            position = await client.position()
        page = await steps(server, played["table"], None, at=position["at"])
        assert page["steps"][-1]["n"] == position["at"]
        assert page["steps"][-1]["events"][-1]["event"] == "won"
        few = await steps(server, played["table"], None, at=position["at"], count=2, positions="true")
        assert [step["n"] for step in few["steps"]] == [step["n"] for step in page["steps"][-2:]]
        last = few["steps"][-1]
        assert [last[key] for key in ("view", "tally", "turn")] == [
            position[key] for key in ("view", "tally", "turn")
        ]


async def test_each_player_reads_their_own_cards_only(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        created = await server.create_table("tock", ["Anna", "free"])
        ben = await server.join(created["table"], "Ben")
        async with (
            server.connect(created["table"], created["token"]) as client,
            server.connect(created["table"], ben) as other,
        ):
            await client.add_seed()
            await other.add_seed()
            begun = await client.position(lambda update: (update["turn"] or {}).get("seat") is not None)
            dealer = begun["turn"]["seat"]
            await (client, other)[dealer].send("throw", at=begun["at"], seat=dealer)
            position = await client.position(lambda update: bool(update["moves"]))
        hands = {}
        for seat, token in ((0, created["token"]), (1, ben), (None, None)):
            page = await steps(server, created["table"], token, at=position["at"])
            dealt = [event for step in page["steps"] for event in step["events"] if event["event"] == "dealt"]
            hands[seat] = [event["detail"] != "?" for event in dealt]
        assert hands == {0: [True, False], 1: [False, True], None: [False, False]}


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("", (400, "bad-query")),
        ("?at=1&count=101", (400, "bad-query")),
        ("?at=1&seat=1", (403, "not-seated")),
        ("?at=1", (409, "not-begun")),
    ],
)
async def test_what_cannot_be_answered_is_refused(
    tmp_path: Path, query: str, expected: tuple[int, str]
) -> None:
    async with open_server(tmp_path) as server:
        created = await server.create_table("zock", ["Anna", "free"])
        answer = await server.request("GET", f"/api/tables/{created['table']}/steps{query}", created["token"])
        assert refusal(answer) == expected
