"""Who may administer the server: anyone who knows its password or holds a token for programs.

Without either there is no administration at all. Only hashes are stored, and only the command line sets them.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from functools import partial
from typing import Final, NamedTuple

import msgspec

from stammtisch.core.documents import shown
from stammtisch.core.errors import BadRequest
from stammtisch.server.accounts.guesses import Guesses
from stammtisch.server.accounts.passwords import Passwords
from stammtisch.server.accounts.profiles import BadPassword
from stammtisch.server.administration.audit import Administrator, Audit
from stammtisch.server.administration.errors import UnknownEntry
from stammtisch.server.tokens import fresh_token, hashed
from stammtisch.store.contract import Conflict, Database, Statement

PASSWORD: Final = "password"  # noqa: S105 - its name
"""The name of the one key that is a password; all others are tokens."""
SESSION_LASTS: Final = 12 * 3600
"""Seconds after which one has to sign in again."""

_ACCOUNT: Final = "administration"
_HELD_UP: Final = "too many wrong passwords; try again in {seconds} s, or sign in with a token"
_TOKEN_NAME: Final = re.compile("[a-z0-9][a-z0-9-]{0,29}")


class KeyInfo(msgspec.Struct, frozen=True):
    """A password or a token by its name, and since when it is valid."""

    name: str
    created: float


class AdminSession(NamedTuple):
    """A new session: its token, which key opened it, and when it ends."""

    token: str
    opened_by: str
    until: float


class AdminKeys:
    """The password, the tokens and the sessions of the server's operator."""

    def __init__(
        self,
        database: Database,
        audit: Audit,
        clock: Callable[[], float] = time.time,
        timer: Callable[[], float] = time.monotonic,
    ) -> None:
        self._database: Final = database
        self._audit: Final = audit
        self._clock: Final = clock
        self._passwords: Final = Passwords()
        self._guesses: Final = Guesses(timer, _HELD_UP)

    async def any(self) -> bool:
        """Whether there is a key at all."""
        return bool(await self._database.rows("SELECT 1 FROM admin_keys LIMIT 1"))

    async def listed(self) -> list[KeyInfo]:
        """Every key."""
        rows = await self._database.rows("SELECT name, created FROM admin_keys ORDER BY created, name")
        return [KeyInfo(*row) for row in rows]

    # Setting and revoking

    async def set_password(self, password: str, by: Administrator) -> None:
        """Set the password, or a new one; everybody who signed in with the old one has to sign in again."""
        hash_ = await self._passwords.hash(password)
        await self._database.write(
            *_forget(PASSWORD), self._keep(PASSWORD, hash_), self._audit.entry(by, "password-set")
        )

    async def add_token(self, name: str, by: Administrator) -> str:
        """A new token, which is shown only now."""
        if not _TOKEN_NAME.fullmatch(name) or name == PASSWORD:
            raise BadRequest(
                f"a token's name has 1 to 30 small letters, digits and dashes, and is not {PASSWORD!r}; "
                f"{shown(name)} does not fit"
            )
        token = fresh_token()
        entry = self._audit.entry(by, "token-created", name)
        try:
            await self._database.write(self._keep(name, hashed(token)), entry)
        except Conflict:
            raise BadRequest(
                f"there is a token {name!r} already: revoke it, or choose another name"
            ) from None
        return token

    async def revoke(self, name: str, by: Administrator) -> None:
        """Remove the password or a token, and end the sessions that it opened."""
        if name not in {key.name for key in await self.listed()}:
            raise UnknownEntry("there is no password or token of this name")
        await self._database.write(*_forget(name), self._audit.entry(by, "key-revoked", name))

    def _keep(self, name: str, hash_: str) -> Statement:
        return Statement(
            "INSERT INTO admin_keys (name, hash, created) VALUES ($1, $2, $3)", (name, hash_, self._clock())
        )

    # Signing in and out

    async def sign_in(self, secret: str, address: str) -> AdminSession:
        """A session by the password or a token; after wrong passwords the next ones have to wait."""
        opened_by = await self._token(secret) or await self._password(secret, address)
        session = AdminSession(fresh_token(), opened_by, self._clock() + SESSION_LASTS)
        await self._database.write(
            Statement("DELETE FROM admin_sessions WHERE until <= $1", (self._clock(),)),
            Statement(
                "INSERT INTO admin_sessions (hash, opened_by, until) SELECT $1, name, $3 FROM admin_keys "
                "WHERE name = $2",
                (hashed(session.token), opened_by, session.until),
            ),
            self._audit.entry(Administrator(opened_by, address), "signed-in"),
        )
        self._guesses.know(_ACCOUNT, address)
        return session

    async def caller(self, token: str | None) -> str | None:
        """The name of the key that this token is, or that opened this session; None if it is neither."""
        if token is None:
            return None
        rows = await self._database.rows(
            "SELECT opened_by FROM admin_sessions WHERE hash = $1 AND until > $2",
            hashed(token),
            self._clock(),
        )
        return rows[0][0] if rows else await self._token(token)

    async def sign_out(self, token: str, by: Administrator) -> None:
        """End the session."""
        await self._database.write(
            Statement("DELETE FROM admin_sessions WHERE hash = $1", (hashed(token),)),
            self._audit.entry(by, "signed-out"),
        )

    async def _token(self, secret: str) -> str | None:
        """The name of this token. It is too long to be guessed, so wrong ones do not have to wait."""
        rows = await self._database.rows(
            "SELECT name FROM admin_keys WHERE hash = $1 AND name <> $2", hashed(secret), PASSWORD
        )
        return rows[0][0] if rows else None

    async def _password(self, secret: str, address: str) -> str:
        """The name of the password if this is it, or `BadPassword`."""
        guesser = _ACCOUNT, address if self._guesses.knows(_ACCOUNT, address) else ""
        rows = await self._database.rows("SELECT hash FROM admin_keys WHERE name = $1", PASSWORD)
        verify = partial(self._passwords.verify, secret, rows[0][0] if rows else None, address)
        if not await self._guesses.checked(guesser, verify):
            await self._audit.add(Administrator("", address), "sign-in-refused")
            raise BadPassword("that is neither the password nor a token of this server's administration")
        return PASSWORD


def _forget(name: str) -> tuple[Statement, Statement]:
    return (
        Statement("DELETE FROM admin_sessions WHERE opened_by = $1", (name,)),
        Statement("DELETE FROM admin_keys WHERE name = $1", (name,)),
    )
