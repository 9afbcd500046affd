"""Dice that belong to a number: looking twice never throws twice."""

from __future__ import annotations

import hmac
import secrets
from typing import Final, final

from stammtisch.core.chance import Source


def fresh_seed() -> str:
    """A seed nobody can guess: 32 random bytes in hexadecimal digits."""
    return secrets.token_hex(32)


@final
class Dice:
    """All the luck of one seed. Draw n is the same however often and in whatever order one looks."""

    __slots__ = ("_key",)

    def __init__(self, seed: str) -> None:
        self._key: Final = seed.encode()

    def source(self, number: int) -> Source:
        """The luck of draw `number`."""
        return _Draw(self._key, number)


@final
class _Draw(Source):
    """A stream of bytes: block b is HMAC-SHA-256(seed, n ‖ b), n and b as eight bytes each, big end first.

    A number below `bound` is as many bytes as the bound has, again while it would favour anyone.
    """

    __slots__ = ("_block", "_bytes", "_key", "_number")

    def __init__(self, key: bytes, number: int) -> None:
        self._key: Final = key
        self._number: Final = number.to_bytes(8, "big")
        self._block = 0
        self._bytes = b""

    def below(self, bound: int) -> int:
        size = (bound.bit_length() + 7) // 8
        fair = (1 << 8 * size) // bound * bound
        number = fair
        while number >= fair:
            number = int.from_bytes(self._take(size), "big")
        return number % bound

    def _take(self, size: int) -> bytes:
        while len(self._bytes) < size:
            message = self._number + self._block.to_bytes(8, "big")
            self._bytes += hmac.digest(self._key, message, "sha256")
            self._block += 1
        taken, self._bytes = self._bytes[:size], self._bytes[size:]
        return taken
