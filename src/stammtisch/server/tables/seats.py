"""Who is at a table, what each is asked, and what they decide together."""

from __future__ import annotations

from typing import NamedTuple

from stammtisch.core.turn import Outcome, Seat
from stammtisch.server.tables.events import Sitter, VoteKind


class Chair(NamedTuple):
    """One seat: who sits there, and why a bot plays for them."""

    name: str = ""
    sitter: Sitter | None = None
    bot: str | None = None
    stand_in: str | None = None
    seed: str = ""

    @property
    def free(self) -> bool:
        """Nobody sits there."""
        return self.sitter is None and self.bot is None

    @property
    def played_by_bot(self) -> bool:
        """A bot decides here, as its own seat or for the owner."""
        return self.bot is not None or self.stand_in is not None


class Person(NamedTuple):
    """Somebody at the table, named as the first at their device; who holds one of the keys is this person."""

    keys: tuple[str, ...]
    name: str
    profile: str | None
    program: bool


class Asking(NamedTuple):
    """Since which entry and which moment a seat is to act."""

    n: int
    t: float


class Vote(NamedTuple):
    """Something that somebody asked, and who has agreed."""

    kind: VoteKind
    by: Sitter
    seat: Seat | None
    voters: tuple[Sitter, ...]
    yes: frozenset[Sitter]
    no: frozenset[Sitter]
    t: float

    @property
    def agreed(self) -> bool | None:
        """Whether it is decided, and how: a seat is handed over by most, all else by all."""
        if self.kind == "handover":
            half = len(self.voters) / 2
            return True if len(self.yes) > half else False if len(self.no) >= half else None
        return False if self.no else True if len(self.yes) == len(self.voters) else None

    def answered(self, by: Sitter, *, yes: bool) -> Vote:
        """The vote with one more answer, which counts once and only from who was asked."""
        if by not in self.voters:
            return self
        heard = {by}
        return self._replace(
            yes=self.yes | heard if yes else self.yes - heard,
            no=self.no - heard if yes else self.no | heard,
        )


class Finished(NamedTuple):
    """A game that was played to its end at this table."""

    match: str
    outcome: Outcome
    names: tuple[str, ...]
