"""Games and their rules over HTTP."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from stammtisch import bots, catalog
from stammtisch.core.documents import LONGEST_OPTIONS, Document, Layout, options_schema
from stammtisch.core.errors import BadOptions, BadRequest, UnknownGame
from stammtisch.core.wire import BadJson, decoded
from stammtisch.games.clauses import LANGUAGES, Clause, clauses
from stammtisch.server.http.endpoint import Call, endpoint
from stammtisch.server.tables.seating import GameName


class GameInfo(msgspec.Struct, frozen=True):
    """A game, and what a table of it can be created with."""

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


class LayoutQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many players, and the options as a JSON object; those left out have their defaults."""

    players: int
    options: Annotated[str, Meta(max_length=LONGEST_OPTIONS)] = "{}"


class GameRoutes:
    """The endpoints of games and their rules."""

    def __init__(self) -> None:
        self._games: Final = [_info(name) for name in catalog.NAMES]  # which takes a while, and never changes

    @endpoint(
        "GET",
        "/api/games",
        summary="The games, with the numbers of players they take, their options and bots.",
        answer=list[GameInfo],
        compressed=True,
    )
    async def games(self, call: Call, _: None) -> list[GameInfo]:
        return self._games

    @endpoint(
        "GET",
        "/api/games/{game}/rules",
        summary="The rules of a game by clause, in German, English or Hungarian.",
        query=RulesQuery,
        answer=list[Clause],
        errors=(UnknownGame,),
        compressed=True,
    )
    async def rules(self, call: Call, _: None) -> list[Clause]:
        return list(clauses(catalog.game(call.path["game"]).id, call.query.lang).values())

    @endpoint(
        "GET",
        "/api/games/{game}/layout",
        summary="What a board of a game needs to draw, for this number of players and these options.",
        query=LayoutQuery,
        answer=Layout,
        errors=(UnknownGame, BadRequest, BadJson, BadOptions),
        compressed=True,
    )
    async def layout(self, call: Call, _: None) -> Layout:
        game = catalog.game(call.path["game"])
        players = game.check_players(call.query.players)
        options = decoded(call.query.options.encode(), 4 * LONGEST_OPTIONS)
        return game.layout(players, game.options(options, players))


def written() -> Iterator[tuple[str, bytes]]:
    """The answers about all games as files, by their names, for a page without a server."""
    yield "games.json", msgspec.json.encode([_info(name) for name in catalog.NAMES])
    for name in catalog.NAMES:
        for language in LANGUAGES:
            rules = list(clauses(name, language).values())
            yield f"{name}.{language}.json", msgspec.json.encode(rules)


def _info(name: str) -> GameInfo:
    game = catalog.game(name)
    return GameInfo(
        game.id,
        game.title,
        game.rules_version,
        list(game.players),
        options_schema(game.options_type),
        bots.names(game),
        game.has_secrets,
    )
