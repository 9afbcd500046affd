"""What a table's log consists of: everything that happened at the table, in order.

The tags and keys are stored in databases and stay as they are; the names in Python say what they mean.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta, field

from stammtisch.core.documents import Document
from stammtisch.core.turn import Seat
from stammtisch.server.tables.devices import DeviceInfo
from stammtisch.server.tables.parts import PersonId, StandInReason, VoteKind

HOUR: Final = 3600
DAY: Final = 24 * HOUR
WEEK: Final = 7 * DAY
LONGEST_MOVE: Final = 60 * DAY


class Clock(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Seconds for every decision, and a reserve for the whole match."""

    move: Annotated[int, Meta(ge=5, le=LONGEST_MOVE, description="seconds for each throw or move")]
    reserve: Annotated[int, Meta(ge=0, le=24 * HOUR, description="seconds more for the whole game")] = 0


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """What was agreed when the table was created."""

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
    lobby: float = WEEK
    """Seconds without a visit of a player after which the table closes while no match is being played."""
    guest_host: bool = True
    """Whether the first guest is the host of a table at which its creator has no seat."""


class TableEvent(msgspec.Struct, frozen=True, kw_only=True, tag_field="e", omit_defaults=True):
    """One thing that happened, and when, in seconds since 1970."""

    t: float


# Seats


class TableCreated(TableEvent, frozen=True, kw_only=True, tag="founded"):
    """The table exists."""

    terms: Terms


class PlayerSeated(TableEvent, frozen=True, kw_only=True, tag="sat"):
    """Somebody took one seat or several. A new person comes with `key`, the hash of their token.

    Somebody already at the table who takes more seats, for others at the same device, is `person`.
    """

    seats: tuple[Seat, ...]
    names: tuple[str, ...]
    key: str = ""
    profile: str | None = None
    program: bool = False
    person: PersonId | None = field(default=None, name="sitter")
    device: DeviceInfo | None = None


class BotSeated(TableEvent, frozen=True, kw_only=True, tag="manned"):
    """A bot of some level took a free seat. In old logs it has no name."""

    seat: Seat
    bot: str
    name: str = ""


class PlayerUnseated(TableEvent, frozen=True, kw_only=True, tag="rose"):
    """Somebody gave up their seats before the first match; they are free again."""

    person: PersonId = field(name="sitter")


class PlayerRemoved(TableEvent, frozen=True, kw_only=True, tag="removed"):
    """The host sent somebody away before the first match; their seats are free again."""

    person: PersonId


class PlayerMuted(TableEvent, frozen=True, kw_only=True, tag="muted"):
    """The host forbids somebody to write messages, or allows it again."""

    person: PersonId
    muted: bool = True


class LinkCreated(TableEvent, frozen=True, kw_only=True, tag="ticket"):
    """A personal link to take one's seats along to another device, once and not for long."""

    person: PersonId = field(name="sitter")
    hash: str
    until: float


class LinkUsed(TableEvent, frozen=True, kw_only=True, tag="key"):
    """Another device came with a personal link and got a token of its own."""

    person: PersonId = field(name="sitter")
    key: str
    link: str = field(name="ticket")
    device: DeviceInfo | None = None


class KeyRevoked(TableEvent, frozen=True, kw_only=True, tag="revoked"):
    """One of somebody's devices lost its seats, and their personal links that were open are void."""

    person: PersonId = field(name="sitter")
    key: str


class StandInStarted(TableEvent, frozen=True, kw_only=True, tag="standin"):
    """A bot plays on for the owner of a seat."""

    seat: Seat
    why: StandInReason


class StandInEnded(TableEvent, frozen=True, kw_only=True, tag="back"):
    """The owner took the seat back."""

    seat: Seat


class TimeGranted(TableEvent, frozen=True, kw_only=True, tag="granted"):
    """From now on a seat has these seconds for its decision, besides its reserve.

    Its time was up before the server could have received the decision, or the server's clock was set back.
    """

    seat: Seat
    seconds: float


# The match


class MatchPrepared(TableEvent, frozen=True, kw_only=True, tag="laid"):
    """A new match: its secret is fixed, and everybody may see the commitment.

    In old logs the seats have moved by `turned`: the player who was on seat 0 is now on that seat. A match
    that is taken up from elsewhere begins at `position`.
    """

    match: str
    secret: str
    turned: int = 0
    position: Document | None = None


class SeedAdded(TableEvent, frozen=True, kw_only=True, tag="seeded"):
    """A device added its own seed to the dice."""

    person: PersonId = field(name="sitter")
    seed: str


class MatchStarted(TableEvent, frozen=True, kw_only=True, tag="began"):
    """All seats are taken and all seeds are there."""


class StepPlayed(TableEvent, frozen=True, kw_only=True, tag="step"):
    """A roll or deal (seat None) or a move, in notation."""

    seat: Seat | None = None
    text: str


class StepsUndone(TableEvent, frozen=True, kw_only=True, tag="undone"):
    """The match is again as it was after this number of steps."""

    steps: int
    seat: Seat
    why: Literal["takeback", "contest"]


class MatchPaused(TableEvent, frozen=True, kw_only=True, tag="paused"):
    """The clocks stand still."""


class MatchResumed(TableEvent, frozen=True, kw_only=True, tag="resumed"):
    """The clocks run again."""

    by: PersonId


# Votes, chat, closing


class VoteCalled(TableEvent, frozen=True, kw_only=True, tag="asked"):
    """Somebody asks the others; who may answer is fixed here."""

    vote: VoteKind
    by: PersonId
    voters: tuple[PersonId, ...]
    seat: Seat | None = None


class VoteCast(TableEvent, frozen=True, kw_only=True, tag="answered"):
    """Somebody answered."""

    by: PersonId
    yes: bool


class MessageSent(TableEvent, frozen=True, kw_only=True, tag="said"):
    """Somebody wrote in the chat: a text of their own, or a quick phrase."""

    person: PersonId = field(name="sitter")
    text: str = ""
    phrase: str = ""


class TableClosed(TableEvent, frozen=True, kw_only=True, tag="closed"):
    """Nothing happens at the table any more."""

    why: str


SeatEvent: TypeAlias = (
    PlayerSeated
    | BotSeated
    | PlayerUnseated
    | PlayerRemoved
    | PlayerMuted
    | LinkCreated
    | LinkUsed
    | KeyRevoked
    | StandInStarted
    | StandInEnded
    | TimeGranted
)
"""Who is at the table, with which devices, and who plays for them."""

MatchEvent: TypeAlias = MatchPrepared | SeedAdded | MatchStarted | StepsUndone | MatchPaused | MatchResumed
"""What happens to the match between its steps."""

AnyEvent: TypeAlias = (
    TableCreated | SeatEvent | MatchEvent | StepPlayed | VoteCalled | VoteCast | MessageSent | TableClosed
)

_encoder: Final = msgspec.json.Encoder()
_decoder: Final = msgspec.json.Decoder(AnyEvent)


def encode_event(event: TableEvent) -> str:
    """The event as it is stored."""
    return _encoder.encode(event).decode()


def decode_event(text: str) -> AnyEvent:
    """The event of a stored text."""
    event: AnyEvent = _decoder.decode(text)
    return event
