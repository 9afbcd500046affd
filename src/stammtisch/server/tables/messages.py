"""What travels over the socket, in both directions; the page's own types are made from these."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, TypeAlias, get_args

import msgspec
from msgspec import UNSET, Meta, UnsetType

from stammtisch.core.documents import Document, Tally, read, shown
from stammtisch.core.turn import Seat
from stammtisch.core.wire import decoded
from stammtisch.server.tables.errors import BadMessage
from stammtisch.server.tables.events import Clock, VoteKind

LARGEST: Final = 8192
"""Bytes of a message to the server."""
LONGEST_SAYING: Final = 300

Phrase: TypeAlias = Literal[
    "hello", "good-luck", "well-played", "thanks", "oops", "lucky", "thinking", "hurry", "again", "bye"
]
"""What may be said at any time, by its name; each device says it in its own language."""


# From a device to the table


class Message(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag=str.lower):
    """What every message may hold: a number of its own, repeated in an error about it."""

    id: int | None = None


class Throw(Message, frozen=True, kw_only=True):
    """My hand throws; with real dice `outcome` says what fell."""

    at: int
    seat: Seat | None = None
    outcome: Annotated[str, Meta(max_length=2000)] | None = None


class Move(Message, frozen=True, kw_only=True):
    """I play this, at that position."""

    at: int
    move: Annotated[str, Meta(max_length=200)]
    seat: Seat | None = None


class Contest(Message, frozen=True, kw_only=True):
    """That is not what fell: real dice are read again."""

    at: int


class Seed(Message, frozen=True, kw_only=True):
    """My device's own part of the dice."""

    seed: Annotated[str, Meta(pattern=r"^[0-9a-f]{16,64}$(?!\n)")]


class Start(Message, frozen=True, kw_only=True):
    """Whoever is not here yet is replaced by bots; the game begins."""


class Ask(Message, frozen=True, kw_only=True):
    """I ask the others: take my move back, play again, pause, or let a bot play that seat."""

    vote: VoteKind
    seat: Seat | None = None


class Answer(Message, frozen=True, kw_only=True):
    """What I say to what was asked."""

    yes: bool


class Resume(Message, frozen=True, kw_only=True):
    """The pause is over."""


class Leave(Message, frozen=True, kw_only=True):
    """I go, and a bot plays on for me."""


class Back(Message, frozen=True, kw_only=True):
    """I play my seats again myself."""


class Say(Message, frozen=True, kw_only=True):
    """Something of my own to everybody."""

    text: Annotated[str, Meta(min_length=1, max_length=LONGEST_SAYING)]


class Nod(Message, frozen=True, kw_only=True):
    """A set phrase to everybody."""

    phrase: Phrase


class Hint(Message, frozen=True, kw_only=True):
    """What would be best here?"""

    seat: Seat | None = None


class Why(Message, frozen=True, kw_only=True):
    """Why can I do nothing with that part of a move, such as a card of my hand?"""

    part: Annotated[str, Meta(max_length=200)]
    seat: Seat | None = None


AnyMessage: TypeAlias = (
    Throw | Move | Contest | Seed | Start | Ask | Answer | Resume | Leave | Back | Say | Nod | Hint | Why
)

_decoder: Final = msgspec.json.Decoder(AnyMessage)
_KINDS: Final[dict[str, Any]] = {kind.__struct_config__.tag: kind for kind in get_args(AnyMessage)}


def read_message(data: bytes | str) -> AnyMessage:
    """The message, or `BadMessage`, `BadJson` or `TooLarge` with everything that is wrong."""
    if len(data) <= LARGEST:
        try:
            message: AnyMessage = _decoder.decode(data)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            pass  # said in full below
        else:
            return message
    document = decoded(data.encode() if isinstance(data, str) else data, LARGEST)
    if not isinstance(document, dict):
        raise BadMessage(f"a message is an object, not {shown(document)}")
    kind = document.pop("type", None)
    if not isinstance(kind, str) or kind not in _KINDS:
        raise BadMessage(f"type is {shown(kind)}, and is one of {', '.join(_KINDS)}")
    _, reasons = read(_KINDS[kind], document)
    raise BadMessage("; ".join(reasons))


# From the table to a device


class News(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag=str.lower, omit_defaults=True):
    """What every message from the table is."""


class SeatNews(msgspec.Struct, frozen=True, kw_only=True):
    """One seat: who sits there, and whether a bot plays."""

    name: str
    kind: Literal["free", "person", "program", "bot"]
    bot: str | None
    stand_in: str | None
    seed: str
    yours: bool


