"""Opening a table, sitting down at it, and taking one's seat along to another device."""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

import msgspec
from msgspec import Meta

from stammtisch import bots, catalog
from stammtisch.core.documents import Document
from stammtisch.core.errors import BadRequest
from stammtisch.core.game import AnyGame, Game
from stammtisch.core.turn import Seat
from stammtisch.server.tables import events as log
from stammtisch.server.tables.decisions import Entries, laid
from stammtisch.server.tables.errors import (
    AlreadySeated,
    BadName,
    ExpiredLink,
    NotSeated,
    RatedTerms,
    SeatTaken,
    SecretDice,
    StillPlaying,
    TableFull,
    TableOver,
)
from stammtisch.server.tables.events import HOST, LONGEST_MOVE, Clock, Sitter, Terms
from stammtisch.server.tables.state import Table
from stammtisch.server.tokens import hashed

LONGEST_NAME: Final = 30
TICKET_LASTS: Final = 15 * 60.0
"""Seconds for which a personal link can be used."""

GameName = Annotated[str, Meta(extra_json_schema={"enum": list(catalog.NAMES)})]
"""One of the games; `catalog.game` says which there are if it is none."""
Name = Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME, description="printable characters")]


class Here(msgspec.Struct, frozen=True, tag_field="kind", tag="here", forbid_unknown_fields=True):
    """Somebody at the device that opens the table."""

    name: Name


class Free(msgspec.Struct, frozen=True, tag_field="kind", tag="free", forbid_unknown_fields=True):
    """A seat for whoever comes with the link or the code."""


class OfBot(msgspec.Struct, frozen=True, tag_field="kind", tag="bot", forbid_unknown_fields=True):
    """A bot of some level."""

    bot: str


Place: TypeAlias = Here | Free | OfBot


class NewTable(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a table is opened with: the game and its options, who sits where, and the house rules."""

    game: GameName
    seats: Annotated[list[Place], Meta(min_length=1, max_length=12)]
    options: Document = {}
    clock: Clock | None = None
    away: (
        Annotated[int, Meta(ge=10, le=LONGEST_MOVE, description="seconds until a bot plays for who is gone")]
        | None
    ) = None
    stand_in: Annotated[str, Meta(description="the bot that plays on for who is gone")] = "medium"
    public: bool = False
    rated: bool = False
    spectators: bool = True
    hints: bool = True
    real_dice: bool = False
    program: Annotated[bool, Meta(description="answer with a token instead of a cookie")] = False


class NewGuests(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who sits down: one name or several at one device, on the named seats or on any."""

    names: Annotated[list[Name], Meta(min_length=1, max_length=12)]
    seats: list[Seat] | None = None
    program: Annotated[bool, Meta(description="answer with a token instead of a cookie")] = False


def founded(wish: NewTable, code: str, away: int, key: str, profile: str | None, now: float) -> Entries:
    """The first entries of a table, or everything that is wrong with the wish."""
    game = catalog.game(wish.game)
    players = game.check_players(len(wish.seats))
    here = [(seat, place.name) for seat, place in enumerate(wish.seats) if isinstance(place, Here)]
    _check(game, wish, [name for _, name in here])
    terms = Terms(
        game=game.id,
        rules=game.rules_version,
        players=players,
        options=msgspec.to_builtins(game.options(wish.options, players)),
        code=code,
        clock=wish.clock,
        away=wish.away or max(away, wish.clock.move if wish.clock else 0),
        stand_in=wish.stand_in,
        public=wish.public,
        rated=wish.rated,
        spectators=wish.spectators,
        hints=wish.hints,
        real_dice=wish.real_dice,
    )
    seats, names = zip(*here, strict=True) if here else ((), ())
    sat: Entries = [log.Sat(t=now, seats=seats, names=names, key=key, profile=profile, program=wish.program)]
    return [
        log.Founded(t=now, terms=terms),
        *(sat if here else []),
        *(
            log.Manned(t=now, seat=seat, bot=place.bot)
            for seat, place in enumerate(wish.seats)
            if isinstance(place, OfBot)
        ),
        laid(now),
    ]


def _check(game: AnyGame, wish: NewTable, names: list[str]) -> None:
    check_names(names)
    for level in {wish.stand_in, *(place.bot for place in wish.seats if isinstance(place, OfBot))}:
        bots.bot(game, level)
    if wish.rated and (not wish.public or wish.real_dice or wish.hints):
        raise RatedTerms("a rated table is public, with the table's own dice and without hints")
    if wish.real_dice and type(game).view is not Game.view and len(names) < len(wish.seats):
        raise SecretDice(
            f"real dice cannot stay secret on several devices: "
            f"in {game.title} everybody has to sit at this one"
        )


def check_names(names: list[str]) -> None:
    """Every name is something to read."""
    if bad := [name for name in names if not name.strip() or not name.isprintable()]:
        raise BadName(f"a name is 1 to {LONGEST_NAME} printable characters, not {bad[0]!r}")


def seated(
    table: Table, guests: NewGuests, sitter: Sitter | None, key: str, profile: str | None, now: float
) -> Entries:
    """Somebody new sits down, or more people at the device of `sitter`; or they learn why not."""
    check_names(guests.names)
    if table.closed is not None or table.status == "over":
        raise TableOver("this table is over: open a new one")
    free = table.free
    seats = free[: len(guests.names)] if guests.seats is None else guests.seats
    if taken := [seat for seat in seats if seat not in free]:
        raise SeatTaken(f"seat {taken[0]} is not free")
    if len(free) < len(guests.names):
        raise TableFull(
            "every seat at this table is taken" if not free else f"only {len(free)} seats are free"
        )
    if len(set(seats)) != len(guests.names):
        raise BadRequest(f"{len(guests.names)} names sit on {len(set(seats))} seats")
    on = tuple(seats), tuple(guests.names)
    if sitter is not None:
        return [log.Sat(t=now, seats=on[0], names=on[1], sitter=sitter)]
    return [log.Sat(t=now, seats=on[0], names=on[1], key=key, profile=profile, program=guests.program)]


def _check_open(table: Table) -> None:
    if table.closed is not None:
        raise TableOver(f"this table is closed: {table.closed}")


def ticketed(table: Table, sitter: Sitter | None, ticket: str, now: float) -> Entries:
    """A personal link for another device of the same person."""
    _check_open(table)
    if sitter is None or not table.seats_of(sitter):
        raise NotSeated("only who sits at this table can take a seat along")
    return [log.Ticket(t=now, sitter=sitter, hash=hashed(ticket), until=now + TICKET_LASTS)]


def redeemed(table: Table, ticket: str, sitter: Sitter | None, key: str, now: float) -> Entries:
    """The other device comes with the link; one at which `sitter` sits already is none."""
    _check_open(table)
    found = table.tickets.get(hashed(ticket))
    if found is None or found.until < now:
        raise ExpiredLink(
            "this personal link was used already or is too old: make a new one at the first device"
        )
    if sitter is not None and sitter != found.sitter and table.seats_of(sitter):
        raise AlreadySeated("somebody else sits at this table with this device: open the link at another one")
    return [log.Key(t=now, sitter=found.sitter, key=key, ticket=found.hash)]


def closed(table: Table, sitter: Sitter | None, now: float) -> Entries:
    """The host closes a table at which no game is under way."""
    if sitter != HOST:
        raise NotSeated("only who opened this table can close it")
    if table.status == "playing":
        raise StillPlaying("a game is being played: finish it, or let bots play on")
    return [] if table.closed is not None else [log.Closed(t=now, why="its host closed it")]
