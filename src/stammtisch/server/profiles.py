"""Profiles: who wants one keeps name, history, statistics and ratings over all devices."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import ClassVar, Final, NamedTuple
from unicodedata import normalize

import msgspec

from stammtisch.core.documents import shown
from stammtisch.core.errors import StammtischError
from stammtisch.core.turn import Outcome, Over, Seat
from stammtisch.server.founding import LONGEST_NAME
from stammtisch.server.passwords import Passwords, fresh_recovery, kept_recovery, recovers
from stammtisch.server.ratings import FRESH, Rating, changes, owners, rated_seats
from stammtisch.server.table import Table
from stammtisch.server.tokens import fresh_token, hashed
from stammtisch.store.contract import Conflict, Database, Statement

DAY: Final = 24 * 3600
SESSION_LASTS: Final = 180 * DAY
"""Seconds after which a device that has not been used has to sign in again."""


class BadName(StammtischError):
    """A name that no profile can have."""

    code = "bad-name"


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


class Played(msgspec.Struct, frozen=True):
    """One seat in one finished game; `match` is the id of its record, `ended` in seconds since 1970."""

    match: str
    table: str
    game: str
    players: int
    seat: Seat
    place: int
    score: int
    won: bool
    rated: bool
    ended: float


class Standing(msgspec.Struct, frozen=True):
    """A rating: the strength almost certainly there, by which leaderboards go, and what it is made of."""

    rating: float
    mu: float
    sigma: float
    games: int


class Statistic(msgspec.Struct, frozen=True):
    """How the games of one kind went; without rated ones there is no rating."""

    game: str
    players: int
    games: int
    wins: int
    mean_place: float
    mean_score: float
    best_score: int
    rating: Standing | None


class Leader(msgspec.Struct, frozen=True):
    """A line of a leaderboard."""

    name: str
    rating: float
    games: int


class RatingOf(msgspec.Struct, frozen=True):
    """A rating and the kind of games it is for."""

    game: str
    players: int
    rating: Standing


class Everything(msgspec.Struct, frozen=True):
    """All that is kept about a profile; of its secrets only that they are there."""

    name: str
    created: float
    password: bool
    sessions_until: list[float]
    results: list[Played]
    ratings: list[RatingOf]


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


_NOBODY: Final = _Kept("", "", 0.0, None, "")


class Profiles:
    """All profiles of a store."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self._database: Final = database
        self._clock: Final = clock
        self._passwords: Final = Passwords()

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
        kept = await self._kept("name_key = $1", _key(name)) if _is_name(name) else _NOBODY
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
        kept = await self._kept("id = $1", profile.id)
        proved, recovery = await self._proved(kept, secret)
        changed = proved._replace(password=await self._passwords.kept(new))
        others = Statement(
            "DELETE FROM sessions WHERE profile = $1 AND hash <> $2", (profile.id, hashed(token))
        )
        await self._change(kept, changed, others)
        return recovery

    async def new_recovery(self, profile: Profile, secret: str | None) -> str:
        """A new recovery code; who has a password, or still the old code, proves it."""
        kept = await self._kept("id = $1", profile.id)
        if secret is not None or kept.password is not None:
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
        ratings = await self._database.rows(
            "SELECT game, players, mu, sigma, games FROM ratings WHERE profile = $1 ORDER BY game, players",
            profile.id,
        )
        return Everything(
            name=profile.name,
            created=profile.created,
            password=profile.password,
            sessions_until=[until for (until,) in sessions],
            results=await self.history(profile),
            ratings=[RatingOf(game, players, _standing(*rating)) for game, players, *rating in ratings],
        )

    async def history(
        self, profile: Profile, limit: int | None = None, before: float | None = None
    ) -> list[Played]: ...
