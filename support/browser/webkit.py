"""Debian's WebKitGTK, driven by its own WebDriver on a screen that nobody sees."""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import httpx

from support.browser.tabs import PATIENCE, Json, Tab, called
from support.processes import reserved_port

BROWSER: Final = "*/webkit2gtk-4.1/MiniBrowser"
SCREEN: Final = "1600x1200x24"
TRIES: Final = 7
"""To connect to a driver that has just been started; each waits twice as long as the one before."""
SMALL: Final = "* { min-width: 0; padding: 0; margin: 0; border-width: 0; font-size: 4px; }"
"""The browser's own buttons, so that its window can be as narrow as a phone."""
FRAME: Final = "() => [outerWidth - innerWidth, outerHeight - innerHeight]"
RESIZED: Final = """(width, height) => new Promise((done) => {
    const look = () => innerWidth === width && innerHeight === height ? done() : requestAnimationFrame(look);
    look();
})"""
LISTEN: Final = """() => {
    window.said = [];
    for (const way of ['error', 'warn']) console[way] = (...words) => said.push(words.join(' '));
    addEventListener('error', (event) => said.push(event.message));
    addEventListener('unhandledrejection', (event) => said.push(String(event.reason)));
}"""
"""The driver does not report the console, so the page itself records it once it is loaded."""


@contextmanager
def webkit() -> Iterator[WebKit]:
    """A driver that starts browsers, for the length of the block."""
    path = shutil.which("WebKitWebDriver")
    assert path, "WebKitGTK is missing: apt install webkit2gtk-driver xvfb"
    port = reserved_port()
    transport = httpx.HTTPTransport(retries=TRIES)
    client = httpx.Client(base_url=f"http://127.0.0.1:{port}", transport=transport, timeout=PATIENCE)
    with TemporaryDirectory() as folder, _screen() as display, client:
        style = Path(folder, "gtk-3.0/gtk.css")
        style.parent.mkdir()
        style.write_text(SMALL)
        settings = {"DISPLAY": display, "XDG_CONFIG_HOME": folder, "LC_ALL": "en_US.UTF-8"}
        with subprocess.Popen(
            [path, f"--port={port}"], stderr=subprocess.DEVNULL, env=os.environ | settings
        ) as process:
            try:
                yield WebKit(client)
            finally:
                process.terminate()


@contextmanager
def _screen() -> Iterator[str]:
    """The name of a display of its own."""
    path = shutil.which("Xvfb")
    assert path, "A screen for WebKitGTK is missing: apt install xvfb"
    reading, writing = os.pipe()
    command = [path, "-displayfd", str(writing), "-screen", "0", SCREEN, "-nolisten", "tcp"]
    with subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL) as process:
        os.close(writing)
        try:
            with os.fdopen(reading) as answer:
                yield f":{answer.readline().strip()}"
        finally:
            process.terminate()


class WebKit:
    """Starts browsers, one after the other."""

    def __init__(self, client: httpx.Client) -> None:
        self._client = client

    def tab(self, width: int, height: int) -> Tab:
        """A tab for a new visitor."""
        options = {"binary": _browser(), "args": ["--automation"]}
        wanted = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}}
        answer = self._client.post("/session", json=wanted).json()["value"]
        assert "sessionId" in answer, answer
        tab = _Tab(self._client, f"/session/{answer['sessionId']}")
        tab.resize(width, height)
        return tab


def _browser() -> str:
    found = next(Path("/usr/lib").glob(BROWSER), None)
    assert found, "WebKitGTK's browser is missing: apt install webkit2gtk-driver"
    return str(found)


class _Tab:
    def __init__(self, client: httpx.Client, session: str) -> None:
        self._client, self._session = client, session
        self._said: list[str] = []

    def resize(self, width: int, height: int) -> None:
        """Resize the window so that its page has this size."""
        wide, high = self.run(FRAME)
        self._ask("window/rect", width=width + wide, height=height + high)
        self.run(RESIZED, width, height)

    def open(self, url: str) -> None:
        self._ask("url", url=url)
        self.run(LISTEN)

    def reload(self) -> None:
        self._said = self.complaints()
        self._ask("refresh")
        self.run(LISTEN)

    def run(self, function: str, *arguments: object) -> Any:
        return json.loads(self._ask("execute/sync", script=f"return {called(function, arguments)}", args=[]))

    def act(self, sources: Sequence[Json]) -> None:
        self._ask("actions", actions=sources)

    def picture(self) -> bytes:
        return base64.b64decode(self._client.get(f"{self._session}/screenshot").json()["value"])

    def complaints(self) -> list[str]:
        return [*self._said, *self.run("() => said")]

    def close(self) -> None:
        self._client.delete(self._session)

    def _ask(self, command: str, **params: object) -> Any:
        answer = self._client.post(f"{self._session}/{command}", json=params)
        assert answer.is_success, f"{command}: {answer.text}"
        return answer.json()["value"]
