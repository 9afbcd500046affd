"""`python -m benchmarks.victim [ATTACK …]`: what players notice while somebody attacks the server.

A real server with default settings serves a few quiet tables. Their players note how long a move takes
until everybody sees it, and how long a bot takes to answer: first without an attack, then during it. Every
attack (`support/attacks`) comes from another address and does all that the server lets it do. After a rest
the server has to be as before.

An attacker needs a processor too, and this machine may have only two. So the attacker is another process that
gives way to all others (nice 19), and "without an attack" means that the same process sends as many requests
to a server of its own: what the players notice in addition is due to our server.

A player who waits does not act, so a server that stops for a second would be noticed once instead of ten
times; `evened_out` corrects that.
"""

from __future__ import annotations

import asyncio
import os
import random
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, NamedTuple

import click
import httpx
import msgspec
import uvloop
from rich.console import Console
from rich.table import Table

from benchmarks.keeping import keep
from stammtisch.solve.cache import FOLDER_VARIABLE
from support.attacks import ATTACKS
from support.long_games import Game, played, store_copies
from support.processes import ServerProcess
from support.victims import PACE, QuietTable, evened_out, quantile, quiet_table, visitor
from support.vital_signs import DATABASE, VitalSigns, cpu_seconds, vital_signs

PAIRS = 4
WITH_BOT = 2
"""Quiet tables of two people, and of one person and a bot."""
BOT = "bot:medium"
RECORDS = 20
WARM = 5
"""Moves and answers at every table before anything is measured."""
UNNOTICED_MS = 50.0
TIMES = 3
BOT_TIMES = 2
"""The goal: three times the quiet round trip, twice the quiet time of a bot, or what nobody notices."""
LEFT_MB = 32
LEFT_FILES = 10
LEFT_CPU = 0.25
"""What may differ after the rest: megabytes, files, and the share of a processor that the server uses."""
EVENTS_AT_ONCE = 2500
EVENTS_PER_SECOND = 50
"""The events an attacker may have stored: what one may do at once at each of some dozens of tables."""
IDLE_MINUTES = 0.02
"""A table leaves memory so long after its last visitor, so that nobody has to wait ten minutes to see it."""


class Noticed(NamedTuple):
    """What players noticed, in milliseconds: `bot` is what nine of ten answers of bots took at most."""

    p50: float
    p99: float
    worst: float
    bot: float
    bot_worst: float
    moves: int


class Figure(NamedTuple):
    """One attack: what players noticed before, during and after it, its outcome, and what is left of it."""

    attack: str
    quiet: Noticed
    attacked: Noticed
    rested: Noticed
    tally: dict[str, int]
    before: VitalSigns
    during: VitalSigns
    after: VitalSigns
    busy_after: float
    problems: list[str]


class Place(NamedTuple):
    """A server, its folder, the games finished there, and the quiet tables."""

    server: ServerProcess
    folder: Path
    records: Sequence[str]
    tables: Sequence[QuietTable]
    http: httpx.AsyncClient


class Plan(NamedTuple):
    """How long everything takes, and how many connections an attacker opens."""

    seconds: float
    rest: float
    sockets: int


