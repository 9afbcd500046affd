"""Debian's Firefox, driven by WebDriver BiDi, which it speaks itself."""

from __future__ import annotations

import base64
import json
import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from tempfile import TemporaryDirectory
from typing import Any, Final

from websockets.sync.client import ClientConnection, connect

from support.browser.tabs import PATIENCE, Json, Tab, called

LISTENING: Final = re.compile(r"WebDriver BiDi listening on (ws://\S+)")


@contextmanager
def firefox() -> Iterator[Firefox]:
    """A browser for the length of the block."""
    path = shutil.which("firefox-esr")
    assert path, "Firefox is missing: apt install firefox-esr"
    with TemporaryDirectory() as profile:
        command = [path, "--headless", "--no-remote", "--remote-debugging-port", "0", "--profile", profile]
        with subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
        ) as process:
            try:
                with connect(f"{_address(process)}/session", max_size=None, open_timeout=PATIENCE) as socket:
                    yield Firefox(socket)
            finally:
                process.terminate()


def _address(process: subprocess.Popen[str]) -> str:
    assert process.stderr is not None
    found = next(filter(None, map(LISTENING.search, process.stderr)), None)
    assert found, "Firefox does not start"
    return found[1]


class Firefox:
    """The browser; commands, answers and events share one socket."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._asked = 0
        self._events: list[Json] = []
        self.ask("session.new", capabilities={})
        self.ask("session.subscribe", events=["log.entryAdded"])

    def tab(self, width: int, height: int) -> Tab:
        """A tab for a new visitor."""
        person = self.ask("browser.createUserContext")["userContext"]
        tab = self.ask("browsingContext.create", type="tab", userContext=person)["context"]
        self.ask("browsingContext.setViewport", context=tab, viewport={"width": width, "height": height})
        return _Tab(self, person, tab)

    def ask(self, method: str, **params: object) -> Any:
        """Send a command and return its result."""
        self._asked += 1
        self._socket.send(json.dumps({"id": self._asked, "method": method, "params": params}))
        while True:
            message = json.loads(self._socket.recv(PATIENCE))
            if message.get("id") == self._asked:
                assert message["type"] == "success", f"{method}: {message}"
                return message["result"]
            self._events.append(message)

    def said(self, tab: str) -> list[str]:
        """Errors and warnings of a tab."""
        self.ask("session.status")  # earlier events have arrived when this is answered
        entries = [event["params"] for event in self._events if event["method"] == "log.entryAdded"]
        here = [entry for entry in entries if entry["source"].get("context") == tab]
        return [str(entry["text"]) for entry in here if entry["level"] in ("error", "warn")]


class _Tab:
    def __init__(self, browser: Firefox, person: str, tab: str) -> None:
        self._browser, self._person, self._tab = browser, person, tab

    def open(self, url: str) -> None:
        self._browser.ask("browsingContext.navigate", context=self._tab, url=url, wait="complete")

    def reload(self) -> None:
        self._browser.ask("browsingContext.reload", context=self._tab, wait="complete")

    def run(self, function: str, *arguments: object) -> Any:
        script = called(function, arguments)
        answer = self._browser.ask(
            "script.evaluate", expression=script, target={"context": self._tab}, awaitPromise=True
        )
        assert answer["type"] == "success", answer
        return json.loads(answer["result"]["value"])

    def act(self, sources: Sequence[Json]) -> None:
        self._browser.ask("input.performActions", context=self._tab, actions=sources)

    def picture(self) -> bytes:
        return base64.b64decode(
            self._browser.ask("browsingContext.captureScreenshot", context=self._tab)["data"]
        )

    def complaints(self) -> list[str]:
        return self._browser.said(self._tab)

    def close(self) -> None:
        self._browser.ask("browser.removeUserContext", userContext=self._person)
