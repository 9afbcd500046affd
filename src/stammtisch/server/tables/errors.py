"""Why a table refuses something: errors, each with a stable code and an HTTP status."""

from __future__ import annotations

from typing import ClassVar

from stammtisch.core.errors import BadRequest, StammtischError


class TableError(StammtischError):
    """This table cannot do that, or not now."""

    code = "not-now"
    status: ClassVar[int] = 409


class NotBegun(TableError):
    """The game has not started yet."""

    code = "not-begun"


class Begun(TableError):
    """The game has already started, and this is possible only before."""

    code = "begun"


class StillPlaying(TableError):
    """A game is being played and has to end first."""

    code = "still-playing"


class Paused(TableError):
    """The game is paused."""

    code = "paused"


class BotPlays(TableError):
    """A bot plays this seat for its owner, who can take it back."""

    code = "bot-plays"


class QuestionOpen(TableError):
    """Another question is open and has to be answered first."""

    code = "question-open"


class Settled(TableError):
    """There is nothing to answer, resume or take back any more: somebody was faster."""

    code = "settled"


class NoMoveYet(TableError):
    """There is no move that could be taken back."""

    code = "no-move-yet"


class TooLate(TableError):
    """Something has been revealed since, so the move stays."""

    code = "too-late"


class StillHere(TableError):
    """One player alone cannot hand over the seat of somebody who is here."""

    code = "still-here"


class NoThrow(TableError):
    """The last step was not a roll that somebody entered."""

    code = "no-throw"


class NoAdvice(TableError):
    """There is nothing to give a hint on now."""

    code = "no-advice"


class Thinking(TableError):
    """A hint for this seat is already being worked out."""

    code = "thinking"


class UnknownTable(TableError):
    """There is no such table, code or record."""

    code = "unknown-table"
    status = 404


class TableFull(TableError):
    """Not enough seats are free."""

    code = "table-full"


class SeatTaken(TableError):
    """This seat is taken."""

    code = "seat-taken"


class AlreadySeated(TableError):
    """Somebody else plays at this table on the same device and would lose their seat."""

    code = "already-seated"


class ExpiredLink(TableError):
    """The personal link has been used or has expired."""

    code = "expired-link"
    status = 410


class TableOver(TableError):
    """The game is over, or the table is closed."""

    code = "table-over"


class Stale(TableError):
    """The command was made for another position; nothing has happened."""

    code = "stale"


class NotSeated(TableError):
    """You have no seat at this table, or not this one."""

    code = "not-seated"
    status = 403


class NotShown(TableError):
    """This table has no spectators, or gives no hints."""

    code = "not-allowed"
    status = 403


class Hushed(TableError):
    """The rules allow only quick phrases now."""

    code = "hushed"


class OtherVersion(TableError):
    """The table was created with another version of the rules than this server plays."""

    code = "other-version"


class BadName(BadRequest):
    """The name is empty, too long or not printable."""

    code = "bad-name"


class RatedTerms(BadRequest):
    """A rated table must be public, use the server's dice and give no hints."""

    code = "rated-terms"


class SecretDice(BadRequest):
    """Real dice and cards cannot stay secret on several devices."""

    code = "secret-dice"


class BadMessage(StammtischError):
    """The message has an unknown type, or a field is missing or wrong."""

    code = "bad-message"


class TooFast(StammtischError):
    """Too many messages in a short time."""

    code = "too-many"
