"""Answers that are worked out once: kept up to a total size, and shared by all who ask at the same time."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Hashable
from functools import partial
from typing import Any, Final, Generic, TypeVar, final

KeyT = TypeVar("KeyT", bound=Hashable)
ValueT = TypeVar("ValueT")


@final
class SizedCache(Generic[KeyT, ValueT]):
    """Values by key, up to a total number of bytes; the least recently used are forgotten first."""

    def __init__(self, most: int) -> None:
        self._most: Final = most
        self._kept: Final[OrderedDict[KeyT, tuple[ValueT, int]]] = OrderedDict()
        self.size = 0

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: KeyT) -> ValueT | None:
        """What is kept under that key."""
        if key not in self._kept:
            return None
        self._kept.move_to_end(key)
        return self._kept[key][0]

    def put(self, key: KeyT, value: ValueT, size: int) -> None:
        """Keep it, unless it alone is too large."""
        if key in self._kept:
            self.size -= self._kept.pop(key)[1]
        if size > self._most:
            return
        self._kept[key] = value, size
        self.size += size
        while self.size > self._most:
            _, (_, forgotten) = self._kept.popitem(last=False)
            self.size -= forgotten


@final
class SharedWork(Generic[KeyT, ValueT]):
    """Work that several may wait for; when the last of them has gone, it is cancelled."""

    def __init__(self) -> None:
        self._under_way: Final[dict[KeyT, _Work[ValueT]]] = {}

    async def get(self, key: KeyT, work: Callable[[], Coroutine[Any, Any, ValueT]]) -> ValueT:
        """The result of the work, which is started unless it is under way for somebody else."""
        if key not in self._under_way:
            self._under_way[key] = _Work(asyncio.create_task(work()))
        shared = self._under_way[key]
        shared.waiting += 1
        try:
            return await asyncio.shield(shared.task)
        finally:
            shared.waiting -= 1
            if not shared.waiting:
                del self._under_way[key]
                shared.task.cancel()


@final
class CachedWork(Generic[KeyT]):
    """Bytes that are worked out once: kept up to a total size, and shared by all who ask meanwhile."""

    def __init__(self, most: int) -> None:
        self._kept: Final[SizedCache[KeyT, bytes]] = SizedCache(most)
        self._making: Final[SharedWork[KeyT, bytes]] = SharedWork()

    def kept(self, key: KeyT) -> bytes | None:
        """What is kept under that key."""
        return self._kept.get(key)

    async def get(self, key: KeyT, make: Callable[[], Coroutine[Any, Any, bytes]]) -> bytes:
        """What is kept, or else what `make` returns."""
        kept = self._kept.get(key)
        return kept if kept is not None else await self._making.get(key, partial(self.made, key, make))

    async def made(self, key: KeyT, make: Callable[[], Coroutine[Any, Any, bytes]]) -> bytes:
        """What `make` returns, which is kept from then on."""
        data = await make()
        self._kept.put(key, data, len(data))
        return data


@final
class _Work(Generic[ValueT]):
    """Some work, and how many wait for it."""

    def __init__(self, task: asyncio.Task[ValueT]) -> None:
        self.task: Final = task
        self.waiting = 0
