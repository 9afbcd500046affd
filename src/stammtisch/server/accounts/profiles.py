"""Profiles: a name, history, statistics and ratings that are the same on every device."""

from __future__ import annotations

import hmac
import secrets
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import suppress
from functools import partial
from hashlib import sha256
from hmac import compare_digest
from typing import ClassVar, Final, NamedTuple

import msgspec

from stammtisch.core.documents import shown
from stammtisch.core.errors import StammtischError
from stammtisch.server.accounts.guesses import Guesser, Guesses
from stammtisch.server.accounts.passwords import Passwords, fresh_recovery, hash_recovery, verify_recovery
from stammtisch.server.accounts.results import Played, Results, Standing
from stammtisch.server.accounts.sessions import DAY, SESSION_LASTS, SessionInfo, Sessions, others_end
from stammtisch.server.tables.devices import DeviceInfo
from stammtisch.server.tables.lookalikes import folded, skeleton
from stammtisch.server.tables.names import clean_name
from stammtisch.server.tokens import fresh_token, hashed, key_id
from stammtisch.store.contract import Conflict, Database, Statement


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
    """Everything that is stored about a profile, except hashes; `sessions` says when each of them ends,
    `webhooks` and `push_devices` are the addresses that are told about its turns.
    """

    profile: Profile
    sessions: list[float]
    results: list[Played]
    ratings: list[Standing]
    devices: list[SessionInfo]
    webhooks: list[str]
    push_devices: list[str]


class Client(NamedTuple):
    """Where a request comes from: the address, the device as lists show it, and what proves that it is
    a device on which somebody signed in before.
    """

    address: str = ""
    device: DeviceInfo | None = None
    proof: str = ""


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
_NOWHERE: Final = Client()


