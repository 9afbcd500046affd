"""Creating a table, joining it, taking one's seats along to another device, and closing it."""

from __future__ import annotations

from hmac import compare_digest
from typing import Annotated, Final, TypeAlias

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from stammtisch import bots, catalog
from stammtisch.core.documents import Document
from stammtisch.core.errors import BadRequest
from stammtisch.core.game import AnyGame
from stammtisch.core.turn import MOST_SEATS, Seat
from stammtisch.server.tables.bot_names import bot_names
from stammtisch.server.tables.checks import check_allowed, check_open
from stammtisch.server.tables.clock import wake_at
from stammtisch.server.tables.devices import DeviceInfo
from stammtisch.server.tables.errors import (
    AlreadySeated,
    ExpiredLink,
    NotSeated,
    OneSeat,
    RatedTerms,
    Removed,
    SeatTaken,
    SecretDice,
    StillPlaying,
    TableFull,
    TableOver,
)
from stammtisch.server.tables.events import (
    DAY,
    LONGEST_MOVE,
    WEEK,
    AnyEvent,
    BotSeated,
    Clock,
    LinkCreated,
    LinkUsed,
    PlayerSeated,
    TableClosed,
    TableCreated,
    Terms,
)
from stammtisch.server.tables.names import Name, clean_names
from stammtisch.server.tables.parts import PersonId, TableSeat
from stammtisch.server.tables.spending import MOST_PEOPLE
from stammtisch.server.tables.table import Table
from stammtisch.server.tables.votes import prepare_match
from stammtisch.server.tokens import hashed

LINK_LASTS: Final = 15 * 60.0
"""Seconds for which a personal link can be used."""
LONGEST_WHY: Final = 300
"""Characters of the reason for which the operator closes a table."""
NOBODY_CAME: Final = "nobody came"
"""Why a table closed by itself."""

GameName = Annotated[str, Meta(extra_json_schema={"enum": list(catalog.NAMES)})]
"""One of the games; `catalog.game` says which there are if it is none."""
ForProgram = Annotated[bool, Meta(description="answer with a token instead of a cookie")]


class PersonHere(msgspec.Struct, frozen=True, tag_field="kind", tag="here", forbid_unknown_fields=True):
    """Somebody at the device that creates the table."""

    name: Name


class FreeSeat(msgspec.Struct, frozen=True, tag_field="kind", tag="free", forbid_unknown_fields=True):
    """A seat for anyone who comes with the link or the code."""


class BotSeat(msgspec.Struct, frozen=True, tag_field="kind", tag="bot", forbid_unknown_fields=True):
    """A bot of some level."""

    bot: str


SeatChoice: TypeAlias = PersonHere | FreeSeat | BotSeat


