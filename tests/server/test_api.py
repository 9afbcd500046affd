"""Everything that is asked over HTTP about games and tables, the happy way and every other."""

from __future__ import annotations

import asyncio
import re
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree as ET

import segno

from stammtisch import catalog
from tests.server.evenings import FREE, HERE, MARKUP, asked, played, refused
from tests.server.playing import News, open_house

# Games


async def test_all_games_are_told_with_what_they_take(tmp_path: Path) -> None:
    async with open_house(tmp_path) as door:
        games = {game["game"]: game for game in await door.get("/api/games")}
        assert set(games) == set(catalog.NAMES)
        assert games["tock"]["players"] == list(catalog.game("tock").players)
        assert {name for name, game in games.items() if game["secrets"]} == {"tock", "zocknroll"}
        assert games["zock"]["bots"][0] == "random"
        assert games["kniffel"]["options"]["type"] == "object"


async def test_rules_are_told_by_clause_in_three_languages(tmp_path: Path) -> None:
    async with open_house(tmp_path) as door:
        texts = [str(await door.get(f"/api/games/tock/rules?lang={lang}")) for lang in ("de", "en", "hu")]
        assert len({*texts}) == 3
        assert all("T10" in text for text in texts)
        assert refused(await asked(door, "GET", "/api/games/chess/rules")) == (400, "unknown-game")
        assert refused(await asked(door, "GET", "/api/games/tock/rules?lang=la")) == (400, "bad-query")
        assert refused(await asked(door, "GET", "/api/games/tock/rules?language=de")) == (400, "bad-query")


async def test_a_layout_is_made_for_the_players_and_their_options(tmp_path: Path) -> None:
    async with open_house(tmp_path) as door:
        plain = await door.get("/api/games/tock/layout?players=4")
        assert (plain["arms"], plain["arm_length"], plain["teams"]) == (4, 18, [[0, 2], [1, 3]])
        dog = await door.get('/api/games/tock/layout?players=6&options={"board":"dog"}')
        assert (dog["arms"], dog["arm_length"]) == (6, 16)
        path = "/api/games/tock/layout"
        assert refused(await asked(door, "GET", path)) == (400, "bad-query")
        assert refused(await asked(door, "GET", f"{path}?players=7")) == (400, "bad-request")
        assert refused(await asked(door, "GET", f"{path}?players=4&options=x")) == (400, "bad-json")
        assert refused(await asked(door, "GET", f'{path}?players=4&options={{"board":0}}')) == (
            400,
            "bad-options",
        )
        assert refused(await asked(door, "GET", "/api/games/chess/layout?players=2")) == (400, "unknown-game")


# Opening


async def test_who_opens_a_table_learns_its_link_its_code_and_the_promise_of_its_dice(tmp_path: Path) -> None:
    async with open_house(tmp_path) as door:
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


WISHES: list[tuple[News, str]] = [
    ({"game": "chess"}, "unknown-game"),
    ({"seats": [FREE] * 5}, "bad-request"),
    ({"seats": []}, "bad-body"),
    ({"seats": [{"kind": "dog"}, FREE]}, "bad-body"),
    ({"seats": [{"kind": "here", "name": " "}, FREE]}, "bad-name"),
    ({"seats": [{"kind": "here", "name": "a\nb"}, FREE]}, "bad-name"),
    ({"seats": [{"kind": "here", "name": "a" * 31}, FREE]}, "bad-body"),
    ({"seats": [HERE, {"kind": "bot", "bot": "genius"}]}, "bad-request"),
    ({"stand_in": "genius"}, "bad-request"),
    ({"options": {"colour": "red"}}, "bad-options"),
    ({"clock": {"move": 1}}, "bad-body"),
    ({"rated": True}, "rated-terms"),
    ({"game": "tock", "real_dice": True}, "secret-dice"),
    ({"unknown": 1}, "bad-body"),
]


async def test_a_wish_that_cannot_be_is_refused(tmp_path: Path) -> None:
    async with open_house(tmp_path) as door:
        for wish, expected in WISHES:
            body = {"game": "zock", "seats": [HERE, FREE], "public": True} | wish
            assert refused(await asked(door, "POST", "/api/tables", json=body)) == (400, expected), wish
        assert await door.get("/api/tables") == []


async def test_broken_and_endless_bodies_are_refused(tmp_path: Path) -> None:
    async with open_house(tmp_path) as door:
        for body, expected in (
            (b"{", (400, "bad-json")),
            (b"[" * 60_000, (400, "bad-json")),
            (b"7", (400, "bad-body")),
            (b'{"game":' + b"9" * 5000 + b"}", (400, "bad-json")),
            (b" " * 70_000, (413, "too-large")),
        ):
            assert refused(await asked(door, "POST", "/api/tables", content=body)) == expected


async def test_one_address_opens_only_so_many_tables(tmp_path: Path) -> None:
    async with open_house(tmp_path, most_tables_per_address=2) as door:
        for _ in range(2):
            await door.table("zock", ["Anna", "free"])
        answer = await asked(door, "POST", "/api/tables", json={"game": "zock", "seats": [HERE, FREE]})
        assert refused(answer) == (429, "too-many")
        assert int(answer.headers["retry-after"]) > 60


async def test_only_public_tables_are_listed_and_only_while_they_are_open_or_playing(tmp_path: Path) -> None:
    async with open_house(tmp_path) as door:
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


# Codes, links, closing


async def test_a_code_leads_to_its_table_however_it_is_written(tmp_path: Path) -> None:
    async with open_house(tmp_path) as door:
        table = await door.table("zock", ["Anna", "free"])
        for spelling in (table["code"], table["code"].upper(), f"%20{table['code']}%20"):
            assert await door.get(f"/api/codes/{spelling}") == {
                "table": table["table"],
                "link": f"/t/{table['table']}",
            }


async def test_codes_cannot_be_tried_out(tmp_path: Path) -> None:
    async with open_house(tmp_path) as door:
        answers = [refused(await asked(door, "GET", f"/api/codes/babababa{number}")) for number in range(25)]
        assert answers[0] == (404, "unknown-table")
        assert answers[-1] == (429, "too-many")
        assert answers.count((404, "unknown-table")) < 23


async def test_a_link_is_drawn_as_a_qr_code(tmp_path: Path) -> None:
    async with open_house(tmp_path) as door:
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


async def test_only_its_host_closes_a_table_and_not_during_a_game(tmp_path: Path) -> None:
    async with open_house(tmp_path) as door:
        table = await door.table("zock", ["Anna", "free"])
        path = f"/api/tables/{table['table']}"
        assert refused(await asked(door, "DELETE", path)) == (403, "not-seated")
        ben = await door.sit(table["table"], "Ben")
        seen = [(await door.get(path, token))["host"] for token in (table["token"], ben, None)]
        assert seen == [True, False, False]
        async with (
            door.guest(table["table"], table["token"]) as anna,
            door.guest(table["table"], ben) as second,
        ):
            await asyncio.gather(anna.seed(), second.seed())
            await anna.position(lambda news: news["turn"] is not None)
            assert refused(await asked(door, "DELETE", path, table["token"])) == (409, "still-playing")
        other = await door.table("zock", ["Anna", "free"])
        async with door.guest(other["table"], other["token"]) as host:
            for _ in range(2):
                answer = await asked(door, "DELETE", f"/api/tables/{other['table']}", other["token"])
                assert (answer.status_code, answer.content) == (204, b"")
            told = await host.until(lambda news: news["type"] == "table" and news["status"] == "closed")
            assert told["closed"] == "its host closed it"
            await host.say("say", text="hello?")
            assert await host.refused() == "table-over"
        late = await asked(door, "POST", f"/api/tables/{other['table']}/seats", json={"names": ["Ben"]})
        assert refused(late) == (409, "table-over")


async def test_what_is_not_there_is_not_found_on_either_engine(url: str, tmp_path: Path) -> None:
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

    async with open_house(tmp_path, store=url) as door:
        for name in ("nowhere", "%00", "%F0%9F%8E%B2", "a" * 3000):
            for method, path, body in asking:
                answer = await asked(door, method, path.format(name), json=body)
                assert refused(answer) == (404, "unknown-table"), path
            async with door.guest(name) as guest:
                assert await guest.refused() == "unknown-table"


# What browsers get


async def test_names_and_talk_are_text_and_never_markup(tmp_path: Path) -> None:
    async with open_house(tmp_path) as door:
        table = await door.table("zock", [MARKUP, "free"])
        async with door.guest(table["table"], table["token"]) as guest:
            await guest.say("say", text=f"{MARKUP}\x1b[2J\u202e\n")
            talk = await guest.until(lambda news: news["type"] == "talk")
            assert (talk["names"], talk["text"]) == ([MARKUP], f"{MARKUP} [2J")
        answer = await asked(door, "GET", f"/api/tables/{table['table']}")
        assert answer.json()["seats"][0]["name"] == MARKUP
        assert answer.headers["content-type"] == "application/json"
        assert answer.headers["x-content-type-options"] == "nosniff"


async def test_every_answer_says_what_a_page_may_load(tmp_path: Path) -> None:
    async with open_house(tmp_path) as door:
        for path in ("/", "/t/abc", "/api/docs", "/api/games", "/api/qr", "/nowhere", "/healthz"):
            answer = await asked(door, "GET", path)
            policy = answer.headers["content-security-policy"]
            assert "default-src 'none'" in policy
            assert "frame-ancestors 'none'" in policy
            assert "unsafe" not in policy
            assert "*" not in policy
            assert answer.headers["referrer-policy"] == "no-referrer"


async def test_what_is_the_same_for_everybody_comes_packed(tmp_path: Path) -> None:
    async with open_house(tmp_path) as door:
        wanted = {"/api/games": "gzip", "/api/games/tock/rules": "gzip", "/api/tables": None}
        for path, encoding in wanted.items():
            answer = await door.http.get(path, headers={"Accept-Encoding": "gzip"})
            assert answer.is_success
            assert answer.headers.get("content-encoding") == encoding
