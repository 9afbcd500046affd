"""Profiles over HTTP, for the page and for programs."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from typing import Any

import httpx
import msgspec
import pytest
from starlette.applications import Starlette

from stammtisch.server.accounts.guesses import FREE
from stammtisch.server.accounts.profiles import Profiles
from stammtisch.server.accounts.sessions import SESSION_LASTS
from stammtisch.server.http.accounts import DEVICE_LASTS, AccountRoutes, profile_of
from stammtisch.server.http.endpoint import Call, Endpoint, endpoints_of
from stammtisch.server.http.exception_handlers import HANDLERS
from stammtisch.server.http.openapi import document
from stammtisch.server.http.routing import routes
from stammtisch.server.ops.budgets import budgets
from stammtisch.server.ops.limits import Limiter
from stammtisch.server.ops.metrics import Metrics
from stammtisch.server.services import Services
from stammtisch.server.settings import Settings
from stammtisch.server.tokens import SESSION_COOKIE
from tests.server.clients import bearer
from tests.server.http_client import refusal
from tests.server.profiles import ManualClock, finished_table, open_profiles

OWN = "http://table.local"
ADA = {"name": "Ada", "password": "open sesame"}
FIREFOX = "Mozilla/5.0 (Android 14; Mobile; rv:133.0) Gecko/133.0 Firefox/133.0"


BUDGETS = budgets(Settings())


class Accounts:
    """The endpoints of profiles, served without the rest of the server."""

    def __init__(self, profiles: Profiles, clock: ManualClock) -> None:
        self.profiles = profiles
        self.clock = clock
        self.limiter = Limiter(BUDGETS, clock)
        self._app = Starlette(
            routes=routes(endpoints_of(AccountRoutes(self)), limiter=self.limiter),
            exception_handlers=HANDLERS,
        )

    @asynccontextmanager
    async def device(
        self, token: str | None = None, address: str = "127.0.0.1"
    ) -> AsyncIterator[httpx.AsyncClient]:
        """A browser with our page; with a token, a program."""
        headers = {"Origin": OWN, "User-Agent": FIREFOX} if token is None else bearer(token)
        transport = httpx.ASGITransport(self._app, raise_app_exceptions=False, client=(address, 1))
        async with httpx.AsyncClient(transport=transport, base_url=OWN, headers=headers) as client:
            yield client


@asynccontextmanager
async def open_accounts(file: str) -> AsyncIterator[Accounts]:
    clock = ManualClock(0.0)
    async with open_profiles(file, timer=clock) as profiles:
        yield Accounts(profiles, clock)


async def body(response: Awaitable[httpx.Response]) -> Any:
    """The body of an answer, which has to be a success."""
    answer = await response
    assert answer.is_success, answer.text
    return answer.json()


async def test_the_page_is_signed_in_by_a_cookie_that_scripts_cannot_read(file: str) -> None:
    async with open_accounts(file) as accounts, accounts.device() as browser:
        answer = await browser.post("/api/profiles", json=ADA)
        assert answer.status_code == 201
        token = browser.cookies[SESSION_COOKIE]
        session, device = answer.headers.get_list("set-cookie")
        assert session == f"session={token}; HttpOnly; Max-Age={SESSION_LASTS}; Path=/api; SameSite=strict"
        assert device.endswith(f"; HttpOnly; Max-Age={DEVICE_LASTS}; Path=/api/session; SameSite=strict")
        assert answer.json()["token"] is None
        assert token not in answer.text
        assert answer.json()["recovery"].count("-") == 6
        assert await body(browser.get("/api/profile")) == answer.json()["profile"]


async def test_a_program_gets_a_token_and_no_cookie(file: str) -> None:
    async with open_accounts(file) as accounts, accounts.device() as browser:
        await body(browser.post("/api/profiles", json=ADA))
        credentials = {"name": "ada", "secret": ADA["password"], "program": True}
        async with accounts.device(token="") as program:
            answer = await program.post("/api/session", json=credentials)
        assert answer.status_code == 201
        assert "set-cookie" not in answer.headers
        async with accounts.device(answer.json()["token"]) as program:
            shown = await program.get("/api/profile")
            assert shown.json()["name"] == "Ada"
            assert "set-cookie" not in shown.headers


async def test_asking_for_the_profile_renews_the_cookie(file: str) -> None:
    async with open_accounts(file) as accounts, accounts.device() as browser:
        await body(browser.post("/api/profiles", json=ADA))
        answer = await browser.get("/api/profile")
        assert f"Max-Age={SESSION_LASTS}" in answer.headers["set-cookie"]
        assert f"session={browser.cookies[SESSION_COOKIE]};" in answer.headers["set-cookie"]


async def test_a_recovery_code_signs_in_on_a_new_device(file: str) -> None:
    async with open_accounts(file) as accounts, accounts.device() as browser:
        recovery = (await body(browser.post("/api/profiles", json={"name": "Ada"})))["recovery"]
        async with accounts.device() as phone:
            credentials = {"name": "Ada", "secret": recovery}
            signed_in = await body(phone.post("/api/session", json=credentials))
            assert signed_in["recovery"] not in (None, recovery)
            assert (await body(phone.get("/api/profile")))["name"] == "Ada"
            assert refusal(await phone.post("/api/session", json=credentials)) == (401, "bad-password")


async def test_signing_out_ends_the_session(file: str) -> None:
    async with open_accounts(file) as accounts, accounts.device() as browser:
        await body(browser.post("/api/profiles", json=ADA))
        token = browser.cookies[SESSION_COOKIE]
        answer = await browser.delete("/api/session")
        assert (answer.status_code, answer.content) == (204, b"")
        assert SESSION_COOKIE not in browser.cookies
        assert await accounts.profiles.session(token) is None
        assert (await browser.delete("/api/session")).status_code == 204


@pytest.mark.parametrize(
    ("method", "path", "sent"),
    [
        ("GET", "/api/profile", None),
        ("PATCH", "/api/profile", {"name": "Eve"}),
        ("DELETE", "/api/profile", {"secret": "open sesame"}),
        ("GET", "/api/profile/sessions", None),
        ("DELETE", "/api/profile/sessions", None),
        ("DELETE", "/api/profile/sessions/0", None),
        ("PUT", "/api/profile/password", {"secret": "open sesame", "password": "open barley"}),
        ("POST", "/api/profile/recovery", {}),
        ("GET", "/api/profile/export", None),
        ("GET", "/api/profile/history", None),
        ("GET", "/api/profile/statistics", None),
    ],
)
async def test_a_profile_is_closed_to_everybody_else(file: str, method: str, path: str, sent: object) -> None:
    async with open_accounts(file) as accounts, accounts.device() as browser:
        await accounts.profiles.sign_up("Ada", "open sesame")
        async with accounts.device("somebody's") as program:
            for client in (browser, program):
                answer = await client.request(method, path, json=sent)
                assert refusal(answer) == (401, "not-signed-in")
                assert answer.headers["www-authenticate"] == "Bearer"


@pytest.mark.parametrize(
    ("sent", "expected"),
    [
        ({"name": "ADA"}, (409, "name-taken")),
        ({"name": "E\nve"}, (400, "bad-name")),
        ({"name": "Eve", "password": "sesame"}, (400, "bad-body")),
        ({"name": "Eve", "password": "u\u0308" * 4}, (400, "bad-new-password")),
        ({"name": "x" * 31}, (400, "bad-name")),
        ({"name": "x" * 101}, (400, "bad-name")),
        ({"name": "x" * 1001}, (400, "bad-body")),
        ({"name": "\u0410da"}, (400, "mixed-scripts")),
        ({"name": "Bot Ada"}, (400, "bot-name")),
    ],
)
async def test_a_profile_that_cannot_be_created_is_refused_with_the_reason(
    file: str, sent: dict[str, str], expected: tuple[int, str]
) -> None:
    async with open_accounts(file) as accounts, accounts.device() as browser:
        await accounts.profiles.sign_up("Ada")
        answer = await browser.post("/api/profiles", json=sent)
        assert refusal(answer) == expected
        assert "set-cookie" not in answer.headers


async def test_a_profile_can_be_renamed_and_get_a_new_password_and_recovery_code(file: str) -> None:
    async with open_accounts(file) as accounts, accounts.device() as browser:
        recovery = (await body(browser.post("/api/profiles", json=ADA)))["recovery"]
        assert (await body(browser.patch("/api/profile", json={"name": "Countess"})))["name"] == "Countess"
        change = {"secret": ADA["password"], "password": "open barley"}
        assert await body(browser.put("/api/profile/password", json=change)) == {"recovery": None}
        assert refusal(await browser.put("/api/profile/password", json=change)) == (401, "bad-password")
        assert refusal(await browser.post("/api/profile/recovery", json={})) == (401, "bad-password")
        renewed = await body(browser.post("/api/profile/recovery", json={"secret": "open barley"}))
        assert renewed["recovery"] != recovery
        assert await accounts.profiles.sign_in("Countess", renewed["recovery"])


async def delete_profile(client: httpx.AsyncClient, sent: object = None, **more: Any) -> httpx.Response:
    return await client.request("DELETE", "/api/profile", json=sent, **more)


async def test_a_profile_is_deleted_by_its_password_or_recovery_code_and_is_gone(file: str) -> None:
    async with open_accounts(file) as accounts, accounts.device() as browser:
        for secret in ("password", "recovery"):
            known = ADA | await body(browser.post("/api/profiles", json=ADA))
            for wrong in ("", "guessed", browser.cookies[SESSION_COOKIE]):
                assert refusal(await delete_profile(browser, {"secret": wrong})) == (401, "bad-password")
            assert (await delete_profile(browser, {"secret": known[secret]})).status_code == 204
            assert [*browser.cookies] == []
            credentials = {"name": "Ada", "secret": ADA["password"]}
            assert refusal(await browser.post("/api/session", json=credentials)) == (401, "bad-password")


async def test_without_a_password_the_recovery_code_deletes_a_profile(file: str) -> None:
    async with open_accounts(file) as accounts, accounts.device() as browser:
        code = (await body(browser.post("/api/profiles", json={"name": "Ada"})))["recovery"]
        assert refusal(await delete_profile(browser, {"secret": ""})) == (401, "bad-password")
        assert (await delete_profile(browser, {"secret": code})).status_code == 204


async def test_a_request_to_delete_a_profile_without_a_secret_hears_what_is_missing(file: str) -> None:
    async with open_accounts(file) as accounts, accounts.device() as browser:
        await body(browser.post("/api/profiles", json=ADA))
        answer = await browser.delete("/api/profile")
        assert refusal(answer) == (400, "bad-body")
        assert "secret is missing" in answer.text
        assert (await body(browser.get("/api/profile")))["name"] == "Ada"


async def test_devices_are_listed_and_can_be_signed_out(file: str) -> None:
    async with open_accounts(file) as accounts, accounts.device() as browser, accounts.device() as phone:
        await body(browser.post("/api/profiles", json=ADA))
        credentials = {"name": "Ada", "secret": ADA["password"]}
        program = (await body(phone.post("/api/session", json=credentials | {"program": True})))["token"]
        await body(phone.post("/api/session", json=credentials))
        sessions = await body(browser.get("/api/profile/sessions"))
        assert [session["current"] for session in sessions].count(True) == 1
        assert all(session["device"] == {"browser": "Firefox", "system": "Android"} for session in sessions)
        assert not any(secret in str(sessions) for secret in (program, browser.cookies[SESSION_COOKIE]))
        (lost,) = [one["id"] for one in await body(phone.get("/api/profile/sessions")) if one["current"]]
        assert (await browser.delete(f"/api/profile/sessions/{lost}")).status_code == 204
        assert refusal(await phone.get("/api/profile")) == (401, "not-signed-in")
        assert refusal(await browser.delete(f"/api/profile/sessions/{lost}")) == (404, "unknown-session")
        assert (await browser.delete("/api/profile/sessions")).status_code == 204
        assert await accounts.profiles.session(program) is None
        assert len(await body(browser.get("/api/profile/sessions"))) == 1


def test_the_documentation_of_deleting_a_profile_says_what_remains() -> None:
    (deletion,) = [endpoint for endpoint in _endpoints() if endpoint.name == "delete_profile"]
    assert "your seat keeps the name that everybody at the table saw" in deletion.summary


async def test_finished_games_are_in_the_history_statistics_export_and_leaderboard(file: str) -> None:
    async with open_accounts(file) as accounts, accounts.device() as browser:
        ada = (await body(browser.post("/api/profiles", json=ADA)))["profile"]
        bob = (await accounts.profiles.sign_up("Bob")).profile
        for number in range(3):
            await accounts.profiles.results.finished(
                finished_table(ada["id"], bob.id, match=f"m{number}", ended=float(number))
            )
        first = await body(browser.get("/api/profile/history?limit=2"))
        second = await body(browser.get(f"/api/profile/history?before={first[-1]['ended']}"))
        assert [game["match"] for game in first + second] == ["m2", "m1", "m0"]
        (statistic,) = await body(browser.get("/api/profile/statistics"))
        assert (statistic["games"], statistic["rating"]["games"]) == (3, 3)
        exported = await body(browser.get("/api/profile/export"))
        assert exported["profile"] == ada
        assert exported["results"] == first + second
        assert exported["ratings"] == [statistic["rating"]]
        leaders = await body(browser.get("/api/leaderboard?game=kniffel&players=2"))
        assert {leader["name"]: leader["games"] for leader in leaders} == {"Ada": 3, "Bob": 3}


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("game=chess&players=2", "unknown-game"),
        ("game=zock&players=7", "bad-request"),
        ("game=zock", "bad-query"),
        ("game=zock&players=2&limit=0", "bad-query"),
    ],
)
async def test_a_leaderboard_is_refused_for_a_game_that_is_not_played_here(
    file: str, query: str, code: str
) -> None:
    async with open_accounts(file) as accounts, accounts.device() as browser:
        assert refusal(await browser.get(f"/api/leaderboard?{query}")) == (400, code)


async def test_guessing_passwords_from_one_address_is_limited(file: str) -> None:
    async with open_accounts(file) as accounts, accounts.device() as browser:
        await body(browser.post("/api/profiles", json=ADA))
        change = {"secret": "a guess", "password": "open barley"}
        burst = int(BUDGETS["sign-ins"].address.burst)
        for number in range(burst - 3):
            wrong = {"name": f"Somebody {number}", "secret": "a guess"}
            assert refusal(await browser.post("/api/session", json=wrong)) == (401, "bad-password")
        assert refusal(await browser.put("/api/profile/password", json=change)) == (401, "bad-password")
        assert refusal(await browser.post("/api/profile/recovery", json={})) == (401, "bad-password")
        assert refusal(await delete_profile(browser, {"secret": "a guess"})) == (401, "bad-password")
        right = {"name": "Ada", "secret": ADA["password"]}
        answers = [
            await browser.post("/api/session", json=right),
            await browser.put("/api/profile/password", json=change),
            await browser.post("/api/profile/recovery", json={}),
            await delete_profile(browser, {"secret": ADA["password"]}),
        ]
        assert [refusal(answer) for answer in answers] == [(429, "too-many")] * 4
        accounts.clock.now += float(answers[0].headers["retry-after"])
        assert (await browser.post("/api/session", json=right)).status_code == 201


async def test_guessing_passwords_of_one_account_is_limited_but_its_owner_is_not_locked_out(
    file: str,
) -> None:
    async with (
        open_accounts(file) as accounts,
        accounts.device(address="2001:db8:0:1::1") as browser,
        accounts.device(address="2001:db8:0:2::1") as laptop,
    ):
        await body(browser.post("/api/profiles", json=ADA))
        right = {"name": "Ada", "secret": ADA["password"]}
        await body(laptop.post("/api/session", json=right))
        assert (await browser.delete("/api/session")).is_success
        for number in range(FREE):
            async with accounts.device(address=f"198.51.100.{number}") as stranger:
                guess = await stranger.post("/api/session", json=right | {"secret": "a guess"})
                assert refusal(guess) == (401, "bad-password")
        async with accounts.device(address="198.51.100.99") as stranger:
            answer = await stranger.post("/api/session", json=right)
            assert refusal(answer) == (429, "too-many")
            assert answer.headers["retry-after"] == "2"
            async with accounts.device(address="2001:db8:0:1::99") as sibling:
                assert (await sibling.post("/api/session", json=right)).status_code == 201, "same household"
            stranger.cookies = laptop.cookies  # the laptop, on a journey
            assert (await stranger.post("/api/session", json=right)).status_code == 201


async def test_the_number_of_new_profiles_from_one_address_is_limited(file: str) -> None:
    async with open_accounts(file) as accounts, accounts.device() as browser:
        burst = int(BUDGETS["new profiles"].address.burst)
        answers = [
            await browser.post("/api/profiles", json={"name": f"Ada {number}"}) for number in range(burst + 1)
        ]
        assert [answer.status_code for answer in answers] == [201] * burst + [429]


async def test_another_page_cannot_use_the_cookie(file: str) -> None:
    async with open_accounts(file) as accounts, accounts.device() as browser:
        await body(browser.post("/api/profiles", json=ADA))
        evil = await delete_profile(
            browser, {"secret": ADA["password"]}, headers={"Origin": "https://evil.example"}
        )
        assert refusal(evil) == (403, "bad-origin")
        assert (await body(browser.get("/api/profile")))["name"] == "Ada"


async def test_a_profile_is_found_by_token_or_cookie(file: str) -> None:
    async with open_accounts(file) as accounts:
        ada, token, _ = await accounts.profiles.sign_up("Ada")

        def call(bearer: str | None, **cookies: str) -> Call:
            return Call({}, None, "", bearer, cookies, secure=True, origin=None)

        assert await profile_of(accounts.profiles, call(token)) == ada
        assert await profile_of(accounts.profiles, call(None, session=token)) == ada
        assert await profile_of(accounts.profiles, call("the token of a seat", session=token)) == ada
        assert await profile_of(accounts.profiles, call("the token of a seat")) is None
        assert await profile_of(accounts.profiles, call(None, session="")) is None


def _endpoints() -> list[Endpoint]:
    return endpoints_of(AccountRoutes(Services(Settings(), Metrics())))


def test_the_endpoints_are_documented_before_the_database_is_open() -> None:
    described = document(_endpoints(), "1")
    assert msgspec.json.decode(msgspec.json.encode(described)) == described
    assert set(described["paths"]["/api/profile"]) == {"get", "patch", "delete"}
