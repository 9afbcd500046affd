"""Files and folders that only the user who runs the program can read: they hold the secrets of games.

Windows has no such modes; there a folder of a user is closed to others by the rights that it inherits.
"""

from __future__ import annotations

import logging
import os
import stat
import sys
from pathlib import Path
from typing import Final

FILE: Final = stat.S_IRUSR | stat.S_IWUSR
FOLDER: Final = stat.S_IRWXU

logger: Final = logging.getLogger(__name__)


def create_file(path: Path, *, for_owner_of_folder: bool = False) -> bool:
    """Create the file for its owner alone, whatever the umask is; one that is there is left as it is.

    Root can create it for the owner of its folder, whose service has to open it.

    Returns whether it was created.
    """
    try:
        created = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE)
    except FileExistsError:
        return False
    if for_owner_of_folder and sys.platform != "win32" and os.geteuid() == 0:
        folder = path.parent.stat()
        os.fchown(created, folder.st_uid, folder.st_gid)
    os.close(created)
    path.chmod(FILE)  # the umask may have taken away rights of the owner
    return True


def create_folder(path: Path) -> None:
    """Create the folder, and those above it, if it is not there; nobody else can look into it."""
    try:
        path.mkdir(FOLDER, parents=True)
    except FileExistsError:
        keep_private(path, FOLDER)
    else:
        path.chmod(FOLDER)


def keep_private(path: Path, mode: int) -> None:
    """Give this mode to a file or folder that everybody on the machine can read.

    Earlier versions created them so. Rights that only a group has are left alone: somebody gave them.
    """
    if os.name == "nt" or not path.exists() or not path.stat().st_mode & stat.S_IRWXO:
        return
    try:
        path.chmod(mode)
    except PermissionError:
        logger.warning("everybody on this machine can read %s: let its owner run `chmod o= %s`", path, path)
    else:
        logger.warning("everybody on this machine could read %s; now only its owner can", path)
