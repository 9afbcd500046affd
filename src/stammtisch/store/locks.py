"""Locks on files that processes of one machine share; the system releases them when a process ends."""

from __future__ import annotations

import sys
from typing import IO, Any, Final

if sys.platform == "win32":
    import msvcrt

    SHARERS: Final = 64
    """Windows locks bytes for one process alone: one that shares locks one of these bytes, any other all."""

    def lock(file: IO[Any], *, shared: bool) -> None:
        """Lock the file until it is closed; `BlockingIOError` at once if another lock is in the way."""
        places = range(SHARERS) if shared else (0,)
        if not any(_locked(file, place, 1 if shared else SHARERS) for place in places):
            raise BlockingIOError

    def _locked(file: IO[Any], place: int, length: int) -> bool:
        file.seek(place)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, length)
        except OSError:
            return False
        return True

else:
    import fcntl

    def lock(file: IO[Any], *, shared: bool) -> None:
        """Lock the file until it is closed; `BlockingIOError` at once if another lock is in the way."""
        fcntl.flock(file, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
