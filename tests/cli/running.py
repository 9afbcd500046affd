"""Running `stammtisch` as people do: as a process, with pipes or a terminal."""

from __future__ import annotations

import codecs
import os
import pty
import re
import select
import signal
import subprocess
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import chdir, suppress
from pathlib import Path
from typing import Self

from click.testing import CliRunner

from stammtisch.cli.main import main
from support.processes import PROGRAM

PATIENCE = 60.0
UNWANTED = ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LC_ALL", "LC_MESSAGES")


def environment(changes: Mapping[str, str]) -> dict[str, str]:
    """English, no colours asked for or against, whatever this machine says."""
    kept = {key: value for key, value in os.environ.items() if key not in UNWANTED}
    return kept | {"LANG": "C.UTF-8", "TERM": "xterm-256color"} | dict(changes)


def newcomer(folder: Path) -> dict[str, str]:
    """The environment of somebody who has never started a server; their browser prints what it opens."""
    browser = folder / "browser"
    browser.write_text('#!/bin/sh\necho "browser opens $1"\n', encoding="ascii")
    browser.chmod(0o755)
    folders = {f"XDG_{kind}_HOME": str(folder / kind.lower()) for kind in ("CONFIG", "DATA")}
    return folders | {"BROWSER": f"{browser} %s"}


def run(
    *args: str, typed: str = "", folder: Path | None = None, **changes: str
) -> subprocess.CompletedProcess[str]:
    """The finished process, its input a pipe."""
    return subprocess.run(
        [*PROGRAM, *args],
        input=typed,
        cwd=folder,
        env=environment(changes),
        capture_output=True,
        encoding="utf-8",
        errors="surrogateescape",
        timeout=PATIENCE,
        check=False,
    )


def call(
    *args: str, typed: str = "", folder: Path | None = None, **changes: str
) -> subprocess.CompletedProcess[str]:
    """What `run` returns, in this process and so without its start: for commands that need no other.

    A thread of its own has no event loop yet, as a process has none.
    """
    runner = CliRunner(env={**dict.fromkeys(UNWANTED), **environment(changes)})
    with chdir(folder or Path.cwd()), ThreadPoolExecutor(1) as thread:
        done = thread.submit(runner.invoke, main, args, input=typed, catch_exceptions=False).result()
    return subprocess.CompletedProcess(args, done.exit_code, done.stdout, done.stderr)


class Screen:
    """A process at a terminal of its own."""

    def __init__(self, *args: str, folder: Path, **changes: str) -> None:
        self._hand, seat = pty.openpty()
        self.process = subprocess.Popen(
            [*PROGRAM, *args],
            stdin=seat,
            stdout=seat,
            stderr=seat,
            cwd=folder,
            env=environment({"COLUMNS": "100", "LINES": "50", "PAGER": "cat"} | changes),
            start_new_session=True,
        )
        os.close(seat)
        self.text = ""
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")  # a letter may come in two halves

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._hand)

    def type(self, text: str) -> None:
        """Press these keys and Enter."""
        os.write(self._hand, f"{text}\n".encode())

    def wait_for(self, text: str, times: int = 1) -> None:
        """Read until the text has come `times` times."""
        deadline = time.monotonic() + PATIENCE
        while self.plain().count(text) < times:
            assert time.monotonic() < deadline, f"{text!r} never came:\n{self.text}"
            self._read()

    def press_ctrl_c(self) -> None:
        """As the terminal does it: everything that runs there hears it."""
        os.killpg(self.process.pid, signal.SIGINT)

    def interrupt(self, number: signal.Signals = signal.SIGINT) -> int:
        """Press Ctrl-C or send another signal, again if it came between prompt and input; then `end`."""
        deadline = time.monotonic() + PATIENCE
        while self.process.poll() is None:
            assert time.monotonic() < deadline, f"{number.name} does not end it:\n{self.text}"
            self.process.send_signal(number)
            while self._read(patience=3):
                pass
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(3)
        return self.end()

    def end(self) -> int:
        """Read the rest and wait for the exit status."""
        while self._read():
            pass
        return self.process.wait(PATIENCE)

    def plain(self) -> str:
        """What came so far, without colours and blanks at the ends of lines."""
        return re.sub(r" *\r\n", "\n", re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", self.text))

    def _read(self, patience: float = PATIENCE) -> bool:
        if not select.select([self._hand], [], [], patience)[0]:
            return False
        try:
            data = os.read(self._hand, 65536)
        except OSError:  # the other side has closed
            return False
        self.text += self._decoder.decode(data)
        return bool(data)