class NewTable(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a table is created with: the game and its options, who sits where, and how it is played."""

    game: GameName
    seats: Annotated[list[SeatChoice], Meta(min_length=1, max_length=MOST_SEATS)]
    options: Document = {}
    clock: Clock | None = None
    away: (
        Annotated[
            int, Meta(ge=10, le=LONGEST_MOVE, description="seconds until a stand-in plays for a player")
        ]
        | None
    ) = None
    stand_in: Annotated[
        str,
        Meta(
            description="the bot that stands in for somebody who is gone; in a rated game it is the strongest"
        ),
    ] = "medium"
    public: bool = False
    rated: bool = False
    spectators: bool = True
    hints: bool = True
    real_dice: bool = False
    guest_host: Annotated[
        bool, Meta(description="the first guest is the host if nobody sits at this device")
    ] = False
    program: ForProgram = False


class NewPlayers(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who joins: one name or several at one device, on the named seats or on any free ones."""

    names: Annotated[list[Name], Meta(min_length=1, max_length=MOST_SEATS)]
    seats: list[Seat] | None = None
    program: ForProgram = False


def create_table(
    new: NewTable,
    code: str,
    away: int,
    key: str,
    profile: str | None,
    now: float,
    lobby: float = DAY,
    device: DeviceInfo | None = None,
    *,
    local: bool = False,
    position: Document | None = None,
) -> list[AnyEvent]:
    """The first events of a table, or everything that is wrong with the request."""
    game = catalog.game(new.game)
    here = [(seat, choice.name) for seat, choice in enumerate(new.seats) if isinstance(choice, PersonHere)]
    bots = [(seat, choice.bot) for seat, choice in enumerate(new.seats) if isinstance(choice, BotSeat)]
    terms = _terms(game, new, code, away, lobby)
    _check(game, new, len(here))
    names = clean_names((name for _, name in here), [TableSeat(bot, bot=bot) for _, bot in bots])
    events: list[AnyEvent] = [TableCreated(t=now, terms=terms)]
    if here:
        seats = tuple(seat for seat, _ in here)
        host = PlayerSeated(t=now, seats=seats, names=names, key=key, profile=profile, program=new.program)
        events.append(replace(host, device=device))
    called = bot_names(code, names, len(bots))
    seated = [
        BotSeated(t=now, seat=seat, bot=bot, name=name)
        for (seat, bot), name in zip(bots, called, strict=True)
    ]
    return [*events, *seated, prepare_match(now, local=local, position=position)]


def _terms(game: AnyGame, new: NewTable, code: str, away: int, lobby: float) -> Terms:
    players = game.check_players(len(new.seats))
    return Terms(
        game=game.id,
        rules=game.rules_version,
        players=players,
        options=msgspec.to_builtins(game.options(new.options, players)),
        code=code,
        clock=new.clock,
        away=new.away or max(away, new.clock.move if new.clock else 0),
        stand_in=bots.names(game)[-1] if new.rated else new.stand_in,
        public=new.public,
        rated=new.rated,
        spectators=new.spectators,
        hints=new.hints,
        real_dice=new.real_dice,
        guest_host=new.guest_host,
        lobby=max(lobby, WEEK) if new.clock and new.clock.move >= DAY else lobby,
    )


def _check(game: AnyGame, new: NewTable, here: int) -> None:
    for level in {new.stand_in, *(choice.bot for choice in new.seats if isinstance(choice, BotSeat))}:
        bots.bot(game, level)
    if new.rated and (not new.public or new.real_dice or new.hints):
        raise RatedTerms("a rated table must be public, use the server's dice and give no hints")
    if new.real_dice and game.has_secrets and here < len(new.seats):
        raise SecretDice(
            f"real dice and cards cannot stay secret on several devices: "
            f"in {game.title} everybody has to sit at this one"
        )


def join_table(
    table: Table,
    new: NewPlayers,
    person: PersonId | None,
    key: str,
    profile: str | None,
    now: float,
    device: DeviceInfo | None = None,
) -> list[AnyEvent]:
    """Somebody new joins, or more people at the device of `person`; or the reason why not."""
    if table.closed is not None or table.over:
        raise TableOver("nobody can join this table any more: create a new one")
    _check_not_removed(table, person, profile)
    _check_share(table, len(new.names), person)
    seats, names = tuple(_free_seats(table, new)), clean_names(new.names, table.seats)
    if person is not None:
        more = PlayerSeated(t=now, seats=seats, names=names, person=person)
        check_allowed(table, [more])
        return [more]
    if len(table.people) >= MOST_PEOPLE:
        raise TableFull(f"{MOST_PEOPLE} people have come and gone here: create another table")
    guest = PlayerSeated(t=now, seats=seats, names=names, key=key, profile=profile, program=new.program)
    return [replace(guest, device=device)]


def _check_not_removed(table: Table, person: PersonId | None, profile: str | None = None) -> None:
    """`Removed` for the devices and the profiles that the host has removed."""
    removed = [number for number, each in enumerate(table.people) if each.removed]
    profiles = {table.people[number].profile for number in removed} - {None}
    if person in removed or profile in profiles:
        raise Removed("the host has removed you from this table: join or create another one")


def _check_share(table: Table, seats: int, person: PersonId | None) -> None:
    """Strangers may come to a public table, so one device must not take every seat there."""
    if not table.terms.public or (person is not None and person == table.host):
        return
    if len(table.seats_of(person)) + seats > 1:
        raise OneSeat("at a public table each device takes one seat, except that of the host")


def _free_seats(table: Table, new: NewPlayers) -> list[Seat]:
    free, wanted = table.free, len(new.names)
    seats = free[:wanted] if new.seats is None else new.seats
    if taken := [seat for seat in seats if seat not in free]:
        raise SeatTaken(f"seat {taken[0]} is not free")
    if len(free) < wanted:
        raise TableFull(
            "every seat at this table is taken" if not free else f"only {len(free)} seats are free"
        )
    if len(set(seats)) != wanted:
        raise BadRequest(f"{wanted} names need {wanted} different seats, not {len(set(seats))}")
    return seats


def create_link(table: Table, person: PersonId | None, secret: str, now: float) -> list[AnyEvent]:
    """A personal link for another device of the same person."""
    check_open(table)
    if person is None or not table.seats_of(person):
        raise NotSeated("only players of this table can take their seats to another device")
    link = LinkCreated(t=now, person=person, hash=hashed(secret), until=now + LINK_LASTS)
    check_allowed(table, [link])
    return [link]


def use_link(
    table: Table,
    secret: str,
    person: PersonId | None,
    key: str,
    now: float,
    device: DeviceInfo | None = None,
) -> list[AnyEvent]:
    """Another device comes with the link; it must not be somebody else's device at this table."""
    check_open(table)
    _check_not_removed(table, person)
    link = table.links.get(hashed(secret))
    if link is None or link.until < now:
        raise ExpiredLink(
            "this personal link has been used or has expired: create a new one on the first device"
        )
    if person is not None and person != link.person and table.seats_of(person):
        raise AlreadySeated(
            "somebody else is playing at this table on this device: open the link on another one"
        )
    return [LinkUsed(t=now, person=link.person, key=key, link=link.hash, device=device)]


def close_unvisited(table: Table, now: float) -> list[AnyEvent]:
    """A table that waits for its players closes when nobody has come for as long as was agreed."""
    moment = wake_at(table)
    if table.status != "open" or moment is None or now < moment:
        return []
    return [TableClosed(t=now, why=NOBODY_CAME)]


def close_for_all(table: Table, why: str, now: float) -> list[AnyEvent]:
    """The operator closes a table for good, even during a match."""
    if table.closed is not None:
        raise TableOver("this table is closed already")
    return [TableClosed(t=now, why=why)]


def clean_why(why: str) -> str:
    """A reason for closing as players read it, or `BadRequest`."""
    if not why.strip() or not why.isprintable() or len(why) > LONGEST_WHY:
        raise BadRequest(f"a reason has 1 to {LONGEST_WHY} printable characters")
    return why.strip()


def close_table(table: Table, person: PersonId | None, now: float) -> list[AnyEvent]:
    """The host closes a table at which no match is being played."""
    if person is None or person != table.host:
        raise NotSeated("only the host of this table can close it")
    if table.status == "playing":
        raise StillPlaying("a game is being played: finish it, or let bots play on")
    return [] if table.closed is not None else [TableClosed(t=now, why="its host closed it")]


def person_of(table: Table, token: str) -> PersonId | None:
    """Whose token it is; every key of the table is compared, each in constant time."""
    digest = hashed(token)
    found = [
        number
        for number, person in enumerate(table.people)
        for key in person.keys
        if compare_digest(digest, key)
    ]
    return found[0] if found else None
