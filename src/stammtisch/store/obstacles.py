"""What keeps this process from using a database file: its folder, its rights, or a full disk.

SQLite says only that it cannot.
"""

from __future__ import annotations

import os
import shutil
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

NEEDED: Final = 2**20
"""Bytes without which a database cannot be opened: SQLite writes two files beside it."""
_OWN: Final = "run this as the user who runs the server, and let that user own the file and its folder"


class Obstacle(NamedTuple):
    """What is wrong, and what would help."""

    finding: str
    advice: str

    def __str__(self) -> str:
        return f"{self.finding}; {self.advice}"


def missing_folder(path: Path) -> Obstacle | None:
    """That there is no folder for the file; None if there is."""
    if path.parent.is_dir():
        return None
    return Obstacle(f"there is no folder {path.parent}", "create it, or name another file")


def missing_file(path: Path) -> Obstacle | None:
    """That there is no such file, which only writers create; None if there is."""
    if path.exists():
        return None
    return Obstacle(
        "there is no such file", "name the database of a server, or start `stammtisch serve` with it"
    )


def missing_rights(path: Path) -> Obstacle | None:
    """Why this process may not write the file, or other files beside it; None if it may.

    Windows has other rights, and says by itself what it refuses.
    """
    if sys.platform != "win32":
        with suppress(OSError):  # what is not there is no obstacle
            for place, rights in ((path.parent, os.R_OK | os.W_OK | os.X_OK), (path, os.R_OK | os.W_OK)):
                owner, me = place.stat().st_uid, os.geteuid()
                if not os.access(place, rights):
                    whose = "" if owner == me else f", which belongs to user {owner}"
                    return Obstacle(f"user {me} has no right to read and write {place}{whose}", _OWN)
    return None


def missing_room(path: Path) -> Obstacle | None:
    """Why the file, or those beside it, cannot grow; None if they can."""
    with suppress(OSError):
        if shutil.disk_usage(path.parent).free < NEEDED:
            return Obstacle(f"no space is left in {path.parent}", "free some and try again; nothing is lost")
    return None
