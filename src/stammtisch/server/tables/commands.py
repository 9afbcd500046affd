"""What a device may ask of a table. The tags are public; the page's own types are generated from these."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta

from stammtisch.core.turn import Seat
from stammtisch.server.tables.parts import VoteKind

LONGEST_MESSAGE: Final = 300
"""Characters of a chat message."""

Phrase: TypeAlias = Literal[
    "hello", "good-luck", "well-played", "thanks", "oops", "lucky", "thinking", "hurry", "again", "bye"
]
"""A quick phrase by its name; each device shows it in its own language."""


class Command(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    """What every command may hold: a number of its own, which an error about it repeats.

    With `ack` an `accepted` says that it was accepted.
    """

    id: int | None = None
    ack: bool = False


class Roll(Command, frozen=True, kw_only=True, tag="throw"):
    """Roll or deal; with real dice `outcome` says what was rolled."""

    at: int
    seat: Seat | None = None
    outcome: Annotated[str, Meta(max_length=2000)] | None = None


class PlayMove(Command, frozen=True, kw_only=True, tag="move"):
    """Play this move, at that position."""

    at: int
    move: Annotated[str, Meta(max_length=200)]
    seat: Seat | None = None


class ContestRoll(Command, frozen=True, kw_only=True, tag="contest"):
    """The last roll of real dice was entered wrongly."""

    at: int


class AddSeed(Command, frozen=True, kw_only=True, tag="seed"):
    """Add the device's own seed to the dice."""

    seed: Annotated[str, Meta(pattern=r"^[0-9a-f]{16,64}$(?!\n)")]


class StartMatch(Command, frozen=True, kw_only=True, tag="start"):
    """Start now; bots play for anyone missing."""


class CallVote(Command, frozen=True, kw_only=True, tag="ask"):
    """Ask the others: take my move back, play again, pause, or hand that seat to a bot."""

    vote: VoteKind
    seat: Seat | None = None


class CastVote(Command, frozen=True, kw_only=True, tag="answer"):
    """Answer the open question."""

    yes: bool


class ResumeMatch(Command, frozen=True, kw_only=True, tag="resume"):
    """End the pause."""


class LeaveTable(Command, frozen=True, kw_only=True, tag="leave"):
    """Leave; a stand-in plays on."""


class TakeSeatBack(Command, frozen=True, kw_only=True, tag="back"):
    """Take your seats back from the bots that stand in."""


class RemovePlayer(Command, frozen=True, kw_only=True, tag="remove"):
    """Send the players at the device of that seat away, before the first game; only the host can."""

    seat: Seat


class MutePlayer(Command, frozen=True, kw_only=True, tag="mute"):
    """Accept no chat messages from the device of that seat, or accept them again; only the host can."""

    seat: Seat
    muted: bool = True


class SendMessage(Command, frozen=True, kw_only=True, tag="say"):
    """Write in the chat."""

    text: Annotated[str, Meta(min_length=1, max_length=LONGEST_MESSAGE)]


class SendPhrase(Command, frozen=True, kw_only=True, tag="nod"):
    """Send a quick phrase to everybody."""

    phrase: Phrase


class AskHint(Command, frozen=True, kw_only=True, tag="hint"):
    """Ask which move is best."""

    seat: Seat | None = None


class AskWhy(Command, frozen=True, kw_only=True, tag="why"):
    """Ask why no move begins with that part, such as a card of one's hand."""

    part: Annotated[str, Meta(max_length=200)]
    seat: Seat | None = None


class Ping(Command, frozen=True, kw_only=True, tag="ping"):
    """Ask whether the connection still works; `pong` answers."""


TableCommand: TypeAlias = (
    Roll
    | PlayMove
    | ContestRoll
    | AddSeed
    | StartMatch
    | CallVote
    | CastVote
    | ResumeMatch
    | LeaveTable
    | TakeSeatBack
    | RemovePlayer
    | MutePlayer
    | SendMessage
    | SendPhrase
)
"""What changes a table, or is refused."""
ActorCommand: TypeAlias = TableCommand | AskHint | AskWhy
"""What a table deals with."""
AnyCommand: TypeAlias = ActorCommand | Ping
