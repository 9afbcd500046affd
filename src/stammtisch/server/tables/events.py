"""What a table's log is made of: whatever happened at a table, in order, is one of these."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta

from stammtisch.core.documents import Document
from stammtisch.core.turn import Seat

Sitter: TypeAlias = int
"""A person at a table, with one seat or several at one device; numbered in the order of coming."""
HOST: Final[Sitter] = 0
"""Who opened the table comes first."""

VoteKind: TypeAlias = Literal["takeback", "rematch", "pause", "handover"]

HOUR: Final = 3600
LONGEST_MOVE: Final = 60 * 24 * HOUR


class Clock(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """So many seconds for every decision, and a reserve for the whole game."""

    move: Annotated[int, Meta(ge=5, le=LONGEST_MOVE, description="seconds for each throw or move")]
    reserve: Annotated[int, Meta(ge=0, le=24 * HOUR, description="seconds more for the whole game")] = 0


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """What a table was founded on."""

    game: str
    rules: int
    players: int
    options: Document
    code: str
    clock: Clock | None = None
    away: int = 120
    stand_in: str = "medium"
    public: bool = False
    rated: bool = False
    spectators: bool = True
    hints: bool = True
    real_dice: bool = False


class Entry(msgspec.Struct, frozen=True, kw_only=True, tag_field="e", tag=str.lower, omit_defaults=True):
    """One thing that happened, and when, in seconds since 1970."""

    t: float


class Founded(Entry, frozen=True, kw_only=True):
    """The table is there."""

    terms: Terms


class Sat(Entry, frozen=True, kw_only=True):
    """Somebody sat down, on one seat or several; `key` is the hash of the token of who is new.

    Who sits here already and takes more seats, for others at the same device, is `sitter`.
    """

    seats: tuple[Seat, ...]
    names: tuple[str, ...]
    key: str = ""
    profile: str | None = None
    program: bool = False
    sitter: Sitter | None = None


class Manned(Entry, frozen=True, kw_only=True):
    """A bot sat down on a seat that was free."""

    seat: Seat
    bot: str


class Rose(Entry, frozen=True, kw_only=True):
    """Somebody stood up before the game, and their seats are free again."""

    sitter: Sitter


class Ticket(Entry, frozen=True, kw_only=True):
    """A way to take the own seats along to another device, once and not for long."""

    sitter: Sitter
    hash: str
    until: float


class Key(Entry, frozen=True, kw_only=True):
    """A further token of somebody, given for a ticket."""

    sitter: Sitter
    key: str
    ticket: str


class Laid(Entry, frozen=True, kw_only=True):
    """The table is laid for a game: its secret is fixed, and everybody may see the commitment.

    The seats have been turned by `turned`: who sat on seat 0 sits on that seat now.
    """

    match: str
    secret: str
    turned: int = 0


class Seeded(Entry, frozen=True, kw_only=True):
    """A device added its own seed to the dice."""

    sitter: Sitter
    seed: str


class Began(Entry, frozen=True, kw_only=True):
    """The first throw may fall."""


class Step(Entry, frozen=True, kw_only=True):
    """A throw (seat None) or a move, in notation."""

    seat: Seat | None = None
    text: str


class Undone(Entry, frozen=True, kw_only=True):
    """The game stands again as after so many steps."""

    steps: int
    seat: Seat
    why: Literal["takeback", "contest"]


class Standin(Entry, frozen=True, kw_only=True):
    """A bot plays on for the owner of a seat."""

    seat: Seat
    why: Literal["time", "away", "vote", "left"]


class Back(Entry, frozen=True, kw_only=True):
    """The owner took the seat back."""

    seat: Seat


class Asked(Entry, frozen=True, kw_only=True):
    """Somebody asks the others; who is asked is fixed here."""

    vote: VoteKind
    by: Sitter
    voters: tuple[Sitter, ...]
    seat: Seat | None = None


class Answered(Entry, frozen=True, kw_only=True):
    """Somebody answered."""

    by: Sitter
    yes: bool


class Paused(Entry, frozen=True, kw_only=True):
    """The clocks stand still."""


class Resumed(Entry, frozen=True, kw_only=True):
    """The clocks run again."""

    by: Sitter


class Said(Entry, frozen=True, kw_only=True):
    """Somebody said something: a text of their own, or a set phrase."""

    sitter: Sitter
    text: str = ""
    phrase: str = ""


class Closed(Entry, frozen=True, kw_only=True):
    """The table is no more."""

    why: str


AnyEntry: TypeAlias = (
    Founded
    | Sat
    | Manned
    | Rose
    | Ticket
    | Key
    | Laid
    | Seeded
    | Began
    | Step
    | Undone
    | Standin
    | Back
    | Asked
    | Answered
    | Paused
    | Resumed
    | Said
    | Closed
)

_encoder: Final = msgspec.json.Encoder()
_decoder: Final = msgspec.json.Decoder(AnyEntry)


def written(entry: Entry) -> str:
    """The entry as it lies in the store."""
    return _encoder.encode(entry).decode()


def read_entry(text: str) -> AnyEntry:
    """The entry of a text from the store."""
    entry: AnyEntry = _decoder.decode(text)
    return entry