class VoteNews(msgspec.Struct, frozen=True, kw_only=True):
    """What is being asked; `answer` says whether an answer of yours is awaited."""

    kind: VoteKind
    by: list[Seat]
    seat: Seat | None
    yes: int
    of: int
    answer: bool


class OutcomeNews(msgspec.Struct, frozen=True):
    """How it ended: winners, a rank for each seat, scores, and the reason in the game's own words."""

    winners: tuple[Seat, ...]
    places: tuple[int, ...]
    scores: tuple[int, ...]
    reason: str


class FinishedNews(msgspec.Struct, frozen=True, kw_only=True):
    """A finished game of this table."""

    match: str
    names: tuple[str, ...]
    outcome: OutcomeNews


class Table(News, frozen=True, kw_only=True):
    """The table without the game on it; sent anew whenever any of it changes.

    `asked`, the seats that are to act, is told over HTTP alone: on the socket every position tells it.
    `host` says whether who is told opened it, and `closed` why the table is closed, where it is.
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
    host: bool
    seats: list[SeatNews]
    number: int
    match: str
    commitment: str | None
    secret: str | None
    seedless: list[Seat]
    vote: VoteNews | None
    paused: bool
    hushed: str | None
    finished: list[FinishedNews]
    asked: list[Seat] | UnsetType = UNSET
    closed: str | UnsetType = UNSET


class EventNews(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that happened; the detail is `?` where it is not for this seat."""

    event: str
    seat: Seat | None
    detail: str = ""


class StepNews(msgspec.Struct, frozen=True):
    """What happened in one step, as the seat may know it."""

    n: int
    events: list[EventNews]


class ClockNews(msgspec.Struct, frozen=True):
    """The clocks: the time now, and when whose time runs out, and the reserves."""

    now: float
    deadlines: dict[str, float]
    reserve: list[float]


class ThrowTurn(msgspec.Struct, frozen=True, tag_field="kind", tag="chance"):
    """Something falls; from whose hand, or None from the table's."""

    seat: Seat | None


class ChooseTurn(msgspec.Struct, frozen=True, tag_field="kind", tag="choose"):
    """These seats have something to decide."""

    seats: tuple[Seat, ...]


class OverTurn(msgspec.Struct, frozen=True, tag_field="kind", tag="over"):
    """The game is over."""

    outcome: OutcomeNews


class Position(News, frozen=True, kw_only=True):
    """How the game stands for one seat (None: for spectators), and the steps that led here.

    `at` goes with every throw and move. `labels` says what each move brings at once, `tally` what can
    be added up, both where the game has such a thing. Where `steps` is missing, more happened than
    is remembered.
    """

    n: int
    at: int
    seat: Seat | None
    view: Document | None
    turn: ThrowTurn | ChooseTurn | OverTurn | None
    moves: list[str]
    labels: list[str] | UnsetType = UNSET
    tally: Tally | UnsetType = UNSET
    steps: list[StepNews] | UnsetType = UNSET
    clock: ClockNews | UnsetType = UNSET


class Presence(News, frozen=True, kw_only=True):
    """Whose devices are here, and how many look on."""

    seats: list[Seat]
    watching: int


class Talk(News, frozen=True, kw_only=True):
    """Somebody said something."""

    n: int
    t: float
    names: list[str]
    seats: list[Seat]
    text: str = ""
    phrase: str = ""


class Advice(News, frozen=True, kw_only=True):
    """What the judge of the game thinks of the moves of a seat, best first."""

    seat: Seat
    at: int
    judgement: Any


class Reason(msgspec.Struct, frozen=True, kw_only=True):
    """A move that one would think of, the clause that forbids it, and both in words."""

    move: str
    clause: str
    message: str


class Reasons(News, frozen=True, kw_only=True):
    """Why nothing can be done with a part of a move; no reasons where something can."""

    seat: Seat
    at: int
    part: str
    reasons: list[Reason]


class Notice(News, frozen=True, kw_only=True):
    """Something about the server: play halts, goes on, or moves elsewhere."""

    code: Literal["halted", "resumed", "closing"]
    message: str


class Error(News, frozen=True, kw_only=True):
    """What was refused and why; `re` is the number of the message, `clause` the rule that decides."""

    code: str
    message: str
    re: int | None = None
    clause: str | None = None


AnyNews: TypeAlias = Table | Position | Presence | Talk | Advice | Reasons | Notice | Error

_encoder: Final = msgspec.json.Encoder()


def told(news: AnyNews) -> bytes:
    """The message as it travels."""
    return _encoder.encode(news)
