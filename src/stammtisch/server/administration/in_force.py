"""What is in force now: blocks and the announcement, as every process last read them from the database."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import Final

from stammtisch.server.administration.announcements import Announcement, Announcements
from stammtisch.server.administration.blocks import Block, Blocks, blocking_address, blocking_name
from stammtisch.server.administration.errors import Blocked
from stammtisch.server.tables.updates import AnnouncementUpdate

REMEMBERED: Final = 10_000
"""Addresses of which it is remembered whether they are blocked."""


class InForce:
    """Refuses those who are blocked, without asking the database each time."""

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self._clock: Final = clock
        self._blocks: list[Block] = []
        self._announcement: Announcement | None = None
        self._found: dict[str, Block | None] = {}

    @property
    def announcement(self) -> Announcement | None:
        """What is announced now."""
        current = self._announcement
        return current if current is not None and current.until > self._clock() else None

    def update(self) -> AnnouncementUpdate:
        """What devices are told about the announcement; an empty text if nothing is announced."""
        current = self.announcement
        if current is None:
            return AnnouncementUpdate(text="", until=0)
        return AnnouncementUpdate(text=current.text, until=current.until)

    async def read_blocks(self, blocks: Blocks) -> bool:
        """Read them again: other processes and the command line change them too. Returns whether any did."""
        read = await blocks.listed()
        if read == self._blocks:
            return False
        self._blocks, self._found = read, {}
        return True

    async def read_announcement(self, announcements: Announcements) -> bool:
        """Read it again. Returns whether it has changed."""
        before, self._announcement = self._announcement, await announcements.current()
        return before != self._announcement

    def refusal(self, address: str, names: Iterable[str]) -> Blocked | None:
        """Why somebody with this address and these names is refused; None if they are not."""
        try:
            self.check_address(address)
            self.check_names(names)
        except Blocked as error:
            return error
        return None

    def check_address(self, address: str) -> None:
        """`Blocked` if this address is blocked now."""
        if not self._blocks:
            return
        if address not in self._found:
            if len(self._found) >= REMEMBERED:
                self._found.clear()
            self._found[address] = blocking_address(self._blocks, address)
        self._check(self._found[address], "your address")

    def check_names(self, names: Iterable[str]) -> None:
        """`Blocked` if one of these names is blocked now."""
        for name in names if self._blocks else ():
            self._check(blocking_name(self._blocks, name), "this name")

    def _check(self, block: Block | None, what: str) -> None:
        now = self._clock()
        if block is not None and block.until > now:
            raise Blocked(what, block.until, now)
