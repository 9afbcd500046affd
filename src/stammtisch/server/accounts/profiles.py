"""Profiles: who wants one keeps name, history, statistics and ratings over all devices."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Mapping
from typing import ClassVar, Final, NamedTuple
from unicodedata import normalize

import msgspec

from stammtisch.core.documents import shown
from stammtisch.core.errors import StammtischError
from stammtisch.server.accounts.passwords import Passwords, fresh_recovery, kept_recovery, recovers
from stammtisch.server.accounts.results import Played, Results, Standing
from stammtisch.server.tables.errors import BadName
from stammtisch.server.tables.seating import LONGEST_NAME
from stammtisch.server.tables.state import Table
from stammtisch.server.tokens import fresh_token, hashed
from stammtisch.store.contract import Conflict, Database, Statement

DAY: Final = 24 * 3600
SESSION_LASTS: Final = 180 * DAY
"""Seconds after which a device that has not been used has to sign in again."""


class NameTaken(StammtischError):
    """Another profile has that name, perhaps in other letters."""

    code = "name-taken"
    status: ClassVar[int] = 409


class NotSignedIn(StammtischError):
    """Nobody, or somebody whose session has ended."""

    code = "not-signed-in"
    status: ClassVar[int] = 401
    headers: ClassVar[Mapping[str, str]] = {"WWW-Authenticate": "Bearer"}


class BadPassword(NotSignedIn):
    """Neither the password nor the recovery code of that profile."""

    code = "bad-password"


class Profile(msgspec.Struct, frozen=True):
    """Somebody who comes again; `password` says whether there is one."""

    id: str
    name: str
    created: float
    password: bool


class Welcome(NamedTuple):
    """A new session of a profile, and its new recovery code where there is one: it is told only here."""

    profile: Profile
    token: str
    recovery: str | None


class Everything(msgspec.Struct, frozen=True):
    """All that is kept about a profile. Secrets cannot be told; of sessions it is known when they end."""

    profile: Profile
    sessions: list[float]
    results: list[Played]
    ratings: list[Standing]


class _Kept(NamedTuple):
    """The row of a profile."""

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
_NOBODY: Final = _Kept("", "", 0.0, None, "")


class Profiles:
    """All profiles of a store."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self._database: Final = database
        self._clock: Final = clock
        self._passwords: Final = Passwords()
        self.results: Final = Results(database)

    # Coming and going

    async def sign_up(self, name: str, password: str | None = None) -> Welcome:
        """A new profile; without a password only its recovery code opens it on other devices."""
        name = _checked(name)
        secret = None if password is None else await self._passwords.kept(password)
        recovery, token = fresh_recovery(), fresh_token()
        kept = _Kept(secrets.token_hex(16), name, self._clock(), secret, kept_recovery(recovery))
        insert = Statement(
            "INSERT INTO profiles (id, name, created, password, recovery, name_key) "
            "VALUES ($1, $2, $3, $4, $5, $6)",
            (*kept, _key(name)),
        )
        await self._named(name, insert, self._new_session(kept, token))
        return Welcome(kept.profile, token, recovery)

    async def sign_in(self, name: str, secret: str) -> Welcome:
        """A session by password or recovery code; a code is good for once, and a new one comes with it."""
        kept = await self._kept(_BY_NAME, _key(name)) if _is_name(name) else _NOBODY
        proved, recovery = await self._proved(kept, secret)
        token = fresh_token()
        expired = Statement(
            "DELETE FROM sessions WHERE profile = $1 AND until <= $2", (kept.id, self._clock())
        )
        await self._change(kept, proved, self._new_session(proved, token), expired)
        return Welcome(kept.profile, token, recovery)

    async def session(self, token: str | None) -> Profile | None:
        """Whose session it is; being used keeps it alive."""
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
        until, *row = found[0]
        if until < now + SESSION_LASTS - DAY:
            await self._database.write(
                Statement("UPDATE sessions SET until = $2 WHERE hash = $1", (key, now + SESSION_LASTS))
            )
        return _Kept(*row).profile

    async def sign_out(self, token: str) -> None:
        """The session ends."""
        await self._database.write(Statement("DELETE FROM sessions WHERE hash = $1", (hashed(token),)))

    # Changing

    async def rename(self, profile: Profile, name: str) -> Profile:
        """The profile under another name."""
        name = _checked(name)
        update = Statement(
            "UPDATE profiles SET name = $2, name_key = $3 WHERE id = $1", (profile.id, name, _key(name))
        )
        await self._named(name, update)
        return msgspec.structs.replace(profile, name=name)

    async def set_password(self, profile: Profile, secret: str, new: str, token: str) -> str | None:
        """A new password for the old one or the recovery code; only the session of `token` goes on.

        Returns the new recovery code where the old one was used.
        """
        kept = await self._kept(_BY_ID, profile.id)
        proved, recovery = await self._proved(kept, secret)
        changed = proved._replace(password=await self._passwords.kept(new))
        others = Statement(
            "DELETE FROM sessions WHERE profile = $1 AND hash <> $2", (profile.id, hashed(token))
        )
        await self._change(kept, changed, others)
        return recovery

    async def new_recovery(self, profile: Profile, secret: str | None) -> str:
        """A new recovery code; where there is a password the session alone does not do."""
        kept = await self._kept(_BY_ID, profile.id)
        if kept.password is not None:
            await self._proved(kept, secret or "")
        recovery = fresh_recovery()
        await self._change(kept, kept._replace(recovery=kept_recovery(recovery)))
        return recovery

    async def delete(self, profile: Profile) -> None:
        """Forget the profile with its sessions, results and ratings.

        Games stay with those who played them too, and at their tables the seat keeps its name.
        """
        await self._database.write(
            Statement("DELETE FROM profiles WHERE id = $1", (profile.id,)),
            Statement("DELETE FROM sessions WHERE profile = $1", (profile.id,)),
            Statement("DELETE FROM results WHERE profile = $1", (profile.id,)),
            Statement("DELETE FROM ratings WHERE profile = $1", (profile.id,)),
        )

    # Looking

    async def export(self, profile: Profile) -> Everything:
        """Everything that is kept about the profile."""
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
        """Keep the results of the game that has ended at this table; twice is once."""
        await self.results.finished(table)

    # Secrets

    async def _kept(self, sql: str, key: str) -> _Kept:
        rows = await self._database.rows(sql, key)
        return _Kept(*rows[0]) if rows else _NOBODY

    async def _proved(self, kept: _Kept, secret: str) -> tuple[_Kept, str | None]:
        """The profile after the proof: a recovery code that was used is replaced, by the one returned.

        Whether there is such a profile cannot be told by the time it takes.
        """
        if await self._passwords.fits(secret, kept.password):
            return kept, None
        if not recovers(secret, kept.recovery):
            raise BadPassword("that is neither the password nor the recovery code of this profile")
        recovery = fresh_recovery()
        return kept._replace(recovery=kept_recovery(recovery)), recovery

    async def _change(self, old: _Kept, new: _Kept, *others: Statement) -> None:
        """Replace the secrets, unless somebody did since they were looked at: then `BadPassword`."""
        await self._database.write(
            Statement(
                "UPDATE profiles SET password = $4, recovery = $5 "
                "WHERE id = $1 AND COALESCE(password, '') = $2 AND recovery = $3",
                (old.id, old.password or "", old.recovery, new.password, new.recovery),
            ),
            *others,
        )
        kept = await self._kept(_BY_ID, old.id)
        if (kept.password, kept.recovery) != (new.password, new.recovery):
            raise BadPassword("the password or the recovery code has just been changed: try again")

    def _new_session(self, kept: _Kept, token: str) -> Statement:
        """A session of the profile, if these are its secrets."""
        return Statement(
            "INSERT INTO sessions (hash, profile, until) SELECT $4, id, $5 FROM profiles "
            "WHERE id = $1 AND COALESCE(password, '') = $2 AND recovery = $3",
            (kept.id, kept.password or "", kept.recovery, hashed(token), self._clock() + SESSION_LASTS),
        )

    async def _named(self, name: str, *statements: Statement) -> None:
        try:
            await self._database.write(*statements)
        except Conflict:
            raise NameTaken(f"somebody is called {shown(name)} already: choose another name") from None


def _is_name(name: str) -> bool:
    return name.isprintable() and 0 < len(name.strip()) <= LONGEST_NAME


def _checked(name: str) -> str:
    """The name as it is shown, or `BadName`."""
    if not _is_name(name):
        raise BadName(f"a name is 1 to {LONGEST_NAME} printable characters, not {shown(name)}")
    return name.strip()


def _key(name: str) -> str:
    """What two names have in common that look alike: capitals, composed letters and spaces aside."""
    return " ".join(normalize("NFKC", normalize("NFKC", name).casefold()).split())
