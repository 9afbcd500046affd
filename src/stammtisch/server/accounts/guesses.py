"""Wrong passwords of an account are answered more and more slowly, but nobody is locked out by others.

Strangers share one count of wrong guesses for each account. A device or address that has signed in to the
account before has a count of its own, so that strangers cannot hold it up; and a recovery code, which
nobody can guess, is not held up at all. Everything is kept in memory: each process counts for itself.
"""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import ClassVar, Final, NamedTuple, TypeAlias, TypeVar, final

from stammtisch.server.ops.limits import RetryLater

FREE: Final = 5
"""Wrong guesses until the next one has to wait."""
LONGEST_WAIT: Final = 60.0
"""Seconds between two guesses, at most."""
FORGOTTEN_AFTER: Final = 15 * 60.0
"""Seconds without a guess after which the count begins again."""
REMEMBERED: Final = 100_000
"""Counts, and addresses that have signed in, that are remembered at a time."""
HELD_UP: Final = (
    "too many wrong passwords for this profile; try again in {seconds} s, or use the recovery code"
)

Guesser: TypeAlias = tuple[str, str]
"""The account, and a device or address known to it; for all strangers together this is empty."""

V = TypeVar("V")


class TooManyGuesses(RetryLater):
    """Too many wrong passwords for one account; `Retry-After` says when to try again."""

    code = "too-many"
    status: ClassVar[int] = 429


class _Count(NamedTuple):
    """How many guesses were wrong, when the last was made, and when the next may be."""

    wrong: int
    last: float
    next: float


_NONE: Final = _Count(0, -math.inf, -math.inf)


@final
class Guesses:
    """Counts wrong guesses for each account, whether it exists or not."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, held_up: str = HELD_UP) -> None:
        self._clock: Final = clock
        self._held_up: Final = held_up
        self._counts: Final[OrderedDict[Guesser, _Count]] = OrderedDict()
        self._known: Final[OrderedDict[Guesser, None]] = OrderedDict()

    def begin(self, guesser: Guesser) -> None:
        """A guess counts as wrong until `right` says otherwise; `TooManyGuesses` if it comes too soon."""
        now = self._clock()
        count = self._counts.get(guesser, _NONE)
        if now < count.next:
            raise TooManyGuesses(self._held_up, count.next - now)
        wrong = 1 if now > count.last + FORGOTTEN_AFTER else count.wrong + 1
        _remember(self._counts, guesser, _Count(wrong, now, now + _wait_after(wrong)))

    async def checked(self, guesser: Guesser, check: Callable[[], Awaitable[bool]]) -> bool:
        """Whether the check finds the guess right; after several wrong ones the next has to wait."""
        self.begin(guesser)
        wrong = False
        try:
            wrong = not await check()
        finally:
            if not wrong:
                self.right(guesser)
        return not wrong

    def right(self, guesser: Guesser) -> None:
        """The guess was right, or could not be checked: it does not count."""
        count = self._counts.pop(guesser, _NONE)
        if count.wrong > 1:
            _remember(self._counts, guesser, count._replace(wrong=count.wrong - 1, next=self._clock()))

    def know(self, account: str, address: str) -> None:
        """Somebody has signed in to the account from this address."""
        _remember(self._known, (account, address), None)

    def knows(self, account: str, address: str) -> bool:
        """Whether somebody has signed in to the account from this address, as far as is remembered."""
        return (account, address) in self._known


def _wait_after(wrong: int) -> float:
    """Seconds until the next guess after a number of wrong ones: 2, 4, 8, …"""
    return 0.0 if wrong < FREE else min(LONGEST_WAIT, 2.0 ** min(wrong - FREE + 1, 10))


def _remember(kept: OrderedDict[Guesser, V], key: Guesser, value: V) -> None:
    """Keep it as the latest, and forget the oldest where there are too many."""
    kept[key] = value
    kept.move_to_end(key)
    if len(kept) > REMEMBERED:
        kept.popitem(last=False)
