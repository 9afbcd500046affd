"""Attacks by connections: many, slow, silent."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable
from contextlib import suppress
from typing import NoReturn

from support.attacks.attacker import (
    GONE,
    PAUSE,
    Attacker,
    Connection,
    HttpClient,
    Socket,
    here,
    open_table,
    read_answer,
)

ADDRESSES = 200
"""The addresses that a crowd comes from."""
AT_A_TABLE = 90
"""Sockets at one table; more than a hundred would be refused as spectators."""
HANDSHAKES = 200
"""How many are under way; more would only wait in the attacker."""
SECOND = 1.0


async def header_floods(attacker: Attacker) -> None:
    """Headers that never end, as fast as the server takes them."""
    lines = b"".join(b"X-%d: %s\r\n" % (number, b"a" * 1000) for number in range(64))
    await attacker.gather(attacker.some(20), _endless(attacker, b"GET / HTTP/1.1\r\n", lines, 0.0))


async def tiny_chunks(attacker: Attacker) -> None:
    """Bodies in chunks of one byte, each of which the parser hands over by itself."""
    head = b"POST /api/tables HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
    await attacker.gather(attacker.some(20), _endless(attacker, head, b"1\r\n \r\n" * 10_000, 0.0))


async def slow_headers(attacker: Attacker) -> None:
    """Headers sent at one line a second."""
    await attacker.gather(
        attacker.some(attacker.sockets), _endless(attacker, b"GET / HTTP/1.1\r\n", b"X: y\r\n", SECOND)
    )


async def slow_bodies(attacker: Attacker) -> None:
    """Bodies sent at one byte a second."""
    head = b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 60000\r\n\r\n"
    await attacker.gather(attacker.some(attacker.sockets), _endless(attacker, head, b" ", SECOND))


async def half_open(attacker: Attacker) -> None:
    """Connections on which nothing is ever sent."""
    await attacker.gather(attacker.some(attacker.sockets), _endless(attacker, b"", b"", SECOND))


def _endless(attacker: Attacker, head: bytes, more: bytes, pace: float) -> Callable[[int], object]:
    """A connection that sends the head and then more and more; when it is closed, another one."""

    async def one(_: int) -> NoReturn:
        while True:
            connection: Connection | None = None
            try:
                with suppress(*GONE):
                    connection = await attacker.connect()
                    attacker.tally["connected"] += 1
                    await _send(connection, head, more, pace, attacker)
            finally:
                if connection is not None:
                    connection.drop()
            await asyncio.sleep(PAUSE)

    return one


async def _send(connection: Connection, head: bytes, more: bytes, pace: float, attacker: Attacker) -> None:
    """Until the server answers or closes the connection."""
    answered = asyncio.create_task(_last_word(connection, attacker))
    try:
        connection.writer.write(head)
        while not answered.done():
            connection.writer.write(more)
            await connection.writer.drain()
            await asyncio.wait([answered], timeout=pace)
    finally:
        answered.cancel()


async def _last_word(connection: Connection, attacker: Attacker) -> None:
    try:
        attacker.tally[f"answered {(await read_answer(connection.reader)).status}"] += 1
    except GONE:
        attacker.tally["dropped"] += 1


async def idle_sockets(attacker: Attacker) -> None:
    """As many sockets as one address may open; all of them reconnect at once, again and again."""
    await _visit(attacker, lambda _: attacker.address)


async def crowd(attacker: Attacker) -> None:
    """Sockets of 200 addresses, all of which reconnect at once, as after a short failure of the network."""
    await _visit(attacker, lambda number: f"127.1.{number % ADDRESSES}.1")


async def _visit(attacker: Attacker, address: Callable[[int], str]) -> NoReturn:
    many = attacker.some(attacker.sockets)
    tables = [await _table(attacker, address(number)) for number in range(math.ceil(many / AT_A_TABLE))]
    at_once = asyncio.Semaphore(HANDSHAKES)

    async def one(number: int) -> Socket | None:
        async with at_once:
            return await Socket.open(attacker, tables[number % len(tables)], None, address(number))

    while True:
        sockets = [found for found in await asyncio.gather(*map(one, range(many))) if found is not None]
        listening = [asyncio.create_task(socket.listen()) for socket in sockets]
        await asyncio.sleep(SECOND / 2)
        for task, socket in zip(listening, sockets, strict=True):
            task.cancel()
            socket.drop()


async def _table(attacker: Attacker, address: str) -> str:
    """A table opened from that address; one that there is not, if it is refused."""
    client = HttpClient(attacker, address)
    opened = await open_table(attacker, "zock", [*here("Eve"), {"kind": "free"}], {}, client)
    client.drop()
    return "none" if opened is None else opened.table
