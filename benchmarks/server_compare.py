"""`python -m benchmarks.server_compare TABLES SECONDS RATE [ROUNDS]`: beside boardgame.io, in one run.

Both servers get the load of `server_load` in turn, so that a busy machine slows both alike. Ours keeps
every move on the disk and knows the rules; boardgame.io holds a game of the same shape in memory. It is
installed into build/ when first needed, and takes Node.js.
"""

from __future__ import annotations

import shutil
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec

from benchmarks.keeping import keep
from benchmarks.server_load import measure

HERE = Path(__file__).parent / "boardgame_io"
PLACE = Path(__file__).parents[1] / "build/boardgame_io"
# koa-compose 4.2 no longer sees routes that are added late, as boardgame.io adds its own.
PACKAGES = ("boardgame.io@0.50.2", "socket.io-client@4", "koa@2.13.4", "koa-compose@4.1.0")


def installed() -> Path:
    """Where boardgame.io can be run."""
    if not (PLACE / "node_modules/boardgame.io").is_dir():
        PLACE.mkdir(parents=True, exist_ok=True)
        subprocess.run([_found("npm"), "init", "--yes"], cwd=PLACE, check=True, stdout=subprocess.DEVNULL)
        subprocess.run([_found("npm"), "install", "--save-exact", *PACKAGES], cwd=PLACE, check=True)
    for script in HERE.iterdir():
        shutil.copy(script, PLACE)
    return PLACE


def measure_boardgame_io(tables: int, seconds: float, rate: float) -> dict[str, Any]:
    place = installed()
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    node = _found("node")
    with subprocess.Popen(
        [node, "server.js", str(port)], cwd=place, stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        server.stdout.readline()
        load = (
            "client.js",
            f"http://127.0.0.1:{port}",
            str(server.pid),
            str(tables),
            str(seconds),
            str(rate),
        )
        try:
            answer = subprocess.run([node, *load], cwd=place, check=True, capture_output=True)
        finally:
            server.terminate()
    figures: dict[str, Any] = msgspec.json.decode(answer.stdout)
    return figures


def _found(program: str) -> str:
    path = shutil.which(program)
    if path is None:
        sys.exit(f"{program} is missing: install Node.js")
    return path


def main(tables: int, seconds: float, rate: float, rounds: int = 3) -> None:
    for _ in range(rounds):
        ours = measure(tables, seconds, rate)._asdict()
        theirs = measure_boardgame_io(tables, seconds, rate)
        sys.stdout.write(f"stammtisch   {ours}\nboardgame.io {theirs}\n")
        keep("server_compare", {"stammtisch": ours, "boardgame_io": theirs})


if __name__ == "__main__":
    main(int(sys.argv[1]), float(sys.argv[2]), float(sys.argv[3]), *map(int, sys.argv[4:5]))
