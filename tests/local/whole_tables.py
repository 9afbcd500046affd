"""Plays a table of every game to its end against the best bot; `support/pyodide.mjs` runs this file."""

from __future__ import annotations

import asyncio
from random import Random

from stammtisch import bots, catalog
from tests.local.device import Device


async def whole(game: str) -> None:
    device = Device()
    level = "medium" if game == "tock" else bots.names(catalog.game(game))[-1]
    page = device.join(await device.open(game, ["Anna", f"bot:{level}"]))
    await page.play(Random(game))
    print("over" if page.over() else "not over")  # noqa: T201 - it is what the test reads
    await device.close()


async def main() -> None:
    for game in catalog.NAMES:
        await whole(game)


if __name__ == "__main__":
    asyncio.ensure_future(main())  # noqa: RUF006 - a loop runs already in a browser
