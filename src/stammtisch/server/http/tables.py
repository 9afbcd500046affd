"""Tables over HTTP: creating, joining and closing them. They are played over sockets."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from stammtisch.core.documents import shown
from stammtisch.core.errors import BadOptions, BadRequest, UnknownGame
from stammtisch.server.accounts.profiles import Profile
from stammtisch.server.http.accounts import BAD_NAMES, profile_of
from stammtisch.server.http.callers import person_at, seat_token
from stammtisch.server.http.endpoint import Answer, Call, Cookie, endpoint
from stammtisch.server.http.errors import LOADING, BadOrigin
from stammtisch.server.http.table_answers import (
    Opened,
    PublicTable,
    Seated,
    listed,
    opened,
    seated,
    table_for,
)
from stammtisch.server.ops.limits import network_of
from stammtisch.server.services import Services
from stammtisch.server.tables import seating
from stammtisch.server.tables.devices import DeviceInfo, device_of
from stammtisch.server.tables.errors import (
    AlreadySeated,
    ExpiredLink,
    LookAlike,
    NotSeated,
    OneSeat,
    OwnKey,
    RatedTerms,
    Removed,
    SeatTaken,
    SecretDice,
    StillPlaying,
    TableFull,
    TableOver,
    UnknownKey,
    UnknownTable,
)
from stammtisch.server.tables.events import HOUR, encode_event
from stammtisch.server.tables.keys import keys_of, revoke_key
from stammtisch.server.tables.presence import SEEN_LASTS
from stammtisch.server.tables.queue import facts_of
from stammtisch.server.tables.seating import person_of
from stammtisch.server.tables.state import history
from stammtisch.server.tables.table import Table
from stammtisch.server.tables.updates import TableUpdate
from stammtisch.server.tokens import SEAT_COOKIE, fresh_code, fresh_table, fresh_token, hashed, key_id
from stammtisch.store.contract import Conflict, Damaged, Unavailable

YEAR: Final = 365 * 24 * 3600
CODE_TRIES: Final = 20
LONGEST_LINK: Final = 150


class Found(msgspec.Struct, frozen=True):
    """The table of a code."""

    table: str
    link: str


class PersonalLink(msgspec.Struct, frozen=True):
    """A link that takes your seats to another device, once; it expires at `until`, in seconds since 1970.

    `qr` is the same link as a QR code in SVG, made here so that the secret is in no address.
    """

    link: str
    qr: str
    until: float


class Redeem(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The secret part of a personal link."""

    ticket: Annotated[str, Meta(min_length=1, max_length=100)]
    program: seating.ForProgram = False


class SeatKey(msgspec.Struct, frozen=True):
    """A device that holds your seats at a table, since when, and whether it is the one that asks.

    `device` is None where it is not known.
    """

    id: str
    since: float
    device: DeviceInfo | None
    current: bool


class QrQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A link to this server, and the address of the server."""

    link: Annotated[str, Meta(min_length=1, max_length=LONGEST_LINK, pattern=r"^/[!-~]*$(?!\n)")]
    base: Annotated[str, Meta(max_length=200, pattern=r"^https?://[!-~]+$(?!\n)")]


class TableRoutes:
    """The endpoints of tables."""

    def __init__(self, services: Services) -> None:
        self._services: Final = services

    @endpoint(
        "GET",
        "/api/tables",
        summary="Public tables that are open or playing and at which somebody is, the newest first.",
        answer=list[PublicTable],
        errors=(Unavailable,),
    )
    async def public_tables(self, call: Call, _: None) -> list[PublicTable]:
        return [
            listed(table, facts) for table, facts in await self._services.log.listed(time.time() - SEEN_LASTS)
        ]

    @endpoint(
        "POST",
        "/api/tables",
        summary="Create a table. Players at this device get a cookie, or as a program a token.",
        body=seating.NewTable,
        answer=Opened,
        status=201,
        errors=(
            UnknownGame,
            BadRequest,
            BadOptions,
            *BAD_NAMES,
            LookAlike,
            RatedTerms,
            SecretDice,
            Unavailable,
        ),
        limit="new tables",
    )
    async def open_table(self, call: Call, new: seating.NewTable) -> Answer:
        """If the code is taken by another table, another one is drawn."""
        token, settings = fresh_token(), self._services.settings
        profile = await profile_of(self._services.profiles, call)
        here = (choice.name for choice in new.seats if isinstance(choice, seating.PersonHere))
        self._check_names(profile, here)
        for _ in range(CODE_TRIES):
            events = seating.create_table(
                new,
                fresh_code(),
                round(settings.away_seconds),
                hashed(token),
                profile.id if profile else None,
                time.time(),
                settings.lobby_hours * HOUR,
                device_of(call.user_agent),
            )
            *_, table = history(fresh_table(), events)
            try:
                await self._services.log.append(table.id, 1, list(map(encode_event, events)), facts_of(table))
            except (Conflict, Damaged):  # the code is taken, or the new id belongs into a damaged page
                continue
            return _opened(table, token, new.program)
        raise Unavailable("no free code was found: try again")

    @endpoint(
        "GET",
        "/api/tables/{table}",
        summary="A table as the caller may see it, without the game on it.",
        answer=TableUpdate,
        errors=LOADING,
    )
    async def table(self, call: Call, _: None) -> TableUpdate:
        actor = await self._services.tables.get(call.path["table"])
        return table_for(actor, person_at(actor.table, call), call.address)

    @endpoint(
        "DELETE",
        "/api/tables/{table}",
        summary="Close a table at which no game is being played; only its host can.",
        status=204,
        errors=(*LOADING, NotSeated, StillPlaying),
    )
    async def close_table(self, call: Call, _: None) -> None:
        actor = await self._services.tables.get(call.path["table"])
        await actor.run(lambda table, now: seating.close_table(table, person_at(table, call), now))

    @endpoint(
        "GET",
        "/api/codes/{code}",
        summary="The table of a code, until its game starts; a public table is found until its game is over.",
        answer=Found,
        errors=LOADING,
        limit="codes",
    )
    async def table_of_code(self, call: Call, _: None) -> Found:
        self._services.wrong_codes.check(call.address)
        table = await self._services.log.joinable(call.path["code"].strip().lower())
        if table is None:
            self._services.wrong_codes.wrong()
            raise UnknownTable(
                "no table that waits for players has this code: check the spelling, or ask for the link"
            )
        return Found(table, f"/t/{table}")

    @endpoint(
        "POST",
        "/api/tables/{table}/seats",
        summary="Join a table, on one seat or on several at one device.",
        body=seating.NewPlayers,
        answer=Seated,
        status=201,
        errors=(
            *LOADING,
            TableFull,
            SeatTaken,
            OneSeat,
            Removed,
            TableOver,
            BadRequest,
            *BAD_NAMES,
            LookAlike,
        ),
        limit="seats",
    )
    async def sit_down(self, call: Call, new: seating.NewPlayers) -> Answer:
        token = fresh_token()
        profile = await profile_of(self._services.profiles, call)
        self._check_names(profile, new.names)
        profile_id, device = profile.id if profile else None, device_of(call.user_agent)
        actor = await self._services.tables.get(call.path["table"])
        self._count_newcomer(actor.table, call)
        table = await actor.run(
            lambda table, now: seating.join_table(
                table, new, person_at(table, call), hashed(token), profile_id, now, device
            )
        )
        held = seat_token(call)
        return _seated(table, held if held and person_of(table, held) is not None else token, new.program)

    def _check_names(self, profile: Profile | None, names: Iterable[str]) -> None:
        """`Blocked` if one of the names is, or that of the profile."""
        self._services.in_force.check_names([*names, *([profile.name] if profile else [])])

    def _count_newcomer(self, table: Table, call: Call) -> None:
        """One household must not take all seats of a public table by pretending to be several strangers."""
        if table.terms.public and person_at(table, call) is None:
            place = f"{network_of(call.address).household} {table.id}"
            self._services.limiter.spend("seats at one table", place)

    @endpoint(
        "POST",
        "/api/tables/{table}/tickets",
        summary="Create a personal link that takes your seats to another device, once.",
        answer=PersonalLink,
        status=201,
        errors=(*LOADING, NotSeated, TableOver),
        limit="seats",
    )
    async def personal_link(self, call: Call, _: None) -> PersonalLink:
        actor = await self._services.tables.get(call.path["table"])
        secret = fresh_token()
        table = await actor.run(
            lambda table, now: seating.create_link(table, person_at(table, call), secret, now)
        )
        link = f"/t/{table.id}#ticket={secret}"
        picture = await self._services.qr_codes.secret((call.origin or call.own_origin) + link, call.address)
        return PersonalLink(link, picture.decode(), table.links[hashed(secret)].until)

    @endpoint(
        "POST",
        "/api/tables/{table}/keys",
        summary="Use a personal link.",
        body=Redeem,
        answer=Seated,
        status=201,
        errors=(*LOADING, ExpiredLink, AlreadySeated, Removed, TableOver),
        limit="seats",
    )
    async def redeem_link(self, call: Call, redeem: Redeem) -> Answer:
        token = fresh_token()
        actor = await self._services.tables.get(call.path["table"])
        table = await actor.run(
            lambda table, now: seating.use_link(
                table, redeem.ticket, person_at(table, call), hashed(token), now, device_of(call.user_agent)
            )
        )
        return _seated(table, token, redeem.program)

    @endpoint(
        "GET",
        "/api/tables/{table}/keys",
        summary="Your devices that hold your seats.",
        answer=list[SeatKey],
        errors=(*LOADING, NotSeated),
    )
    async def seat_keys(self, call: Call, _: None) -> list[SeatKey]:
        actor = await self._services.tables.get(call.path["table"])
        own = hashed(seat_token(call) or "")
        return [
            SeatKey(key_id(key), since, device, key == own)
            for key, since, device in keys_of(actor.table, person_at(actor.table, call))
        ]

    @endpoint(
        "DELETE",
        "/api/tables/{table}/keys/{key}",
        summary="Take your seats away from one of your other devices; it is disconnected at once.",
        status=204,
        errors=(*LOADING, NotSeated, UnknownKey, OwnKey, TableOver),
        limit="seats",
    )
    async def revoke_key(self, call: Call, _: None) -> None:
        actor = await self._services.tables.get(call.path["table"])
        await actor.run(
            lambda table, now: revoke_key(
                table, person_at(table, call), seat_token(call) or "", call.path["key"], now
            )
        )

    @endpoint(
        "GET",
        "/api/qr",
        summary="A link to this server as a QR code, to be scanned with another device.",
        query=QrQuery,
        answer=bytes,
        media_type="image/svg+xml",
        errors=(BadOrigin,),
        limit="QR codes",
    )
    async def qr_code(self, call: Call, _: None) -> Answer:
        base = call.query.base.rstrip("/")
        if base.lower() != call.own_origin and base not in self._services.settings.origins:
            raise BadOrigin(f"only links to this server are drawn, and {shown(base)} is not its origin")
        return Answer(await self._services.qr_codes.public(base + call.query.link, call.address))


def _opened(table: Table, token: str, program: bool) -> Answer:
    body = opened(table, token, program=program)
    return Answer(body, cookies=() if program or not body.seats else (_cookie(table, token),))


def _seated(table: Table, token: str, program: bool) -> Answer:
    body = seated(table, token, program=program)
    return Answer(body, cookies=() if program else (_cookie(table, token),))


def _cookie(table: Table, token: str) -> Cookie:
    """The cookie is sent to this table alone."""
    return Cookie(SEAT_COOKIE, token, max_age=YEAR, path=f"/api/tables/{table.id}")
