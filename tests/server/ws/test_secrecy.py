"""What devices receive over real sockets is what each of them may know."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import NamedTuple

import msgspec

from stammtisch.core.chance import Seeded
from stammtisch.core.turn import Seat
from stammtisch.server.tables.events import decode_event
from stammtisch.server.tables.parts import PersonId
from stammtisch.server.tables.state import history, seats_to_act
from stammtisch.server.tables.table import Table
from stammtisch.server.tables.updates import encode
from stammtisch.server.tables.views import NOTHING_SEEN, PositionView, view_message, view_table
from stammtisch.server.thinking.requests import Advise
from tests.server.clients import Client, RunningServer, Update, open_server
from tests.server.http_client import refusal
from tests.server.twins import secrets, twin

KEYS = {"presence": {"type", "seats", "watching"}, "error": {"type", "code", "message"}}
"""The keys of updates that are not about the table at one moment."""


class Device(NamedTuple):
    """A client, and who uses it; a spectator has no person and no token."""

    client: Client
    person: PersonId | None
    token: str | None

    async def play(self, luck: Random, until: int) -> None:
        """Act whenever it is this device's turn, up to a position."""
        while self.client.latest("position")["at"] < until and await self.client.act(luck.choice):
            pass


async def connect_all(
    server: RunningServer, stack: AsyncExitStack, table: Update, *names: str
) -> list[Device]:
    """A device of the host, of everybody with one of these names, another of the host, and a spectator."""
    host = table["token"]
    tokens = [host, *[await server.join(table["table"], name) for name in names], host, None]
    persons = [0, *range(1, len(names) + 1), 0, None]
    clients = [await stack.enter_async_context(server.connect(table["table"], token)) for token in tokens]
    await asyncio.gather(*(client.add_seed() for client in clients[:-2]))
    return list(map(Device, clients, persons, tokens))


async def snapshots(server: RunningServer, table: str) -> dict[int, Table]:
    """The table after every event of its log, by number."""
    log = map(decode_event, await server.services.log.read(table))
    return {snapshot.n: snapshot for snapshot in history(table, log)}


def expected(
    update: Update, device: Device, tables: dict[int, Table], seen: dict[Seat | None, int]
) -> object:
    """The same update made from a twin of the table; of other updates the keys."""
    if "n" not in update:
        return KEYS[update["type"]]
    table, seat = tables[update["n"]], update.get("seat")
    seats = table.seats_of(device.person)
    assert seat in seats or (seat is None and not (update["type"] == "position" and seats))
    other = twin(table, seat, seat or 0, Seeded(update["n"]))
    if update["type"] == "table":
        return json.loads(encode(view_table(other, device.person)))
    if update["type"] == "talk":
        return json.loads(encode(view_message(other, *table.chat[-1])))
    after = seen.get(seat, NOTHING_SEEN)
    seen[seat] = update["n"]
    return json.loads(encode(PositionView(other, after, 0.0).for_seat(seat)))


def check_received(device: Device, tables: dict[int, Table], tokens: Iterable[str]) -> None:
    """Everything that this device received could have come from a twin, and holds no secret."""
    seen: dict[Seat | None, int] = {}
    last = tables[max(tables)]
    for update in device.client.received:
        if update["type"] == "advice":
            continue
        same = expected(update, device, tables, seen)
        assert same == (update if "n" in update else {*update}), f"{device.person} received {update}"
        over = update["type"] == "table" and update["status"] == "over"
        hidden = {*secrets(last), *tokens, *([] if over else [last.secret])}
        assert not [text for text in hidden if text in json.dumps(update)]


async def test_each_device_receives_only_what_its_person_may_know(tmp_path: Path) -> None:
    luck = Random("sockets")
    async with open_server(tmp_path, messages_per_second=100_000) as server, AsyncExitStack() as stack:
        created = await server.create_table("zocknroll", ["Anna", "free", "free"])
        devices = await connect_all(server, stack, created, "Ben", "Cleo")
        players = devices[:3]
        await asyncio.gather(*(device.play(luck, 12) for device in players))
        await _check_http(server, created, devices)
        await _check_advice(server, created, devices)
        await players[1].client.send("say", text="I hold sixes")
        await asyncio.gather(*(device.play(luck, 10_000) for device in players))
        tables = await snapshots(server, created["table"])
        for device in devices:
            await device.client.table(lambda update: update["status"] == "over")
            check_received(device, tables, [device.token for device in players if device.token])
        record = await server.get(f"/api/records/{created['match']}")
        assert record["fair"]["secret"] == tables[max(tables)].secret
        assert await server.get(f"/api/records/{created['match']}/moments?count=3")


async def _check_http(server: RunningServer, created: Update, devices: list[Device]) -> None:
    """During a game nobody gets its record, and everybody sees only what they may know of the table."""
    for path in ("", "/moments", "/draws", "/analysis/report", "/analysis/page", "/analysis"):
        response = await server.request("GET", f"/api/records/{created['match']}{path}")
        assert refusal(response) == (404, "unknown-table")
    response = await server.request("POST", f"/api/records/{created['match']}/analysis")
    assert refusal(response) == (404, "unknown-table")
    table = (await server.services.tables.get(created["table"])).table
    assert table.turn is not None
    for device in devices:
        seats = table.seats_of(device.person)
        other = twin(table, seats[0] if seats else None, 0, Seeded("table"))
        answer = await server.get(f"/api/tables/{created['table']}", device.token)
        same = json.loads(encode(view_table(other, device.person)))
        assert answer == same | {"asked": sorted(seats_to_act(table.turn))}
        assert [seat["yours"] for seat in answer["seats"]] == [each in seats for each in range(3)]


async def _check_advice(server: RunningServer, created: Update, devices: list[Device]) -> None:
    """A hint is made from the view alone, and sent to all devices of the person who asked, and no others."""
    await devices[0].client.send("hint")
    table = (await server.services.tables.get(created["table"])).table
    other = twin(table, 0, 0, Seeded("advice"))
    view = other.game.view(other.running().state, 0)
    evaluation = Advise("zocknroll", view, 0, at_once=False).answer(lambda *_: None)
    judgement = json.loads(msgspec.json.encode(evaluation))
    for device in devices:
        if device.person == 0:
            advice = await device.client.wait_for(lambda update: update["type"] == "advice")
            assert advice == {"type": "advice", "seat": 0, "at": table.at, "judgement": judgement}
    await devices[1].client.send("nod", phrase="thinking")
    for device in devices:
        await device.client.wait_for(lambda update: update.get("phrase") == "thinking")
        assert ("advice" in {update["type"] for update in device.client.received}) == (device.person == 0)


async def test_partners_at_one_device_and_opponents_at_others_receive_only_what_they_may_know(
    tmp_path: Path,
) -> None:
    luck = Random("partners")
    async with open_server(tmp_path, messages_per_second=100_000) as server, AsyncExitStack() as stack:
        created = await server.create_table("tock", ["Anna", "free", "Cleo", "free"])
        devices = await connect_all(server, stack, created, "Ben", "Dora")
        await asyncio.gather(*(device.play(luck, 60) for device in devices[:3]))
        await devices[1].client.send("ask", vote="handover", seat=0)
        await devices[2].client.table(lambda update: bool(update["vote"]))
        await devices[2].client.send("answer", yes=True)
        await devices[0].client.table(lambda update: bool(update["seats"][0]["stand_in"]))
        await devices[0].client.send("back")
        await asyncio.gather(*(device.play(luck, 80) for device in devices[:3]))
        tables = await snapshots(server, created["table"])
        for device in devices:
            check_received(device, tables, [device.token for device in devices if device.token])
