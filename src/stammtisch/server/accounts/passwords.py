"""Passwords and recovery codes, of which only hashes are stored."""

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
from stammtisch.server.accounts.fair_semaphore import FairSemaphore
from stammtisch.server.tokens import hashed

SHORTEST: Final = 8
LONGEST: Final = 200
AT_ONCE: Final = 4
"""Passwords that are hashed side by side; each takes memory, and the others wait."""
MOST_WAITING: Final = 64
MOST_WAITING_OF_ONE: Final = 8
"""How many passwords may wait, altogether and from one address; more are refused."""

_ALPHABET: Final = "0123456789abcdefghjkmnpqrstvwxyz"
_MISREAD: Final = str.maketrans("oil", "011")
_GROUPS: Final = 7
_GROUP: Final = 4
_HASHER: Final = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)

P = ParamSpec("P")
T = TypeVar("T")


class BadNewPassword(StammtischError):
    """The new password is too short or too long."""

    code = "bad-new-password"


class Passwords:
    """Hashes passwords, which is slow on purpose, in threads: the event loop never waits for them.

    Addresses take turns, and `TooBusy` refuses what would wait too long.
    """

    def __init__(self) -> None:
        self._semaphore: Final = FairSemaphore(AT_ONCE, MOST_WAITING, MOST_WAITING_OF_ONE)
        self._nobodys_hash: Final = _HASHER.hash(fresh_recovery())

    async def hash(self, password: str, address: str = "") -> str:
        """The hash of a new password, or `BadNewPassword`."""
        text = _normal(password)
        if not SHORTEST <= len(text) <= LONGEST:
            raise BadNewPassword(f"a password must have {SHORTEST} to {LONGEST} characters, not {len(text)}")
        return await self._in_thread(address, _HASHER.hash, text)

    async def verify(self, password: str, hash_: str | None, address: str = "") -> bool:
        """Whether the password has this hash; without a hash it is false, and takes as long."""
        fits = await self._in_thread(address, _verify, hash_ or self._nobodys_hash, _normal(password))
        return fits and hash_ is not None

    async def _in_thread(self, address: str, work: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
        async with self._semaphore.slot(address):
            return await asyncio.to_thread(work, *args, **more)


def fresh_recovery() -> str:
    """A code of 140 random bits, in groups that can be copied by hand."""
    groups = ("".join(secrets.choice(_ALPHABET) for _ in range(_GROUP)) for _ in range(_GROUPS))
    return "-".join(groups)


def hash_recovery(code: str) -> str:
    """The hash of a recovery code, however it was typed. It may be fast: nobody can guess 140 bits."""
    characters = "".join(character for character in code.lower() if character.isalnum())
    return hashed(characters.translate(_MISREAD))


def verify_recovery(code: str, hash_: str) -> bool:
    """Whether the recovery code has this hash."""
    return compare_digest(hash_recovery(code), hash_)


def _verify(hash_: str, password: str) -> bool:
    try:
        return _HASHER.verify(hash_, password)
    except VerifyMismatchError:
        return False


def _normal(password: str) -> str:
    """The same characters, however a device composes them."""
    return normalize("NFC", password)
