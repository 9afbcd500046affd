"""`stammtisch admin doctor` finds what is wrong, and says what to do."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from sqlite3 import connect
from threading import Thread

import pytest
from click.testing import CliRunner

from stammtisch.cli.admin import diagnosis
from stammtisch.cli.admin.diagnosis import Diagnosis, machine, network, of_database, running_server
from stammtisch.cli.admin.running_server import ask
from stammtisch.cli.main import main
from stammtisch.server import services
from support.servers import Server, fresh_database
from support.waiting import until
from tests.server.clients import open_server
from tests.store.conftest import server
from tests.store.stores import opened

__all__ = ["server"]


def bad(found: list[Diagnosis]) -> list[str]:
    return [
        diagnosis.finding for diagnosis in found if diagnosis.level != "ok" and diagnosis.about != "program"
    ]


def test_a_new_installation_is_well(tmp_path: Path) -> None:
    database = f"sqlite:{tmp_path / 'tables.sqlite'}"
    answer = CliRunner().invoke(main, ["admin", "--database", database, "doctor"])
    assert answer.exit_code == 0, answer.output
    assert "ok      database: " in answer.output
    assert "is not there yet" in answer.output
    assert "wrong" not in answer.output


def test_what_is_wrong_ends_with_status_1_and_settings_come_from_the_file(tmp_path: Path) -> None:
    config = tmp_path / "server.toml"
    config.write_text(
        f'host = "0.0.0.0"\ntrusted_proxies = ["*"]\ndatabase = "{tmp_path}/none/x"\n', encoding="utf-8"
    )
    answer = CliRunner().invoke(main, ["admin", "--config", str(config), "doctor"])
    assert answer.exit_code == 1
    assert "wrong   proxy: everybody is trusted as a proxy" in answer.output
    assert f"wrong   disk: {tmp_path}/none: No such file or directory; create the folder" in answer.output


async def test_a_database_that_is_well_is_said_to_be(tmp_path: Path, server: Server) -> None:
    for url in (f"sqlite:{tmp_path / 'tables.sqlite'}", await fresh_database(server)):
        async with opened(url):
            assert bad(await of_database(url)) == []


async def test_a_database_that_is_not_ours_newer_or_gone_is_wrong(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    path.write_text("no database", encoding="utf-8")
    assert "file is not a database" in bad(await of_database(f"sqlite:{path}"))[0]
    path.unlink()
    async with opened(f"sqlite:{path}"):
        pass
    with closing(connect(path)) as file, file:
        file.execute("UPDATE meta SET version = 99")
    assert "use the newer program" in bad(await of_database(f"sqlite:{path}"))[0]
    assert "does not answer" in bad(await of_database("postgresql://127.0.0.1:1/x"))[0]
    assert "a database is" in bad(await of_database("mysql://x"))[0]


async def test_a_clock_that_is_behind_the_database_is_wrong(tmp_path: Path) -> None:
    url = f"sqlite:{tmp_path / 'tables.sqlite'}"
    async with open_server(tmp_path) as running:
        await running.create_table("zock", ["Anna", "free"])
    with closing(connect(tmp_path / "tables.sqlite")) as file, file:
        file.execute("UPDATE tables SET touched = ?", (time.time() + 1000,))
    assert "s from now" in bad(await of_database(url))[0]


def test_a_year_that_cannot_be_is_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(diagnosis, "YEARS", range(1970, 1971))
    assert "it says" in bad(machine(str(tmp_path / "x"), None))[0]


def test_a_disk_that_is_nearly_full_and_files_that_everybody_reads_are_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "tables.sqlite"
    path.touch()
    path.chmod(0o644)
    monkeypatch.setattr(diagnosis, "LITTLE_ROOM", 2**62)
    room, rights = bad(machine(f"sqlite:{path}", None))
    assert "MB are free" in room
    assert "everybody on this machine can read" in rights


def test_network_settings_have_to_fit_together() -> None:
    assert bad(network("127.0.0.1", (), ("*",))) == []
    assert bad(network("10.0.0.1", ("https://table.example",), ("10.0.0.2",))) == []
    assert "only 127.0.0.1 is trusted" in bad(network("::", ("https://table.example",), ("127.0.0.1",)))[0]
    assert bad(network("lan", (), ("127.0.0.1",))) == ["connections are not encrypted"]


# A running server


async def test_a_running_server_is_asked(tmp_path: Path) -> None:
    async with open_server(tmp_path) as running:
        found = await asyncio.to_thread(running_server, str(running.http.base_url))
        assert found[0] == Diagnosis("ok", "server", "it is ready")
        assert bad(found) == ["everybody can read /metrics"]


async def test_a_clock_that_was_set_while_the_server_runs_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, ahead = time.time, [0.0]
    monkeypatch.setattr(time, "time", lambda: now() + ahead[0])
    monkeypatch.setattr(services, "HEARTBEAT_EVERY", 0.01)
    async with open_server(tmp_path) as running:
        metrics = running.services.metrics
        await until(lambda: abs(metrics.value("clock_set_seconds") or 0.0) < 1)
        ahead[0] = -1000.0
        await until(lambda: (metrics.value("clock_set_seconds") or 0.0) < -990)
        found = bad(await asyncio.to_thread(running_server, str(running.http.base_url)))
        assert "the server's was set by -1000 s while it ran" in found


@pytest.mark.parametrize(
    ("body", "finding"),
    [
        ("ready, with damage: 2 damaged tables", "ready, with damage: 2 damaged tables"),
        ("<html>", "it answers 200: <html>"),
        ("ready", "the server's differs from this one by "),
        ('{"error": {"code": "bad-origin"}}', "may not act on the server"),
        ('{"error": {"code": "unknown-host"}}', "may not act on the server"),
    ],
)
def test_a_server_or_proxy_that_is_not_well_is_reported(body: str, finding: str) -> None:
    with always(body) as address:
        assert any(finding in said for said in bad(running_server(address)))


def test_an_address_where_nobody_answers_is_wrong() -> None:
    assert "does not answer" in bad(running_server("http://127.0.0.1:1"))[0]
    assert "begins with http" in bad(running_server("file:///etc/passwd"))[0]


def test_a_token_does_not_follow_a_redirect() -> None:
    heard: list[tuple[str, str | None]] = []

    class Redirecting(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            heard.append((self.path, self.headers["Authorization"]))
            self.send_response_only(302 if self.path == "/here" else 200)
            self.send_header("Location", "/there")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    with listening(Redirecting) as address:
        answer = ask(f"{address}/here", headers={"Authorization": "Bearer secret"})
    assert (answer.status, heard) == (200, [("/here", "Bearer secret"), ("/there", None)])


@contextmanager
def always(body: str) -> Iterator[str]:
    """The address of a server that answers everything with this."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response_only(200)
            self.send_header("Date", "Tue, 01 Jan 2030 00:00:00 GMT")
            self.end_headers()
            self.wfile.write(body.encode())

        do_POST = do_GET  # noqa: N815 - as the standard library has it

        def log_message(self, *_: object) -> None:
            pass

    with listening(Handler) as address:
        yield address


@contextmanager
def listening(handler: type[BaseHTTPRequestHandler]) -> Iterator[str]:
    """The address of a server that lets this answer."""
    with HTTPServer(("127.0.0.1", 0), handler) as http:
        Thread(target=http.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{http.server_port}"
        http.shutdown()
