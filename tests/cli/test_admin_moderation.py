"""`stammtisch admin` announces, blocks and settles while a server runs and has its file to itself."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from stammtisch.cli.main import main
from stammtisch.server import services
from stammtisch.server.administration.errors import Blocked
from support.waiting import until
from tests.server.administered import PASSWORD
from tests.server.clients import RunningServer, open_server


async def admin(server: RunningServer, *args: str, typed: str = "", status: int = 0) -> str:
    """What the command says; it runs in a thread, since the server is in this loop."""
    command = ["admin", "--database", server.database, *args]
    done = await asyncio.to_thread(CliRunner().invoke, main, command, input=typed)
    assert done.exit_code == status, done.output
    return done.output


def is_blocked(server: RunningServer, name: str) -> bool:
    try:
        server.services.in_force.check_names([name])
    except Blocked:
        return True
    return False


async def test_keys_open_the_administration_and_close_it_again(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        token = (await admin(server, "token", "robot")).strip()
        assert (await server.request("GET", "/api/admin/load", token)).status_code == 200
        assert "8 to 200" in await admin(server, "password", typed="short\n", status=2)
        await admin(server, "password", typed=f"{PASSWORD}\n")
        signed_in = await server.request("POST", "/api/admin/session", json={"secret": PASSWORD})
        assert signed_in.status_code == 204
        assert {"robot", "password"} <= {*(await admin(server, "keys")).split()}
        for name in ("robot", "password"):
            await admin(server, "revoke", name)
        assert (await server.request("GET", "/api/admin/load", token)).status_code == 404
        assert "no password or token" in await admin(server, "revoke", "robot", status=2)
        log = await admin(server, "audit")
        assert log.count("key-revoked") == 2
        assert PASSWORD not in log
        assert token not in log


async def test_a_server_notices_a_new_announcement_and_block_within_moments(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "SWEEP_EVERY", 0.05)
    async with open_server(tmp_path) as server:
        table = await server.create_table("zock", ["Anna", "free"])
        async with server.connect(table["table"], table["token"]) as anna:
            await admin(server, "announce", "See you", "--for", "2h")
            await anna.wait_for(lambda update: update.get("text") == "See you")
            await admin(server, "end-announcement")
            await anna.wait_for(lambda update: update.get("text") == "")
            await admin(server, "block", "name", "Anna", "--for", "1d", "--why", "a test")
            assert await anna.error_code() == "blocked"
        listed = (await admin(server, "blocks")).splitlines()[-1]
        assert "a test" in listed
        await admin(server, "unblock", listed.split()[0])
        await until(lambda: not is_blocked(server, "Anna"))
        async with server.connect(table["table"], table["token"]) as anna:
            await anna.position()
        assert "--for" in await admin(server, "block", "name", "Anna", "--for", "soon", status=2)
        assert "neither an address" in await admin(
            server, "block", "address", "here", "--for", "1d", status=2
        )


async def test_reports_are_listed_shown_and_settled(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        table = await server.create_table("zock", ["Anna", "free"])
        await server.join(table["table"], "Ben")
        report = {"why": "name", "seat": 1, "text": "rude"}
        path = f"/api/tables/{table['table']}/reports"
        assert (await server.request("POST", path, table["token"], json=report)).is_success
        listed = (await admin(server, "reports")).splitlines()[-1].split()
        assert listed[-3:] == ["name", "Ben", "rude"]
        shown = await admin(server, "report", listed[0], "--settle")
        assert "Anna" in shown
        assert (await admin(server, "reports")).count("\n") == 1
        assert "rude" in await admin(server, "reports", "--all")
        assert "report-settled" in await admin(server, "audit", "--limit", "1")


async def test_the_status_is_that_of_the_database_and_of_a_running_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_server(tmp_path) as server:
        await server.create_table("zock", ["Anna", "free"])
        url = server.origin
        stored = await admin(server, "status")
        assert ("Versions" in stored, "Storage" in stored, "Load" in stored) == (True, True, False)
        assert re.search(r"^  program +\S+ *$.*^  tables open +1 *$", stored, re.MULTILINE | re.DOTALL)
        token = (await admin(server, "token", "robot")).strip()
        asked = await admin(server, "status", "--url", url, typed=f"{token}\n")
        assert re.search(r"^  workers +\d+ *$.*^Errors\n", asked, re.MULTILINE | re.DOTALL)
        monkeypatch.setenv("STAMMTISCH_TOKEN", "wrong")
        refused = await admin(server, "status", "--url", url, status=2)
        assert "create a token with `stammtisch admin token NAME`" in refused
    assert "does not answer" in await admin(server, "status", "--url", url, status=2)


async def test_a_running_server_shows_who_is_connected_and_closes_a_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_server(tmp_path) as server:
        table = await server.create_table("zock", ["Anna", "free"])
        name, url = table["code"].upper(), ("--url", server.origin)
        monkeypatch.setenv("STAMMTISCH_TOKEN", (await admin(server, "token", "robot")).strip())
        async with server.connect(table["table"], table["token"]) as anna:
            await anna.send("say", text="[b]Hello[/b]")
            await anna.wait_for(lambda update: update["type"] == "talk")
            alone, asked = await admin(server, "show", name), await admin(server, "show", name, *url)
            assert re.search(r"Anna +\[b]Hello\[/b] *$", alone, re.MULTILINE)
            assert asked.startswith(alone)
            assert re.search(r"^\S+ +Anna *$", asked.removeprefix(alone), re.MULTILINE)
            assert "stop that process" in await admin(server, "close", name, "--why", "late", status=2)
            closed = await admin(server, "close", name, "--why", "late", *url)
            assert closed == f"table {table['table']} is closed\n"
            await anna.table(lambda update: update["status"] == "closed")
        assert f"{table['table']}: late" in await admin(server, "audit", "--limit", "1")
        assert "closed already" in await admin(server, "close", name, "--why", "again", *url, status=2)
        assert "has this id or code" in await admin(server, "show", "nobody", *url, status=2)
        monkeypatch.setenv("STAMMTISCH_TOKEN", "wrong")
        assert "create a token" in await admin(server, "show", name, *url, status=2)
