"""Tries an installed Stammtisch: does it hold everything that it needs?

    python tools/smoke.py                  # the one that is installed for this Python
    python tools/smoke.py --of FILE        # a wheel or sdist, in a virtual environment of its own
    python tools/smoke.py --compiled ...   # interpreted rules are an error

Only the standard library is imported. Node.js is never on the path of what is tried.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final
from urllib.error import HTTPError
from urllib.request import Request, urlopen

COMMAND: Final = (sys.executable, "-P", "-m", "stammtisch")
KEPT: Final = ("SYSTEMROOT", "TEMP", "TMP", "TMPDIR")
"""The only variables that the server gets: no path, and no settings."""
NODE: Final = {"node", "nodejs", "npm", "npx"}
LANGUAGES: Final = ("en", "de", "hu")
PATIENCE: Final = 60


def main() -> None:
    """Try what the command line says."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--of", metavar="FILE", type=Path, help="a wheel or sdist to install and try")
    parser.add_argument("--compiled", action="store_true", help="interpreted rules are an error")
    given = parser.parse_args()
    with TemporaryDirectory() as folder:
        if given.of:
            try_package(given.of, Path(folder), compiled=given.compiled)
        else:
            try_installed(folder, compiled=given.compiled)


def try_package(package: Path, folder: Path, *, compiled: bool) -> None:
    """Install the wheel or sdist into a fresh virtual environment, and try it there."""
    python = install(package, folder)
    flags = ["--compiled"] if compiled else []
    run(str(python), __file__, *flags, path=path_without_node(folder))


def install(package: Path, folder: Path) -> Path:
    """The Python of a fresh virtual environment with this package, installed by uv or else by pip."""
    beside = str(Path(sys.executable).parent)
    uv = shutil.which("uv", path=os.pathsep.join([beside, *os.get_exec_path()]))
    venv.create(folder / "venv", with_pip=uv is None)
    python = str(folder / "venv" / ("Scripts/python.exe" if os.name == "nt" else "bin/python"))
    installer = [uv, "pip", "install", "--python", python] if uv else [python, "-m", "pip", "install"]
    run(*installer, "--quiet", str(package.resolve()), path=path_without_node(folder))
    return Path(python)


def path_without_node(folder: Path) -> str:
    """The path with everything on it but Node.js."""
    programs = folder / "programs"
    if not programs.exists():
        programs.mkdir()
        for place in reversed(os.get_exec_path()):
            for program in Path(place).glob("*"):
                _link(programs / program.name, program)
    return str(programs)


def _link(link: Path, program: Path) -> None:
    if program.stem not in NODE:
        link.unlink(missing_ok=True)
        link.symlink_to(program)


def run(*command: str, path: str) -> None:
    """Run a command with this path; end if it fails."""
    done = subprocess.run(command, env={**os.environ, "PATH": path}, check=False)  # noqa: S603 - our own
    check(done.returncode == 0, f"this failed: {' '.join(command)}")


def try_installed(folder: str, *, compiled: bool) -> None:
    """Say what works, and end with the first thing that does not."""
    check_version(folder, compiled=compiled)
    check_rules(folder)
    with running_server(folder) as address:
        check_page(address)
        check_runtime(address)
        check_table(address)


def check_version(folder: str, *, compiled: bool) -> None:
    """The version can be shown, and the rules are compiled if they have to be."""
    version = output(folder, "--version").strip()
    check(not compiled or "rules compiled" in version, f"the rules are not compiled: {version}")
    say(version)


def check_rules(folder: str) -> None:
    """The rules can be read in every language."""
    texts = {output(folder, "rules", "kniffel", "--lang", language) for language in LANGUAGES}
    check(len(texts) == len(LANGUAGES), "the rules are not there in every language")
    say(f"rules in {', '.join(LANGUAGES)}")


def check_page(address: str) -> None:
    """The page and all that it loads first are served."""
    assets = re.findall(r'(?:src|href)="(/assets/[^"]+)"', get(address).decode())
    check(bool(assets), "the page is not installed")
    for asset in assets:
        check(bool(get(address + asset)), f"{asset} is empty")
    say(f"the page, with {len(assets)} files")


def check_runtime(address: str) -> None:
    """Everything that a game on the visitor's device loads is served."""
    try:
        listed = json.loads(get(f"{address}/runtime/manifest.json"))["files"]
    except HTTPError:
        listed = []
    check(bool(listed), "what games on a device need is not installed")
    say(f"games on a device, with {len(listed)} files")


def check_table(address: str) -> None:
    """A table can be created."""
    new = {"game": "zock", "seats": [{"kind": "here", "name": "Anna"}, {"kind": "bot", "bot": "random"}]}
    made = post(f"{address}/api/tables", new)
    check("table" in made, f"no table was created: {made}")
    say("a table")


@contextmanager
def running_server(folder: str) -> Iterator[str]:
    """The address of a server on a free port of this machine, which ends afterwards."""
    quiet = ("--port", "0", "--workers", "1", "--log-level", "warning")
    options = (*quiet, "--database", str(Path(folder, "tables.sqlite")))
    with subprocess.Popen(  # noqa: S603 - our own
        [*COMMAND, "serve", *options], cwd=folder, env=environment(folder), stdout=subprocess.PIPE, text=True
    ) as server:
        line = server.stdout.readline() if server.stdout else ""
        try:
            yield address_in(line)
        finally:
            server.terminate()


def address_in(line: str) -> str:
    """The address that the first line of a server names."""
    found = re.search(r"http://\S+", line)
    if found is None:
        sys.exit(f"error: the server does not start: {line}")
    return found[0]


def output(folder: str, *args: str) -> str:
    """What the command prints."""
    done = subprocess.run(  # noqa: S603 - our own
        [*COMMAND, *args], cwd=folder, env=environment(folder), capture_output=True, check=False
    )
    check(done.returncode == 0, f"stammtisch {' '.join(args)} failed: {done.stderr.decode(errors='replace')}")
    return done.stdout.decode()


def environment(folder: str) -> dict[str, str]:
    """An environment as empty as the system allows, whose home is the folder."""
    kept = {name: os.environ[name] for name in KEPT if name in os.environ}
    return {**kept, "HOME": folder, "LOCALAPPDATA": folder, "PYTHONUTF8": "1"}


def get(address: str) -> bytes:
    """What is at the address."""
    with urlopen(address, timeout=PATIENCE) as answer:  # noqa: S310 - our own server
        content: bytes = answer.read()
        return content


def post(address: str, document: object) -> Any:
    """The answer to a JSON document."""
    request = Request(address, json.dumps(document).encode(), {"Content-Type": "application/json"})  # noqa: S310
    with urlopen(request, timeout=PATIENCE) as answer:  # noqa: S310 - our own server
        return json.load(answer)


def check(holds: bool, otherwise: str) -> None:
    """End the program with an error unless this holds."""
    if not holds:
        sys.exit(f"error: {otherwise}")


def say(line: str) -> None:
    """Say what works."""
    sys.stdout.write(f"  {line}\n")


if __name__ == "__main__":
    main()
