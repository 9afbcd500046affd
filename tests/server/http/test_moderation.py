"""Announcements, blocks and reports of players, against a whole server."""

from __future__ import annotations

from pathlib import Path

import pytest

from stammtisch.server import services
from stammtisch.server.administration.announcements import NewAnnouncement
from stammtisch.server.administration.blocks import NewBlock
from stammtisch.server.administration.reports import CHAT_ATTACHED
from stammtisch.server.ws.protocol import REFUSED
from tests.server.administered import TESTER, administered
from tests.server.http_client import refusal
from tests.server.profiles import ManualClock

# Announcements


async def test_an_announcement_is_shown_at_all_tables_until_it_ends(tmp_path: Path) -> None:
    async with administered(tmp_path) as here:
        table = await here.server.create_table("zock", ["Anna", "free"])
        assert await here.server.get("/api/announcement") == {"announcement": None}
        async with here.server.connect(table["table"], table["token"]) as anna:
            await anna.position()
            announced = await here.ask("PUT", "/announcement", {"text": " A pause at ten ", "seconds": 3600})
            assert announced["text"] == "A pause at ten"
            heard = await anna.wait_for(lambda update: update["type"] == "announcement")
            assert heard == {"type": "announcement"} | announced
            async with here.server.connect(table["table"]) as later:
                assert heard == await later.wait_for(lambda update: update["type"] == "announcement")
            assert await here.server.get("/api/announcement") == {"announcement": announced}
            await here.ask("DELETE", "/announcement")
            await anna.wait_for(lambda update: update["type"] == "announcement" and not update["text"])
        assert await here.server.get("/api/announcement") == {"announcement": None}
        bad = await here.refusable("PUT", "/announcement", {"text": "two\nlines", "seconds": 3600})
        assert refusal(bad) == (400, "bad-request")
        assert (await here.actions())[:2] == [
            ("tests", "announcement-ended", ""),
            ("tests", "announced", "A pause at ten"),
        ]


async def test_an_announcement_and_a_block_end_by_themselves(tmp_path: Path) -> None:
    async with administered(tmp_path) as here:
        clock = ManualClock(1e9)
        administration = here.server.services.administration
        for part in (here.server.services.in_force, administration.blocks, administration.announcements):
            part._clock = clock  # type: ignore[misc]
        await here.ask("PUT", "/announcement", {"text": "soon", "seconds": 60})
        await here.ask("POST", "/blocks", {"kind": "address", "value": "127.0.0.1", "seconds": 60})
        assert (await here.server.http.get("/api/announcement")).status_code == 403
        clock.now += 60
        assert await here.server.get("/api/announcement") == {"announcement": None}
        assert await here.ask("GET", "/blocks") == []


# Blocks


async def test_a_blocked_address_gets_nothing_but_the_page_and_the_administration(tmp_path: Path) -> None:
    async with administered(tmp_path) as here:
        table = await here.server.create_table("zock", ["Anna", "free"])
        async with here.server.connect(table["table"], table["token"]) as anna:
            await anna.position()
            block = await here.ask(
                "POST",
                "/blocks",
                {"kind": "address", "value": "127.0.0.0/24", "seconds": 3600, "why": "spam"},
            )
            assert await anna.error_code() == "blocked"
            assert await anna.closed() == REFUSED
        refused = await here.server.http.get("/api/tables")
        assert refusal(refused) == (403, "blocked")
        assert "until " in refused.json()["error"]["message"]
        assert "spam" not in refused.text
        async with here.server.connect(table["table"], table["token"]) as anna:
            assert await anna.error_code() == "blocked"
            assert await anna.closed() == REFUSED
        assert (await here.server.http.get("/healthz")).status_code == 200
        assert (await here.server.http.get("/")).status_code == 200
        await here.ask("DELETE", f"/blocks/{block['id']}")
        assert (await here.server.http.get("/api/tables")).status_code == 200
        assert refusal(await here.refusable("DELETE", f"/blocks/{block['id']}")) == (404, "unknown-entry")
        assert (await here.actions())[:2] == [
            ("tests", "unblocked", "address 127.0.0.0/24"),
            ("tests", "blocked", "address 127.0.0.0/24"),
        ]


async def test_another_address_is_not_blocked(tmp_path: Path) -> None:
    async with administered(tmp_path) as here:
        await here.ask("POST", "/blocks", {"kind": "address", "value": "2001:db8::1", "seconds": 60})
        statuses = {}
        for address in ("2001:db8::ffff", "2001:db8:0:1::1", "192.0.2.1", "::ffff:192.0.2.1", "unix"):
            answer = await here.server.http.get("/api/tables", headers={"X-Forwarded-For": address})
            statuses[address] = answer.status_code
        assert statuses == {
            "2001:db8::ffff": 403,
            "2001:db8:0:1::1": 200,
            "192.0.2.1": 200,
            "::ffff:192.0.2.1": 200,
            "unix": 200,
        }


@pytest.mark.parametrize("value", ["nonsense", "0.0.0.0/0", "2001::/16", "127.0.0.1; DROP TABLE blocks", " "])
async def test_only_addresses_and_small_networks_can_be_blocked(value: str, tmp_path: Path) -> None:
    async with administered(tmp_path) as here:
        new = {"kind": "address", "value": value, "seconds": 60}
        assert refusal(await here.refusable("POST", "/blocks", new)) == (400, "bad-address")
        assert await here.ask("GET", "/blocks") == []


