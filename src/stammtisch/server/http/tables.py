"""What programs and the page ask over HTTP; playing itself goes over the socket."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Annotated, Final, Literal

import msgspec
from msgspec import Meta

from stammtisch import bots, catalog
from stammtisch.core.documents import Document, Layout
from stammtisch.core.errors import BadOptions, BadRequest, UnknownGame
from stammtisch.core.game import Game
from stammtisch.core.turn import Seat
from stammtisch.core.wire import BadJson, decoded
from stammtisch.engine.protocol import options_schema
from stammtisch.games.clauses import Clause, clauses
from stammtisch.match.fairness import commitment
from stammtisch.server.http import qr
from stammtisch.server.http.accounts import profile_of
from stammtisch.server.http.endpoint import Answer, Call, Cookie, Endpoint
from stammtisch.server.ops.security import Budget, TooMany
from stammtisch.server.tables import messages
from stammtisch.server.tables import seating as founding
from stammtisch.server.tables.errors import (
    AlreadySeated,
    BadName,
    ExpiredLink,
    NotSeated,
    OtherVersion,
    RatedTerms,
    SeatTaken,
    SecretDice,
    StillPlaying,
    TableFull,
    TableOver,
    UnknownTable,
)
from stammtisch.server.tables.events import Sitter, written
from stammtisch.server.tables.ledger import facts_of
from stammtisch.server.tables.state import Table
from stammtisch.server.tables.views import about_table
from stammtisch.server.tokens import fresh_code, fresh_table, fresh_token, hashed, sitter_of
from stammtisch.server.ws.connection import SEAT_COOKIE
from stammtisch.store.contract import Conflict, Halted

if TYPE_CHECKING:
    from stammtisch.server.tables.registry import House

BUDGETS: Final = {"codes": Budget(0.2, 20)}
"""How often one address may try codes."""
YEAR: Final = 365 * 24 * 3600
CODE_TRIES: Final = 20
LONGEST_LINK: Final = 500
LONGEST_OPTIONS: Final = 4000


class GameNews(msgspec.Struct, frozen=True):
    """A game that is played here."""

    game: founding.GameName
    title: str
    rules: int
    players: list[int]
    options: Document
    bots: list[str]
    secrets: bool


class Opened(msgspec.Struct, frozen=True):
    """A table that was opened: its link, its code, and for programs the token of the seats taken."""

    table: str
    link: str
    code: str
    match: str
    commitment: str | None
    seats: list[Seat]
    token: str | None


class Seated(msgspec.Struct, frozen=True):
    """The seats that were taken, and for programs their token."""

    table: str
    seats: list[Seat]
    token: str | None


class Found(msgspec.Struct, frozen=True):
    """The table of a code."""

    table: str
    link: str


class PublicTable(msgspec.Struct, frozen=True):
    """A table in the public list."""

    table: str
    game: str
    players: int
    free: int
    status: str
    host: str
    created: float


class PersonalLink(msgspec.Struct, frozen=True):
    """A link that takes the seats along to another device, once; `until` is its last second.

    `qr` is the same as a picture in SVG, made here so that the secret stands in no address.
    """

    link: str
    qr: str
    until: float


class Redeem(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The secret part of a personal link."""

    ticket: Annotated[str, Meta(min_length=1, max_length=100)]
    program: bool = False


class QrQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the code says: a link of ours."""

    link: Annotated[str, Meta(min_length=1, max_length=LONGEST_LINK, pattern=r"^/[!-~]*$(?!\n)")]
    base: Annotated[str, Meta(max_length=200, pattern=r"^https?://[!-~]+$(?!\n)")]


class RulesQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The language of the rules."""

    lang: Literal["de", "en", "hu"] = "en"


class LayoutQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many play, and the options as a JSON object; those left out take their defaults."""

    players: int
    options: Annotated[str, Meta(max_length=LONGEST_OPTIONS)] = "{}"


class Tables:
    """Handlers for games and tables."""

    def __init__(self, house: House) -> None:
        self._house: Final = house

    async def games(self, call: Call, _: None) -> list[GameNews]:
        return [_about_game(name) for name in catalog.NAMES]

    async def rules(self, call: Call, _: None) -> list[Clause]:
        return list(clauses(catalog.game(call.path["game"]).id, call.query.lang).values())

    async def layout(self, call: Call, _: None) -> Layout:
        game = catalog.game(call.path["game"])
        players = game.check_players(call.query.players)
        options = decoded(call.query.options.encode(), 4 * LONGEST_OPTIONS)
        return game.layout(players, game.options(options, players))

    async def public(self, call: Call, _: None) -> list[PublicTable]:
        return [
            PublicTable(table, facts.game, facts.players, facts.free, facts.status, facts.name, facts.created)
            for table, facts in await self._house.log.listed()
        ]

    async def open(self, call: Call, wish: founding.NewTable) -> Answer:
        """The code is the one thing that somebody else may have taken: then another is drawn."""
        self._house.limiter.spend("new tables", call.address)
        token, away = fresh_token(), round(self._house.settings.away_seconds)
        profile = await profile_of(self._house.profiles, call)
        for _ in range(CODE_TRIES):
            entries = founding.founded(
                wish, fresh_code(), away, hashed(token), profile.id if profile else None, time.time()
            )
            table = Table(fresh_table())
            for entry in entries:
                table.apply(entry)
            try:
                await self._house.log.append(table.id, 1, list(map(written, entries)), facts_of(table))
            except Conflict:
                continue
            return _opened(table, token, wish.program)
        raise Halted("no free code was found: try again")

    async def table(self, call: Call, _: None) -> messages.Table:
        room = await self._house.room(call.path["table"])
        told = about_table(room.table, _sitter(room.table, call))
        return msgspec.structs.replace(told, asked=sorted(room.table.asked))

    async def by_code(self, call: Call, _: None) -> Found:
        self._house.limiter.spend("codes", call.address)
        table = await self._house.log.by_code(call.path["code"].strip().lower())
        if table is None:
            raise UnknownTable("no table has this code: check the spelling, or ask for the link")
        return Found(table, f"/t/{table}")

    async def sit(self, call: Call, guests: founding.NewGuests) -> Answer:
        self._house.limiter.spend("seats", call.address)
        token = fresh_token()
        profile = await profile_of(self._house.profiles, call)
        room = await self._house.room(call.path["table"])
        table = await room.act(
            lambda table, now: founding.seated(
                table, guests, _sitter(table, call), hashed(token), profile.id if profile else None, now
            )
        )
        held = _token(call)
        return _seated(table, held if held and sitter_of(table, held) is not None else token, guests.program)

    async def ticket(self, call: Call, _: None) -> PersonalLink:
        self._house.limiter.spend("seats", call.address)
        room = await self._house.room(call.path["table"])
        secret = fresh_token()
        table = await room.act(lambda table, now: founding.ticketed(table, _sitter(table, call), secret, now))
        link = f"/t/{table.id}#ticket={secret}"
        return PersonalLink(link, qr.drawn((call.origin or "") + link), table.tickets[hashed(secret)].until)

    async def redeem(self, call: Call, redeem: Redeem) -> Answer:
        self._house.limiter.spend("seats", call.address)
        token = fresh_token()
        room = await self._house.room(call.path["table"])
        table = await room.act(
            lambda table, now: founding.redeemed(
                table, redeem.ticket, _sitter(table, call), hashed(token), now
            )
        )
        return _seated(table, token, redeem.program)

    async def close(self, call: Call, _: None) -> None:
        room = await self._house.room(call.path["table"])
        await room.act(lambda table, now: founding.closed(table, _sitter(table, call), now))

    async def qr(self, call: Call, _: None) -> Answer:
        picture = qr.drawn(call.query.base.rstrip("/") + call.query.link)
        return Answer(picture.encode(), media_type="image/svg+xml")


def _about_game(name: str) -> GameNews:
    game = catalog.game(name)
    return GameNews(
        game.id,
        game.title,
        game.rules_version,
        list(game.players),
        options_schema(game.options_type),
        bots.names(game),
        type(game).view is not Game.view,
    )


def _token(call: Call) -> str | None:
    return call.token or call.cookies.get(SEAT_COOKIE)


def _sitter(table: Table, call: Call) -> Sitter | None:
    token = _token(call)
    return sitter_of(table, token) if token else None


def _opened(table: Table, token: str, program: bool) -> Answer:
    seats = list(table.seats_of(0))
    opened = Opened(
        table.id,
        f"/t/{table.id}",
        table.terms.code,
        table.match,
        None if table.terms.real_dice else commitment(table.secret),
        seats,
        token if program and seats else None,
    )
    return Answer(opened, cookies=() if program or not seats else (_cookie(table, token),))


def _seated(table: Table, token: str, program: bool) -> Answer:
    seated = Seated(table.id, list(table.seats_of(sitter_of(table, token))), token if program else None)
    return Answer(seated, cookies=() if program else (_cookie(table, token),))


def _cookie(table: Table, token: str) -> Cookie:
    """The cookie goes to this table alone."""
    return Cookie(SEAT_COOKIE, token, max_age=YEAR, path=f"/api/tables/{table.id}")


def endpoints(house: House) -> list[Endpoint]:
    """Games and tables."""
    tables = Tables(house)
    gone = (UnknownTable, OtherVersion, Halted)
    return [
        Endpoint(
            method="GET",
            path="/api/games",
            name="games",
            summary="The games, with the numbers of players they take, their options and bots.",
            handle=tables.games,
            answer=list[GameNews],
            tags=("games",),
            packed=True,
        ),
        Endpoint(
            method="GET",
            path="/api/games/{game}/rules",
            name="rules",
            summary="The rules of a game by clause, in German, English or Hungarian.",
            handle=tables.rules,
            query=RulesQuery,
            answer=list[Clause],
            errors=(UnknownGame,),
            tags=("games",),
            packed=True,
        ),
        Endpoint(
            method="GET",
            path="/api/games/{game}/layout",
            name="layout",
            summary="What a board of a game needs to draw, for so many players and these options.",
            handle=tables.layout,
            query=LayoutQuery,
            answer=Layout,
            errors=(UnknownGame, BadRequest, BadJson, BadOptions),
            tags=("games",),
            packed=True,
        ),
        Endpoint(
            method="GET",
            path="/api/tables",
            name="public_tables",
            summary="Public tables that are open or playing, the newest first.",
            handle=tables.public,
            answer=list[PublicTable],
            errors=(Halted,),
            tags=("tables",),
        ),
        Endpoint(
            method="POST",
            path="/api/tables",
            name="open_table",
            summary="Open a table. Whoever sits here gets a cookie, or as a program a token.",
            handle=tables.open,
            body=founding.NewTable,
            answer=Opened,
            status=201,
            errors=(UnknownGame, BadRequest, BadOptions, BadName, RatedTerms, SecretDice, TooMany, Halted),
            tags=("tables",),
        ),
        Endpoint(
            method="GET",
            path="/api/tables/{table}",
            name="table",
            summary="A table as whoever asks may know it, without the game on it.",
            handle=tables.table,
            answer=messages.Table,
            errors=gone,
            tags=("tables",),
        ),
        Endpoint(
            method="DELETE",
            path="/api/tables/{table}",
            name="close_table",
            summary="Close a table at which no game is under way; only its host can.",
            handle=tables.close,
            status=204,
            errors=(*gone, NotSeated, StillPlaying),
            tags=("tables",),
        ),
        Endpoint(
            method="GET",
            path="/api/codes/{code}",
            name="table_of_code",
            summary="The table of a spoken code.",
            handle=tables.by_code,
            answer=Found,
            errors=(*gone, TooMany),
            tags=("tables",),
        ),
        Endpoint(
            method="POST",
            path="/api/tables/{table}/seats",
            name="sit_down",
            summary="Sit down as a guest, on one seat or several at one device.",
            handle=tables.sit,
            body=founding.NewGuests,
            answer=Seated,
            status=201,
            errors=(*gone, TableFull, SeatTaken, TableOver, BadRequest, BadName, TooMany),
            tags=("tables",),
        ),
        Endpoint(
            method="POST",
            path="/api/tables/{table}/tickets",
            name="personal_link",
            summary="A personal link that takes the own seats along to another device, once.",
            handle=tables.ticket,
            answer=PersonalLink,
            status=201,
            errors=(*gone, NotSeated, TableOver, TooMany),
            tags=("tables",),
        ),
        Endpoint(
            method="POST",
            path="/api/tables/{table}/keys",
            name="redeem_link",
            summary="Come with a personal link.",
            handle=tables.redeem,
            body=Redeem,
            answer=Seated,
            status=201,
            errors=(*gone, ExpiredLink, AlreadySeated, TableOver, TooMany),
            tags=("tables",),
        ),
        Endpoint(
            method="GET",
            path="/api/qr",
            name="qr_code",
            summary="A link of ours as a QR code, to be held before another device.",
            handle=tables.qr,
            query=QrQuery,
            answer=bytes,
            media_type="image/svg+xml",
            tags=("tables",),
        ),
    ]
