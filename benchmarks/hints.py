"""`python -m benchmarks.hints`: how soon a hint is there, on a new machine, on this one, and when warm.

Real workers are asked as a table asks them. First their caches are empty: a player comes, which starts the
preparation, and asks for a hint in the same moment. When all is prepared the next hints are warm. Then new
workers start with the caches that are on the disk now. Seconds of the clock are what a player waits, so they
count only on a machine that does nothing else; processor seconds of a hint count on any.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
import time
from statistics import median
from typing import Final, NamedTuple

from benchmarks.keeping import keep
from stammtisch import bots, catalog
from stammtisch.core.chance import Seeded
from stammtisch.core.game import AnyGame
from stammtisch.core.turn import Choose, Over, Seat, Throw
from stammtisch.core.value import Value
from stammtisch.server.thinking.contract import Asker
from stammtisch.server.thinking.pool import Workers
from stammtisch.solve.cache import FOLDER_VARIABLE

TABLES: Final = {"zock": 2, "kniffel": 2, "zocknroll": 4, "tock": 4}
WARM: Final = 12
LIMIT_FIRST: Final = 2.0
LIMIT_WARM: Final = 0.3
"""Seconds: what the first hint and a warm one may take."""
HERE: Final = Asker("192.0.2.1", "benchmark")


class Figure(NamedTuple):
    """Seconds until a hint is there; `cpu` are processor seconds of a warm one in one process."""

    game: str
    first_s: float
    rough: bool
    prepared_s: float
    warm_s: float
    warm_worst_s: float
    restarted_s: float
    cpu_s: float


def positions(game: AnyGame, players: int, count: int) -> list[tuple[Value, Seat]]:
    """Decisions of a game among bots, spread over its course."""
    found: list[tuple[Value, Seat]] = []
    state, source = game.start(players), Seeded("hints")
    choose = bots.bot(game, "medium")
    while not isinstance(turn := game.turn(state), Over) and len(found) < 10 * count:
        if isinstance(turn, Throw):
            state, _ = game.fall(state, game.chance(state).sample(source))
            continue
        assert isinstance(turn, Choose)
        seat = turn.seats[0]
        if len(game.moves(state, seat)) > 1:
            found.append((state, seat))
        state, _ = game.play(state, seat, choose(game, game.view(state, seat), seat, source))
    return found[:: max(1, len(found) // count)][:count]


async def timed_hint(workers: Workers, game: AnyGame, at: tuple[Value, Seat]) -> tuple[float, bool]:
    """The seconds that a hint takes, and whether it is rough."""
    state, seat = at
    begun = time.perf_counter()
    hint = await workers.advise(game.id, game.view(state, seat), seat, asker=HERE)
    took = time.perf_counter() - begun
    full = bots.advise(game, game.view(state, seat), seat, Seeded(""))
    return took, hint.moves[0].value != full.moves[0].value


async def measured(name: str, players: int) -> Figure:
    game = catalog.game(name)
    found = positions(game, players, WARM)
    workers = Workers(3)
    begun = time.perf_counter()
    preparing = asyncio.create_task(workers.prepare(name, players, {}, asker=HERE))
    await asyncio.sleep(0)
    first, rough = await timed_hint(workers, game, found[0])
    await preparing
    prepared = time.perf_counter() - begun
    warm = [(await timed_hint(workers, game, at))[0] for at in found * 2][len(found) :]
    await workers.close()
    again = Workers(3)
    restarted, _ = await timed_hint(again, game, found[0])
    await again.close()
    return Figure(
        name, round(first, 2), rough, round(prepared, 2), round(median(warm), 3), round(max(warm), 3),
        round(restarted, 2), round(cpu(game, found), 3),
    )  # fmt: skip


def cpu(game: AnyGame, found: list[tuple[Value, Seat]]) -> float:
    """The median processor seconds of a hint, once everything is loaded in this process."""
    spent = []
    for state, seat in found * 2:
        begun = time.process_time()
        bots.advise(game, game.view(state, seat), seat, Seeded(""))
        spent.append(time.process_time() - begun)
    return median(spent[len(found) :])


async def main() -> None:
    figures = []
    for name, players in TABLES.items():
        with tempfile.TemporaryDirectory() as folder:
            os.environ |= {FOLDER_VARIABLE: f"{folder}/tables", "NUMBA_CACHE_DIR": f"{folder}/kernels"}
            figures.append(await measured(name, players))
        sys.stdout.write(f"{figures[-1]}\n")
    late = [each.game for each in figures if each.first_s > LIMIT_FIRST or each.warm_s > LIMIT_WARM]
    sys.stdout.write(f"later than promised: {', '.join(late) or 'none'}\n")
    keep("hints", [figure._asdict() for figure in figures])


if __name__ == "__main__":
    asyncio.run(main())
