"""What a table may answer besides yes; each with a stable code and its HTTP status."""

from __future__ import annotations

from typing import ClassVar

from stammtisch.core.errors import BadRequest, StammtischError


class TableError(StammtischError):
    """Something that this table cannot do, or not now."""

    code = "not-now"
    status: ClassVar[int] = 409


class NotBegun(TableError):
    """The game has not begun."""

    code = "not-begun"


class Begun(TableError):
    """The game has begun: what belongs before it comes too late."""

    code = "begun"


class StillPlaying(TableError):
    """A game is being played, and has to end first."""

    code = "still-playing"


class Paused(TableError):
    """The game is paused."""

    code = "paused"


class BotPlays(TableError):
    """A bot plays that seat for its owner, who may take it back."""

    code = "bot-plays"


class QuestionOpen(TableError):
    """Another question is before the table."""

    code = "question-open"


class Settled(TableError):
    """Nobody asks, waits or is replaced any more: somebody was quicker."""

    code = "settled"


class NoMoveYet(TableError):
    """Nothing was played that could be taken back."""

    code = "no-move-yet"


class TooLate(TableError):
    """Something has been shown since, so that the move stays."""

    code = "too-late"


class StillHere(TableError):
    """Nobody takes a seat away alone from somebody who is here."""

    code = "still-here"


class NoThrow(TableError):
    """The last step was no throw that somebody typed in."""

    code = "no-throw"


class NoAdvice(TableError):
    """There is nothing to choose, so nothing to advise on."""

    code = "no-advice"


class Thinking(TableError):
    """That hint is being worked out already."""

    code = "thinking"


class UnknownTable(TableError):
    """No such table, code or record."""

    code = "unknown-table"
    status = 404


class TableFull(TableError):
    """Every seat is taken."""

    code = "table-full"


class SeatTaken(TableError):
    """Somebody else sits there."""

    code = "seat-taken"


class AlreadySeated(TableError):
    """Somebody else sits at the table with the same device, and would lose their seat."""

    code = "already-seated"


class ExpiredLink(TableError):
    """A personal link that was used already or is too old."""

    code = "expired-link"
    status = 410


class TableOver(TableError):
    """The game is over, or the table is closed."""

    code = "table-over"


class Stale(TableError):
    """Made for a position that is no more: nothing has happened."""

    code = "stale"


class NotSeated(TableError):
    """Whoever asks has no seat here, or not that one."""

    code = "not-seated"
    status = 403


class NotShown(TableError):
    """Nobody looks on here, or no hints are given."""

    code = "not-allowed"
    status = 403


class Hushed(TableError):
    """The rules forbid to talk freely now."""

    code = "hushed"


class OtherVersion(TableError):
    """A table that was begun by other rules than this program knows."""

    code = "other-version"


class BadName(BadRequest):
    """Nobody can be called that."""

    code = "bad-name"


class RatedTerms(BadRequest):
    """A rated table is public, with the table's own dice and without hints."""

    code = "rated-terms"


class SecretDice(BadRequest):
    """Real dice or cards that are secret, and several devices."""

    code = "secret-dice"


class BadMessage(StammtischError):
    """A message that nobody knows, or that lacks something."""

    code = "bad-message"


class TooFast(StammtischError):
    """More messages than anyone can mean."""

    code = "too-many"
