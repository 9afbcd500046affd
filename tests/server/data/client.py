"""A client of the public interface alone: HTTP, and a WebSocket for each device at a table."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, Self, TypeAlias

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

PATIENCE: Final = 60.0
"""Seconds after which an answer is not expected any more."""
SEAT_COOKIE: Final = "seat"
DEVICE_COOKIE: Final = "push"

RUN: Final = "from stammtisch.cli.main import main; main()"
RUN_BEFORE: Final = f"import time; now = time.time; time.time = lambda: now() - {{}}; {RUN}"
"""With a clock that is so many seconds slow."""

Message: TypeAlias = dict[str, Any]
"""An object on the wire, in either direction."""


@contextmanager
def serving(
    database: Path, *options: str, source: Path | None = None, start: float | None = None
) -> Iterator[Client]:
    """A client of `stammtisch serve` with this database; `source` holds another version of the program.

    `start` is what the server's clock shows at first, in seconds since 1970.
    """
    script = RUN if start is None else RUN_BEFORE.format(time.time() - start)
    program = [sys.executable, "-c", script, "serve"]
    usual = ["--port", "0", "--store", f"sqlite:{database}", "--workers", "1", "--log-level", "error"]
    environment = os.environ | ({} if source is None else {"PYTHONPATH": str(source)})
    process = subprocess.Popen(
        [*program, *usual, *options], stdout=subprocess.PIPE, text=True, env=environment
    )
    try:
        assert process.stdout is not None
        address = re.search(r"http://\S+", process.stdout.readline())
        assert address is not None, "the server does not start"
        with Client(address[0]) as client:
            yield client
    finally:
        process.terminate()
        process.communicate(timeout=PATIENCE)


class Client:
    """Sends requests and opens sockets; nothing is remembered between them."""

    def __init__(self, address: str) -> None:
        self._http: Final = httpx.Client(base_url=address, timeout=PATIENCE)
        self._sockets: Final = address.replace("http", "ws", 1)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._http.close()

    def send(
        self,
        method: str,
        path: str,
        token: str | None = None,
        body: Message | None = None,
        device: str | None = None,
    ) -> httpx.Response:
        """The answer, whatever it says; `device` is the cookie of one that gets notifications."""
        answer = self._http.request(method, path, headers=_bearer(token) | self._cookie(device), json=body)
        self._http.cookies.clear()
        return answer

    def get(self, path: str, token: str | None = None, device: str | None = None) -> Any:
        """The document that is answered, or status and code of the refusal."""
        answer = self.send("GET", path, token, device=device)
        if answer.is_success:
            return answer.json()
        return {"status": answer.status_code, "code": answer.json()["error"]["code"]}

    def post(self, path: str, body: Message | None = None, token: str | None = None) -> Message:
        """The document that is answered, with the token of the seats where they came with a cookie."""
        answer = self.send("POST", path, token, body)
        assert answer.is_success, answer.text
        document: Message = answer.json() if answer.content else {}
        return document | ({"token": cookie} if (cookie := answer.cookies.get(SEAT_COOKIE)) else {})

    def put(
        self, path: str, body: Message | None, token: str | None = None, device: str | None = None
    ) -> httpx.Cookies:
        """The cookies that are set."""
        answer = self.send("PUT", path, token, body, device)
        assert answer.is_success, answer.text
        return answer.cookies

    def _cookie(self, device: str | None) -> dict[str, str]:
        """As our own page sends it."""
        if device is None:
            return {}
        return {"Cookie": f"{DEVICE_COOKIE}={device}", "Origin": str(self._http.base_url).rstrip("/")}

    @contextmanager
    def device(self, table: str, token: str | None = None, after: int | None = None) -> Iterator[Device]:
        """A device at a table: somebody's, or without a token a spectator's."""
        query = "" if after is None else f"?after={after}"
        url = f"{self._sockets}/api/tables/{table}/socket{query}"
        with connect(url, additional_headers=_bearer(token), compression=None) as socket:
            yield Device(socket)


def _bearer(token: str | None) -> dict[str, str]:
    return {} if token is None else {"Authorization": f"Bearer {token}"}


class Device:
    """A connection to a table, which remembers the newest table and positions it has received."""

    def __init__(self, socket: ClientConnection) -> None:
        self.n = 0
        self.table: Message = {}
        self.positions: dict[int | None, Message] = {}
        self._socket: Final = socket

    @property
    def seats(self) -> list[int]:
        """The seats that are played at this device."""
        return [number for number, seat in enumerate(self.table["seats"]) if seat["yours"]]

    def say(self, kind: str, **fields: object) -> None:
        """Send a message."""
        self._socket.send(json.dumps({"type": kind, **fields}))

    def hear(self, seconds: float = PATIENCE) -> Message | None:
        """The next message; None where none comes in time."""
        try:
            message: Message = json.loads(self._socket.recv(timeout=seconds))
        except TimeoutError:
            return None
        self.n = max(self.n, message.get("n", 0))
        if message["type"] == "table":
            self.table = message
            self.positions = {seat: self.positions[seat] for seat in self.seats if seat in self.positions}
        elif message["type"] == "position":
            self.positions[message["seat"]] = message
        return message

    def until(self, wanted: Callable[[Message], bool]) -> Message:
        """The first message from now on that is wanted; a refusal is not."""
        while True:
            message = self.hear()
            assert message is not None, "the awaited message never came"
            assert message["type"] != "error", message
            if wanted(message):
                return message

    def greeting(self) -> list[Message]:
        """Everything that a new connection receives before `presence`, which comes last."""
        messages: list[Message] = []
        try:
            while (message := self.hear()) is not None and message["type"] != "presence":
                messages.append(message)
        except ConnectionClosed:
            pass  # refused, and the last message says why
        return messages
