"""Profiles over HTTP: signing up, in and out, and everything that is stored about a profile."""

from __future__ import annotations

import math
from typing import Annotated, Final, Protocol

import msgspec
from msgspec import Meta

from stammtisch import catalog
from stammtisch.core.errors import BadRequest, UnknownGame
from stammtisch.server.accounts.passwords import LONGEST, SHORTEST, BadNewPassword
from stammtisch.server.accounts.profiles import (
    BadPassword,
    Client,
    Everything,
    NameTaken,
    NewSession,
    NotSignedIn,
    Profile,
    Profiles,
)
from stammtisch.server.accounts.results import Leader, Played, Statistic
from stammtisch.server.accounts.sessions import SESSION_LASTS, SessionInfo, UnknownSession
from stammtisch.server.http.endpoint import Answer, Call, Cookie, endpoint
from stammtisch.server.ops.limits import network_of
from stammtisch.server.tables.devices import device_of
from stammtisch.server.tables.errors import BadName, BotName, MixedScripts
from stammtisch.server.tables.names import Name
from stammtisch.server.tables.seating import ForProgram, GameName
from stammtisch.server.tokens import SESSION_COOKIE
from stammtisch.store.contract import Unavailable

DEVICE: Final = "device"
"""The cookie of a browser on which somebody has signed in before; it opens nothing."""
DEVICE_LASTS: Final = 365 * 24 * 3600
BAD_NAMES: Final = (BadName, MixedScripts, BotName)

Password = Annotated[str, Meta(min_length=SHORTEST, max_length=LONGEST)]
Secret = Annotated[str, Meta(max_length=LONGEST, description="the password or the recovery code")]


class NewProfile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A new profile; without a password only the recovery code opens it on other devices."""

    name: Name
    password: Password | None = None
    program: ForProgram = False


class Credentials(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The name of a profile, and its password or recovery code."""

    name: Annotated[str, Meta(max_length=LONGEST)]
    secret: Secret
    program: ForProgram = False


class NewName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The new name of the profile."""

    name: Name


class NewPassword(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The new password, and the old one or the recovery code."""

    secret: Secret
    password: Password


