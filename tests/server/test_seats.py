"""Who sits where, by which token or cookie, and on which device."""

from __future__ import annotations

import asyncio
import hmac
import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from stammtisch.server.tables import seating
from stammtisch.server.tables.seating import LINK_LASTS, create_link, person_of
from stammtisch.server.tokens import hashed
from tests.server.evenings import FREE, HERE, asked, cookie_of, played, refused
from tests.server.playing import open_house
from tests.server.sitting import Evening

# Seats, tokens and cookies


async def test_a_cookie_is_for_this_table_alone_and_no_script_reads_it(tmp_path: Path) -> None:
    async with open_house(tmp_path) as door:
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


@pytest.mark.parametrize(("trusted", "secure"), [(["127.0.0.1"], True), (["10.0.0.1"], False)])
async def test_behind_tls_cookies_are_secure_if_the_proxy_is_trusted(
    trusted: list[str], secure: bool, tmp_path: Path
) -> None:
    async with open_house(tmp_path, trusted_proxies=trusted) as door:
        forwarded = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.7"}
        body = {"game": "zock", "seats": [HERE, FREE]}
        answer = await door.http.post("/api/tables", json=body, headers=forwarded)
        assert bool(cookie_of(answer)["secure"]) is secure
        assert ("strict-transport-security" in answer.headers) is secure


async def test_by_cookie_only_our_own_page_acts(tmp_path: Path) -> None:
    async with open_house(tmp_path) as door:
        body = {"game": "zock", "seats": [HERE, FREE]}
        table = (await asked(door, "POST", "/api/tables", json=body)).json()["table"]
        tickets = f"/api/tables/{table}/tickets"
        own = str(door.http.base_url).rstrip("/")
        for headers in ({}, {"Origin": "https://evil.example"}, {"Origin": "null"}):
            assert refused(await door.http.post(tickets, headers=headers)) == (403, "bad-origin")
        assert (await door.http.post(tickets, headers={"Origin": own})).status_code == 201


async def test_guests_sit_down_on_any_seat_on_a_named_one_or_several_at_one_device(tmp_path: Path) -> None:
    async with open_house(tmp_path) as door:
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


async def test_seats_that_cannot_be_taken_are_refused(tmp_path: Path) -> None:
    async with open_house(tmp_path) as door:
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
            ({"names": ["\u202e"]}, (400, "bad-name")),
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


async def test_a_token_acts_for_its_own_seat_and_table_alone(tmp_path: Path) -> None:
    async with open_house(tmp_path) as door:
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


async def test_tokens_are_256_random_bits_and_only_their_hashes_are_kept(tmp_path: Path) -> None:
    async with open_house(tmp_path) as door:
        table = await door.table("zock", ["Anna", "free"])
        link = (await door.post(f"/api/tables/{table['table']}/tickets", token=table["token"]))["link"]
        ben = await door.sit(table["table"], "Ben")
        secrets = [table["token"], link.partition("#ticket=")[2], ben]
        assert all(re.fullmatch("[A-Za-z0-9_-]{43}", secret) for secret in secrets)
        kept = "".join(await door.services.log.read(table["table"]))
        assert all(hashed(secret) in kept and secret not in kept for secret in secrets)


def test_a_token_is_compared_with_every_key_in_constant_time(monkeypatch: pytest.MonkeyPatch) -> None:
    compared = []

    def compare_digest(ours: str, theirs: str) -> bool:
        compared.append(theirs)
        return hmac.compare_digest(ours, theirs)

    monkeypatch.setattr(seating, "compare_digest", compare_digest)
    table = Evening("kniffel", "Anna", "Ben", "Cleo").table
    people = (person._replace(keys=(hashed(f"{n}"),)) for n, person in enumerate(table.people))
    table = replace(table, people=tuple(people))
    for token, expected in (("0", 0), ("2", 2), ("nobody's", None)):
        compared.clear()
        assert person_of(table, token) == expected
        assert compared == [key for person in table.people for key in person.keys]


# Taking a seat along


