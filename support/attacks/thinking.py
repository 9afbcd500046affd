"""Attacks by work for bots and evaluators."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any, NoReturn

from support.attacks.attacker import (
    PAUSE,
    Attacker,
    HttpClient,
    Socket,
    Terms,
    here,
    open_table,
    own_table,
    request,
)

UNLIMITED = 10**9
"""What an attacker takes for an option without a maximum."""
TABLES = 20


async def endless_games(attacker: Attacker) -> None:
    """Bots play each other as many games as a series may have, at as many tables as allowed."""
    most = await _largest(attacker, "kniffel", "games")
    terms = ({"options": {"games": most}} for _ in range(attacker.some(40)))
    await _bots_alone(attacker, "kniffel", "random", terms)


async def solved_tables(attacker: Attacker) -> None:
    """Options for which a solver has to compute new tables each time."""
    most = await _largest(attacker, "kniffel", "kniffel_bonus")
    bonuses = [bonus for bonus in range(1, most, max(1, most // 40)) if bonus != 100]
    terms = ({"options": {"kniffel_bonus": bonus}} for bonus in bonuses[: attacker.some(40)])
    await _bots_alone(attacker, "kniffel", "strong", terms)


async def _largest(attacker: Attacker, game: str, option: str) -> int:
    """The maximum of an option."""
    client = HttpClient(attacker)
    answer = await client.ask(request("GET", "/api/games"))
    client.drop()
    if answer.status != 200:
        return UNLIMITED
    schemas = {info["game"]: info["options"] for info in answer.json()}
    return int(schemas[game]["properties"][option].get("maximum", UNLIMITED))


async def _bots_alone(attacker: Attacker, game: str, bot: str, all_terms: Iterable[Terms]) -> None:
    """Tables of bots, each with somebody who watches."""
    seats = [{"kind": "bot", "bot": bot}] * 2
    client = HttpClient(attacker)
    async with asyncio.TaskGroup() as tasks:
        for terms in all_terms:
            opened = await open_table(attacker, game, seats, terms, client)
            if opened is not None:
                tasks.create_task(_watch(attacker, opened.table))


async def _watch(attacker: Attacker, table: str) -> NoReturn:
    while True:
        socket = await Socket.open(attacker, table)
        if socket is not None:
            await socket.listen()
            socket.drop()
        await asyncio.sleep(PAUSE)


async def hints(attacker: Attacker) -> None:
    """A hint for every seat at twenty tables of Tock, and the next as soon as one arrives."""
    await attacker.gather(attacker.some(TABLES), lambda _: _ask_for_hints(attacker))


async def _ask_for_hints(attacker: Attacker) -> NoReturn:
    opened = await own_table(attacker, "tock", here("Eve", "Mallory", "Trudy", "Oscar"))
    while True:
        socket = await Socket.open(attacker, opened.table, opened.token)
        if socket is None:
            continue
        async for update in socket.updates():
            _ask_for_hint(attacker, socket, update)
        socket.drop()


def _ask_for_hint(attacker: Attacker, socket: Socket, update: dict[str, Any]) -> None:
    turn, seat = update.get("turn"), update.get("seat")
    if update["type"] == "table" and update["seedless"]:
        socket.send("seed", seed="00" * 8)
    elif update["type"] == "position" and turn and turn["kind"] == "chance" and turn["seat"] == seat:
        socket.send("throw", at=update["at"], seat=seat)
    elif update["type"] == "position" and update["moves"]:
        socket.send("hint", seat=seat)
    elif update["type"] == "advice":
        attacker.tally["hints"] += 1
        socket.send("hint", seat=seat)


async def analyses(attacker: Attacker) -> None:
    """Twenty analyses of long games, for all of which the attacker waits."""
    records = attacker.records[: attacker.some(TABLES)]
    await attacker.gather(len(records), lambda number: _analyse(attacker, records[number]))


async def _analyse(attacker: Attacker, record: str) -> NoReturn:
    client = HttpClient(attacker)
    try:
        while True:
            answer = await client.ask(request("GET", f"/api/records/{record}/analysis/report"))
            await asyncio.sleep(PAUSE if answer.status != 200 else 1.0)
    finally:
        client.drop()
