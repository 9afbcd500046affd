"""Tokens, codes and ids: what nobody can guess, and how it is kept."""

from __future__ import annotations

import secrets
from hashlib import sha256
from typing import Final

_CONSONANTS: Final = "bdfgklmnprstvz"
_VOWELS: Final = "aeiou"
SYLLABLES: Final = 5
"""Of a new code. There are 70 syllables, so that codes cannot be walked through; old codes have four."""
SESSION_COOKIE: Final = "session"
"""The cookie of a browser that is signed in."""
SEAT_COOKIE: Final = "seat"
"""The cookie that holds the token of a browser's seats; it is sent to one table alone."""

ADMIN_COOKIE: Final = "admin"
"""The cookie of a browser that is signed in to the administration; it is sent nowhere else."""

LOCAL: Final = "local-"
"""How ids begin that a device has drawn for its own tables and games."""


def fresh_token() -> str:
    """256 random bits that act for one person at one table."""
    return secrets.token_urlsafe(32)


def fresh_table() -> str:
    """The unguessable part of a table's link."""
    return secrets.token_urlsafe(16)


def fresh_match(*, local: bool = False) -> str:
    """The id of a game, under which its record is found."""
    return (LOCAL if local else "") + secrets.token_hex(16)


def fresh_code() -> str:
    """A short code that can be said over the telephone, such as `bagokitulo`."""
    return "".join(secrets.choice(_CONSONANTS) + secrets.choice(_VOWELS) for _ in range(SYLLABLES))


def hashed(token: str) -> str:
    """What is kept of a token."""
    return sha256(token.encode()).hexdigest()


def key_id(key: str) -> str:
    """What a hashed token is called in lists: enough of it to tell it apart, too little to check a token."""
    return key[:16]
