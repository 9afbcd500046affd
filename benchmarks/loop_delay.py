"""`python -m benchmarks.loop_delay [--games 100]`: the longest time for which a request stops everybody else.

A server serves in this process, and a heart beats in its event loop. Another process asks for each thing
that could take long, at the longest tables that people can play. The longest pause between two beats is
what a move of somebody else may have to wait. It is measured in time that the loop had a processor, so that
other programs on the machine do not count.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

import click
import httpx
import msgspec
import uvloop
from rich.console import Console
from rich.table import Table as Drawn
from websockets.asyncio.client import ClientConnection, connect

from benchmarks.keeping import keep
from benchmarks.long_tables import LongTable, play
from stammtisch.server.app import create_app
from stammtisch.server.ops.metrics import Metrics
from stammtisch.server.services import Services
from stammtisch.server.settings import read_settings
from support.long_games import store
from support.serving import running

BEAT = 0.001
"""Seconds between two beats."""
TIMES = 5
"""How often each thing is asked for."""


class Ask(NamedTuple):
    """A request, or with `socket` what is sent to a table after its first messages."""

    name: str
    method: str
    path: str
    body: object = None
    token: str = ""
    socket: bool = False


class Delay(NamedTuple):
    """How long the loop stood still at most while this was asked for, and how long the answers took."""

    name: str
    longest_ms: float
    seconds: float
    statuses: str


class Heart:
    """Beats as long as the loop lets it, and remembers the longest pause."""

    def __init__(self) -> None:
        self.longest = 0.0

    async def beat(self) -> None:
        last = time.thread_time()
        while True:
            await asyncio.sleep(BEAT)
            now = time.thread_time()
            self.longest = max(self.longest, now - last)
            last = now


def asks(tock: LongTable, open_tock: LongTable, kniffel: LongTable) -> list[Ask]:
    """Everything that may take long."""
    card = open_tock.table.game.view(open_tock.table.running().state, 0)["hands"][0][0]
    link = "/api/qr?link=/t/{}&base=http://127.0.0.1:{{port}}"
    records = [
        Ask(f"{name} of {game}", "GET", f"/api/records/{long.table.match_id}{path}")
        for game, long in (("a Tock game", tock), ("a Kniffel series", kniffel))
        for name, path in (
            ("record", ""),
            ("first moments", "/moments"),
            ("last moments", f"/moments?start={len(long.table.running().steps) - 100}"),
            ("draws", "/draws"),
        )
    ]
    return [
        Ask("nothing", "GET", "/healthz"),
        Ask("load a finished Tock game", "GET", f"/api/tables/{tock.table.id}"),
        Ask("load a Tock game", "GET", f"/api/tables/{open_tock.table.id}"),
        Ask("load a Kniffel series", "GET", f"/api/tables/{kniffel.table.id}"),
        *records,
        Ask("start an analysis", "POST", f"/api/records/{tock.table.match_id}/analysis"),
        Ask("QR code", "GET", link.format(tock.table.id)),
        Ask("OpenAPI", "GET", "/api/openapi.json"),
        Ask("games", "GET", "/api/games"),
        Ask("leaderboard", "GET", "/api/leaderboard?game=zock&players=2"),
        Ask("new profile", "POST", "/api/profiles", {"name": "Anna{n}", "password": "a long password"}),
        Ask(
            "take back",
            "",
            open_tock.table.id,
            {"type": "ask", "vote": "takeback"},
            open_tock.token,
            socket=True,
        ),
        Ask("why", "", open_tock.table.id, {"type": "why", "part": card}, open_tock.token, socket=True),
        Ask("hint", "", open_tock.table.id, {"type": "hint"}, open_tock.token, socket=True),
    ]


async def measure(games: int, steps: int) -> list[Delay]:
    with tempfile.TemporaryDirectory() as folder:
        async with _server(Path(folder)) as (services, place):
            tables = (
                play("tock", 4),
                play("tock", 4, steps=steps),
                play("kniffel", 12, games=games),
            )
            for long in tables:
                await store(services.log, long.table, long.events)
            print(*(len(long.events) for long in tables), "events", file=sys.stderr)
            return [await _delay(place, ask) for ask in asks(*tables)]


@asynccontextmanager
async def _server(folder: Path) -> AsyncIterator[tuple[Services, str]]:
    settings = read_settings({"port": 0, "database": f"sqlite:{folder / 'tables.sqlite'}", "workers": 2})
    services = Services(settings, Metrics())
    async with running(create_app(services), services, settings) as place:
        yield services, place


async def _delay(place: str, ask: Ask) -> Delay:
    asker = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "benchmarks.loop_delay", "--asker", stdin=-1, stdout=-1
    )
    assert asker.stdin
    assert asker.stdout
    asker.stdin.write(msgspec.json.encode((place, ask)) + b"\n")
    await asker.stdout.readline()  # it has started
    heart = Heart()
    beating, began = asyncio.create_task(heart.beat()), time.perf_counter()
    asker.stdin.write(b"go\n")
    answer = (await asker.stdout.readline()).decode().strip()
    took = time.perf_counter() - began
    beating.cancel()
    await asker.wait()
    return Delay(ask.name, round(1000 * heart.longest, 1), round(took, 2), answer)


def be_asker() -> None:
    """Ask for it, in a process of its own."""
    place, ask = msgspec.json.decode(sys.stdin.readline(), type=tuple[str, Ask])
    print("ready", flush=True)
    sys.stdin.readline()
    asked = _by_socket(place, ask) if ask.socket else _by_http(place, ask)
    print(*asyncio.run(asked), flush=True)


async def _by_http(place: str, ask: Ask) -> list[str]:
    path = ask.path.replace("{port}", place.rpartition(":")[2])
    async with httpx.AsyncClient(base_url=f"http://{place}", timeout=120) as http:
        answers = []
        for n in range(TIMES):
            body = msgspec.json.encode(ask.body).replace(b"{n}", str(n).encode()) if ask.body else None
            answers.append(str((await http.request(ask.method, path, content=body)).status_code))
        return answers


async def _by_socket(place: str, ask: Ask) -> list[str]:
    url = f"ws://{place}/api/tables/{ask.path}/socket"
    headers = {"Authorization": f"Bearer {ask.token}"}
    async with connect(url, additional_headers=headers, max_size=None) as socket:
        heard: list[str] = []
        for n in range(TIMES):
            if ask.body:
                await socket.send(msgspec.json.encode({**ask.body, "id": n}).decode())  # type: ignore[dict-item]
            heard.append(await _next_answer(socket))
        return heard


async def _next_answer(socket: ClientConnection) -> str:
    """The type of the first message that is not about the table, and with an error its code."""
    async with asyncio.timeout(60):
        while (heard := msgspec.json.decode(await socket.recv()))["type"] in ("table", "presence", "chat"):
            pass
    return str(heard.get("code", heard["type"]))


def drawn(delays: list[Delay]) -> Drawn:
    table = Drawn("asked for", title="Longest time that the loop stood still")
    table.add_column("ms", justify="right")
    table.add_column(f"s for {TIMES}", justify="right")
    table.add_column("answers")
    for name, longest, seconds, statuses in delays:
        table.add_row(name, f"{longest:.1f}", f"{seconds:.2f}", statuses)
    return table


@click.command()
@click.option("--games", default=100, help="Games of the Kniffel series of twelve players.")
@click.option("--steps", default=1000, help="Steps of the Tock game that is not over.")
@click.option("--asker", is_flag=True, hidden=True)
def main(games: int, steps: int, asker: bool) -> None:
    if asker:
        be_asker()
        return
    delays = uvloop.run(measure(games, steps))
    Console().print(drawn(delays))
    keep("loop_delay", [delay._asdict() for delay in delays])


if __name__ == "__main__":
    main()
