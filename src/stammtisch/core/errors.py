"""Everything that can be wrong with input; each error has a stable code."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Final

REASONS_AT_MOST: Final = 20
"""The most reasons that are listed, so that a refusal is not longer than what it refuses."""


class StammtischError(ValueError):
    """Bad input. The text says what was wrong and what would be right."""

    code: ClassVar[str] = "bad-request"


class BadRequest(StammtischError):
    """A request that cannot be served as asked, such as seven players of Tock."""


class UnknownGame(StammtischError):
    """A name that is not in the catalog."""

    code = "unknown-game"


class NotYourTurn(StammtischError):
    """The seat has nothing to decide now."""

    code = "not-your-turn"


class BadMove(StammtischError):
    """Text that is not in the game's notation, or an outcome of chance that is not possible here."""

    code = "bad-move"


class IllegalMove(StammtischError):
    """A move in the notation that the rules do not allow here; `clause` says which rule."""

    code = "illegal-move"

    def __init__(self, move: str, clause: str, why: str) -> None:
        super().__init__(f"{move}: {why} ({clause})")
        self.move = move
        self.clause = clause
        self.why = why


class Refused(StammtischError):
    """A document that was refused, with every reason."""

    what: ClassVar[str] = "document"

    def __init__(self, reasons: Iterable[str]) -> None:
        self.reasons = few(reasons)
        super().__init__(f"bad {self.what}: " + "; ".join(self.reasons))


def few(reasons: Iterable[str]) -> tuple[str, ...]:
    """All reasons or, if there are very many, the first ones and how many more there are."""
    given = tuple(reasons)
    more = len(given) - REASONS_AT_MOST
    return given if more <= 0 else (*given[:REASONS_AT_MOST], f"and {more} more")


class BadOptions(Refused):
    """Options that are unknown, of the wrong kind or do not go together."""

    code = "bad-options"
    what = "options"


class BadPosition(Refused):
    """A position that contradicts itself or the rules."""

    code = "bad-position"
    what = "position"


class BadRecord(Refused):
    """A record that cannot be replayed."""

    code = "bad-record"
    what = "record"