async def test_a_personal_link_takes_the_seats_to_another_device_once(tmp_path: Path) -> None:
    async with open_house(tmp_path) as door:
        table = await door.table("kniffel", ["Anna", "Ben", "free"])
        path = f"/api/tables/{table['table']}"
        link = await door.post(f"{path}/tickets", token=table["token"])
        ticket = link["link"].removeprefix(f"/t/{table['table']}#ticket=")
        use_link = await door.post(f"{path}/keys", {"ticket": ticket, "program": True})
        assert use_link["seats"] == [0, 1]
        assert use_link["token"] not in (table["token"], ticket)
        again = await asked(door, "POST", f"{path}/keys", json={"ticket": ticket})
        assert refused(again) == (410, "expired-link")
        for token in (table["token"], use_link["token"]):
            assert [seat["yours"] for seat in (await door.get(path, token))["seats"]] == [True, True, False]


async def test_a_personal_link_opens_no_other_table_and_not_by_guessing(tmp_path: Path) -> None:
    async with open_house(tmp_path) as door:
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


async def test_one_address_sits_down_and_makes_links_only_so_often(tmp_path: Path) -> None:
    async with open_house(tmp_path, most_tables_per_address=1) as door:
        table = await door.table("zock", ["Anna", "free"])
        tickets = f"/api/tables/{table['table']}/tickets"
        for _ in range(12):
            await door.post(tickets, token=table["token"])
        assert refused(await asked(door, "POST", tickets, table["token"])) == (429, "too-many")
        for path, body in (("seats", {"names": ["Ben"]}), ("keys", {"ticket": "x"})):
            answer = await asked(door, "POST", f"/api/tables/{table['table']}/{path}", json=body)
            assert refused(answer) == (429, "too-many")


def test_old_links_are_forgotten() -> None:
    evening = Evening("zock", "Anna", "Ben")
    evening.run(lambda table, now: create_link(table, 0, "first", now))
    evening.now += LINK_LASTS + 1
    evening.run(lambda table, now: create_link(table, 0, "second", now))
    assert [*evening.table.links] == [hashed("second")]


# How long others wait


@pytest.mark.parametrize(
    ("wish", "away"), [({}, 120), ({"clock": {"move": 86400}}, 86400), ({"away": 30}, 30)]
)
async def test_letters_take_days_before_anybody_is_away(
    wish: dict[str, object], away: int, tmp_path: Path
) -> None:
    async with open_house(tmp_path) as door:
        opened = await door.table("zock", ["Anna", "free"], **wish)
        async with door.guest(opened["table"], opened["token"]) as anna:
            assert (await anna.until(lambda news: news["type"] == "table"))["away"] == away


# One device, more than one person


async def test_who_sits_here_takes_more_seats_for_others_at_the_same_device(tmp_path: Path) -> None:
    async with open_house(tmp_path) as door:
        body = {"game": "kniffel", "seats": [HERE, FREE, FREE]}
        opened = (await asked(door, "POST", "/api/tables", json=body)).json()
        table = f"/api/tables/{opened['table']}"
        own = {"Origin": str(door.http.base_url).rstrip("/")}
        answer = await door.http.post(f"{table}/seats", json={"names": ["Ben"], "seats": [2]}, headers=own)
        assert answer.json()["seats"] == [0, 2]
        seats = (await door.get(table))["seats"]
        assert [seat["yours"] for seat in seats] == [True, False, True]
        assert [seat["name"] for seat in seats] == [HERE["name"], "", "Ben"]


async def test_a_program_takes_more_seats_with_its_token(tmp_path: Path) -> None:
    async with open_house(tmp_path) as door:
        opened = await door.table("kniffel", ["Anna", "free"])
        sat = await door.post(
            f"/api/tables/{opened['table']}/seats", {"names": ["Ben"], "program": True}, opened["token"]
        )
        assert (sat["seats"], sat["token"]) == ([0, 1], opened["token"])


async def test_the_link_of_another_does_not_cost_the_own_seat(tmp_path: Path) -> None:
    async with open_house(tmp_path) as door:
        opened = await door.table("zock", ["Anna", "free"])
        ben = await door.sit(opened["table"], "Ben")
        table = f"/api/tables/{opened['table']}"
        link = (await door.post(f"{table}/tickets", token=opened["token"]))["link"]
        ticket = {"ticket": link.partition("#ticket=")[2], "program": True}
        headers = {"Authorization": f"Bearer {ben}"}
        answer = await door.http.post(f"{table}/keys", json=ticket, headers=headers)
        assert refused(answer) == (409, "already-seated")
        again = await door.post(f"{table}/keys", ticket, opened["token"])
        assert again["seats"] == [0]
