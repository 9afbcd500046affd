"""Everything that is asked over HTTP about tables and finished games, the happy way and every other."""

from __future__ import annotations

import asyncio
import hmac
import re
from collections.abc import Awaitable, Callable
from http.cookies import Morsel, SimpleCookie
from io import BytesIO
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import httpx
import msgspec
import pytest
import segno

from stammtisch import catalog
from stammtisch.play.analysis import Report
from stammtisch.play.fairness import verify
from stammtisch.play.record import read_record
from stammtisch.server import messages as said
from stammtisch.server import tokens
from stammtisch.server.founding import TICKET_LASTS, ticketed
from stammtisch.server.table import REMEMBERED_STEPS
from stammtisch.server.telling import about_position
from stammtisch.server.tokens import hashed, sitter_of
from tests.server.asking import code
from tests.server.playing import Door, Guest, News, open_house
from tests.server.test_courtesies import Evening

HERE = {"kind": "here", "name": "Anna"}
FREE = {"kind": "free"}
MARKUP = "<script>alert(1)</script>"


def in_house(folder: Path, evening: Callable[[Door], Awaitable[None]], **settings: Any) -> None:
    """Spend an evening in a house of its own."""

    async def whole() -> None:
        async with open_house(folder, **settings) as door:
            await evening(door)

    asyncio.run(whole())


def bearer(token: str | None) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"} if token else {}


async def asked(door: Door, method: str, path: str, token: str | None = None, **more: Any) -> httpx.Response:
    return await door.http.request(method, path, headers=bearer(token), **more)


