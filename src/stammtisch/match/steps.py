"""The steps of a match: a list that never changes, and to which a step is added in constant time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Annotated, Final, TypeAlias, final

from msgspec import Meta

from stammtisch.core.turn import Seat

LONGEST_STEP: Final = 1000
"""Characters of a step; the longest of the games there are is a deal of Tock, with some 150."""

Step: TypeAlias = tuple[Seat | None, Annotated[str, Meta(max_length=LONGEST_STEP)]]
"""One roll or deal (seat None) or move, in notation."""


@final
class Steps:
    """All steps in order. A longer list shares the steps of the shorter one it was made from."""

    __slots__ = ("_length", "before", "last")

    def __init__(self, before: Steps | None = None, last: Step | None = None) -> None:
        self.last: Final = last
        self.before: Final = before
        self._length: Final = 0 if before is None else len(before) + 1

    @staticmethod
    def of(steps: Iterable[Step]) -> Steps:
        """The list of these steps."""
        found = NO_STEPS
        for step in steps:
            found = found.plus(step)
        return found

    def plus(self, step: Step) -> Steps:
        """The list with one step more."""
        return Steps(self, step)

    def first(self, count: int) -> Steps:
        """The list of only so many steps; it shares them with this one."""
        steps = self
        while len(steps) > count and steps.before is not None:
            steps = steps.before
        return steps

    def backward(self) -> Iterator[Step]:
        """The steps, the latest first."""
        steps: Steps | None = self
        while steps is not None and steps.last is not None:
            yield steps.last
            steps = steps.before

    def between(self, start: int, end: int) -> list[Step]:
        """The steps from number `start` on, up to number `end`; those before `start` cost no time."""
        later = islice(self.backward(), max(0, len(self) - start))
        return list(later)[::-1][: max(0, end - start)]

    def __iter__(self) -> Iterator[Step]:
        return reversed(list(self.backward()))

    def __len__(self) -> int:
        return self._length

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Steps) and len(self) == len(other) and list(self) == list(other)

    def __hash__(self) -> int:
        return hash((self._length, self.last))


NO_STEPS: Final = Steps()
