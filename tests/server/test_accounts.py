"""Profiles as the page and programs meet them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import httpx
import msgspec
import pytest
from starlette.applications import Starlette

from stammtisch.server.accounts.profiles import SESSION_LASTS, Profiles
from stammtisch.server.http.accounts import SESSION, endpoints, profile_of
from stammtisch.server.http.endpoint import HANDLERS, Call, Endpoint, routes
from stammtisch.server.http.openapi import document
from stammtisch.server.ops.limits import Limiter
from stammtisch.server.ops.metrics import Metrics
from stammtisch.server.services import Services, budgets
from stammtisch.server.settings import Settings
from tests.server.asking import code
from tests.server.profiling import played
from tests.store.stores import opened

OWN = "http://table.test"
ADA = {"name": "Ada", "password": "open sesame"}


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


BUDGETS = budgets(Settings())


class Desk:
    """Where profiles are served, and devices that go there."""

    def __init__(self, profiles: Profiles) -> None:
        self.profiles = profiles
        self.clock = Clock()
        self.limiter = Limiter(BUDGETS, self.clock)
        self._app = Starlette(
            routes=routes(endpoints(self)),
            exception_handlers=HANDLERS,
        )

    @asynccontextmanager
    async def device(self, token: str | None = None) -> AsyncIterator[httpx.AsyncClient]:
        """A browser with our page, or with a token a program."""
        headers = {"Origin": OWN} if token is None else {"Authorization": f"Bearer {token}"}
        transport = httpx.ASGITransport(self._app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url=OWN, headers=headers) as client:
            yield client


def live(file: str, story: Callable[[Desk, httpx.AsyncClient], Awaitable[None]]) -> None:
    async def lived() -> None:
        async with opened(file) as store:
            desk = Desk(Profiles(store))
            async with desk.device() as browser:
                await story(desk, browser)

    asyncio.run(lived())


def refused(response: httpx.Response) -> tuple[int, str]:
    return response.status_code, code(response)


async def body(response: Awaitable[httpx.Response]) -> Any:
    answer = await response
    assert answer.is_success, answer.text
    return answer.json()


def test_a_page_signs_up_by_a_cookie_that_no_script_sees(file: str) -> None:
    async def story(desk: Desk, browser: httpx.AsyncClient) -> None:
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

    live(file, story)


def test_a_program_gets_a_token_and_no_cookie(file: str) -> None:
    async def story(desk: Desk, browser: httpx.AsyncClient) -> None:
        await body(browser.post("/api/profiles", json=ADA))
        wish = {"name": "ada", "secret": ADA["password"], "program": True}
        async with desk.device(token="") as program:
            answer = await program.post("/api/session", json=wish)
        assert answer.status_code == 201
        assert "set-cookie" not in answer.headers
        async with desk.device(answer.json()["token"]) as program:
            shown = await program.get("/api/profile")
            assert shown.json()["name"] == "Ada"
            assert "set-cookie" not in shown.headers

    live(file, story)


def test_looking_keeps_the_cookie_alive(file: str) -> None:
    async def story(desk: Desk, browser: httpx.AsyncClient) -> None:
        await body(browser.post("/api/profiles", json=ADA))
        answer = await browser.get("/api/profile")
        assert f"Max-Age={SESSION_LASTS}" in answer.headers["set-cookie"]
        assert f"session={browser.cookies[SESSION]};" in answer.headers["set-cookie"]

    live(file, story)


def test_a_recovery_code_signs_in_on_a_new_device(file: str) -> None:
    async def story(desk: Desk, browser: httpx.AsyncClient) -> None:
        recovery = (await body(browser.post("/api/profiles", json={"name": "Ada"})))["recovery"]
        async with desk.device() as phone:
            wish = {"name": "Ada", "secret": recovery}
            told = await body(phone.post("/api/session", json=wish))
            assert told["recovery"] not in (None, recovery)
            assert (await body(phone.get("/api/profile")))["name"] == "Ada"
            assert refused(await phone.post("/api/session", json=wish)) == (401, "bad-password")

    live(file, story)


def test_who_signs_out_is_out(file: str) -> None:
    async def story(desk: Desk, browser: httpx.AsyncClient) -> None:
        await body(browser.post("/api/profiles", json=ADA))
        token = browser.cookies[SESSION]
        answer = await browser.delete("/api/session")
        assert (answer.status_code, answer.content) == (204, b"")
        assert SESSION not in browser.cookies
        assert await desk.profiles.session(token) is None
        assert (await browser.delete("/api/session")).status_code == 204

    live(file, story)


@pytest.mark.parametrize(
    ("method", "path", "wish"),
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
def test_what_is_the_profiles_own_is_for_nobody_else(file: str, method: str, path: str, wish: object) -> None:
    async def story(desk: Desk, browser: httpx.AsyncClient) -> None:
        await desk.profiles.sign_up("Ada", "open sesame")
        async with desk.device("somebody's") as program:
            for client in (browser, program):
                answer = await client.request(method, path, json=wish)
                assert refused(answer) == (401, "not-signed-in")
                assert answer.headers["www-authenticate"] == "Bearer"

    live(file, story)


@pytest.mark.parametrize(
    ("wish", "refusal"),
    [
        ({"name": "ADA"}, (409, "name-taken")),
        ({"name": "E\nve"}, (400, "bad-name")),
        ({"name": "Eve", "password": "sesame"}, (400, "bad-body")),
        ({"name": "Eve", "password": "u\u0308" * 4}, (400, "bad-new-password")),
        ({"name": "x" * 31}, (400, "bad-body")),
    ],
)
def test_a_profile_that_cannot_be_made_is_told_why(
    file: str, wish: dict[str, str], refusal: tuple[int, str]
) -> None:
    async def story(desk: Desk, browser: httpx.AsyncClient) -> None:
        await desk.profiles.sign_up("Ada")
        answer = await browser.post("/api/profiles", json=wish)
        assert refused(answer) == refusal
        assert "set-cookie" not in answer.headers

    live(file, story)


def test_a_profile_is_renamed_and_gets_new_secrets(file: str) -> None:
    async def story(desk: Desk, browser: httpx.AsyncClient) -> None:
        recovery = (await body(browser.post("/api/profiles", json=ADA)))["recovery"]
        assert (await body(browser.patch("/api/profile", json={"name": "Countess"})))["name"] == "Countess"
        change = {"secret": ADA["password"], "password": "open barley"}
        assert await body(browser.put("/api/profile/password", json=change)) == {"recovery": None}
        assert refused(await browser.put("/api/profile/password", json=change)) == (401, "bad-password")
        assert refused(await browser.post("/api/profile/recovery", json={})) == (401, "bad-password")
        renewed = await body(browser.post("/api/profile/recovery", json={"secret": "open barley"}))
        assert renewed["recovery"] != recovery
        assert await desk.profiles.sign_in("Countess", renewed["recovery"])

    live(file, story)


def test_a_deleted_profile_is_gone(file: str) -> None:
    async def story(desk: Desk, browser: httpx.AsyncClient) -> None:
        await body(browser.post("/api/profiles", json=ADA))
        assert (await browser.delete("/api/profile")).status_code == 204
        assert SESSION not in browser.cookies
        wish = {"name": "Ada", "secret": ADA["password"]}
        assert refused(await browser.post("/api/session", json=wish)) == (401, "bad-password")

    live(file, story)


def test_who_deletes_a_profile_is_told_what_stays() -> None:
    (deletion,) = [endpoint for endpoint in _endpoints() if endpoint.name == "delete_profile"]
    assert "your seat keeps the name that everybody at the table saw" in deletion.summary


def test_games_are_found_in_history_statistics_export_and_leaderboard(file: str) -> None:
    async def story(desk: Desk, browser: httpx.AsyncClient) -> None:
        ada = (await body(browser.post("/api/profiles", json=ADA)))["profile"]
        bob = (await desk.profiles.sign_up("Bob")).profile
        for number in range(3):
            await desk.profiles.finished(played(ada["id"], bob.id, match=f"m{number}", ended=float(number)))
        first = await body(browser.get("/api/profile/history?limit=2"))
        second = await body(browser.get(f"/api/profile/history?before={first[-1]['ended']}"))
        assert [game["match"] for game in first + second] == ["m2", "m1", "m0"]
        (statistic,) = await body(browser.get("/api/profile/statistics"))
        assert (statistic["games"], statistic["rating"]["games"]) == (3, 3)
        told = await body(browser.get("/api/profile/export"))
        assert told["profile"] == ada
        assert told["results"] == first + second
        assert told["ratings"] == [statistic["rating"]]
        leaders = await body(browser.get("/api/leaderboard?game=kniffel&players=2"))
        assert {leader["name"]: leader["games"] for leader in leaders} == {"Ada": 3, "Bob": 3}

    live(file, story)


@pytest.mark.parametrize(
    ("query", "refusal"),
    [
        ("game=chess&players=2", "unknown-game"),
        ("game=zock&players=7", "bad-request"),
        ("game=zock", "bad-query"),
        ("game=zock&players=2&limit=0", "bad-query"),
    ],
)
def test_a_leaderboard_is_of_a_game_that_is_played_here(file: str, query: str, refusal: str) -> None:
    async def story(desk: Desk, browser: httpx.AsyncClient) -> None:
        assert refused(await browser.get(f"/api/leaderboard?{query}")) == (400, refusal)

    live(file, story)


def test_nobody_tries_passwords_without_end(file: str) -> None:
    async def story(desk: Desk, browser: httpx.AsyncClient) -> None:
        await body(browser.post("/api/profiles", json=ADA))
        wrong = {"name": "Ada", "secret": "a guess"}
        change = {"secret": "a guess", "password": "open barley"}
        burst = int(BUDGETS["sign-ins"].burst)
        for _ in range(burst - 2):
            assert refused(await browser.post("/api/session", json=wrong)) == (401, "bad-password")
        assert refused(await browser.put("/api/profile/password", json=change)) == (401, "bad-password")
        assert refused(await browser.post("/api/profile/recovery", json={})) == (401, "bad-password")
        right = {"name": "Ada", "secret": ADA["password"]}
        answers = [
            await browser.post("/api/session", json=right),
            await browser.put("/api/profile/password", json=change),
            await browser.post("/api/profile/recovery", json={}),
        ]
        assert [refused(answer) for answer in answers] == [(429, "too-many")] * 3
        desk.clock.now += float(answers[0].headers["retry-after"])
        assert (await browser.post("/api/session", json=right)).status_code == 201

    live(file, story)


def test_nobody_makes_profiles_without_end(file: str) -> None:
    async def story(desk: Desk, browser: httpx.AsyncClient) -> None:
        burst = int(BUDGETS["new profiles"].burst)
        answers = [
            await browser.post("/api/profiles", json={"name": f"Ada {number}"}) for number in range(burst + 1)
        ]
        assert [answer.status_code for answer in answers] == [201] * burst + [429]

    live(file, story)


def test_another_page_cannot_act_by_the_cookie(file: str) -> None:
    async def story(desk: Desk, browser: httpx.AsyncClient) -> None:
        await body(browser.post("/api/profiles", json=ADA))
        evil = await browser.delete("/api/profile", headers={"Origin": "https://evil.example"})
        assert refused(evil) == (403, "bad-origin")
        assert (await body(browser.get("/api/profile")))["name"] == "Ada"

    live(file, story)


def test_who_sits_down_is_known_by_token_or_cookie(file: str) -> None:
    async def story(desk: Desk, browser: httpx.AsyncClient) -> None:
        ada, token, _ = await desk.profiles.sign_up("Ada")

        def call(bearer: str | None, **cookies: str) -> Call:
            return Call({}, None, "", bearer, cookies, secure=True, origin=None)

        assert await profile_of(desk.profiles, call(token)) == ada
        assert await profile_of(desk.profiles, call(None, session=token)) == ada
        assert await profile_of(desk.profiles, call("the token of a seat", session=token)) == ada
        assert await profile_of(desk.profiles, call("the token of a seat")) is None
        assert await profile_of(desk.profiles, call(None, session="")) is None

    live(file, story)


def _endpoints() -> list[Endpoint]:
    return endpoints(Services(Settings(), Metrics()))


def test_the_endpoints_are_documented_before_the_store_is_open() -> None:
    told = document(_endpoints(), "1")
    assert msgspec.json.decode(msgspec.json.encode(told)) == told
    assert set(told["paths"]["/api/profile"]) == {"get", "patch", "delete"}