def refused(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, code(answer)


def cookie_of(answer: httpx.Response) -> Morsel[str]:
    cookies = SimpleCookie(answer.headers["set-cookie"])
    return cookies["seat"]


async def played(door: Door, game: str = "zock", *names: str, **terms: Any) -> News:
    """A table at which one device has played a whole game against a bot."""
    table: News = await door.table(game, [*(names or ("Anna",)), "bot:random"], **terms)
    async with door.guest(table["table"], table["token"]) as guest:
        await guest.seed()
        await guest.play_on()
        await guest.until(lambda news: news["type"] == "table" and news["status"] == "over")
    while not (await door.http.get(f"/api/records/{table['match']}")).is_success:
        await asyncio.sleep(0.01)  # kept a moment after the last throw
    return table


# Games


def test_all_games_are_told_with_what_they_take(tmp_path: Path) -> None:
    async def evening(door: Door) -> None:
        games = {game["game"]: game for game in await door.get("/api/games")}
        assert set(games) == set(catalog.NAMES)
        assert games["tock"]["players"] == list(catalog.game("tock").players)
        assert {name for name, game in games.items() if game["secrets"]} == {"tock", "zocknroll"}
        assert games["zock"]["bots"][0] == "random"
        assert games["kniffel"]["options"]["type"] == "object"

    in_house(tmp_path, evening)


def test_rules_are_told_by_clause_in_three_languages(tmp_path: Path) -> None:
    async def evening(door: Door) -> None:
        texts = [str(await door.get(f"/api/games/tock/rules?lang={lang}")) for lang in ("de", "en", "hu")]
        assert len({*texts}) == 3
        assert all("T10" in text for text in texts)
        assert refused(await asked(door, "GET", "/api/games/chess/rules")) == (400, "unknown-game")
        assert refused(await asked(door, "GET", "/api/games/tock/rules?lang=la")) == (400, "bad-query")
        assert refused(await asked(door, "GET", "/api/games/tock/rules?language=de")) == (400, "bad-query")

    in_house(tmp_path, evening)


# Opening


def test_who_opens_a_table_learns_its_link_its_code_and_the_promise_of_its_dice(tmp_path: Path) -> None:
    async def evening(door: Door) -> None:
        answer = await asked(
            door, "POST", "/api/tables", json={"game": "zock", "seats": [HERE, FREE], "program": True}
        )
        opened = answer.json()
        assert answer.status_code == 201
        assert opened["link"] == f"/t/{opened['table']}"
        assert re.fullmatch("[a-z]{8}", opened["code"])
        assert re.fullmatch("[0-9a-f]{64}", opened["commitment"])
        assert opened["seats"] == [0]
        assert "set-cookie" not in answer.headers
        real = await door.table("zock", ["Anna", "Ben"], real_dice=True)
        assert (real["commitment"], real["seats"]) == (None, [0, 1])

    in_house(tmp_path, evening)


WISHES: list[tuple[News, str]] = [
    ({"game": "chess"}, "unknown-game"),
    ({"seats": [FREE] * 5}, "bad-request"),
    ({"seats": []}, "bad-body"),
    ({"seats": [{"kind": "dog"}, FREE]}, "bad-body"),
    ({"seats": [{"kind": "here", "name": " "}, FREE]}, "bad-request"),
    ({"seats": [{"kind": "here", "name": "a\nb"}, FREE]}, "bad-request"),
    ({"seats": [{"kind": "here", "name": "a" * 31}, FREE]}, "bad-body"),
    ({"seats": [HERE, {"kind": "bot", "bot": "genius"}]}, "bad-request"),
    ({"stand_in": "genius"}, "bad-request"),
    ({"options": {"colour": "red"}}, "bad-options"),
    ({"clock": {"move": 1}}, "bad-body"),
    ({"rated": True}, "bad-request"),
    ({"game": "tock", "real_dice": True}, "bad-request"),
    ({"unknown": 1}, "bad-body"),
]


def test_a_wish_that_cannot_be_is_refused(tmp_path: Path) -> None:
    async def evening(door: Door) -> None:
        for wish, expected in WISHES:
            body = {"game": "zock", "seats": [HERE, FREE], "public": True} | wish
            assert refused(await asked(door, "POST", "/api/tables", json=body)) == (400, expected), wish
        assert await door.get("/api/tables") == []

    in_house(tmp_path, evening)


def test_broken_and_endless_bodies_are_refused(tmp_path: Path) -> None:
    async def evening(door: Door) -> None:
        for body, expected in (
            (b"{", (400, "bad-json")),
            (b"[" * 60_000, (400, "bad-json")),
            (b"7", (400, "bad-body")),
            (b'{"game":' + b"9" * 5000 + b"}", (400, "bad-json")),
            (b" " * 70_000, (413, "too-large")),
        ):
            assert refused(await asked(door, "POST", "/api/tables", content=body)) == expected

    in_house(tmp_path, evening)


def test_one_address_opens_only_so_many_tables(tmp_path: Path) -> None:
    async def evening(door: Door) -> None:
        for _ in range(2):
            await door.table("zock", ["Anna", "free"])
        answer = await asked(door, "POST", "/api/tables", json={"game": "zock", "seats": [HERE, FREE]})
        assert refused(answer) == (429, "too-many")
        assert int(answer.headers["retry-after"]) > 60

    in_house(tmp_path, evening, most_tables_per_address=2)


def test_only_public_tables_are_listed_and_only_while_they_are_open_or_playing(tmp_path: Path) -> None:
    async def evening(door: Door) -> None:
        await door.table("zock", ["Anna", "free"])
        public = await door.table("zock", ["Ben", "free"], public=True)
        (listed,) = await door.get("/api/tables")
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
            await asked(door, "DELETE", f"/api/tables/{public['table']}", public["token"])
        ).status_code == 204
        await played(door, public=True)
        assert await door.get("/api/tables") == []

    in_house(tmp_path, evening)


# Seats, tokens and cookies


