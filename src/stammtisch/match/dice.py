"""Dice whose draws are numbered: asking for the same draw again gives the same roll."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import Final, final

from stammtisch.core.chance import Source
from stammtisch.core.errors import BadRequest
from stammtisch.match.record import Fair, Record


def fresh_seed() -> str:
    """A seed nobody can guess: 32 random bytes in hexadecimal digits."""
    return secrets.token_hex(32)


@final
class Dice:
    """All random numbers of one key. Draw n is always the same, in whatever order draws are asked for.

    A key given as text stands for its UTF-8 bytes; every draw also depends on the context.
    """

    __slots__ = ("_keyed",)

    def __init__(self, key: bytes | str, context: bytes = b"") -> None:
        text = key.encode() if isinstance(key, str) else key
        self._keyed: Final = hmac.new(text, context, "sha256")

    def source(self, number: int) -> Source:
        """The random numbers of draw `number`."""
        return _Draw(self._keyed, number.to_bytes(8, "big"))


@final
class _Draw(Source):
    """A stream of bytes: block b is HMAC-SHA-256(key, context ‖ n ‖ b), n and b as eight big-endian bytes.

    A number below `bound` takes as many bytes as the bound has; a value that would make some numbers
    likelier than others is skipped.
    """

    __slots__ = ("_block", "_bytes", "_keyed", "_number")

    def __init__(self, keyed: hmac.HMAC, number: bytes) -> None:
        self._keyed: Final = keyed  # has read the key and the context, which are the same for all draws
        self._number: Final = number
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
            block = self._keyed.copy()
            block.update(self._number + self._block.to_bytes(8, "big"))
            self._bytes += block.digest()
            self._block += 1
        taken, self._bytes = self._bytes[:size], self._bytes[size:]
        return taken


def fresh_secret() -> str:
    """A secret for one match, which nobody can guess: 32 random bytes in hexadecimal digits."""
    return secrets.token_hex(32)


def commitment(secret: str) -> str:
    """The commitment to a secret, which reveals nothing of it: its SHA-256."""
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def fair_dice(fair: Fair, secret: str | None = None) -> Dice:
    """The dice of a fair match, from the given secret or else from its own."""
    key = secret or fair.secret
    if key is None:
        raise BadRequest("the secret of this match is not shown: only its server can roll")
    return Dice(bytes.fromhex(key), "|".join((fair.match, *fair.seeds, "")).encode())


def dice_of(record: Record) -> Dice | None:
    """The dice of a match; None where they are real."""
    if record.fair is not None:
        return fair_dice(record.fair)
    return None if record.seed is None else Dice(record.seed)
