"""Announcements, blocks, reports, push devices and webhooks in a database, beside tables and profiles."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from time import sleep
from typing import Final

from tests.server.data.answers import NOTIFIED_AT, Keys
from tests.server.data.client import DEVICE_COOKIE, PATIENCE, RUN, Client

YEAR: Final = 365 * 24 * 3600
POLL: Final = 0.05
REPORTED_AT: Final = "two devices"
PUBLIC_KEY: Final = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
SECRET: Final = "BTBZMqHH6r4Tts7J_aSIgg"  # noqa: S105 (of the example in RFC 8291)


def administer(client: Client, keys: Keys, database: Path, source: Path) -> None:
    """Make an announcement, two blocks and two reports as an operator with a token, and settle one report."""
    keys.admin = _new_token(database, source)
    client.send("POST", "/api/admin/session", body={"secret": keys.admin}).raise_for_status()
    announcement = {"text": "Wartung am Sonntag – köszönjük!", "seconds": YEAR}
    client.put("/api/admin/announcement", announcement, keys.admin)
    for kind, value in (("address", "203.0.113.0/24"), ("name", "Störenfried")):
        client.post("/api/admin/blocks", {"kind": kind, "value": value, "seconds": YEAR}, keys.admin)
    table = keys.tables[REPORTED_AT]
    for why, text in (("chat", "Das war gemein."), ("other", "")):
        report = {"why": why, "seat": 0, "text": text}
        client.post(f"/api/tables/{table.id}/reports", report, table.tokens["Ben"])
    (*_, settled) = client.get("/api/admin/reports", keys.admin)
    client.post(f"/api/admin/reports/{settled['id']}/settled", None, keys.admin)


def _new_token(database: Path, source: Path) -> str:
    command = [sys.executable, "-c", RUN, "admin", "--database", f"sqlite:{database}", "token", "fixture"]
    environment = os.environ | {"PYTHONPATH": str(source)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def notify(client: Client, keys: Keys, database: Path, session: str) -> None:
    """A device, a table and a profile are notified; the first messages have arrived when this returns."""
    table = keys.tables[NOTIFIED_AT]
    host = next(iter(table.tokens.values()))
    with _receiver() as url:
        device = {"endpoint": f"{url}/push", "p256dh": PUBLIC_KEY, "auth": SECRET, "zone": "Europe/Budapest"}
        quiet = {"start": 1350, "end": 420}
        keys.device = client.put("/api/push", device | {"quiet": quiet})[DEVICE_COOKIE]
        client.put(f"/api/tables/{table.id}/push", None, host, keys.device)
        hook = {"url": f"{url}/hear", "shape": "ntfy", "language": "hu"}
        client.post(f"/api/tables/{table.id}/webhooks", hook, host)
        client.post("/api/profile/webhooks", hook | {"shape": "json", "language": "de"}, session)
        _wait_until_delivered(database)


def _wait_until_delivered(database: Path) -> None:
    with closing(sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True)) as file:
        for _ in range(round(PATIENCE / POLL)):
            if file.execute("SELECT count(*) FROM deliveries").fetchone() == (0,):
                return
            sleep(POLL)
    raise AssertionError("messages still wait")


@contextmanager
def _receiver() -> Iterator[str]:
    """The address of a server on this machine that takes every message."""
    with ThreadingHTTPServer(("127.0.0.1", 0), _Taking) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


class _Taking(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(201)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass
