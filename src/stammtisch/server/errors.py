"""What a table may answer besides yes; each with a stable code and its HTTP status."""

from __future__ import annotations

from typing import ClassVar

from stammtisch.core.errors import StammtischError


class TableError(StammtischError):
    """Something that this table cannot do, or not now."""

    code = "not-now"
    status: ClassVar[int] = 409


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


class BadMessage(StammtischError):
    """A message that nobody knows, or that lacks something."""

    code = "bad-message"


class TooFast(StammtischError):
    """More messages than anyone can mean."""

    code = "too-many"
