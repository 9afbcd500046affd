"""Profiles over HTTP, for the page and for programs."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from typing import Any

import httpx
import msgspec
import pytest
from starlette.applications import Starlette

from stammtisch.server.accounts.profiles import SESSION_LASTS, Profiles
from stammtisch.server.http.accounts import SESSION, AccountRoutes, profile_of
from stammtisch.server.http.endpoint import HANDLERS, Call, Endpoint, endpoints_of, routes
from stammtisch.server.http.openapi import document
from stammtisch.server.ops.budgets import budgets
from stammtisch.server.ops.limits import Limiter
from stammtisch.server.ops.metrics import Metrics
from stammtisch.server.services import Services
from stammtisch.server.settings import Settings
from tests.server.clients import bearer
from tests.server.http_client import refusal
from tests.server.profiles import ManualClock, finished_table, open_profiles

OWN = "http://table.test"
ADA = {"name": "Ada", "password": "open sesame"}


BUDGETS = budgets(Settings())


class Accounts:
    """The endpoints of profiles, served without the rest of the server."""

    def __init__(self, profiles: Profiles) -> None:
        self.profiles = profiles
        self.clock = ManualClock(0.0)
        self.limiter = Limiter(BUDGETS, self.clock)
        self._app = Starlette(routes=routes(endpoints_of(AccountRoutes(self))), exception_handlers=HANDLERS)

    @asynccontextmanager
    async def device(self, token: str | None = None) -> AsyncIterator[httpx.AsyncClient]:
        """A browser with our page; with a token, a program."""
        headers = {"Origin": OWN} if token is None else bearer(token)
        transport = httpx.ASGITransport(self._app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url=OWN, headers=headers) as client:
            yield client


@asynccontextmanager
async def open_accounts(file: str) -> AsyncIterator[Accounts]:
    async with open_profiles(file) as profiles:
        yield Accounts(profiles)


async def body(response: Awaitable[httpx.Response]) -> Any:
    """The body of an answer, which has to be a success."""
    answer = await response
    assert answer.is_success, answer.text
    return answer.json()


async def test_the_page_is_signed_in_by_a_cookie_that_scripts_cannot_read(file: str) -> None:
    async with open_accounts(file) as accounts, accounts.device() as browser:
        answer = await browser.post("/api/profiles", json=ADA)
        assert answer.status_code == 201
        token = browser.cookies[SESSION]
        assert answer.headers["set-cookie"] == (
            f"session={token}; HttpOnly; Max-Age={SESSION_LASTS}; Path=/api; SameSite=strict"
        )
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
        assert f"session={browser.cookies[SESSION]};" in answer.headers["set-cookie"]


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
        token = browser.cookies[SESSION]
        answer = await browser.delete("/api/session")
        assert (answer.status_code, answer.content) == (204, b"")
        assert SESSION not in browser.cookies
        assert await accounts.profiles.session(token) is None
        assert (await browser.delete("/api/session")).status_code == 204


@pytest.mark.parametrize(
    ("method", "path", "sent"),
    [
        ("GET", "/api/profile", None),
        ("PATCH", "/api/profile", {"name": "Eve"}),
        ("DELETE", "/api/profile", None),
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
        ({"name": "x" * 101}, (400, "bad-body")),
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


async def test_a_deleted_profile_is_gone(file: str) -> None:
    async with open_accounts(file) as accounts, accounts.device() as browser:
        await body(browser.post("/api/profiles", json=ADA))
        assert (await browser.delete("/api/profile")).status_code == 204
        assert SESSION not in browser.cookies
        credentials = {"name": "Ada", "secret": ADA["password"]}
        assert refusal(await browser.post("/api/session", json=credentials)) == (401, "bad-password")


def test_the_documentation_of_deleting_a_profile_says_what_remains() -> None:
    (deletion,) = [endpoint for endpoint in _endpoints() if endpoint.name == "delete_profile"]
    assert "your seat keeps the name that everybody at the table saw" in deletion.summary


async def test_finished_games_are_in_the_history_statistics_export_and_leaderboard(file: str) -> None:
    async with open_accounts(file) as accounts, accounts.device() as browser:
        ada = (await body(browser.post("/api/profiles", json=ADA)))["profile"]
        bob = (await accounts.profiles.sign_up("Bob")).profile
        for number in range(3):
            await accounts.profiles.finished(
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


async def test_guessing_passwords_is_limited(file: str) -> None:
    async with open_accounts(file) as accounts, accounts.device() as browser:
        await body(browser.post("/api/profiles", json=ADA))
        wrong = {"name": "Ada", "secret": "a guess"}
        change = {"secret": "a guess", "password": "open barley"}
        burst = int(BUDGETS["sign-ins"].address.burst)
        for _ in range(burst - 2):
            assert refusal(await browser.post("/api/session", json=wrong)) == (401, "bad-password")
        assert refusal(await browser.put("/api/profile/password", json=change)) == (401, "bad-password")
        assert refusal(await browser.post("/api/profile/recovery", json={})) == (401, "bad-password")
        right = {"name": "Ada", "secret": ADA["password"]}
        answers = [
            await browser.post("/api/session", json=right),
            await browser.put("/api/profile/password", json=change),
            await browser.post("/api/profile/recovery", json={}),
        ]
        assert [refusal(answer) for answer in answers] == [(429, "too-many")] * 3
        accounts.clock.now += float(answers[0].headers["retry-after"])
        assert (await browser.post("/api/session", json=right)).status_code == 201


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
        evil = await browser.delete("/api/profile", headers={"Origin": "https://evil.example"})
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