def test_a_cookie_is_for_this_table_alone_and_no_script_reads_it(tmp_path: Path) -> None:
    async def evening(door: Door) -> None:
        body = {"game": "zock", "seats": [HERE, FREE]}
        answer = await asked(door, "POST", "/api/tables", json=body)
        opened, cookie = answer.json(), cookie_of(answer)
        assert opened["token"] is None
        assert cookie["path"] == f"/api/tables/{opened['table']}"
        assert (cookie["httponly"], cookie["samesite"].lower(), cookie["secure"]) == (True, "strict", "")
        again = await door.get(f"/api/tables/{opened['table']}")
        assert [seat["yours"] for seat in again["seats"]] == [True, False]
        other = await door.table("zock", ["Ben", "free"])
        assert not (await door.get(f"/api/tables/{other['table']}"))["seats"][0]["yours"]

    in_house(tmp_path, evening)


@pytest.mark.parametrize(("trusted", "secure"), [(["127.0.0.1"], True), (["10.0.0.1"], False)])
def test_behind_tls_cookies_are_secure_if_the_proxy_is_trusted(
    trusted: list[str], secure: bool, tmp_path: Path
) -> None:
    async def evening(door: Door) -> None:
        forwarded = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.7"}
        body = {"game": "zock", "seats": [HERE, FREE]}
        answer = await door.http.post("/api/tables", json=body, headers=forwarded)
        assert bool(cookie_of(answer)["secure"]) is secure
        assert ("strict-transport-security" in answer.headers) is secure

    in_house(tmp_path, evening, trusted_proxies=trusted)


def test_by_cookie_only_our_own_page_acts(tmp_path: Path) -> None:
    async def evening(door: Door) -> None:
        body = {"game": "zock", "seats": [HERE, FREE]}
        table = (await asked(door, "POST", "/api/tables", json=body)).json()["table"]
        tickets = f"/api/tables/{table}/tickets"
        own = str(door.http.base_url).rstrip("/")
        for headers in ({}, {"Origin": "https://evil.example"}, {"Origin": "null"}):
            assert refused(await door.http.post(tickets, headers=headers)) == (403, "bad-origin")
        assert (await door.http.post(tickets, headers={"Origin": own})).status_code == 201

    in_house(tmp_path, evening)


def test_guests_sit_down_on_any_seat_on_a_named_one_or_several_at_one_device(tmp_path: Path) -> None:
    async def evening(door: Door) -> None:
        table = (await door.table("kniffel", ["Anna", "free", "free", "free", "free"]))["table"]
        seats = f"/api/tables/{table}/seats"
        assert (await door.post(seats, {"names": ["Ben"], "seats": [3], "program": True}))["seats"] == [3]
        both = await door.post(seats, {"names": ["Cleo", "Dora"], "program": True})
        assert both["seats"] == [1, 2]
        seen = await door.get(f"/api/tables/{table}", both["token"])
        assert [seat["name"] for seat in seen["seats"]] == ["Anna", "Cleo", "Dora", "Ben", ""]
        assert [seat["yours"] for seat in seen["seats"]] == [False, True, True, False, False]
        async with door.guest(table, both["token"]) as device:
            await device.until(lambda news: news["type"] == "presence")
            assert [news["seat"] for news in device.heard if news["type"] == "position"] == [1, 2]

    in_house(tmp_path, evening)


