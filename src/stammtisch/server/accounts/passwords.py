"""Passwords and recovery codes, and what is kept of them, which opens nothing."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from hmac import compare_digest
from typing import Final, ParamSpec, TypeVar
from unicodedata import normalize

from argon2 import PasswordHasher
from argon2.exceptions import VerifyMismatchError

from stammtisch.core.errors import StammtischError
from stammtisch.server.tokens import hashed

SHORTEST: Final = 8
LONGEST: Final = 200
AT_ONCE: Final = 4
"""Passwords that are looked at side by side; each takes its memory, and the others wait."""

_ALPHABET: Final = "0123456789abcdefghjkmnpqrstvwxyz"
_MISREAD: Final = str.maketrans("oil", "011")
_GROUPS: Final = 7
_GROUP: Final = 4
_HASHER: Final = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)

P = ParamSpec("P")
T = TypeVar("T")


class BadNewPassword(StammtischError):
    """A password that is too short or too long to be taken."""

    code = "bad-new-password"


class Passwords:
    """Slow on purpose, and therefore in threads: the loop never waits for them."""

    def __init__(self) -> None:
        self._turn: Final = asyncio.Semaphore(AT_ONCE)
        self._nobodys: Final = _HASHER.hash(fresh_recovery())

    async def kept(self, password: str) -> str:
        """What is kept of a new password, or `BadNewPassword`."""
        text = _normal(password)
        if not SHORTEST <= len(text) <= LONGEST:
            raise BadNewPassword(f"a password has {SHORTEST} to {LONGEST} characters, not {len(text)}")
        return await self._aside(_HASHER.hash, text)

    async def fits(self, password: str, kept: str | None) -> bool:
        """Whether it is the password of which this was kept; where there is none it takes as long."""
        fits = await self._aside(_verified, kept or self._nobodys, _normal(password))
        return fits and kept is not None

    async def _aside(self, work: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
        async with self._turn:
            return await asyncio.to_thread(work, *args, **more)


def fresh_recovery() -> str:
    """A code of 140 random bits, in groups that can be copied by hand."""
    groups = ("".join(secrets.choice(_ALPHABET) for _ in range(_GROUP)) for _ in range(_GROUPS))
    return "-".join(groups)


def kept_recovery(code: str) -> str:
    """What is kept of a recovery code, however it was typed; nobody guesses so many bits."""
    signs = "".join(sign for sign in code.lower() if sign.isalnum())
    return hashed(signs.translate(_MISREAD))


def recovers(code: str, kept: str) -> bool:
    """Whether it is the recovery code of which this was kept."""
    return compare_digest(kept_recovery(code), kept)


def _verified(kept: str, password: str) -> bool:
    try:
        return _HASHER.verify(kept, password)
    except VerifyMismatchError:
        return False


def _normal(password: str) -> str:
    """The same characters, whichever way the device composes them."""
    return normalize("NFC", password)
