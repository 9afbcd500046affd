"""The steps of a match: a list that never changes, and that shares what it can with longer ones.

They are kept in blocks, not as a chain of objects: to free a long chain, Python calls itself once for each
link, which ends a browser's stack after some thousand steps.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Annotated, Final, TypeAlias, final

from msgspec import Meta

from stammtisch.core.turn import Seat

LONGEST_STEP: Final = 1000
"""The most characters of a step; the longest of any game here is a deal of Tock, with about 150."""

BLOCK: Final = 16
"""Steps in a block. Adding a step copies less than one block and, once a block, the list of blocks."""

Step: TypeAlias = tuple[Seat | None, Annotated[str, Meta(max_length=LONGEST_STEP)]]
"""One roll or deal (seat None) or move, in notation."""


@final
class Steps:
    """All steps in order. A longer list shares the blocks of the shorter one it was made from."""

    __slots__ = ("_blocks", "_latest")

    def __init__(self, blocks: tuple[tuple[Step, ...], ...] = (), latest: tuple[Step, ...] = ()) -> None:
        self._blocks: Final = blocks  # full ones
        self._latest: Final = latest

    @staticmethod
    def of(steps: Iterable[Step]) -> Steps:
        """The list of these steps."""
        every = tuple(steps)
        full = len(every) - len(every) % BLOCK
        blocks = tuple(every[at : at + BLOCK] for at in range(0, full, BLOCK))
        return Steps(blocks, every[full:])

    def plus(self, step: Step) -> Steps:
        """The list with one step more."""
        latest = (*self._latest, step)
        if len(latest) < BLOCK:
            return Steps(self._blocks, latest)
        return Steps((*self._blocks, latest))

    def first(self, count: int) -> Steps:
        """The list of the first `count` steps; it shares their blocks with this one."""
        if count >= len(self):
            return self
        full, rest = divmod(max(0, count), BLOCK)
        block = self._blocks[full] if full < len(self._blocks) else self._latest
        return Steps(self._blocks[:full], block[:rest])

    @property
    def last(self) -> Step | None:
        """The latest step; None where there is none."""
        return next(self.backward(), None)

    def backward(self) -> Iterator[Step]:
        """The steps, the latest first."""
        yield from reversed(self._latest)
        for block in reversed(self._blocks):
            yield from reversed(block)

    def between(self, start: int, end: int) -> list[Step]:
        """The steps from number `start` on, up to number `end`; those before `start` cost no time."""
        full = min(max(0, start) // BLOCK, len(self._blocks))
        later = list(chain(*self._blocks[full:], self._latest))
        return later[max(0, start) - full * BLOCK : max(0, end - full * BLOCK)]

    def __iter__(self) -> Iterator[Step]:
        return chain(*self._blocks, self._latest)

    def __len__(self) -> int:
        return len(self._blocks) * BLOCK + len(self._latest)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Steps) and self._latest == other._latest and self._blocks == other._blocks

    def __hash__(self) -> int:
        return hash((len(self), self.last))


NO_STEPS: Final = Steps()
