"""Profiles: a name, history, statistics and ratings that are the same on every device."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Mapping
from typing import ClassVar, Final, NamedTuple

import msgspec

from stammtisch.core.documents import shown
from stammtisch.core.errors import StammtischError
from stammtisch.server.accounts.passwords import Passwords, fresh_recovery, hash_recovery, verify_recovery
from stammtisch.server.accounts.results import Played, Results, Standing
from stammtisch.server.tables.lookalikes import folded
from stammtisch.server.tables.names import clean_name
from stammtisch.server.tables.table import Table
from stammtisch.server.tokens import fresh_token, hashed
from stammtisch.store.contract import Conflict, Database, Statement

DAY: Final = 24 * 3600
SESSION_LASTS: Final = 180 * DAY
"""Seconds after which a device that was not used has to sign in again."""


class NameTaken(StammtischError):
    """Another profile has this name, or one that looks the same."""

    code = "name-taken"
    status: ClassVar[int] = 409


class NotSignedIn(StammtischError):
    """Nobody is signed in, or the session has ended."""

    code = "not-signed-in"
    status: ClassVar[int] = 401
    headers: ClassVar[Mapping[str, str]] = {"WWW-Authenticate": "Bearer"}


class BadPassword(NotSignedIn):
    """Neither the password nor the recovery code is right."""

    code = "bad-password"


class Profile(msgspec.Struct, frozen=True):
    """A profile; `password` says whether it has one."""

    id: str
    name: str
    created: float
    password: bool


class NewSession(NamedTuple):
    """A new session of a profile, and its new recovery code if it got one, which is shown only now."""

    profile: Profile
    token: str
    recovery: str | None


class Everything(msgspec.Struct, frozen=True):
    """Everything that is stored about a profile, except hashes; `sessions` says when each of them ends."""

    profile: Profile
    sessions: list[float]
    results: list[Played]
    ratings: list[Standing]


class _Row(NamedTuple):
    """A profile as it is stored, with the hashes of its secrets."""

    id: str
    name: str
    created: float
    password: str | None
    recovery: str

    @property
    def profile(self) -> Profile:
        return Profile(self.id, self.name, self.created, self.password is not None)


_BY_ID: Final = "SELECT id, name, created, password, recovery FROM profiles WHERE id = $1"
_BY_NAME: Final = "SELECT id, name, created, password, recovery FROM profiles WHERE name_key = $1"
_NOBODY: Final = _Row("", "", 0.0, None, "")


class Profiles:
    """All profiles of a database."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self._database: Final = database
        self._clock: Final = clock
        self._passwords: Final = Passwords()
        self.results: Final = Results(database)

    # Signing up, in and out

    async def sign_up(self, name: str, password: str | None = None) -> NewSession:
        """A new profile; without a password only its recovery code opens it on other devices."""
        name = clean_name(name)
        secret = None if password is None else await self._passwords.hash(password)
        recovery, token = fresh_recovery(), fresh_token()
        row = _Row(secrets.token_hex(16), name, self._clock(), secret, hash_recovery(recovery))
        insert = Statement(
            "INSERT INTO profiles (id, name, created, password, recovery, name_key) "
            "VALUES ($1, $2, $3, $4, $5, $6)",
            (*row, folded(name)),
        )
        await self._write_name(name, insert, self._new_session(row, token))
        return NewSession(row.profile, token, recovery)

    async def sign_in(self, name: str, secret: str) -> NewSession:
        """A session by password or recovery code; a code is valid once, and is replaced by a new one."""
        row = await self._row(_BY_NAME, folded(name))
        verified, recovery = await self._verified(row, secret)
        token = fresh_token()
        expired = Statement(
            "DELETE FROM sessions WHERE profile = $1 AND until <= $2", (row.id, self._clock())
        )
        await self._change(row, verified, self._new_session(verified, token), expired)
        return NewSession(row.profile, token, recovery)

    async def session(self, token: str | None) -> Profile | None:
        """The profile of a session, which lasts longer by being used."""
        if token is None:
            return None
        now, key = self._clock(), hashed(token)
        found = await self._database.rows(
            "SELECT until, id, name, created, password, recovery FROM sessions "
            "JOIN profiles ON id = profile WHERE hash = $1 AND until > $2",
            key,
            now,
        )
        if not found:
            return None
        until, *columns = found[0]
        if until < now + SESSION_LASTS - DAY:
            await self._database.write(
                Statement("UPDATE sessions SET until = $2 WHERE hash = $1", (key, now + SESSION_LASTS))
            )
        return _Row(*columns).profile

    async def sign_out(self, token: str) -> None:
        """End the session."""
        await self._database.write(Statement("DELETE FROM sessions WHERE hash = $1", (hashed(token),)))

    # Changing

    async def rename(self, profile: Profile, name: str) -> Profile:
        """The profile under another name."""
        name = clean_name(name)
        update = Statement(
            "UPDATE profiles SET name = $2, name_key = $3 WHERE id = $1", (profile.id, name, folded(name))
        )
        await self._write_name(name, update)
        return msgspec.structs.replace(profile, name=name)

    async def set_password(self, profile: Profile, secret: str, new: str, token: str) -> str | None:
        """Set a password, with the old one or the recovery code; all sessions end but that of `token`.

        Returns the new recovery code if the old one was used.
        """
        row = await self._row(_BY_ID, profile.id)
        verified, recovery = await self._verified(row, secret)
        changed = verified._replace(password=await self._passwords.hash(new))
        others = Statement(
            "DELETE FROM sessions WHERE profile = $1 AND hash <> $2", (profile.id, hashed(token))
        )
        await self._change(row, changed, others)
        return recovery

    async def new_recovery(self, profile: Profile, secret: str | None) -> str:
        """A new recovery code; if there is a password, the session alone is not enough."""
        row = await self._row(_BY_ID, profile.id)
        if row.password is not None:
            await self._verified(row, secret or "")
        recovery = fresh_recovery()
        await self._change(row, row._replace(recovery=hash_recovery(recovery)))
        return recovery

    async def delete(self, profile: Profile) -> None:
        """Delete the profile with its sessions, results and ratings.

        Games stay with the others who played them, and at their tables the seat keeps its name.
        """
        await self._database.write(
            Statement("DELETE FROM profiles WHERE id = $1", (profile.id,)),
            Statement("DELETE FROM sessions WHERE profile = $1", (profile.id,)),
            Statement("DELETE FROM results WHERE profile = $1", (profile.id,)),
            Statement("DELETE FROM ratings WHERE profile = $1", (profile.id,)),
        )

    # Export and results

    async def export(self, profile: Profile) -> Everything:
        """Everything that is stored about the profile."""
        sessions = await self._database.rows(
            "SELECT until FROM sessions WHERE profile = $1 ORDER BY until", profile.id
        )
        return Everything(
            profile=profile,
            sessions=[until for (until,) in sessions],
            results=await self.results.history(profile.id),
            ratings=await self.results.standings(profile.id),
        )

    async def finished(self, table: Table) -> None:
        """Store the results of the match that has ended at this table; a second time changes nothing."""
        await self.results.finished(table)

    # Secrets

    async def _row(self, sql: str, key: str) -> _Row:
        rows = await self._database.rows(sql, key)
        return _Row(*rows[0]) if rows else _NOBODY

    async def _verified(self, row: _Row, secret: str) -> tuple[_Row, str | None]:
        """The row with this secret; a recovery code that was used is replaced by the one returned.

        It takes as long for a profile that does not exist, so that its duration reveals nothing.
        """
        if await self._passwords.verify(secret, row.password):
            return row, None
        if not verify_recovery(secret, row.recovery):
            raise BadPassword("that is neither the password nor the recovery code of this profile")
        recovery = fresh_recovery()
        return row._replace(recovery=hash_recovery(recovery)), recovery

    async def _change(self, old: _Row, new: _Row, *others: Statement) -> None:
        """Replace the secrets; `BadPassword` if they have been changed since they were read."""
        await self._database.write(
            Statement(
                "UPDATE profiles SET password = $4, recovery = $5 "
                "WHERE id = $1 AND COALESCE(password, '') = $2 AND recovery = $3",
                (old.id, old.password or "", old.recovery, new.password, new.recovery),
            ),
            *others,
        )
        stored = await self._row(_BY_ID, old.id)
        if (stored.password, stored.recovery) != (new.password, new.recovery):
            raise BadPassword("the password or the recovery code has just been changed: try again")

    def _new_session(self, row: _Row, token: str) -> Statement:
        """A session of the profile, if these are still its secrets."""
        return Statement(
            "INSERT INTO sessions (hash, profile, until) SELECT $4, id, $5 FROM profiles "
            "WHERE id = $1 AND COALESCE(password, '') = $2 AND recovery = $3",
            (row.id, row.password or "", row.recovery, hashed(token), self._clock() + SESSION_LASTS),
        )

    async def _write_name(self, name: str, *statements: Statement) -> None:
        """Write a new name, or `NameTaken`."""
        try:
            await self._database.write(*statements)
        except Conflict:
            raise NameTaken(f"the name {shown(name)} is taken: choose another name") from None
