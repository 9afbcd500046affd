"""What deploy/compose.yaml starts, without containers: PostgreSQL, NATS, three servers and Caddy."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from support.processes import ServerProcess, reserved_port
from support.servers import nats, postgres
from support.waiting import PATIENCE, until

CADDYFILE = Path(__file__).parents[2] / "deploy/Caddyfile"
NEW_TABLE = {"game": "zock", "seats": [{"kind": "here", "name": "Anna"}, {"kind": "free"}]}

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not shutil.which("caddy"), reason="there is no Caddy here"),
]


@pytest.fixture
def servers() -> Iterator[list[ServerProcess]]:
    """Three servers of one database."""
    with postgres() as database, nats() as bus, ExitStack() as running:
        started = [ServerProcess(database.url, bus.url, "--trusted-proxies", "*") for _ in range(3)]
        for server in started:
            server.start()
            running.callback(server.stop)
        yield started


@pytest.fixture
def proxy(servers: list[ServerProcess], tmp_path: Path) -> Iterator[str]:
    """Caddy with our own file, in which only the addresses of the servers are others."""
    ports = iter(server.port for server in servers)
    text = re.sub(
        r"server-\d:8765", lambda _: f"127.0.0.1:{next(ports)}", CADDYFILE.read_text(encoding="utf-8")
    )
    (tmp_path / "Caddyfile").write_text("{\n\tadmin off\n}\n" + text)
    address = f"http://127.0.0.1:{reserved_port()}"
    environment = {"STAMMTISCH_ADDRESS": address, "HOME": str(tmp_path)}
    command = [str(shutil.which("caddy")), "run", "--config", str(tmp_path / "Caddyfile")]
    with subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL) as caddy:
        yield address
        caddy.terminate()


async def test_players_notice_nothing_when_a_server_is_gone(proxy: str, servers: list[ServerProcess]) -> None:
    def ready() -> bool:
        try:
            return httpx.get(f"{proxy}/readyz").status_code == 200
        except httpx.TransportError:
            return False

    await until(ready, PATIENCE)
    assert httpx.get(f"{proxy}/metrics").status_code == 404
    with httpx.Client(base_url=proxy, headers={"Origin": proxy}, timeout=PATIENCE) as browser:
        table = browser.post("/api/tables", json=NEW_TABLE).json()
        for server in servers[:2]:
            server.kill()
            answers = [browser.get(f"/api/tables/{table['table']}") for _ in range(6)]
            assert {answer.status_code for answer in answers} == {200}
            assert all(answer.json()["host"] for answer in answers), "the seat is known by every server"
