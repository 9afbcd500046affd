"""Tables over HTTP: creating, finding and closing them, and what is refused."""

from __future__ import annotations

import asyncio
import re
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree as ET

import httpx
import msgspec
import pytest
import segno

from stammtisch.server import services
from stammtisch.server.http import tables as routes
from stammtisch.server.tables import actor, listing
from stammtisch.server.tables.wrong_codes import FEW, WRONG, WrongCodes
from stammtisch.server.thinking.contract import Asker
from stammtisch.server.thinking.pool import Workers
from support.waiting import eventually
from tests.server.clients import ANNA, FREE, MARKUP, RunningServer, Update, open_server, play_game
from tests.server.http_client import refusal

# Creating


async def test_a_new_table_has_a_link_a_code_and_a_commitment_to_its_dice(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        answer = await server.request(
            "POST", "/api/tables", json={"game": "zock", "seats": [ANNA, FREE], "program": True}
        )
        created = answer.json()
        assert answer.status_code == 201
        assert created["link"] == f"/t/{created['table']}"
        assert re.fullmatch("[a-z]{10}", created["code"])
        assert re.fullmatch("[0-9a-f]{64}", created["commitment"])
        assert created["seats"] == [0]
        assert "set-cookie" not in answer.headers
        real = await server.create_table("zock", ["Anna", "Ben"], real_dice=True)
        assert (real["commitment"], real["seats"]) == (None, [0, 1])


REFUSED: list[tuple[Update, str]] = [
    ({"game": "chess"}, "unknown-game"),
    ({"seats": [FREE] * 5}, "bad-request"),
    ({"seats": []}, "bad-body"),
    ({"seats": [{"kind": "dog"}, FREE]}, "bad-body"),
    ({"seats": [{"kind": "here", "name": " "}, FREE]}, "bad-name"),
    ({"seats": [{"kind": "here", "name": "a\nb"}, FREE]}, "bad-name"),
    ({"seats": [{"kind": "here", "name": "a" * 31}, FREE]}, "bad-name"),
    ({"seats": [{"kind": "here", "name": "a" * 401}, FREE]}, "bad-body"),
    ({"seats": [{"kind": "here", "name": "bot:easy"}, FREE]}, "bot-name"),
    ({"seats": [ANNA, {"kind": "bot", "bot": "genius"}]}, "bad-request"),
    ({"stand_in": "genius"}, "bad-request"),
    ({"options": {"colour": "red"}}, "bad-options"),
    ({"clock": {"move": 1}}, "bad-body"),
    ({"rated": True}, "rated-terms"),
    ({"game": "tock", "real_dice": True}, "secret-dice"),
    ({"unknown": 1}, "bad-body"),
]


async def test_a_table_that_cannot_be_played_is_refused(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        for change, expected in REFUSED:
            body = {"game": "zock", "seats": [ANNA, FREE], "public": True} | change
            assert refusal(await server.request("POST", "/api/tables", json=body)) == (400, expected), change
        assert await server.get("/api/tables") == []


async def test_broken_and_oversized_bodies_are_refused(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        for body, expected in (
            (b"{", (400, "bad-json")),
            (b"[" * 60_000, (400, "bad-json")),
            (b"7", (400, "bad-body")),
            (b'{"game":' + b"9" * 5000 + b"}", (400, "bad-json")),
            (b" " * 70_000, (413, "too-large")),
        ):
            assert refusal(await server.request("POST", "/api/tables", content=body)) == expected


async def test_the_number_of_new_tables_from_one_address_is_limited(tmp_path: Path) -> None:
    async with open_server(tmp_path, most_tables_per_address=2) as server:
        for _ in range(2):
            await server.create_table("zock", ["Anna", "free"])
        answer = await server.request("POST", "/api/tables", json={"game": "zock", "seats": [ANNA, FREE]})
        assert refusal(answer) == (429, "too-many")
        assert int(answer.headers["retry-after"]) > 60


async def test_only_public_tables_are_listed_and_only_while_they_are_open_or_playing(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        await server.create_table("zock", ["Anna", "free"])
        public = await server.create_table("zock", ["Ben", "free"], public=True)
        assert await server.get("/api/tables") == [], "nobody is there"
        async with server.connect(public["table"], public["token"]) as ben:
            await ben.table()
            (listed,) = await listed_tables(server, 1)
        assert listed | {"created": 0} == {
            "table": public["table"],
            "game": "zock",
            "players": 2,
            "free": 1,
            "status": "open",
            "host": "Ben",
            "created": 0,
        }
        assert (
            await server.request("DELETE", f"/api/tables/{public['table']}", public["token"])
        ).status_code == 204
        await play_game(server, public=True)
        assert await server.get("/api/tables") == []


async def listed_tables(server: RunningServer, count: int) -> list[Update]:
    """The public list as soon as it has this number of tables."""
    found: list[Update] = await eventually(
        lambda: server.get("/api/tables"), lambda listed: len(listed) == count
    )
    return found


async def seen(server: RunningServer) -> float:
    """When somebody was at the only table, as far as it was noted."""
    ((moment,),) = await server.services._database.rows("SELECT seen FROM tables")
    return float(moment)


async def test_a_public_table_is_listed_while_somebody_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "SWEEP_EVERY", 0.05)
    monkeypatch.setattr(actor, "SEEN_EVERY", 0.1)
    lasts = 0.3
    monkeypatch.setattr(routes, "SEEN_LASTS", lasts)
    async with open_server(tmp_path) as server:
        created = await server.create_table("zock", ["Ben", "free"], public=True)
        async with server.connect(created["table"], created["token"]):
            await listed_tables(server, 1)
            begun = await seen(server)
            await eventually(lambda: seen(server), lambda moment: moment >= begun + 3 * lasts)
            await listed_tables(server, 1)
        await listed_tables(server, 0)
        async with server.connect(created["table"]):
            await listed_tables(server, 1)


async def test_nobody_fills_the_public_list_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listing, "LISTED_PER_ADDRESS", 2)
    async with open_server(tmp_path) as server:
        for name in ("Anna", "Ben", "Carla"):
            created = await server.create_table("zock", [name, "free"], public=True)
            await server.get(f"/api/tables/{created['table']}", created["token"])
        assert [table["host"] for table in await listed_tables(server, 2)] == ["Ben", "Anna"]
        server.http.headers["X-Forwarded-For"] = "192.0.2.1"
        created = await server.create_table("zock", ["Dora", "free"], public=True)
        await server.get(f"/api/tables/{created['table']}", created["token"])
        assert [table["host"] for table in await listed_tables(server, 3)] == ["Dora", "Ben", "Anna"]


# Codes, links, closing


async def test_a_code_leads_to_its_table_in_any_spelling(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        table = await server.create_table("zock", ["Anna", "free"])
        for spelling in (table["code"], table["code"].upper(), f"%20{table['code']}%20"):
            assert await server.get(f"/api/codes/{spelling}") == {
                "table": table["table"],
                "link": f"/t/{table['table']}",
            }


async def test_a_code_expires_when_the_game_starts(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        for public, expected in ((False, 404), (True, 200)):
            table = await server.create_table("zock", ["Anna", "bot:random"], public=public)
            code = f"/api/codes/{table['code']}"
            assert (await server.request("GET", code)).status_code == 200
            async with server.connect(table["table"], table["token"]) as anna:
                await anna.add_seed()
                await anna.match_started()
            assert (await server.request("GET", code)).status_code == expected


async def test_a_code_has_five_syllables_and_one_of_four_is_still_found(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        table = await server.create_table("zock", ["Anna", "free"])
        assert re.fullmatch("([bdfgklmnprstvz][aeiou]){5}", table["code"])
        facts = await server.services.log.facts(table["table"])
        assert facts is not None
        old = msgspec.structs.replace(facts, code="foladori")
        await server.services.log.append(table["table"], 0, (), old)
        assert (await server.get("/api/codes/foladori"))["table"] == table["table"]


async def test_wrong_codes_from_many_addresses_are_limited_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_server(tmp_path) as server:
        monkeypatch.setattr(server.services, "wrong_codes", WrongCodes(lambda: 0.0))
        table = await server.create_table("zock", ["Anna", "free"])

        async def ask(code: str, address: str) -> httpx.Response:
            return await server.http.get(f"/api/codes/{code}", headers={"X-Forwarded-For": address})

        for number in range(int(WRONG.burst) + 1):
            answer = await ask("babababa", f"198.51.100.{number}")
            assert refusal(answer) == (404, "unknown-table")
        tries = [await ask("babababa", "192.0.2.1") for _ in range(FEW + 1)]
        assert [answer.status_code for answer in tries] == [404] * FEW + [429]
        assert int(tries[-1].headers["retry-after"]) > 0
        assert (await ask(table["code"], "192.0.2.1")).status_code == 429, "right or wrong"
        assert (await ask(table["code"], "192.0.2.2")).status_code == 200


async def test_guessing_codes_is_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_server(tmp_path) as server:
        monkeypatch.setattr(server.services.limiter, "_clock", lambda: 0.0)  # nothing is refilled
        answers = [refusal(await server.request("GET", f"/api/codes/bababab{last}")) for last in range(25)]
        assert answers == [(404, "unknown-table")] * 20 + [(429, "too-many")] * 5


async def test_a_link_is_shown_as_a_qr_code(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        base = server.origin
        answer = await server.request("GET", "/api/qr", params={"base": f"{base}/", "link": "/t/abc"})
        picture = BytesIO()
        segno.make(f"{base}/t/abc", micro=False).save(picture, kind="svg", border=2, scale=8, xmldecl=False)
        assert answer.headers["content-type"] == "image/svg+xml"
        assert answer.content == picture.getvalue()
        tags = {element.tag.rpartition("}")[2] for element in ET.fromstring(answer.text).iter()}  # noqa: S314
        assert tags <= {"svg", "path", "g"}
        for wrong in (
            {},
            {"base": base},
            {"base": "javascript:alert(1)", "link": "/"},
            {"base": base, "link": "t"},
            {"base": base, "link": "/a\n"},
            {"base": base, "link": "/" + "a" * 150},
        ):
            assert refusal(await server.request("GET", "/api/qr", params=wrong)) == (400, "bad-query")
        for elsewhere in ("https://table.example", f"{base}.example"):
            asked = server.request("GET", "/api/qr", params={"base": elsewhere, "link": "/t/abc"})
            assert refusal(await asked) == (403, "bad-origin")


async def test_a_qr_code_is_drawn_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []
    draw = Workers.qr_code

    async def counted(workers: Workers, link: str, *, asker: Asker) -> bytes:
        drawn.append(link)
        return await draw(workers, link, asker=asker)

    monkeypatch.setattr(Workers, "qr_code", counted)
    async with open_server(tmp_path, origins=["https://table.example"]) as server:
        link = {"base": "https://table.example", "link": "/t/drawn-once"}
        asked = (server.request("GET", "/api/qr", params=link) for _ in range(3))
        answers = [*await asyncio.gather(*asked), await server.request("GET", "/api/qr", params=link)]
    assert {answer.status_code for answer in answers} == {200}
    assert drawn == ["https://table.example/t/drawn-once"]


async def test_only_the_host_can_close_a_table_and_not_during_a_game(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        table = await server.create_table("zock", ["Anna", "free"])
        path = f"/api/tables/{table['table']}"
        assert refusal(await server.request("DELETE", path)) == (403, "not-seated")
        ben = await server.join(table["table"], "Ben")
        seen = [(await server.get(path, token))["host"] for token in (table["token"], ben, None)]
        assert seen == [True, False, False]
        async with (
            server.connect(table["table"], table["token"]) as anna,
            server.connect(table["table"], ben) as second,
        ):
            await asyncio.gather(anna.add_seed(), second.add_seed())
            await anna.match_started()
            assert refusal(await server.request("DELETE", path, table["token"])) == (409, "still-playing")
        other = await server.create_table("zock", ["Anna", "free"])
        async with server.connect(other["table"], other["token"]) as host:
            for _ in range(2):
                answer = await server.request("DELETE", f"/api/tables/{other['table']}", other["token"])
                assert (answer.status_code, answer.content) == (204, b"")
            closed = await host.table(lambda update: update["status"] == "closed")
            assert closed["closed"] == "its host closed it"
            await host.send("say", text="hello?")
            assert await host.error_code() == "table-over"
        late = await server.request("POST", f"/api/tables/{other['table']}/seats", json={"names": ["Ben"]})
        assert refusal(late) == (409, "table-over")


async def test_unknown_tables_codes_and_records_are_not_found_on_either_database(
    url: str, tmp_path: Path
) -> None:
    requests: list[tuple[str, str, object]] = [
        ("GET", "/api/tables/{}", None),
        ("DELETE", "/api/tables/{}", None),
        ("POST", "/api/tables/{}/seats", {"names": ["Anna"]}),
        ("POST", "/api/tables/{}/tickets", None),
        ("POST", "/api/tables/{}/keys", {"ticket": "x"}),
        ("GET", "/api/codes/{}", None),
        ("GET", "/api/records/{}", None),
        ("GET", "/api/records/{}/moments", None),
        ("GET", "/api/records/{}/draws", None),
        ("POST", "/api/records/{}/analysis", None),
        ("GET", "/api/records/{}/analysis", None),
        ("GET", "/api/records/{}/analysis/report", None),
        ("GET", "/api/records/{}/analysis/page", None),
    ]

    async with open_server(tmp_path, database=url) as server:
        for name in ("nowhere", "%00", "%F0%9F%8E%B2", "a" * 3000):
            for method, path, body in requests:
                answer = await server.request(method, path.format(name), json=body)
                assert refusal(answer) == (404, "unknown-table"), path
            async with server.connect(name) as client:
                assert await client.error_code() == "unknown-table"


async def test_over_http_a_table_says_which_seats_are_to_act(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        table = await server.create_table("zock", ["Anna", "bot:random"])
        path = f"/api/tables/{table['table']}"
        assert (await server.get(path))["asked"] == []
        async with server.connect(table["table"], table["token"]) as anna:
            await anna.add_seed()
            await anna.match_started()
            assert (await server.get(path))["asked"] == [0]
            assert all("asked" not in update for update in anna.received)


# What browsers receive


async def test_names_and_chat_messages_are_text_and_never_markup(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        table = await server.create_table("zock", [MARKUP, "free"])
        async with server.connect(table["table"], table["token"]) as client:
            await client.send("say", text=f"{MARKUP}\x1b[2J\u202e\n")
            message = await client.wait_for(lambda update: update["type"] == "talk")
            assert (message["names"], message["text"]) == ([MARKUP], f"{MARKUP} [2J")
        answer = await server.request("GET", f"/api/tables/{table['table']}")
        assert answer.json()["seats"][0]["name"] == MARKUP
        assert answer.headers["content-type"] == "application/json"
        assert answer.headers["x-content-type-options"] == "nosniff"


async def test_every_answer_says_what_a_page_may_load(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        for path in ("/", "/t/abc", "/api/docs", "/api/games", "/api/qr", "/nowhere", "/healthz"):
            answer = await server.request("GET", path)
            policy = answer.headers["content-security-policy"]
            assert "default-src 'none'" in policy
            assert "frame-ancestors 'none'" in policy
            assert "unsafe" not in policy.replace("'wasm-unsafe-eval'", "")  # which compiles nothing else
            assert "*" not in policy
            assert answer.headers["referrer-policy"] == "no-referrer"