def test_seats_that_cannot_be_taken_are_refused(tmp_path: Path) -> None:
    async def evening(door: Door) -> None:
        table = await door.table("kniffel", ["Anna", "free", "free"])
        seats = f"/api/tables/{table['table']}/seats"
        for body, expected in (
            ({"names": ["Ben"], "seats": [0]}, (409, "seat-taken")),
            ({"names": ["Ben"], "seats": [7]}, (409, "seat-taken")),
            ({"names": ["Ben"], "seats": [-1]}, (409, "seat-taken")),
            ({"names": ["Ben"], "seats": [10**30]}, (409, "seat-taken")),
            ({"names": ["Ben", "Cleo", "Dora"]}, (409, "table-full")),
            ({"names": ["Ben", "Cleo"], "seats": [1]}, (400, "bad-request")),
            ({"names": ["Ben", "Cleo"], "seats": [1, 1]}, (400, "bad-request")),
            ({"names": ["\u202e"]}, (400, "bad-request")),
            ({"names": []}, (400, "bad-body")),
        ):
            assert refused(await asked(door, "POST", seats, json=body)) == expected
        assert [seat["kind"] for seat in (await door.get(seats.removesuffix("/seats")))["seats"]] == [
            "program",
            "free",
            "free",
        ]
        await door.sit(table["table"], "Ben", "Cleo")
        assert refused(await asked(door, "POST", seats, json={"names": ["Dora"]})) == (409, "table-full")
        over = await played(door)
        late = await asked(door, "POST", f"/api/tables/{over['table']}/seats", json={"names": ["Eve"]})
        assert refused(late) == (409, "table-over")

    in_house(tmp_path, evening)


def test_a_token_acts_for_its_own_seat_and_table_alone(tmp_path: Path) -> None:
    async def evening(door: Door) -> None:
        table, other = [await door.table("zock", ["Anna", "free"]) for _ in range(2)]
        ben = await door.sit(table["table"], "Ben")
        for token in (other["token"], ben):
            assert refused(await asked(door, "DELETE", f"/api/tables/{table['table']}", token)) == (
                403,
                "not-seated",
            )
        for token in (other["token"], None, hashed(table["token"])):
            ticket = await asked(door, "POST", f"/api/tables/{table['table']}/tickets", token)
            assert refused(ticket) == (403, "not-seated")
        async with (
            door.guest(table["table"], table["token"]) as anna,
            door.guest(table["table"], ben) as second,
            door.guest(table["table"], other["token"]) as stranger,
        ):
            assert await stranger.refused() == "not-seated"
            await asyncio.gather(anna.seed(), second.seed())
            position = await second.position(lambda news: news["turn"] is not None)
            await second.say("throw", at=position["at"], seat=0)
            assert await second.refused() == "not-your-turn"
            await second.say("hint", seat=0)
            await second.until(lambda news: news.get("code") == "not-seated")

    in_house(tmp_path, evening)


def test_tokens_are_256_random_bits_and_only_their_hashes_are_kept(tmp_path: Path) -> None:
    async def evening(door: Door) -> None:
        table = await door.table("zock", ["Anna", "free"])
        link = (await door.post(f"/api/tables/{table['table']}/tickets", token=table["token"]))["link"]
        ben = await door.sit(table["table"], "Ben")
        secrets = [table["token"], link.partition("#ticket=")[2], ben]
        assert all(re.fullmatch("[A-Za-z0-9_-]{43}", secret) for secret in secrets)
        kept = "".join(await door.house.log.read(table["table"]))
        assert all(hashed(secret) in kept and secret not in kept for secret in secrets)

    in_house(tmp_path, evening)


def test_a_token_is_compared_with_every_key_in_constant_time(monkeypatch: pytest.MonkeyPatch) -> None:
    compared = []

    def compare_digest(ours: str, theirs: str) -> bool:
        compared.append(theirs)
        return hmac.compare_digest(ours, theirs)

    monkeypatch.setattr(tokens, "compare_digest", compare_digest)
    table = Evening("kniffel", "Anna", "Ben", "Cleo").table
    table.people = tuple(person._replace(keys=(hashed(f"{n}"),)) for n, person in enumerate(table.people))
    for token, expected in (("0", 0), ("2", 2), ("nobody's", None)):
        compared.clear()
        assert sitter_of(table, token) == expected
        assert compared == [key for person in table.people for key in person.keys]


# Taking a seat along


