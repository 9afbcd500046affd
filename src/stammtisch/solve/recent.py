"""What was computed last, for an object that remembers some of its results.

`lru_cache` around a method of the same object would do the same, but then the object refers to itself,
and its large tables stay in memory until cyclic garbage is collected.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Final, Generic, TypeVar, final

K = TypeVar("K")
V = TypeVar("V")


@final
class Recent(Generic[K, V]):
    """The values of the keys that were asked for last, up to a maximum number."""

    __slots__ = ("_at_most", "_kept")

    def __init__(self, at_most: int) -> None:
        self._at_most: Final = at_most
        self._kept: Final[OrderedDict[K, V]] = OrderedDict()

    def get(self, key: K, compute: Callable[[K], V]) -> V:
        """The value of the key, computed if it is not kept."""
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        value = self._kept[key] = compute(key)
        if len(self._kept) > self._at_most:
            self._kept.popitem(last=False)
        return value

    def __len__(self) -> int:
        return len(self._kept)
