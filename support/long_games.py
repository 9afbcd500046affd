"""Finished games in a database, made by the code of the server and played at random."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from stammtisch.core.turn import Choose
from stammtisch.server.tables.decisions import Action, decide, nothing
from stammtisch.server.tables.events import AnyEvent, MatchPrepared, TableCreated, encode_event
from stammtisch.server.tables.loading import ended_match
from stammtisch.server.tables.plays import play_bot_move
from stammtisch.server.tables.queue import facts_of
from stammtisch.server.tables.seating import BotSeat, NewTable, create_table
from stammtisch.server.tables.state import history
from stammtisch.server.tables.table import Table
from stammtisch.server.tokens import fresh_code, fresh_match, fresh_table
from stammtisch.store import Log, open_store

AT_ONCE = 500
"""Events that are stored together."""


class Game(NamedTuple):
    """The events of a table at which one match was played, and the table after them."""

    events: list[AnyEvent]
    table: Table


def played(game: str, players: int, luck: random.Random) -> Game:
    """A whole match of bots that choose at random."""
    now = time.time()
    new = NewTable(game=game, seats=[BotSeat("random")] * players)
    events = create_table(new, fresh_code(), 120, "", None, now)
    *_, table = history(fresh_table(), events)
    action: Action = nothing
    while not table.over:
        decision = decide(table, action, now)
        events += decision.events
        table = decision.table
        action = _random_move(table, luck)
    return Game(events, table)


def _random_move(table: Table, luck: random.Random) -> Action:
    turn = table.turn
    if not isinstance(turn, Choose):
        return nothing
    seat = luck.choice(turn.seats)
    move = str(luck.choice(table.running().moves(seat)))
    return lambda table, now: play_bot_move(table, seat, table.at, move, now)


async def store_copies(database: str, game: Game, copies: int) -> list[str]:
    """Store the game so often, each time at another table; the ids of the matches."""
    opened = await open_store(database)
    try:
        return [await _stored(Log(opened), game) for _ in range(copies)]
    finally:
        await opened.close()


async def _stored(log: Log, game: Game) -> str:
    """Only the ids differ."""
    match, code = fresh_match(), fresh_code()
    terms = replace(game.table.terms, code=code)
    events = [renamed(event, match, code) for event in game.events]
    table = replace(game.table, id=fresh_table(), terms=terms, match_id=match)
    await store(log, table, events)
    return match


async def store(log: Log, table: Table, events: Sequence[AnyEvent]) -> None:
    """Write the events that led to this table into the database."""
    texts = list(map(encode_event, events))
    for start in range(0, len(texts), AT_ONCE):
        last = start + AT_ONCE >= len(texts)
        ended = ended_match(table) if last and table.over else None
        facts = facts_of(table) if last else None
        await log.append(table.id, start + 1, texts[start : start + AT_ONCE], facts, ended)


def renamed(event: AnyEvent, match: str, code: str) -> AnyEvent:
    """The event as that of another table: only the ids differ."""
    if isinstance(event, MatchPrepared):
        return replace(event, match=match)
    if isinstance(event, TableCreated):
        return replace(event, terms=replace(event.terms, code=code))
    return event