async def measure(attack: str, game: Game, plan: Plan) -> Figure:
    """A server of its own for this attack."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ[FOLDER_VARIABLE] = str(Path(folder) / "solved")
        database = f"sqlite:{folder}/{DATABASE}"
        records = await store_copies(database, game, RECORDS)
        limits = ("--idle-minutes", str(IDLE_MINUTES), "--log-level", "error")
        server = ServerProcess(database, limits=limits)
        server.start()
        try:
            return await _with_tables(attack, server, Path(folder), records, plan)
        finally:
            server.kill()


async def _with_tables(
    attack: str, server: ServerProcess, folder: Path, records: Sequence[str], plan: Plan
) -> Figure:
    async with AsyncExitStack() as stack:
        pairs = [await stack.enter_async_context(quiet_table(server.http, "Ben")) for _ in range(PAIRS)]
        bots = [await stack.enter_async_context(quiet_table(server.http, BOT)) for _ in range(WITH_BOT)]
        http = await stack.enter_async_context(visitor(server.http))
        playing = [asyncio.create_task(table.play()) for table in (*pairs, *bots)]
        try:
            await _warm(pairs, bots)
            return await _attacked(attack, Place(server, folder, records, (*pairs, *bots), http), plan)
        finally:
            for task in playing:
                task.cancel()


async def _warm(pairs: Sequence[QuietTable], bots: Sequence[QuietTable]) -> None:
    async with asyncio.timeout(120):
        while any(len(table.round_trips) < WARM for table in pairs) or any(
            len(table.bot_answers) < WARM for table in bots
        ):
            await asyncio.sleep(0.1)


async def _attacked(attack: str, place: Place, plan: Plan) -> Figure:
    quiet, _ = await _noticed_during("nothing", place, plan)
    before = await _signs(place)
    attacked, tally = await _noticed_during(attack, place, plan)
    during = await _signs(place)
    await asyncio.sleep(plan.rest)
    busy = await _busy(place)
    after = await _signs(place)
    rested, _ = await _noticed_during("nothing", place, plan)
    problems = _missed(quiet, attacked) + [f"later {each}" for each in _missed(quiet, rested)]
    problems += _grown(before, during, plan.seconds) + _left(before, after, busy)
    return Figure(attack, quiet, attacked, rested, tally, before, during, after, busy, problems)


async def _noticed_during(attack: str, place: Place, plan: Plan) -> tuple[Noticed, dict[str, int]]:
    options = [f"--seconds={plan.seconds}", f"--sockets={plan.sockets}"]
    options += [f"--record={record}" for record in place.records]
    command = (sys.executable, "-m", "support.attacks", attack, str(place.server.port), *options)
    process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    assert process.stdout is not None
    assert await process.stdout.readline() == b"begun\n"
    for table in place.tables:
        table.round_trips.forget()
        table.bot_answers.forget()
    await asyncio.sleep(plan.seconds)
    noticed = _noticed(place.tables, plan.seconds)
    tally = msgspec.json.decode(await process.stdout.read(), type=dict[str, int])
    await process.wait()
    return noticed, dict(sorted(tally.items()))


def _noticed(tables: Sequence[QuietTable], seconds: float) -> Noticed:
    """If nothing was answered at all, everybody has waited for the whole time."""
    all_trips = [wait for table in tables for wait in table.round_trips.all()] or [seconds]
    all_bots = [wait for table in tables for wait in table.bot_answers.all()] or [seconds]
    trips, bots = ([1000 * wait for wait in evened_out(waits, PACE)] for waits in (all_trips, all_bots))
    return Noticed(
        p50=round(quantile(trips, 0.5), 1),
        p99=round(quantile(trips, 0.99), 1),
        worst=round(max(trips), 1),
        bot=round(quantile(bots, 0.9), 1),
        bot_worst=round(max(bots), 1),
        moves=sum(len(table.round_trips) for table in tables),
    )


async def _signs(place: Place) -> VitalSigns:
    quiet_tables = [table.id for table in place.tables]
    return await vital_signs(place.server.pid, place.folder, place.http, quiet_tables)


async def _busy(place: Place) -> float:
    """The share of a processor that the server uses for the quiet tables alone."""
    begun, cpu = time.monotonic(), cpu_seconds(place.server.pid)
    await asyncio.sleep(1)
    return round((cpu_seconds(place.server.pid) - cpu) / (time.monotonic() - begun), 2)


def _missed(quiet: Noticed, noticed: Noticed) -> list[str]:
    """Goals that were missed."""
    goal, bot_goal = max(UNNOTICED_MS, TIMES * quiet.p99), max(UNNOTICED_MS, BOT_TIMES * quiet.bot)
    problems = []
    if noticed.p99 >= goal:
        problems.append(f"p99 {noticed.p99:g} ms, goal {goal:g}")
    if noticed.bot >= bot_goal:
        problems.append(f"bot {noticed.bot:g} ms, goal {bot_goal:g}")
    return problems


def _grown(before: VitalSigns, during: VitalSigns, seconds: float) -> list[str]:
    """What an attack has written."""
    events = during.events - before.events
    return [f"{events} events stored"] if events > EVENTS_AT_ONCE + EVENTS_PER_SECOND * seconds else []


def _left(before: VitalSigns, after: VitalSigns, busy: float) -> list[str]:
    """What an attack has left behind."""
    more = {
        name: now - then
        for name, now, then in zip(VitalSigns._fields, after, before, strict=True)
        if name in ("tables", "sockets", "analyses") and now > then
    }
    problems = [f"{number} {name} left" for name, number in more.items()]
    if after.memory > before.memory + LEFT_MB:
        problems.append(f"{after.memory - before.memory:.0f} MB left")
    if after.files > before.files + LEFT_FILES:
        problems.append(f"{after.files - before.files} files left")
    if busy > LEFT_CPU:
        problems.append(f"still busy: {busy:.0%} of a processor")
    return problems


def shown(figures: Sequence[Figure]) -> Table:
    """The figures as a table to read."""
    drawn = Table("attack", title="A quiet table while the server is attacked (milliseconds, MB)")
    for heading in ("p50", "p99", "worst", "bot", "memory", "workers", "disk", "events"):
        drawn.add_column(heading, justify="right")
    drawn.add_column("outcome")
    drawn.add_column("problems")
    for figure in figures:
        drawn.add_row(*_row(figure))
    return drawn


def _row(figure: Figure) -> list[str]:
    quiet, attacked, before, during, after = (
        figure.quiet,
        figure.attacked,
        figure.before,
        figure.during,
        figure.after,
    )
    return [
        figure.attack,
        f"{quiet.p50:g} → {attacked.p50:g}",
        f"{quiet.p99:g} → {attacked.p99:g}",
        f"{quiet.worst:g} → {attacked.worst:g}",
        f"{quiet.bot:g} → {attacked.bot:g}",
        f"{before.memory:.0f} → {during.memory:.0f} → {after.memory:.0f}",
        f"{before.worker_memory:.0f} → {during.worker_memory:.0f} → {after.worker_memory:.0f}",
        f"{before.disk:.0f} → {during.disk:.0f}",
        str(during.events - before.events),
        ", ".join(f"{number} {what}" for what, number in figure.tally.items()),
        "; ".join(figure.problems) or "none",
    ]


def _document(figure: Figure) -> dict[str, Any]:
    """The figure as it is kept, with the names of everything."""
    return {
        name: value._asdict() if isinstance(value, tuple) and hasattr(value, "_asdict") else value
        for name, value in figure._asdict().items()
    }


@click.command
@click.argument("attacks", nargs=-1, type=click.Choice(list(ATTACKS)))
@click.option("--seconds", default=5.0, help="How long an attack lasts.")
@click.option("--rest", default=60.0, help="Seconds until everything has to be as before.")
@click.option("--sockets", default=500, help="Connections where their number is the attack; 18000 at most.")
@click.option("--keep/--no-keep", "kept", default=True, help="Write the figures down by commit.")
def main(attacks: tuple[str, ...], seconds: float, rest: float, sockets: int, *, kept: bool) -> None:
    """Measure these attacks, or all of them."""
    plan = Plan(seconds, rest, sockets)
    console = Console(width=None if sys.stdout.isatty() else 240)
    game = max(
        (played("tock", 8, random.Random(luck)) for luck in range(3)), key=lambda game: len(game.events)
    )
    figures = []
    for attack in attacks or ATTACKS:
        figures.append(uvloop.run(measure(attack, game, plan)))
        console.print(attack, *figures[-1].problems, sep="; ")
    console.print(shown(figures))
    if kept:
        size = {"seconds": seconds, "rest": rest, "sockets": sockets}
        keep("victim", size | {"attacks": list(map(_document, figures))})
    sys.exit(any(figure.problems for figure in figures))


if __name__ == "__main__":
    main()