class Proof(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The password or the recovery code; a profile without a password needs neither."""

    secret: Secret | None = None


class Deletion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The password or the recovery code: a device that somebody left signed in is not enough."""

    secret: Secret


class SignedIn(msgspec.Struct, frozen=True):
    """The profile, its new recovery code, shown only once, and for programs the token of the session."""

    profile: Profile
    recovery: str | None
    token: str | None


class NewRecovery(msgspec.Struct, frozen=True):
    """The new recovery code, shown only once; None if the old one is still valid."""

    recovery: str | None


class HistoryQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The latest games that ended before `before`, in seconds since 1970: at least `limit` of them."""

    limit: Annotated[int, Meta(ge=1, le=500)] = 50
    before: float | None = None


class LeaderboardQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which leaderboard: the game and the number of players."""

    game: GameName
    players: int
    limit: Annotated[int, Meta(ge=1, le=500)] = 100


async def profile_of(profiles: Profiles, call: Call) -> Profile | None:
    """The profile of the caller, by bearer token or by cookie; None if nobody is signed in."""
    found = await _session_of(profiles, call)
    return found and found[0]


async def caller_of(profiles: Profiles, call: Call) -> tuple[Profile, str]:
    """The profile of the caller and the token of the session, or `NotSignedIn`."""
    found = await _session_of(profiles, call)
    if found is None:
        raise NotSignedIn("sign in first: nobody is signed in here, or the session has ended")
    return found


async def _session_of(profiles: Profiles, call: Call) -> tuple[Profile, str] | None:
    """The profile of the caller and the token of the session. A bearer token may also be that of a seat."""
    for token in (call.token, call.cookies.get(SESSION_COOKIE)):
        profile = await profiles.session(token)
        if profile is not None and token is not None:
            return profile, token
    return None


class AccountServices(Protocol):
    """What the endpoints of accounts need."""

    @property
    def profiles(self) -> Profiles: ...


class AccountRoutes:
    """The endpoints of profiles and leaderboards."""

    def __init__(self, services: AccountServices) -> None:
        self._services: Final = services

    @property
    def _profiles(self) -> Profiles:
        return self._services.profiles

    @endpoint(
        "POST",
        "/api/profiles",
        summary="Create a profile and sign in. Leaderboards show its name.",
        body=NewProfile,
        answer=SignedIn,
        status=201,
        errors=(*BAD_NAMES, BadNewPassword, NameTaken, Unavailable),
        limit="new profiles",
    )
    async def sign_up(self, call: Call, body: NewProfile) -> Answer:
        new = await self._profiles.sign_up(body.name, body.password, _client(call))
        return await self._signed_in(new, program=body.program)

    @endpoint(
        "POST",
        "/api/session",
        summary="Sign in by password or recovery code. A used code is replaced by the one in the answer. "
        "After a few wrong passwords for a profile, the next have to wait; the recovery code does not.",
        body=Credentials,
        answer=SignedIn,
        status=201,
        errors=(BadPassword, Unavailable),
        limit="sign-ins",
    )
    async def sign_in(self, call: Call, body: Credentials) -> Answer:
        new = await self._profiles.sign_in(body.name, body.secret, _client(call))
        return await self._signed_in(new, program=body.program)

    @endpoint(
        "DELETE",
        "/api/session",
        summary="Sign out on this device.",
        status=204,
        errors=(Unavailable,),
    )
    async def sign_out(self, call: Call, _: None) -> Answer:
        for token in filter(None, (call.token, call.cookies.get(SESSION_COOKIE))):
            await self._profiles.sign_out(token)
        return Answer(cookies=(_NO_SESSION,))

    @endpoint(
        "GET",
        "/api/profile",
        summary="Your profile. Asking for it keeps you signed in for another 180 days.",
        answer=Profile,
        errors=(NotSignedIn, Unavailable),
    )
    async def profile(self, call: Call, _: None) -> Answer:
        profile, token = await self._caller(call)
        by_cookie = token == call.cookies.get(SESSION_COOKIE)
        return Answer(profile, cookies=(_cookie(token),) if by_cookie else ())

    @endpoint(
        "PATCH",
        "/api/profile",
        summary="Change your name. At tables that you have already joined, your seat keeps the old one.",
        body=NewName,
        answer=Profile,
        errors=(*BAD_NAMES, NameTaken, NotSignedIn, Unavailable),
    )
    async def rename_profile(self, call: Call, body: NewName) -> Profile:
        profile = await self._profile(call)
        return await self._profiles.rename(profile, body.name)

    @endpoint(
        "DELETE",
        "/api/profile",
        summary="Delete the profile with its sessions, results and ratings, for good, by the password or the "
        "recovery code. Games stay with the others who played them, and there your seat keeps the name that "
        "everybody at the table saw.",
        body=Deletion,
        status=204,
        errors=(BadPassword, NotSignedIn, Unavailable),
        limit="sign-ins",
    )
    async def delete_profile(self, call: Call, body: Deletion) -> Answer:
        profile, token = await self._caller(call)
        await self._profiles.verify(profile, body.secret, token)
        await self._profiles.delete(profile)
        return Answer(cookies=(_NO_SESSION, _device("", 0)))

    @endpoint(
        "GET",
        "/api/profile/sessions",
        summary="The devices on which you are signed in.",
        answer=list[SessionInfo],
        errors=(NotSignedIn, Unavailable),
    )
    async def sessions(self, call: Call, _: None) -> list[SessionInfo]:
        profile, token = await self._caller(call)
        return await self._profiles.sessions.listed(profile.id, token)

    @endpoint(
        "DELETE",
        "/api/profile/sessions",
        summary="Sign out on all your other devices.",
        status=204,
        errors=(NotSignedIn, Unavailable),
    )
    async def end_other_sessions(self, call: Call, _: None) -> None:
        profile, token = await self._caller(call)
        await self._profiles.sessions.end_others(profile.id, token)

    @endpoint(
        "DELETE",
        "/api/profile/sessions/{session}",
        summary="Sign out on one of your devices.",
        status=204,
        errors=(UnknownSession, NotSignedIn, Unavailable),
    )
    async def end_session(self, call: Call, _: None) -> None:
        profile = await self._profile(call)
        await self._profiles.sessions.end(profile.id, call.path["session"])

    @endpoint(
        "PUT",
        "/api/profile/password",
        summary="Set a password, by the old one or the recovery code. Your other devices are signed out.",
        body=NewPassword,
        answer=NewRecovery,
        errors=(BadNewPassword, BadPassword, NotSignedIn, Unavailable),
        limit="sign-ins",
    )
    async def set_password(self, call: Call, body: NewPassword) -> NewRecovery:
        profile, token = await self._caller(call)
        return NewRecovery(await self._profiles.set_password(profile, body.secret, body.password, token))

    @endpoint(
        "POST",
        "/api/profile/recovery",
        summary="Get a new recovery code in place of the old one.",
        body=Proof,
        answer=NewRecovery,
        status=201,
        errors=(BadPassword, NotSignedIn, Unavailable),
        limit="sign-ins",
    )
    async def new_recovery(self, call: Call, body: Proof) -> NewRecovery:
        profile, token = await self._caller(call)
        return NewRecovery(await self._profiles.new_recovery(profile, body.secret, token))

    @endpoint(
        "GET",
        "/api/profile/export",
        summary="Everything that is stored about you.",
        answer=Everything,
        errors=(NotSignedIn, Unavailable),
        limit="exports",
    )
    async def export_profile(self, call: Call, _: None) -> Answer:
        return Answer(pieces=await self._profiles.export(await self._profile(call)))

    @endpoint(
        "GET",
        "/api/profile/history",
        summary="Your finished games, the latest first; for more, set `before` to the last `ended`.",
        query=HistoryQuery,
        answer=list[Played],
        errors=(NotSignedIn, Unavailable),
        limit="exports",
    )
    async def history(self, call: Call, _: None) -> list[Played]:
        profile = await self._profile(call)
        before = math.inf if call.query.before is None else call.query.before
        return await self._profiles.results.history(profile.id, call.query.limit, before)

    @endpoint(
        "GET",
        "/api/profile/statistics",
        summary="Your games in numbers, for each game and number of players.",
        answer=list[Statistic],
        errors=(NotSignedIn, Unavailable),
        limit="exports",
    )
    async def statistics(self, call: Call, _: None) -> list[Statistic]:
        profile = await self._profile(call)
        return await self._profiles.results.statistics(profile.id)

    @endpoint(
        "GET",
        "/api/leaderboard",
        summary="The strongest profiles in a game with this number of players, by rated public games.",
        query=LeaderboardQuery,
        answer=list[Leader],
        errors=(UnknownGame, BadRequest, Unavailable),
    )
    async def leaderboard(self, call: Call, _: None) -> list[Leader]:
        game = catalog.game(call.query.game)
        players = game.check_players(call.query.players)
        return await self._profiles.results.leaderboard(game.id, players, call.query.limit)

    async def _profile(self, call: Call) -> Profile:
        profile, _ = await self._caller(call)
        return profile

    async def _caller(self, call: Call) -> tuple[Profile, str]:
        return await caller_of(self._profiles, call)

    async def _signed_in(self, new: NewSession, *, program: bool) -> Answer:
        """Browsers get the token in a cookie that scripts cannot read, and only programs in the body."""
        profile, token, recovery = new
        if program:
            return Answer(SignedIn(profile, recovery, token))
        proof = await self._profiles.device_proof(profile)
        cookies = _cookie(token), _device(proof, DEVICE_LASTS)
        return Answer(SignedIn(profile, recovery, None), cookies=cookies)


def _client(call: Call) -> Client:
    """Where the call comes from."""
    address = network_of(call.address).household
    return Client(address, device_of(call.user_agent), call.cookies.get(DEVICE, ""))


def _cookie(token: str) -> Cookie:
    return Cookie(SESSION_COOKIE, token, SESSION_LASTS, path="/api")


def _device(proof: str, lasts: int) -> Cookie:
    """The cookie is sent with sign-ins alone."""
    return Cookie(DEVICE, proof, lasts, path="/api/session")


_NO_SESSION: Final = Cookie(SESSION_COOKIE, "", 0, path="/api")