async def test_a_blocked_name_takes_no_seat_and_keeps_none(tmp_path: Path) -> None:
    async with administered(tmp_path) as here:
        server = here.server
        table = await server.create_table("zock", ["Anna", "free"])
        ben = await server.join(table["table"], "Ben")
        async with server.connect(table["table"], ben) as device, server.connect(table["table"]) as watching:
            await device.position()
            await here.ask("POST", "/blocks", {"kind": "name", "value": "ben", "seconds": 60})
            assert await device.error_code() == "blocked"
            assert await device.closed() == REFUSED
            await watching.position()
        async with server.connect(table["table"], ben) as device:
            assert await device.error_code() == "blocked"
        async with server.connect(table["table"], table["token"]) as anna:
            await anna.position()
        other = await server.create_table("zock", ["Anna", "free"])
        for name in ("Ben", "BEN", "B\N{CYRILLIC SMALL LETTER IE}n"):
            body = {"names": [name], "program": True}
            answer = await server.request("POST", f"/api/tables/{other['table']}/seats", json=body)
            assert refusal(answer) == (403, "blocked")
        new = {"game": "zock", "seats": [{"kind": "here", "name": "Ben"}, {"kind": "free"}]}
        assert refusal(await server.request("POST", "/api/tables", json=new)) == (403, "blocked")


async def test_the_profile_of_a_blocked_name_takes_no_seat_under_another(tmp_path: Path) -> None:
    async with administered(tmp_path) as here:
        profile = await here.server.post("/api/profiles", {"name": "Ben", "program": True})
        table = await here.server.create_table("zock", ["Anna", "free"])
        await here.ask("POST", "/blocks", {"kind": "name", "value": "Ben", "seconds": 60})
        body = {"names": ["Carla"], "program": True}
        path = f"/api/tables/{table['table']}/seats"
        answer = await here.server.request("POST", path, profile["token"], json=body)
        assert refusal(answer) == (403, "blocked")
        assert (await here.server.request("POST", path, json=body)).status_code == 201


async def test_other_processes_read_blocks_and_announcements_from_the_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "SWEEP_EVERY", 0.05)
    async with administered(tmp_path) as here:
        table = await here.server.create_table("zock", ["Anna", "free"])
        administration = here.server.services.administration
        async with here.server.connect(table["table"], table["token"]) as anna:
            await anna.position()
            await administration.announcements.announce(NewAnnouncement("from elsewhere", 60), TESTER)
            await administration.blocks.add(NewBlock("name", "Anna", 60), TESTER)
            await anna.wait_for(lambda update: update.get("text") == "from elsewhere")
            assert await anna.error_code() == "blocked"


# Reports


async def test_a_report_has_the_chat_that_the_server_knows(tmp_path: Path) -> None:
    async with administered(tmp_path) as here:
        table = await here.server.create_table("zock", ["Anna", "free"])
        token = await here.server.join(table["table"], "Ben")
        path = f"/api/tables/{table['table']}/reports"
        async with here.server.connect(table["table"], token) as ben:
            for number in range(CHAT_ATTACHED - 1, CHAT_ATTACHED + 1):
                await ben.send("say", text=f"nonsense {number}", ack=True)
            await ben.wait_for(lambda update: update.get("text") == f"nonsense {CHAT_ATTACHED}")
            report = {"why": "chat", "seat": 1, "text": " he shouts "}
            answer = await here.server.request("POST", path, table["token"], json=report)
            assert answer.status_code == 204
        forged = report | {"chat": [{"text": "forged"}]}
        answer = await here.server.request("POST", path, table["token"], json=forged)
        assert refusal(answer) == (400, "bad-body")
        (stored,) = await here.ask("GET", "/reports")
        assert {key: stored[key] for key in ("reporter", "reported", "address", "why", "text")} == {
            "reporter": "Anna",
            "reported": "Ben",
            "address": "127.0.0.1",
            "why": "chat",
            "text": "he shouts",
        }
        assert [message["names"] for message in stored["chat"]] == [["Ben"], ["Ben"]]
        await here.ask("POST", f"/reports/{stored['id']}/settled")
        assert await here.ask("GET", "/reports") == []
        assert [settled["id"] for settled in await here.ask("GET", "/reports?settled=true")] == [stored["id"]]
        assert (await here.actions())[0] == ("tests", "report-settled", stored["id"])
        unknown = await here.refusable("POST", "/reports/nothing/settled")
        assert refusal(unknown) == (404, "unknown-entry")


async def test_only_players_report_and_only_people(tmp_path: Path) -> None:
    async with administered(tmp_path) as here:
        table = await here.server.create_table("zock", ["Anna", "bot:random"])
        path = f"/api/tables/{table['table']}/reports"
        spectator = await here.server.request("POST", path, json={"why": "other"})
        assert refusal(spectator) == (403, "not-seated")
        for seat in (1, 7, -1, -7):
            body = {"why": "name", "seat": seat}
            answer = await here.server.request("POST", path, table["token"], json=body)
            assert refusal(answer) == (400, "bad-request")
        assert await here.ask("GET", "/reports") == []


async def test_reports_are_limited(tmp_path: Path) -> None:
    async with administered(tmp_path) as here:
        table = await here.server.create_table("zock", ["Anna", "free"])
        path = f"/api/tables/{table['table']}/reports"
        statuses = [
            (await here.server.request("POST", path, table["token"], json={"why": "other"})).status_code
            for _ in range(11)
        ]
        assert statuses == [204] * 10 + [429]
