"""Attacks by messages on sockets."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from typing import Any, NoReturn

import msgspec

from support.attacks.attacker import (
    CONTINUATION,
    PAUSE,
    PING,
    TEXT,
    Attacker,
    HttpClient,
    Opened,
    Socket,
    frame,
    here,
    open_table,
    own_table,
    press,
    request,
)

SOCKETS = 100
"""As many as one address may have; each has its own limit of messages."""
TABLES = 20
JUST_ALLOWED = 1 / 45
"""Seconds between messages: a server that allows 50 a second closes no socket for that."""
PINGS = frame(PING, bytes(125)) * 500
CONTINUATIONS = frame(CONTINUATION, final=False) * 5000
NONSENSE = frame(TEXT, b"{") * 1000


async def pings(attacker: Attacker) -> None:
    """Pings at line speed."""
    await _frames(attacker, b"", PINGS)


async def continuation_frames(attacker: Attacker) -> None:
    """An endless message of empty parts, at line speed."""
    await _frames(attacker, frame(TEXT, b" ", final=False), CONTINUATIONS)


async def bad_messages(attacker: Attacker) -> None:
    """Messages that are not JSON, until the socket is closed, then the same on a new one."""
    await _frames(attacker, b"", NONSENSE)


async def _frames(attacker: Attacker, first: bytes, more: bytes) -> None:
    opened = await own_table(attacker, "zock", [*here("Eve"), {"kind": "free"}])

    def write(socket: Socket) -> None:
        socket.write(more)
        attacker.tally["sent"] += 1

    await attacker.gather(4, lambda _: press(attacker, opened, write, first=first))


async def chat(attacker: Attacker) -> None:
    """Long messages and quick phrases to many sockets at one table."""
    text = "W" * 300

    def write(socket: Socket) -> None:
        socket.send("say", text=text)
        socket.send("nod", phrase="hurry")

    await _commands(attacker, await own_table(attacker, "zock", [*here("Eve"), {"kind": "free"}]), write)


async def seeds(attacker: Attacker) -> None:
    """Seeds at a table that waits for somebody: each is stored."""
    opened = await own_table(attacker, "tock", [*here("Eve"), *[{"kind": "free"}] * 3])
    await _commands(attacker, opened, lambda socket: socket.send("seed", seed=secrets.token_hex(32)))


async def pauses(attacker: Attacker) -> None:
    """Questions to which the attacker agrees: the game is paused and goes on, again and again."""
    opened = await own_table(attacker, "zock", here("Eve", "Mallory"))

    def write(socket: Socket) -> None:
        socket.send("seed", seed="00" * 8)
        socket.send("ask", vote="pause")
        socket.send("resume")
        socket.send("ask", vote="handover", seat=1)
        socket.send("back")

    await _commands(attacker, opened, write, 5)


async def _commands(
    attacker: Attacker, opened: Opened, write: Callable[[Socket], None], each: int = 1
) -> None:
    """Each socket writes as often as the server allows; one `write` sends `each` messages."""
    await attacker.gather(
        attacker.some(SOCKETS),
        lambda _: press(attacker, opened, write, pace=JUST_ALLOWED * each),
    )


async def contests(attacker: Attacker) -> None:
    """Rolls of real dice that are entered and contested again and again."""
    await attacker.gather(attacker.some(TABLES), lambda _: _contest(attacker))


async def _contest(attacker: Attacker) -> NoReturn:
    opened = await own_table(attacker, "zock", here("Eve", "Mallory"), real_dice=True)
    while True:
        socket = await Socket.open(attacker, opened.table, opened.token)
        if socket is None:
            continue
        async for update in socket.updates():
            if update["type"] == "position" and update["seat"] == 0 and update["turn"]:
                _enter_or_contest(socket, update)
                await socket.drain()
                await asyncio.sleep(JUST_ALLOWED)
        socket.drop()


def _enter_or_contest(socket: Socket, position: dict[str, Any]) -> None:
    if position["turn"]["kind"] == "chance":
        socket.send("throw", at=position["at"], seat=position["turn"]["seat"], outcome="2 1")
    else:
        socket.send("contest", at=position["at"])


async def seats(attacker: Attacker) -> None:
    """Joining and leaving: each is stored."""
    await attacker.gather(attacker.some(4), lambda _: _join_and_leave(attacker))


async def _join_and_leave(attacker: Attacker) -> NoReturn:
    client = HttpClient(attacker)
    free = {"kind": "free"}
    opened = None
    while opened is None:
        opened = await open_table(attacker, "tock", [*here("Eve"), free, free, free], {}, client)
        await asyncio.sleep(PAUSE)
    join = request("POST", f"/api/tables/{opened.table}/seats", {"names": ["M", "N", "O"], "program": True})
    while True:
        answer = await client.ask(join)
        if answer.status != 201:
            await asyncio.sleep(PAUSE)
            continue
        token = msgspec.json.decode(answer.body)["token"]
        socket = await Socket.open(attacker, opened.table, token)
        if socket is not None:
            socket.send("leave")
            async for update in socket.updates():
                if update["type"] == "error" or (update["type"] == "table" and _nobody(update)):
                    break
            socket.drop()


def _nobody(table: dict[str, Any]) -> bool:
    return not any(seat["yours"] for seat in table["seats"])
