"""`python -m support.attacks NAME PORT`: one attack in a process of its own, which gives way to others.

It says `begun` when it starts, and its outcome as JSON at the end.
"""

from __future__ import annotations

import asyncio
import os
import resource
import sys
from contextlib import suppress

import click
import msgspec
import uvloop

from support.attacks import ATTACKS
from support.attacks.attacker import Attacker

NICENESS = 19


async def attack(name: str, attacker: Attacker, seconds: float) -> None:
    """Attack for so long."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await ATTACKS[name](attacker)


@click.command
@click.argument("name", type=click.Choice(list(ATTACKS)))
@click.argument("port", type=int)
@click.option("--address", default="127.0.0.2", help="Where the attack comes from.")
@click.option("--seconds", default=5.0)
@click.option("--share", default=1.0, help="Scales every number down.")
@click.option("--sockets", default=500, help="Connections at once, where an attack is about their number.")
@click.option("--record", "records", multiple=True, help="The id of a finished game.")
def main(
    name: str, port: int, address: str, seconds: float, share: float, sockets: int, records: tuple[str, ...]
) -> None:
    """Attack the server at that port of this machine."""
    os.nice(NICENESS)
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    attacker = Attacker(port, address, share=share, sockets=sockets, records=records)
    sys.stdout.write("begun\n")
    sys.stdout.flush()
    uvloop.run(attack(name, attacker, seconds))
    sys.stdout.write(msgspec.json.encode(attacker.tally).decode() + "\n")


if __name__ == "__main__":
    main()
