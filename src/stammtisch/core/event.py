"""What happened, in enough detail to draw it, play a sound or read it aloud."""

from __future__ import annotations

from typing import Final, TypeAlias, final

from mypy_extensions import mypyc_attr

from stammtisch.core.turn import Seat
from stammtisch.core.value import Value

UNKNOWN: Final = "?"
"""Replaces in views and events what a seat may not know."""


@final
@mypyc_attr(free_list_len=1)
class Event(Value):
    """One thing that happened: its kind, the seat it happened to, and the detail in notation.

    Where `known_to` is not None, only those seats may read the detail.
    """

    __slots__ = ("detail", "kind", "known_to", "seat")

    def __init__(
        self, kind: str, seat: Seat | None, detail: str = "", known_to: tuple[Seat, ...] | None = None
    ) -> None:
        self.kind: Final = kind
        self.seat: Final = seat
        self.detail: Final = detail
        self.known_to: Final = known_to

    def key(self) -> tuple[object, ...]:
        return (self.kind, self.seat, self.detail, self.known_to)

    def seen_by(self, seat: Seat | None) -> Event:
        """The event as that seat (None: a spectator) may know it."""
        if self.known_to is None or seat in self.known_to:
            return self
        return Event(self.kind, self.seat, UNKNOWN)


Events: TypeAlias = tuple[Event, ...]
