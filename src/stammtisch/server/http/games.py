"""Games and their rules over HTTP."""

from __future__ import annotations

from typing import Literal

import msgspec

from stammtisch import bots, catalog
from stammtisch.core.documents import Document
from stammtisch.core.errors import UnknownGame
from stammtisch.core.game import Game
from stammtisch.engine.protocol import options_schema
from stammtisch.games.clauses import Clause, clauses
from stammtisch.server.http.endpoint import Call, Endpoint
from stammtisch.server.tables.seating import GameName


class GameInfo(msgspec.Struct, frozen=True):
    """A game that is played here."""

    game: GameName
    title: str
    rules: int
    players: list[int]
    options: Document
    bots: list[str]
    secrets: bool


class RulesQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The language of the rules."""

    lang: Literal["de", "en", "hu"] = "en"


async def list_games(_: Call, __: None) -> list[GameInfo]:
    """Every game of the catalog."""
    return [_info(name) for name in catalog.NAMES]


def _info(name: str) -> GameInfo:
    game = catalog.game(name)
    return GameInfo(
        game.id,
        game.title,
        game.rules_version,
        list(game.players),
        options_schema(game.options_type),
        bots.names(game),
        type(game).view is not Game.view,
    )


async def list_clauses(call: Call, _: None) -> list[Clause]:
    """The rules of one game."""
    return list(clauses(catalog.game(call.path["game"]).id, call.query.lang).values())


def endpoints() -> list[Endpoint]:
    """Games and rules."""
    return [
        Endpoint(
            method="GET",
            path="/api/games",
            name="games",
            summary="The games, with the numbers of players they take, their options and bots.",
            handle=list_games,
            answer=list[GameInfo],
            tags=("games",),
            packed=True,
        ),
        Endpoint(
            method="GET",
            path="/api/games/{game}/rules",
            name="rules",
            summary="The rules of a game by clause, in German, English or Hungarian.",
            handle=list_clauses,
            query=RulesQuery,
            answer=list[Clause],
            errors=(UnknownGame,),
            tags=("games",),
            packed=True,
        ),
    ]