def test_a_personal_link_takes_the_seats_to_another_device_once(tmp_path: Path) -> None:
    async def evening(door: Door) -> None:
        table = await door.table("kniffel", ["Anna", "Ben", "free"])
        path = f"/api/tables/{table['table']}"
        link = await door.post(f"{path}/tickets", token=table["token"])
        ticket = link["link"].removeprefix(f"/t/{table['table']}#ticket=")
        redeemed = await door.post(f"{path}/keys", {"ticket": ticket, "program": True})
        assert redeemed["seats"] == [0, 1]
        assert redeemed["token"] not in (table["token"], ticket)
        again = await asked(door, "POST", f"{path}/keys", json={"ticket": ticket})
        assert refused(again) == (410, "expired-link")
        for token in (table["token"], redeemed["token"]):
            assert [seat["yours"] for seat in (await door.get(path, token))["seats"]] == [True, True, False]

    in_house(tmp_path, evening)


def test_a_personal_link_opens_no_other_table_and_not_by_guessing(tmp_path: Path) -> None:
    async def evening(door: Door) -> None:
        table, other = [await door.table("zock", ["Anna", "free"]) for _ in range(2)]
        link = await door.post(f"/api/tables/{table['table']}/tickets", token=table["token"])
        ticket = link["link"].partition("=")[2]
        for path, wrong in (
            (other["table"], ticket),
            (table["table"], hashed(ticket)),
            (table["table"], "x"),
        ):
            answer = await asked(door, "POST", f"/api/tables/{path}/keys", json={"ticket": wrong})
            assert refused(answer) == (410, "expired-link")
        answer = await asked(door, "POST", f"/api/tables/{table['table']}/keys", json={"ticket": ticket})
        assert cookie_of(answer)["path"] == f"/api/tables/{table['table']}"
        assert answer.json()["token"] is None

    in_house(tmp_path, evening)


def test_one_address_sits_down_and_makes_links_only_so_often(tmp_path: Path) -> None:
    async def evening(door: Door) -> None:
        table = await door.table("zock", ["Anna", "free"])
        tickets = f"/api/tables/{table['table']}/tickets"
        for _ in range(12):
            await door.post(tickets, token=table["token"])
        assert refused(await asked(door, "POST", tickets, table["token"])) == (429, "too-many")
        for path, body in (("seats", {"names": ["Ben"]}), ("keys", {"ticket": "x"})):
            answer = await asked(door, "POST", f"/api/tables/{table['table']}/{path}", json=body)
            assert refused(answer) == (429, "too-many")

    in_house(tmp_path, evening, most_tables_per_address=1)


def test_old_links_are_forgotten() -> None:
    evening = Evening("zock", "Anna", "Ben")
    evening._apply(ticketed(evening.table, 0, "first", evening.now))
    evening.now += TICKET_LASTS + 1
    evening._apply(ticketed(evening.table, 0, "second", evening.now))
    assert [*evening.table.tickets] == [hashed("second")]


# Codes, links, closing


def test_a_code_leads_to_its_table_however_it_is_written(tmp_path: Path) -> None:
    async def evening(door: Door) -> None:
        table = await door.table("zock", ["Anna", "free"])
        for spelling in (table["code"], table["code"].upper(), f"%20{table['code']}%20"):
            assert await door.get(f"/api/codes/{spelling}") == {
                "table": table["table"],
                "link": f"/t/{table['table']}",
            }

    in_house(tmp_path, evening)


def test_codes_cannot_be_tried_out(tmp_path: Path) -> None:
    async def evening(door: Door) -> None:
        answers = [refused(await asked(door, "GET", f"/api/codes/babababa{number}")) for number in range(25)]
        assert answers[0] == (404, "unknown-table")
        assert answers[-1] == (429, "too-many")
        assert answers.count((404, "unknown-table")) < 23

    in_house(tmp_path, evening)


