"""Packages of this checkout, built and installed as anybody would do it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from sys import executable
from typing import Final

from smoke import environment, install

from support.browser.server import GENEROUS
from support.waiting import PATIENCE

ROOT: Final = Path(__file__).parent.parent


def clean_checkout(folder: Path) -> Path:
    """A copy of all files that git would commit."""
    listed = run("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", cwd=ROOT).split("\0")
    for file in filter(None, listed):
        if (ROOT / file).exists():
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / file, folder / file)
    return folder


def built(folder: Path, *what: str, **changes: str) -> Iterator[Path]:
    """What `python -m build` makes of this folder."""
    run(executable, "-m", "build", "--installer", "uv", *what, cwd=folder, **changes)
    return (folder / "dist").iterdir()


def run(*command: str, cwd: Path, **changes: str) -> str:
    """What a command prints that has to succeed."""
    done = subprocess.run(
        command, cwd=cwd, env={**os.environ, **changes}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


class Installed:
    """A package in a virtual environment of its own. Nothing of this checkout or of Node.js is there."""

    def __init__(self, package: Path, folder: Path) -> None:
        self._command = (str(install(package, folder)), "-P", "-m", "stammtisch")
        self._folder = folder
        self._environment = environment(str(folder)) | GENEROUS

    def admin(self, database: str, *args: str) -> str:
        """What `stammtisch admin` prints."""
        return subprocess.run(
            [*self._command, "admin", "--database", database, *args],
            cwd=self._folder,
            env=self._environment,
            capture_output=True,
            text=True,
            check=True,
        ).stdout

    @contextmanager
    def serving(self, database: str) -> Iterator[str]:
        """The address that `stammtisch serve --host lan` prints, while it runs."""
        options = ("--host", "lan", "--port", "0", "--database", database, "--log-level", "error")
        with subprocess.Popen(
            [*self._command, "serve", *options],
            cwd=self._folder,
            env=self._environment,
            stdout=subprocess.PIPE,
            text=True,
        ) as server:
            assert server.stdout is not None
            found = re.search(r"http://\S+", server.stdout.readline())
            assert found, "the server does not start"
            try:
                yield found[0]
            finally:
                server.terminate()
                server.wait(PATIENCE)
