"""Why a table refuses something: errors, each with a stable code and an HTTP status."""

from __future__ import annotations

from typing import ClassVar

from stammtisch.core.errors import BadRequest, StammtischError


class TableError(StammtischError):
    """This table cannot do that, or not now."""

    code = "not-now"
    status: ClassVar[int] = 409


class NotBegun(TableError):
    """The game has not started."""

    code = "not-begun"


class Begun(TableError):
    """The game has started: it is too late for this."""

    code = "begun"


class StillPlaying(TableError):
    """A game is being played and has to end first."""

    code = "still-playing"


class Paused(TableError):
    """The game is paused."""

    code = "paused"


class BotPlays(TableError):
    """A stand-in plays this seat: take it back first."""

    code = "bot-plays"


class QuestionOpen(TableError):
    """Another question is open."""

    code = "question-open"


class Settled(TableError):
    """Somebody was quicker: the question is answered, the pause is over, or the seat was taken back."""

    code = "settled"


class NoMoveYet(TableError):
    """You have not made a move that could be taken back."""

    code = "no-move-yet"


class TooLate(TableError):
    """Something has been revealed since: the move cannot be taken back."""

    code = "too-late"


class StillHere(TableError):
    """The player is connected: no single player can take the seat away."""

    code = "still-here"


class NoThrow(TableError):
    """The last step was not a roll that somebody entered."""

    code = "no-throw"


class NoAdvice(TableError):
    """There is nothing to decide, so there is no hint."""

    code = "no-advice"


class HintUnderWay(TableError):
    """This hint is already being computed."""

    code = "thinking"


class UnknownTable(TableError):
    """No such table, code or record."""

    code = "unknown-table"
    status = 404


class TableFull(TableError):
    """Not enough seats are free."""

    code = "table-full"


class SeatTaken(TableError):
    """The seat is not free."""

    code = "seat-taken"


class AlreadySeated(TableError):
    """Somebody else plays at this table on the same device and would lose their seat."""

    code = "already-seated"


class UnknownKey(TableError):
    """You have no such key at this table."""

    code = "unknown-key"
    status = 404


class OwnKey(TableError):
    """The key of the device that asks cannot be revoked."""

    code = "own-key"


class ExpiredLink(TableError):
    """The personal link has been used or has expired."""

    code = "expired-link"
    status = 410


class TableOver(TableError):
    """The game is over, or the table is closed."""

    code = "table-over"


class Stale(TableError):
    """Made for another position; nothing has happened."""

    code = "stale"


class NotSeated(TableError):
    """You have no seat here, or not that one."""

    code = "not-seated"
    status = 403


class Enough(TableError):
    """You have reached the limit of what one player may do in one game besides playing."""

    code = "enough"


class TooLong(TableError):
    """The game has had more rolls and moves than any game needs: only bots can end it."""

    code = "too-long"


class Removed(TableError):
    """The host has removed this device or this profile."""

    code = "removed"
    status = 403


class Muted(TableError):
    """The host has muted you: you cannot send chat messages."""

    code = "muted"
    status = 403


class OneSeat(TableError):
    """At a public table each guest's device takes one seat."""

    code = "one-seat"


class RatedSeat(TableError):
    """In a rated game a bot takes over only from a player who is gone or out of time."""

    code = "rated-seat"


class NotAllowed(TableError):
    """This table has no spectators, or no hints."""

    code = "not-allowed"
    status = 403


class Hushed(TableError):
    """The rules allow only quick phrases now."""

    code = "hushed"


class OtherVersion(TableError):
    """The table was created with another version of the rules."""

    code = "other-version"


class BadName(BadRequest):
    """The name is empty, too long, or has characters that cannot be seen."""

    code = "bad-name"


class MixedScripts(BadName):
    """A word of the name has letters of different scripts that look alike."""

    code = "mixed-scripts"


class BotName(BadName):
    """The name reads like that of a bot."""

    code = "bot-name"


class LookAlike(BadName):
    """The name looks like that of somebody else at the table."""

    code = "look-alike"
    status: ClassVar[int] = 409


class RatedTerms(BadRequest):
    """A rated table must be public, use the server's dice and allow no hints."""

    code = "rated-terms"


class SecretDice(BadRequest):
    """Real dice or cards cannot stay secret on several devices."""

    code = "secret-dice"


class BadMessage(StammtischError):
    """Not one of the commands, or a field is missing or wrong; every reason is named."""

    code = "bad-message"