def test_a_link_is_drawn_as_a_qr_code(tmp_path: Path) -> None:
    async def evening(door: Door) -> None:
        link = {"base": "https://table.example/", "link": "/t/abc#ticket=xyz"}
        answer = await asked(door, "GET", "/api/qr", params=link)
        picture = BytesIO()
        segno.make("https://table.example/t/abc#ticket=xyz", micro=False).save(
            picture, kind="svg", border=2, scale=8, xmldecl=False
        )
        assert answer.headers["content-type"] == "image/svg+xml"
        assert answer.content == picture.getvalue()
        tags = {element.tag.rpartition("}")[2] for element in ET.fromstring(answer.text).iter()}  # noqa: S314
        assert tags <= {"svg", "path", "g"}
        for wrong in (
            {},
            {"base": "https://table.example"},
            {"base": "javascript:alert(1)", "link": "/"},
            {"base": "https://table.example", "link": "t"},
            {"base": "https://table.example", "link": "/a\n"},
            {"base": "https://table.example", "link": "/" + "a" * 500},
        ):
            assert refused(await asked(door, "GET", "/api/qr", params=wrong)) == (400, "bad-query")

    in_house(tmp_path, evening)


def test_only_its_host_closes_a_table_and_not_during_a_game(tmp_path: Path) -> None:
    async def evening(door: Door) -> None:
        table = await door.table("zock", ["Anna", "free"])
        path = f"/api/tables/{table['table']}"
        assert refused(await asked(door, "DELETE", path)) == (403, "not-seated")
        ben = await door.sit(table["table"], "Ben")
        async with (
            door.guest(table["table"], table["token"]) as anna,
            door.guest(table["table"], ben) as second,
        ):
            await asyncio.gather(anna.seed(), second.seed())
            await anna.position(lambda news: news["turn"] is not None)
            assert refused(await asked(door, "DELETE", path, table["token"])) == (409, "not-now")
        other = await door.table("zock", ["Anna", "free"])
        async with door.guest(other["table"], other["token"]) as host:
            for _ in range(2):
                answer = await asked(door, "DELETE", f"/api/tables/{other['table']}", other["token"])
                assert (answer.status_code, answer.content) == (204, b"")
            await host.until(lambda news: news["type"] == "table" and news["status"] == "closed")
            await host.say("say", text="hello?")
            assert await host.refused() == "table-over"
        late = await asked(door, "POST", f"/api/tables/{other['table']}/seats", json={"names": ["Ben"]})
        assert refused(late) == (409, "table-over")

    in_house(tmp_path, evening)


