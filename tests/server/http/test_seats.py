"""Seats over HTTP: joining, the tokens and cookies of seats, and taking seats to another device."""

from __future__ import annotations

import asyncio
import re
from http.cookies import Morsel, SimpleCookie
from pathlib import Path

import httpx
import pytest

from stammtisch.server.tables.events import KeyRevoked, encode_event
from stammtisch.server.tables.spending import LINKS
from stammtisch.server.tokens import hashed
from tests.server.clients import ANNA, FREE, RunningServer, open_server, play_game
from tests.server.http_client import refusal


def seat_cookie(answer: httpx.Response) -> Morsel[str]:
    cookies = SimpleCookie(answer.headers["set-cookie"])
    return cookies["seat"]


# Seats, tokens and cookies


async def test_the_cookie_of_a_seat_is_for_its_table_alone_and_hidden_from_scripts(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        body = {"game": "zock", "seats": [ANNA, FREE]}
        answer = await server.request("POST", "/api/tables", json=body)
        created, cookie = answer.json(), seat_cookie(answer)
        assert created["token"] is None
        assert cookie["path"] == f"/api/tables/{created['table']}"
        assert (cookie["httponly"], cookie["samesite"].lower(), cookie["secure"]) == (True, "strict", "")
        again = await server.get(f"/api/tables/{created['table']}")
        assert [seat["yours"] for seat in again["seats"]] == [True, False]
        other = await server.create_table("zock", ["Ben", "free"])
        assert not (await server.get(f"/api/tables/{other['table']}"))["seats"][0]["yours"]


@pytest.mark.parametrize(("trusted", "secure"), [(["127.0.0.1"], True), (["10.0.0.1"], False)])
async def test_behind_tls_cookies_are_secure_if_the_proxy_is_trusted(
    trusted: list[str], secure: bool, tmp_path: Path
) -> None:
    async with open_server(tmp_path, trusted_proxies=trusted) as server:
        forwarded = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.7"}
        body = {"game": "zock", "seats": [ANNA, FREE]}
        answer = await server.http.post("/api/tables", json=body, headers=forwarded)
        assert bool(seat_cookie(answer)["secure"]) is secure
        assert ("strict-transport-security" in answer.headers) is secure


async def test_a_cookie_counts_only_with_the_origin_of_our_own_page(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        body = {"game": "zock", "seats": [ANNA, FREE]}
        table = (await server.request("POST", "/api/tables", json=body)).json()["table"]
        tickets = f"/api/tables/{table}/tickets"
        for headers in ({}, {"Origin": "https://evil.example"}, {"Origin": "null"}):
            assert refusal(await server.http.post(tickets, headers=headers)) == (403, "bad-origin")
        assert (await server.http.post(tickets, headers={"Origin": server.origin})).status_code == 201


async def test_guests_join_on_any_seat_on_a_named_one_or_on_several_at_one_device(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        table = (await server.create_table("kniffel", ["Anna", "free", "free", "free", "free"]))["table"]
        seats = f"/api/tables/{table}/seats"
        assert (await server.post(seats, {"names": ["Ben"], "seats": [3], "program": True}))["seats"] == [3]
        both = await server.post(seats, {"names": ["Cleo", "Dora"], "program": True})
        assert both["seats"] == [1, 2]
        seen = await server.get(f"/api/tables/{table}", both["token"])
        assert [seat["name"] for seat in seen["seats"]] == ["Anna", "Cleo", "Dora", "Ben", ""]
        assert [seat["yours"] for seat in seen["seats"]] == [False, True, True, False, False]
        async with server.connect(table, both["token"]) as device:
            await device.wait_for(lambda update: update["type"] == "presence")
            assert [update["seat"] for update in device.received if update["type"] == "position"] == [1, 2]


async def test_seats_that_cannot_be_taken_are_refused(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        table = await server.create_table("kniffel", ["Anna", "free", "free"])
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
            ({"names": ["anna"]}, (409, "look-alike")),
            ({"names": ["bot:easy"]}, (400, "bot-name")),
            ({"names": []}, (400, "bad-body")),
        ):
            assert refusal(await server.request("POST", seats, json=body)) == expected
        assert [seat["kind"] for seat in (await server.get(seats.removesuffix("/seats")))["seats"]] == [
            "program",
            "free",
            "free",
        ]
        await server.join(table["table"], "Ben", "Cleo")
        assert refusal(await server.request("POST", seats, json={"names": ["Dora"]})) == (409, "table-full")
        over = await play_game(server)
        late = await server.request("POST", f"/api/tables/{over['table']}/seats", json={"names": ["Eve"]})
        assert refusal(late) == (409, "table-over")


async def test_a_token_counts_for_its_own_seats_and_table_alone(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        table, other = [await server.create_table("zock", ["Anna", "free"]) for _ in range(2)]
        ben = await server.join(table["table"], "Ben")
        for token in (other["token"], ben):
            assert refusal(await server.request("DELETE", f"/api/tables/{table['table']}", token)) == (
                403,
                "not-seated",
            )
        for token in (other["token"], None, hashed(table["token"])):
            ticket = await server.request("POST", f"/api/tables/{table['table']}/tickets", token)
            assert refusal(ticket) == (403, "not-seated")
        async with (
            server.connect(table["table"], table["token"]) as anna,
            server.connect(table["table"], ben) as second,
            server.connect(table["table"], other["token"]) as stranger,
        ):
            assert await stranger.error_code() == "not-seated"
            await asyncio.gather(anna.add_seed(), second.add_seed())
            position = await second.match_started()
            await second.send("throw", at=position["at"], seat=0)
            assert await second.error_code() == "not-your-turn"
            await second.send("hint", seat=0)
            await second.wait_for(lambda update: update.get("code") == "not-seated")


async def test_tokens_are_256_random_bits_and_only_their_hashes_are_stored(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        table = await server.create_table("zock", ["Anna", "free"])
        link = (await server.post(f"/api/tables/{table['table']}/tickets", token=table["token"]))["link"]
        ben = await server.join(table["table"], "Ben")
        secrets = [table["token"], link.partition("#ticket=")[2], ben]
        assert all(re.fullmatch("[A-Za-z0-9_-]{43}", secret) for secret in secrets)
        kept = "".join(await server.services.log.read(table["table"]))
        assert all(hashed(secret) in kept and secret not in kept for secret in secrets)


# Personal links


async def test_a_personal_link_takes_the_seats_to_another_device_once(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        table = await server.create_table("kniffel", ["Anna", "Ben", "free"])
        path = f"/api/tables/{table['table']}"
        link = await server.post(f"{path}/tickets", token=table["token"])
        ticket = link["link"].removeprefix(f"/t/{table['table']}#ticket=")
        used = await server.post(f"{path}/keys", {"ticket": ticket, "program": True})
        assert used["seats"] == [0, 1]
        assert used["token"] not in (table["token"], ticket)
        again = await server.request("POST", f"{path}/keys", json={"ticket": ticket})
        assert refusal(again) == (410, "expired-link")
        for token in (table["token"], used["token"]):
            assert [seat["yours"] for seat in (await server.get(path, token))["seats"]] == [True, True, False]


async def test_a_personal_link_is_for_its_table_alone_and_cannot_be_guessed(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        table, other = [await server.create_table("zock", ["Anna", "free"]) for _ in range(2)]
        link = await server.post(f"/api/tables/{table['table']}/tickets", token=table["token"])
        ticket = link["link"].partition("=")[2]
        for path, wrong in (
            (other["table"], ticket),
            (table["table"], hashed(ticket)),
            (table["table"], "x"),
        ):
            answer = await server.request("POST", f"/api/tables/{path}/keys", json={"ticket": wrong})
            assert refusal(answer) == (410, "expired-link")
        answer = await server.request("POST", f"/api/tables/{table['table']}/keys", json={"ticket": ticket})
        assert seat_cookie(answer)["path"] == f"/api/tables/{table['table']}"
        assert answer.json()["token"] is None


async def test_joining_and_personal_links_are_limited(tmp_path: Path) -> None:
    async with open_server(tmp_path, most_tables_per_address=1) as server:
        table = await server.create_table("zock", ["Anna", "free"])
        tickets = f"/api/tables/{table['table']}/tickets"
        keys = f"/api/tables/{table['table']}/keys"
        for _ in range(12):
            answer = await server.request("POST", keys, json={"ticket": "x"})
            assert refusal(answer) == (410, "expired-link")
        assert refusal(await server.request("POST", tickets, table["token"])) == (429, "too-many")
        for path, body in (("seats", {"names": ["Ben"]}), ("keys", {"ticket": "x"})):
            answer = await server.request("POST", f"/api/tables/{table['table']}/{path}", json=body)
            assert refusal(answer) == (429, "too-many")


async def test_personal_links_of_one_player_are_limited_and_the_refusal_says_for_how_long(
    tmp_path: Path,
) -> None:
    async with open_server(tmp_path) as server:
        table = await server.create_table("zock", ["Anna", "free"])
        tickets = f"/api/tables/{table['table']}/tickets"
        for _ in range(LINKS.at_once):
            await server.post(tickets, token=table["token"])
        answer = await server.request("POST", tickets, table["token"])
        assert refusal(answer) == (429, "too-many")
        assert 0 < int(answer.headers["retry-after"]) <= LINKS.seconds


async def test_one_address_cannot_take_every_seat_of_a_public_table(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        public, private = [
            await server.create_table("kniffel", ["Anna", *["free"] * 7], public=public)
            for public in (True, False)
        ]
        names = ["Ben", "Cleo", "Dora", "Eva", "Fritz"]
        for name in names[:4]:
            await server.join(public["table"], name)
        body = {"names": ["Fritz"], "program": True}
        answer = await server.request("POST", f"/api/tables/{public['table']}/seats", json=body)
        assert refusal(answer) == (429, "too-many")
        own = await server.request("POST", f"/api/tables/{public['table']}/seats", public["token"], json=body)
        assert own.status_code == 201, "the host is not a newcomer"
        for name in names:
            await server.join(private["table"], name)


async def test_a_device_that_the_host_sent_away_gets_no_seat_any_more(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        table = await server.create_table("zock", ["Anna", "free"])
        ben = await server.join(table["table"], "Ben")
        async with (
            server.connect(table["table"], table["token"]) as anna,
            server.connect(table["table"], ben) as second,
        ):
            await second.table(lambda update: update["seats"][1]["yours"])
            await anna.send("remove", seat=1)
            sent_away = await second.table(lambda update: update["seats"][1]["kind"] == "free")
            assert not any(seat["yours"] for seat in sent_away["seats"])
            await second.send("say", text="Why?")
            assert await second.error_code() == "not-seated"
        body = {"names": ["Ben"], "program": True}
        answer = await server.request("POST", f"/api/tables/{table['table']}/seats", ben, json=body)
        assert refusal(answer) == (403, "removed")
        assert await server.join(table["table"], "Cleo")


# Keys


async def second_device(server: RunningServer, table: str, token: str) -> str:
    """The token of another device that a personal link brought to somebody's seats."""
    link = (await server.post(f"/api/tables/{table}/tickets", token=token))["link"]
    ticket = {"ticket": link.partition("#ticket=")[2], "program": True}
    return str((await server.post(f"/api/tables/{table}/keys", ticket))["token"])


async def test_devices_that_hold_a_key_are_listed_for_their_owner_alone(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        firefox = {"User-Agent": "Mozilla/5.0 (Android 14; Mobile; rv:133.0) Gecko/133.0 Firefox/133.0"}
        body = {"game": "zock", "seats": [ANNA, FREE], "program": True}
        created = (await server.http.post("/api/tables", json=body, headers=firefox)).json()
        ben = await server.join(created["table"], "Ben")
        keys = f"/api/tables/{created['table']}/keys"
        phone = await second_device(server, created["table"], created["token"])
        first, second = await server.get(keys, phone)
        assert first["device"] == {"browser": "Firefox", "system": "Android"}
        assert second["device"] is None
        assert [first["current"], second["current"]] == [False, True]
        assert first["since"] <= second["since"]
        assert not any(hashed(token) in str((first, second)) for token in (phone, created["token"]))
        assert len(await server.get(keys, ben)) == 1
        for token in (None, "nobody's"):
            assert refusal(await server.request("GET", keys, token)) == (403, "not-seated")
            refused = await server.request("DELETE", f"{keys}/{first['id']}", token)
            assert refusal(refused) == (403, "not-seated")


@pytest.mark.usefixtures("each_transport")
async def test_a_revoked_device_is_disconnected_at_once_and_stays_out(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        created = await server.create_table("zock", ["Anna", "free"])
        table, token = created["table"], created["token"]
        phone = await second_device(server, table, token)
        async with (
            server.connect(table, token) as anna,
            server.connect(table, phone) as lost,
            server.connect(table) as spectator,
        ):
            await lost.wait_for(lambda update: update["type"] == "presence")
            (key,) = [
                key["id"] for key in await server.get(f"/api/tables/{table}/keys", phone) if key["current"]
            ]
            answer = await server.request("DELETE", f"/api/tables/{table}/keys/{key}", phone)
            assert refusal(answer) == (409, "own-key")
            assert (
                await server.request("DELETE", f"/api/tables/{table}/keys/{key}", token)
            ).status_code == 204
            assert await lost.error_code() == "not-seated"
            assert await lost.closed() == 4000
            await anna.send("say", text="alone again")
            for client in (anna, spectator):
                await client.wait_for(lambda update: update.get("text") == "alone again")
            assert all(update.get("text") != "alone again" for update in lost.received)
        async with server.connect(table, phone) as lost:
            assert await lost.error_code() == "not-seated"
        answer = await server.request("POST", f"/api/tables/{table}/tickets", phone)
        assert refusal(answer) == (403, "not-seated")
        assert refusal(await server.request("DELETE", f"/api/tables/{table}/keys/{key}", token)) == (
            404,
            "unknown-key",
        )


async def test_a_device_is_disconnected_when_its_key_is_revoked_on_another_process(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        created = await server.create_table("zock", ["Anna", "free"])
        table, token = created["table"], created["token"]
        phone = await second_device(server, table, token)
        async with server.connect(table, phone) as lost, server.connect(table, token) as anna:
            seen = await lost.table()
            revoked = encode_event(KeyRevoked(t=0.0, person=0, key=hashed(phone)))
            await server.services.log.append(table, seen["n"] + 1, [revoked])
            await server.get(f"/api/tables/{table}")  # this process reads what the other one has stored
            assert await lost.error_code() == "not-seated"
            assert await lost.closed() == 4000
            await anna.add_seed()
            await anna.table(lambda update: update["seedless"] == [])


# Absence


@pytest.mark.parametrize(
    ("terms", "away"), [({}, 120), ({"clock": {"move": 86400}}, 86400), ({"away": 30}, 30)]
)
async def test_a_stand_in_waits_at_least_the_time_for_a_move_unless_agreed_otherwise(
    terms: dict[str, object], away: int, tmp_path: Path
) -> None:
    async with open_server(tmp_path) as server:
        created = await server.create_table("zock", ["Anna", "free"], **terms)
        async with server.connect(created["table"], created["token"]) as anna:
            assert (await anna.table())["away"] == away


# Several people at one device


async def test_a_player_takes_more_seats_for_others_at_the_same_device(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        body = {"game": "kniffel", "seats": [ANNA, FREE, FREE]}
        created = (await server.request("POST", "/api/tables", json=body)).json()
        table = f"/api/tables/{created['table']}"
        own = {"Origin": server.origin}
        answer = await server.http.post(f"{table}/seats", json={"names": ["Ben"], "seats": [2]}, headers=own)
        assert answer.json()["seats"] == [0, 2]
        seats = (await server.get(table))["seats"]
        assert [seat["yours"] for seat in seats] == [True, False, True]
        assert [seat["name"] for seat in seats] == ["Anna", "", "Ben"]


async def test_a_program_takes_more_seats_with_its_token(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        created = await server.create_table("kniffel", ["Anna", "free"])
        joined = await server.post(
            f"/api/tables/{created['table']}/seats", {"names": ["Ben"], "program": True}, created["token"]
        )
        assert (joined["seats"], joined["token"]) == ([0, 1], created["token"])


async def test_a_device_with_a_seat_cannot_use_the_link_of_somebody_else(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        created = await server.create_table("zock", ["Anna", "free"])
        ben = await server.join(created["table"], "Ben")
        table = f"/api/tables/{created['table']}"
        link = (await server.post(f"{table}/tickets", token=created["token"]))["link"]
        ticket = {"ticket": link.partition("#ticket=")[2], "program": True}
        answer = await server.request("POST", f"{table}/keys", ben, json=ticket)
        assert refusal(answer) == (409, "already-seated")
        again = await server.post(f"{table}/keys", ticket, created["token"])
        assert again["seats"] == [0]
