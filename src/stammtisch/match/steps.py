"""The steps of a match: a list that never changes, and that shares what it can with longer ones.

They are kept as digits are in a number: of blocks of each size there are fewer than make up one of the next
size. So a list of any length has a few dozen blocks, and a match that remembers many of its earlier positions
has only a few for each. A chain of objects would not do: to free it, Python calls itself once for each link,
which ends a browser's stack after some thousand steps.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Annotated, Any, Final, TypeAlias, final

from msgspec import Meta

from stammtisch.core.turn import Seat

LONGEST_STEP: Final = 1000
"""The most characters of a step; the longest of any game here is a deal of Tock, with about 150."""

BLOCK: Final = 16
"""Steps in a block, blocks in one of the next size, and so on."""

Step: TypeAlias = tuple[Seat | None, Annotated[str, Meta(max_length=LONGEST_STEP)]]
"""One roll or deal (seat None) or move, in notation."""


_Blocks: TypeAlias = tuple[Any, ...]
"""Blocks of one size, the oldest first; the smallest are the steps themselves."""


@final
class Steps:
    """All steps in order. A longer list shares the blocks of the shorter one it was made from."""

    __slots__ = ("_earlier", "_latest", "_length")

    def __init__(
        self, latest: tuple[Step, ...] = (), earlier: tuple[_Blocks, ...] = (), length: int = 0
    ) -> None:
        self._latest: Final = latest  # fewer than a block
        self._earlier: Final = earlier  # the blocks of each size, the smallest size first
        self._length: Final = length

    @staticmethod
    def of(steps: Iterable[Step]) -> Steps:
        """The list of these steps."""
        left: _Blocks = tuple(steps)
        length, sizes = len(left), list[_Blocks]()
        while left:
            full = len(left) - len(left) % BLOCK
            sizes.append(left[full:])
            left = tuple(left[at : at + BLOCK] for at in range(0, full, BLOCK))
        return Steps(sizes[0], tuple(sizes[1:]), length) if sizes else NO_STEPS

    def plus(self, step: Step) -> Steps:
        """The list with one step more."""
        latest = (*self._latest, step)
        if len(latest) < BLOCK:
            return Steps(latest, self._earlier, self._length + 1)
        return Steps((), _with_block(self._earlier, latest), self._length + 1)

    def first(self, count: int) -> Steps:
        """The list of the first `count` steps; it shares their blocks with this one."""
        if count >= self._length:
            return self
        left = length = max(0, count)
        inside: _Blocks | None = None  # of the block in which the shorter list ends
        sizes: list[_Blocks] = []
        for size, own in self._largest_first():
            blocks = own if inside is None else inside
            whole = min(left // BLOCK**size, len(blocks))
            left -= whole * BLOCK**size
            sizes.insert(0, blocks[:whole])
            inside = blocks[whole] if size and whole < len(blocks) else None
        while len(sizes) > 1 and not sizes[-1]:
            sizes.pop()
        return Steps(sizes[0], tuple(sizes[1:]), length)

    @property
    def last(self) -> Step | None:
        """The latest step; None where there is none."""
        return next(self.backward(), None)

    def backward(self) -> Iterator[Step]:
        """The steps, the latest first."""
        yield from reversed(self._latest)
        for size, blocks in enumerate(self._earlier, 1):
            yield from _backward(blocks, size)

    def between(self, start: int, end: int) -> list[Step]:
        """The steps from number `start` on, up to number `end`; those before `start` cost no time."""
        start = max(0, start)
        return list(islice(self._after(start), max(0, end - start)))

    def _after(self, skipped: int) -> Iterator[Step]:
        for size, blocks in self._largest_first():
            if skipped < len(blocks) * BLOCK**size:
                yield from _forward(blocks, size, skipped)
            skipped = max(0, skipped - len(blocks) * BLOCK**size)

    def _largest_first(self) -> list[tuple[int, _Blocks]]:
        return [*enumerate((self._latest, *self._earlier))][::-1]

    def __iter__(self) -> Iterator[Step]:
        return self._after(0)

    def __len__(self) -> int:
        return self._length

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Steps) and self._latest == other._latest and self._earlier == other._earlier

    def __hash__(self) -> int:
        return hash((len(self), self.last))


def _with_block(earlier: tuple[_Blocks, ...], block: _Blocks) -> tuple[_Blocks, ...]:
    """The blocks of each size with one more of the smallest: so many of one size are one of the next."""
    if not earlier:
        return ((block,),)
    blocks = (*earlier[0], block)
    if len(blocks) < BLOCK:
        return (blocks, *earlier[1:])
    return ((), *_with_block(earlier[1:], blocks))


def _forward(blocks: _Blocks, size: int, skipped: int) -> Iterator[Step]:
    if size == 0:
        yield from blocks[skipped:]
        return
    whole, skipped = divmod(skipped, BLOCK**size)
    for block in blocks[whole:]:
        yield from _forward(block, size - 1, skipped)
        skipped = 0


def _backward(blocks: _Blocks, size: int) -> Iterator[Step]:
    for block in reversed(blocks):
        if size == 0:
            yield block
        else:
            yield from _backward(block, size - 1)


NO_STEPS: Final = Steps()
