"""Starts the server with the options of the add-on: each is a setting of `stammtisch serve`."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Final

DATA: Final = Path("/data")
USER: Final = 10001
PLACES: Final = {
    "HOME": "/data",
    "TMPDIR": "/data",
    "NUMBA_CACHE_DIR": "/data/cache",
    "STAMMTISCH_CACHE": "/data/cache",
    "STAMMTISCH_DATABASE": "sqlite:////data/tables.sqlite",
    "STAMMTISCH_HOST": "0.0.0.0",  # noqa: S104 - of the container
    "STAMMTISCH_PORT": "8765",
}


def variables(options: dict[str, object]) -> dict[str, str]:
    """The environment variable of every option; a list is words separated by spaces."""
    return {
        f"STAMMTISCH_{name.upper()}": " ".join(map(str, value)) if isinstance(value, list) else str(value)
        for name, value in options.items()
    }


def main() -> None:
    """Run the server as a user who can write to the folder of the add-on alone."""
    options = json.loads((DATA / "options.json").read_text(encoding="utf-8"))
    os.chown(DATA, USER, USER)
    os.setgid(USER)
    os.setuid(USER)
    environment = os.environ | PLACES | variables(options)
    os.execve("/opt/stammtisch/bin/stammtisch", ["stammtisch", "serve"], environment)  # noqa: S606 - our own


if __name__ == "__main__":
    main()
