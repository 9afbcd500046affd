"""A semaphore for slow tasks at which addresses take turns, and not too many wait."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import ClassVar, Final, TypeAlias, final

from stammtisch.server.ops.limits import RetryLater

RETRY_AFTER: Final = 2
"""Seconds after which somebody who was refused may try again."""

_Waiting: TypeAlias = "deque[asyncio.Future[None]]"


class TooBusy(RetryLater):
    """Too many passwords are being checked at the moment; `Retry-After` says when to try again."""

    code = "too-many"
    status: ClassVar[int] = 429

    def __init__(self) -> None:
        super().__init__("too many passwords are being checked; try again in {seconds} s", RETRY_AFTER)


@final
class FairSemaphore:
    """At most `at_once` run at a time; at most `waiting` wait, and at most `of_one` of one address."""

    def __init__(self, at_once: int, waiting: int, of_one: int) -> None:
        self._free = at_once
        self._most_waiting: Final = waiting
        self._most_of_one: Final = of_one
        self._waiting: Final[OrderedDict[str, _Waiting]] = OrderedDict()

    @asynccontextmanager
    async def slot(self, address: str) -> AsyncIterator[None]:
        """A place for the length of the block, or `TooBusy`."""
        if self._free:
            self._free -= 1
        else:
            await self._wait(address)
        try:
            yield
        finally:
            self._pass_on()

    async def _wait(self, address: str) -> None:
        own = self._waiting.get(address, deque())
        if len(own) >= self._most_of_one or sum(map(len, self._waiting.values())) >= self._most_waiting:
            raise TooBusy
        mine = asyncio.get_running_loop().create_future()
        own.append(mine)
        self._waiting[address] = own
        try:
            await mine
        except asyncio.CancelledError:
            if mine.done() and not mine.cancelled():
                self._pass_on()  # it was our turn already
            raise

    def _pass_on(self) -> None:
        """The next turn is for the address that has waited longest for one."""
        while self._waiting:
            address, own = self._waiting.popitem(last=False)
            following = own.popleft()
            if own:
                self._waiting[address] = own
            if not following.done():
                following.set_result(None)
                return
        self._free += 1
