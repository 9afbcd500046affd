"""Who may administer a server over HTTP, and what they are shown; against a whole server."""

from __future__ import annotations

import logging
from functools import partial
from io import BytesIO
from pathlib import Path

import httpx
import pytest

from stammtisch.server.accounts.guesses import FREE
from stammtisch.server.administration.keys import SESSION_LASTS
from stammtisch.server.app import PAGE, endpoints
from stammtisch.server.http.administration import PATH
from stammtisch.server.ops.metrics import Metrics
from stammtisch.server.ops.recent import LINES
from stammtisch.server.services import Services
from stammtisch.server.settings import Settings
from stammtisch.server.tokens import ADMIN_COOKIE
from stammtisch.store import Log, Unavailable, backup
from stammtisch.store.backup import restore
from tests.server.administered import PASSWORD, TESTER, administered
from tests.server.clients import bearer, open_server
from tests.server.http_client import refusal
from tests.server.profiles import ManualClock
from tests.store.stores import opened

ROUTES = [
    (endpoint.method, endpoint.path)
    for endpoint in endpoints(Services(Settings(), Metrics()))
    if endpoint.path.startswith(PATH)
]
CHROME = {"Accept": "text/html"}


async def sign_in(browser: httpx.AsyncClient, secret: str = PASSWORD) -> httpx.Response:
    return await browser.post(f"{PATH}/session", json={"secret": secret})


# Nothing without a key


