"""No attack at all, as busy as one."""

from __future__ import annotations

import asyncio
from asyncio import StreamReader, StreamWriter
from contextlib import suppress
from typing import Final

from support.attacks.attacker import GONE, Attacker, flood, request

_ANSWER: Final = b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"


async def nothing(attacker: Attacker) -> None:
    """Requests to a server in the attacker's own process: the machine is as busy as with an attack."""
    own = await asyncio.start_server(_answer, attacker.address, 0)
    port = own.sockets[0].getsockname()[1]
    own_attacker = Attacker(port, attacker.address, host=attacker.address)
    async with own:
        await flood(own_attacker, 8, lambda: request("GET", "/"))


async def _answer(reader: StreamReader, writer: StreamWriter) -> None:
    with suppress(*GONE):
        while await reader.readuntil(b"\r\n\r\n"):
            writer.write(_ANSWER)
            await writer.drain()
