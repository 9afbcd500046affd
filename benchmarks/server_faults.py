"""`python -m benchmarks.server_faults [--kills 50] [--database sqlite] [--processes 1]`: killed during play.

Players at several tables reconnect by themselves to any of the processes, while one after the other is
killed and started again. In the end everything that anybody was shown must be in the log.
"""

from __future__ import annotations

import asyncio
import sys

import click

from benchmarks.keeping import keep
from support.faults import place, play_while_killing


@click.command()
@click.option("--kills", default=50)
@click.option("--database", type=click.Choice(["sqlite", "postgresql"]), default="sqlite")
@click.option("--processes", default=1)
def main(kills: int, database: str, processes: int) -> None:
    with place(database, processes) as at:
        figure = asyncio.run(play_while_killing(at, processes, kills))
    sys.stdout.write(f"{figure}\n")
    keep("server_faults", figure._asdict())


if __name__ == "__main__":
    main()