async def test_without_a_key_there_is_no_administration(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        for method, path in ROUTES:
            for headers in ({}, {"Origin": "https://elsewhere.example", "Cookie": f"{ADMIN_COOKIE}=x"}):
                answer = await server.http.request(method, path + "?nonsense=1", headers=headers)
                assert refusal(answer) == (404, "not-found"), (method, path)
        assert (await server.http.put(f"{PATH}/session")).status_code == 404
        assert (await server.http.get("/admin", headers=CHROME)).status_code == 404


async def test_with_a_key_there_is_and_without_it_there_is_none_again(tmp_path: Path) -> None:
    async with administered(tmp_path) as here:
        assert refusal(await here.server.request("GET", f"{PATH}/tables")) == (401, "not-signed-in")
        keys = here.server.services.administration.keys
        assert [key.name for key in await keys.listed()] == ["password", "tests"]
        for key in await keys.listed():
            await keys.revoke(key.name, TESTER)
        assert refusal(await here.refusable("GET", "/tables")) == (404, "not-found")


async def test_without_its_database_the_server_does_not_know(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with administered(tmp_path) as here:

        async def lost() -> bool:
            raise Unavailable

        monkeypatch.setattr(here.server.services.administration.keys, "any", lost)
        assert refusal(await here.refusable("GET", "/load")) == (503, "halted")


# Signing in


async def test_the_page_signs_in_with_the_password_for_a_while(tmp_path: Path) -> None:
    async with administered(tmp_path) as here, here.page() as browser:
        answer = await sign_in(browser)
        assert answer.status_code == 204
        kept = f"; HttpOnly; Max-Age={SESSION_LASTS}; Path={PATH}; SameSite=strict"
        assert answer.headers["set-cookie"].endswith(kept)
        shown = (await browser.get(f"{PATH}/session")).json()
        assert (shown["who"], [key["name"] for key in shown["keys"]]) == ("password", ["password", "tests"])
        assert (await browser.delete(f"{PATH}/session")).status_code == 204
        assert refusal(await browser.get(f"{PATH}/session")) == (401, "not-signed-in")
        assert await here.actions() == [
            ("password", "signed-out", ""),
            ("password", "signed-in", ""),
            ("tester", "token-created", "tests"),
            ("tester", "password-set", ""),
        ]


async def test_over_tls_the_cookie_is_secure(tmp_path: Path) -> None:
    async with administered(tmp_path) as here, here.page() as browser:
        origin = here.server.origin.replace("http:", "https:")
        browser.headers.update({"X-Forwarded-Proto": "https", "Origin": origin})
        assert "; Secure" in (await sign_in(browser)).headers["set-cookie"]


async def test_a_session_ends_by_itself(tmp_path: Path) -> None:
    async with administered(tmp_path) as here, here.page() as browser:
        clock = ManualClock(1e9)
        here.server.services.administration.keys._clock = clock  # type: ignore[misc]
        await sign_in(browser)
        clock.now += SESSION_LASTS - 1
        assert (await browser.get(f"{PATH}/load")).status_code == 200
        clock.now += 1
        assert refusal(await browser.get(f"{PATH}/load")) == (401, "not-signed-in")


@pytest.mark.parametrize("key", ["password", "tests"])
async def test_a_key_that_is_revoked_ends_the_sessions_that_it_opened(key: str, tmp_path: Path) -> None:
    async with administered(tmp_path) as here, here.page() as browser, here.page() as other:
        await sign_in(browser, PASSWORD if key == "password" else here.token)
        await sign_in(other, here.token if key == "password" else PASSWORD)
        await here.server.services.administration.keys.revoke(key, TESTER)
        assert refusal(await browser.get(f"{PATH}/load")) == (401, "not-signed-in")
        assert (await other.get(f"{PATH}/load")).status_code == 200


async def test_another_password_ends_the_sessions_of_the_old_one(tmp_path: Path) -> None:
    async with administered(tmp_path) as here, here.page() as browser:
        await sign_in(browser)
        await here.server.services.administration.keys.set_password("battery staple", TESTER)
        assert refusal(await browser.get(f"{PATH}/load")) == (401, "not-signed-in")
        assert refusal(await sign_in(browser)) == (401, "bad-password")
        assert (await sign_in(browser, "battery staple")).status_code == 204


async def test_wrong_passwords_have_to_wait_and_tokens_do_not(tmp_path: Path) -> None:
    async with administered(tmp_path) as here, here.page() as browser:
        for _ in range(FREE):
            assert refusal(await sign_in(browser, "open sesame")) == (401, "bad-password")
        held_up = await sign_in(browser)
        assert refusal(held_up) == (429, "too-many")
        assert int(held_up.headers["retry-after"]) >= 1
        assert (await sign_in(browser, here.token)).status_code == 204
        actions = await here.actions()
        assert actions[0] == ("tests", "signed-in", "")
        assert actions[1 : FREE + 1] == [("", "sign-in-refused", "")] * FREE


BODIES: dict[str, dict[str, object]] = {
    "tables/{table}": {"why": "closing time"},
    "announcement": {"text": "closing time", "seconds": 60},
    "blocks": {"kind": "name", "value": "Ben", "seconds": 60},
}
"""What the administration has to be sent, by the end of its address."""


async def test_nobody_else_gets_in(tmp_path: Path) -> None:
    async with administered(tmp_path) as here:
        table = await here.server.create_table("zock", ["Anna", "free"])
        profile = await here.server.post("/api/profiles", {"name": "Ada", "program": True})
        origin = {"Origin": here.server.origin}
        for token in (table["token"], profile["token"], "x" * 43):
            for headers in (bearer(token), {"Cookie": f"{ADMIN_COOKIE}={token}"} | origin):
                for method, path in ROUTES:
                    if (method, path) == ("POST", f"{PATH}/session"):
                        continue
                    body = None if method == "GET" else BODIES.get(path.removeprefix(f"{PATH}/"))
                    answer = await here.server.http.request(method, path, headers=headers, json=body)
                    assert refusal(answer) == (401, "not-signed-in"), (method, path)


async def test_pages_of_other_servers_can_do_nothing(tmp_path: Path) -> None:
    async with administered(tmp_path) as here, here.page() as browser:
        await sign_in(browser)
        browser.headers["Origin"] = "https://elsewhere.example"
        block = {"kind": "name", "value": "Ben", "seconds": 60}
        assert refusal(await browser.post(f"{PATH}/blocks", json=block)) == (403, "bad-origin")
        assert refusal(await sign_in(browser)) == (403, "bad-origin")
        assert await here.ask("GET", "/blocks") == []


async def test_the_page_is_there_with_a_key(tmp_path: Path) -> None:
    async with administered(tmp_path) as here:
        found = await here.server.http.get("/admin/reports", headers=CHROME)
        assert found.status_code == (200 if PAGE.is_dir() else 404)


# Tables


async def test_tables_are_listed_and_filtered(tmp_path: Path) -> None:
    async with administered(tmp_path) as here:
        zock = await here.server.create_table("zock", ["Anna", "free"])
        kniffel = await here.server.create_table("kniffel", ["100% Ben", "bot:random"])

        async def found(query: str) -> list[str]:
            return [table["table"] for table in await here.ask("GET", f"/tables?{query}")]

        assert await found("") == [kniffel["table"], zock["table"]]
        assert await found("status=open&limit=1&offset=1") == [zock["table"]]
        assert await found("status=over") == []
        for query in (zock["table"], zock["code"], "zock", "nN"):
            assert await found(f"search={query}") == [zock["table"]]
        assert await found("search=%25") == [kniffel["table"]]
        assert await found("search=_") == []
        assert refusal(await here.refusable("GET", "/tables?limit=1000")) == (400, "bad-query")


async def test_a_table_is_shown_without_secrets_and_closed_with_a_reason(tmp_path: Path) -> None:
    async with administered(tmp_path) as here:
        table = await here.server.create_table("zocknroll", ["Anna", "bot:random"])
        path = f"/tables/{table['table']}"
        async with here.server.connect(table["table"], table["token"]) as anna:
            await anna.add_seed()
            await anna.match_started()
            await anna.send("say", text="hello there", ack=True)
            await anna.wait_for(lambda update: update["type"] == "accepted")
            shown = await here.ask("GET", path)
            assert shown["connected"] == [{"names": ["Anna"], "address": "127.0.0.1"}]
            assert [message["text"] for message in shown["chat"]] == ["hello there"]
            assert shown["table"]["secret"] is None
            assert "view" not in shown["table"]
            assert table["token"] not in str(shown)
            assert refusal(await here.refusable("DELETE", path, {"why": " "})) == (400, "bad-request")
            await here.ask("DELETE", path, {"why": "the club is closing"})
            closed = await anna.table(lambda update: update["status"] == "closed")
            assert closed["closed"] == "the club is closing"
        assert refusal(await here.refusable("DELETE", path, {"why": "again"})) == (409, "table-over")
        assert (await here.actions())[0] == (
            "tests",
            "table-closed",
            f"{table['table']}: the club is closing",
        )
        assert [action for _, action, _ in await here.actions()].count("table-closed") == 1


# How the server is


async def test_load_versions_and_storage_are_shown(tmp_path: Path) -> None:
    async with administered(tmp_path) as here:
        table = await here.server.create_table("zock", ["Anna", "free"])
        async with here.server.connect(table["table"], table["token"]) as anna:
            await anna.position()
            load = await here.ask("GET", "/load")
        assert (load["connections"], load["tables"], load["busy"]) == (1, 1, 0)
        assert load["workers"] >= 3
        assert load["waiting"]["bot"] == 0
        assert load["memory"] is None or load["memory"] > 1e6
        versions = await here.ask("GET", "/versions")
        assert versions["engine"].startswith("SQLite 3.")
        assert versions["rules"]["zock"] >= 1
        storage = await here.ask("GET", "/storage")
        assert storage["taken"] > 0
        assert storage["free"] > 0
        assert (storage["tables"], storage["profiles"]) == ({"open": 1}, 0)


async def test_a_backup_can_be_downloaded(tmp_path: Path) -> None:
    async with administered(tmp_path) as here:
        table = await here.server.create_table("zock", ["Anna", "free"])
        answer = await here.refusable("GET", "/backup")
        assert answer.headers["content-disposition"].startswith('attachment; filename="stammtisch-')
        assert (await here.actions())[0] == ("tests", "backup-made", "")
    restored = f"sqlite:{tmp_path / 'restored.sqlite'}"
    await restore(restored, BytesIO(answer.content))
    async with opened(restored) as store:
        assert await Log(store).facts(table["table"]) is not None


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no file here that is always full")
async def test_a_backup_without_room_says_so_and_is_not_noted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backup, "TemporaryFile", partial(Path("/dev/full").open, "wb"))
    async with administered(tmp_path) as here:
        answer = await here.refusable("GET", "/backup")
        assert refusal(answer) == (503, "halted")
        assert "no room for a backup" in answer.text
        assert "backup-made" not in [action for _, action, _ in await here.actions()]


async def test_the_latest_warnings_and_errors_are_shown_without_secrets(tmp_path: Path) -> None:
    async with administered(tmp_path) as here:
        logger = logging.getLogger("stammtisch.server.tests")
        logger.info("nothing of interest")
        for number in range(LINES + 5):
            logger.warning("number %d", number, extra={"fields": {"route": "/api"}})
        error = ValueError(here.token)
        logger.error("a bug", exc_info=error)
        lines = await here.ask("GET", "/errors")
        assert len(lines) == LINES
        assert (lines[0]["level"], lines[0]["text"]) == ("error", "a bug")
        assert lines[0]["stack"].endswith("ValueError")
        assert lines[1]["text"] == f"number {LINES + 4} route=/api"
        assert here.token not in str(lines)


# The audit log


async def test_the_audit_log_says_from_where_and_is_read_in_pages(tmp_path: Path) -> None:
    async with administered(tmp_path) as here:
        latest, *_ = await here.ask("GET", "/audit?limit=1")
        assert (latest["who"], latest["address"], latest["action"]) == (
            "tester",
            "192.0.2.1",
            "token-created",
        )
        (before,) = await here.ask("GET", f"/audit?before={latest['at']}")
        assert before["action"] == "password-set"