def test_what_is_not_there_is_not_found_on_either_engine(url: str, tmp_path: Path) -> None:
    asking: list[tuple[str, str, object]] = [
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

    async def evening(door: Door) -> None:
        for name in ("nowhere", "%00", "%F0%9F%8E%B2", "a" * 3000):
            for method, path, body in asking:
                answer = await asked(door, method, path.format(name), json=body)
                assert refused(answer) == (404, "unknown-table"), path
            async with door.guest(name) as guest:
                assert await guest.refused() == "unknown-table"

    in_house(tmp_path, evening, store=url)


# Sockets


def test_who_may_not_look_on_sees_nothing(tmp_path: Path) -> None:
    async def evening(door: Door) -> None:
        table = await door.table("zock", ["Anna", "free"], spectators=False)
        async with door.guest(table["table"]) as stranger:
            assert await stranger.refused() == "not-allowed"
        ben = await door.sit(table["table"], "Ben")
        async with door.guest(table["table"], ben) as guest:
            await guest.position()
            await guest.say("leave")
            await guest.until(lambda news: news["type"] == "table" and not news["seats"][1]["name"])
            seen = len(guest.heard)
            await door.sit(table["table"], "Cleo")
            await guest.until(lambda news: news["type"] == "table", seen)
            await guest.say("say", text="hello")
            assert await guest.refused() == "not-seated"
            assert "position" not in {news["type"] for news in guest.heard[seen:]}
        async with door.guest(table["table"], ben) as back:
            assert await back.refused() == "not-allowed"
        async with door.guest(table["table"], table["token"]) as anna:
            await anna.position()

    in_house(tmp_path, evening)


def test_all_tabs_of_a_person_hear_everything(tmp_path: Path) -> None:
    async def evening(door: Door) -> None:
        table = await door.table("zock", ["Anna", "bot:random"])
        async with (
            door.guest(table["table"], table["token"]) as first,
            door.guest(table["table"], table["token"]) as second,
        ):
            await first.seed()
            for _ in range(4):
                await first.act()
                await second.act()
            await second.say("nod", phrase="bye")
            for tab in (first, second):
                await tab.until(lambda news: news.get("phrase") == "bye")

            def told(tab: Guest) -> list[News]:
                return [news for news in tab.heard if news["type"] in ("table", "position", "talk")]

            common = len(told(second)) - 2
            assert told(first)[-common:] == told(second)[-common:]

    in_house(tmp_path, evening)


def test_who_comes_back_gets_the_steps_that_were_missed(tmp_path: Path) -> None:
    async def evening(door: Door) -> None:
        table = await door.table("kniffel", ["Anna", "Ben"])
        async with door.guest(table["table"], table["token"]) as anna:
            await anna.seed()
            await anna.position(lambda news: news["turn"] is not None)
            for _ in range(6):
                await anna.act()
            heard = [news for news in anna.heard if news["type"] == "position" and news["seat"] == 0]
            missed = [step for news in heard for step in news.get("steps", ()) if step["n"] > heard[2]["n"]]
        now = heard[-1]["n"]
        for after, expected in ((heard[2]["n"], missed), (now, []), (now + 1, None), (None, None)):
            async with door.guest(table["table"], table["token"], after) as back:
                assert (await back.position()).get("steps") == expected

    in_house(tmp_path, evening)


def test_who_was_away_for_too_long_gets_no_steps() -> None:
    evening = Evening("kniffel", "Anna", "Ben", "Cleo").begin()
    began = evening.table.n
    while len(evening.table.steps) < REMEMBERED_STEPS + 5:
        evening.step()
    table = evening.table
    assert len(about_position(table, 0, table.recent[0][0] - 1, 0.0).steps or ()) == REMEMBERED_STEPS
    for after in (0, began, table.recent[0][0] - 2):
        assert about_position(table, 0, after, 0.0).steps is msgspec.UNSET


def test_a_step_taken_back_does_not_hide_that_others_are_forgotten() -> None:
    evening = Evening("zock", "Anna", "Ben", real_dice=True)
    for number in range(REMEMBERED_STEPS):
        throw = said.Throw(at=evening.table.at, outcome="63")
        evening.say(0, throw)
        evening.say(number % 2, said.Contest(at=evening.table.at))
    assert len(evening.table.steps) < REMEMBERED_STEPS
    assert about_position(evening.table, 0, 0, 0.0).steps is msgspec.UNSET


# Finished games


def test_a_finished_game_can_be_downloaded_verified_and_walked_through(tmp_path: Path) -> None:
    async def evening(door: Door) -> None:
        table = await played(door)
        path = f"/api/records/{table['match']}"
        answer = await asked(door, "GET", path)
        assert (
            answer.headers["content-disposition"] == f'attachment; filename="zock-{table["match"][:8]}.json"'
        )
        record = read_record(answer.content)
        assert verify(record).result == "right"
        assert record.seats == ("Anna", "bot:random")
        moments = await door.get(f"{path}/moments")
        assert len(moments) == len(record.log) + 1
        assert moments[-1]["turn"]["kind"] == "over"
        assert await door.get(f"{path}/moments?start=3&count=2") == moments[3:5]
        assert await door.get(f"{path}/moments?start=100000") == []
        for query in (
            "start=-1",
            "count=0",
            "count=201",
            "count=x",
            "start=" + "9" * 5000,
            "count=1&count=2",
        ):
            assert refused(await asked(door, "GET", f"{path}/moments?{query}")) == (400, "bad-query")

    in_house(tmp_path, evening)


def test_a_finished_game_is_analysed_in_a_process_of_its_own(tmp_path: Path) -> None:
    async def evening(door: Door) -> None:
        table = await played(door, "zock", MARKUP)
        path = f"/api/records/{table['match']}/analysis"
        assert refused(await asked(door, "GET", path)) == (404, "unknown-table")
        starts = await asyncio.gather(*(asked(door, "POST", path) for _ in range(3)))
        assert {answer.status_code for answer in starts} == {202}
        seen = [starts[0].json()]
        while seen[-1]["status"] == "running":
            seen.append(await door.get(path))
            await asyncio.sleep(0.01)
        assert seen[-1]["status"] == "done"
        assert seen[-1]["done"] == seen[-1]["of"] > 0
        assert [status["done"] for status in seen] == sorted(status["done"] for status in seen)
        report = msgspec.json.decode((await asked(door, "GET", f"{path}/report")).content, type=Report)
        assert report.game == "zock"
        page = await asked(door, "GET", f"{path}/page")
        assert page.headers["content-type"].startswith("text/html")
        assert "attachment" in page.headers["content-disposition"]
        assert MARKUP not in page.text
        assert "&lt;script&gt;alert(1)" in page.text

    in_house(tmp_path, evening)


def test_an_analysis_is_made_once_however_many_ask_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def evening(door: Door) -> None:
        table = await played(door)
        analysed, analyse = [], door.house._workers.analyse

        async def counted(record: bytes, progress: Any) -> bytes:
            analysed.append(record)
            return await analyse(record, progress)

        monkeypatch.setattr(door.house._workers, "analyse", counted)
        path = f"/api/records/{table['match']}/analysis"
        answers = await asyncio.gather(
            *(asked(door, "POST", path) for _ in range(4)),
            *(asked(door, "GET", f"{path}/report") for _ in range(4)),
        )
        assert all(answer.is_success for answer in answers)
        assert len({answer.content for answer in answers[4:]}) == 1
        assert len(analysed) == 1

    in_house(tmp_path, evening)


def test_one_address_asks_for_records_and_analyses_only_so_often(tmp_path: Path) -> None:
    async def evening(door: Door) -> None:
        for path, most in (("/moments", 110), ("/analysis/report", 22)):
            answers = [refused(await asked(door, "GET", f"/api/records/x{path}")) for _ in range(most)]
            assert answers[0] == (404, "unknown-table")
            assert answers[-1] == (429, "too-many")

    in_house(tmp_path, evening)


# What browsers get


def test_names_and_talk_are_text_and_never_markup(tmp_path: Path) -> None:
    async def evening(door: Door) -> None:
        table = await door.table("zock", [MARKUP, "free"])
        async with door.guest(table["table"], table["token"]) as guest:
            await guest.say("say", text=f"{MARKUP}\x1b[2J\u202e\n")
            talk = await guest.until(lambda news: news["type"] == "talk")
            assert (talk["names"], talk["text"]) == ([MARKUP], f"{MARKUP} [2J")
        answer = await asked(door, "GET", f"/api/tables/{table['table']}")
        assert answer.json()["seats"][0]["name"] == MARKUP
        assert answer.headers["content-type"] == "application/json"
        assert answer.headers["x-content-type-options"] == "nosniff"

    in_house(tmp_path, evening)


def test_every_answer_says_what_a_page_may_load(tmp_path: Path) -> None:
    async def evening(door: Door) -> None:
        for path in ("/", "/t/abc", "/api/docs", "/api/games", "/api/qr", "/nowhere", "/healthz"):
            answer = await asked(door, "GET", path)
            policy = answer.headers["content-security-policy"]
            assert "default-src 'none'" in policy
            assert "frame-ancestors 'none'" in policy
            assert "unsafe" not in policy
            assert "*" not in policy
            assert answer.headers["referrer-policy"] == "no-referrer"

    in_house(tmp_path, evening)
