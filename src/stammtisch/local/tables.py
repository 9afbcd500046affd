"""Tables of this device as requests ask for them: creating, joining, listing and deleting them."""

from __future__ import annotations

import time
from typing import Final, Protocol

import msgspec

from stammtisch import bots, catalog
from stammtisch.core.chance import Seeded
from stammtisch.core.documents import Document
from stammtisch.core.errors import BadOptions, BadRequest, UnknownGame
from stammtisch.core.turn import Over
from stammtisch.local.store import LocalLog
from stammtisch.local.thinking import LocalThinking
from stammtisch.match.record import position_problems
from stammtisch.server.http.callers import person_at
from stammtisch.server.http.endpoint import Call, endpoint
from stammtisch.server.http.errors import LOADING
from stammtisch.server.http.table_answers import (
    Opened,
    PublicTable,
    Seated,
    listed,
    opened,
    seated,
    table_for,
)
from stammtisch.server.tables import seating
from stammtisch.server.tables.archive import Archive
from stammtisch.server.tables.errors import UnknownTable
from stammtisch.server.tables.events import encode_event
from stammtisch.server.tables.queue import facts_of
from stammtisch.server.tables.registry import TableRegistry
from stammtisch.server.tables.state import history
from stammtisch.server.tables.updates import TableUpdate
from stammtisch.server.tokens import LOCAL, fresh_code, fresh_table, fresh_token, hashed
from stammtisch.solve.compact import NoTable

AWAY: Final = 120
"""Seconds until a stand-in plays for an absent player; at one device all are present or nobody is."""


class LocalTableServices(Protocol):
    """What the endpoints of tables work with."""

    @property
    def log(self) -> LocalLog: ...

    @property
    def tables(self) -> TableRegistry: ...

    @property
    def archive(self) -> Archive: ...

    @property
    def thinking(self) -> LocalThinking: ...


class NewLocalTable(seating.NewTable, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A new table; its first match may begin at a position, as somebody at this device saw it elsewhere."""

    position: Document | None = None


class LocalTableRoutes:
    """The endpoints of tables; everybody at them sits at this device, and holds its token."""

    def __init__(self, services: LocalTableServices) -> None:
        self._services: Final = services

    @endpoint("GET", "/api/tables", summary="The tables of this device.", answer=list[PublicTable])
    async def own_tables(self, call: Call, _: None) -> list[PublicTable]:
        return [listed(table, facts) for table, facts in await self._services.log.listed()]

    @endpoint(
        "POST",
        "/api/tables",
        summary="Create a table at this device.",
        body=NewLocalTable,
        answer=Opened,
        status=201,
        errors=(UnknownGame, BadRequest, BadOptions, NoTable),
    )
    async def open_table(self, call: Call, new: NewLocalTable) -> Opened:
        if new.public or new.rated:
            raise BadRequest("a table of one device is neither public nor rated")
        token = call.token or ""
        new = await self._with_files(new)
        events = seating.create_table(
            new, fresh_code(), AWAY, hashed(token), None, time.time(), local=True, position=_begin(new)
        )
        *_, table = history(LOCAL + fresh_table(), events)
        await self._services.log.append(table.id, 1, list(map(encode_event, events)), facts_of(table))
        return opened(table, token, program=False)

    async def _with_files(self, new: NewLocalTable) -> NewLocalTable:
        """Every bot has the table files of its level, or `NoTable`.

        A game that goes on here has its bots already: without their files they are weaker ones, and say so.
        """
        game, thinking = catalog.game(new.game), self._services.thinking
        players = game.check_players(len(new.seats))
        game.options(new.options, players)
        seats = list(new.seats)
        for seat, choice in enumerate(seats):
            if not isinstance(choice, seating.BotSeat) or choice.bot not in bots.names(game):
                continue
            if new.position is None:
                await thinking.need(game, players, new.options, choice.bot)
            else:
                seats[seat] = seating.BotSeat(
                    await thinking.level_for(game, players, new.options, choice.bot)
                )
        return msgspec.structs.replace(new, seats=seats)

    @endpoint(
        "GET", "/api/tables/{table}", summary="A table of this device.", answer=TableUpdate, errors=LOADING
    )
    async def table(self, call: Call, _: None) -> TableUpdate:
        actor = await self._services.tables.get(call.path["table"])
        return table_for(actor, person_at(actor.table, call), call.address)

    @endpoint(
        "POST",
        "/api/tables/{table}/seats",
        summary="More people at this device.",
        body=seating.NewPlayers,
        answer=Seated,
        status=201,
        errors=LOADING,
    )
    async def sit_down(self, call: Call, new: seating.NewPlayers) -> Seated:
        token = call.token or ""
        actor = await self._services.tables.get(call.path["table"])
        table = await actor.run(
            lambda table, now: seating.join_table(
                table, new, person_at(table, call), hashed(token), None, now
            )
        )
        return seated(table, token, program=False)

    @endpoint(
        "DELETE",
        "/api/tables/{table}",
        summary="Delete a table of this device; records of its finished games stay.",
        status=204,
        errors=LOADING,
    )
    async def remove_table(self, call: Call, _: None) -> None:
        """Remove the table without loading it, so even one that can no longer be played."""
        table = call.path["table"]
        if not await self._services.log.read(table):
            raise UnknownTable("there is no such table on this device")
        for match in await self._services.log.ended_at(table):
            await self._services.archive.record(match)  # which keeps it
        await self._services.log.remove(table)
        await self._services.tables.forget(table)


def _begin(new: NewLocalTable) -> Document | None:
    """The position at which the match begins, with what nobody here could see drawn at random."""
    if new.position is None:
        return None
    game, players = catalog.game(new.game), len(new.seats)
    seat = next((seat for seat, who in enumerate(new.seats) if isinstance(who, seating.PersonHere)), 0)
    game.load(new.position, seat)  # it says everything that is wrong
    state = game.guess(new.position, seat, Seeded(fresh_token()))
    if isinstance(game.turn(state), Over):
        raise BadRequest("this game is over: there is nothing to continue")
    position = game.dump(state)
    reasons = position_problems(game, players, new.options, position)
    if reasons:
        raise BadRequest("; ".join(reasons))
    return position