class Profiles:
    """All profiles of a database."""

    def __init__(
        self,
        database: Database,
        clock: Callable[[], float] = time.time,
        timer: Callable[[], float] = time.monotonic,
    ) -> None:
        self._database: Final = database
        self._clock: Final = clock
        self._passwords: Final = Passwords()
        self._guesses: Final = Guesses(timer)
        self.results: Final = Results(database)
        self.sessions: Final = Sessions(database, clock)

    # Signing up, in and out

    async def sign_up(self, name: str, password: str | None = None, client: Client = _NOWHERE) -> NewSession:
        """A new profile; without a password only its recovery code opens it on other devices."""
        name = clean_name(name)
        secret = None if password is None else await self._passwords.hash(password, client.address)
        recovery, token = fresh_recovery(), fresh_token()
        row = _Row(secrets.token_hex(16), name, self._clock(), secret, hash_recovery(recovery))
        insert = Statement(
            "INSERT INTO profiles (id, name, created, password, recovery, name_key, skeleton) "
            "VALUES ($1, $2, $3, $4, $5, $6, $7)",
            (*row, folded(name), skeleton(name)),
        )
        await self._write_name(name, insert, self._new_session(row, token, client.device))
        self._guesses.know(_account(name), client.address)
        return NewSession(row.profile, token, recovery)

    async def sign_in(self, name: str, secret: str, client: Client = _NOWHERE) -> NewSession:
        """A session by password or recovery code; a code is valid once, and is replaced by a new one.

        `TooManyGuesses` where strangers, or this device, have tried too many wrong passwords.
        """
        account, row = _account(name), await self._row(_BY_NAME, folded(name))
        guesser = account, self._known_as(row, account, client)
        verified, recovery = await self._verified(row, secret, guesser, client.address)
        token = fresh_token()
        await self._change(
            row,
            verified,
            self._new_session(verified, token, client.device),
            *self.sessions.tidy(row.id),
        )
        self._guesses.know(account, client.address)
        return NewSession(row.profile, token, recovery)

    def _known_as(self, row: _Row, account: str, client: Client) -> str:
        """A device or an address on which somebody has signed in to the account; nothing for strangers."""
        nonce, _, signature = client.proof.partition(".")
        if row.id and compare_digest(signature.encode(), _signature(row, nonce).encode()):
            return nonce
        return client.address if self._guesses.knows(account, client.address) else ""

    async def device_proof(self, profile: Profile) -> str:
        """What a device keeps, so that strangers' guesses do not hold it up when it signs in again.

        It opens nothing, and is void once the recovery code is another one.
        """
        nonce = fresh_token()
        return f"{nonce}.{_signature(await self._row(_BY_ID, profile.id), nonce)}"

    async def session(self, token: str | None) -> Profile | None:
        """The profile of a session, which lasts longer by being used."""
        if token is None:
            return None
        now, key = self._clock(), hashed(token)
        found = await self._database.rows(
            "SELECT until, id, name, profiles.created, password, recovery FROM sessions "
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
            "UPDATE profiles SET name = $2, name_key = $3, skeleton = $4 WHERE id = $1",
            (profile.id, name, folded(name), skeleton(name)),
        )
        await self._write_name(name, update)
        return msgspec.structs.replace(profile, name=name)

    async def set_password(self, profile: Profile, secret: str, new: str, token: str) -> str | None:
        """Set a password, with the old one or the recovery code; all sessions end but that of `token`.

        Returns the new recovery code if the old one was used.
        """
        row = await self._row(_BY_ID, profile.id)
        verified, recovery = await self._verified(row, secret, (profile.id, hashed(token)))
        changed = verified._replace(password=await self._passwords.hash(new, hashed(token)))
        await self._change(row, changed, others_end(profile.id, token))
        return recovery

    async def new_recovery(self, profile: Profile, secret: str | None, token: str) -> str:
        """A new recovery code; if there is a password, the session of `token` alone is not enough."""
        row = await self._row(_BY_ID, profile.id)
        if row.password is not None:
            await self._verified(row, secret or "", (profile.id, hashed(token)))
        recovery = fresh_recovery()
        await self._change(row, row._replace(recovery=hash_recovery(recovery)))
        return recovery

    async def verify(self, profile: Profile, secret: str, token: str) -> None:
        """`BadPassword` unless this is the password or the recovery code; `token` is that of the session."""
        await self._verified(await self._row(_BY_ID, profile.id), secret, (profile.id, hashed(token)))

    async def delete(self, profile: Profile) -> None:
        """Delete the profile with its sessions, results, ratings and webhooks.

        Games stay with the others who played them, and at their tables the seat keeps its name.
        """
        await self._database.write(
            Statement("DELETE FROM profiles WHERE id = $1", (profile.id,)),
            Statement("DELETE FROM sessions WHERE profile = $1", (profile.id,)),
            Statement("DELETE FROM results WHERE profile = $1", (profile.id,)),
            Statement("DELETE FROM ratings WHERE profile = $1", (profile.id,)),
            Statement("DELETE FROM webhooks WHERE profile = $1", (profile.id,)),
            Statement("UPDATE push_devices SET profile = NULL WHERE profile = $1", (profile.id,)),
        )

    # Export

    async def export(self, profile: Profile) -> AsyncIterator[bytes]:
        """`Everything` that is stored about the profile as JSON, in pieces: there may be very many games."""
        document = msgspec.json.encode(await self._without_games(profile))
        return self._with_games(*document.partition(b'"results":['), profile)

    async def _with_games(
        self, head: bytes, key: bytes, tail: bytes, profile: Profile
    ) -> AsyncIterator[bytes]:
        yield head + key
        comma = b""
        async for page in self.results.pages(profile.id):
            yield comma + msgspec.json.encode(page)[1:-1]
            comma = b","
        yield tail

    async def _without_games(self, profile: Profile) -> Everything:
        sessions = await self.sessions.listed(profile.id)
        return Everything(
            profile=profile,
            sessions=sorted(session.until for session in sessions),
            results=[],
            ratings=await self.results.standings(profile.id),
            devices=sessions,
            webhooks=await self._texts("SELECT url FROM webhooks WHERE profile = $1", profile),
            push_devices=await self._texts("SELECT endpoint FROM push_devices WHERE profile = $1", profile),
        )

    async def _texts(self, sql: str, profile: Profile) -> list[str]:
        return sorted(text for (text,) in await self._database.rows(sql, profile.id))

    # Secrets

    async def _row(self, sql: str, key: str) -> _Row:
        rows = await self._database.rows(sql, key)
        return _Row(*rows[0]) if rows else _NOBODY

    async def _verified(
        self, row: _Row, secret: str, guesser: Guesser, address: str = ""
    ) -> tuple[_Row, str | None]:
        """The row with this secret; a recovery code that was used is replaced by the one returned.

        It takes as long for a profile that does not exist, so that its duration reveals nothing.
        """
        if verify_recovery(secret, row.recovery):
            recovery = fresh_recovery()
            return row._replace(recovery=hash_recovery(recovery)), recovery
        verify = partial(self._passwords.verify, secret, row.password, address or guesser[1])
        if not await self._guesses.checked(guesser, verify):
            raise BadPassword("that is neither the password nor the recovery code of this profile")
        return row, None

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

    def _new_session(self, row: _Row, token: str, device: DeviceInfo | None) -> Statement:
        """A session of the profile, if these are still its secrets."""
        now = self._clock()
        browser, system = (device.browser, device.system) if device else (None, None)
        return Statement(
            "INSERT INTO sessions (hash, profile, until, created, browser, system) "
            "SELECT $4, id, $5, $6, $7, $8 FROM profiles "
            "WHERE id = $1 AND COALESCE(password, '') = $2 AND recovery = $3",
            (
                *(row.id, row.password or "", row.recovery),
                *(hashed(token), now + SESSION_LASTS, now, browser, system),
            ),
        )

    async def _write_name(self, name: str, *statements: Statement) -> None:
        """Write a new name, or `NameTaken`."""
        try:
            await self._database.write(*statements)
        except Conflict:
            raise NameTaken(
                f"the name {shown(name)}, or one that looks like it, is taken: choose another name"
            ) from None

    async def compare_old_names(self) -> None:
        """Store the skeletons of names that were chosen before look-alikes were refused.

        Of names that look alike, one blocks new ones; all of them stay.
        """
        rows = await self._database.rows("SELECT id, name FROM profiles WHERE skeleton IS NULL")
        for profile, name in rows:
            with suppress(Conflict):
                await self._database.write(
                    Statement(
                        "UPDATE profiles SET skeleton = $2 WHERE id = $1 AND name = $3",
                        (profile, skeleton(name), name),
                    )
                )


def _account(name: str) -> str:
    """What guesses remember a name by: names can be long, and many are remembered."""
    return key_id(hashed(folded(name)))


def _signature(row: _Row, nonce: str) -> str:
    """Only somebody who knows the hash of the recovery code can sign."""
    return hmac.new(f"device {row.recovery}".encode(), nonce.encode(), sha256).hexdigest()
