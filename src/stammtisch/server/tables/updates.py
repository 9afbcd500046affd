"""What a device is told by a table. The tags are public; the page's own types are generated from these."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from stammtisch.bots import Evaluation
from stammtisch.core.documents import Document, Tally
from stammtisch.core.errors import IllegalMove, StammtischError
from stammtisch.core.turn import Seat
from stammtisch.match.documents import EventInfo, OutcomeInfo, TurnInfo
from stammtisch.server.tables.events import Clock
from stammtisch.server.tables.parts import StandInReason, VoteKind


class Update(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", omit_defaults=True):
    """What every update is."""


class SeatInfo(msgspec.Struct, frozen=True, kw_only=True):
    """One seat: who sits there, whether a bot plays, and whether the host has muted them."""

    name: str
    kind: Literal["free", "person", "program", "bot"]
    bot: str | None
    stand_in: StandInReason | None
    seed: str
    yours: bool
    muted: bool


class VoteInfo(msgspec.Struct, frozen=True, kw_only=True):
    """What is being asked; `answer` says whether an answer of yours is awaited."""

    kind: VoteKind
    by: list[Seat]
    seat: Seat | None
    yes: int
    of: int
    answer: bool


class FinishedInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A finished game of this table."""

    match: str
    names: tuple[str, ...]
    outcome: OutcomeInfo


class TableUpdate(Update, frozen=True, kw_only=True, tag="table"):
    """The table without the game on it; sent again whenever any of it changes.

    `asked`, the seats that are to act, is sent over HTTP alone: on the socket every position has it.
    `host` says whether the reader created the table, and `closed` why it is closed, where it is.
    `handover_after` is for how many seconds a player may keep everybody waiting before the others can
    ask for a bot; None where only the clock decides.
    """

    n: int
    table: str
    code: str
    game: str
    players: int
    options: Document
    status: str
    clock: Clock | None
    public: bool
    rated: bool
    spectators: bool
    hints: bool
    real_dice: bool
    secrets: bool
    stand_in: str
    away: int
    handover_after: int | None
    host: bool
    seats: list[SeatInfo]
    number: int
    match: str
    commitment: str | None
    secret: str | None
    seedless: list[Seat]
    vote: VoteInfo | None
    paused: bool
    hushed: str | None
    finished: list[FinishedInfo]
    asked: list[Seat] | UnsetType = UNSET
    closed: str | UnsetType = UNSET


class StepInfo(msgspec.Struct, frozen=True):
    """What happened in one step, and how the game stood then, as far as the seat may know it.

    `view`, `tally` and `turn` are left out of the last step of an update, whose position is the update
    itself, and of steps that happened long before it.
    """

    n: int
    events: list[EventInfo]
    view: Document | UnsetType = UNSET
    tally: Tally | UnsetType = UNSET
    turn: TurnInfo | UnsetType = UNSET


class ClockInfo(msgspec.Struct, frozen=True):
    """The clocks: the time now, when each seat's time runs out, and the reserves."""

    now: float
    deadlines: dict[str, float]
    reserve: list[float]


class PositionUpdate(Update, frozen=True, kw_only=True, tag="position"):
    """How the game stands for one seat (None: for spectators), and the steps that led here.

    `at` goes with every roll and move. `labels` says what each move brings at once, `tally` what can
    be added up, both where the game has such a thing. Where `steps` is missing, more happened than
    is remembered. `may_take_back` says that nothing was rolled or dealt since the seat's last move.
    """

    n: int
    at: int
    seat: Seat | None
    view: Document | None
    turn: TurnInfo | None
    moves: list[str]
    labels: list[str] | UnsetType = UNSET
    tally: Tally | UnsetType = UNSET
    steps: list[StepInfo] | UnsetType = UNSET
    clock: ClockInfo | UnsetType = UNSET
    may_take_back: bool = False


class PresenceUpdate(Update, frozen=True, kw_only=True, tag="presence"):
    """Whose devices are connected, and how many spectators."""

    seats: list[Seat]
    watching: int


class ChatUpdate(Update, frozen=True, kw_only=True, tag="talk"):
    """Somebody wrote in the chat."""

    n: int
    t: float
    names: list[str]
    seats: list[Seat]
    text: str = ""
    phrase: str = ""


class HintUpdate(Update, frozen=True, kw_only=True, tag="advice"):
    """The evaluation of a seat's position and moves, best first."""

    seat: Seat
    at: int
    judgement: Evaluation


class Reason(msgspec.Struct, frozen=True, kw_only=True):
    """A move that one might think of, the clause that forbids it, and both in words."""

    move: str
    clause: str
    message: str


class ReasonsUpdate(Update, frozen=True, kw_only=True, tag="reasons"):
    """Why no move begins with that part; no reasons where some move does."""

    seat: Seat
    at: int
    part: str
    reasons: list[Reason]


class Notice(Update, frozen=True, kw_only=True, tag="notice"):
    """Something about the server: it is temporarily unavailable, available again, or closing."""

    code: Literal["halted", "resumed", "closing"]
    message: str


class AnnouncementUpdate(Update, frozen=True, kw_only=True, tag="announcement"):
    """What the operator of the server announces to everybody, until a moment in seconds since 1970.

    An empty text says that the announcement has ended.
    """

    text: str
    until: float


class ErrorUpdate(Update, frozen=True, kw_only=True, tag="error"):
    """What was refused and why; `re` is the number of the command, `clause` the rule that decides.

    `retry_after` says after how many seconds it may be tried again, where that is known.
    """

    code: str
    message: str
    re: int | None = None
    clause: str | None = None
    retry_after: int | None = None


class Accepted(Update, frozen=True, kw_only=True, tag="accepted"):
    """The command with that number was accepted, and everything that follows from it has been sent."""

    re: int | None = None


class Pong(Update, frozen=True, kw_only=True, tag="pong"):
    """The connection works; `re` is the number of the `ping`."""

    re: int | None = None


AnyUpdate: TypeAlias = (
    TableUpdate
    | PositionUpdate
    | PresenceUpdate
    | ChatUpdate
    | HintUpdate
    | ReasonsUpdate
    | Notice
    | AnnouncementUpdate
    | ErrorUpdate
    | Accepted
    | Pong
)

_encoder: Final = msgspec.json.Encoder()


def refused(error: StammtischError, number: int | None = None) -> ErrorUpdate:
    """What a device is told about an error; `number` is that of its command."""
    return ErrorUpdate(
        code=error.code,
        message=str(error),
        re=number,
        clause=error.clause if isinstance(error, IllegalMove) else None,
        retry_after=getattr(error, "retry_after", None),
    )


def encode(update: AnyUpdate) -> bytes:
    """The update as it travels."""
    return _encoder.encode(update)
