"""What is over is freed at once: nothing waits for the garbage collector, and nothing stays."""

from __future__ import annotations

import asyncio
import gc
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from support.waiting import until
from tests.server.clients import RunningServer, Update, open_server

GAMES = 8
REFUSED: dict[str, dict[str, int]] = {"throw": {"at": 1}, "sneeze": {}, "resume": {}}
"""Commands that are stale, unknown and not possible now."""
OURS = ("stammtisch.server.", "stammtisch.match.", "uvicorn.", "websockets.server", "starlette.")


@pytest.fixture
def no_collector() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def alive() -> Counter[str]:
    """The objects of the server by their types."""
    names = (f"{type(one).__module__}.{type(one).__qualname__}" for one in gc.get_objects())
    return Counter(name for name in names if name.startswith(OURS))


async def visit(server: RunningServer) -> Update:
    """A table at which a game is played, commands are refused and a stranger knocks; then all are gone."""
    created: Update = await server.create_table("zock", ["Anna", "free"])
    table, ben_key = created["table"], await server.join(created["table"], "Ben")
    async with server.connect(table, created["token"]) as anna, server.connect(table, ben_key) as ben:
        await asyncio.gather(anna.add_seed(), ben.add_seed())
        await asyncio.gather(anna.match_started(), ben.match_started())
        await asyncio.gather(anna.play_to_end(), ben.play_to_end())
        for kind, fields in REFUSED.items():
            seen = len(anna.received)
            await anna.send(kind, **fields)
            await anna.error_code(seen)
    async with server.connect(table, "a wrong key") as stranger:
        assert await stranger.error_code() == "not-seated"
    assert (await server.request("DELETE", f"/api/tables/{table}")).status_code == 403
    assert (await server.request("DELETE", f"/api/tables/{table}", created["token"])).status_code == 204
    return created


async def all_gone(server: RunningServer) -> None:
    """Nobody is connected, and no table is loaded."""
    await until(lambda: server.services.metrics.connections._value.get() == 0)
    await until(lambda: all(actor.idle for actor in server.services.tables.loaded()))
    await server.services.tables.drop_idle(-1)
    for _ in range(10):
        await asyncio.sleep(0)  # whatever was cancelled ends


@pytest.mark.usefixtures("usual_transport", "no_collector")
async def test_after_many_games_nothing_is_left(tmp_path: Path) -> None:
    async with open_server(tmp_path, messages_per_second=1000, most_tables_per_address=1000) as server:
        await visit(server)
        await all_gone(server)
        before = alive()
        for _ in range(GAMES):
            await visit(server)
        await all_gone(server)
        with suppress(TimeoutError):  # the last connections are still being closed
            await until(lambda: not left_over(before))
        assert left_over(before) == {}


def left_over(before: Counter[str]) -> dict[str, int]:
    """Of what every game leaves something behind."""
    return {kind: count for kind, count in (alive() - before).items() if count >= GAMES}
